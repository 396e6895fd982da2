//! Declarators of every shape (C11 6.7.6, 6.7.7), read from the name outwards.

use crate::attributes::Attrs;
use crate::error::{Result, invalid, unsupported};
use crate::parser::{MAX_TYPE_DEPTH, Parser};
use crate::scope::Named;
use crate::specs::StorageClass;
use crate::token::{Kw, Punct, Sym, Tok};
use brinell_lang::{FunctionType, Loc, QualType, Quals, Type, TypeId};

/// Whether a declarator has a name.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Naming {
    Named,
    Abstract,
    /// Parameters.
    Either,
}

/// A declarator applied to its base type.
#[derive(Clone, Debug)]
pub(crate) struct Declarator {
    pub name: Option<Sym>,
    /// The place of the name, or of the declarator where there is none.
    pub loc: Loc,
    pub ty: QualType,
    /// The parameters, if the declared thing itself is a function.
    pub function: Option<Vec<Param>>,
    pub attrs: Attrs,
}

/// A parameter of a function declarator, its type adjusted.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub name: Option<Sym>,
    pub ty: QualType,
    pub loc: Loc,
    /// The length after `static`.
    pub promised: Option<u64>,
    /// Whether it is declared `register`.
    pub register: bool,
}

/// One step of a derivation.
enum Derivation {
    Pointer(Quals),
    Array {
        len: Option<u64>,
        /// The qualifiers inside the brackets of a parameter, or that `static` stands there.
        quals: Quals,
        only_in_parameters: bool,
        loc: Loc,
    },
    Function {
        params: Vec<Param>,
        variadic: bool,
        prototype: bool,
        loc: Loc,
    },
}

struct DeclaratorParts {
    name: Option<(Sym, Loc)>,
    /// From the name outwards.
    chunks: Vec<Derivation>,
    attrs: Attrs,
}

