//! The wrappers: one function for each operation and type whose result C does not always define.
//!
//! A wrapper returns one expression, `condition ? a : a op b`, so that the same body serves as a
//! function and as a macro. The condition says exactly where the raw operation is undefined (C11
//! 6.5p5, 6.5.5p5-6, 6.5.7p3-4), is itself defined for all operands, and has constants of the
//! operands' own types, so that it holds on any width of `int`. Everywhere else the wrapper is the
//! raw operation, in value and in type; where that is undefined, it is the left operand.
//!
//! The wrapper of a conversion from floating point to an integer is `fits ? (T)a : 0` (C11
//! 6.3.1.4p1). It takes a `double`, which holds every `float` exactly; no NaN fits.

use brinell_lang::arith::IntShape;
use brinell_lang::{
    BinaryOp, Body, Builder, ExprId, FloatKind, FuncId, Function, FunctionType, IntKind, Linkage,
    Loc, Local, LocalId, LocalKind, LogicalOp, Program, QualType, Stmt, StmtKind, Target, Type,
    TypeId, Types, UnaryOp,
};
use std::sync::Arc;

/// What a wrapper does.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Operation {
    /// `a op b`; one of `+ - * / % << >>`.
    Binary(BinaryOp),
    /// `-a`
    Neg,
    /// `(T)a` for a `double`.
    Convert,
}

/// An operation on given types that can be undefined.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Wrapper {
    op: Operation,
    left: IntKind,
    right: IntKind,
}

/// The types that integer promotion leaves as they are.
const PROMOTED: [IntKind; 8] = [
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
    IntKind::Int128,
    IntKind::UInt128,
];

/// The types below them that a floating value can be converted to and must fit.
const NARROW: [IntKind; 5] =
    [IntKind::Char, IntKind::SChar, IntKind::UChar, IntKind::Short, IntKind::UShort];

const BINARY: [BinaryOp; 7] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
];

/// Where the bodies of wrappers stand: nowhere in a source.
const NOWHERE: Loc = Loc::NONE;

/// Promoted types are signed or not on every target alike.
fn is_signed(kind: IntKind) -> bool {
    kind.to_signed() == kind
}

