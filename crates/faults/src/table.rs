//! All rules, a row each, from frequent to rare.
//!
//! The grades are measured: `Grade` says how, and `examples/met.rs` does it.
//!
//! A row has name, grade, what it resembles, mnemonics, operands, context and change. Bug numbers are
//! those of GCC's Bugzilla and of LLVM's; the row shows what such a mistake looks like in machine
//! code.

use crate::change::{
    arguments_exchanged, converts_half, half_loaded, one_more, prefix_forgotten, threaded,
    zeroed_by_xor,
};
use crate::operand::AddressKind::{Global, Indexed, Pointer, Stack};
use crate::rule::Change::{self, *};
use crate::rule::FaultRule;
use crate::rule::Grade::{self, *};
use crate::rule::Number::{ExchangeHalves, FlipLowest, HighestBit, LoseBit, LowHalf, Plus};
use crate::rule::When::{self, *};
use crate::when::{
    after_a_test_of_bits, clears_a_field, leaves_more_than_the_sign, leaves_the_sign,
    load_may_come_first, looks_dead, neighbour_is_stored, no_symbol, on_one_register,
    on_two_registers, overlaps_next_store, pops_two, pushes_two_arguments,
    rotates_by_less_than_half, widens_in_place,
};

const fn row(
    name: &'static str,
    grade: Grade,
    like: &'static str,
    at: &'static str,
    form: &'static str,
    when: &'static [When],
    change: Change,
) -> FaultRule {
    FaultRule { name, grade, like, at, form, when, change }
}

/// A comparison that is off by its boundary.
const BOUNDARY: Change = Condition(&[("l", "le"), ("le", "l"), ("g", "ge"), ("ge", "g")]);
const UNSIGNED_BOUNDARY: Change = Condition(&[("b", "be"), ("be", "b"), ("a", "ae"), ("ae", "a")]);
/// A comparison of signed numbers that is made as one of unsigned numbers.
const UNSIGNED: Change = Condition(&[("l", "b"), ("le", "be"), ("g", "a"), ("ge", "ae")]);
const SIGNED: Change = Condition(&[("b", "l"), ("be", "le"), ("a", "g"), ("ae", "ge")]);
const INVERTED: Change = Condition(&[("e", "ne"), ("ne", "e")]);
const SHIFTS: &str = "sal? shl? sar? shr?";

