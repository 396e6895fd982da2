//! Functions and objects of the translation unit: merging declarations (C11 6.2.2, 6.2.7, 6.9).

use crate::declarator::Param;
use crate::error::{Result, SyntaxError, invalid};
use crate::parser::Parser;
use crate::scope::Named;
use crate::specs::StorageClass;
use crate::token::Sym;
use brinell_lang::{
    Body, Exprs, FuncId, FunctionType, GlobalId, Init, Linkage, Loc, QualType, Type, TypeId,
};

/// Something with linkage.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Linked {
    Function(FuncId),
    Global(GlobalId),
}

/// A function as it is known so far.
pub(crate) struct FuncEntity {
    pub name: Sym,
    pub ty: TypeId,
    pub linkage: Linkage,
    pub inline: bool,
    pub noreturn: bool,
    pub noinline: bool,
    pub body: FuncBody,
    pub loc: Loc,
    /// The token of the first file-scope declaration.
    pub declared: Option<u32>,
    /// The token at which the definition starts.
    pub defined: Option<u32>,
    /// Kept whether it is used or not.
    pub root: bool,
    /// The block-scope statics and `__func__` of its body.
    pub statics: Vec<GlobalId>,
    /// Why it cannot be kept, for those that use it.
    pub refused: Option<SyntaxError>,
}

impl FuncEntity {
    /// A function that nothing is known about but its name, type, linkage and place.
    pub fn new(name: Sym, ty: TypeId, linkage: Linkage, loc: Loc) -> Self {
        Self {
            name,
            ty,
            linkage,
            inline: false,
            noreturn: false,
            noinline: false,
            body: FuncBody::None,
            loc,
            declared: None,
            defined: None,
            root: false,
            statics: Vec::new(),
            refused: None,
        }
    }
}

/// The body of a function.
pub(crate) enum FuncBody {
    None,
    /// Skipped so far: it comes from a header and may not be needed.
    Lazy(LazyBody),
    Parsed(Box<Body>),
}

/// A body that was skipped.
#[derive(Clone)]
pub(crate) struct LazyBody {
    /// The token of the opening brace.
    pub start: u32,
    pub params: Vec<Param>,
    pub ret: TypeId,
}

/// An object with static storage duration as it is known so far.
pub(crate) struct GlobalEntity {
    pub name: Option<Sym>,
    pub ty: QualType,
    pub align: Option<u32>,
    pub linkage: Linkage,
    pub definition: DefinitionState,
    pub init: Option<Init>,
    pub exprs: Exprs,
    pub loc: Loc,
    /// As in [`FuncEntity`]; none for block-scope statics and compound literals.
    pub declared: Option<u32>,
    pub defined: Option<u32>,
    pub root: bool,
    pub refused: Option<SyntaxError>,
}

/// How far an object is defined.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum DefinitionState {
    Declared,
    Tentative,
    Full,
}

/// A declaration of something that has linkage.
pub(crate) struct Declaration {
    pub name: Sym,
    pub loc: Loc,
    /// The first token of the whole declaration.
    pub pos: u32,
    pub is_static: bool,
    pub is_extern: bool,
}

impl Declaration {
    /// With the storage class that was given; it begins at the token `pos`.
    pub(crate) fn new(storage: Option<StorageClass>, name: Sym, loc: Loc, pos: u32) -> Self {
        let is = |class| storage == Some(class);
        let (is_static, is_extern) = (is(StorageClass::Static), is(StorageClass::Extern));
        Self { name, loc, pos, is_static, is_extern }
    }
}

