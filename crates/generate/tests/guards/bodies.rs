//! The bodies of the wrappers: exact for all operands of 8 bits, and at the limits everywhere.

use super::support::integer_wrappers;
use brinell_generate::guards::{Operation, Wrapper};
use brinell_lang::arith::IntShape;
use brinell_lang::{
    Bits, Dialect, ExprId, ExprKind, Exprs, FuncId, IntKind, Program, StmtKind, Target, TargetName,
    check, eval_int,
};

/// A wrapper to be called with constants: its expression, with the places of its parameters.
struct Call {
    program: Program,
    exprs: Exprs,
    value: ExprId,
    loads: [Vec<ExprId>; 2],
    shapes: [IntShape; 2],
}

impl Call {
    fn new(wrapper: Wrapper, target: &Target) -> Self {
        let mut program = Program::new(target.clone(), Dialect::C17);
        let function = wrapper.add_to(&mut program, false);
        assert_eq!(check(&program), [], "{}", wrapper.name(false));
        let body = program.functions[function].body.clone().unwrap();
        let value = body
            .stmts
            .iter()
            .find_map(|s| if let StmtKind::Return(value) = s.kind { value } else { None })
            .unwrap();
        let mut loads = [vec![], vec![]];
        for (id, expr) in body.exprs.enumerate() {
            if let ExprKind::Load(place) = expr.kind
                && let ExprKind::Local(local) = body.exprs[place].kind
            {
                loads[local.0 as usize].push(id);
            }
        }
        let shape = |kind| IntShape::of(target, kind);
        let shapes = [shape(wrapper.left()), shape(wrapper.right().unwrap_or(wrapper.left()))];
        Self { program, exprs: body.exprs, value, loads, shapes }
    }

    fn set(&mut self, param: usize, value: i128) {
        let bits = self.shapes[param].wrap(value.into());
        for load in &self.loads[param] {
            self.exprs[*load].kind = ExprKind::Int(bits);
        }
    }

    /// The value of the expression; any undefined operation in it is an error.
    fn value(&self) -> Bits {
        eval_int(&self.program.types, &self.program.target, &self.exprs, self.value)
            .unwrap_or_else(|e| panic!("a guard is undefined itself: {e:?}"))
    }

    /// What the wrapper must give: the raw operation, or the left operand.
    fn expected(&self, wrapper: Wrapper, a: i128, b: i128) -> Bits {
        let [left, right] = self.shapes;
        let (x, y) = (left.wrap(a.into()), right.wrap(b.into()));
        let raw = match wrapper.operation() {
            Operation::Neg => left.neg(x),
            Operation::Binary(op) if op.is_shift() => left.shift(op, x, right.clamped_value(y)),
            Operation::Binary(op) => left.binary(op, x, y),
            Operation::Convert => unreachable!("conversions have a test of their own"),
        };
        raw.unwrap_or(x)
    }
}

fn holds_for(wrapper: Wrapper, target: &Target, lefts: &[i128], rights: &[i128]) {
    let mut call = Call::new(wrapper, target);
    for &a in lefts {
        call.set(0, a);
        for &b in rights {
            call.set(1, b);
            let (found, expected) = (call.value(), call.expected(wrapper, a, b));
            assert_eq!(found, expected, "{}({a}, {b}) on {:?}", wrapper.name(false), target.name);
        }
    }
}

/// Values of a type where something changes: its ends, zero, powers of two and square roots with
/// their neighbours, and the numbers around the widths of types.
fn limits(shape: IntShape) -> Vec<i128> {
    let ends = [shape.min(), shape.min() / 2, shape.max(), shape.max() / 2, 0];
    let root = [shape.max().isqrt(), -shape.max().isqrt()];
    let widths = [8, 16, 32, 64];
    let power = 1i128 << (shape.bits / 2);
    let mut values: Vec<i128> = ends
        .into_iter()
        .chain(root)
        .chain(widths)
        .chain([power, -power, shape.max() / 3, shape.min() / 3])
        .flat_map(|v| v.saturating_sub(1)..=v.saturating_add(1))
        .chain([2, -2, 3, -3, 7, -7])
        .filter(|v| shape.holds(*v))
        .collect();
    if shape.bits == 128 && !shape.signed {
        // The patterns of the upper half.
        values.extend([-1, -2, -64, i128::MIN, i128::MIN + 1]);
    }
    values.sort_unstable();
    values.dedup();
    values
}

#[test]
fn wrappers_are_exact_at_the_limits_on_every_target() {
    for target in TargetName::ALL.map(Target::named) {
        for wrapper in integer_wrappers(&target) {
            let values = |kind: IntKind| limits(IntShape::of(&target, kind));
            let rights = wrapper.right().map_or(vec![0], values);
            holds_for(wrapper, &target, &values(wrapper.left()), &rights);
        }
    }
}

#[test]
fn wrappers_are_exact_for_all_operands_of_eight_bits() {
    let lp64 = Target::named(TargetName::Lp64);
    let tiny = Target { short: 1, int: 1, long: 1, long_long: 1, int128: false, ..lp64 };
    for wrapper in integer_wrappers(&tiny) {
        let values = |kind: IntKind| {
            let shape = IntShape::of(&tiny, kind);
            assert_eq!(shape.bits, 8);
            (shape.min()..=shape.max()).collect::<Vec<_>>()
        };
        let rights = wrapper.right().map_or(vec![0], values);
        holds_for(wrapper, &tiny, &values(wrapper.left()), &rights);
    }
}

#[test]
fn only_what_can_be_undefined_has_a_wrapper() {
    // 4 signed types: + - * and negation; 8 types: / and %; 64 pairs: << and >>; 13 types but
    // _Bool: conversion.
    assert_eq!(Wrapper::all().count(), 4 * 4 + 8 * 2 + 64 * 2 + 13);
    let mut names: Vec<String> =
        Wrapper::all().flat_map(|w| [w.name(false), w.name(true)]).collect();
    for name in [
        "safe_add_int",
        "safe_div_unsigned_long",
        "safe_shl_int_by_unsigned_int",
        "safe_neg_long_long",
        "SAFE_REM_UNSIGNED_LONG_LONG",
        "safe_double_to_unsigned_char",
    ] {
        assert!(names.iter().any(|n| n == name), "{name}");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 2 * Wrapper::all().count());
    assert!(!names.iter().any(|n| n == "safe_add_unsigned_int" || n == "safe_neg_unsigned_int"));
}

#[test]
fn a_wrapper_has_the_type_of_its_operation() {
    let mut program = Program::new(Target::named(TargetName::Lp64), Dialect::C17);
    for wrapper in integer_wrappers(&Target::named(TargetName::Lp64)) {
        let id: FuncId = wrapper.add_to(&mut program, true);
        let function = &program.functions[id];
        let ty = program.types.as_function(function.ty).unwrap();
        assert_eq!(program.types.as_int(ty.ret), Some(wrapper.left()));
        let params: Vec<_> = ty.params.iter().filter_map(|p| program.types.as_int(*p)).collect();
        let expected: Vec<_> =
            [Some(wrapper.left()), wrapper.right()].into_iter().flatten().collect();
        assert_eq!(params, expected);
        assert!(function.as_macro);
    }
    assert_eq!(check(&program), []);
}
