//! The resolved form that the machine runs: slots instead of names, operators by shape, statements
//! as a flat list with jumps. Made by [`crate::lower`].

use crate::outcome::ImplDefined;
use crate::relax::RelaxedDeref;
use crate::resolve::OpenOper;
use crate::ub::Ub;
use crate::value::Value;
use brinell_lang::arith::IntShape;
use brinell_lang::{
    BinaryOp, Bits, ExprId, FuncId, GlobalId, Loc, LocalId, LongFormat, RecordId, StmtId, StringId,
    TypeId,
};
use rustc_hash::FxHashMap;

/// An expression node of one [`Code`].
pub type N = u32;
/// A position in the statement list of one [`Code`].
pub type Pc = u32;
/// An index into [`Code::accesses`].
pub type AccessId = u32;

/// How a scalar is held in memory.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Scalar {
    /// An integer of the shape; `_Bool` has one bit.
    Int(IntShape),
    F32,
    F64,
    Ptr,
    /// An integer of 128 bits.
    Int128 {
        signed: bool,
    },
    /// A `long double` that is wider than `double`.
    Long(LongFormat),
}

impl Scalar {
    /// Whether its values have more than 64 bits.
    pub const fn is_wide(self) -> bool {
        matches!(self, Self::Int128 { .. } | Self::Long(_))
    }
}

/// A typed access to a scalar or record lvalue.
#[derive(Clone, Debug)]
pub struct TypedAccess {
    pub scalar: Scalar,
    /// The unqualified type of the lvalue.
    pub ty: TypeId,
    pub size: u32,
    pub volatile: bool,
    /// Plain `char`, whose sign is the implementation's choice.
    pub plain_char: bool,
    /// `int`, which as the type of a bit-field may be unsigned for some compilers.
    pub plain_int: bool,
    /// For bit-fields: the first bit relative to the place (the place is the record's start),
    /// and the width.
    pub bits: Option<(u64, u32)>,
    /// A bit-field wider than `int` and narrower than its type.
    pub wide: bool,
    /// A bit-field or a wide scalar: not one of the common accesses.
    pub special: bool,
}

impl TypedAccess {
    /// The first bit and the number of bits that an access at this byte of the object touches.
    pub fn span(&self, place: u64) -> (u64, u64) {
        match self.bits {
            Some((first, width)) => (place * 8 + first, u64::from(width)),
            None => (place * 8, u64::from(self.size) * 8),
        }
    }
}

/// What an lvalue is used for where it is reached through a pointer.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Usage {
    /// Only its address is taken.
    Address,
    Read,
    Write,
    /// Read, then written.
    Update,
}

impl Usage {
    /// Whether the object is modified.
    pub const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::Update)
    }
}

/// An lvalue that starts at a pointer: what is asked of the object there.
#[derive(Copy, Clone, Debug)]
pub struct PointerRoot {
    pub ty: TypeId,
    pub usage: Usage,
    pub volatile: bool,
    /// Only a part of it is accessed: the type of that part counts (C11 6.5p7).
    pub part: bool,
}

/// A scalar lvalue.
#[derive(Copy, Clone, Debug)]
pub enum Lv {
    /// A local that never needs an address.
    Reg(u32),
    Mem {
        place: N,
        access: AccessId,
    },
}

/// A conversion of scalars.
#[derive(Copy, Clone, Debug)]
pub enum Conv {
    /// Integer to integer of the shape.
    Int(IntShape),
    /// A number to plain `char`, whose sign is the implementation's choice.
    Char(Scalar, IntShape),
    /// Anything to `_Bool`.
    Bool(Scalar),
    IntToF32(IntShape),
    IntToF64(IntShape),
    F32ToInt(IntShape),
    F64ToInt(IntShape),
    F32ToF64,
    F64ToF32,
    /// One of the two at least is wide.
    Wide {
        from: Scalar,
        to: Scalar,
    },
    /// An amount of 128 bits as one of 64, which is as good.
    Clamp {
        signed: bool,
    },
    /// Object pointer to object pointer; the alignment of the new pointee, and whether the new
    /// pointee is a character type or void.
    Ptr {
        align: u32,
        bytewise: bool,
    },
    /// Pointer to function pointer or back, and other changes that only matter when used.
    Keep,
    PtrToInt(IntShape),
    IntToPtr,
    Void,
}

