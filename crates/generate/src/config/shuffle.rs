//! Parameter shuffling (YARPGen, section 3.3): the distributions of each program are drawn.
//!
//! A swarm varies weights by factors around values that were tuned by hand, so programs stay similar
//! beyond the reach of those factors. Here the shares themselves are drawn: among weights that
//! compete with each other, one may get nearly everything or nearly nothing.

use super::swarm::ANCHORS;
use super::{Config, Kind, OptionRange, OptionValue};
use brinell_choice::Choices;

/// What decides about size and cost of a program rather than about how it looks: never shuffled.
const STEADY: [&str; 10] = [
    "weight_leaf",
    "weight_leaf_deeper",
    "weight_inner",
    "weight_trips_many",
    "weight_return",
    "chain_percent",
    "null_percent",
    "float_program_percent",
    "minimal_guards_percent",
    "track_percent",
];

/// Options whose names begin like this are steady as well: the sizes of programs, and how many
/// functions there are and how deep they call each other.
const STEADY_PREFIXES: [&str; 2] = ["weight_size_", "new_function_"];

/// Anchors keep at least this share of what they are, in percent.
const ANCHOR_PERCENT: u32 = 50;

impl Config {
    /// This configuration with distributions of its own. Each option takes the same draws whether it
    /// is changed or not.
    #[must_use]
    pub fn shuffled(&self, choices: &mut Choices) -> Self {
        let mut drawn = self.clone();
        for option in Self::OPTIONS {
            let (OptionValue::Number(number), OptionRange::Number(least, most)) =
                (option.get(self), option.range)
            else {
                continue;
            };
            let value = match option.kind {
                Kind::Percent => choices.below(101),
                Kind::Weight => {
                    // The product of three makes most shares small and a few large. Its mean is
                    // about an eighth of the most, which the factor makes up for.
                    let share = (0..3).map(|_| choices.below(101)).product::<u32>() / 10_000;
                    (number * share * 8).div_ceil(100)
                }
                _ => continue,
            };
            let steady = STEADY.contains(&option.name)
                || STEADY_PREFIXES.iter().any(|prefix| option.name.starts_with(prefix));
            let at_end = number == 0 || (option.kind == Kind::Percent && number == most);
            if at_end || steady || self.pinned.contains(option.name) {
                continue;
            }
            let anchored = ANCHORS.contains(&option.name);
            let floor = if anchored { number * ANCHOR_PERCENT / 100 } else { 0 };
            let value = value.max(floor).clamp(least, most);
            option.set(&mut drawn, OptionValue::Number(value)).expect("the value is in its range");
        }
        drawn
    }
}
