//! The resolver of a draft: what each open site becomes when it is executed for the first time.

use super::{Intent, OpenDraft, aims, rewrites, telling};
use brinell_lang::arith::IntShape;
use brinell_lang::open::{DecisionTable, OpenConstant, OperandSide, OperationDecision};
use brinell_lang::{ExprId, FuncId, StmtId};
use brinell_machine::{Resolver, SeenOperation};

/// Decides by the intents of a draft.
#[derive(Debug)]
pub struct DraftResolver<'a> {
    /// The draft's open sites.
    pub open: &'a OpenDraft,
}

impl Resolver for DraftResolver<'_> {
    fn operation(
        &self,
        site: (FuncId, ExprId),
        seen: &SeenOperation,
        earlier: &DecisionTable,
    ) -> OperationDecision {
        let kept = OperationDecision::kept(seen.op);
        let Some(intent) = self.open.intents.get(&site) else { return kept };
        // A copy becomes what the first of them has become, where that is defined.
        let twins = self.open.twins.get(&site).map_or(&[][..], |all| &all[..]);
        let decided = twins.iter().find_map(|twin| earlier.operation(*twin));
        let same = |twin: &OperationDecision| !twin.wraps && seen.result(twin).is_ok();
        if let Some(twin) = decided.filter(same) {
            return twin;
        }
        let decision = alone(seen, *intent, earlier);
        if intent.tells { telling::telling(seen, decision, *intent, earlier) } else { decision }
    }

    fn initial_value(
        &self,
        site: (FuncId, ExprId),
        seen: &SeenOperation,
        side: OperandSide,
        shape: IntShape,
        earlier: &DecisionTable,
    ) -> Option<i128> {
        // A literal serves the aim, if there is one.
        let intent = self.open.intents.get(&site).filter(|_| seen.constant.is_none())?;
        // It is like a literal on that side, whose own place in the text does not matter.
        let constant = Some(OpenConstant { side, literal: site.1, shape });
        let seen = SeenOperation { constant, ..*seen };
        let aimed = aims::aimed(&seen, *intent, earlier)?;
        let told = |decision| telling::telling(&seen, decision, *intent, earlier);
        let value = if intent.tells { told(aimed) } else { aimed };
        // What it takes to tell may be another operator, which is decided next.
        if value.op == seen.op { value.constant } else { aimed.constant }
    }

    fn negates(&self, site: (FuncId, StmtId), holds: bool) -> bool {
        self.open.wanted_arms.get(&site).is_some_and(|wanted| *wanted != holds)
    }
}

/// What an operation becomes that is no copy of another one.
fn alone(seen: &SeenOperation, intent: Intent, earlier: &DecisionTable) -> OperationDecision {
    let kept = OperationDecision::kept(seen.op);
    if let Some(aimed) = aims::aimed(seen, intent, earlier) {
        return aimed;
    }
    if seen.raw().is_ok() {
        return kept;
    }
    // Another literal is the smallest change.
    let other = seen.constant.and_then(|constant| {
        [1, 2, 3].into_iter().find_map(|value| aims::with_constant(seen, constant, value))
    });
    other.or_else(|| rewrites::rewritten(seen, intent)).unwrap_or(kept)
}
