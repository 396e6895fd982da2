//! Programs: translation units over shared arenas of globals, functions and string literals.
//!
//! Everything heavy sits behind an [`Arc`], so cloning a program copies a few pointers a function
//! and changing one function copies that function only.

use crate::build::Builder;
use crate::dialect::Dialect;
use crate::expr::{Expr, ExprKind, Init};
use crate::ids::{
    Arena, ExprId, FuncId, GlobalId, LabelId, LocalId, RecordId, StmtId, StringId, TypeId,
};
use crate::loc::Loc;
use crate::stmt::Stmt;
use crate::target::Target;
use crate::types::{IntKind, QualType, Types};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The expressions of a body or of a static initialiser.
pub type Exprs = Arena<ExprId, Expr>;

/// A whole program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The data model its types and constants were made for.
    pub target: Target,
    /// The edition of C it is written in.
    pub dialect: Dialect,
    /// Its types.
    pub types: Arc<Types>,
    /// Objects with static storage duration, block-scope statics included.
    pub globals: Arena<GlobalId, Arc<Global>>,
    /// Functions, with or without a body here.
    pub functions: Arena<FuncId, Arc<Function>>,
    /// String literals.
    pub strings: Arena<StringId, Arc<StringLit>>,
    /// Translation units in link order.
    pub units: Vec<Unit>,
    /// Names of the source files that [`Loc`]s point into.
    pub files: Vec<String>,
    /// Integer types that are printed by a typedef name (`int32_t`), which the text declares first.
    pub aliases: Vec<(IntKind, String)>,
}

impl Program {
    /// A program without anything in it.
    pub fn new(target: Target, dialect: Dialect) -> Self {
        Self {
            target,
            dialect,
            types: Arc::new(Types::new()),
            globals: Arena::new(),
            functions: Arena::new(),
            strings: Arena::new(),
            units: Vec::new(),
            files: Vec::new(),
            aliases: Vec::new(),
        }
    }

    /// The types, to add to.
    pub fn types_mut(&mut self) -> &mut Types {
        Arc::make_mut(&mut self.types)
    }

    /// Builds expressions of this program in an arena beside it.
    pub fn builder<'a>(&'a mut self, exprs: &'a mut Exprs) -> Builder<'a> {
        Builder {
            types: Arc::make_mut(&mut self.types),
            target: &self.target,
            dialect: self.dialect,
            exprs,
        }
    }

    /// A function, to change.
    pub fn function_mut(&mut self, id: FuncId) -> &mut Function {
        Arc::make_mut(&mut self.functions[id])
    }

    /// A global, to change.
    pub fn global_mut(&mut self, id: GlobalId) -> &mut Global {
        Arc::make_mut(&mut self.globals[id])
    }

    /// The function of that name that has external linkage or is the only one so called.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        let mut found = None;
        for (id, f) in self.functions.enumerate() {
            if f.name.as_deref() == Some(name) {
                if f.linkage == Linkage::External {
                    return Some(id);
                }
                found = found.or(Some(id));
            }
        }
        found
    }
}

/// One translation unit: what it declares and defines, in order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Unit {
    /// The items, in source order. An entity may appear several times (declared, then defined).
    pub items: Vec<Item>,
}

/// A file-scope item of a unit.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum Item {
    /// The definition of a struct or union.
    Record(RecordId),
    /// A declaration without definition: `extern int g;`
    DeclareGlobal(GlobalId),
    /// A definition (tentative ones included).
    DefineGlobal(GlobalId),
    /// A prototype.
    DeclareFunction(FuncId),
    /// A function with its body.
    DefineFunction(FuncId),
}

/// Who can see a name (C11 6.2.2).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Linkage {
    /// All units.
    External,
    /// One unit (`static`).
    Internal,
    /// One block: a `static` local or a file-scope compound literal. Printed at file scope.
    None,
}

