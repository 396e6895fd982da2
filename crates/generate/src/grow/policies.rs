//! Policies: what the code of a region has in common (YARPGen, section 3.3).
//!
//! Rules of optimisers need several operators of one family side by side, constants that fit each
//! other, and subexpressions that occur twice. Independent draws seldom make them. So statements and
//! operands may follow policies of their own, which skew the operators, the leaves and the constants
//! of all that is written in them. Regions nest: what an inner one has no policy about follows the
//! outer one.

use super::Grower;
use super::rows::ExprRow;
use crate::config::Config;
use brinell_lang::arith::IntShape;
use brinell_lang::{BinaryOp, Bits, UnaryOp};

/// Which operators integer expressions have.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum OperatorContext {
    /// All of them.
    #[default]
    Any,
    /// `+`, `-` and negation.
    Additive,
    /// `&`, `|`, `^` and complement.
    Bitwise,
    /// `&&`, `||`, `!` and comparisons.
    Logical,
    /// `*`, `/` and `%`.
    Multiplicative,
    /// Bitwise operators and shifts.
    Shifting,
    /// Additive and multiplicative ones.
    Arithmetic,
}

/// What the leaves of integer expressions are.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Leaves {
    /// As the weights say.
    #[default]
    Any,
    /// Constants.
    Constant,
    /// Half of them constants.
    Half,
    /// Variables nearly always.
    Variable,
}

/// Which constants there are.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Special {
    /// All kinds.
    #[default]
    Any,
    /// Small ones.
    Small,
    /// Limits of the type.
    Limit,
    /// Runs of ones, and of zeros.
    Ones,
}

/// The policies that a region follows.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Policy {
    pub operators: OperatorContext,
    pub leaves: Leaves,
    pub special: Special,
}

impl OperatorContext {
    /// Whether an operator of arithmetic belongs to it.
    pub const fn has(self, op: BinaryOp) -> bool {
        use BinaryOp::*;
        let additive = matches!(op, Add | Sub);
        let bitwise = matches!(op, And | Or | Xor);
        let multiplicative = matches!(op, Mul | Div | Rem);
        match self {
            // Arithmetic in a logical context is what is compared: any.
            Self::Any | Self::Logical => true,
            Self::Additive => additive,
            Self::Bitwise => bitwise,
            Self::Multiplicative => multiplicative,
            Self::Shifting => bitwise || op.is_shift(),
            Self::Arithmetic => additive || multiplicative,
        }
    }

    /// Whether a unary operator belongs to it.
    pub const fn has_unary(self, op: UnaryOp) -> bool {
        match self {
            Self::Any => true,
            Self::Additive | Self::Arithmetic => matches!(op, UnaryOp::Neg | UnaryOp::Plus),
            Self::Bitwise | Self::Shifting => matches!(op, UnaryOp::BitNot),
            Self::Logical => matches!(op, UnaryOp::Not),
            Self::Multiplicative => false,
        }
    }
}

impl Policy {
    /// The weight of a production of integers in this region.
    pub fn weigh(self, row: &ExprRow, weight: u32) -> u32 {
        let logical = matches!(
            row.name,
            "expr_comparison"
                | "expr_logical"
                | "expr_pointer_comparison"
                | "expr_pointer_order"
                | "expr_float_comparison"
        );
        let of_context = match self.operators {
            OperatorContext::Any => 1,
            OperatorContext::Logical => u32::from(row.name != "expr_binary"),
            OperatorContext::Multiplicative => u32::from(!logical && row.name != "expr_unary"),
            _ => u32::from(!logical),
        };
        let of_leaf = match (self.leaves, row.name) {
            // There are twice as many variables as constants by weight.
            (Leaves::Constant | Leaves::Half, "expr_constant") => 3,
            (Leaves::Constant, "expr_variable") | (Leaves::Variable, "expr_constant") => 0,
            _ => 1,
        };
        weight * of_context * of_leaf
    }

