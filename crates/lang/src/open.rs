//! Open sites: places of a program whose last details are decided when they are executed for the
//! first time, and the decisions.
//!
//! Plain data. The machine executes decisions, a resolver makes them, and `transform` writes them
//! into the program; all three go by what is said here. A decision never removes, repeats or
//! reorders an operand that is not a constant.

use crate::arith::{ArithError, IntShape};
use crate::bits::Bits;
use crate::expr::BinaryOp;
use crate::ids::{ExprId, FuncId, GlobalId, StmtId};
use crate::relaxed::{PointerDecision, RelaxedDecisions, RelaxedSites};
use rustc_hash::{FxHashMap, FxHashSet};

/// An operand of a binary operation.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub enum OperandSide {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// A literal whose value is open. It belongs to the operator that it is an operand of, converted
/// or not.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct OpenConstant {
    /// Which operand it is.
    pub side: OperandSide,
    /// The literal itself.
    pub literal: ExprId,
    /// The shape of the literal's own type: the operand may have been converted.
    pub shape: IntShape,
}

/// What is left open in a program.
#[derive(Clone, Debug, Default)]
pub struct OpenSites {
    /// Integer operations: binary operators, compound assignments, `++`, `--` and unary minus,
    /// which counts as `0 - x`.
    pub operations: FxHashMap<(FuncId, ExprId), Option<OpenConstant>>,
    /// `if` statements whose condition may be negated.
    pub conditions: FxHashSet<(FuncId, StmtId)>,
    /// Numbers in static storage whose initial value is open: the global, and the initialiser in
    /// its own arena, a literal that may be converted.
    pub initial_values: FxHashSet<(GlobalId, ExprId)>,
    /// Places that may be undefined as they are written.
    pub relaxed: RelaxedSites,
}

/// A constant that is added to an operand or subtracted from it, in the operand's type.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct InsertedConstant {
    /// Whether it is subtracted.
    pub subtracted: bool,
    /// Its value.
    pub value: i128,
}

impl InsertedConstant {
    /// The operand with it, if that is defined.
    fn applied(self, shape: IntShape, operand: i128) -> Result<i128, ArithError> {
        let op = if self.subtracted { BinaryOp::Sub } else { BinaryOp::Add };
        shape.binary(op, pattern(operand), pattern(self.value)).map(Bits::signed)
    }

    /// The operand with it, modulo 2^N.
    fn wrapped(self, shape: IntShape, operand: i128) -> i128 {
        let sum = if self.subtracted { operand - self.value } else { operand + self.value };
        shape.wrap(pattern(sum)).signed()
    }
}

/// What became of an open operation.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct OperationDecision {
    /// The operator.
    pub op: BinaryOp,
    /// The value of the open literal, in its own type.
    pub constant: Option<i128>,
    /// What is inserted at the operands.
    pub left: Option<InsertedConstant>,
    /// As `left`.
    pub right: Option<InsertedConstant>,
    /// Whether it is computed modulo 2^N, in the unsigned type, with the amount of a shift modulo
    /// the width. That equals the raw operation wherever the raw one is defined.
    pub wraps: bool,
}

impl OperationDecision {
    /// The operation as it was grown.
    pub const fn kept(op: BinaryOp) -> Self {
        Self { op, constant: None, left: None, right: None, wraps: false }
    }

    /// Whether the operator has a form that is defined for all operands and equals it wherever it
    /// is defined itself.
    pub const fn can_wrap(op: BinaryOp) -> bool {
        !matches!(op, BinaryOp::Div | BinaryOp::Rem)
    }

    /// The result for operands that have been converted: their values, and the shapes of the
    /// operation and of the right operand, which differ for shifts. The value of an open literal
    /// has taken the place of its operand already.
    pub fn result(
        &self,
        shape: IntShape,
        amount: IntShape,
        left: i128,
        right: i128,
    ) -> Result<i128, ArithError> {
        if self.wraps {
            return self.wrapped_result(shape, amount, left, right);
        }
        let left = self.left.map_or(Ok(left), |inserted| inserted.applied(shape, left))?;
        let right = self.right.map_or(Ok(right), |inserted| inserted.applied(amount, right))?;
        raw_result(self.op, shape, left, right)
    }

