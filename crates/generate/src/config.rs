//! Everything that can be set about generation: features, limits, weights.
//!
//! (Interim plain struct; to be declared once an option with meaning, default, range, flag and key.)

use brinell_lang::{Dialect, TargetName};

/// How guards are written.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Wrappers {
    /// As functions.
    Functions,
    /// As macros where the operands are pure leaves, as functions elsewhere.
    Macros,
    /// Drawn for each wrapper.
    Mixed,
    /// One of the three, drawn for each program.
    Any,
}

/// Yes, no, or drawn for each program.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Maybe {
    /// Always.
    Yes,
    /// Never.
    No,
    /// For half of the programs.
    Draw,
}

macro_rules! config {
    ($($name:ident : $ty:ty = $default:expr,)*) => {
        /// The configuration.
        #[derive(Clone, Debug, PartialEq)]
        #[expect(missing_docs, reason = "interim")]
        pub struct Config { $(pub $name: $ty,)* }
        impl Default for Config { fn default() -> Self { Self { $($name: $default,)* } } }
    };
}

config! {
    // ---- the program as a whole ----
    target: TargetName = TargetName::Lp64,
    std: Dialect = Dialect::default(),
    // tokens wanted; 0: drawn for each program, with Csmith's mean
    size: u32 = 0,
    // translation units
    split: u32 = 1,
    swarm: bool = false,
    paranoid: bool = false,
    self_check: bool = false,
    // print the checksum with the C library (off: freestanding, implies self_check)
    hosted: bool = true,
    // ---- features ----
    arrays: bool = true,
    structs: bool = true,
    unions: bool = true,
    bitfields: bool = true,
    packed_structs: bool = true,
    nested_structs: bool = true,
    array_fields: bool = true,
    pointer_fields: bool = true,
    pointers: bool = true,
    volatiles: bool = true,
    volatile_pointers: bool = true,
    consts: bool = true,
    const_pointers: bool = true,
    const_struct_fields: bool = true,
    volatile_struct_fields: bool = true,
    gotos: bool = true,
    backward_gotos: bool = true,
    switches: bool = true,
    for_loops: bool = true,
    while_loops: bool = true,
    do_loops: bool = true,
    array_loops: bool = true,
    conditionals: bool = true,
    casts: bool = true,
    commas: bool = true,
    embedded_assigns: bool = true,
    compound_assigns: bool = true,
    increments: bool = true,
    divisions: bool = true,
    multiplications: bool = true,
    shifts: bool = true,
    bool_type: bool = true,
    plain_char: bool = true,
    int8: bool = true,
    int64: bool = true,
    standard_types: bool = true,
    fixed_width_types: bool = true,
    unsigned_types: bool = true,
    inline_functions: bool = true,
    static_functions: bool = true,
    extern_globals: bool = true,
    recursion: bool = false,
    pointer_params: bool = true,
    struct_params: bool = true,
    struct_returns: bool = true,
    pointer_returns: bool = true,
    mixed_declarations: bool = true,
    union_punning: bool = true,
    pointer_comparisons: bool = true,
    static_locals: bool = true,
    safe_math: bool = true,
    minimal_guards: Maybe = Maybe::Draw,
    wrappers: Wrappers = Wrappers::Any,
    // ---- limits ----
    max_functions: u32 = 14,
    max_params: u32 = 5,
    max_block_size: u32 = 5,
    max_block_depth: u32 = 5,
    max_expr_depth: u32 = 7,
    max_structs: u32 = 5,
    max_unions: u32 = 3,
    max_struct_fields: u32 = 8,
    max_union_fields: u32 = 5,
    max_struct_depth: u32 = 3,
    max_array_dim: u32 = 3,
    max_array_len: u32 = 10,
    max_array_total: u32 = 300,
    max_pointer_depth: u32 = 4,
    max_globals: u32 = 200,
    max_data: u32 = 65536,
    max_switch_cases: u32 = 12,
    max_trips: u32 = 60,
    max_steps: u32 = 300_000,
    max_recursion: u32 = 6,
    // ---- probabilities, in percent ----
    volatile_percent: u32 = 12,
    const_percent: u32 = 10,
    packed_percent: u32 = 20,
    bitfield_percent: u32 = 35,
    array_percent: u32 = 30,
    pointer_percent: u32 = 30,
    record_percent: u32 = 15,
    inline_percent: u32 = 15,
    raw_index_percent: u32 = 40,
    // ---- weights of statements (thesis, table 3.1) ----
    weight_assign: u32 = 40,
    weight_if: u32 = 15,
    weight_for: u32 = 12,
    weight_while: u32 = 3,
    weight_do: u32 = 3,
    weight_array_loop: u32 = 10,
    weight_switch: u32 = 5,
    weight_block: u32 = 1,
    weight_call: u32 = 4,
    weight_return: u32 = 4,
    weight_break: u32 = 5,
    weight_continue: u32 = 5,
    weight_goto: u32 = 5,
    // ---- weights of expressions (table 3.2) ----
    weight_expr_call: u32 = 50,
    weight_expr_constant: u32 = 10,
    weight_expr_variable: u32 = 25,
    weight_expr_unary: u32 = 4,
    weight_expr_binary: u32 = 60,
    weight_expr_logical: u32 = 8,
    weight_expr_comparison: u32 = 15,
    weight_expr_conditional: u32 = 6,
    weight_expr_cast: u32 = 6,
    weight_expr_comma: u32 = 6,
    weight_expr_assign: u32 = 10,
    weight_expr_increment: u32 = 5,
    // ---- weights of storage (table 3.3) ----
    weight_scope_global: u32 = 35,
    weight_scope_local: u32 = 30,
    weight_scope_param: u32 = 30,
    weight_scope_new: u32 = 5,
}
