//! Calls: walked in context, and remembered by the facts that the walk depended on
//! (thesis 4.3.5.2, with inputs cut down to those that matter).

use crate::analysis::{AbstractValue, Analysis, Cx, Flow, Violation};
use crate::effects::{Effects, NodeSet};
use crate::func_set::FuncSet;
use crate::sets::Sets;
use crate::space::{NodeSpace, Root, VariableNode};
use crate::state::{State, is_fact_covered};
use brinell_lang::{FuncId, Program, TypeId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many contexts of one function are remembered: nearly all calls meet one of the last few.
const SUMMARIES_PER_FUNCTION: usize = 8;

/// Which facts an open call or loop has looked at and changed.
#[derive(Debug, Default)]
pub struct FactRecorder {
    pub reads: NodeSet,
    pub writes: NodeSet,
    /// All functions that were called in it.
    pub called: FuncSet,
    /// The function whose call is open, and the state it was entered with; none for loops.
    open: Option<(FuncId, State)>,
    /// Whether a call was cut off that is part of the recursion of a function further out.
    partial: bool,
}

impl FactRecorder {
    /// All nodes whose facts mattered.
    pub fn touched(&self) -> NodeSet {
        let mut all = self.reads.clone();
        all.union_with(&self.writes);
        all
    }

    /// Whether it may not be remembered, because a call in it was cut off.
    pub fn is_partial(&self) -> bool {
        self.partial
    }

    fn is_open(&self, func: FuncId) -> bool {
        self.open.as_ref().is_some_and(|(f, _)| *f == func)
    }

    /// Forgets nodes that have been rolled back since.
    fn truncate(&mut self, nodes: usize) {
        self.reads.truncate(nodes as u32);
        self.writes.truncate(nodes as u32);
    }
}

/// What a call does in a certain context.
#[derive(Debug)]
struct CallSummary {
    /// The facts on entry that the walk looked at or changed.
    entry: Vec<(VariableNode, u32)>,
    /// The entries changed behind the call.
    exit: Vec<(VariableNode, u32)>,
    value: AbstractValue,
    /// The effects that outlive the call.
    effects: Effects,
    /// All functions that it comes to.
    called: FuncSet,
    /// How many nodes there were.
    space: usize,
}

/// Remembered calls.
#[derive(Debug, Default)]
pub struct Summaries {
    by_function: FxHashMap<FuncId, Vec<Rc<CallSummary>>>,
}

impl Summaries {
    pub fn retain(&mut self, keep: impl Fn(FuncId) -> bool) {
        self.by_function.retain(|f, _| keep(*f));
    }

    /// Drops what was learnt when there were more nodes than this.
    pub fn drop_newer(&mut self, space: usize) {
        for summaries in self.by_function.values_mut() {
            summaries.retain(|summary| summary.space <= space);
        }
    }

    fn remember(&mut self, func: FuncId, summary: Rc<CallSummary>) {
        let summaries = self.by_function.entry(func).or_default();
        if summaries.len() == SUMMARIES_PER_FUNCTION {
            summaries.remove(0);
        }
        summaries.push(summary);
    }

    /// The newest context that is this one, or else the newest that allows it.
    fn find(
        &self,
        func: FuncId,
        entry: &State,
        space: &NodeSpace,
        sets: &Sets,
    ) -> Option<Rc<CallSummary>> {
        let known = self.by_function.get(&func)?;
        let same =
            |s: &&Rc<CallSummary>| s.entry.iter().all(|(n, fact)| entry.fact(space, *n) == *fact);
        known
            .iter()
            .rev()
            .find(same)
            .or_else(|| known.iter().rev().find(|s| covers(&s.entry, entry, space, sets)))
            .cloned()
    }
}

/// Whether remembered facts allow everything that the state does.
pub fn covers(
    facts: &[(VariableNode, u32)],
    state: &State,
    space: &NodeSpace,
    sets: &Sets,
) -> bool {
    facts
        .iter()
        .all(|(n, fact)| is_fact_covered(space.kind(*n), sets, state.fact(space, *n), *fact))
}

impl Analysis {
    /// A call of a complete function: from a remembered summary whose inputs cover the state, or
    /// by walking its body. Effects are those that outlive the call.
    pub fn call(
        &mut self,
        program: &Program,
        callee: FuncId,
        args: &[AbstractValue],
        state: &mut State,
        effects: &mut Effects,
    ) -> Result<AbstractValue, Violation> {
        self.tick()?;
        if let Some(at) = self.recorders.iter().rposition(|r| r.is_open(callee)) {
            if !self.recursive.contains(&callee) {
                return Err(Violation::OpenCall);
            }
            self.recorders[at + 1..].iter_mut().for_each(|r| r.partial = true);
            return Ok(AbstractValue::Plain);
        }
        let Some(body) = &program.functions[callee].body else {
            return self.library_call(program, callee, args, state, effects);
        };
        let root = body.root.ok_or(Violation::OpenCall)?;
        if let Some(recorder) = self.recorders.last_mut() {
            recorder.called.insert(callee);
        }
        self.drop_stale();
        let entry = self.bind(program, callee, args, state);
        if let Some(summary) = self.summaries.find(callee, &entry, &self.space, &self.sets) {
            self.work += summary.entry.len() as u64 / 8;
            if self.protected().overlaps(&summary.effects.writes) {
                return Err(Violation::ProtectedWrite);
            }
            self.check_not_open(&summary.called)?;
            return Ok(self.apply_summary(callee, &summary, state, effects));
        }
        let mut flow = Flow::new(entry.clone());
        self.open(callee, entry);
        let walked = self.stmt(Cx { program, func: callee }, &mut flow, root).and_then(|()| {
            let jumps_away = flow.gotos.values().any(State::is_reachable);
            if jumps_away { Err(Violation::Jump) } else { Ok(()) }
        });
        if let Err(violation) = walked {
            self.abandon(callee);
            return Err(violation);
        }
        Ok(self.close(program, callee, flow, state, effects))
    }

    /// Opens a function that is about to be generated: the caller's state with the parameters
    /// holding the arguments.
    pub fn enter(
        &mut self,
        program: &Program,
        callee: FuncId,
        args: &[AbstractValue],
        state: &State,
    ) -> Flow {
        let entry = self.bind(program, callee, args, state);
        self.open(callee, entry.clone());
        Flow::new(entry)
    }

    /// Closes a function generated in this flow: remembers its summary, moves the caller's state
    /// behind the call and gives the value returned and the effects that outlive it.
    pub fn leave(
        &mut self,
        program: &Program,
        callee: FuncId,
        flow: Flow,
        state: &mut State,
        effects: &mut Effects,
    ) -> AbstractValue {
        self.drop_stale();
        self.proposals.forget(callee, brinell_lang::ExprId(0));
        self.close(program, callee, flow, state, effects)
    }

    /// Undoes [`Analysis::enter`]: the function is not going to be finished.
    pub fn abandon(&mut self, callee: FuncId) {
        while let Some(recorder) = self.recorders.last() {
            let is_it = recorder.is_open(callee);
            self.pop_recorder();
            if is_it {
                break;
            }
        }
    }

    fn open(&mut self, callee: FuncId, entry: State) {
        self.recorders
            .push(FactRecorder { open: Some((callee, entry)), ..FactRecorder::default() });
    }

    /// Closes the last recorder; what it saw matters to the one around it as well.
    pub(crate) fn pop_recorder(&mut self) -> FactRecorder {
        let mut recorder = self.recorders.pop().expect("every recorder popped was pushed before");
        recorder.truncate(self.space.len());
        if let Some(outer) = self.recorders.last_mut() {
            outer.reads.union_with(&recorder.reads);
            outer.writes.union_with(&recorder.writes);
            outer.called.union_with(&recorder.called);
        }
        recorder
    }

    /// What is remembered of a call or loop must not come to a function that is open: through a
    /// pointer it may, and would be an unseen recursion.
    pub(crate) fn check_not_open(&self, called: &FuncSet) -> Result<(), Violation> {
        let mut open = self.recorders.iter().filter_map(|recorder| recorder.open.as_ref());
        let again = open.any(|(f, _)| called.contains(*f) && !self.recursive.contains(f));
        if again { Err(Violation::OpenCall) } else { Ok(()) }
    }

    /// The functions that a pointer of a call may point to.
    pub(crate) fn callees(
        &self,
        program: &Program,
        pointer: TypeId,
        value: &AbstractValue,
    ) -> Result<Vec<FuncId>, Violation> {
        let set = self.followable(value)?;
        let ty = program.types.pointee(pointer).ok_or(Violation::Unsupported)?.ty;
        let nodes = self.sets.nodes(set).iter();
        let callees: Option<Vec<FuncId>> = nodes
            .map(|node| match self.space.root(*node) {
                Root::Function(func) => Some(func),
                _ => None,
            })
            .map(|func| func.filter(|f| program.types.compatible(program.functions[*f].ty, ty)))
            .collect();
        callees.filter(|callees| !callees.is_empty()).ok_or(Violation::Unsupported)
    }

    /// The caller's state with the parameters holding the arguments.
    fn bind(
        &mut self,
        program: &Program,
        callee: FuncId,
        args: &[AbstractValue],
        state: &State,
    ) -> State {
        let mut entry = state.clone();
        // The callee's parameters are no matter of the caller's.
        self.recorders.push(FactRecorder::default());
        let params = program.functions[callee].body.as_ref().map_or(&[][..], |b| &b.params);
        for (i, param) in params.iter().enumerate() {
            if let Some(node) = self.space.of(Root::Local(callee, *param)) {
                let given = match args.get(i) {
                    Some(value) => value.clone(),
                    None => self.given_from_outside(program, self.space.ty(node).ty, 0),
                };
                self.put(&mut entry, node, &given, true);
            }
        }
        self.recorders.pop();
        entry
    }

    /// What `main` gets as a parameter of some type: pointers to objects of their own.
    fn given_from_outside(&mut self, program: &Program, ty: TypeId, depth: u32) -> AbstractValue {
        let (types, target) = (&program.types, &program.target);
        let Some(pointee) = types.pointee(ty).filter(|to| types.is_scalar(to.ty)) else {
            return AbstractValue::Plain;
        };
        let root = Root::Argument(depth);
        let node = self.space.of(root).unwrap_or_else(|| {
            let node = self.space.add(types, target, root, pointee);
            if let AbstractValue::Pointer(set) =
                self.given_from_outside(program, pointee.ty, depth + 1)
            {
                self.space.set_initial_pointer(node, set);
            }
            node
        });
        AbstractValue::Pointer(self.sets.one(node))
    }

    /// Ends an open call: the callee's variables die, a summary is kept.
    fn close(
        &mut self,
        program: &Program,
        callee: FuncId,
        flow: Flow,
        state: &mut State,
        effects: &mut Effects,
    ) -> AbstractValue {
        let own: Vec<VariableNode> = self.space.locals_of(callee).to_vec();
        let dead = self.pointed_at_among(&own);
        let falls_off = flow.state.is_reachable();
        let mut exit = flow.returns;
        self.join_states(&mut exit, &flow.state);
        self.kill(&mut exit, &own, &dead);
        let mut value = match flow.returned {
            Some(value) => self.kill_value(value, &own),
            None => AbstractValue::Plain,
        };
        let types = &program.types;
        let ret = types.as_function(program.functions[callee].ty).map(|f| f.ret);
        if let Some(ret) = ret
            && falls_off
            && types.pointee(ret).is_some()
        {
            // No value was returned: a use of it reads garbage.
            value = AbstractValue::Pointer(crate::SetId::GARBAGE);
        }
        let mut outliving = flow.effects;
        for &root in &own {
            let range = self.space.subtree(root);
            outliving.reads.remove(range.clone());
            outliving.writes.remove(range);
        }
        outliving.pending.clear();
        *state = exit;
        // Loops that the generator left open inside end with their function.
        while self.recorders.last().is_some_and(|r| !r.is_open(callee)) {
            self.pop_recorder();
        }
        let Some(mut recorder) = self.recorders.pop() else {
            effects.absorb(outliving);
            return value;
        };
        recorder.truncate(self.space.len());
        let params: Vec<VariableNode> = program.functions[callee]
            .body
            .iter()
            .flat_map(|b| &b.params)
            .filter_map(|p| self.space.of(Root::Local(callee, *p)))
            .collect();
        let mut entry_nodes = recorder.touched();
        for &root in &own {
            let range = self.space.subtree(root);
            recorder.reads.remove(range.clone());
            recorder.writes.remove(range.clone());
            if !params.contains(&root) {
                entry_nodes.remove(range);
            }
        }
        if let Some((_, entered)) = &recorder.open
            && state.is_reachable()
            && !recorder.partial
        {
            let summary = CallSummary {
                entry: entry_nodes.iter().map(|n| (n, entered.fact(&self.space, n))).collect(),
                exit: recorder.writes.iter().map(|n| (n, state.raw(n))).collect(),
                value: value.clone(),
                effects: outliving.clone(),
                called: recorder.called.clone(),
                space: self.space.len(),
            };
            self.summaries.remember(callee, Rc::new(summary));
        }
        if let Some(outer) = self.recorders.last_mut() {
            outer.reads.absorb(recorder.reads);
            outer.writes.absorb(recorder.writes);
            outer.called.union_with(&recorder.called);
        }
        effects.absorb(outliving);
        value
    }

    fn apply_summary(
        &mut self,
        callee: FuncId,
        summary: &CallSummary,
        state: &mut State,
        effects: &mut Effects,
    ) -> AbstractValue {
        for (n, fact) in &summary.exit {
            state.set(*n, *fact);
        }
        if let Some(recorder) = self.recorders.last_mut() {
            for (n, _) in &summary.entry {
                if !matches!(self.space.root(*n), Root::Local(f, _) if f == callee) {
                    recorder.reads.insert(n.0..n.0 + 1);
                }
            }
            for (n, _) in &summary.exit {
                recorder.writes.insert(n.0..n.0 + 1);
            }
            recorder.called.union_with(&summary.called);
        }
        effects.merge(&summary.effects);
        summary.value.clone()
    }
}
