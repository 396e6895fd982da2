//! Helpers for tests: programs made by hand, compilers run on printed text.
#![allow(dead_code, missing_docs, reason = "each test binary uses some of it")]

pub mod source;

use brinell_lang::*;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// A program under construction.
pub struct Make {
    pub program: Program,
}

impl Make {
    pub fn new() -> Self {
        let mut program = Program::new(Target::named(TargetName::Lp64), Dialect::C17);
        program.units.push(Unit::default());
        Self { program }
    }

    pub fn types(&mut self) -> &mut Types {
        self.program.types_mut()
    }

    pub fn int(&mut self) -> TypeId {
        self.types().int(IntKind::Int)
    }

    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        self.types().pointer(QualType::plain(to))
    }

    pub fn array(&mut self, of: TypeId, len: u64) -> TypeId {
        self.types().array(QualType::plain(of), Some(len))
    }

    pub fn function_type(&mut self, ret: TypeId, params: &[TypeId], variadic: bool) -> TypeId {
        let params = params.to_vec();
        self.types().intern(Type::Function(FunctionType { ret, params, variadic, prototype: true }))
    }

    pub fn record(&mut self, name: Option<&str>, kind: RecordKind, fields: Vec<Field>) -> RecordId {
        self.types().records.push(Record {
            kind,
            name: name.map(str::to_owned),
            fields: Some(fields),
            packed: false,
            pragma_pack: None,
            align: None,
            loc: Loc::NONE,
        })
    }

    pub fn global(
        &mut self,
        name: Option<&str>,
        ty: QualType,
        init: Option<Init>,
        exprs: Exprs,
    ) -> GlobalId {
        let id = self.program.globals.push(Arc::new(Global {
            name: name.map(str::to_owned),
            ty,
            align: None,
            linkage: Linkage::Internal,
            defined: true,
            init,
            exprs,
            loc: Loc::NONE,
        }));
        self.program.units[0].items.push(Item::DefineGlobal(id));
        id
    }

    pub fn extern_function(&mut self, name: &str, ty: TypeId) -> FuncId {
        self.program.functions.push(Arc::new(Function::new(
            Some(name.to_owned()),
            ty,
            Linkage::External,
            None,
        )))
    }

    pub fn printf(&mut self) -> FuncId {
        let int = self.int();
        let char_ty = self.types().int(IntKind::Char);
        let text = self.types().pointer(QualType { ty: char_ty, quals: Quals::CONST });
        let ty = self.function_type(int, &[text], true);
        self.extern_function("printf", ty)
    }

    pub fn define(&mut self, name: Option<&str>, ty: TypeId, body: Body) -> FuncId {
        let id = self.program.functions.push(Arc::new(Function::new(
            name.map(str::to_owned),
            ty,
            Linkage::External,
            Some(body),
        )));
        self.program.units[0].items.push(Item::DefineFunction(id));
        id
    }

    /// Runs `build` with a builder that puts expressions into `exprs`.
    pub fn with<T>(&mut self, exprs: &mut Exprs, build: impl FnOnce(&mut Builder<'_>) -> T) -> T {
        let target = self.program.target.clone();
        let dialect = self.program.dialect;
        let types = self.program.types_mut();
        build(&mut Builder { types, target: &target, dialect, exprs })
    }
}

pub fn field(name: Option<&str>, ty: TypeId) -> Field {
    let ty = QualType::plain(ty);
    Field { name: name.map(str::to_owned), ty, bits: None, packed: false, align: None }
}

pub fn bits(name: Option<&str>, ty: TypeId, width: u32) -> Field {
    Field { bits: Some(width), ..field(name, ty) }
}

pub fn stmt(body: &mut Body, kind: StmtKind) -> StmtId {
    body.stmts.push(Stmt { kind, loc: Loc::NONE })
}

pub fn local(
    body: &mut Body,
    name: Option<&str>,
    ty: TypeId,
    kind: LocalKind,
    init: Option<Init>,
) -> LocalId {
    let ty = QualType::plain(ty);
    body.locals.push(Local {
        name: name.map(str::to_owned),
        ty,
        align: None,
        init,
        kind,
        loc: Loc::NONE,
    })
}

/// Whether a program can be started.
pub fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// The compilers of this machine that the tests know.
pub fn compilers() -> Vec<&'static str> {
    ["gcc", "clang-19", "clang-14", "tcc"].into_iter().filter(|c| has(c)).collect()
}

/// Compiles a file; the message of the compiler if it fails.
pub fn compile(cc: &str, flags: &[&str], file: &Path, out: &Path) -> Result<(), String> {
    let output = Command::new(cc)
        .args(flags)
        .arg(file)
        .arg("-o")
        .arg(out)
        .arg("-lm")
        .output()
        .map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{cc} {flags:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// Warnings that are errors, without those that real programs are full of.
pub fn strict_flags(cc: &str, std: &str) -> Vec<String> {
    let mut flags = vec![format!("-std={std}")];
    if cc != "tcc" {
        flags.extend(["-O0", "-Wall", "-Werror", "-Wno-unused"].map(str::to_owned));
    }
    flags
}
