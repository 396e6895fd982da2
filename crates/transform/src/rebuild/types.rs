//! Types of the new program, created when they are first needed, so that unused ones disappear.

use super::{Rebuild, Refused, Res};
use crate::edit::{FieldEdit, Object, ObjectEdit, RecordEdit};
use brinell_lang::{
    Field, FunctionType, IntKind, QualType, Quals, Record, RecordId, RecordKind, Type, TypeId,
};

impl Rebuild<'_> {
    /// The new type for an old one.
    pub fn map(&mut self, id: TypeId) -> TypeId {
        if let Some(known) = self.type_map.get(&id) {
            return *known;
        }
        let old = self.old;
        let ty = match old.types.get(id) {
            Type::Int(kind) => Type::Int(self.kind(*kind)),
            Type::Pointer(to) => Type::Pointer(self.map_qualified(*to)),
            Type::Array { elem, len } => Type::Array { elem: self.map_qualified(*elem), len: *len },
            Type::Function(f) => {
                let ret = self.map(f.ret);
                let params = f.params.iter().map(|p| self.map(*p)).collect();
                Type::Function(FunctionType { ret, params, ..f.clone() })
            }
            Type::Record(r) => return self.map_record(id, *r),
            other => other.clone(),
        };
        let new = self.types.intern(ty);
        self.type_map.insert(id, new);
        new
    }

    /// The new integer type for an old one.
    pub fn kind(&self, kind: IntKind) -> IntKind {
        if self.edits.int_for.contains(&kind) { IntKind::Int } else { kind }
    }

    /// As [`Rebuild::map`], with qualifiers.
    pub fn map_qualified(&mut self, ty: QualType) -> QualType {
        QualType { ty: self.map(ty.ty), quals: ty.quals.without(self.edits.unqualify) }
    }

    /// Records keep their ids; those that nothing mentions stay empty shells.
    fn map_record(&mut self, id: TypeId, record: RecordId) -> TypeId {
        let new = self.types.intern(Type::Record(record));
        // Before the fields, which may point back to it.
        self.type_map.insert(id, new);
        let old = self.old;
        let from = &old.types.records[record];
        let mut to = Record { fields: None, ..from.clone() };
        if self.edits.does_to_record(record, RecordEdit::Plain) {
            (to.packed, to.pragma_pack, to.align) = (false, None, None);
        }
        if self.edits.does_to_record(record, RecordEdit::Struct) {
            to.kind = RecordKind::Struct;
        }
        if let Some(fields) = &from.fields {
            let mut kept = Vec::with_capacity(fields.len());
            for (i, field) in fields.iter().enumerate() {
                let does = |edit| self.edits.does_to_field(record, i as u32, edit);
                if does(FieldEdit::Drop) {
                    continue;
                }
                let (plain, no_bits, int) =
                    (does(FieldEdit::Plain), does(FieldEdit::NoBits), does(FieldEdit::Int));
                let element = does(FieldEdit::Element);
                let mut ty = self.map_qualified(field.ty);
                if plain {
                    ty = self.unqualified(ty);
                }
                if int {
                    ty = self.int_leaf(ty);
                }
                if element && let Type::Array { elem, .. } = *self.types.get(ty.ty) {
                    ty = elem.with(ty.quals);
                }
                let mut field = Field { ty, ..field.clone() };
                if no_bits {
                    field.bits = None;
                }
                if plain {
                    (field.packed, field.align) = (false, None);
                }
                kept.push(field);
            }
            // Without a named member there is no such type, but pointers do not need to know more
            // than that it is one.
            let is_member = |field: &Field| field.name.is_some() || field.bits.is_none();
            to.fields = kept.iter().any(is_member).then_some(kept);
            self.emptied |= to.fields.is_none();
        }
        self.types.records[record] = to;
        new
    }

    /// Where a field of a record has gone.
    pub fn field(&self, record: RecordId, field: u32) -> Res<u32> {
        if self.edits.does_to_field(record, field, FieldEdit::Drop) {
            return Err(Refused);
        }
        let gone = (0..field).filter(|f| self.edits.does_to_field(record, *f, FieldEdit::Drop));
        Ok(field - gone.count() as u32)
    }

    /// A new type without any qualifier, through pointers and arrays.
    fn unqualified(&mut self, ty: QualType) -> QualType {
        let bare = match *self.types.get(ty.ty) {
            Type::Pointer(to) => {
                let to = self.unqualified(to);
                self.types.pointer(to)
            }
            Type::Array { elem, len } => {
                let elem = self.unqualified(elem);
                self.types.array(elem, len)
            }
            _ => ty.ty,
        };
        QualType::plain(bare)
    }

    /// A new type with `int` at the bottom of its arrays, if there is an integer or a pointer.
    fn int_leaf(&mut self, ty: QualType) -> QualType {
        let new = match *self.types.get(ty.ty) {
            Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Pointer(_) => {
                self.types.int(IntKind::Int)
            }
            Type::Array { elem, len } => {
                let elem = self.int_leaf(elem);
                self.types.array(elem, len)
            }
            _ => ty.ty,
        };
        QualType { ty: new, quals: ty.quals }
    }

    /// The new type of a variable.
    pub fn object_type(&mut self, object: Object, old: QualType) -> QualType {
        let mut ty = self.map_qualified(old);
        let edits = self.edits;
        for edit in edits.object(object) {
            ty = match edit {
                ObjectEdit::Plain => self.unqualified(ty),
                ObjectEdit::Int => self.int_leaf(ty),
                ObjectEdit::Length(len) => match *self.types.get(ty.ty) {
                    Type::Array { elem, .. } => {
                        QualType { ty: self.types.array(elem, Some(*len)), quals: ty.quals }
                    }
                    _ => ty,
                },
                ObjectEdit::Element => match *self.types.get(ty.ty) {
                    Type::Array { elem, .. } => elem.with(ty.quals),
                    _ => ty,
                },
                ObjectEdit::Pointee => match *self.types.get(ty.ty) {
                    // It has to be set.
                    Type::Pointer(to) => QualType { quals: to.quals.without(Quals::CONST), ..to },
                    _ => ty,
                },
                _ => ty,
            };
        }
        ty
    }
}
