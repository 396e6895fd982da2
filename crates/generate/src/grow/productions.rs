//! Drawing a production, and the log of it: how often each was drawn and succeeded, which one wrote
//! a statement and, if wanted, a trace of all of them in order.

use super::requests::{Class, Request};
use super::rows::{ExprRow, FLOATS, FUNCTIONS, INTEGERS, POINTERS, RECORDS, STATEMENTS, StmtRow};
use super::{Ex, Grower};
use brinell_analysis::Violation;
use brinell_lang::{FuncId, StmtId};
use rustc_hash::FxHashMap;
use std::fmt;

/// Statements that are not drawn but have to be written: a call of a new function where `func_1`
/// has had its share, and the `return` at the end of a function.
const FIXED: [&str; 2] = ["new_function", "final_return"];

/// Where the expressions begin among all productions.
const FIRST_EXPR: usize = STATEMENTS.len() + FIXED.len();

/// How many productions there are.
const COUNT: usize = FIRST_EXPR + rows_before(TABLES.len());

/// The tables of expressions, in the order in which their productions are numbered.
const TABLES: [(Class, &[ExprRow]); 5] = [
    (Class::Integer, INTEGERS),
    (Class::Floating, FLOATS),
    (Class::Pointer, POINTERS),
    (Class::Record, RECORDS),
    (Class::FunctionPointer, FUNCTIONS),
];

/// How many rows the tables before this one have.
const fn rows_before(table: usize) -> usize {
    let (mut rows, mut at) = (0, 0);
    while at < table {
        rows += TABLES[at].1.len();
        at += 1;
    }
    rows
}

/// A production, by its place in the tables of rows, one behind the other.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Production(u8);

impl Production {
    /// All of them: statements first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COUNT as u8).map(Self)
    }

    /// Its name, which is that of its option without `weight_` if it is drawn by weight.
    pub fn name(self) -> &'static str {
        let statements = STATEMENTS.iter().map(|row| row.name).chain(FIXED);
        let expressions = TABLES.iter().flat_map(|(_, rows)| *rows).map(|row| row.name);
        let mut names = statements.chain(expressions);
        names.nth(usize::from(self.0)).expect("a production is made of a row")
    }

    /// The features that it is part of: it is off where one of them is.
    pub fn features(self) -> &'static [&'static str] {
        let statements = STATEMENTS.iter().map(|row| row.features).chain(FIXED.map(|_| &[][..]));
        let expressions = TABLES.iter().flat_map(|(_, rows)| *rows).map(|row| row.features);
        let mut features = statements.chain(expressions);
        features.nth(usize::from(self.0)).expect("a production is made of a row")
    }

    /// Whether it is the `return` at the end of a function.
    pub fn is_final_return(self) -> bool {
        usize::from(self.0) == FIRST_EXPR - 1
    }

    /// Whether it writes statements rather than expressions.
    pub fn is_statement(self) -> bool {
        usize::from(self.0) < FIRST_EXPR
    }
}

impl fmt::Display for Production {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How often productions were drawn, and how often they succeeded.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Uses {
    counts: [(u64, u64); COUNT],
}

impl Default for Uses {
    fn default() -> Self {
        Self { counts: [(0, 0); COUNT] }
    }
}

impl Uses {
    /// How often it was drawn.
    pub fn drawn(&self, production: Production) -> u64 {
        self.counts[usize::from(production.0)].0
    }

    /// How often it wrote what it was asked for. An expression may still have been rolled back
    /// with the one around it, or with its statement.
    pub fn written(&self, production: Production) -> u64 {
        self.counts[usize::from(production.0)].1
    }

