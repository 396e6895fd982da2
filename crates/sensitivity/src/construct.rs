//! Constructs of C that a test program should not only contain but execute, and whose results should
//! reach its output.
//!
//! A construct is known by the shape of expressions, so that programs of any generator can be asked.
//! It is executed where one of its expressions that computes a value was; it reaches the output if a
//! fault in such an expression shows. What has no value that could be wrong (a call whose result
//! nobody takes, a pointer that nobody reads through) is not looked at.

use crate::idiom::is_idiom;
use brinell_lang::{BinaryOp, Body, ExprId, ExprKind, IntKind, LocalId, Program};
use std::collections::BTreeSet;

/// A part of the language.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Construct {
    /// Arithmetic on integers that are no wider than `long long`: what the others are compared with.
    Integers,
    /// Arithmetic, comparisons and conversions of floating values.
    Floats,
    /// Calls through pointers to functions, and comparisons of them.
    FunctionPointers,
    /// Differences and order of pointers, and reads through a pointer that was computed or stepped.
    PointerArithmetic,
    /// Operations on integers of 128 bits. The machine notes values of at most 64 bits, so these are
    /// comparisons and conversions to other types.
    WideIntegers,
    /// What optimisers look for as a whole: see `idiom.rs`.
    Idioms,
}

impl Construct {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Integers,
        Self::Floats,
        Self::FunctionPointers,
        Self::PointerArithmetic,
        Self::WideIntegers,
        Self::Idioms,
    ];

    /// The words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integers => "integers",
            Self::Floats => "floating point",
            Self::FunctionPointers => "function pointers",
            Self::PointerArithmetic => "pointer arithmetic",
            Self::WideIntegers => "__int128",
            Self::Idioms => "idioms",
        }
    }
}

/// The constructs in the expressions of a function.
pub struct ConstructFinder<'a> {
    program: &'a Program,
    body: &'a Body,
    /// Pointer variables of the function that it steps.
    stepped: BTreeSet<LocalId>,
}

impl<'a> ConstructFinder<'a> {
    pub fn new(program: &'a Program, body: &'a Body) -> Self {
        let mut finder = Self { program, body, stepped: BTreeSet::new() };
        let steps = body.exprs.enumerate().filter_map(|(_, expr)| match expr.kind {
            ExprKind::IncDec { operand, .. } => Some(operand),
            ExprKind::AssignOp { lhs, .. } => Some(lhs),
            ExprKind::Assign { lhs, rhs } if finder.is_computed(rhs) => Some(lhs),
            _ => None,
        });
        finder.stepped = steps
            .filter(|place| finder.is_pointer(*place))
            .filter_map(|place| match body.exprs[place].kind {
                ExprKind::Local(local) => Some(local),
                _ => None,
            })
            .collect();
        finder
    }

    /// Whether an expression that computes an arithmetic value is part of a construct.
    pub fn is(&self, construct: Construct, expr: ExprId) -> bool {
        match construct {
            Construct::Integers => self.is_integer_arithmetic(expr),
            Construct::Floats => self.is_floating(expr),
            Construct::FunctionPointers => self.is_function_pointer_use(expr),
            Construct::PointerArithmetic => self.is_pointer_arithmetic(expr),
            Construct::WideIntegers => self.is_wide(expr),
            Construct::Idioms => is_idiom(&self.body.exprs, expr),
        }
    }

    fn kind(&self, expr: ExprId) -> &'a ExprKind {
        &self.body.exprs[expr].kind
    }

    fn is_pointer(&self, expr: ExprId) -> bool {
        self.program.types.pointee(self.body.exprs[expr].ty.ty).is_some()
    }

    /// An operator that has the result or an operand that `has` asks for.
    fn operates(&self, expr: ExprId, has: impl Fn(ExprId) -> bool) -> bool {
        match *self.kind(expr) {
            ExprKind::Binary { lhs, .. } => has(expr) || has(lhs),
            ExprKind::Cast { operand, .. } | ExprKind::Unary { operand, .. } => {
                has(expr) || has(operand)
            }
            ExprKind::AssignOp { .. } | ExprKind::IncDec { .. } => has(expr),
            _ => false,
        }
    }

    fn is_integer_arithmetic(&self, expr: ExprId) -> bool {
        let types = &self.program.types;
        let narrow = |one: ExprId| {
            types.as_int(self.body.exprs[one].ty.ty).is_some_and(|kind| !kind.is_128())
        };
        match *self.kind(expr) {
            ExprKind::Binary { op, lhs, rhs } => !op.is_comparison() && narrow(lhs) && narrow(rhs),
            _ => false,
        }
    }

    fn is_floating(&self, expr: ExprId) -> bool {
        let types = &self.program.types;
        self.operates(expr, |one| types.as_float(self.body.exprs[one].ty.ty).is_some())
    }

    fn is_wide(&self, expr: ExprId) -> bool {
        let types = &self.program.types;
        let kind = |one: ExprId| types.as_int(self.body.exprs[one].ty.ty);
        self.operates(expr, |one| kind(one).is_some_and(IntKind::is_128))
    }

    fn is_function_pointer_use(&self, expr: ExprId) -> bool {
        match *self.kind(expr) {
            ExprKind::Call { callee, .. } => !self.names_function(callee),
            ExprKind::Binary { lhs, .. } => {
                let pointee = self.program.types.pointee(self.body.exprs[lhs].ty.ty);
                pointee.is_some_and(|to| self.program.types.as_function(to.ty).is_some())
            }
            _ => false,
        }
    }

    fn names_function(&self, callee: ExprId) -> bool {
        match *self.kind(callee) {
            ExprKind::Function(_) => true,
            ExprKind::Decay(inner) => self.names_function(inner),
            _ => false,
        }
    }

    fn is_pointer_arithmetic(&self, expr: ExprId) -> bool {
        match *self.kind(expr) {
            ExprKind::Binary { op, lhs, rhs } if self.is_pointer(lhs) => {
                !matches!(op, BinaryOp::Eq | BinaryOp::Ne)
                    || self.is_computed(lhs)
                    || self.is_computed(rhs)
            }
            ExprKind::Load(place) => self.is_reached_by_arithmetic(place),
            _ => false,
        }
    }

    /// Whether an lvalue is found by way of a pointer that was computed: `*(p + 1)`, `p[i]`, `*p++`,
    /// or `*p` of a variable that is stepped somewhere. Elements of an array that is named are not.
    fn is_reached_by_arithmetic(&self, place: ExprId) -> bool {
        match *self.kind(place) {
            ExprKind::Member { base, .. } => self.is_reached_by_arithmetic(base),
            ExprKind::Deref(pointer) => self.is_computed(pointer),
            ExprKind::Index { base, .. } => match *self.kind(base) {
                ExprKind::Decay(array) => self.is_reached_by_arithmetic(array),
                _ => true,
            },
            _ => false,
        }
    }

    /// Whether a pointer is the result of arithmetic.
    fn is_computed(&self, pointer: ExprId) -> bool {
        match *self.kind(pointer) {
            ExprKind::Binary { lhs, rhs, .. } => self.is_pointer(lhs) || self.is_pointer(rhs),
            ExprKind::IncDec { .. } | ExprKind::AssignOp { .. } => true,
            ExprKind::Cast { operand, .. } => self.is_pointer(operand) && self.is_computed(operand),
            ExprKind::Load(place) => match *self.kind(place) {
                ExprKind::Local(local) => self.stepped.contains(&local),
                _ => false,
            },
            _ => false,
        }
    }
}
