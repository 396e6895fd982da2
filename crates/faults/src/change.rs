//! Making the change of a rule.

use crate::assembly::{Assembly, InstructionSpot};
use crate::line::Instruction;
use crate::operand::Operand;
use crate::register::{ARGUMENTS, Register, Width};
use crate::rule::{Change, LineEdit, Number};

impl Change {
    /// The edits that make the change at an instruction; `None` where it cannot be made.
    pub(crate) fn edits(self, assembly: &Assembly, at: usize) -> Option<Vec<LineEdit>> {
        let spot = assembly.code.get(at)?;
        let own = &spot.instruction;
        let one = |new: Instruction| (new != *own).then(|| vec![LineEdit::of(spot, &new)]);
        match self {
            Self::Rename(names) => one(renamed(own, names)?),
            Self::Condition(pairs) => {
                let (_, condition) = own.condition()?;
                let (_, new) = pairs.iter().find(|(old, _)| *old == condition)?;
                one(own.with_condition(new)?)
            }
            Self::ZeroExtend => one(zero_extended(own)?),
            Self::Immediate(change) => one(with_number(own, change)?),
            Self::Narrow => one(narrowed(own)?),
            Self::Widen => one(own.at_width(own.width()?.wider()?)?),
            Self::Leave => Some(vec![LineEdit { line: spot.line, text: Vec::new() }]),
            Self::NextPlace => {
                let bytes = match own.memory()?.scale {
                    Some(scale) if own.memory()?.index.is_some() => scale,
                    _ => own.access_bytes()?,
                };
                one(with_memory(own, |memory| {
                    memory.displacement = memory.displacement.checked_add(bytes)?;
                    Some(())
                })?)
            }
            Self::HalfScale => one(with_memory(own, |memory| {
                memory.scale = Some(memory.scale.filter(|scale| *scale > 1)? / 2);
                Some(())
            })?),
            Self::ExchangeWithNext => {
                let next = assembly.beside(at, 1)?;
                Some(vec![
                    LineEdit::of(spot, &next.instruction),
                    LineEdit { line: next.line, text: vec![own.text()] },
                ])
            }
            Self::Append(template) => {
                let text = vec![own.text(), filled(template, own)?];
                Some(vec![LineEdit { line: spot.line, text }])
            }
            Self::Replace(template) => {
                Some(vec![LineEdit { line: spot.line, text: vec![filled(template, own)?] }])
            }
            Self::Edit(edit) => edit(assembly, at),
            Self::JumpTable => None,
        }
    }
}

impl LineEdit {
    fn of(spot: &InstructionSpot, new: &Instruction) -> Self {
        Self { line: spot.line, text: vec![new.text()] }
    }
}

fn renamed(own: &Instruction, names: &[(&str, &str)]) -> Option<Instruction> {
    let mnemonic = names.iter().find_map(|(old, new)| {
        own.mnemonic.strip_prefix(old).map(|suffix| format!("{new}{suffix}"))
    })?;
    Some(Instruction { mnemonic, operands: own.operands.clone() })
}

fn zero_extended(own: &Instruction) -> Option<Instruction> {
    let made = |mnemonic: &str, operands: Vec<Operand>| {
        Some(Instruction { mnemonic: mnemonic.to_owned(), operands })
    };
    let rax = |width| Operand::Register(Register::General { index: 0, width });
    match own.mnemonic.as_str() {
        "cltq" => made("movl", vec![rax(Width::Long), rax(Width::Long)]),
        "cwtl" => made("movzwl", vec![rax(Width::Word), rax(Width::Long)]),
        "cbtw" => made("movzbw", vec![rax(Width::Byte), rax(Width::Word)]),
        "movslq" => {
            let [source, result] = &own.operands[..] else { return None };
            made("movl", vec![source.clone(), result.at(Width::Long)?])
        }
        _ => renamed(own, &[("movsb", "movzb"), ("movsw", "movzw")]),
    }
}

/// Shifts, rotations and tests of single bits: the number counts bits.
fn counts_bits(own: &Instruction) -> bool {
    own.is_any("sal? shl? sar? shr? rol? ror? bt? bts? btr? btc?")
}

