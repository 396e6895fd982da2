//! Object files laid out in memory as a linker would do it, as far as test programs need that.
//!
//! Everything is decided here: where each section is, what each relocation writes. The result is a
//! [plan](link) for `helpers/loader.rs`, which only copies it, looks up names of the C library, and
//! jumps. An object that is not understood, or not as simple as those of test programs, is refused;
//! then a linker has to do it.

use object::elf;
use object::read::elf::{ElfFile64, FileHeader as _, SectionHeader as _, Sym as _};
use object::{
    LittleEndian, Object as _, ObjectSection as _, ObjectSymbol as _, RelocationFlags,
    RelocationTarget, SymbolIndex,
};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;

/// How a plan begins.
const MAGIC: &[u8; 8] = b"brinell1";
/// Where programs are loaded. Nothing else is there: the loader itself, its libraries, stack and heap
/// are higher, at addresses that are not random.
const LOW: u64 = 0x1000_0000;
const HIGH: u64 = 0x4555_5555_0000;
/// More memory than any test program has.
const MOST: u64 = 256 << 20;
const PAGE: u64 = 4096;
/// A jump to anywhere, and a place for an address: one of each for every name from outside.
const STUB: u64 = 16;
const SLOT: u64 = 8;
/// `jmp *2(%rip)`, two bytes, and the address behind them.
const JUMP: [u8; 8] = [0xff, 0x25, 2, 0, 0, 0, 0, 0];

/// Rights of memory, as of `mmap`.
const READ: u64 = 1;
const WRITE: u64 = 2;
const EXECUTE: u64 = 4;

/// Where a program is to be loaded.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum LoadAddress {
    /// Above four gigabytes.
    High,
    /// In the first two gigabytes.
    Low,
    /// There, with addresses of 32 bits: for images that are not made to be loaded anywhere.
    Fixed,
}

/// What the linker has to do, and why.
#[derive(Debug)]
pub struct LinkRefused(pub String);

type Result<T> = std::result::Result<T, LinkRefused>;

fn refuse<T>(why: impl Display) -> Result<T> {
    Err(LinkRefused(why.to_string()))
}

impl From<object::Error> for LinkRefused {
    fn from(error: object::Error) -> Self {
        Self(error.to_string())
    }
}

/// The plan of a program: numbers of 64 bits, little-endian. The place and size of its memory and the
/// address of `main`; then lists, each after its length: parts of the memory (address, size, rights),
/// names to look up (bytes), places that get the address of a name (address, number of the name, what
/// is added), and what is in the memory from its start.
pub fn link(objects: &[Vec<u8>], place: LoadAddress) -> Result<Vec<u8>> {
    let mut read = Vec::new();
    for bytes in objects {
        read.push(InputObject::read(bytes)?);
    }
    let mut image = Image::lay_out(&mut read, place)?;
    for object in &read {
        for (&index, section) in &object.sections {
            image.relocate(object, index, section)?;
        }
    }
    let Some(main) = image.names.get(&b"main"[..]).map(|found| found.address) else {
        return refuse("there is no main");
    };
    Ok(image.plan(main))
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum SectionAccess {
    Code,
    Constants,
    Variables,
}

/// What programs have in memory, part by part.
const PARTS: [(SectionAccess, u64); 3] = [
    (SectionAccess::Code, READ | EXECUTE),
    (SectionAccess::Constants, READ),
    (SectionAccess::Variables, READ | WRITE),
];

type ElfObject<'d> = ElfFile64<'d, LittleEndian>;

struct InputObject<'d> {
    file: ElfObject<'d>,
    /// Those that are part of the program, by their numbers.
    sections: BTreeMap<usize, Section<'d>>,
}

struct Section<'d> {
    /// Nothing for variables that begin as zero.
    bytes: &'d [u8],
    size: u64,
    align: u64,
    access: SectionAccess,
    address: u64,
}

/// A symbol of an object.
struct Symbol<'d> {
    name: &'d [u8],
    binding: u8,
    kind: u8,
    section: u16,
    value: u64,
    size: u64,
}

impl<'d> Symbol<'d> {
    fn of(file: &ElfObject<'d>, index: SymbolIndex) -> Result<Self> {
        let symbol = file.symbol_by_index(index)?;
        let raw = symbol.elf_symbol();
        Ok(Self {
            name: symbol.name_bytes()?,
            binding: raw.st_bind(),
            kind: raw.st_type(),
            section: raw.st_shndx(LittleEndian),
            value: raw.st_value(LittleEndian),
            size: raw.st_size(LittleEndian),
        })
    }

