//! Types: interned in one table, compared by id; qualifiers ride on [`QualType`].

use crate::ids::{Arena, EnumId, RecordId, TypeId};
use crate::loc::Loc;
use crate::target::Target;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The integer types of the standard, and the two of 128 bits that gcc and clang add where the
/// target has them.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
pub enum IntKind {
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SChar,
    /// `unsigned char`
    UChar,
    /// `short`
    Short,
    /// `unsigned short`
    UShort,
    /// `int`
    Int,
    /// `unsigned int`
    UInt,
    /// `long`
    Long,
    /// `unsigned long`
    ULong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    ULongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UInt128,
}

impl IntKind {
    /// Every integer type of the standard, by rank.
    pub const ALL: [Self; 12] = [
        Self::Bool,
        Self::Char,
        Self::SChar,
        Self::UChar,
        Self::Short,
        Self::UShort,
        Self::Int,
        Self::UInt,
        Self::Long,
        Self::ULong,
        Self::LongLong,
        Self::ULongLong,
    ];

    /// Every integer type, by rank.
    pub const WITH_INT128: [Self; 14] = [
        Self::Bool,
        Self::Char,
        Self::SChar,
        Self::UChar,
        Self::Short,
        Self::UShort,
        Self::Int,
        Self::UInt,
        Self::Long,
        Self::ULong,
        Self::LongLong,
        Self::ULongLong,
        Self::Int128,
        Self::UInt128,
    ];

    /// The conversion rank (C11 6.3.1.1p1).
    pub const fn rank(self) -> u8 {
        match self {
            Self::Bool => 0,
            Self::Char | Self::SChar | Self::UChar => 1,
            Self::Short | Self::UShort => 2,
            Self::Int | Self::UInt => 3,
            Self::Long | Self::ULong => 4,
            Self::LongLong | Self::ULongLong => 5,
            Self::Int128 | Self::UInt128 => 6,
        }
    }

    /// The corresponding unsigned type.
    #[must_use]
    pub const fn to_unsigned(self) -> Self {
        match self {
            Self::Char | Self::SChar => Self::UChar,
            Self::Short => Self::UShort,
            Self::Int => Self::UInt,
            Self::Long => Self::ULong,
            Self::LongLong => Self::ULongLong,
            Self::Int128 => Self::UInt128,
            other => other,
        }
    }

    /// The corresponding signed type.
    #[must_use]
    pub const fn to_signed(self) -> Self {
        match self {
            Self::Char | Self::UChar => Self::SChar,
            Self::UShort => Self::Short,
            Self::UInt => Self::Int,
            Self::ULong => Self::Long,
            Self::ULongLong => Self::LongLong,
            Self::UInt128 => Self::Int128,
            other => other,
        }
    }

    /// Whether it has 128 bits, which not every target and no literal has.
    pub const fn is_128(self) -> bool {
        matches!(self, Self::Int128 | Self::UInt128)
    }

    /// Whether this is one of the three character types.
    pub const fn is_character(self) -> bool {
        matches!(self, Self::Char | Self::SChar | Self::UChar)
    }

    /// The C spelling.
    pub const fn spelling(self) -> &'static str {
        match self {
            Self::Bool => "_Bool",
            Self::Char => "char",
            Self::SChar => "signed char",
            Self::UChar => "unsigned char",
            Self::Short => "short",
            Self::UShort => "unsigned short",
            Self::Int => "int",
            Self::UInt => "unsigned int",
            Self::Long => "long",
            Self::ULong => "unsigned long",
            Self::LongLong => "long long",
            Self::ULongLong => "unsigned long long",
            Self::Int128 => "__int128",
            Self::UInt128 => "unsigned __int128",
        }
    }
}

/// The real floating types.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
pub enum FloatKind {
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
}

/// A set of type qualifiers.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub struct Quals(u8);

