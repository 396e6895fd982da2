//! Swarm testing: a configuration of its own for each program.
//!
//! A program with every feature has little room for each, and some features hide bugs in others
//! (a single pointer makes an optimiser give up). Leaving out a random half finds more (Groce et
//! al., "Swarm Testing", ISSTA 2012).

use super::{Config, Kind, OptionRange, OptionValue};
use brinell_choice::Choices;

/// Weights are multiplied by one of these, in halves: left out, halved, kept, doubled, fourfold.
const FACTORS: [u32; 5] = [0, 1, 2, 4, 8];

/// Weights and probabilities that never become zero: what is left must still be a program. Statements without
/// assignments change nothing, expressions end in constants and variables (soon, not where their
/// depth does), a variable has to come from somewhere, and only globals show what was done.
pub(super) const ANCHORS: [&str; 8] = [
    "weight_assign",
    "weight_assign_int",
    "weight_expr_constant",
    "weight_expr_variable",
    "weight_leaf_deeper",
    "weight_scope_global",
    "weight_scope_new",
    "new_global_percent",
];

/// Limits that say what a program may cost rather than what it looks like.
const BUDGETS: [&str; 2] = ["max_data", "max_steps"];

impl Config {
    /// A configuration around this one.
    ///
    /// - A feature that is on is switched off in half of the cases; one that is off stays off.
    ///   One of `fixed_width_types` and `standard_types` stays, or there would be no integers.
    /// - A weight or percentage becomes 0, 1/2, 1, 2 or 4 times what it is; the weights that a
    ///   program cannot be without stay above 0.
    /// - A limit is drawn between half and twice what it is; budgets (steps, data) stay.
    /// - Options about the program as a whole stay, and so do those that are pinned.
    ///
    /// Each option takes the same draws whether it is pinned or not, so pinning one does not
    /// change the others. The result itself is no swarm any more.
    #[must_use]
    pub fn swarmed(&self, choices: &mut Choices) -> Self {
        let mut drawn = Self { swarm: false, ..self.clone() };
        for option in Self::OPTIONS {
            let value = match (option.kind, option.get(self), option.range) {
                (Kind::Feature, OptionValue::Switch(on), _) => {
                    let stays = !choices.chance(self.swarm_off_percent);
                    OptionValue::Switch(on && stays)
                }
                (
                    Kind::Weight | Kind::Percent,
                    OptionValue::Number(number),
                    OptionRange::Number(_, largest),
                ) => {
                    let factor = *choices.pick(&FACTORS);
                    let anchored = factor == 0 && ANCHORS.contains(&option.name);
                    let factor = if anchored { 1 } else { factor };
                    OptionValue::Number((number * factor).div_ceil(2).min(largest))
                }
                (
                    Kind::Limit,
                    OptionValue::Number(number),
                    OptionRange::Number(smallest, largest),
                ) => {
                    let around = choices.range(i64::from(number / 2), i64::from(number) * 2);
                    let around = around.clamp(i64::from(smallest), i64::from(largest));
                    let keep = BUDGETS.contains(&option.name);
                    OptionValue::Number(if keep { number } else { around as u32 })
                }
                _ => continue,
            };
            if !self.pinned.contains(option.name) {
                option.set(&mut drawn, value).expect("the value was drawn from the range");
            }
        }
        if !drawn.fixed_width_types && !drawn.standard_types {
            drawn.fixed_width_types = self.fixed_width_types;
            drawn.standard_types = self.standard_types && !self.fixed_width_types;
        }
        // Each translation unit needs a function.
        drawn.max_functions = drawn.max_functions.max(self.split);
        drawn
    }
}
