//! Guards against undefined arithmetic and indices out of bounds: wrappers around operators and
//! conversions, and indices modulo the length of the array.
//!
//! All guards are transparent: equal to the raw operation in value, type and effects wherever that
//! is defined (only `&a[N]`, one past the end, becomes `&a[0]`). That is why the machine can say
//! from one run of the raw program which operations need one, and why adding more of them changes
//! nothing.
//!
//! Floating values that are converted to integers are guarded too; floating arithmetic is always
//! defined (Annex F). Left out: pointer arithmetic, which is kept safe by how programs are made, and
//! floating values that go into a bit-field, which no program has.

mod checks;
mod range;
mod rewrite;
mod sites;
mod table;
mod wrapper;

pub use checks::{CheckCounts, CheckKind};
pub use wrapper::{Operation, Wrapper};

use brinell_choice::Choices;
use brinell_lang::{ExprId, FuncId, Program};
use rewrite::Rewrite;
use rustc_hash::FxHashSet;
use sites::Site;
use std::collections::BTreeSet;
use table::Table;

/// How guards are written.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Form {
    /// As functions.
    Functions,
    /// As macros where the operands are constants and plain variables, so that evaluating them
    /// twice is the same and the text does not explode; as functions elsewhere.
    Macros,
    /// Where a macro is possible, either is drawn.
    Mixed {
        /// How often it is the macro, in percent.
        macro_percent: u32,
    },
}

/// What to guard, and how.
#[derive(Copy, Clone, Debug)]
pub struct GuardPlan<'a> {
    /// Only these, the operations that the machine saw go wrong (minimal guards); `None`: every
    /// operation whose text does not show that it cannot.
    pub needed: Option<&'a BTreeSet<(FuncId, ExprId)>>,
    /// Tracked functions, with the indices and conversions that went wrong in them nevertheless.
    /// Nothing else is guarded there.
    pub tracked: Option<Tracked<'a>>,
    /// Operations that are safe by construction (steps of loops, bounded indices): never guarded.
    pub trusted: &'a FxHashSet<(FuncId, ExprId)>,
    /// How wrappers are written.
    pub form: Form,
}

/// Functions that were tracked by a resolving run.
#[derive(Copy, Clone, Debug)]
pub struct Tracked<'a> {
    /// Which.
    pub functions: &'a BTreeSet<FuncId>,
    /// The operations that need a guard.
    pub needed: &'a BTreeSet<(FuncId, ExprId)>,
}

/// What was done. Operations that are defined for all operands of their types do not count.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Operations and indices that got a guard.
    pub guarded: usize,
    /// Those that are as they were.
    pub raw: usize,
    /// Checks that it has and would have had, by kind.
    pub checks: CheckCounts,
    /// The wrappers added to the program's functions, in order; no unit lists them yet.
    pub wrappers: Vec<FuncId>,
}

/// Puts guards into all functions of a program.
///
/// An operator keeps its id, so that what refers to it stays true. `x op= y` becomes
/// `x = wrapper(x, y)`: the lvalue is written twice, so it must have no effects and pass through
/// nothing volatile (it may be volatile itself). The same goes for `++` and `--`; where the old
/// value is used, `x++` becomes `x == MAX ? x : x++`, for which `x` must not be volatile. What
/// breaks these rules is left as it is, and an assertion in debug builds.
///
/// Guards may be added to a program that has some: wrappers are known by their names.
pub fn apply(program: &mut Program, plan: &GuardPlan<'_>, choices: &mut Choices) -> Report {
    let target = program.target.clone();
    let mut table = Table::new(program);
    let mut report = Report::default();
    for id in program.functions.ids() {
        let Some(body) = &program.functions[id].body else { continue };
        if table.contains(id) {
            continue;
        }
        let all = sites::find(&program.types, &target, body);
        let tracked = plan.tracked.filter(|tracked| tracked.functions.contains(&id));
        let needed = tracked.map_or(plan.needed, |tracked| Some(tracked.needed));
        let wanted = |site: &Site| {
            let key = (id, site.expr);
            !plan.trusted.contains(&key)
                && needed.map_or(site.can_fail, |needed| needed.contains(&key))
        };
        for site in all.iter().filter(|site| site.can_fail) {
            if !plan.trusted.contains(&(id, site.expr)) {
                report.checks.add_possible(CheckKind::of(site));
            }
        }
        let chosen: Vec<Site> = all.iter().copied().filter(wanted).collect();
        report.raw += all.len() - chosen.len();
        if chosen.is_empty() {
            continue;
        }
        // Wrappers join the program's functions while the body is being changed.
        let Some(mut body) = program.function_mut(id).body.take() else { continue };
        let mut rewrite = Rewrite {
            program: &mut *program,
            target: &target,
            table: &mut table,
            exprs: &mut body.exprs,
            form: plan.form,
            choices: &mut *choices,
        };
        for site in &chosen {
            if rewrite.guard(site) {
                report.guarded += 1;
                report.checks.add_made(CheckKind::of(site));
            } else {
                report.raw += 1;
            }
        }
        program.function_mut(id).body = Some(body);
    }
    report.wrappers = table.added;
    report
}
