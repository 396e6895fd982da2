//! Statements.

use super::{Enclosing, Rebuild, Refused, Res};
use crate::edit::{Object, StmtEdit};
use brinell_lang::arith::IntShape;
use brinell_lang::{
    BinaryOp, Bits, ExprId, ExprKind, FuncId, Id, Init, IntKind, LabelId, Loc, Local, LocalId,
    Stmt, StmtId, StmtKind,
};

impl Rebuild<'_> {
    fn push(&mut self, kind: StmtKind, loc: Loc) -> StmtId {
        self.new.stmts.push(Stmt { kind, loc })
    }

    /// A statement as a block.
    pub fn block(&mut self, f: FuncId, id: StmtId) -> Res<StmtId> {
        let mut stmts = Vec::new();
        self.stmt(f, id, &mut stmts)?;
        if let [only] = stmts[..]
            && matches!(self.new.stmts[only].kind, StmtKind::Block(_))
        {
            return Ok(only);
        }
        let loc = self.body.map_or(Loc::NONE, |body| body.stmts[id].loc);
        Ok(self.push(StmtKind::Block(stmts), loc))
    }

    fn frame<T>(&mut self, frame: Enclosing, inside: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.frames.push(frame);
        let result = inside(self);
        self.frames.pop();
        result
    }

    /// Appends what a statement becomes.
    pub fn stmt(&mut self, f: FuncId, id: StmtId, out: &mut Vec<StmtId>) -> Res<()> {
        let body = self.body.ok_or(Refused)?;
        let Stmt { kind, loc } = &body.stmts[id];
        let loc = *loc;
        let edit = self.edits.stmt(f, id);
        match edit {
            Some(StmtEdit::Drop) => return self.dropped(f, kind, loc, out),
            Some(StmtEdit::Body) => return self.body_of(f, kind, out),
            Some(StmtEdit::Else) => {
                let StmtKind::If { otherwise: Some(arm), .. } = kind else { return Err(Refused) };
                return self.spliced(f, *arm, out);
            }
            Some(StmtEdit::Condition) => {
                let e = match kind {
                    StmtKind::If { cond, .. }
                    | StmtKind::While { cond, .. }
                    | StmtKind::DoWhile { cond, .. }
                    | StmtKind::For { cond: Some(cond), .. }
                    | StmtKind::Return(Some(cond))
                    | StmtKind::Switch { scrutinee: cond, .. } => *cond,
                    StmtKind::Decl(l) => match body.locals[*l].init {
                        Some(Init::Expr(value)) => value,
                        _ => return Err(Refused),
                    },
                    _ => return Err(Refused),
                };
                let e = self.full_expr(e)?;
                out.push(self.push(StmtKind::Expr(e), loc));
                return Ok(());
            }
            Some(StmtEdit::Return(arg)) => {
                let StmtKind::Expr(e) = kind else { return Err(Refused) };
                return self.returned(*e, arg, None, loc, out);
            }
            Some(StmtEdit::Differs(arg, value)) => {
                let StmtKind::Expr(e) = kind else { return Err(Refused) };
                return self.returned(*e, arg, Some(value), loc, out);
            }
            Some(StmtEdit::Tell(owner, lvalue, value)) => {
                let here = owner == self.owner;
                let e = if here { self.expr(lvalue)? } else { self.outside(owner, lvalue)? };
                return self.told(e, Some(value), loc, out);
            }
            Some(StmtEdit::Once) => return self.once(f, kind, loc, out),
            Some(StmtEdit::Choose(case, other)) => {
                return self.chosen(f, kind, (case, other), loc, out);
            }
            Some(StmtEdit::Inline) => return self.inlined(kind, loc, out),
            Some(StmtEdit::Hoist(part)) => {
                let part = self.full_expr(part)?;
                out.push(self.push(StmtKind::Expr(part), loc));
            }
            Some(StmtEdit::NoElse | StmtEdit::NoStep) | None => {}
        }
        let new = match kind {
            StmtKind::Empty => return Ok(()),
            StmtKind::Expr(e) => StmtKind::Expr(self.full_expr(*e)?),
            StmtKind::Decl(l) => return self.declaration(f, *l, loc, false, out),
            StmtKind::Block(stmts) => {
                let mut inner = Vec::with_capacity(stmts.len());
                for s in stmts {
                    self.stmt(f, *s, &mut inner)?;
                }
                StmtKind::Block(inner)
            }
            StmtKind::If { cond, then, otherwise } => {
                let cond = self.condition(*cond)?;
                let then = self.block(f, *then)?;
                let otherwise = match otherwise {
                    Some(_) if edit == Some(StmtEdit::NoElse) => None,
                    Some(arm) => Some(self.block(f, *arm)?).filter(|arm| !self.is_empty(*arm)),
                    None => None,
                };
                StmtKind::If { cond, then, otherwise }
            }
            StmtKind::While { cond, body } => {
                let cond = self.condition(*cond)?;
                let body = self.frame(Enclosing::LOOP, |this| this.block(f, *body))?;
                StmtKind::While { cond, body }
            }
            StmtKind::DoWhile { body, cond } => {
                let body = self.frame(Enclosing::LOOP, |this| this.block(f, *body))?;
                StmtKind::DoWhile { body, cond: self.condition(*cond)? }
            }
            StmtKind::For { init, cond, step, body } => {
                let mut begin = Vec::new();
                for s in init {
                    self.stmt(f, *s, &mut begin)?;
                }
                let cond = cond.map(|cond| self.condition(cond)).transpose()?;
                let step = match step {
                    Some(step) if edit != Some(StmtEdit::NoStep) => Some(self.full_expr(*step)?),
                    _ => None,
                };
                let body = self.frame(Enclosing::LOOP, |this| this.block(f, *body))?;
                StmtKind::For { init: begin, cond, step, body }
            }
            StmtKind::Switch { scrutinee, body } => {
                let e = self.full_expr(*scrutinee)?;
                let e = self.builder().promote(e);
                let kind = self.types.as_int(self.new.exprs[e].ty.ty).ok_or(Refused)?;
                let body = self.frame(Enclosing::switch(kind), |this| this.block(f, *body))?;
                StmtKind::Switch { scrutinee: e, body }
            }
            StmtKind::Case { lo, hi } => {
                let Some(kind) = self.switch()? else { return Ok(()) };
                let shape = IntShape::of(&self.old.target, kind);
                StmtKind::Case { lo: shape.wrap(*lo), hi: shape.wrap(*hi) }
            }
            StmtKind::Default => {
                if self.switch()?.is_none() {
                    return Ok(());
                }
                StmtKind::Default
            }
            StmtKind::Label(l) => {
                self.label_stmt(*l, loc, out);
                return Ok(());
            }
            StmtKind::Goto(l) => {
                let label = self.label(*l);
                self.gone_to[label.index()] = true;
                StmtKind::Goto(label)
            }
            StmtKind::Break => match self.frames.last() {
                Some(frame) if frame.kept => StmtKind::Break,
                Some(_) => return Ok(()),
                None => return Err(Refused),
            },
            StmtKind::Continue => match self.frames.iter().rfind(|frame| frame.is_loop) {
                Some(frame) if frame.kept => StmtKind::Continue,
                Some(_) => return Ok(()),
                None => return Err(Refused),
            },
            StmtKind::Return(value) => {
                // Without one, a body is being put in place of its call.
                let ret = self.ret.ok_or(Refused)?;
                let value = match value {
                    Some(_) if self.types.is_void(ret) => None,
                    Some(e) => {
                        let e = self.expr(*e)?;
                        Some(self.builder().assignable(e, ret, "a return")?)
                    }
                    None => None,
                };
                StmtKind::Return(value)
            }
        };
        out.push(self.push(new, loc));
        Ok(())
    }

    fn is_empty(&self, id: StmtId) -> bool {
        matches!(&self.new.stmts[id].kind, StmtKind::Block(stmts) if stmts.is_empty())
    }

    fn condition(&mut self, id: ExprId) -> Res<ExprId> {
        let e = self.expr(id)?;
        Ok(self.builder().condition(e)?)
    }

    fn label_stmt(&mut self, label: LabelId, loc: Loc, out: &mut Vec<StmtId>) {
        let label = self.label(label);
        let s = self.push(StmtKind::Label(label), loc);
        self.label_stmts.push((label, s));
        out.push(s);
    }

    /// What stays of a dropped statement: declarations of variables and labels that something
    /// still uses.
    fn dropped(&mut self, f: FuncId, kind: &StmtKind, loc: Loc, out: &mut Vec<StmtId>) -> Res<()> {
        match kind {
            StmtKind::Decl(l) => self.declaration(f, *l, loc, true, out),
            StmtKind::Label(l) => {
                self.label_stmt(*l, loc, out);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn declaration(
        &mut self,
        f: FuncId,
        id: LocalId,
        loc: Loc,
        unless_used: bool,
        out: &mut Vec<StmtId>,
    ) -> Res<()> {
        let object = Object::Local(f, id);
        if self.is_dropped(object) || self.shared.contains_key(&(f, id)) {
            return Ok(());
        }
        let local = &self.body.ok_or(Refused)?.locals[id];
        let new = self.new_local(object, local);
        self.locals[id.index()] = Some(new);
        let stmt = self.push(StmtKind::Decl(new), loc);
        if unless_used {
            self.declared_unless_used.push((new, stmt));
        }
        if let Some(init) = &local.init {
            let ty = self.new.locals[new].ty;
            self.new.locals[new].init = self.object_init(object, init, local.ty, ty)?;
            // `int x = sizeof x` is no use of it.
        }
        out.push(stmt);
        Ok(())
    }

    /// A local without its initialiser.
    pub fn new_local(&mut self, object: Object, local: &Local) -> LocalId {
        let ty = self.object_type(object, local.ty);
        let edits = self.edits;
        let align = local.align.filter(|_| !edits.does(object, &crate::edit::ObjectEdit::NoAlign));
        let new = self.new.locals.push(Local { ty, align, init: None, ..local.clone() });
        self.used.push(false);
        new
    }

    fn label(&mut self, id: LabelId) -> LabelId {
        if let Some(new) = self.labels[id.index()] {
            return new;
        }
        let label = self.body.map(|body| body.labels[id].clone());
        let new = self.new.labels.push(label.expect("only bodies have labels"));
        self.gone_to.push(false);
        self.labels[id.index()] = Some(new);
        new
    }

    /// The type of the switch around; `None` where it goes away.
    fn switch(&self) -> Res<Option<IntKind>> {
        let around = self.frames.iter().rfind(|frame| !frame.is_loop).ok_or(Refused)?;
        Ok(around.switch.filter(|_| around.kept))
    }

    /// The statements of a block, or the one statement.
    fn spliced(&mut self, f: FuncId, id: StmtId, out: &mut Vec<StmtId>) -> Res<()> {
        let body = self.body.ok_or(Refused)?;
        match &body.stmts[id].kind {
            StmtKind::Block(stmts) if self.edits.stmt(f, id).is_none() => {
                stmts.iter().try_for_each(|s| self.stmt(f, *s, out))
            }
            _ => self.stmt(f, id, out),
        }
    }

    fn body_of(&mut self, f: FuncId, kind: &StmtKind, out: &mut Vec<StmtId>) -> Res<()> {
        let gone = |is_loop| Enclosing { is_loop, kept: false, switch: None };
        match kind {
            StmtKind::Block(stmts) => stmts.iter().try_for_each(|s| self.stmt(f, *s, out)),
            StmtKind::If { then, .. } => self.spliced(f, *then, out),
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
                self.frame(gone(true), |this| this.spliced(f, *body, out))
            }
            StmtKind::For { init, body, .. } => {
                for s in init {
                    self.stmt(f, *s, out)?;
                }
                self.frame(gone(true), |this| this.spliced(f, *body, out))
            }
            StmtKind::Switch { body, .. } => {
                self.frame(gone(false), |this| this.spliced(f, *body, out))
            }
            _ => Err(Refused),
        }
    }

    /// `if (cond) body` in place of a loop.
    fn once(&mut self, f: FuncId, kind: &StmtKind, loc: Loc, out: &mut Vec<StmtId>) -> Res<()> {
        let (init, cond, body) = match kind {
            StmtKind::For { init, cond: Some(cond), body, .. } => (&init[..], *cond, *body),
            StmtKind::While { cond, body } => (&[][..], *cond, *body),
            _ => return Err(Refused),
        };
        for s in init {
            self.stmt(f, *s, out)?;
        }
        let cond = self.condition(cond)?;
        let gone = Enclosing { is_loop: true, kept: false, switch: None };
        let then = self.frame(gone, |this| this.block(f, body))?;
        out.push(self.push(StmtKind::If { cond, then, otherwise: None }, loc));
        Ok(())
    }

    /// `if (scrutinee == case) … else …` in place of a switch.
    fn chosen(
        &mut self,
        f: FuncId,
        kind: &StmtKind,
        (case, other): (StmtId, Option<StmtId>),
        loc: Loc,
        out: &mut Vec<StmtId>,
    ) -> Res<()> {
        let body = self.body.ok_or(Refused)?;
        let StmtKind::Switch { scrutinee, body: inner } = *kind else { return Err(Refused) };
        let StmtKind::Block(stmts) = &body.stmts[inner].kind else { return Err(Refused) };
        let StmtKind::Case { lo, hi } = body.stmts[case].kind else { return Err(Refused) };
        // What one arm declares the other one may use.
        let declares = |s: &StmtId| matches!(body.stmts[*s].kind, StmtKind::Decl(_));
        if lo != hi || stmts.iter().any(declares) {
            return Err(Refused);
        }
        let e = self.full_expr(scrutinee)?;
        let e = self.builder().promote(e);
        let int = self.types.as_int(self.new.exprs[e].ty.ty).ok_or(Refused)?;
        let value = IntShape::of(&self.old.target, int).wrap(lo);
        let value = self.builder().int(value, int, loc);
        let cond = self.builder().binary(BinaryOp::Eq, e, value, loc)?;
        let cond = self.builder().condition(cond)?;
        let arm = |this: &mut Self, label: StmtId| -> Res<StmtId> {
            let after = stmts.iter().skip_while(|s| **s != label).skip(1);
            let ends = |s: &StmtId| {
                *s == case || Some(*s) == other || matches!(body.stmts[*s].kind, StmtKind::Break)
            };
            let mut inside = Vec::new();
            let gone = Enclosing { is_loop: false, kept: false, switch: None };
            this.frame(gone, |this| {
                after.take_while(|s| !ends(s)).try_for_each(|s| this.stmt(f, *s, &mut inside))
            })?;
            Ok(this.push(StmtKind::Block(inside), loc))
        };
        let then = arm(self, case)?;
        let otherwise = other.map(|label| arm(self, label)).transpose()?;
        let otherwise = otherwise.filter(|arm| !self.is_empty(*arm));
        out.push(self.push(StmtKind::If { cond, then, otherwise }, loc));
        Ok(())
    }

    /// `return value;` in place of what was done with the value, or `return value != other;`.
    fn returned(
        &mut self,
        e: ExprId,
        arg: Option<u8>,
        other: Option<Bits>,
        loc: Loc,
        out: &mut Vec<StmtId>,
    ) -> Res<()> {
        let e = match (arg, &self.source[e].kind) {
            (None, _) => e,
            (Some(n), ExprKind::Call { args, .. }) => *args.get(usize::from(n)).ok_or(Refused)?,
            _ => return Err(Refused),
        };
        let e = self.expr(e)?;
        self.told(e, other, loc, out)
    }

    /// `return e;` or `return e != other;`
    fn told(&mut self, e: ExprId, other: Option<Bits>, loc: Loc, out: &mut Vec<StmtId>) -> Res<()> {
        let ret = self.ret.ok_or(Refused)?;
        let e = self.builder().rvalue(e);
        let kind = self.types.as_int(self.new.exprs[e].ty.ty).ok_or(Refused)?;
        let e = match other {
            Some(other) => {
                let kind = self.old.target.promote(kind);
                let other = self.builder().int(other, kind, loc);
                self.builder().binary(BinaryOp::Ne, e, other, loc)?
            }
            None => e,
        };
        let e = self.builder().assignable(e, ret, "a return")?;
        out.push(self.push(StmtKind::Return(Some(e)), loc));
        Ok(())
    }
}
