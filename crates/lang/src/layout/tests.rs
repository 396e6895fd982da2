//! Layouts that need no compiler to be judged: hostile shapes and incomplete types.

use super::*;
use crate::loc::Loc;
use crate::target::TargetName;
use crate::types::{Field, FloatKind, IntKind, QualType, Record, RecordKind};

fn field(ty: TypeId) -> Field {
    Field {
        name: Some("f".to_owned()),
        ty: QualType::plain(ty),
        bits: None,
        packed: false,
        align: None,
    }
}

fn structure(types: &mut Types, fields: Option<Vec<Field>>) -> RecordId {
    types.records.push(Record {
        kind: RecordKind::Struct,
        name: None,
        fields,
        packed: false,
        pragma_pack: None,
        align: None,
        loc: Loc::default(),
    })
}

#[test]
fn deep_and_wide_nesting_costs_linear_time() {
    let target = Target::named(TargetName::Lp64);
    let mut types = Types::new();
    let mut inner = types.int(IntKind::Char);
    // Twice the size at each of the first levels, then only deeper.
    for level in 0..100_000 {
        let count = if level < 30 { 2 } else { 1 };
        let id = structure(&mut types, Some(vec![field(inner); count]));
        inner = types.record(id);
    }
    assert_eq!(size_align(&types, &target, inner), Some((1 << 30, 1)));
    assert_eq!(Layouts::new(&types, &target).size(inner), Some(1 << 30));
}

#[test]
fn absurd_sizes_are_none() {
    let target = Target::named(TargetName::Lp64);
    let mut types = Types::new();
    let mut ty = types.int(IntKind::Int);
    for _ in 0..10 {
        ty = types.array(QualType::plain(ty), Some(u64::MAX / 3));
    }
    assert_eq!(size_align(&types, &target, ty), None);
    let id = structure(&mut types, Some(vec![field(ty)]));
    assert_eq!(record_layout(&types, &target, id), None);
    let half = types.int(IntKind::Char);
    let half = types.array(QualType::plain(half), Some(MAX_SIZE - 1));
    let id = structure(&mut types, Some(vec![field(half); 3]));
    assert_eq!(record_layout(&types, &target, id), None);
}

#[test]
fn incomplete_and_self_containing_records_have_no_layout() {
    let target = Target::named(TargetName::Ilp32);
    let mut types = Types::new();
    let incomplete = structure(&mut types, None);
    assert_eq!(record_layout(&types, &target, incomplete), None);
    let incomplete = types.record(incomplete);
    let outer = structure(&mut types, Some(vec![field(incomplete)]));
    assert_eq!(record_layout(&types, &target, outer), None);
    let itself = structure(&mut types, None);
    let ty = types.record(itself);
    types.records[itself].fields = Some(vec![field(ty)]);
    assert_eq!(record_layout(&types, &target, itself), None);
}

#[test]
fn alignment_of_fundamental_types() {
    let mut types = Types::new();
    let long_long = types.int(IntKind::LongLong);
    let long_double = types.float(FloatKind::LongDouble);
    for (name, expected) in [
        (TargetName::Lp64, ((8, 8), (16, 16))),
        (TargetName::Ilp32, ((8, 4), (12, 4))),
        (TargetName::Llp64, ((8, 8), (16, 16))),
        (TargetName::Ip16, ((8, 1), (4, 1))),
        (TargetName::S390x, ((8, 8), (16, 8))),
    ] {
        let target = Target::named(name);
        let found = (
            size_align(&types, &target, long_long).unwrap(),
            size_align(&types, &target, long_double).unwrap(),
        );
        assert_eq!(found, expected, "{name:?}");
    }
}