impl Conv {
    /// Whether the value must fit an integer type that it does not come from (6.3.1.4p1).
    pub const fn is_float_to_int(self) -> bool {
        matches!(
            self,
            Self::F32ToInt(_)
                | Self::F64ToInt(_)
                | Self::Char(Scalar::F32 | Scalar::F64 | Scalar::Long(_), _)
                | Self::Wide {
                    from: Scalar::F32 | Scalar::F64 | Scalar::Long(_),
                    to: Scalar::Int(_) | Scalar::Int128 { .. },
                }
        )
    }
}

/// An operation on two converted operands.
#[derive(Copy, Clone, Debug)]
pub enum Oper {
    Int {
        op: BinaryOp,
        shape: IntShape,
    },
    Shift {
        op: BinaryOp,
        shape: IntShape,
        amount: IntShape,
    },
    F32(BinaryOp),
    F64(BinaryOp),
    /// On integers of 128 bits.
    Int128 {
        op: BinaryOp,
        shape: IntShape,
    },
    Shift128 {
        op: BinaryOp,
        shape: IntShape,
        amount: IntShape,
    },
    /// On `long double`.
    Long(BinaryOp, LongFormat),
    /// Pointer plus (or minus) an integer of the shape; the element type.
    PtrAdd {
        minus: bool,
        elem: TypeId,
        amount: IntShape,
    },
    PtrSub {
        elem: TypeId,
    },
    PtrCmp(BinaryOp),
    /// An operation that is decided when it is first executed: its place in [`Code::open`].
    Open(u32),
}

/// How the operands of a node relate in time.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum OperandOrder {
    /// No two operands can conflict: evaluated left to right without bookkeeping.
    Free,
    /// Operands are unsequenced and might conflict.
    Tracked,
}

/// An expression node.
#[derive(Clone, Debug)]
pub enum Node {
    Const(Value),
    /// A constant of more than 64 bits.
    WideConst(Bits),
    /// A constant that is another one for other implementations.
    Chosen(Value, ImplDefined),
    Function(FuncId),
    /// The value of a register local.
    Reg(u32),
    /// The value of a register local that is a pointer: must not be indeterminate.
    RegPtr(u32),
    Load {
        place: N,
        access: AccessId,
    },
    /// The address of a place.
    Addr(N),
    /// A result that compilers compute in the width of a bit-field, or in its declared type: it is
    /// the same where it fits the shape (see [`crate::lower`]'s `wide`).
    Within(IntShape, N),
    Neg(IntShape, N),
    NegF32(N),
    NegF64(N),
    Neg128(IntShape, N),
    BitNot128(N),
    NegLong(LongFormat, N),
    BitNot(IntShape, N),
    Not(Scalar, N),
    Binary {
        oper: Oper,
        order: OperandOrder,
        lhs: N,
        rhs: N,
    },
    And {
        lhs: N,
        ls: Scalar,
        rhs: N,
        rs: Scalar,
    },
    Or {
        lhs: N,
        ls: Scalar,
        rhs: N,
        rs: Scalar,
    },
    Cond {
        cond: N,
        scalar: Scalar,
        then: N,
        otherwise: N,
    },
    Comma(N, N),
    Assign {
        lv: Lv,
        rhs: N,
        order: OperandOrder,
        inner: bool,
        overlap: bool,
    },
    AssignOp {
        lv: Lv,
        rhs: N,
        oper: Oper,
        /// From the stored type to the type of the operation and back.
        widen: Conv,
        narrow: Conv,
        order: OperandOrder,
        inner: bool,
    },
    IncDec {
        lv: Lv,
        oper: Oper,
        widen: Conv,
        narrow: Conv,
        prefix: bool,
        inner: bool,
        one: Value,
    },
    /// An element of a pool is handed out: see [`crate::pools`].
    PoolElement {
        array: GlobalId,
        elem: TypeId,
        step: N,
    },
    Convert(Conv, N),
    /// Evaluates a record expression for its effects only.
    Drop(N),
    Call(Box<Call>),
    /// Notes the value of an expression.
    Watch {
        inner: N,
        expr: ExprId,
    },
    Unsupported(Box<str>),
    /// Breaks a rule whenever it is evaluated.
    Undefined(Box<Ub>),

