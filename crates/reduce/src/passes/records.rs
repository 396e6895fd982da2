//! Structs and unions: fields that go away (reading them gives zero), no bit-fields, no packing, no
//! qualifiers, elements for arrays, plain `int`.

use super::Pass;
use crate::view::View;
use brinell_lang::RecordKind;
use brinell_transform::{Edit, FieldEdit, RecordEdit};

pub const PASS: Pass = Pass { name: "records", rounds: 7, apart: false, propose };

const FIELD_EDITS: [FieldEdit; 5] =
    [FieldEdit::Drop, FieldEdit::NoBits, FieldEdit::Plain, FieldEdit::Element, FieldEdit::Int];

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    let mut edits = Vec::new();
    for (id, record) in program.types.records.enumerate() {
        let Some(fields) = &record.fields else { continue };
        let union = record.kind == RecordKind::Union;
        let plain = !record.packed && record.pragma_pack.is_none() && record.align.is_none();
        match round {
            0 if !plain => edits.push(Edit::Record(id, RecordEdit::Plain)),
            1 if union => edits.push(Edit::Record(id, RecordEdit::Struct)),
            2..=6 => {
                let edit = FIELD_EDITS[round - 2];
                for (i, field) in fields.iter().enumerate() {
                    let fits = match edit {
                        FieldEdit::NoBits => field.bits.is_some(),
                        FieldEdit::Element => program.types.as_array(field.ty.ty).is_some(),
                        _ => true,
                    };
                    if fits {
                        edits.push(Edit::Field(id, i as u32, edit));
                    }
                }
            }
            _ => {}
        }
    }
    edits
}
