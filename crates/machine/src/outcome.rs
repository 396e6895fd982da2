//! The outcome of a run: its meaning, the rule it broke, or why neither is known.

use crate::ub::Ub;
use brinell_lang::{Loc, Target};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a run may use up.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Limits {
    /// Expression nodes and statements.
    pub steps: u64,
    /// Bytes of automatic storage, with a charge for each call.
    pub stack: u64,
    /// Bytes of all objects alive at once.
    pub memory: u64,
    /// Bytes of output.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // A few seconds of the machine; a thousand times what a typical test program needs.
            steps: 200_000_000,
            // The usual 8 MiB of a main thread, with room for what compilers add to a frame.
            stack: 4 << 20,
            // Static data beyond this does not link with the default code model's neighbours.
            memory: 256 << 20,
            output: 16 << 20,
        }
    }
}

/// Bytes of stack where addresses have 16 bits. cc65 has 2 KiB, and what compilers keep there besides
/// is not counted: a stack that runs into data would look like wrong code.
const SMALL_STACK: u64 = 1_500;

impl Limits {
    /// What a program may use up on computers of this kind, by default.
    pub fn on(target: &Target) -> Self {
        let usual = Self::default();
        if target.pointer <= 2 { Self { stack: SMALL_STACK, ..usual } } else { usual }
    }
}

/// How a run ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It ran to the end; this is what it must do everywhere.
    Finished(Meaning),
    /// It broke a rule.
    Undefined(Box<Failure>),
    /// It may be defined or not: the machine can neither prove it nor show a run that breaks a rule.
    Undecided(Box<Undecided>),
    /// It used up a budget.
    OutOfBudget(Exhausted),
    /// It uses something the machine does not model.
    Unsupported(Unsupported),
}

/// The meaning of a program: what every correct implementation must show.
#[derive(Clone, Debug, Serialize)]
pub struct Meaning {
    /// Everything written to standard output.
    #[serde(serialize_with = "lossy")]
    pub stdout: Vec<u8>,
    /// Everything written to standard error.
    #[serde(serialize_with = "lossy")]
    pub stderr: Vec<u8>,
    /// How it ended.
    pub exit: Exit,
    /// The implementation-defined choices that the run relied on.
    pub relied_on: BTreeSet<ImplDefined>,
    /// For each volatile object (by name and byte offset) the number of accesses and a digest of
    /// their kinds and values in order. The order between different objects is not part of it.
    pub volatiles: BTreeMap<String, VolatileTrace>,
    /// What it took.
    pub stats: Stats,
}

/// The accesses to one volatile object.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct VolatileTrace {
    /// How many reads.
    pub reads: u64,
    /// How many writes.
    pub writes: u64,
    /// A digest of the sequence of kinds and values.
    pub digest: u64,
}

/// How a program ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// It returned from `main` or called `exit`; the status as the environment sees it (0-255).
    Status(u8),
    /// It called `abort`, or an assertion failed.
    Abort,
}

/// What a run took.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Stats {
    /// Expression nodes evaluated and statements executed.
    pub steps: u64,
    /// Calls.
    pub calls: u64,
    /// Full expressions that were replayed in other orders.
    pub replays: u64,
    /// The most automatic storage in use at once, in bytes.
    pub peak_stack: u64,
    /// Structs and unions that were copied before anything was stored in them. They may be, where
    /// their address is taken (C11 6.2.6.1p6, 6.3.2.1p2); it is a strange thing to do.
    #[serde(skip)]
    pub hollow_copies: u64,
}

/// An implementation-defined choice, or a common extension, that a result can depend on.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImplDefined {
    /// Conversion of an out-of-range value to a signed type wraps (6.3.1.3p3).
    SignedConversionWraps,
    /// `>>` of a negative value is arithmetic (6.5.7p5).
    ArithmeticRightShift,
    /// Plain `char` is signed, or unsigned, as the target says (6.2.5p15).
    CharSign,
    /// A value was read through another union member than the one stored (6.5.2.3 note 95).
    UnionPunning,
    /// Bytes of an object were read or written through a character type or `mem*` (6.2.6.1).
    ObjectRepresentation,
    /// The layout of bit-fields mattered for such an access.
    BitFieldLayout,
    /// What is computed with a bit-field wider than `int` has its declared type, as for clang, and
    /// not its width, as for gcc, and that made a difference (6.7.2.1p5).
    WideBitField,
    /// A plain `int` bit-field is signed (6.7.2p5).
    PlainIntBitField,
    /// The layout of a packed record, or of one under `#pragma pack`, showed: in its size, its
    /// bytes, another member of a union, or the alignment of a member whose address was taken.
    Packing,
    /// The size or alignment of a type mattered through `sizeof` or `_Alignof`.
    TypeSize,
    /// A pointer was converted to an integer and back (6.3.2.3p5-6).
    PointerRoundTrip,
    /// A floating result was rounded, in IEEE arithmetic without excess precision or contraction
    /// (5.2.4.2.2p9, 6.5p8).
    FloatEvaluation,
    /// Floating operations are done one by one as they are written, and are exact where their
    /// types hold the exact result.
    ExactFloats,
    /// The exit status is reduced modulo 256.
    ExitStatus,
}

