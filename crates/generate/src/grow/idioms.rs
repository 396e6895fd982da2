//! Idioms: expressions that people write and optimisers recognise as a whole, such as rotates, byte
//! swaps, saturating sums and divisions by constants.
//!
//! Each is an expression of unsigned arithmetic over plain variables, which are read several times,
//! and is defined for all of their values: a guard would hide the idiom.

use super::scope::Var;
use super::{Ex, Grower};
use brinell_lang::arith::IntShape;
use brinell_lang::{BinaryOp, ExprId, IntKind, Loc, TypeId, UnaryOp};

/// Divisors that compilers have special code for, or had bugs with.
const DIVISORS: [u64; 12] = [3, 5, 6, 7, 9, 10, 11, 13, 25, 100, 641, 1000];

/// The type that an idiom is written in.
#[derive(Copy, Clone)]
struct Word {
    kind: IntKind,
    ty: TypeId,
    bits: u32,
}

impl Grower<'_> {
    /// An idiom over one or two variables.
    pub(super) fn idiom(&mut self) -> Option<Ex> {
        let word = self.draw_word()?;
        let x = self.plain_integer()?;
        let y = self.plain_integer().unwrap_or(x);
        let from = self.here();
        let weights = [
            self.config.weight_idiom_rotate,
            self.config.weight_idiom_swap,
            self.config.weight_idiom_choose,
            self.config.weight_idiom_saturate,
            self.config.weight_idiom_bits,
            self.config.weight_idiom_count,
            self.config.weight_idiom_high,
            self.config.weight_idiom_divide,
            self.config.weight_idiom_round,
        ];
        let id = match self.draw(0, &weights) {
            0 => self.rotate(word, x, y),
            1 => self.byte_swap(word, x),
            2 => self.least_or_greatest(word, x, y),
            3 => self.saturated(word, x, y),
            4 => self.bit_question(word, x, y),
            5 => self.bits_counted(word, x),
            6 => self.high_product(word, x, y),
            7 => self.by_constant(word, x),
            _ => self.rounded(word, x, y),
        }?;
        self.propose(from, id).filter(|ex| !self.conflicts(&ex.effects))
    }

    /// An unsigned type that is not promoted.
    fn draw_word(&mut self) -> Option<Word> {
        use IntKind::*;
        let known = |kind: &IntKind| {
            self.types.int_kinds.iter().any(|(one, weight)| one == kind && *weight > 0)
        };
        let kinds: Vec<IntKind> = [UInt, ULong, ULongLong].into_iter().filter(known).collect();
        if kinds.is_empty() {
            return None;
        }
        let kind = *self.choices.pick(&kinds);
        let (ty, bits) = (self.int_type(kind), self.target().int_bits(kind));
        Some(Word { kind, ty, bits })
    }

    // ---- pieces ----

    /// A variable as a word.
    fn word(&mut self, word: Word, var: Var) -> Option<ExprId> {
        let read = self.var_expr(var);
        self.add_tokens(2);
        self.build().cast(read, word.ty, Loc::NONE).ok()
    }

    fn op(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        self.add_tokens(2);
        self.build().binary(op, a, b, Loc::NONE).ok()
    }

    fn with(&mut self, op: BinaryOp, a: ExprId, value: u64, kind: IntKind) -> Option<ExprId> {
        let value = IntShape::of(self.target(), kind).wrap_word(value);
        let value = self.build().int(value, kind, Loc::NONE);
        self.op(op, a, value)
    }

    /// A byte, or another pattern, in every byte of a word.
    fn pattern(word: Word, byte: u64) -> u64 {
        (0..word.bits / 8).fold(0, |all, _| all << 8 | byte)
    }

    // ---- idioms ----

    /// `x << k | x >> W - k`, with a constant or with `x << (k & W - 1) | x >> (-k & W - 1)`.
    fn rotate(&mut self, word: Word, x: Var, y: Var) -> Option<ExprId> {
        let (up, down) = (self.word(word, x)?, self.word(word, x)?);
        let (up, down) = if self.choices.chance(self.config.idiom_constant_percent) {
            let by = 1 + u64::from(self.choices.below(word.bits - 1));
            let up = self.with(BinaryOp::Shl, up, by, IntKind::Int)?;
            (up, self.with(BinaryOp::Shr, down, u64::from(word.bits) - by, IntKind::Int)?)
        } else {
            let most = u64::from(word.bits - 1);
            let (by, back) = (self.word(word, y)?, self.word(word, y)?);
            let by = self.with(BinaryOp::And, by, most, word.kind)?;
            let back = self.build().unary(UnaryOp::Neg, back, Loc::NONE).ok()?;
            let back = self.with(BinaryOp::And, back, most, word.kind)?;
            (self.op(BinaryOp::Shl, up, by)?, self.op(BinaryOp::Shr, down, back)?)
        };
        self.op(BinaryOp::Or, up, down)
    }

    /// The bytes of a word the other way round.
    fn byte_swap(&mut self, word: Word, x: Var) -> Option<ExprId> {
        let bytes = word.bits / 8;
        let mut all = None;
        for byte in 0..bytes {
            // Byte `byte` goes to the place of its mirror image.
            let (from, to) = (8 * byte, 8 * (bytes - 1 - byte));
            let part = self.word(word, x)?;
            let part = if from > to {
                self.with(BinaryOp::Shr, part, u64::from(from - to), IntKind::Int)?
            } else {
                self.with(BinaryOp::Shl, part, u64::from(to - from), IntKind::Int)?
            };
            let part = self.with(BinaryOp::And, part, 0xff << to, word.kind)?;
            all = match all {
                None => Some(part),
                Some(all) => Some(self.op(BinaryOp::Or, all, part)?),
            };
        }
        all
    }

    /// `x < y ? x : y`, `x > y ? x : y`, and the distance `x > y ? x - y : y - x`.
    fn least_or_greatest(&mut self, word: Word, x: Var, y: Var) -> Option<ExprId> {
        let (a, b) = (self.word(word, x)?, self.word(word, y)?);
        let less = self.choices.chance(self.config.idiom_least_percent);
        let op = if less { BinaryOp::Lt } else { BinaryOp::Gt };
        let test = self.op(op, a, b)?;
        let (a, b) = (self.word(word, x)?, self.word(word, y)?);
        let (then, otherwise) = if self.choices.chance(self.config.idiom_distance_percent) {
            let (c, d) = (self.word(word, y)?, self.word(word, x)?);
            let (xy, yx) = (self.op(BinaryOp::Sub, a, b)?, self.op(BinaryOp::Sub, c, d)?);
            if less { (yx, xy) } else { (xy, yx) }
        } else {
            (a, b)
        };
        self.build().conditional(test, then, otherwise, Loc::NONE).ok()
    }

    /// `x + y < x ? MAX : x + y`, `x < y ? 0 : x - y`.
    fn saturated(&mut self, word: Word, x: Var, y: Var) -> Option<ExprId> {
        let (a, b) = (self.word(word, x)?, self.word(word, y)?);
        let (c, d) = (self.word(word, x)?, self.word(word, y)?);
        let (test, end, raw) = if self.choices.chance(self.config.idiom_least_percent) {
            let sum = self.op(BinaryOp::Add, a, b)?;
            let again = self.word(word, x)?;
            (self.op(BinaryOp::Lt, sum, again)?, u64::MAX, self.op(BinaryOp::Add, c, d)?)
        } else {
            (self.op(BinaryOp::Lt, a, b)?, 0, self.op(BinaryOp::Sub, c, d)?)
        };
        let end = IntShape::of(self.target(), word.kind).wrap_word(end);
        let end = self.build().int(end, word.kind, Loc::NONE);
        self.build().conditional(test, end, raw, Loc::NONE).ok()
    }

    /// One bit, a power of two, the lowest bit that is set, without it, a field of bits.
    fn bit_question(&mut self, word: Word, x: Var, y: Var) -> Option<ExprId> {
        let most = u64::from(word.bits - 1);
        let a = self.word(word, x)?;
        match self.choices.below(4) {
            0 => {
                let by = self.word(word, y)?;
                let by = self.with(BinaryOp::And, by, most, word.kind)?;
                let bit = self.op(BinaryOp::Shr, a, by)?;
                self.with(BinaryOp::And, bit, 1, word.kind)
            }
            1 => {
                let b = self.word(word, x)?;
                let less = self.with(BinaryOp::Sub, b, 1, word.kind)?;
                let rest = self.op(BinaryOp::And, a, less)?;
                let asked = self.choices.chance(self.config.idiom_constant_percent);
                if asked { self.with(BinaryOp::Eq, rest, 0, word.kind) } else { Some(rest) }
            }
            2 => {
                let b = self.word(word, x)?;
                let negative = self.build().unary(UnaryOp::Neg, b, Loc::NONE).ok()?;
                self.op(BinaryOp::And, a, negative)
            }
            _ => {
                let from = u64::from(self.choices.below(word.bits));
                let width = 1 + self.choices.below(word.bits - 1);
                let field = self.with(BinaryOp::Shr, a, from, IntKind::Int)?;
                self.with(BinaryOp::And, field, (1 << width) - 1, word.kind)
            }
        }
    }

    /// How many bits are set, by adding neighbours.
    fn bits_counted(&mut self, word: Word, x: Var) -> Option<ExprId> {
        let pairs = |g: &mut Self| {
            let (a, b) = (g.word(word, x)?, g.word(word, x)?);
            let odd = g.with(BinaryOp::Shr, b, 1, IntKind::Int)?;
            let odd = g.with(BinaryOp::And, odd, Self::pattern(word, 0x55), word.kind)?;
            g.op(BinaryOp::Sub, a, odd)
        };
        let fours = |g: &mut Self| {
            let mask = Self::pattern(word, 0x33);
            let (a, b) = (pairs(g)?, pairs(g)?);
            let even = g.with(BinaryOp::And, a, mask, word.kind)?;
            let odd = g.with(BinaryOp::Shr, b, 2, IntKind::Int)?;
            let odd = g.with(BinaryOp::And, odd, mask, word.kind)?;
            g.op(BinaryOp::Add, even, odd)
        };
        let (a, b) = (fours(self)?, fours(self)?);
        let odd = self.with(BinaryOp::Shr, b, 4, IntKind::Int)?;
        let bytes = self.op(BinaryOp::Add, a, odd)?;
        let bytes = self.with(BinaryOp::And, bytes, Self::pattern(word, 0x0f), word.kind)?;
        let sum = self.with(BinaryOp::Mul, bytes, Self::pattern(word, 1), word.kind)?;
        self.with(BinaryOp::Shr, sum, u64::from(word.bits - 8), IntKind::Int)
    }

    /// The high half of a product, in a type twice as wide where there is one.
    fn high_product(&mut self, word: Word, x: Var, y: Var) -> Option<ExprId> {
        if self.types.wide && word.bits == 64 {
            return self.wide_product(word, x, y);
        }
        let half = u64::from(word.bits / 2);
        let narrow = |g: &mut Self, var| {
            let part = g.word(word, var)?;
            let mask = (1 << half) - 1;
            g.with(BinaryOp::And, part, mask, word.kind)
        };
        let (a, b) = (narrow(self, x)?, narrow(self, y)?);
        let product = self.op(BinaryOp::Mul, a, b)?;
        self.with(BinaryOp::Shr, product, half, IntKind::Int)
    }

    /// `(unsigned __int128)x * y >> 64`
    fn wide_product(&mut self, word: Word, x: Var, y: Var) -> Option<ExprId> {
        let ty = self.int_type(IntKind::UInt128);
        let (a, b) = (self.word(word, x)?, self.word(word, y)?);
        let a = self.build().cast(a, ty, Loc::NONE).ok()?;
        let product = self.op(BinaryOp::Mul, a, b)?;
        let high = self.with(BinaryOp::Shr, product, word.bits.into(), IntKind::Int)?;
        self.add_tokens(3);
        self.build().cast(high, word.ty, Loc::NONE).ok()
    }

    /// A quotient or remainder by a constant, or whether it divides.
    fn by_constant(&mut self, word: Word, x: Var) -> Option<ExprId> {
        let divisor = if self.choices.chance(self.config.idiom_constant_percent) {
            *self.choices.pick(&DIVISORS)
        } else {
            // At least 2, so that it is no error in any type.
            self.choices.bits(word.bits - 1) | 2
        };
        let signed = self.choices.chance(self.config.idiom_least_percent);
        let kind = if signed { word.kind.to_signed() } else { word.kind };
        let read = self.var_expr(x);
        let ty = self.int_type(kind);
        let a = self.build().cast(read, ty, Loc::NONE).ok()?;
        let op = if self.choices.chance(self.config.idiom_distance_percent) {
            BinaryOp::Rem
        } else {
            BinaryOp::Div
        };
        let result = self.with(op, a, divisor, kind)?;
        let asked = op == BinaryOp::Rem && self.choices.chance(self.config.idiom_least_percent);
        if asked { self.with(BinaryOp::Eq, result, 0, kind) } else { Some(result) }
    }

    /// A multiple of a power of two, the mean without overflow, a field with its sign.
    fn rounded(&mut self, word: Word, x: Var, y: Var) -> Option<ExprId> {
        let a = self.word(word, x)?;
        match self.choices.below(3) {
            0 => {
                let less = (1 << self.choices.below(word.bits)) - 1;
                let sum = self.with(BinaryOp::Add, a, less, word.kind)?;
                self.with(BinaryOp::And, sum, !less, word.kind)
            }
            1 => {
                let (b, c, d) = (self.word(word, y)?, self.word(word, x)?, self.word(word, y)?);
                let both = self.op(BinaryOp::And, a, b)?;
                let one = self.op(BinaryOp::Xor, c, d)?;
                let half = self.with(BinaryOp::Shr, one, 1, IntKind::Int)?;
                self.op(BinaryOp::Add, both, half)
            }
            _ => {
                let sign = 1 << self.choices.below(word.bits);
                let turned = self.with(BinaryOp::Xor, a, sign, word.kind)?;
                self.with(BinaryOp::Sub, turned, sign, word.kind)
            }
        }
    }
}
