//! The typing rules, one function a kind of expression. Operands are reached through
//! [`Typing::value`], which insists that lvalue conversion and decay have been written down.

use super::Checker;
use super::tree::ExprTree;
use crate::arith::IntShape;
use crate::bits::Bits;
use crate::consts::is_null_pointer_constant;
use crate::expr::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::ids::{ExprId, Id, TypeId};
use crate::long_double::LongDouble;
use crate::program::Exprs;
use crate::types::{FloatKind, IntKind, QualType, Quals, Type, Types};

/// Constants nested deeper than this are not evaluated: evaluation recurses.
pub(super) const MAX_CONSTANT_DEPTH: u32 = 500;

/// What is wrong with an expression.
type TypingResult = Result<(), String>;

/// The typing rules over one walked tree.
pub(super) struct Typing<'a, 'c> {
    pub cx: &'c Checker<'a>,
    pub tree: &'c ExprTree<'a>,
}

fn wrong<T>(message: impl Into<String>) -> Result<T, String> {
    Err(message.into())
}

impl<'a> Typing<'a, '_> {
    pub fn types(&self) -> &'a Types {
        self.cx.types()
    }

    pub fn exprs(&self) -> &'a Exprs {
        self.tree.exprs
    }

    fn ty(&self, e: ExprId) -> TypeId {
        self.exprs()[e].ty.ty
    }

    fn name(&self, e: ExprId) -> String {
        self.cx.show(self.exprs()[e].ty)
    }

    /// Whether an expression designates an object; a loop where [`Expr::is_lvalue`] recurses.
    pub fn is_lvalue(&self, mut e: ExprId) -> bool {
        while let ExprKind::Member { base, .. } = self.exprs()[e].kind {
            e = base;
        }
        self.exprs()[e].is_lvalue(self.exprs())
    }

    /// The operand must be a value: not an lvalue, an array or a function. Gives its type.
    pub fn value(&self, e: ExprId) -> Result<TypeId, String> {
        let ty = self.ty(e);
        match self.types().get(ty) {
            Type::Array { .. } | Type::Function(_) => wrong(format!(
                "an operand of type '{}' has not been turned into a pointer",
                self.name(e)
            )),
            _ if self.is_lvalue(e) => wrong(format!(
                "an lvalue of type '{}' is used as a value without a load",
                self.name(e)
            )),
            _ => Ok(ty),
        }
    }

    /// The operand must be a value of scalar type.
    pub fn scalar(&self, e: ExprId, what: &str) -> Result<TypeId, String> {
        let ty = self.value(e)?;
        if self.types().is_scalar(ty) {
            return Ok(ty);
        }
        wrong(format!("{what} needs a scalar, not '{}'", self.name(e)))
    }

    fn is(&self, ty: TypeId, kind: IntKind) -> bool {
        *self.types().get(ty) == Type::Int(kind)
    }

    fn expect(&self, expr: &Expr, ty: TypeId, what: &str) -> TypingResult {
        if expr.ty.ty == ty {
            return Ok(());
        }
        let (have, want) = (self.cx.show(expr.ty), self.cx.show_type(ty));
        wrong(format!("{what} has the type '{have}' where the rules give '{want}'"))
    }

    fn expect_int(&self, expr: &Expr, kind: IntKind, what: &str) -> TypingResult {
        if self.is(expr.ty.ty, kind) {
            return Ok(());
        }
        let have = self.cx.show(expr.ty);
        wrong(format!("{what} has the type '{have}' where the rules give '{}'", kind.spelling()))
    }

    /// The integer type that promotion gives the value of an expression.
    fn promoted(&self, e: ExprId) -> Option<IntKind> {
        let kind = self.types().as_int(self.ty(e))?;
        let target = self.cx.target();
        Some(match self.exprs().bit_field_width(self.types(), e) {
            Some(width) => target.promote_bit_field(kind, width),
            None => target.promote(kind),
        })
    }

    /// The operand must be a promoted integer value.
    pub fn promoted_integer(&self, e: ExprId, what: &str) -> Result<TypeId, String> {
        let ty = self.value(e)?;
        match self.promoted(e) {
            Some(kind) if self.is(ty, kind) => Ok(ty),
            Some(_) => wrong(format!("{what} of type '{}' has not been promoted", self.name(e))),
            None => wrong(format!("{what} needs an integer, not '{}'", self.name(e))),
        }
    }

    /// The operand without the conversions that the text does not show.
    fn shown(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::Cast { operand, implicit: true } = self.exprs()[e].kind {
            e = operand;
        }
        e
    }

    /// The type to which the usual arithmetic conversions bring two operands.
    fn common(&self, a: ExprId, b: ExprId) -> Option<Type> {
        let (a, b) = (self.shown(a), self.shown(b));
        let floats = (self.types().as_float(self.ty(a)), self.types().as_float(self.ty(b)));
        let arithmetic = |e: ExprId| self.types().is_arithmetic(self.ty(e));
        if !arithmetic(a) || !arithmetic(b) {
            return None;
        }
        Some(match floats {
            (Some(x), Some(y)) => Type::Float(x.max(y)),
            (Some(x), None) | (None, Some(x)) => Type::Float(x),
            (None, None) => {
                Type::Int(self.cx.target().common_int(self.promoted(a)?, self.promoted(b)?))
            }
        })
    }

    fn is_complete_pointee(&self, ty: TypeId) -> bool {
        self.types().pointee(ty).is_some_and(|to| self.types().is_complete(to.ty))
    }

    /// Checks one node, whose operands exist.
    pub fn node(&self, id: ExprId) -> TypingResult {
        let expr = &self.exprs()[id];
        let qualified = !expr.ty.quals.is_empty();
        // A member of a value keeps the qualifiers of its declaration.
        let may_be_qualified = self.is_lvalue(id) || matches!(expr.kind, ExprKind::Member { .. });
        if qualified && !may_be_qualified {
            return wrong(format!("a value has the qualified type '{}'", self.name(id)));
        }
        match &expr.kind {
            ExprKind::Int(bits) => self.int(expr, *bits),
            ExprKind::Float(value) => self.float(expr, *value),
            ExprKind::LongDouble(bits) => self.long_double(expr, *bits),
            ExprKind::Str(_)
            | ExprKind::Global(_)
            | ExprKind::Local(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Function(_) => self.entity(expr),
            ExprKind::Unary { op, operand } => self.unary(expr, *op, *operand),
            ExprKind::Binary { op, lhs, rhs } => self.binary(expr, *op, *lhs, *rhs),
            ExprKind::Logical { lhs, rhs, .. } => {
                self.scalar(*lhs, "a logical operator")?;
                self.scalar(*rhs, "a logical operator")?;
                self.expect_int(expr, IntKind::Int, "a logical operator")
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.conditional(expr, *cond, *then, *otherwise)
            }
            ExprKind::Comma { lhs, rhs } => {
                self.value(*lhs)?;
                let ty = self.value(*rhs)?;
                self.expect(expr, ty, "a comma expression")
            }
            ExprKind::Assign { lhs, rhs } => {
                self.modifiable(*lhs)?;
                let (left, right) = (self.ty(*lhs), self.value(*rhs)?);
                if left != right {
                    let (l, r) = (self.cx.show_type(left), self.cx.show_type(right));
                    return wrong(format!("'{r}' is assigned to '{l}' without a conversion"));
                }
                self.expect(expr, left, "an assignment")
            }
            ExprKind::AssignOp { op, lhs, rhs, compute } => {
                self.assign_op(expr, *op, *lhs, *rhs, *compute)
            }
            ExprKind::IncDec { operand, .. } => {
                self.modifiable(*operand)?;
                let ty = self.ty(*operand);
                if !self.types().is_arithmetic(ty) && !self.is_complete_pointee(ty) {
                    return wrong(format!("'++' and '--' cannot take '{}'", self.name(*operand)));
                }
                self.expect(expr, ty, "'++' or '--'")
            }
            ExprKind::Cast { operand, implicit } => self.cast(expr, *operand, *implicit),
            ExprKind::Load(operand) => self.load(expr, *operand),
            ExprKind::Decay(operand) => self.decay(expr, *operand),
            ExprKind::AddrOf(operand) => self.addr_of(expr, *operand),
            ExprKind::Deref(operand) => {
                let ty = self.value(*operand)?;
                match self.types().pointee(ty) {
                    Some(to) if to == expr.ty => Ok(()),
                    Some(to) => wrong(format!(
                        "'*' gives '{}', not '{}'",
                        self.cx.show(to),
                        self.cx.show(expr.ty)
                    )),
                    None => wrong(format!("'*' needs a pointer, not '{}'", self.name(*operand))),
                }
            }
            ExprKind::Index { base, index } => self.index(expr, *base, *index),
            ExprKind::Member { base, field } => self.member(expr, *base, *field),
            ExprKind::Call { callee, args } => self.call(expr, *callee, args),
            ExprKind::SizeOf(of) | ExprKind::AlignOf(of) => {
                if !self.types().is_complete(of.ty) {
                    let what = self.cx.show(*of);
                    return wrong(format!("'sizeof' needs a complete type, not '{what}'"));
                }
                self.expect_int(expr, self.cx.target().size_t, "'sizeof'")
            }
        }
    }

    fn int(&self, expr: &Expr, bits: Bits) -> TypingResult {
        let Some(kind) = self.types().as_int(expr.ty.ty) else {
            return wrong(format!("an integer constant has the type '{}'", self.cx.show(expr.ty)));
        };
        let canonical = match kind {
            IntKind::Bool => bits.unsigned() <= 1,
            _ => IntShape::of(self.cx.target(), kind).is_canonical(bits),
        };
        if canonical {
            return Ok(());
        }
        wrong(format!("the constant {bits:?} is not a value of '{}'", self.cx.show(expr.ty)))
    }

    fn float(&self, expr: &Expr, value: f64) -> TypingResult {
        let Some(kind) = self.types().as_float(expr.ty.ty) else {
            return wrong(format!("a floating constant has the type '{}'", self.cx.show(expr.ty)));
        };
        if kind == FloatKind::LongDouble && self.cx.target().long_format.is_some() {
            return wrong("a constant of type 'long double' is held as a double");
        }
        let single = self.cx.target().float_size(kind) == 4;
        if single && !value.is_nan() && f64::from(value as f32) != value {
            return wrong(format!("the constant {value:?} has not been rounded to its type"));
        }
        Ok(())
    }

    fn long_double(&self, expr: &Expr, bits: Bits) -> TypingResult {
        if self.types().as_float(expr.ty.ty) != Some(FloatKind::LongDouble) {
            let ty = self.cx.show(expr.ty);
            return wrong(format!("a 'long double' constant has the type '{ty}'"));
        }
        let format = self.cx.target().long_format;
        if format.and_then(|format| LongDouble::from_bits(format, bits)).is_none() {
            return wrong(format!("{bits:?} is not a value of 'long double'"));
        }
        Ok(())
    }

    /// An expression that names something has that thing's type.
    fn entity(&self, expr: &Expr) -> TypingResult {
        let program = self.cx.program;
        let local = |l| self.tree.body.and_then(|b| b.locals.get(l)).map(|l| l.ty);
        let declared = match expr.kind {
            ExprKind::Str(s) => return self.string(expr, program.strings[s].bytes.len() as u64),
            ExprKind::Global(g) => Some(program.globals[g].ty),
            ExprKind::Function(f) => Some(QualType::plain(program.functions[f].ty)),
            ExprKind::Local(l) | ExprKind::CompoundLiteral(l) => local(l),
            _ => None,
        };
        let Some(declared) = declared else { return wrong("a name means nothing") };
        // An array or function may have been named before its type was complete.
        let same =
            declared.quals == expr.ty.quals && self.types().compatible(declared.ty, expr.ty.ty);
        if same {
            return Ok(());
        }
        let (have, want) = (self.cx.show(expr.ty), self.cx.show(declared));
        wrong(format!("something declared as '{want}' is used as '{have}'"))
    }

    fn string(&self, expr: &Expr, len: u64) -> TypingResult {
        match *self.types().get(expr.ty.ty) {
            Type::Array { elem, len: Some(n) }
                if self.is(elem.ty, IntKind::Char) && n == len + 1 && elem.quals.is_empty() =>
            {
                Ok(())
            }
            _ => wrong(format!("a string of {len} bytes has the type '{}'", self.cx.show(expr.ty))),
        }
    }

    fn unary(&self, expr: &Expr, op: UnaryOp, operand: ExprId) -> TypingResult {
        if op == UnaryOp::Not {
            self.scalar(operand, "'!'")?;
            return self.expect_int(expr, IntKind::Int, "'!'");
        }
        let float = self.types().as_float(self.ty(operand)).is_some();
        let ty = if float && op != UnaryOp::BitNot {
            self.value(operand)?
        } else {
            self.promoted_integer(operand, "the operand of a unary operator")?
        };
        self.expect(expr, ty, "a unary operator")
    }

    fn binary(&self, expr: &Expr, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> TypingResult {
        let (a, b) = (self.value(lhs)?, self.value(rhs)?);
        let word = format!("'{}'", op.spelling());
        match (self.types().pointee(a), self.types().pointee(b)) {
            (None, None) => {}
            (Some(_), None) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                self.promoted_integer(rhs, "the offset of a pointer")?;
                if !self.is_complete_pointee(a) {
                    return wrong(format!(
                        "{word} cannot move a pointer of type '{}'",
                        self.name(lhs)
                    ));
                }
                return self.expect(expr, a, &word);
            }
            (Some(p), Some(q)) if op == BinaryOp::Sub => {
                let fits = self.is_complete_pointee(a)
                    && self.is_complete_pointee(b)
                    && self.types().compatible(p.ty, q.ty);
                if !fits {
                    return wrong(format!(
                        "'{}' and '{}' cannot be subtracted",
                        self.name(lhs),
                        self.name(rhs)
                    ));
                }
                return self.expect_int(expr, self.cx.target().ptrdiff_t, "a pointer difference");
            }
            (Some(_), Some(_)) if op.is_comparison() && a == b => {
                return self.expect_int(expr, IntKind::Int, "a comparison");
            }
            _ => {
                return wrong(format!(
                    "{word} cannot take '{}' and '{}'",
                    self.name(lhs),
                    self.name(rhs)
                ));
            }
        }
        if op.is_shift() {
            let left = self.promoted_integer(lhs, "the left operand of a shift")?;
            self.promoted_integer(rhs, "the right operand of a shift")?;
            return self.expect(expr, left, "a shift");
        }
        let common = self.converted(&word, lhs, rhs)?;
        if needs_integers(op) && !self.types().is_integer(common) {
            return wrong(format!("{word} needs integers, not '{}'", self.name(lhs)));
        }
        if op.is_comparison() {
            self.expect_int(expr, IntKind::Int, "a comparison")
        } else {
            self.expect(expr, common, &word)
        }
    }

    /// Both operands must have been converted to their common type. Gives that type.
    fn converted(&self, what: &str, lhs: ExprId, rhs: ExprId) -> Result<TypeId, String> {
        let (a, b) = (self.ty(lhs), self.ty(rhs));
        let common = self.common(lhs, rhs);
        let Some(common) = common else {
            return wrong(format!(
                "{what} cannot take '{}' and '{}'",
                self.name(lhs),
                self.name(rhs)
            ));
        };
        if a == b && *self.types().get(a) == common {
            return Ok(a);
        }
        let want =
            self.types().find(&common).map_or("another type".to_owned(), |t| self.cx.show_type(t));
        wrong(format!(
            "the operands of {what} have the types '{}' and '{}' instead of both '{want}'",
            self.name(lhs),
            self.name(rhs),
        ))
    }

    fn conditional(
        &self,
        expr: &Expr,
        cond: ExprId,
        then: ExprId,
        otherwise: ExprId,
    ) -> TypingResult {
        self.scalar(cond, "a condition")?;
        let (a, b) = (self.value(then)?, self.value(otherwise)?);
        if a != b {
            return wrong(format!(
                "the arms of '?:' have different types, '{}' and '{}'",
                self.name(then),
                self.name(otherwise)
            ));
        }
        if self.types().is_arithmetic(a) {
            self.converted("'?:'", then, otherwise)?;
        }
        self.expect(expr, a, "'?:'")
    }

    fn modifiable(&self, e: ExprId) -> TypingResult {
        let ty = self.exprs()[e].ty;
        if !self.is_lvalue(e) {
            return wrong("only an lvalue can be changed");
        }
        if !self.types().is_complete(ty.ty) || self.types().as_array(ty.ty).is_some() {
            return wrong(format!("an object of type '{}' cannot be assigned to", self.name(e)));
        }
        if ty.quals.is_const() || self.has_const_member(ty.ty) {
            return wrong(format!("a const object ('{}') is changed", self.name(e)));
        }
        Ok(())
    }

    fn has_const_member(&self, ty: TypeId) -> bool {
        let mut todo = vec![ty];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(ty) = todo.pop() {
            let Some(record) = self.types().as_record(ty) else { continue };
            if !seen.insert(record) {
                continue;
            }
            for field in self.types().records[record].fields.iter().flatten() {
                let leaf = self.types().innermost(field.ty);
                if leaf.quals.is_const() {
                    return true;
                }
                todo.push(leaf.ty);
            }
        }
        false
    }

    fn assign_op(
        &self,
        expr: &Expr,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        compute: TypeId,
    ) -> TypingResult {
        self.modifiable(lhs)?;
        let word = format!("'{}='", op.spelling());
        let (left, right) = (self.ty(lhs), self.value(rhs)?);
        if op.is_comparison() {
            return wrong(format!("{word} is not an assignment"));
        }
        if self.types().pointee(left).is_some() {
            self.promoted_integer(rhs, "the offset of a pointer")?;
            let ok = matches!(op, BinaryOp::Add | BinaryOp::Sub) && self.is_complete_pointee(left);
            if !ok || compute != left {
                return wrong(format!(
                    "{word} cannot take '{}' and '{}'",
                    self.name(lhs),
                    self.name(rhs)
                ));
            }
            return self.expect(expr, left, &word);
        }
        let want = if op.is_shift() {
            self.promoted_integer(rhs, "the right operand of a shift")?;
            self.promoted(lhs).map(Type::Int)
        } else {
            self.common(lhs, rhs)
        };
        let Some(want) = want else {
            return wrong(format!(
                "{word} cannot take '{}' and '{}'",
                self.name(lhs),
                self.name(rhs)
            ));
        };
        if needs_integers(op) && !matches!(want, Type::Int(_)) {
            return wrong(format!("{word} needs integers, not '{}'", self.name(lhs)));
        }
        if *self.types().get(compute) != want {
            return wrong(format!(
                "{word} computes in '{}', against the rules",
                self.cx.show_type(compute)
            ));
        }
        if !op.is_shift() && right != compute {
            let (have, want) = (self.name(rhs), self.cx.show_type(compute));
            return wrong(format!(
                "the right side of {word} has the type '{have}' instead of '{want}'"
            ));
        }
        self.expect(expr, left, &word)
    }

    fn cast(&self, expr: &Expr, operand: ExprId, implicit: bool) -> TypingResult {
        let from = self.value(operand)?;
        let to = expr.ty.ty;
        let types = self.types();
        let (source, target) = (types.pointee(from), types.pointee(to));
        let explicit_only = || {
            let (f, t) = (self.cx.show_type(from), self.cx.show_type(to));
            wrong(format!("'{f}' does not become '{t}' by itself"))
        };
        if !implicit {
            let mixed = (types.as_float(from).is_some() && target.is_some())
                || (source.is_some() && types.as_float(to).is_some());
            if types.is_void(to) || (types.is_scalar(from) && types.is_scalar(to) && !mixed) {
                return Ok(());
            }
            let (f, t) = (self.cx.show_type(from), self.cx.show_type(to));
            return wrong(format!("'{f}' cannot be cast to '{t}'"));
        }
        if types.is_arithmetic(from) && types.is_arithmetic(to) {
            return Ok(());
        }
        if source.is_some() && self.is(to, IntKind::Bool) {
            return Ok(());
        }
        let Some(target) = target else { return explicit_only() };
        if self.is_null_constant(operand) {
            return Ok(());
        }
        let Some(source) = source else { return explicit_only() };
        let void = types.is_void(source.ty) || types.is_void(target.ty);
        let lost = source.quals.without(target.quals).without(Quals::RESTRICT);
        if (void || types.compatible(source.ty, target.ty)) && lost.is_empty() {
            return Ok(());
        }
        explicit_only()
    }

    fn is_null_constant(&self, e: ExprId) -> bool {
        self.tree.depth[e.index()] <= MAX_CONSTANT_DEPTH
            && is_null_pointer_constant(self.types(), self.cx.target(), self.exprs(), e)
    }

    fn load(&self, expr: &Expr, operand: ExprId) -> TypingResult {
        if !self.is_lvalue(operand) {
            return wrong("a load needs an lvalue");
        }
        let ty = self.ty(operand);
        match self.types().get(ty) {
            Type::Array { .. } | Type::Function(_) => {
                wrong(format!("a load cannot take '{}'", self.name(operand)))
            }
            Type::Record(r) if self.types().records[*r].fields.is_none() => {
                wrong(format!("a load cannot take the incomplete '{}'", self.name(operand)))
            }
            _ => self.expect(expr, ty, "a load"),
        }
    }

    fn decay(&self, expr: &Expr, operand: ExprId) -> TypingResult {
        let from = self.exprs()[operand].ty;
        let to = match *self.types().get(from.ty) {
            Type::Array { elem, .. } => elem.with(from.quals),
            Type::Function(_) => QualType::plain(from.ty),
            _ => {
                return wrong(format!(
                    "only arrays and functions decay, not '{}'",
                    self.name(operand)
                ));
            }
        };
        if self.types().pointee(expr.ty.ty) == Some(to) {
            return Ok(());
        }
        wrong(format!("'{}' does not decay to '{}'", self.name(operand), self.cx.show(expr.ty)))
    }

    fn addr_of(&self, expr: &Expr, operand: ExprId) -> TypingResult {
        let from = self.exprs()[operand].ty;
        let function = self.types().as_function(from.ty).is_some();
        if !function && !self.is_lvalue(operand) {
            return wrong("'&' needs an lvalue");
        }
        let bit_field = matches!(self.exprs()[operand].kind, ExprKind::Member { .. })
            && self.exprs().bit_field_width(self.types(), operand).is_some();
        if bit_field {
            return wrong("a bit-field has no address");
        }
        if self.types().pointee(expr.ty.ty) == Some(from) {
            return Ok(());
        }
        wrong(format!(
            "the address of '{}' has the type '{}'",
            self.name(operand),
            self.cx.show(expr.ty)
        ))
    }

    fn index(&self, expr: &Expr, base: ExprId, index: ExprId) -> TypingResult {
        let ty = self.value(base)?;
        self.promoted_integer(index, "an index")?;
        match self.types().pointee(ty) {
            Some(to) if to == expr.ty && self.types().is_complete(to.ty) => Ok(()),
            Some(to) => {
                wrong(format!("'[]' gives '{}', not '{}'", self.cx.show(to), self.cx.show(expr.ty)))
            }
            None => wrong(format!("'[]' needs a pointer, not '{}'", self.name(base))),
        }
    }

    fn member(&self, expr: &Expr, base: ExprId, field: u32) -> TypingResult {
        let outer = self.exprs()[base].ty;
        let record = self.types().as_record(outer.ty);
        let fields = record.and_then(|r| self.types().records[r].fields.as_ref());
        let Some(found) = fields.and_then(|f| f.get(field as usize)) else {
            return wrong(format!("'{}' has no member {field}", self.name(base)));
        };
        if found.name.is_none() && found.bits.is_some() {
            return wrong("an unnamed bit-field cannot be reached");
        }
        let want = if self.is_lvalue(base) { found.ty.with(outer.quals) } else { found.ty };
        if expr.ty == want {
            return Ok(());
        }
        wrong(format!(
            "a member declared as '{}' is used as '{}'",
            self.cx.show(want),
            self.cx.show(expr.ty)
        ))
    }

    fn call(&self, expr: &Expr, callee: ExprId, args: &[ExprId]) -> TypingResult {
        let ty = self.value(callee)?;
        let function = self.types().pointee(ty).and_then(|to| self.types().as_function(to.ty));
        let Some(function) = function else {
            return wrong(format!("'{}' cannot be called", self.name(callee)));
        };
        let params = if function.prototype { &function.params[..] } else { &[] };
        let more = function.variadic || !function.prototype;
        if args.len() < params.len() || (args.len() > params.len() && !more) {
            return wrong(format!(
                "{} argument(s) are given where {} are taken",
                args.len(),
                params.len()
            ));
        }
        for (i, arg) in args.iter().enumerate() {
            let have = self.value(*arg)?;
            let number = i + 1;
            match params.get(i) {
                Some(param) if *param == have => {}
                Some(param) => {
                    let want = self.cx.show_type(*param);
                    return wrong(format!(
                        "argument {number} has the type '{}' instead of '{want}'",
                        self.name(*arg)
                    ));
                }
                None => self.default_promoted(*arg, number)?,
            }
        }
        let ret = self.types().get(function.ret);
        if !matches!(ret, Type::Void | Type::Opaque(_)) && !self.types().is_complete(function.ret) {
            return wrong("a function called returns an incomplete type");
        }
        self.expect(expr, function.ret, "a call")
    }

    fn default_promoted(&self, arg: ExprId, number: usize) -> TypingResult {
        match self.types().get(self.ty(arg)) {
            Type::Int(_) | Type::Enum(_) => {
                self.promoted_integer(arg, &format!("argument {number}")).map(|_| ())
            }
            Type::Float(FloatKind::Float) => {
                wrong(format!("argument {number} of type 'float' has not been promoted"))
            }
            Type::Void => wrong(format!("argument {number} has no value")),
            _ => Ok(()),
        }
    }
}

fn needs_integers(op: BinaryOp) -> bool {
    op.is_shift() || matches!(op, BinaryOp::Rem | BinaryOp::And | BinaryOp::Xor | BinaryOp::Or)
}