impl ImplDefined {
    /// The choice as one bit of a set.
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// Some of these choices.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct ImplDefinedSet(u32);

impl ImplDefinedSet {
    #[inline]
    pub const fn insert(&mut self, choice: ImplDefined) {
        self.0 |= choice.bit();
    }

    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn contains(self, choice: ImplDefined) -> bool {
        self.0 & choice.bit() != 0
    }

    pub fn iter(self) -> impl Iterator<Item = ImplDefined> {
        ImplDefined::ALL.into_iter().filter(move |choice| self.contains(*choice))
    }
}

impl FromIterator<ImplDefined> for ImplDefinedSet {
    fn from_iter<I: IntoIterator<Item = ImplDefined>>(choices: I) -> Self {
        let mut set = Self::default();
        choices.into_iter().for_each(|choice| set.insert(choice));
        set
    }
}

/// A broken rule and everything needed to explain it.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// The rule and the values involved.
    pub ub: Ub,
    /// Where.
    pub loc: Loc,
    /// The call stack, innermost first.
    pub frames: Vec<StackFrame>,
    /// The objects that play a part, with where they came from.
    pub objects: Vec<Origin>,
    /// Other places that play a part, with what happened there.
    pub notes: Vec<Note>,
    /// What had been written to standard output.
    #[serde(serialize_with = "lossy")]
    pub stdout: Vec<u8>,
    /// What it took so far.
    pub stats: Stats,
}

/// A frame of the call stack.
#[derive(Clone, Debug, Serialize)]
pub struct StackFrame {
    /// The function.
    pub function: String,
    /// Where execution stands in it.
    pub loc: Loc,
}

/// Where an object came from.
#[derive(Clone, Debug, Serialize)]
pub struct Origin {
    /// What it is: `variable 'x' of type 'int'`.
    pub what: String,
    /// Where it was declared or allocated.
    pub created: Loc,
    /// Where its lifetime ended, if it did.
    pub ended: Option<Loc>,
}

/// A place with an explanation.
#[derive(Clone, Debug, Serialize)]
pub struct Note {
    /// What happened there.
    pub text: String,
    /// Where.
    pub loc: Loc,
}

/// A question that the machine could not answer.
#[derive(Clone, Debug, Serialize)]
pub struct Undecided {
    /// What would have to be known, as the end of a sentence: "undecided whether …".
    pub what: String,
    /// The rule of the catalogue that is in question, if it is one.
    pub rule: Option<Ub>,
    /// Where.
    pub loc: Loc,
    /// The objects that play a part, with where they came from.
    pub objects: Vec<Origin>,
    /// Other places that play a part, with what happened there.
    pub notes: Vec<Note>,
    /// What had been written to standard output.
    #[serde(serialize_with = "lossy")]
    pub stdout: Vec<u8>,
    /// What it took so far.
    pub stats: Stats,
}

/// A used-up budget.
#[derive(Clone, Debug, Serialize)]
pub struct Exhausted {
    /// Which one.
    pub budget: Budget,
    /// Where execution stood.
    pub loc: Loc,
    /// What had been written to standard output.
    #[serde(serialize_with = "lossy")]
    pub stdout: Vec<u8>,
    /// What it took so far.
    pub stats: Stats,
}

/// The budgets of [`Limits`].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Budget {
    /// Too many steps.
    Steps,
    /// Too much automatic storage or too many nested calls.
    Stack,
    /// Too many bytes of objects.
    Memory,
    /// Too much output.
    Output,
}

/// Something the machine does not model.
#[derive(Clone, Debug, Serialize)]
pub struct Unsupported {
    /// What.
    pub what: String,
    /// Where.
    pub loc: Loc,
}

fn lossy<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&String::from_utf8_lossy(bytes))
}
