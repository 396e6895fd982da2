//! Code that a run never reached becomes undefined: it may contain whatever satisfies the constraints
//! of the language, since only executed behaviour can be undefined (goes beyond CsmithEdge).
//!
//! It is written after guards and decisions, so that nothing takes it back. What stands there was
//! never executed, so nothing changes for what was, and the final run of the program is the check.

use super::Relaxation;
use crate::config::Config;
use crate::draft::Draft;
use brinell_choice::Choices;
use brinell_lang::{
    BinaryOp, Bits, Body, Builder, Expr, ExprId, ExprKind, FloatKind, FuncId, IntKind, Loc,
    Program, QualType, StmtId, StmtKind, TypeId,
};
use brinell_machine::Live;
use rustc_hash::FxHashSet;

/// A way to be undefined.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Wild {
    /// `x / 0`
    DivideByZero(ExprId),
    /// An element far outside of its array.
    Index(ExprId),
    /// `*(p + 100000)`
    Pointer(ExprId),
    /// `*(T *)0`
    Null(ExprId),
    /// `*(U *)&x`
    Alias(ExprId),
    /// A floating constant that no integer type holds, in place of a constant.
    Float(ExprId),
    /// A loop without end around the statement.
    Endless,
    /// No `return`.
    NoReturn,
}

/// Makes statements undefined that a run never reached; how many.
pub fn write_dead(draft: &mut Draft, config: &Config, choices: &mut Choices, live: &Live) -> usize {
    if config.relax_dead_percent == 0 {
        return 0;
    }
    let mut made = 0;
    for func in draft.program.functions.ids().collect::<Vec<_>>() {
        // Wrappers and the runtime have names.
        if draft.program.functions[func].name.is_some() {
            continue;
        }
        for stmt in dead_statements(&draft.program, func, live) {
            if !Relaxation::Dead.applies(config, choices) {
                continue;
            }
            let ways = ways(&draft.program, config, func, stmt);
            if ways.is_empty() {
                continue;
            }
            let way = *choices.pick(&ways);
            made += usize::from(write(&mut draft.program, func, stmt, way));
        }
    }
    made
}

/// Statements without others in them that were never reached.
fn dead_statements(program: &Program, func: FuncId, live: &Live) -> Vec<StmtId> {
    let Some(body) = &program.functions[func].body else { return Vec::new() };
    let under = || body.root.into_iter().flat_map(|root| body.stmts_under(root));
    let heads: FxHashSet<StmtId> = under()
        .filter_map(|(_, kind)| match kind {
            StmtKind::For { init, .. } => Some(init.iter().copied()),
            _ => None,
        })
        .flatten()
        .collect();
    under()
        .filter(|(stmt, kind)| {
            matches!(kind, StmtKind::Expr(_) | StmtKind::Return(Some(_)))
                && !live.is_live(func, *stmt)
                && !heads.contains(stmt)
        })
        .map(|(stmt, _)| stmt)
        .collect()
}

/// In how many ways a statement can be made undefined.
fn ways(program: &Program, config: &Config, func: FuncId, stmt: StmtId) -> Vec<Wild> {
    let Some(body) = &program.functions[func].body else { return Vec::new() };
    let types = &program.types;
    let mut ways = Vec::new();
    let root = match body.stmts[stmt].kind {
        StmtKind::Expr(e) => {
            ways.push(Wild::Endless);
            e
        }
        StmtKind::Return(Some(e)) => {
            ways.push(Wild::NoReturn);
            e
        }
        _ => return ways,
    };
    for (id, expr) in body.exprs.under(root) {
        match &expr.kind {
            ExprKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, lhs, rhs }
                // A compiler may refuse a constant expression that divides by zero.
                if types.is_integer(expr.ty.ty)
                    && types.as_int(body.exprs[*rhs].ty.ty).is_some()
                    && !body.exprs.is_constant(*lhs) =>
            {
                ways.push(Wild::DivideByZero(id));
            }
            ExprKind::Index { index, .. } if types.as_int(body.exprs[*index].ty.ty).is_some() => {
                ways.push(Wild::Index(id));
            }
            ExprKind::Deref(pointer) if is_object_pointer(program, body, *pointer) => {
                ways.extend([Wild::Pointer(id), Wild::Null(id)]);
            }
            ExprKind::Load(place) if may_alias(program, body, id, *place) => {
                ways.push(Wild::Alias(id));
            }
            ExprKind::Cast { operand, .. }
                if config.floats
                    && types.as_int(expr.ty.ty).is_some_and(|kind| !is_wide_or_bool(kind))
                    && types.is_integer(body.exprs[*operand].ty.ty) =>
            {
                ways.push(Wild::Float(id));
            }
            _ => {}
        }
    }
    ways
}

fn is_object_pointer(program: &Program, body: &Body, pointer: ExprId) -> bool {
    let to = program.types.pointee(body.exprs[pointer].ty.ty);
    to.is_some_and(|to| program.types.as_function(to.ty).is_none())
}

const fn is_wide_or_bool(kind: IntKind) -> bool {
    matches!(kind, IntKind::Bool | IntKind::Int128 | IntKind::UInt128)
}

