//! A compiler under test: how it is called and, for each of its option sets, what it lacks and which
//! choices it makes differently.

use crate::process::{Command, FinishedProcess, ProcessLimits};
use brinell_lang::TargetName;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A compiler under test.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Toolchain {
    /// Unique among those in use: `gcc-12`, `aarch64-linux-gnu-gcc-12`, or what the file says.
    pub name: String,
    /// Compilers with a common ancestry share their bugs: two opinions of one family are one.
    /// `gcc`, `clang` (also Intel's), `tcc`, `pcc`, `chibicc`, or what the file says.
    pub family: String,
    /// What it says about its version, in one line, or what the file says.
    pub version: String,
    /// The program as the user calls it: a name on `PATH`, or an absolute path.
    pub program: String,
    /// What `cksum` says about the file of the program, where the version is not what the compiler
    /// itself says: this tells it from another one of that name.
    pub checksum: Option<String>,
    /// The program, found, and the arguments it always gets.
    pub command: Vec<String>,
    /// Environment variables it gets.
    pub env: Vec<(String, String)>,
    /// The option sets to compile with, cheap ones first. Every one of them was probed: nothing is
    /// concluded from a compiler with options that were not.
    pub option_sets: Vec<OptionSet>,
    /// The option sets that cannot be tested, and why.
    pub left_out: Vec<LeftOutSet>,
    /// What runs its images: empty where the host itself does, else a program such as `qemu-arm`
    /// with its arguments.
    pub runner: Vec<String>,
    /// Whether it and its images may use the network, as a runner on another host must.
    pub network: bool,
    /// Whether it compiles for another machine than this one. Such a compiler is tested if it is named,
    /// and not because its family is.
    pub cross: bool,
    /// The data model that its description insists on; the probe finds it out where there is none.
    pub declared_target: Option<TargetName>,
    /// What a compilation may use up.
    pub compile_limits: ProcessLimits,
    /// What a run of an image may use up.
    pub run_limits: ProcessLimits,
    /// Whether the fast path may be taken: it makes object files of this computer's kind when asked
    /// with `-c`, and what its images do is in them. See `brinell-fastpath`.
    pub fast_path: bool,
}

/// An option set of a compiler, and what the compiler turned out to be with it. The data model, the
/// sign of `char`, layout and the rest belong to this pair: `-m32`, `-funsigned-char` or
/// `-std=c89` change them.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct OptionSet {
    /// The options.
    pub options: Vec<String>,
    /// The data model of its images.
    pub target: TargetName,
    /// What of the language it does not have; programs for it must do without.
    pub lacks: BTreeSet<Lack>,
    /// The implementation-defined choices in which it differs from the data model. The result of a
    /// program that relied on one of these is not comparable.
    pub differs: BTreeSet<Difference>,
}

impl OptionSet {
    /// The options as one text.
    pub fn text(&self) -> String {
        self.options.join(" ")
    }
}

/// An option set that cannot be tested.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct LeftOutSet {
    /// The options.
    pub options: Vec<String>,
    /// Why, for people, in one line.
    pub why: String,
}

impl Toolchain {
    /// The option set with these options, if it was probed and can be tested.
    pub fn set(&self, options: &[String]) -> Option<&OptionSet> {
        self.option_sets.iter().find(|set| set.options == options)
    }

