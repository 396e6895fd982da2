//! `restrict` pointers that are variables of a block or a file (C11 6.7.3.1), by the text of the
//! program: parameters are looked at when they are called (`promises.rs`).
//!
//! Nothing follows what is based on which pointer, so no such pointer is said to break its promise.
//! A program is undecided where one could:
//!
//! - it is given the value of another one that does not belong to a block further out; or
//! - it is given the address of a variable that its block names elsewhere, too, and something may be
//!   modified there.
//!
//! What other pointers hold is not looked at, nor are members and elements that are `restrict`.

use brinell_lang::{
    Body, ExprId, ExprKind, Exprs, GlobalId, Id as _, Loc, LocalId, LocalKind, Program, QualType,
    Quals, StmtId, StmtKind,
};

/// A variable, as a function names it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Variable {
    Global(GlobalId),
    Local(LocalId),
}

/// What a pointer is made from.
#[derive(Copy, Clone, Debug)]
enum Source {
    /// The value of a variable.
    Value(Variable),
    /// The address of a variable, or of something in it.
    Address(Variable),
}

/// Where a `restrict` pointer gets a value.
struct Giving {
    target: Variable,
    value: ExprId,
    loc: Loc,
}

/// Why a promise may be broken, as the end of a sentence, and where.
pub fn doubt(program: &Program) -> Option<(String, Loc)> {
    let in_file = program.globals.iter().any(|global| is_promised(program, global.ty));
    for function in &program.functions {
        let Some(body) = &function.body else { continue };
        if in_file || body.locals.iter().any(|local| is_promised(program, local.ty)) {
            let found = Look { program, body, homes: homes(body) }.doubt();
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn is_promised(program: &Program, ty: QualType) -> bool {
    ty.quals.contains(Quals::RESTRICT) && program.types.pointee(ty.ty).is_some()
}

/// Where a local belongs: how deep its block is, and the block.
type Home = (u32, StmtId);

/// By local; parameters belong to the body, and so does what no declaration stands for.
fn homes(body: &Body) -> Vec<Option<Home>> {
    let mut homes = vec![None; body.locals.len()];
    let mut todo: Vec<(StmtId, Home)> = Vec::new();
    if let Some(root) = body.root {
        homes.fill(Some((1, root)));
        body.stmts[root].kind.for_each_child(|child| todo.push((child, (1, root))));
    }
    while let Some((id, home)) = todo.pop() {
        let kind = &body.stmts[id].kind;
        if let StmtKind::Decl(local) = kind {
            homes[local.index()] = Some(home);
        }
        let inner = match kind {
            StmtKind::Block(_) | StmtKind::For { .. } => (home.0 + 1, id),
            _ => home,
        };
        kind.for_each_child(|child| todo.push((child, inner)));
    }
    homes
}

struct Look<'a> {
    program: &'a Program,
    body: &'a Body,
    homes: Vec<Option<Home>>,
}

impl Look<'_> {
    fn doubt(&self) -> Option<(String, Loc)> {
        for giving in self.givings() {
            for source in sources(&self.body.exprs, giving.value) {
                let doubtful = match source {
                    Source::Value(other) => self.is_rival(giving.target, other),
                    Source::Address(object) => self.is_named_beside(&giving, object),
                };
                if doubtful {
                    let target = self.name(giving.target);
                    let what = match source {
                        Source::Value(other) => {
                            format!("it is given the value of {}", self.name(other))
                        }
                        Source::Address(object) => {
                            format!(
                                "it is given the address of {}, which is named",
                                self.name(object)
                            )
                        }
                    };
                    return Some((
                        format!(
                            "the 'restrict' pointer {target} is used correctly: {what} in the same block"
                        ),
                        giving.loc,
                    ));
                }
            }
        }
        None
    }

    fn givings(&self) -> Vec<Giving> {
        let mut givings = Vec::new();
        for (_, stmt) in self.body.stmts.enumerate() {
            if let StmtKind::Decl(local) = stmt.kind
                && let declared = &self.body.locals[local]
                && is_promised(self.program, declared.ty)
                && let Some(init) = &declared.init
            {
                let target = Variable::Local(local);
                init.for_each_expr(|value| givings.push(Giving { target, value, loc: stmt.loc }));
            }
        }
        for (_, expr) in self.body.exprs.enumerate() {
            if let ExprKind::Assign { lhs, rhs } = expr.kind
                && is_promised(self.program, self.body.exprs[lhs].ty)
                && let Some(target) = variable(&self.body.exprs, lhs)
            {
                givings.push(Giving { target, value: rhs, loc: expr.loc });
            }
        }
        givings
    }

    fn depth(&self, variable: Variable) -> u32 {
        match variable {
            Variable::Global(_) => 0,
            Variable::Local(local) => self.homes[local.index()].map_or(1, |(depth, _)| depth),
        }
    }

    /// Whether one must not be given the value of the other.
    fn is_rival(&self, target: Variable, other: Variable) -> bool {
        let ty = match other {
            Variable::Global(global) => self.program.globals[global].ty,
            Variable::Local(local) => self.body.locals[local].ty,
        };
        target != other && is_promised(self.program, ty) && self.depth(other) >= self.depth(target)
    }

    /// Whether the block of a pointer names the object besides, and something is modified there. Of
    /// parameters the call has decided, and of those of a file it would be too much.
    fn is_named_beside(&self, giving: &Giving, object: Variable) -> bool {
        let Variable::Local(local) = giving.target else { return false };
        if self.body.locals[local].kind == LocalKind::Param {
            return false;
        }
        let Some((_, block)) = self.homes[local.index()] else { return false };
        let exprs = &self.body.exprs;
        let given: Vec<ExprId> = exprs.under(giving.value).map(|(id, _)| id).collect();
        let (mut named, mut modified) = (false, false);
        for (_, kind) in self.body.stmts_under(block) {
            self.body.for_each_expr(kind, |root| {
                for (id, expr) in exprs.under(root) {
                    named |= variable(exprs, id) == Some(object) && !given.contains(&id);
                    modified |= match expr.kind {
                        ExprKind::Call { .. } => true,
                        ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => {
                            may_be(exprs, lhs, object)
                        }
                        ExprKind::IncDec { operand, .. } => may_be(exprs, operand, object),
                        _ => false,
                    };
                }
            });
        }
        named && modified
    }

    fn name(&self, variable: Variable) -> String {
        let name = match variable {
            Variable::Global(global) => self.program.globals[global].name.as_deref(),
            Variable::Local(local) => self.body.locals[local].name.as_deref(),
        };
        format!("'{}'", name.unwrap_or("(unnamed)"))
    }
}

fn variable(exprs: &Exprs, place: ExprId) -> Option<Variable> {
    match exprs[place].kind {
        ExprKind::Global(global) => Some(Variable::Global(global)),
        ExprKind::Local(local) => Some(Variable::Local(local)),
        _ => None,
    }
}

/// Whether an lvalue may designate a part of the object.
fn may_be(exprs: &Exprs, mut place: ExprId, object: Variable) -> bool {
    while let ExprKind::Member { base, .. } = exprs[place].kind {
        place = base;
    }
    variable(exprs, place).is_none_or(|found| found == object)
}

/// What a pointer is based on. What calls return and memory holds is not followed.
fn sources(exprs: &Exprs, value: ExprId) -> Vec<Source> {
    let mut found = Vec::new();
    let mut todo = vec![value];
    while let Some(id) = todo.pop() {
        match exprs[id].kind {
            ExprKind::Load(place)
            | ExprKind::Assign { lhs: place, .. }
            | ExprKind::AssignOp { lhs: place, .. }
            | ExprKind::IncDec { operand: place, .. } => {
                found.extend(variable(exprs, place).map(Source::Value));
            }
            ExprKind::Cast { operand, .. } => todo.push(operand),
            ExprKind::Binary { lhs, rhs, .. } => todo.extend([lhs, rhs]),
            ExprKind::Conditional { then, otherwise, .. } => todo.extend([then, otherwise]),
            ExprKind::Comma { rhs, .. } => todo.push(rhs),
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
                let mut place = place;
                while let ExprKind::Member { base, .. } = exprs[place].kind {
                    place = base;
                }
                match exprs[place].kind {
                    ExprKind::Deref(pointer) | ExprKind::Index { base: pointer, .. } => {
                        todo.push(pointer);
                    }
                    _ => found.extend(variable(exprs, place).map(Source::Address)),
                }
            }
            _ => {}
        }
    }
    found
}
