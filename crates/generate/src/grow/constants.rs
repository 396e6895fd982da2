//! Integer constants: mostly the values at which compilers go wrong.

use super::policies::Special;
use super::{Grower, weighted_or};
use crate::config::Config;
use brinell_choice::Choices;
use brinell_lang::arith::IntShape;
use brinell_lang::{Bits, IntKind};

impl Grower<'_> {
    /// A value for a constant of the type, as a canonical pattern.
    pub(super) fn draw_value(&mut self, kind: IntKind) -> Bits {
        let shape = IntShape::of(self.target(), kind);
        if self.policy().special == Special::Ones && kind != IntKind::Bool {
            let ones = self.draw_ones(shape);
            return shape.wrap(Bits::new(ones));
        }
        let only = match self.policy().special {
            Special::Small => Some(SMALL),
            Special::Limit => Some(LIMIT),
            Special::Any | Special::Ones => None,
        };
        draw_integer(self.choices, self.config, kind, shape, only)
    }

    /// The type of a constant in the text: `int` or wider.
    pub(super) fn constant_kind(&mut self) -> IntKind {
        if self.enumerates() {
            return self.enumerated_constant_kind();
        }
        let kind = self.draw_int_kind();
        if kind.rank() < IntKind::Int.rank() { self.target().promote(kind) } else { kind }
    }
}

/// Small numbers, and the limits of the type, among the kinds of constants.
const SMALL: usize = 0;
const LIMIT: usize = 2;

/// A value for a constant of a type with this shape, as a canonical pattern; of any kind, or of one.
pub fn draw_integer(
    choices: &mut Choices,
    config: &Config,
    kind: IntKind,
    shape: IntShape,
    only: Option<usize>,
) -> Bits {
    if kind == IntKind::Bool {
        return choices.bits(1).into();
    }
    let weights = [
        config.weight_constant_small,
        config.weight_constant_power,
        config.weight_constant_limit,
        config.weight_constant_short,
        config.weight_constant_any,
    ];
    let drawn = only.unwrap_or_else(|| weighted_or(choices, SMALL, &weights));
    let value = match drawn {
        // small
        SMALL => i128::from(choices.range(-8, 10)) as u128,
        // a power of two, give or take one
        1 => {
            let bit = choices.below(u32::from(shape.bits));
            (1u128 << bit).wrapping_add_signed(choices.range(-1, 1).into())
        }
        // the limits
        LIMIT => {
            let lower = choices.chance(config.lower_limit_percent);
            let limit = if lower { shape.min() } else { shape.max() };
            (limit as u128).wrapping_add_signed(choices.range(-1, 1).into())
        }
        // few significant bits
        3 => {
            let width = 1 + choices.below(u32::from(shape.bits));
            draw_bits(choices, width)
        }
        _ => draw_bits(choices, shape.bits.into()),
    };
    shape.wrap(Bits::new(value))
}

/// So many random bits, up to 128.
fn draw_bits(choices: &mut Choices, width: u32) -> u128 {
    let low = choices.bits(width.min(64));
    let high = if width > 64 { choices.bits(width - 64) } else { 0 };
    u128::from(high) << 64 | u128::from(low)
}
