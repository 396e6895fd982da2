//! What a rule is made of: a pattern, its context, its change.

use crate::assembly::Assembly;
use crate::operand::AddressKind;

/// How often code has what a rule is about: in how many files of Lua, zlib and the library of Zstandard it
/// finds a place, compiled by gcc 12 and clang 14 at `-O2` (158 files, 429,356 instructions). See
/// `examples/met.rs` and `docs/sensitivity.md`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Grade {
    /// In at least half of them.
    Frequent,
    /// In a tenth of them or more, but not in half.
    Occasional,
    /// In fewer.
    Rare,
}

impl Grade {
    /// All of them, the most frequent first.
    pub const ALL: [Self; 3] = [Self::Frequent, Self::Occasional, Self::Rare];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Frequent => "frequent",
            Self::Occasional => "occasional",
            Self::Rare => "rare",
        }
    }
}

/// A bug of a compiler: wherever the pattern stands in its context, the change is made.
#[derive(Debug)]
pub struct FaultRule {
    /// Its name, unique, in lower case with hyphens.
    pub name: &'static str,
    /// How often code has what it is about.
    pub grade: Grade,
    /// The part of a compiler that such a mistake is made in, and a bug that was one, if there is
    /// one to name.
    pub like: &'static str,
    /// The mnemonics: see [`crate::line::Instruction::is_any`].
    pub(crate) at: &'static str,
    /// The classes of its operands; empty means any: see [`crate::operand::Operand::class`].
    pub(crate) form: &'static str,
    pub(crate) when: &'static [When],
    pub(crate) change: Change,
}

/// A condition on what stands around an instruction. All that speak of other instructions look at
/// its basic block only.
#[derive(Copy, Clone, Debug)]
pub enum When {
    /// It is in a loop.
    InLoop,
    /// It is in no loop.
    OutsideLoops,
    /// The next instruction is one of these.
    Next(&'static str),
    /// The one before is one of these.
    Previous(&'static str),
    /// One of these comes later.
    Later(&'static str),
    /// None of these comes later.
    NotLater(&'static str),
    /// One of these came before.
    Earlier(&'static str),
    /// The register that is its first operand got its value from one of these.
    SourceFrom(&'static str),
    /// The register that is its last operand got its earlier value from one of these.
    ResultFrom(&'static str),
    /// Its result is first used by one of these.
    ReadBy(&'static str),
    /// Its result is first used otherwise than in an address, and is used.
    NotAnAddress,
    /// Its first operand is a number between these.
    Between(i128, i128),
    /// Its first memory operand is there.
    At(AddressKind),
    /// Its first memory operand has a displacement above zero.
    Displaced,
    /// The block ends with a jump back.
    BeforeJumpBack,
    /// Anything else.
    Holds(fn(&Assembly, usize) -> bool),
}

/// What becomes of the instruction.
#[derive(Copy, Clone, Debug)]
pub enum Change {
    /// The beginning of the mnemonic becomes another one.
    Rename(&'static [(&'static str, &'static str)]),
    /// The condition becomes another one. Other conditions are no sites.
    Condition(&'static [(&'static str, &'static str)]),
    /// A sign extension becomes a zero extension.
    ZeroExtend,
    /// The number that is the first operand becomes another one.
    Immediate(Number),
    /// The operation is done at half the width.
    Narrow,
    /// The operation is done at twice the width.
    Widen,
    /// It is left out.
    Leave,
    /// The address moves on by the size of what is there.
    NextPlace,
    /// The scale of an index is halved.
    HalfScale,
    /// It changes places with the next instruction.
    ExchangeWithNext,
    /// Another instruction follows: `{w}` is the suffix for its width, `{r}` its result.
    Append(&'static str),
    /// Another instruction is there instead, with the same placeholders.
    Replace(&'static str),
    /// Anything else: the new text of lines, or `None` where it does not fit after all.
    Edit(fn(&Assembly, usize) -> Option<Vec<LineEdit>>),
    /// Two neighbours of a jump table that are different change places. Not about an instruction.
    JumpTable,
}

/// What becomes of a number.
#[derive(Copy, Clone, Debug)]
pub enum Number {
    /// It grows by that.
    Plus(i128),
    /// A mask loses a bit: its highest one, or its lowest one if nearly all are set.
    LoseBit,
    /// Only the highest bit is left.
    HighestBit,
    /// The lowest bit is another.
    FlipLowest,
    /// Only the low half is left, with its sign.
    LowHalf,
    /// Both halves change places.
    ExchangeHalves,
}

/// New text for a line: none at all removes it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LineEdit {
    pub(crate) line: usize,
    pub(crate) text: Vec<String>,
}

/// A place where a rule fits.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FaultSite {
    /// The line of the instruction, counted from 1.
    pub line: usize,
    pub(crate) edits: Vec<LineEdit>,
}
