//! The analysis itself: what it keeps between walks, and the doors into it.

use crate::call::{FactRecorder, Summaries};
use crate::effects::{Effects, NodeSet};
use crate::expr::Here;
use crate::loops::LoopMemos;
use crate::proposals::Proposals;
use crate::sets::{SetId, Sets};
use crate::space::{NodeSpace, VariableNode};
use crate::state::State;
use brinell_lang::{ExprId, FuncId, LabelId, LocalId, Program, StmtId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Where the analysis looks: the program as it is now, and the function in it.
#[derive(Copy, Clone)]
pub struct Cx<'a> {
    /// The program.
    pub program: &'a Program,
    /// The function whose body is walked; it may be half built.
    pub func: FuncId,
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum AbstractValue {
    /// A number, or nothing.
    Plain,
    /// A pointer.
    Pointer(SetId),
    /// A struct or union: the facts of the pointer and union nodes in it, by their distance from
    /// its root node. The facts of unions have their highest bit set.
    Record(Rc<[(u32, u32)]>),
}

/// Why a construct must not be committed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Violation {
    /// A pointer that may be null is dereferenced, or computed with.
    NullDereference,
    /// A pointer that may be garbage (dangling, uninitialised) is dereferenced.
    GarbageDereference,
    /// A pointer that may be garbage is read.
    GarbageRead,
    /// A union member is read that may not be the one stored last.
    UnionRead,
    /// An object is assigned from another that overlaps it inexactly.
    Overlap,
    /// Unsequenced effects conflict.
    Unsequenced,
    /// A loop variable is written inside its loop.
    ProtectedWrite,
    /// The address of a misaligned member is taken.
    Misaligned,
    /// The work limit is used up.
    TooMuchWork,
    /// A jump that the analysis does not follow.
    Jump,
    /// A call of a function that has no body or is still open.
    OpenCall,
    /// Something else that the analysis does not follow: compound literals, accesses whose type is not the object's, values of calls that never return.
    Unsupported,
}

/// Facts on their way through the statements of one function.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Where control goes on.
    pub state: State,
    /// Joined states of `break`s of the innermost open loop or switch.
    pub breaks: State,
    /// Joined states of `continue`s of the innermost open loop.
    pub continues: State,
    /// Joined states of `goto`s, by label, whose label has not been passed since.
    pub gotos: FxHashMap<LabelId, State>,
    /// Joined states at `return`s.
    pub returns: State,
    /// The joined value returned.
    pub returned: Option<AbstractValue>,
    /// Everything read and written since the flow began.
    pub effects: Effects,
    /// The state in which the innermost open `switch` jumps to its cases.
    pub cases: State,
    /// Whether the innermost open `switch` has had its `default`.
    pub has_default: bool,
    /// Joined states at labels that have been passed.
    pub labels: FxHashMap<LabelId, State>,
    /// Joined states of backward `goto`s that a walk has begun with already.
    pub(crate) arrived: FxHashMap<LabelId, State>,
}

impl Flow {
    /// A flow that begins with this state.
    pub fn new(state: State) -> Self {
        Self {
            state,
            breaks: State::unreachable(),
            continues: State::unreachable(),
            gotos: FxHashMap::default(),
            returns: State::unreachable(),
            returned: None,
            effects: Effects::default(),
            cases: State::unreachable(),
            has_default: false,
            labels: FxHashMap::default(),
            arrived: FxHashMap::default(),
        }
    }

    /// All states on their way to some point.
    pub(crate) fn states_mut(&mut self) -> impl Iterator<Item = &mut State> {
        [&mut self.state, &mut self.breaks, &mut self.continues, &mut self.returns, &mut self.cases]
            .into_iter()
            .chain(self.gotos.values_mut())
            .filter(|state| state.is_reachable())
    }
}

