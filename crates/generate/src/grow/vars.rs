//! Variables: made when an expression asks for one, with an initialiser of constants and
//! addresses.

use super::Grower;
use super::places::Access;
use super::requests::{ANY_FLOAT, ANY_INTEGER, Request};
use super::scope::{Counter, Var};
use crate::relax::Relaxation;
use brinell_analysis::{Root, SetId, VariableNode};
use brinell_lang::{
    Arena, Bits, Expr, ExprKind, Exprs, Global, GlobalId, Init, InitItem, IntKind, Linkage, Loc,
    Local, LocalId, LocalKind, QualType, Quals, StmtKind, Type, TypeId,
};
use std::sync::Arc;

/// Where a new variable goes.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Storage {
    Global,
    Local,
}

impl Grower<'_> {
    // ---- types of new variables ----

    /// The type of a new variable that leads to what is wanted: itself, an array of it, a pointer
    /// to it, or a struct that has it.
    pub(super) fn type_for(&mut self, want: Request) -> QualType {
        let ty = self.draw_type(want).expect("what is asked for by class is a number");
        let mut qt = QualType::plain(ty);
        let mut records: Vec<TypeId> = Vec::new();
        if matches!(want, ANY_INTEGER | ANY_FLOAT) {
            records.extend(self.types.records());
            // All have an integer, few a floating member.
            records.retain(|ty| want == ANY_INTEGER || self.reaches(*ty, want, Access::Read));
        }
        let record = u32::from(!records.is_empty()) * self.config.record_percent;
        let pointer = if self.config.pointers && !self.function().recursive {
            self.config.pointer_percent
        } else {
            0
        };
        let plain = 100u32.saturating_sub(record + pointer).max(10);
        match self.draw(0, &[plain, pointer, record]) {
            1 if self.pointer_depth(ty) < self.config.max_pointer_depth => {
                let to = if self.choices.chance(self.config.double_pointer_percent)
                    && self.pointer_depth(ty) + 1 < self.config.max_pointer_depth
                {
                    QualType::plain(self.text.program.types_mut().pointer(qt))
                } else {
                    qt
                };
                let quals = self.pointee_quals(to);
                qt = QualType::plain(self.text.program.types_mut().pointer(to.with(quals)));
            }
            2 => qt = QualType::plain(*self.choices.pick(&records)),
            _ => {}
        }
        if self.config.arrays && self.choices.chance(self.config.array_percent) {
            qt = self.array_of(qt);
        }
        qt
    }

    fn pointee_quals(&mut self, to: QualType) -> Quals {
        let pointer = self.text.program.types.pointee(to.ty).is_some();
        let volatile = self.config.volatiles && (!pointer || self.config.volatile_pointers);
        if volatile && self.choices.chance(self.config.volatile_percent) {
            Quals::VOLATILE
        } else {
            Quals::NONE
        }
    }

    pub(super) fn pointer_depth(&self, mut ty: TypeId) -> u32 {
        let mut depth = 0;
        while let Some(to) = self.text.program.types.pointee(ty) {
            depth += 1;
            ty = to.ty;
        }
        depth
    }

    /// An array of one to three dimensions within the limits.
    pub(super) fn array_of(&mut self, mut elem: QualType) -> QualType {
        let weights = [
            self.config.weight_dimensions_1,
            self.config.weight_dimensions_2,
            self.config.weight_dimensions_3,
        ];
        let dims = 1 + self.draw(0, &weights) as u32;
        let dims = dims.min(self.config.max_array_dim.max(1));
        let size = self.size_of(elem.ty).max(1);
        let mut total = 1u64;
        // Most arrays list their elements: no single one may swallow a small program.
        let text = (self.budget.size.saturating_sub(self.budget.tokens()) / 20).max(2);
        for _ in 0..dims {
            let room = u64::from(self.config.max_array_total).min(text) / total;
            let room = room.min(u64::from(self.config.max_array_bytes) / (size * total).max(1));
            if room < 1 {
                break;
            }
            let len = 1 + u64::from(self.choices.below(self.config.max_array_len.max(1)));
            let len = len.min(room);
            total *= len;
            elem = QualType::plain(self.text.program.types_mut().array(elem, Some(len)));
        }
        elem
    }

    /// Qualifiers of a new variable; they go to the elements of an array.
    pub(super) fn var_quals(&mut self, qt: QualType, may_be_const: bool) -> QualType {
        let mut quals = Quals::NONE;
        let inner = self.text.program.types.innermost(qt);
        let pointer = self.text.program.types.pointee(inner.ty).is_some();
        let volatile = self.config.volatiles && (!pointer || self.config.volatile_pointers);
        if volatile && self.choices.chance(self.config.volatile_percent) {
            quals = quals.with(Quals::VOLATILE);
        }
        let may_be_const =
            may_be_const && self.config.consts && (!pointer || self.config.const_pointers);
        if may_be_const && self.choices.chance(self.config.const_percent) {
            quals = quals.with(Quals::CONST);
        }
        self.qualify(qt, quals)
    }

    pub(super) fn qualify(&mut self, qt: QualType, quals: Quals) -> QualType {
        match *self.text.program.types.get(qt.ty) {
            Type::Array { elem, len } => {
                let elem = self.qualify(elem, quals);
                QualType::plain(self.text.program.types_mut().array(elem, len))
            }
            _ => qt.with(quals),
        }
    }

    // ---- new variables ----

    /// A new variable from which what is wanted can be reached; `to_write` keeps it from being
    /// constant.
    pub(super) fn new_var(&mut self, want: Request, to_write: bool) -> Var {
        let qt = self.type_for(want);
        let qt = self.var_quals(qt, !to_write);
        let storage = self.draw_storage();
        self.declare(qt, storage)
    }

    pub(super) fn draw_storage(&mut self) -> Storage {
        let full = self.scope.globals.len() >= self.budget.max_globals
            || self.budget.data() > u64::from(self.config.max_data);
        let global = !full && self.choices.chance(self.config.new_global_percent);
        if global { Storage::Global } else { Storage::Local }
    }

    /// Declares a variable with a random initialiser.
    pub(super) fn declare(&mut self, ty: QualType, storage: Storage) -> Var {
        match storage {
            Storage::Global => self.declare_global(ty),
            Storage::Local if self.overflows_frame(ty) => self.declare_global(ty),
            Storage::Local => self.declare_local(ty),
        }
    }

    /// Whether the function has no room for one more local of that type.
    fn overflows_frame(&mut self, ty: QualType) -> bool {
        let most = u64::from(self.config.max_frame);
        if most == 0 {
            return false;
        }
        let locals: Vec<TypeId> = self.body().locals.iter().map(|local| local.ty.ty).collect();
        locals.into_iter().map(|ty| self.size_of(ty)).sum::<u64>() + self.size_of(ty.ty) > most
    }

    pub(super) fn declare_global(&mut self, ty: QualType) -> Var {
        let mut exprs: Exprs = Arena::new();
        let mut facts = Vec::new();
        // Without, it is zero, and pointers in it are null, which is what is known of those that no
        // fact is about. A constant one would be worth nothing.
        let constant = self.text.program.types.innermost(ty).quals.is_const();
        let bare = !constant && Relaxation::Initialisers.applies(self.config, self.choices);
        let init = (!bare).then(|| self.draw_init(&mut exprs, ty, false, 0, &mut facts));
        // The initialiser may have made globals of its own: they come first.
        let id = GlobalId(self.text.program.globals.len() as u32);
        let root = Root::Global(id);
        let external =
            self.config.extern_globals && self.choices.chance(self.config.extern_percent);
        self.text.program.globals.push(Arc::new(Global {
            name: None,
            ty,
            align: None,
            linkage: if external { Linkage::External } else { Linkage::Internal },
            defined: true,
            init,
            exprs,
            loc: Loc::NONE,
        }));
        self.budget.add_data(self.size_of(ty.ty));
        let node = self.register(root, ty, &facts);
        let var = Var { root, node, ty };
        self.scope.globals.push(var);
        let tokens = self.declaration_tokens(ty);
        self.add_tokens(tokens);
        var
    }

    /// Registers a variable with the analysis: `facts` are the points-to sets of the pointers in
    /// it, by distance from its root; the others are null.
    pub(super) fn register(
        &mut self,
        root: Root,
        ty: QualType,
        facts: &[(u32, SetId)],
    ) -> VariableNode {
        let (types, target) = (&self.text.program.types, &self.text.program.target);
        let node = self.facts.analysis.space.add(types, target, root, ty);
        let mut joined: Vec<(u32, SetId)> = Vec::new();
        for &(distance, set) in facts {
            match joined.iter_mut().find(|(d, _)| *d == distance) {
                Some((_, known)) => *known = self.facts.analysis.sets.join(*known, set),
                None => joined.push((distance, set)),
            }
        }
        for (distance, set) in joined {
            self.facts.analysis.space.set_initial_pointer(VariableNode(node.0 + distance), set);
        }
        node
    }

    /// A local variable in one of the open blocks (most often the innermost) with an initialiser.
    pub(super) fn declare_local(&mut self, ty: QualType) -> Var {
        let anyway = self.declares_anyway(ty);
        let open: Vec<usize> = self
            .function()
            .blocks
            .iter()
            .enumerate()
            .filter(|(_, b)| b.promised.is_empty() || !self.config.mixed_declarations || anyway)
            .map(|(i, _)| i)
            .collect();
        // The innermost block that may declare; else the top of the function, which no jump passes.
        let promised = self.function().blocks.iter().rposition(|b| !b.promised.is_empty());
        let at = if open.is_empty() {
            None
        } else if anyway && promised.is_some() {
            promised
        } else if self.choices.chance(self.config.innermost_percent) {
            open.last().copied()
        } else {
            Some(*self.choices.pick(&open))
        };
        let func = self.func();
        let mut facts = Vec::new();
        let mut exprs = std::mem::take(&mut self.body().exprs);
        // At the top of the function no other local is there yet.
        let init = self.draw_init(&mut exprs, ty, at.is_some(), at.unwrap_or(0), &mut facts);
        self.body().exprs = exprs;
        let local = self.body().locals.push(Local {
            name: None,
            ty,
            align: None,
            init: Some(init),
            kind: LocalKind::Var,
            loc: Loc::NONE,
        });
        let root = Root::Local(func, local);
        let node = self.register(root, ty, &facts);
        let var = Var { root, node, ty };
        let stmt = self.push_stmt(StmtKind::Decl(local));
        let mixed = self.config.mixed_declarations;
        let function = self.function_mut();
        let block = &mut function.blocks[at.unwrap_or(0)];
        if at.is_some() && mixed {
            block.stmts.push(stmt);
        } else {
            block.head.push(stmt);
        }
        block.vars.push(var);
        block.declared.push(local);
        let tokens = self.declaration_tokens(ty);
        self.add_tokens(tokens);
        self.charge(
            2 + self.text.program.types.as_array(ty.ty).map_or(0, |_| self.size_of(ty.ty) / 4),
        );
        var
    }

    /// A fresh integer local that only its loop uses; not among the variables to draw from.
    pub(super) fn declare_counter(&mut self, kind: IntKind, value: u64) -> (LocalId, Var) {
        let ty = QualType::plain(self.int_type(kind));
        let func = self.func();
        let init = self.build().int(value, kind, Loc::NONE);
        let local = self.body().locals.push(Local {
            name: None,
            ty,
            align: None,
            init: Some(Init::Expr(init)),
            kind: LocalKind::Var,
            loc: Loc::NONE,
        });
        let root = Root::Local(func, local);
        let node = self.register(root, ty, &[]);
        (local, Var { root, node, ty })
    }

    // ---- initialisers ----

    /// An initialiser of constants and addresses; `facts` gets the points-to set of each pointer.
    fn draw_init(
        &mut self,
        exprs: &mut Exprs,
        ty: QualType,
        local: bool,
        block: usize,
        facts: &mut Vec<(u32, SetId)>,
    ) -> Init {
        self.init_at(exprs, ty, local, block, 0, facts)
    }

    fn init_at(
        &mut self,
        exprs: &mut Exprs,
        ty: QualType,
        local: bool,
        block: usize,
        distance: u32,
        facts: &mut Vec<(u32, SetId)>,
    ) -> Init {
        match self.text.program.types.get(ty.ty).clone() {
            Type::Array { elem, len } => {
                let local = local && self.config.address_lists;
                let len = len.unwrap_or(1);
                // One value for all is short; most arrays are worth their text.
                let given = if self.choices.chance(self.config.short_list_percent) {
                    u64::from(self.choices.below(len.min(1000) as u32 + 1))
                } else {
                    len
                };
                let given = given.max(1);
                let items = (0..given)
                    .map(|index| InitItem {
                        index,
                        init: self.init_at(exprs, elem, local, block, distance + 1, facts),
                    })
                    .collect();
                if given < len {
                    self.null_facts(elem, distance + 1, facts);
                }
                // Braces and commas.
                self.add_tokens(given + 1);
                Init::List(items)
            }
            Type::Record(id) => {
                let local = local && self.config.address_lists;
                let record = &self.text.program.types.records[id];
                let is_union = record.kind == brinell_lang::RecordKind::Union;
                let fields: Vec<_> = record.fields.clone().unwrap_or_default();
                let mut items = Vec::new();
                let mut at = distance + 1;
                for (index, field) in fields.iter().enumerate() {
                    if field.name.is_some() {
                        let init = match field.bits {
                            Some(bits) => self.bit_field_init(exprs, field.ty.ty, bits),
                            None => self.init_at(exprs, field.ty, local, block, at, facts),
                        };
                        items.push(InitItem { index: index as u64, init });
                        if is_union {
                            break;
                        }
                    }
                    at += self.node_count(field.ty.ty);
                }
                self.add_tokens(items.len() as u64 + 1);
                Init::List(items)
            }
            Type::Pointer(to) => {
                let (e, set) = self.pointer_init(exprs, ty.ty, to, local, block);
                facts.push((distance, set));
                Init::Expr(e)
            }
            Type::Float(kind) => {
                let value = self.draw_float_value(kind);
                self.add_tokens(1 + u64::from(value.is_sign_negative()));
                Init::Expr(self.text.build_in(exprs).float(value, kind, Loc::NONE))
            }
            _ => {
                let kind = self.text.program.types.as_int(ty.ty).unwrap_or(IntKind::Int);
                let value = self.draw_value(kind);
                let negative = self.target().is_signed(kind) && value.signed() < 0;
                self.add_tokens(1 + u64::from(negative));
                Init::Expr(self.constant_in(exprs, value, kind, ty.ty))
            }
        }
    }

    /// Elements that are not listed are null pointers.
    fn null_facts(&mut self, ty: QualType, distance: u32, facts: &mut Vec<(u32, SetId)>) {
        match self.text.program.types.get(ty.ty).clone() {
            Type::Array { elem, .. } => self.null_facts(elem, distance + 1, facts),
            Type::Record(id) => {
                let fields: Vec<_> =
                    self.text.program.types.records[id].fields.clone().unwrap_or_default();
                let mut at = distance + 1;
                for field in fields {
                    self.null_facts(field.ty, at, facts);
                    at += self.node_count(field.ty.ty);
                }
            }
            Type::Pointer(_) => facts.push((distance, SetId::NULL)),
            _ => {}
        }
    }

    /// How many nodes a type has in the analysis.
    fn node_count(&self, ty: TypeId) -> u32 {
        match self.text.program.types.get(ty) {
            Type::Array { elem, .. } => 1 + self.node_count(elem.ty),
            Type::Record(id) => {
                let fields =
                    self.text.program.types.records[*id].fields.as_deref().unwrap_or_default();
                1 + fields.iter().map(|f| self.node_count(f.ty.ty)).sum::<u32>()
            }
            _ => 1,
        }
    }

    fn bit_field_init(&mut self, exprs: &mut Exprs, ty: TypeId, bits: u32) -> Init {
        let kind = self.text.program.types.as_int(ty).unwrap_or(IntKind::Int);
        let shape = brinell_lang::arith::IntShape {
            bits: bits.max(1) as u8,
            signed: self.target().is_signed(kind),
        };
        self.add_tokens(1);
        // In range: compilers warn about what does not fit, and nothing is gained.
        let value = shape.wrap_word(self.choices.bits(bits));
        Init::Expr(self.constant_in(exprs, value, kind, ty))
    }

    /// A constant of the wanted type: written as an `int` or wider and converted.
    fn constant_in(
        &mut self,
        exprs: &mut Exprs,
        value: impl Into<Bits>,
        kind: IntKind,
        ty: TypeId,
    ) -> brinell_lang::ExprId {
        let written = if kind.rank() < IntKind::Int.rank() { IntKind::Int } else { kind };
        let mut b = self.text.build_in(exprs);
        let e = b.int(value, written, Loc::NONE);
        b.implicit(e, ty)
    }

    /// The address of an object of the right type that lives long enough, or null.
    fn pointer_init(
        &mut self,
        exprs: &mut Exprs,
        ty: TypeId,
        to: QualType,
        local: bool,
        block: usize,
    ) -> (brinell_lang::ExprId, SetId) {
        if self.text.program.types.as_function(to.ty).is_some() {
            if let Some(named) = self.function_init(exprs, to.ty) {
                return named;
            }
            return self.null_init(exprs, ty);
        }
        if !self.choices.chance(self.config.null_percent)
            && let Some(var) = self.object_for(to, local, block)
        {
            let mut b = self.text.build_in(exprs);
            let mut e = match var.root {
                Root::Global(id) => b.global(id, var.ty, Loc::NONE),
                Root::Local(_, id) => b.local(id, var.ty, Loc::NONE),
                _ => unreachable!("variables in scope are globals and locals"),
            };
            let mut node = var.node;
            let mut current = var.ty;
            // Into the elements of an array, by constant indices.
            while let Type::Array { elem, len } = *b.types.get(current.ty) {
                let index = self.choices.below(len.unwrap_or(1).min(1 << 20) as u32);
                let i = b.int(u64::from(index), IntKind::Int, Loc::NONE);
                e = b.index(e, i, Loc::NONE).expect("an array can be indexed");
                self.budget.add_tokens(3);
                node = self.facts.analysis.space.element(node);
                current = elem;
            }
            let e = b.addr_of(e, Loc::NONE).expect("a whole object has an address");
            let e = b.assignable(e, ty, "initialisation").expect("qualifiers are only added");
            self.budget.add_tokens(2);
            return (e, self.facts.analysis.sets.one(node));
        }
        self.null_init(exprs, ty)
    }

    fn null_init(&mut self, exprs: &mut Exprs, ty: TypeId) -> (brinell_lang::ExprId, SetId) {
        let int = self.int_type(IntKind::Int);
        let zero = exprs.push(Expr {
            kind: ExprKind::Int(Bits::ZERO),
            ty: QualType::plain(int),
            loc: Loc::NONE,
        });
        let e = exprs.push(Expr {
            kind: ExprKind::Cast { operand: zero, implicit: true },
            ty: QualType::plain(ty),
            loc: Loc::NONE,
        });
        self.add_tokens(1);
        (e, SetId::NULL)
    }

    /// A variable (or an array of them) that a pointer to this type may point to: a global, or for
    /// a local pointer also a local of the same or an outer block. Made if there is none.
    fn object_for(&mut self, to: QualType, local: bool, block: usize) -> Option<Var> {
        let all_elements = local || self.config.element_addresses;
        let fits = |grower: &Self, var: &Var| {
            let inner = grower.text.program.types.innermost(var.ty);
            (all_elements || !grower.has_dimensions(var.ty))
                && inner.ty == to.ty
                && to.quals.contains(inner.quals)
                && grower.text.program.types.pointee(inner.ty)
                    == grower.text.program.types.pointee(to.ty)
        };
        if local && self.choices.chance(self.config.local_target_percent) {
            let candidates: Vec<Var> = self.function().blocks[..=block]
                .iter()
                .flat_map(|b| b.vars.iter())
                .chain(&self.function().params)
                .copied()
                .filter(|var| fits(self, var))
                .collect();
            if !candidates.is_empty() {
                return Some(*self.choices.pick(&candidates));
            }
        }
        if !self.scope.globals.is_empty() {
            let start = self.choices.below(self.scope.globals.len() as u32) as usize;
            let found = (0..self.scope.globals.len().min(40))
                .map(|i| self.scope.globals[(start + i) % self.scope.globals.len()])
                .find(|var| fits(self, var));
            if found.is_some() && self.choices.chance(self.config.known_target_percent) {
                return found;
            }
        }
        if self.scope.globals.len() >= self.budget.max_globals {
            return None;
        }
        let mut qt = to;
        if self.config.arrays && self.choices.chance(self.config.target_array_percent) {
            let plain = self.array_of(to.unqualified());
            if all_elements || !self.has_dimensions(plain) {
                qt = self.qualify(plain, to.quals);
            }
        }
        // Never constant where the pointer may write; as qualified as the pointer says otherwise.
        let drop_volatile =
            to.quals.is_volatile() && self.choices.chance(self.config.unqualified_target_percent);
        if drop_volatile {
            qt = self.unqualify_elements(qt, Quals::VOLATILE);
        }
        Some(self.declare_global(qt))
    }

    /// Whether it is an array of arrays.
    fn has_dimensions(&self, ty: QualType) -> bool {
        let element = self.text.program.types.as_array(ty.ty).map(|(element, _)| element.ty);
        element.is_some_and(|element| self.text.program.types.as_array(element).is_some())
    }

    fn unqualify_elements(&mut self, qt: QualType, quals: Quals) -> QualType {
        match *self.text.program.types.get(qt.ty) {
            Type::Array { elem, len } => {
                let elem = self.unqualify_elements(elem, quals);
                QualType::plain(self.text.program.types_mut().array(elem, len))
            }
            _ => QualType { ty: qt.ty, quals: qt.quals.without(quals) },
        }
    }

    /// Tokens of a declaration apart from its initialiser.
    fn declaration_tokens(&self, mut ty: QualType) -> u64 {
        // `static`, the type, the name, `=`, `;`
        let mut tokens = 5;
        loop {
            match *self.text.program.types.get(ty.ty) {
                Type::Array { elem, .. } => {
                    tokens += 3;
                    ty = elem;
                }
                Type::Pointer(to) => {
                    tokens += 1;
                    ty = to;
                }
                Type::Record(_) => return tokens + 1,
                // `(`, `)`, and the list of parameters.
                Type::Function(ref function) => {
                    return tokens + 4 + 2 * function.params.len() as u64;
                }
                _ => return tokens,
            }
        }
    }

    // ---- counters ----

    /// Open loop counters whose values are all good indices of an array of `len`.
    pub(super) fn counters_within(&self, len: u64) -> Vec<Counter> {
        let len = i128::from(len);
        self.function().counters.iter().copied().filter(|c| c.lo >= 0 && c.hi < len).collect()
    }
}
