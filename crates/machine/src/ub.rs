//! The catalogue of undefined behaviour, and of dependence on unspecified behaviour: one variant a
//! rule, each with its clause of C11. The words for people are in the module `explain`.

use serde::Serialize;

/// A rule that a run has broken, with the values involved.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(tag = "rule", rename_all = "kebab-case")]
pub enum Ub {
    // ---- arithmetic ----
    /// The result of signed arithmetic does not fit its type.
    SignedOverflow {
        /// The operation with its operand values, as in `2147483647 + 1`.
        operation: String,
        /// The type of the result.
        ty: String,
    },
    /// The quotient of `/` (or the one behind `%`) does not fit.
    DivisionOverflow {
        /// As above.
        operation: String,
        /// The type of the result.
        ty: String,
    },
    /// Division or remainder by zero.
    DivisionByZero {
        /// As above.
        operation: String,
    },
    /// A shift amount that is negative.
    NegativeShift {
        /// As above.
        operation: String,
    },
    /// A shift amount not below the width of the promoted left operand.
    ShiftTooFar {
        /// As above.
        operation: String,
        /// That width.
        width: u32,
    },
    /// `<<` of a negative value.
    ShiftOfNegative {
        /// As above.
        operation: String,
    },
    /// `<<` of a signed value into or past the sign bit.
    ShiftOverflow {
        /// As above.
        operation: String,
        /// The type of the result.
        ty: String,
    },
    /// A floating value that does not fit the integer type it is converted to.
    FloatToInt {
        /// The value.
        value: String,
        /// The integer type.
        ty: String,
    },

    // ---- pointers and access ----
    /// Access through a null pointer.
    NullDereference,
    /// Arithmetic on a null pointer.
    NullArithmetic,
    /// Access through, or arithmetic on, a pointer that was made from an integer and designates
    /// nothing.
    InvalidPointer {
        /// The integer.
        address: u64,
    },
    /// Access to an object after its lifetime.
    DanglingAccess {
        /// What the object was.
        object: String,
    },
    /// Use of the value of a pointer whose object's lifetime has ended.
    IndeterminatePointer {
        /// What the object was.
        object: String,
    },
    /// Access outside the object or array that the pointer belongs to.
    OutOfBounds {
        /// The object.
        object: String,
        /// Byte offset of the access.
        offset: i64,
        /// Bytes accessed.
        size: u64,
        /// Bytes there are.
        bound: u64,
    },
    /// Pointer arithmetic that leaves the array (one past the end is still inside).
    PointerArithmetic {
        /// The object.
        object: String,
        /// The element index that was to be reached.
        #[serde(serialize_with = "plain_number")]
        index: i128,
        /// How many elements there are.
        len: u64,
    },
    /// Access through, or conversion to, a pointer that is not aligned for its type.
    Misaligned {
        /// The object.
        object: String,
        /// The alignment that the type needs.
        required: u32,
        /// The alignment that the address is known to have.
        actual: u32,
    },
    /// Read of an object that has not been given a value.
    UninitialisedRead {
        /// The object.
        object: String,
    },
    /// Read of a variable whose initialiser was jumped over.
    InitialiserSkipped {
        /// The variable.
        object: String,
    },
    /// Use of bytes whose value is unspecified: padding, or bytes of a union outside the member
    /// last stored.
    UnspecifiedRead {
        /// The object.
        object: String,
    },
    /// Use of more than the sign of what `memcmp`, `strcmp` and the like return.
    UnspecifiedResult,
    /// Use of the sign or the payload of a NaN that arithmetic gave.
    NanRepresentation {
        /// What was done.
        operation: String,
    },
    /// A stored bit pattern that is no value of the type read (`_Bool` other than 0 and 1).
    TrapRepresentation {
        /// The object.
        object: String,
        /// The type.
        ty: String,
    },
    /// Modification of an object defined const.
    ConstWrite {
        /// The object.
        object: String,
    },
    /// Modification of a string literal.
    StringLiteralWrite,
    /// Modification of an object with temporary lifetime.
    TemporaryWrite,
    /// Conversion of an array with the storage class `register` to a pointer.
    RegisterArray {
        /// The object.
        object: String,
    },
    /// Access to an object defined volatile through an lvalue that is not.
    VolatileAccess {
        /// The object.
        object: String,
    },
    /// Access through an lvalue whose type does not fit the effective type of the object.
    EffectiveType {
        /// The object.
        object: String,
        /// The type it has there.
        effective: String,
        /// The type of the lvalue.
        access: String,
    },
    /// Access through a pointer to a union member that is not the one last stored.
    UnionMember {
        /// The object.
        object: String,
        /// The member in force.
        active: String,
        /// The type of the lvalue.
        access: String,
    },
    /// Assignment between objects that overlap inexactly.
    OverlappingAssignment,
    /// `memcpy`, `strcpy` and the like between overlapping ranges.
    OverlappingCopy {
        /// The library function.
        function: String,
    },

