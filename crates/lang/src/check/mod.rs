//! The well-formedness check: proves that a program obeys the typing rules of `lang`.
//!
//! Every id must point somewhere, expressions and statements must form trees, and every node must
//! have exactly the type that the rules in `expr.rs` and the builder give it, implicit conversions
//! included. What passes is a program that the machine and the printer can take without asking
//! questions; what does not is explained. Any value of type [`Program`] can be checked, whatever
//! nonsense it holds: ids are looked up before they are followed, walks keep their own stack, and
//! the few functions that recurse (layout, constants, compatibility) are called only below a depth
//! that has been measured first.
//!
//! Nodes that nothing points to are ignored. Left out: what depends on running (the machine's
//! business) and constraints whose violation changes nothing here (unused labels, shadowing).

mod address;
mod expr;
mod init;
mod stmt;
mod tree;
mod types;

use crate::dialect::Dialect;
use crate::ids::{FuncId, GlobalId, Id, TypeId};
use crate::loc::Loc;
use crate::program::{Function, Global, Item, Linkage, Program};
use crate::target::Target;
use crate::types::{QualType, Types};
use rustc_hash::FxHashSet;
use std::fmt;

/// Something wrong with a program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Flaw {
    /// What is wrong, in words.
    pub message: String,
    /// Where.
    pub loc: Loc,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.loc.is_known() {
            write!(f, "{}:{}: {}", self.loc.line, self.loc.col, self.message)
        } else {
            f.write_str(&self.message)
        }
    }
}

/// More flaws than this tell a reader nothing new.
const MAX_FLAWS: usize = 200;

/// Checks a program; an empty list means that it is well formed.
pub fn check(program: &Program) -> Vec<Flaw> {
    let mut cx = Checker { program, place: String::new(), flaws: Vec::new() };
    cx.type_table();
    // Everything else follows types: with a broken table there is nothing to stand on.
    if cx.flaws.is_empty() {
        for (id, global) in program.globals.enumerate() {
            cx.global(id, global);
        }
        for (id, function) in program.functions.enumerate() {
            cx.function(id, function);
        }
        cx.place.clear();
        cx.units();
        cx.external_names();
    }
    cx.flaws
}

/// What all parts of the check share.
struct Checker<'a> {
    program: &'a Program,
    /// The entity being checked, for messages.
    place: String,
    flaws: Vec<Flaw>,
}