/// Whether an object can be read through a pointer to another type: a number with an address.
fn may_alias(program: &Program, body: &Body, load: ExprId, place: ExprId) -> bool {
    let types = &program.types;
    let small = types.as_int(body.exprs[load].ty.ty).is_some_and(|kind| !is_wide_or_bool(kind));
    // Bit-fields have no address, and packed members one that compilers warn about.
    let addressable = matches!(
        body.exprs[place].kind,
        ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Index { .. } | ExprKind::Deref(_)
    );
    small && addressable && types.as_int(body.exprs[place].ty.ty).is_some()
}

/// Makes a statement undefined in that way; whether that could be written.
fn write(program: &mut Program, func: FuncId, stmt: StmtId, way: Wild) -> bool {
    let Some(mut body) = program.function_mut(func).body.take() else { return false };
    let written = match way {
        Wild::Endless => {
            let kind = body.stmts[stmt].kind.clone();
            let loc = body.stmts[stmt].loc;
            let inner = body.stmts.push(brinell_lang::Stmt { kind, loc });
            let inner =
                body.stmts.push(brinell_lang::Stmt { kind: StmtKind::Block(vec![inner]), loc });
            let mut builder = builder(program, &mut body);
            let one = builder.int(1u64, IntKind::Int, Loc::NONE);
            body.stmts[stmt].kind = StmtKind::While { cond: one, body: inner };
            true
        }
        Wild::NoReturn => {
            body.stmts[stmt].kind = StmtKind::Empty;
            true
        }
        _ => expression(&mut builder(program, &mut body), way).is_some(),
    };
    program.function_mut(func).body = Some(body);
    written
}

fn builder<'a>(program: &'a mut Program, body: &'a mut Body) -> Builder<'a> {
    let dialect = program.dialect;
    let Program { target, types, .. } = program;
    let types = std::sync::Arc::make_mut(types);
    Builder { types, target, dialect, exprs: &mut body.exprs }
}

/// So far outside of any object of a program that no layout has it there by chance.
const FAR: u64 = 30_000;

fn expression(b: &mut Builder<'_>, way: Wild) -> Option<()> {
    match way {
        Wild::DivideByZero(id) => {
            let ExprKind::Binary { op, lhs, rhs } = b.exprs[id].kind else { return None };
            let kind = b.types.as_int(b.exprs[rhs].ty.ty)?;
            let zero = b.int(Bits::ZERO, kind, Loc::NONE);
            b.exprs[id].kind = ExprKind::Binary { op, lhs, rhs: zero };
        }
        Wild::Index(id) => {
            let ExprKind::Index { base, .. } = b.exprs[id].kind else { return None };
            let index = b.int(FAR, IntKind::Int, Loc::NONE);
            b.exprs[id].kind = ExprKind::Index { base, index };
        }
        Wild::Pointer(id) => {
            let ExprKind::Deref(pointer) = b.exprs[id].kind else { return None };
            let by = b.int(FAR, IntKind::Int, Loc::NONE);
            let sum = b.binary(BinaryOp::Add, pointer, by, Loc::NONE).ok()?;
            same_type(b, sum, pointer)?;
            b.exprs[id].kind = ExprKind::Deref(sum);
        }
        Wild::Null(id) => {
            let ExprKind::Deref(pointer) = b.exprs[id].kind else { return None };
            let ty = b.exprs[pointer].ty;
            let zero = b.int(Bits::ZERO, IntKind::Int, Loc::NONE);
            let kind = ExprKind::Cast { operand: zero, implicit: false };
            let null = b.exprs.push(Expr { kind, ty, loc: Loc::NONE });
            b.exprs[id].kind = ExprKind::Deref(null);
        }
        Wild::Alias(id) => {
            let ExprKind::Load(place) = b.exprs[id].kind else { return None };
            let ty = b.exprs[id].ty.ty;
            let address = b.addr_of(place, Loc::NONE).ok()?;
            let other = other_type(b, ty)?;
            let pointer = b.types.pointer(QualType::plain(other));
            let cast = b.cast(address, pointer, Loc::NONE).ok()?;
            let kind = ExprKind::Deref(cast);
            let place = b.exprs.push(Expr { kind, ty: QualType::plain(other), loc: Loc::NONE });
            let kind = ExprKind::Load(place);
            let value = b.exprs.push(Expr { kind, ty: QualType::plain(other), loc: Loc::NONE });
            b.exprs[id].kind = ExprKind::Cast { operand: value, implicit: false };
        }
        Wild::Float(id) => {
            // Rounded where a double is a float.
            let operand = b.float(1e30, FloatKind::Double, Loc::NONE);
            b.exprs[id].kind = ExprKind::Cast { operand, implicit: false };
        }
        Wild::Endless | Wild::NoReturn => return None,
    }
    Some(())
}

fn same_type(b: &Builder<'_>, one: ExprId, other: ExprId) -> Option<()> {
    (b.exprs[one].ty.ty == b.exprs[other].ty.ty).then_some(())
}

/// An integer type of another width.
fn other_type(b: &mut Builder<'_>, ty: TypeId) -> Option<TypeId> {
    let kind = b.types.as_int(ty)?;
    let other = if b.target.int_bits(kind) == b.target.int_bits(IntKind::Short) {
        IntKind::Int
    } else {
        IntKind::Short
    };
    Some(b.types.int(other))
}
