//! Constants go down: to zero, to one, to minus one, to `int`, and then as far as they can; floating
//! ones lose their sign and their fraction.
//!
//! How far that is is found by halving, in a logarithmic number of candidates: each round takes half
//! as much away as the one before, from the largest power of two on down to one. Where a constant
//! can be anything from some value on, that value is what is left.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::ExprKind;
use brinell_lang::arith::IntShape;
use brinell_transform::{Edit, ExprEdit};

pub const PASS: Pass = Pass { name: "constants", rounds: BEFORE + STEPS, apart: false, propose };

/// Rounds with a value of their own.
const BEFORE: usize = 4;
/// Rounds that take a power of two away: 2 to the power of 63 is the largest.
const STEPS: usize = 64;

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    let mut edits = Vec::new();
    for site in sites::exprs(program) {
        if let ExprKind::Float(value) = site.expr.kind {
            let edit = simpler(value, round).map(|new| ExprEdit::Float(new.to_bits()));
            edits.extend(edit.map(|edit| Edit::Expr(site.owner, site.id, edit)));
            continue;
        }
        let ExprKind::Int(bits) = site.expr.kind else { continue };
        let Some(kind) = program.types.as_int(site.expr.ty.ty) else { continue };
        let value = IntShape::of(&program.target, kind).value(bits);
        let as_int = |value: i128| i32::try_from(value).ok().map(ExprEdit::Int);
        let edit = match round {
            0 if value != 0 => as_int(0),
            1 if value != 1 && value != 0 => as_int(1),
            2 if value < -1 => as_int(-1),
            3 => as_int(value),
            BEFORE.. => nearer_to_zero(value, BEFORE + STEPS - 1 - round)
                .map(|new| ExprEdit::Constant(new.into())),
            _ => None,
        };
        edits.extend(edit.map(|edit| Edit::Expr(site.owner, site.id, edit)));
    }
    edits
}

/// A floating value that reads more easily: zero, one, without its sign, without its fraction.
fn simpler(value: f64, round: usize) -> Option<f64> {
    let new = match round {
        0 => 0.0,
        1 if value != 0.0 => 1.0,
        2 => value.abs(),
        3 => value.trunc(),
        _ => return None,
    };
    (new.to_bits() != value.to_bits()).then_some(new)
}

/// A value without that power of two, where something is left of it: zero was tried before.
fn nearer_to_zero(value: i128, power: usize) -> Option<i128> {
    let step = 1_i128 << power;
    (step < value.abs()).then(|| value - step * value.signum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bound_is_met_in_a_logarithmic_number_of_steps() {
        for (from, bound) in [(169_000, 84_321), (i128::from(u64::MAX), 12_345_678_901), (3, 2)] {
            for sign in [1, -1] {
                let mut value = from * sign;
                let mut asked = 0;
                for power in (0..STEPS).rev() {
                    let Some(new) = nearer_to_zero(value, power) else { continue };
                    asked += 1;
                    if new.abs() >= bound {
                        value = new;
                    }
                }
                assert_eq!(value, bound * sign);
                assert!(asked <= 64);
            }
        }
    }
}
