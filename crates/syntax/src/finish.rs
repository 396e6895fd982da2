//! From entities to a program: what is used is kept, put in order and renumbered.
//!
//! Roots are the definitions of the main file (and non-static ones of its own headers). Bodies
//! that were skipped are read when something kept refers to them, seeing only the names that
//! stood before them. An item comes at its place in the source, but never after what needs it.

use crate::entities::{DefinitionState, FuncBody};
use crate::error::{Result, SyntaxError, invalid, unsupported};
use crate::parser::Parser;
use brinell_lang::{
    Arena, BinaryOp, Body, Expr, ExprKind, Exprs, FuncId, Function, Global, GlobalId, Id, Item,
    Linkage, Loc, Program, QualType, RecordId, StringId, Type, TypeId, Unit,
};
use std::sync::Arc;

/// What expressions refer to, with the first place.
#[derive(Default)]
struct References {
    functions: Vec<(FuncId, Loc)>,
    globals: Vec<(GlobalId, Loc)>,
    /// Records that have to be complete.
    records: Vec<RecordId>,
}

impl Parser<'_> {
    /// Makes the program.
    pub(crate) fn finish(mut self) -> std::result::Result<Program, (SyntaxError, Vec<String>)> {
        match self.reach() {
            Ok(kept) => Ok(self.assemble(&kept)),
            Err(error) => Err((error, self.src.files.names)),
        }
    }

    /// Finds everything that is kept, reading skipped bodies on the way.
    fn reach(&mut self) -> Result<KeptItems> {
        let mut kept = KeptItems {
            functions: vec![false; self.functions.len()],
            globals: vec![false; self.globals.len()],
            records: vec![false; self.types.records.len()],
        };
        let mut uses = References::default();
        for (id, f) in self.functions.enumerate() {
            if f.root {
                uses.functions.push((id, f.loc));
            }
        }
        for (id, g) in self.globals.enumerate() {
            if g.root {
                uses.globals.push((id, g.loc));
            }
        }
        loop {
            if let Some((id, loc)) = uses.functions.pop() {
                if kept.functions.len() <= id.index() {
                    kept.functions.resize(self.functions.len(), false);
                }
                if !std::mem::replace(&mut kept.functions[id.index()], true) {
                    self.keep_function(id, loc, &mut uses)?;
                }
            } else if let Some((id, loc)) = uses.globals.pop() {
                if kept.globals.len() <= id.index() {
                    kept.globals.resize(self.globals.len(), false);
                }
                if !std::mem::replace(&mut kept.globals[id.index()], true) {
                    self.keep_global(id, loc, &mut uses)?;
                }
            } else if let Some(id) = uses.records.pop() {
                if kept.records.len() <= id.index() {
                    kept.records.resize(self.types.records.len(), false);
                }
                if !std::mem::replace(&mut kept.records[id.index()], true) {
                    self.record_needs(id, &mut uses.records);
                }
            } else {
                break;
            }
        }
        kept.functions.resize(self.functions.len(), false);
        kept.globals.resize(self.globals.len(), false);
        kept.records.resize(self.types.records.len(), false);
        Ok(kept)
    }

    fn keep_function(&mut self, id: FuncId, loc: Loc, uses: &mut References) -> Result<()> {
        if let FuncBody::Lazy(lazy) = &self.functions[id].body {
            let lazy = lazy.clone();
            self.functions[id].body = FuncBody::None;
            self.seek(lazy.start);
            self.scopes.limit = lazy.start;
            self.define_function(id, &lazy.params, lazy.ret)?;
            self.scopes.limit = u32::MAX;
        }
        let function = &self.functions[id];
        if let Some(error) = &function.refused {
            return Err(error.clone());
        }
        let text = self.name(function.name);
        if let Some(f) = self.types.as_function(function.ty) {
            for ty in f.params.iter().chain([&f.ret]) {
                if let Some(name) = self.unusable(*ty) {
                    return unsupported(loc, format!("'{text}', whose type contains '{name}'"));
                }
                self.type_needs(QualType::plain(*ty), &mut uses.records);
            }
        }
        match &function.body {
            FuncBody::Parsed(body) => {
                for local in &body.locals {
                    if let Some(name) = self.unusable(local.ty.ty) {
                        return unsupported(local.loc, format!("an object that contains '{name}'"));
                    }
                    self.type_needs(local.ty, &mut uses.records);
                }
                self.expr_uses(&body.exprs, uses);
            }
            _ if function.linkage == Linkage::Internal => {
                return invalid(loc, format!("the static function '{text}' has no body"));
            }
            _ => {}
        }
        uses.globals.extend(function.statics.iter().map(|g| (*g, loc)));
        Ok(())
    }

    fn keep_global(&mut self, id: GlobalId, loc: Loc, uses: &mut References) -> Result<()> {
        let mut ty = self.globals[id].ty;
        if self.globals[id].definition == DefinitionState::Tentative
            && let Type::Array { elem, len: None } = *self.types.get(ty.ty)
        {
            // As if it had one element (C11 6.9.2p2, p5).
            ty.ty = self.types.array(elem, Some(1));
            self.globals[id].ty = ty;
        }
        let global = &self.globals[id];
        if let Some(error) = &global.refused {
            return Err(error.clone());
        }
        if let Some(name) = self.unusable(ty.ty) {
            return unsupported(loc, format!("an object that contains '{name}'"));
        }
        if global.definition == DefinitionState::Declared {
            if global.linkage == Linkage::Internal {
                return invalid(loc, "a static object that is never defined");
            }
        } else {
            self.check_object_type(ty, global.loc, "an object")?;
        }
        self.type_needs(ty, &mut uses.records);
        self.expr_uses(&global.exprs, uses);
        Ok(())
    }

    /// The name of a type inside this one (not behind pointers) that we do not compute with.
    pub(crate) fn unusable(&self, ty: TypeId) -> Option<String> {
        match self.types.get(ty) {
            Type::Opaque(name) => Some(name.clone()),
            Type::Array { elem, .. } => self.unusable(elem.ty),
            Type::Record(r) => {
                let fields = self.types.records[*r].fields.iter().flatten();
                fields.into_iter().find_map(|f| self.unusable(f.ty.ty))
            }
            _ => None,
        }
    }

    /// The record that an object of the type is made of.
    fn type_needs(&self, ty: QualType, records: &mut Vec<RecordId>) {
        if let Type::Record(r) = self.types.get(self.types.innermost(ty).ty)
            && self.types.records[*r].fields.is_some()
        {
            records.push(*r);
        }
    }

    fn record_needs(&self, id: RecordId, records: &mut Vec<RecordId>) {
        for field in self.types.records[id].fields.iter().flatten() {
            self.type_needs(field.ty, records);
        }
    }

    fn expr_needs(&self, exprs: &Exprs, expr: &Expr, records: &mut Vec<RecordId>) {
        self.type_needs(expr.ty, records);
        if let Some(ty) = expr.kind.named_type() {
            self.type_needs(*ty, records);
        }
        let pointer = match &expr.kind {
            ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, lhs, .. } => exprs[*lhs].ty.ty,
            ExprKind::AssignOp { .. } | ExprKind::IncDec { .. } => expr.ty.ty,
            _ => return,
        };
        if let Some(to) = self.types.pointee(pointer) {
            self.type_needs(to, records);
        }
    }

    fn expr_uses(&self, exprs: &Exprs, uses: &mut References) {
        for expr in exprs {
            match expr.kind {
                ExprKind::Function(id) => uses.functions.push((id, expr.loc)),
                ExprKind::Global(id) => uses.globals.push((id, expr.loc)),
                _ => {}
            }
            self.expr_needs(exprs, expr, &mut uses.records);
        }
    }

    fn assemble(self, kept: &KeptItems) -> Program {
        let mut order = ItemOrder::new(&self, kept);
        order.run();
        let items = order.items;
        Renumber::new(self).run(&items)
    }
}