impl Wrapper {
    /// The wrapper of a binary operator on promoted operands (which have one type unless it is a
    /// shift); `None` where the operation is always defined.
    pub fn binary(op: BinaryOp, left: IntKind, right: IntKind) -> Option<Self> {
        let exists = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => is_signed(left) && left == right,
            BinaryOp::Div | BinaryOp::Rem => left == right,
            BinaryOp::Shl | BinaryOp::Shr => true,
            _ => false,
        };
        let promoted = PROMOTED.contains(&left) && PROMOTED.contains(&right);
        (exists && promoted).then_some(Self { op: Operation::Binary(op), left, right })
    }

    /// The wrapper of unary minus on a promoted operand; `None` where that is always defined.
    pub fn neg(kind: IntKind) -> Option<Self> {
        let exists = PROMOTED.contains(&kind) && is_signed(kind);
        exists.then_some(Self { op: Operation::Neg, left: kind, right: kind })
    }

    /// The wrapper of a conversion from `float` or `double` to an integer type; `None` for
    /// `_Bool`, which has room for every value.
    pub fn convert(kind: IntKind) -> Option<Self> {
        let exists = PROMOTED.contains(&kind) || NARROW.contains(&kind);
        exists.then_some(Self { op: Operation::Convert, left: kind, right: kind })
    }

    /// Every wrapper there is, also for types that not all targets have.
    pub fn all() -> impl Iterator<Item = Self> {
        let pairs = PROMOTED.into_iter().flat_map(|l| PROMOTED.into_iter().map(move |r| (l, r)));
        let binary = BINARY
            .into_iter()
            .flat_map(move |op| pairs.clone().filter_map(move |(l, r)| Self::binary(op, l, r)));
        let conversions = PROMOTED.into_iter().chain(NARROW).filter_map(Self::convert);
        binary.chain(PROMOTED.into_iter().filter_map(Self::neg)).chain(conversions)
    }

    /// What it does.
    pub const fn operation(self) -> Operation {
        self.op
    }

    /// The type of the result, and of the left (or only) operand unless that is a `double`.
    pub fn left(self) -> IntKind {
        self.left
    }

    /// The type of the right operand, if there is one.
    pub fn right(self) -> Option<IntKind> {
        matches!(self.op, Operation::Binary(_)).then_some(self.right)
    }

    /// The types of its parameters.
    fn params(self, types: &mut Types) -> Vec<TypeId> {
        match self.op {
            Operation::Convert => vec![types.float(FloatKind::Double)],
            Operation::Neg | Operation::Binary(_) => [Some(self.left), self.right()]
                .into_iter()
                .flatten()
                .map(|k| types.int(k))
                .collect(),
        }
    }

    /// Whether its expression alone has the type of its result, so that a macro will do.
    pub fn may_be_macro(self) -> bool {
        PROMOTED.contains(&self.left)
    }

    /// The name: `safe_add_int`, `safe_shl_int_by_unsigned_long`; in capitals as a macro.
    pub fn name(self, as_macro: bool) -> String {
        let word = match self.op {
            Operation::Binary(BinaryOp::Add) => "add",
            Operation::Binary(BinaryOp::Sub) => "sub",
            Operation::Binary(BinaryOp::Mul) => "mul",
            Operation::Binary(BinaryOp::Div) => "div",
            Operation::Binary(BinaryOp::Rem) => "rem",
            Operation::Binary(BinaryOp::Shl) => "shl",
            Operation::Binary(_) => "shr",
            Operation::Neg => "neg",
            Operation::Convert => "double_to",
        };
        let mut name = format!("safe_{word}_{}", self.left.spelling());
        if matches!(self.op, Operation::Binary(op) if op.is_shift()) {
            // Without the word, `long` by `long long` were `long long` by `long`.
            name = format!("{name}_by_{}", self.right.spelling());
        }
        // Two underscores in a row are the implementation's.
        let name = name.replace(' ', "_").replace("__", "_");
        if as_macro { name.to_uppercase() } else { name }
    }

    /// Appends the wrapper to the functions of a program; no unit lists it yet.
    pub fn add_to(self, program: &mut Program, as_macro: bool) -> FuncId {
        let target = program.target.clone();
        let dialect = program.dialect;
        let types = program.types_mut();
        let left = types.int(self.left);
        let params = self.params(types);
        let mut body = Body::default();
        for (name, ty) in ["a", "b"].into_iter().zip(&params) {
            let id = body.locals.push(Local {
                name: Some(name.to_owned()),
                ty: QualType::plain(*ty),
                align: None,
                init: None,
                kind: LocalKind::Param,
                loc: NOWHERE,
            });
            body.params.push(id);
        }
        let exprs = &mut body.exprs;
        let builder = Builder { types: &mut *types, target: &target, dialect, exprs };
        let value =
            WrapperWriter { wrapper: self, target: &target, builder, params: &body.params }.value();
        let ret = body.stmts.push(Stmt { kind: StmtKind::Return(Some(value)), loc: NOWHERE });
        let root = body.stmts.push(Stmt { kind: StmtKind::Block(vec![ret]), loc: NOWHERE });
        body.root = Some(root);
        let ty = types.intern(Type::Function(FunctionType {
            ret: left,
            params,
            variadic: false,
            prototype: true,
        }));
        program.functions.push(Arc::new(Function {
            as_macro,
            ..Function::new(Some(self.name(as_macro)), ty, Linkage::Internal, Some(body))
        }))
    }
}

/// Writes the expression of a wrapper.
struct WrapperWriter<'a> {
    wrapper: Wrapper,
    target: &'a Target,
    builder: Builder<'a>,
    params: &'a [LocalId],
}

