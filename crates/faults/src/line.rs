//! A line of assembly: label, directive, instruction.

use crate::operand::Operand;
use crate::register::{ARGUMENTS, RAX, RDX, RegisterFamily, Width};

/// What a line says. Comments and blank lines, and whatever else is not understood, are `Other`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Line {
    Label(String),
    /// The name with its dot, and the rest of the line.
    Directive(String, String),
    Instruction(Instruction),
    Other,
}

/// An instruction.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Instruction {
    /// With its prefix: `rep movsq`.
    pub mnemonic: String,
    pub operands: Vec<Operand>,
}

const PREFIXES: [&str; 7] = ["rep", "repz", "repe", "repnz", "repne", "lock", "notrack"];

/// The conditions that compilers write.
const CONDITIONS: [&str; 16] =
    ["e", "ne", "l", "le", "g", "ge", "b", "be", "a", "ae", "s", "ns", "p", "np", "o", "no"];

/// What acts on a condition.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Conditional {
    Jump,
    Set,
    Move,
}

impl Line {
    pub fn parse(text: &str) -> Self {
        let text = without_comment(text).trim();
        if text.is_empty() {
            return Self::Other;
        }
        if let Some(label) = text.strip_suffix(':') {
            let plain = !label.contains(|c: char| c.is_whitespace() || c == '"' || c == ';');
            return if plain { Self::Label(label.to_owned()) } else { Self::Other };
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        if word.starts_with('.') {
            return Self::Directive(word.to_owned(), rest.to_owned());
        }
        // Two statements in a line, strings, labels before statements: no compiler writes those
        // outside of inline assembly.
        if text.contains([';', '"', '{']) || word.contains(':') || !word.is_ascii() {
            return Self::Other;
        }
        let (mnemonic, rest) = if PREFIXES.contains(&word) {
            let (second, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            (format!("{word} {second}"), rest)
        } else {
            (word.to_owned(), rest)
        };
        let operands = split_operands(rest).into_iter().map(Operand::parse).collect();
        Self::Instruction(Instruction { mnemonic, operands })
    }
}

/// A `#` begins a comment, except in a string.
fn without_comment(text: &str) -> &str {
    let mut quoted = false;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '#' if !quoted => return &text[..at],
            _ => {}
        }
    }
    text
}

/// Splits at commas outside of parentheses.
fn split_operands(text: &str) -> Vec<&str> {
    let mut operands = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                operands.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        operands.push(&text[start..]);
    }
    operands
}

impl Instruction {
    pub fn text(&self) -> String {
        let operands: Vec<String> = self.operands.iter().map(Operand::text).collect();
        format!("\t{}\t{}", self.mnemonic, operands.join(", ")).trim_end().to_owned()
    }

    /// What it does under which condition: `jle`, `setb`, `cmovne`, `cmovnel`.
    pub fn condition(&self) -> Option<(Conditional, &'static str)> {
        let exactly = |name: &str| CONDITIONS.into_iter().find(|c| *c == name);
        if let Some(rest) = self.mnemonic.strip_prefix("set") {
            return Some((Conditional::Set, exactly(rest)?));
        }
        if let Some(rest) = self.mnemonic.strip_prefix("cmov") {
            let found = exactly(rest).or_else(|| exactly(rest.strip_suffix(['w', 'l', 'q'])?));
            return Some((Conditional::Move, found?));
        }
        let rest = self.mnemonic.strip_prefix('j')?;
        Some((Conditional::Jump, exactly(rest)?))
    }

    /// The same with another condition.
    pub fn with_condition(&self, condition: &str) -> Option<Self> {
        let (what, old) = self.condition()?;
        let prefix = match what {
            Conditional::Jump => "j",
            Conditional::Set => "set",
            Conditional::Move => "cmov",
        };
        let suffix = self.mnemonic.strip_prefix(prefix)?.strip_prefix(old)?;
        let mnemonic = format!("{prefix}{condition}{suffix}");
        Some(Self { mnemonic, operands: self.operands.clone() })
    }

