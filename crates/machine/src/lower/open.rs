//! Open sites, lowered: operators and branches that ask what was decided about them.

use super::Lower;
use crate::code::{Conv, N, Node, Oper, OperandOrder, Pc, Scalar};
use crate::relax::RelaxedDeref;
use crate::resolve::OpenOper;
use crate::value::Value;
use brinell_lang::arith::IntShape;
use brinell_lang::open::OpenConstant;
use brinell_lang::{BinaryOp, ExprId, LocalId, StmtId};

impl Lower<'_> {
    /// Whether the condition of an `if` may be negated.
    pub fn is_open_branch(&self, stmt: StmtId) -> bool {
        match (self.open, self.code.func) {
            (Some(open), Some(func)) => open.conditions.contains(&(func, stmt)),
            _ => false,
        }
    }

    /// The place in the code's list of a pointer that is relaxed; `written` is its own node.
    pub fn relaxed_pointer(&mut self, e: ExprId, written: N) -> Option<u32> {
        let func = self.code.func?;
        let relaxed = *self.open?.relaxed.pointers.get(&(func, e))?;
        let alternative = self.value(relaxed.alternative);
        let at = self.code.relaxed.len() as u32;
        let guards = relaxed.guards;
        self.code.relaxed.push(RelaxedDeref { pointer: e, written, alternative, guards });
        Some(at)
    }

    /// Whether the initialiser of a variable may be left out.
    pub fn is_relaxed_local(&self, local: LocalId) -> bool {
        match (self.open, self.code.func) {
            (Some(open), Some(func)) => open.relaxed.initialisers.contains(&(func, local)),
            _ => false,
        }
    }

    /// Whether a `goto` may be left out.
    pub fn is_relaxed_jump(&self, stmt: StmtId) -> bool {
        match (self.open, self.code.func) {
            (Some(open), Some(func)) => open.relaxed.jumps.contains_key(&(func, stmt)),
            _ => false,
        }
    }

    /// Notes where a statement with a merged effect is evaluated.
    pub fn note_merged(&mut self, stmt: StmtId, at: Pc) {
        if let (Some(open), Some(func)) = (self.open, self.code.func)
            && open.relaxed.merged.contains_key(&(func, stmt))
        {
            self.code.merged.insert(at, stmt);
        }
    }

    /// The node of an expression, with its operation open if it is among the open ones.
    pub fn opened(&mut self, node: N, e: ExprId) -> N {
        let (Some(open), Some(func)) = (self.open, self.code.func) else { return node };
        let Some(constant) = open.operations.get(&(func, e)).copied() else { return node };
        match self.code.nodes[node as usize] {
            Node::Binary { oper, lhs, rhs, .. } => {
                let reads = [self.open_read(lhs), self.open_read(rhs)];
                self.open_oper(node, oper, e, constant, (true, true), reads);
                node
            }
            Node::AssignOp { oper, rhs, .. } => {
                let reads = [None, self.open_read(rhs)];
                self.open_oper(node, oper, e, constant, (false, true), reads);
                node
            }
            Node::IncDec { oper, .. } => {
                self.open_oper(node, oper, e, constant, (false, false), [None; 2]);
                node
            }
            // `-x` is `0 - x`.
            Node::Neg(shape, inner) => {
                let loc = self.expr(e).loc;
                let lhs = self.push(Node::Const(Value::ZERO), loc);
                let oper = Oper::Int { op: BinaryOp::Sub, shape };
                let order = OperandOrder::Free;
                let minus = self.push(Node::Binary { oper, order, lhs, rhs: inner }, loc);
                self.open_oper(minus, oper, e, constant, (false, false), [None; 2]);
                minus
            }
            _ => node,
        }
    }

    /// The load that an operand is, converted between integers or not, where initial values are
    /// open.
    fn open_read(&mut self, mut node: N) -> Option<N> {
        if self.open?.initial_values.is_empty() {
            return None;
        }
        let mut through = Vec::new();
        loop {
            match self.code.nodes[node as usize] {
                Node::Convert(Conv::Keep, inner) => node = inner,
                Node::Convert(Conv::Int(shape), inner) => {
                    through.push(shape);
                    node = inner;
                }
                Node::Load { access, .. } => {
                    let Scalar::Int(stored) = self.code.accesses[access as usize].scalar else {
                        return None;
                    };
                    // What comes before the last conversion must keep all values.
                    let keeps =
                        |shape: &IntShape| shape.holds(stored.min()) && shape.holds(stored.max());
                    if !through.iter().skip(1).all(keeps) {
                        return None;
                    }
                    self.code.open_reads.insert(node);
                    return Some(node);
                }
                _ => return None,
            }
        }
    }

    fn open_oper(
        &mut self,
        node: N,
        oper: Oper,
        expr: ExprId,
        constant: Option<OpenConstant>,
        (takes_left_insertion, takes_insertions): (bool, bool),
        reads: [Option<N>; 2],
    ) {
        if !matches!(oper, Oper::Int { .. } | Oper::Shift { .. }) {
            return;
        }
        let at = self.code.open.len() as u32;
        self.code.open.push(OpenOper {
            oper,
            expr,
            constant,
            takes_insertions,
            takes_left_insertion,
            reads,
        });
        let (Node::Binary { oper: place, .. }
        | Node::AssignOp { oper: place, .. }
        | Node::IncDec { oper: place, .. }) = &mut self.code.nodes[node as usize]
        else {
            return;
        };
        *place = Oper::Open(at);
    }
}
