//! `switch`: dense, sparse, with fallthrough and without.

use super::Grower;
use super::scope::Around;
use brinell_lang::arith::IntShape;
use brinell_lang::{BinaryOp, Bits, IntKind, Loc, StmtId, StmtKind};

impl Grower<'_> {
    pub(super) fn switch_stmt(&mut self) -> bool {
        let mark = self.mark();
        let count = 1 + self.choices.below(self.config.max_switch_cases.max(1));
        let dense = self.choices.chance(self.config.switch_dense_percent);
        let mut ex = self.int_expr(self.depth_here().min(self.config.max_depth_switch));
        if dense && self.choices.chance(self.config.switch_masked_percent) {
            // Few values, so that most arms can be met.
            let mask = u64::from(count.next_power_of_two()) - 1;
            let mask = self.constant_of(mask.max(1), IntKind::Int);
            let Ok(masked) = self.build().binary(BinaryOp::And, ex.id, mask.id, Loc::NONE) else {
                self.rollback(mark);
                return false;
            };
            ex.id = masked;
            self.add_tokens(2);
        }
        if !self.commit_condition(&ex, &mark) {
            self.rollback(mark);
            return false;
        }
        let scrutinee = {
            let mut b = self.build();
            let value = b.rvalue(ex.id);
            b.promote(value)
        };
        let kind = self.text.program.types.as_int(self.type_of(scrutinee)).unwrap_or(IntKind::Int);
        let mut values = self.case_values(kind, count, dense);
        let default = self.choices.chance(self.config.switch_default_percent);
        if default {
            values.insert(self.choices.below(values.len() as u32 + 1) as usize, None);
        }
        let stmt = self.arms(scrutinee, &values);
        self.append(stmt);
        true
    }

    /// Distinct values of the type, as patterns.
    fn case_values(&mut self, kind: IntKind, count: u32, dense: bool) -> Vec<Option<Bits>> {
        let shape = IntShape::of(self.target(), kind);
        let mut values: Vec<Bits> = Vec::new();
        if dense {
            let negative = shape.signed && self.choices.chance(self.config.switch_negative_percent);
            let start = if negative { -3i64 } else { 0 };
            values.extend((0..i64::from(count)).map(|i| shape.wrap((start + i).into())));
        } else {
            for _ in 0..count {
                let value = self.draw_value(kind);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        values.into_iter().map(Some).collect()
    }

    fn arms(&mut self, scrutinee: brinell_lang::ExprId, values: &[Option<Bits>]) -> StmtId {
        let (analysis, flow) = self.facts.at_point();
        let open = analysis.open_switch(flow);
        self.function_mut().around.push(Around::Switch);
        let mut stmts = Vec::new();
        let mut rest = values;
        while let Some((first, tail)) = rest.split_first() {
            // Several labels in a row share an arm.
            let shared = self.choices.chance(self.config.switch_shared_percent);
            let more = usize::from(shared && !tail.is_empty());
            let (also, tail) = tail.split_at(more);
            rest = tail;
            for value in std::iter::once(first).chain(also) {
                let kind = match value {
                    Some(v) => StmtKind::Case { lo: *v, hi: *v },
                    None => StmtKind::Default,
                };
                let marker = self.push_stmt(kind);
                self.walk(marker).expect("a label has nothing that could be refused");
                stmts.push(marker);
                self.add_tokens(3);
            }
            let body = self.block(Self::fill_block);
            stmts.push(body);
            let falls = self.config.switch_fallthrough_percent;
            if self.state().is_reachable() && !self.choices.chance(falls) {
                let stop = self.push_stmt(StmtKind::Break);
                self.walk(stop).expect("a break has nothing that could be refused");
                stmts.push(stop);
                self.add_tokens(2);
            }
        }
        self.function_mut().around.pop();
        let (analysis, flow) = self.facts.at_point();
        analysis.close_switch(open, flow);
        self.add_tokens(5);
        let body = self.push_stmt(StmtKind::Block(stmts));
        self.push_stmt(StmtKind::Switch { scrutinee, body })
    }
}
