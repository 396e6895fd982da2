//! Generation-time analysis and validation (GTAV, Csmith thesis chapter 4): points-to, effects and
//! union fields of programs that are still being built.
//!
//! An abstract interpreter over `lang` bodies. The generator proposes a statement, the analysis
//! walks it from the facts in force and either gives the facts after it or names the
//! [`Violation`]. Facts live here, in tables keyed by id; the program holds none.
//!
//! * [`NodeSpace`]: abstract variables ([`VariableNode`]s): variables, their fields, their array elements (one
//!   node for all elements of an array).
//! * [`Sets`]: interned points-to sets of nodes, null and garbage.
//! * [`State`]: a persistent map from pointer and union nodes to facts; cheap to clone and join.
//! * [`Effects`]: which nodes an expression or function reads and writes.
//! * [`Analysis`]: the transfer functions for expressions, statements, loops and calls.

mod analysis;
mod branches;
mod call;
mod effects;
mod expr;
mod func_set;
mod init;
mod library;
mod loops;
mod map;
mod memory;
mod program;
mod proposals;
mod relaxed;
mod sets;
mod shape;
mod space;
mod state;
mod stmt;

pub use analysis::{AbstractValue, Analysis, Cx, Flow, PointerRecord, Violation};
pub use branches::{OpenIf, OpenSwitch};
pub use effects::{Effects, NodeSet};
pub use sets::{SetId, Sets};
pub use space::{NodeSpace, Root, SpaceMark, VariableNode};
pub use state::State;
