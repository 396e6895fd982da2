//! Types as C text. Independent of the crate `print`, so that it can check it.

use brinell_lang::{Field, FloatKind, Record, RecordId, RecordKind, Type, TypeId, Types};
use std::fmt::Write as _;

/// A declaration of `name` with the given type, without a semicolon. Qualifiers are left out.
pub fn declare(types: &Types, ty: TypeId, name: &str) -> String {
    let mut declarator = name.to_owned();
    let mut at = ty;
    loop {
        match types.get(at) {
            Type::Array { elem, len } => {
                let len = len.map_or_else(String::new, |n| n.to_string());
                write!(declarator, "[{len}]").expect("a string");
                at = elem.ty;
            }
            Type::Pointer(to) => {
                let inner = matches!(types.get(to.ty), Type::Array { .. } | Type::Function(_));
                declarator =
                    if inner { format!("(*{declarator})") } else { format!("*{declarator}") };
                at = to.ty;
            }
            Type::Function(function) => {
                let params: Vec<_> =
                    function.params.iter().map(|p| declare(types, *p, "")).collect();
                let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
                write!(declarator, "({params})").expect("a string");
                at = function.ret;
            }
            _ => return format!("{} {declarator}", base(types, at)).trim_end().to_owned(),
        }
    }
}

fn base(types: &Types, ty: TypeId) -> String {
    match types.get(ty) {
        Type::Void => "void".to_owned(),
        Type::Int(kind) => kind.spelling().to_owned(),
        Type::Float(FloatKind::Float) => "float".to_owned(),
        Type::Float(FloatKind::Double) => "double".to_owned(),
        Type::Float(FloatKind::LongDouble) => "long double".to_owned(),
        Type::Enum(id) => {
            format!("enum {}", types.enums[*id].name.as_deref().expect("test enums have tags"))
        }
        Type::Record(id) => {
            let record = &types.records[*id];
            match &record.name {
                Some(name) => format!("{} {name}", keyword(record)),
                None => body(types, record),
            }
        }
        Type::Opaque(name) => name.clone(),
        Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => {
            unreachable!("declare takes derived types apart")
        }
    }
}

const fn keyword(record: &Record) -> &'static str {
    match record.kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}

/// The definition of a record, pragma and attributes included. Members of unnamed record type are
/// defined in place.
pub fn define_record(types: &Types, id: RecordId) -> String {
    let record = &types.records[id];
    let body = body(types, record);
    match record.pragma_pack {
        Some(pack) => format!("#pragma pack(push, {pack})\n{body};\n#pragma pack(pop)\n"),
        None => format!("{body};\n"),
    }
}

fn body(types: &Types, record: &Record) -> String {
    let mut text = keyword(record).to_owned();
    if let Some(name) = &record.name {
        write!(text, " {name}").expect("a string");
    }
    text.push_str(" {\n");
    for field in record.fields.as_ref().expect("test records are complete") {
        text.push_str(&member(types, field));
    }
    text.push('}');
    text.push_str(&attributes(record.packed, record.align));
    text
}

fn member(types: &Types, field: &Field) -> String {
    let mut text =
        format!("\t{}", declare(types, field.ty.ty, field.name.as_deref().unwrap_or("")));
    if let Some(width) = field.bits {
        write!(text, " : {width}").expect("a string");
    }
    text.push_str(&attributes(field.packed, field.align));
    text.push_str(";\n");
    text
}

fn attributes(packed: bool, align: Option<u32>) -> String {
    let aligned = align.map(|n| format!("aligned({n})"));
    let list: Vec<_> = packed.then(|| "packed".to_owned()).into_iter().chain(aligned).collect();
    if list.is_empty() { String::new() } else { format!(" __attribute__(({}))", list.join(", ")) }
}
