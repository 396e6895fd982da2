//! Floating point: expressions of type `float` and `double`, and what integers are made of them.
//!
//! Floating arithmetic is always defined (Annex F), so that nothing here needs a guard but
//! conversions to integers. No operator has only constants for operands: a compiler may compute
//! those more exactly than the program would (C11 6.6p5). Nor does a floating value go into a
//! bit-field, whose width it would have to fit.

use super::places::Access;
use super::requests::{ANY_FLOAT, ANY_INTEGER};
use super::{Ex, Grower};
use brinell_analysis::{AbstractValue, Effects};
use brinell_lang::{BinaryOp, ExprId, FloatKind, IncDecOp, Loc, TypeId, UnaryOp};

/// Whole numbers where a conversion to an integer type, or a significand, comes to its end.
const EDGES: [f64; 16] = [
    127.0,
    128.0,
    255.0,
    256.0,
    32_767.0,
    32_768.0,
    65_535.0,
    65_536.0,
    2_147_483_647.0,
    2_147_483_648.0,
    4_294_967_295.0,
    4_294_967_296.0,
    16_777_215.0,
    16_777_217.0,
    9_007_199_254_740_991.0,
    9_007_199_254_740_992.0,
];

/// Binary digits behind the point of a constant: with ten of them the decimal text is still exact,
/// so that it does not matter how a compiler rounds.
const MOST_FRACTION: u32 = 10;

