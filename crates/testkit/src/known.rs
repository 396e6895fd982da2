//! Where compilers really disagree with each other about layout. gcc is our model; these records
//! are not compared with clang. The list is complete for the random records of this crate.

use brinell_lang::{Field, Layouts, Record, RecordId, Type, Types};

/// Why clang lays out the record unlike gcc; also for a record that contains such a one.
pub fn known_difference(types: &Types, layouts: &Layouts, id: RecordId) -> Option<&'static str> {
    let record = &types.records[id];
    let fields = record.fields.as_deref().unwrap_or_default();
    fields.iter().find_map(|field| {
        let mut ty = field.ty.ty;
        while let Type::Array { elem, .. } = types.get(ty) {
            ty = elem.ty;
        }
        match types.as_record(ty) {
            Some(inner) => known_difference(types, layouts, inner),
            None => rule(layouts, record, field),
        }
    })
}

fn rule(layouts: &Layouts, record: &Record, field: &Field) -> Option<&'static str> {
    let width = field.bits?;
    let explicit = field.align?;
    let type_align = layouts.align(field.ty.ty)?;
    if record.pragma_pack.is_some_and(|pack| explicit > pack.into()) {
        return Some("beyond `#pragma pack`, clang ignores `aligned` on a bit-field; gcc caps it");
    }
    if width == 64 && type_align == 4 {
        return Some("gcc aligns i386's 64-bit bit-fields with any `aligned` to 8; clang does not");
    }
    if record.packed || field.packed || record.pragma_pack.is_some() {
        return None;
    }
    if explicit < type_align {
        return Some(
            "gcc moves a bit-field to the boundary that `aligned` asks for and then looks whether \
             it still fits its unit; clang looks first and does not look again",
        );
    }
    None
}
