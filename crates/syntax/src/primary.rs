//! Primary expressions (C11 6.5.1): names, constants, strings, parentheses, `_Generic`,
//! `__func__`, and the one statement expression that `assert` makes.

use crate::error::{Result, invalid, unsupported};
use crate::literals::{self, Number};
use crate::parser::Parser;
use crate::scope::Named;
use crate::token::{Kw, Punct, Sym, Tok};
use brinell_lang::{
    Dialect, ExprId, ExprKind, GlobalId, Init, IntKind, Loc, QualType, Quals, StringId, StringLit,
};

impl Parser<'_> {
    pub(crate) fn primary(&mut self) -> Result<ExprId> {
        let token = self.token();
        let loc = token.loc;
        match token.tok {
            Tok::Ident => self.named(Sym(token.data), loc),
            Tok::Number => {
                self.bump();
                match literals::number(self.text(token), &self.target, loc)? {
                    Number::Int(value, kind) => self.int_const(value, kind, loc),
                    Number::Float(value, kind) => self.make(|b| b.float(value, kind, loc)),
                    Number::Long(value) => self.make(|b| b.long_double(value, loc)),
                }
            }
            Tok::Char => {
                self.bump();
                let value = literals::character(self.text(token), &self.target, loc)?;
                self.int_const(value, IntKind::Int, loc)
            }
            Tok::Str => {
                let (id, len) = self.string_literal()?;
                self.make(|b| b.string(id, len, loc))
            }
            Tok::P(Punct::LParen) => {
                self.enter()?;
                self.bump();
                let e = if self.is(Punct::LBrace) {
                    self.statement_expression(loc)?
                } else {
                    self.expression()?
                };
                self.expect(Punct::RParen)?;
                self.leave();
                Ok(e)
            }
            Tok::K(Kw::Generic) => self.generic(),
            Tok::K(Kw::Func) => self.function_name(),
            Tok::K(Kw::True | Kw::False) => {
                self.bump();
                // `(_Bool)1` has the same type and value, and every dialect can print it.
                let value = u64::from(token.tok == Tok::K(Kw::True));
                let e = self.int_const(value, IntKind::Int, loc)?;
                let bool_type = self.types.int(IntKind::Bool);
                self.build(|b| b.cast(e, bool_type, loc))
            }
            Tok::K(Kw::Nullptr) => unsupported(loc, "nullptr"),
            _ => {
                let found = self.describe_token();
                invalid(loc, format!("an expression expected before {found}"))
            }
        }
    }

    fn named(&mut self, sym: Sym, loc: Loc) -> Result<ExprId> {
        let Some(binding) = self.scopes.name(sym) else {
            return self.undeclared(sym, loc);
        };
        let what = binding.what;
        self.bump();
        match what {
            Named::Local(id) => {
                let ty = match &self.body {
                    Some(body) => body.body.locals.get(id).map(|l| l.ty),
                    None => None,
                };
                match ty {
                    Some(ty) => self.make(|b| b.local(id, ty, loc)),
                    None => invalid(loc, format!("'{}' cannot be used here", self.name(sym))),
                }
            }
            Named::Global(id) => {
                let ty = self.globals[id].ty;
                self.make(|b| b.global(id, ty, loc))
            }
            Named::Function(id) => {
                let ty = self.functions[id].ty;
                self.make(|b| b.function(id, ty, loc))
            }
            Named::EnumConst(value, kind) if kind.rank() < IntKind::Int.rank() => {
                // No constant can be written in a narrow type; only C23's `enum : type` has them.
                let e = self.int_const(value, IntKind::Int, loc)?;
                let narrow = self.types.int(kind);
                self.build(|b| b.cast(e, narrow, loc))
            }
            Named::EnumConst(value, kind) => self.int_const(value, kind, loc),
            Named::Typedef(_) => {
                invalid(loc, format!("'{}' is a type, not a value", self.name(sym)))
            }
            Named::Parameter => unsupported(loc, "a parameter in the type of another one"),
            Named::Poisoned(at) => Err(self.poison[at as usize].clone()),
        }
    }

    fn undeclared(&mut self, sym: Sym, loc: Loc) -> Result<ExprId> {
        let name = self.name(sym);
        if name.starts_with("__builtin_")
            || name.starts_with("__sync_")
            || name.starts_with("__atomic_")
        {
            return self.builtin(sym, loc);
        }
        if name == "asm" {
            return unsupported(loc, "inline assembly");
        }
        invalid(loc, format!("'{name}' is not declared"))
    }

    /// Reads adjacent string literals.
    pub(crate) fn string_literal(&mut self) -> Result<(StringId, usize)> {
        let mut bytes = Vec::new();
        while self.tok() == Tok::Str {
            let token = self.token();
            if self.dialect >= Dialect::C23 && self.text(token).starts_with(b"u8") {
                return unsupported(token.loc, "a string of char8_t");
            }
            literals::string(self.text(token), &mut bytes, token.loc)?;
            self.bump();
        }
        let len = bytes.len();
        Ok((self.strings.push(StringLit { bytes }), len))
    }

    /// `__func__`: a static const array of the function (C11 6.4.2.2).
    fn function_name(&mut self) -> Result<ExprId> {
        let loc = self.loc();
        self.bump();
        let Some(body) = &self.body else {
            return unsupported(loc, "__func__ outside of a function");
        };
        let (known, name) = (body.func_name, body.name);
        let id = if let Some(id) = known { id } else { self.make_function_name(name, loc)? };
        let ty = self.globals[id].ty;
        self.make(|b| b.global(id, ty, loc))
    }

    fn make_function_name(&mut self, name: Sym, loc: Loc) -> Result<GlobalId> {
        let bytes = self.name(name).as_bytes().to_vec();
        let len = bytes.len();
        let string = self.strings.push(StringLit { bytes });
        let outer = std::mem::take(&mut self.exprs);
        let outer_depths = std::mem::take(&mut self.depths);
        let e = self.make(|b| b.string(string, len, loc))?;
        let exprs = std::mem::replace(&mut self.exprs, outer);
        self.depths = outer_depths;
        let elem = QualType { ty: self.types.int(IntKind::Char), quals: Quals::CONST };
        let ty = QualType::plain(self.types.array(elem, Some(len as u64 + 1)));
        let id = self.unlinked_global(None, ty, loc);
        self.globals[id].init = Some(Init::Expr(e));
        self.globals[id].exprs = exprs;
        if let Some(body) = &mut self.body {
            body.func_name = Some(id);
            body.statics.push(id);
        }
        Ok(id)
    }

    /// `({ if (E) ; else CALL; })`, which glibc's `assert` expands to, as `E ? (void)0 : CALL`.
    fn statement_expression(&mut self, open: Loc) -> Result<ExprId> {
        let construct = "a statement expression";
        self.bump();
        let loc = self.loc();
        if !self.eat_kw(Kw::If) || !self.eat(Punct::LParen) {
            return unsupported(open, construct);
        }
        let cond = self.expression()?;
        self.expect(Punct::RParen)?;
        if !self.eat(Punct::Semi) || !self.eat_kw(Kw::Else) {
            return unsupported(open, construct);
        }
        if !matches!(self.tok(), Tok::Ident | Tok::K(Kw::Extension)) {
            return unsupported(open, construct);
        }
        let call = self.expression()?;
        let is_call = matches!(self.exprs[call].kind, ExprKind::Call { .. })
            && self.types.is_void(self.ty_of(call).ty);
        if !is_call || !self.eat(Punct::Semi) || !self.eat(Punct::RBrace) {
            return unsupported(open, construct);
        }
        let nothing = self.void_zero(loc)?;
        self.build(|b| b.conditional(cond, nothing, call, loc))
    }

    /// `_Generic(…)` (C11 6.5.1.1).
    fn generic(&mut self) -> Result<ExprId> {
        let loc = self.loc();
        self.bump();
        self.expect(Punct::LParen)?;
        self.enter()?;
        let mark = self.exprs.len();
        let control = self.assignment()?;
        // Lvalue conversion drops qualifiers, and arrays decay.
        let control = self.make(|b| b.rvalue(control))?;
        let wanted = self.ty_of(control).ty;
        self.forget_from(mark);
        let mut chosen = None;
        let mut fallback = None;
        let mut seen: Vec<QualType> = Vec::new();
        while self.eat(Punct::Comma) {
            let at = self.loc();
            let mark = self.exprs.len();
            if self.eat_kw(Kw::Default) {
                self.expect(Punct::Colon)?;
                if fallback.is_some() {
                    return invalid(at, "two defaults in _Generic");
                }
                fallback = Some(self.assignment()?);
                continue;
            }
            let ty = self.type_name()?;
            self.expect(Punct::Colon)?;
            if seen.iter().any(|s| s.quals == ty.quals && self.types.compatible(s.ty, ty.ty)) {
                return invalid(at, "two compatible types in _Generic");
            }
            seen.push(ty);
            if seen.len() > 1000 {
                return unsupported(at, "a _Generic with more than 1000 types");
            }
            let e = self.assignment()?;
            if ty.quals.is_empty() && self.types.compatible(ty.ty, wanted) {
                chosen = Some(e);
            } else {
                self.forget_from(mark);
            }
        }
        self.leave();
        self.expect(Punct::RParen)?;
        if let Some(e) = chosen.or(fallback) {
            return Ok(e);
        }
        let shown = self.show(QualType::plain(wanted));
        invalid(loc, format!("_Generic has nothing for '{shown}'"))
    }
}
