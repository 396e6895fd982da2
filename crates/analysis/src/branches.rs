//! Branches: where control parts and where it meets again, for the walk of a finished statement
//! and for a caller that writes one arm after the other.

use crate::analysis::{Analysis, Flow};
use crate::state::State;

/// An `if` whose arms are being walked or written.
#[derive(Debug)]
pub struct OpenIf {
    /// The state of the arm that is not open.
    other: State,
}

/// A `switch` whose body is being walked or written.
#[derive(Debug)]
pub struct OpenSwitch {
    entry: State,
    cases: State,
    breaks: State,
    has_default: bool,
}

impl Analysis {
    /// Begins an `if`, behind its condition: the flow goes into the first arm.
    pub fn open_if(&mut self, flow: &Flow) -> OpenIf {
        OpenIf { other: flow.state.clone() }
    }

    /// Ends the first arm: the flow goes into the second, which may have nothing in it.
    pub fn open_else(&mut self, open: &mut OpenIf, flow: &mut Flow) {
        std::mem::swap(&mut flow.state, &mut open.other);
    }

    /// Ends the second arm: the flow goes on behind the `if`.
    pub fn close_if(&mut self, open: OpenIf, flow: &mut Flow) {
        let OpenIf { other } = open;
        self.join_states(&mut flow.state, &other);
    }

    /// Begins a `switch`, behind its controlling expression: nothing is reached before a label.
    pub fn open_switch(&mut self, flow: &mut Flow) -> OpenSwitch {
        let entry = std::mem::replace(&mut flow.state, State::unreachable());
        OpenSwitch {
            cases: std::mem::replace(&mut flow.cases, entry.clone()),
            entry,
            breaks: std::mem::replace(&mut flow.breaks, State::unreachable()),
            has_default: std::mem::replace(&mut flow.has_default, false),
        }
    }

    /// Ends a `switch`: the flow goes on behind it.
    pub fn close_switch(&mut self, open: OpenSwitch, flow: &mut Flow) {
        if !flow.has_default {
            self.join_states(&mut flow.state, &open.entry);
        }
        let left = std::mem::replace(&mut flow.breaks, open.breaks);
        self.join_states(&mut flow.state, &left);
        flow.cases = open.cases;
        flow.has_default = open.has_default;
    }
}
