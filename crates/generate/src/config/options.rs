//! The options: each with its meaning, default and range.
//!
//! Weights of what is drawn are in `weights.rs`, which is one declaration with this file.
//!
//! Sources of numbers: "thesis" is Yang's on Csmith (Utah, 2014), whose tables 3.1 to 3.3 have the
//! weights; "Csmith" is what version 2.3.0 does by default.

use super::setting::{Expect, Maybe, Wrappers};
use super::weights::with_weights;
use brinell_lang::{Dialect, TargetName};

with_weights! {
    Program "Program" {
        /// Data model that the program is written for: sizes, alignments, byte order, layout.
        target: TargetName = TargetName::Lp64;
        /// Edition of C that the program is written in.
        std: Dialect = Dialect::C17;
        /// Tokens of a program, without runtime and comments; 0 draws a size for each program,
        /// around that of Csmith's programs.
        size: u32 = 0, 0..=1_000_000;
        /// Number of translation units.
        split: u32 = 1, 1..=64;
        /// Print through the C library. Without it the program is freestanding, and its exit status
        /// is the result.
        hosted: bool = true;
        /// The program compares its checksum with the expected one itself, and exits with 1 if they
        /// differ.
        self_check: bool = false;
        /// The argument `1` prints the running checksum; programs without this compile faster.
        progress: bool = true;
        /// Give the functions of the checksum the attribute `noinline`: compilers that know it compile
        /// the program faster.
        noinline_checksum: bool = false;
        /// Write the analysis's facts about pointers into the program, as assertions.
        paranoid: bool = false;
        /// Write only long arithmetic expressions over variables, each assigned to a variable of its
        /// own (Orange). Their values are known, so nothing in them is guarded.
        expressions_only: bool = false;
        /// Number of expressions of such a program; 0 is as many as fit its size.
        expressions: u32 = 0, 0..=10_000;
        /// Number of operators of each of its expressions, as far as `max_expr_depth` allows; 0 draws
        /// it.
        operators: u32 = 0, 0..=10_000;
        /// How a program shows its results: by a checksum, or by comparing each result with its known
        /// value, which only programs of `expressions_only` can do.
        expect: Expect = Expect::Checksum;
        /// Only floating values that are whole numbers and never rounded (Orange), so that excess
        /// precision and contraction change nothing. Only programs of `expressions_only` can do this;
        /// other programs then have no floating point.
        exact_floats: bool = false;
        /// Draw features, limits and weights anew for each program, around their values here; options
        /// given on the command line keep their values.
        swarm: bool = false;
        /// Features that a swarm leaves out of a program, in percent (Groce et al., "Swarm Testing":
        /// half).
        swarm_off_percent: u32 = 50, 0..=100;
        /// With `--exhaustive`: how many values of a number are tried, evenly spaced, if it has more.
        enumerated_numbers: u32 = 3, 2..=1000;
    }

    Program "Limits of the sizes of functions (not varied by a swarm)" {
        /// Tokens of a small function, in percent of the mean: what a program's functions have on
        /// average follows from its size and the number of its functions.
        min_function_percent: u32 = 30, 1..=1000;
        /// Tokens of a large function, in percent of the mean: sizes differ, so that inliners have
        /// something to decide.
        max_function_percent: u32 = 199, 1..=1000;
    }
    Program "For compilers that lack a feature" {
        /// Addresses of elements of arrays with several dimensions as static initialisers.
        element_addresses: bool = true;
        /// Addresses of local variables in initialisers of local arrays, structs and unions.
        address_lists: bool = true;
        /// Unnamed bit-fields, which pad or end a unit.
        unnamed_bitfields: bool = true;
        /// Bytes of local variables of a function; further variables become global. 0 is no limit.
        max_frame: u32 = 0, 0..=16_777_216;
    }

    Program "Guards of arithmetic" {
        /// Guard operations that could go wrong; without this, only those that the machine saw go
        /// wrong are guarded.
        safe_math: bool = true;
        /// Leave out guards that the machine never saw needed (CsmithEdge): always, never, or drawn
        /// for each program.
        minimal_guards: Maybe = Maybe::Draw;
        /// How guards are written: as functions, as macros where operands have no effects, mixed, or
        /// any of these, drawn for each program.
        wrappers: Wrappers = Wrappers::Any;
    }

    Program "Relaxed safety, decided by a run (CsmithEdge)" {
        /// Programs that draw which safety rules are relaxed, and how often, in percent: each
        /// relaxation whose own probability is 0 is on in `relax_on_percent` of them, with a
        /// probability between 0 and its `relax_*_most`.
        relax_program_percent: u32 = 0, 0..=100;
        /// Relaxations that are on in such a program, in percent (CsmithEdge, section 3.4: half).
        relax_on_percent: u32 = 50, 0..=100;
        /// Dereferences of pointers that may be null, in percent of those that would be refused.
        relax_null_percent: u32 = 0, 0..=100;
        /// The most that is drawn for it (CsmithEdge: 1).
        relax_null_most: u32 = 100, 0..=100;
        /// Dereferences of pointers that may dangle, in percent of those that would be refused.
        relax_dangling_percent: u32 = 0, 0..=100;
        /// The most that is drawn for it (CsmithEdge: 1).
        relax_dangling_most: u32 = 100, 0..=100;
        /// Variables without initialiser, in percent.
        relax_initialisers_percent: u32 = 0, 0..=100;
        /// The most that is drawn for it (CsmithEdge: 0.35).
        relax_initialisers_most: u32 = 35, 0..=100;
        /// Variables that are declared where a `goto` may jump past their initialiser, in percent of
        /// those that would be declared elsewhere.
        relax_jumps_percent: u32 = 0, 0..=100;
        /// The most that is drawn for it (CsmithEdge: 1).
        relax_jumps_most: u32 = 100, 0..=100;
        /// Jumps past initialisers that a run takes if it can, in percent.
        relax_taken_percent: u32 = 50, 0..=100;
        /// Indices that are arbitrary expressions, in percent.
        relax_indices_percent: u32 = 0, 0..=100;
        /// The most that is drawn for it (CsmithEdge: 0.25).
        relax_indices_most: u32 = 25, 0..=100;
        /// Pointers passed to functions that are the address of a parameter, where one fits, in
        /// percent.
        relax_parameters_percent: u32 = 0, 0..=100;
        /// The most that is drawn for it (CsmithEdge: 0.5).
        relax_parameters_most: u32 = 50, 0..=100;
        /// Effects of statements that become an operand of the next statement, unsequenced with its
        /// other operands, in percent.
        relax_order_percent: u32 = 0, 0..=100;
        /// The most that is drawn for it. CsmithEdge has 0, since none of its tools can decide such
        /// programs.
        relax_order_most: u32 = 50, 0..=100;
        /// Statements that were never reached and become undefined, in percent.
        relax_dead_percent: u32 = 0, 0..=100;
        /// The most that is drawn for it. CsmithEdge has no such relaxation.
        relax_dead_most: u32 = 50, 0..=100;
        /// Such indices, and operands in them, that are operators, in percent.
        relax_index_inner_percent: u32 = 60, 0..=100;
        /// Depth of indices that are arbitrary expressions.
        relax_index_depth: u32 = 2, 0..=10;
        /// Call the program's functions only where a volatile variable that is always 0 is not 0, and
        /// decide nothing by a run: whatever is relaxed stays, and all of it may be undefined, since
        /// it never runs. Such programs test compilers for crashes and hangs only.
        crash_only: bool = false;
        /// Null pointers that are guarded (`p ? p : &g`) rather than replaced, in percent.
        relax_guard_percent: u32 = 50, 0..=100;
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
        /// `__int128` and `unsigned __int128`, on targets that have them.
        int128: bool = true;
        /// Unsigned integers.
        unsigned_types: bool = true;
        /// Plain `char`, whose sign the target chooses.
        plain_char: bool = true;
        /// `_Bool`.
        bool_type: bool = true;
        /// `float` and `double`, computed according to IEEE 754. Compilers and options that contract,
        /// reorder or keep excess precision may print something else.
        floats: bool = true;
        /// `long double`, in programs of `expressions_only`.
        long_double: bool = true;
        /// Arrays.
        arrays: bool = true;
        /// Pointers.
        pointers: bool = true;
        /// Function pointers: tables of them, members, parameters, results; compared and called
        /// through.
        function_pointers: bool = true;
        /// Structs.
        structs: bool = true;
        /// Unions.
        unions: bool = true;
        /// Bit-fields, including unnamed ones and those of width zero.
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
        /// Nested `for` loops over whole arrays, of the kind that vectorisers look for.
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
        /// `+=` and the like.
        compound_assigns: bool = true;
        /// `++` and `--`.
        increments: bool = true;
        /// `*` between integers.
        multiplications: bool = true;
        /// `/` and `%`.
        divisions: bool = true;
        /// `<<` and `>>`.
        shifts: bool = true;
        /// Rotates, byte swaps, saturating sums and other idioms that optimisers look for.
        idioms: bool = true;
        /// `==` and `!=` between pointers.
        pointer_comparisons: bool = true;
        /// Pointers that walk arrays, distances and order of addresses within an array, `*(a + i)`.
        pointer_arithmetic: bool = true;
    }

    Feature "Features: regions" {
        /// Policies, as far as their probabilities are above 0.
        policies: bool = true;
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
        /// have proportionally more.
        max_functions: u32 = 14, 1..=10_000;
        /// Parameters of a function.
        max_params: u32 = 5, 0..=100;
        /// Signatures of functions that pointers point to: at most this many without structs and
        /// unions, and one less with them. Few, so that several functions share one.
        max_signatures: u32 = 2, 1..=100;
        /// Parameters of such a signature.
        max_signature_params: u32 = 3, 0..=100;
        /// Steps of a function that pointers may point to: a call through a pointer may reach any of
        /// them, in a context that is not known yet.
        max_pointed_cost: u32 = 3_000, 0..=1_000_000;
        /// Statements in a block, when it is drawn (Csmith: 4).
        max_block_size: u32 = 5, 1..=1000;
        /// Depth of nested blocks.
        max_block_depth: u32 = 5, 1..=50;
        /// Depth of nested expressions (Csmith: complexity 10).
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
        /// Iterations of a loop.
        max_trips: u32 = 60, 1..=100_000;
        /// Estimated steps (expressions and statements) of a run, for a program of usual size.
        max_steps: u32 = 1_600_000, 1000..=100_000_000;
        /// Depth of recursion.
        max_recursion: u32 = 6, 1..=100;
        /// Parameters of a recursive function besides its counter.
        max_recursive_params: u32 = 2, 0..=20;
        /// Functions that are being written at the same time, each called by the one before: this is
        /// a chain of calls in the program, and stack depth in the generator.
        max_call_chain: u32 = 24, 1..=64;
        /// Tokens of a function.
        max_function_tokens: u32 = 6_000, 60..=1_000_000;
        /// Statements in a block nested in three others, which is less likely to run.
        max_deep_block_size: u32 = 3, 1..=1000;
        /// Iterations of most loops; see `weight_trips_many` for the others.
        max_few_trips: u32 = 7, 2..=1000;
        /// Iterations of a loop made of a label and a `goto`, besides the first.
        max_jump_trips: u32 = 4, 1..=100;
        /// By how much the variable of a loop changes per iteration.
        max_step: u32 = 9, 2..=1000;
        /// Statements about elements in a loop over an array.
        max_element_statements: u32 = 2, 1..=20;
        /// Elements of an array inside a struct or union.
        max_array_field_len: u32 = 6, 1..=1000;
        /// Operators of a long expression: as many as Orange writes. The typical number is drawn for
        /// each program, so that some programs have a few long expressions and some many short ones.
        max_operators: u32 = 10_000, 1..=10_000;
        /// Long expressions of a program: as many as Orange writes.
        max_expressions: u32 = 10_000, 1..=10_000;
        /// Variables that long expressions only read.
        max_inputs: u32 = 200, 1..=10_000;
        /// Bytes of an array.
        max_array_bytes: u32 = 4_096, 16..=1_000_000;
    }

    Limit "Limits of the depth of expressions, by their position" {
        /// Arguments.
        max_depth_argument: u32 = 2, 0..=50;
        /// Calls whose value is not used.
        max_depth_call: u32 = 3, 0..=50;
        /// Pointers that are assigned.
        max_depth_pointer: u32 = 3, 0..=50;
        /// Structs and unions that are assigned.
        max_depth_record: u32 = 3, 0..=50;
        /// What is assigned to elements in loops over arrays.
        max_depth_element: u32 = 3, 0..=50;
        /// What is returned.
        max_depth_return: u32 = 2, 0..=50;
        /// What a `switch` is about.
        max_depth_switch: u32 = 4, 0..=50;
        /// Conditions of `break`, `continue` and `goto`.
        max_depth_jump: u32 = 7, 0..=50;
        /// Conditions of a backward `goto`.
        max_depth_back_jump: u32 = 4, 0..=50;
        /// Conditions that end a loop early.
        max_depth_early_exit: u32 = 2, 0..=50;
        /// Conditions of `?:`.
        max_depth_condition: u32 = 2, 0..=50;
        /// The left side of a comma that is no assignment.
        max_depth_comma: u32 = 2, 0..=50;
        /// Pointers that are compared.
        max_depth_compared: u32 = 1, 0..=50;
        /// Chains of operators: at most this many times the depth of other expressions is added.
        max_depth_chain: u32 = 5, 0..=20;
    }

    Percent "Probabilities: variables and types (in percent)" {
        /// Objects, members and pointees that are `volatile`.
        volatile_percent: u32 = 13;
        /// Objects and members that are `const`.
        const_percent: u32 = 27;
        /// Structs that are packed.
        packed_percent: u32 = 27;
        /// Members that are bit-fields.
        bitfield_percent: u32 = 35;
        /// New variables that are arrays.
        array_percent: u32 = 22;
        /// New variables that are pointers to the wanted type.
        pointer_percent: u32 = 47;
        /// New variables that are structs or unions with a member of the wanted type.
        record_percent: u32 = 15;
        /// New objects for a pointer that are arrays, whose elements it points to.
        target_array_percent: u32 = 11;
        /// New pointers to pointers: chains of pointers exercise alias analyses.
        double_pointer_percent: u32 = 76;
        /// New variables that are global: few, since they slow down the checksum and hide dead code.
        new_global_percent: u32 = 13;
        /// Global variables with external linkage.
        extern_percent: u32 = 25;
        /// New locals that belong to the innermost block; the others belong to any enclosing one.
        innermost_percent: u32 = 60;
        /// Initialisers of arrays that do not list all elements.
        short_list_percent: u32 = 15;
        /// Pointers initialised with null: few, since a null pointer is not followed.
        null_percent: u32 = 8;
        /// Local pointers initialised with the address of a local, if one fits.
        local_target_percent: u32 = 50;
        /// Pointers initialised with the address of an existing global, if one fits.
        known_target_percent: u32 = 90;
        /// New objects for a pointer to `volatile` that are not `volatile` themselves.
        unqualified_target_percent: u32 = 50;
        /// Integer types named by their width (`int32_t`), where standard names are used as well.
        alias_percent: u32 = 65;
        /// Programs without structs, and without unions.
        recordless_percent: u32 = 8;
        /// Programs with one more struct, created after the unions so that it may contain one.
        union_holder_percent: u32 = 50;
        /// Structs that consist of bit-fields only.
        all_bitfields_percent: u32 = 15;
        /// Members of unions that are bit-fields.
        union_bitfield_percent: u32 = 10;
        /// Bit-fields that are signed.
        signed_bitfield_percent: u32 = 50;
        /// Members that are `volatile`: few, since whole structs with one are not copied.
        volatile_field_percent: u32 = 8;
        /// Members that are `const`: few, since whole structs with one are not assigned to.
        const_field_percent: u32 = 4;
    }

    Percent "Probabilities: functions (in percent)" {
        /// Functions that are `static`.
        static_percent: u32 = 75;
        /// Static functions that are `inline`.
        inline_percent: u32 = 15;
        /// Calls in `func_1` that call a new function.
        new_function_1_percent: u32 = 85;
        /// The same in a function that `func_1` calls; code at the end of deep chains is often dead.
        new_function_2_percent: u32 = 45;
        /// The same one call further down.
        new_function_3_percent: u32 = 25;
        /// The same one call further down.
        new_function_4_percent: u32 = 12;
        /// The same further down.
        new_function_5_percent: u32 = 5;
        /// What remains of these inside a block, and again for each enclosing block, up to three.
        new_function_nested_percent: u32 = 25;
        /// What remains of them where it is not known whether the call is executed.
        new_function_doubtful_percent: u32 = 12;
        /// Statements around a new function that assign its value.
        new_function_assigned_percent: u32 = 80;
        /// Calls whose value is not used that call a new `void` function.
        void_percent: u32 = 20;
        /// New functions that call themselves, where that is allowed.
        recursive_percent: u32 = 25;
        /// Operands in the recursive `return` that are parameters rather than constants.
        recursive_param_percent: u32 = 60;
        /// Pointers as parameters that have the type of one that is in scope.
        known_param_percent: u32 = 60;
        /// New functions that pointers can point to, where a signature has the wanted result.
        signature_percent: u32 = 80;
        /// Calls whose value is not used that go through a pointer.
        indirect_call_percent: u32 = 30;
        /// New variables for function pointers that are tables of them.
        table_percent: u32 = 60;
        /// `&f` instead of `f`.
        function_address_percent: u32 = 25;
        /// `(*p)()` instead of `p()`.
        starred_call_percent: u32 = 25;
    }

    Percent "Probabilities: wide integers (in percent)" {
        /// Programs that have 128-bit integers at all, where they are allowed: such integers compile to
        /// pairs of registers and library calls, and exercise no other width.
        int128_program_percent: u32 = 25;
    }

    Percent "Probabilities: floating point (in percent)" {
        /// Programs that have floating point at all, where it is allowed: the others consist entirely
        /// of integer code, which most passes of a compiler are about.
        float_program_percent: u32 = 50;
        /// Operands of floating operators that are integers, which are then converted.
        float_operand_integer_percent: u32 = 25;
        /// Values converted to an integer type as by assignment that are floating.
        integer_from_float_percent: u32 = 5;
        /// Values converted to a floating type as by assignment that are integers.
        float_from_integer_percent: u32 = 20;
        /// Casts to a floating type whose operand is an integer.
        float_from_integer_cast_percent: u32 = 60;
        /// Mixed pairs of operands whose first operand is the integer.
        float_integer_first_percent: u32 = 50;
        /// Floating constants that are negative.
        float_negative_percent: u32 = 25;
        /// Leaves of floating expressions that are variables rather than constants.
        float_leaf_variable_percent: u32 = 75;
        /// Assignments to floating objects that are `+=` and the like.
        float_compound_percent: u32 = 35;
        /// Loops over arrays whose new array has floating elements.
        float_array_percent: u32 = 30;
        /// Variables of long expressions that are floating: a single one makes most of an expression
        /// floating.
        float_variable_percent: u32 = 20;
    }

    Percent "Probabilities: statements (in percent)" {
        /// `if` with `else`.
        else_percent: u32 = 35;
        /// Assignments whose right side is a long chain of operators.
        chain_percent: u32 = 4;
        /// Assignments to integers that are `+=` and the like.
        compound_percent: u32 = 35;
        /// `switch` statements over neighbouring values.
        switch_dense_percent: u32 = 60;
        /// Those that mask their value, so that most cases can be reached.
        switch_masked_percent: u32 = 70;
        /// Those whose values begin below zero.
        switch_negative_percent: u32 = 20;
        /// `switch` statements with `default`.
        switch_default_percent: u32 = 60;
        /// Arms of a `switch` with two labels.
        switch_shared_percent: u32 = 25;
        /// Arms of a `switch` that fall through.
        switch_fallthrough_percent: u32 = 25;
        /// `goto`s inside a loop made of a label that jump back to the label.
        goto_back_percent: u32 = 40;
        /// Labels of forward `goto`s that are placed after the next statement; the others come later.
        label_percent: u32 = 40;
    }

    Percent "Probabilities: loops (in percent)" {
        /// Loops whose counter is a global variable.
        global_counter_percent: u32 = 50;
        /// Steps of more than one that go down.
        step_down_percent: u32 = 50;
        /// Steps of one that are `++` and `--`.
        step_increment_percent: u32 = 70;
        /// Other steps that are `+=` and `-=`.
        step_compound_percent: u32 = 80;
        /// Loops with a second condition, which may end them early.
        early_exit_percent: u32 = 20;
        /// Loops over arrays that go up.
        array_up_percent: u32 = 85;
        /// Loops over arrays that contain nothing but the next inner loop, where there is one.
        array_perfect_percent: u32 = 70;
        /// Loops over arrays that also contain an unrelated statement.
        array_extra_percent: u32 = 20;
        /// Walks with a pointer that go up.
        walk_up_percent: u32 = 75;
        /// Walks that skip elements, where the length is a multiple of the stride.
        walk_stride_percent: u32 = 20;
        /// Statements in a walk that use its distance from the start: `x = p - a`.
        walk_distance_percent: u32 = 20;
        /// Statements about elements that are reductions: `sum += a[i]`.
        reduction_percent: u32 = 25;
        /// Assignments to elements that are `+=` and the like.
        element_compound_percent: u32 = 30;
    }

    Percent "Probabilities: kernels (in percent)" {
        /// Kernels whose trip count is in a variable whose value the compiler cannot know.
        kernel_unseen_percent: u32 = 60;
        /// Kernels inside another loop, which executes them a few times.
        kernel_nest_percent: u32 = 25;
        /// Reads of elements at a distance from the one that is written.
        kernel_stencil_percent: u32 = 40;
        /// Arrays of a kernel that are new ones.
        kernel_new_array_percent: u32 = 25;
        /// Operands in a kernel that are constants.
        kernel_constant_percent: u32 = 20;
        /// Operands in a kernel that are loop-invariant variables.
        kernel_scalar_percent: u32 = 20;
        /// Kernels that count down.
        kernel_down_percent: u32 = 15;
    }

    Weight "Weights of kernels" {
        /// Maps: `a[i] = b[i] + c`.
        weight_kernel_map: u32 = 35;
        /// Updates: `a[i] += b[i]` and the like.
        weight_kernel_update: u32 = 15;
        /// Reductions: `sum += a[i]`, also of products, differences, masks.
        weight_kernel_reduce: u32 = 20;
        /// Minimum and maximum: `m = a[i] < m ? a[i] : m`.
        weight_kernel_extreme: u32 = 8;
        /// Conditional stores: `if (a[i] < 3) b[i] = c[i]`.
        weight_kernel_conditional: u32 = 15;
        /// Dependences at a distance: `a[i] = a[i - 2] + b[i]`, which a vectoriser must see.
        weight_kernel_dependent: u32 = 12;
    }

    Limit "Limits of kernels" {
        /// Elements of the arrays that are created for kernels.
        max_kernel_len: u32 = 48, 4..=4096;
        /// Statements in a kernel.
        max_kernel_statements: u32 = 3, 1..=20;
        /// Depth of expressions in a kernel.
        max_depth_kernel: u32 = 3, 0..=50;
        /// The largest stride.
        max_kernel_stride: u32 = 3, 1..=64;
        /// The largest distance of an element that is read from the one that is written.
        max_kernel_distance: u32 = 4, 1..=64;
    }

    Percent "Probabilities: expressions (in percent)" {
        /// Leaves of expressions that are variables rather than constants.
        leaf_variable_percent: u32 = 70;
        /// Constants at a limit of their type that are at the lower limit.
        lower_limit_percent: u32 = 50;
        /// Shifts by a constant below the width.
        constant_shift_percent: u32 = 60;
        /// `&&` among `&&` and `||`.
        logical_and_percent: u32 = 50;
        /// Left sides of commas that are assignments.
        comma_assign_percent: u32 = 70;
        /// `++x` and `--x` among increments.
        prefix_percent: u32 = 50;
        /// `++` among `++` and `--`.
        increment_up_percent: u32 = 50;
        /// Elements that are written as `*(a + i)`, where the index is in bounds.
        element_sum_percent: u32 = 12;
        /// Addresses of elements that are written as `a + i`, where they are compared or subtracted.
        address_sum_percent: u32 = 40;
        /// Idioms with a constant in place of a variable, or with a well-known constant.
        idiom_constant_percent: u32 = 60;
        /// Idioms with `<` rather than `>`, with a saturating sum rather than a difference, or with a
        /// signed quotient rather than an unsigned one.
        idiom_least_percent: u32 = 50;
        /// Idioms that compute a distance rather than a minimum, or a remainder rather than a quotient.
        idiom_distance_percent: u32 = 40;
        /// Pointers that are dereferenced although they fit, where what they point to fits as well.
        follow_percent: u32 = 50;
        /// Pointer types that are replaced by the type one level down.
        inner_pointer_percent: u32 = 35;
        /// Pointers that are compared with null.
        compare_null_percent: u32 = 30;
        /// `==` among `==` and `!=` between pointers.
        compare_equal_percent: u32 = 50;
        /// Operands of long expressions that are a new variable, in addition to those that a program
        /// begins with.
        new_input_percent: u32 = 8;
        /// Other operands that are the result of an earlier expression, which makes chains.
        result_leaf_percent: u32 = 30;
        /// Operators of long expressions that are drawn again because their result would be -1, 0 or 1
        /// although an operand is another number: such a result hides errors in its operands.
        telling_operator_percent: u32 = 85;
        /// Operations in long expressions with an explicit conversion around them.
        cast_percent: u32 = 8;
    }

    Percent "Probabilities: guards (in percent)" {
        /// Programs with minimal guards, where that is drawn.
        minimal_guards_percent: u32 = 50;
        /// Guards that are macros, where macros are possible and both kinds are wanted.
        macro_percent: u32 = 50;
    }

    Percent "Probabilities: policies (in percent)" {
        /// Programs whose weights and probabilities are all drawn anew, as shares rather than
        /// factors, so that one program has 85 % `char` and the next 3 % (YARPGen's parameter
        /// shuffling). Values at an end of their range stay, and so do options given on the command
        /// line.
        shuffle_percent: u32 = 0;
        /// Statements, with everything inside them, that follow policies of their own: which
        /// operators, leaves and constants they prefer (YARPGen). 0 leaves everything to the weights.
        policy_statement_percent: u32 = 0;
        /// Operands that follow policies of their own.
        policy_operand_percent: u32 = 0;
        /// Constants that repeat an earlier one of the function, its negation or its complement, so
        /// that rules about two constants apply (YARPGen).
        reuse_constant_percent: u32 = 0;
        /// Operands that repeat an earlier expression, to create common subexpressions (YARPGen).
        reuse_expr_percent: u32 = 0;
        /// Such copies in which one constant is changed.
        reuse_changed_percent: u32 = 20;
        /// Comparisons whose right side is a constant, which can be decided to be a limiting value.
        compare_constant_percent: u32 = 0;
        /// Local integers whose value is folded into a global variable at the end of their block;
        /// otherwise it would be lost.
        observe_local_percent: u32 = 0;
    }

    Percent "Probabilities: open sites (in percent)" {
        /// Tracked functions: instead of being guarded, their arithmetic is decided at first execution,
        /// that is, flipped or given constants where it would be undefined (YARPGen, Orange). With 0,
        /// all arithmetic is guarded.
        track_percent: u32 = 0;
        /// Literals of such a function whose value is decided at first execution: most, so that values
        /// reach the limits of their types; the others stay as they were drawn.
        open_constant_percent: u32 = 70;
        /// Operations that are made defined by inserting a constant (Orange) rather than by flipping
        /// the operator (YARPGen), where both would do.
        insert_percent: u32 = 50;
    }
}