impl Quals {
    /// No qualifier.
    pub const NONE: Self = Self(0);
    /// `const`
    pub const CONST: Self = Self(1);
    /// `volatile`
    pub const VOLATILE: Self = Self(2);
    /// `restrict` (kept for printing; the machine does not check its promise)
    pub const RESTRICT: Self = Self(4);

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// This set without the members of the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    /// Whether all of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
    /// Whether `const` is in the set.
    pub const fn is_const(self) -> bool {
        self.contains(Self::CONST)
    }
    /// Whether `volatile` is in the set.
    pub const fn is_volatile(self) -> bool {
        self.contains(Self::VOLATILE)
    }
    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A type with its qualifiers. Qualifiers of an array live on its element type.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub struct QualType {
    /// The unqualified type.
    pub ty: TypeId,
    /// Its qualifiers.
    pub quals: Quals,
}

impl QualType {
    /// The type without qualifiers.
    pub const fn plain(ty: TypeId) -> Self {
        Self { ty, quals: Quals::NONE }
    }
    /// The type with more qualifiers.
    #[must_use]
    pub const fn with(self, quals: Quals) -> Self {
        Self { ty: self.ty, quals: self.quals.with(quals) }
    }
    /// The type without any qualifier.
    #[must_use]
    pub const fn unqualified(self) -> Self {
        Self::plain(self.ty)
    }
}

/// The type of a function.
#[derive(Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub struct FunctionType {
    /// What it returns (unqualified).
    pub ret: TypeId,
    /// Parameter types after adjustment (arrays and functions are pointers; unqualified).
    pub params: Vec<TypeId>,
    /// Whether `...` follows.
    pub variadic: bool,
    /// Whether there is a prototype; `int f()` has none before C23.
    pub prototype: bool,
}

/// A type. Two types are the same iff their ids are.
#[derive(Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum Type {
    /// `void`
    Void,
    /// An integer type.
    Int(IntKind),
    /// A real floating type.
    Float(FloatKind),
    /// An enumerated type.
    Enum(EnumId),
    /// A pointer.
    Pointer(QualType),
    /// An array; `None` is an incomplete one.
    Array {
        /// The element type; qualifiers of the array are here.
        elem: QualType,
        /// The number of elements.
        len: Option<u64>,
    },
    /// A function.
    Function(FunctionType),
    /// A struct or union.
    Record(RecordId),
    /// A type that can be named in a declaration but that Brinell does not compute with
    /// (`_Complex double`, `__builtin_va_list`, …). Layout is unknown.
    Opaque(String),
}

impl Type {
    /// Visits the types that a pointer, array or function type is derived from (C11 6.2.5p20): what
    /// it points to, its elements, its result and its parameters. Other types have none.
    pub fn for_each_base(&self, mut visit: impl FnMut(TypeId)) {
        match self {
            Self::Pointer(to) => visit(to.ty),
            Self::Array { elem, .. } => visit(elem.ty),
            Self::Function(function) => {
                visit(function.ret);
                function.params.iter().copied().for_each(visit);
            }
            Self::Void
            | Self::Int(_)
            | Self::Float(_)
            | Self::Enum(_)
            | Self::Record(_)
            | Self::Opaque(_) => {}
        }
    }
}

/// Struct or union.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// A member of a record.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// The name; `None` for unnamed bit-fields and anonymous records.
    pub name: Option<String>,
    /// The declared type.
    pub ty: QualType,
    /// The width, for bit-fields.
    pub bits: Option<u32>,
    /// `__attribute__((packed))` on this member.
    pub packed: bool,
    /// `__attribute__((aligned(n)))` or `_Alignas` on this member.
    pub align: Option<u32>,
}

/// A struct or union.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Struct or union.
    pub kind: RecordKind,
    /// The tag, if it has one.
    pub name: Option<String>,
    /// The members; `None` while the type is incomplete.
    pub fields: Option<Vec<Field>>,
    /// `__attribute__((packed))`.
    pub packed: bool,
    /// `#pragma pack(n)` in force at the definition.
    pub pragma_pack: Option<u8>,
    /// `__attribute__((aligned(n)))`.
    pub align: Option<u32>,
    /// Where it was defined.
    pub loc: Loc,
}

/// An enumerated type.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Enum {
    /// The tag, if it has one.
    pub name: Option<String>,
    /// The compatible integer type (gcc: `unsigned int` unless a value is negative).
    pub underlying: IntKind,
    /// The constants with their values.
    pub constants: Vec<(String, i64)>,
    /// Where it was defined.
    pub loc: Loc,
}

/// All types of a program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "TypesData", into = "TypesData")]
#[expect(clippy::struct_field_names, reason = "the table of types is what it is")]
pub struct Types {
    types: Arena<TypeId, Type>,
    /// The structs and unions.
    pub records: Arena<RecordId, Record>,
    /// The enumerated types.
    pub enums: Arena<EnumId, Enum>,
    interned: FxHashMap<Type, TypeId>,
}