/// Where the points-to sets of pointers are gathered over all visits, by the statement that wrote
/// or names them. A set with garbage in it belongs to a pointer that cannot always be read there.
pub type PointerRecord = FxHashMap<(FuncId, StmtId, VariableNode), SetId>;

/// The analysis of one program.
#[derive(Debug)]
pub struct Analysis {
    /// The abstract variables.
    pub space: NodeSpace,
    /// The points-to sets.
    pub sets: Sets,
    /// Expression and statement nodes visited so far.
    pub work: u64,
    /// The walk fails with [`Violation::TooMuchWork`] when `work` passes this.
    pub work_limit: u64,
    /// Whether an integer member of a union may be read when a larger integer member was stored
    /// last (thesis 4.6.2), through the union itself only.
    pub union_punning: bool,
    /// Gathers, when set, what each pointer may point to after each expression statement that
    /// writes or names it. Set it before the first walk: remembered walks are not repeated.
    pub record: Option<PointerRecord>,
    /// The innermost statement in which the first failure since this was cleared was found.
    pub failed_at: Option<(FuncId, StmtId)>,
    pub(crate) summaries: Summaries,
    pub(crate) loops: LoopMemos,
    pub(crate) recorders: Vec<FactRecorder>,
    pub(crate) recursive: FxHashSet<FuncId>,
    pub(crate) protection: Protection,
    pub(crate) proposals: Proposals,
    /// Pointers that may be no good, with what takes their place then.
    pub(crate) relaxed: FxHashMap<(FuncId, ExprId), ExprId>,
    /// Nodes that some pointer has pointed to: only their death can leave pointers dangling.
    pub(crate) pointed_at: NodeSet,
    /// Sets whose nodes are in `pointed_at` already.
    pub(crate) seen_sets: FxHashSet<SetId>,
}

/// Nodes that loops count with.
#[derive(Debug, Default)]
pub struct Protection {
    stack: Vec<VariableNode>,
    set: NodeSet,
    by_loop: FxHashMap<(FuncId, StmtId), Vec<VariableNode>>,
}

impl Default for Analysis {
    fn default() -> Self {
        Self::new()
    }
}

impl Analysis {
    /// An analysis without variables.
    pub fn new() -> Self {
        Self {
            space: NodeSpace::default(),
            sets: Sets::new(),
            work: 0,
            work_limit: u64::MAX,
            union_punning: false,
            record: None,
            failed_at: None,
            summaries: Summaries::default(),
            loops: LoopMemos::default(),
            recorders: Vec::new(),
            recursive: FxHashSet::default(),
            protection: Protection::default(),
            proposals: Proposals::default(),
            relaxed: FxHashMap::default(),
            pointed_at: NodeSet::default(),
            seen_sets: FxHashSet::default(),
        }
    }

    // ---- leaves, for the generator's own use as well ----

    /// The nodes an lvalue may designate; the effects of finding out are added. Follows pointers
    /// and thereby validates them.
    pub fn place(
        &mut self,
        cx: Cx<'_>,
        state: &mut State,
        e: ExprId,
        effects: &mut Effects,
    ) -> Result<SetId, Violation> {
        self.place_here(Here::of(cx)?, state, e, effects)
    }

    /// The value of an expression, with its effects on the state; siblings are checked against each
    /// other for unsequenced conflicts.
    pub fn value(
        &mut self,
        cx: Cx<'_>,
        state: &mut State,
        e: ExprId,
        effects: &mut Effects,
    ) -> Result<AbstractValue, Violation> {
        self.value_here(Here::of(cx)?, state, e, effects)
    }

    /// Reads what a place holds.
    pub fn load(
        &mut self,
        state: &State,
        place: SetId,
        effects: &mut Effects,
    ) -> Result<AbstractValue, Violation> {
        self.load_from(state, place, self.union_punning, effects)
    }

