//! Types: the integer types in use, the structs and unions of a program, and drawing a type.

use super::Grower;
use super::requests::Request;
use crate::config::Config;
use brinell_choice::Choices;
use brinell_lang::{
    Field, IntKind, Loc, QualType, Quals, Record, RecordKind, Target, Type, TypeId, size_align,
};
use rustc_hash::FxHashMap;

/// The types that a program draws from.
pub struct Palette {
    /// Integer types, with weights.
    pub int_kinds: Vec<(IntKind, u32)>,
    /// Whether the program has integers of 128 bits.
    pub wide: bool,
    /// Whether the program has floating point.
    pub floats: bool,
    pub structs: Vec<TypeId>,
    pub unions: Vec<TypeId>,
    /// Types of functions that pointers point to.
    pub signatures: Vec<TypeId>,
    /// Whether a walk from a type leads to what is asked for, to read it or to do something else.
    pub reach: FxHashMap<(TypeId, Request, bool), bool>,
}

impl Palette {
    pub fn new(config: &Config, target: &Target, choices: &mut Choices) -> Self {
        let wide = config.int128 && target.int128 && choices.chance(config.int128_program_percent);
        Self {
            int_kinds: int_kinds(config, target, wide),
            wide,
            floats: config.floats
                && !config.exact_floats
                && choices.chance(config.float_program_percent),
            structs: Vec::new(),
            unions: Vec::new(),
            signatures: Vec::new(),
            reach: FxHashMap::default(),
        }
    }

    /// All structs, then all unions.
    pub fn records(&self) -> impl Iterator<Item = TypeId> {
        self.structs.iter().chain(&self.unions).copied()
    }
}

/// The weight of a width by default: those of `char` and `_Bool` are in proportion to it.
const USUAL_WIDTH_WEIGHT: u32 = 10;

/// The integer types that a program may use, with their weights.
pub fn int_kinds(config: &Config, target: &Target, wide: bool) -> Vec<(IntKind, u32)> {
    use IntKind::*;
    let mut kinds: Vec<(IntKind, u32)> = Vec::new();
    let signed = [SChar, Short, Int, Long, LongLong];
    for kind in signed {
        let bits = target.int_bits(kind);
        if (bits == 8 && !config.int8) || (bits == 64 && !config.int64) {
            continue;
        }
        // Without the standard names each width has one type, the one that int32_t and its
        // family stand for.
        let fixed = fixed_width_kind(target, bits) == Some(kind);
        if !fixed && !config.standard_types {
            continue;
        }
        let of_width = match bits {
            8 => config.weight_width_8,
            16 => config.weight_width_16,
            32 => config.weight_width_32,
            _ => config.weight_width_64,
        };
        let weight = if fixed { config.weight_int_first } else { config.weight_int_second };
        let weight = (weight * of_width).div_ceil(USUAL_WIDTH_WEIGHT);
        kinds.push((kind, weight));
        if config.unsigned_types {
            kinds.push((kind.to_unsigned(), weight));
        }
    }
    if wide {
        kinds.push((Int128, config.weight_int_128));
        if config.unsigned_types {
            kinds.push((UInt128, config.weight_int_128));
        }
    }
    if config.plain_char && config.standard_types && config.int8 {
        kinds.push((Char, config.weight_int_char));
    }
    if config.bool_type {
        kinds.push((Bool, config.weight_int_bool));
    }
    if kinds.iter().all(|(_, weight)| *weight == 0) {
        kinds.push((Int, 1));
    }
    kinds
}

/// The signed type that `intN_t` names on gcc's targets.
pub fn fixed_width_kind(target: &Target, bits: u32) -> Option<IntKind> {
    use IntKind::*;
    [SChar, Short, Int, Long, LongLong].into_iter().find(|&kind| {
        // Where short and int have 16 bits, int16_t is int.
        target.int_bits(kind) == bits && !(kind == Short && target.int_bits(Int) == bits)
    })
}