#[derive(Clone, Serialize, Deserialize)]
struct TypesData {
    types: Arena<TypeId, Type>,
    records: Arena<RecordId, Record>,
    enums: Arena<EnumId, Enum>,
}

impl From<TypesData> for Types {
    fn from(data: TypesData) -> Self {
        let interned = data.types.enumerate().map(|(id, ty)| (ty.clone(), id)).collect();
        Self { types: data.types, records: data.records, enums: data.enums, interned }
    }
}

impl From<Types> for TypesData {
    fn from(types: Types) -> Self {
        Self { types: types.types, records: types.records, enums: types.enums }
    }
}

impl Types {
    /// A table that holds nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of a type, which is added if it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.interned.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.interned.insert(ty, id);
        id
    }

    /// The id of a type if it is known already.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.interned.get(ty).copied()
    }

    /// The type behind an id.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// All types with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.types.enumerate()
    }

    /// Whether the id belongs to this table.
    pub fn contains(&self, id: TypeId) -> bool {
        self.types.get(id).is_some()
    }

    /// `void`
    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }
    /// An integer type.
    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(Type::Int(kind))
    }
    /// A floating type.
    pub fn float(&mut self, kind: FloatKind) -> TypeId {
        self.intern(Type::Float(kind))
    }
    /// A pointer to the given type.
    pub fn pointer(&mut self, to: QualType) -> TypeId {
        self.intern(Type::Pointer(to))
    }
    /// An array of the given type.
    pub fn array(&mut self, elem: QualType, len: Option<u64>) -> TypeId {
        self.intern(Type::Array { elem, len })
    }
    /// The struct or union with that id.
    pub fn record(&mut self, id: RecordId) -> TypeId {
        self.intern(Type::Record(id))
    }

    /// The integer type behind an integer or enumerated type.
    pub fn as_int(&self, id: TypeId) -> Option<IntKind> {
        match *self.get(id) {
            Type::Int(kind) => Some(kind),
            Type::Enum(e) => Some(self.enums[e].underlying),
            _ => None,
        }
    }
    /// The floating type, if it is one.
    pub fn as_float(&self, id: TypeId) -> Option<FloatKind> {
        match *self.get(id) {
            Type::Float(kind) => Some(kind),
            _ => None,
        }
    }
    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<QualType> {
        match *self.get(id) {
            Type::Pointer(to) => Some(to),
            _ => None,
        }
    }
    /// The record, if it is one.
    pub fn as_record(&self, id: TypeId) -> Option<RecordId> {
        match *self.get(id) {
            Type::Record(r) => Some(r),
            _ => None,
        }
    }
    /// The function type, if it is one.
    pub fn as_function(&self, id: TypeId) -> Option<&FunctionType> {
        match self.get(id) {
            Type::Function(f) => Some(f),
            _ => None,
        }
    }
    /// Element type and length, if it is an array.
    pub fn as_array(&self, id: TypeId) -> Option<(QualType, Option<u64>)> {
        match *self.get(id) {
            Type::Array { elem, len } => Some((elem, len)),
            _ => None,
        }
    }

    /// Integer or enumerated type.
    pub fn is_integer(&self, id: TypeId) -> bool {
        self.as_int(id).is_some()
    }
    /// Integer, enumerated or floating type.
    pub fn is_arithmetic(&self, id: TypeId) -> bool {
        self.is_integer(id) || self.as_float(id).is_some()
    }
    /// Arithmetic or pointer type.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || self.pointee(id).is_some()
    }
    /// `void`
    pub fn is_void(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Void)
    }
    /// One of the three character types.
    pub fn is_character(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Int(k) if k.is_character())
    }
    /// The qualified element type at the bottom of nested arrays, or the type itself.
    pub fn innermost(&self, mut qt: QualType) -> QualType {
        while let Type::Array { elem, .. } = *self.get(qt.ty) {
            qt = elem.with(qt.quals);
        }
        qt
    }

    /// Whether objects of the type can exist: its size is known.
    pub fn is_complete(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Void | Type::Function(_) | Type::Opaque(_) => false,
            Type::Array { elem, len } => len.is_some() && self.is_complete(elem.ty),
            Type::Record(r) => self.records[*r].fields.is_some(),
            _ => true,
        }
    }

    /// Compatible types (C11 6.2.7) within one translation unit, qualifiers apart: the same type,
    /// an enum and its underlying type, arrays with one length unknown, functions with one side
    /// lacking a prototype, and what is built from those.
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (Type::Enum(e), Type::Int(k)) | (Type::Int(k), Type::Enum(e)) => {
                self.enums[*e].underlying == *k
            }
            (Type::Pointer(p), Type::Pointer(q)) => {
                p.quals == q.quals && self.compatible(p.ty, q.ty)
            }
            (Type::Array { elem: p, len: m }, Type::Array { elem: q, len: n }) => {
                p.quals == q.quals
                    && (m.is_none() || n.is_none() || m == n)
                    && self.compatible(p.ty, q.ty)
            }
            (Type::Function(f), Type::Function(g)) => {
                self.compatible(f.ret, g.ret)
                    && (!f.prototype
                        || !g.prototype
                        || (f.variadic == g.variadic
                            && f.params.len() == g.params.len()
                            && f.params
                                .iter()
                                .zip(&g.params)
                                .all(|(p, q)| self.compatible(*p, *q))))
            }
            _ => false,
        }
    }

    /// Finds a named member, looking into anonymous records: the path of field indices.
    pub fn find_field(&self, record: RecordId, name: &str) -> Option<Vec<u32>> {
        let fields = self.records[record].fields.as_ref()?;
        for (i, field) in fields.iter().enumerate() {
            match &field.name {
                Some(n) if n == name => return Some(vec![i as u32]),
                None if field.bits.is_none() => {
                    if let Some(mut rest) =
                        self.as_record(field.ty.ty).and_then(|r| self.find_field(r, name))
                    {
                        rest.insert(0, i as u32);
                        return Some(rest);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// A readable rendering of a type for messages (`int *const[3]`); abstract, not a declaration.
    #[expect(clippy::only_used_in_recursion, reason = "sizes of types will be named by the target")]
    pub fn describe(&self, qt: QualType, target: &Target) -> String {
        let mut quals = String::new();
        if qt.quals.is_const() {
            quals.push_str("const ");
        }
        if qt.quals.is_volatile() {
            quals.push_str("volatile ");
        }
        let body = match self.get(qt.ty) {
            Type::Void => "void".to_owned(),
            Type::Int(k) => k.spelling().to_owned(),
            Type::Float(FloatKind::Float) => "float".to_owned(),
            Type::Float(FloatKind::Double) => "double".to_owned(),
            Type::Float(FloatKind::LongDouble) => "long double".to_owned(),
            Type::Enum(e) => match &self.enums[*e].name {
                Some(n) => format!("enum {n}"),
                None => "enum".to_owned(),
            },
            Type::Record(r) => {
                let record = &self.records[*r];
                let word = if record.kind == RecordKind::Struct { "struct" } else { "union" };
                match &record.name {
                    Some(n) => format!("{word} {n}"),
                    None => format!("unnamed {word}"),
                }
            }
            Type::Opaque(name) => name.clone(),
            Type::Pointer(to) => {
                let inner = self.describe(*to, target);
                let after = quals.trim_end();
                return if after.is_empty() {
                    format!("{inner} *")
                } else {
                    format!("{inner} *{after}")
                };
            }
            Type::Array { .. } => {
                let mut dims = String::new();
                let mut at = qt.ty;
                while let Type::Array { elem, len } = self.get(at) {
                    match len {
                        Some(n) => dims.extend(["[", &n.to_string(), "]"]),
                        None => dims.push_str("[]"),
                    }
                    at = elem.ty;
                }
                let leaf = self.innermost(qt);
                return format!("{}{dims}", self.describe(leaf, target));
            }
            Type::Function(f) => {
                let mut params: Vec<String> =
                    f.params.iter().map(|p| self.describe(QualType::plain(*p), target)).collect();
                if f.variadic {
                    params.push("...".to_owned());
                }
                if params.is_empty() && f.prototype {
                    params.push("void".to_owned());
                }
                format!("{} ({})", self.describe(QualType::plain(f.ret), target), params.join(", "))
            }
        };
        format!("{quals}{body}")
    }
}
