//! The C that Brinell speaks: types, target data models and layout, programs, the builder that
//! inserts implicit conversions, and the well-formedness check.
//!
//! Plain data: no randomness, no I/O, no analysis facts inside nodes. Depends on nothing of ours.

pub mod arith;
mod bits;
mod build;
mod check;
mod children;
mod consts;
mod dialect;
mod expr;
mod ids;
mod layout;
mod loc;
mod long_double;
mod mentions;
pub mod open;
mod program;
pub mod relaxed;
mod stmt;
mod target;
mod types;

pub use bits::Bits;
pub use build::{BuildError, Builder};
pub use check::{Flaw, check};
pub use consts::{
    Const, ConstError, eval_const, eval_int, float_to_int, int_to_float, is_null_pointer_constant,
};
pub use dialect::Dialect;
pub use expr::{BinaryOp, Expr, ExprKind, IncDecOp, Init, InitItem, LogicalOp, UnaryOp};
pub use ids::{
    Arena, EnumId, ExprId, FuncId, GlobalId, Id, LabelId, LocalId, RecordId, StmtId, StringId,
    TypeId,
};
pub use layout::{BitRange, FieldLayout, Layouts, RecordLayout, record_layout, size_align};
pub use loc::Loc;
pub use long_double::{LongDouble, LongFormat, LongResult};
pub use mentions::Mention;
pub use program::{
    Body, Exprs, Function, Global, Item, Label, Linkage, Local, LocalKind, Program, StringLit, Unit,
};
pub use stmt::{Stmt, StmtKind};
pub use target::{BitFieldRule, Endian, Target, TargetName};
pub use types::{
    Enum, Field, FloatKind, FunctionType, IntKind, QualType, Quals, Record, RecordKind, Type, Types,
};
