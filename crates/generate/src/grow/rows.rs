//! The productions: one row each, with when it is allowed, how likely it is, and who writes it.

use super::places::Want;
use super::{Ex, Grower};
use crate::config::Config;

/// A production of integer expressions.
pub struct ExprRow {
    /// Whether it has no operands.
    pub leaf: bool,
    /// Its weight.
    pub weight: fn(&Config) -> u32,
    /// Whether it may be drawn here.
    pub allowed: fn(&Grower<'_>) -> bool,
    /// Writes it, with operands of at most this depth; nothing where no good one was found.
    pub make: fn(&mut Grower<'_>, u32) -> Option<Ex>,
}

/// A production of statements.
pub struct StmtRow {
    /// Its weight.
    pub weight: fn(&Config) -> u32,
    /// Whether it may be drawn here.
    pub allowed: fn(&Grower<'_>) -> bool,
    /// Writes it into the innermost block; false where nothing came of it.
    pub make: fn(&mut Grower<'_>) -> bool,
}

fn always(_: &Grower<'_>) -> bool {
    true
}

fn effects_allowed(g: &Grower<'_>) -> bool {
    g.frame().pure_only == 0
}

/// Integer expressions (thesis, table 3.2, and what Csmith lacks).
pub const INT_EXPRESSIONS: [ExprRow; 13] = [
    ExprRow {
        // constant
        leaf: true,
        weight: |c| c.weight_expr_constant,
        allowed: always,
        make: |g, _| Some(g.constant_ex()),
    },
    ExprRow {
        // variable
        leaf: true,
        weight: |c| c.weight_expr_variable,
        allowed: always,
        make: |g, depth| g.int_variable(depth),
    },
    ExprRow {
        // unary
        leaf: false,
        weight: |c| c.weight_expr_unary,
        allowed: always,
        make: |g, depth| g.int_unary(depth),
    },
    ExprRow {
        // binary
        leaf: false,
        weight: |c| c.weight_expr_binary,
        allowed: always,
        make: |g, depth| g.int_binary(depth),
    },
    ExprRow {
        // comparison
        leaf: false,
        weight: |c| c.weight_expr_comparison,
        allowed: always,
        make: |g, depth| g.int_comparison(depth),
    },
    ExprRow {
        // pointer comparison
        leaf: false,
        weight: |c| c.weight_expr_comparison / 2,
        allowed: |g| g.config.pointers && g.config.pointer_comparisons && !g.frame().recursive,
        make: |g, depth| g.pointer_comparison(depth),
    },
    ExprRow {
        // logical
        leaf: false,
        weight: |c| c.weight_expr_logical,
        allowed: always,
        make: |g, depth| g.int_logical(depth),
    },
    ExprRow {
        // conditional
        leaf: false,
        weight: |c| c.weight_expr_conditional,
        allowed: |g| g.config.conditionals,
        make: |g, depth| g.int_conditional(depth),
    },
    ExprRow {
        // cast
        leaf: false,
        weight: |c| c.weight_expr_cast,
        allowed: |g| g.config.casts,
        make: |g, depth| g.int_cast(depth),
    },
    ExprRow {
        // comma
        leaf: false,
        weight: |c| c.weight_expr_comma,
        allowed: |g| g.config.commas && effects_allowed(g),
        make: |g, depth| Some(g.comma(Want::Int, depth)),
    },
    ExprRow {
        // assignment
        leaf: false,
        weight: |c| c.weight_expr_assign,
        allowed: |g| g.config.embedded_assigns && effects_allowed(g),
        make: |g, depth| g.int_assign(depth),
    },
    ExprRow {
        // increment
        leaf: true,
        weight: |c| c.weight_expr_increment,
        allowed: |g| g.config.increments && effects_allowed(g),
        make: |g, depth| g.int_increment(depth),
    },
    ExprRow {
        // call
        leaf: false,
        weight: |c| c.weight_expr_call,
        allowed: |g| effects_allowed(g) && g.may_call(),
        make: |g, depth| g.int_call(depth),
    },
];

/// Statements (thesis, table 3.1, and what Csmith lacks).
pub const STATEMENTS: [StmtRow; 15] = [
    StmtRow {
        // assignment
        weight: |c| c.weight_assign,
        allowed: always,
        make: |g| g.assign_stmt(),
    },
    StmtRow {
        // if
        weight: |c| c.weight_if,
        allowed: |g| g.may_nest(),
        make: |g| g.if_stmt(),
    },
    StmtRow {
        // for
        weight: |c| c.weight_for,
        allowed: |g| g.config.for_loops && g.may_loop(),
        make: |g| g.for_stmt(),
    },
    StmtRow {
        // while
        weight: |c| c.weight_while,
        allowed: |g| g.config.while_loops && g.may_loop(),
        make: |g| g.while_stmt(),
    },
    StmtRow {
        // do
        weight: |c| c.weight_do,
        allowed: |g| g.config.do_loops && g.may_loop(),
        make: |g| g.do_stmt(),
    },
    StmtRow {
        // array loop
        weight: |c| c.weight_array_loop,
        allowed: |g| g.config.arrays && g.config.array_loops && g.may_loop(),
        make: |g| g.array_stmt(),
    },
    StmtRow {
        // switch
        weight: |c| c.weight_switch,
        allowed: |g| g.config.switches && g.may_nest(),
        make: |g| g.switch_stmt(),
    },
    StmtRow {
        // block
        weight: |c| c.weight_block,
        allowed: |g| g.may_nest(),
        make: |g| g.block_stmt(),
    },
    StmtRow {
        // call
        weight: |c| c.weight_call,
        allowed: |g| g.may_call(),
        make: |g| g.call_stmt(),
    },
    StmtRow {
        // return
        weight: |c| c.weight_return,
        // Not in func_1, whose end is the end of the program.
        allowed: |g| g.frames.len() > 1 && g.frame().blocks.len() > 2,
        make: |g| g.return_stmt(),
    },
    StmtRow {
        // break
        weight: |c| c.weight_break,
        allowed: |g| !g.frame().around.is_empty(),
        make: |g| g.break_stmt(),
    },
    StmtRow {
        // continue
        weight: |c| c.weight_continue,
        allowed: |g| g.frame().around.contains(&super::Around::Loop),
        make: |g| g.continue_stmt(),
    },
    StmtRow {
        // goto
        weight: |c| c.weight_goto,
        allowed: |g| g.config.gotos && !g.is_full(),
        make: |g| g.goto_stmt(),
    },
    StmtRow {
        // jump loop
        weight: |c| c.weight_goto + c.weight_goto / 2,
        allowed: |g| g.config.gotos && g.config.backward_gotos && g.may_loop(),
        make: |g| g.jump_loop_stmt(),
    },
    StmtRow {
        // declaration
        weight: |c| c.weight_assign / 10,
        allowed: |g| g.config.mixed_declarations && g.may_declare(),
        make: |g| g.declaration_stmt(),
    },
];