    // ---- comparison of pointers ----
    /// `<` and the like on pointers into different objects.
    PointerComparison {
        /// The left object.
        left: String,
        /// The right object.
        right: String,
    },
    /// `==` of a pointer one past the end of an object and one to another object: the answer
    /// depends on where the objects lie.
    UnspecifiedEquality {
        /// The left object.
        left: String,
        /// The right object.
        right: String,
    },
    /// Subtraction of pointers into different arrays.
    PointerSubtraction {
        /// The left object.
        left: String,
        /// The right object.
        right: String,
    },
    /// A result that depends on the address of an object.
    AddressDependent {
        /// What was done with the address.
        operation: String,
    },

    // ---- order ----
    /// Two unsequenced accesses to one scalar object, one of them a side effect.
    Unsequenced {
        /// The object.
        object: String,
        /// Whether both are writes.
        both_write: bool,
    },
    /// The outcome depends on the order of indeterminately sequenced calls, or of operands.
    OrderDependent {
        /// The object over which they conflict, or what differs.
        object: String,
    },

    // ---- functions and control ----
    /// The value of a call is used although the function ended without `return value;`.
    MissingReturnValue {
        /// The function.
        function: String,
    },
    /// A `_Noreturn` function returned.
    NoreturnReturned {
        /// The function.
        function: String,
    },
    /// A call through a type that is not compatible with the function's.
    WrongFunctionType {
        /// The function.
        function: String,
        /// Its type.
        actual: String,
        /// The type of the call.
        called: String,
    },
    /// A call without prototype whose arguments do not fit the parameters.
    WrongArguments {
        /// The function.
        function: String,
        /// What does not fit.
        detail: String,
    },
    /// An argument for `a[static n]` that has fewer elements.
    ShortArray {
        /// The function.
        function: String,
        /// The parameter, counted from 1.
        parameter: usize,
        /// How many bytes it promises.
        promised: u64,
        /// How many there are.
        actual: u64,
    },
    /// A library function that the program itself declares, with another type.
    LibraryDeclaration {
        /// The function.
        function: String,
        /// The type in the program.
        declared: String,
        /// The type in the standard.
        standard: String,
    },
    /// A definition of a name that is reserved.
    ReservedName {
        /// The name.
        name: String,
    },
    /// Two parameters of `main` that are not `int` and `char **`.
    MainType {
        /// Its type.
        ty: String,
    },
    /// A loop that never ends, has no side effects, and whose condition is not constant.
    InfiniteLoop,

    // ---- library ----
    /// `free` of something already freed.
    DoubleFree,
    /// `free` (or `realloc`) of something that no allocation returned.
    InvalidFree {
        /// The object.
        object: String,
    },
    /// A conversion specification that is invalid or does not fit its argument.
    FormatMismatch {
        /// The library function.
        function: String,
        /// What does not fit.
        detail: String,
    },
    /// An argument outside the domain of a library function.
    LibraryArgument {
        /// The library function.
        function: String,
        /// What is wrong with it.
        detail: String,
    },
}

/// A number where JSON's readers can take it for one, its digits otherwise.
fn plain_number<S: serde::Serializer>(index: &i128, serializer: S) -> Result<S::Ok, S::Error> {
    match (i64::try_from(*index), u64::try_from(*index)) {
        (Ok(small), _) => serializer.serialize_i64(small),
        (_, Ok(large)) => serializer.serialize_u64(large),
        _ => serializer.collect_str(index),
    }
}
