//! Relaxed places in resolving runs: cases that were decided wrongly once.

use brinell_lang::open::{DecisionTable, OpenSites, OperationDecision};
use brinell_lang::relaxed::{MergedEffect, RelaxedJump};
use brinell_lang::{
    Body, Dialect, ExprId, ExprKind, FuncId, LocalId, Program, StmtId, StmtKind, Target, TargetName,
};
use brinell_machine::{
    Exit, Limits, Outcome, ResolvedRun, Resolver, RunMode, SeenOperation, resolve_here,
};
use std::sync::Arc;

/// Nothing but relaxed places is open.
struct Nothing;

impl Resolver for Nothing {
    fn operation(
        &self,
        site: (FuncId, ExprId),
        _: &SeenOperation,
        _: &DecisionTable,
    ) -> OperationDecision {
        panic!("no operation is open, and {site:?} was asked about")
    }

    fn negates(&self, _: (FuncId, StmtId), _: bool) -> bool {
        false
    }
}

fn parse(text: &str) -> (Program, FuncId) {
    let target = Target::named(TargetName::Lp64);
    let options = brinell_syntax::ParseOptions { target, dialect: Dialect::C17 };
    let program = brinell_syntax::parse(text.as_bytes(), "test.c", &options)
        .unwrap_or_else(|e| panic!("{:?}", e.error));
    let named = |id: &FuncId| program.functions[*id].name.as_deref() == Some("main");
    let main = program.functions.ids().find(named).expect("each of them has a main");
    (program, main)
}

fn body(program: &Program, func: FuncId) -> &Body {
    program.functions[func].body.as_ref().expect("it is defined")
}

fn local(program: &Program, func: FuncId, name: &str) -> LocalId {
    let locals = &body(program, func).locals;
    let named = |id: &LocalId| locals[*id].name.as_deref() == Some(name);
    locals.ids().find(named).expect("there is such a variable")
}

fn resolve(program: &Program, sites: OpenSites) -> ResolvedRun {
    let mode = RunMode { repair: true, live: true, digest: true };
    resolve_here(program, &Limits::default(), mode, &Arc::new(sites), &Nothing, 1 << 20)
}

fn status(run: &ResolvedRun) -> u8 {
    match &run.seen.outcome {
        Outcome::Finished(meaning) => match meaning.exit {
            Exit::Status(status) => status,
            Exit::Abort => panic!("it aborted"),
        },
        other => panic!("{other:?}"),
    }
}

/// The bytes of a bit-field are not those at which its record begins.
#[test]
fn a_bit_field_brings_its_initialiser_back() {
    let (program, main) = parse(
        "struct S { long a; int b : 4; };
         int main(void) { struct S s = {1, 2}; s.a = 7; s.b |= 1; return s.b; }",
    );
    let site = (main, local(&program, main, "s"));
    let mut sites = OpenSites::default();
    sites.relaxed.initialisers.insert(site);
    let run = resolve(&program, sites);
    assert_eq!(status(&run), 3);
    assert!(run.decisions.relaxed.is_restored(site));
}

/// Bytes without a value may be copied as characters; those whose initialiser was jumped over may
/// not, since the copy would not say where it came from.
#[test]
fn a_jump_past_characters_is_left_out() {
    let (program, main) = parse(
        "int main(void) {
             int x = 0;
             if (x == 0) goto out;
             signed char a[2] = {3, 4};
             x = 1;
         out:
             return a[1] + x;
         }",
    );
    let mut stmts = body(&program, main).stmts.enumerate();
    let jump = stmts.find(|(_, stmt)| matches!(stmt.kind, StmtKind::Goto(_))).expect("a jump").0;
    let skipped = vec![local(&program, main, "a")];
    let mut sites = OpenSites::default();
    sites.relaxed.jumps.insert((main, jump), RelaxedJump { skipped });
    let run = resolve(&program, sites);
    assert_eq!(status(&run), 5);
    assert!(run.decisions.relaxed.is_removed((main, jump)));
}

/// Every order of `a[g] /= 1` and of a call that changes `g` comes to the same, and still they are
/// put into two statements: `a[g] = safe_div(a[g], 1)` would read `g` twice, with the call between.
#[test]
fn an_effect_beside_a_call_that_changes_what_it_reads_is_split() {
    let (program, main) = parse(
        "int g;
         int f(void) { g = 1; return 0; }
         int main(void) { int a[2] = {4, 4}; (a[g] /= 1, 2) + f(); return a[0]; }",
    );
    let body = body(&program, main);
    let comma = |id: &ExprId| matches!(body.exprs[*id].kind, ExprKind::Comma { .. });
    let merged = body.exprs.ids().find(comma).expect("a comma");
    let ExprKind::Comma { lhs: effect, rhs: operand } = body.exprs[merged].kind else {
        unreachable!("it was found as one")
    };
    let mut statements = body.stmts.enumerate();
    let (holder_stmt, holder) = statements
        .find_map(|(id, stmt)| match stmt.kind {
            StmtKind::Expr(e) => Some((id, e)),
            _ => None,
        })
        .expect("a statement with the comma");
    let site = (main, holder_stmt);
    let emptied = holder_stmt;
    let mut sites = OpenSites::default();
    sites.relaxed.merged.insert(site, MergedEffect { emptied, effect, holder, operand, merged });
    let run = resolve(&program, sites);
    assert_eq!(status(&run), 4);
    assert!(run.decisions.relaxed.is_split(site));
}