    /// Whether its mnemonic is in a list of names. `sar?` is `sar` and a suffix for a width, `jcc`,
    /// `setcc` and `cmovcc` have any condition, and `_` stands for the blank after a prefix.
    pub fn is_any(&self, list: &str) -> bool {
        let own = self.mnemonic.as_str();
        list.split_whitespace().any(|name| match name {
            "jcc" => matches!(self.condition(), Some((Conditional::Jump, _))),
            "setcc" => matches!(self.condition(), Some((Conditional::Set, _))),
            "cmovcc" => matches!(self.condition(), Some((Conditional::Move, _))),
            name => match (name.strip_suffix('?'), name.split_once('_')) {
                (Some(stem), _) => own
                    .strip_prefix(stem)
                    .is_some_and(|suffix| matches!(suffix, "b" | "w" | "l" | "q")),
                (None, Some((prefix, rest))) => own.split_once(' ') == Some((prefix, rest)),
                (None, None) => own == name,
            },
        })
    }

    /// Whether the operands have these classes, in order: `rm,r` is a register or memory, then a
    /// register. See [`Operand::class`].
    pub fn has_form(&self, form: &str) -> bool {
        let mut classes = form.split(',');
        self.operands.iter().all(|operand| {
            classes.next().is_some_and(|class| class == "*" || class.contains(operand.class()))
        }) && classes.next().is_none()
    }

    pub fn destination(&self) -> Option<&Operand> {
        self.operands.last()
    }

    pub fn source(&self) -> Option<&Operand> {
        self.operands.first()
    }

    /// The suffix of an integer instruction, as far as its registers agree with it.
    pub fn width(&self) -> Option<Width> {
        let width = Width::of_suffix(self.mnemonic.chars().last()?)?;
        let fits = self.operands.iter().all(|operand| match operand.register() {
            Some(register) => register.at(width) == Some(register),
            None => true,
        });
        fits.then_some(width)
    }

    /// The same instruction on operands of another width.
    pub fn at_width(&self, width: Width) -> Option<Self> {
        self.width()?;
        let mut mnemonic = self.mnemonic.clone();
        mnemonic.pop();
        mnemonic.push(width.suffix());
        let operands = self.operands.iter().map(|o| o.at(width)).collect::<Option<_>>()?;
        Some(Self { mnemonic, operands })
    }

    /// The first memory operand.
    pub fn memory(&self) -> Option<&crate::operand::MemoryOperand> {
        self.operands.iter().find_map(Operand::memory)
    }

    pub fn is_call(&self) -> bool {
        self.is_any("call callq")
    }

    /// Whether control goes elsewhere, or may.
    pub fn ends_block(&self) -> bool {
        self.is_jump() || self.is_any("ret retq ud2 hlt")
    }

    pub fn is_jump(&self) -> bool {
        self.is_any("jmp jmpq jcc") || self.mnemonic.starts_with("notrack jmp")
    }

    /// The label that it jumps to, if it says one.
    pub fn target(&self) -> Option<&str> {
        match (self.is_jump(), &self.operands[..]) {
            (true, [Operand::Other(label)]) if !label.starts_with('*') => Some(label),
            _ => None,
        }
    }

    /// Whether it only looks at its operands.
    fn only_reads(&self) -> bool {
        const READERS: [&str; 9] =
            ["cmp", "test", "push", "ucomis", "comis", "call", "bt", "div", "idiv"];
        if self.is_any("btsl btsq btrl btrq btcl btcq cmpltsd cmpltss") {
            return false;
        }
        self.is_jump() || READERS.iter().any(|name| self.mnemonic.starts_with(name))
    }