    /// Whether this word names this compiler: its name, or its family, which
    /// stands for the compilers for this machine only.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || (self.family == word && !self.cross)
    }

    /// Compiles source files to an executable `image`. Temporary files go to `dir`, which is also
    /// the working directory. Fails only where the compiler cannot be started or watched. A broken
    /// compiler can succeed without writing an image, so an old one must not lie there.
    pub fn build(
        &self,
        options: &[String],
        sources: &[PathBuf],
        dir: &Path,
        image: &Path,
    ) -> io::Result<FinishedProcess> {
        self.build_command(options, sources, dir, image).run()
    }

    /// The command of [`Toolchain::build`], which can also be shown.
    pub fn build_command(
        &self,
        options: &[String],
        sources: &[PathBuf],
        dir: &Path,
        image: &Path,
    ) -> Command {
        self.compile_command(options, dir).arg("-o").arg(image).args(sources)
    }

    /// The command that compiles source files, whose names are relative to `dir`, to object files
    /// there, each with the name of its source.
    pub fn object_command(&self, options: &[String], sources: &[PathBuf], dir: &Path) -> Command {
        self.compile_command(options, dir).arg("-c").args(sources)
    }

    /// The command that compiles source files, whose names are relative to `dir`, to
    /// assembly there, each with the name of its source.
    pub fn assembly_command(&self, options: &[String], sources: &[PathBuf], dir: &Path) -> Command {
        self.compile_command(options, dir).arg("-S").args(sources)
    }

    /// The command of a part of a compiler that its driver would call.
    pub fn part_command(&self, words: &[String], dir: &Path) -> Command {
        let program = words.first().map_or("", String::as_str);
        let command = self.sandboxed(Command::new(program), dir);
        command.args(words.iter().skip(1)).limits(self.compile_limits)
    }

    /// How every compilation begins.
    fn compile_command(&self, options: &[String], dir: &Path) -> Command {
        let program = self.command.first().map_or("", String::as_str);
        // What a compiler thinks of random programs is long, and not what is tested.
        let quiet = ["gcc", "clang", "tcc", "pcc", "chibicc"].contains(&self.family.as_str());
        self.sandboxed(Command::new(program), dir)
            .args(self.command.iter().skip(1))
            .args(options)
            .args(quiet.then_some("-w"))
            .limits(self.compile_limits)
    }

    /// Runs an image. Fails only where it cannot be started or watched.
    pub fn execute(&self, image: &Path, args: &[&str], dir: &Path) -> io::Result<FinishedProcess> {
        self.execute_command(image, args, dir).run()
    }

    /// The command of [`Toolchain::execute`], which can also be shown.
    pub fn execute_command(&self, image: &Path, args: &[&str], dir: &Path) -> Command {
        let command = match self.runner.split_first() {
            Some((runner, fixed)) => Command::new(runner).args(fixed).arg(image),
            None => Command::new(image),
        };
        // What an image does wrong with addresses or with what the stack held before, it should do
        // in every run.
        self.sandboxed(command, dir).args(args).limits(self.run_limits).same_addresses(true)
    }

    /// Adds what compilers and images have in common.
    fn sandboxed(&self, command: Command, dir: &Path) -> Command {
        let mut command = command
            .dir(dir)
            // Messages must not depend on who runs the hunt.
            .env("LC_ALL", "C")
            // What a crashed compiler leaves behind goes away with the directory.
            .env("TMPDIR", dir)
            .network(self.network)
            .isolated(true)
            // A computer with much else to do makes nothing hang.
            .waits_its_turn(true);
        for (name, value) in &self.env {
            command = command.env(name, value);
        }
        command
    }

    /// The limits for compilers: generous, since a compiler killed by a limit is a finding.
    pub fn default_compile_limits() -> ProcessLimits {
        ProcessLimits {
            wall: Duration::from_mins(1),
            cpu: Some(Duration::from_secs(50)),
            memory: 4 << 30,
            file_size: 256 << 20,
            output: 1 << 20,
            processes: 64,
        }
    }

    /// The limits for images: their programs take milliseconds and print a line.
    pub fn default_run_limits() -> ProcessLimits {
        ProcessLimits {
            wall: Duration::from_secs(20),
            cpu: Some(Duration::from_secs(10)),
            memory: 1 << 30,
            file_size: 1 << 20,
            output: 1 << 20,
            processes: 16,
        }
    }
}

/// Declares an enum of names: its variants, and the word for each.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its word.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// The one with this word.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

words! {
    /// What of the language a compiler does not have, or rejects so often that it hides all else.
    /// Its word is the option of the generator that limits it, see [`Lack::setting`].
    Lack {
        /// Addresses of locals in the initialiser of a local array or struct.
        AddressLists = "address_lists",
        /// Arrays of several dimensions.
        ArrayDimensions = "max_array_dim",
        /// Arrays inside structs and unions.
        ArrayFields = "array_fields",
        /// Arrays.
        Arrays = "arrays",
        /// Bit-fields.
        Bitfields = "bitfields",
        /// `_Bool`.
        BoolType = "bool_type",
        /// The comma operator.
        Commas = "commas",
        /// `+=` and its kin on every integer type.
        CompoundAssigns = "compound_assigns",
        /// `const` in every place.
        Consts = "consts",
        /// `do` loops.
        DoLoops = "do_loops",
        /// Addresses of elements of arrays with several dimensions as static initialisers.
        ElementAddresses = "element_addresses",
        /// `typedef` names for integers.
        FixedWidthTypes = "fixed_width_types",
        /// Pointers to functions.
        FunctionPointers = "function_pointers",
        /// `goto` and labels.
        Gotos = "gotos",
        /// `inline` functions.
        InlineFunctions = "inline_functions",
        /// Integers of 128 bits, on a target that has them.
        Int128 = "int128",
        /// Integers of 64 bits.
        Int64 = "int64",
        /// Functions with more than a few local variables.
        LargeFrames = "max_frame",
        /// `long double`.
        LongDouble = "long_double",
        /// Declarations between statements.
        MixedDeclarations = "mixed_declarations",
        /// Structs and unions inside structs and unions.
        NestedStructs = "nested_structs",
        /// `__attribute__((noinline))`.
        NoinlineChecksum = "noinline_checksum",
        /// `__attribute__((packed))`.
        PackedStructs = "packed_structs",
        /// Pointers inside structs and unions.
        PointerFields = "pointer_fields",
        /// Arguments of `main`.
        Progress = "progress",
        /// The value of an assignment of structs.
        StructAssigns = "weight_record_assign",
        /// Structs as parameters.
        StructParams = "struct_params",
        /// Structs as results.
        StructReturns = "struct_returns",
        /// `switch` on every integer type.
        Switches = "switches",
        /// Bit-fields without a name, also of no width.
        UnnamedBitfields = "unnamed_bitfields",
        /// Unions.
        Unions = "unions",
        /// `volatile` in every place.
        Volatiles = "volatiles",
    }
}

