//! One translation unit in place of several.

use super::Pass;
use brinell_transform::Edit;

pub const PASS: Pass = Pass {
    name: "units",
    rounds: 1,
    apart: false,
    propose: |view, _| {
        let program = &view.program;
        if program.units.len() > 1 { vec![Edit::MergeUnits] } else { Vec::new() }
    },
};
