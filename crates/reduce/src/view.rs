//! A program as passes see it: with what the machine saw of it, for those who ask.

use crate::trial::MACHINE_STACK;
use brinell_lang::{ExprId, FuncId, Program, StmtId};
use brinell_machine::{Limits, ObservedRun, watch_here};
use brinell_transform::ExprEdit;
use std::sync::OnceLock;

/// A program that the machine ran to its end.
#[derive(Debug)]
pub struct View {
    /// The program.
    pub program: Program,
    limits: Limits,
    /// What the machine saw: only some passes want to know, and it costs a run.
    seen: OnceLock<ObservedRun>,
}

impl View {
    /// Of a program that ends within limits.
    pub const fn new(program: Program, limits: Limits) -> Self {
        Self { program, limits, seen: OnceLock::new() }
    }

    fn seen(&self) -> &ObservedRun {
        self.seen.get_or_init(|| watch_here(&self.program, &self.limits, MACHINE_STACK))
    }

    /// Whether control reached a statement.
    pub fn is_live(&self, function: FuncId, stmt: StmtId) -> bool {
        self.seen().live.as_ref().is_none_or(|live| live.is_live(function, stmt))
    }

    /// Whether a value was evaluated at all.
    pub fn was_evaluated(&self, function: FuncId, expr: ExprId) -> bool {
        self.seen().values.was_evaluated(function, expr)
    }

    /// The value that an expression had whenever it was evaluated.
    pub fn value(&self, function: FuncId, expr: ExprId) -> Option<u64> {
        self.seen().values.only(function, expr)
    }

    /// The constant that an expression can become because it had one value whenever it was
    /// evaluated.
    pub fn constant(&self, function: FuncId, expr: ExprId) -> Option<ExprEdit> {
        let value = self.value(function, expr)?;
        let body = self.program.functions[function].body.as_ref()?;
        let Some(kind) = self.program.types.as_float(body.exprs[expr].ty.ty) else {
            return Some(ExprEdit::Constant(value.into()));
        };
        let float = if self.program.target.float_size(kind) == 4 {
            f32::from_bits(value as u32).into()
        } else {
            f64::from_bits(value)
        };
        // An infinity has no constant, only a division that is no shorter.
        float.is_finite().then_some(ExprEdit::Float(float.to_bits()))
    }

    /// When the evaluation of an expression began for the first time and ended for the last: later
    /// is more.
    pub fn times(&self, function: FuncId, expr: ExprId) -> Option<(u64, u64)> {
        self.seen().values.times(function, expr)
    }
}