impl Grower<'_> {
    // ---- types ----

    /// `float` or `double`.
    pub(super) fn draw_float_kind(&mut self) -> FloatKind {
        let weights = [self.config.weight_type_float, self.config.weight_type_double];
        [FloatKind::Float, FloatKind::Double][self.draw(1, &weights)]
    }

    /// A floating type.
    pub(super) fn draw_float_type(&mut self) -> TypeId {
        let kind = self.draw_float_kind();
        self.text.program.types_mut().float(kind)
    }

    /// A weight where the program has floating point, else none.
    pub(super) fn weight_if_floats(&self, weight: u32) -> u32 {
        u32::from(self.types.floats) * weight
    }

    // ---- constants ----

    /// A value for a constant of the type.
    pub(super) fn draw_float_value(&mut self, kind: FloatKind) -> f64 {
        let weights = [
            self.config.weight_float_constant_small,
            self.config.weight_float_constant_edge,
            self.config.weight_float_constant_power,
            self.config.weight_float_constant_limit,
            self.config.weight_float_constant_any,
        ];
        let value = match self.draw(0, &weights) {
            0 => self.fraction(6, 3),
            1 => *self.choices.pick(&EDGES),
            2 => 2f64.powi(self.choices.range(-i64::from(MOST_FRACTION), 50) as i32),
            3 => self.float_limit(kind),
            _ => self.fraction(20, MOST_FRACTION),
        };
        if self.choices.chance(self.config.float_negative_percent) { -value } else { value }
    }

    /// A number of so many binary digits, of which some are behind the point.
    fn fraction(&mut self, digits: u32, most_behind: u32) -> f64 {
        let behind = self.choices.below(most_behind + 1);
        self.choices.bits(digits) as f64 / f64::from(1u32 << behind)
    }

    fn float_limit(&mut self, kind: FloatKind) -> f64 {
        let limits = if self.target().float_size(kind) == 4 {
            let least = f32::from_bits(1);
            [f32::MAX, f32::MIN_POSITIVE, least, f32::EPSILON, 0.0].map(f64::from)
        } else {
            [f64::MAX, f64::MIN_POSITIVE, f64::from_bits(1), f64::EPSILON, 0.0]
        };
        *self.choices.pick(&limits)
    }

    pub(super) fn float_constant_ex(&mut self) -> Ex {
        let kind = self.draw_float_kind();
        let value = self.draw_float_value(kind);
        let id = self.build().float(value, kind, Loc::NONE);
        self.add_tokens(1);
        Ex { id, effects: Effects::default(), value: AbstractValue::Plain }
    }

    // ---- expressions ----

    /// A floating expression of at most this depth.
    pub(super) fn float_expr(&mut self, depth: u32) -> Ex {
        if depth == 0 || self.is_full() {
            return self.float_leaf();
        }
        for _ in 0..4 {
            let before = self.here();
            let leaf = self.leaf_weight(depth);
            let inner = self.config.weight_inner;
            let drawn = self.draw_expr(ANY_FLOAT, depth - 1, |row, weight| {
                weight * if row.leaf { leaf } else { inner }
            });
            let Some((_, made)) = drawn else { break };
            if let Some(ex) = made {
                return ex;
            }
            self.go_back(before);
        }
        self.float_leaf()
    }

    fn float_leaf(&mut self) -> Ex {
        if self.choices.chance(self.config.float_leaf_variable_percent)
            && let Some(ex) = self.read(ANY_FLOAT)
        {
            return ex;
        }
        self.float_constant_ex()
    }

    pub(super) fn float_unary(&mut self, depth: u32) -> Option<Ex> {
        let weights = [self.config.weight_unary_minus, self.config.weight_unary_plus];
        let op = [UnaryOp::Neg, UnaryOp::Plus][self.draw(0, &weights)];
        let from = self.here();
        let operand = self.float_expr(depth);
        let id = self.build().unary(op, operand.id, Loc::NONE).ok()?;
        self.add_tokens(3);
        self.propose(from, id)
    }

    pub(super) fn draw_float_op(&mut self) -> BinaryOp {
        let config = self.config;
        let operators = [
            (BinaryOp::Add, config.weight_float_op_add),
            (BinaryOp::Sub, config.weight_float_op_sub),
            (BinaryOp::Mul, config.weight_float_op_mul),
            (BinaryOp::Div, config.weight_float_op_div),
        ];
        let weights = operators.map(|(op, weight)| if config.allows(op) { weight } else { 0 });
        operators[self.draw(0, &weights)].0
    }

    /// Two operands of which one at least is floating and one at least is no constant.
    fn float_operands(&mut self, depth: u32) -> Option<(ExprId, ExprId)> {
        let mixed = self.choices.chance(self.config.float_operand_integer_percent);
        let integer_first = mixed && self.choices.chance(self.config.float_integer_first_percent);
        let a = if integer_first { self.int_expr(depth) } else { self.float_expr(depth) };
        let b = self.beside(&a.effects, |g| {
            if mixed && !integer_first { g.int_expr(depth) } else { g.float_expr(depth) }
        });
        let exprs = &self.body_ref().exprs;
        let varies = !exprs.is_constant(a.id) || !exprs.is_constant(b.id);
        varies.then_some((a.id, b.id))
    }

    pub(super) fn float_binary(&mut self, depth: u32) -> Option<Ex> {
        let op = self.draw_float_op();
        let from = self.here();
        let (a, b) = self.float_operands(depth)?;
        let id = self.build().binary(op, a, b, Loc::NONE).ok()?;
        self.add_tokens(3);
        self.propose(from, id)
    }

    /// An integer or a floating value, cast to a floating type.
    pub(super) fn float_cast(&mut self, depth: u32) -> Option<Ex> {
        let from = self.here();
        let integer = self.choices.chance(self.config.float_from_integer_cast_percent);
        let operand = if integer { self.int_expr(depth) } else { self.float_expr(depth) };
        let ty = self.draw_float_type();
        let id = self.build().cast(operand.id, ty, Loc::NONE).ok()?;
        self.add_tokens(4);
        self.propose(from, id)
    }

    // ---- what changes something ----

    /// `place = expr`, `place op= expr`.
    pub(super) fn float_assign(&mut self, depth: u32) -> Option<Ex> {
        if self.function().point.pure_only > 0 {
            return None;
        }
        let from = self.here();
        let integer = self.choices.chance(self.config.float_from_integer_percent);
        let rhs = if integer { self.int_expr(depth) } else { self.float_expr(depth) };
        let percent = self.config.float_compound_percent;
        let compound = self.config.compound_assigns && self.choices.chance(percent);
        let access = if compound { Access::Update } else { Access::Write };
        let place = self.find_place(ANY_FLOAT, access, Some(&rhs.effects))?;
        let id = if compound {
            let op = self.draw_float_op();
            self.build().assign_op(op, place.id, rhs.id, Loc::NONE).ok()?
        } else {
            self.build().assign(place.id, rhs.id, Loc::NONE).ok()?
        };
        self.add_tokens(3);
        self.propose(from, id)
    }

    /// `++place` and the like.
    pub(super) fn float_increment(&mut self) -> Option<Ex> {
        if self.function().point.pure_only > 0 {
            return None;
        }
        let place = self.find_place(ANY_FLOAT, Access::Update, None)?;
        let up = self.choices.chance(self.config.increment_up_percent);
        let op = IncDecOp::new(up, self.choices.chance(self.config.prefix_percent));
        let id = self.build().inc_dec(op, place.id, Loc::NONE).ok()?;
        self.add_tokens(3);
        self.propose(self.here(), id)
    }

    // ---- integers that come from floating values ----

    /// `a < b` and the like, with a floating operand.
    pub(super) fn float_comparison(&mut self, depth: u32) -> Option<Ex> {
        use BinaryOp::*;
        let op = *self.choices.pick(&[Lt, Gt, Le, Ge, Eq, Ne]);
        let from = self.here();
        let (a, b) = self.float_operands(depth)?;
        let id = self.build().binary(op, a, b, Loc::NONE).ok()?;
        self.add_tokens(3);
        self.propose(from, id)
    }

    /// A floating value, cast to an integer type; to be guarded.
    pub(super) fn int_from_float(&mut self, depth: u32) -> Option<Ex> {
        let from = self.here();
        let operand = self.float_expr(depth);
        let kind = self.draw_int_kind();
        let ty = self.int_type(kind);
        let id = self.build().cast(operand.id, ty, Loc::NONE).ok()?;
        self.add_tokens(7);
        self.propose(from, id)
    }

    // ---- conversion as by assignment ----

    /// What to ask for where a value of this type is made by conversion as by assignment: numbers of
    /// either kind become numbers of the other now and then.
    pub(super) fn source_for(&mut self, ty: TypeId) -> super::requests::Request {
        let own = self.converting_to(ty);
        let (other, percent) = match own {
            ANY_INTEGER if self.types.floats => (ANY_FLOAT, self.config.integer_from_float_percent),
            ANY_FLOAT => (ANY_INTEGER, self.config.float_from_integer_percent),
            _ => return own,
        };
        if self.choices.chance(percent) { other } else { own }
    }
}
