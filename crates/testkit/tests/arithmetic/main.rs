//! Integer arithmetic: every operator on every pair of integer types, with operands near the
//! limits. `lang`'s rules are compared with a second reading of the standard, for all targets and
//! also where the behaviour is undefined, and with compiled code where it is defined.

mod forms;
mod native;
mod reference;

use brinell_lang::arith::IntShape;
use brinell_lang::{IntKind, Target, TargetName};
use brinell_testkit::Random;
use brinell_toolchain::Family;
use forms::{Form, evaluate};

const SEED: u64 = 0xa517;

/// Operands of a type, as canonical patterns: its limits, small numbers, powers of two, the widths
/// that shifts trip over, and noise.
fn operands(target: &Target, kind: IntKind, random: &mut Random) -> Vec<u64> {
    let shape = IntShape::of(target, kind);
    let bits = i128::from(shape.bits);
    let mut values = vec![shape.min(), shape.min() + 1, shape.max() - 1, shape.max(), -1, 0, 1, 2];
    values.extend([bits - 1, bits, target.int_bits(IntKind::Int).into(), 31, 63]);
    values.extend([1 << (bits / 2), 1 << (bits - 1).max(1) >> 1]);
    values.extend((0..3).map(|_| i128::from(random.bits() >> random.below(64))));
    values.retain(|value| shape.holds(*value));
    values.sort_unstable();
    values.dedup();
    values.into_iter().map(|value| value as u64).collect()
}

/// All operands, by the position of the type in [`IntKind::ALL`].
fn all_operands(target: &Target) -> Vec<Vec<u64>> {
    let mut random = Random::new(SEED);
    IntKind::ALL.iter().map(|kind| operands(target, *kind, &mut random)).collect()
}

#[test]
fn lang_agrees_with_the_standard_on_every_target() {
    for name in TargetName::ALL {
        let target = Target::named(name);
        let operands = all_operands(&target);
        let mut undefined = 0;
        for form in Form::all() {
            for (left, lhs) in IntKind::ALL.into_iter().enumerate() {
                for (right, rhs) in IntKind::ALL.into_iter().enumerate() {
                    if form.is_unary() && lhs != rhs {
                        continue;
                    }
                    assert_eq!(
                        forms::result_type(&target, form, lhs, rhs),
                        reference::result_type(&target, form, lhs, rhs),
                        "type of {form:?} on {lhs:?}, {rhs:?} for {name:?}"
                    );
                    for &a in &operands[left] {
                        for &b in &operands[right] {
                            let ours = evaluate(&target, form, (lhs, a), (rhs, b)).ok();
                            let reference = reference::evaluate(
                                &target,
                                form,
                                (lhs, IntShape::of(&target, lhs).word_value(a)),
                                (rhs, IntShape::of(&target, rhs).word_value(b)),
                            );
                            undefined += u32::from(reference.is_none());
                            assert_eq!(
                                ours,
                                reference.map(|values| values.map(|value| value as u64)),
                                "{form:?} on {lhs:?} {a:#x}, {rhs:?} {b:#x} for {name:?}"
                            );
                        }
                    }
                }
            }
        }
        assert!(undefined > 10_000, "the operands reach the rules");
    }
}

#[test]
fn lang_agrees_with_gcc_lp64() {
    native::agrees(TargetName::Lp64, Family::Gcc);
}

#[test]
fn lang_agrees_with_gcc_ilp32() {
    native::agrees(TargetName::Ilp32, Family::Gcc);
}

#[test]
fn lang_agrees_with_clang_lp64() {
    native::agrees(TargetName::Lp64, Family::Clang);
}

#[test]
fn lang_agrees_with_clang_ilp32() {
    native::agrees(TargetName::Ilp32, Family::Clang);
}