    fn wrapped_result(
        &self,
        shape: IntShape,
        amount: IntShape,
        left: i128,
        right: i128,
    ) -> Result<i128, ArithError> {
        let left = self.left.map_or(left, |inserted| inserted.wrapped(shape, left));
        let right = self.right.map_or(right, |inserted| inserted.wrapped(amount, right));
        let unsigned = IntShape { signed: false, ..shape };
        let modulo = |value: i128| unsigned.wrap(pattern(value)).signed();
        let back = |value: i128| shape.wrap(pattern(value)).signed();
        match self.op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                raw_result(self.op, unsigned, modulo(left), modulo(right)).map(back)
            }
            BinaryOp::Shl => {
                let by = right.rem_euclid(i128::from(shape.bits));
                raw_result(self.op, unsigned, modulo(left), by).map(back)
            }
            BinaryOp::Shr => {
                raw_result(self.op, shape, left, right.rem_euclid(i128::from(shape.bits)))
            }
            _ => raw_result(self.op, shape, left, right),
        }
    }
}

/// An operation on values of a shape, as C defines it.
pub fn raw_result(
    op: BinaryOp,
    shape: IntShape,
    left: i128,
    right: i128,
) -> Result<i128, ArithError> {
    let result = if op.is_shift() {
        shape.shift(op, pattern(left), right)
    } else {
        shape.binary(op, pattern(left), pattern(right))
    };
    result.map(Bits::signed)
}

const fn pattern(value: i128) -> Bits {
    Bits::new(value as u128)
}

/// What became of an open initial value.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum InitialDecision {
    /// It stands as it was grown.
    Kept,
    /// It is this number.
    Another(i128),
}

/// All decisions of a program, in the order in which they were made.
#[derive(Clone, Debug, Default)]
pub struct DecisionTable {
    operations: FxHashMap<(FuncId, ExprId), (u32, OperationDecision)>,
    /// Whether the condition is negated.
    conditions: FxHashMap<(FuncId, StmtId), (u32, bool)>,
    initial_values: FxHashMap<(GlobalId, ExprId), (u32, InitialDecision)>,
    /// Values of open literals, in the order of their decisions.
    constants: Vec<(u32, i128)>,
    /// About relaxed places.
    pub relaxed: RelaxedDecisions,
    /// How many decisions have been made.
    made: u32,
}

impl DecisionTable {
    /// What was decided about an operation.
    pub fn operation(&self, site: (FuncId, ExprId)) -> Option<OperationDecision> {
        self.operations.get(&site).map(|(_, decision)| *decision)
    }

    /// Whether a condition is negated, if that was decided.
    pub fn condition(&self, site: (FuncId, StmtId)) -> Option<bool> {
        self.conditions.get(&site).map(|(_, negated)| *negated)
    }

    /// Decides about an operation for the first time.
    pub fn decide_operation(&mut self, site: (FuncId, ExprId), decision: OperationDecision) {
        self.operations.insert(site, (self.made, decision));
        self.constants.extend(decision.constant.map(|value| (self.made, value)));
        self.made += 1;
    }

    /// Decides about a condition for the first time.
    pub fn decide_condition(&mut self, site: (FuncId, StmtId), negated: bool) {
        self.conditions.insert(site, (self.made, negated));
        self.made += 1;
    }

    /// What was decided about an initial value.
    pub fn initial_value(&self, site: (GlobalId, ExprId)) -> Option<InitialDecision> {
        self.initial_values.get(&site).map(|(_, decision)| *decision)
    }

    /// Decides about an initial value for the first time.
    pub fn decide_initial_value(&mut self, site: (GlobalId, ExprId), decision: InitialDecision) {
        self.initial_values.insert(site, (self.made, decision));
        self.made += 1;
    }

    /// All initial values that are others than those that were grown, in no order.
    pub fn initial_values(&self) -> impl Iterator<Item = ((GlobalId, ExprId), i128)> {
        self.initial_values.iter().filter_map(|(site, (_, decision))| match decision {
            InitialDecision::Kept => None,
            InitialDecision::Another(value) => Some((*site, *value)),
        })
    }

    /// From now on, a decided operation takes its form that is defined for all operands; what it
    /// gave before is not changed by that.
    pub fn wrap(&mut self, site: (FuncId, ExprId)) {
        if let Some((_, decision)) = self.operations.get_mut(&site) {
            decision.wraps = true;
        }
    }

    /// Decides about a relaxed pointer.
    pub fn decide_pointer(&mut self, site: (FuncId, ExprId), decision: PointerDecision) {
        self.relaxed.decide_pointer(site, decision, self.made);
        self.made += 1;
    }