    // ---- places: evaluate to a pointer to the root or leaf ----
    PGlobal(GlobalId),
    PStr(StringId),
    /// A memory local of the frame.
    PLocal(u32),
    /// A compound literal: initialise, then designate.
    PLiteral {
        slot: u32,
        init: InitId,
    },
    /// A record value that is given a place until the end of the full expression.
    PTemp {
        record: N,
        ty: TypeId,
    },
    /// What a pointer points to, of the given type.
    PDeref {
        ptr: N,
        root: PointerRoot,
    },
    /// What a relaxed pointer points to: its place in [`Code::relaxed`].
    PRelaxed {
        at: u32,
        root: PointerRoot,
    },
    /// `pointer[index]`.
    PIndex {
        ptr: N,
        index: N,
        order: OperandOrder,
        amount: IntShape,
        root: PointerRoot,
    },
    /// An element of an array place of known length.
    PElem {
        base: N,
        index: N,
        order: OperandOrder,
        amount: IntShape,
        size: u64,
        len: u64,
    },
    /// A member at a byte offset. `noted`: the access must know about this step, because the
    /// record is a union or has padding.
    PMember {
        base: N,
        offset: u64,
        record: RecordId,
        field: u32,
        noted: bool,
        /// The member as pointers to it remember it, if the record is a union.
        view: u16,
    },

    // ---- records: evaluate to contents ----
    RLoad {
        place: N,
        access: AccessId,
        /// It is a variable that could be in a register: no value at all may not even be copied.
        bare: bool,
    },
    RAssign {
        place: N,
        access: AccessId,
        rhs: N,
        order: OperandOrder,
        inner: bool,
    },
    RComma(N, N),
    RCond {
        cond: N,
        scalar: Scalar,
        then: N,
        otherwise: N,
    },
    RCall(Box<Call>),
    /// A record member of a record value.
    RMember {
        base: N,
        offset: u64,
        size: u64,
    },
    /// A scalar member of a record value.
    Member {
        base: N,
        access: AccessId,
        offset: u64,
    },
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// Known when the callee is named directly.
    pub target: Option<FuncId>,
    pub callee: N,
    pub args: Box<[Arg]>,
    /// The type through which it is called.
    pub ty: TypeId,
    pub order: OperandOrder,
    /// Whether the value is used.
    pub used: bool,
}

/// An argument of a call.
#[derive(Copy, Clone, Debug)]
pub struct Arg {
    pub node: N,
    pub ty: TypeId,
    pub record: bool,
}

/// An index into [`Code::inits`].
pub type InitId = u32;

/// The initialisation of one object.
#[derive(Clone, Debug)]
pub struct Initialiser {
    pub ty: TypeId,
    /// Leaves in order: offset in the object and what goes there.
    pub leaves: Vec<InitLeaf>,
    /// Whether everything not named is zero (braces) rather than kept.
    pub zero_rest: bool,
    pub order: OperandOrder,
}

/// One initialised leaf.
#[derive(Clone, Debug)]
pub struct InitLeaf {
    pub offset: u64,
    pub what: InitLeafKind,
}

/// What an initialised leaf gets.
#[derive(Clone, Debug)]
pub enum InitLeafKind {
    Scalar {
        node: N,
        access: AccessId,
    },
    Record {
        node: N,
        access: AccessId,
    },
    Str {
        id: StringId,
        len: u64,
    },
    /// A union member is chosen (and the union's other bytes are unspecified).
    Member {
        record: RecordId,
        field: u32,
    },
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Op {
    /// Evaluate for effects.
    Expr {
        node: N,
        record: bool,
    },
    Jump(Pc),
    /// A jump backwards at the end of a loop with a non-constant condition.
    Back(Pc),
    JumpIfZero {
        cond: N,
        scalar: Scalar,
        to: Pc,
    },
    /// An `if` whose condition may be negated when it is first executed.
    OpenBranch {
        cond: N,
        scalar: Scalar,
        to: Pc,
        stmt: StmtId,
    },
    /// Goes on behind a relaxed `goto` that is left out.
    SkipRemoved {
        stmt: StmtId,
        to: Pc,
    },
    /// As [`Op::JumpIfZero`], jumping when not zero; `back` as for [`Op::Back`].
    JumpIfNot {
        cond: N,
        scalar: Scalar,
        to: Pc,
        back: bool,
    },
    Switch {
        value: N,
        table: u32,
    },
    Return,
    ReturnValue {
        node: N,
        record: bool,
    },
    /// The end of the function was reached without `return`.
    FallOff,
    /// The lifetime of a scope's memory locals begins, all locals become indeterminate.
    Enter(u32),
    /// It ends.
    Leave(u32),
    /// A declaration without initialiser is reached: the local is indeterminate again.
    Forget(LocalSlot),
    InitReg {
        reg: u32,
        node: N,
    },
    InitMem {
        slot: u32,
        init: InitId,
    },
    /// Behind an [`Op::InitReg`] whose initialiser may be left out.
    LeaveOutReg {
        reg: u32,
        local: LocalId,
    },
    /// Behind such an [`Op::InitMem`].
    LeaveOutMem {
        slot: u32,
        local: LocalId,
    },
    /// Control passed the statement of that number in [`crate::Live`]. Takes no step, so that a
    /// run that is watched ends like any other.
    Reached(u32),
}

/// Where a local lives.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum LocalSlot {
    Reg(u32),
    Mem(u32),
}

