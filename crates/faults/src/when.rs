//! Whether the context of a rule holds.

use crate::assembly::Assembly;
use crate::line::Instruction;
use crate::operand::{MemoryOperand, Operand};
use crate::rule::When;

impl When {
    /// Whether it holds for an instruction.
    pub(crate) fn holds(self, assembly: &Assembly, at: usize) -> bool {
        let Some(spot) = assembly.code.get(at) else { return false };
        let own = &spot.instruction;
        let is = |step: isize, list: &str| {
            assembly.beside(at, step).is_some_and(|other| other.instruction.is_any(list))
        };
        let from = |operand: Option<&Operand>, list: &str| {
            operand
                .and_then(Operand::register)
                .and_then(|register| assembly.writer(at, register.family()))
                .is_some_and(|(_, writer)| writer.is_any(list))
        };
        let reader = || {
            let register = own.destination().and_then(Operand::register)?;
            Some((assembly.reader(at, register.family())?.1, register.family()))
        };
        match self {
            Self::InLoop => spot.in_loop,
            Self::OutsideLoops => !spot.in_loop,
            Self::Next(list) => is(1, list),
            Self::Previous(list) => is(-1, list),
            Self::Later(list) => assembly.after(at).any(|(_, other)| other.is_any(list)),
            Self::NotLater(list) => !assembly.after(at).any(|(_, other)| other.is_any(list)),
            Self::Earlier(list) => assembly.before(at).any(|(_, other)| other.is_any(list)),
            Self::SourceFrom(list) => from(own.source(), list),
            Self::ResultFrom(list) => from(own.destination(), list),
            Self::ReadBy(list) => reader().is_some_and(|(reader, _)| reader.is_any(list)),
            Self::NotAnAddress => reader().is_some_and(|(reader, family)| {
                !reader.operands.iter().filter_map(Operand::memory).any(|m| m.mentions(family))
            }),
            Self::Between(low, high) => own
                .source()
                .and_then(Operand::number)
                .is_some_and(|number| (low..=high).contains(&number)),
            Self::At(place) => own.memory().is_some_and(|memory| memory.place() == place),
            Self::Displaced => own.memory().is_some_and(|memory| memory.displacement > 0),
            Self::BeforeJumpBack => {
                let last = assembly.after(at).last();
                last.and_then(|(i, _)| assembly.target(i)).is_some_and(|target| target <= at)
            }
            Self::Holds(condition) => condition(assembly, at),
        }
    }
}

/// Another slot of the same function lies right behind that of a load, and something is stored
/// there: a register that was spilled beside it.
pub fn neighbour_is_stored(assembly: &Assembly, at: usize) -> bool {
    let spot = &assembly.code[at];
    let Some((slot, bytes)) = spot.instruction.memory().zip(spot.instruction.access_bytes()) else {
        return false;
    };
    let is_neighbour = |memory: &MemoryOperand| {
        memory.is_beside(slot) && memory.displacement == slot.displacement.saturating_add(bytes)
    };
    let near = |range: &mut dyn Iterator<Item = usize>| {
        range
            .map_while(|i| assembly.code.get(i).filter(|s| s.function == spot.function))
            .any(|s| s.instruction.is_store() && s.instruction.memory().is_some_and(is_neighbour))
    };
    near(&mut (0..at).rev()) || near(&mut (at + 1..assembly.code.len()))
}

/// The next instruction is a load that may be done before this store: it does not use what the
/// store is made from, and neither is on the stack.
pub fn load_may_come_first(assembly: &Assembly, at: usize) -> bool {
    let Some(load) = assembly.beside(at, 1).map(|spot| &spot.instruction) else { return false };
    let store = &assembly.code[at].instruction;
    let loaded = load.destination().and_then(Operand::register);
    load.is_load()
        && load.memory() != store.memory()
        && loaded.is_some_and(|register| !store.reads(register.family()))
}

/// The next instruction is a store too, to memory that overlaps.
pub fn overlaps_next_store(assembly: &Assembly, at: usize) -> bool {
    let Some(second) = assembly.beside(at, 1).map(|spot| &spot.instruction) else { return false };
    let first = &assembly.code[at].instruction;
    let span = |store: &Instruction| {
        let bytes = store.access_bytes()?;
        let start = store.memory()?.displacement;
        Some(start..start.saturating_add(bytes))
    };
    let beside = first.memory().zip(second.memory()).is_some_and(|(a, b)| a.is_beside(b));
    let overlap = span(first)
        .zip(span(second))
        .is_some_and(|(a, b)| a != b && a.start < b.end && b.start < a.end);
    first.is_store() && second.is_store() && beside && overlap
}