/// An object with static storage duration.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Global {
    /// Its name; `None` for what the source did not name. Printed names are made unique.
    pub name: Option<String>,
    /// Its type.
    pub ty: QualType,
    /// A stricter alignment than its type's (`_Alignas`, `__attribute__((aligned))`).
    pub align: Option<u32>,
    /// Who sees it.
    pub linkage: Linkage,
    /// Whether some unit of the program defines it.
    pub defined: bool,
    /// Its initialiser; without one a defined object is all zero.
    pub init: Option<Init>,
    /// The expressions of the initialiser.
    pub exprs: Exprs,
    /// Where it was declared.
    pub loc: Loc,
}

/// A function.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Function {
    /// Its name; `None` for generated ones, printed as `func_N`.
    pub name: Option<String>,
    /// Its type, a [`Type::Function`](crate::Type::Function).
    pub ty: TypeId,
    /// Who sees it.
    pub linkage: Linkage,
    /// Declared `inline`.
    pub inline: bool,
    /// Declared `_Noreturn` or with the attribute.
    pub noreturn: bool,
    /// Declared with the attribute `noinline`.
    pub noinline: bool,
    /// Printed as a macro: the body is one `return` of an expression that uses each parameter as
    /// a value, and every call gives it operands without effects, so that evaluating them several
    /// times is the same. To the machine it is a function.
    pub as_macro: bool,
    /// The body, if the program has it; library functions have none.
    pub body: Option<Body>,
    /// Where it was declared.
    pub loc: Loc,
}

impl Function {
    /// A function without specifiers and attributes, from nowhere in a source.
    pub const fn new(
        name: Option<String>,
        ty: TypeId,
        linkage: Linkage,
        body: Option<Body>,
    ) -> Self {
        Self {
            name,
            ty,
            linkage,
            inline: false,
            noreturn: false,
            noinline: false,
            as_macro: false,
            body,
            loc: Loc::NONE,
        }
    }
}

/// A function body: arenas of everything in it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Body {
    /// The parameters, in order.
    pub params: Vec<LocalId>,
    /// Parameters, local variables and compound literals.
    pub locals: Arena<LocalId, Local>,
    /// Labels.
    pub labels: Arena<LabelId, Label>,
    /// Expressions.
    pub exprs: Exprs,
    /// Statements.
    pub stmts: Arena<StmtId, Stmt>,
    /// The outermost block; `None` only while the body is being built.
    pub root: Option<StmtId>,
    /// Parameters written `a[static n]`: arguments have at least that many elements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promised: Vec<(LocalId, u64)>,
    /// Variables and parameters declared `register`: no part of them has an address.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub registers: Vec<LocalId>,
}

impl Body {
    /// The local declared `register` of which an lvalue, one of these expressions, is a part.
    pub fn register_of(&self, exprs: &Exprs, lvalue: ExprId) -> Option<LocalId> {
        let mut at = lvalue;
        while let ExprKind::Member { base, .. } = exprs.get(at)?.kind {
            at = base;
        }
        let ExprKind::Local(local) = exprs.get(at)?.kind else { return None };
        self.registers.contains(&local).then_some(local)
    }
}

/// A parameter, a local variable, or the object of a compound literal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Local {
    /// Its name; `None` for generated ones and compound literals.
    pub name: Option<String>,
    /// Its type.
    pub ty: QualType,
    /// A stricter alignment than its type's.
    pub align: Option<u32>,
    /// Its initialiser.
    pub init: Option<Init>,
    /// What it is.
    pub kind: LocalKind,
    /// Where it was declared.
    pub loc: Loc,
}

/// What a [`Local`] is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum LocalKind {
    /// A parameter.
    Param,
    /// A variable, declared by a [`StmtKind::Decl`](crate::StmtKind::Decl).
    Var,
    /// The object of a [`ExprKind::CompoundLiteral`](crate::ExprKind::CompoundLiteral); it lives
    /// as long as the block around it.
    Literal,
}

/// A label.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Label {
    /// Its name; `None` for generated ones.
    pub name: Option<String>,
    /// Where it stands.
    pub loc: Loc,
}

/// A string literal: an array of `char` with static storage duration.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct StringLit {
    /// The bytes, without the terminating zero that every literal has in addition.
    pub bytes: Vec<u8>,
}