/// What belongs to the program.
struct KeptItems {
    functions: Vec<bool>,
    globals: Vec<bool>,
    records: Vec<bool>,
}

/// Puts items in order, by the old ids.
struct ItemOrder<'a, 's> {
    p: &'a Parser<'s>,
    kept: &'a KeptItems,
    items: Vec<Item>,
    declared_functions: Vec<bool>,
    declared_globals: Vec<bool>,
    /// Set when the definition is being emitted.
    started_globals: Vec<bool>,
    records: Vec<bool>,
}

impl<'a, 's> ItemOrder<'a, 's> {
    fn new(p: &'a Parser<'s>, kept: &'a KeptItems) -> Self {
        Self {
            p,
            kept,
            items: Vec::new(),
            declared_functions: vec![false; kept.functions.len()],
            declared_globals: vec![false; kept.globals.len()],
            started_globals: vec![false; kept.globals.len()],
            records: vec![false; kept.records.len()],
        }
    }

    fn run(&mut self) {
        // Position, then a rank that puts what one declaration holds in order, then the id.
        let mut places: Vec<(u32, u8, usize, Item)> = Vec::new();
        for (id, _) in self.p.types.records.enumerate() {
            if self.kept.records[id.index()] {
                let pos = self.p.record_info.get(id.index()).map_or(0, |i| i.pos);
                places.push((pos, 0, id.index(), Item::Record(id)));
            }
        }
        for (id, f) in self.p.functions.enumerate() {
            if !self.kept.functions[id.index()] {
                continue;
            }
            if let Some(pos) = f.declared
                && f.defined != Some(pos)
            {
                places.push((pos, 1, id.index(), Item::DeclareFunction(id)));
            }
            if let Some(pos) = f.defined
                && matches!(f.body, FuncBody::Parsed(_))
            {
                places.push((pos, 2, id.index(), Item::DefineFunction(id)));
            }
        }
        for (id, g) in self.p.globals.enumerate() {
            if !self.kept.globals[id.index()] {
                continue;
            }
            if let Some(pos) = g.declared
                && g.defined != Some(pos)
            {
                places.push((pos, 1, id.index(), Item::DeclareGlobal(id)));
            }
            if let Some(pos) = g.defined {
                places.push((pos, 2, id.index(), Item::DefineGlobal(id)));
            }
        }
        places.sort_unstable_by_key(|(pos, rank, index, _)| (*pos, *rank, *index));
        for (_, _, _, item) in places {
            match item {
                Item::Record(id) => self.record(id),
                Item::DeclareFunction(id) => self.declare_function(id),
                Item::DefineFunction(id) => self.define_function(id),
                Item::DeclareGlobal(id) => self.declare_global(id),
                Item::DefineGlobal(id) => self.define_global(id),
            }
        }
    }