    fn words(&self) -> String {
        String::from_utf8_lossy(self.name).into_owned()
    }
}

impl<'d> InputObject<'d> {
    fn read(bytes: &'d [u8]) -> Result<Self> {
        let file = ElfObject::parse(bytes)?;
        let header = file.elf_header();
        if header.e_type(LittleEndian) != elf::ET_REL
            || header.e_machine(LittleEndian) != elf::EM_X86_64
        {
            return refuse("this is no object file of this computer's");
        }
        let mut sections = BTreeMap::new();
        for section in file.sections() {
            let header = section.elf_section_header();
            let flags = header.sh_flags(LittleEndian);
            let kind = header.sh_type(LittleEndian);
            let has = |flag: u32| flags & u64::from(flag) != 0;
            let name = section.name_bytes()?;
            // Notes describe stack protection and the like; stacks are not unwound here.
            let idle = name.starts_with(b".note") || name == b".eh_frame";
            let known = matches!(kind, elf::SHT_PROGBITS | elf::SHT_NOBITS);
            if has(elf::SHF_TLS) || (has(elf::SHF_ALLOC) && section.size() > 0 && !known && !idle) {
                return refuse(format_args!("section {}", String::from_utf8_lossy(name)));
            }
            if !has(elf::SHF_ALLOC) || !known || name == b".eh_frame" {
                continue;
            }
            let access = if has(elf::SHF_EXECINSTR) {
                SectionAccess::Code
            } else if !has(elf::SHF_WRITE) || name.starts_with(b".data.rel.ro") {
                SectionAccess::Constants
            } else {
                SectionAccess::Variables
            };
            let bytes = if kind == elf::SHT_NOBITS { &[] } else { section.data()? };
            let align = section.align().max(1);
            if align > PAGE || !align.is_power_of_two() {
                return refuse("a section is aligned to more than a page");
            }
            if section.size() > MOST
                || (kind != elf::SHT_NOBITS && section.size() != bytes.len() as u64)
            {
                return refuse("a section is too large");
            }
            let loaded = Section { bytes, size: section.size(), align, access, address: 0 };
            sections.insert(section.index().0, loaded);
        }
        Ok(Self { file, sections })
    }

    fn symbols(&self) -> impl Iterator<Item = Result<Symbol<'d>>> + '_ {
        self.file.symbols().map(|symbol| Symbol::of(&self.file, symbol.index()))
    }

    fn address(&self, symbol: &Symbol<'_>) -> Result<u64> {
        match (symbol.section, self.sections.get(&usize::from(symbol.section))) {
            (elf::SHN_ABS, _) if symbol.kind != elf::STT_FILE => Ok(symbol.value),
            (1.., Some(section)) => Ok(section.address.wrapping_add(symbol.value)),
            _ => refuse(format_args!("symbol {}", symbol.words())),
        }
    }
}

#[derive(Copy, Clone)]
struct SymbolDefinition {
    address: u64,
    weak: bool,
}

/// A place that gets the address of a name from outside.
struct Fixup {
    place: u64,
    name: usize,
    addend: u64,
}

/// The program in memory.
struct Image {
    base: u64,
    size: u64,
    /// What is in the memory; zeros follow.
    memory: Vec<u8>,
    /// What names mean that are known in all objects.
    names: HashMap<Vec<u8>, SymbolDefinition>,
    /// Names from outside, each with the number of its stub and slot.
    outside: HashMap<Vec<u8>, usize>,
    /// The same in the order of their numbers.
    wanted: Vec<Vec<u8>>,
    fixups: Vec<Fixup>,
    parts: Vec<(u64, u64, u64)>,
    stubs: u64,
    slots: u64,
    /// Slots for addresses that are known, one for each that is asked for.
    own_slots: HashMap<u64, u64>,
    own_slots_at: u64,
    /// How many there can be of each.
    room: u64,
    /// Whether addresses may have 32 bits.
    fixed: bool,
}

