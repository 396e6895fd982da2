//! Which functions are printed as macros, and with which text.
//!
//! A function that asks for it gets it where a macro means the same: the body returns one
//! expression, which reads its scalar parameters and does nothing else with them, and nobody names
//! the function but to call it. Others are printed as the functions they are.

use brinell_lang::{
    Arena, Body, ExprId, ExprKind, Exprs, FuncId, Function, GlobalId, Id, Mention, Program,
    StmtKind, TypeId, Types,
};

/// A function as a macro.
pub struct Macro {
    /// The expression that it stands for.
    pub value: ExprId,
    /// The type that a function would convert the expression to on return, where it is another one.
    pub cast: Option<TypeId>,
    /// The file-scope names that its text mentions, those of macros inside it included.
    pub mentions: Vec<String>,
}

/// Finds the macros of a program.
pub fn find(
    program: &Program,
    globals: &Arena<GlobalId, String>,
    functions: &Arena<FuncId, String>,
) -> Arena<FuncId, Option<Macro>> {
    let mut macros: Arena<FuncId, Option<Macro>> = Arena::new();
    let wanted = program.functions.iter().any(|f| f.as_macro);
    let only_called = if wanted { only_called(program) } else { vec![] };
    for (id, function) in program.functions.enumerate() {
        let possible = function.as_macro && only_called[id.index()];
        let mut found = if possible { returned(function, &program.types) } else { None };
        if let Some(found) = &mut found {
            let mut mentions = Vec::new();
            function.for_each_mention(|r| match r {
                Mention::Global(g) => mentions.push(globals[g].clone()),
                Mention::Function(f, _) => {
                    mentions.push(functions[f].clone());
                    // Those it may name come before it.
                    let inner = macros.get(f).and_then(Option::as_ref);
                    mentions.extend(inner.iter().flat_map(|m| &m.mentions).cloned());
                }
                Mention::Type(_) | Mention::Str(_) => {}
            });
            found.mentions = mentions;
        }
        // A macro that named itself would not be replaced again, so only earlier ones may be used.
        let late = found.is_some()
            && calls(function).iter().any(|f| program.functions[*f].as_macro && *f >= id);
        macros.push(found.filter(|_| !late));
    }
    macros
}

/// For each function, whether all that is done with it is to call it.
fn only_called(program: &Program) -> Vec<bool> {
    let mut only_called = vec![true; program.functions.len()];
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref()).map(|b| &b.exprs);
    for exprs in bodies.chain(program.globals.iter().map(|g| &g.exprs)) {
        let mut callees = vec![false; exprs.len()];
        for expr in exprs {
            if let ExprKind::Call { callee, .. } = expr.kind
                && let Some(ExprKind::Decay(designator)) = exprs.get(callee).map(|e| &e.kind)
                && let Some(flag) = callees.get_mut(designator.index())
            {
                *flag = true;
            }
        }
        for (id, expr) in exprs.enumerate() {
            if let ExprKind::Function(f) = expr.kind
                && !callees[id.index()]
                && let Some(flag) = only_called.get_mut(f.index())
            {
                *flag = false;
            }
        }
    }
    only_called
}

fn calls(function: &Function) -> Vec<FuncId> {
    let mut calls = Vec::new();
    function.for_each_mention(|r| {
        if let Mention::Function(f, _) = r {
            calls.push(f);
        }
    });
    calls
}

/// The expression that a function returns, if its body does nothing else and treats its parameters
/// as values.
fn returned(function: &Function, types: &Types) -> Option<Macro> {
    let body = function.body.as_ref()?;
    let ty = types.as_function(function.ty)?;
    let scalars = ty.params.iter().all(|p| types.is_scalar(*p));
    if ty.variadic || !ty.prototype || !scalars || ty.params.len() != body.params.len() {
        return None;
    }
    let StmtKind::Block(stmts) = &body.stmts.get(body.root?)?.kind else { return None };
    let [only] = stmts[..] else { return None };
    let StmtKind::Return(Some(value)) = body.stmts.get(only)?.kind else { return None };
    if !reads_only(body, value) {
        return None;
    }
    let cast = (!has_type(&body.exprs, value, ty.ret)).then_some(ty.ret);
    Some(Macro { value, cast, mentions: Vec::new() })
}

/// Whether every parameter in an expression is loaded, and nothing else local stands there.
fn reads_only(body: &Body, root: ExprId) -> bool {
    let mut todo = vec![root];
    while let Some(id) = todo.pop() {
        let Some(expr) = body.exprs.get(id) else { return false };
        match expr.kind {
            ExprKind::Load(inner)
                if matches!(body.exprs.get(inner).map(|e| &e.kind),
                    Some(ExprKind::Local(l)) if body.params.contains(l)) => {}
            ExprKind::Local(_) | ExprKind::CompoundLiteral(_) => return false,
            _ => expr.for_each_child(|child| todo.push(child)),
        }
    }
    true
}

/// Whether the text of a value has the type: it shows no conversion and is no bit-field, which the
/// next operator would promote by its width.
fn has_type(exprs: &Exprs, value: ExprId, ty: TypeId) -> bool {
    let expr = &exprs[value];
    expr.ty.ty == ty
        && match expr.kind {
            ExprKind::Cast { implicit, .. } => !implicit,
            ExprKind::Load(inner) => matches!(exprs[inner].kind, ExprKind::Local(_)),
            ExprKind::Member { .. }
            | ExprKind::Comma { .. }
            | ExprKind::Assign { .. }
            | ExprKind::AssignOp { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Decay(_) => false,
            _ => true,
        }
}
