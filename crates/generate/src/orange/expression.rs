//! Expressions of a wanted number of operators and a bounded depth, built from the leaves up with
//! their values (Orange's `make_expression`, whose listing has a slip: n1 + n2 = n - 1).

use super::Orange;
use super::numbers::{NumberType, common, converted, limits, promoted};
use super::variables::{Purpose, Variable};
use crate::draft::VariablePlace;
use crate::grow::weighted_or;
use brinell_lang::arith::IntShape;
use brinell_lang::open::raw_result;
use brinell_lang::{BinaryOp, ExprId, ExprKind, IntKind, Loc, LogicalOp, UnaryOp};

/// Says of a broken invariant that our types are to blame.
const TYPED: &str = "operands are numbers of the types that the operator takes";

/// Tokens of an explicit cast besides one: parentheses and a word or two.
const CAST: u64 = 3;

/// How often an operator is drawn again at most.
const MORE_DRAWS: u32 = 4;

/// A finished part of an expression.
#[derive(Copy, Clone, Debug)]
pub struct KnownOperand {
    /// The expression.
    pub expr: ExprId,
    /// Its type.
    pub ty: NumberType,
    /// Its value.
    pub value: i128,
}

/// What stands at a node.
#[derive(Copy, Clone)]
enum Node {
    Binary,
    Comparison,
    Logical,
    Unary,
    Conditional,
}

/// The most operators of an expression of this depth.
fn room(depth: u32) -> u64 {
    (1u64 << depth.min(40)) - 1
}

