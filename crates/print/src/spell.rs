//! Types as C text: type names, declarators of every shape, definitions of structs, unions, enums.

use crate::constant;
use crate::names::ItemNames;
use brinell_lang::{
    Enum, EnumId, Field, FloatKind, IntKind, Program, QualType, Quals, RecordId, RecordKind,
    Target, Type, TypeId, Types,
};
use std::fmt::Write;

/// Spells types of one program.
#[derive(Copy, Clone)]
pub struct Spell<'a> {
    /// The program's types.
    pub types: &'a Types,
    /// Its data model.
    pub target: &'a Target,
    /// The names chosen.
    pub names: &'a ItemNames,
}

fn qualifiers(quals: Quals, pointer: bool) -> String {
    let mut words = Vec::new();
    if quals.is_const() {
        words.push("const");
    }
    if quals.is_volatile() {
        words.push("volatile");
    }
    if pointer && quals.contains(Quals::RESTRICT) {
        words.push("restrict");
    }
    words.join(" ")
}

impl<'a> Spell<'a> {
    /// A speller for a program.
    pub fn new(program: &'a Program, names: &'a ItemNames) -> Self {
        Self { types: &program.types, target: &program.target, names }
    }

    /// A type name, as in a cast.
    pub fn type_name(self, ty: QualType) -> String {
        self.declare(ty, "")
    }

    /// The declaration of `name` with the type, without the final semicolon.
    pub fn declare(self, ty: QualType, name: &str) -> String {
        let (base, declarator) = self.split(ty, name);
        if declarator.is_empty() { base } else { format!("{base} {declarator}") }
    }

    /// The specifiers and the declarator of a declaration of `name`.
    pub fn split(self, ty: QualType, name: &str) -> (String, String) {
        let mut at = ty;
        let mut text = name.to_owned();
        loop {
            match self.types.get(at.ty) {
                Type::Pointer(to) => {
                    let quals = qualifiers(at.quals, true);
                    let space = if quals.is_empty() || text.is_empty() { "" } else { " " };
                    text = format!("*{quals}{space}{text}");
                    if matches!(self.types.get(to.ty), Type::Array { .. } | Type::Function(_)) {
                        text = format!("({text})");
                    }
                    at = *to;
                }
                Type::Array { elem, len } => {
                    match len {
                        Some(n) => write!(text, "[{n}]"),
                        None => write!(text, "[]"),
                    }
                    .expect("writing to a string cannot fail");
                    at = elem.with(at.quals);
                }
                Type::Function(f) => {
                    let mut params: Vec<String> =
                        f.params.iter().map(|p| self.type_name(QualType::plain(*p))).collect();
                    if f.variadic {
                        params.push("...".to_owned());
                    }
                    if params.is_empty() && f.prototype {
                        params.push("void".to_owned());
                    }
                    // Without a prototype the parameters are no part of the type.
                    let list = if f.prototype { params.join(", ") } else { String::new() };
                    text = format!("{text}({list})");
                    at = QualType::plain(f.ret);
                }
                _ => break,
            }
        }
        let quals = qualifiers(at.quals, false);
        let space = if quals.is_empty() { "" } else { " " };
        (format!("{quals}{space}{}", self.base(at.ty)), text)
    }

    /// A type that is neither pointer, array nor function.
    fn base(self, ty: TypeId) -> String {
        match self.types.get(ty) {
            Type::Int(kind) => self.names.int(*kind).to_owned(),
            Type::Float(FloatKind::Float) => "float".to_owned(),
            Type::Float(FloatKind::Double) => "double".to_owned(),
            Type::Float(FloatKind::LongDouble) => "long double".to_owned(),
            Type::Enum(e) if self.is_printed_enum(*e) => format!("enum {}", self.names.enums[*e]),
            Type::Enum(e) => self.names.int(self.types.enums[*e].underlying).to_owned(),
            Type::Record(r) => self.tag(*r),
            Type::Opaque(name) => name.clone(),
            // The shapes above cannot reach here; void is what is left.
            _ => "void".to_owned(),
        }
    }

    /// `struct S` or `union U`.
    pub fn tag(self, record: RecordId) -> String {
        format!("{} {}", self.keyword(record), self.names.records[record])
    }

