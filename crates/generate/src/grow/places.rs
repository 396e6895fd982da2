//! Places: lvalues that lead to a wanted type and that may be read or written here and now.
//!
//! A walk starts at a variable in scope and goes through fields, elements and pointers until the
//! type fits. Pointers are followed only where the facts say that they are safe.

use super::Grower;
use super::requests::{ANY_FLOAT, ANY_INTEGER, Class, Request};
use super::scope::Var;
use brinell_analysis::{Cx, Effects, Root, SetId, VariableNode};
use brinell_lang::{ExprId, IntKind, Loc, QualType, Type, TypeId};

/// How often a wide place is tried before any will do.
const WIDE_ATTEMPTS: u32 = 4;

/// What is done with the place.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Access {
    /// Its value is read.
    Read,
    /// It is assigned to.
    Write,
    /// It is read and assigned to.
    Update,
    /// Its address is taken.
    Address,
}

/// A place that was found.
#[derive(Clone, Debug)]
pub struct Place {
    pub id: ExprId,
    pub nodes: SetId,
    pub ty: QualType,
    /// Of computing it, without the access itself; known once it is found.
    pub effects: Effects,
    /// The width, if it is a bit-field.
    pub bits: Option<u32>,
}

impl Grower<'_> {
    /// Whether a walk from the type can lead to what is asked for.
    pub(super) fn reaches(&mut self, ty: TypeId, want: Request, access: Access) -> bool {
        let key = (ty, want, access == Access::Read);
        if let Some(&known) = self.types.reach.get(&key) {
            return known;
        }
        let found = self.matches(QualType::plain(ty), want, access)
            || match self.text.program.types.get(ty).clone() {
                Type::Array { elem, .. } => self.reaches(elem.ty, want, access),
                Type::Pointer(to) => self.reaches(to.ty, want, access),
                Type::Record(id) => {
                    let fields =
                        self.text.program.types.records[id].fields.clone().unwrap_or_default();
                    fields.iter().any(|f| f.name.is_some() && self.reaches(f.ty.ty, want, access))
                }
                _ => false,
            };
        self.types.reach.insert(key, found);
        found
    }

    /// Whether an object of the type is what is asked for. What is written, or pointed to, must
    /// have exactly the type; a pointer that is read may get qualifiers.
    fn matches(&self, have: QualType, want: Request, access: Access) -> bool {
        if self.answers(have.ty, want) {
            return true;
        }
        let Request::Exactly(ty) = want else { return false };
        let types = &self.text.program.types;
        match (types.pointee(have.ty), types.pointee(ty)) {
            // Qualifiers may be added at the first level only: deeper down that would let a
            // constant be written (thesis 3.6.3).
            (Some(a), Some(b)) => {
                access == Access::Read && a.ty == b.ty && b.quals.contains(a.quals)
            }
            _ => false,
        }
    }

    /// A place for the access, from the variables in scope; `with` are effects that are unsequenced
    /// with a write beyond those of the siblings (the right side of an assignment).
    pub(super) fn find_place(
        &mut self,
        want: Request,
        access: Access,
        with: Option<&Effects>,
    ) -> Option<Place> {
        self.find_place_of(want, access, with, 0)
    }

    /// A place for an integer that is at least so wide, if there is one near by.
    pub(super) fn find_wide_place(
        &mut self,
        access: Access,
        with: Option<&Effects>,
        least: u32,
    ) -> Option<Place> {
        self.find_place_of(ANY_INTEGER, access, with, least)
    }

    fn find_place_of(
        &mut self,
        want: Request,
        access: Access,
        with: Option<&Effects>,
        least: u32,
    ) -> Option<Place> {
        let weights = [
            self.config.weight_scope_global,
            self.config.weight_scope_local,
            self.config.weight_scope_param,
            self.config.weight_scope_new,
        ];
        if access != Access::Read {
            self.cut_if_too_large_with_place();
        }
        let more = if least > 0 { WIDE_ATTEMPTS } else { 0 };
        for attempt in 0..6 + more {
            let least = if attempt < WIDE_ATTEMPTS { least } else { 0 };
            let mut weights = weights;
            weights[3] = if attempt >= 4 + more { weights[3] * 8 } else { weights[3] };
            let scope = self.draw(0, &weights);
            let var = match scope {
                0 => self.draw_var(want, access, 0),
                1 => self.draw_var(want, access, 1),
                2 => self.draw_var(want, access, 2),
                _ => None,
            };
            let Some(var) = var else {
                // What is pointed to, and pointers that are written, should be used elsewhere too.
                let written = access != Access::Read && self.class(want) == Class::Pointer;
                let may_be_new = access != Access::Address && !written;
                if scope == 3 && !self.is_full() && may_be_new {
                    let var = self.new_var(want, matches!(access, Access::Write | Access::Update));
                    if let Some(place) = self.place_in(var, want, access, with) {
                        return Some(place);
                    }
                }
                self.cut();
                continue;
            };
            if let Some(place) = self.wide_place_in(var, want, access, with, least) {
                return Some(place);
            }
            self.cut();
        }
        None
    }

    fn scope_len(&self, scope: usize) -> usize {
        match scope {
            0 => self.scope.globals.len(),
            1 => self.function().blocks.iter().map(|b| b.vars.len()).sum(),
            _ => self.function().params.len(),
        }
    }

    fn scope_var(&self, scope: usize, mut index: usize) -> Var {
        match scope {
            0 => self.scope.globals[index],
            1 => {
                for block in &self.function().blocks {
                    if index < block.vars.len() {
                        return block.vars[index];
                    }
                    index -= block.vars.len();
                }
                unreachable!("the index is below the number of locals")
            }
            _ => self.function().params[index],
        }
    }

    /// A random variable of the scope that can lead to what is wanted.
    pub(super) fn draw_var(&mut self, want: Request, access: Access, scope: usize) -> Option<Var> {
        let len = self.scope_len(scope);
        if len == 0 {
            return None;
        }
        let start = self.choices.below(len as u32) as usize;
        for step in 0..len.min(16) {
            let var = self.scope_var(scope, (start + step) % len);
            if access != Access::Read && self.is_constant_root(var, want) {
                continue;
            }
            if self.reaches(var.ty.ty, want, access) {
                return Some(var);
            }
        }
        None
    }

    /// Whether writing the variable itself is out of the question.
    fn is_constant_root(&self, var: Var, want: Request) -> bool {
        let inner = self.text.program.types.innermost(var.ty);
        matches!(want, ANY_INTEGER | ANY_FLOAT)
            && inner.quals.is_const()
            && self.text.program.types.pointee(inner.ty).is_none()
    }

    /// A walk from the variable to what is wanted, if the facts allow it.
    pub(super) fn place_in(
        &mut self,
        var: Var,
        want: Request,
        access: Access,
        with: Option<&Effects>,
    ) -> Option<Place> {
        self.wide_place_in(var, want, access, with, 0)
    }

    /// The same, where what it leads to is an integer at least so wide.
    fn wide_place_in(
        &mut self,
        var: Var,
        want: Request,
        access: Access,
        with: Option<&Effects>,
        least: u32,
    ) -> Option<Place> {
        self.try_piece(|g| {
            let mut place = g.try_place(var, want, access)?;
            if least > 0 && g.place_width(&place) < least {
                return None;
            }
            g.walk_place(&mut place, access)?;
            g.may_access(&place, access, with).then_some(place)
        })
    }

    /// The bits that a place for an integer has.
    pub(super) fn place_width(&self, place: &Place) -> u32 {
        let kind = self.text.program.types.as_int(place.ty.ty);
        place.bits.unwrap_or_else(|| kind.map_or(0, |kind| self.width(kind)))
    }

    /// Lets the analysis say what a place designates, and what it takes to compute it.
    fn walk_place(&mut self, place: &mut Place, access: Access) -> Option<()> {
        let cx = Cx { program: &self.text.program, func: self.scope.function().func };
        let (analysis, flow) = self.facts.at_point();
        let effects = &mut place.effects;
        place.nodes = analysis.place(cx, &mut flow.state, place.id, effects).ok()?;
        // Guards copy the lvalue: no volatile read in it.
        (access == Access::Read || !effects.volatile).then_some(())
    }

    fn try_place(&mut self, var: Var, want: Request, access: Access) -> Option<Place> {
        let id = self.var_expr(var);
        self.add_tokens(1);
        let nodes = self.facts.analysis.sets.one(var.node);
        let mut place = Place { id, nodes, ty: var.ty, effects: Effects::default(), bits: None };
        for _ in 0..24 {
            let here = self.matches(place.ty, want, access);
            let ty = self.text.program.types.get(place.ty.ty).clone();
            // A pointer that fits may still be followed to another that fits.
            let stop =
                here && !(matches!(ty, Type::Pointer(_)) && self.goes_deeper(&ty, want, access));
            if stop {
                return Some(place);
            }
            // A recursive function keeps to what no other activation knows more about.
            let union = self.text.program.types.as_record(place.ty.ty).is_some_and(|r| {
                self.text.program.types.records[r].kind == brinell_lang::RecordKind::Union
            });
            if self.function().recursive && (union || matches!(ty, Type::Pointer(_))) {
                return None;
            }
            match ty {
                Type::Record(record) => {
                    let fields =
                        self.text.program.types.records[record].fields.clone().unwrap_or_default();
                    let good: Vec<u32> = fields
                        .iter()
                        .enumerate()
                        .filter(|(_, f)| f.name.is_some() && self.reaches(f.ty.ty, want, access))
                        .filter(|(_, f)| access != Access::Address || f.bits.is_none())
                        .map(|(i, _)| i as u32)
                        .collect();
                    if good.is_empty() {
                        return None;
                    }
                    let field = *self.choices.pick(&good);
                    place.bits = fields[field as usize].bits;
                    place.id = self.build().member(place.id, field, Loc::NONE).ok()?;
                    let nodes: Vec<VariableNode> =
                        self.facts.analysis.sets.nodes(place.nodes).to_vec();
                    let nodes =
                        nodes.iter().map(|&n| self.facts.analysis.space.field(n, field)).collect();
                    place.nodes = self.set_of(nodes);
                    self.add_tokens(2);
                }
                Type::Array { len, .. } => {
                    let len = len.unwrap_or(1);
                    let any = if access == Access::Address { None } else { self.any_index(len) };
                    if let Some(index) = any {
                        let index = self.narrowed(index);
                        place.id = self.element_of(place.id, index, false)?;
                        let site = (self.func(), place.id);
                        self.text.relaxed.indices.push(site);
                    } else {
                        let index = self.index_for(len, access);
                        place.id = self.element_of(place.id, index.0, index.1)?;
                    }
                    let nodes: Vec<VariableNode> =
                        self.facts.analysis.sets.nodes(place.nodes).to_vec();
                    let nodes =
                        nodes.iter().map(|&n| self.facts.analysis.space.element(n)).collect();
                    place.nodes = self.set_of(nodes);
                    self.add_tokens(2);
                }
                Type::Pointer(to) if self.reaches(to.ty, want, access) => {
                    let state = self.here();
                    let (set, violation) = self
                        .facts
                        .analysis
                        .load_pointer(&state, place.nodes, &mut Effects::default())
                        .ok()?;
                    if let Some(violation) = violation {
                        let relaxation = self.accepts(violation, access)?;
                        (place.id, place.nodes) =
                            self.follow_anyway(place.id, to, set, relaxation)?;
                    } else if set == SetId::EMPTY {
                        return None;
                    } else {
                        place.id = self.build().deref(place.id, Loc::NONE).ok()?;
                        place.nodes = set;
                    }
                    place.bits = None;
                    self.add_tokens(2);
                }
                _ => return None,
            }
            place.ty = self.body_ref().exprs[place.id].ty;
        }
        None
    }

    /// Whether a pointer that already fits is followed further, to vary the depth.
    fn goes_deeper(&mut self, ty: &Type, want: Request, access: Access) -> bool {
        match ty {
            Type::Pointer(to) => {
                self.reaches(to.ty, want, access) && self.choices.chance(self.config.follow_percent)
            }
            _ => false,
        }
    }

    fn set_of(&mut self, nodes: Vec<VariableNode>) -> SetId {
        let mut set = SetId::EMPTY;
        for node in nodes {
            let one = self.facts.analysis.sets.one(node);
            set = self.facts.analysis.sets.join(set, one);
        }
        set
    }

    /// An index without side effects and whether it is in bounds by construction: a loop counter,
    /// a constant, or any variable (to be guarded).
    pub(super) fn index_for(&mut self, len: u64, access: Access) -> (ExprId, bool) {
        let counters = self.counters_within(len);
        let counter_weight = if counters.is_empty() { 0 } else { self.config.weight_index_counter };
        // The address of the element behind the last is no error by itself, so that the machine
        // would see no need for a guard: addresses are bounded by construction.
        let raw = if access == Access::Address { 0 } else { self.config.weight_index_raw };
        match self.draw(1, &[counter_weight, self.config.weight_index_constant, raw]) {
            0 => {
                let counter = *self.choices.pick(&counters);
                let e = self.var_expr(counter.var);
                self.add_tokens(2);
                (e, true)
            }
            2 => {
                let Some(var) = self.plain_integer() else { return self.constant_index(len) };
                let e = self.var_expr(var);
                self.add_tokens(6);
                (self.narrowed(e), false)
            }
            _ => self.constant_index(len),
        }
    }

    /// An index as wide as memory is large: one of 128 bits is converted, since no guard takes it.
    fn narrowed(&mut self, index: ExprId) -> ExprId {
        let kind = match self.text.program.types.as_int(self.type_of(index)) {
            Some(IntKind::Int128) => IntKind::LongLong,
            Some(IntKind::UInt128) => IntKind::ULongLong,
            _ => return index,
        };
        let ty = self.int_type(kind);
        self.add_tokens(3);
        self.build().cast(index, ty, Loc::NONE).expect("integers convert to integers")
    }

    /// A whole integer variable that is not volatile and may be read here, any number of times.
    pub(super) fn plain_integer(&mut self) -> Option<Var> {
        let var = (0..4).find_map(|_| {
            let scope = self.choices.below(3) as usize;
            let var = self.draw_var(ANY_INTEGER, Access::Read, scope)?;
            let plain =
                self.text.program.types.is_integer(var.ty.ty) && !var.ty.quals.is_volatile();
            plain.then_some(var)
        })?;
        let range = self.facts.analysis.space.subtree(var.node);
        (!self.reads_conflict(&range, false)).then_some(var)
    }

    fn constant_index(&mut self, len: u64) -> (ExprId, bool) {
        let index = self.choices.below(len.min(1 << 20) as u32);
        let e = self.build().int(u64::from(index), IntKind::Int, Loc::NONE);
        self.add_tokens(2);
        (e, true)
    }

    pub(super) fn var_expr(&mut self, var: Var) -> ExprId {
        match var.root {
            Root::Global(g) => self.build().global(g, var.ty, Loc::NONE),
            Root::Local(_, l) => self.build().local(l, var.ty, Loc::NONE),
            _ => unreachable!("variables in scope are globals and locals"),
        }
    }

    // ---- what may be accessed ----

    fn reads_conflict(&self, range: &std::ops::Range<u32>, volatile: bool) -> bool {
        let function = self.function();
        function
            .siblings
            .iter()
            .chain([&function.forbidden])
            .any(|e| e.writes.overlaps_range(range.clone()) || (volatile && e.volatile))
    }

    /// Whether reading with these effects may stand beside what is unsequenced with it.
    pub(super) fn conflicts(&self, effects: &Effects) -> bool {
        let function = self.function();
        function.siblings.iter().chain([&function.forbidden]).any(|e| e.conflicts(effects))
    }

    fn may_access(&mut self, place: &Place, access: Access, with: Option<&Effects>) -> bool {
        if self.conflicts(&place.effects) || with.is_some_and(|w| w.conflicts(&place.effects)) {
            return false;
        }
        if access == Access::Address {
            return self.may_point_to(place);
        }
        if access == Access::Read || access == Access::Update {
            let mut effects = Effects::default();
            let state = self.state().clone();
            let Ok(_) = self.facts.analysis.load(&state, place.nodes, &mut effects) else {
                return false;
            };
            effects.volatile |= place.ty.quals.is_volatile();
            if self.conflicts(&effects) {
                return false;
            }
            if access == Access::Update && with.is_some_and(|w| w.conflicts(&effects)) {
                return false;
            }
            if self.function().point.pure_only > 0 && effects.volatile {
                return false;
            }
        }
        if access == Access::Write || access == Access::Update {
            return self.may_write(place, with);
        }
        true
    }

    fn may_write(&mut self, place: &Place, with: Option<&Effects>) -> bool {
        if !self.is_modifiable(place.ty) || self.function().point.pure_only > 0 {
            return false;
        }
        let nodes: Vec<VariableNode> = self.facts.analysis.sets.nodes(place.nodes).to_vec();
        let mut write = Effects::default();
        for node in nodes {
            // An object that is constant, or has a constant part, stays so through any pointer.
            let ty = self.facts.analysis.space.ty(node);
            if !self.is_modifiable(ty) {
                return false;
            }
            let whole = self.facts.analysis.space.outer_union(node).unwrap_or(node);
            let range = self.facts.analysis.space.subtree(whole);
            if self.facts.analysis.protected().overlaps_range(range.clone()) {
                return false;
            }
            write.writes.insert(range);
        }
        write.volatile = self.has_volatile(place.ty);
        if self.conflicts(&write) {
            return false;
        }
        // The store comes after the right side's value, not after its side effects.
        with.is_none_or(|w| {
            let both_volatile = w.volatile && write.volatile;
            !w.writes.overlaps(&write.writes) && !both_volatile
        })
    }

    /// Whether the address may be taken: aligned, not a bit-field, not inside a union (two
    /// pointers into one union can break the aliasing rules).
    fn may_point_to(&mut self, place: &Place) -> bool {
        if place.bits.is_some() {
            return false;
        }
        let nodes: Vec<VariableNode> = self.facts.analysis.sets.nodes(place.nodes).to_vec();
        nodes.iter().all(|&node| {
            self.facts.analysis.space.outer_union(node).is_none()
                && self.facts.analysis.space.is_aligned(node)
        })
    }
}