impl Orange<'_> {
    /// An expression of `n` operators, or as many as the depth has room for. Inserted constants
    /// and casts come on top of both.
    pub fn expression(&mut self, n: u64, depth: u32) -> KnownOperand {
        let n = n.min(room(depth));
        if n == 0 {
            return self.leaf();
        }
        self.tally.operators += 1;
        let inner = room(depth - 1);
        let made = match self.draw_node() {
            Node::Unary if n - 1 <= inner => {
                let operand = self.expression(n - 1, depth - 1);
                self.unary(operand)
            }
            Node::Conditional => {
                let (a, rest) = self.split(n - 1, inner, 2 * inner);
                let (b, c) = self.split(rest, inner, inner);
                let [a, b, c] = [a, b, c].map(|n| self.expression(n, depth - 1));
                self.conditional(a, b, c)
            }
            node => {
                let (a, b) = self.split(n - 1, inner, inner);
                let [a, b] = [a, b].map(|n| self.expression(n, depth - 1));
                match node {
                    Node::Comparison => {
                        const COMPARISONS: [BinaryOp; 6] = [
                            BinaryOp::Lt,
                            BinaryOp::Gt,
                            BinaryOp::Le,
                            BinaryOp::Ge,
                            BinaryOp::Eq,
                            BinaryOp::Ne,
                        ];
                        let op = *self.choices.pick(&COMPARISONS);
                        self.binary(op, a, b)
                    }
                    Node::Logical => self.logical(a, b),
                    _ => {
                        let op = self.draw_telling_operator(a, b);
                        self.binary(op, a, b)
                    }
                }
            }
        };
        if self.config.casts && self.choices.chance(self.config.cast_percent) {
            let ty = self.draw_type();
            self.cast(made, ty)
        } else {
            made
        }
    }

    /// How many operators go to the first of several operands: at random, but no operand gets more
    /// than it has room for.
    fn split(&mut self, n: u64, first: u64, others: u64) -> (u64, u64) {
        let (least, most) = (n.saturating_sub(others), n.min(first));
        let a = self.draw_between(least.into(), most.into()) as u64;
        (a, n - a)
    }

    fn draw_node(&mut self) -> Node {
        const NODES: [Node; 5] =
            [Node::Binary, Node::Comparison, Node::Logical, Node::Unary, Node::Conditional];
        let config = self.config;
        let weights = [
            config.weight_expr_binary,
            config.weight_expr_comparison,
            config.weight_expr_logical,
            config.weight_expr_unary,
            if config.conditionals { config.weight_expr_conditional } else { 0 },
        ];
        NODES[weighted_or(self.choices, 0, &weights)]
    }

    /// An operator whose result does not hide its operands, as far as a few draws find one: a
    /// product with 0 or a quotient of 0 is the same whatever went wrong before it.
    fn draw_telling_operator(&mut self, left: KnownOperand, right: KnownOperand) -> BinaryOp {
        let plain = |value: i128| (-1..=1).contains(&value);
        let mut op = self.draw_operator();
        if plain(left.value) && plain(right.value) {
            return op;
        }
        for _ in 0..MORE_DRAWS {
            let hides = self.preview(op, left, right).is_some_and(plain);
            if !hides || !self.choices.chance(self.config.telling_operator_percent) {
                break;
            }
            op = self.draw_operator();
        }
        op
    }

    /// The result of an operation on two operands as they are, if it is defined and exact.
    fn preview(&self, op: BinaryOp, left: KnownOperand, right: KnownOperand) -> Option<i128> {
        let target = &self.program.target;
        let value = |operand: KnownOperand, ty| converted(target, operand.ty, operand.value, ty);
        match (left.ty, right.ty) {
            (NumberType::Int(_), NumberType::Int(_)) => {
                let ty = if op.is_shift() {
                    promoted(target, left.ty)
                } else {
                    common(target, left.ty, right.ty)
                };
                let NumberType::Int(kind) = ty else { return None };
                let by = if op.is_shift() { Some(right.value) } else { value(right, ty) };
                raw_result(op, IntShape::of(target, kind), value(left, ty)?, by?).ok()
            }
            (x, y) => {
                let ty = common(target, x, y);
                let (x, y) = (value(left, ty)?, value(right, ty)?);
                match op {
                    BinaryOp::Add => Some(x + y),
                    BinaryOp::Sub => Some(x - y),
                    BinaryOp::Mul => Some(x * y),
                    BinaryOp::Div => x.checked_div(y),
                    _ => None,
                }
            }
        }
    }

    fn draw_operator(&mut self) -> BinaryOp {
        let operators = self.config.arithmetic_operators();
        operators[weighted_or(self.choices, 0, &operators.map(|(_, weight)| weight))].0
    }

    // ---- leaves ----

    /// A variable.
    fn leaf(&mut self) -> KnownOperand {
        self.tokens += 1;
        let new = self.inputs.len() < self.config.max_inputs as usize
            && self.choices.chance(self.config.new_input_percent);
        if new || self.inputs.is_empty() {
            return self.new_input();
        }
        let result = self.choices.chance(self.config.result_leaf_percent);
        let list = if result && !self.results.is_empty() { Which::Results } else { Which::Inputs };
        let count = self.list(list).len();
        let first = self.choices.below(count as u32) as usize;
        let statement = self.statement;
        // A volatile variable once an expression.
        let found = (0..count).map(|i| (first + i) % count).find(|&at| {
            let variable = &self.list(list)[at];
            !variable.volatile || variable.read_by != Some(statement)
        });
        let Some(at) = found else { return self.new_input() };
        let variable = &mut self.list(list)[at];
        variable.read_by = Some(statement);
        let Variable { place, ty, value, .. } = *variable;
        self.read(place, ty, value)
    }

    fn list(&mut self, which: Which) -> &mut Vec<Variable> {
        match which {
            Which::Inputs => &mut self.inputs,
            Which::Results => &mut self.results,
        }
    }

    /// A variable that is only read.
    pub fn new_input(&mut self) -> KnownOperand {
        let ty = self.draw_type();
        let value = self.draw_value(ty);
        let mut variable = self.variable(ty, value, Purpose::Input);
        variable.read_by = Some(self.statement);
        self.inputs.push(variable);
        self.read(variable.place, ty, value)
    }

    /// A variable as an operand.
    pub fn read(&mut self, place: VariablePlace, ty: NumberType, value: i128) -> KnownOperand {
        let name = self.name(place);
        let expr = self.build().rvalue(name);
        KnownOperand { expr, ty, value }
    }

    // ---- operators ----

    /// Counts an operator; operands that are operations themselves mostly stand in parentheses.
    fn operator(&mut self, operands: &[KnownOperand]) {
        self.tokens += 1;
        for operand in operands {
            let mut id = operand.expr;
            while let ExprKind::Load(inner) | ExprKind::Cast { operand: inner, implicit: true } =
                self.body.exprs[id].kind
            {
                id = inner;
            }
            let kind = &self.body.exprs[id].kind;
            let joins = matches!(
                kind,
                ExprKind::Binary { .. } | ExprKind::Logical { .. } | ExprKind::Conditional { .. }
            );
            self.parentheses += u64::from(joins);
        }
    }

    /// Two operands joined by an operator that is defined, with what is known of the result.
    pub fn joined(
        &mut self,
        op: BinaryOp,
        left: KnownOperand,
        right: KnownOperand,
        ty: NumberType,
        value: i128,
    ) -> KnownOperand {
        self.operator(&[left, right]);
        let expr = self.build().binary(op, left.expr, right.expr, Loc::NONE).expect(TYPED);
        KnownOperand { expr, ty, value }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        mut left: KnownOperand,
        mut right: KnownOperand,
    ) -> KnownOperand {
        let bitwise = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        if bitwise || op.is_shift() || op == BinaryOp::Rem {
            (left, right) = (self.integer(left), self.integer(right));
        }
        let target = &self.program.target;
        let (ty, amount) = if op.is_shift() {
            (promoted(target, left.ty), promoted(target, right.ty))
        } else {
            let ty = common(target, left.ty, right.ty);
            (ty, ty)
        };
        match (ty, amount) {
            (NumberType::Int(kind), NumberType::Int(amount)) => {
                self.integer_operation(op, (kind, amount), left, right)
            }
            (NumberType::Float(kind), _) | (_, NumberType::Float(kind)) => {
                self.floating_operation(op, kind, left, right)
            }
        }
    }

    /// An operand for an operator that takes integers only.
    fn integer(&mut self, operand: KnownOperand) -> KnownOperand {
        match operand.ty {
            NumberType::Int(_) => operand,
            NumberType::Float(_) => {
                let kind = self.draw_int_kind();
                self.cast(operand, NumberType::Int(kind))
            }
        }
    }

    /// An explicit conversion.
    fn cast(&mut self, operand: KnownOperand, to: NumberType) -> KnownOperand {
        self.tokens += CAST;
        self.operator(&[operand]);
        let operand = self.fit(operand, to);
        let target = &self.program.target;
        let value =
            converted(target, operand.ty, operand.value, to).expect("the operand was made to fit");
        let ty = self.type_id(to);
        let expr = self.build().cast(operand.expr, ty, Loc::NONE).expect(TYPED);
        KnownOperand { expr, ty: to, value }
    }

    /// `&&` or `||`. The right operand is defined even where it is not evaluated.
    fn logical(&mut self, left: KnownOperand, right: KnownOperand) -> KnownOperand {
        self.operator(&[left, right]);
        let and = self.choices.chance(self.config.logical_and_percent);
        let op = if and { LogicalOp::And } else { LogicalOp::Or };
        let (x, y) = (left.value != 0, right.value != 0);
        let truth = if and { x && y } else { x || y };
        let expr = self.build().logical(op, left.expr, right.expr, Loc::NONE).expect(TYPED);
        KnownOperand { expr, ty: NumberType::Int(IntKind::Int), value: truth.into() }
    }

    fn conditional(
        &mut self,
        cond: KnownOperand,
        then: KnownOperand,
        otherwise: KnownOperand,
    ) -> KnownOperand {
        // `:`, besides `?`.
        self.tokens += 1;
        self.operator(&[cond, then, otherwise]);
        let ty = common(&self.program.target, then.ty, otherwise.ty);
        let (then, otherwise) = (self.fit(then, ty), self.fit(otherwise, ty));
        let taken = if cond.value != 0 { then } else { otherwise };
        let value = converted(&self.program.target, taken.ty, taken.value, ty)
            .expect("both operands were made to fit");
        let expr =
            self.build().conditional(cond.expr, then.expr, otherwise.expr, Loc::NONE).expect(TYPED);
        KnownOperand { expr, ty, value }
    }

    /// `-`, `~`, `!`, `+`. Where `-` overflows, it is flipped into `~`, which is next to it.
    fn unary(&mut self, operand: KnownOperand) -> KnownOperand {
        const OPERATORS: [UnaryOp; 4] =
            [UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not, UnaryOp::Plus];
        self.operator(&[operand]);
        let config = self.config;
        let weights = [
            config.weight_unary_minus,
            config.weight_unary_complement,
            config.weight_unary_not,
            config.weight_unary_plus,
        ];
        let mut op = OPERATORS[weighted_or(self.choices, 0, &weights)];
        if op == UnaryOp::Not {
            let value = i128::from(operand.value == 0);
            return self.prefixed(op, operand, NumberType::Int(IntKind::Int), value);
        }
        let operand = if op == UnaryOp::BitNot { self.integer(operand) } else { operand };
        let target = &self.program.target;
        let ty = promoted(target, operand.ty);
        let own = converted(target, operand.ty, operand.value, ty).expect("a promotion is exact");
        let (least, most) = limits(target, ty);
        if op == UnaryOp::Neg && least < 0 && -own > most {
            op = UnaryOp::BitNot;
            self.tally.flipped += 1;
        }
        let exact = match op {
            UnaryOp::Neg => -own,
            UnaryOp::BitNot => !own,
            _ => own,
        };
        // Unsigned types wrap; the others hold the exact result.
        let value = converted(target, ty, exact, ty).expect("the result fits");
        self.prefixed(op, operand, ty, value)
    }

    fn prefixed(
        &mut self,
        op: UnaryOp,
        operand: KnownOperand,
        ty: NumberType,
        value: i128,
    ) -> KnownOperand {
        let expr = self.build().unary(op, operand.expr, Loc::NONE).expect(TYPED);
        KnownOperand { expr, ty, value }
    }
}

/// A list of variables.
#[derive(Copy, Clone)]
enum Which {
    Inputs,
    Results,
}