    fn keyword(self, record: RecordId) -> &'static str {
        match self.types.records[record].kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        }
    }

    /// Whether the definition of an enum gives it the integer type that it has here; otherwise (and
    /// where it has no constant) the integer type stands in for it.
    pub fn is_printed_enum(self, id: EnumId) -> bool {
        let e = &self.types.enums[id];
        !e.constants.is_empty() && e.underlying == natural_underlying(e)
    }

    /// The definition of an enum.
    pub fn enum_definition(self, id: EnumId) -> String {
        let e = &self.types.enums[id];
        let mut text = format!("enum {} {{\n", self.names.enums[id]);
        for (name, (_, value)) in self.names.constants[id].iter().zip(&e.constants) {
            let kind = if i32::try_from(*value).is_ok() {
                IntKind::Int
            } else if *value < 0 {
                IntKind::LongLong
            } else if u32::try_from(*value).is_ok() {
                IntKind::UInt
            } else {
                IntKind::ULongLong
            };
            let value = constant::int(self.target, (*value).into(), kind).text;
            writeln!(text, "    {name} = {value},").expect("writing to a string cannot fail");
        }
        // C99 knows the trailing comma; older readers of C do not matter here.
        text.push_str("};\n");
        text
    }

    /// The definition of a record, pragmas included.
    pub fn record_definition(self, id: RecordId) -> String {
        let record = &self.types.records[id];
        let mut text = String::new();
        if let Some(pack) = record.pragma_pack {
            writeln!(text, "#pragma pack(push, {pack})").expect("writing to a string cannot fail");
        }
        text.push_str(&self.tag(id));
        self.members(id, 1, &mut text);
        text.push_str(";\n");
        if record.pragma_pack.is_some() {
            text.push_str("#pragma pack(pop)\n");
        }
        text
    }

    /// ` { members }` and the attributes of a record.
    fn members(self, id: RecordId, depth: usize, text: &mut String) {
        let record = &self.types.records[id];
        text.push_str(" {\n");
        for (i, field) in record.fields.iter().flatten().enumerate() {
            text.push_str(&"    ".repeat(depth));
            if self.names.is_anonymous_member(self.types, field) {
                self.anonymous_member(field, depth, text);
            } else {
                let name = self.names.fields[id][i].as_deref().unwrap_or("");
                match (field.bits, self.types.get(field.ty.ty)) {
                    (Some(width), Type::Int(kind)) => {
                        text.push_str(&bit_field(field.ty.quals, *kind, name, width));
                    }
                    (Some(width), _) => {
                        let declared = self.declare(field.ty, name);
                        write!(text, "{declared} : {width}")
                            .expect("writing to a string cannot fail");
                    }
                    (None, _) => text.push_str(&self.declare(field.ty, name)),
                }
            }
            text.push_str(&attributes(field.packed, field.align));
            text.push_str(";\n");
        }
        text.push_str(&"    ".repeat(depth - 1));
        text.push('}');
        text.push_str(&attributes(record.packed, record.align));
    }

    fn anonymous_member(self, field: &Field, depth: usize, text: &mut String) {
        let Some(inner) = self.types.as_record(field.ty.ty) else { return };
        let quals = qualifiers(field.ty.quals, false);
        if !quals.is_empty() {
            text.push_str(&quals);
            text.push(' ');
        }
        text.push_str(self.keyword(inner));
        self.members(inner, depth + 1, text);
    }
}

fn attributes(packed: bool, align: Option<u32>) -> String {
    match (packed, align) {
        (false, None) => String::new(),
        (true, None) => " __attribute__((packed))".to_owned(),
        (false, Some(n)) => format!(" __attribute__((aligned({n})))"),
        (true, Some(n)) => format!(" __attribute__((packed, aligned({n})))"),
    }
}

/// The integer type that gcc and clang give an enum with these constants: `unsigned int` unless a
/// value is negative, the next wider type where that does not hold them all.
fn natural_underlying(e: &Enum) -> IntKind {
    let negative = e.constants.iter().any(|(_, v)| *v < 0);
    let fits = |v: i64| if negative { i32::try_from(v).is_ok() } else { u32::try_from(v).is_ok() };
    let narrow = e.constants.iter().all(|(_, v)| fits(*v));
    match (negative, narrow) {
        (true, true) => IntKind::Int,
        (false, true) => IntKind::UInt,
        (true, false) => IntKind::Long,
        (false, false) => IntKind::ULong,
    }
}

/// The attribute of an object with a stricter alignment than its type's.
pub fn aligned(align: Option<u32>) -> String {
    align.map_or_else(String::new, |n| format!(" __attribute__((aligned({n})))"))
}

/// A bit-field of integer type: `signed` is said, because a compiler may take plain `int` (and a
/// typedef of it) as unsigned there, and no typedef name is used, which tcc would take for a label
/// where the bit-field has no name.
fn bit_field(quals: Quals, kind: IntKind, name: &str, width: u32) -> String {
    let mut text = qualifiers(quals, false);
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(if kind == IntKind::Int { "signed int" } else { kind.spelling() });
    if !name.is_empty() {
        text.push(' ');
        text.push_str(name);
    }
    format!("{text} : {width}")
}
