//! The transfer functions.

use crate::effects::{Effects, NodeSet};
use crate::sets::{SetId, Sets};
use crate::space::{Node, Space};
use crate::state::State;
use brinell_lang::{ExprId, FuncId, LabelId, Program, StmtId};
use rustc_hash::FxHashMap;
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
pub enum Value {
    /// A number, or nothing.
    Plain,
    /// A pointer.
    Pointer(SetId),
    /// A struct or union: the facts of the pointer and union nodes in it, by their distance from
    /// its root node.
    Record(Rc<[(u32, u32)]>),
}

/// Why a construct must not be committed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Violation {
    /// A pointer that may be null is dereferenced.
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
    pub returned: Option<Value>,
    /// Everything read and written since the flow began.
    pub effects: Effects,
}

impl Flow {
    /// A flow that begins with this state.
    pub fn new(state: State) -> Self {
        todo!()
    }
}

/// The analysis of one program.
#[derive(Debug)]
pub struct Analysis {
    /// The abstract variables.
    pub space: Space,
    /// The points-to sets.
    pub sets: Sets,
    /// Expression and statement nodes visited so far.
    pub work: u64,
    /// The walk fails with [`Violation::TooMuchWork`] when `work` passes this.
    pub work_limit: u64,
}

impl Analysis {
    /// An analysis without variables.
    pub fn new() -> Self {
        todo!()
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
        todo!()
    }

    /// The value of an expression, with its effects on the state; siblings are checked against each
    /// other for unsequenced conflicts.
    pub fn value(
        &mut self,
        cx: Cx<'_>,
        state: &mut State,
        e: ExprId,
        effects: &mut Effects,
    ) -> Result<Value, Violation> {
        todo!()
    }

    /// Reads what a place holds.
    pub fn load(
        &mut self,
        state: &State,
        place: SetId,
        effects: &mut Effects,
    ) -> Result<Value, Violation> {
        todo!()
    }

    /// Writes a value to a place: replaces facts where the place is one object, adds to them
    /// otherwise.
    pub fn store(
        &mut self,
        state: &mut State,
        place: SetId,
        value: &Value,
        effects: &mut Effects,
    ) -> Result<(), Violation> {
        todo!()
    }

    /// A call of a complete function: from a remembered summary whose inputs cover the state, or
    /// by walking its body. Effects are those that outlive the call.
    pub fn call(
        &mut self,
        program: &Program,
        callee: FuncId,
        args: &[Value],
        state: &mut State,
        effects: &mut Effects,
    ) -> Result<Value, Violation> {
        todo!()
    }

    // ---- statements ----

    /// Walks one statement (loops to their fixpoint) and moves the flow behind it. Leaves the flow
    /// in an unspecified state on failure: clone it first.
    pub fn stmt(&mut self, cx: Cx<'_>, flow: &mut Flow, s: StmtId) -> Result<(), Violation> {
        todo!()
    }

    /// Ends the life of locals in all states of the flow: pointers to them become garbage.
    pub fn end_scope(
        &mut self,
        flow: &mut Flow,
        func: FuncId,
        locals: impl Iterator<Item = brinell_lang::LocalId>,
    ) {
        todo!()
    }

    /// Opens a function that is about to be generated: the caller's state with the parameters
    /// holding the arguments.
    pub fn enter(
        &mut self,
        program: &Program,
        callee: FuncId,
        args: &[Value],
        state: &State,
    ) -> Flow {
        todo!()
    }

    /// Closes a function generated in this flow: remembers its summary, moves the caller's state
    /// behind the call and gives the value returned and the effects that outlive it.
    pub fn leave(
        &mut self,
        program: &Program,
        callee: FuncId,
        entered: &State,
        flow: Flow,
        state: &mut State,
        effects: &mut Effects,
    ) -> Value {
        todo!()
    }

    /// Declares that no statement of this loop's body may write the node (its loop variable).
    pub fn protect_loop(&mut self, func: FuncId, loop_stmt: StmtId, node: Node) {
        todo!()
    }

    /// Nodes that must not be written now, because loops that are still open count with them.
    pub fn protected(&self) -> &NodeSet {
        todo!()
    }
    /// Protects a node while its loop is being generated; take back with [`Analysis::unprotect`].
    pub fn protect(&mut self, node: Node) {
        todo!()
    }
    /// Takes back the last [`Analysis::protect`].
    pub fn unprotect(&mut self) {
        todo!()
    }

    /// Forgets everything about functions from this one on (they were rolled back).
    pub fn forget_functions(&mut self, from: FuncId) {
        todo!()
    }
}