words! {
    /// An implementation-defined choice that can differ. Its word is that of the machine's `ImplDefined`
    /// of the same name, unless a run cannot tell whether it relies on it, see
    /// [`Difference::is_silent`].
    Difference {
        /// Conversion of an out-of-range value to a signed type wraps.
        SignedConversionWraps = "signed-conversion-wraps",
        /// `>>` of a negative value is arithmetic.
        ArithmeticRightShift = "arithmetic-right-shift",
        /// The sign of plain `char`.
        CharSign = "char-sign",
        /// What another member of a union reads.
        UnionPunning = "union-punning",
        /// The bytes of an object.
        ObjectRepresentation = "object-representation",
        /// The layout of bit-fields.
        BitFieldLayout = "bit-field-layout",
        /// The type of a bit-field whose declared type is wider than `int`.
        WideBitField = "wide-bit-field",
        /// The layout of packed records.
        Packing = "packing",
        /// Sizes of types.
        TypeSize = "type-size",
        /// Where members lie in structs and unions that are not packed, as with `-fpack-struct`.
        RecordLayout = "record-layout",
        /// The size of enumerated types, as with `-fshort-enums`. No program of the generator has
        /// any.
        EnumSize = "enum-size",
        /// Floating arithmetic that is not that of IEEE in the types of its operands: excess
        /// precision, contraction, `-ffast-math`.
        FloatEvaluation = "float-evaluation",
        /// Floating arithmetic that is not exact where it could be: other operations in place of
        /// those written, as `-ffast-math` allows.
        ExactFloats = "exact-floats",
        /// A pointer survives the way through an integer.
        PointerRoundTrip = "pointer-round-trip",
        /// The exit status is reduced modulo 256.
        ExitStatus = "exit-status",
    }
}

impl Lack {
    /// The option of the generator, and the value with which programs do without.
    pub const fn setting(self) -> (&'static str, &'static str) {
        let value = match self {
            Self::ArrayDimensions => "1",
            // Half of what the question asks for: temporaries and counters need room, too.
            Self::LargeFrames => "128",
            Self::StructAssigns => "0",
            _ => "false",
        };
        (self.as_str(), value)
    }
}

impl Difference {
    /// The options of the generator, and the values with which programs do not rely on the choice.
    /// Empty where there are none: then programs that rely on it are not comparable.
    pub const fn settings(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::CharSign => &[("plain_char", "false")],
            Self::UnionPunning => &[("union_punning", "false")],
            Self::ArithmeticRightShift => &[("shifts", "false")],
            // Programs show no layout: members are accessed by their names, and in unions only
            // whole integers are read as others. See `relied_on.rs` among the generator's tests.
            Self::Packing | Self::BitFieldLayout => &[],
            Self::RecordLayout => &[("structs", "false"), ("unions", "false")],
            Self::FloatEvaluation => &[("exact_floats", "true")],
            Self::ExactFloats => &[("floats", "false")],
            // No program has such a thing, or a compiler that differs is not tested at all.
            Self::SignedConversionWraps
            | Self::ObjectRepresentation
            | Self::WideBitField
            | Self::TypeSize
            | Self::EnumSize
            | Self::PointerRoundTrip
            | Self::ExitStatus => &[],
        }
    }

    /// Whether no run can tell that it relied on the choice: a compiler that lays out structs with
    /// other alignments is right to assume them. Only programs without such types are comparable.
    pub const fn is_silent(self) -> bool {
        matches!(self, Self::RecordLayout | Self::EnumSize)
    }
}
