//! Combinations of options that are not valid.

use super::{Config, ConfigError};
use brinell_lang::TargetName;

/// Tokens of the smallest program that makes sense: a function that changes a variable.
const SMALLEST: u32 = 50;

/// Bytes of static data on a target with 16-bit addresses: half of what there is, since code and
/// stack need room too.
const SMALL_DATA: u32 = 32_768;

impl Config {
    /// Whether the options are a valid combination; the error lists all problems.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let mut problems = Vec::new();
        let mut check = |wrong: bool, problem: &str| {
            if wrong {
                problems.push(problem.to_owned());
            }
        };
        check(
            !self.hosted && !self.self_check,
            "without `hosted` nothing is printed, so the program has to check itself: set \
             `self_check` too",
        );
        check(
            !self.fixed_width_types && !self.standard_types,
            "no integer type is left: set `fixed_width_types` or `standard_types`",
        );
        check(
            self.size != 0 && self.size < SMALLEST,
            &format!("no program is that small: `size` is 0 or at least {SMALLEST}"),
        );
        check(
            self.target == TargetName::Ip16 && self.max_data > SMALL_DATA,
            &format!("ip16 has 16-bit addresses: `max_data` is at most {SMALL_DATA} there"),
        );
        check(
            self.min_function_percent > self.max_function_percent,
            "no function has a size: `min_function_percent` is more than `max_function_percent`",
        );
        check(
            self.split > self.max_functions,
            "each translation unit needs a function: `split` is more than `max_functions`",
        );
        check(
            self.expect.is_each() && !self.expressions_only,
            "only programs of `expressions_only` know what to expect of each result: leave `expect` \
             at `checksum`",
        );
        check(
            self.expressions_only && self.paranoid,
            "programs of `expressions_only` have no pointers to assert anything about: leave out \
             `paranoid`",
        );
        check(
            self.paranoid && self.may_relax(),
            "facts about pointers do not hold where safety is relaxed: leave out \
             `paranoid` or `relax_*_percent`",
        );
        check(
            self.crash_only && (self.expressions_only || self.paranoid),
            "programs of `crash_only` never compute anything: leave out `expressions_only` and \
             `paranoid`",
        );
        check(
            self.weight_assign == 0,
            "a program without assignments does nothing: `weight_assign` is 0",
        );
        check(
            self.weight_expr_constant == 0 && self.weight_expr_variable == 0,
            "expressions end in constants and variables: `weight_expr_constant` and \
             `weight_expr_variable` are both 0",
        );
        check(
            self.weight_scope_global == 0
                && self.weight_scope_local == 0
                && self.weight_scope_param == 0
                && self.weight_scope_new == 0,
            "variables have to come from somewhere: all of `weight_scope_*` are 0",
        );
        if problems.is_empty() { Ok(()) } else { Err(ConfigError::new(problems.join("\n"))) }
    }
}
