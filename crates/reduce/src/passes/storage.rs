//! Variables where they are used: globals into the one function that uses them, and globals, or
//! locals that become such, in place of parameters that are always given them.

use super::sites::ExprSite;
use super::{Pass, sites};
use crate::view::View;
use brinell_lang::{ExprId, ExprKind, Exprs, FuncId, GlobalId, Id, LocalKind, Program};
use brinell_transform::{Edit, ExprEdit, FunctionEdit, Object, ObjectEdit, Owner};

pub const PASS: Pass = Pass { name: "storage", rounds: 2, apart: false, propose };

fn propose(view: &View, round: usize) -> Vec<Edit> {
    let program = &view.program;
    let exprs = sites::exprs(program);
    if round == 0 { into_functions(program, &exprs) } else { for_parameters(program, &exprs) }
}

/// Globals that one function alone uses.
fn into_functions(program: &Program, exprs: &[ExprSite<'_>]) -> Vec<Edit> {
    /// Who uses a global.
    #[derive(Copy, Clone)]
    enum Users {
        None,
        One(FuncId),
        Others,
    }
    let mut users = vec![Users::None; program.globals.len()];
    for site in exprs {
        let ExprKind::Global(g) = site.expr.kind else { continue };
        let so_far = &mut users[g.index()];
        *so_far = match (*so_far, site.owner) {
            (Users::None, Owner::Function(f)) => Users::One(f),
            (Users::One(one), Owner::Function(f)) if one == f => Users::One(one),
            _ => Users::Others,
        };
    }
    let into = |(g, users)| match users {
        Users::One(f) => Some(Edit::Object(Object::Global(g), ObjectEdit::Into(f))),
        _ => None,
    };
    users
        .into_iter()
        .enumerate()
        .map(|(i, users)| (GlobalId::from_index(i), users))
        .filter_map(into)
        .collect()
}

/// The one call of each function that is called by name in one place, and not used otherwise.
fn only_calls<'a>(program: &Program, exprs: &[ExprSite<'a>]) -> Vec<(FuncId, Owner, &'a [ExprId])> {
    let mut mentions = vec![0_usize; program.functions.len()];
    let mut calls = Vec::new();
    for site in exprs {
        match &site.expr.kind {
            ExprKind::Function(f) => mentions[f.index()] += 1,
            ExprKind::Call { callee, args } => {
                let ExprKind::Decay(designator) = site.exprs[*callee].kind else { continue };
                let ExprKind::Function(f) = site.exprs[designator].kind else { continue };
                calls.push((f, site.owner, &args[..]));
            }
            _ => {}
        }
    }
    calls.retain(|(f, ..)| mentions[f.index()] == 1);
    calls
}

/// Parameters that are given a variable or its address.
fn for_parameters(program: &Program, exprs: &[ExprSite<'_>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (f, owner, args) in only_calls(program, exprs) {
        let Some(callee) = &program.functions[f].body else { continue };
        let Owner::Function(caller) = owner else { continue };
        let Some(body) = &program.functions[caller].body else { continue };
        if caller == f {
            continue;
        }
        for (i, (param, arg)) in callee.params.iter().zip(args).enumerate() {
            let mut all = vec![Edit::Function(f, FunctionEdit::NoParam(i as u32))];
            match variable(caller, &body.exprs, *arg) {
                Some(Object::Global(_)) => {}
                Some(local @ Object::Local(_, l)) if body.locals[l].kind == LocalKind::Var => {
                    all.push(Edit::Object(local, ObjectEdit::Shared));
                }
                _ => continue,
            }
            let here = exprs.iter().filter(|site| site.owner == Owner::Function(f));
            let uses =
                here.filter(|site| matches!(site.expr.kind, ExprKind::Local(l) if l == *param));
            all.extend(
                uses.map(|site| Edit::Expr(site.owner, site.id, ExprEdit::Outside(owner, *arg))),
            );
            edits.push(Edit::Together(all));
        }
    }
    edits
}

/// The variable that an argument in a function is, or is the address of.
fn variable(caller: FuncId, exprs: &Exprs, mut id: ExprId) -> Option<Object> {
    loop {
        match exprs[id].kind {
            ExprKind::Global(g) => return Some(Object::Global(g)),
            ExprKind::Local(l) => return Some(Object::Local(caller, l)),
            ExprKind::Load(inner)
            | ExprKind::Decay(inner)
            | ExprKind::AddrOf(inner)
            | ExprKind::Cast { operand: inner, implicit: true } => id = inner,
            _ => return None,
        }
    }
}
