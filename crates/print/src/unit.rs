//! One translation unit: which items are printed, in which order, and what they need before them.
//!
//! The order is canonical: enums, forward declarations of tags, records (each after those it holds
//! by value), then the items in source order, each preceded by declarations of what it mentions and
//! nothing has declared yet (a macro is defined there instead). Typedef names of integers come
//! before all else. Reading the text back gives the same items in the same order, which is
//! why printing it again gives the same text.

use crate::code::{CodePrinter, PrintWork};
use crate::expr::level;
use crate::macros::Macro;
use crate::names::ItemNames;
use crate::scope::LocalNames;
use crate::spell::Spell;
use brinell_lang::{
    Body, EnumId, FuncId, Function, Global, GlobalId, Id, Item, Linkage, Mention, Program,
    QualType, RecordId, Type, TypeId,
};
use std::collections::BTreeSet;
use std::ops::Range;

/// A translation unit as text, with where in it each item stands.
#[derive(Clone, Debug, Default)]
pub struct PrintedUnit {
    /// The text.
    pub text: String,
    /// Items in the order of the text; typedef names of integers are no items, macros are
    /// definitions of functions.
    pub pieces: Vec<(Item, Range<usize>)>,
}

/// Prints one unit. `first` says whether definitions that no unit lists belong here.
pub fn print_unit(
    program: &Program,
    names: &ItemNames,
    items: &[Item],
    first: bool,
) -> PrintedUnit {
    let mut unit = UnitPrinter::new(program, names, items, first);
    unit.collect();
    unit.print_aliases();
    unit.print_types();
    unit.print_items();
    unit.out
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum UnitChunk {
    Alias,
    Macro,
    Forward,
    Definition,
    Prototype,
    Global,
    Function,
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum RecordState {
    Unknown,
    /// Its definition is waiting for what it needs.
    Pending,
    Declared,
    Defined,
}

struct UnitPrinter<'a> {
    program: &'a Program,
    names: &'a ItemNames,
    spell: Spell<'a>,
    items: Vec<Item>,
    /// Entities that some unit of the program lists as defined.
    global_listed: Vec<bool>,
    function_listed: Vec<bool>,
    /// How many definitions of a global are still to come in this unit.
    definitions_left: Vec<u32>,
    /// What the printed text mentions.
    used_globals: Vec<bool>,
    used_functions: Vec<bool>,
    used_types: Vec<bool>,
    /// Functions named before the program gave them a prototype.
    old_style: Vec<bool>,
    globals: Vec<RecordState>,
    functions: Vec<RecordState>,
    out: PrintedUnit,
    last: Option<UnitChunk>,
}

impl<'a> UnitPrinter<'a> {
    fn new(program: &'a Program, names: &'a ItemNames, items: &[Item], first: bool) -> Self {
        let (globals, functions) = (program.globals.len(), program.functions.len());
        let mut unit = Self {
            program,
            names,
            spell: Spell::new(program, names),
            items: items.to_vec(),
            global_listed: vec![false; globals],
            function_listed: vec![false; functions],
            definitions_left: vec![0; globals],
            used_globals: vec![false; globals],
            used_functions: vec![false; functions],
            used_types: vec![false; program.types.iter().count()],
            old_style: vec![false; functions],
            globals: vec![RecordState::Unknown; globals],
            functions: vec![RecordState::Unknown; functions],
            out: PrintedUnit::default(),
            last: None,
        };
        for item in program.units.iter().flat_map(|u| &u.items) {
            match *item {
                Item::DefineGlobal(g) => mark(&mut unit.global_listed, g),
                Item::DefineFunction(f) => mark(&mut unit.function_listed, f),
                _ => {}
            }
        }
        // What no unit lists is still part of the program.
        if first {
            for (id, _) in program.globals.enumerate().filter(|(_, g)| g.defined) {
                let listed = unit.global_listed[id.index()];
                if !listed && program.units.iter().all(|u| u.items.is_empty()) {
                    unit.items.push(Item::DefineGlobal(id));
                }
            }
            for (id, f) in program.functions.enumerate() {
                if f.body.is_some() && !unit.function_listed[id.index()] {
                    unit.items.push(Item::DefineFunction(id));
                }
            }
        }
        for item in &unit.items {
            if let Item::DefineGlobal(g) = *item
                && let Some(left) = unit.definitions_left.get_mut(g.index())
            {
                *left += 1;
            }
        }
        unit
    }

    /// Finds out what the text will mention, starting from the definitions.
    fn collect(&mut self) {
        let mut found = Vec::new();
        for item in self.items.clone() {
            match item {
                Item::DefineGlobal(g) => found.push(Mention::Global(g)),
                Item::DefineFunction(f) => {
                    if let Some(function) = self.program.functions.get(f) {
                        found.push(Mention::Function(f, function.ty));
                    }
                }
                _ => {}
            }
        }
        let program = self.program;
        let listed_here: BTreeSet<FuncId> = self.defined_here();
        while let Some(found_now) = found.pop() {
            match found_now {
                Mention::Type(ty) => mark(&mut self.used_types, ty),
                Mention::Global(g) => {
                    if self.used_globals.get(g.index()) != Some(&false) {
                        continue;
                    }
                    self.used_globals[g.index()] = true;
                    let global = &program.globals[g];
                    if self.is_defined_here(g) {
                        global.for_each_mention(|r| found.push(r));
                    } else {
                        found.push(Mention::Type(global.ty.ty));
                    }
                }
                Mention::Str(_) => {}
                Mention::Function(f, ty) => {
                    if program.types.as_function(ty).is_some_and(|t| !t.prototype) {
                        mark(&mut self.old_style, f);
                    }
                    if self.used_functions.get(f.index()) != Some(&false) {
                        continue;
                    }
                    self.used_functions[f.index()] = true;
                    let function = &program.functions[f];
                    if listed_here.contains(&f) || self.names.macros[f].is_some() {
                        function.for_each_mention(|r| found.push(r));
                    } else {
                        found.push(Mention::Type(function.ty));
                    }
                }
            }
        }
    }

    fn defined_here(&self) -> BTreeSet<FuncId> {
        let defined = self.items.iter().filter_map(|item| match item {
            Item::DefineFunction(f) => Some(*f),
            _ => None,
        });
        defined.collect()
    }

    /// Whether this unit holds the definition: it lists it, or no unit does.
    fn is_defined_here(&self, id: GlobalId) -> bool {
        self.definitions_left[id.index()] > 0
            || (self.program.globals[id].defined && !self.global_listed[id.index()])
    }

    // ---- types ----

    fn print_aliases(&mut self) {
        let names = self.names;
        for (kind, name) in &names.aliases {
            self.chunk(UnitChunk::Alias, None, &format!("typedef {} {name};\n", kind.spelling()));
        }
    }

    fn print_types(&mut self) {
        let types = &*self.program.types;
        let mut roots: Vec<RecordId> = Vec::new();
        for item in &self.items {
            if let Item::Record(r) = *item
                && r.index() < types.records.len()
            {
                roots.push(r);
            }
        }
        let mut enums: BTreeSet<EnumId> = BTreeSet::new();
        let mut mentioned: BTreeSet<RecordId> = BTreeSet::new();
        let mut todo: Vec<TypeId> =
            types.iter().map(|(id, _)| id).filter(|t| self.used_types[t.index()]).collect();
        todo.extend(roots.iter().filter_map(|r| types.find(&Type::Record(*r))));
        let mut seen = vec![false; self.used_types.len()];
        while let Some(ty) = todo.pop() {
            if std::mem::replace(&mut seen[ty.index()], true) {
                continue;
            }
            match types.get(ty) {
                // Without a prototype the parameters are not printed.
                Type::Function(f) if !f.prototype => todo.push(f.ret),
                Type::Enum(e) => {
                    enums.insert(*e);
                }
                Type::Record(r) => {
                    mentioned.insert(*r);
                    todo.extend(types.records[*r].fields.iter().flatten().map(|f| f.ty.ty));
                }
                derived => derived.for_each_base(|base| todo.push(base)),
            }
        }
        let spell = self.spell;
        for id in enums.into_iter().filter(|e| spell.is_printed_enum(*e)) {
            self.chunk(UnitChunk::Definition, None, &spell.enum_definition(id));
        }
        roots.extend(mentioned.iter().copied());
        let order = self.record_order(&roots);
        for id in self.forward_tags(&order, &mentioned) {
            let text = format!("{};\n", self.spell.tag(id));
            self.chunk(UnitChunk::Forward, Some(Item::Record(id)), &text);
        }
        for id in order {
            let text = self.spell.record_definition(id);
            self.chunk(UnitChunk::Definition, Some(Item::Record(id)), &text);
        }
    }

    /// The complete records to define, each after those it needs complete, otherwise in the order
    /// given. Anonymous ones are printed inside others.
    fn record_order(&self, roots: &[RecordId]) -> Vec<RecordId> {
        let types = &*self.program.types;
        let mut order = Vec::new();
        let mut seen = vec![false; types.records.len()];
        // (record, whether what it needs has been visited)
        let mut todo: Vec<(RecordId, bool)> = roots.iter().rev().map(|r| (*r, false)).collect();
        while let Some((id, ready)) = todo.pop() {
            if ready {
                if !self.names.anonymous[id] {
                    order.push(id);
                }
                continue;
            }
            if types.records[id].fields.is_none() || std::mem::replace(&mut seen[id.index()], true)
            {
                continue;
            }
            todo.push((id, true));
            let fields = types.records[id].fields.iter().flatten();
            for field in fields.rev() {
                todo.extend(self.needed_complete(field.ty.ty).map(|r| (r, false)));
            }
        }
        order
    }

    /// The record that must be complete where the type is written: the one held by value, or the
    /// element of an array behind pointers.
    fn needed_complete(&self, mut ty: TypeId) -> Option<RecordId> {
        let mut by_value = true;
        loop {
            match self.program.types.get(ty) {
                Type::Array { elem, .. } => {
                    by_value = true;
                    ty = elem.ty;
                }
                Type::Pointer(to) => {
                    by_value = false;
                    ty = to.ty;
                }
                Type::Record(r) if by_value => return Some(*r),
                _ => return None,
            }
        }
    }

    /// The tags that must be declared before the definitions: those that stay incomplete and those
    /// mentioned before they are defined.
    fn forward_tags(
        &self,
        order: &[RecordId],
        mentioned: &BTreeSet<RecordId>,
    ) -> BTreeSet<RecordId> {
        let types = &*self.program.types;
        let incomplete = mentioned.iter().filter(|r| types.records[**r].fields.is_none());
        let mut forward: BTreeSet<RecordId> = incomplete.copied().collect();
        let mut known = vec![false; types.records.len()];
        for id in order {
            known[id.index()] = true;
            let mut todo: Vec<TypeId> = Vec::new();
            let mut inside = vec![*id];
            while let Some(r) = inside.pop() {
                for field in types.records[r].fields.iter().flatten() {
                    if self.names.is_anonymous_member(types, field) {
                        inside.extend(types.as_record(field.ty.ty));
                    } else {
                        todo.push(field.ty.ty);
                    }
                }
            }
            while let Some(ty) = todo.pop() {
                match types.get(ty) {
                    Type::Record(r) if !known[r.index()] => {
                        forward.insert(*r);
                    }
                    derived => derived.for_each_base(|base| todo.push(base)),
                }
            }
        }
        forward
    }

    // ---- items ----

    fn print_items(&mut self) {
        for item in self.items.clone() {
            match item {
                Item::Record(_) => {}
                Item::DeclareGlobal(g) => {
                    if self.used_globals.get(g.index()) == Some(&true) {
                        self.declare_global(g);
                    }
                }
                Item::DefineGlobal(g) if g.index() < self.globals.len() => {
                    self.definitions_left[g.index()] -= 1;
                    let later = self.definitions_left[g.index()] > 0;
                    if later && self.program.globals[g].init.is_some() {
                        self.declare_global(g);
                    } else {
                        self.define_global(g);
                    }
                }
                Item::DeclareFunction(f) => {
                    if self.used_functions.get(f.index()) == Some(&true) {
                        self.declare_function(f);
                    }
                }
                Item::DefineFunction(f) if f.index() < self.functions.len() => {
                    self.define_function(f);
                }
                Item::DefineGlobal(_) | Item::DefineFunction(_) => {}
            }
        }
    }

    /// Declares what a definition mentions. Objects that no unit lists are defined on the spot.
    fn provide(&mut self, mentions: Vec<Mention>) {
        for mention in mentions {
            match mention {
                Mention::Function(f, _) => self.declare_function(f),
                Mention::Global(g) if self.definitions_left[g.index()] > 0 => {
                    self.declare_global(g);
                }
                Mention::Global(g) if self.is_defined_here(g) => match self.globals[g.index()] {
                    RecordState::Unknown => self.define_global(g),
                    _ => self.declare_global(g),
                },
                Mention::Global(g) => self.declare_global(g),
                Mention::Type(_) | Mention::Str(_) => {}
            }
        }
    }

    /// Makes a global known without its initialiser, unless it is known already.
    fn declare_global(&mut self, id: GlobalId) {
        if matches!(self.globals[id.index()], RecordState::Declared | RecordState::Defined) {
            return;
        }
        let global = &self.program.globals[id];
        let declarator = self.spell.declare(global.ty, &self.names.globals[id]);
        if global.linkage == Linkage::External {
            self.globals[id.index()] = RecordState::Declared;
            let text = format!("extern {declarator};\n");
            self.chunk(UnitChunk::Global, Some(Item::DeclareGlobal(id)), &text);
        } else {
            // A tentative definition, and without an initialiser the whole one.
            let whole = global.init.is_none();
            self.globals[id.index()] =
                if whole { RecordState::Defined } else { RecordState::Declared };
            let text = format!("static {declarator};\n");
            self.chunk(UnitChunk::Global, Some(Item::DeclareGlobal(id)), &text);
        }
    }

    fn define_global(&mut self, id: GlobalId) {
        if self.globals[id.index()] == RecordState::Defined {
            return;
        }
        let global: &Global = &self.program.globals[id];
        if self.globals[id.index()] == RecordState::Unknown {
            self.globals[id.index()] = RecordState::Pending;
        }
        let mut mentions = Vec::new();
        global.for_each_mention(|r| {
            // Its own name is known inside its initialiser.
            if r != Mention::Global(id) {
                mentions.push(r);
            }
        });
        self.provide(mentions);
        self.globals[id.index()] = RecordState::Defined;
        let storage = if global.linkage == Linkage::External { "" } else { "static " };
        let declarator = self.spell.declare(global.ty, &self.names.globals[id]);
        let scope = LocalNames::default();
        let mut code = CodePrinter::new(self.program, self.names, &global.exprs, None, &scope);
        code.work.push(PrintWork::Text(";\n"));
        if let Some(init) = &global.init {
            code.work.push(PrintWork::Init(init, global.ty.ty));
            code.work.push(PrintWork::Text(" = "));
        }
        let align = crate::spell::aligned(global.align);
        let text = format!("{storage}{declarator}{align}{}", code.finish());
        self.chunk(UnitChunk::Global, Some(Item::DefineGlobal(id)), &text);
    }

    fn declare_function(&mut self, id: FuncId) {
        if self.functions[id.index()] != RecordState::Unknown {
            return;
        }
        // A macro has no prototype: every unit that uses it needs its text.
        if self.names.macros[id].is_some() {
            self.define_function(id);
            return;
        }
        self.functions[id.index()] = RecordState::Declared;
        let function = &self.program.functions[id];
        let name = &self.names.functions[id];
        if function.body.is_none() && name.starts_with("__builtin_") {
            return;
        }
        let declarator = match self.program.types.as_function(function.ty) {
            // What its uses knew of it is what they must be told again.
            Some(f) if self.old_style[id.index()] => {
                self.spell.declare(QualType::plain(f.ret), &format!("{name}()"))
            }
            _ => self.spell.declare(QualType::plain(function.ty), name),
        };
        let text = format!("{}{declarator};\n", specifiers(function, false));
        self.chunk(UnitChunk::Prototype, Some(Item::DeclareFunction(id)), &text);
    }

    fn define_function(&mut self, id: FuncId) {
        let function: &Function = &self.program.functions[id];
        let Some(body) = &function.body else {
            self.declare_function(id);
            return;
        };
        if self.functions[id.index()] == RecordState::Defined {
            return;
        }
        // In C99 an inline definition with external linkage needs a declaration without `inline`
        // to be the one that everybody links to.
        if function.inline && function.linkage == Linkage::External {
            self.declare_function(id);
        }
        let mut mentions = Vec::new();
        function.for_each_mention(|r| {
            if !matches!(r, Mention::Function(f, _) if f == id) {
                mentions.push(r);
            }
        });
        self.provide(mentions);
        self.functions[id.index()] = RecordState::Defined;
        if let Some(found) = &self.names.macros[id] {
            self.define_macro(id, body, found);
            return;
        }
        let scope = LocalNames::new(body, self.names);
        let types = &*self.program.types;
        let (ret, variadic, prototype) = match types.as_function(function.ty) {
            Some(f) => (f.ret, f.variadic, f.prototype),
            None => (function.ty, false, true),
        };
        let mut params: Vec<String> = Vec::new();
        for param in &body.params {
            if let Some(local) = body.locals.get(*param) {
                let register = if body.registers.contains(param) { "register " } else { "" };
                let declared = self.spell.declare(local.ty, &scope.locals[param.index()]);
                params.push(format!("{register}{declared}"));
            }
        }
        if variadic {
            params.push("...".to_owned());
        }
        if params.is_empty() && prototype {
            params.push("void".to_owned());
        }
        let head = format!("{}({})", self.names.functions[id], params.join(", "));
        let head = self.spell.declare(QualType::plain(ret), &head);
        let mut code = CodePrinter::new(self.program, self.names, &body.exprs, Some(body), &scope);
        code.work.push(PrintWork::Text("\n"));
        match body.root {
            Some(root) => code.push_body(root),
            None => code.work.push(PrintWork::Text("{\n}")),
        }
        let text = format!("{}{head} {}", specifiers(function, true), code.finish());
        self.chunk(UnitChunk::Function, Some(Item::DefineFunction(id)), &text);
    }

    fn define_macro(&mut self, id: FuncId, body: &Body, found: &Macro) {
        let scope = LocalNames::of_macro(body, self.names);
        let params: Vec<&str> =
            body.params.iter().map(|p| scope.locals[p.index()].as_str()).collect();
        let mut code = CodePrinter::new(self.program, self.names, &body.exprs, Some(body), &scope);
        code.in_macro = true;
        code.work.push(PrintWork::Text(")\n"));
        if let Some(ty) = found.cast {
            code.push_expr(found.value, level::CAST);
            let ty = self.spell.type_name(QualType::plain(ty));
            code.work.push(PrintWork::Owned(format!("({ty})")));
        } else {
            code.push_expr(found.value, level::COMMA);
        }
        code.work.push(PrintWork::Text("("));
        let name = &self.names.functions[id];
        let text = format!("#define {name}({}) {}", params.join(", "), code.finish());
        self.chunk(UnitChunk::Macro, Some(Item::DefineFunction(id)), &text);
    }

    /// Appends a piece; kinds are kept apart by empty lines, and so are all definitions with bodies.
    fn chunk(&mut self, kind: UnitChunk, item: Option<Item>, text: &str) {
        let roomy = matches!(kind, UnitChunk::Function | UnitChunk::Definition);
        let out = &mut self.out;
        if self.last.is_some_and(|last| roomy || last != kind) {
            out.text.push('\n');
        }
        self.last = Some(kind);
        let start = out.text.len();
        out.text.push_str(text);
        out.pieces.extend(item.map(|item| (item, start..out.text.len())));
    }
}

fn mark<I: Id>(flags: &mut [bool], id: I) {
    if let Some(flag) = flags.get_mut(id.index()) {
        *flag = true;
    }
}

/// Storage class and function specifiers.
fn specifiers(function: &Function, definition: bool) -> String {
    let mut text = String::new();
    if function.noreturn {
        text.push_str("__attribute__((noreturn)) ");
    }
    if function.noinline {
        text.push_str("__attribute__((noinline)) ");
    }
    if function.linkage != Linkage::External {
        text.push_str("static ");
    }
    if function.inline && definition {
        text.push_str("inline ");
    }
    text
}
