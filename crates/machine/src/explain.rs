//! The explanation of every rule: its name, its clause, what it requires, how to comply, and where
//! other editions of C, or C++, differ. Clause numbers are those of C11 (N1570).

use crate::ub::Ub;

/// Everything about a rule that does not depend on a particular violation of it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Rule {
    /// Its name, as in JSON and in test programs.
    pub name: &'static str,
    /// Its clause of C11.
    pub clause: &'static str,
    /// What breaks it, in a few words.
    pub summary: &'static str,
    /// What it requires.
    pub requirement: &'static str,
    /// What a programmer can do about it.
    pub help: &'static str,
    /// Where C99, C17, C23 or C++ differ.
    pub dialect_note: Option<&'static str>,
    /// Whether the standard leaves a value or a result unspecified here rather than the behaviour
    /// undefined: then the program is undecided, because its output may be the same for every such
    /// value.
    pub unspecified: bool,
}

/// One row per rule: the enum and the table cannot drift apart, and neither can miss a variant.
macro_rules! rules {
    ($($variant:ident {
        name: $name:literal,
        clause: $clause:literal,
        summary: $summary:literal,
        requirement: $requirement:literal,
        help: $help:literal,
        note: $note:expr,
        $(unspecified: $unspecified:literal,)?
    })*) => {
        impl Ub {
            /// All rules, in the order of the catalogue.
            pub const RULES: &'static [Rule] = &[$(Rule {
                name: $name,
                clause: $clause,
                summary: $summary,
                requirement: $requirement,
                help: $help,
                dialect_note: $note,
                unspecified: false $(|| $unspecified)?,
            }),*];

            /// The name of the rule, as in JSON and in test programs.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name),*
                }
            }
        }
    };
}

