//! Where a wrong value was lost.
//!
//! Determined from the last wrong value that was seen, as long as control flow was the same:
//!
//! | the last wrong value | lost |
//! | --- | --- |
//! | is an operand of something that has the right value anyway, or that decides the same way | masked |
//! | is not an operand: it is an expression statement, the left side of a comma, or returned to a call whose value is unused | discarded |
//! | was stored in a variable that is stored to again later | overwritten |
//! | was stored, or passed to a function, and never read again | never observed |
//!
//! "Stored to again later" is an assignment to the same named variable that was executed after the
//! last wrong value was seen; where a value was stored through a pointer, the object is not known, and
//! it counts as never observed. If control flow differed it is unknown: other path.

use crate::site::{Use, uses};
use brinell_lang::{ExprId, ExprKind, Exprs, FuncId, GlobalId, Id, LocalId, Program};
use brinell_machine::{Injector, WrongValue};
use serde::{Deserialize, Serialize};

/// Why a fault did not show.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// An operation or a condition gave the same for the wrong value.
    Masked,
    /// The value was not used.
    Discarded,
    /// The variable got another value before it was read.
    Overwritten,
    /// The variable was never read again.
    NeverObserved,
    /// Control went another way, and the output is the same.
    OtherPath,
}

impl Loss {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Masked, Self::Discarded, Self::Overwritten, Self::NeverObserved, Self::OtherPath];

    /// The words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Masked => "masked",
            Self::Discarded => "discarded",
            Self::Overwritten => "overwritten",
            Self::NeverObserved => "never observed",
            Self::OtherPath => "other path",
        }
    }
}

/// A variable with a name.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Variable {
    Global(GlobalId),
    Local(FuncId, LocalId),
}

/// Knows what becomes of the values of a program.
#[derive(Debug)]
pub struct LossFinder<'a> {
    program: &'a Program,
    /// Those in which values are noted.
    functions: &'a [FuncId],
    /// By function and expression.
    uses: Vec<Vec<Option<Use>>>,
}

impl<'a> LossFinder<'a> {
    pub fn new(program: &'a Program, functions: &'a [FuncId]) -> Self {
        let mut of_function = Vec::new();
        for function in &program.functions {
            of_function.push(function.body.as_ref().map_or_else(Vec::new, uses));
        }
        Self { program, functions, uses: of_function }
    }

    /// Where a fault was lost whose wrong value was last seen there.
    pub fn find(&self, injector: &Injector, last: WrongValue) -> Loss {
        let WrongValue { func, mut expr, number: time, is_opposite } = last;
        let Some(body) = &self.program.functions[func].body else { return Loss::NeverObserved };
        loop {
            let own = &body.exprs[expr].kind;
            match self.uses[func.index()].get(expr.index()).copied().flatten() {
                None | Some(Use::Returned) => return Loss::Discarded,
                Some(Use::Decides) if is_opposite => return Loss::OtherPath,
                Some(Use::Decides) => return Loss::Masked,
                Some(Use::Initialises(local)) => {
                    let variable = Some(Variable::Local(func, local));
                    return self.stored(injector, variable, time);
                }
                Some(Use::Discarded) => {
                    return match target(own) {
                        Some(lhs) => {
                            let variable = variable(&body.exprs, func, lhs);
                            self.stored(injector, variable, time)
                        }
                        None => Loss::Discarded,
                    };
                }
                Some(Use::Operand(parent)) => match &body.exprs[parent].kind {
                    // Places have no value of their own: what is read or stored there has.
                    ExprKind::Index { .. }
                    | ExprKind::Deref(_)
                    | ExprKind::Member { .. }
                    | ExprKind::AddrOf(_)
                    | ExprKind::Decay(_) => expr = parent,
                    // It led to another place, which got the value instead.
                    ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. }
                        if *lhs == expr =>
                    {
                        return Loss::NeverObserved;
                    }
                    ExprKind::Call { callee, .. } => {
                        return if self.is_followed(&body.exprs, *callee) {
                            Loss::NeverObserved
                        } else {
                            Loss::Masked
                        };
                    }
                    _ => return Loss::Masked,
                },
            }
        }
    }

    /// Whether values in the callee are noted. Guards and library functions are operators rather.
    fn is_followed(&self, exprs: &Exprs, callee: ExprId) -> bool {
        exprs.under(callee).any(|(_, node)| match node.kind {
            ExprKind::Function(id) => self.functions.contains(&id),
            _ => false,
        })
    }

    fn stored(&self, injector: &Injector, variable: Option<Variable>, time: usize) -> Loss {
        let Some(variable) = variable else { return Loss::NeverObserved };
        let again = injector.evaluated_after(time).any(|(func, expr)| {
            let Some(body) = &self.program.functions[func].body else { return false };
            target(&body.exprs[expr].kind)
                .is_some_and(|lhs| self::variable(&body.exprs, func, lhs) == Some(variable))
        });
        if again { Loss::Overwritten } else { Loss::NeverObserved }
    }
}

/// What an assignment stores to.
const fn target(kind: &ExprKind) -> Option<ExprId> {
    match kind {
        ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => Some(*lhs),
        ExprKind::IncDec { operand, .. } => Some(*operand),
        _ => None,
    }
}

/// The variable that an lvalue names as a whole; a member or element is none.
fn variable(exprs: &Exprs, func: FuncId, lvalue: ExprId) -> Option<Variable> {
    match exprs[lvalue].kind {
        ExprKind::Global(global) => Some(Variable::Global(global)),
        ExprKind::Local(local) => Some(Variable::Local(func, local)),
        _ => None,
    }
}
