//! Bodies in place of calls that stand as statements.

use super::{Rebuild, Refused, Res};
use crate::edit::{Object, Owner};
use brinell_lang::{ExprId, ExprKind, Init, Loc, LocalKind, Stmt, StmtId, StmtKind};

/// What is done with the result of a call.
enum Use {
    Nothing,
    Returned,
    Assigned(ExprId),
}

impl Rebuild<'_> {
    /// The body of the function that a statement calls: `f();`, `x = f();` or `return f();`. It may
    /// return at its end only.
    pub fn inlined(&mut self, kind: &StmtKind, loc: Loc, out: &mut Vec<StmtId>) -> Res<()> {
        let (mut call, mut used) = match *kind {
            StmtKind::Expr(e) => (e, Use::Nothing),
            StmtKind::Return(Some(e)) => (e, Use::Returned),
            _ => return Err(Refused),
        };
        if let ExprKind::Assign { lhs, rhs } = self.source[call].kind {
            (call, used) = (rhs, Use::Assigned(lhs));
        }
        while let ExprKind::Cast { operand, implicit: true } = self.source[call].kind {
            call = operand;
        }
        let ExprKind::Call { callee, ref args } = self.source[call].kind else {
            return Err(Refused);
        };
        let f = self.called(callee).ok_or(Refused)?;
        let old = self.old;
        let body = old.functions[f].body.as_ref().ok_or(Refused)?;
        if self.owner == Owner::Function(f) || self.ret.is_none() || args.len() != body.params.len()
        {
            return Err(Refused);
        }
        // Parameters become variables, which are initialised out here.
        let mut locals = vec![None; body.locals.len()];
        let mut stmts = Vec::new();
        for (param, arg) in body.params.iter().zip(args) {
            let value = self.expr(*arg)?;
            let new = self.new_local(Object::Local(f, *param), &body.locals[*param]);
            let ty = self.new.locals[new].ty.ty;
            let value = self.builder().assignable(value, ty, "an argument")?;
            self.new.locals[new].init = Some(Init::Expr(value));
            self.new.locals[new].kind = LocalKind::Var;
            locals[brinell_lang::Id::index(*param)] = Some(new);
            let decl = self.new.stmts.push(Stmt { kind: StmtKind::Decl(new), loc });
            self.declared_unless_used.push((new, decl));
            stmts.push(decl);
        }
        let target = match used {
            Use::Assigned(lhs) => Some(self.expr(lhs)?),
            _ => None,
        };
        let StmtKind::Block(inner) = &body.stmts[body.root.ok_or(Refused)?].kind else {
            return Err(Refused);
        };
        let (last, inner) = match inner.split_last() {
            Some((last, before)) => match body.stmts[*last].kind {
                StmtKind::Return(value) => (value, before),
                _ => (None, &inner[..]),
            },
            None => (None, &inner[..]),
        };
        let outer = (self.owner, self.body, self.source, self.ret.take());
        (self.owner, self.body, self.source) = (Owner::Function(f), Some(body), &body.exprs);
        let outer_locals = std::mem::replace(&mut self.locals, locals);
        let outer_labels = std::mem::replace(&mut self.labels, vec![None; body.labels.len()]);
        let outer_frames = std::mem::take(&mut self.frames);
        let done = inner.iter().try_for_each(|s| self.stmt(f, *s, &mut stmts));
        let value = done.and_then(|()| last.map(|last| self.expr(last)).transpose());
        let ret;
        (self.owner, self.body, self.source, ret) = outer;
        self.ret = ret;
        (self.locals, self.labels, self.frames) = (outer_locals, outer_labels, outer_frames);
        let kind = match (used, value?) {
            (Use::Nothing, Some(value)) => Some(StmtKind::Expr(self.builder().rvalue(value))),
            (Use::Nothing, None) => None,
            (Use::Returned, Some(value)) => {
                let ret = ret.ok_or(Refused)?;
                Some(StmtKind::Return(Some(self.builder().assignable(value, ret, "a return")?)))
            }
            (Use::Assigned(_), Some(value)) => {
                let assigned = self.builder().assign(target.ok_or(Refused)?, value, loc)?;
                Some(StmtKind::Expr(assigned))
            }
            _ => return Err(Refused),
        };
        if let Some(kind) = kind {
            stmts.push(self.new.stmts.push(Stmt { kind, loc }));
        }
        out.append(&mut stmts);
        Ok(())
    }
}
