//! Initialisers.

use super::{Rebuild, Refused, Res};
use crate::edit::{FieldEdit, Object, ObjectEdit};
use brinell_lang::{Init, InitItem, QualType, Type, TypeId};

impl Rebuild<'_> {
    /// The initialiser of a variable; `None` where nothing of it is left.
    pub fn object_init(
        &mut self,
        object: Object,
        init: &Init,
        old: QualType,
        new: QualType,
    ) -> Res<Option<Init>> {
        let edits = self.edits;
        if edits.does(object, &ObjectEdit::NoInit) {
            return Ok(None);
        }
        let mut path = Vec::new();
        if edits.does(object, &ObjectEdit::Element) {
            let Init::List(items) = init else { return Err(Refused) };
            let Type::Array { elem, .. } = *self.old.types.get(old.ty) else { return Err(Refused) };
            let first = items.iter().find(|item| item.index == 0);
            return match first {
                Some(item) => self.init(object, &item.init, elem.ty, new.ty, &mut path),
                None => Ok(None),
            };
        }
        self.init(object, init, old.ty, new.ty, &mut path)
    }

    fn init(
        &mut self,
        object: Object,
        init: &Init,
        old: TypeId,
        new: TypeId,
        path: &mut Vec<u64>,
    ) -> Res<Option<Init>> {
        let items = match init {
            Init::Expr(e) => {
                let value = self.given_to(Some(object), *e)?;
                if self.types.as_array(new).is_some() {
                    return Ok(Some(Init::Expr(value)));
                }
                let value = self.builder().assignable(value, new, "an initialiser");
                return Ok(Some(Init::Expr(value.map_err(|_| Refused)?)));
            }
            Init::List(items) => items,
        };
        let mut kept = Vec::with_capacity(items.len());
        for item in items {
            path.push(item.index);
            let dropped = self.edits.does(object, &ObjectEdit::NoItem(path.clone()));
            if !dropped && let Some(item) = self.init_item(object, item, old, new, path)? {
                kept.push(item);
            }
            path.pop();
        }
        // `{0}` says the same as nothing for what is static, and more for what is not.
        Ok(Some(Init::List(kept)))
    }

    fn init_item(
        &mut self,
        object: Object,
        item: &InitItem,
        old: TypeId,
        new: TypeId,
        path: &mut Vec<u64>,
    ) -> Res<Option<InitItem>> {
        let types = &self.old.types;
        let (index, inner_old, inner_new) = match *types.get(old) {
            Type::Array { elem, .. } => {
                let Type::Array { elem: to, len } = *self.types.get(new) else {
                    return Err(Refused);
                };
                if len.is_some_and(|len| item.index >= len) {
                    return Ok(None);
                }
                (item.index, elem.ty, to.ty)
            }
            Type::Record(r) => {
                let field = item.index as u32;
                if self.edits.does_to_field(r, field, FieldEdit::Drop) {
                    return Ok(None);
                }
                let fields = types.records[r].fields.as_ref().ok_or(Refused)?;
                let from = fields.get(field as usize).ok_or(Refused)?.ty.ty;
                let index = self.field(r, field)?;
                let record = self.types.as_record(new).ok_or(Refused)?;
                let fields = self.types.records[record].fields.as_ref().ok_or(Refused)?;
                let to = fields.get(index as usize).ok_or(Refused)?.ty.ty;
                if self.edits.does_to_field(r, field, FieldEdit::Element) {
                    let Type::Array { elem, .. } = *types.get(from) else { return Err(Refused) };
                    let Init::List(items) = &item.init else { return Err(Refused) };
                    let Some(first) = items.iter().find(|item| item.index == 0) else {
                        return Ok(None);
                    };
                    let init = self.init(object, &first.init, elem.ty, to, path)?;
                    return Ok(init.map(|init| InitItem { index: u64::from(index), init }));
                }
                (u64::from(index), from, to)
            }
            _ => return Err(Refused),
        };
        let init = self.init(object, &item.init, inner_old, inner_new, path)?;
        Ok(init.map(|init| InitItem { index, init }))
    }
}
