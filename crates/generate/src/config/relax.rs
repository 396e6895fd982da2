//! Which safety rules are relaxed: drawn for each program, as CsmithEdge does it (section 3.4).

use super::{Config, ConfigOption, OptionValue};
use crate::relax::Relaxation;
use brinell_choice::Choices;

impl Config {
    /// Whether any program may have a relaxed place.
    pub fn may_relax(&self) -> bool {
        self.relax_program_percent > 0 || Relaxation::ALL.iter().any(|r| r.percent(self) > 0)
    }

    /// This configuration with relaxations of its own. Each takes the same draws whether it is
    /// changed or not: those that are set already stay, and so do those that are pinned.
    #[must_use]
    pub fn relaxed(&self, choices: &mut Choices) -> Self {
        let mut drawn = self.clone();
        for relaxation in Relaxation::ALL {
            let on = choices.chance(self.relax_on_percent);
            let percent = choices.below(relaxation.most(self) + 1);
            let name = relaxation.option();
            if relaxation.percent(self) > 0 || self.pinned.contains(name) {
                continue;
            }
            let option = ConfigOption::named(name).expect("each relaxation has an option");
            let value = OptionValue::Number(if on { percent } else { 0 });
            option.set(&mut drawn, value).expect("the most is a percentage");
        }
        drawn
    }
}
