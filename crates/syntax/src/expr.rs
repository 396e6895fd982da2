//! Expressions by precedence (C11 6.5.3 to 6.5.17). Left-associative operators loop; what recurses
//! counts towards the nesting limit.

use crate::error::{Result, invalid, unsupported};
use crate::parser::Parser;
use crate::token::{Kw, Punct, Tok};
use brinell_lang::{BinaryOp, ExprId, IncDecOp, IntKind, Loc, LogicalOp, QualType, Type, UnaryOp};

/// A binary operator with its precedence, higher binds tighter.
#[derive(Copy, Clone)]
enum Infix {
    Op(BinaryOp),
    Logical(LogicalOp),
}

fn infix(tok: Tok) -> Option<(u8, Infix)> {
    use Punct as P;
    let Tok::P(punct) = tok else { return None };
    Some(match punct {
        P::PipePipe => (1, Infix::Logical(LogicalOp::Or)),
        P::AmpAmp => (2, Infix::Logical(LogicalOp::And)),
        P::Pipe => (3, Infix::Op(BinaryOp::Or)),
        P::Caret => (4, Infix::Op(BinaryOp::Xor)),
        P::Amp => (5, Infix::Op(BinaryOp::And)),
        P::EqEq => (6, Infix::Op(BinaryOp::Eq)),
        P::Ne => (6, Infix::Op(BinaryOp::Ne)),
        P::Lt => (7, Infix::Op(BinaryOp::Lt)),
        P::Gt => (7, Infix::Op(BinaryOp::Gt)),
        P::Le => (7, Infix::Op(BinaryOp::Le)),
        P::Ge => (7, Infix::Op(BinaryOp::Ge)),
        P::Shl => (8, Infix::Op(BinaryOp::Shl)),
        P::Shr => (8, Infix::Op(BinaryOp::Shr)),
        P::Plus => (9, Infix::Op(BinaryOp::Add)),
        P::Minus => (9, Infix::Op(BinaryOp::Sub)),
        P::Star => (10, Infix::Op(BinaryOp::Mul)),
        P::Slash => (10, Infix::Op(BinaryOp::Div)),
        P::Percent => (10, Infix::Op(BinaryOp::Rem)),
        _ => return None,
    })
}

/// An assignment operator.
#[derive(Copy, Clone)]
enum AssignmentOp {
    Plain,
    Compound(BinaryOp),
}

fn assignment_op(tok: Tok) -> Option<AssignmentOp> {
    use AssignmentOp::{Compound, Plain};
    use Punct as P;
    let Tok::P(punct) = tok else { return None };
    Some(match punct {
        P::Eq => Plain,
        P::PlusEq => Compound(BinaryOp::Add),
        P::MinusEq => Compound(BinaryOp::Sub),
        P::StarEq => Compound(BinaryOp::Mul),
        P::SlashEq => Compound(BinaryOp::Div),
        P::PercentEq => Compound(BinaryOp::Rem),
        P::ShlEq => Compound(BinaryOp::Shl),
        P::ShrEq => Compound(BinaryOp::Shr),
        P::AmpEq => Compound(BinaryOp::And),
        P::PipeEq => Compound(BinaryOp::Or),
        P::CaretEq => Compound(BinaryOp::Xor),
        _ => return None,
    })
}