    /// Adds those of another program.
    pub fn add(&mut self, other: &Self) {
        for (sum, more) in self.counts.iter_mut().zip(&other.counts) {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
    }
}

/// One line of a trace: a production that was drawn. Those that it drew itself follow, one deeper.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Traced {
    /// The production.
    pub production: Production,
    /// How many others are open around it.
    pub depth: usize,
    /// The function that it wrote to.
    pub func: FuncId,
    /// Tokens of the program before and after, by the estimate that steers its size.
    pub tokens: (u64, u64),
    /// Whether it succeeded.
    pub written: bool,
    /// Why the last statement in it was refused, if one was.
    pub refused: Option<Violation>,
}

impl fmt::Display for Traced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = self.tokens;
        let indent = 2 * self.depth;
        write!(f, "{from:>7} {:indent$}{} in func_{}", "", self.production, self.func.0 + 1)?;
        if self.written {
            write!(f, ", {} tokens", to.saturating_sub(from))
        } else {
            f.write_str(", failed")
        }?;
        match self.refused {
            Some(violation) => write!(f, " ({violation:?})"),
            None => Ok(()),
        }
    }
}

/// What is known of productions while a program grows.
#[derive(Default)]
pub struct ProductionLog {
    pub uses: Uses,
    /// Those that are open, innermost last.
    open: Vec<Production>,
    /// Which one wrote a statement.
    authors: FxHashMap<(FuncId, StmtId), Production>,
    trace: Option<Vec<Traced>>,
    refused: Option<Violation>,
}

impl ProductionLog {
    pub fn new(traced: bool) -> Self {
        Self { trace: traced.then(Vec::new), ..Self::default() }
    }

    /// A statement is being written.
    pub fn writes(&mut self, func: FuncId, stmt: StmtId) {
        // The innermost production of statements: what expressions declare is theirs as well.
        match self.open.iter().rev().find(|production| production.is_statement()) {
            Some(production) => self.authors.insert((func, stmt), *production),
            None => self.authors.remove(&(func, stmt)),
        };
    }

    /// Productions that are open: each has something of its own still to write.
    pub fn open(&self) -> &[Production] {
        &self.open
    }

    /// A statement was refused.
    pub fn refuses(&mut self, violation: Violation) {
        self.refused = Some(violation);
    }

    /// What stays when the program is grown.
    pub fn close(self) -> (Uses, FxHashMap<(FuncId, StmtId), Production>, Vec<Traced>) {
        (self.uses, self.authors, self.trace.unwrap_or_default())
    }
}

impl Grower<'_> {
    /// Lets a production write, and takes it down.
    fn produce<T>(
        &mut self,
        index: usize,
        make: impl FnOnce(&mut Self) -> T,
        good: impl FnOnce(&T) -> bool,
    ) -> T {
        let production = Production(index as u8);
        let (func, before) = (self.func(), self.budget.tokens());
        let depth = self.log.open.len();
        let line = self.log.trace.as_mut().map(|trace| {
            let tokens = (before, before);
            let (written, refused) = (false, None);
            trace.push(Traced { production, depth, func, tokens, written, refused });
            trace.len() - 1
        });
        self.log.refused = None;
        self.log.open.push(production);
        let made = make(self);
        self.log.open.pop();
        let written = good(&made);
        if !written {
            self.cut();
        }
        let count = &mut self.log.uses.counts[index];
        *count = (count.0 + 1, count.1 + u64::from(written));
        if let (Some(line), Some(trace)) = (line, &mut self.log.trace) {
            trace[line].tokens.1 = self.budget.tokens();
            trace[line].written = written;
            trace[line].refused = self.log.refused.take().filter(|_| !written);
        }
        made
    }

    /// Draws a production of statements and lets it write; nothing where all weights are 0.
    pub(super) fn draw_statement(&mut self) -> Option<bool> {
        let allowed = |row: &StmtRow| (row.is_on)(self.config) && (row.allowed)(self);
        let weigh = |row: &StmtRow| if allowed(row) { (row.weight)(self.config) } else { 0 };
        let weights: [u32; STATEMENTS.len()] = std::array::from_fn(|i| weigh(&STATEMENTS[i]));
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        let index = self.choices.weighted(&weights);
        self.cut_if_too_large_with(1);
        Some(self.produce(index, STATEMENTS[index].make, |done| *done))
    }

    /// Lets a call of a new function be written, which `func_1` needs when it has had its share.
    pub(super) fn need_new_function(&mut self) -> bool {
        self.produce(STATEMENTS.len(), Self::new_function_stmt, |done| *done)
    }

    /// Lets the `return` at the end of a function be written.
    pub(super) fn need_return(&mut self, write: impl FnOnce(&mut Self)) {
        self.produce(STATEMENTS.len() + 1, write, |()| true);
    }

    /// Draws one of the rows that give what is wanted, and lets it write with operands of at most
    /// this depth. `weigh` may change the weight of a row that is allowed. Nothing where all weights
    /// are 0.
    pub(super) fn draw_expr(
        &mut self,
        want: Request,
        depth: u32,
        weigh: impl Fn(&ExprRow, u32) -> u32,
    ) -> Option<(&'static ExprRow, Option<Ex>)> {
        let (rows, first) = rows_for(self.class(want));
        let mut weights = [0; MOST_ROWS];
        for (weight, row) in weights.iter_mut().zip(rows) {
            if (row.is_on)(self.config) && (row.allowed)(self) {
                *weight = weigh(row, (row.weight)(self.config));
            }
        }
        if weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        let at = self.choices.weighted(&weights[..rows.len()]);
        let row = &rows[at];
        self.cut_if_too_large_with(if row.leaf { 1 } else { 2 });
        let make = |g: &mut Self| (row.make)(g, want, depth);
        Some((row, self.produce(first + at, make, Option::is_some)))
    }
}

