//! Lowering of initialisers to a flat list of leaves.

use super::Lower;
use crate::code::{InitLeaf, InitLeafKind, Initialiser, OperandOrder};
use crate::effects::{Effect, any_conflict};
use brinell_lang::{ExprKind, Init, Loc, QualType, RecordKind, Type, TypeId};

impl Lower<'_> {
    /// The initialiser of an object of a type.
    pub fn initialiser(&mut self, init: &Init, ty: TypeId, loc: Loc) -> Initialiser {
        let mut leaves = Vec::new();
        let mut effects = Vec::new();
        self.collect(init, QualType::plain(ty), 0, loc, &mut leaves, &mut effects);
        let zero_rest = match init {
            Init::List(_) => true,
            Init::Expr(e) => {
                matches!(self.expr(*e).kind, ExprKind::Str(_))
                    && self.tables.types.as_array(ty).is_some()
            }
        };
        let order = if any_conflict(&effects) { OperandOrder::Tracked } else { OperandOrder::Free };
        self.tracked |= order == OperandOrder::Tracked;
        Initialiser { ty, leaves, zero_rest, order }
    }

    fn collect(
        &mut self,
        init: &Init,
        qt: QualType,
        offset: u64,
        loc: Loc,
        leaves: &mut Vec<InitLeaf>,
        effects: &mut Vec<Effect>,
    ) {
        let ty = qt.ty;
        match init {
            Init::Expr(e) => {
                let expr = self.expr(*e);
                let loc = if expr.loc.is_known() { expr.loc } else { loc };
                if let (Type::Array { len: Some(len), .. }, ExprKind::Str(id)) =
                    (self.tables.types.get(ty), &expr.kind)
                {
                    let what = InitLeafKind::Str { id: *id, len: *len };
                    leaves.push(InitLeaf { offset, expr: None, what });
                    return;
                }
                effects.push(self.effect(*e));
                let access = self.access_of(qt.unqualified(), None);
                let Some(access) = access else {
                    let node = self.unsupported("an initialiser of this type", loc);
                    let Some(access) = self.any_access() else { return };
                    leaves.push(InitLeaf {
                        offset,
                        expr: None,
                        what: InitLeafKind::Scalar { node, access },
                    });
                    return;
                };
                let what = if self.tables.types.as_record(ty).is_some() {
                    InitLeafKind::Record { node: self.record(*e), access }
                } else {
                    InitLeafKind::Scalar { node: self.value(*e), access }
                };
                leaves.push(InitLeaf { offset, expr: Some(*e), what });
            }
            Init::List(items) => match self.tables.types.get(ty).clone() {
                Type::Array { elem, .. } => {
                    let size = self.tables.size(elem.ty);
                    for item in items {
                        let at = offset + item.index * size;
                        self.collect(&item.init, elem, at, loc, leaves, effects);
                    }
                }
                Type::Record(r) => {
                    let union = self.tables.types.records[r].kind == RecordKind::Union;
                    for item in items {
                        let field = item.index as usize;
                        let declared =
                            self.tables.types.records[r].fields.as_ref().and_then(|f| f.get(field));
                        let Some(field_ty) = declared.map(|f| f.ty) else { continue };
                        if union {
                            let what = InitLeafKind::Member { record: r, field: field as u32 };
                            leaves.push(InitLeaf { offset, expr: None, what });
                        }
                        if let Some(bits) = self.bit_field_of(ty, field as u32) {
                            if let (Some(e), Some(access)) = (
                                super::stmt::scalar_init(&item.init),
                                self.access_of(field_ty.unqualified(), Some(bits)),
                            ) {
                                effects.push(self.effect(e));
                                let node = self.value_for(e, Some(bits));
                                let what = InitLeafKind::Scalar { node, access };
                                leaves.push(InitLeaf { offset, expr: None, what });
                            }
                            continue;
                        }
                        let at = offset
                            + self.tables.layouts.record(r).map_or(0, |l| l.fields[field].offset);
                        self.collect(&item.init, field_ty, at, loc, leaves, effects);
                    }
                }
                // Redundant braces around a scalar.
                _ => {
                    if let Some(item) = items.first() {
                        self.collect(&item.init, qt, offset, loc, leaves, effects);
                    }
                }
            },
        }
    }

    fn any_access(&mut self) -> Option<u32> {
        let ty = self.tables.types.iter().map(|(id, _)| id).find(|t| self.scalar(*t).is_some())?;
        self.access_of(QualType::plain(ty), None)
    }
}