impl Ub {
    /// The rule of that name.
    pub fn rule_named(name: &str) -> Option<&'static Rule> {
        Self::RULES.iter().find(|rule| rule.name == name)
    }

    /// Everything about the rule that does not depend on this case.
    pub fn rule(&self) -> &'static Rule {
        Self::rule_named(self.name()).expect("one macro makes both the names and the table")
    }

    /// The clause of C11.
    pub fn clause(&self) -> &'static str {
        self.rule().clause
    }

    /// What the rule requires.
    pub fn requirement(&self) -> &'static str {
        self.rule().requirement
    }

    /// What a programmer can do about it.
    pub fn help(&self) -> &'static str {
        self.rule().help
    }

    /// Where C99, C17, C23 or C++ differ.
    pub fn dialect_note(&self) -> Option<&'static str> {
        self.rule().dialect_note
    }

    /// What happened, with the values involved, in one line.
    pub fn title(&self) -> String {
        match self {
            Self::SignedOverflow { operation, ty } => {
                format!("signed overflow: `{operation}` does not fit '{ty}'")
            }
            Self::DivisionOverflow { operation, ty } => {
                format!("division overflow: the quotient of `{operation}` does not fit '{ty}'")
            }
            Self::DivisionByZero { operation } => format!("division by zero: `{operation}`"),
            Self::NegativeShift { operation } => {
                format!("shift by a negative amount: `{operation}`")
            }
            Self::ShiftTooFar { operation, width } => {
                format!("shift amount too large: `{operation}` in a type of {width} bits")
            }
            Self::ShiftOfNegative { operation } => {
                format!("left shift of a negative value: `{operation}`")
            }
            Self::ShiftOverflow { operation, ty } => {
                format!("left shift overflow: `{operation}` does not fit '{ty}'")
            }
            Self::FloatToInt { value, ty } => {
                format!("conversion overflow: the floating value {value} does not fit '{ty}'")
            }
            Self::NullDereference => "access through a null pointer".to_owned(),
            Self::NullArithmetic => "arithmetic on a null pointer".to_owned(),
            Self::InvalidPointer { address } => {
                format!(
                    "use of the pointer {address:#x}, which was made from an integer and designates no object"
                )
            }
            Self::DanglingAccess { object } => {
                format!("access to {object} after its lifetime has ended")
            }
            Self::IndeterminatePointer { object } => {
                format!("use of a pointer to {object}, whose lifetime has ended")
            }
            Self::OutOfBounds { object, offset, size, bound } => {
                let end = u64::try_from(*offset).ok().and_then(|offset| offset.checked_add(*size));
                let whole = if end.is_some_and(|end| end <= *bound) {
                    "; the pointer is one past the end of an array inside it".to_owned()
                } else {
                    format!(", which has {}", bytes(*bound))
                };
                let size = bytes(*size);
                format!("out of bounds: access to {size} at offset {offset} of {object}{whole}")
            }
            Self::PointerArithmetic { object, index, len } => {
                let unsigned = if *index > i128::from(i64::MAX) {
                    "; the index is unsigned, so it does not count backwards"
                } else {
                    ""
                };
                format!(
                    "pointer arithmetic out of bounds: reaches element {index} of {object}, which has {len}{unsigned}"
                )
            }
            Self::Misaligned { object, required, actual } => format!(
                "misaligned pointer: the type needs an alignment of {}, and the address in {object} is only known to be a multiple of {actual}",
                bytes(u64::from(*required))
            ),
            Self::UninitialisedRead { object } => {
                format!("read of {object}, which has no value yet")
            }
            Self::InitialiserSkipped { object } => {
                format!("read of {object}, whose initialiser was jumped over")
            }
            Self::UnspecifiedRead { object } => {
                format!("use of bytes whose value is unspecified: {object}")
            }
            Self::UnspecifiedResult => {
                "use of the value of a comparison function, of which only the sign is specified"
                    .to_owned()
            }
            Self::NanRepresentation { operation } => {
                format!("the sign and payload of a NaN are unspecified: {operation}")
            }
            Self::TrapRepresentation { object, ty } => {
                format!("the bits of {object} are not a value of type '{ty}'")
            }
            Self::ConstWrite { object } => format!("modification of {object}, which is const"),
            Self::StringLiteralWrite => "modification of a string literal".to_owned(),
            Self::TemporaryWrite => {
                "modification of a temporary: part of the value of a call".to_owned()
            }
            Self::RegisterArray { object } => {
                format!("an array in {object}, which is declared 'register', becomes a pointer")
            }
            Self::VolatileAccess { object } => {
                format!("access to {object}, which is volatile, through an lvalue that is not")
            }
            Self::EffectiveType { object, effective, access } if effective == "padding" => {
                format!("access to padding of {object} through an lvalue of type '{access}'")
            }
            Self::EffectiveType { object, effective, access } => format!(
                "access to {object} with effective type '{effective}' through an lvalue of type '{access}'"
            ),
            Self::UnionMember { object, active, access } => format!(
                "access to {object} through a pointer to '{access}', but the member last stored is '{active}'"
            ),
            Self::OverlappingAssignment => {
                "assignment between objects that overlap inexactly".to_owned()
            }
            Self::OverlappingCopy { function } => {
                format!("`{function}` between ranges that overlap")
            }
            Self::PointerComparison { left, right } => {
                format!(
                    "relational comparison of pointers into different objects: {left} and {right}"
                )
            }
            Self::UnspecifiedEquality { left, right } => format!(
                "the result of comparing a pointer past the end with a pointer to another object is unspecified: {left} and {right}"
            ),
            Self::PointerSubtraction { left, right } => {
                format!("subtraction of pointers into different objects: {left} and {right}")
            }
            Self::AddressDependent { operation } => {
                format!("the result depends on the address of an object: {operation}")
            }
            Self::Unsequenced { object, both_write: true } => {
                format!("two unsequenced side effects on {object}")
            }
            Self::Unsequenced { object, both_write: false } => {
                format!("unsequenced side effect on and read of {object}")
            }
            Self::OrderDependent { object } => {
                format!("the outcome depends on an unspecified order of evaluation: {object}")
            }
            Self::MissingReturnValue { function } => {
                format!("use of the value of `{function}`, which ended without returning one")
            }
            Self::NoreturnReturned { function } => {
                format!("`{function}` is declared not to return, but returned")
            }
            Self::WrongFunctionType { function, actual, called } => {
                format!("call of `{function}`, of type '{actual}', as '{called}'")
            }
            Self::WrongArguments { function, detail } => {
                format!(
                    "call of `{function}` without a prototype does not match its definition: {detail}"
                )
            }
            Self::ShortArray { function, parameter, promised, actual } => {
                format!(
                    "argument {parameter} of `{function}` has {actual} bytes where the parameter \
                     promises {promised} with `static`"
                )
            }
            Self::LibraryDeclaration { function, declared, standard } => {
                format!(
                    "`{function}` is declared as '{declared}'; in the library it is '{standard}'"
                )
            }
            Self::ReservedName { name } => {
                format!("definition of `{name}`, a name reserved for the implementation")
            }
            Self::MainType { ty } => format!("`main` is defined with the type '{ty}'"),
            Self::InfiniteLoop => {
                "endless loop without side effects whose condition is not constant".to_owned()
            }
            Self::DoubleFree => "double free: the memory has already been freed".to_owned(),
            Self::InvalidFree { object } => {
                format!("`free` of {object}, which no allocation function returned")
            }
            Self::FormatMismatch { function, detail } => {
                format!("`{function}`: the format does not match: {detail}")
            }
            Self::LibraryArgument { function, .. } if function == "__builtin_unreachable" => {
                format!("`{function}` was reached")
            }
            Self::LibraryArgument { function, detail } => {
                format!("`{function}`: invalid argument: {detail}")
            }
        }
    }
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

