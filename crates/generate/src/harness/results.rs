//! Results whose values are known: taken into the checksum, or compared one by one.
//!
//! Locals of the entry function are looked at where it ends, globals in `main`. A floating result
//! is a whole number, and goes into the checksum as one: what matters is its value.

use super::entry::{Main, TYPED};
use crate::orange::{NumberType, literal};
use crate::{Draft, ExpectedResult, VariablePlace};
use brinell_lang::{BinaryOp, ExprId, IntKind, Loc, StmtId, StmtKind, TypeId};

/// The widest type whose values are words for the runtime as they are.
const WORD_BITS: u32 = 32;

impl Main<'_> {
    /// Looks at the results that are locals of the entry function, at its end.
    pub fn local_results(&mut self, draft: &Draft, each: bool) {
        let is_local = |result: &&ExpectedResult| matches!(result.place, VariablePlace::Local(_));
        let locals: Vec<_> = draft.results.iter().filter(is_local).collect();
        let Some(body) = self.program.function_mut(draft.entry).body.take() else { return };
        let own = std::mem::replace(&mut self.body, body);
        let shown: Vec<StmtId> = locals.into_iter().map(|one| self.result(one, each)).collect();
        if let Some(root) = self.body.root
            && let StmtKind::Block(stmts) = &mut self.body.stmts[root].kind
        {
            stmts.extend(shown);
        }
        let body = std::mem::replace(&mut self.body, own);
        self.program.function_mut(draft.entry).body = Some(body);
    }

    /// Looks at one result.
    pub fn result(&mut self, result: &ExpectedResult, each: bool) -> StmtId {
        if each {
            return self.compare(result);
        }
        let name = self.name_of_result(result);
        let mut value = self.read_result(result);
        if let NumberType::Float(_) = result.ty {
            value = self.as_integer(value, IntKind::LongLong);
        }
        self.hash(value, &name)
    }

    /// `if (variable != expected) wrong_...("variable", variable, expected)`
    fn compare(&mut self, result: &ExpectedResult) -> StmtId {
        let tested = self.read_result(result);
        let mut build = self.builder();
        let expected = literal(&mut build, result.ty, result.value);
        let cond = build.binary(BinaryOp::Ne, tested, expected, Loc::NONE).expect(TYPED);
        let then = if self.hosted {
            let complain = match result.ty {
                NumberType::Float(_) => "wrong_number",
                NumberType::Int(kind) => {
                    let target = &self.program.target;
                    match (target.int_bits(kind) > WORD_BITS, target.is_signed(kind)) {
                        (false, true) => "wrong_long",
                        (false, false) => "wrong_unsigned_long",
                        (true, true) => "wrong_long_long",
                        (true, false) => "wrong_unsigned_long_long",
                    }
                }
            };
            let name = self.name_of_result(result);
            let name = self.string(&name);
            let actual = self.read_result(result);
            let expected = literal(&mut self.builder(), result.ty, result.value);
            let call = self.call_by_name(complain, vec![name, actual, expected]);
            self.evaluate(call)
        } else {
            let call = self.call_by_name("mismatch", Vec::new());
            self.evaluate(call)
        };
        self.stmt(StmtKind::If { cond, then, otherwise: None })
    }

    /// Whether some result was another than expected, which is the exit status.
    pub fn mismatched(&mut self) -> ExprId {
        let mismatches = self.import.global_named("mismatches", self.program);
        self.differs(mismatches, 0)
    }

    fn as_integer(&mut self, value: ExprId, kind: IntKind) -> ExprId {
        let ty: TypeId = self.program.types_mut().int(kind);
        self.builder().cast(value, ty, Loc::NONE).expect(TYPED)
    }

    fn read_result(&mut self, result: &ExpectedResult) -> ExprId {
        match result.place {
            VariablePlace::Global(id) => self.read_global(id),
            VariablePlace::Local(id) => self.read_local(id),
        }
    }

    /// As the printer makes it from its id.
    fn name_of_result(&self, result: &ExpectedResult) -> String {
        match result.place {
            VariablePlace::Global(id) => self.name_of(id),
            VariablePlace::Local(id) => format!("l_{}", id.0),
        }
    }
}