/// Draws which integer types go by the names with their widths.
pub fn fixed_width_names(
    config: &Config,
    target: &Target,
    choices: &mut Choices,
) -> Vec<(IntKind, String)> {
    let mut names = Vec::new();
    if !config.fixed_width_types {
        return names;
    }
    for bits in [8, 16, 32, 64] {
        let Some(kind) = fixed_width_kind(target, bits) else { continue };
        for (kind, name) in
            [(kind, format!("int{bits}_t")), (kind.to_unsigned(), format!("uint{bits}_t"))]
        {
            // Both kinds of names stand side by side where both are wanted.
            if !config.standard_types || choices.chance(config.alias_percent) {
                names.push((kind, name));
            }
        }
    }
    names
}

impl Grower<'_> {
    /// An integer type.
    pub(super) fn draw_int_kind(&mut self) -> IntKind {
        let weights: Vec<u32> = self.types.int_kinds.iter().map(|(_, weight)| *weight).collect();
        let index = self.draw(0, &weights);
        self.types.int_kinds[index].0
    }

    pub(super) fn int_type(&mut self, kind: IntKind) -> TypeId {
        self.text.program.types_mut().int(kind)
    }

    /// Makes the structs and unions, then names some integer types by their width.
    pub(super) fn make_types(&mut self) {
        let config = self.config;
        self.make_signatures();
        // A small program has room for few types.
        let most = u32::try_from(self.budget.size / 250).unwrap_or(u32::MAX).max(1);
        if config.structs {
            for _ in 0..self.draw_number_of(config.max_structs.min(most)) {
                self.make_struct();
            }
        }
        if config.unions {
            for _ in 0..self.draw_number_of(config.max_unions.min(most)) {
                self.make_union();
            }
            // A struct with a union in it.
            let holder = config.union_holder_percent;
            if config.structs && !self.types.unions.is_empty() && self.choices.chance(holder) {
                self.make_struct();
            }
        }
        if !self.types.structs.is_empty() || !self.types.unions.is_empty() {
            self.make_signatures();
        }
        self.text.program.aliases =
            fixed_width_names(config, &self.text.program.target, self.choices);
    }

    /// A small number up to the limit, rarely none.
    fn draw_number_of(&mut self, max: u32) -> u32 {
        let none = max == 0 || self.choices.chance(self.config.recordless_percent);
        if none { 0 } else { 1 + self.choices.below(max) }
    }

    fn add_record(&mut self, kind: RecordKind, fields: Vec<Field>, packed: bool) -> TypeId {
        self.add_tokens(7 + 4 * fields.len() as u64);
        let types = self.text.program.types_mut();
        let id = types.records.push(Record {
            kind,
            name: None,
            fields: Some(fields),
            packed,
            pragma_pack: None,
            align: None,
            loc: Loc::NONE,
        });
        types.record(id)
    }

    fn make_struct(&mut self) {
        let count = 1 + self.choices.below(self.config.max_struct_fields.max(1));
        let all_bits =
            self.config.bitfields && self.choices.chance(self.config.all_bitfields_percent);
        let mut fields: Vec<Field> = Vec::new();
        while fields.len() < count as usize {
            let bits = self.config.bitfields
                && (all_bits || self.choices.chance(self.config.bitfield_percent));
            let field = if bits { self.bit_field(&fields) } else { self.plain_field(true) };
            fields.push(field);
        }
        if fields.iter().all(|f| f.bits.is_some() && f.bits_unnamed()) {
            let field = self.plain_field(true);
            fields.push(field);
        }
        name_fields(&mut fields);
        let packed = self.config.packed_structs && self.choices.chance(self.config.packed_percent);
        let ty = self.add_record(RecordKind::Struct, fields, packed);
        // A record that outgrows the limit of data is no use.
        self.types.structs.push(ty);
    }

    fn make_union(&mut self) {
        let count = 2 + self.choices.below(self.config.max_union_fields.max(2) - 1);
        let mut fields: Vec<Field> = Vec::new();
        for i in 0..count {
            // The first field is what an initialiser sets: an integer, so that it can be read.
            let bits = i > 0
                && self.config.bitfields
                && self.choices.chance(self.config.union_bitfield_percent);
            let mut field = if bits { self.bit_field(&[]) } else { self.plain_field(i > 0) };
            if field.bits.is_some_and(|b| b == 0) || field.bits_unnamed() {
                field = self.plain_field(false);
            }
            // A constant or volatile member next to others is more trouble than it is worth.
            field.ty.quals = Quals::NONE;
            fields.push(field);
        }
        name_fields(&mut fields);
        let ty = self.add_record(RecordKind::Union, fields, false);
        self.types.unions.push(ty);
    }

    /// A bit-field; sometimes without a name, sometimes of width zero.
    fn bit_field(&mut self, before: &[Field]) -> Field {
        let signed =
            !self.config.unsigned_types || self.choices.chance(self.config.signed_bitfield_percent);
        let kind = if signed { IntKind::Int } else { IntKind::UInt };
        let ty = QualType::plain(self.int_type(kind));
        let max = self.target().int_bits(IntKind::Int);
        let follows_bits = before.last().is_some_and(|f| f.bits.is_some_and(|b| b > 0));
        // Without a name they pad; without a width they end a unit.
        let unnamed = u32::from(follows_bits && self.config.unnamed_bitfields);
        let weights = [
            unnamed * self.config.weight_bits_zero,
            unnamed * self.config.weight_bits_unnamed,
            self.config.weight_bits_named,
        ];
        let (width, named) = match self.draw(2, &weights) {
            0 => (0, false),
            1 => (1 + self.choices.below(max), false),
            _ => (1 + self.choices.below(max - 1), true),
        };
        let quals = if named { self.field_quals() } else { Quals::NONE };
        Field {
            name: named.then(String::new),
            ty: ty.with(quals),
            bits: Some(width),
            packed: false,
            align: None,
        }
    }

    fn field_quals(&mut self) -> Quals {
        let mut quals = Quals::NONE;
        let config = self.config;
        let volatile = config.volatiles && config.volatile_struct_fields;
        if volatile && self.choices.chance(config.volatile_field_percent) {
            quals = quals.with(Quals::VOLATILE);
        }
        let constant = config.consts && config.const_struct_fields;
        if constant && self.choices.chance(config.const_field_percent) {
            quals = quals.with(Quals::CONST);
        }
        quals
    }

    /// A field that is not a bit-field: an integer, and where `rich` also a floating value, a pointer,
    /// an earlier struct, or an array.
    fn plain_field(&mut self, rich: bool) -> Field {
        let config = self.config;
        let kind = self.draw_int_kind();
        let mut ty = QualType::plain(self.int_type(kind));
        let mut quals = self.field_quals();
        if rich {
            let pointer = u32::from(config.pointers && config.pointer_fields);
            let nested: Vec<TypeId> = self
                .types
                .records()
                .filter(|&t| self.record_depth(t) < config.max_struct_depth)
                .filter(|&t| self.is_modifiable(QualType::plain(t)))
                .collect();
            let record = u32::from(config.nested_structs && !nested.is_empty());
            let array = u32::from(config.arrays && config.array_fields);
            let function = u32::from(config.pointer_fields && !self.types.signatures.is_empty());
            let weights = [
                config.weight_field_int,
                self.weight_if_floats(config.weight_field_float),
                pointer * config.weight_field_pointer,
                record * config.weight_field_record,
                array * config.weight_field_array,
                function * config.weight_field_function,
            ];
            match self.draw(0, &weights) {
                1 => ty = QualType::plain(self.draw_float_type()),
                2 => {
                    let to = self.draw_pointee(1);
                    ty = QualType::plain(self.text.program.types_mut().pointer(to));
                }
                3 => {
                    ty = QualType::plain(*self.choices.pick(&nested));
                    quals = Quals::NONE;
                }
                4 => {
                    if self.types.floats && self.choices.chance(config.float_array_percent) {
                        ty = QualType::plain(self.draw_float_type());
                    }
                    let len = 1 + self
                        .choices
                        .below(config.max_array_len.clamp(1, config.max_array_field_len));
                    let elem = ty.with(quals);
                    quals = Quals::NONE;
                    ty = QualType::plain(
                        self.text.program.types_mut().array(elem, Some(u64::from(len))),
                    );
                }
                5 => {
                    let drawn = self.draw_function_pointer_type();
                    ty = QualType::plain(drawn.expect("there are signatures"));
                }
                _ => {}
            }
        }
        Field {
            name: Some(String::new()),
            ty: ty.with(quals),
            bits: None,
            packed: false,
            align: None,
        }
    }

    fn record_depth(&self, ty: TypeId) -> u32 {
        let Some(record) = self.text.program.types.as_record(ty) else { return 0 };
        let fields = self.text.program.types.records[record].fields.as_deref().unwrap_or_default();
        1 + fields.iter().map(|f| self.record_depth(f.ty.ty)).max().unwrap_or(0)
    }

    /// The type a new pointer at `level` points to: a number, a struct, or another pointer.
    pub(super) fn draw_pointee(&mut self, level: u32) -> QualType {
        let config = self.config;
        let deeper = u32::from(level < config.max_pointer_depth);
        let structs = u32::from(!self.types.structs.is_empty());
        let unions = u32::from(!self.types.unions.is_empty());
        let weights = [
            config.weight_pointee_int,
            self.weight_if_floats(config.weight_pointee_float),
            deeper * config.weight_pointee_pointer,
            structs * config.weight_pointee_struct,
            unions * config.weight_pointee_union,
        ];
        let ty = match self.draw(0, &weights) {
            1 => self.draw_float_type(),
            2 => {
                let to = self.draw_pointee(level + 1);
                self.text.program.types_mut().pointer(to)
            }
            3 => {
                let structs = std::mem::take(&mut self.types.structs);
                let ty = *self.choices.pick(&structs);
                self.types.structs = structs;
                ty
            }
            4 => {
                let unions = std::mem::take(&mut self.types.unions);
                let ty = *self.choices.pick(&unions);
                self.types.unions = unions;
                ty
            }
            _ => {
                let kind = self.draw_int_kind();
                self.int_type(kind)
            }
        };
        let is_pointer = self.text.program.types.pointee(ty).is_some();
        let mut quals = Quals::NONE;
        let may_be_volatile = config.volatiles && (!is_pointer || config.volatile_pointers);
        if may_be_volatile && self.choices.chance(config.volatile_percent) {
            quals = quals.with(Quals::VOLATILE);
        }
        let may_be_const = config.consts && (!is_pointer || config.const_pointers);
        if may_be_const && self.choices.chance(config.const_percent) {
            quals = quals.with(Quals::CONST);
        }
        QualType { ty, quals }
    }

    /// Whether an object of the type can be assigned to as a whole (C11 6.3.2.1p1).
    pub(super) fn is_modifiable(&self, qt: QualType) -> bool {
        if qt.quals.is_const() {
            return false;
        }
        match self.text.program.types.get(qt.ty) {
            Type::Array { elem, .. } => self.is_modifiable(*elem),
            Type::Record(id) => {
                let fields =
                    self.text.program.types.records[*id].fields.as_deref().unwrap_or_default();
                fields.iter().all(|f| self.is_modifiable(f.ty))
            }
            _ => true,
        }
    }

    /// Whether the type has a volatile part.
    pub(super) fn has_volatile(&self, qt: QualType) -> bool {
        qt.quals.is_volatile()
            || match self.text.program.types.get(qt.ty) {
                Type::Array { elem, .. } => self.has_volatile(*elem),
                Type::Record(id) => {
                    let fields =
                        self.text.program.types.records[*id].fields.as_deref().unwrap_or_default();
                    fields.iter().any(|f| self.has_volatile(f.ty))
                }
                _ => false,
            }
    }

    pub(super) fn size_of(&self, ty: TypeId) -> u64 {
        size_align(&self.text.program.types, self.target(), ty).map_or(1, |(size, _)| size)
    }
}

/// Small questions about a field.
trait BitsUnnamed {
    fn bits_unnamed(&self) -> bool;
}

impl BitsUnnamed for Field {
    fn bits_unnamed(&self) -> bool {
        self.bits.is_some() && self.name.is_none()
    }
}

/// Gives the named fields their names: `f0`, `f1`, … by position.
fn name_fields(fields: &mut [Field]) {
    for (i, field) in fields.iter_mut().enumerate() {
        if field.name.is_some() {
            field.name = Some(format!("f{i}"));
        }
    }
}
