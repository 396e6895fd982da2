//! Expressions: typed and explicit. Every implicit conversion is a node marked implicit.
//!
//! Value categories follow from the kind: see [`Expr::is_lvalue`]. An lvalue becomes a value only
//! through [`ExprKind::Load`], an array or function becomes a pointer only through
//! [`ExprKind::Decay`]; both are implicit in the text of a program.

use crate::bits::Bits;
use crate::ids::{ExprId, FuncId, GlobalId, LocalId, StringId, TypeId};
use crate::loc::Loc;
use crate::program::Exprs;
use crate::types::{QualType, Types};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// An expression.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type. Only lvalues have qualifiers.
    pub ty: QualType,
    /// Where it stands: the operator's place for operators, the first token otherwise.
    pub loc: Loc,
}

/// What an expression is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ExprKind {
    /// An integer constant: the value, canonical for the type.
    /// Its type is `int` or of higher rank in parsed programs; enumeration and character constants
    /// are `int`.
    Int(Bits),
    /// A floating constant, already rounded to its type.
    Float(#[serde(with = "float_bits")] f64),
    /// A constant of type `long double`, where that is wider than `double`: the pattern of its value
    /// (see [`LongDouble`](crate::LongDouble)).
    LongDouble(Bits),
    /// A string literal (lvalue).
    Str(StringId),
    /// An object with static storage duration (lvalue).
    Global(GlobalId),
    /// A local object (lvalue).
    Local(LocalId),
    /// A function (designator).
    Function(FuncId),
    /// A compound literal: initialises the unnamed local and designates it (lvalue).
    CompoundLiteral(LocalId),
    /// A unary arithmetic operator.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The promoted operand (any scalar for `!`).
        operand: ExprId,
    },
    /// A binary operator. Arithmetic operands have been converted to their common type (shifts:
    /// each promoted). `Add` and `Sub` also take a pointer on the left with an integer on the right
    /// (any integer type, unconverted but promoted), `Sub` two pointers, comparisons two pointers
    /// of the same type.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The left operand.
        lhs: ExprId,
        /// The right operand.
        rhs: ExprId,
    },
    /// `&&` or `||` on scalars, of type `int`.
    Logical {
        /// Which of the two.
        op: LogicalOp,
        /// Evaluated first.
        lhs: ExprId,
        /// Evaluated only when needed.
        rhs: ExprId,
    },
    /// `?:`; the arms have been converted to the common type (or are both void or one record).
    Conditional {
        /// A scalar.
        cond: ExprId,
        /// Evaluated when it is not zero.
        then: ExprId,
        /// Evaluated when it is zero.
        otherwise: ExprId,
    },
    /// `lhs, rhs`.
    Comma {
        /// Evaluated for its effects.
        lhs: ExprId,
        /// Gives the value.
        rhs: ExprId,
    },
    /// `lhs = rhs`; the right side has been converted to the type of the left.
    Assign {
        /// A modifiable lvalue.
        lhs: ExprId,
        /// The value.
        rhs: ExprId,
    },
    /// `lhs op= rhs`; the machine loads the left side, converts it to `compute`, applies the
    /// operator and converts back. The right side has been converted already (to `compute`, or
    /// promoted for shifts and pointer arithmetic; `compute` is the pointer type then).
    AssignOp {
        /// The operator.
        op: BinaryOp,
        /// A modifiable lvalue, evaluated once.
        lhs: ExprId,
        /// The right operand.
        rhs: ExprId,
        /// The type in which the operation is done.
        compute: TypeId,
    },
    /// `++` or `--` on a modifiable scalar lvalue.
    IncDec {
        /// Which of the four.
        op: IncDecOp,
        /// The lvalue.
        operand: ExprId,
    },
    /// A conversion to this expression's type.
    Cast {
        /// The value converted.
        operand: ExprId,
        /// Whether the text of the program does not show it.
        implicit: bool,
    },
    /// Lvalue conversion (C11 6.3.2.1p2), always implicit. The operand is not an array.
    Load(ExprId),
    /// Array or function to pointer (C11 6.3.2.1p3-4), always implicit.
    Decay(ExprId),
    /// `&operand` of an lvalue or function.
    AddrOf(ExprId),
    /// `*operand` (lvalue, or a function designator when the pointee is a function).
    Deref(ExprId),
    /// `base[index]`: the same as `*(base + index)`, with the pointer first (lvalue).
    Index {
        /// A pointer value.
        base: ExprId,
        /// An integer, promoted.
        index: ExprId,
    },
    /// `base.field`; `p->f` is a member of a [`ExprKind::Deref`]. An lvalue iff the base is one.
    Member {
        /// A struct or union, as lvalue or as value.
        base: ExprId,
        /// Which field.
        field: u32,
    },
    /// A function call; arguments have been converted (or default-promoted).
    Call {
        /// A pointer to a function, usually the decay of a designator.
        callee: ExprId,
        /// The arguments.
        args: Box<[ExprId]>,
    },
    /// `sizeof(type)`; `sizeof expr` is resolved to its type, as the operand is never evaluated.
    SizeOf(QualType),
    /// `_Alignof(type)`.
    AlignOf(QualType),
}

/// Floating values travel as their bits: text formats lose infinities, NaNs and last digits.
mod float_bits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        value.to_bits().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}

