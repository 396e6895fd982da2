//! General-purpose and vector registers by name, and the same register at another width.

/// A width of an integer operation, as the suffix of a mnemonic says it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Width {
    /// 8 bits, `b`.
    Byte,
    /// 16 bits, `w`.
    Word,
    /// 32 bits, `l`.
    Long,
    /// 64 bits, `q`.
    Quad,
}

impl Width {
    /// The width that a suffix of a mnemonic names.
    pub fn of_suffix(suffix: char) -> Option<Self> {
        Some(match suffix {
            'b' => Self::Byte,
            'w' => Self::Word,
            'l' => Self::Long,
            'q' => Self::Quad,
            _ => return None,
        })
    }

    pub const fn suffix(self) -> char {
        match self {
            Self::Byte => 'b',
            Self::Word => 'w',
            Self::Long => 'l',
            Self::Quad => 'q',
        }
    }

    pub const fn bytes(self) -> i64 {
        match self {
            Self::Byte => 1,
            Self::Word => 2,
            Self::Long => 4,
            Self::Quad => 8,
        }
    }

    pub const fn bits(self) -> i64 {
        self.bytes() * 8
    }

    /// The next narrower one.
    pub const fn narrower(self) -> Option<Self> {
        match self {
            Self::Byte => None,
            Self::Word => Some(Self::Byte),
            Self::Long => Some(Self::Word),
            Self::Quad => Some(Self::Long),
        }
    }

    /// The next wider one.
    pub const fn wider(self) -> Option<Self> {
        match self {
            Self::Byte => Some(Self::Word),
            Self::Word => Some(Self::Long),
            Self::Long => Some(Self::Quad),
            Self::Quad => None,
        }
    }
}

/// A register, whatever its width.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum RegisterFamily {
    /// A general-purpose register: an index into [`GENERAL`].
    General(u8),
    /// A vector register by number.
    Vector(u8),
}

/// A register operand that this crate knows.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Register {
    /// A general-purpose register.
    General {
        /// Which: an index into [`GENERAL`].
        index: u8,
        /// How much of it.
        width: Width,
    },
    /// One of `%ah`, `%bh`, `%ch`, `%dh`: an index into [`GENERAL`].
    HighByte(u8),
    /// `%xmm`, `%ymm` or `%zmm` and a number; the letter tells which.
    Vector(char, u8),
}

/// The general-purpose registers: 64, 32, 16 and 8 bits.
const GENERAL: [[&str; 4]; 16] = [
    ["rax", "eax", "ax", "al"],
    ["rcx", "ecx", "cx", "cl"],
    ["rdx", "edx", "dx", "dl"],
    ["rbx", "ebx", "bx", "bl"],
    ["rsp", "esp", "sp", "spl"],
    ["rbp", "ebp", "bp", "bpl"],
    ["rsi", "esi", "si", "sil"],
    ["rdi", "edi", "di", "dil"],
    ["r8", "r8d", "r8w", "r8b"],
    ["r9", "r9d", "r9w", "r9b"],
    ["r10", "r10d", "r10w", "r10b"],
    ["r11", "r11d", "r11w", "r11b"],
    ["r12", "r12d", "r12w", "r12b"],
    ["r13", "r13d", "r13w", "r13b"],
    ["r14", "r14d", "r14w", "r14b"],
    ["r15", "r15d", "r15w", "r15b"],
];

/// The registers whose second byte has a name: an index into [`GENERAL`].
const HIGH: [(&str, u8); 4] = [("ah", 0), ("ch", 1), ("dh", 2), ("bh", 3)];

pub const RAX: RegisterFamily = RegisterFamily::General(0);
pub const RCX: RegisterFamily = RegisterFamily::General(1);
pub const RDX: RegisterFamily = RegisterFamily::General(2);
pub const RSP: RegisterFamily = RegisterFamily::General(4);
pub const RBP: RegisterFamily = RegisterFamily::General(5);
/// Integer arguments in their order: `%rdi`, `%rsi`, `%rdx`, `%rcx`, `%r8`, `%r9`.
pub const ARGUMENTS: [RegisterFamily; 6] = [
    RegisterFamily::General(7),
    RegisterFamily::General(6),
    RDX,
    RCX,
    RegisterFamily::General(8),
    RegisterFamily::General(9),
];

impl Register {
    /// The register of a name without `%`.
    pub fn named(name: &str) -> Option<Self> {
        for (index, names) in GENERAL.iter().enumerate() {
            let widths = [Width::Quad, Width::Long, Width::Word, Width::Byte];
            if let Some(at) = names.iter().position(|n| *n == name) {
                return Some(Self::General { index: index as u8, width: widths[at] });
            }
        }
        if let Some((_, index)) = HIGH.iter().find(|(n, _)| *n == name) {
            return Some(Self::HighByte(*index));
        }
        let letter = name.chars().next().filter(|c| matches!(c, 'x' | 'y' | 'z'))?;
        let number = name.get(1..)?.strip_prefix("mm")?.parse().ok()?;
        Some(Self::Vector(letter, number))
    }

    pub fn family(self) -> RegisterFamily {
        match self {
            Self::General { index, .. } | Self::HighByte(index) => RegisterFamily::General(index),
            Self::Vector(_, number) => RegisterFamily::Vector(number),
        }
    }

    /// The low part of a general-purpose register at a width; other registers have none.
    pub fn at(self, width: Width) -> Option<Self> {
        match self {
            Self::General { index, .. } => Some(Self::General { index, width }),
            Self::HighByte(_) | Self::Vector(..) => None,
        }
    }

    /// With its `%`.
    pub fn text(self) -> String {
        match self {
            Self::General { index, width } => {
                let names = GENERAL[usize::from(index) % GENERAL.len()];
                let name = match width {
                    Width::Quad => names[0],
                    Width::Long => names[1],
                    Width::Word => names[2],
                    Width::Byte => names[3],
                };
                format!("%{name}")
            }
            Self::HighByte(index) => {
                let name = HIGH.iter().find(|(_, i)| *i == index).map_or("ah", |(n, _)| n);
                format!("%{name}")
            }
            Self::Vector(letter, number) => format!("%{letter}mm{number}"),
        }
    }
}