    /// Whether it writes its last operand without reading it.
    fn only_writes(&self) -> bool {
        const WRITERS: [&str; 9] =
            ["mov", "lea", "set", "pop", "cvt", "pshuf", "bsf", "bsr", "sqrt"];
        WRITERS.iter().any(|name| self.mnemonic.starts_with(name))
            // Three operands: the last one is the result only.
            || (self.mnemonic.starts_with("imul") && self.operands.len() == 3)
            || self.mnemonic.starts_with('v')
            || self.is_zeroing()
    }

    /// `xorl %eax, %eax`: writes zero, and reads nothing.
    pub fn is_zeroing(&self) -> bool {
        self.is_any("xorl xorq pxor xorps xorpd") && self.operands.len() == 2 && {
            self.operands[0] == self.operands[1]
        }
    }

    /// Whether a register has another value afterwards.
    pub fn writes(&self, family: RegisterFamily) -> bool {
        if self.is_call() {
            // What the convention lets a callee change.
            return family == RAX
                || ARGUMENTS.contains(&family)
                || matches!(family, RegisterFamily::General(10 | 11) | RegisterFamily::Vector(_));
        }
        let implicit = match self.mnemonic.as_str() {
            "cltq" | "cwtl" | "cbtw" => family == RAX,
            "cltd" | "cqto" | "cwtd" => family == RDX,
            name if self.operands.len() == 1
                && ["mul", "imul", "div", "idiv"].iter().any(|m| name.starts_with(m)) =>
            {
                family == RAX || family == RDX
            }
            name if name.starts_with("rep") => true,
            _ => false,
        };
        let named = !self.only_reads()
            && self.destination().and_then(Operand::register).is_some_and(|r| r.family() == family);
        implicit || named
    }

    /// Whether the value of a register is used.
    pub fn reads(&self, family: RegisterFamily) -> bool {
        if self.is_call() {
            return ARGUMENTS.contains(&family);
        }
        let implicit = match self.mnemonic.as_str() {
            "cltq" | "cwtl" | "cbtw" | "cltd" | "cqto" | "cwtd" => family == RAX,
            "ret" | "retq" => family == RAX,
            name if self.operands.len() == 1
                && ["div", "idiv"].iter().any(|m| name.starts_with(m)) =>
            {
                family == RAX || family == RDX
            }
            name if self.operands.len() == 1
                && ["mul", "imul"].iter().any(|m| name.starts_with(m)) =>
            {
                family == RAX
            }
            name if name.starts_with("rep") => true,
            _ => false,
        };
        let last = self.operands.len().saturating_sub(1);
        implicit
            || self.operands.iter().enumerate().any(|(at, operand)| {
                let is_result = at == last && operand.register().is_some() && self.only_writes();
                operand.mentions(family) && !is_result
            })
            // A sum of nothing: `xorl %eax, %eax` mentions its register twice.
            && !self.is_zeroing()
    }

    /// Whether it is a plain load: memory to a register, whole or extended.
    pub fn is_load(&self) -> bool {
        self.mnemonic.starts_with("mov") && self.has_form("m,rx")
    }

    /// Whether it is a plain store: a register or number to memory.
    pub fn is_store(&self) -> bool {
        self.mnemonic.starts_with("mov") && self.has_form("rxi,m")
    }

    /// How many bytes a plain load or store of an integer touches.
    pub fn access_bytes(&self) -> Option<i64> {
        let name = self.mnemonic.strip_prefix("mov")?;
        // `movsbl`, `movzwl` and `movslq` access what their first letter after the kind says.
        let extends = name.len() == 3 && name.starts_with(['s', 'z']);
        let letter = if extends { name.chars().nth(1) } else { name.chars().next() };
        match name {
            "ups" | "aps" | "dqu" | "dqa" | "upd" | "apd" => Some(16),
            "sd" | "hps" | "lps" | "hpd" | "lpd" => Some(8),
            "ss" | "d" => Some(4),
            _ => Width::of_suffix(letter?).map(Width::bytes),
        }
    }
}
