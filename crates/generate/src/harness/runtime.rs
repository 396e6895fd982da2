//! The runtime: C text read once for a target, from which a program imports what it uses.

use crate::Config;
use brinell_lang::{
    Body, Dialect, Expr, ExprKind, Exprs, FuncId, Function, FunctionType, Global, GlobalId, Loc,
    Program, QualType, StringId, Target, Type, TypeId,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The text; with comments, because only our own parser sees it.
const TEXT: &str = concat!(
    include_str!("../../../../runtime/checksum.c"),
    include_str!("../../../../runtime/paranoid.c"),
    include_str!("../../../../runtime/expect.c")
);

/// What needs a type that not all targets have.
const WIDE_TEXT: &str = include_str!("../../../../runtime/wide.c");

/// A digit of a number, from a string and computed.
const DIGIT: (&str, &str) = (
    "\"0123456789ABCDEF\"[value >> shift & 15]",
    "(int)((value >> shift & 15) + ((value >> shift & 15) < 10 ? 48 : 55))",
);

/// The text with `a = a op (b)` for every `a op= b`. There an operand ends with its statement or
/// with the head of a loop, and `a` is a name.
fn without_compound_assigns(text: &str) -> String {
    const OPERATORS: [&str; 10] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let found = OPERATORS.iter().find_map(|op| Some((op, line.find(&format!(" {op}= "))?)));
        let Some((op, at)) = found else {
            lines.push(line.to_owned());
            continue;
        };
        let (before, after) = (&line[..at], &line[at + op.len() + 3..]);
        let name = before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
        let (value, rest) = after.split_at(after.find([';', ')']).unwrap_or(after.len()));
        lines.push(format!("{before} = {} {op} ({value}){rest}", name.unwrap_or_default()));
    }
    lines.join("\n")
}

/// The runtime for one target and dialect. Reading it takes longer than importing from it, so keep
/// it from program to program.
#[derive(Clone, Debug)]
pub struct Runtime {
    program: Program,
}

impl Runtime {
    /// Reads the runtime for a target and a dialect.
    pub fn new(target: &Target, dialect: Dialect) -> Self {
        Self::read(TEXT, target, dialect)
    }

    /// Reads the runtime for the programs of a configuration: what they do without, it does
    /// without.
    pub fn of(config: &Config) -> Self {
        let mut text = TEXT.to_owned();
        if !config.consts {
            text = text.replace("const ", "");
        }
        if !config.compound_assigns {
            text = without_compound_assigns(&text);
        }
        if !config.arrays {
            let (indexed, computed) = DIGIT;
            text = text.replace(indexed, computed);
        }
        Self::read(&text, &Target::named(config.target), config.std)
    }

    fn read(text: &str, target: &Target, dialect: Dialect) -> Self {
        let options = brinell_syntax::ParseOptions { target: target.clone(), dialect };
        let mut text = text.to_owned();
        if target.int128 {
            text.push_str(WIDE_TEXT);
        }
        let program = brinell_syntax::parse(&text, "runtime.c", &options)
            .expect("the runtime is C that we can read");
        Self { program }
    }

    /// Puts a function into a draft, with what it mentions. There it is a helper: each unit that
    /// uses it gets a copy, and the objects it mentions are shared.
    pub(crate) fn add_helper(&self, name: &str, draft: &mut Program) -> FuncId {
        Import::new(self).function_named(name, draft)
    }

    /// Whether it was read as the program is.
    pub(super) fn is_for(&self, program: &Program) -> bool {
        self.program.target == program.target && self.program.dialect == program.dialect
    }
}

/// Copies parts of the runtime into a program, each part once and after what it needs.
pub(super) struct Import<'a> {
    from: &'a Program,
    types: FxHashMap<TypeId, TypeId>,
    functions: FxHashMap<FuncId, FuncId>,
    globals: FxHashMap<GlobalId, GlobalId>,
    strings: FxHashMap<StringId, StringId>,
}

impl<'a> Import<'a> {
    pub fn new(runtime: &'a Runtime) -> Self {
        Self {
            from: &runtime.program,
            types: FxHashMap::default(),
            functions: FxHashMap::default(),
            globals: FxHashMap::default(),
            strings: FxHashMap::default(),
        }
    }