impl<'a> Checker<'a> {
    fn types(&self) -> &'a Types {
        &self.program.types
    }

    fn target(&self) -> &'a Target {
        &self.program.target
    }

    fn flaw(&mut self, loc: Loc, message: impl fmt::Display) {
        if self.flaws.len() < MAX_FLAWS {
            let message = if self.place.is_empty() {
                message.to_string()
            } else {
                format!("{}: {message}", self.place)
            };
            self.flaws.push(Flaw { message, loc });
        }
    }

    /// The name of a type for messages. The type must exist.
    fn show(&self, ty: QualType) -> String {
        self.types().describe(ty, self.target())
    }

    fn show_type(&self, ty: TypeId) -> String {
        self.show(QualType::plain(ty))
    }

    fn has_type(&self, ty: TypeId) -> bool {
        self.types().contains(ty)
    }

    // ---- globals, functions, units ----

    fn global(&mut self, id: GlobalId, global: &Global) {
        self.place = format!("object '{}'", name_or(global.name.as_deref(), &format!("{id:?}")));
        if !self.has_type(global.ty.ty) {
            self.flaw(global.loc, "its type does not exist");
            return;
        }
        let function = self.types().as_function(global.ty.ty).is_some();
        if function || self.types().is_void(global.ty.ty) {
            let ty = self.show(global.ty);
            self.flaw(global.loc, format!("an object cannot have the type '{ty}'"));
            return;
        }
        if global.defined && !self.is_object(global.ty.ty) {
            let ty = self.show(global.ty);
            self.flaw(global.loc, format!("it is defined with the incomplete type '{ty}'"));
        }
        if global.init.is_some() && !global.defined {
            self.flaw(global.loc, "it has an initialiser but is not defined");
        }
        if let Some(init) = &global.init {
            self.static_init(global, init);
        }
    }

    /// Whether objects can have the type; opaque types are trusted.
    fn is_object(&self, ty: TypeId) -> bool {
        let leaf = self.types().innermost(QualType::plain(ty)).ty;
        let opaque = matches!(self.types().get(leaf), crate::types::Type::Opaque(_));
        opaque || self.types().is_complete(ty)
    }

    fn function(&mut self, id: FuncId, function: &'a Function) {
        self.place =
            format!("function '{}'", name_or(function.name.as_deref(), &format!("{id:?}")));
        if !self.has_type(function.ty) {
            self.flaw(function.loc, "its type does not exist");
            return;
        }
        let Some(ty) = self.types().as_function(function.ty) else {
            let ty = self.show_type(function.ty);
            self.flaw(function.loc, format!("'{ty}' is not the type of a function"));
            return;
        };
        if !ty.prototype && self.program.dialect >= Dialect::C23 {
            self.flaw(function.loc, "it has no prototype, which C23 does not know");
        }
        if let Some(body) = &function.body {
            if !self.types().is_void(ty.ret) && !self.is_object(ty.ret) {
                self.flaw(function.loc, "it returns an incomplete type");
            }
            self.body(function, ty, body);
        }
    }

    fn units(&mut self) {
        let program = self.program;
        // The last unit that defines each function. One with internal linkage may be defined in
        // several: each unit has its own, and they do not differ.
        let mut defined = vec![None; program.functions.len()];
        for (number, unit) in program.units.iter().enumerate() {
            self.place = format!("unit {number}");
            for item in &unit.items {
                match *item {
                    Item::Record(r) => match program.types.records.get(r) {
                        None => self.flaw(Loc::NONE, format!("{r:?} does not exist")),
                        Some(record) if record.fields.is_none() => {
                            self.flaw(record.loc, format!("{r:?} is listed but incomplete"));
                        }
                        Some(_) => {}
                    },
                    Item::DeclareGlobal(g) | Item::DefineGlobal(g) => {
                        let Some(global) = program.globals.get(g) else {
                            self.flaw(Loc::NONE, format!("{g:?} does not exist"));
                            continue;
                        };
                        if matches!(item, Item::DefineGlobal(_)) && !global.defined {
                            self.flaw(global.loc, format!("{g:?} is listed as defined but is not"));
                        }
                    }
                    Item::DeclareFunction(f) => {
                        if program.functions.get(f).is_none() {
                            self.flaw(Loc::NONE, format!("{f:?} does not exist"));
                        }
                    }
                    Item::DefineFunction(f) => {
                        let Some(function) = program.functions.get(f) else {
                            self.flaw(Loc::NONE, format!("{f:?} does not exist"));
                            continue;
                        };
                        if function.body.is_none() {
                            self.flaw(function.loc, format!("{f:?} is listed but has no body"));
                        }
                        let before = defined[f.index()].replace(number);
                        let elsewhere = function.linkage == Linkage::Internal;
                        if before.is_some_and(|unit| unit == number || !elsewhere) {
                            self.flaw(function.loc, format!("{f:?} is defined twice"));
                        }
                    }
                }
            }
        }
        self.place.clear();
    }

    /// Two entities with external linkage and one name would be one entity.
    fn external_names(&mut self) {
        let program = self.program;
        let functions = program.functions.iter().map(|f| (f.linkage, f.name.as_deref(), f.loc));
        let globals = program.globals.iter().map(|g| (g.linkage, g.name.as_deref(), g.loc));
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        for (linkage, name, loc) in functions.chain(globals) {
            if let (Linkage::External, Some(name)) = (linkage, name)
                && !seen.insert(name)
            {
                self.flaw(loc, format!("two entities with external linkage are called '{name}'"));
            }
        }
    }
}

fn name_or(name: Option<&str>, id: &str) -> String {
    name.unwrap_or(id).to_owned()
}
