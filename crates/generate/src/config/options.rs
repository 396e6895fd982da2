//! The options: each with its meaning, default and range.
//!
//! Sources of numbers: "thesis" is Yang's on Csmith (Utah, 2014), whose tables 3.1 to 3.3 have the
//! weights; "Csmith" is what version 2.3.0 does by default.

use super::declare::options;
use super::setting::{Maybe, Wrappers};
use brinell_lang::{Dialect, TargetName};

options! {
    Program "Program" {
        /// Data model that the program is written for: sizes, alignments, byte order, layout.
        target: TargetName = TargetName::Lp64;
        /// Edition of C that the program is written in.
        std: Dialect = Dialect::C17;
        /// Tokens wanted, runtime and comments apart; 0 draws a size for each program, around
        /// that of Csmith's programs.
        size: u32 = 0, 0..=10_000_000;
        /// Translation units that the program is cut into.
        split: u32 = 1, 1..=64;
        /// Print through the C library; without, the program is freestanding, and only its exit
        /// status tells.
        hosted: bool = true;
        /// Let the program compare with its expected checksum itself and exit with 1 where it
        /// differs.
        self_check: bool = false;
        /// Let the argument `1` print the running checksum; without, a program is compiled faster.
        progress: bool = true;
        /// Give the functions of the checksum the attribute `noinline`, which makes a program be
        /// compiled faster by those who know it.
        noinline_checksum: bool = false;
        /// Write what is known about pointers into the program, as assertions.
        paranoid: bool = false;
        /// Draw features, limits and weights anew for each program, around what is set here; an
        /// option that is given on the command line stays.
        swarm: bool = false;
    }

    Program "For compilers that lack something" {
        /// Addresses of elements of arrays with several dimensions as static initialisers.
        element_addresses: bool = true;
        /// Addresses of local variables in initialisers of local arrays, structs and unions.
        address_lists: bool = true;
        /// Bit-fields without a name, which pad or end a unit.
        unnamed_bitfields: bool = true;
        /// Bytes of local variables of a function, beyond which they become global; 0 is no limit.
        max_frame: u32 = 0, 0..=16_777_216;
    }

    Program "Guards of arithmetic" {
        /// Guard operations that could go wrong; without, nothing is guarded but what the machine
        /// saw going wrong.
        safe_math: bool = true;
        /// Print operations raw whose guard the machine never saw needed (CsmithEdge): always,
        /// never, or drawn for each program.
        minimal_guards: Maybe = Maybe::Draw;
        /// How guards are written: as functions, as macros where operands are simple, mixed, or
        /// any of these, drawn for each program.
        wrappers: Wrappers = Wrappers::Any;
    }

    Feature "Features: types" {
        /// Types with fixed widths, such as `int32_t`.
        fixed_width_types: bool = true;
        /// Types by their standard names, such as `unsigned long`.
        standard_types: bool = true;
        /// Integers of 8 bits.
        int8: bool = true;
        /// Integers of 64 bits.
        int64: bool = true;
        /// Unsigned integers.
        unsigned_types: bool = true;
        /// Plain `char`, whose sign the target chooses.
        plain_char: bool = true;
        /// `_Bool`.
        bool_type: bool = true;
        /// Arrays.
        arrays: bool = true;
        /// Pointers.
        pointers: bool = true;
        /// Structs.
        structs: bool = true;
        /// Unions.
        unions: bool = true;
        /// Bit-fields, also unnamed and of no width.
        bitfields: bool = true;
        /// Structs without padding.
        packed_structs: bool = true;
        /// Structs and unions inside structs and unions.
        nested_structs: bool = true;
        /// Arrays inside structs and unions.
        array_fields: bool = true;
        /// Pointers inside structs and unions.
        pointer_fields: bool = true;
        /// Reading a member of a union other than the one last written, where that is defined.
        union_punning: bool = true;
    }

    Feature "Features: qualifiers and storage" {
        /// `volatile` objects.
        volatiles: bool = true;
        /// Pointers that are `volatile` themselves.
        volatile_pointers: bool = true;
        /// `volatile` members.
        volatile_struct_fields: bool = true;
        /// `const` objects.
        consts: bool = true;
        /// Pointers that are `const` themselves.
        const_pointers: bool = true;
        /// `const` members.
        const_struct_fields: bool = true;
        /// Global variables with external linkage, next to `static` ones.
        extern_globals: bool = true;
        /// Declarations between statements, not only at the head of a block.
        mixed_declarations: bool = true;
    }

    Feature "Features: statements" {
        /// `for` loops.
        for_loops: bool = true;
        /// `while` loops.
        while_loops: bool = true;
        /// `do` loops.
        do_loops: bool = true;
        /// Nested `for` loops over whole arrays, as vectorisers like them.
        array_loops: bool = true;
        /// `switch`: dense and sparse, with and without fallthrough.
        switches: bool = true;
        /// `goto`.
        gotos: bool = true;
        /// `goto` to an earlier place.
        backward_gotos: bool = true;
    }

    Feature "Features: expressions" {
        /// `?:`.
        conditionals: bool = true;
        /// Explicit conversions.
        casts: bool = true;
        /// The comma operator.
        commas: bool = true;
        /// Assignments inside expressions.
        embedded_assigns: bool = true;
        /// `+=` and its kin.
        compound_assigns: bool = true;
        /// `++` and `--`.
        increments: bool = true;
        /// `*` between integers.
        multiplications: bool = true;
        /// `/` and `%`.
        divisions: bool = true;
        /// `<<` and `>>`.
        shifts: bool = true;
        /// `==` and `!=` between pointers.
        pointer_comparisons: bool = true;
    }

    Feature "Features: functions" {
        /// Functions with internal linkage, next to external ones.
        static_functions: bool = true;
        /// `inline` functions.
        inline_functions: bool = true;
        /// Pointers as parameters.
        pointer_params: bool = true;
        /// Structs and unions as parameters.
        struct_params: bool = true;
        /// Pointers as results.
        pointer_returns: bool = true;
        /// Structs and unions as results.
        struct_returns: bool = true;
        /// Functions that call themselves, to a bounded depth.
        recursion: bool = false;
    }

    Limit "Limits" {
        /// Functions besides `main`, for a program of usual size (Csmith: 10); larger programs may
        /// have more in proportion.
        max_functions: u32 = 14, 1..=10_000;
        /// Parameters of a function.
        max_params: u32 = 5, 0..=100;
        /// Statements in a block, as drawn (Csmith: 4).
        max_block_size: u32 = 5, 1..=1000;
        /// Depth of nested blocks.
        max_block_depth: u32 = 5, 1..=50;
        /// Depth of nested expressions (Csmith: a complexity of 10).
        max_expr_depth: u32 = 12, 1..=50;
        /// Struct types.
        max_structs: u32 = 5, 0..=1000;
        /// Union types.
        max_unions: u32 = 3, 0..=1000;
        /// Members of a struct.
        max_struct_fields: u32 = 8, 1..=200;
        /// Members of a union.
        max_union_fields: u32 = 5, 2..=200;
        /// Depth of nested structs and unions.
        max_struct_depth: u32 = 3, 1..=10;
        /// Dimensions of an array.
        max_array_dim: u32 = 3, 1..=8;
        /// Elements of an array in one dimension.
        max_array_len: u32 = 10, 1..=10_000;
        /// Elements of an array in all dimensions together.
        max_array_total: u32 = 300, 1..=100_000;
        /// Stars of a pointer type (Csmith: 2).
        max_pointer_depth: u32 = 5, 1..=10;
        /// Global variables, for a program of usual size.
        max_globals: u32 = 200, 1..=100_000;
        /// Bytes of static data; the default fits a target with 16-bit addresses.
        max_data: u32 = 32_768, 64..=16_777_216;
        /// `case` labels of a `switch`.
        max_switch_cases: u32 = 12, 1..=1000;
        /// Rounds of a loop.
        max_trips: u32 = 60, 1..=100_000;
        /// Steps (expressions and statements) of a run by estimate, for a program of usual size.
        max_steps: u32 = 1_600_000, 1000..=100_000_000;
        /// Depth of recursion.
        max_recursion: u32 = 6, 1..=100;
    }

    Percent "Probabilities, in percent" {
        /// Objects, members and pointees that are `volatile`.
        volatile_percent: u32 = 13, 0..=100;
        /// Objects and members that are `const`.
        const_percent: u32 = 27, 0..=100;
        /// Structs that are packed.
        packed_percent: u32 = 27, 0..=100;
        /// Members that are bit-fields.
        bitfield_percent: u32 = 35, 0..=100;
        /// New variables that are arrays.
        array_percent: u32 = 22, 0..=100;
        /// New variables that are pointers to what is wanted.
        pointer_percent: u32 = 47, 0..=100;
        /// New variables that are structs or unions with what is wanted.
        record_percent: u32 = 15, 0..=100;
        /// Functions that are `inline`.
        inline_percent: u32 = 15, 0..=100;
        /// Indices that are any expression, guarded by a modulus, rather than a constant or a loop
        /// variable.
        raw_index_percent: u32 = 40, 0..=100;
    }

    Weight "Weights of statements" {
        /// Assignments: the bulk of a program, since they make values that the others use (thesis,
        /// table 3.1: what remains of 100, at least 40).
        weight_assign: u32 = 40, 0..=10_000;
        /// `if`: high, for complexity (table 3.1: 15; a third of that, as one arm of each is dead more
        /// often than not).
        weight_if: u32 = 5, 0..=10_000;
        /// `for`: high, for complexity (table 3.1: 15; more here, since most places are too deep or too
        /// dear for a loop).
        weight_for: u32 = 42, 0..=10_000;
        /// `while` (not in Csmith): compilers turn loops into one form early, so a few will do.
        weight_while: u32 = 6, 0..=10_000;
        /// `do` (not in Csmith): as `while`.
        weight_do: u32 = 6, 0..=10_000;
        /// Loops over arrays: high, to find bugs in loop optimisations (table 3.1: 10; raised with
        /// `for`).
        weight_array_loop: u32 = 17, 0..=10_000;
        /// `switch` (not in Csmith): large statements, so that a few make many tokens.
        weight_switch: u32 = 3, 0..=10_000;
        /// Blocks by themselves: mostly a byproduct of other statements (table 3.1: 0); some, for
        /// scopes without a condition.
        weight_block: u32 = 1, 0..=10_000;
        /// Calls whose value is not used: mostly a byproduct of expressions (table 3.1: 0); some,
        /// for functions whose result is dead.
        weight_call: u32 = 4, 0..=10_000;
        /// `return` before the end of a function: low, since more would make shorter functions
        /// (table 3.1: 5).
        weight_return: u32 = 8, 0..=10_000;
        /// `break`, in loops (table 3.1: 5; lower, as all jumps: what they jump over is dead).
        weight_break: u32 = 3, 0..=10_000;
        /// `continue`, in loops (table 3.1: 5).
        weight_continue: u32 = 5, 0..=10_000;
        /// `goto` (table 3.1: 5).
        weight_goto: u32 = 3, 0..=10_000;
    }

    Weight "Weights of expressions" {
        /// Calls: the most favoured, falling back on operators where no function fits (table 3.2:
        /// 70; lower here, since operators have weights of their own).
        weight_expr_call: u32 = 50, 0..=10_000;
        /// Constants: for constant folding and propagation (table 3.2: 10).
        weight_expr_constant: u32 = 8, 0..=10_000;
        /// Variables: for chains of definitions and uses (table 3.2: 20).
        weight_expr_variable: u32 = 20, 0..=10_000;
        /// `-`, `~`, `!`, `+` (table 3.2: 5 of 100 operators).
        weight_expr_unary: u32 = 6, 0..=10_000;
        /// Arithmetic, bitwise operators and shifts (table 3.2: 95 of 100 operators, logical ones
        /// and comparisons included).
        weight_expr_binary: u32 = 76, 0..=10_000;
        /// `&&` and `||`: a part of the binary operators.
        weight_expr_logical: u32 = 15, 0..=10_000;
        /// `<` and its kin, `==`, `!=`: a part of the binary operators.
        weight_expr_comparison: u32 = 46, 0..=10_000;
        /// `?:` (not in Csmith).
        weight_expr_conditional: u32 = 6, 0..=10_000;
        /// Casts (not in Csmith, whose wrappers convert all the time).
        weight_expr_cast: u32 = 8, 0..=10_000;
        /// The comma operator (table 3.2: 10; raised to as many a program as Csmith has).
        weight_expr_comma: u32 = 32, 0..=10_000;
        /// Assignments inside expressions (table 3.2: 10).
        weight_expr_assign: u32 = 13, 0..=10_000;
        /// `++` and `--` (a part of assignments in Csmith).
        weight_expr_increment: u32 = 5, 0..=10_000;
    }

    Weight "Weights of storage" {
        /// A global variable: favoured, since the checksum is made of them (table 3.3: 35).
        weight_scope_global: u32 = 35, 0..=10_000;
        /// A variable of a block around (table 3.3: 30).
        weight_scope_local: u32 = 30, 0..=10_000;
        /// A parameter (table 3.3: 30).
        weight_scope_param: u32 = 30, 0..=10_000;
        /// A new variable: low, since reuse makes dependencies and new ones make dead code (table
        /// 3.3: 5; raised a little, to as many locals a program as Csmith has).
        weight_scope_new: u32 = 8, 0..=10_000;
    }
}
