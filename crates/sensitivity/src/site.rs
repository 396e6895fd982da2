//! Where faults can be: expressions that were executed, and their kinds.

use brinell_lang::arith::IntShape;
use brinell_lang::{
    BinaryOp, Body, ExprId, ExprKind, FloatKind, FuncId, Id as _, LocalId, Program, StmtKind,
    TypeId, UnaryOp,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What kind of expression computes a value.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SiteKind {
    /// A variable, member or element is read.
    Read,
    /// `+ - * / %` and unary `-`.
    Arithmetic,
    /// `& | ^ ~`.
    Bitwise,
    /// `<< >>`.
    Shift,
    /// `< <= > >= == !=`.
    Comparison,
    /// `&& || !`.
    Logical,
    /// A cast, written or not.
    Conversion,
    /// The value of a call.
    Call,
    /// The value of `=`, `op=`, `++` or `--`, where it is used.
    Assignment,
    /// `?:` and the comma.
    Choice,
}

impl SiteKind {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Read,
        Self::Arithmetic,
        Self::Bitwise,
        Self::Shift,
        Self::Comparison,
        Self::Logical,
        Self::Conversion,
        Self::Call,
        Self::Assignment,
        Self::Choice,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Arithmetic => "arithmetic",
            Self::Bitwise => "bitwise",
            Self::Shift => "shift",
            Self::Comparison => "comparison",
            Self::Logical => "logical",
            Self::Conversion => "conversion",
            Self::Call => "call",
            Self::Assignment => "assignment",
            Self::Choice => "choice",
        }
    }

    /// The kind of an expression that computes a value.
    fn of(kind: &ExprKind) -> Option<Self> {
        Some(match kind {
            ExprKind::Load(_) | ExprKind::Member { .. } => Self::Read,
            ExprKind::Unary { op, .. } => match op {
                UnaryOp::Neg | UnaryOp::Plus => Self::Arithmetic,
                UnaryOp::BitNot => Self::Bitwise,
                UnaryOp::Not => Self::Logical,
            },
            ExprKind::Binary { op, .. } => match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
                    Self::Arithmetic
                }
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Self::Bitwise,
                BinaryOp::Shl | BinaryOp::Shr => Self::Shift,
                _ => Self::Comparison,
            },
            ExprKind::Logical { .. } => Self::Logical,
            ExprKind::Cast { .. } => Self::Conversion,
            ExprKind::Call { .. } => Self::Call,
            ExprKind::Assign { .. } | ExprKind::AssignOp { .. } | ExprKind::IncDec { .. } => {
                Self::Assignment
            }
            ExprKind::Conditional { .. } | ExprKind::Comma { .. } => Self::Choice,
            _ => return None,
        })
    }
}

/// An expression that can be wrong.
#[derive(Copy, Clone, Debug)]
pub struct ProgramSite {
    pub func: FuncId,
    pub expr: ExprId,
    pub kind: SiteKind,
    shape: IntShape,
}

impl ProgramSite {
    /// How many bits can be wrong: those of its type, or one where the value is 0 or 1. Of 128 bits
    /// it is the lower half.
    pub fn bits(self) -> u32 {
        match self.kind {
            SiteKind::Comparison | SiteKind::Logical => 1,
            _ => u32::from(self.shape.bits).min(u64::BITS),
        }
    }

    /// What flips a bit: of a signed type, the highest one is all above it as well, since the machine
    /// holds values with their sign.
    pub fn flip(self, bit: u32) -> u64 {
        let flipped = 1 << bit;
        if u32::from(self.shape.bits) > u64::BITS { flipped } else { self.shape.wrap_word(flipped) }
    }
}