    /// Replaces operators of decided sites by ones that are defined for all operands and relaxed
    /// pointers by their alternatives, and forgets everything that was decided after the first of
    /// them. The program has to be run again.
    pub fn demote(
        &mut self,
        sites: &FxHashSet<(FuncId, ExprId)>,
        pointers: &FxHashSet<(FuncId, ExprId)>,
    ) {
        let times = sites.iter().filter_map(|site| self.operations.get(site).map(|(at, _)| *at));
        let Some(earliest) = times.chain(self.relaxed.earliest(pointers)).min() else { return };
        self.relaxed.demote(pointers, earliest);
        self.forget_since(earliest, sites);
    }

    /// Leaves out jumps, and forgets all other decisions, since it is not known what came before.
    /// Whether there was one that was not left out yet: then the program has to be run again.
    pub fn remove_jumps(&mut self, jumps: impl Iterator<Item = (FuncId, StmtId)>) -> bool {
        let removed = self.relaxed.remove(jumps);
        if removed {
            let none = FxHashSet::default();
            self.relaxed.demote(&none, 0);
            self.forget_since(0, &none);
        }
        removed
    }

    fn forget_since(&mut self, earliest: u32, demote: &FxHashSet<(FuncId, ExprId)>) {
        self.operations.retain(|site, (at, decision)| {
            if demote.contains(site) {
                *decision = OperationDecision::kept(demoted(decision.op));
                return true;
            }
            *at < earliest
        });
        self.conditions.retain(|_, (at, _)| *at < earliest);
        self.initial_values.retain(|_, (at, _)| *at < earliest);
        self.constants.retain(|(at, _)| *at < earliest);
    }

    /// The values that open literals were given, in order.
    pub fn constants(&self) -> impl ExactSizeIterator<Item = i128> {
        self.constants.iter().map(|(_, value)| *value)
    }

    /// All operations that were decided about, in no order.
    pub fn operations(&self) -> impl Iterator<Item = ((FuncId, ExprId), OperationDecision)> {
        self.operations.iter().map(|(site, (_, decision))| (*site, *decision))
    }

    /// All conditions that were decided about, and whether they are negated, in no order.
    pub fn conditions(&self) -> impl Iterator<Item = ((FuncId, StmtId), bool)> {
        self.conditions.iter().map(|(site, (_, negated))| (*site, *negated))
    }
}

/// An operator that takes the place of one which has no form that is defined for all operands.
pub const fn demoted(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Div => BinaryOp::Xor,
        BinaryOp::Rem => BinaryOp::And,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPS: [BinaryOp; 5] =
        [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Shl, BinaryOp::Shr];

    /// The wrapping form is defined for all operands, and equals the raw operation wherever that is
    /// defined: exhaustively at 4 bits, with something inserted and without.
    #[test]
    fn wrapping_equals_the_raw_operation() {
        let insertions = [None, Some(-7), Some(-1), Some(3), Some(7)]
            .map(|k| k.map(|value| InsertedConstant { subtracted: false, value }));
        for signed in [false, true] {
            let shape = IntShape { bits: 4, signed };
            for (op, inserted) in OPS.into_iter().flat_map(|op| insertions.map(|i| (op, i))) {
                let inserted = inserted.filter(|i| shape.holds(i.value));
                let raw = OperationDecision { right: inserted, ..OperationDecision::kept(op) };
                let wrapping = OperationDecision { wraps: true, ..raw };
                for left in shape.min()..=shape.max() {
                    for right in shape.min()..=shape.max() {
                        let wrapped = wrapping.result(shape, shape, left, right);
                        assert!(wrapped.is_ok_and(|v| shape.holds(v)), "{left} {op:?} {right}");
                        if let Ok(value) = raw.result(shape, shape, left, right) {
                            assert_eq!(wrapped, Ok(value), "{left} {op:?} {right}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_was_decided_after_a_demoted_site_is_forgotten() {
        let site = |n| (FuncId(0), ExprId(n));
        let mut table = DecisionTable::default();
        for n in 0..3 {
            let decision = OperationDecision {
                constant: Some(n.into()),
                ..OperationDecision::kept(BinaryOp::Div)
            };
            table.decide_operation(site(n), decision);
        }
        table.decide_condition((FuncId(0), StmtId(0)), true);
        table.demote(&FxHashSet::from_iter([site(1)]), &FxHashSet::default());
        assert_eq!(table.operation(site(0)).map(|d| d.op), Some(BinaryOp::Div));
        assert_eq!(
            table.operation(site(1)),
            Some(OperationDecision::kept(BinaryOp::Xor)),
            "the demoted site takes an operator that is defined for all operands"
        );
        assert_eq!(table.operation(site(2)), None);
        assert_eq!(table.condition((FuncId(0), StmtId(0))), None);
        assert_eq!(table.constants().collect::<Vec<_>>(), [0]);
    }
}
