//! What the generator hands over: the functions and variables of a program with raw arithmetic,
//! before it gets guards, a `main` and a file to stand in.

use crate::grow::Production;
use crate::orange::NumberType;
use crate::relax::GrownRelaxations;
use brinell_lang::{Body, ExprId, FuncId, GlobalId, LocalId, Program, StmtId, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// A program without guards and `main`.
///
/// `program.units` is empty; names are `None` throughout, so that printing derives them.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Types, globals and functions.
    pub program: Program,
    /// `func_1`: no parameters; `main` calls it once.
    pub entry: FuncId,
    /// Index expressions ([`brinell_lang::ExprKind::Index`]) that are in bounds by construction.
    pub bounded: FxHashSet<(FuncId, ExprId)>,
    /// Operators that cannot go wrong by construction (steps and tests of loop variables).
    pub trusted: FxHashSet<(FuncId, ExprId)>,
    /// Operators that repeat another one of their function, with all below it.
    pub repeats: FxHashMap<(FuncId, ExprId), ExprId>,
    /// What the checksum is made of, in order.
    pub observed: Vec<ObservedPart>,
    /// Variables whose value is known already, in the order in which they got it. They are not
    /// among those observed.
    pub results: Vec<ExpectedResult>,
    /// What was relaxed while it grew.
    pub relaxed: GrownRelaxations,
    /// Which production wrote a statement, for messages about it.
    pub authors: FxHashMap<(FuncId, StmtId), Production>,
}

impl Draft {
    /// A draft of which nothing is known beyond its text.
    pub fn new(program: Program, entry: FuncId) -> Self {
        Self {
            program,
            entry,
            bounded: FxHashSet::default(),
            trusted: FxHashSet::default(),
            repeats: FxHashMap::default(),
            observed: Vec::new(),
            results: Vec::new(),
            relaxed: GrownRelaxations::default(),
            authors: FxHashMap::default(),
        }
    }
}

/// A variable with the value that it has in the end.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ExpectedResult {
    /// The variable: a global, or a local of the entry function.
    pub place: VariablePlace,
    /// Its type.
    pub ty: NumberType,
    /// Its value.
    pub value: i128,
}

/// Where a variable is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum VariablePlace {
    /// At file scope.
    Global(GlobalId),
    /// In the entry function.
    Local(LocalId),
}

/// A scalar, or all scalars of an array, that goes into the checksum after `func_1` has returned.
#[derive(Clone, Debug)]
pub struct ObservedPart {
    /// The variable.
    pub global: GlobalId,
    /// The way from it to the scalar.
    pub path: Vec<Part>,
    /// What of the scalar.
    pub aspect: Aspect,
}

/// A step from an object into it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Part {
    /// A field of a struct or union.
    Field(u32),
    /// Each element of an array of this length.
    Elements(u64),
}

/// What is hashed of a scalar.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Aspect {
    /// The value of a number.
    Value,
    /// Whether a pointer is null.
    IsNull,
    /// The number that a pointer (surely not null or dangling) points to.
    Pointee,
}

/// Whether a statement ends in a jump, so that what follows it is not reached through it.
pub(crate) fn jumps_away(body: &Body, stmt: StmtId) -> bool {
    match &body.stmts[stmt].kind {
        StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) | StmtKind::Return(_) => true,
        StmtKind::Block(stmts) => stmts.last().is_some_and(|last| jumps_away(body, *last)),
        _ => false,
    }
}
