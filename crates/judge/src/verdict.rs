//! What a compiler is found to have done.

use serde::Serialize;
use std::fmt;

/// The verdict on one observation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// As it must be.
    Ok,
    /// The compiler broke down: a signal, an internal error, a failed assertion.
    CompilerCrash {
        /// Where and how, without what changes from program to program.
        signature: String,
    },
    /// The compiler reached our limit of time.
    CompilerHang,
    /// The compiler reached our limit of memory, file size or output.
    CompilerOutOfResources {
        /// Which one.
        limit: String,
    },
    /// The compiler refused a valid program, or left no image of it.
    RejectedValid {
        /// Its first words, without what changes from program to program.
        signature: String,
    },
    /// The image does something else than the program means.
    WrongCode {
        /// What is wrong about it.
        kind: WrongKind,
    },
    /// Sometimes right, sometimes wrong; or the compiler failed in another way the next time.
    Flaky,
    /// Independent compilers agree with each other and not with the machine.
    SuspectMachine,
    /// Nobody agrees with the machine, and no independent compilers agree against it.
    Unconfirmed,
    /// It could not be compared.
    NotComparable {
        /// Why.
        why: String,
    },
}

/// What is wrong about an image.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum WrongKind {
    /// It prints something else.
    Checksum,
    /// A signal killed it.
    Crash(i32),
    /// It did not end in time.
    Hang,
    /// It used up memory, file size or output.
    Resources,
    /// It exits with another status.
    Exit,
}

impl fmt::Display for WrongKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checksum => f.write_str("checksum"),
            Self::Crash(signal) => write!(f, "crash (signal {signal})"),
            Self::Hang => f.write_str("hang"),
            Self::Resources => f.write_str("resources"),
            Self::Exit => f.write_str("exit status"),
        }
    }
}

/// A verdict without its details, for counting.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // They are those of `Verdict`.
pub enum VerdictKind {
    Ok,
    CompilerCrash,
    CompilerHang,
    CompilerOutOfResources,
    RejectedValid,
    WrongCode,
    Flaky,
    SuspectMachine,
    Unconfirmed,
    NotComparable,
}

impl VerdictKind {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Ok,
        Self::CompilerCrash,
        Self::CompilerHang,
        Self::CompilerOutOfResources,
        Self::RejectedValid,
        Self::WrongCode,
        Self::Flaky,
        Self::SuspectMachine,
        Self::Unconfirmed,
        Self::NotComparable,
    ];

    /// Its name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::CompilerCrash => "compiler-crash",
            Self::CompilerHang => "compiler-hang",
            Self::CompilerOutOfResources => "compiler-out-of-resources",
            Self::RejectedValid => "rejected-valid",
            Self::WrongCode => "wrong-code",
            Self::Flaky => "flaky",
            Self::SuspectMachine => "suspect-machine",
            Self::Unconfirmed => "unconfirmed",
            Self::NotComparable => "not-comparable",
        }
    }

    /// The one of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Whether it is kept with its program: everything but what is fine or says nothing.
    pub const fn is_kept(self) -> bool {
        !matches!(self, Self::Ok | Self::NotComparable)
    }

    /// Whether it accuses a compiler; what is only doubtful is kept, and no finding.
    pub const fn is_finding(self) -> bool {
        matches!(
            self,
            Self::CompilerCrash
                | Self::CompilerHang
                | Self::CompilerOutOfResources
                | Self::RejectedValid
                | Self::WrongCode
        )
    }
}

impl fmt::Display for VerdictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Verdict {
    /// Without the details.
    pub const fn kind(&self) -> VerdictKind {
        match self {
            Self::Ok => VerdictKind::Ok,
            Self::CompilerCrash { .. } => VerdictKind::CompilerCrash,
            Self::CompilerHang => VerdictKind::CompilerHang,
            Self::CompilerOutOfResources { .. } => VerdictKind::CompilerOutOfResources,
            Self::RejectedValid { .. } => VerdictKind::RejectedValid,
            Self::WrongCode { .. } => VerdictKind::WrongCode,
            Self::Flaky => VerdictKind::Flaky,
            Self::SuspectMachine => VerdictKind::SuspectMachine,
            Self::Unconfirmed => VerdictKind::Unconfirmed,
            Self::NotComparable { .. } => VerdictKind::NotComparable,
        }
    }

    /// The details in a few words: a signature, or what is wrong.
    pub fn detail(&self) -> String {
        match self {
            Self::CompilerCrash { signature } | Self::RejectedValid { signature } => {
                signature.clone()
            }
            Self::CompilerOutOfResources { limit } => limit.clone(),
            Self::WrongCode { kind } => kind.to_string(),
            Self::NotComparable { why } => why.clone(),
            Self::Ok
            | Self::CompilerHang
            | Self::Flaky
            | Self::SuspectMachine
            | Self::Unconfirmed => String::new(),
        }
    }
}
