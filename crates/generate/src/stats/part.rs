//! Which part of a program is random, and that part by itself.

use brinell_lang::{BinaryOp, Function, Global, Item, Program, Unit};
use brinell_print::PrintedUnit;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Whether a function was made at random: `func_N`, or without a name and printed so.
pub fn is_random_function(function: &Function) -> bool {
    function.body.is_some() && function.name.as_deref().is_none_or(|name| name.starts_with("func_"))
}

/// Whether a variable was made at random: `g_N`, `l_N` (a static local), or without a name.
pub fn is_random_global(global: &Global) -> bool {
    let random = |name: &str| name.starts_with("g_") || name.starts_with("l_");
    global.defined && global.name.as_deref().is_none_or(random)
}

/// What a wrapper wraps.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum WrapperKind {
    Binary(BinaryOp),
    Negation,
    /// From floating point to an integer.
    Conversion,
    /// Named like a wrapper, but none that we know.
    Other,
}

/// The wrapper of that name, ours or Csmith's.
pub(super) fn wrapper(name: Option<&str>) -> Option<WrapperKind> {
    // Macros are named in capitals.
    let name = name?.to_ascii_lowercase();
    let operation = name.strip_prefix("safe_")?.split('_').next()?;
    Some(match operation {
        "add" => WrapperKind::Binary(BinaryOp::Add),
        "sub" => WrapperKind::Binary(BinaryOp::Sub),
        "mul" => WrapperKind::Binary(BinaryOp::Mul),
        "div" => WrapperKind::Binary(BinaryOp::Div),
        "mod" | "rem" => WrapperKind::Binary(BinaryOp::Rem),
        "lshift" | "shl" => WrapperKind::Binary(BinaryOp::Shl),
        "rshift" | "shr" => WrapperKind::Binary(BinaryOp::Shr),
        "unary" | "neg" => WrapperKind::Negation,
        "double" => WrapperKind::Conversion,
        _ => WrapperKind::Other,
    })
}

/// The random part of a program by itself, to be printed: no `main`, no runtime, no prototypes of
/// what is not there (except those that the printer adds for what is called).
pub fn random_part(program: &Program) -> Program {
    let mut part = program.clone();
    for function in part.functions.ids() {
        if !is_random_function(&part.functions[function]) && part.functions[function].body.is_some()
        {
            // Not `function_mut`: that would copy the body in order to drop it.
            let old = &part.functions[function];
            let bodiless = Function {
                name: old.name.clone(),
                ty: old.ty,
                linkage: old.linkage,
                inline: old.inline,
                noreturn: old.noreturn,
                noinline: old.noinline,
                as_macro: old.as_macro,
                body: None,
                loc: old.loc,
            };
            part.functions[function] = Arc::new(bodiless);
        }
    }
    let stays = |item: &Item| match *item {
        // Records come with what has their type.
        Item::Record(_) => false,
        Item::DeclareGlobal(g) | Item::DefineGlobal(g) => is_random_global(&program.globals[g]),
        Item::DeclareFunction(f) | Item::DefineFunction(f) => {
            is_random_function(&program.functions[f])
        }
    };
    part.units = program
        .units
        .iter()
        .map(|unit| Unit { items: unit.items.iter().copied().filter(stays).collect() })
        .collect();
    part
}

/// The tokens of the random part as printed, without typedefs and prototypes of the runtime.
pub fn tokens(program: &Program) -> usize {
    let text = brinell_print::print(&random_part(program));
    text.lines().filter(|line| !is_runtime_line(line)).map(brinell_print::count_tokens).sum()
}

/// The same, of a program of ours that is printed already. What several units repeat counts once.
pub fn tokens_in(program: &Program, units: &[PrintedUnit]) -> usize {
    let is_random = |item: &Item| match *item {
        // The runtime has none.
        Item::Record(_) => true,
        Item::DeclareGlobal(g) | Item::DefineGlobal(g) => is_random_global(&program.globals[g]),
        Item::DeclareFunction(f) | Item::DefineFunction(f) => {
            is_random_function(&program.functions[f])
        }
    };
    let mut seen = FxHashSet::default();
    let mut count = 0;
    for unit in units {
        for (item, range) in &unit.pieces {
            let text = &unit.text[range.clone()];
            // A tag may be declared before it is defined.
            if is_random(item) && seen.insert((*item, text.contains('{'))) {
                count += brinell_print::count_tokens(text);
            }
        }
    }
    count
}

/// Whether a printed line declares what does not belong to the random part.
fn is_runtime_line(line: &str) -> bool {
    let prototype = line.ends_with(");") && !line.starts_with(' ') && !line.contains('=');
    line.starts_with("typedef ") || (prototype && !line.contains("func_"))
}
