//! Random structs and unions, with everything that bears on layout: nesting, arrays, bit-fields,
//! `packed`, `aligned`, `#pragma pack`. Each has a named member, as C demands.

use crate::random::Random;
use brinell_lang::{
    Enum, Field, FloatKind, IntKind, Loc, QualType, Record, RecordId, RecordKind, Target, Type,
    TypeId, Types, size_align,
};

/// Random record types.
#[derive(Debug)]
pub struct RecordSet {
    /// The types.
    pub types: Types,
    /// The records with a tag, each after those that it contains.
    pub named: Vec<RecordId>,
}

/// Members above this size are not nested again: avr objects are small.
const MAX_NESTED: u64 = 200;
/// Alignments for attributes: also such that change nothing.
const ALIGNS: [u32; 5] = [1, 2, 4, 8, 16];

/// Makes `count` records with tags. The target says how wide bit-fields may be.
pub fn random_records(random: &mut Random, target: &Target, count: usize) -> RecordSet {
    let mut types = Types::new();
    let enums = [("E0", IntKind::UInt, 0), ("E1", IntKind::Int, -1)].map(|(name, kind, value)| {
        let id = types.enums.push(Enum {
            name: Some(name.to_owned()),
            underlying: kind,
            constants: vec![(format!("{name}_A"), value), (format!("{name}_B"), 5)],
            loc: Loc::default(),
        });
        types.intern(Type::Enum(id))
    });
    let mut maker = Maker { random, target, types, enums, nestable: Vec::new(), names: 0 };
    let mut named = Vec::new();
    for number in 0..count {
        let pack = maker.random.percent(20).then(|| maker.random.pick(&[1, 2, 4, 8, 16]));
        let id = maker.record(Some(format!("R{number}")), pack, 0);
        named.push(id);
        let ty = maker.types.record(id);
        let small =
            size_align(&maker.types, target, ty).is_some_and(|(size, _)| size <= MAX_NESTED);
        if small && !maker.is_flexible(id) {
            maker.nestable.push(ty);
        }
    }
    RecordSet { types: maker.types, named }
}

struct Maker<'a> {
    random: &'a mut Random,
    target: &'a Target,
    types: Types,
    enums: [TypeId; 2],
    /// Records that may be members of later ones.
    nestable: Vec<TypeId>,
    /// How many field names were given out; they are unique because of anonymous records.
    names: usize,
}

impl Maker<'_> {
    fn is_flexible(&self, id: RecordId) -> bool {
        let last = self.types.records[id].fields.as_ref().and_then(|fields| fields.last());
        last.is_some_and(|f| matches!(self.types.get(f.ty.ty), Type::Array { len: None, .. }))
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("f{}", self.names)
    }

    fn record(&mut self, name: Option<String>, pragma_pack: Option<u8>, depth: u32) -> RecordId {
        let kind = if self.random.percent(25) { RecordKind::Union } else { RecordKind::Struct };
        let packed = self.random.percent(25);
        let align = self.random.percent(12).then(|| self.random.pick(&ALIGNS));
        // Mostly bit-fields, since that is where the rules are; some records without any.
        let bit_fields = self.random.pick(&[0, 50, 70, 95]);
        let mut fields = Vec::new();
        for _ in 0..=self.random.below(8) {
            let field = if self.random.percent(bit_fields) {
                self.bit_field()
            } else {
                self.member(pragma_pack, depth)
            };
            fields.push(field);
        }
        let is_named = |f: &Field| f.name.is_some() || f.bits.is_none();
        if !fields.iter().any(is_named) {
            let name = self.name();
            let field = fields.first_mut().expect("at least one field was made");
            field.name = Some(name);
            field.bits = Some(1);
        }
        let flexible = kind == RecordKind::Struct && depth == 0 && self.random.percent(3);
        if flexible && fields.iter().any(|f| f.name.is_some()) {
            let elem = QualType::plain(self.scalar());
            let ty = QualType::plain(self.types.array(elem, None));
            fields.push(Field {
                name: Some(self.name()),
                ty,
                bits: None,
                packed: false,
                align: None,
            });
        }
        self.types.records.push(Record {
            kind,
            name,
            fields: Some(fields),
            packed,
            pragma_pack,
            align,
            loc: Loc::default(),
        })
    }

    fn attributes(&mut self) -> (bool, Option<u32>) {
        let packed = self.random.percent(8);
        (packed, self.random.percent(8).then(|| self.random.pick(&ALIGNS)))
    }

    fn bit_field(&mut self) -> Field {
        let ty = match self.random.below(14) {
            n @ 0..12 => self.types.int(IntKind::ALL[n as usize]),
            _ => self.random.pick(&self.enums),
        };
        let kind = self.types.as_int(ty).expect("bit-fields have integer types");
        let most = self.target.int_bits(kind);
        let width = match self.random.below(10) {
            0 => 0,
            // Whole bytes, which compilers treat apart where they are aligned.
            1 | 2 => (8 << self.random.below(4)).min(most),
            3 => most,
            _ => 1 + self.random.below(most.into()) as u32,
        };
        let unnamed = width == 0 || self.random.percent(10);
        let name = if unnamed { None } else { Some(self.name()) };
        let (packed, align) = self.attributes();
        Field { name, ty: QualType::plain(ty), bits: Some(width), packed, align }
    }

    fn member(&mut self, pragma_pack: Option<u8>, depth: u32) -> Field {
        if depth < 2 && self.random.percent(10) {
            let inner = self.record(None, pragma_pack, depth + 1);
            let ty = QualType::plain(self.types.record(inner));
            return Field { name: None, ty, bits: None, packed: false, align: None };
        }
        let mut ty = if !self.nestable.is_empty() && self.random.percent(25) {
            self.random.pick(&self.nestable)
        } else {
            self.scalar()
        };
        while self.random.percent(20) {
            // Zero is a GNU extension that the layout takes in its stride.
            let len = self.random.pick(&[0, 1, 2, 2, 3, 5]);
            ty = self.types.array(QualType::plain(ty), Some(len));
        }
        let (packed, align) = self.attributes();
        Field { name: Some(self.name()), ty: QualType::plain(ty), bits: None, packed, align }
    }

    fn scalar(&mut self) -> TypeId {
        match self.random.below(20) {
            n @ 0..12 => self.types.int(IntKind::ALL[n as usize]),
            n @ 18..20 if self.target.int128 => {
                self.types.int(if n == 18 { IntKind::Int128 } else { IntKind::UInt128 })
            }
            12 => self.types.float(FloatKind::Float),
            13 => self.types.float(FloatKind::Double),
            14 => self.types.float(FloatKind::LongDouble),
            15 => self.random.pick(&self.enums),
            _ => {
                let to = self.types.int(IntKind::Char);
                self.types.pointer(QualType::plain(to))
            }
        }
    }
}