    /// The function of that name, with everything it mentions.
    pub fn function_named(&mut self, name: &str, into: &mut Program) -> FuncId {
        let id = self.from.function_named(name);
        self.function(id.unwrap_or_else(|| panic!("the runtime has a function '{name}'")), into)
    }

    /// The object of that name.
    pub fn global_named(&mut self, name: &str, into: &mut Program) -> GlobalId {
        let mut globals = self.from.globals.enumerate();
        let found = globals.find(|(_, g)| g.name.as_deref() == Some(name));
        let (id, _) = found.unwrap_or_else(|| panic!("the runtime has an object '{name}'"));
        self.global(id, into)
    }

    fn function(&mut self, id: FuncId, into: &mut Program) -> FuncId {
        if let Some(&known) = self.functions.get(&id) {
            return known;
        }
        let function: &Function = &self.from.functions[id];
        let body = function.body.as_ref().map(|body| self.body(body, into));
        let imported = Function {
            ty: self.ty(function.ty, into),
            body,
            loc: Loc::NONE,
            name: function.name.clone(),
            ..*function
        };
        // No function of the runtime calls itself, so all it mentions is there by now.
        let new = into.functions.push(Arc::new(imported));
        self.functions.insert(id, new);
        new
    }

    fn global(&mut self, id: GlobalId, into: &mut Program) -> GlobalId {
        if let Some(&known) = self.globals.get(&id) {
            return known;
        }
        let mut global = Global::clone(&self.from.globals[id]);
        global.ty = self.qualified(global.ty, into);
        global.loc = Loc::NONE;
        self.exprs(&mut global.exprs, into);
        let new = into.globals.push(Arc::new(global));
        self.globals.insert(id, new);
        new
    }

    fn string(&mut self, id: StringId, into: &mut Program) -> StringId {
        let from = self.from;
        *self.strings.entry(id).or_insert_with(|| into.strings.push(from.strings[id].clone()))
    }

    fn body(&mut self, body: &Body, into: &mut Program) -> Body {
        let mut body = body.clone();
        for local in &mut body.locals {
            local.ty = self.qualified(local.ty, into);
            local.loc = Loc::NONE;
        }
        for stmt in &mut body.stmts {
            stmt.loc = Loc::NONE;
        }
        self.exprs(&mut body.exprs, into);
        body
    }

    fn exprs(&mut self, exprs: &mut Exprs, into: &mut Program) {
        for expr in exprs {
            self.expr(expr, into);
        }
    }

    fn expr(&mut self, expr: &mut Expr, into: &mut Program) {
        expr.loc = Loc::NONE;
        expr.ty = self.qualified(expr.ty, into);
        match &mut expr.kind {
            ExprKind::Str(id) => *id = self.string(*id, into),
            ExprKind::Global(id) => *id = self.global(*id, into),
            ExprKind::Function(id) => *id = self.function(*id, into),
            ExprKind::AssignOp { compute, .. } => *compute = self.ty(*compute, into),
            // All other ids are those of the body, which is copied whole.
            _ => {}
        }
        if let Some(ty) = expr.kind.named_type_mut() {
            *ty = self.qualified(*ty, into);
        }
    }

    fn qualified(&mut self, ty: QualType, into: &mut Program) -> QualType {
        QualType { ty: self.ty(ty.ty, into), quals: ty.quals }
    }

    fn ty(&mut self, id: TypeId, into: &mut Program) -> TypeId {
        if let Some(&known) = self.types.get(&id) {
            return known;
        }
        let ty = match self.from.types.get(id).clone() {
            plain @ (Type::Void | Type::Int(_) | Type::Float(_) | Type::Opaque(_)) => plain,
            Type::Pointer(to) => Type::Pointer(self.qualified(to, into)),
            Type::Array { elem, len } => Type::Array { elem: self.qualified(elem, into), len },
            Type::Function(f) => Type::Function(FunctionType {
                ret: self.ty(f.ret, into),
                params: f.params.into_iter().map(|p| self.ty(p, into)).collect(),
                ..f
            }),
            Type::Record(_) | Type::Enum(_) => {
                unreachable!("the runtime has neither records nor enums")
            }
        };
        let new = into.types_mut().intern(ty);
        self.types.insert(id, new);
        new
    }
}
