//! The weights: how likely each production, operator, type and constant is, next to the others of
//! its group. One declaration with `options.rs`, which hands over what comes before.

/// Declares the options given, and the weights.
macro_rules! with_weights {
    ($($before:tt)*) => {
        $crate::config::declare::options! {
            $($before)*

            Weight "Weights of policies: operators" {
                /// All of them.
                weight_context_any: u32 = 30;
                /// `+`, `-` and negation, for reassociation.
                weight_context_additive: u32 = 20;
                /// `&`, `|`, `^` and complement, for rules about masks.
                weight_context_bitwise: u32 = 15;
                /// `&&`, `||`, `!` and comparisons.
                weight_context_logical: u32 = 5;
                /// `*`, `/` and `%`, for strength reduction.
                weight_context_multiplicative: u32 = 8;
                /// Bitwise operators and shifts, for rotates and fields of bits.
                weight_context_shifting: u32 = 15;
                /// Additive and multiplicative operators, for distribution.
                weight_context_arithmetic: u32 = 15;
            }

            Weight "Weights of policies: leaves" {
                /// Variables and constants as their weights say.
                weight_leaves_any: u32 = 50;
                /// Constants only, for constant folding: low, since nothing is left of such code afterwards.
                weight_leaves_constant: u32 = 5;
                /// Half of each, for rules about constants.
                weight_leaves_half: u32 = 25;
                /// Nearly always variables.
                weight_leaves_variable: u32 = 20;
            }

            Weight "Weights of policies: constants" {
                /// All kinds.
                weight_special_any: u32 = 40;
                /// Small numbers.
                weight_special_small: u32 = 20;
                /// The limits of the type and their neighbours.
                weight_special_limit: u32 = 20;
                /// Runs of ones, and of zeros.
                weight_special_ones: u32 = 20;
            }

            Weight "Weights of the intents of open literals" {
                /// The literal stays as it was drawn.
                weight_aim_keep: u32 = 10;
                /// To bring the operation to an edge: a limit of its type, a comparison that holds or
                /// fails by one, the farthest shift, a division without remainder. High: that is where
                /// folding rules and range analyses go wrong.
                weight_aim_edge: u32 = 40;
                /// -1, 0, 1, 2, 3, for which compilers have special rules.
                weight_aim_small: u32 = 10;
                /// Powers of two and their neighbours: strength reduction.
                weight_aim_power: u32 = 15;
                /// Runs of ones: masks and bit-fields.
                weight_aim_ones: u32 = 10;
                /// The other operand, its negation or complement (YARPGen's special constants).
                weight_aim_operand: u32 = 10;
                /// A literal that was decided before, its negation or complement (YARPGen's buffer of
                /// constants).
                weight_aim_earlier: u32 = 15;
            }

            Weight "Weights of statements" {
                /// Assignments: the bulk of a program, since they make values that the others use (thesis,
                /// table 3.1: what remains of 100, at least 40).
                weight_assign: u32 = 40;
                /// `if`: high, for complexity (table 3.1: 15; a third of that, as one arm of each is dead more
                /// often than not).
                weight_if: u32 = 5;
                /// `for`: high, for complexity (table 3.1: 15; more here, since most places are too deep or too
                /// expensive for a loop).
                weight_for: u32 = 42;
                /// `while` (not in Csmith): compilers canonicalise loops early, so a few will do.
                weight_while: u32 = 6;
                /// `do` (not in Csmith): as `while`.
                weight_do: u32 = 6;
                /// Loops over arrays: high, to find bugs in loop optimisations (table 3.1: 10; raised with
                /// `for`).
                weight_array_loop: u32 = 17;
                /// Loops that walk an array with a pointer (not in Csmith): half of those with an index.
                weight_pointer_walk: u32 = 9;
                /// `switch` (not in Csmith): large statements, so a few make many tokens.
                weight_switch: u32 = 3;
                /// Blocks by themselves: mostly a byproduct of other statements (table 3.1: 0); some, for
                /// scopes without a condition.
                weight_block: u32 = 1;
                /// Calls whose value is not used: mostly a byproduct of expressions (table 3.1: 0); some,
                /// for functions whose result is dead.
                weight_call: u32 = 4;
                /// `return` before the end of a function: low, since more would make shorter functions
                /// (table 3.1: 5).
                weight_return: u32 = 8;
                /// `break`, in loops (table 3.1: 5; lower, as all jumps: what they jump over is dead).
                weight_break: u32 = 3;
                /// `continue`, in loops (table 3.1: 5).
                weight_continue: u32 = 5;
                /// `goto` (table 3.1: 5).
                weight_goto: u32 = 3;
                /// Loops made of a label and a backward `goto`: a little more than `goto`.
                weight_jump_loop: u32 = 4;
                /// Declarations whose initialiser is an expression: a tenth of assignments.
                weight_declaration: u32 = 4;
                /// Kernels: loops over several arrays, with stencils, reductions, strides, conditional
                /// stores and dependences at a distance, of the kind that loop optimisers look for.
                weight_kernel: u32 = 0;
            }

            Weight "Weights of assignments and declarations" {
                /// Assignments of integers: what the checksum is made of.
                weight_assign_int: u32 = 70;
                /// Assignments of pointers.
                weight_assign_pointer: u32 = 16;
                /// Assignments of structs and unions.
                weight_assign_record: u32 = 7;
                /// `++` and `--` by themselves.
                weight_assign_increment: u32 = 7;
                /// Assignments of floating values: a quarter of those of integers.
                weight_assign_float: u32 = 18;
                /// Assignments of function pointers.
                weight_assign_function: u32 = 5;
                /// Declarations of integers whose initialiser is an expression.
                weight_declare_int: u32 = 75;
                /// Declarations of such pointers.
                weight_declare_pointer: u32 = 25;
                /// Declarations of such floating variables.
                weight_declare_float: u32 = 15;
                /// Declarations of such function pointers.
                weight_declare_function: u32 = 8;
            }

            Weight "Weights of expressions" {
                /// Calls: the most favoured, falling back on operators where no function fits (table 3.2:
                /// 70; lower here, since operators have weights of their own).
                weight_expr_call: u32 = 50;
                /// Calls through pointers, which fall back in the same way.
                weight_expr_indirect_call: u32 = 30;
                /// Constants: for constant folding and propagation (table 3.2: 10).
                weight_expr_constant: u32 = 8;
                /// Variables: for chains of definitions and uses (table 3.2: 20).
                weight_expr_variable: u32 = 20;
                /// `-`, `~`, `!`, `+` (table 3.2: 5 of 100 operators).
                weight_expr_unary: u32 = 6;
                /// Arithmetic, bitwise operators and shifts (table 3.2: 95 of 100 operators, logical ones
                /// and comparisons included).
                weight_expr_binary: u32 = 76;
                /// `&&` and `||`: a part of the binary operators.
                weight_expr_logical: u32 = 15;
                /// `<` and the like, `==`, `!=`: a part of the binary operators.
                weight_expr_comparison: u32 = 46;
                /// `==` and `!=` between pointers: half as much.
                weight_expr_pointer_comparison: u32 = 23;
                /// `<` and the like between addresses of elements of one array: a few, since their result
                /// is often known.
                weight_expr_pointer_order: u32 = 4;
                /// The distance of two elements of one array: likewise.
                weight_expr_pointer_difference: u32 = 4;
                /// Idioms (not in Csmith): a few, since each is long and has no effects.
                weight_expr_idiom: u32 = 3;
                /// `==` and `!=` between function pointers.
                weight_expr_function_comparison: u32 = 5;
                /// `?:` (not in Csmith).
                weight_expr_conditional: u32 = 6;
                /// Casts (not in Csmith, whose wrappers convert all the time).
                weight_expr_cast: u32 = 8;
                /// The comma operator (table 3.2: 10; raised to as many per program as Csmith has).
                weight_expr_comma: u32 = 32;
                /// Assignments inside expressions (table 3.2: 10).
                weight_expr_assign: u32 = 13;
                /// `++` and `--` (a part of assignments in Csmith).
                weight_expr_increment: u32 = 5;
                /// Comparisons of floating values, in programs that have them: a quarter of those of integers.
                weight_expr_float_comparison: u32 = 12;
                /// Floating values cast to an integer type; a guard keeps them in range.
                weight_expr_from_float: u32 = 10;
            }

            Weight "Weights of expressions: by depth" {
                /// Factor for the weights of constants, variables and increments at the top of an
                /// expression: low, so that few expressions are that short.
                weight_leaf: u32 = 2, 0..=100;
                /// What is added to that factor for each level further down: high, so that few expressions
                /// reach the limit of their depth.
                weight_leaf_deeper: u32 = 6, 0..=100;
                /// Factor for the weights of the others.
                weight_inner: u32 = 7, 0..=100;
            }

            Weight "Weights of expressions: pointers" {
                /// Variables.
                weight_pointer_variable: u32 = 45;
                /// Addresses.
                weight_pointer_address: u32 = 40;
                /// Null: low, since it is not followed.
                weight_pointer_null: u32 = 3;
                /// Calls.
                weight_pointer_call: u32 = 20;
                /// `?:`.
                weight_pointer_conditional: u32 = 5;
                /// The comma operator.
                weight_pointer_comma: u32 = 4;
                /// Assignments.
                weight_pointer_assign: u32 = 8;
            }

            Weight "Weights of expressions: floating point" {
                /// Constants.
                weight_float_constant: u32 = 8;
                /// Variables.
                weight_float_variable: u32 = 25;
                /// `-` and `+`.
                weight_float_unary: u32 = 6;
                /// `+`, `-`, `*`, `/`.
                weight_float_binary: u32 = 60;
                /// Casts: from integers and from the other floating type.
                weight_float_cast: u32 = 12;
                /// `?:`.
                weight_float_conditional: u32 = 6;
                /// The comma operator.
                weight_float_comma: u32 = 6;
                /// Assignments.
                weight_float_assign: u32 = 8;
                /// `++` and `--`.
                weight_float_increment: u32 = 4;
                /// Calls.
                weight_float_call: u32 = 20;
            }

            Weight "Weights of expressions: structs and unions" {
                /// Variables.
                weight_record_variable: u32 = 60;
                /// Calls.
                weight_record_call: u32 = 30;
                /// Assignments.
                weight_record_assign: u32 = 8;
                /// The comma operator.
                weight_record_comma: u32 = 5;
            }

            Weight "Weights of expressions: function pointers" {
                /// Functions by name: these make a pointer callable.
                weight_function_name: u32 = 50;
                /// Variables.
                weight_function_variable: u32 = 30;
                /// Null: rare, since a null pointer is not called.
                weight_function_null: u32 = 3;
                /// Calls that return one.
                weight_function_call: u32 = 15;
                /// `?:` between two of them.
                weight_function_conditional: u32 = 10;
                /// The comma operator.
                weight_function_comma: u32 = 4;
                /// Assignments.
                weight_function_assign: u32 = 6;
            }

            Weight "Weights of operators" {
                /// `+`: a little more than others, as in code written by people.
                weight_op_add: u32 = 12;
                /// `-`: as `+`.
                weight_op_sub: u32 = 12;
                /// `*`.
                weight_op_mul: u32 = 10;
                /// `/`: a little less, since a wrapper hides much of it.
                weight_op_div: u32 = 8;
                /// `%`: as `/`.
                weight_op_rem: u32 = 8;
                /// `&`.
                weight_op_and: u32 = 10;
                /// `|`.
                weight_op_or: u32 = 10;
                /// `^`.
                weight_op_xor: u32 = 10;
                /// `<<`.
                weight_op_shl: u32 = 9;
                /// `>>`.
                weight_op_shr: u32 = 9;
                /// Unary `-`.
                weight_unary_minus: u32 = 35;
                /// `~`.
                weight_unary_complement: u32 = 35;
                /// `!`.
                weight_unary_not: u32 = 25;
                /// Unary `+`: low, since it only promotes.
                weight_unary_plus: u32 = 5;
            }

            Weight "Weights of floating operators and constants" {
                /// `+`.
                weight_float_op_add: u32 = 30;
                /// `-`.
                weight_float_op_sub: u32 = 30;
                /// `*`.
                weight_float_op_mul: u32 = 25;
                /// `/`.
                weight_float_op_div: u32 = 15;
                /// Small numbers with a few binary digits behind the point, with which computation stays
                /// exact for long.
                weight_float_constant_small: u32 = 45;
                /// Whole numbers at the limits of the integer types and of the significands, where
                /// conversions go wrong.
                weight_float_constant_edge: u32 = 20;
                /// Powers of two, far and near.
                weight_float_constant_power: u32 = 12;
                /// The limits of the type: the largest and the smallest number, zero with a sign.
                weight_float_constant_limit: u32 = 8;
                /// Any number with a short exact spelling.
                weight_float_constant_any: u32 = 15;
            }

            Weight "Weights of idioms" {
                /// Rotates, by constants and by variables.
                weight_idiom_rotate: u32 = 20;
                /// Byte swaps: low, since they are long.
                weight_idiom_swap: u32 = 4;
                /// The minimum, the maximum, and the distance of two values.
                weight_idiom_choose: u32 = 16;
                /// Saturating sums and differences.
                weight_idiom_saturate: u32 = 14;
                /// Single bits, powers of two, the lowest bit, fields of bits.
                weight_idiom_bits: u32 = 16;
                /// Bits counted by adding neighbours: low, since that is long.
                weight_idiom_count: u32 = 2;
                /// The high half of a product.
                weight_idiom_high: u32 = 8;
                /// Quotients and remainders by constants.
                weight_idiom_divide: u32 = 20;
                /// Multiples of powers of two, means without overflow, fields with their sign.
                weight_idiom_round: u32 = 14;
            }

            Weight "Weights of constants and indices" {
                /// Small numbers.
                weight_constant_small: u32 = 30;
                /// Powers of two, give or take one.
                weight_constant_power: u32 = 12;
                /// The limits of the type, give or take one.
                weight_constant_limit: u32 = 8;
                /// Numbers of few bits.
                weight_constant_short: u32 = 25;
                /// Any number.
                weight_constant_any: u32 = 25;
                /// Indices that are the variable of a loop, where its values are in bounds.
                weight_index_counter: u32 = 60;
                /// Indices that are constants.
                weight_index_constant: u32 = 25;
                /// Indices that are any variable, guarded by a modulus.
                weight_index_raw: u32 = 40;
            }

            Weight "Weights of loops" {
                /// No iteration: low, since the body is dead.
                weight_trips_none: u32 = 3;
                /// One iteration.
                weight_trips_one: u32 = 12;
                /// Two to `max_few_trips` iterations.
                weight_trips_few: u32 = 80;
                /// Up to `max_trips` iterations: low, since they use up the steps of the others.
                weight_trips_many: u32 = 5;
                /// Steps of one up: the form that loop optimisers know best.
                weight_step_up: u32 = 55;
                /// Steps of one down.
                weight_step_down: u32 = 20;
                /// Larger steps.
                weight_step_far: u32 = 25;
                /// Loop variables that begin with zero.
                weight_start_zero: u32 = 40;
                /// Those that begin near it.
                weight_start_near: u32 = 40;
                /// Those that begin so high that they stay positive on their way down.
                weight_start_high: u32 = 20;
                /// Tests with `<` and `>`.
                weight_test_strict: u32 = 45;
                /// Tests with `<=` and `>=`.
                weight_test_inclusive: u32 = 30;
                /// Tests with `!=`.
                weight_test_unequal: u32 = 25;
            }

            Weight "Weights of types" {
                /// Integers of 8 bits.
                weight_width_8: u32 = 10;
                /// Integers of 16 bits.
                weight_width_16: u32 = 10;
                /// Integers of 32 bits.
                weight_width_32: u32 = 10;
                /// Integers of 64 bits.
                weight_width_64: u32 = 10;
                /// Integers of the type that the fixed-width name stands for.
                weight_int_first: u32 = 10;
                /// Integers of another type of the same width: to mix with the first, not to outweigh it.
                weight_int_second: u32 = 4;
                /// Plain `char`.
                weight_int_char: u32 = 2;
                /// `_Bool`.
                weight_int_bool: u32 = 2;
                /// 128-bit integers, in programs that have them: often enough that most operators
                /// are applied to them, and not so often that everything else is converted to them.
                weight_int_128: u32 = 5;
                /// `float` among floating types.
                weight_type_float: u32 = 40;
                /// `double` among floating types.
                weight_type_double: u32 = 60;
                /// `long double` among floating types, where it exists.
                weight_type_long_double: u32 = 30;
                /// Parameters that are integers.
                weight_param_int: u32 = 55;
                /// Parameters that have a floating type.
                weight_param_float: u32 = 15;
                /// Parameters that are pointers.
                weight_param_pointer: u32 = 35;
                /// Parameters that are structs and unions.
                weight_param_record: u32 = 12;
                /// Parameters that are function pointers.
                weight_param_function: u32 = 6;
                /// Results of functions that pointers point to: integers, since most operands are.
                weight_result_int: u32 = 70;
                /// Such results that are pointers.
                weight_result_pointer: u32 = 10;
                /// Such results that are structs and unions.
                weight_result_record: u32 = 12;
                /// Functions that pointers point to and that have no result.
                weight_result_void: u32 = 10;
                /// Pointers to integers.
                weight_pointee_int: u32 = 55;
                /// Pointers to floating objects.
                weight_pointee_float: u32 = 10;
                /// Pointers to pointers.
                weight_pointee_pointer: u32 = 48;
                /// Pointers to structs.
                weight_pointee_struct: u32 = 12;
                /// Pointers to unions.
                weight_pointee_union: u32 = 5;
                /// Members that are integers.
                weight_field_int: u32 = 60;
                /// Members that have a floating type.
                weight_field_float: u32 = 12;
                /// Members that are pointers.
                weight_field_pointer: u32 = 15;
                /// Members that are structs and unions.
                weight_field_record: u32 = 15;
                /// Members that are arrays.
                weight_field_array: u32 = 12;
                /// Members that are function pointers.
                weight_field_function: u32 = 6;
                /// Bit-fields of width zero, which end a unit.
                weight_bits_zero: u32 = 6;
                /// Unnamed bit-fields, which pad.
                weight_bits_unnamed: u32 = 6;
                /// Named bit-fields.
                weight_bits_named: u32 = 88;
                /// Arrays of one dimension.
                weight_dimensions_1: u32 = 44;
                /// Arrays of two.
                weight_dimensions_2: u32 = 36;
                /// Arrays of three.
                weight_dimensions_3: u32 = 20;
            }

            Weight "Weights of sizes, if none is requested" {
                /// 600 to 8,000 tokens.
                weight_size_small: u32 = 10;
                /// 8,000 to 40,000 tokens.
                weight_size_medium: u32 = 26;
                /// 40,000 to 74,000 tokens: around Csmith's mean.
                weight_size_usual: u32 = 36;
                /// 74,000 to 114,000 tokens.
                weight_size_large: u32 = 28;
            }

            Weight "Weights of storage" {
                /// A global variable: favoured, since the checksum is made of them (table 3.3: 35).
                weight_scope_global: u32 = 35;
                /// A variable of an enclosing block (table 3.3: 30).
                weight_scope_local: u32 = 30;
                /// A parameter (table 3.3: 30).
                weight_scope_param: u32 = 30;
                /// A new variable: low, since reuse makes dependencies and new ones make dead code (table
                /// 3.3: 5; raised a little, to as many locals per program as Csmith has).
                weight_scope_new: u32 = 8;
            }
        }
    };
}

pub(super) use with_weights;
