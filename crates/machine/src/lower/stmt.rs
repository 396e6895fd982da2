//! Lowering of statements to a flat list with jumps; scopes are entered and left explicitly, also
//! by jumps.

use super::Lower;
use crate::code::{LocalSlot, Op, Pc, Scalar, ScopeLocals, SwitchTable};
use brinell_lang::{
    Bits, ExprId, ExprKind, LabelId, Loc, LocalId, LocalKind, StmtId, StmtKind, eval_const,
};
use rustc_hash::FxHashMap;

/// Bookkeeping of jumps.
#[derive(Debug, Default)]
pub struct JumpTargets {
    /// Scopes open at the point being lowered, outermost first.
    scopes: Vec<u32>,
    breaks: Vec<JumpTarget>,
    continues: Vec<JumpTarget>,
    switches: Vec<OpenSwitch>,
    labels: FxHashMap<LabelId, (Pc, Vec<u32>)>,
    gotos: Vec<OpenGoto>,
}

#[derive(Debug)]
struct JumpTarget {
    scopes: usize,
    /// Jumps to patch.
    jumps: Vec<Pc>,
}

#[derive(Debug)]
struct OpenSwitch {
    table: u32,
    scopes: Vec<u32>,
    /// Cases inside inner scopes: (lo, hi, is default, pc of the label, scopes there).
    cases: Vec<(i128, i128, bool, Pc, Vec<u32>)>,
}

#[derive(Debug)]
struct OpenGoto {
    /// A reserved range of ops to fill: leaves, enters, jump.
    at: Pc,
    label: LabelId,
    scopes: Vec<u32>,
    loc: Loc,
}

