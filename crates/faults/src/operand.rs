//! Operands of an instruction in AT&T syntax, read and written.

use crate::register::{RBP, RSP, Register, RegisterFamily, Width};
use std::fmt::Write as _;

/// An operand.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Operand {
    Register(Register),
    /// `$5`, `$-1`, `$0xff`.
    Number(i128),
    /// `disp(base,index,scale)`.
    Memory(MemoryOperand),
    /// Anything else: a jump's target, `$symbol`, `%fs:40`, `*%rax`.
    Other(String),
}

/// A place in memory.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MemoryOperand {
    /// What stands before the numeric part of the displacement: a symbol, or nothing.
    pub symbol: String,
    pub displacement: i64,
    /// As written, without `%`: `rip` is a base too.
    pub base: Option<String>,
    pub index: Option<String>,
    /// `None` where it is not written.
    pub scale: Option<i64>,
}

/// Where an address leads.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum AddressKind {
    /// Relative to `%rsp` or `%rbp`, without an index.
    Stack,
    /// A symbol, without an index.
    Global,
    /// Through any other register, without an index.
    Pointer,
    /// With an index register.
    Indexed,
}

impl MemoryOperand {
    /// Reads `disp(base,index,scale)`; a lone symbol counts only with parentheses.
    fn parse(text: &str) -> Option<Self> {
        let open = text.find('(')?;
        let inner = text.get(open + 1..)?.strip_suffix(')')?;
        let (symbol, displacement) = split_displacement(&text[..open])?;
        let mut parts = inner.split(',').map(str::trim);
        let register = |part: Option<&str>| -> Option<Option<String>> {
            match part {
                None | Some("") => Some(None),
                Some(name) => Some(Some(name.strip_prefix('%')?.to_owned())),
            }
        };
        let base = register(parts.next())?;
        let index = register(parts.next())?;
        let scale = match parts.next() {
            None => None,
            Some(scale) => Some(scale.parse().ok().filter(|s| matches!(s, 1 | 2 | 4 | 8))?),
        };
        if parts.next().is_some() || (base.is_none() && index.is_none()) {
            return None;
        }
        Some(Self { symbol, displacement, base, index, scale })
    }

    pub fn place(&self) -> AddressKind {
        match (&self.index, self.base_family()) {
            (Some(_), _) => AddressKind::Indexed,
            (None, Some(RSP | RBP)) => AddressKind::Stack,
            (None, Some(_)) => AddressKind::Pointer,
            (None, None) => AddressKind::Global,
        }
    }

    fn base_family(&self) -> Option<RegisterFamily> {
        Some(Register::named(self.base.as_deref()?)?.family())
    }

    /// Whether the address is computed from a register.
    pub fn mentions(&self, family: RegisterFamily) -> bool {
        [&self.base, &self.index]
            .into_iter()
            .flatten()
            .filter_map(|name| Register::named(name))
            .any(|register| register.family() == family)
    }

    /// Whether both addresses are the same but for the number in the displacement.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.symbol == other.symbol
            && self.base == other.base
            && self.index == other.index
            && self.scale == other.scale
    }

    fn text(&self) -> String {
        let mut text = self.symbol.clone();
        match self.displacement {
            0 => {}
            n if text.is_empty() => text += &n.to_string(),
            n => {
                let _ = write!(text, "{n:+}");
            }
        }
        text.push('(');
        if let Some(base) = &self.base {
            text.push('%');
            text += base;
        }
        if let Some(index) = &self.index {
            text += ",%";
            text += index;
        }
        if let Some(scale) = self.scale {
            let _ = write!(text, ",{scale}");
        }
        text.push(')');
        text
    }
}

/// `g_1+4` is `g_1` and 4, `-8` is nothing and -8.
fn split_displacement(text: &str) -> Option<(String, i64)> {
    let text = text.trim();
    if text.is_empty() {
        return Some((String::new(), 0));
    }
    if let Some(number) = number(text) {
        return Some((String::new(), i64::try_from(number).ok()?));
    }
    if text.contains(':') || text.starts_with('*') {
        // A segment (thread-local storage, stack protectors) or an indirect jump.
        return None;
    }
    let sign = text.char_indices().skip(1).filter(|(_, c)| matches!(c, '+' | '-')).last();
    if let Some((at, _)) = sign
        && let Some(number) = number(&text[at..])
    {
        return Some((text[..at].to_owned(), i64::try_from(number).ok()?));
    }
    Some((text.to_owned(), 0))
}

/// A number as assemblers write it: decimal or `0x`, with a sign.
pub fn number(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse::<i128>().ok()?,
    };
    // No operand is larger, and sums of two such numbers do not overflow.
    (value <= i128::from(u64::MAX)).then_some(if negative { -value } else { value })
}

impl Operand {
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        if let Some(register) = text.strip_prefix('%').and_then(Register::named) {
            return Self::Register(register);
        }
        if let Some(number) = text.strip_prefix('$').and_then(number) {
            return Self::Number(number);
        }
        match MemoryOperand::parse(text) {
            Some(memory) => Self::Memory(memory),
            None => Self::Other(text.to_owned()),
        }
    }

    pub fn text(&self) -> String {
        match self {
            Self::Register(register) => register.text(),
            Self::Number(number) => format!("${number}"),
            Self::Memory(memory) => memory.text(),
            Self::Other(text) => text.clone(),
        }
    }

    /// The letter of its class in the forms of the table: `r` general-purpose register, `x` vector
    /// register, `i` number, `m` memory, `o` anything else.
    pub const fn class(&self) -> char {
        match self {
            Self::Register(Register::Vector(..)) => 'x',
            Self::Register(_) => 'r',
            Self::Number(_) => 'i',
            Self::Memory(_) => 'm',
            Self::Other(_) => 'o',
        }
    }

    pub const fn register(&self) -> Option<Register> {
        match self {
            Self::Register(register) => Some(*register),
            _ => None,
        }
    }

    pub const fn number(&self) -> Option<i128> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    pub const fn memory(&self) -> Option<&MemoryOperand> {
        match self {
            Self::Memory(memory) => Some(memory),
            _ => None,
        }
    }

    /// Whether it names a register, as itself or in an address.
    pub fn mentions(&self, family: RegisterFamily) -> bool {
        match self {
            Self::Register(register) => register.family() == family,
            Self::Memory(memory) => memory.mentions(family),
            Self::Number(_) => false,
            Self::Other(text) => text
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter_map(Register::named)
                .any(|register| register.family() == family),
        }
    }

    /// The operand at another width: a register's low part; memory and numbers stay.
    pub fn at(&self, width: Width) -> Option<Self> {
        match self {
            Self::Register(register) => register.at(width).map(Self::Register),
            Self::Memory(_) | Self::Number(_) => Some(self.clone()),
            Self::Other(_) => None,
        }
    }
}
