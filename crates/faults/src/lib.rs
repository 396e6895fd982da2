//! Faults of compilers, planted into the assembly that a real one makes (x86-64, AT&T syntax).
//!
//! A rule is a bug of a compiler: a pattern, its context, its change. It is planted at every place
//! that fits, as a bug fires wherever its pattern occurs. A program *meets* a rule if there is such
//! a place in it, and *shows* it if the planted program does something else than it should.
//!
//! The rules are modelled on bugs that random testing found (chapter 6 of Yang's thesis on Csmith,
//! Tables 2 and 3 of the paper on `YARPGen`) and on what the parts of a compiler do, and not on what
//! any generator writes. `table.rs` has all of them, a row each.
//!
//! Invariant: plain text in, plain text out; depends on nothing of ours; no randomness, no
//! processes; never panics on any text, and leaves alone what it does not understand.

mod assembly;
mod change;
mod line;
mod operand;
mod register;
mod rule;
mod spared;
mod table;
mod when;

pub use assembly::Assembly;
pub use rule::{FaultRule, FaultSite, Grade};
pub use spared::Spared;

use rule::{Change, LineEdit};
use std::collections::{HashMap, HashSet};

/// A text with a fault in it.
#[derive(Clone, Debug)]
pub struct Planted {
    /// The assembly.
    pub text: String,
    /// At how many places the rule was applied.
    pub sites: usize,
}

/// All rules, the frequent ones first.
pub fn rules() -> &'static [FaultRule] {
    table::RULES
}

/// The rule of a name.
pub fn rule(name: &str) -> Option<&'static FaultRule> {
    rules().iter().find(|rule| rule.name == name)
}

impl Assembly<'_> {
    /// Where a rule fits.
    pub fn sites(&self, rule: &FaultRule) -> Vec<FaultSite> {
        if matches!(rule.change, Change::JumpTable) {
            return self.table_sites();
        }
        let mut taken = HashSet::new();
        let mut sites = Vec::new();
        for (at, spot) in self.code.iter().enumerate() {
            let fits = !spot.spared
                && spot.instruction.is_any(rule.at)
                && (rule.form.is_empty() || spot.instruction.has_form(rule.form))
                && rule.when.iter().all(|when| when.holds(self, at));
            if !fits {
                continue;
            }
            let Some(edits) = rule.change.edits(self, at) else { continue };
            // A line is changed once: `a; b; c` with both pairs exchanged would be something else.
            if edits.iter().any(|edit| taken.contains(&edit.line)) {
                continue;
            }
            taken.extend(edits.iter().map(|edit| edit.line));
            sites.push(FaultSite { line: spot.line + 1, edits });
        }
        sites
    }

    /// In each jump table: the first two neighbours that lead to different places.
    fn table_sites(&self) -> Vec<FaultSite> {
        let jumps = |label: &str| {
            let is_used = |spot: &&assembly::InstructionSpot| {
                let names = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '_' | '$');
                let operands = spot.instruction.operands.iter().map(operand::Operand::text);
                operands.into_iter().any(|text| text.split(names).any(|name| name == label))
            };
            self.code.iter().find(is_used).is_some_and(|spot| !spot.spared)
        };
        let tables = self.tables.iter().filter(|table| jumps(&table.label));
        tables
            .filter_map(|table| {
                let at = table.targets.windows(2).position(|pair| pair[0] != pair[1])?;
                let lines = [table.lines[at], table.lines[at + 1]];
                let edits = vec![
                    LineEdit { line: lines[0], text: vec![self.text[lines[1]].to_owned()] },
                    LineEdit { line: lines[1], text: vec![self.text[lines[0]].to_owned()] },
                ];
                Some(FaultSite { line: lines[0] + 1, edits })
            })
            .collect()
    }

    /// The text with a rule applied wherever it fits; `None` if it fits nowhere.
    pub fn plant(&self, rule: &FaultRule) -> Option<Planted> {
        let sites = self.sites(rule);
        if sites.is_empty() {
            return None;
        }
        let edits: HashMap<usize, &[String]> =
            sites.iter().flat_map(|s| &s.edits).map(|edit| (edit.line, &edit.text[..])).collect();
        let mut text = String::new();
        for (number, line) in self.text.iter().enumerate() {
            let mut push = |line: &str| {
                text += line;
                text.push('\n');
            };
            match edits.get(&number) {
                Some(new) => new.iter().for_each(|line| push(line)),
                None => push(line),
            }
        }
        Some(Planted { text, sites: sites.len() })
    }
}

/// Where a rule fits in a text of which nothing is spared.
pub fn sites(text: &str, rule: &FaultRule) -> Vec<FaultSite> {
    Assembly::parse(text, &Spared::nothing()).sites(rule)
}

/// A text of which nothing is spared with a rule applied wherever it fits; `None` if it fits nowhere.
pub fn plant(text: &str, rule: &FaultRule) -> Option<Planted> {
    Assembly::parse(text, &Spared::nothing()).plant(rule)
}
