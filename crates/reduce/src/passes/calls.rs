//! Functions that are no longer called: zero replaces what they return.

use super::Pass;
use brinell_transform::{Edit, FunctionEdit};

pub const PASS: Pass = Pass {
    name: "calls",
    rounds: 1,
    apart: false,
    propose: |view, _| {
        let program = &view.program;
        let others =
            program.functions.enumerate().filter(|(_, f)| f.name.as_deref() != Some("main"));
        others.map(|(id, _)| Edit::Function(id, FunctionEdit::NoCalls)).collect()
    },
};
