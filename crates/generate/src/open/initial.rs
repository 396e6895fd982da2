//! Open initial values: which numbers in static storage get their value when they are read for the
//! first time.
//!
//! Only such that a compiler must not take for what they begin with: those of variables with
//! external linkage, and of those that the program writes or takes the address of. Nothing that is
//! `const`, `volatile`, a bit-field or part of a union.

use crate::config::Config;
use crate::draft::Draft;
use brinell_choice::Choices;
use brinell_lang::{
    Body, ExprId, ExprKind, Exprs, Global, GlobalId, Init, IntKind, Linkage, Program, QualType,
    RecordKind, Type, UnaryOp,
};
use rustc_hash::FxHashSet;

/// Draws the initial values that are open.
pub fn draw(
    draft: &Draft,
    config: &Config,
    choices: &mut Choices,
) -> FxHashSet<(GlobalId, ExprId)> {
    let mut open = FxHashSet::default();
    if config.open_initial_percent == 0 {
        return open;
    }
    let program = &draft.program;
    let written = written(program);
    for (id, global) in program.globals.enumerate() {
        if global.linkage != Linkage::External && !written.contains(&id) {
            continue;
        }
        let Some(init) = &global.init else { continue };
        let mut found = Vec::new();
        collect(program, global, init, global.ty, &mut found);
        let drawn = found.into_iter().filter(|_| choices.chance(config.open_initial_percent));
        open.extend(drawn.map(|expr| (id, expr)));
    }
    open
}

/// The initialisers of an object of this type that may be open.
fn collect(program: &Program, global: &Global, init: &Init, ty: QualType, found: &mut Vec<ExprId>) {
    if ty.quals.is_const() || ty.quals.is_volatile() {
        return;
    }
    let types = &program.types;
    match (init, types.get(ty.ty)) {
        (Init::Expr(e), Type::Int(kind))
            if *kind != IntKind::Bool
                && kind.rank() <= IntKind::LongLong.rank()
                && literal(&global.exprs, *e).is_some() =>
        {
            found.push(*e);
        }
        (Init::List(items), Type::Array { elem, .. }) => {
            for item in items {
                collect(program, global, &item.init, *elem, found);
            }
        }
        (Init::List(items), Type::Record(record)) => {
            let record = &types.records[*record];
            if record.kind == RecordKind::Union {
                return;
            }
            let Some(fields) = &record.fields else { return };
            for item in items {
                let field = fields.get(item.index as usize).filter(|field| field.bits.is_none());
                if let Some(field) = field {
                    collect(program, global, &item.init, field.ty, found);
                }
            }
        }
        _ => {}
    }
}

/// The literal that an initialiser is, converted or not, and negated or not.
fn literal(exprs: &Exprs, mut e: ExprId) -> Option<ExprId> {
    loop {
        match exprs[e].kind {
            ExprKind::Cast { operand, implicit: true }
            | ExprKind::Unary { op: UnaryOp::Neg, operand } => e = operand,
            ExprKind::Int(_) => return Some(e),
            _ => return None,
        }
    }
}

/// Globals that some function or static initialiser writes, or may write through their address.
fn written(program: &Program) -> FxHashSet<GlobalId> {
    let mut written = FxHashSet::default();
    for function in &program.functions {
        let Some(body) = &function.body else { continue };
        in_body(body, &mut written);
    }
    for global in &program.globals {
        addressed(&global.exprs, &mut written);
    }
    written
}

fn in_body(body: &Body, written: &mut FxHashSet<GlobalId>) {
    for expr in &body.exprs {
        let place = match expr.kind {
            ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } => lhs,
            ExprKind::IncDec { operand, .. } => operand,
            _ => continue,
        };
        written.extend(root(&body.exprs, place));
    }
    addressed(&body.exprs, written);
}

fn addressed(exprs: &Exprs, written: &mut FxHashSet<GlobalId>) {
    for expr in exprs {
        if let ExprKind::AddrOf(place) = expr.kind {
            written.extend(root(exprs, place));
        }
    }
}

/// The global that an lvalue is or is in.
fn root(exprs: &Exprs, mut place: ExprId) -> Option<GlobalId> {
    loop {
        place = match exprs[place].kind {
            ExprKind::Global(global) => return Some(global),
            ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => base,
            ExprKind::Decay(inner) => inner,
            _ => return None,
        };
    }
}