/// The expressions among those executed that can be wrong.
pub fn sites(program: &Program, executed: &BTreeMap<(FuncId, ExprId), u64>) -> Vec<ProgramSite> {
    let mut sites = Vec::new();
    let mut of_function: Option<(FuncId, Vec<Option<Use>>)> = None;
    for &(func, expr) in executed.keys() {
        let Some(body) = &program.functions[func].body else { continue };
        if of_function.as_ref().is_none_or(|(known, _)| *known != func) {
            of_function = Some((func, uses(body)));
        }
        let Some((_, uses)) = &of_function else { continue };
        let node = &body.exprs[expr];
        let Some(kind) = SiteKind::of(&node.kind) else { continue };
        let Some(shape) = shape(program, node.ty.ty) else { continue };
        let unused = kind == SiteKind::Assignment
            && matches!(uses.get(expr.index()).copied().flatten(), Some(Use::Discarded));
        if !unused && !is_constant(body, expr) {
            sites.push(ProgramSite { func, expr, kind, shape });
        }
    }
    sites
}

/// How the machine holds values of an arithmetic type.
fn shape(program: &Program, ty: TypeId) -> Option<IntShape> {
    if let Some(kind) = program.types.as_int(ty) {
        return Some(IntShape::of(&program.target, kind));
    }
    let bits = match program.types.as_float(ty)? {
        FloatKind::Float => 32,
        FloatKind::Double | FloatKind::LongDouble => 64,
    };
    Some(IntShape { bits, signed: false })
}

/// Whether nothing but constants is in it: compilers compute it once and for all.
fn is_constant(body: &Body, expr: ExprId) -> bool {
    body.exprs.under(expr).all(|(_, node)| {
        let leaf = matches!(
            node.kind,
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::SizeOf(_) | ExprKind::AlignOf(_)
        );
        let pure = matches!(
            node.kind,
            ExprKind::Unary { .. }
                | ExprKind::Binary { .. }
                | ExprKind::Logical { .. }
                | ExprKind::Cast { .. }
                | ExprKind::Conditional { .. }
        );
        leaf || pure
    })
}

/// What becomes of the value of an expression.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Use {
    /// It is an operand.
    Operand(ExprId),
    /// Nothing.
    Discarded,
    /// It decides which way control goes.
    Decides,
    /// A local variable begins with it.
    Initialises(LocalId),
    /// It is returned.
    Returned,
}

/// What becomes of the value of each expression of a function.
pub fn uses(body: &Body) -> Vec<Option<Use>> {
    let mut uses = vec![None; body.exprs.len()];
    let mut roots: Vec<(ExprId, Use)> = Vec::new();
    for (id, local) in body.locals.enumerate() {
        if let Some(init) = &local.init {
            init.for_each_expr(|e| roots.push((e, Use::Initialises(id))));
        }
    }
    if let Some(root) = body.root {
        for (_, kind) in body.stmts_under(root) {
            let step = match kind {
                StmtKind::For { step, .. } => *step,
                _ => None,
            };
            kind.for_each_expr(|e| {
                let becomes = match kind {
                    StmtKind::Expr(_) => Use::Discarded,
                    StmtKind::Return(_) => Use::Returned,
                    _ if step == Some(e) => Use::Discarded,
                    _ => Use::Decides,
                };
                roots.push((e, becomes));
            });
        }
    }
    for (root, becomes) in roots {
        uses[root.index()] = Some(becomes);
        for (id, node) in body.exprs.under(root) {
            let own = uses[id.index()];
            let is_void = matches!(node.kind, ExprKind::Cast { .. }) && own == Some(Use::Discarded);
            node.for_each_child(|child| {
                let discards = match node.kind {
                    ExprKind::Comma { lhs, .. } if lhs == child => true,
                    // The right side of a comma, or what is cast to void, has the fate of the whole.
                    ExprKind::Comma { .. } => own == Some(Use::Discarded),
                    _ => is_void,
                };
                let becomes = if discards { Use::Discarded } else { Use::Operand(id) };
                uses[child.index()] = Some(becomes);
            });
        }
    }
    uses
}
