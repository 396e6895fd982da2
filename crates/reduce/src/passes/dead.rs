//! What the machine never reached goes away, all of it at once if it can; and of branches whose way
//! is known, the arm that was taken stays.

use super::{Pass, sites};
use crate::view::View;
use brinell_lang::{ExprKind, FuncId, Program, StmtId, StmtKind};
use brinell_transform::{Edit, ExprEdit, Owner, StmtEdit};

pub const PASS: Pass = Pass { name: "dead code", rounds: 3, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    match round {
        0 => unreached(view),
        1 => branches(view),
        _ => choices(view),
    }
}

/// The outermost statements that were never reached.
fn unreached(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (f, function) in view.program.functions.enumerate() {
        let Some(body) = &function.body else { continue };
        let mut todo: Vec<StmtId> = Vec::new();
        if let Some(root) = body.root {
            body.stmts[root].kind.for_each_child(|child| todo.push(child));
        }
        todo.reverse();
        while let Some(id) = todo.pop() {
            let kind = &body.stmts[id].kind;
            if !view.is_live(f, id) {
                if !matches!(kind, StmtKind::Empty) {
                    edits.push(Edit::Stmt(f, id, StmtEdit::Drop));
                }
                continue;
            }
            let start = todo.len();
            kind.for_each_child(|child| todo.push(child));
            todo[start..].reverse();
        }
    }
    edits
}

/// `if` and loops whose condition always had the same truth.
fn branches(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    for site in sites::stmts(&view.program) {
        let (cond, otherwise) = match *site.kind {
            StmtKind::If { cond, otherwise, .. } => (cond, otherwise),
            StmtKind::While { cond, .. } | StmtKind::For { cond: Some(cond), .. } => (cond, None),
            StmtKind::DoWhile { cond, .. } => (cond, None),
            _ => continue,
        };
        if !view.is_live(site.function, site.id) {
            continue;
        }
        let constant = constant(&view.program, site.function, cond);
        let Some(value) = constant.or_else(|| view.value(site.function, cond)) else { continue };
        let edit = match (site.kind, value != 0) {
            // A loop that never ends by its condition may still be left once.
            (_, true) | (StmtKind::DoWhile { .. }, false) => StmtEdit::Body,
            (_, false) if otherwise.is_some() => StmtEdit::Else,
            (_, false) => StmtEdit::Drop,
        };
        edits.push(Edit::Stmt(site.function, site.id, edit));
    }
    edits
}

fn constant(program: &Program, f: FuncId, mut e: brinell_lang::ExprId) -> Option<u64> {
    let exprs = &program.functions[f].body.as_ref()?.exprs;
    loop {
        match exprs[e].kind {
            ExprKind::Int(value) => return Some(value.word()),
            ExprKind::Cast { operand, implicit: true } => e = operand,
            _ => return None,
        }
    }
}

/// `?:` of which one arm was never evaluated, and operands of `&&` and `||` likewise.
fn choices(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    for site in sites::exprs(&view.program) {
        let Owner::Function(f) = site.owner else { continue };
        let dead = |e| !view.was_evaluated(f, e);
        let edit = match site.expr.kind {
            ExprKind::Conditional { cond, then, otherwise } if !dead(cond) => {
                match (dead(then), dead(otherwise)) {
                    (false, true) => ExprEdit::Operand(1),
                    (true, false) => ExprEdit::Operand(2),
                    _ => continue,
                }
            }
            ExprKind::Logical { lhs, rhs, .. } if !dead(lhs) && dead(rhs) => ExprEdit::Operand(0),
            _ => continue,
        };
        edits.push(Edit::Expr(site.owner, site.id, edit));
    }
    edits
}