impl Expr {
    /// Whether the expression designates an object (decided by its kind; the base decides for
    /// members, hence the arena).
    pub fn is_lvalue(&self, exprs: &Exprs) -> bool {
        match &self.kind {
            ExprKind::Str(_)
            | ExprKind::Global(_)
            | ExprKind::Local(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Deref(_)
            | ExprKind::Index { .. } => true,
            ExprKind::Member { base, .. } => exprs[*base].is_lvalue(exprs),
            _ => false,
        }
    }
}

impl ExprKind {
    /// What it is called where kinds of nodes are listed or counted, with its operator. Shapes of
    /// programs are stored with these words: they do not change.
    pub fn word(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Unary { op, .. } => return format!("{op:?}").into(),
            Self::Binary { op, .. } => op.spelling(),
            Self::AssignOp { op, .. } => return format!("{}=", op.spelling()).into(),
            Self::Logical { op, .. } => return format!("logical-{op:?}").into(),
            Self::IncDec { op, .. } => return format!("{op:?}").into(),
            Self::Conditional { .. } => "?:",
            Self::Comma { .. } => ",",
            Self::Assign { .. } => "=",
            Self::CompoundLiteral(_) => "literal",
            Self::Cast { .. } => "cast",
            Self::AddrOf(_) => "address",
            Self::Deref(_) => "at",
            Self::Index { .. } => "index",
            Self::Member { .. } => "member",
            Self::Call { .. } => "call",
            Self::SizeOf(_) => "sizeof",
            Self::AlignOf(_) => "alignof",
            Self::Int(_) | Self::Float(_) | Self::LongDouble(_) => "number",
            Self::Str(_) => "string",
            Self::Global(_) => "global",
            Self::Local(_) => "local",
            Self::Function(_) => "function",
            Self::Load(_) => "load",
            Self::Decay(_) => "decay",
        })
    }
}

/// Unary operators.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Neg,
    /// `~`
    BitNot,
    /// `!`, of type `int`
    Not,
}

/// Binary operators that evaluate both operands.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `&`
    And,
    /// `^`
    Xor,
    /// `|`
    Or,
}

impl BinaryOp {
    /// All of them, by falling precedence.
    pub const ALL: [Self; 16] = [
        Self::Mul,
        Self::Div,
        Self::Rem,
        Self::Add,
        Self::Sub,
        Self::Shl,
        Self::Shr,
        Self::Lt,
        Self::Gt,
        Self::Le,
        Self::Ge,
        Self::Eq,
        Self::Ne,
        Self::And,
        Self::Xor,
        Self::Or,
    ];

    /// Whether the result is the truth of a comparison, of type `int`.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Self::Lt | Self::Gt | Self::Le | Self::Ge | Self::Eq | Self::Ne)
    }

    /// The truth of a comparison of two values; `None` if this is no comparison.
    #[inline]
    pub fn compare<T: PartialOrd + Copy>(self, a: T, b: T) -> Option<bool> {
        Some(match self {
            Self::Lt => a < b,
            Self::Gt => a > b,
            Self::Le => a <= b,
            Self::Ge => a >= b,
            Self::Eq => a == b,
            Self::Ne => a != b,
            _ => return None,
        })
    }

    /// Whether it is `<<` or `>>`.
    pub const fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::Shr)
    }

    /// The C spelling.
    pub const fn spelling(self) -> &'static str {
        match self {
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Add => "+",
            Self::Sub => "-",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Lt => "<",
            Self::Gt => ">",
            Self::Le => "<=",
            Self::Ge => ">=",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::And => "&",
            Self::Xor => "^",
            Self::Or => "|",
        }
    }
}

/// `&&` and `||`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum LogicalOp {
    /// `&&`
    And,
    /// `||`
    Or,
}

impl Exprs {
    /// The width of the bit-field that an lvalue designates or a value comes from, if it does.
    ///
    /// The standard does not say whether the value of an assignment or of a comma expression is
    /// still that of a bit-field when it is promoted; gcc, clang and tcc say that it is. For `s.b++`
    /// gcc says so and the others do not; gcc is our model.
    pub fn bit_field_width(&self, types: &Types, mut e: ExprId) -> Option<u32> {
        loop {
            match self[e].kind {
                ExprKind::Load(inner)
                | ExprKind::Assign { lhs: inner, .. }
                | ExprKind::AssignOp { lhs: inner, .. }
                | ExprKind::IncDec { operand: inner, .. }
                | ExprKind::Comma { rhs: inner, .. } => e = inner,
                ExprKind::Member { base, field } => {
                    let record = types.as_record(self[base].ty.ty)?;
                    return types.records[record].fields.as_ref()?.get(field as usize)?.bits;
                }
                _ => return None,
            }
        }
    }
}

/// `++` and `--` in both positions.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum IncDecOp {
    /// `++x`
    PreInc,
    /// `--x`
    PreDec,
    /// `x++`
    PostInc,
    /// `x--`
    PostDec,
}

impl IncDecOp {
    /// The operator that adds or subtracts one and gives the new or the old value.
    pub const fn new(increment: bool, prefix: bool) -> Self {
        match (increment, prefix) {
            (true, true) => Self::PreInc,
            (false, true) => Self::PreDec,
            (true, false) => Self::PostInc,
            (false, false) => Self::PostDec,
        }
    }
    /// Whether it adds one.
    pub const fn is_increment(self) -> bool {
        matches!(self, Self::PreInc | Self::PostInc)
    }
    /// Whether the value is the new one.
    pub const fn is_prefix(self) -> bool {
        matches!(self, Self::PreInc | Self::PreDec)
    }
}

/// An initialiser, fully resolved against the type it initialises.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Init {
    /// A value already converted to the type; for a `char` array an [`ExprKind::Str`] lvalue; for
    /// a record a value of that record type.
    Expr(ExprId),
    /// Braces: the listed elements or fields (a union: at most one), the rest zero.
    List(Vec<InitItem>),
}

/// One element of a braced initialiser.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InitItem {
    /// The array index or field index; rising within one list.
    pub index: u64,
    /// What it gets.
    pub init: Init,
}