/// Whether an instruction may have a number as its first operand.
fn fits(own: &Instruction, number: i128) -> bool {
    let Some(width) = own.width() else { return (0..=255).contains(&number) };
    let bits = i128::from(width.bits());
    if counts_bits(own) {
        return (1..bits).contains(&number);
    }
    match (own.mnemonic.as_str(), width) {
        ("movabsq", _) => true,
        (_, Width::Quad) => i32::try_from(number).is_ok(),
        _ => (-(1 << (bits - 1))..1 << bits).contains(&number),
    }
}

fn with_number(own: &Instruction, change: Number) -> Option<Instruction> {
    let old = own.source()?.number()?;
    let bits = own.width().map_or(8, Width::bits) as u32;
    let modulus = 1_i128 << bits;
    let pattern = old & (modulus - 1);
    let half = 1_i128 << (bits / 2);
    let new = match change {
        Number::Plus(amount) => old + amount,
        Number::LoseBit if old < 0 => old & (old - 1),
        Number::LoseBit => {
            let highest = 1_i128 << pattern.checked_ilog2()?;
            (pattern != highest).then_some(pattern - highest)?
        }
        Number::HighestBit => 1_i128 << u128::try_from(old).ok()?.checked_ilog2()?,
        Number::FlipLowest => old ^ 1,
        Number::LowHalf => {
            let low = pattern % half;
            if low >= half / 2 { low - half } else { low }
        }
        Number::ExchangeHalves => (pattern % half) * half + pattern / half,
    };
    // Patterns of a width and negative numbers are two ways to write the same.
    if (new - old) % modulus == 0 || !fits(own, new) {
        return None;
    }
    let mut operands = own.operands.clone();
    *operands.first_mut()? = Operand::Number(new);
    Some(Instruction { mnemonic: own.mnemonic.clone(), operands })
}

fn narrowed(own: &Instruction) -> Option<Instruction> {
    let width = own.width()?.narrower()?;
    let new = own.at_width(width)?;
    // There is no multiplication of bytes with two operands, and no such addresses.
    if width == Width::Byte && own.is_any("imulw leaw")
        || width == Width::Word && own.is_any("leal")
    {
        return None;
    }
    match new.source().and_then(Operand::number) {
        Some(number) if !fits(&new, number) => None,
        _ => Some(new),
    }
}

fn with_memory(
    own: &Instruction,
    change: impl FnOnce(&mut crate::operand::MemoryOperand) -> Option<()>,
) -> Option<Instruction> {
    let mut new = own.clone();
    let memory = new.operands.iter_mut().find_map(|operand| match operand {
        Operand::Memory(memory) => Some(memory),
        _ => None,
    })?;
    change(memory)?;
    // An address has 32 bits of displacement.
    i32::try_from(memory.displacement).is_ok().then_some(new)
}

fn filled(template: &str, own: &Instruction) -> Option<String> {
    let mut text = format!("\t{template}");
    if text.contains("{w}") {
        text = text.replace("{w}", &own.width()?.suffix().to_string());
    }
    if text.contains("{a}") {
        let rax = Register::General { index: 0, width: own.width()? };
        text = text.replace("{a}", &rax.text());
    }
    if text.contains("{d}") {
        let rdx = Register::General { index: 2, width: own.width()? };
        text = text.replace("{d}", &rdx.text());
    }
    if text.contains("{r}") {
        text = text.replace("{r}", &own.destination()?.text());
    }
    Some(text)
}

/// A call whose first two arguments, of the same width, change places: the registers that they are
/// moved to.
pub fn arguments_exchanged(assembly: &Assembly, at: usize) -> Option<Vec<LineEdit>> {
    let mut moves = Vec::new();
    for family in [ARGUMENTS[0], ARGUMENTS[1]] {
        let (i, instruction) = assembly.writer(at, family)?;
        let moved = instruction.is_any("mov? lea? movsbl movswl movzbl movzwl movslq");
        let register = instruction.destination()?.register()?;
        let used = assembly.after(i).take_while(|(j, _)| *j < at).any(|(_, o)| o.reads(family));
        if !moved || used || instruction.is_call() {
            return None;
        }
        moves.push((i, instruction, register));
    }
    let [(i, first, one), (j, second, other)] = &moves[..] else { return None };
    let width = |register: &Register| match register {
        Register::General { width, .. } => Some(*width),
        _ => None,
    };
    if width(one) != width(other) {
        return None;
    }
    let to = |instruction: &Instruction, register: Register| {
        let mut new = instruction.clone();
        *new.operands.last_mut()? = Operand::Register(register);
        Some(new)
    };
    Some(vec![
        LineEdit::of(&assembly.code[*i], &to(first, *other)?),
        LineEdit::of(&assembly.code[*j], &to(second, *one)?),
    ])
}