    fn record(&mut self, id: RecordId) {
        if std::mem::replace(&mut self.records[id.index()], true) {
            return;
        }
        let mut needed = Vec::new();
        self.p.record_needs(id, &mut needed);
        for inner in needed {
            self.record(inner);
        }
        self.items.push(Item::Record(id));
    }

    fn object_type(&mut self, ty: QualType) {
        let mut needed = Vec::new();
        self.p.type_needs(ty, &mut needed);
        for record in needed {
            self.record(record);
        }
    }

    fn signature(&mut self, id: FuncId) {
        let function = self.p.types.as_function(self.p.functions[id].ty).cloned();
        if let Some(f) = function {
            for ty in f.params.iter().chain([&f.ret]) {
                self.object_type(QualType::plain(*ty));
            }
        }
    }

    fn declare_function(&mut self, id: FuncId) {
        if std::mem::replace(&mut self.declared_functions[id.index()], true) {
            return;
        }
        self.signature(id);
        self.items.push(Item::DeclareFunction(id));
    }

    fn declare_global(&mut self, id: GlobalId) {
        if self.p.globals[id].linkage == Linkage::None {
            // Nothing but its definition can name it.
            self.define_global(id);
            return;
        }
        if std::mem::replace(&mut self.declared_globals[id.index()], true) {
            return;
        }
        self.object_type(self.p.globals[id].ty);
        self.items.push(Item::DeclareGlobal(id));
    }

    fn define_global(&mut self, id: GlobalId) {
        if std::mem::replace(&mut self.started_globals[id.index()], true) {
            return;
        }
        let global = &self.p.globals[id];
        self.object_type(global.ty);
        self.needs(&global.exprs, None, Some(id));
        self.declared_globals[id.index()] = true;
        self.items.push(Item::DefineGlobal(id));
    }

    fn define_function(&mut self, id: FuncId) {
        let FuncBody::Parsed(body) = &self.p.functions[id].body else { return };
        self.signature(id);
        for id in &self.p.functions[id].statics {
            self.define_global(*id);
        }
        for local in &body.locals {
            self.object_type(local.ty);
        }
        self.needs(&body.exprs, Some(id), None);
        self.declared_functions[id.index()] = true;
        self.items.push(Item::DefineFunction(id));
    }

    /// Declares what the expressions of a function or object refer to.
    fn needs(&mut self, exprs: &Exprs, function: Option<FuncId>, global: Option<GlobalId>) {
        let mut uses = References::default();
        self.p.expr_uses(exprs, &mut uses);
        for record in uses.records {
            self.record(record);
        }
        for (id, _) in uses.globals {
            if Some(id) != global {
                self.declare_global(id);
            }
        }
        for (id, _) in uses.functions {
            if Some(id) != function {
                self.declare_function(id);
            }
        }
    }
}