/// The most rows that a table of expressions has.
const MOST_ROWS: usize = {
    let (mut most, mut at) = (0, 0);
    while at < TABLES.len() {
        let rows = TABLES[at].1.len();
        most = if rows > most { rows } else { most };
        at += 1;
    }
    most
};

/// The rows that give values of a class, and the place of the first among all productions.
fn rows_for(class: Class) -> (&'static [ExprRow], usize) {
    let at = TABLES.iter().position(|(of, _)| *of == class).expect("every class has its rows");
    (TABLES[at].1, FIRST_EXPR + rows_before(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, ConfigOption, Kind, OptionValue};
    use std::collections::BTreeSet;

    /// A row's option weighs it, and nothing else does.
    #[test]
    fn each_production_has_its_option() {
        type Weight = fn(&Config) -> u32;
        let mut rows: Vec<(&str, Weight)> = Vec::new();
        rows.extend(STATEMENTS.iter().map(|row| (row.name, row.weight)));
        for (_, table) in TABLES {
            rows.extend(table.iter().map(|row| (row.name, row.weight)));
        }
        let names: Vec<&str> = Production::all().map(Production::name).collect();
        let drawn = names.iter().copied().filter(|name| !FIXED.contains(name));
        assert!(drawn.eq(rows.iter().map(|row| row.0)), "{names:?}");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), COUNT, "two have one name");
        for (name, weight) in &rows {
            let option = ConfigOption::named(&format!("weight_{name}")).expect(name);
            assert_eq!(option.kind, Kind::Weight);
            let mut config = Config::default();
            for other in rows.iter().map(|row| row.0) {
                let value = if other == *name { 77 } else { 3 };
                let other = ConfigOption::named(&format!("weight_{other}")).expect(other);
                other.set(&mut config, OptionValue::Number(value)).unwrap();
            }
            assert_eq!(weight(&config), 77, "{name}");
        }
    }

    #[test]
    fn uses_are_counted_and_traced() {
        let mut choices = brinell_choice::Choices::seeded(5);
        let config = Config { do_loops: false, ..Config::default() };
        let (draft, tally) = super::super::grow(&mut choices, &config, 2_000, true);
        let of = |name: &str| Production::all().find(|one| one.name() == name).unwrap();
        let uses = &tally.productions;
        assert_eq!(uses.drawn(of("do")), 0);
        assert!(uses.written(of("assign")) > 0);
        for production in Production::all() {
            let lines = tally.trace.iter().filter(|line| line.production == production);
            assert_eq!(lines.clone().count() as u64, uses.drawn(production), "{production}");
            let written = lines.filter(|line| line.written).count() as u64;
            assert_eq!(written, uses.written(production), "{production}");
        }
        assert!(draft.authors.values().all(|author| author.is_statement()));
        assert!(draft.authors.values().any(|author| *author == of("assign")));
    }
}
