//! Code of a reduced program that never runs: reports say that it matters, because readers would not expect it.

use brinell_lang::{ExprId, ExprKind, Exprs, FuncId, LogicalOp, Program, StmtKind};
use brinell_machine::{Limits, ObservedRun, Outcome, watch_here};
use brinell_syntax::ParseOptions;
use std::collections::BTreeSet;

/// A reduced program needs little of it, and every thread has that much left.
const HOST_STACK: usize = 1 << 20;

/// What never runs of a program that is one unit.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Never {
    /// The lines whose statements are never executed.
    pub lines: BTreeSet<u32>,
    /// Operands on other lines that are never evaluated: the line, and which one.
    pub operands: BTreeSet<(u32, &'static str)>,
}

impl Never {
    /// It is asked of the text, which has lines.
    pub fn of(program: &Program, texts: &[String], limits: &Limits) -> Self {
        let mut never = Self::default();
        let [text] = texts else { return never };
        let options = ParseOptions { target: program.target.clone(), dialect: program.dialect };
        let Ok(program) = brinell_syntax::parse(text, "reduced.c", &options) else { return never };
        let seen = watch_here(&program, limits, HOST_STACK);
        let (Outcome::Finished(_), Some(live)) = (&seen.outcome, &seen.live) else { return never };
        for (f, function) in program.functions.enumerate() {
            let Some(body) = &function.body else { continue };
            for (id, stmt) in body.stmts.enumerate() {
                // These do nothing by themselves.
                let passive = matches!(
                    stmt.kind,
                    StmtKind::Empty
                        | StmtKind::Block(_)
                        | StmtKind::Label(_)
                        | StmtKind::Case { .. }
                        | StmtKind::Default
                );
                if live.is_live(f, id) {
                    body.for_each_expr(&stmt.kind, |root| never.look(&seen, f, &body.exprs, root));
                } else if !passive {
                    never.lines.insert(stmt.loc.line);
                }
            }
        }
        never
    }

    /// The outermost operands of an expression that are never evaluated.
    fn look(&mut self, seen: &ObservedRun, f: FuncId, exprs: &Exprs, root: ExprId) {
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            let expr = &exprs[id];
            let skipped = skipped(seen, f, exprs, &expr.kind);
            expr.for_each_child(|child| match skipped {
                Some((operand, which)) if operand == child => {
                    self.operands.insert((expr.loc.line, which));
                }
                _ => todo.push(child),
            });
        }
    }
}

/// The operand of an operator that is never evaluated, and what to call it. Constants do not count.
fn skipped(
    seen: &ObservedRun,
    f: FuncId,
    exprs: &Exprs,
    kind: &ExprKind,
) -> Option<(ExprId, &'static str)> {
    let truth = |e: ExprId| match exprs[e].kind {
        ExprKind::Int(value) => Some(value.word() != 0),
        _ => seen.values.only(f, e).map(|value| value != 0),
    };
    let skipped = match *kind {
        ExprKind::Logical { op: LogicalOp::And, lhs, rhs } if truth(lhs) == Some(false) => {
            (rhs, "the right operand of `&&`")
        }
        ExprKind::Logical { op: LogicalOp::Or, lhs, rhs } if truth(lhs) == Some(true) => {
            (rhs, "the right operand of `||`")
        }
        ExprKind::Conditional { cond, then, otherwise } => {
            if truth(cond)? {
                (otherwise, "the third operand of `?:`")
            } else {
                (then, "the second operand of `?:`")
            }
        }
        _ => return None,
    };
    let mut operand = skipped.0;
    while let ExprKind::Cast { operand: inner, .. } = exprs[operand].kind {
        operand = inner;
    }
    let constant = matches!(exprs[operand].kind, ExprKind::Int(_) | ExprKind::Float(_));
    (!constant).then_some(skipped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_lang::{Dialect, Target, TargetName};

    fn of(texts: &[&str]) -> Never {
        let options =
            ParseOptions { target: Target::named(TargetName::Lp64), dialect: Dialect::default() };
        let program = brinell_syntax::parse(texts[0], "reduced.c", &options).unwrap();
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        Never::of(&program, &texts, &Limits::default())
    }

    #[test]
    fn lines_that_never_run_are_known() {
        let text = "int g = 1;\nvoid f(void) {\n    g = 2;\n}\nint main(void) {\n    if (g == 0) {\n        \
                    f();\n    }\n    return 0;\n}\n";
        assert_eq!(of(&[text]).lines, BTreeSet::from([3, 7]));
        assert_eq!(of(&[&text.replace("== 0", "== 1")]), Never::default());
        // Of several units nothing is said.
        assert_eq!(of(&[text, text]), Never::default());
    }

    #[test]
    fn operands_that_are_never_evaluated_are_known() {
        let operands = |text: &str| Vec::from_iter(of(&[text]).operands);
        let text = "int g, h, i;\nint f(void) {\n    return 1;\n}\nint main(void) {\n    \
                    for (; i < 2; i++) {\n        0 && (h || 0 ? 0 : 0);\n        f() || h;\n        \
                    g = i ? h : g;\n        g = g ? 1 : 0;\n    }\n    return h ? g / h : g;\n}\n";
        let and = (7, "the right operand of `&&`");
        let or = (8, "the right operand of `||`");
        assert_eq!(operands(text), [and, or, (12, "the second operand of `?:`")]);
        // What a line that never runs has in it is not worth a word.
        let text = "int g;\nint main(void) {\n    if (g)\n        g = g && g;\n    return 0;\n}\n";
        assert_eq!(operands(text), []);
        assert_eq!(of(&[text]).lines, BTreeSet::from([4]));
    }
}