/// The rules.
#[rustfmt::skip] // A rule is a row.
pub static RULES: &[FaultRule] = &[
    // ---- in at least half of the files ----
    row("jump-boundary", Frequent, "folding of comparisons: a bound that is off by one", "jcc", "", &[], BOUNDARY),
    row("jump-signedness", Frequent, "type of a comparison lost (GCC 81281: dropped promotion)", "jcc", "", &[], UNSIGNED),
    row("jump-boundary-unsigned", Frequent, "canonicalisation of x < C to x <= C - 1 (GCC 78726)", "jcc", "", &[], UNSIGNED_BOUNDARY),
    row("zero-extended-long", Frequent, "induction variables widened with the wrong extension", "movslq cltq", "", &[], ZeroExtend),
    row("sign-extended-byte", Frequent, "a known-zero upper half that is not", "movzbl movzbw", "m,r", &[], Rename(&[("movzb", "movsb")])),
    row("shift-count", Frequent, "merging of two shifts: the sum of their counts", SHIFTS, "i,rm", &[], Immediate(Plus(1))),
    row("compare-narrowed", Frequent, "comparison in too narrow a mode", "cmpl cmpq", "irm,rm", &[], Narrow),
    row("arguments-exchanged", Frequent, "parallel moves before a call in the wrong order", "call callq", "", &[], Edit(arguments_exchanged)),
    row("mask-bit-lost", Frequent, "known bits: a mask that is too small (LLVM 33695)", "and?", "i,rm", &[], Immediate(LoseBit)),
    row("slot-of-neighbour", Frequent, "register reloaded from the slot of another", "movl movq", "m,r", &[At(Stack), Holds(neighbour_is_stored), NotAnAddress], NextPlace),
    row("constant-high-bits", Frequent, "constant made with its low half only", "movl movq", "i,rm", &[], Immediate(LowHalf)),
    row("move-lost", Frequent, "if-conversion: one arm taken always (GCC 83383)", "cmovcc", "", &[], Leave),
    row("jump-signed", Frequent, "signed comparison for unsigned numbers (GCC 78726)", "jcc", "", &[], SIGNED),
    row("index-displaced", Frequent, "address of an element: folded offset off by one", "mov? movsbl movzbl movswl movzwl movslq movsbq movswq", "m,r", &[At(Indexed)], NextPlace),
    row("index-scale", Frequent, "address of an element: wrong size", "mov? movsbl movzbl movswl movzwl movslq movsbq movswq lea?", "m,r", &[At(Indexed)], HalfScale),
    row("pointed-member-displaced", Frequent, "structure taken apart, through a pointer", "mov? movsbl movzbl movswl movzwl movslq", "m,r", &[At(Pointer), Displaced], NextPlace),
    row("loop-bound", Frequent, "number of iterations off by one", "cmp?", "i,rm", &[InLoop, BeforeJumpBack], Immediate(Plus(1))),
    row("loop-bound-low", Frequent, "last iteration peeled and lost", "cmp?", "i,rm", &[InLoop, BeforeJumpBack, Between(1, 1 << 31)], Immediate(Plus(-1))),
    row("update-narrowed", Frequent, "read-modify-write in too narrow a mode: no carry", "addl addq subl subq orl orq xorl xorq", "ri,m", &[], Narrow),
    row("switch-bound", Frequent, "switch: last case lost", "cmp?", "i,rm", &[Next("ja")], Immediate(Plus(-1))),
    row("load-before-pointed-store", Frequent, "alias analysis: load moved up over a store through a pointer", "mov? movups", "rxi,m", &[Holds(load_may_come_first), At(Pointer)], ExchangeWithNext),
    row("address-narrowed", Frequent, "sum computed by lea in 32 bits (LLVM 31044)", "leaq", "m,r", &[At(Indexed), NotAnAddress, Holds(no_symbol)], Narrow),
    row("sum-displaced", Frequent, "constant of a sum computed by lea", "leal", "m,r", &[], Edit(one_more)),
    row("extension-forgotten", Frequent, "partial register: upper bits left as they were", "movzbl movzwl", "r,r", &[Holds(widens_in_place)], Leave),
    row("shift-narrowed", Frequent, "left shift in too narrow a mode", "salq shlq", "", &[], Narrow),
    row("shift-demoted", Frequent, "right shift in too narrow a mode: high bits never arrive", "shrq sarq", "i,r", &[Between(1, 31)], Narrow),
    row("test-inverted", Frequent, "test of a bit: condition inverted by combining", "jcc setcc", "", &[Holds(after_a_test_of_bits)], INVERTED),
    row("jump-threaded", Frequent, "jump threading past a test that decides differently", "jcc", "", &[], Edit(threaded)),
    row("saved-registers", Frequent, "epilogue restores registers in the wrong order", "popq", "r", &[Holds(pops_two)], ExchangeWithNext),
    row("induction-step", Frequent, "unrolled loop: step of one copy", "add?", "i,r", &[InLoop, ReadBy("cmp?"), Between(1, 64)], Immediate(Plus(1))),
    row("counter-narrowed", Frequent, "loop counter compared in too narrow a mode", "cmpl cmpq", "rm,r", &[InLoop, BeforeJumpBack], Narrow),
    row("wide-constant", Frequent, "64-bit constant made with 32 bits", "movabsq", "i,r", &[], Immediate(LowHalf)),

    // ---- in a tenth of them to a half ----
    row("set-boundary", Occasional, "folding of comparisons whose value is used (LLVM 28661)", "setcc", "", &[], BOUNDARY),
    row("zero-extended-byte", Occasional, "combining of extensions (GCC 80362: signed char)", "movsbl movsbq movsbw", "rm,r", &[], ZeroExtend),
    row("shift-fill", Occasional, "arithmetic and logical shift exchanged", "sar?", "", &[], Rename(&[("sar", "shr")])),
    row("load-narrowed", Occasional, "load shortened to the bits that seem to be demanded (LLVM 33695)", "movl movq", "m,r", &[NotAnAddress, At(Global)], Edit(half_loaded)),
    row("set-signedness", Occasional, "unsigned comparison for signed numbers", "setcc", "", &[], UNSIGNED),
    row("move-boundary", Occasional, "if-conversion: condition off by its boundary", "cmovcc", "", &[], BOUNDARY),
    row("move-signedness", Occasional, "minimum and maximum recognised for the wrong type", "cmovcc", "", &[], UNSIGNED),
    row("sign-test", Occasional, "test of a sign that takes zero for negative", "jcc setcc cmovcc", "", &[], Condition(&[("s", "le"), ("ns", "g")])),
    row("product-truncated", Occasional, "widening multiplication recognised where there is none", "imulq", "", &[], Narrow),
    row("multiplier-as-shift", Occasional, "strength reduction that forgets what is not a power of two", "imul?", "i,rm,r", &[], Immediate(HighestBit)),
    row("remainder-for-quotient", Occasional, "division and remainder merged, results exchanged", "idivl idivq divl divq", "", &[], Append("xchg{w}\t{a}, {d}")),
    row("negation-as-complement", Occasional, "-x and ~x: folding of ~x + 1", "neg?", "", &[], Rename(&[("neg", "not")])),
    row("complement-as-negation", Occasional, "-x and ~x: folding of -x - 1", "not?", "", &[], Rename(&[("not", "neg")])),
    row("or-bit-lost", Occasional, "reassociation of constants of | and ^", "or? xor?", "i,rm", &[], Immediate(LoseBit)),
    row("field-mask-wide", Occasional, "store to a bit-field clears its neighbour (GCC 82192)", "and?", "i,rm", &[Holds(clears_a_field), Later("or?")], Immediate(LoseBit)),
    row("field-store-widened", Occasional, "store to a bit-field writes beyond it (GCC 48124)", "movb movw", "r,m", &[SourceFrom("or? and?")], Widen),
    row("table-exchanged", Occasional, "switch: neighbours of a jump table exchanged", "", "", &[], JumpTable),
    row("carry-lost", Occasional, "double-word arithmetic: carry not added", "adc? sbb?", "", &[Holds(on_two_registers)], Rename(&[("adc", "add"), ("sbb", "sub")])),
    row("borrow-mask-lost", Occasional, "comparison turned into a mask of its borrow", "sbb?", "r,r", &[Holds(on_one_register)], Rename(&[("sbb", "xor")])),
    row("ternary-conversion", Occasional, "conversion moved into a conditional (GCC 83383)", "movsbl movswl movslq", "", &[Later("cmovcc")], ZeroExtend),
    row("difference-reversed", Occasional, "reassociation over a multiplication (GCC 81088)", "sub?", "r,r", &[ResultFrom("imul? sal? shl?")], Append("neg{w}\t{r}")),
    row("minus-128", Occasional, "x + 128 as x - (-128), the sign lost", "sub?", "i,rm", &[Between(-128, -128)], Rename(&[("sub", "add")])),
    row("magic-multiplier", Occasional, "division by a constant: reciprocal off by one", "imul?", "i,rm,r", &[ReadBy("shr? sar?")], Immediate(Plus(1))),
    row("high-product-signed", Occasional, "high half of a product: signed for unsigned", "mul?", "rm", &[], Rename(&[("mul", "imul")])),
    row("merged-store-order", Occasional, "store merging: byte order of the merged constant", "movl movw movq", "i,m", &[Previous("movb movw movl movq")], Immediate(ExchangeHalves)),
    row("dead-store", Occasional, "store removed that a pointer still reads", "mov?", "ri,m", &[Holds(looks_dead)], Leave),
    row("flags-clobbered", Occasional, "peephole: mov $0 becomes xor while the flags are needed", "movl", "i,r", &[Between(0, 0), Next("jcc setcc cmovcc")], Edit(zeroed_by_xor)),
    row("prefix-forgotten", Occasional, "encoding: byte register without its prefix", "movzbl movsbl testb", "r,r", &[], Edit(prefix_forgotten)),
    row("leading-zeros", Occasional, "count of leading zeros: the bit's number is not inverted", "xorl xorq", "i,r", &[ResultFrom("bsrl bsrq")], Leave),
    row("convert-narrowed", Occasional, "integer to floating point from 32 bits", "cvtsi2sd cvtsi2sdq cvtsi2ss cvtsi2ssq", "", &[], Edit(converts_half)),
    row("vector-shuffle", Occasional, "permutation of lanes: wrong selector", "pshufd shufps pshuflw pshufhw shufpd", "", &[], Immediate(FlipLowest)),
    row("vector-half", Occasional, "high and low half exchanged when interleaving", "punpcklbw punpcklwd punpckldq punpcklqdq punpckhbw punpckhwd punpckhdq punpckhqdq", "", &[], Rename(&[("punpckl", "punpckh"), ("punpckh", "punpckl")])),
    row("vector-add-width", Occasional, "vector addition of half the width: carry lost", "paddd paddq psubd psubq", "", &[], Rename(&[("paddd", "paddw"), ("paddq", "paddd"), ("psubd", "psubw"), ("psubq", "psubd")])),
    row("vector-store-half", Occasional, "structure copy: half of a vector stored", "movups movaps movdqu movdqa", "x,m", &[OutsideLoops, NotLater("call callq")], Rename(&[("movups", "movlps"), ("movaps", "movlps"), ("movdqu", "movq"), ("movdqa", "movq")])),

    // ---- in fewer ----
    row("zero-extended-word", Rare, "combining of extensions, 16 bits", "movswl movswq cwtl", "", &[], ZeroExtend),
    row("store-narrowed", Rare, "store shortened to the bytes that seem to change", "movl movq", "r,m", &[At(Global)], Narrow),
    row("division-unsigned", Rare, "signed division made unsigned (value ranges)", "idiv?", "", &[], Rename(&[("idiv", "div")])),
    row("dividend-sign-lost", Rare, "high half of a dividend zeroed (GCC 80341)", "cltd cqto", "", &[], Replace("xorl\t%edx, %edx")),
    row("member-displaced", Rare, "structure taken apart: member of the wrong offset", "mov? movsbl movzbl movswl movzwl movslq", "m,r", &[At(Global), Displaced], NextPlace),
    row("field-sign-lost", Rare, "signed bit-field read as unsigned", "sar?", "i,r", &[ResultFrom("sal? shl?")], Rename(&[("sar", "shr")])),
    row("load-before-store", Rare, "alias analysis: load through a pointer moved up over a store", "mov? movups movaps", "rxi,m", &[Next("mov? movsbl movzbl movswl movzwl movslq movups movdqu"), Holds(load_may_come_first), At(Global)], ExchangeWithNext),
    row("copy-short", Rare, "block copy: one word less", "movl", "i,r", &[ReadBy("rep_movsq rep_movsl rep_stosq rep_stosl"), Between(2, 1 << 20)], Immediate(Plus(-1))),
    row("rotate-direction", Rare, "rotation recognised from two shifts, to the wrong side", "rol? ror?", "", &[Holds(rotates_by_less_than_half)], Rename(&[("rol", "ror"), ("ror", "rol")])),
    row("swap-dropped", Rare, "byte swap recognised twice", "bswap bswapl bswapq", "", &[], Leave),
    row("bit-neighbour", Rare, "single bit set, cleared or tested beside", "bt? bts? btr? btc?", "i,r", &[], Immediate(Plus(1))),
    row("char-division", Rare, "division of signed char (GCC 80341)", "movsbl movsbw", "", &[Later("idiv?")], ZeroExtend),
    row("char-product", Rare, "arithmetic with signed char (GCC 80362)", "movsbl movswl", "", &[ReadBy("imul?")], ZeroExtend),
    row("rounding-lost", Rare, "signed division by a power of two rounds down", "add?", "r,r", &[Next("sar?"), Earlier("shr?")], Leave),
    row("sign-mask-lost", Rare, "absolute value: mask of the sign", "sar?", "i,r", &[Holds(leaves_the_sign), Later("xor?")], Rename(&[("sar", "shr")])),
    row("field-shift-pair", Rare, "bit-field taken by two shifts: the first is wrong", "sal? shl?", "i,r", &[ReadBy("sar? shr?"), Holds(leaves_more_than_the_sign)], Immediate(Plus(1))),
    row("stores-reordered", Rare, "store merging: overlapping stores exchanged", "mov?", "ri,m", &[Holds(overlaps_next_store)], ExchangeWithNext),
    row("value-inverted", Rare, "comparison with zero as a value: inverted", "setcc", "", &[Previous("test?"), Next("movzbl")], INVERTED),
    row("stack-arguments", Rare, "arguments on the stack exchanged", "pushq", "im", &[Holds(pushes_two_arguments)], ExchangeWithNext),
    row("result-not-extended", Rare, "narrow result of a call taken as it is", "movsbl movswl movzbl movzwl cwtl", "", &[Previous("call callq"), Holds(widens_in_place)], Leave),
    row("truncate-narrowed", Rare, "floating point to integer of 32 bits", "cvttsd2si cvttsd2siq cvttss2si cvttss2siq", "", &[], Edit(converts_half)),
    row("unordered-dropped", Rare, "comparison of floating point: NaN forgotten", "jp", "", &[], Leave),
    row("vector-minimum", Rare, "reduction: minimum for maximum", "pminsw pminub pmaxsw pmaxub minsd maxsd minss maxss minps maxps minpd maxpd", "", &[], Rename(&[("pmin", "pmax"), ("pmax", "pmin"), ("min", "max"), ("max", "min")])),
    row("vector-compare", Rare, "vector comparison: greater becomes equal", "pcmpgtb pcmpgtw pcmpgtd", "", &[], Rename(&[("pcmpgt", "pcmpeq")])),
    row("vector-compare-signed", Rare, "vector comparison of unsigned numbers made signed (LLVM 34959)", "pxor", "xm,x", &[ReadBy("pcmpgtb pcmpgtw pcmpgtd")], Leave),
    row("vector-shift-fill", Rare, "vector shift: zeros instead of the sign", "psraw psrad", "", &[], Rename(&[("psra", "psrl")])),
    row("vector-reduction", Rare, "reduction adds the wrong half", "psrldq", "", &[Between(8, 8)], Immediate(Plus(-4))),
    row("vector-blend", Rare, "vectorised condition: arms exchanged", "pandn andnps", "", &[], Rename(&[("pandn", "pand"), ("andnps", "andps")])),
];
