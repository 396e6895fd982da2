//! The type table: children exist and come first, nothing contains itself, records are sound.

use super::Checker;
use crate::arith::IntShape;
use crate::ids::{Id, RecordId, TypeId};
use crate::loc::Loc;
use crate::types::{Field, IntKind, Record, RecordKind, Type};
use rustc_hash::FxHashSet;

/// How deep a type may be built: far past any program, far below what recursion can take.
const MAX_DEPTH: u32 = 256;

impl Checker<'_> {
    pub(super) fn type_table(&mut self) {
        self.derived_types();
        self.enums();
        self.record_fields();
        // Only with sound ids can records be followed.
        if self.flaws.is_empty() {
            self.record_nesting();
        }
        if self.flaws.is_empty() {
            self.array_elements();
            let types = self.types();
            for (id, record) in types.records.enumerate() {
                self.record(id, record);
            }
        }
        self.place.clear();
    }

    /// Types are interned after what they are made of: a child has a smaller id, so that no type
    /// can contain itself.
    fn derived_types(&mut self) {
        let types = self.types();
        let mut depths: Vec<u32> = Vec::new();
        for (id, ty) in types.iter() {
            self.place = format!("{id:?}");
            let mut children: Vec<TypeId> = Vec::new();
            ty.for_each_base(|base| children.push(base));
            match ty {
                Type::Enum(e) if types.enums.get(*e).is_none() => {
                    self.flaw(Loc::NONE, format!("{e:?} does not exist"));
                }
                Type::Record(r) if types.records.get(*r).is_none() => {
                    self.flaw(Loc::NONE, format!("{r:?} does not exist"));
                }
                Type::Int(kind) if kind.is_128() && !self.target().int128 => {
                    let (kind, target) = (kind.spelling(), self.target().name.as_str());
                    self.flaw(Loc::NONE, format!("{target} has no '{kind}'"));
                }
                _ => {}
            }
            let mut depth = 0;
            for child in children {
                match depths.get(child.index()) {
                    Some(d) => depth = depth.max(d + 1),
                    None => self.flaw(
                        Loc::NONE,
                        format!("it is made of {child:?}, which does not come before it"),
                    ),
                }
            }
            if depth > MAX_DEPTH {
                self.flaw(Loc::NONE, format!("it nests {depth} levels deep"));
            }
            depths.push(depth);
            if types.find(ty) != Some(id) {
                self.flaw(Loc::NONE, "it stands in the table twice");
            }
        }
    }

    fn enums(&mut self) {
        let target = self.target();
        for (id, e) in self.types().enums.enumerate() {
            self.place = format!("{id:?}");
            if e.underlying == IntKind::Bool {
                continue;
            }
            let shape = IntShape::of(target, e.underlying);
            for (name, value) in &e.constants {
                // A 64-bit unsigned value is stored as its bit pattern.
                let wide = shape.bits == 64 && !shape.signed;
                if !wide && !shape.holds((*value).into()) {
                    let ty = e.underlying.spelling();
                    self.flaw(
                        e.loc,
                        format!("the constant '{name}' ({value}) does not fit '{ty}'"),
                    );
                }
            }
        }
    }

    fn record_fields(&mut self) {
        let types = self.types();
        for (id, record) in types.records.enumerate() {
            self.place = format!("{id:?}");
            for (i, field) in record.fields.iter().flatten().enumerate() {
                if !types.contains(field.ty.ty) {
                    self.flaw(record.loc, format!("the type of field {i} does not exist"));
                }
            }
        }
    }

    /// No record holds itself by value, directly or through others.
    fn record_nesting(&mut self) {
        let types = self.types();
        // 0: not seen, 1: being visited, 2: done
        let mut state = vec![0u8; types.records.len()];
        let mut depth = vec![0u32; types.records.len()];
        for root in types.records.ids() {
            let mut todo = vec![(root, false)];
            while let Some((id, leaving)) = todo.pop() {
                let held: Vec<RecordId> = types.records[id]
                    .fields
                    .iter()
                    .flatten()
                    .filter_map(|f| types.as_record(types.innermost(f.ty).ty))
                    .collect();
                if leaving {
                    state[id.index()] = 2;
                    let below = held.iter().map(|r| depth[r.index()] + 1).max();
                    depth[id.index()] = below.unwrap_or(0);
                    if depth[id.index()] > MAX_DEPTH {
                        self.place = format!("{id:?}");
                        self.flaw(types.records[id].loc, "records nest too deep");
                    }
                    continue;
                }
                if state[id.index()] != 0 {
                    continue;
                }
                state[id.index()] = 1;
                todo.push((id, true));
                for inner in held {
                    if state[inner.index()] == 1 {
                        self.place = format!("{id:?}");
                        self.flaw(
                            types.records[id].loc,
                            format!("it holds {inner:?}, which holds it"),
                        );
                    } else {
                        todo.push((inner, false));
                    }
                }
            }
        }
    }

    fn array_elements(&mut self) {
        let types = self.types();
        for (id, ty) in types.iter() {
            self.place = format!("{id:?}");
            match ty {
                Type::Array { elem, .. } => {
                    if matches!(
                        types.get(elem.ty),
                        Type::Void | Type::Function(_) | Type::Array { len: None, .. }
                    ) {
                        let name = self.show(*elem);
                        self.flaw(
                            Loc::NONE,
                            format!("an array cannot have elements of type '{name}'"),
                        );
                    }
                }
                Type::Function(f) => {
                    if matches!(types.get(f.ret), Type::Array { .. } | Type::Function(_)) {
                        let name = self.show_type(f.ret);
                        self.flaw(Loc::NONE, format!("a function cannot return '{name}'"));
                    }
                    for param in &f.params {
                        let param = *param;
                        if matches!(
                            types.get(param),
                            Type::Array { .. } | Type::Function(_) | Type::Void
                        ) {
                            let name = self.show_type(param);
                            self.flaw(
                                Loc::NONE,
                                format!("a parameter cannot have the type '{name}'"),
                            );
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn record(&mut self, id: RecordId, record: &Record) {
        self.place = match &record.name {
            Some(name) => format!("record '{name}'"),
            None => format!("{id:?}"),
        };
        let power = |n: u32| n.is_power_of_two();
        if record.align.is_some_and(|n| !power(n)) {
            self.flaw(record.loc, "its alignment is not a power of two");
        }
        if record.pragma_pack.is_some_and(|n| !power(n.into()) || n > 16) {
            self.flaw(record.loc, "'#pragma pack' takes 1, 2, 4, 8 or 16");
        }
        // C11 6.7.2.1p8: a list of members has one with a name, if only within an anonymous record.
        if record.fields.as_ref().is_some_and(|fields| !self.has_named(fields)) {
            self.flaw(record.loc, "it has no named member");
        }
        let fields = record.fields.as_deref().unwrap_or(&[]);
        for (i, field) in fields.iter().enumerate() {
            let last = i + 1 == fields.len();
            self.field(record, i, field, last);
        }
        self.field_names(id, record);
    }

    fn has_named(&self, fields: &[Field]) -> bool {
        // What is neither a bit-field nor an anonymous record gets a name when it is printed.
        fields.iter().any(|field| {
            field.name.is_some()
                || field.bits.is_none()
                    && self.types().as_record(field.ty.ty).is_none_or(|record| {
                        self.types().records[record]
                            .fields
                            .as_ref()
                            .is_some_and(|f| self.has_named(f))
                    })
        })
    }

    fn field(&mut self, record: &Record, i: usize, field: &Field, last: bool) {
        let types = self.types();
        if field.align.is_some_and(|n| !n.is_power_of_two()) {
            self.flaw(record.loc, format!("the alignment of field {i} is not a power of two"));
        }
        let Some(width) = field.bits else {
            let flexible = record.kind == RecordKind::Struct
                && last
                && matches!(types.get(field.ty.ty), Type::Array { len: None, .. });
            if !flexible && !self.is_object(field.ty.ty) {
                let ty = self.show(field.ty);
                self.flaw(record.loc, format!("field {i} has the incomplete type '{ty}'"));
            }
            return;
        };
        let Some(kind) = types.as_int(field.ty.ty) else {
            let ty = self.show(field.ty);
            self.flaw(
                record.loc,
                format!("bit-field {i} has the type '{ty}', which is not an integer type"),
            );
            return;
        };
        let most = self.target().int_bits(kind);
        if width > most {
            let ty = self.show(field.ty);
            self.flaw(record.loc, format!("bit-field {i} has {width} bits, but '{ty}' has {most}"));
        }
        if width == 0 && field.name.is_some() {
            self.flaw(record.loc, format!("bit-field {i} has a name but no bits"));
        }
    }

    /// Names of members differ, those of anonymous members included.
    fn field_names(&mut self, id: RecordId, record: &Record) {
        let types = self.types();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            for field in types.records[id].fields.iter().flatten() {
                match &field.name {
                    Some(name) if !seen.insert(name) => {
                        self.flaw(record.loc, format!("two members are called '{name}'"));
                    }
                    None if field.bits.is_none() => todo.extend(types.as_record(field.ty.ty)),
                    _ => {}
                }
            }
        }
    }
}