impl Parser<'_> {
    /// Reads a type name.
    pub(crate) fn type_name(&mut self) -> Result<QualType> {
        let specs = self.specifiers()?;
        if specs.storage.is_some() {
            return invalid(specs.loc, "a storage class in a type name");
        }
        let declarator = self.declarator(specs.ty, Naming::Abstract)?;
        let retypes = specs.attrs.retypes.or(declarator.attrs.retypes);
        Ok(match retypes {
            Some(name) => self.opaque(name),
            None => declarator.ty,
        })
    }

    /// Reads a declarator and applies it to the base type.
    pub(crate) fn declarator(&mut self, base: QualType, naming: Naming) -> Result<Declarator> {
        let start = self.loc();
        let mut reading =
            DeclaratorParts { name: None, chunks: Vec::new(), attrs: Attrs::default() };
        self.read_declarator(&mut reading, naming)?;
        let mut ty = base;
        let mut outermost_function = None;
        for (i, chunk) in reading.chunks.into_iter().enumerate().rev() {
            let innermost = i == 0;
            ty = match chunk {
                Derivation::Pointer(quals) => {
                    let pointer = QualType::plain(self.types.pointer(ty));
                    self.qualify(pointer, quals, start)?
                }
                Derivation::Array { len, quals, only_in_parameters, loc } => {
                    if only_in_parameters && (!innermost || naming != Naming::Either) {
                        return invalid(
                            loc,
                            "'static' and qualifiers inside [] are allowed in parameters only",
                        );
                    }
                    let array = self.array_of(ty, len, loc)?;
                    if innermost && naming == Naming::Either {
                        // Only parameters: they become pointers right here (6.7.6.3p7).
                        let pointer = QualType::plain(self.types.pointer(ty));
                        self.qualify(pointer, quals, loc)?
                    } else {
                        QualType::plain(array)
                    }
                }
                Derivation::Function { params, variadic, prototype, loc } => {
                    match self.types.get(ty.ty) {
                        Type::Function(_) | Type::Array { .. } => {
                            return invalid(loc, "a function cannot return an array or a function");
                        }
                        _ => {}
                    }
                    let types = params.iter().map(|p| p.ty.ty).collect();
                    let function = FunctionType { ret: ty.ty, params: types, variadic, prototype };
                    if innermost {
                        outermost_function = Some(params);
                    }
                    QualType::plain(self.types.intern(Type::Function(function)))
                }
            };
        }
        self.settle_types(start)?;
        let (name, loc) = match reading.name {
            Some((name, loc)) => (Some(name), loc),
            None => (None, start),
        };
        Ok(Declarator { name, loc, ty, function: outermost_function, attrs: reading.attrs })
    }

    /// An array of the type, checked (C11 6.7.6.2p1).
    pub(crate) fn array_of(
        &mut self,
        elem: QualType,
        len: Option<u64>,
        loc: Loc,
    ) -> Result<TypeId> {
        match self.types.get(elem.ty) {
            Type::Function(_) => return invalid(loc, "an array of functions"),
            Type::Opaque(_) => {}
            _ if !self.types.is_complete(elem.ty) => {
                let name = self.show(elem);
                return invalid(loc, format!("an array of the incomplete type '{name}'"));
            }
            Type::Record(r) if self.record_is_flexible(*r) => {
                return unsupported(loc, "an array of structs with a flexible array member");
            }
            _ => {}
        }
        let ty = self.types.array(elem, len);
        if let Some(len) = len
            && self.array_bytes_overflow(elem, len)
        {
            return invalid(loc, "the array is too large");
        }
        Ok(ty)
    }

    /// Whether an array has more bytes than the target can address.
    fn array_bytes_overflow(&self, elem: QualType, len: u64) -> bool {
        let half = 1u128 << (u32::from(self.target.pointer) * 8 - 1);
        match brinell_lang::size_align(&self.types, &self.target, elem.ty) {
            Some((size, _)) => u128::from(size.max(1)) * u128::from(len) >= half,
            // Without a size it is absurdly large already, or holds something we know nothing of.
            None => self.unusable(elem.ty).is_none(),
        }
    }

    fn read_declarator(&mut self, out: &mut DeclaratorParts, naming: Naming) -> Result<()> {
        self.enter()?;
        let attrs = self.attributes()?;
        out.attrs.merge(&attrs);
        let mut pointers = Vec::new();
        while self.eat(Punct::Star) {
            let mut quals = Quals::NONE;
            loop {
                match self.tok() {
                    Tok::K(Kw::Const) => quals = quals.with(Quals::CONST),
                    Tok::K(Kw::Volatile) => quals = quals.with(Quals::VOLATILE),
                    Tok::K(Kw::Restrict) => quals = quals.with(Quals::RESTRICT),
                    Tok::K(Kw::Atomic) => return unsupported(self.loc(), "_Atomic"),
                    Tok::K(Kw::Extension) => {}
                    _ if self.at_attributes() => {
                        let attrs = self.attributes()?;
                        out.attrs.merge(&attrs);
                        continue;
                    }
                    _ => break,
                }
                self.bump();
            }
            pointers.push(quals);
            if pointers.len() > MAX_TYPE_DEPTH as usize {
                return unsupported(self.loc(), "a type derived too deeply");
            }
        }
        if self.is(Punct::Caret) {
            return unsupported(self.loc(), "a block pointer");
        }
        self.read_direct(out, naming)?;
        out.chunks.extend(pointers.into_iter().rev().map(Derivation::Pointer));
        self.leave();
        Ok(())
    }

    fn read_direct(&mut self, out: &mut DeclaratorParts, naming: Naming) -> Result<()> {
        match self.tok() {
            Tok::Ident if naming != Naming::Abstract => {
                out.name = Some(self.ident("a name")?);
            }
            Tok::P(Punct::LParen) if naming == Naming::Named || !self.parens_hold_params() => {
                self.bump();
                self.read_declarator(out, naming)?;
                self.expect(Punct::RParen)?;
            }
            _ if naming == Naming::Named => {
                let found = self.describe_token();
                return invalid(self.loc(), format!("a name expected before {found}"));
            }
            _ => {}
        }
        loop {
            if self.at_attributes() {
                let attrs = self.attributes()?;
                out.attrs.merge(&attrs);
                continue;
            }
            let chunk = match self.tok() {
                Tok::P(Punct::LBracket) => self.array_suffix()?,
                Tok::P(Punct::LParen) => self.function_suffix()?,
                _ => return Ok(()),
            };
            out.chunks.push(chunk);
            if out.chunks.len() > MAX_TYPE_DEPTH as usize {
                return unsupported(self.loc(), "a type derived too deeply");
            }
        }
    }

    /// In an abstract declarator: whether `(` opens a parameter list rather than a group.
    fn parens_hold_params(&self) -> bool {
        match self.peek(1) {
            Tok::P(Punct::RParen | Punct::Ellipsis) => true,
            Tok::P(Punct::LBracket) => self.peek(2) == Tok::P(Punct::LBracket),
            // Attributes in front of a nested declarator: `int (__attribute__((cdecl)) *)(void)`.
            Tok::K(Kw::Attribute) => false,
            Tok::K(Kw::Register) => true,
            _ => self.starts_type(1),
        }
    }

    fn array_suffix(&mut self) -> Result<Derivation> {
        let loc = self.loc();
        self.bump();
        let mut quals = Quals::NONE;
        let mut only_in_parameters = false;
        let mut promised = false;
        loop {
            match self.tok() {
                Tok::K(Kw::Static) => promised = true,
                Tok::K(Kw::Const) => quals = quals.with(Quals::CONST),
                Tok::K(Kw::Volatile) => quals = quals.with(Quals::VOLATILE),
                Tok::K(Kw::Restrict) => quals = quals.with(Quals::RESTRICT),
                _ => break,
            }
            only_in_parameters = true;
            self.bump();
        }
        if self.eat(Punct::RBracket) {
            return Ok(Derivation::Array { len: None, quals, only_in_parameters, loc });
        }
        if self.is(Punct::Star) && self.peek(1) == Tok::P(Punct::RBracket) {
            return unsupported(loc, "a variable length array");
        }
        self.enter()?;
        let at = self.loc();
        let Some(len) = self.array_length()? else {
            return unsupported(at, "a variable length array");
        };
        self.leave();
        self.expect(Punct::RBracket)?;
        let len = match u64::try_from(len) {
            Ok(0) => return unsupported(at, "an array of length zero"),
            Ok(len) => len,
            Err(_) => return invalid(at, format!("an array of length {len}")),
        };
        if promised {
            self.promised = Some(len);
        }
        Ok(Derivation::Array { len: Some(len), quals, only_in_parameters, loc })
    }

    fn function_suffix(&mut self) -> Result<Derivation> {
        let loc = self.loc();
        self.bump();
        self.enter()?;
        if self.eat(Punct::RParen) {
            let prototype = self.dialect.empty_parens_are_void();
            self.leave();
            return Ok(Derivation::Function {
                params: Vec::new(),
                variadic: false,
                prototype,
                loc,
            });
        }
        if self.is_kw(Kw::Void) && self.peek(1) == Tok::P(Punct::RParen) {
            self.bump();
            self.bump();
            self.leave();
            return Ok(Derivation::Function {
                params: Vec::new(),
                variadic: false,
                prototype: true,
                loc,
            });
        }
        if self.tok() == Tok::Ident
            && !self.starts_type(0)
            && matches!(self.peek(1), Tok::P(Punct::Comma | Punct::RParen))
        {
            let sym = Sym(self.token().data);
            return match self.scopes.name(sym).map(|b| b.what) {
                Some(Named::Poisoned(at)) => Err(self.poison[at as usize].clone()),
                _ => unsupported(self.loc(), "a function declared in the old (K&R) style"),
            };
        }
        self.scopes.enter();
        let mut params = Vec::new();
        let mut variadic = false;
        loop {
            if self.eat(Punct::Ellipsis) {
                variadic = true;
                break;
            }
            params.push(self.parameter()?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.scopes.leave();
        self.expect(Punct::RParen)?;
        self.leave();
        Ok(Derivation::Function { params, variadic, prototype: true, loc })
    }

    fn parameter(&mut self) -> Result<Param> {
        let specs = self.specifiers()?;
        if specs.storage.is_some_and(|s| s != StorageClass::Register) {
            return invalid(specs.loc, "a storage class on a parameter");
        }
        // Parameters have parameters.
        let outer = self.promised.take();
        let declarator = self.declarator(specs.ty, Naming::Either)?;
        let promised = std::mem::replace(&mut self.promised, outer);
        let mut attrs = specs.attrs;
        attrs.merge(&declarator.attrs);
        let after = self.attributes()?;
        attrs.merge(&after);
        let loc = declarator.loc;
        let mut ty = self.adjust(declarator.ty);
        if self.types.is_void(ty.ty) {
            return invalid(loc, "a parameter of type void");
        }
        if let Some(name) = attrs.retypes {
            ty = self.opaque(name);
        }
        if let Some(name) = declarator.name {
            if self.scopes.name_here(name).is_some() {
                return invalid(loc, format!("two parameters are called '{}'", self.name(name)));
            }
            let pos = self.pos();
            self.scopes.bind(name, Named::Parameter, pos, loc);
        }
        self.settle_types(loc)?;
        let register = specs.storage == Some(StorageClass::Register);
        Ok(Param { name: declarator.name, ty, loc, promised, register })
    }

    /// The adjustments of parameter types (C11 6.7.6.3p7-8).
    fn adjust(&mut self, ty: QualType) -> QualType {
        match *self.types.get(ty.ty) {
            Type::Array { elem, .. } => QualType::plain(self.types.pointer(elem)),
            Type::Function(_) => QualType::plain(self.types.pointer(ty)),
            _ => ty,
        }
    }
}