rules! {
    SignedOverflow {
        name: "signed-overflow",
        clause: "6.5p5",
        summary: "the result of signed arithmetic does not fit its type",
        requirement: "the result of an operation must be representable in its type; only unsigned arithmetic wraps",
        help: "compute in a wider or unsigned type, or test the operands first",
        note: Some("`++`, `--` and compound assignment on types narrower than int compute in int and convert back, which wraps instead"),
    }
    DivisionOverflow {
        name: "division-overflow",
        clause: "6.5.5p6",
        summary: "the quotient of `/`, or the one behind `%`, does not fit its type",
        requirement: "a / b and a % b are defined only if the quotient is representable; MIN / -1 is not, and so neither is MIN % -1",
        help: "test for a divisor of -1",
        note: Some("C99 does not say so for `%`; C11 does"),
    }
    DivisionByZero {
        name: "division-by-zero",
        clause: "6.5.5p5",
        summary: "division or remainder by zero",
        requirement: "the right operand of `/` and `%` must not be zero",
        help: "test the divisor first",
        note: Some("floating division by zero is covered by Annex F (IEEE 754) and gives an infinity or NaN"),
    }
    NegativeShift {
        name: "negative-shift",
        clause: "6.5.7p3",
        summary: "the amount of a shift is negative",
        requirement: "the right operand of a shift must be at least 0 and below the width of the promoted left operand",
        help: "mask or test the shift amount",
        note: None,
    }
    ShiftTooFar {
        name: "shift-too-far",
        clause: "6.5.7p3",
        summary: "the amount of a shift is not less than the width of the promoted left operand",
        requirement: "the right operand of a shift must be at least 0 and below the width of the promoted left operand",
        help: "mask or test the shift amount against the width after promotion",
        note: None,
    }
    ShiftOfNegative {
        name: "shift-of-negative",
        clause: "6.5.7p4",
        summary: "left shift of a negative value, even by 0",
        requirement: "the left operand of a signed `<<` must not be negative",
        help: "shift an unsigned value and convert back",
        note: Some("undefined in C99 to C23; defined in C++20"),
    }
    ShiftOverflow {
        name: "shift-overflow",
        clause: "6.5.7p4",
        summary: "left shift of a signed value into or past the sign bit",
        requirement: "E1 * 2^E2 must be representable in the type of a signed `E1 << E2`",
        help: "shift an unsigned value and convert back",
        note: Some("undefined in C99 to C23; C++14 allows a shift into the sign bit, C++20 defines all"),
    }
    FloatToInt {
        name: "float-to-int",
        clause: "6.3.1.4p1",
        summary: "a floating value does not fit the integer type it is converted to",
        requirement: "the integral part of the value must be representable in the integer type; unsigned types do not wrap here",
        help: "test the range before converting",
        note: None,
    }
    NullDereference {
        name: "null-dereference",
        clause: "6.5.3.2p4",
        summary: "access through a null pointer",
        requirement: "an accessed lvalue must designate an object",
        help: "test the pointer first",
        note: None,
    }
    NullArithmetic {
        name: "null-arithmetic",
        clause: "6.5.6p8",
        summary: "arithmetic on a null pointer",
        requirement: "both the pointer operand and the result must point into, or one past the end of, the same array object; null points into none",
        help: "test the pointer first",
        note: Some("adding 0 to a null pointer is undefined in C99 to C23, and defined in C++"),
    }
    InvalidPointer {
        name: "invalid-pointer",
        clause: "6.3.2.3p5",
        summary: "use of a pointer that was made from an integer and designates nothing",
        requirement: "a pointer made from an integer may be used only if it is the address of a live object",
        help: "point to an object",
        note: None,
    }
    DanglingAccess {
        name: "dangling-access",
        clause: "6.2.4p2",
        summary: "access to an object after its lifetime",
        requirement: "an object must not be referred to outside its lifetime",
        help: "keep the object alive as long as it is used, or copy its value",
        note: None,
    }
    IndeterminatePointer {
        name: "indeterminate-pointer",
        clause: "6.2.4p2",
        summary: "use of the value of a pointer whose object's lifetime has ended",
        requirement: "a pointer becomes indeterminate when its object's lifetime ends; even reading it, or comparing it, is undefined",
        help: "assign the pointer anew before it is read",
        note: Some("in C++ most uses of an invalid pointer value are implementation-defined"),
    }
    OutOfBounds {
        name: "out-of-bounds",
        clause: "6.5.6p8",
        summary: "access outside the object or array that the pointer belongs to",
        requirement: "an access must stay inside the array, also inside each row of an array of arrays, and one past the end is not inside",
        help: "test the index",
        note: None,
    }
    PointerArithmetic {
        name: "pointer-arithmetic",
        clause: "6.5.6p8",
        summary: "pointer arithmetic that leaves the array",
        requirement: "the result must point into the same array object or one past its end, even if it is never accessed",
        help: "test the index before computing the pointer",
        note: None,
    }
    Misaligned {
        name: "misaligned",
        clause: "6.3.2.3p7",
        summary: "access through, or conversion to, a pointer that is not aligned for its type",
        requirement: "a pointer must be aligned for the type it points to; members of packed structs need not be",
        help: "access the member by name, or copy its bytes with memcpy",
        note: None,
    }
    UninitialisedRead {
        name: "uninitialised-read",
        clause: "6.3.2.1p2, 6.7.9p10",
        summary: "read of an object that has not been given a value",
        requirement: "an object with automatic or allocated storage has no value until one is stored",
        help: "initialise the object",
        note: Some("C99 calls the value indeterminate; reading it is undefined where the type has trap representations, and otherwise unspecified"),
    }
    InitialiserSkipped {
        name: "initialiser-skipped",
        clause: "6.2.4p6, 6.7.9p10",
        summary: "read of a variable whose initialiser was jumped over",
        requirement: "a variable gets its initial value when its declaration is reached; a jump into the block past it leaves the variable without one",
        help: "move the declaration before the jump, or assign the variable after the label",
        note: Some("in C++ such a jump is an error at compile time"),
    }
    UnspecifiedRead {
        name: "unspecified-read",
        clause: "6.2.6.1p6-7",
        summary: "use of padding, or of bytes of a union outside the member last stored",
        requirement: "storing to a member leaves padding, and the bytes of a union that are not part of that member, with unspecified values; they may be copied, but observable behaviour must not depend on them",
        help: "clear the object with memset first, or compare and hash members, not bytes",
        note: None,
        unspecified: true,
    }
    UnspecifiedResult {
        name: "unspecified-result",
        clause: "7.24.4p1",
        summary: "use of more than the sign of what `memcmp`, `strcmp` or `strncmp` returns",
        requirement: "these functions return some negative number, zero, or some positive number; which one differs between libraries",
        help: "compare the result with 0",
        note: None,
        unspecified: true,
    }
    NanRepresentation {
        name: "nan-representation",
        clause: "7.21.6.1p8, F.2.1",
        summary: "use of the sign or payload of a NaN produced by arithmetic",
        requirement: "an operation without a numeric result gives some NaN; a compiler that folds it may give a different one than the processor",
        help: "test for a NaN with `x != x`, and print your own text for it",
        note: None,
        unspecified: true,
    }
    TrapRepresentation {
        name: "trap-representation",
        clause: "6.2.6.1p5",
        summary: "a stored bit pattern is not a value of the type read",
        requirement: "a stored representation that is not a value of the type must not be read through it; `_Bool` holds only 0 or 1",
        help: "read it through an unsigned character type",
        note: Some("C23 calls it a non-value representation"),
    }
    ConstWrite {
        name: "const-write",
        clause: "6.7.3p6",
        summary: "modification of an object defined const",
        requirement: "an object defined with const must not be modified, not even through a pointer",
        help: "drop the const, or modify a copy",
        note: None,
    }
    StringLiteralWrite {
        name: "string-literal-write",
        clause: "6.4.5p7",
        summary: "modification of a string literal",
        requirement: "the array of a string literal must not be modified",
        help: "initialise an array of char with the literal",
        note: Some("in C++ string literals are const"),
    }
    TemporaryWrite {
        name: "temporary-write",
        clause: "6.2.4p8",
        summary: "modification of a struct or union that is the value of a call, an assignment or `?:`",
        requirement: "an object with temporary lifetime must not be modified, not even through a pointer",
        help: "store the value in a variable first",
        note: Some("C99 has this rule for calls only (6.5.2.2p5)"),
    }
    RegisterArray {
        name: "register-array",
        clause: "6.3.2.1p3, 6.7.1p6",
        summary: "an array with the storage class `register` becomes a pointer, as in `a[0]`",
        requirement: "no part of an object declared register has an address; such an array can only be an operand of sizeof or _Alignof",
        help: "leave register out",
        note: Some("compilers accept the subscript as an extension; C++17 has no register"),
    }
    VolatileAccess {
        name: "volatile-access",
        clause: "6.7.3p6",
        summary: "access to an object defined volatile through an lvalue that is not",
        requirement: "an object defined with volatile must be referred to through volatile-qualified lvalues only",
        help: "keep volatile in the type of the pointer",
        note: None,
    }
    EffectiveType {
        name: "effective-type",
        clause: "6.5p7",
        summary: "access through an lvalue whose type does not fit the effective type of the object",
        requirement: "an object must be accessed through its effective type, its signed or unsigned counterpart, an aggregate or union that holds one of those, or a character type",
        help: "copy the bytes with memcpy, or use a union",
        note: None,
    }
    UnionMember {
        name: "union-member",
        clause: "6.5p7, 6.5.2.3p3",
        summary: "access through a pointer to a union member that is not the one last stored",
        requirement: "a member other than the one last stored may be read only through the union itself",
        help: "read the member through the union object",
        note: Some("in C++ reading a member that is not active is undefined through the union too"),
    }
    OverlappingAssignment {
        name: "overlapping-assignment",
        clause: "6.5.16.1p3",
        summary: "assignment between objects that overlap inexactly",
        requirement: "where the value read overlaps the object stored to, the overlap must be exact and the types compatible",
        help: "copy through a temporary",
        note: None,
    }
    OverlappingCopy {
        name: "overlapping-copy",
        clause: "7.24.2",
        summary: "`memcpy`, `strcpy` and the like between overlapping ranges",
        requirement: "the ranges of a copying function must not overlap; memmove is the exception",
        help: "use memmove",
        note: None,
    }
    PointerComparison {
        name: "pointer-comparison",
        clause: "6.5.8p5",
        summary: "`<`, `>`, `<=` or `>=` on pointers into different objects",
        requirement: "relational operators may only compare pointers into the same aggregate or union",
        help: "compare indices, or use == if identity is meant",
        note: Some("unspecified, not undefined, in C++"),
    }
    UnspecifiedEquality {
        name: "unspecified-equality",
        clause: "6.5.9p6",
        summary: "`==` of a pointer one past the end of an object and a pointer to another object",
        requirement: "the result must not depend on whether one object happens to follow another in memory",
        help: "compare with a pointer into the same array",
        note: Some("C++ says explicitly that the result is unspecified"),
        unspecified: true,
    }
    PointerSubtraction {
        name: "pointer-subtraction",
        clause: "6.5.6p9",
        summary: "subtraction of pointers into different arrays",
        requirement: "both pointers must point into, or one past the end of, the same array object",
        help: "subtract indices",
        note: None,
    }
    AddressDependent {
        name: "address-dependent",
        clause: "6.3.2.3p6",
        summary: "a result that depends on the address of an object",
        requirement: "the addresses of objects differ between implementations and runs; observable behaviour must not depend on them",
        help: "do not compute with addresses, print them or branch on them",
        note: None,
        unspecified: true,
    }
    Unsequenced {
        name: "unsequenced",
        clause: "6.5p2",
        summary: "two unsequenced accesses to one scalar object, one of them a side effect",
        requirement: "a side effect on a scalar object must be sequenced before or after every other access to it; reading a volatile object is a side effect too",
        help: "split the expression into statements",
        note: Some("C99 states this in terms of sequence points; C++17 sequences assignments (right before left), shifts, subscripts and arguments of calls more strictly"),
    }
    OrderDependent {
        name: "order-dependent",
        clause: "6.5p3, 6.5.2.2p10",
        summary: "the outcome depends on an order of calls or operands that the standard leaves unspecified",
        requirement: "operands and arguments are evaluated in an unspecified order, and calls among them one after the other in any order; the outcome must be the same for every order",
        help: "split the expression into statements",
        note: Some("C++17 fixes some of these orders"),
    }
    MissingReturnValue {
        name: "missing-return-value",
        clause: "6.9.1p12",
        summary: "use of the value of a call to a function that ended without `return value;`",
        requirement: "a function whose value is used must end with a return statement that has an expression; only main is exempt",
        help: "return a value on every path",
        note: Some("in C++ flowing off the end is undefined even if the value is not used"),
    }
    NoreturnReturned {
        name: "noreturn-returned",
        clause: "6.7.4p8",
        summary: "a `_Noreturn` function returned",
        requirement: "a function declared _Noreturn must not return to its caller",
        help: "end the function with exit, abort or an endless loop with a constant condition",
        note: Some("C99 has no _Noreturn; C23 spells it [[noreturn]]"),
    }
    WrongFunctionType {
        name: "wrong-function-type",
        clause: "6.5.2.2p9, 6.3.2.3p8",
        summary: "a call through a type that is not compatible with that of the function",
        requirement: "the type of the expression that is called must be compatible with the type of the function",
        help: "convert the pointer back to the function's own type before the call",
        note: None,
    }
    WrongArguments {
        name: "wrong-arguments",
        clause: "6.5.2.2p6",
        summary: "a call without a prototype whose arguments do not match the parameters",
        requirement: "without a prototype, the promoted arguments must agree with the parameters in number and type",
        help: "declare the function with a prototype",
        note: Some("C23 and C++ have no functions without a prototype"),
    }
    ShortArray {
        name: "short-array",
        clause: "6.7.6.3p7",
        summary: "an argument for `a[static n]` that is null or has fewer than n elements",
        requirement: "the argument for a parameter `a[static n]` must point to the first of at least n elements",
        help: "pass a large enough array, or leave out `static`",
        note: None,
    }
    LibraryDeclaration {
        name: "library-declaration",
        clause: "6.2.7p2, 7.1.4p2",
        summary: "a call of a library function that is declared with a type other than the library's",
        requirement: "all declarations of a function must have compatible types, including those in the library",
        help: "include the header",
        note: None,
    }
    ReservedName {
        name: "reserved-name",
        clause: "7.1.3p2",
        summary: "definition of a function or variable with external linkage whose name is reserved",
        requirement: "as names with external linkage, those of library functions and all that begin with an underscore are reserved for the implementation",
        help: "choose another name",
        note: None,
    }
    MainType {
        name: "main-type",
        clause: "5.1.2.2.1p1",
        summary: "`main` with two parameters that are not `int` and `char **`",
        requirement: "main must be defined as int main(void), or as int main(int, char **)",
        help: "use one of the two forms",
        note: Some("implementations may document other forms"),
    }
    InfiniteLoop {
        name: "infinite-loop",
        clause: "6.8.5p6",
        summary: "an endless loop without side effects whose condition is not constant",
        requirement: "an implementation may assume that such a loop ends",
        help: "make the loop end, or make its condition a constant",
        note: Some("not in C99; in C++11 to C++23 also with a constant condition"),
    }
    DoubleFree {
        name: "double-free",
        clause: "7.22.3.3p2",
        summary: "`free` or `realloc` of memory that has already been freed",
        requirement: "memory must be freed at most once",
        help: "set the pointer to null after freeing",
        note: None,
    }
    InvalidFree {
        name: "invalid-free",
        clause: "7.22.3.3p2",
        summary: "`free` or `realloc` of something that no allocation function returned",
        requirement: "the argument must be null or a pointer that malloc, calloc or realloc returned, unchanged",
        help: "free the pointer that the allocation returned",
        note: None,
    }
    FormatMismatch {
        name: "format-mismatch",
        clause: "7.21.6.1p9",
        summary: "a conversion specification that is invalid or does not match its argument",
        requirement: "each conversion specification must be valid, and its argument must have the type that it names",
        help: "use the length modifier of the argument's type, or convert the argument",
        note: None,
    }
    LibraryArgument {
        name: "library-argument",
        clause: "7.1.4p1",
        summary: "an argument outside the domain of a library function",
        requirement: "arguments of library functions must have values for which the function is defined: pointers to objects that are large enough, terminated strings, values in range",
        help: "test the argument first",
        note: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct_and_agree_with_json() {
        let names: BTreeSet<_> = Ub::RULES.iter().map(|rule| rule.name).collect();
        assert_eq!(names.len(), Ub::RULES.len());
        let ub = Ub::UnspecifiedEquality { left: "a".into(), right: "b".into() };
        assert_eq!(ub.name(), "unspecified-equality");
        assert_eq!(ub.rule().clause, "6.5.9p6");
    }

    #[test]
    fn sentences_have_one_form() {
        for rule in Ub::RULES {
            for text in [rule.summary, rule.requirement, rule.help] {
                assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text}", rule.name);
            }
            assert!(rule.clause.starts_with(['5', '6', '7']), "{}", rule.name);
        }
    }
}
