//! Edits at work: a program is built anew from what another one's text shows, with edits made on
//! the way. Types, conversions and ids follow by themselves; what the builder refuses is not a
//! program.

mod expr;
mod init;
mod inline;
mod kept;
mod stmt;
mod storage;
mod types;

pub use expr::returned;
use kept::Kept;

use crate::edit::{Edit, Edits, FunctionEdit, Object, ObjectEdit, Owner};
use brinell_lang::{
    Arena, Body, BuildError, Builder, ExprId, Exprs, FuncId, Function, FunctionType, Global,
    GlobalId, Id, IntKind, Item, LabelId, Linkage, Loc, LocalId, Program, QualType, Record, Stmt,
    StmtId, StmtKind, Type, TypeId, Types, Unit,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// There is no such program.
#[derive(Copy, Clone, Debug)]
pub struct Refused;

impl From<BuildError> for Refused {
    fn from(_: BuildError) -> Self {
        Self
    }
}

/// A part of a program, or none.
pub type Res<T> = Result<T, Refused>;

/// What a program has to keep.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Roots {
    /// What `main` needs.
    Main,
    /// All functions and globals that no edit takes away, needed or not.
    All,
}

/// The program with the edits made and everything taken out that is not needed; `None` where that
/// is no program.
pub fn apply(program: &Program, edits: &[Edit], roots: Roots) -> Option<Program> {
    let edits = Edits::new(edits);
    let edited = rebuild(program, &edits, &Kept::all(program)).ok()?;
    let kept = match roots {
        Roots::Main => Kept::of(&edited, |_| false, |_| false)?,
        // The ids are still those of the program; what locals became comes after them.
        Roots::All => Kept::of(
            &edited,
            |f| program.functions[f].body.is_some() && !edits.does_to(f, FunctionEdit::NoCalls),
            |g| {
                let is_old = g.index() < program.globals.len();
                is_old
                    && !edits.does(Object::Global(g), &ObjectEdit::Drop)
                    && edits.home(g).is_none()
            },
        )?,
    };
    rebuild(&edited, &Edits::default(), &kept).ok()
}

/// A loop or switch around what is being rebuilt.
#[derive(Copy, Clone)]
struct Enclosing {
    is_loop: bool,
    /// Whether it is still there.
    kept: bool,
    /// The promoted type of a switch.
    switch: Option<IntKind>,
}

impl Enclosing {
    const LOOP: Self = Self { is_loop: true, kept: true, switch: None };

    const fn switch(kind: IntKind) -> Self {
        Self { is_loop: false, kept: true, switch: Some(kind) }
    }
}

/// Arguments in place of parameters, and where they stand.
struct Substitution<'a> {
    args: Vec<(LocalId, ExprId)>,
    owner: Owner,
    body: Option<&'a Body>,
    source: &'a Exprs,
}

struct Rebuild<'a> {
    old: &'a Program,
    edits: &'a Edits,
    kept: &'a Kept,
    types: Types,
    type_map: FxHashMap<TypeId, TypeId>,
    /// By old id.
    global_types: Vec<QualType>,
    /// By old id.
    function_types: Vec<TypeId>,
    /// What locals become that become globals.
    shared: FxHashMap<(FuncId, LocalId), GlobalId>,
    // What is being rebuilt:
    owner: Owner,
    body: Option<&'a Body>,
    source: &'a Exprs,
    new: Body,
    ret: Option<TypeId>,
    /// The new locals by old id.
    locals: Vec<Option<LocalId>>,
    /// Whether new locals are used.
    used: Vec<bool>,
    /// The new locals that globals become here.
    moved_in: FxHashMap<GlobalId, LocalId>,
    declared_unless_used: Vec<(LocalId, StmtId)>,
    labels: Vec<Option<LabelId>>,
    label_stmts: Vec<(LabelId, StmtId)>,
    gone_to: Vec<bool>,
    frames: Vec<Enclosing>,
    substitutions: Vec<Substitution<'a>>,
    /// How deep copies are inside copies.
    copying: u32,
    /// Some record has no member any more.
    emptied: bool,
}

fn rebuild(old: &Program, edits: &Edits, kept: &Kept) -> Res<Program> {
    let mut types = Types::new();
    types.enums = old.types.enums.clone();
    for record in &old.types.records {
        let shell = Record {
            fields: None,
            packed: false,
            pragma_pack: None,
            align: None,
            ..record.clone()
        };
        types.records.push(shell);
    }
    let nothing = Exprs::new();
    let mut this = Rebuild {
        old,
        edits,
        kept,
        types,
        type_map: FxHashMap::default(),
        global_types: Vec::new(),
        function_types: Vec::new(),
        shared: FxHashMap::default(),
        owner: Owner::Global(GlobalId(0)),
        body: None,
        source: &nothing,
        new: Body::default(),
        ret: None,
        locals: Vec::new(),
        used: Vec::new(),
        moved_in: FxHashMap::default(),
        declared_unless_used: Vec::new(),
        labels: Vec::new(),
        label_stmts: Vec::new(),
        gone_to: Vec::new(),
        frames: Vec::new(),
        substitutions: Vec::new(),
        copying: 0,
        emptied: false,
    };
    let new = this.program()?;
    // A record that has lost its members is good for pointers only: whether anything has it by
    // value is a question that the check of the language answers.
    if this.emptied && !brinell_lang::check(&new).is_empty() {
        return Err(Refused);
    }
    Ok(new)
}

