//! Which constructs a program executes, and which of them reach its output.

use crate::construct::{Construct, ConstructFinder};
use crate::site::{ProgramSite, sites};
use crate::{SensitivityQuestion, shows};
use brinell_choice::Choices;
use brinell_lang::Program;
use brinell_machine::{Injector, Outcome};
use std::collections::BTreeMap;

/// How far a construct gets in a program.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Reach {
    /// An expression of it was executed.
    Executed,
    /// A fault in one shows.
    Shown,
}

/// How far each construct gets that is executed at all. Of each, as many faults are tried as the
/// question has, until one shows. Fails with how the program ended if that is not its end.
pub fn construct_reach(
    program: &Program,
    question: &SensitivityQuestion,
) -> Result<BTreeMap<Construct, Reach>, Box<Outcome>> {
    let injector =
        Injector::new(program, &question.limits, question.functions, question.host_stack_bytes)?;
    let mut of_construct: BTreeMap<Construct, Vec<ProgramSite>> = BTreeMap::new();
    let sites = sites(program, &injector.executed());
    for of_function in sites.chunk_by(|a, b| a.func == b.func) {
        let Some(body) = &program.functions[of_function[0].func].body else { continue };
        let finder = ConstructFinder::new(program, body);
        for site in of_function {
            for construct in Construct::ALL {
                if finder.is(construct, site.expr) {
                    of_construct.entry(construct).or_default().push(*site);
                }
            }
        }
    }
    let mut choices = Choices::seeded(question.seed);
    let mut reach = |sites: &[ProgramSite]| {
        let shown = (0..question.faults).any(|_| {
            let site = *choices.pick(sites);
            let bit = choices.below(site.bits());
            shows(&injector, site, bit)
        });
        if shown { Reach::Shown } else { Reach::Executed }
    };
    Ok(of_construct.into_iter().map(|(construct, sites)| (construct, reach(&sites))).collect())
}