impl WrapperWriter<'_> {
    fn param(&mut self, index: usize, kind: IntKind) -> ExprId {
        let ty = QualType::plain(self.builder.types.int(kind));
        self.builder.local(self.params[index], ty, NOWHERE)
    }

    fn a(&mut self) -> ExprId {
        self.param(0, self.wrapper.left)
    }

    fn b(&mut self) -> ExprId {
        self.param(1, self.wrapper.right)
    }

    fn constant(&mut self, value: i128, kind: IntKind) -> ExprId {
        debug_assert!(IntShape::of(self.target, kind).holds(value), "{value} is no {kind:?}");
        self.builder.int(value, kind, NOWHERE)
    }

    fn min(&mut self) -> ExprId {
        let kind = self.wrapper.left;
        self.constant(IntShape::of(self.target, kind).min(), kind)
    }

    fn max(&mut self) -> ExprId {
        let kind = self.wrapper.left;
        self.constant(IntShape::of(self.target, kind).max(), kind)
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        self.builder.binary(op, a, b, NOWHERE).expect("any integers can be operands")
    }

    fn a_with(&mut self, op: BinaryOp, value: i128) -> ExprId {
        let (a, value) = (self.a(), self.constant(value, self.wrapper.left));
        self.binary(op, a, value)
    }

    fn b_with(&mut self, op: BinaryOp, value: i128) -> ExprId {
        let (b, value) = (self.b(), self.constant(value, self.wrapper.right));
        self.binary(op, b, value)
    }

    fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.builder.logical(LogicalOp::And, a, b, NOWHERE).expect("integers are scalars")
    }

    fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.builder.logical(LogicalOp::Or, a, b, NOWHERE).expect("integers are scalars")
    }

    fn choose(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        self.builder.conditional(cond, then, otherwise, NOWHERE).expect("integers have one type")
    }

    /// What the wrapper returns.
    fn value(&mut self) -> ExprId {
        if self.wrapper.op == Operation::Convert { self.converted() } else { self.computed() }
    }

    /// `fits ? (T)a : 0`
    fn converted(&mut self) -> ExprId {
        let kind = self.wrapper.left;
        let ty = self.builder.types.int(kind);
        let double = QualType::plain(self.builder.types.float(FloatKind::Double));
        let shape = IntShape::of(self.target, kind);
        let significand = if self.target.float_size(FloatKind::Double) == 4 { 24 } else { 53 };
        // What lies between two integers is cut off, so that the limits are those next to the type's
        // own, as far as a double can tell them apart.
        let (above, least) = if !shape.signed || shape.bits <= significand {
            (BinaryOp::Gt, shape.min() - 1)
        } else {
            (BinaryOp::Ge, shape.min())
        };
        let mut within = |op, limit: f64| {
            let a = self.builder.local(self.params[0], double, NOWHERE);
            let limit = self.builder.float(limit, FloatKind::Double, NOWHERE);
            self.builder.binary(op, a, limit, NOWHERE).expect("numbers can be compared")
        };
        let lower = within(above, least as f64);
        // A power of two.
        let bits = i32::from(shape.bits) - i32::from(shape.signed);
        let upper = within(BinaryOp::Lt, 2f64.powi(bits));
        let fits = self.and(lower, upper);
        let a = self.builder.local(self.params[0], double, NOWHERE);
        let raw = self.builder.cast(a, ty, NOWHERE).expect("a number converts to an integer");
        let zero = self.builder.int(0, IntKind::Int, NOWHERE);
        let zero = self.builder.implicit(zero, ty);
        let value = self.choose(fits, raw, zero);
        self.builder.implicit(value, ty)
    }

    /// `undefined ? a : a op b`
    fn computed(&mut self) -> ExprId {
        let signed = is_signed(self.wrapper.left);
        let undefined = match self.wrapper.op {
            Operation::Binary(BinaryOp::Add) => self.add_overflows(),
            Operation::Binary(BinaryOp::Sub) => self.sub_overflows(),
            Operation::Binary(BinaryOp::Mul) => self.mul_overflows(),
            Operation::Binary(BinaryOp::Shl) if signed => self.signed_shl_is_undefined(),
            Operation::Binary(BinaryOp::Shl | BinaryOp::Shr) => self.amount_is_wrong(),
            Operation::Binary(_) if signed => self.signed_div_is_undefined(),
            Operation::Binary(_) => self.b_with(BinaryOp::Eq, 0),
            Operation::Neg => {
                let (a, min) = (self.a(), self.min());
                self.binary(BinaryOp::Eq, a, min)
            }
            Operation::Convert => unreachable!("a conversion has no operation on integers"),
        };
        let left = self.a();
        let raw = self.a();
        let raw = match self.wrapper.op {
            Operation::Neg => {
                self.builder.unary(UnaryOp::Neg, raw, NOWHERE).expect("integers have a negative")
            }
            Operation::Binary(op) => {
                let right = self.b();
                self.binary(op, raw, right)
            }
            Operation::Convert => unreachable!("a conversion has no operation on integers"),
        };
        self.choose(undefined, left, raw)
    }

    /// `(b > 0 && a > MAX - b) || (b < 0 && a < MIN - b)`
    fn add_overflows(&mut self) -> ExprId {
        self.leaves_at_either_end(BinaryOp::Gt, BinaryOp::Lt, BinaryOp::Sub)
    }

    /// `(b < 0 && a > MAX + b) || (b > 0 && a < MIN + b)`
    fn sub_overflows(&mut self) -> ExprId {
        self.leaves_at_either_end(BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Add)
    }

    /// `(b up 0 && a > MAX back b) || (b down 0 && a < MIN back b)`: the ends move towards zero.
    fn leaves_at_either_end(&mut self, up: BinaryOp, down: BinaryOp, back: BinaryOp) -> ExprId {
        let rises = self.b_with(up, 0);
        let (a, max, b) = (self.a(), self.max(), self.b());
        let limit = self.binary(back, max, b);
        let above = self.binary(BinaryOp::Gt, a, limit);
        let above = self.and(rises, above);
        let falls = self.b_with(down, 0);
        let (a, min, b) = (self.a(), self.min(), self.b());
        let limit = self.binary(back, min, b);
        let below = self.binary(BinaryOp::Lt, a, limit);
        let below = self.and(falls, below);
        self.or(above, below)
    }

    /// `a > 0 ? (b > 0 ? a > MAX / b : b < MIN / a) : (b > 0 ? a < MIN / b : a != 0 && b < MAX / a)`
    ///
    /// No quotient overflows: `MIN` is divided by positive numbers only.
    fn mul_overflows(&mut self) -> ExprId {
        let (a, max, b) = (self.a(), self.max(), self.b());
        let limit = self.binary(BinaryOp::Div, max, b);
        let both = self.binary(BinaryOp::Gt, a, limit);
        let (b, min, a) = (self.b(), self.min(), self.a());
        let limit = self.binary(BinaryOp::Div, min, a);
        let only_a = self.binary(BinaryOp::Lt, b, limit);
        let positive = self.b_with(BinaryOp::Gt, 0);
        let a_positive = self.choose(positive, both, only_a);

        let (a, min, b) = (self.a(), self.min(), self.b());
        let limit = self.binary(BinaryOp::Div, min, b);
        let only_b = self.binary(BinaryOp::Lt, a, limit);
        let (b, max, a) = (self.b(), self.max(), self.a());
        let limit = self.binary(BinaryOp::Div, max, a);
        let neither = self.binary(BinaryOp::Lt, b, limit);
        let not_zero = self.a_with(BinaryOp::Ne, 0);
        let neither = self.and(not_zero, neither);
        let positive = self.b_with(BinaryOp::Gt, 0);
        let a_not_positive = self.choose(positive, only_b, neither);

        let positive = self.a_with(BinaryOp::Gt, 0);
        self.choose(positive, a_positive, a_not_positive)
    }

    /// `b == 0 || (a == MIN && b == -1)`, for `%` too (C11 6.5.5p6).
    fn signed_div_is_undefined(&mut self) -> ExprId {
        let by_zero = self.b_with(BinaryOp::Eq, 0);
        let (a, min) = (self.a(), self.min());
        let lowest = self.binary(BinaryOp::Eq, a, min);
        let by_minus_one = self.b_with(BinaryOp::Eq, -1);
        let overflows = self.and(lowest, by_minus_one);
        self.or(by_zero, overflows)
    }

    /// `b < 0 || b >= WIDTH`; the width is that of the promoted left operand.
    fn amount_is_wrong(&mut self) -> ExprId {
        let width = IntShape::of(self.target, self.wrapper.left).bits;
        let too_far = self.b_with(BinaryOp::Ge, width.into());
        if !is_signed(self.wrapper.right) {
            return too_far;
        }
        let negative = self.b_with(BinaryOp::Lt, 0);
        self.or(negative, too_far)
    }

    /// `a < 0 || b < 0 || b >= WIDTH || a > MAX >> b`
    fn signed_shl_is_undefined(&mut self) -> ExprId {
        let negative = self.a_with(BinaryOp::Lt, 0);
        let wrong = self.amount_is_wrong();
        let (a, max, b) = (self.a(), self.max(), self.b());
        let limit = self.binary(BinaryOp::Shr, max, b);
        let too_large = self.binary(BinaryOp::Gt, a, limit);
        let undefined = self.or(negative, wrong);
        self.or(undefined, too_large)
    }
}