impl Parser<'_> {
    /// An expression, commas included.
    pub(crate) fn expression(&mut self) -> Result<ExprId> {
        let mut e = self.assignment()?;
        while self.is(Punct::Comma) {
            let loc = self.loc();
            self.bump();
            let rhs = self.assignment()?;
            e = self.make(|b| b.comma(e, rhs, loc))?;
        }
        Ok(e)
    }

    /// An expression without a comma at its top.
    pub(crate) fn assignment(&mut self) -> Result<ExprId> {
        let lhs = self.conditional()?;
        let Some(op) = assignment_op(self.tok()) else { return Ok(lhs) };
        let loc = self.loc();
        self.bump();
        self.enter()?;
        let rhs = self.assignment()?;
        self.leave();
        match op {
            AssignmentOp::Plain => self.assign(lhs, rhs, loc),
            AssignmentOp::Compound(op) => self.build(|b| b.assign_op(op, lhs, rhs, loc)),
        }
    }

    /// `a ? b : c` and what binds tighter.
    pub(crate) fn conditional(&mut self) -> Result<ExprId> {
        let cond = self.binary()?;
        if !self.is(Punct::Question) {
            return Ok(cond);
        }
        let loc = self.loc();
        self.bump();
        if self.is(Punct::Colon) {
            return unsupported(loc, "a conditional without its middle operand");
        }
        self.enter()?;
        let then = self.expression()?;
        self.expect(Punct::Colon)?;
        let otherwise = self.conditional()?;
        self.leave();
        self.build(|b| b.conditional(cond, then, otherwise, loc))
    }

    /// Binary operators by precedence. One frame holds the whole chain, so that only brackets
    /// nest: `1 | 1 ^ 1 & (…)` would otherwise go ten calls deep a bracket.
    fn binary(&mut self) -> Result<ExprId> {
        let mut pending: Vec<(u8, Infix, ExprId, Loc)> = Vec::new();
        let mut operand = self.cast_expression()?;
        loop {
            let next = infix(self.tok());
            let precedence = next.map_or(0, |(precedence, _)| precedence);
            while let Some((_, op, lhs, loc)) = pending.pop_if(|(p, ..)| *p >= precedence) {
                operand = match op {
                    Infix::Op(op) => self.binary_op(op, lhs, operand, loc)?,
                    Infix::Logical(op) => self.build(|b| b.logical(op, lhs, operand, loc))?,
                };
            }
            let Some((precedence, op)) = next else { return Ok(operand) };
            pending.push((precedence, op, operand, self.loc()));
            self.bump();
            operand = self.cast_expression()?;
        }
    }

    /// A cast or what binds tighter.
    pub(crate) fn cast_expression(&mut self) -> Result<ExprId> {
        if !self.is(Punct::LParen) || !self.starts_type(1) {
            return self.unary();
        }
        let loc = self.loc();
        self.bump();
        self.enter()?;
        let ty = self.type_name()?;
        self.expect(Punct::RParen)?;
        let e = if self.is(Punct::LBrace) {
            let literal = self.compound_literal(ty, loc)?;
            self.postfix(literal)?
        } else {
            self.cast_to(ty, loc)?
        };
        self.leave();
        Ok(e)
    }

    fn cast_to(&mut self, ty: QualType, loc: Loc) -> Result<ExprId> {
        if let Type::Opaque(name) = self.types.get(ty.ty) {
            return unsupported(loc, format!("a cast to '{name}'"));
        }
        let operand = self.cast_expression()?;
        self.build(|b| b.cast(operand, ty.ty, loc))
    }

    fn unary(&mut self) -> Result<ExprId> {
        let token = self.token();
        let loc = token.loc;
        let op = match token.tok {
            Tok::P(Punct::Plus) => UnaryOp::Plus,
            Tok::P(Punct::Minus) => UnaryOp::Neg,
            Tok::P(Punct::Tilde) => UnaryOp::BitNot,
            Tok::P(Punct::Bang) => UnaryOp::Not,
            Tok::P(Punct::PlusPlus | Punct::MinusMinus) => {
                let op = if self.is(Punct::PlusPlus) { IncDecOp::PreInc } else { IncDecOp::PreDec };
                // The grammar has a unary expression here, of which a compound literal is one: a
                // cast is told apart by not being an lvalue.
                let operand = self.operand(Self::cast_expression)?;
                return self.build(|b| b.inc_dec(op, operand, loc));
            }
            Tok::P(Punct::Amp) => {
                let operand = self.operand(Self::cast_expression)?;
                let state = self.body.as_ref();
                if state.and_then(|s| s.body.register_of(&self.exprs, operand)).is_some() {
                    return invalid(loc, "a variable declared 'register' has no address");
                }
                return self.build(|b| b.addr_of(operand, loc));
            }
            Tok::P(Punct::Star) => {
                let operand = self.operand(Self::cast_expression)?;
                let e = self.build(|b| b.deref(operand, loc))?;
                if self.types.is_void(self.ty_of(e).ty) {
                    return unsupported(loc, "dereferencing a pointer to void");
                }
                return Ok(e);
            }
            Tok::P(Punct::AmpAmp) => return unsupported(loc, "the address of a label"),
            Tok::K(Kw::Extension) => return self.operand(Self::cast_expression),
            Tok::K(Kw::Sizeof) => return self.size_of(),
            Tok::K(Kw::Alignof) => return self.align_of(),
            Tok::K(Kw::Real | Kw::Imag) => return unsupported(loc, "complex numbers"),
            _ => {
                let primary = self.primary()?;
                return self.postfix(primary);
            }
        };
        let operand = self.operand(Self::cast_expression)?;
        self.build(|b| b.unary(op, operand, loc))
    }

    /// Skips the operator and reads its operand, one level deeper.
    fn operand(&mut self, read: fn(&mut Self) -> Result<ExprId>) -> Result<ExprId> {
        self.bump();
        self.enter()?;
        let operand = read(self)?;
        self.leave();
        Ok(operand)
    }

    /// Reads an expression that is never evaluated, forgets it, and gives its type and whether it
    /// designates a bit-field.
    pub(crate) fn unevaluated(
        &mut self,
        read: fn(&mut Self) -> Result<ExprId>,
    ) -> Result<(QualType, bool)> {
        let mark = self.exprs.len();
        let locals = self.body.as_ref().map(|b| b.body.locals.len());
        let e = read(self)?;
        let ty = self.ty_of(e);
        let bit_field = self.build(|b| Ok(b.bit_field_width(e).is_some()))?
            && self.exprs[e].is_lvalue(&self.exprs);
        self.forget_from(mark);
        if let (Some(body), Some(locals)) = (&mut self.body, locals) {
            body.body.locals.truncate(locals);
        }
        Ok((ty, bit_field))
    }

    fn size_of(&mut self) -> Result<ExprId> {
        let loc = self.loc();
        self.bump();
        self.enter()?;
        let ty = if self.is(Punct::LParen) && self.starts_type(1) {
            let open = self.loc();
            self.bump();
            let ty = self.type_name()?;
            self.expect(Punct::RParen)?;
            if self.is(Punct::LBrace) { self.sized_literal(ty, open)? } else { ty }
        } else {
            let (ty, bit_field) = self.unevaluated(Self::unary)?;
            if bit_field {
                return invalid(loc, "sizeof of a bit-field");
            }
            ty
        };
        self.leave();
        self.refuse_opaque(ty, "sizeof", loc)?;
        self.build(|b| b.size_of(ty, loc))
    }

    /// `sizeof (type){…}` with what may follow the literal.
    fn sized_literal(&mut self, ty: QualType, loc: Loc) -> Result<QualType> {
        let mark = self.exprs.len();
        let locals = self.body.as_ref().map(|b| b.body.locals.len());
        let literal = self.compound_literal(ty, loc)?;
        let e = self.postfix(literal)?;
        let ty = self.ty_of(e);
        self.forget_from(mark);
        if let (Some(body), Some(locals)) = (&mut self.body, locals) {
            body.body.locals.truncate(locals);
        }
        Ok(ty)
    }

    fn align_of(&mut self) -> Result<ExprId> {
        let loc = self.loc();
        self.bump();
        if !self.is(Punct::LParen) || !self.starts_type(1) {
            return unsupported(loc, "the alignment of an expression");
        }
        self.bump();
        self.enter()?;
        let ty = self.type_name()?;
        self.leave();
        self.expect(Punct::RParen)?;
        // The alignment of an array is that of its elements, complete or not.
        let ty = self.types.innermost(ty);
        self.refuse_opaque(ty, "_Alignof", loc)?;
        self.build(|b| b.align_of(ty, loc))
    }

    fn refuse_opaque(&self, ty: QualType, what: &str, loc: Loc) -> Result<()> {
        if let Type::Opaque(name) = self.types.get(self.types.innermost(ty).ty) {
            return unsupported(loc, format!("{what} of '{name}'"));
        }
        // Every complete type has a size unless it holds an opaque one or is absurdly large.
        if self.types.is_complete(ty.ty)
            && brinell_lang::size_align(&self.types, &self.target, ty.ty).is_none()
        {
            let name = self.show(ty);
            return unsupported(loc, format!("{what} of '{name}'"));
        }
        Ok(())
    }

    /// Postfix operators behind a primary expression.
    pub(crate) fn postfix(&mut self, mut e: ExprId) -> Result<ExprId> {
        loop {
            let loc = self.loc();
            match self.tok() {
                Tok::P(Punct::LBracket) => {
                    self.bump();
                    self.enter()?;
                    let index = self.expression()?;
                    self.leave();
                    self.expect(Punct::RBracket)?;
                    e = self.build(|b| b.index(e, index, loc))?;
                }
                Tok::P(Punct::LParen) => {
                    self.bump();
                    let args = self.arguments()?;
                    e = self.call(e, args, loc)?;
                }
                Tok::P(Punct::Dot) => {
                    self.bump();
                    e = self.member(e, loc)?;
                }
                Tok::P(Punct::Arrow) => {
                    self.bump();
                    let object = self.build(|b| b.deref(e, loc))?;
                    e = self.member(object, loc)?;
                }
                Tok::P(Punct::PlusPlus) => {
                    self.bump();
                    e = self.build(|b| b.inc_dec(IncDecOp::PostInc, e, loc))?;
                }
                Tok::P(Punct::MinusMinus) => {
                    self.bump();
                    e = self.build(|b| b.inc_dec(IncDecOp::PostDec, e, loc))?;
                }
                _ => return Ok(e),
            }
        }
    }

    /// The arguments of a call behind its `(`.
    pub(crate) fn arguments(&mut self) -> Result<Vec<ExprId>> {
        let mut args = Vec::new();
        if self.eat(Punct::RParen) {
            return Ok(args);
        }
        self.enter()?;
        loop {
            args.push(self.assignment()?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.leave();
        self.expect(Punct::RParen)?;
        Ok(args)
    }

    fn member(&mut self, base: ExprId, loc: Loc) -> Result<ExprId> {
        let (name, at) = self.ident("a member")?;
        let ty = self.ty_of(base);
        let Some(record) = self.types.as_record(ty.ty) else {
            let shown = self.show(ty);
            return invalid(loc, format!("'{shown}' is not a struct or union"));
        };
        if self.types.records[record].fields.is_none() {
            let shown = self.show(ty);
            return invalid(loc, format!("'{shown}' is incomplete"));
        }
        let Some(path) = self.types.find_field(record, self.name(name)) else {
            let (shown, name) = (self.show(ty), self.name(name));
            return invalid(at, format!("'{shown}' has no member '{name}'"));
        };
        let mut e = base;
        for field in path {
            e = self.build(|b| b.member(e, field, loc))?;
        }
        Ok(e)
    }

    /// `(void)0`
    pub(crate) fn void_zero(&mut self, loc: Loc) -> Result<ExprId> {
        let void = self.types.void();
        let zero = self.int_const(0, IntKind::Int, loc)?;
        self.build(|b| b.cast(zero, void, loc))
    }
}