impl Image {
    /// Finds a place for everything and copies it there.
    fn lay_out(objects: &mut [InputObject<'_>], place: LoadAddress) -> Result<Self> {
        let shared = commons(objects)?;
        let room: u64 = objects.iter().map(|object| object.file.symbols().count() as u64).sum();
        let base = if place == LoadAddress::High { HIGH } else { LOW };
        let mut at = base;
        let mut parts = Vec::new();
        let mut common_places = Vec::new();
        let (mut stubs, mut slots, mut own_slots_at, mut filled) = (0, 0, 0, base);
        for (access, rights) in PARTS {
            let start = at;
            // What begins as zero comes last, and need not be written down.
            for zero in [false, true] {
                for object in &mut *objects {
                    for section in object.sections.values_mut() {
                        if section.access == access && section.bytes.is_empty() == zero {
                            at = at.next_multiple_of(section.align);
                            section.address = at;
                            at += section.size;
                        }
                    }
                }
                if !zero {
                    filled = at;
                }
            }
            match access {
                SectionAccess::Code => {
                    stubs = at.next_multiple_of(STUB);
                    at = stubs + room * STUB;
                }
                SectionAccess::Constants => {
                    slots = at.next_multiple_of(SLOT);
                    own_slots_at = slots + room * SLOT;
                    at = own_slots_at + room * SLOT;
                }
                SectionAccess::Variables => {
                    for (name, (size, align)) in &shared {
                        at = at.next_multiple_of(*align);
                        common_places.push((name.clone(), at));
                        at += size;
                    }
                }
            }
            at = at.next_multiple_of(PAGE);
            parts.push((start, at - start, rights));
        }
        let size = (at - base).max(PAGE);
        if size > MOST {
            return refuse("the program is too large");
        }
        let mut memory = vec![0; (filled - base) as usize];
        for section in objects.iter().flat_map(|object| object.sections.values()) {
            let start = (section.address - base) as usize;
            if let Some(room) = memory.get_mut(start..start + section.bytes.len()) {
                room.copy_from_slice(section.bytes);
            }
        }
        let mut image = Self {
            base,
            size,
            memory,
            names: HashMap::new(),
            outside: HashMap::new(),
            wanted: Vec::new(),
            fixups: Vec::new(),
            parts,
            stubs,
            slots,
            own_slots: HashMap::new(),
            own_slots_at,
            room,
            fixed: place == LoadAddress::Fixed,
        };
        image.define(objects)?;
        for (name, address) in common_places {
            image.names.entry(name).or_insert(SymbolDefinition { address, weak: true });
        }
        Ok(image)
    }

    fn define(&mut self, objects: &[InputObject<'_>]) -> Result<()> {
        for object in objects {
            for symbol in object.symbols() {
                let symbol = symbol?;
                let undefined = matches!(symbol.section, elf::SHN_UNDEF | elf::SHN_COMMON);
                if symbol.binding == elf::STB_LOCAL || undefined {
                    continue;
                }
                let weak = symbol.binding == elf::STB_WEAK;
                let address = object.address(&symbol)?;
                match self.names.get(symbol.name) {
                    Some(other) if !other.weak && !weak => {
                        return refuse("a name is defined twice");
                    }
                    Some(_) if weak => {}
                    _ => {
                        self.names.insert(symbol.name.to_vec(), SymbolDefinition { address, weak });
                    }
                }
            }
        }
        Ok(())
    }

    /// Fills in addresses where a section has them.
    fn relocate(
        &mut self,
        object: &InputObject<'_>,
        index: usize,
        section: &Section<'_>,
    ) -> Result<()> {
        for (offset, relocation) in
            object.file.section_by_index(object::SectionIndex(index))?.relocations()
        {
            let RelocationFlags::Elf { r_type } = relocation.flags() else {
                return refuse("a relocation of another kind");
            };
            let RelocationTarget::Symbol(symbol) = relocation.target() else {
                return refuse("a symbol is missing");
            };
            if relocation.has_implicit_addend() {
                return refuse("a relocation without what is added");
            }
            let symbol = Symbol::of(&object.file, symbol)?;
            let how = How::of(r_type)?;
            if !self.fixed && matches!(how, How::Unsigned | How::Signed) {
                return refuse("an address of 32 bits");
            }
            let inside = |end: u64| end <= section.bytes.len() as u64;
            if !offset.checked_add(how.size()).is_some_and(inside) {
                return refuse("an address outside of its section");
            }
            let before = offset.checked_sub(1).and_then(|at| section.bytes.get(at as usize));
            let called = matches!(before, Some(0xe8 | 0xe9));
            let place = section.address + offset;
            let addend = relocation.addend() as u64;
            match self.meant(object, &symbol, how, called)? {
                Meant::Address(address) => self.write(how, place, address.wrapping_add(addend))?,
                Meant::Outside(name) => self.fixups.push(Fixup { place, name, addend }),
            }
        }
        Ok(())
    }

    /// What a relocation means.
    fn meant(
        &mut self,
        object: &InputObject<'_>,
        symbol: &Symbol<'_>,
        how: How,
        called: bool,
    ) -> Result<Meant> {
        let own = if symbol.binding == elf::STB_LOCAL {
            Some(object.address(symbol)?)
        } else {
            self.names.get(symbol.name).map(|found| found.address)
        };
        if let Some(address) = own {
            let address = if how == How::Slot { self.own_slot(address)? } else { address };
            return Ok(Meant::Address(address));
        }
        if !matches!(symbol.kind, elf::STT_NOTYPE | elf::STT_FUNC) {
            return refuse(format_args!("outside: {}", symbol.words()));
        }
        let number = self.find_outside(symbol.name)?;
        let (stub, slot) = (self.stub(number), self.slot(number));
        match how {
            How::Slot => Ok(Meant::Address(slot)),
            How::Call => Ok(Meant::Address(stub)),
            How::Near if called => Ok(Meant::Address(stub)),
            How::Whole => Ok(Meant::Outside(number)),
            // Data of the C library, or the address of a function: a linker's business.
            _ => refuse(format_args!("outside: {}", symbol.words())),
        }
    }

    fn stub(&self, number: usize) -> u64 {
        self.stubs + number as u64 * STUB
    }

    fn slot(&self, number: usize) -> u64 {
        self.slots + number as u64 * SLOT
    }

    /// A slot with an address of ours.
    fn own_slot(&mut self, address: u64) -> Result<u64> {
        let next = self.own_slots.len() as u64;
        let number = *self.own_slots.entry(address).or_insert(next);
        if number >= self.room {
            return refuse("too many slots");
        }
        let slot = self.own_slots_at + number * SLOT;
        self.put(slot, &address.to_le_bytes())?;
        Ok(slot)
    }

    /// Something of the C library: the number of its stub and slot.
    fn find_outside(&mut self, name: &[u8]) -> Result<usize> {
        if let Some(&number) = self.outside.get(name) {
            return Ok(number);
        }
        let number = self.outside.len();
        if number as u64 >= self.room {
            return refuse("too many names");
        }
        let (stub, slot) = (self.stub(number), self.slot(number));
        self.put(stub, &JUMP)?;
        for place in [stub + JUMP.len() as u64, slot] {
            self.fixups.push(Fixup { place, name: number, addend: 0 });
        }
        self.outside.insert(name.to_vec(), number);
        self.wanted.push(name.to_vec());
        Ok(number)
    }

    fn write(&mut self, how: How, place: u64, value: u64) -> Result<()> {
        let distance = value.wrapping_sub(place);
        let fits = match how {
            How::Whole => true,
            How::Unsigned => u32::try_from(value).is_ok(),
            How::Signed => i32::try_from(value as i64).is_ok(),
            How::Near | How::Call | How::Slot => i32::try_from(distance as i64).is_ok(),
        };
        if !fits {
            return refuse("an address is too far away");
        }
        match how {
            How::Whole => self.put(place, &value.to_le_bytes()),
            How::Unsigned | How::Signed => self.put(place, &(value as u32).to_le_bytes()),
            How::Near | How::Call | How::Slot => self.put(place, &(distance as u32).to_le_bytes()),
        }
    }

    /// Writes bytes into the memory.
    fn put(&mut self, place: u64, bytes: &[u8]) -> Result<()> {
        let start = place.wrapping_sub(self.base) as usize;
        let end = start.checked_add(bytes.len());
        match end.and_then(|end| self.memory.get_mut(start..end)) {
            Some(room) => {
                room.copy_from_slice(bytes);
                Ok(())
            }
            None => refuse("an address outside of the program"),
        }
    }

    fn plan(self, main: u64) -> Vec<u8> {
        let mut plan = MAGIC.to_vec();
        let numbers = |plan: &mut Vec<u8>, values: &[u64]| {
            plan.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        };
        numbers(&mut plan, &[self.base, self.size, main, self.parts.len() as u64]);
        for (start, size, rights) in self.parts {
            numbers(&mut plan, &[start, size, rights]);
        }
        numbers(&mut plan, &[self.wanted.len() as u64]);
        for name in self.wanted {
            numbers(&mut plan, &[name.len() as u64]);
            plan.extend(name);
        }
        numbers(&mut plan, &[self.fixups.len() as u64]);
        for Fixup { place, name, addend } in self.fixups {
            numbers(&mut plan, &[place, name as u64, addend]);
        }
        numbers(&mut plan, &[self.memory.len() as u64]);
        plan.extend(self.memory);
        plan
    }
}

/// What a relocation means.
enum Meant {
    Address(u64),
    /// The address of a name from outside, by its number.
    Outside(usize),
}

/// Variables that several objects may share: the largest of each name, with its alignment.
fn commons(objects: &[InputObject<'_>]) -> Result<BTreeMap<Vec<u8>, (u64, u64)>> {
    let mut all: BTreeMap<Vec<u8>, (u64, u64)> = BTreeMap::new();
    for symbol in objects.iter().flat_map(InputObject::symbols) {
        let symbol = symbol?;
        if symbol.section == elf::SHN_COMMON && symbol.value.is_power_of_two() {
            if symbol.value > PAGE || symbol.size > MOST {
                return refuse("a common variable is too large");
            }
            let (size, align) = all.entry(symbol.name.to_vec()).or_insert((0, 1));
            *size = symbol.size.max(*size);
            *align = symbol.value.max(*align);
        }
    }
    Ok(all)
}

/// What is written where.
#[derive(Copy, Clone, Eq, PartialEq)]
enum How {
    /// An address of 64 bits.
    Whole,
    /// An address of 32 bits, with or without a sign.
    Unsigned,
    Signed,
    /// The distance to something near.
    Near,
    /// The distance to a function, or to a jump to it.
    Call,
    /// The distance to a slot with the address.
    Slot,
}

impl How {
    fn of(kind: u32) -> Result<Self> {
        Ok(match kind {
            elf::R_X86_64_64 => Self::Whole,
            elf::R_X86_64_PC32 => Self::Near,
            elf::R_X86_64_PLT32 => Self::Call,
            elf::R_X86_64_32 => Self::Unsigned,
            elf::R_X86_64_32S => Self::Signed,
            elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX => {
                Self::Slot
            }
            _ => return refuse(format_args!("relocation {kind}")),
        })
    }

    fn size(self) -> u64 {
        if self == Self::Whole { 8 } else { 4 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use brinell_toolchain::Command;

    const TEXT: &str = "int printf(const char *, ...); static int zeros[99], *p = zeros + 3; int q;
        static int (*const print)(const char *, ...) = printf; extern int other;
        int main(void) { *p = q; return print(\"%d\\n\", zeros[3]) + printf(\"\") + other; }";

    fn objects() -> Vec<Vec<u8>> {
        let dir = tempfile::tempdir().unwrap();
        let compile = |text: &str| {
            std::fs::write(dir.path().join("a.c"), text).unwrap();
            let gcc = Command::new("gcc").args(["-O1", "-fPIE", "-c", "a.c"]).dir(dir.path());
            assert!(gcc.run().unwrap().end.success());
            std::fs::read(dir.path().join("a.o")).unwrap()
        };
        vec![compile(TEXT), compile("int other = 3;")]
    }

    #[test]
    fn programs_are_where_they_are_wanted() {
        let objects = objects();
        for (place, base) in
            [(LoadAddress::High, HIGH), (LoadAddress::Low, LOW), (LoadAddress::Fixed, LOW)]
        {
            let plan = link(&objects, place).unwrap();
            assert_eq!((&plan[..8], &plan[8..16]), (&MAGIC[..], &base.to_le_bytes()[..]));
        }
        let refusal = |objects: &[Vec<u8>]| link(objects, LoadAddress::High).unwrap_err().0;
        assert_eq!(refusal(&objects[1..]), "there is no main");
        assert_eq!(refusal(&[&objects[..], &objects[1..]].concat()), "a name is defined twice");
    }

    #[test]
    fn no_object_makes_it_panic() {
        let whole = objects().swap_remove(0);
        let mut noise: u32 = 1;
        let mut next = |below: usize| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 8) as usize % below
        };
        for _ in 0..20_000 {
            let mut bytes = whole.clone();
            for _ in 0..=next(4) {
                let at = next(bytes.len());
                bytes[at] = [0, 0xff, next(256) as u8][next(3)];
            }
            for place in [LoadAddress::High, LoadAddress::Fixed] {
                let _ = link(&[bytes.clone()], place);
            }
        }
    }
}
