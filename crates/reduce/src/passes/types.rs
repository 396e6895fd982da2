//! Types of variables: without qualifiers, shorter arrays, scalars for arrays, `int` for other
//! numbers and for pointers, what is pointed to for pointers, no `static`.

use super::Pass;
use crate::view::View;
use brinell_lang::{IntKind, Linkage, Program, QualType, Quals, Type};
use brinell_transform::{Edit, Object, ObjectEdit};

pub const PASS: Pass = Pass { name: "types", rounds: 5 + LENGTHS + 4, apart: false, propose };

/// Rounds that make arrays shorter, by half as much each: from 2 to the power of 19 elements on.
/// The same search as that for [constants](super::constants).
const LENGTHS: usize = 20;
const LAST_LENGTH: usize = 5 + LENGTHS - 1;

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    match round {
        0 => [Quals::VOLATILE, Quals::CONST].map(Edit::Unqualify).to_vec(),
        1 => kinds(program).into_iter().map(Edit::IntFor).collect(),
        _ => variables(program)
            .into_iter()
            .filter_map(|variable| edit(program, &variable, round))
            .collect(),
    }
}

struct Typed {
    object: Object,
    ty: QualType,
    hidden: bool,
    aligned: bool,
}

fn edit(program: &Program, variable: &Typed, round: usize) -> Option<Edit> {
    let array = program.types.as_array(variable.ty.ty);
    let len = array.and_then(|(_, len)| len);
    let leaf = program.types.innermost(variable.ty);
    let edit = match round {
        2 => Some(ObjectEdit::Plain),
        3 => array.map(|_| ObjectEdit::Element),
        4 => len.filter(|len| *len > 1).map(|_| ObjectEdit::Length(1)),
        5..=LAST_LENGTH => {
            let less = 1 << (LAST_LENGTH - round);
            len.filter(|len| *len > less).map(|len| ObjectEdit::Length(len - less))
        }
        _ if round == LAST_LENGTH + 1 => variable.hidden.then_some(ObjectEdit::External),
        _ if round == LAST_LENGTH + 2 => variable.aligned.then_some(ObjectEdit::NoAlign),
        _ if round == LAST_LENGTH + 3 => {
            let types = &program.types;
            let fits = |to: QualType| match types.as_record(to.ty) {
                Some(record) => types.records[record].fields.is_some(),
                None => types.is_scalar(to.ty),
            };
            types.pointee(variable.ty.ty).filter(|to| fits(*to)).map(|_| ObjectEdit::Pointee)
        }
        _ => match program.types.get(leaf.ty) {
            Type::Int(IntKind::Int) => None,
            Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Pointer(_) => {
                Some(ObjectEdit::Int)
            }
            _ => None,
        },
    };
    edit.map(|edit| Edit::Object(variable.object, edit))
}

fn variables(program: &Program) -> Vec<Typed> {
    let mut all = Vec::new();
    for (id, global) in program.globals.enumerate() {
        all.push(Typed {
            object: Object::Global(id),
            ty: global.ty,
            hidden: global.linkage != Linkage::External,
            aligned: global.align.is_some(),
        });
    }
    for (f, function) in program.functions.enumerate() {
        for (l, local) in function.body.iter().flat_map(|body| body.locals.enumerate()) {
            all.push(Typed {
                object: Object::Local(f, l),
                ty: local.ty,
                hidden: false,
                aligned: local.align.is_some(),
            });
        }
    }
    all
}

/// Integer types that can become `int` everywhere: not those in the prototypes of the library, nor
/// plain `char`, which strings are made of.
fn kinds(program: &Program) -> Vec<IntKind> {
    let mut fixed = vec![IntKind::Int, IntKind::Char];
    let mut todo: Vec<_> =
        program.functions.iter().filter(|f| f.body.is_none()).map(|f| f.ty).collect();
    while let Some(ty) = todo.pop() {
        match program.types.get(ty) {
            Type::Int(kind) => fixed.push(*kind),
            derived => derived.for_each_base(|base| todo.push(base)),
        }
    }
    let used = IntKind::WITH_INT128
        .into_iter()
        .filter(|kind| program.types.find(&Type::Int(*kind)).is_some());
    used.filter(|kind| !fixed.contains(kind)).collect()
}
