//! Bit-fields wider than `int`. C11 6.7.2.1p5 leaves it to the implementation whether there are any,
//! and nothing says which type their values have after promotion: gcc gives them a type of their own
//! width, and computes in that; clang gives them their declared type. The machine does as clang does,
//! and notes where gcc's way would give something else: then, and only then, a program relies on
//! [`ImplDefined::WideBitField`](crate::ImplDefined::WideBitField), and the probe of a compiler says which way
//! it goes.

use super::{BitField, Lower};
use crate::code::{N, Node};
use brinell_lang::arith::IntShape;
use brinell_lang::{BinaryOp, ExprId, ExprKind, IntKind, UnaryOp};

impl BitField {
    /// An integer type of the field's own width.
    pub const fn shape(self) -> IntShape {
        IntShape { bits: self.width as u8, signed: self.signed }
    }
}

impl Lower<'_> {
    /// The result of an operation, watched if it has the type of a wide bit-field for gcc.
    pub fn within(&mut self, node: N, e: ExprId) -> N {
        let watched = self.tables.has_wide_bits
            && match self.expr(e).kind {
                ExprKind::Unary { op, .. } => matches!(op, UnaryOp::Neg | UnaryOp::BitNot),
                ExprKind::Binary { op, .. } => !op.is_comparison(),
                _ => false,
            };
        let shape = if watched { self.wide_type(e, 0) } else { None };
        self.within_shape(node, shape)
    }

    /// The node, watched if a shape is given.
    pub fn within_shape(&mut self, node: N, shape: Option<IntShape>) -> N {
        let loc = self.code.locs[node as usize];
        shape.map_or(node, |shape| self.push(Node::Within(shape, node), loc))
    }

    /// The type that both operands are converted to for gcc, where it matters before the result.
    pub fn wide_operands(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Option<IntShape> {
        let matters = op.is_comparison() || matches!(op, BinaryOp::Div | BinaryOp::Rem);
        if !self.tables.has_wide_bits || !matters {
            return None;
        }
        self.wide_common(lhs, rhs, 0)
    }

    /// The type of its own width that a value has for gcc, if it comes from a wide bit-field.
    fn wide_type(&self, e: ExprId, depth: u32) -> Option<IntShape> {
        // Deeper down nothing is looked for; what is lost is a note.
        if depth > 40 {
            return None;
        }
        let depth = depth + 1;
        let field = |e| self.bit_field(e).filter(|b| b.wide).map(BitField::shape);
        match self.expr(e).kind {
            ExprKind::Load(inner) => field(inner),
            ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => field(lhs),
            ExprKind::IncDec { operand, .. } => field(operand),
            ExprKind::Member { base, .. } if !self.expr(base).is_lvalue(self.exprs) => field(e),
            ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Neg | UnaryOp::BitNot, operand } => {
                self.wide_type(operand, depth)
            }
            ExprKind::Binary { op, lhs, .. } if op.is_shift() => self.wide_type(lhs, depth),
            ExprKind::Binary { op, lhs, rhs } if !op.is_comparison() => {
                self.wide_common(lhs, rhs, depth)
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                self.wide_common(then, otherwise, depth)
            }
            ExprKind::Comma { rhs, .. } => self.wide_type(rhs, depth),
            _ => None,
        }
    }

    fn wide_common(&self, a: ExprId, b: ExprId, depth: u32) -> Option<IntShape> {
        match (self.wide_type(a, depth), self.wide_type(b, depth)) {
            (Some(a), Some(b)) => Some(if a.bits >= b.bits { a } else { b }),
            (Some(a), None) => self.is_small(b).then_some(a),
            (None, Some(b)) => self.is_small(a).then_some(b),
            (None, None) => None,
        }
    }

    /// Whether an operand was no wider than `int` before the usual conversions. Of a constant that
    /// cannot always be seen.
    fn is_small(&self, e: ExprId) -> bool {
        let mut e = e;
        while let ExprKind::Cast { operand, implicit: true } = self.expr(e).kind {
            e = operand;
        }
        let int = IntShape::of(&self.tables.target, IntKind::Int);
        let shape = self.shape(self.expr(e).ty.ty);
        matches!(self.expr(e).kind, ExprKind::Int(_)) || shape.is_some_and(|s| s.bits <= int.bits)
    }
}