    /// How likely it is, in percent, that a leaf is a variable.
    pub const fn variable_percent(self, config: &Config) -> u32 {
        match self.leaves {
            Leaves::Any => config.leaf_variable_percent,
            Leaves::Constant => 0,
            Leaves::Half => 50,
            Leaves::Variable => 95,
        }
    }
}

impl Grower<'_> {
    /// The policies at the point where we write.
    pub(super) fn policy(&self) -> Policy {
        self.function().point.policy
    }

    /// Lets something be written that may follow policies of its own, with this probability.
    pub(super) fn in_region<T>(&mut self, percent: u32, write: impl FnOnce(&mut Self) -> T) -> T {
        if !self.config.policies || !self.choices.chance(percent) {
            return write(self);
        }
        let outer = self.policy();
        let policy = self.draw_policy(outer);
        self.function_mut().point.policy = policy;
        let written = write(self);
        self.function_mut().point.policy = outer;
        written
    }

    fn draw_policy(&mut self, outer: Policy) -> Policy {
        use OperatorContext::*;
        let c = self.config;
        let contexts = [
            (Any, c.weight_context_any),
            (Additive, c.weight_context_additive),
            (Bitwise, c.weight_context_bitwise),
            (Logical, c.weight_context_logical),
            (Multiplicative, c.weight_context_multiplicative),
            (Shifting, c.weight_context_shifting),
            (Arithmetic, c.weight_context_arithmetic),
        ];
        let leaves = [
            (Leaves::Any, c.weight_leaves_any),
            (Leaves::Constant, c.weight_leaves_constant),
            (Leaves::Half, c.weight_leaves_half),
            (Leaves::Variable, c.weight_leaves_variable),
        ];
        let special = [
            (Special::Any, c.weight_special_any),
            (Special::Small, c.weight_special_small),
            (Special::Limit, c.weight_special_limit),
            (Special::Ones, c.weight_special_ones),
        ];
        let drawn = Policy {
            operators: self.draw_one(&contexts),
            leaves: self.draw_one(&leaves),
            special: self.draw_one(&special),
        };
        Policy {
            operators: if drawn.operators == Any { outer.operators } else { drawn.operators },
            leaves: if drawn.leaves == Leaves::Any { outer.leaves } else { drawn.leaves },
            special: if drawn.special == Special::Any { outer.special } else { drawn.special },
        }
    }

    fn draw_one<T: Copy>(&mut self, of: &[(T, u32)]) -> T {
        let weights: Vec<u32> = of.iter().map(|(_, weight)| *weight).collect();
        of[self.draw(0, &weights)].0
    }

    /// A run of ones in a type, or one of zeros.
    pub(super) fn draw_ones(&mut self, shape: IntShape) -> u128 {
        let bits = u32::from(shape.bits);
        let length = 1 + self.choices.below(bits);
        let from = self.choices.below(bits - length + 1);
        let ones = (u128::MAX >> (128 - length)) << from;
        if self.choices.bits(1) == 1 { !ones } else { ones }
    }

    /// A constant that was used before in the function, its negation or its complement.
    pub(super) fn reused_constant(&mut self, shape: IntShape) -> Option<Bits> {
        let percent = self.config.reuse_constant_percent;
        if !self.config.policies || !self.choices.chance(percent) {
            return None;
        }
        let constants = &self.scope.function().constants;
        let last = constants.len().checked_sub(1)?;
        // The latest ones are near by.
        let back = self.choices.below(LATEST.min(constants.len() as u32)) as usize;
        let value = constants[last - back];
        let value = match self.choices.below(3) {
            0 => value,
            1 => value.wrapping_neg(),
            _ => !value,
        };
        Some(shape.wrap(Bits::new(value)))
    }

    /// Remembers a constant that was drawn.
    pub(super) fn remember_constant(&mut self, value: Bits) {
        if self.config.reuse_constant_percent > 0 {
            self.function_mut().constants.push(value.unsigned());
        }
    }
}

/// How many of the constants used before are near enough to be used again: a statement or two have
/// so many.
const LATEST: u32 = 12;