impl Lower<'_> {
    pub fn emit(&mut self, op: Op, loc: Loc) -> Pc {
        self.code.ops.push(op);
        self.code.op_locs.push(loc);
        self.code.op_tracked.push(std::mem::take(&mut self.tracked));
        self.code.ops.len() as u32 - 1
    }

    fn here(&self) -> Pc {
        self.code.ops.len() as u32
    }

    /// A whole function body.
    pub fn function_body(&mut self, root: StmtId) {
        self.stmt(root);
        let loc = self.stmts.map_or(Loc::NONE, |b| b.stmts[root].loc);
        self.emit(Op::FallOff, loc);
        self.resolve_labels();
    }

    fn open_scope(&mut self, locals: &[LocalId], loc: Loc) -> u32 {
        let mut scope = ScopeLocals::default();
        for l in locals {
            match self.slots.get(l.0 as usize).copied().flatten() {
                Some(LocalSlot::Reg(r)) => scope.regs.push(r),
                Some(LocalSlot::Mem(m)) => scope.mems.push(m),
                None => {}
            }
        }
        self.code.scopes.push(scope);
        let id = self.code.scopes.len() as u32 - 1;
        self.emit(Op::Enter(id), loc);
        self.flow.scopes.push(id);
        id
    }

    fn close_scope(&mut self, loc: Loc) {
        if let Some(id) = self.flow.scopes.pop() {
            self.emit(Op::Leave(id), loc);
        }
    }

    /// The locals whose lifetime is that of a block: its declarations, and the compound literals
    /// of expressions directly in it.
    fn block_locals(&self, stmts: &[StmtId]) -> Vec<LocalId> {
        let mut found = Vec::new();
        let Some(body) = self.stmts else { return found };
        for &s in stmts {
            if let StmtKind::Decl(l) = body.stmts[s].kind {
                found.push(l);
            }
            self.literals_of(s, &mut found);
        }
        found
    }

    /// Compound literals in the expressions of a statement that belong to the block around it:
    /// selection and iteration statements are blocks themselves (C11 6.8.4p3, 6.8.5p5).
    fn literals_of(&self, s: StmtId, found: &mut Vec<LocalId>) {
        let Some(body) = self.stmts else { return };
        match &body.stmts[s].kind {
            StmtKind::Expr(e) | StmtKind::Return(Some(e)) => self.literals_in(*e, found),
            StmtKind::Decl(l) => {
                if let Some(init) = &body.locals[*l].init {
                    self.literals_in_init(init, found);
                }
            }
            // Those of conditions live as long as their statement, which is a block of its own.
            _ => {}
        }
    }

    fn literals_in_init(&self, init: &brinell_lang::Init, found: &mut Vec<LocalId>) {
        init.for_each_expr(|e| self.literals_in(e, found));
    }

    fn literals_in(&self, e: ExprId, found: &mut Vec<LocalId>) {
        if !self.has_literals {
            return;
        }
        let mut stack = vec![e];
        while let Some(e) = stack.pop() {
            let expr = self.expr(e);
            if let ExprKind::CompoundLiteral(l) = expr.kind
                && !found.contains(&l)
            {
                found.push(l);
                if let Some(init) = self.locals.get(l).and_then(|l| l.init.as_ref()) {
                    self.literals_in_init(init, found);
                }
            }
            expr.for_each_child(|c| stack.push(c));
        }
    }

    fn block(&mut self, stmts: &[StmtId], loc: Loc) {
        let locals = self.block_locals(stmts);
        let scoped = !locals.is_empty();
        if scoped {
            self.open_scope(&locals, loc);
        }
        for &s in stmts {
            self.stmt(s);
        }
        if scoped {
            self.close_scope(loc);
        }
    }

    /// A substatement: a block of its own (C11 6.8.5p5), as far as compound literals go.
    fn sub(&mut self, s: StmtId) {
        let Some(body) = self.stmts else { return };
        if matches!(body.stmts[s].kind, StmtKind::Block(_)) {
            self.stmt(s);
        } else {
            self.block(&[s], body.stmts[s].loc);
        }
    }

    /// A statement, with a marker where reached ones are watched.
    pub fn stmt(&mut self, s: StmtId) {
        let Some(body) = self.stmts else { return };
        let Some(first) = self.first_stmt else { return self.scoped_stmt(s) };
        let marker = Op::Reached(first + s.0);
        let loc = body.stmts[s].loc;
        // A jump goes to where the label is lowered: its marker comes after that.
        let is_target = matches!(
            body.stmts[s].kind,
            StmtKind::Label(_) | StmtKind::Case { .. } | StmtKind::Default
        );
        if !is_target {
            self.emit(marker.clone(), loc);
        }
        self.scoped_stmt(s);
        if is_target {
            self.emit(marker, loc);
        }
    }

    /// A statement, with the scope of the compound literals of its condition.
    fn scoped_stmt(&mut self, s: StmtId) {
        let Some(body) = self.stmts else { return };
        let stmt = &body.stmts[s];
        let loc = stmt.loc;
        let mut literals = Vec::new();
        if let StmtKind::If { cond, .. }
        | StmtKind::While { cond, .. }
        | StmtKind::DoWhile { cond, .. }
        | StmtKind::Switch { scrutinee: cond, .. } = &stmt.kind
        {
            self.literals_in(*cond, &mut literals);
        }
        if literals.is_empty() {
            return self.plain_stmt(s);
        }
        self.open_scope(&literals, loc);
        self.plain_stmt(s);
        self.close_scope(loc);
    }

    /// A statement, apart from the compound literals of its condition.
    fn plain_stmt(&mut self, s: StmtId) {
        let Some(body) = self.stmts else { return };
        let stmt = &body.stmts[s];
        let loc = stmt.loc;
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => {
                let record = self.tables.types.as_record(self.expr(*e).ty.ty).is_some();
                let node = if record { self.unused_record(*e) } else { self.effect_value(*e) };
                let at = self.emit(Op::Expr { node, record }, loc);
                self.note_merged(s, at);
            }
            StmtKind::Decl(l) => self.declaration(*l),
            StmtKind::Block(stmts) => self.block(stmts, loc),
            StmtKind::If { cond, then, otherwise } => {
                let (node, scalar) = self.condition(*cond);
                let branch = if self.is_open_branch(s) {
                    Op::OpenBranch { cond: node, scalar, to: 0, stmt: s }
                } else {
                    Op::JumpIfZero { cond: node, scalar, to: 0 }
                };
                let skip = self.emit(branch, loc);
                self.note_merged(s, skip);
                self.sub(*then);
                if let Some(otherwise) = otherwise {
                    let end = self.emit(Op::Jump(0), loc);
                    self.patch(skip);
                    self.sub(*otherwise);
                    self.patch(end);
                } else {
                    self.patch(skip);
                }
            }
            StmtKind::While { cond, body } => self.looping(None, Some(*cond), None, *body, loc),
            StmtKind::DoWhile { body, cond } => {
                let head = self.here();
                self.begin_loop();
                self.sub(*body);
                self.patch_continues();
                let back = !self.is_constant(*cond);
                let (node, scalar) = self.condition(*cond);
                let cond_loc = self.expr(*cond).loc;
                self.emit(Op::JumpIfNot { cond: node, scalar, to: head, back }, cond_loc);
                self.patch_breaks();
            }
            StmtKind::For { init, cond, step, body } => {
                let mut locals = self.block_locals(init);
                for e in cond.iter().chain(step.iter()) {
                    self.literals_in(*e, &mut locals);
                }
                let scoped = !locals.is_empty();
                if scoped {
                    self.open_scope(&locals, loc);
                }
                for &s in init {
                    self.stmt(s);
                }
                self.looping(Some(()), *cond, *step, *body, loc);
                if scoped {
                    self.close_scope(loc);
                }
            }
            StmtKind::Switch { scrutinee, body } => self.switch(*scrutinee, *body, loc),
            StmtKind::Case { lo, hi } => self.case(Some((*lo, *hi))),
            StmtKind::Default => self.case(None),
            StmtKind::Label(l) => {
                let at = self.here();
                let scopes = self.flow.scopes.clone();
                self.flow.labels.insert(*l, (at, scopes));
            }
            StmtKind::Goto(l) if self.is_relaxed_jump(s) => {
                let skip = self.emit(Op::SkipRemoved { stmt: s, to: 0 }, loc);
                self.goto(*l, loc);
                self.patch(skip);
            }
            StmtKind::Goto(l) => self.goto(*l, loc),
            StmtKind::Break => self.leave_to(true, loc),
            StmtKind::Continue => self.leave_to(false, loc),
            StmtKind::Return(None) => {
                self.emit(Op::Return, loc);
            }
            StmtKind::Return(Some(e)) => {
                let record = self.tables.types.as_record(self.expr(*e).ty.ty).is_some();
                let node = if record { self.record(*e) } else { self.value(*e) };
                let at = self.emit(Op::ReturnValue { node, record }, loc);
                self.note_merged(s, at);
            }
        }
    }

    fn declaration(&mut self, l: LocalId) {
        let Some(local) = self.locals.get(l) else { return };
        debug_assert!(local.kind != LocalKind::Param);
        let loc = local.loc;
        let Some(slot) = self.slots.get(l.0 as usize).copied().flatten() else { return };
        let Some(init) = &local.init else {
            self.emit(Op::Forget(slot), loc);
            return;
        };
        match slot {
            LocalSlot::Reg(reg) => {
                let node = match scalar_init(init) {
                    Some(e) => self.value(e),
                    None => self.zero_of(local.ty.ty, loc),
                };
                self.emit(Op::InitReg { reg, node }, loc);
                if self.is_relaxed_local(l) {
                    self.emit(Op::LeaveOutReg { reg, local: l }, loc);
                }
            }
            LocalSlot::Mem(slot) => {
                let init = self.initialiser(init, local.ty.ty, loc);
                self.code.inits.push(init);
                let init = self.code.inits.len() as u32 - 1;
                self.emit(Op::InitMem { slot, init }, loc);
                if self.is_relaxed_local(l) {
                    self.emit(Op::LeaveOutMem { slot, local: l }, loc);
                }
            }
        }
    }

    fn condition(&mut self, e: ExprId) -> (u32, Scalar) {
        let node = self.value(e);
        let ty = self.expr(e).ty.ty;
        match self.scalar(ty) {
            Some(s) => (node, s),
            None => (
                self.unsupported(
                    format!("a condition of type '{}'", self.tables.describe(ty)),
                    self.expr(e).loc,
                ),
                Scalar::Ptr,
            ),
        }
    }

    fn is_constant(&self, e: ExprId) -> bool {
        eval_const(&self.tables.types, &self.tables.target, self.exprs, e).is_ok()
    }

    fn begin_loop(&mut self) {
        let scopes = self.flow.scopes.len();
        self.flow.breaks.push(JumpTarget { scopes, jumps: Vec::new() });
        self.flow.continues.push(JumpTarget { scopes, jumps: Vec::new() });
    }

    fn patch_breaks(&mut self) {
        if let Some(target) = self.flow.breaks.pop() {
            for at in target.jumps {
                self.patch(at);
            }
        }
    }

    fn patch_continues(&mut self) {
        if let Some(target) = self.flow.continues.pop() {
            for at in target.jumps {
                self.patch(at);
            }
        }
    }

    fn looping(
        &mut self,
        _for: Option<()>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        loc: Loc,
    ) {
        // A loop whose condition is missing or constant may run for ever without being undefined.
        let assumed_to_end = cond.is_some_and(|c| !self.is_constant(c));
        let head = self.here();
        let exit = cond.map(|c| {
            let (node, scalar) = self.condition(c);
            let loc = self.expr(c).loc;
            self.emit(Op::JumpIfZero { cond: node, scalar, to: 0 }, loc)
        });
        self.begin_loop();
        self.sub(body);
        self.patch_continues();
        if let Some(step) = step {
            let record = self.tables.types.as_record(self.expr(step).ty.ty).is_some();
            let node = if record { self.record(step) } else { self.effect_value(step) };
            let loc = self.expr(step).loc;
            self.emit(Op::Expr { node, record }, loc);
        }
        self.emit(if assumed_to_end { Op::Back(head) } else { Op::Jump(head) }, loc);
        if let Some(exit) = exit {
            self.patch(exit);
        }
        self.patch_breaks();
    }

    fn switch(&mut self, scrutinee: ExprId, body: StmtId, loc: Loc) {
        let value = self.value(scrutinee);
        let shape = self.shape(self.expr(scrutinee).ty.ty);
        self.code.switches.push(SwitchTable { shape, ..SwitchTable::default() });
        let table = self.code.switches.len() as u32 - 1;
        self.emit(Op::Switch { value, table }, loc);
        self.flow.breaks.push(JumpTarget { scopes: self.flow.scopes.len(), jumps: Vec::new() });
        let scopes = self.flow.scopes.clone();
        self.flow.switches.push(OpenSwitch { table, scopes, cases: Vec::new() });
        self.sub(body);
        let over = self.emit(Op::Jump(0), loc);
        // Entering the body at a case inside its scopes: enter them first.
        if let Some(switch) = self.flow.switches.pop() {
            for (lo, hi, is_default, pc, scopes) in switch.cases {
                let entry = self.here();
                for s in &scopes[switch.scopes.len().min(scopes.len())..] {
                    self.emit(Op::Enter(*s), loc);
                }
                self.emit(Op::Jump(pc), loc);
                let table = &mut self.code.switches[switch.table as usize];
                if is_default {
                    table.default = Some(entry);
                } else {
                    table.ranges.push((lo, hi, entry));
                }
            }
        }
        self.patch(over);
        let end = self.here();
        self.code.switches[table as usize].end = end;
        self.code.switches[table as usize].ranges.sort_unstable_by_key(|r| r.0);
        self.patch_breaks();
    }

    fn case(&mut self, range: Option<(Bits, Bits)>) {
        let at = self.here();
        let scopes = self.flow.scopes.clone();
        let Some(switch) = self.flow.switches.last_mut() else { return };
        let shape = self.code.switches[switch.table as usize].shape;
        let value = |v: Bits| shape.map_or(v.signed(), |s| s.value(v));
        match range {
            Some((lo, hi)) => switch.cases.push((value(lo), value(hi), false, at, scopes)),
            None => switch.cases.push((0, 0, true, at, scopes)),
        }
    }

    fn leave_to(&mut self, is_break: bool, loc: Loc) {
        let targets = if is_break { &self.flow.breaks } else { &self.flow.continues };
        let Some(depth) = targets.last().map(|t| t.scopes) else {
            let what = if is_break { "a 'break'" } else { "a 'continue'" };
            self.stray_jump(&format!("{what} outside a loop"), loc);
            return;
        };
        for i in (depth..self.flow.scopes.len()).rev() {
            self.emit(Op::Leave(self.flow.scopes[i]), loc);
        }
        let at = self.emit(Op::Jump(0), loc);
        let targets = if is_break { &mut self.flow.breaks } else { &mut self.flow.continues };
        if let Some(target) = targets.last_mut() {
            target.jumps.push(at);
        }
    }

    fn goto(&mut self, label: LabelId, loc: Loc) {
        // The target's scopes are not known yet: jump to a trampoline made at the end.
        let at = self.emit(Op::Jump(0), loc);
        let scopes = self.flow.scopes.clone();
        self.flow.gotos.push(OpenGoto { at, label, scopes, loc });
    }

    /// Makes the trampolines of all gotos: leave what is left, enter what is entered, jump.
    pub fn resolve_labels(&mut self) {
        for goto in std::mem::take(&mut self.flow.gotos) {
            let start = self.here();
            match self.flow.labels.get(&goto.label).cloned() {
                Some((target, scopes)) => {
                    let common =
                        goto.scopes.iter().zip(&scopes).take_while(|(a, b)| a == b).count();
                    for s in goto.scopes[common..].iter().rev() {
                        self.emit(Op::Leave(*s), goto.loc);
                    }
                    for s in &scopes[common..] {
                        self.emit(Op::Enter(*s), goto.loc);
                    }
                    // A goto backwards closes a loop, but not an iteration statement: C makes no
                    // promise that such a loop ends.
                    self.emit(Op::Jump(target), goto.loc);
                }
                None => {
                    self.stray_jump("a 'goto' to a label of another function", goto.loc);
                }
            }
            self.code.ops[goto.at as usize] = Op::Jump(start);
        }
    }

    /// A jump that well-formed programs do not have.
    fn stray_jump(&mut self, what: &str, loc: Loc) {
        let node = self.unsupported(what, loc);
        self.emit(Op::Expr { node, record: false }, loc);
    }

    fn patch(&mut self, at: Pc) {
        let here = self.here();
        match &mut self.code.ops[at as usize] {
            Op::Jump(to)
            | Op::JumpIfZero { to, .. }
            | Op::OpenBranch { to, .. }
            | Op::SkipRemoved { to, .. }
            | Op::JumpIfNot { to, .. } => *to = here,
            other => debug_assert!(false, "only jumps are patched, not {other:?}"),
        }
    }
}

/// The one expression of a scalar's initialiser, through redundant braces.
pub fn scalar_init(init: &brinell_lang::Init) -> Option<ExprId> {
    match init {
        brinell_lang::Init::Expr(e) => Some(*e),
        brinell_lang::Init::List(items) => items.first().and_then(|i| scalar_init(&i.init)),
    }
}
