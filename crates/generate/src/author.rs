//! Which production wrote the statement in which a generated program went wrong: for the message.
//!
//! Generated nodes have no places. Only when something went wrong do they get some (the number of
//! the statement as line, that of the function as file), and the program is run once more.

use crate::Draft;
use brinell_lang::{FuncId, Id as _, Loc, Program, StmtId};
use brinell_machine::{Limits, Outcome, RunMode, observe_here};

/// The production and the function, in words, where a run of the program fails.
pub fn of_failure(
    draft: &Draft,
    mut program: Program,
    limits: &Limits,
    mode: RunMode,
    stack: usize,
) -> Option<String> {
    number(&mut program);
    let Outcome::Undefined(failure) = observe_here(&program, limits, mode, stack).outcome else {
        return None;
    };
    // Wrappers have no authors; the call of one has.
    let places = std::iter::once(failure.loc).chain(failure.frames.iter().map(|frame| frame.loc));
    places.filter(|loc| loc.is_known()).find_map(|loc| {
        let (func, stmt) = (FuncId(u32::from(loc.file)), StmtId(loc.line - 1));
        let production = draft.authors.get(&(func, stmt))?;
        Some(format!("written by `{production}` in func_{}", func.0 + 1))
    })
}

/// Gives the nodes of all functions their places.
fn number(program: &mut Program) {
    for func in program.functions.ids().collect::<Vec<_>>() {
        let Ok(file) = u16::try_from(func.index()) else { return };
        let Some(body) = program.function_mut(func).body.as_mut() else { continue };
        for stmt in body.stmts.ids().collect::<Vec<_>>() {
            let loc = Loc { file, col: 1, line: stmt.0 + 1 };
            body.stmts[stmt].loc = loc;
            let mut open = Vec::new();
            body.for_each_expr(&body.stmts[stmt].kind, |root| open.push(root));
            while let Some(e) = open.pop() {
                body.exprs[e].loc = loc;
                body.exprs[e].for_each_child(|child| open.push(child));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, grow, harness};
    use brinell_choice::Choices;
    use brinell_lang::{Bits, Expr, ExprKind, StmtKind};

    /// Null is read through in place of the value of some statement that runs.
    #[test]
    fn a_failure_has_an_author() {
        let (mut draft, _) = grow::grow(&mut Choices::seeded(1), &Config::default(), 1_000, false);
        let pointer = {
            let types = draft.program.types_mut();
            let int = brinell_lang::QualType::plain(types.int(brinell_lang::IntKind::Int));
            (int, brinell_lang::QualType::plain(types.pointer(int)))
        };
        let body = draft.program.function_mut(draft.entry).body.as_mut().unwrap();
        let StmtKind::Block(stmts) = &body.stmts[body.root.unwrap()].kind else { panic!() };
        let at = *stmts
            .iter()
            .find(|s| matches!(body.stmts[**s].kind, StmtKind::Expr(_)))
            .expect("func_1 has a statement of an expression");
        let mut push = |kind, ty| body.exprs.push(Expr { kind, ty, loc: Loc::NONE });
        let zero = push(ExprKind::Int(Bits::ZERO), pointer.0);
        let null = push(ExprKind::Cast { operand: zero, implicit: false }, pointer.1);
        let place = push(ExprKind::Deref(null), pointer.0);
        let value = push(ExprKind::Load(place), pointer.0);
        body.stmts[at].kind = StmtKind::Expr(value);
        let expected =
            format!("written by `{}` in func_1", draft.authors[&(draft.entry, at)].name());
        let run = harness::to_run(&draft);
        let mode = RunMode { repair: true, live: false, digest: false };
        let words = of_failure(&draft, run, &Limits::default(), mode, 64 << 20);
        assert_eq!(words, Some(expected));
    }
}
