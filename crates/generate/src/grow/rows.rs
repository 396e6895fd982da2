//! The productions: a row each, with the option that is its weight, the features it belongs to, the
//! condition under which it is allowed, and the function that writes it. A production is named after
//! its option: `weight_for` is the weight of `for`. It is off if one of its features is off; a test
//! checks that features with a production occur when they are on.

use super::requests::Request;
use super::scope::Around;
use super::{Ex, Grower};
use crate::config::Config;

/// A production of expressions.
pub struct ExprRow {
    /// Its name.
    pub name: &'static str,
    /// Whether it has no operands.
    pub leaf: bool,
    /// Its weight.
    pub weight: fn(&Config) -> u32,
    /// The features that it is part of.
    pub features: &'static [&'static str],
    /// Whether they are all on.
    pub is_on: fn(&Config) -> bool,
    /// Whether it may be drawn here.
    pub allowed: fn(&Grower<'_>) -> bool,
    /// Writes it, with operands of at most this depth; nothing where no good one was found.
    pub make: fn(&mut Grower<'_>, Request, u32) -> Option<Ex>,
}

/// A production of statements.
pub struct StmtRow {
    /// Its name.
    pub name: &'static str,
    /// Its weight.
    pub weight: fn(&Config) -> u32,
    /// The features that it is part of.
    pub features: &'static [&'static str],
    /// Whether they are all on.
    pub is_on: fn(&Config) -> bool,
    /// Whether it may be drawn here.
    pub allowed: fn(&Grower<'_>) -> bool,
    /// Writes it into the innermost block; false if that failed.
    pub make: fn(&mut Grower<'_>) -> bool,
}

/// The name of a production, of the name of its option.
const fn name(option: &'static str) -> &'static str {
    option.split_at("weight_".len()).1
}

/// Rows of expressions: `leaf` or `inner`, the option, the features, when, who.
macro_rules! expressions {
    (@leaf leaf) => { true };
    (@leaf inner) => { false };
    ($($leaf:ident $weight:ident [$($feature:ident)*], $allowed:expr, $make:expr;)*) => {
        &[$(ExprRow {
            name: name(stringify!($weight)),
            leaf: expressions!(@leaf $leaf),
            weight: |config| config.$weight,
            features: &[$(stringify!($feature)),*],
            is_on: |_config| true $(&& _config.$feature)*,
            allowed: $allowed,
            make: $make,
        }),*]
    };
}

/// Rows of statements: the option, the features, when, who.
macro_rules! statements {
    ($($weight:ident [$($feature:ident)*], $allowed:expr, $make:expr;)*) => {
        &[$(StmtRow {
            name: name(stringify!($weight)),
            weight: |config| config.$weight,
            features: &[$(stringify!($feature)),*],
            is_on: |_config| true $(&& _config.$feature)*,
            allowed: $allowed,
            make: $make,
        }),*]
    };
}

fn always(_: &Grower<'_>) -> bool {
    true
}

fn effects(g: &Grower<'_>) -> bool {
    g.function().point.pure_only == 0
}

/// Whether all that idioms are made of may be written.
fn may_be_idiomatic(g: &Grower<'_>) -> bool {
    let c = g.config;
    let operators = c.multiplications && c.divisions && c.shifts;
    operators && c.unsigned_types && c.casts && c.conditionals
}

/// Integer expressions (thesis, table 3.2, and what Csmith lacks).
pub const INTEGERS: &[ExprRow] = expressions! {
    leaf weight_expr_constant [], always, |g, _, _| Some(g.constant_ex());
    leaf weight_expr_variable [], always, |g, want, _| g.read(want);
    inner weight_expr_unary [], always, |g, _, depth| g.int_unary(depth);
    inner weight_expr_binary [], always, |g, _, depth| g.int_binary(depth);
    inner weight_expr_comparison [], always, |g, _, depth| g.int_comparison(depth);
    inner weight_expr_pointer_comparison [pointers pointer_comparisons], |g| !g.function().recursive, |g, _, depth| g.pointer_comparison(depth);
    leaf weight_expr_pointer_order [arrays pointers pointer_arithmetic], always, |g, _, _| g.pointer_order();
    leaf weight_expr_pointer_difference [arrays pointers pointer_arithmetic], always, |g, _, _| g.pointer_difference();
    leaf weight_expr_idiom [idioms], may_be_idiomatic, |g, _, _| g.idiom();
    inner weight_expr_logical [], always, |g, _, depth| g.int_logical(depth);
    inner weight_expr_conditional [conditionals], always, |g, want, depth| g.conditional(want, depth);
    inner weight_expr_cast [casts], always, |g, _, depth| g.int_cast(depth);
    inner weight_expr_comma [commas], effects, |g, want, depth| g.comma(want, depth);
    inner weight_expr_assign [embedded_assigns], effects, |g, _, depth| g.int_assign(depth);
    leaf weight_expr_increment [increments], effects, |g, _, _| g.increment(true);
    inner weight_expr_call [], |g| effects(g) && g.may_call(), |g, want, depth| g.call(want, depth);
    inner weight_expr_float_comparison [floats], |g| g.types.floats, |g, _, depth| g.float_comparison(depth);
    inner weight_expr_from_float [floats casts], |g| g.types.floats, |g, _, depth| g.int_from_float(depth);
    inner weight_expr_indirect_call [pointers function_pointers], |g| effects(g) && g.may_call_through(), |g, want, depth| g.indirect_call(want, depth);
    inner weight_expr_function_comparison [pointers function_pointers pointer_comparisons], |g| g.may_point_to_functions(), |g, _, depth| g.function_comparison(depth);
};

/// Floating point.
pub const FLOATS: &[ExprRow] = expressions! {
    leaf weight_float_constant [floats], always, |g, _, _| Some(g.float_constant_ex());
    leaf weight_float_variable [floats], always, |g, want, _| g.read(want);
    inner weight_float_unary [floats], always, |g, _, depth| g.float_unary(depth);
    inner weight_float_binary [floats], always, |g, _, depth| g.float_binary(depth);
    inner weight_float_cast [floats casts], always, |g, _, depth| g.float_cast(depth);
    inner weight_float_conditional [floats conditionals], always, |g, want, depth| g.conditional(want, depth);
    inner weight_float_comma [floats commas], effects, |g, want, depth| g.comma(want, depth);
    inner weight_float_assign [floats embedded_assigns], effects, |g, _, depth| g.float_assign(depth);
    leaf weight_float_increment [floats increments], effects, |g, _, _| g.float_increment();
    inner weight_float_call [floats], |g| effects(g) && g.may_call(), |g, want, depth| g.call(want, depth);
};

/// Pointers.
pub const POINTERS: &[ExprRow] = expressions! {
    leaf weight_pointer_variable [], always, |g, want, _| g.read(want);
    leaf weight_pointer_address [], always, |g, want, _| g.address(want.ty());
    leaf weight_pointer_null [], always, |g, want, _| Some(g.null(want.ty()));
    inner weight_pointer_call [pointer_returns], always, |g, want, depth| g.call(want, depth);
    inner weight_pointer_conditional [conditionals], always, |g, want, depth| g.conditional(want, depth);
    inner weight_pointer_comma [commas], always, |g, want, depth| g.comma(want, depth);
    inner weight_pointer_assign [embedded_assigns], effects, |g, want, depth| g.same_type_assign(want.ty(), depth);
};

/// Pointers to functions.
pub const FUNCTIONS: &[ExprRow] = expressions! {
    leaf weight_function_name [pointers function_pointers], always, |g, want, _| g.function_name(want.ty());
    leaf weight_function_variable [pointers function_pointers], always, |g, want, _| g.read(want);
    leaf weight_function_null [pointers function_pointers], always, |g, want, _| Some(g.null(want.ty()));
    inner weight_function_call [pointers function_pointers pointer_returns], |g| effects(g) && g.may_call(), |g, want, depth| g.call(want, depth);
    inner weight_function_conditional [pointers function_pointers conditionals], always, |g, want, depth| g.conditional(want, depth);
    inner weight_function_comma [pointers function_pointers commas], effects, |g, want, depth| g.comma(want, depth);
    inner weight_function_assign [pointers function_pointers embedded_assigns], effects, |g, want, depth| g.same_type_assign(want.ty(), depth);
};

/// Structs and unions.
pub const RECORDS: &[ExprRow] = expressions! {
    leaf weight_record_variable [], always, |g, want, _| (0..3).find_map(|_| g.read(want));
    inner weight_record_call [struct_returns], always, |g, want, depth| g.call(want, depth);
    inner weight_record_assign [embedded_assigns], effects, |g, want, depth| g.same_type_assign(want.ty(), depth);
    inner weight_record_comma [commas], always, |g, want, depth| g.comma(want, depth);
};

/// Statements (thesis, table 3.1, and what Csmith lacks).
pub const STATEMENTS: &[StmtRow] = statements! {
    weight_assign [], always, |g| g.assign_stmt();
    weight_if [], |g| g.may_nest(), |g| g.if_stmt();
    weight_for [for_loops], |g| g.may_loop(), |g| g.for_stmt();
    weight_while [while_loops], |g| g.may_loop(), |g| g.while_stmt();
    weight_do [do_loops], |g| g.may_loop(), |g| g.do_stmt();
    weight_array_loop [arrays array_loops], |g| g.may_loop(), |g| g.array_stmt();
    weight_pointer_walk [arrays array_loops pointers pointer_arithmetic], |g| !g.function().recursive && g.may_loop(), |g| g.pointer_walk_stmt();
    weight_switch [switches], |g| g.may_nest(), |g| g.switch_stmt();
    weight_block [], |g| g.may_nest(), |g| g.block_stmt();
    weight_call [], |g| g.may_call(), |g| g.call_stmt();
    // Not in func_1, whose end is the end of the program.
    weight_return [], |g| g.scope.open.len() > 1 && g.function().blocks.len() > 2, |g| g.return_stmt();
    weight_break [], |g| !g.function().around.is_empty(), |g| g.break_stmt();
    weight_continue [], |g| g.function().around.contains(&Around::Loop), |g| g.continue_stmt();
    weight_goto [gotos], |g| !g.is_full(), |g| g.goto_stmt();
    weight_jump_loop [gotos backward_gotos], |g| g.may_loop(), |g| g.jump_loop_stmt();
    weight_declaration [mixed_declarations], |g| g.may_declare(), |g| g.declaration_stmt();
    weight_kernel [arrays array_loops for_loops], |g| !g.function().recursive && g.may_loop(), |g| g.kernel_stmt();
};