/// Gives entities their final ids, in the order of the items.
struct Renumber<'s> {
    p: Parser<'s>,
    functions: Vec<Option<FuncId>>,
    globals: Vec<Option<GlobalId>>,
    strings: Vec<Option<StringId>>,
    used_strings: Vec<StringId>,
}

impl<'s> Renumber<'s> {
    fn new(p: Parser<'s>) -> Self {
        Self {
            functions: vec![None; p.functions.len()],
            globals: vec![None; p.globals.len()],
            strings: vec![None; p.strings.len()],
            used_strings: Vec::new(),
            p,
        }
    }

    fn run(mut self, items: &[Item]) -> Program {
        let mut program = Program::new(self.p.target.clone(), self.p.dialect);
        let mut functions = Vec::new();
        let mut globals = Vec::new();
        let mut unit = Unit::default();
        for item in items {
            let item = match *item {
                Item::Record(id) => Item::Record(id),
                Item::DeclareFunction(id) => {
                    Item::DeclareFunction(self.function(id, &mut functions))
                }
                Item::DefineFunction(id) => Item::DefineFunction(self.function(id, &mut functions)),
                Item::DeclareGlobal(id) => Item::DeclareGlobal(self.global(id, &mut globals)),
                Item::DefineGlobal(id) => Item::DefineGlobal(self.global(id, &mut globals)),
            };
            unit.items.push(item);
        }
        for id in globals {
            let global = self.take_global(id);
            program.globals.push(Arc::new(global));
        }
        for id in functions {
            let function = self.take_function(id);
            program.functions.push(Arc::new(function));
        }
        program.strings = Arena::new();
        for id in &self.used_strings {
            program.strings.push(Arc::new(self.p.strings[*id].clone()));
        }
        program.types = Arc::new(self.p.types);
        program.files = self.p.src.files.names;
        program.units.push(unit);
        program
    }

    fn function(&mut self, old: FuncId, order: &mut Vec<FuncId>) -> FuncId {
        *self.functions[old.index()].get_or_insert_with(|| {
            order.push(old);
            FuncId::from_index(order.len() - 1)
        })
    }

    fn global(&mut self, old: GlobalId, order: &mut Vec<GlobalId>) -> GlobalId {
        *self.globals[old.index()].get_or_insert_with(|| {
            order.push(old);
            GlobalId::from_index(order.len() - 1)
        })
    }

    fn string(&mut self, old: StringId) -> StringId {
        let used = &mut self.used_strings;
        *self.strings[old.index()].get_or_insert_with(|| {
            used.push(old);
            StringId::from_index(used.len() - 1)
        })
    }

    fn renumber(&mut self, exprs: &mut Exprs) {
        for expr in exprs.iter_mut() {
            match &mut expr.kind {
                // Everything that kept expressions refer to is kept and has a number.
                ExprKind::Function(id) => *id = self.functions[id.index()].unwrap_or(*id),
                ExprKind::Global(id) => *id = self.globals[id.index()].unwrap_or(*id),
                ExprKind::Str(id) => *id = self.string(*id),
                _ => {}
            }
        }
    }

    fn take_global(&mut self, id: GlobalId) -> Global {
        let entity = &mut self.p.globals[id];
        let mut exprs = std::mem::take(&mut entity.exprs);
        let init = entity.init.take();
        self.renumber(&mut exprs);
        let entity = &self.p.globals[id];
        Global {
            name: entity.name.map(|n| self.p.name(n).to_owned()),
            ty: entity.ty,
            align: entity.align,
            linkage: entity.linkage,
            defined: entity.definition != DefinitionState::Declared,
            init,
            exprs,
            loc: entity.loc,
        }
    }

    fn take_function(&mut self, id: FuncId) -> Function {
        let body = std::mem::replace(&mut self.p.functions[id].body, FuncBody::None);
        let body: Option<Body> = match body {
            FuncBody::Parsed(mut body) => {
                self.renumber(&mut body.exprs);
                Some(*body)
            }
            _ => None,
        };
        let entity = &self.p.functions[id];
        Function {
            name: Some(self.p.name(entity.name).to_owned()),
            ty: entity.ty,
            linkage: entity.linkage,
            inline: entity.inline,
            noreturn: entity.noreturn,
            noinline: entity.noinline,
            as_macro: false,
            body,
            loc: entity.loc,
        }
    }
}