/// A conditional jump to a comparison goes straight to where that comparison may lead.
pub fn threaded(assembly: &Assembly, at: usize) -> Option<Vec<LineEdit>> {
    let target = assembly.target(at)?;
    let compare = &assembly.code[target].instruction;
    let jump = &assembly.beside(target, 1)?.instruction;
    let label = jump.target()?;
    if !compare.is_any("cmp? test?") || !jump.is_any("jcc") {
        return None;
    }
    let spot = &assembly.code[at];
    let new = Instruction {
        mnemonic: spot.instruction.mnemonic.clone(),
        operands: vec![Operand::Other(label.to_owned())],
    };
    (new != spot.instruction).then(|| vec![LineEdit::of(spot, &new)])
}

/// A conversion between floating point and a 64-bit integer takes 32 bits of it.
pub fn converts_half(assembly: &Assembly, at: usize) -> Option<Vec<LineEdit>> {
    let spot = &assembly.code[at];
    let mut new = spot.instruction.clone();
    let suffixed = new.mnemonic.ends_with('q');
    if suffixed {
        new.mnemonic.pop();
        new.mnemonic.push('l');
    }
    let mut halved = false;
    for operand in &mut new.operands {
        if let Operand::Register(Register::General { width: Width::Quad, .. }) = operand {
            *operand = operand.at(Width::Long)?;
            halved = true;
        }
    }
    (halved || (suffixed && new.memory().is_some())).then(|| vec![LineEdit::of(spot, &new)])
}

/// A byte of a register that needs a prefix, without that prefix: `%sil` becomes `%dh`.
pub fn prefix_forgotten(assembly: &Assembly, at: usize) -> Option<Vec<LineEdit>> {
    let spot = &assembly.code[at];
    let mut new = spot.instruction.clone();
    let mut changed = false;
    for operand in &mut new.operands {
        match operand {
            Operand::Register(Register::General { index: index @ 4..=7, width: Width::Byte }) => {
                // The same three bits of the encoding mean a register or a high byte.
                *operand = Operand::Register(Register::HighByte(*index - 4));
                changed = true;
            }
            Operand::Register(Register::General { index: 0..=7, width }) => {
                if *width == Width::Quad {
                    return None;
                }
            }
            _ => return None,
        }
    }
    changed.then(|| vec![LineEdit::of(spot, &new)])
}

/// A load of an integer that takes half of it, and fills up with zeros.
pub fn half_loaded(assembly: &Assembly, at: usize) -> Option<Vec<LineEdit>> {
    let spot = &assembly.code[at];
    let [place, result] = &spot.instruction.operands[..] else { return None };
    let (mnemonic, result) = match spot.instruction.mnemonic.as_str() {
        "movq" => ("movl", result.at(Width::Long)?),
        "movl" => ("movzwl", result.clone()),
        _ => return None,
    };
    let new = Instruction { mnemonic: mnemonic.to_owned(), operands: vec![place.clone(), result] };
    Some(vec![LineEdit::of(spot, &new)])
}

/// `movl $0, %eax` becomes `xorl %eax, %eax`, which changes the flags.
pub fn zeroed_by_xor(assembly: &Assembly, at: usize) -> Option<Vec<LineEdit>> {
    let spot = &assembly.code[at];
    let result = spot.instruction.destination()?.at(Width::Long)?;
    let operands = vec![result.clone(), result];
    Some(vec![LineEdit::of(spot, &Instruction { mnemonic: "xorl".to_owned(), operands })])
}

/// A sum that is computed as an address is one more.
pub fn one_more(assembly: &Assembly, at: usize) -> Option<Vec<LineEdit>> {
    let spot = &assembly.code[at];
    let new = with_memory(&spot.instruction, |memory| {
        memory.displacement = memory.displacement.checked_add(1)?;
        memory.symbol.is_empty().then_some(())
    })?;
    Some(vec![LineEdit::of(spot, &new)])
}
