//! Where the text of a program shows how packed records and bit-fields are laid out.
//!
//! By its members' names alone, a record means the same whatever its layout. The layout shows in
//! sizes, through pointers of another type, and in whether the address of a member is aligned;
//! these are found here, in code that runs or not. Reading another member of a union is noted when
//! it happens.

use crate::outcome::{ImplDefined, ImplDefinedSet};
use crate::tables::{Tables, is_packed};
use brinell_lang::{Expr, ExprId, ExprKind, Exprs, IntKind, Program, TypeId};
use rustc_hash::FxHashSet;

/// The choices about layout that the text relies on.
pub fn choices(program: &Program, tables: &Tables) -> ImplDefinedSet {
    let records = &program.types.records;
    let packed = records.iter().any(is_packed);
    if !packed && records.iter().flat_map(|r| r.fields.iter().flatten()).all(|f| f.bits.is_none()) {
        return ImplDefinedSet::default();
    }
    let globals = program.globals.iter().map(|global| &global.exprs);
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    globals
        .chain(bodies.map(|body| &body.exprs))
        .map(|exprs| LayoutUses { tables, exprs, packed }.choices())
        .fold(ImplDefinedSet::default(), ImplDefinedSet::with)
}

/// The expressions of a function or an initialiser.
struct LayoutUses<'a> {
    tables: &'a Tables,
    exprs: &'a Exprs,
    /// Whether the program has packed records at all.
    packed: bool,
}

impl LayoutUses<'_> {
    fn choices(&self) -> ImplDefinedSet {
        let indexed = if self.packed { self.indexed() } else { FxHashSet::default() };
        let none = ImplDefinedSet::default();
        let packing = ImplDefinedSet::from_iter([ImplDefined::Packing]);
        let mut choices = none;
        for (id, expr) in self.exprs.enumerate() {
            choices = choices.with(match &expr.kind {
                ExprKind::SizeOf(of) | ExprKind::AlignOf(of) => self.layout_of(Some(of.ty)),
                ExprKind::Cast { operand, .. } => self.looks_otherwise(expr, *operand),
                _ if !self.packed => none,
                ExprKind::AddrOf(place) if self.lies_packed(*place) => packing,
                // An array member that is indexed is accessed by its name.
                ExprKind::Decay(place) if !indexed.contains(&id) && self.lies_packed(*place) => {
                    packing
                }
                _ => none,
            });
        }
        choices
    }

    /// What the layout of a type depends on.
    fn layout_of(&self, ty: Option<TypeId>) -> ImplDefinedSet {
        let facts = ty.map(|ty| self.tables.facts(ty)).unwrap_or_default();
        let bits = facts.has_bits.then_some(ImplDefined::BitFieldLayout);
        bits.into_iter().chain(facts.has_packed.then_some(ImplDefined::Packing)).collect()
    }

    /// The arrays that become pointers only to be indexed.
    fn indexed(&self) -> FxHashSet<ExprId> {
        let base = |expr: &Expr| match expr.kind {
            ExprKind::Index { base, .. } => Some(base),
            _ => None,
        };
        self.exprs.iter().filter_map(base).collect()
    }

    /// What can be seen of the layout of records by a conversion that makes a pointer to one
    /// something else, or the other way round. Whether a pointer is null has nothing to do with
    /// layout.
    fn looks_otherwise(&self, cast: &Expr, operand: ExprId) -> ImplDefinedSet {
        let types = &self.tables.types;
        let pointee = |ty: TypeId| types.pointee(ty).map(|to| to.ty);
        let (from, to) = (pointee(self.exprs[operand].ty.ty), pointee(cast.ty.ty));
        let is_test = types.as_int(cast.ty.ty) == Some(IntKind::Bool);
        if from.is_none() || from == to || is_test {
            ImplDefinedSet::default()
        } else {
            self.layout_of(from).with(self.layout_of(to))
        }
    }

    /// Whether a place is a part of a packed record whose alignment depends on where it lies there.
    fn lies_packed(&self, place: ExprId) -> bool {
        if self.tables.align(self.exprs[place].ty.ty) <= 1 {
            return false;
        }
        let mut at = place;
        loop {
            at = match self.exprs[at].kind {
                ExprKind::Member { base, .. } => {
                    let record = self.tables.types.as_record(self.exprs[base].ty.ty);
                    if record.is_some_and(|id| is_packed(&self.tables.types.records[id])) {
                        return true;
                    }
                    base
                }
                ExprKind::Index { base: pointer, .. } | ExprKind::Deref(pointer) => {
                    match self.exprs[pointer].kind {
                        ExprKind::Decay(inner) | ExprKind::AddrOf(inner) => inner,
                        _ => return false,
                    }
                }
                _ => return false,
            };
        }
    }
}
