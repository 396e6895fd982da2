//! What a program must not declare, wherever it goes: checked before it begins.

use crate::libc::Lib;
use crate::machine::{Machine, R};
use crate::ub::Ub;
use brinell_lang::{FuncId, IntKind, Linkage, Loc, TypeId};

impl Machine<'_> {
    /// The names and types of definitions (C11 7.1.3, 5.1.2.2.1).
    pub fn check_declarations(&mut self, main: FuncId) -> R<()> {
        let program = self.program;
        // What headers define is the implementation's own.
        let ours = |loc: Loc| loc.file == 0;
        let functions = program.functions.iter().filter(|f| f.body.is_some() && ours(f.loc));
        let functions = functions.map(|f| (f.name.as_deref(), f.linkage, f.loc));
        let globals = program.globals.iter().filter(|g| g.defined && ours(g.loc));
        let globals = globals.map(|g| (g.name.as_deref(), g.linkage, g.loc));
        for (name, linkage, loc) in functions.chain(globals) {
            let Some(name) = name else { continue };
            if is_reserved(name, linkage) {
                let name = name.to_owned();
                return Err(self.ub_outside(loc, Ub::ReservedName { name }));
            }
        }
        let function = &program.functions[main];
        let params = program.types.as_function(function.ty).map_or(&[][..], |f| &f.params);
        if !self.may_be_main(params) {
            let ty = self.low.tables.describe(function.ty);
            return Err(self.ub_outside(function.loc, Ub::MainType { ty }));
        }
        Ok(())
    }

    /// Nothing, or `int` and `char **`; three parameters or more are an extension.
    fn may_be_main(&self, params: &[TypeId]) -> bool {
        let types = &self.low.tables.types;
        let is_int = |ty: TypeId| types.as_int(ty) == Some(IntKind::Int);
        let is_argv = |ty: TypeId| {
            let inner = types.pointee(ty).and_then(|p| types.pointee(p.ty));
            inner.is_some_and(|p| types.as_int(p.ty) == Some(IntKind::Char))
        };
        match params {
            [count, argv] => is_int(*count) && is_argv(*argv),
            _ => true,
        }
    }
}

/// Names that only the implementation may define. Those with internal linkage are left alone: they
/// are reserved too where they begin with an underscore, but meet nothing of the implementation's
/// (each program of Csmith has a `static long __undefined`).
fn is_reserved(name: &str, linkage: Linkage) -> bool {
    let library = Lib::named(name).is_some_and(|lib| lib.name() == name);
    linkage == Linkage::External && (library || name.starts_with('_'))
}
