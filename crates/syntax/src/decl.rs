//! Declarations at file scope and in blocks (C11 6.7, 6.9).

use crate::attributes::Attrs;
use crate::declarator::{Declarator, Naming, Param};
use crate::entities::{Declaration, DefinitionState, FuncBody, LazyBody, in_main_file};
use crate::error::{Result, SyntaxError, invalid, unsupported};
use crate::literals;
use crate::parser::Parser;
use crate::scope::{Named, Tag};
use crate::specs::{Specs, StorageClass};
use crate::token::{Kw, Punct, Sym, Tok};
use brinell_lang::{
    Dialect, Exprs, FuncId, GlobalId, IntKind, Linkage, Loc, Local, LocalKind, QualType, StmtId,
    Type, TypeId, size_align,
};

impl Parser<'_> {
    /// Reads the whole translation unit.
    pub(crate) fn translation_unit(&mut self) -> Result<()> {
        while self.tok() != Tok::Eof {
            let (start, loc) = (self.pos(), self.loc());
            match self.external_declaration() {
                Ok(()) => {}
                // What a system header does matters only to those who use it. A violated constraint
                // there is something of its compiler's that we do not know.
                Err(error) if self.in_system_header(loc) => {
                    self.skip_failed(start, error)?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Skips a declaration that failed; the names in it now stand for the error.
    fn skip_failed(&mut self, start: u32, error: SyntaxError) -> Result<()> {
        self.reset_nesting();
        self.scopes.leave_all();
        self.body = None;
        self.exprs = Exprs::new();
        self.depths.clear();
        let poison = self.poison.len() as u32;
        self.poison.push(error);
        self.seek(start);
        let mut last_brace = false;
        while self.tok() != Tok::Eof {
            let token = self.token();
            match token.tok {
                Tok::P(Punct::Semi) => {
                    self.bump();
                    break;
                }
                Tok::P(Punct::LBrace) => {
                    self.skip_balanced()?;
                    last_brace = true;
                    continue;
                }
                _ if last_brace && self.starts_declaration() => break,
                Tok::Ident => {
                    let sym = Sym(token.data);
                    let pos = self.pos();
                    if self.scopes.name(sym).is_none() {
                        self.scopes.bind(sym, Named::Poisoned(poison), pos, token.loc);
                    }
                    // A definition that failed has left an incomplete type behind.
                    let broken = self.peek(1) == Tok::P(Punct::LBrace);
                    if broken || self.scopes.tag(sym).is_none() {
                        self.scopes.bind_tag(sym, Tag::Poisoned(poison), pos, token.loc);
                    }
                }
                _ => {}
            }
            last_brace = false;
            self.bump();
        }
        Ok(())
    }

    fn external_declaration(&mut self) -> Result<()> {
        let start = self.pos();
        match self.tok() {
            Tok::P(Punct::Semi) => {
                // GNU C lets a stray semicolon pass.
                self.bump();
                return Ok(());
            }
            Tok::K(Kw::StaticAssert) => return self.static_assert(),
            Tok::K(Kw::Asm) => return unsupported(self.loc(), "assembly at file scope"),
            Tok::Ident if self.is_word("asm") && self.peek(1) == Tok::P(Punct::LParen) => {
                return unsupported(self.loc(), "assembly at file scope");
            }
            // C23 6.7p2: attributes may stand alone.
            Tok::P(Punct::LBracket)
                if self.at_standard_attributes()
                    && self.peek(self.after_standard_attributes()) == Tok::P(Punct::Semi) =>
            {
                self.attributes()?;
                return self.expect(Punct::Semi).map(drop);
            }
            _ => {}
        }
        let specs = self.specifiers()?;
        if matches!(specs.storage, Some(StorageClass::Auto | StorageClass::Register)) {
            return invalid(specs.loc, "'auto' and 'register' are allowed in functions only");
        }
        if self.eat(Punct::Semi) {
            return Ok(());
        }
        let mut first = true;
        loop {
            let mut d = self.declarator(specs.ty, Naming::Named)?;
            if first && self.is(Punct::LBrace) && self.types.as_function(d.ty.ty).is_some() {
                return self.function_definition(&specs, d, start);
            }
            if first && self.starts_declaration() && d.function.is_some() && !self.at_attributes() {
                return unsupported(d.loc, "a function declared in the old (K&R) style");
            }
            self.after_declarator(&specs, &mut d)?;
            self.file_scope_declarator(&specs, &d, start)?;
            first = false;
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Semi)
    }

    /// The assembler name and attributes behind a declarator; type-changing attributes apply.
    fn after_declarator(&mut self, specs: &Specs, d: &mut Declarator) -> Result<()> {
        let label = self.asm_label()?;
        let after = self.attributes()?;
        d.attrs.merge(&after);
        d.attrs.merge(&specs.attrs);
        if specs.storage == Some(StorageClass::Typedef) && d.attrs.align.is_some() {
            // The alignment would belong to the type, which cannot hold it.
            d.ty = self.opaque("a type with an alignment attribute");
        }
        if let Some(name) = d.attrs.retypes {
            d.ty = self.opaque(&format!("a type with the attribute '{name}'"));
        }
        if let Some(loc) = label {
            if specs.storage == Some(StorageClass::Register) {
                return unsupported(loc, "a register variable");
            }
            // The C library renames its own functions without changing what they do.
            if !self.in_system_header(loc) {
                d.attrs.refused = Some(("an assembler name", loc));
            }
        }
        Ok(())
    }

    fn file_scope_declarator(&mut self, specs: &Specs, d: &Declarator, start: u32) -> Result<()> {
        let Some(name) = d.name else { return invalid(d.loc, "a declaration without a name") };
        if specs.storage == Some(StorageClass::Typedef) {
            return self.declare_typedef(name, d);
        }
        let declaration = Declaration::new(specs.storage, name, d.loc, start);
        if self.types.as_function(d.ty.ty).is_some() {
            if self.is(Punct::Eq) {
                return invalid(self.loc(), "a function cannot have an initialiser");
            }
            refuse_overloading(&d.attrs)?;
            let id = self.declare_function(&declaration, d.ty.ty)?;
            self.note_function(id, specs, d);
            return Ok(());
        }
        if specs.inline {
            return invalid(specs.loc, "only a function can be 'inline'");
        }
        if self.types.is_void(d.ty.ty) {
            return invalid(d.loc, "an object of type void");
        }
        let id = self.declare_global(&declaration, d.ty)?;
        self.globals[id].align = self.globals[id].align.max(d.attrs.align).max(specs.align);
        if let Some(loc) = specs.thread_local {
            let construct = "thread storage duration".to_owned();
            self.globals[id].refused = Some(SyntaxError::Unsupported { construct, loc });
        } else if let Some(refusal) = d.attrs.refusal() {
            self.globals[id].refused = Some(refusal);
        }
        if self.eat(Punct::Eq) {
            return self.define_global(id, d, start);
        }
        let global = &mut self.globals[id];
        if !declaration.is_extern && global.definition == DefinitionState::Declared {
            global.definition = DefinitionState::Tentative;
            global.defined = Some(start);
            global.loc = d.loc;
        }
        if !declaration.is_extern {
            self.note_global_root(id, d.loc);
        }
        Ok(())
    }

    fn note_global_root(&mut self, id: GlobalId, loc: Loc) {
        let internal = self.globals[id].linkage == Linkage::Internal;
        let keep = in_main_file(loc) || (!internal && !self.in_system_header(loc));
        self.globals[id].root |= keep;
    }

    /// The initialiser of a file-scope object, behind its `=`.
    fn define_global(&mut self, id: GlobalId, d: &Declarator, start: u32) -> Result<()> {
        if self.globals[id].definition == DefinitionState::Full {
            let name = d.name.map_or("", |n| self.name(n));
            return invalid(d.loc, format!("'{name}' is defined twice"));
        }
        let ty = self.globals[id].ty;
        self.globals[id].definition = DefinitionState::Full;
        self.globals[id].defined = Some(start);
        self.globals[id].loc = d.loc;
        self.static_initializer(id, ty)?;
        self.note_global_root(id, d.loc);
        Ok(())
    }

    /// Reads the initialiser of an object with static storage duration.
    fn static_initializer(&mut self, id: GlobalId, ty: QualType) -> Result<()> {
        let outer = std::mem::take(&mut self.exprs);
        let depths = std::mem::take(&mut self.depths);
        let (init, ty) = self.initializer(ty)?;
        self.check_static_init(&init)?;
        let exprs = std::mem::replace(&mut self.exprs, outer);
        self.depths = depths;
        let global = &mut self.globals[id];
        global.ty = ty;
        global.init = Some(init);
        global.exprs = exprs;
        Ok(())
    }

    fn note_function(&mut self, id: FuncId, specs: &Specs, d: &Declarator) {
        let function = &mut self.functions[id];
        function.inline |= specs.inline;
        function.noreturn |= specs.noreturn || d.attrs.noreturn || specs.attrs.noreturn;
        function.noinline |= d.attrs.noinline || specs.attrs.noinline;
        if function.refused.is_none() {
            function.refused = d.attrs.refusal();
        }
    }

    fn declare_typedef(&mut self, name: Sym, d: &Declarator) -> Result<()> {
        if self.is(Punct::Eq) {
            return invalid(self.loc(), "a typedef cannot have an initialiser");
        }
        let predefined = self.scopes.name_here(name).is_some_and(|b| b.loc == Loc::NONE);
        match self.scopes.name_here(name).map(|b| b.what).filter(|_| !predefined) {
            None | Some(Named::Poisoned(_)) => {}
            Some(Named::Typedef(old)) => {
                if old.quals != d.ty.quals || !self.types.compatible(old.ty, d.ty.ty) {
                    let text = self.name(name);
                    return invalid(d.loc, format!("'{text}' is already another type"));
                }
                return Ok(());
            }
            Some(_) => {
                let text = self.name(name);
                return invalid(d.loc, format!("'{text}' is already declared as something else"));
            }
        }
        let pos = self.pos();
        self.scopes.bind(name, Named::Typedef(d.ty), pos, d.loc);
        Ok(())
    }

    fn function_definition(&mut self, specs: &Specs, mut d: Declarator, start: u32) -> Result<()> {
        let Some(params) = d.function.take() else {
            return invalid(d.loc, "a function definition without a parameter list");
        };
        let Some(name) = d.name else { return invalid(d.loc, "a function without a name") };
        if !matches!(specs.storage, None | Some(StorageClass::Extern | StorageClass::Static)) {
            return invalid(specs.loc, "this storage class does not fit a function");
        }
        d.attrs.merge(&specs.attrs);
        let declaration = Declaration::new(specs.storage, name, d.loc, start);
        let Some(ret) = self.types.as_function(d.ty.ty).map(|f| f.ret) else {
            return invalid(d.loc, "a function definition without a parameter list");
        };
        if self.name(name) == "main" && !matches!(self.types.get(ret), Type::Int(IntKind::Int)) {
            return unsupported(d.loc, "a main that does not return int");
        }
        refuse_overloading(&d.attrs)?;
        let id = self.declare_function(&declaration, d.ty.ty)?;
        self.note_function(id, specs, &d);
        if self.functions[id].defined.is_some() {
            return invalid(d.loc, format!("'{}' is defined twice", self.name(name)));
        }
        if d.attrs.gnu_inline && declaration.is_extern {
            // Only an inlining hint: the function itself is somewhere else.
            return self.skip_balanced();
        }
        self.functions[id].defined = Some(start);
        self.functions[id].loc = d.loc;
        let local = self.functions[id].linkage == Linkage::Internal || specs.inline;
        let keep = in_main_file(d.loc) || (!local && !self.in_system_header(d.loc));
        if !keep {
            let lazy = LazyBody { start: self.pos(), params, ret };
            self.functions[id].body = FuncBody::Lazy(lazy);
            return self.skip_balanced();
        }
        self.functions[id].root = true;
        self.define_function(id, &params, ret)
    }

    /// Reads the body of a function at its opening brace.
    pub(crate) fn define_function(
        &mut self,
        id: FuncId,
        params: &[Param],
        ret: TypeId,
    ) -> Result<()> {
        if !self.types.is_void(ret) {
            let loc = self.functions[id].loc;
            self.check_object_type(QualType::plain(ret), loc, "a return value")?;
        }
        let body = self.function_body(id, params, ret)?;
        self.functions[id].body = FuncBody::Parsed(Box::new(body));
        Ok(())
    }

    /// Checks the type of something that is about to exist.
    pub(crate) fn check_object_type(&self, ty: QualType, loc: Loc, what: &str) -> Result<()> {
        let leaf = self.types.innermost(ty);
        if let Type::Opaque(name) = self.types.get(leaf.ty) {
            return unsupported(loc, format!("{what} of type '{name}'"));
        }
        if !self.types.is_complete(ty.ty) {
            let shown = self.show(ty);
            return invalid(loc, format!("{what} of the incomplete type '{shown}'"));
        }
        if size_align(&self.types, &self.target, ty.ty).is_none() {
            let why = match self.unusable(ty.ty) {
                Some(name) => format!("{what} that contains '{name}'"),
                None => format!("{what} of a terabyte or more"),
            };
            return unsupported(loc, why);
        }
        Ok(())
    }

    /// `_Static_assert(…);`
    pub(crate) fn static_assert(&mut self) -> Result<()> {
        let loc = self.loc();
        self.bump();
        self.expect(Punct::LParen)?;
        self.enter()?;
        let holds = self.constant("a static assertion")? != 0;
        let mut message = String::new();
        if self.eat(Punct::Comma) {
            let mut bytes = Vec::new();
            while self.tok() == Tok::Str {
                let token = self.token();
                literals::string(self.text(token), &mut bytes, token.loc)?;
                self.bump();
            }
            message = format!(": {}", String::from_utf8_lossy(&bytes));
        } else if self.dialect < Dialect::C23 {
            return invalid(loc, "a static assertion without a message");
        }
        self.leave();
        self.expect(Punct::RParen)?;
        self.expect(Punct::Semi)?;
        if holds { Ok(()) } else { invalid(loc, format!("a static assertion fails{message}")) }
    }

    // ---- in blocks ----

    /// A declaration inside a function.
    pub(crate) fn local_declaration(&mut self, out: &mut Vec<StmtId>) -> Result<()> {
        let start = self.pos();
        while self.is_kw(Kw::Extension) && self.peek(1) == Tok::K(Kw::StaticAssert) {
            self.bump();
        }
        if self.is_kw(Kw::StaticAssert) {
            return self.static_assert();
        }
        let specs = self.specifiers()?;
        if self.eat(Punct::Semi) {
            return Ok(());
        }
        loop {
            let mut d = self.declarator(specs.ty, Naming::Named)?;
            if self.is(Punct::LBrace) && d.function.is_some() {
                return unsupported(d.loc, "a nested function");
            }
            self.after_declarator(&specs, &mut d)?;
            self.block_scope_declarator(&specs, &d, start, out)?;
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Semi)
    }

    fn block_scope_declarator(
        &mut self,
        specs: &Specs,
        d: &Declarator,
        start: u32,
        out: &mut Vec<StmtId>,
    ) -> Result<()> {
        let Some(name) = d.name else { return invalid(d.loc, "a declaration without a name") };
        if specs.storage == Some(StorageClass::Typedef) {
            return self.declare_typedef(name, d);
        }
        let is_function = self.types.as_function(d.ty.ty).is_some();
        if is_function || specs.storage == Some(StorageClass::Extern) {
            if specs.storage == Some(StorageClass::Static) {
                return invalid(d.loc, "a function in a block cannot be static");
            }
            if self.is(Punct::Eq) {
                return invalid(self.loc(), "an extern declaration in a block has an initialiser");
            }
            let declaration =
                Declaration { name, loc: d.loc, pos: start, is_static: false, is_extern: true };
            if is_function {
                let id = self.declare_function(&declaration, d.ty.ty)?;
                self.note_function(id, specs, d);
            } else {
                let id = self.declare_global(&declaration, d.ty)?;
                if let Some(loc) = specs.thread_local {
                    let construct = "thread storage duration".to_owned();
                    self.globals[id].refused = Some(SyntaxError::Unsupported { construct, loc });
                }
            }
            return Ok(());
        }
        if let Some(loc) = specs.thread_local {
            return unsupported(loc, "thread storage duration");
        }
        if let Some(error) = d.attrs.refusal() {
            return Err(error);
        }
        if specs.inline {
            return invalid(specs.loc, "only a function can be 'inline'");
        }
        if !self.is_unbound_here(name) {
            return invalid(d.loc, format!("'{}' is already declared here", self.name(name)));
        }
        if self.types.is_void(d.ty.ty) {
            return invalid(d.loc, "an object of type void");
        }
        if specs.storage == Some(StorageClass::Static) {
            return self.static_local(name, d, specs.align);
        }
        let local = Local {
            name: Some(self.name(name).to_owned()),
            ty: d.ty,
            align: d.attrs.align.max(specs.align),
            init: None,
            kind: LocalKind::Var,
            loc: d.loc,
        };
        let id = self.declare_local(local, name, out)?;
        if specs.storage == Some(StorageClass::Register) {
            self.state()?.body.registers.push(id);
        }
        let mut ty = d.ty;
        if self.eat(Punct::Eq) {
            let (init, completed) = self.initializer(ty)?;
            ty = completed;
            let local = self.local_mut(id)?;
            local.ty = ty;
            local.init = Some(init);
        }
        self.check_object_type(ty, d.loc, "a variable")
    }

    fn static_local(&mut self, name: Sym, d: &Declarator, align: Option<u32>) -> Result<()> {
        let id = self.unlinked_global(Some(name), d.ty, d.loc);
        self.globals[id].align = d.attrs.align.max(align);
        if let Some(body) = &mut self.body {
            body.statics.push(id);
        }
        let pos = self.pos();
        self.scopes.bind(name, Named::Global(id), pos, d.loc);
        if self.eat(Punct::Eq) {
            self.static_initializer(id, d.ty)?;
        }
        self.check_object_type(self.globals[id].ty, d.loc, "a variable")
    }
}

/// clang's overloaded functions share a name that could only mean one of them here.
fn refuse_overloading(attrs: &Attrs) -> Result<()> {
    match attrs.refusal() {
        Some(error) if matches!(attrs.refused, Some(("overloadable", _))) => Err(error),
        _ => Ok(()),
    }
}
