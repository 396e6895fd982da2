//! The facts: the analysis, and the flow at the point where each open function is written.

use super::text::TakenBack;
use brinell_analysis::{Analysis, Flow, SpaceMark, State};
use brinell_lang::FuncId;

/// What is known while a program grows.
pub struct DraftFacts {
    pub analysis: Analysis,
    /// A flow for each open function, innermost last.
    flows: Vec<Flow>,
    /// The facts when `func_1` has returned.
    pub at_end: Option<State>,
}

/// What it takes to go back: where the variables stood, and the flow of the open function.
pub struct FactsMark {
    space: SpaceMark,
    pub flow: Flow,
}

/// How much of the analysis's work a written token pays for: calls and loops are walked again and
/// again, and this keeps the whole linear in the size of the program.
const WORK_PER_TOKEN: u64 = 60;
/// What may be walked for one call beyond that, so that the first calls have a chance.
const WORK_FOR_ONE: u64 = 3_000;
/// What may be walked to close one loop beyond its part of what tokens pay for.
const WORK_FOR_LOOP: u64 = 20_000;

impl DraftFacts {
    pub fn new(union_punning: bool) -> Self {
        let mut analysis = Analysis::new();
        analysis.union_punning = union_punning;
        Self { analysis, flows: Vec::new(), at_end: None }
    }

    /// A function is opened, and written from this flow on.
    pub fn open(&mut self, flow: Flow) {
        self.flows.push(flow);
    }

    /// The innermost open function is closed.
    pub fn close(&mut self) -> Flow {
        self.flows.pop().expect("the function that was opened is closed")
    }

    pub fn flow(&self) -> &Flow {
        self.flows.last().expect("a function is open while code is written")
    }

    pub fn flow_mut(&mut self) -> &mut Flow {
        self.at_point().1
    }

    /// The analysis, and the flow at the point where we write.
    pub fn at_point(&mut self) -> (&mut Analysis, &mut Flow) {
        let flow = self.flows.last_mut().expect("a function is open while code is written");
        (&mut self.analysis, flow)
    }

    pub fn mark(&self) -> FactsMark {
        // Only the innermost flow moves; what the analysis remembers of its walks holds as long as
        // the ids do that it is about.
        let Self { analysis, flows: _, at_end: _ } = self;
        FactsMark { space: analysis.space.mark(), flow: self.flow().clone() }
    }

    /// Goes back; `gone` are the ids of the open function that do not exist any more.
    pub fn rollback(&mut self, func: FuncId, mark: FactsMark, gone: &TakenBack) {
        let FactsMark { space, flow } = mark;
        if let Some(first) = gone.functions {
            self.analysis.forget_functions(first);
        }
        if let Some(first) = gone.stmts {
            self.analysis.forget_statements(func, first);
        }
        self.analysis.forget_proposals(func, gone.exprs);
        self.analysis.space.rollback(space);
        *self.flow_mut() = flow;
    }

    // ---- the work that tokens pay for ----

    /// Lets the analysis walk as much as the tokens written so far pay for.
    pub fn allow_work(&mut self, tokens: u64) {
        let paid = tokens.saturating_mul(WORK_PER_TOKEN).max(self.analysis.work);
        self.analysis.work_limit = paid + WORK_FOR_ONE;
    }

    /// Lets the analysis walk a loop that is closed, but not without limit: what is too entangled
    /// to walk is too entangled to keep.
    pub fn allow_loop(&mut self, tokens: u64) {
        self.analysis.work_limit = self.analysis.work + WORK_FOR_LOOP + tokens * WORK_PER_TOKEN / 4;
    }

    /// Lets the analysis walk whatever it needs: for what has to be committed.
    pub fn allow_all_work(&mut self) {
        self.analysis.work_limit = u64::MAX;
    }
}

#[cfg(test)]
impl DraftFacts {
    /// All that a rollback has to restore, in words.
    pub fn digest(&self) -> String {
        use brinell_analysis::VariableNode;
        let space = &self.analysis.space;
        let nodes = (0..space.len() as u32).map(VariableNode);
        let variables: Vec<_> = nodes
            .map(|node| (space.root(node), space.ty(node), space.of(space.root(node))))
            .collect();
        format!("{:?} {variables:?} {}", self.flows, space.fact_count())
    }
}