impl Parser<'_> {
    /// The composite type of two compatible types (C11 6.2.7p3).
    pub(crate) fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        match (self.types.get(a).clone(), self.types.get(b).clone()) {
            (Type::Pointer(p), Type::Pointer(q)) => {
                let ty = self.composite(p.ty, q.ty);
                self.types.pointer(QualType { ty, quals: p.quals })
            }
            (Type::Array { elem: p, len: m }, Type::Array { elem: q, len: n }) => {
                let ty = self.composite(p.ty, q.ty);
                self.types.array(QualType { ty, quals: p.quals }, m.or(n))
            }
            (Type::Function(f), Type::Function(g)) => {
                let ret = self.composite(f.ret, g.ret);
                let params = match (f.prototype, g.prototype) {
                    (true, true) => f
                        .params
                        .iter()
                        .zip(&g.params)
                        .map(|(p, q)| self.composite(*p, *q))
                        .collect(),
                    (true, false) => f.params.clone(),
                    _ => g.params.clone(),
                };
                let variadic = f.variadic || g.variadic;
                let prototype = f.prototype || g.prototype;
                self.types.intern(Type::Function(FunctionType { ret, params, variadic, prototype }))
            }
            _ => a,
        }
    }

    /// Fails where the name already means something else in the current scope.
    fn check_clash(&self, name: Sym, loc: Loc, function: bool) -> Result<()> {
        let Some(binding) = self.scopes.name_here(name) else { return Ok(()) };
        let fine = match binding.what {
            Named::Function(_) => function,
            Named::Global(id) => !function && self.globals[id].linkage != Linkage::None,
            Named::Poisoned(_) => true,
            _ => false,
        };
        if fine {
            return Ok(());
        }
        invalid(loc, format!("'{}' is already declared as something else", self.name(name)))
    }

    /// Whether the current scope does not declare the name, at least not successfully.
    pub(crate) fn is_unbound_here(&self, name: Sym) -> bool {
        self.scopes.name_here(name).is_none_or(|b| matches!(b.what, Named::Poisoned(_)))
    }

    fn merge_linkage(&self, old: Linkage, d: &Declaration) -> Result<Linkage> {
        if d.is_static && old == Linkage::External {
            return invalid(
                d.loc,
                format!("'{}' is static here but was declared without 'static'", self.name(d.name)),
            );
        }
        Ok(old)
    }

    fn conflict<T>(&self, d: &Declaration, old: QualType, new: QualType) -> Result<T> {
        let (name, old, new) = (self.name(d.name), self.show(old), self.show(new));
        invalid(d.loc, format!("'{name}' is declared as '{new}' but was '{old}' before"))
    }

    /// Declares a function and binds its name in the current scope.
    pub(crate) fn declare_function(&mut self, d: &Declaration, ty: TypeId) -> Result<FuncId> {
        self.check_clash(d.name, d.loc, true)?;
        let at_file_scope = self.scopes.depth() == 0;
        let id = match self.linked.get(&d.name).copied() {
            Some(Linked::Global(_)) => {
                return invalid(
                    d.loc,
                    format!("'{}' is a function here but was an object", self.name(d.name)),
                );
            }
            Some(Linked::Function(id)) => {
                let old = self.functions[id].ty;
                if !self.types.compatible(old, ty) {
                    return self.conflict(d, QualType::plain(old), QualType::plain(ty));
                }
                self.functions[id].linkage = self.merge_linkage(self.functions[id].linkage, d)?;
                self.functions[id].ty = self.composite(old, ty);
                id
            }
            None => {
                let linkage = if d.is_static { Linkage::Internal } else { Linkage::External };
                let id = self.functions.push(FuncEntity::new(d.name, ty, linkage, d.loc));
                self.linked.insert(d.name, Linked::Function(id));
                id
            }
        };
        let function = &mut self.functions[id];
        if at_file_scope && function.declared.is_none() {
            function.declared = Some(d.pos);
        }
        let pos = self.pos();
        if self.is_unbound_here(d.name) {
            self.scopes.bind(d.name, Named::Function(id), pos, d.loc);
        }
        Ok(id)
    }

    /// Declares an object with linkage and binds its name in the current scope.
    pub(crate) fn declare_global(&mut self, d: &Declaration, ty: QualType) -> Result<GlobalId> {
        self.check_clash(d.name, d.loc, false)?;
        let at_file_scope = self.scopes.depth() == 0;
        let id = match self.linked.get(&d.name).copied() {
            Some(Linked::Function(_)) => {
                return invalid(
                    d.loc,
                    format!("'{}' is an object here but was a function", self.name(d.name)),
                );
            }
            Some(Linked::Global(id)) => {
                let old = self.globals[id].ty;
                if old.quals != ty.quals || !self.types.compatible(old.ty, ty.ty) {
                    return self.conflict(d, old, ty);
                }
                let linkage = self.merge_linkage(self.globals[id].linkage, d)?;
                if linkage == Linkage::Internal && !d.is_static && !d.is_extern {
                    return invalid(
                        d.loc,
                        format!("'{}' was declared static before", self.name(d.name)),
                    );
                }
                let merged = self.composite(old.ty, ty.ty);
                self.globals[id].ty.ty = merged;
                id
            }
            None => {
                let linkage = if d.is_static { Linkage::Internal } else { Linkage::External };
                let id = self.globals.push(GlobalEntity {
                    name: Some(d.name),
                    ty,
                    align: None,
                    linkage,
                    definition: DefinitionState::Declared,
                    init: None,
                    exprs: Exprs::new(),
                    loc: d.loc,
                    declared: None,
                    defined: None,
                    root: false,
                    refused: None,
                });
                self.linked.insert(d.name, Linked::Global(id));
                id
            }
        };
        let global = &mut self.globals[id];
        if at_file_scope && global.declared.is_none() {
            global.declared = Some(d.pos);
        }
        let pos = self.pos();
        if self.is_unbound_here(d.name) {
            self.scopes.bind(d.name, Named::Global(id), pos, d.loc);
        }
        Ok(id)
    }

    /// An object that the file scope does not name: a block-scope static, a file-scope compound
    /// literal, `__func__`.
    pub(crate) fn unlinked_global(
        &mut self,
        name: Option<Sym>,
        ty: QualType,
        loc: Loc,
    ) -> GlobalId {
        self.globals.push(GlobalEntity {
            name,
            ty,
            align: None,
            linkage: Linkage::None,
            definition: DefinitionState::Full,
            init: None,
            exprs: Exprs::new(),
            loc,
            declared: None,
            defined: None,
            root: false,
            refused: None,
        })
    }

    pub(crate) fn in_system_header(&self, loc: Loc) -> bool {
        self.src.files.system.get(usize::from(loc.file)).copied().unwrap_or(false)
    }
}

/// Whether a place is in the program's own file rather than in a header.
pub(crate) const fn in_main_file(loc: Loc) -> bool {
    loc.file == 0
}
