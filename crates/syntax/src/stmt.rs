//! Statements and function bodies (C11 6.8, 6.9.1).

use crate::declarator::Param;
use crate::error::{Result, invalid, unsupported};
use crate::parser::Parser;
use crate::scope::Named;
use crate::token::{Kw, Punct, Sym, Tok};
use brinell_lang::arith::IntShape;
use brinell_lang::{
    Body, Dialect, ExprId, FuncId, GlobalId, IntKind, Label, LabelId, Loc, Local, LocalId,
    LocalKind, Stmt, StmtId, StmtKind, TypeId,
};
use rustc_hash::FxHashMap;

/// The function being read. Its expressions are those of the parser.
pub(crate) struct BodyState {
    pub body: Body,
    pub name: Sym,
    pub statics: Vec<GlobalId>,
    /// The object behind `__func__`, once it is used.
    pub func_name: Option<GlobalId>,
    ret: TypeId,
    labels: FxHashMap<Sym, LabelState>,
    /// How many loops and switches can be left.
    breakable: u32,
    /// How many loops can be continued.
    loops: u32,
    switches: Vec<SwitchLabels>,
}

struct LabelState {
    id: LabelId,
    defined: bool,
    /// The first `goto` or the definition.
    loc: Loc,
}

struct SwitchLabels {
    kind: IntKind,
    cases: Vec<(i128, i128, Loc)>,
    default: bool,
}

impl BodyState {
    fn new(name: Sym, ret: TypeId) -> Self {
        Self {
            body: Body::default(),
            name,
            statics: Vec::new(),
            func_name: None,
            ret,
            labels: FxHashMap::default(),
            breakable: 0,
            loops: 0,
            switches: Vec::new(),
        }
    }
}