impl<'a> Rebuild<'a> {
    fn builder(&mut self) -> Builder<'_> {
        Builder {
            types: &mut self.types,
            target: &self.old.target,
            dialect: self.old.dialect,
            exprs: &mut self.new.exprs,
        }
    }

    fn program(&mut self) -> Res<Program> {
        let old = self.old;
        for (id, global) in old.globals.enumerate() {
            // Types of what goes away are not asked for.
            let ty = match self.kept.globals[id.index()] {
                Some(_) => self.object_type(Object::Global(id), global.ty),
                None => global.ty,
            };
            self.global_types.push(ty);
        }
        self.number_shared();
        for (id, function) in old.functions.enumerate() {
            let ty = match self.kept.functions[id.index()] {
                Some(_) => self.function_type(id, function)?,
                None => function.ty,
            };
            self.function_types.push(ty);
        }
        let mut globals = Arena::new();
        for (id, global) in old.globals.enumerate() {
            if self.kept.globals[id.index()].is_some() {
                globals.push(Arc::new(self.global(id, global)?));
            }
        }
        self.shared_globals(&mut globals)?;
        let mut functions = Arena::new();
        for (id, function) in old.functions.enumerate() {
            if self.kept.functions[id.index()].is_some() {
                functions.push(Arc::new(self.function(id, function)?));
            }
        }
        let mut strings = Arena::new();
        for (id, string) in old.strings.enumerate() {
            if self.kept.strings[id.index()].is_some() {
                strings.push(Arc::clone(string));
            }
        }
        Ok(Program {
            target: old.target.clone(),
            dialect: old.dialect,
            types: Arc::new(std::mem::take(&mut self.types)),
            globals,
            functions,
            strings,
            units: self.units(),
            files: Vec::new(),
            aliases: Vec::new(),
        })
    }

    /// Definitions only: the printer declares what has to be declared.
    fn units(&self) -> Vec<Unit> {
        let units = self.old.units.iter().map(|unit| {
            let mut items: Vec<Item> = Vec::new();
            for item in &unit.items {
                if let Item::DefineFunction(f) = *item {
                    // Its callees, which come before it, use them.
                    items.splice(0..0, self.shared_of(f).map(Item::DefineGlobal));
                }
                let item = match *item {
                    Item::DefineGlobal(g) => self.kept.globals[g.index()].map(Item::DefineGlobal),
                    Item::DefineFunction(f) => {
                        self.kept.functions[f.index()].map(Item::DefineFunction)
                    }
                    _ => None,
                };
                if let Some(item) = item
                    && !items.contains(&item)
                {
                    items.push(item);
                }
            }
            Unit { items }
        });
        let mut units: Vec<Unit> = units.filter(|unit| !unit.items.is_empty()).collect();
        if self.edits.merge_units {
            let mut items: Vec<Item> = Vec::new();
            for item in units.iter().flat_map(|unit| &unit.items) {
                if !items.contains(item) {
                    items.push(*item);
                }
            }
            units = vec![Unit { items }];
        }
        units
    }

    fn begin(&mut self, owner: Owner, body: Option<&'a Body>, source: &'a Exprs) {
        (self.owner, self.body, self.source) = (owner, body, source);
        self.new = Body::default();
        self.ret = None;
        self.locals = vec![None; body.map_or(0, |body| body.locals.len())];
        self.labels = vec![None; body.map_or(0, |body| body.labels.len())];
        self.used.clear();
        self.moved_in.clear();
        self.declared_unless_used.clear();
        self.label_stmts.clear();
        self.gone_to.clear();
        self.frames.clear();
    }

    fn global(&mut self, id: GlobalId, global: &'a Global) -> Res<Global> {
        self.begin(Owner::Global(id), None, &global.exprs);
        let object = Object::Global(id);
        let ty = self.global_types[id.index()];
        let init = match &global.init {
            Some(init) => self.object_init(object, init, global.ty, ty)?,
            None => None,
        };
        let mut new = Global {
            name: global.name.clone(),
            ty,
            align: global.align,
            linkage: global.linkage,
            defined: global.defined,
            init,
            exprs: std::mem::take(&mut self.new.exprs),
            loc: global.loc,
        };
        if self.edits.does(object, &ObjectEdit::External) {
            new.linkage = Linkage::External;
        }
        if self.edits.does(object, &ObjectEdit::NoAlign) {
            new.align = None;
        }
        Ok(new)
    }

    fn function_type(&mut self, id: FuncId, function: &Function) -> Res<TypeId> {
        let old = self.old;
        let Some(body) = &function.body else { return Ok(self.map(function.ty)) };
        let ty = old.types.as_function(function.ty).ok_or(Refused)?;
        let mut params = Vec::with_capacity(ty.params.len());
        for (i, local) in body.params.iter().enumerate() {
            if !self.edits.does_to(id, FunctionEdit::NoParam(i as u32)) {
                let object = Object::Local(id, *local);
                params.push(self.object_type(object, body.locals[*local].ty).ty);
            }
        }
        let ret = if self.edits.does_to(id, FunctionEdit::Void) {
            self.types.void()
        } else if self.edits.does_to(id, FunctionEdit::Int) {
            self.types.int(IntKind::Int)
        } else {
            self.map(ty.ret)
        };
        // A function without a prototype would be another language in C23, and is none shorter.
        let ty = FunctionType { ret, params, variadic: ty.variadic, prototype: true };
        Ok(self.types.intern(Type::Function(ty)))
    }

    fn function(&mut self, id: FuncId, function: &'a Function) -> Res<Function> {
        let does = |edit| self.edits.does_to(id, edit);
        let (plain, not_inline) = (does(FunctionEdit::Plain), does(FunctionEdit::NotInline));
        let mut new = Function {
            name: function.name.clone(),
            ty: self.function_types[id.index()],
            linkage: function.linkage,
            inline: function.inline && !plain && !not_inline,
            noreturn: function.noreturn,
            noinline: function.noinline && !plain && !not_inline,
            as_macro: false,
            body: None,
            loc: function.loc,
        };
        if plain {
            new.linkage = Linkage::External;
        }
        if let Some(body) = &function.body {
            new.body = Some(self.function_body(id, body)?);
        }
        Ok(new)
    }

    /// A function that ended by returning a value still does. Falling off the end is defined where
    /// the value is unused, and in `main`; but there are compilers that do not know the latter,
    /// and every reduction would drift to that.
    fn keep_return(&mut self, old: &Body, root: StmtId) -> Res<()> {
        let ret = self.ret.ok_or(Refused)?;
        let ends = |body: &Body, root: StmtId| match &body.stmts[root].kind {
            StmtKind::Block(stmts) => stmts
                .last()
                .is_some_and(|last| matches!(body.stmts[*last].kind, StmtKind::Return(_))),
            _ => false,
        };
        let ended = old.root.is_some_and(|root| ends(old, root));
        if !ended || self.types.is_void(ret) || ends(&self.new, root) {
            return Ok(());
        }
        if !self.types.is_scalar(ret) {
            return Err(Refused);
        }
        let zero = self.builder().int(0, IntKind::Int, Loc::NONE);
        let zero = self.builder().assignable(zero, ret, "a return")?;
        let kind = StmtKind::Return(Some(zero));
        let last = self.new.stmts.push(Stmt { kind, loc: Loc::NONE });
        if let StmtKind::Block(stmts) = &mut self.new.stmts[root].kind {
            stmts.push(last);
        }
        Ok(())
    }

    fn function_body(&mut self, id: FuncId, body: &'a Body) -> Res<Body> {
        self.begin(Owner::Function(id), Some(body), &body.exprs);
        let ty = self.function_types[id.index()];
        self.ret = self.types.as_function(ty).map(|ty| ty.ret);
        for (i, param) in body.params.iter().enumerate() {
            if self.edits.does_to(id, FunctionEdit::NoParam(i as u32)) {
                continue;
            }
            let new = self.new_local(Object::Local(id, *param), &body.locals[*param]);
            self.locals[param.index()] = Some(new);
            self.new.params.push(new);
        }
        let moved_in = self.moved_in(id)?;
        let root = self.block(id, body.root.ok_or(Refused)?)?;
        if let StmtKind::Block(stmts) = &mut self.new.stmts[root].kind {
            stmts.splice(0..0, moved_in);
        }
        self.keep_return(body, root)?;
        let unused: Vec<StmtId> = self
            .declared_unless_used
            .iter()
            .filter(|(local, _)| !self.used[local.index()])
            .map(|(_, stmt)| *stmt)
            .chain(
                self.label_stmts
                    .iter()
                    .filter(|(label, _)| !self.gone_to[label.index()])
                    .map(|(_, stmt)| *stmt),
            )
            .collect();
        let mut new = std::mem::take(&mut self.new);
        new.root = Some(root);
        if !unused.is_empty() {
            for stmt in &mut new.stmts {
                if let StmtKind::Block(stmts) | StmtKind::For { init: stmts, .. } = &mut stmt.kind {
                    stmts.retain(|s| !unused.contains(s));
                }
            }
        }
        Ok(new)
    }
}
