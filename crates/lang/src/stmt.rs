//! Statements. Labels, `case` and `default` are statements of their own that stand in a block
//! before the statement they mark, so that a label never needs a body.

use crate::bits::Bits;
use crate::ids::{ExprId, LabelId, LocalId, StmtId};
use crate::loc::Loc;
use serde::{Deserialize, Serialize};

/// A statement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it starts.
    pub loc: Loc,
}

/// What a statement is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// An expression evaluated for its effects.
    Expr(ExprId),
    /// The declaration of one local variable.
    Decl(LocalId),
    /// `{ … }`: a scope.
    Block(Vec<StmtId>),
    /// `if`; the arms are blocks or single statements.
    If {
        /// A scalar.
        cond: ExprId,
        /// When it is not zero.
        then: StmtId,
        /// When it is zero.
        otherwise: Option<StmtId>,
    },
    /// `while`
    While {
        /// A scalar.
        cond: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `do … while`
    DoWhile {
        /// The body.
        body: StmtId,
        /// A scalar.
        cond: ExprId,
    },
    /// `for`; a scope of its own.
    For {
        /// Declarations, or one expression statement, or nothing.
        init: Vec<StmtId>,
        /// A scalar; none means true.
        cond: Option<ExprId>,
        /// Evaluated after each round.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `switch` on a promoted integer.
    Switch {
        /// The controlling value.
        scrutinee: ExprId,
        /// The body, almost always a block.
        body: StmtId,
    },
    /// `case value:` (or the range `lo ... hi` of GNU C) of the nearest switch; the values are
    /// converted to the promoted type of its controlling expression.
    Case {
        /// The first value, as in [`ExprKind::Int`](crate::ExprKind::Int).
        lo: Bits,
        /// The last value, equal to the first outside GNU ranges.
        hi: Bits,
    },
    /// `default:`
    Default,
    /// `label:`
    Label(LabelId),
    /// `goto label;`
    Goto(LabelId),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;` or `return value;`, converted to the return type.
    Return(Option<ExprId>),
}

impl StmtKind {
    /// What it is called where kinds of nodes are listed or counted. Shapes of programs are stored
    /// with these words: they do not change.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Expr(_) => "do",
            Self::Decl(_) => "local",
            Self::Block(_) => "block",
            Self::If { .. } => "if",
            Self::While { .. } => "while",
            Self::DoWhile { .. } => "do-while",
            Self::For { .. } => "for",
            Self::Switch { .. } => "switch",
            Self::Case { .. } => "case",
            Self::Default => "default",
            Self::Label(_) => "label",
            Self::Goto(_) => "goto",
            Self::Break => "break",
            Self::Continue => "continue",
            Self::Return(_) => "return",
        }
    }
}