/// The jump table of a switch.
#[derive(Clone, Debug, Default)]
pub struct SwitchTable {
    pub shape: Option<IntShape>,
    /// Ranges sorted by lower bound.
    pub ranges: Vec<(i128, i128, Pc)>,
    pub default: Option<Pc>,
    pub end: Pc,
}

/// A memory local of a frame.
#[derive(Clone, Debug)]
pub struct MemLocal {
    pub local: LocalId,
    pub ty: TypeId,
    pub quals: brinell_lang::Quals,
    pub size: u64,
    pub align: u32,
    pub loc: Loc,
    pub has_init: bool,
}

/// A register local of a frame.
#[derive(Clone, Debug)]
pub struct RegLocal {
    pub local: LocalId,
    pub name: Box<str>,
    pub loc: Loc,
    pub has_init: bool,
}

/// The locals that begin to live with a block.
#[derive(Clone, Debug, Default)]
pub struct ScopeLocals {
    pub regs: Vec<u32>,
    pub mems: Vec<u32>,
}

/// The operation of the program that a node carries out, where repair can guard it.
#[derive(Copy, Clone, Debug)]
pub struct Guardable {
    pub expr: ExprId,
    /// An index one past the last is fine here: only the address of the element is taken.
    pub past_is_fine: bool,
}

/// A parameter that is a pointer.
#[derive(Copy, Clone, Debug)]
pub struct PointerParam {
    pub index: usize,
    /// Whether it is `restrict`.
    pub promised: bool,
    /// Whether it points to something const.
    pub to_const: bool,
}

/// A resolved function body, static initialiser, or piece of a body.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub name: Box<str>,
    pub func: Option<FuncId>,
    pub nodes: Vec<Node>,
    pub locs: Vec<Loc>,
    /// By node, in code that is to be repaired; empty otherwise.
    pub guardable: Vec<Option<Guardable>>,
    /// The operations that are open, in a resolving run.
    pub open: Vec<OpenOper>,
    /// The pointers that are relaxed there.
    pub relaxed: Vec<RelaxedDeref>,
    /// Where its statements with a merged effect are evaluated.
    pub merged: FxHashMap<Pc, StmtId>,
    pub ops: Vec<Op>,
    pub op_locs: Vec<Loc>,
    /// Whether the expression of the op has operands whose order must be watched.
    pub op_tracked: Vec<bool>,
    pub accesses: Vec<TypedAccess>,
    pub inits: Vec<Initialiser>,
    pub scopes: Vec<ScopeLocals>,
    pub switches: Vec<SwitchTable>,
    pub regs: Vec<RegLocal>,
    pub mems: Vec<MemLocal>,
    /// Where each parameter goes.
    pub params: Vec<(LocalSlot, TypeId)>,
    /// Parameters `a[static n]`: which, and how many bytes they promise.
    pub promised: Vec<(usize, u64)>,
    /// Parameters that are pointers; empty if none of them is `restrict`.
    pub restricted: Vec<PointerParam>,
    pub ret: Option<TypeId>,
    pub ret_record: bool,
    pub noreturn: bool,
    /// Bytes of automatic storage of a frame.
    pub frame_size: u64,
    /// Touches nothing but its own registers, and calls only such functions.
    pub pure: bool,
}

impl Code {
    /// A number that no other code of a run has.
    pub fn key(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }

    /// The node itself, where its value is only noted.
    pub fn unwatched(&self, n: N) -> N {
        match self.nodes[n as usize] {
            Node::Watch { inner, .. } => inner,
            _ => n,
        }
    }
}