    /// Ends the life of locals in all states of the flow: pointers to them become garbage.
    pub fn end_scope(
        &mut self,
        flow: &mut Flow,
        func: FuncId,
        locals: impl Iterator<Item = LocalId>,
    ) {
        let roots = self.nodes_of_locals(func, locals);
        self.end_scope_of(flow, &roots);
    }

    // ---- loop variables ----

    /// Declares that no statement of this loop's body may write the node (its loop variable).
    pub fn protect_loop(&mut self, func: FuncId, loop_stmt: StmtId, node: VariableNode) {
        self.protection.by_loop.entry((func, loop_stmt)).or_default().push(node);
    }

    /// Nodes that must not be written now, because loops that are still open count with them.
    pub fn protected(&self) -> &NodeSet {
        &self.protection.set
    }

    /// Protects a node while its loop is being generated; undone by [`Analysis::unprotect`].
    pub fn protect(&mut self, node: VariableNode) {
        self.protection.stack.push(node);
        self.protection.set.insert(node.0..node.0 + 1);
    }

    /// Undoes the last [`Analysis::protect`].
    pub fn unprotect(&mut self) {
        let protection = &mut self.protection;
        if let Some(node) = protection.stack.pop()
            && !protection.stack.contains(&node)
        {
            protection.set.remove(node.0..node.0 + 1);
        }
    }

    pub(crate) fn protect_body_of(&mut self, func: FuncId, loop_stmt: StmtId) -> usize {
        let nodes = self.protection.by_loop.get(&(func, loop_stmt)).cloned().unwrap_or_default();
        for node in &nodes {
            self.protect(*node);
        }
        nodes.len()
    }

    // ---- forgetting ----

    /// Forgets everything about functions from this one on (they were rolled back).
    pub fn forget_functions(&mut self, from: FuncId) {
        self.summaries.retain(|f| f < from);
        self.loops.retain(|f, _| f < from);
        self.protection.by_loop.retain(|(f, _), _| *f < from);
        self.recursive.retain(|f| *f < from);
        self.proposals.forget_functions(from);
        self.relaxed.retain(|(f, _), _| *f < from);
        if let Some(record) = &mut self.record {
            record.retain(|(f, _, _), _| *f < from);
        }
    }

    /// Forgets what calls of a function do, and its loops: its body has changed. Callers that were
    /// summarised with the old body are not found out: forget them as well.
    pub fn forget_function(&mut self, func: FuncId) {
        self.summaries.retain(|f| f != func);
        self.forget_loops(func);
    }

    /// Forgets everything about statements of a function from this one on (they were rolled back,
    /// and their ids will be given to others).
    pub fn forget_statements(&mut self, func: FuncId, from: StmtId) {
        self.loops.retain(|f, s| f != func || s < from);
        self.protection.by_loop.retain(|(f, s), _| *f != func || *s < from);
        if let Some(record) = &mut self.record {
            record.retain(|(f, s, _), _| *f != func || *s < from);
        }
    }

    /// Forgets what the loops of a function do: its body has changed.
    pub fn forget_loops(&mut self, func: FuncId) {
        self.loops.retain(|f, _| f != func);
    }

    /// Lets calls of this function pass while it is open: they count as giving a number and doing
    /// nothing that the walk of the body does not show anyway.
    pub fn allow_recursion(&mut self, func: FuncId) {
        self.recursive.insert(func);
    }

    /// Drops what was remembered about variables that have been rolled back since.
    pub(crate) fn drop_stale(&mut self) {
        if let Some(len) = self.space.take_low_water() {
            self.summaries.drop_newer(len);
            self.loops.drop_newer(len);
        }
    }

    /// Counts one visited node.
    pub(crate) fn tick(&mut self) -> Result<(), Violation> {
        self.work += 1;
        if self.work > self.work_limit { Err(Violation::TooMuchWork) } else { Ok(()) }
    }

    pub(crate) fn join_states(&mut self, into: &mut State, other: &State) {
        into.join(other, &self.space, &mut self.sets);
    }
}