/// The same memory is stored to again later, and something is loaded through a pointer in between.
pub fn looks_dead(assembly: &Assembly, at: usize) -> bool {
    let own = &assembly.code[at].instruction;
    let Some(place) = own.memory() else { return false };
    let mut loaded = false;
    for (_, other) in assembly.after(at) {
        if other.is_store() && other.memory() == Some(place) {
            return loaded && other.access_bytes() == own.access_bytes();
        }
        if other.is_call() || other.memory() == Some(place) {
            return false;
        }
        loaded |= other.is_load()
            && other.memory().is_some_and(|m| {
                matches!(
                    m.place(),
                    crate::operand::AddressKind::Pointer | crate::operand::AddressKind::Indexed
                )
            });
    }
    false
}

/// The first operand is a number that has every bit but a run of them: it clears a field.
pub fn clears_a_field(assembly: &Assembly, at: usize) -> bool {
    let own = &assembly.code[at].instruction;
    let Some(number) = own.source().and_then(Operand::number) else { return false };
    let Some(width) = own.width() else { return false };
    let field = !number & ((1 << width.bits()) - 1);
    let run = field.checked_shr(field.trailing_zeros()).unwrap_or(0);
    field != 0 && run & (run + 1) == 0
}

/// The two sources of a rotation are different: half of the width is its own inverse.
pub fn rotates_by_less_than_half(assembly: &Assembly, at: usize) -> bool {
    let own = &assembly.code[at].instruction;
    let bits = own.width().map(|width| i128::from(width.bits()));
    match own.operands.len() {
        1 => true,
        _ => own.source().and_then(Operand::number).map(|n| n * 2) != bits,
    }
}

/// The operands are two different registers.
pub fn on_two_registers(assembly: &Assembly, at: usize) -> bool {
    let own = &assembly.code[at].instruction;
    own.source() != own.destination()
}

/// Both operands are the same register.
pub fn on_one_register(assembly: &Assembly, at: usize) -> bool {
    !on_two_registers(assembly, at)
}

/// A shift by all but one bit: what is left is the sign.
pub fn leaves_the_sign(assembly: &Assembly, at: usize) -> bool {
    let own = &assembly.code[at].instruction;
    let bits = own.width().map(|width| i128::from(width.bits() - 1));
    own.source().and_then(Operand::number).is_some_and(|n| Some(n) == bits)
}

/// A shift that leaves more than the sign.
pub fn leaves_more_than_the_sign(assembly: &Assembly, at: usize) -> bool {
    !leaves_the_sign(assembly, at)
}

/// The previous instruction tests bits of a number.
pub fn after_a_test_of_bits(assembly: &Assembly, at: usize) -> bool {
    assembly
        .beside(at, -1)
        .is_some_and(|spot| spot.instruction.is_any("test?") && spot.instruction.has_form("i,rm"))
}

/// The next instruction pops another register.
pub fn pops_two(assembly: &Assembly, at: usize) -> bool {
    let own = &assembly.code[at].instruction;
    assembly
        .beside(at, 1)
        .is_some_and(|next| next.instruction.mnemonic == own.mnemonic && next.instruction != *own)
}

/// The next instruction pushes something else, and a call follows in the block.
pub fn pushes_two_arguments(assembly: &Assembly, at: usize) -> bool {
    pops_two(assembly, at)
        && assembly.beside(at, 1).is_some_and(|next| next.instruction.has_form("im"))
        && assembly.after(at).any(|(_, other)| other.is_call())
}

/// The address is a sum of registers and a number.
pub fn no_symbol(assembly: &Assembly, at: usize) -> bool {
    assembly.code[at].instruction.memory().is_some_and(|memory| memory.symbol.is_empty())
}

/// A register is extended to more of itself.
pub fn widens_in_place(assembly: &Assembly, at: usize) -> bool {
    let own = &assembly.code[at].instruction;
    let family = |operand: Option<&Operand>| Some(operand?.register()?.family());
    own.operands.is_empty() || family(own.source()) == family(own.destination())
}
