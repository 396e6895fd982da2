//! Integer constants: mostly the values at which compilers go wrong.

use super::Grower;
use super::policies::Special;
use brinell_choice::Choices;
use brinell_lang::arith::IntShape;
use brinell_lang::{Bits, IntKind};

impl Grower<'_> {
    /// A value for a constant of the type, as a canonical pattern.
    pub(super) fn draw_value(&mut self, kind: IntKind) -> Bits {
        if kind == IntKind::Bool {
            return self.choices.bits(1).into();
        }
        let shape = IntShape::of(self.target(), kind);
        if self.policy().special == Special::Ones {
            let ones = self.draw_ones(shape);
            return shape.wrap(Bits::new(ones));
        }
        let weights = [
            self.config.weight_constant_small,
            self.config.weight_constant_power,
            self.config.weight_constant_limit,
            self.config.weight_constant_short,
            self.config.weight_constant_any,
        ];
        let drawn = match self.policy().special {
            Special::Small => 0,
            Special::Limit => 2,
            Special::Any | Special::Ones => self.draw(0, &weights),
        };
        let value = match drawn {
            // small
            0 => i128::from(self.choices.range(-8, 10)) as u128,
            // a power of two, give or take one
            1 => {
                let bit = self.choices.below(u32::from(shape.bits));
                (1u128 << bit).wrapping_add_signed(self.choices.range(-1, 1).into())
            }
            // the limits
            2 => {
                let lower = self.choices.chance(self.config.lower_limit_percent);
                let limit = if lower { shape.min() } else { shape.max() };
                (limit as u128).wrapping_add_signed(self.choices.range(-1, 1).into())
            }
            // few significant bits
            3 => {
                let width = 1 + self.choices.below(u32::from(shape.bits));
                draw_bits(self.choices, width)
            }
            _ => draw_bits(self.choices, shape.bits.into()),
        };
        shape.wrap(Bits::new(value))
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

/// So many random bits, up to 128.
fn draw_bits(choices: &mut Choices, width: u32) -> u128 {
    let low = choices.bits(width.min(64));
    let high = if width > 64 { choices.bits(width - 64) } else { 0 };
    u128::from(high) << 64 | u128::from(low)
}
