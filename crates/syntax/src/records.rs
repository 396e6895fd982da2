//! Structs, unions and enumerations (C11 6.7.2.1 to 6.7.2.3).

use crate::attributes::Attrs;
use crate::declarator::Naming;
use crate::error::{Result, invalid, unsupported};
use crate::parser::{Parser, RecordInfo};
use crate::scope::{Named, Tag};
use crate::token::{Kw, Punct, Sym, Tok};
use brinell_lang::arith::IntShape;
use brinell_lang::{
    Enum, Field, Id, IntKind, Loc, QualType, Record, RecordId, RecordKind, Type, TypeId,
};
use rustc_hash::FxHashSet;

/// How many members a record may have, those of its members included: laying it out visits each.
const MAX_WEIGHT: u64 = 10_000;
/// How deep records may contain each other.
const MAX_DEPTH: u32 = 200;

impl Parser<'_> {
    pub(crate) fn record_is_flexible(&self, record: RecordId) -> bool {
        self.record_info.get(record.index()).is_some_and(|i| i.flexible)
    }

    fn new_record(&mut self, kind: RecordKind, name: Option<Sym>, loc: Loc) -> RecordId {
        let name = name.map(|n| self.name(n).to_owned());
        let id = self.types.records.push(Record {
            kind,
            name,
            fields: None,
            packed: false,
            pragma_pack: None,
            align: None,
            loc,
        });
        self.record_info.push(RecordInfo::default());
        self.record_weights.push(1);
        id
    }

    /// `struct …` or `union …`
    pub(crate) fn record_specifier(&mut self) -> Result<TypeId> {
        let kind = if self.is_kw(Kw::Struct) { RecordKind::Struct } else { RecordKind::Union };
        self.bump();
        let mut attrs = self.attributes()?;
        let (tag, loc) = self.tag()?;
        let defines = self.is(Punct::LBrace);
        let id = match tag {
            Some(tag) => self.record_tag(kind, tag, defines, loc)?,
            None if defines => self.new_record(kind, None, loc),
            None => {
                let found = self.describe_token();
                return invalid(loc, format!("a tag or '{{' expected before {found}"));
            }
        };
        if defines {
            self.enter()?;
            self.types.records[id].loc = loc;
            self.record_body(id, &mut attrs)?;
            self.leave();
        }
        Ok(self.types.record(id))
    }

    /// The record that a tag means here (C11 6.7.2.3).
    fn record_tag(
        &mut self,
        kind: RecordKind,
        tag: Sym,
        defines: bool,
        loc: Loc,
    ) -> Result<RecordId> {
        let depth = self.scopes.depth();
        // `struct s;` alone declares a new type in an inner scope.
        let own_scope_only = defines || self.is(Punct::Semi);
        let found =
            self.scopes.tag(tag).filter(|b| !own_scope_only || b.depth == depth).map(|b| b.what);
        match found {
            Some(Tag::Record(id)) => {
                if self.types.records[id].kind != kind {
                    let name = self.name(tag);
                    return invalid(
                        loc,
                        format!("'{name}' was declared as the other of struct and union"),
                    );
                }
                if defines && self.types.records[id].fields.is_some() {
                    return invalid(loc, format!("'{}' is defined twice", self.name(tag)));
                }
                Ok(id)
            }
            Some(Tag::Enum(_)) => {
                invalid(loc, format!("'{}' is the tag of an enum", self.name(tag)))
            }
            Some(Tag::Poisoned(at)) if !defines => Err(self.poison[at as usize].clone()),
            Some(Tag::Poisoned(_)) | None => {
                let id = self.new_record(kind, Some(tag), loc);
                let pos = self.pos();
                self.scopes.bind_tag(tag, Tag::Record(id), pos, loc);
                Ok(id)
            }
        }
    }

    fn record_body(&mut self, id: RecordId, attrs: &mut Attrs) -> Result<()> {
        let open = self.loc();
        self.expect(Punct::LBrace)?;
        let mut fields: Vec<Field> = Vec::new();
        let mut flexible = None;
        while !self.is(Punct::RBrace) {
            if self.eat(Punct::Semi) {
                continue;
            }
            if self.is_kw(Kw::StaticAssert) {
                self.static_assert()?;
                continue;
            }
            if let Some(loc) = flexible {
                return invalid(loc, "a flexible array member has to be the last one");
            }
            self.fields(&mut fields, &mut flexible)?;
        }
        if self.types.records[id].fields.is_some() {
            return invalid(open, "a struct is defined inside itself");
        }
        // gcc lays the record out when it has seen the brace.
        let pack = self.src.packs.at(self.pos());
        self.expect(Punct::RBrace)?;
        let after = self.attributes()?;
        attrs.merge(&after);
        if let Some(error) = attrs.refusal() {
            return Err(error);
        }
        if let Some(name) = attrs.retypes {
            return unsupported(open, format!("the attribute '{name}' on a struct or union"));
        }
        if !fields.iter().any(|f| f.name.is_some() || f.bits.is_none()) {
            return unsupported(open, "a struct or union without named members");
        }
        if let Some(loc) = flexible {
            let named = fields.iter().filter(|f| f.name.is_some() || f.bits.is_none()).count();
            if self.types.records[id].kind == RecordKind::Union || named < 2 {
                return unsupported(loc, "a flexible array member without other members");
            }
        }
        let mut seen = FxHashSet::default();
        self.check_names(&fields, &mut seen, open)?;
        self.measure(id, &fields, flexible.is_some(), open)?;
        let record = &mut self.types.records[id];
        record.fields = Some(fields);
        record.packed = attrs.packed;
        record.pragma_pack = pack;
        record.align = attrs.align;
        Ok(())
    }

    fn check_names<'a>(
        &'a self,
        fields: &'a [Field],
        seen: &mut FxHashSet<&'a str>,
        loc: Loc,
    ) -> Result<()> {
        for field in fields {
            if let Some(name) = &field.name {
                if !seen.insert(name) {
                    return invalid(loc, format!("two members are called '{name}'"));
                }
            } else if let Some(inner) = self
                .types
                .as_record(field.ty.ty)
                .and_then(|r| self.types.records[r].fields.as_ref())
            {
                self.check_names(inner, seen, loc)?;
            }
        }
        Ok(())
    }

    /// Notes how large and deep a record is, so that a walk over it is bounded.
    fn measure(&mut self, id: RecordId, fields: &[Field], flexible: bool, loc: Loc) -> Result<()> {
        let mut info = RecordInfo { pos: self.pos(), depth: 0, flexible };
        let mut weight = 1;
        for field in fields {
            info.depth = info.depth.max(self.type_depth(field.ty.ty));
            let leaf = self.types.innermost(field.ty);
            weight += match self.types.get(leaf.ty) {
                Type::Record(r) => self.record_weights.get(r.index()).copied().unwrap_or(1),
                _ => 1,
            };
        }
        info.depth += 1;
        if weight > MAX_WEIGHT || info.depth > MAX_DEPTH {
            return unsupported(loc, "a struct with too many members in members");
        }
        self.record_info[id.index()] = info;
        self.record_weights[id.index()] = weight;
        Ok(())
    }

    /// One member declaration with all its declarators.
    fn fields(&mut self, fields: &mut Vec<Field>, flexible: &mut Option<Loc>) -> Result<()> {
        let specs = self.specifiers()?;
        if specs.storage.is_some() || specs.thread_local.is_some() {
            return invalid(specs.loc, "a storage class on a member");
        }
        if self.is(Punct::Semi) {
            self.bump();
            let anonymous =
                self.types.as_record(specs.ty.ty).filter(|r| self.types.records[*r].name.is_none());
            if let Some(record) = anonymous {
                if self.types.records[record].fields.is_none() {
                    return invalid(specs.loc, "an anonymous member of incomplete type");
                }
                if self.record_is_flexible(record) {
                    return unsupported(specs.loc, "a flexible array member in a member");
                }
                fields.push(Field {
                    name: None,
                    ty: specs.ty,
                    bits: None,
                    packed: specs.attrs.packed,
                    align: specs.attrs.align.max(specs.align),
                });
            }
            // `struct s { … };` inside a struct declares a tag and no member.
            return Ok(());
        }
        loop {
            let loc = self.loc();
            let mut attrs = specs.attrs.clone();
            let field = if self.is(Punct::Colon) {
                self.bump();
                let bits = Some(self.bit_width(specs.ty, false)?);
                let after = self.attributes()?;
                attrs.merge(&after);
                Field { name: None, ty: specs.ty, bits, packed: false, align: None }
            } else {
                let d = self.declarator(specs.ty, Naming::Named)?;
                attrs.merge(&d.attrs);
                let Some(name) = d.name else { return invalid(loc, "a member without a name") };
                let mut ty = d.ty;
                let mut bits = None;
                if self.eat(Punct::Colon) {
                    bits = Some(self.bit_width(ty, true)?);
                }
                let after = self.attributes()?;
                attrs.merge(&after);
                if let Some(retyped) = attrs.retypes {
                    ty = self.opaque(retyped);
                }
                self.check_field_type(ty, d.loc, flexible)?;
                let name = Some(self.name(name).to_owned());
                Field { name, ty, bits, packed: false, align: None }
            };
            fields.push(Field {
                packed: attrs.packed,
                align: attrs.align.max(specs.align),
                ..field
            });
            if !self.eat(Punct::Comma) {
                break;
            }
            if flexible.is_some() {
                return invalid(loc, "a flexible array member has to be the last one");
            }
        }
        self.expect(Punct::Semi)
    }

    fn check_field_type(&self, ty: QualType, loc: Loc, flexible: &mut Option<Loc>) -> Result<()> {
        match self.types.get(ty.ty) {
            Type::Function(_) => invalid(loc, "a member cannot be a function"),
            Type::Array { len: None, .. } => {
                *flexible = Some(loc);
                Ok(())
            }
            Type::Opaque(_) => Ok(()),
            Type::Record(r) if self.record_is_flexible(*r) => {
                unsupported(loc, "a flexible array member in a member")
            }
            _ => {
                let leaf = self.types.innermost(ty);
                let fine = self.types.is_complete(ty.ty)
                    || matches!(self.types.get(leaf.ty), Type::Opaque(_));
                if fine {
                    return Ok(());
                }
                let name = self.show(ty);
                invalid(loc, format!("a member of the incomplete type '{name}'"))
            }
        }
    }

    fn bit_width(&mut self, ty: QualType, named: bool) -> Result<u32> {
        let loc = self.loc();
        let width = self.constant("the width of a bit-field")?;
        let Some(kind) = self.types.as_int(ty.ty) else {
            if let Type::Opaque(name) = self.types.get(ty.ty) {
                return unsupported(loc, format!("a bit-field of type '{name}'"));
            }
            return invalid(loc, "a bit-field needs an integer type");
        };
        if kind.is_128() {
            return unsupported(loc, format!("a bit-field of type '{}'", kind.spelling()));
        }
        let limit = self.target.int_bits(kind);
        match u32::try_from(width) {
            Ok(0) if named => invalid(loc, "a named bit-field of width 0"),
            Ok(width) if width <= limit => Ok(width),
            _ => invalid(loc, format!("a bit-field of this type cannot have {width} bits")),
        }
    }

    /// The tag, if there is one, and where it stands or would.
    fn tag(&mut self) -> Result<(Option<Sym>, Loc)> {
        if self.tok() != Tok::Ident {
            return Ok((None, self.loc()));
        }
        let (name, loc) = self.ident("a tag")?;
        Ok((Some(name), loc))
    }

    // ---- enumerations ----

    /// `enum …`
    pub(crate) fn enum_specifier(&mut self) -> Result<TypeId> {
        self.bump();
        let mut attrs = self.attributes()?;
        let (tag, loc) = self.tag()?;
        let mut fixed = None;
        if self.is(Punct::Colon) && self.starts_type(1) {
            self.bump();
            let specs = self.specifiers()?;
            match *self.types.get(specs.ty.ty) {
                Type::Int(kind) if kind.is_128() => {
                    return unsupported(loc, "an enum with 128 bits");
                }
                Type::Int(kind) => fixed = Some(kind),
                _ => return invalid(loc, "the underlying type of an enum has to be an integer"),
            }
        }
        let depth = self.scopes.depth();
        if !self.is(Punct::LBrace) {
            let Some(tag) = tag else {
                let found = self.describe_token();
                return invalid(loc, format!("a tag or '{{' expected before {found}"));
            };
            return match self.scopes.tag(tag).map(|b| b.what) {
                Some(Tag::Enum(id)) => Ok(self.types.intern(Type::Enum(id))),
                Some(Tag::Record(_)) => {
                    invalid(loc, format!("'{}' is not the tag of an enum", self.name(tag)))
                }
                Some(Tag::Poisoned(at)) => Err(self.poison[at as usize].clone()),
                None => unsupported(loc, "an enum that is used before its definition"),
            };
        }
        if let Some(tag) = tag
            && let Some(binding) = self.scopes.tag(tag)
            && binding.depth == depth
            && !matches!(binding.what, Tag::Poisoned(_))
        {
            return invalid(loc, format!("'{}' is defined twice", self.name(tag)));
        }
        self.bump();
        self.enter()?;
        let constants = self.enumerators(fixed)?;
        self.leave();
        let after = self.attributes()?;
        attrs.merge(&after);
        if attrs.packed || attrs.retypes.is_some() || attrs.align.is_some() {
            return unsupported(loc, "an attribute that changes the type of an enum");
        }
        let underlying = match fixed {
            Some(kind) => kind,
            None => self.enum_type(&constants, loc)?,
        };
        let id = self.types.enums.push(Enum {
            name: tag.map(|t| self.name(t).to_owned()),
            underlying,
            constants: constants
                .iter()
                .map(|(name, value)| (self.name(*name).to_owned(), *value as i64))
                .collect(),
            loc,
        });
        if let Some(tag) = tag {
            let pos = self.pos();
            self.scopes.bind_tag(tag, Tag::Enum(id), pos, loc);
        }
        self.rebind_wide(&constants, fixed.unwrap_or(underlying), fixed.is_some());
        Ok(self.types.intern(Type::Enum(id)))
    }

    /// The constants, bound with type `int` (or the first type that holds them) as they come.
    fn enumerators(&mut self, fixed: Option<IntKind>) -> Result<Vec<(Sym, i128)>> {
        let mut constants = Vec::new();
        let mut next: i128 = 0;
        while !self.is(Punct::RBrace) {
            let (name, loc) = self.ident("an enumeration constant")?;
            self.attributes()?;
            if self.eat(Punct::Eq) {
                next = self.constant("the value of an enumeration constant")?;
            }
            if let Some(bound) = self.scopes.name_here(name)
                && !matches!(bound.what, Named::Poisoned(_))
            {
                return invalid(loc, format!("'{}' is already declared", self.name(name)));
            }
            let kind = match fixed {
                Some(kind) => Some(kind).filter(|k| IntShape::of(&self.target, *k).holds(next)),
                None => [
                    IntKind::Int,
                    IntKind::UInt,
                    IntKind::Long,
                    IntKind::ULong,
                    IntKind::LongLong,
                    IntKind::ULongLong,
                ]
                .into_iter()
                .find(|k| IntShape::of(&self.target, *k).holds(next)),
            };
            let Some(kind) = kind else {
                return invalid(loc, "the value of an enumeration constant does not fit");
            };
            let pos = self.pos();
            self.scopes.bind(name, Named::EnumConst(next as u64, kind), pos, loc);
            constants.push((name, next));
            next += 1;
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        let loc = self.loc();
        self.expect(Punct::RBrace)?;
        if constants.is_empty() {
            return invalid(loc, "an enum without constants");
        }
        Ok(constants)
    }

    /// The compatible type as gcc and clang choose it: unsigned unless a value is negative.
    fn enum_type(&self, constants: &[(Sym, i128)], loc: Loc) -> Result<IntKind> {
        let negative = constants.iter().any(|(_, v)| *v < 0);
        let kinds = if negative {
            [IntKind::Int, IntKind::Long, IntKind::LongLong]
        } else {
            [IntKind::UInt, IntKind::ULong, IntKind::ULongLong]
        };
        let holds = |kind: &IntKind| {
            let shape = IntShape::of(&self.target, *kind);
            constants.iter().all(|(_, v)| shape.holds(*v))
        };
        match kinds.into_iter().find(holds) {
            Some(kind) => Ok(kind),
            None => unsupported(loc, "an enum that no integer type can hold"),
        }
    }

    /// After the closing brace, constants that do not fit `int` have the type of the enum, as in
    /// gcc; before C23 the standard has none of them.
    fn rebind_wide(&mut self, constants: &[(Sym, i128)], kind: IntKind, fixed: bool) {
        let int = IntShape::of(&self.target, IntKind::Int);
        let any_wide = constants.iter().any(|(_, v)| !int.holds(*v));
        let all = self.dialect.empty_parens_are_void() && any_wide;
        for (name, value) in constants {
            if fixed || all || !int.holds(*value) {
                let pos = self.pos();
                let loc = self.scopes.name(*name).map_or(Loc::NONE, |b| b.loc);
                self.scopes.bind(*name, Named::EnumConst(*value as u64, kind), pos, loc);
            }
        }
    }
}