impl Parser<'_> {
    /// The state of the function being read; statements exist only there.
    pub(crate) fn state(&mut self) -> Result<&mut BodyState> {
        let loc = self.loc();
        match &mut self.body {
            Some(body) => Ok(body),
            None => invalid(loc, "a statement outside of a function"),
        }
    }

    /// Reads a function body at its opening brace.
    pub(crate) fn function_body(
        &mut self,
        id: FuncId,
        params: &[Param],
        ret: TypeId,
    ) -> Result<Body> {
        let outer_exprs = std::mem::take(&mut self.exprs);
        let outer_depths = std::mem::take(&mut self.depths);
        let name = self.functions[id].name;
        self.body = Some(BodyState::new(name, ret));
        self.scopes.enter();
        self.bind_params(params)?;
        let root = self.block(false)?;
        self.scopes.leave();
        let Some(mut state) = self.body.take() else {
            return invalid(self.loc(), "a function body inside another");
        };
        let missing = state.labels.iter().filter(|(_, l)| !l.defined).min_by_key(|(_, l)| l.loc);
        if let Some((name, label)) = missing {
            return invalid(label.loc, format!("the label '{}' is not defined", self.name(*name)));
        }
        state.body.root = Some(root);
        state.body.exprs = std::mem::replace(&mut self.exprs, outer_exprs);
        self.depths = outer_depths;
        self.functions[id].statics = state.statics;
        Ok(state.body)
    }

    fn bind_params(&mut self, params: &[Param]) -> Result<()> {
        for param in params {
            self.check_object_type(param.ty, param.loc, "a parameter")?;
            if param.name.is_none() && self.dialect < Dialect::C23 {
                return invalid(param.loc, "a parameter without a name");
            }
            let local = Local {
                name: param.name.map(|n| self.name(n).to_owned()),
                ty: param.ty,
                align: None,
                init: None,
                kind: LocalKind::Param,
                loc: param.loc,
            };
            let body = &mut self.state()?.body;
            let local = body.locals.push(local);
            body.params.push(local);
            body.registers.extend(param.register.then_some(local));
            body.promised.extend(param.promised.map(|len| (local, len)));
            if let Some(name) = param.name {
                let pos = self.pos();
                self.scopes.bind(name, Named::Local(local), pos, param.loc);
            }
        }
        Ok(())
    }

    pub(crate) fn push_stmt(&mut self, kind: StmtKind, loc: Loc) -> Result<StmtId> {
        Ok(self.state()?.body.stmts.push(Stmt { kind, loc }))
    }

    /// A block; the outermost one of a function shares its scope with the parameters.
    fn block(&mut self, own_scope: bool) -> Result<StmtId> {
        let loc = self.loc();
        self.expect(Punct::LBrace)?;
        if own_scope {
            self.scopes.enter();
        }
        let mut stmts = Vec::new();
        if self.is_kw(Kw::Label) {
            return unsupported(self.loc(), "a local label");
        }
        while !self.is(Punct::RBrace) {
            if self.tok() == Tok::Eof {
                return invalid(self.loc(), "'}' expected before the end of the text");
            }
            self.block_item(&mut stmts)?;
        }
        if own_scope {
            self.scopes.leave();
        }
        self.bump();
        self.push_stmt(StmtKind::Block(stmts), loc)
    }

    fn block_item(&mut self, out: &mut Vec<StmtId>) -> Result<()> {
        // A label may carry the name of a type.
        let label = self.tok() == Tok::Ident && self.peek(1) == Tok::P(Punct::Colon);
        if !label && self.starts_declaration() && !self.is_attribute_statement() {
            return self.local_declaration(out);
        }
        self.statement(out)
    }

    /// `__attribute__((fallthrough));` is a statement, not a declaration.
    fn is_attribute_statement(&self) -> bool {
        self.is_kw(Kw::Attribute)
            && self.peek(1) == Tok::P(Punct::LParen)
            && self.peek(2) == Tok::P(Punct::LParen)
            && self.peek(4) == Tok::P(Punct::RParen)
            && self.peek(5) == Tok::P(Punct::RParen)
            && self.peek(6) == Tok::P(Punct::Semi)
    }

    /// A statement that is not an item of a block: labels need a block around them.
    fn substatement(&mut self) -> Result<StmtId> {
        let loc = self.loc();
        self.scopes.enter();
        let mut stmts = Vec::new();
        self.statement(&mut stmts)?;
        self.scopes.leave();
        match stmts.as_slice() {
            [only] => Ok(*only),
            _ => self.push_stmt(StmtKind::Block(stmts), loc),
        }
    }

    /// One statement with the labels before it.
    fn statement(&mut self, out: &mut Vec<StmtId>) -> Result<()> {
        self.enter()?;
        loop {
            let loc = self.loc();
            let kind = match self.tok() {
                Tok::Ident if self.peek(1) == Tok::P(Punct::Colon) => {
                    let (name, _) = self.ident("a label")?;
                    self.bump();
                    StmtKind::Label(self.define_label(name, loc)?)
                }
                Tok::K(Kw::Case) => self.case()?,
                Tok::K(Kw::Default) => {
                    self.bump();
                    self.expect(Punct::Colon)?;
                    let Some(switch) = self.state()?.switches.last_mut() else {
                        return invalid(loc, "'default' outside of a switch");
                    };
                    if std::mem::replace(&mut switch.default, true) {
                        return invalid(loc, "two defaults in one switch");
                    }
                    StmtKind::Default
                }
                _ => break,
            };
            let is_label = matches!(kind, StmtKind::Label(_));
            let stmt = self.push_stmt(kind, loc)?;
            out.push(stmt);
            if is_label {
                self.attributes()?;
            }
            if self.is(Punct::RBrace)
                || (self.starts_declaration() && !self.is_attribute_statement() && !self.at_label())
            {
                if self.dialect < Dialect::C23 {
                    return invalid(self.loc(), "a statement expected after a label");
                }
                self.leave();
                return if self.is(Punct::RBrace) { Ok(()) } else { self.local_declaration(out) };
            }
        }
        let stmt = self.unlabelled()?;
        out.push(stmt);
        self.leave();
        Ok(())
    }

    fn at_label(&self) -> bool {
        self.tok() == Tok::Ident && self.peek(1) == Tok::P(Punct::Colon)
    }

    fn label(&mut self, name: Sym, loc: Loc) -> Result<&mut LabelState> {
        let text = self.name(name).to_owned();
        let state = self.state()?;
        let labels = &mut state.body.labels;
        Ok(state.labels.entry(name).or_insert_with(|| LabelState {
            id: labels.push(Label { name: Some(text), loc }),
            defined: false,
            loc,
        }))
    }

    fn define_label(&mut self, name: Sym, loc: Loc) -> Result<LabelId> {
        let label = self.label(name, loc)?;
        let id = label.id;
        if std::mem::replace(&mut label.defined, true) {
            return invalid(loc, format!("the label '{}' is defined twice", self.name(name)));
        }
        self.state()?.body.labels[id].loc = loc;
        Ok(id)
    }

    fn case(&mut self) -> Result<StmtKind> {
        let loc = self.loc();
        self.bump();
        let lo = self.case_value()?;
        let hi = if self.eat(Punct::Ellipsis) { self.case_value()? } else { lo };
        self.expect(Punct::Colon)?;
        let Some(switch) = self.state()?.switches.last_mut() else {
            return invalid(loc, "'case' outside of a switch");
        };
        if hi < lo {
            return unsupported(loc, "an empty range of cases");
        }
        switch.cases.push((lo, hi, loc));
        Ok(StmtKind::Case { lo: lo.into(), hi: hi.into() })
    }

    /// A case value, converted to the promoted type of the controlling expression (6.8.4.2p5).
    fn case_value(&mut self) -> Result<i128> {
        let loc = self.loc();
        let value = self.constant("a case")?;
        let Some(kind) = self.state()?.switches.last().map(|s| s.kind) else {
            return invalid(loc, "'case' outside of a switch");
        };
        let shape = IntShape::of(&self.target, kind);
        Ok(shape.value(shape.wrap(value.into())))
    }

    fn condition(&mut self) -> Result<ExprId> {
        self.expect(Punct::LParen)?;
        let cond = self.expression()?;
        self.expect(Punct::RParen)?;
        self.build(|b| b.condition(cond))
    }

    fn loop_body(&mut self) -> Result<StmtId> {
        let state = self.state()?;
        state.breakable += 1;
        state.loops += 1;
        let body = self.substatement()?;
        let state = self.state()?;
        state.breakable -= 1;
        state.loops -= 1;
        Ok(body)
    }

    fn unlabelled(&mut self) -> Result<StmtId> {
        let loc = self.loc();
        let kind = match self.tok() {
            Tok::P(Punct::LBrace) => return self.block(true),
            Tok::P(Punct::Semi) => {
                self.bump();
                StmtKind::Empty
            }
            Tok::K(Kw::If) => {
                self.bump();
                self.scopes.enter();
                let cond = self.condition()?;
                let then = self.substatement()?;
                let otherwise =
                    if self.eat_kw(Kw::Else) { Some(self.substatement()?) } else { None };
                self.scopes.leave();
                StmtKind::If { cond, then, otherwise }
            }
            Tok::K(Kw::While) => {
                self.bump();
                self.scopes.enter();
                let cond = self.condition()?;
                let body = self.loop_body()?;
                self.scopes.leave();
                StmtKind::While { cond, body }
            }
            Tok::K(Kw::Do) => {
                self.bump();
                self.scopes.enter();
                let body = self.loop_body()?;
                if !self.eat_kw(Kw::While) {
                    let found = self.describe_token();
                    return invalid(self.loc(), format!("'while' expected before {found}"));
                }
                let cond = self.condition()?;
                self.scopes.leave();
                self.expect(Punct::Semi)?;
                StmtKind::DoWhile { body, cond }
            }
            Tok::K(Kw::For) => self.for_statement()?,
            Tok::K(Kw::Switch) => self.switch()?,
            Tok::K(Kw::Goto) => {
                self.bump();
                if self.is(Punct::Star) {
                    return unsupported(loc, "a computed goto");
                }
                let (name, at) = self.ident("a label")?;
                let id = self.label(name, at)?.id;
                self.expect(Punct::Semi)?;
                StmtKind::Goto(id)
            }
            Tok::K(Kw::Break) => {
                self.bump();
                self.expect(Punct::Semi)?;
                if self.state()?.breakable == 0 {
                    return invalid(loc, "'break' outside of a loop or switch");
                }
                StmtKind::Break
            }
            Tok::K(Kw::Continue) => {
                self.bump();
                self.expect(Punct::Semi)?;
                if self.state()?.loops == 0 {
                    return invalid(loc, "'continue' outside of a loop");
                }
                StmtKind::Continue
            }
            Tok::K(Kw::Return) => self.return_statement()?,
            Tok::K(Kw::Asm) => return unsupported(loc, "inline assembly"),
            Tok::K(Kw::Attribute) => {
                self.attributes()?;
                self.expect(Punct::Semi)?;
                StmtKind::Empty
            }
            Tok::P(Punct::LBracket) if self.at_attributes() => {
                self.attributes()?;
                return self.unlabelled();
            }
            _ => {
                let e = self.expression()?;
                self.expect(Punct::Semi)?;
                StmtKind::Expr(self.discard(e)?)
            }
        };
        self.push_stmt(kind, loc)
    }

    /// The value of an expression that is evaluated for its effects: an lvalue is still read.
    fn discard(&mut self, e: ExprId) -> Result<ExprId> {
        self.make(|b| b.rvalue(e))
    }

    fn for_statement(&mut self) -> Result<StmtKind> {
        self.bump();
        self.expect(Punct::LParen)?;
        self.scopes.enter();
        let mut init = Vec::new();
        if self.starts_declaration() {
            self.local_declaration(&mut init)?;
        } else if !self.eat(Punct::Semi) {
            let loc = self.loc();
            let e = self.expression()?;
            let e = self.discard(e)?;
            self.expect(Punct::Semi)?;
            init.push(self.push_stmt(StmtKind::Expr(e), loc)?);
        }
        let cond = if self.is(Punct::Semi) {
            None
        } else {
            let e = self.expression()?;
            Some(self.build(|b| b.condition(e))?)
        };
        self.expect(Punct::Semi)?;
        let step = if self.is(Punct::RParen) {
            None
        } else {
            let e = self.expression()?;
            Some(self.discard(e)?)
        };
        self.expect(Punct::RParen)?;
        let body = self.loop_body()?;
        self.scopes.leave();
        Ok(StmtKind::For { init, cond, step, body })
    }

    fn switch(&mut self) -> Result<StmtKind> {
        self.bump();
        self.scopes.enter();
        let loc = self.loc();
        self.expect(Punct::LParen)?;
        let e = self.expression()?;
        self.expect(Punct::RParen)?;
        let e = self.make(|b| b.rvalue(e))?;
        let scrutinee = self.make(|b| b.promote(e))?;
        let Some(kind) = self.types.as_int(self.ty_of(scrutinee).ty) else {
            let shown = self.show(self.ty_of(e));
            return invalid(loc, format!("'switch' needs an integer, not '{shown}'"));
        };
        let state = self.state()?;
        state.switches.push(SwitchLabels { kind, cases: Vec::new(), default: false });
        state.breakable += 1;
        let body = self.substatement()?;
        self.scopes.leave();
        let state = self.state()?;
        state.breakable -= 1;
        if let Some(mut switch) = state.switches.pop() {
            switch.cases.sort_unstable();
            for pair in switch.cases.windows(2) {
                if pair[1].0 <= pair[0].1 {
                    return invalid(pair[1].2.max(pair[0].2), "two cases have the same value");
                }
            }
        }
        Ok(StmtKind::Switch { scrutinee, body })
    }

    fn return_statement(&mut self) -> Result<StmtKind> {
        let loc = self.loc();
        self.bump();
        let ret = self.state()?.ret;
        let void = self.types.is_void(ret);
        if self.eat(Punct::Semi) {
            if !void {
                return invalid(loc, "'return' without a value in a function that returns one");
            }
            return Ok(StmtKind::Return(None));
        }
        let e = self.expression()?;
        self.expect(Punct::Semi)?;
        if void {
            if self.types.is_void(self.ty_of(e).ty) {
                return unsupported(loc, "returning a void expression");
            }
            return invalid(loc, "'return' with a value in a function that returns none");
        }
        let e = self.convert(e, ret, "a return value")?;
        Ok(StmtKind::Return(Some(e)))
    }

    /// Adds a local variable and declares it.
    pub(crate) fn declare_local(
        &mut self,
        local: Local,
        name: Sym,
        out: &mut Vec<StmtId>,
    ) -> Result<LocalId> {
        let loc = local.loc;
        let id = self.state()?.body.locals.push(local);
        let stmt = self.push_stmt(StmtKind::Decl(id), loc)?;
        out.push(stmt);
        let pos = self.pos();
        self.scopes.bind(name, Named::Local(id), pos, loc);
        Ok(id)
    }

    /// A local variable, to change.
    pub(crate) fn local_mut(&mut self, id: LocalId) -> Result<&mut Local> {
        Ok(&mut self.state()?.body.locals[id])
    }
}
