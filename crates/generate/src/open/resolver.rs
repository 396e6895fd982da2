//! The resolver of a draft: what each open site becomes when it is executed for the first time.

use super::{OpenDraft, aims, rewrites};
use brinell_lang::open::{DecisionTable, OperationDecision};
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
        if let Some(aimed) = aims::aimed(seen, *intent, earlier) {
            return aimed;
        }
        if seen.raw().is_ok() {
            return kept;
        }
        // Another literal is the smallest change.
        let other = seen.constant.and_then(|constant| {
            [1, 2, 3].into_iter().find_map(|value| aims::with_constant(seen, constant, value))
        });
        other.or_else(|| rewrites::rewritten(seen, *intent)).unwrap_or(kept)
    }

    fn negates(&self, site: (FuncId, StmtId), holds: bool) -> bool {
        self.open.wanted_arms.get(&site).is_some_and(|wanted| *wanted != holds)
    }
}
