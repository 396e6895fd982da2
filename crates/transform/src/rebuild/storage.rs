//! Variables that move: globals into a function, locals out of theirs.

use super::{Rebuild, Refused, Res};
use crate::edit::{Object, ObjectEdit, Owner};
use brinell_lang::{
    Arena, Body, ExprId, ExprKind, FuncId, Global, GlobalId, Id, Init, Linkage, Loc, Local,
    LocalKind, Stmt, StmtId, StmtKind,
};
use std::sync::Arc;

impl<'a> Rebuild<'a> {
    // ---- globals that become locals ----

    /// Declares the globals that become locals of a function.
    pub fn moved_in(&mut self, f: FuncId) -> Res<Vec<StmtId>> {
        let old = self.old;
        let mut declarations = Vec::new();
        for (g, global) in old.globals.enumerate() {
            if self.edits.home(g) != Some(f) {
                continue;
            }
            let object = Object::Global(g);
            let local = Local {
                name: global.name.clone(),
                ty: global.ty,
                align: global.align,
                init: None,
                kind: LocalKind::Var,
                loc: global.loc,
            };
            let new = self.new_local(object, &local);
            self.used[new.index()] = true;
            if let Some(init) = &global.init {
                let here = (self.owner, self.body, self.source);
                (self.owner, self.body, self.source) = (Owner::Global(g), None, &global.exprs);
                let ty = self.new.locals[new].ty;
                let init = self.object_init(object, init, global.ty, ty);
                (self.owner, self.body, self.source) = here;
                self.new.locals[new].init = init?;
            }
            self.moved_in.insert(g, new);
            let kind = StmtKind::Decl(new);
            declarations.push(self.new.stmts.push(Stmt { kind, loc: global.loc }));
        }
        Ok(declarations)
    }

    /// A use of a global that becomes a local. Elsewhere there is no such thing.
    pub fn moved(&mut self, g: GlobalId, loc: Loc) -> Res<ExprId> {
        let new = self.moved_in.get(&g).copied().ok_or(Refused)?;
        let ty = self.new.locals[new].ty;
        Ok(self.builder().local(new, ty, loc))
    }

    // ---- locals that become globals ----

    /// Numbers the locals that become globals: after all that are globals already.
    pub fn number_shared(&mut self) {
        let old = self.old;
        for (f, function) in old.functions.enumerate() {
            for (l, _) in function.body.iter().flat_map(|body| body.locals.enumerate()) {
                if self.edits.does(Object::Local(f, l), &ObjectEdit::Shared) {
                    let id = GlobalId::from_index(old.globals.len() + self.shared.len());
                    self.shared.insert((f, l), id);
                }
            }
        }
    }

    /// The locals of a function that become globals, as such, in order.
    pub fn shared_of(&self, f: FuncId) -> impl Iterator<Item = GlobalId> + use<> {
        let mine = self.shared.iter().filter(|((owner, _), _)| *owner == f);
        let mut mine: Vec<GlobalId> = mine.map(|(_, g)| *g).collect();
        mine.sort_unstable();
        mine.into_iter()
    }

    /// Appends the locals that become globals.
    pub fn shared_globals(&mut self, globals: &mut Arena<GlobalId, Arc<Global>>) -> Res<()> {
        let old = self.old;
        let mut shared: Vec<_> = self.shared.iter().map(|(local, g)| (*g, *local)).collect();
        shared.sort_unstable();
        for (_, (f, l)) in shared {
            let body = old.functions[f].body.as_ref().ok_or(Refused)?;
            let local = &body.locals[l];
            if local.kind != LocalKind::Var {
                return Err(Refused);
            }
            let object = Object::Local(f, l);
            self.begin(Owner::Function(f), Some(body), &body.exprs);
            let ty = self.object_type(object, local.ty);
            let init = match &local.init {
                Some(init) if !is_number(body, init) => return Err(Refused),
                Some(init) => self.object_init(object, init, local.ty, ty)?,
                None => None,
            };
            globals.push(Arc::new(Global {
                name: local.name.clone(),
                ty,
                align: local.align,
                linkage: Linkage::External,
                defined: true,
                init,
                exprs: std::mem::take(&mut self.new.exprs),
                loc: local.loc,
            }));
        }
        Ok(())
    }

    /// A use of a local that becomes a global.
    pub fn shared_local(&mut self, global: GlobalId, local: Object, loc: Loc) -> Res<ExprId> {
        let Object::Local(f, l) = local else { return Err(Refused) };
        let ty = self.old.functions[f].body.as_ref().ok_or(Refused)?.locals[l].ty;
        let ty = self.object_type(local, ty);
        Ok(self.builder().global(global, ty, loc))
    }

    /// An expression of another body, in which no local of that body is known any more.
    pub fn outside(&mut self, owner: Owner, id: ExprId) -> Res<ExprId> {
        let Owner::Function(f) = owner else { return Err(Refused) };
        if !self.substitutions.is_empty() {
            return Err(Refused);
        }
        let old = self.old;
        let body: &'a Body = old.functions[f].body.as_ref().ok_or(Refused)?;
        let here = (self.owner, self.body, self.source);
        let locals = std::mem::take(&mut self.locals);
        (self.owner, self.body, self.source) = (owner, Some(body), &body.exprs);
        let found = self.expr(id);
        (self.owner, self.body, self.source) = here;
        self.locals = locals;
        found
    }
}

/// Whether an initialiser is made of numbers only.
fn is_number(body: &Body, init: &Init) -> bool {
    let mut all = true;
    init.for_each_expr(|e| {
        all &= body.exprs.under(e).all(|(_, expr)| {
            matches!(
                expr.kind,
                ExprKind::Int(_)
                    | ExprKind::Float(_)
                    | ExprKind::LongDouble(_)
                    | ExprKind::Cast { .. }
                    | ExprKind::Unary { .. }
            )
        });
    });
    all
}
