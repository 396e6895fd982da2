//! Runs object files without a linker: `loader high test.o …` loads them above four gigabytes, and
//! calls their `main`; `loader low test.o …` loads them in the first two. `loader fixed test.o …` does
//! that and allows addresses of 32 bits: for compilers whose images are not made to be loaded
//! anywhere. For others a linker would refuse them, which is a finding.
//!
//! A linker takes longer for a small test program than most compilers do, and next to nothing of it
//! is about the program. What is not understood here, or is not as simple as in test programs, is
//! refused with a message that begins with `brinell loader:`; then somebody has to link.
//!
//! A program of its own, compiled by the build script of `brinell-toolchain` and embedded in it:
//! whatever a wrongly compiled program does, it does to itself.

#![no_main]
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CString, OsStr, c_char, c_int, c_void};
use std::fmt::Display;
use std::os::unix::ffi::OsStrExt;

unsafe extern "C" {
    fn mmap(
        at: *mut c_void,
        size: usize,
        access: c_int,
        flags: c_int,
        file: c_int,
        offset: i64,
    ) -> *mut c_void;
    fn mprotect(at: *mut c_void, size: usize, access: c_int) -> c_int;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn exit(status: c_int) -> !;
}

const READ: c_int = 1;
const WRITE: c_int = 2;
const EXECUTE: c_int = 4;
/// Private and anonymous memory, which the kernel puts far above four gigabytes.
const MEMORY: c_int = 0x02 | 0x20;
/// In the first two gigabytes: some code has room for such addresses only.
const LOW: c_int = 0x40;
const PAGE: usize = 4096;
/// A jump to anywhere, and a place for an address: one of each for every name from outside.
const STUB: usize = 16;
const SLOT: usize = 8;

/// What somebody else has to do.
struct Refused(String);

type Result<T> = std::result::Result<T, Refused>;

fn refuse<T>(why: impl Display) -> Result<T> {
    Err(Refused(why.to_string()))
}

#[unsafe(no_mangle)]
extern "C" fn main(count: c_int, words: *const *const c_char) -> c_int {
    // SAFETY: the C library calls this with as many strings, and a null pointer behind them.
    let words: Vec<&[u8]> = unsafe {
        (0..count as usize).map(|n| std::ffi::CStr::from_ptr(*words.add(n)).to_bytes()).collect()
    };
    let place = match words.get(1) {
        Some(&b"high") => Place::High,
        Some(&b"low") => Place::Low,
        Some(&b"fixed") => Place::Fixed,
        _ => {
            eprintln!("brinell loader: nobody says where");
            return 125;
        }
    };
    let Refused(why) = match load(words.get(2..).unwrap_or_default(), place) {
        // SAFETY: as safe as the program is; this is what the process is for.
        Ok(main) => unsafe {
            let mut words = [c"./image".as_ptr().cast_mut(), std::ptr::null_mut()];
            exit(main(1, words.as_mut_ptr()))
        },
        Err(refused) => refused,
    };
    eprintln!("brinell loader: {why}");
    125
}

/// Where a program is loaded.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Place {
    High,
    Low,
    /// Low, with addresses of 32 bits.
    Fixed,
}

type Main = extern "C" fn(c_int, *mut *mut c_char) -> c_int;

fn load(paths: &[&[u8]], place: Place) -> Result<Main> {
    let mut objects = Vec::new();
    for path in paths {
        let bytes = std::fs::read(OsStr::from_bytes(path)).or_else(refuse)?;
        objects.push(Object::read(bytes)?);
    }
    let mut image = Image::place(&mut objects, place)?;
    for object in &objects {
        for (index, section) in object.sections.iter().enumerate() {
            if section.kind == RELA
                && object.sections.get(section.info).is_some_and(Section::is_loaded)
            {
                image.relocate(object, index)?;
            }
        }
    }
    image.protect()?;
    match image.names.get(&b"main"[..]) {
        // SAFETY: a definition of `main` in code that is loaded.
        Some(found) => Ok(unsafe { std::mem::transmute::<usize, Main>(found.address) }),
        None => refuse("there is no main"),
    }
}

// The parts of an ELF file, as in the System V ABI.
const PROGBITS: u32 = 1;
const SYMTAB: u32 = 2;
const RELA: u32 = 4;
const NOBITS: u32 = 8;
const WRITABLE: u64 = 1;
const LOADED: u64 = 2;
const CODE: u64 = 4;
const THREAD_LOCAL: u64 = 0x400;
const UNDEFINED: u16 = 0;
const ABSOLUTE: u16 = 0xfff1;
const COMMON: u16 = 0xfff2;
const LOCAL: u8 = 0;
const WEAK: u8 = 2;
const NO_TYPE: u8 = 0;
const FUNCTION: u8 = 2;
const FILE: u8 = 4;

struct Object {
    bytes: Vec<u8>,
    sections: Vec<Section>,
    symbols: Vec<Symbol>,
}

struct Section {
    name: Vec<u8>,
    kind: u32,
    flags: u64,
    offset: usize,
    size: usize,
    info: usize,
    align: usize,
    /// Where it is loaded.
    address: usize,
}

struct Symbol {
    name: Vec<u8>,
    binding: u8,
    kind: u8,
    section: u16,
    value: usize,
    size: usize,
}

impl Section {
    /// Whether it is part of the program. Nobody unwinds stacks here.
    fn is_loaded(&self) -> bool {
        self.flags & LOADED != 0
            && matches!(self.kind, PROGBITS | NOBITS)
            && self.name != b".eh_frame"
    }

    fn access(&self) -> Access {
        if self.flags & CODE != 0 {
            Access::Code
        } else if self.flags & WRITABLE == 0 || self.name.starts_with(b".data.rel.ro") {
            Access::Constants
        } else {
            Access::Variables
        }
    }
}

impl Object {
    fn read(bytes: Vec<u8>) -> Result<Self> {
        // 64 bits, little-endian; an object file for x86-64.
        if !bytes.starts_with(b"\x7fELF\x02\x01") || number(&bytes, 16, 4)? != 0x003e_0001 {
            return refuse("this is no object file of this computer's");
        }
        let table = number(&bytes, 40, 8)?;
        let count = number(&bytes, 60, 2)?;
        let mut sections = Vec::new();
        for at in (0..count).map(|index| table + 64 * index) {
            // The last part of its entry: one that is cut off is not to be believed.
            number(&bytes, at + 56, 8)?;
            sections.push(Section {
                name: Vec::new(),
                kind: number(&bytes, at + 4, 4)? as u32,
                flags: number(&bytes, at + 8, 8)? as u64,
                offset: number(&bytes, at + 24, 8)?,
                size: number(&bytes, at + 32, 8)?,
                info: number(&bytes, at + 44, 4)?,
                align: number(&bytes, at + 48, 8)?.max(1),
                address: 0,
            });
        }
        let names = sections.get(number(&bytes, 62, 2)?).map(|names| names.offset);
        for (index, section) in sections.iter_mut().enumerate() {
            let name = number(&bytes, table + 64 * index, 4)?;
            section.name = text(&bytes, names.unwrap_or(0) + name)?;
            let known = section.is_loaded() || section.flags & LOADED == 0 || section.size == 0;
            // Notes say how the stack is to be protected and the like; the frames are for unwinding.
            let idle = section.name.starts_with(b".note") || section.name == b".eh_frame";
            if !(known || idle) || section.flags & THREAD_LOCAL != 0 {
                return refuse(format_args!("section {}", String::from_utf8_lossy(&section.name)));
            }
        }
        let mut symbols = Vec::new();
        if let Some(index) = sections.iter().position(|section| section.kind == SYMTAB) {
            let (offset, size) = (sections[index].offset, sections[index].size);
            let link = number(&bytes, table + 64 * index + 40, 4)?;
            let names = sections.get(link).map_or(0, |names| names.offset);
            for at in (0..size / 24).map(|index| offset + 24 * index) {
                let info = number(&bytes, at + 4, 1)? as u8;
                symbols.push(Symbol {
                    name: text(&bytes, names + number(&bytes, at, 4)?)?,
                    binding: info >> 4,
                    kind: info & 15,
                    section: number(&bytes, at + 6, 2)? as u16,
                    value: number(&bytes, at + 8, 8)?,
                    size: number(&bytes, at + 16, 8)?,
                });
            }
        }
        Ok(Self { bytes, sections, symbols })
    }
}

fn number(bytes: &[u8], at: usize, size: usize) -> Result<usize> {
    match at.checked_add(size).and_then(|end| bytes.get(at..end)) {
        Some(field) => {
            Ok(field.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
        }
        None => refuse("the object file is cut off"),
    }
}

fn text(bytes: &[u8], at: usize) -> Result<Vec<u8>> {
    let rest = bytes.get(at..).unwrap_or_default();
    match rest.iter().position(|byte| *byte == 0) {
        Some(end) => Ok(rest[..end].to_vec()),
        None => refuse("the object file is cut off"),
    }
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum Access {
    Code,
    Constants,
    Variables,
}

/// What programs have in memory, part by part.
const PARTS: [(Access, c_int); 3] =
    [(Access::Code, READ | EXECUTE), (Access::Constants, READ), (Access::Variables, READ | WRITE)];

/// The program in memory.
struct Image {
    /// What names mean that are known in all objects.
    names: HashMap<Vec<u8>, Definition>,
    /// What was found outside: the number of its stub and slot.
    outside: HashMap<Vec<u8>, usize>,
    parts: Vec<(usize, usize, c_int)>,
    stubs: usize,
    slots: usize,
    /// Slots for addresses that are known, one for each that is asked for.
    own_slots: HashMap<usize, usize>,
    own_slots_at: usize,
    room: usize,
    /// Whether addresses may have 32 bits.
    fixed: bool,
}

#[derive(Copy, Clone)]
struct Definition {
    address: usize,
    weak: bool,
}

impl Image {
    /// Finds a place for everything and copies it there.
    fn place(objects: &mut [Object], place: Place) -> Result<Self> {
        let shared = commons(objects);
        let names: usize = objects.iter().map(|object| object.symbols.len()).sum();
        let mut size: usize = 0;
        let mut parts = Vec::new();
        let mut common_places = HashMap::new();
        let (mut stubs, mut slots, mut own_slots_at) = (0, 0, 0);
        for (access, rights) in PARTS {
            let start = size;
            for object in &mut *objects {
                for section in
                    object.sections.iter_mut().filter(|s| s.is_loaded() && s.access() == access)
                {
                    if section.align > PAGE || !section.align.is_power_of_two() {
                        return refuse("a section is aligned to more than a page");
                    }
                    size = size.next_multiple_of(section.align);
                    section.address = size;
                    size += section.size;
                }
            }
            match access {
                Access::Code => {
                    stubs = size.next_multiple_of(STUB);
                    size = stubs + names * STUB;
                }
                Access::Constants => {
                    slots = size.next_multiple_of(SLOT);
                    own_slots_at = slots + names * SLOT;
                    size = own_slots_at + names * SLOT;
                }
                Access::Variables => {
                    for (name, (common, align)) in &shared {
                        size = size.next_multiple_of(*align);
                        common_places.insert(name.clone(), size);
                        size += common;
                    }
                }
            }
            size = size.next_multiple_of(PAGE);
            parts.push((start, size - start, rights));
        }
        let flags = if place == Place::High { MEMORY } else { MEMORY | LOW };
        // SAFETY: a new mapping.
        let base = unsafe { mmap(std::ptr::null_mut(), size.max(PAGE), READ | WRITE, flags, -1, 0) }
            as usize;
        if base == usize::MAX || (place == Place::High) != (u32::try_from(base).is_err()) {
            return refuse("no memory there");
        }
        for object in &mut *objects {
            for section in object.sections.iter_mut().filter(|section| section.is_loaded()) {
                section.address += base;
                if section.kind == NOBITS {
                    continue;
                }
                let Some(bytes) = object.bytes.get(section.offset..section.offset + section.size)
                else {
                    return refuse("the object file is cut off");
                };
                // SAFETY: the mapping has room for all sections, and this is the place of this one.
                unsafe {
                    std::ptr::copy_nonoverlapping(
                        bytes.as_ptr(),
                        section.address as *mut u8,
                        bytes.len(),
                    );
                };
            }
        }
        let mut image = Self {
            names: HashMap::new(),
            outside: HashMap::new(),
            parts: parts
                .into_iter()
                .map(|(start, size, rights)| (base + start, size, rights))
                .collect(),
            stubs: base + stubs,
            slots: base + slots,
            own_slots: HashMap::new(),
            own_slots_at: base + own_slots_at,
            room: names,
            fixed: place == Place::Fixed,
        };
        image.define(objects)?;
        for (name, place) in common_places {
            image.names.entry(name).or_insert(Definition { address: base + place, weak: true });
        }
        Ok(image)
    }

    fn define(&mut self, objects: &[Object]) -> Result<()> {
        for object in objects {
            for symbol in &object.symbols {
                if symbol.binding == LOCAL || matches!(symbol.section, UNDEFINED | COMMON) {
                    continue;
                }
                let weak = symbol.binding == WEAK;
                let address = object.address(symbol)?;
                match self.names.get(&symbol.name) {
                    Some(other) if !other.weak && !weak => {
                        return refuse("a name is defined twice");
                    }
                    Some(_) if weak => {}
                    _ => {
                        self.names.insert(symbol.name.clone(), Definition { address, weak });
                    }
                }
            }
        }
        Ok(())
    }

    /// Fills in addresses where a section has them.
    fn relocate(&mut self, object: &Object, index: usize) -> Result<()> {
        let section = &object.sections[index];
        let target = &object.sections[section.info];
        for at in (0..section.size / 24).map(|index| section.offset + 24 * index) {
            let offset = number(&object.bytes, at, 8)?;
            let kind = number(&object.bytes, at + 8, 4)?;
            let symbol = number(&object.bytes, at + 12, 4)?;
            let addend = number(&object.bytes, at + 16, 8)?;
            let Some(symbol) = object.symbols.get(symbol) else {
                return refuse("a symbol is missing");
            };
            let place = target.address + offset;
            let direct = Relocation::of(kind)?;
            if !self.fixed && matches!(direct, Relocation::Unsigned | Relocation::Signed) {
                return refuse("an address of 32 bits");
            }
            if offset.checked_add(direct.size()).is_none_or(|end| end > target.size) {
                return refuse("an address outside of its section");
            }
            let called = offset > 0
                && target.kind == PROGBITS
                && matches!(object.bytes.get(target.offset + offset - 1), Some(0xe8 | 0xe9));
            let meant = self.meant(object, symbol, direct, called)?;
            let value = meant.wrapping_add(addend);
            direct.write(place, value)?;
        }
        Ok(())
    }

    /// The address that a relocation means.
    fn meant(
        &mut self,
        object: &Object,
        symbol: &Symbol,
        how: Relocation,
        called: bool,
    ) -> Result<usize> {
        let own = if symbol.binding == LOCAL {
            Some(object.address(symbol)?)
        } else {
            self.names.get(&symbol.name).map(|found| found.address)
        };
        if let Some(address) = own {
            return if how == Relocation::Slot { self.own_slot(address) } else { Ok(address) };
        }
        if !matches!(symbol.kind, NO_TYPE | FUNCTION) {
            return refuse(format_args!("outside: {}", String::from_utf8_lossy(&symbol.name)));
        }
        let number = self.find_outside(&symbol.name)?;
        let (stub, slot) = (self.stubs + number * STUB, self.slots + number * SLOT);
        match how {
            Relocation::Slot => Ok(slot),
            Relocation::Call => Ok(stub),
            Relocation::Near if called => Ok(stub),
            // SAFETY: a slot that was written.
            Relocation::Whole => Ok(unsafe { (slot as *const usize).read() }),
            // Data of the C library, or the address of a function: a linker's business.
            _ => refuse(format_args!("outside: {}", String::from_utf8_lossy(&symbol.name))),
        }
    }

    /// A slot with an address of ours.
    fn own_slot(&mut self, address: usize) -> Result<usize> {
        let next = self.own_slots.len();
        let number = *self.own_slots.entry(address).or_insert(next);
        if number >= self.room {
            return refuse("too many slots");
        }
        let slot = self.own_slots_at + number * SLOT;
        // SAFETY: the table of slots has that many.
        unsafe { (slot as *mut usize).write(address) };
        Ok(slot)
    }

    /// Finds something of the C library; the number of its stub and slot.
    fn find_outside(&mut self, name: &[u8]) -> Result<usize> {
        if let Some(&number) = self.outside.get(name) {
            return Ok(number);
        }
        let words = CString::new(name).or_else(refuse)?;
        // SAFETY: a name; the handle says: wherever it is.
        let address = unsafe { dlsym(std::ptr::null_mut(), words.as_ptr()) } as usize;
        let number = self.outside.len();
        if address == 0 || number >= self.room {
            return refuse(format_args!("nobody has {}", words.to_string_lossy()));
        }
        // jmp *2(%rip), and the address behind it.
        let mut stub = [0xff, 0x25, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        stub[8..].copy_from_slice(&address.to_le_bytes());
        // SAFETY: the tables have room for a stub and a slot of every symbol.
        unsafe {
            ((self.stubs + number * STUB) as *mut [u8; STUB]).write(stub);
            ((self.slots + number * SLOT) as *mut usize).write(address);
        }
        self.outside.insert(name.to_vec(), number);
        Ok(number)
    }

    fn protect(&self) -> Result<()> {
        for &(start, size, rights) in &self.parts {
            // SAFETY: a part of our mapping, which nobody looks at but the program.
            if size > 0 && unsafe { mprotect(start as *mut c_void, size, rights) } != 0 {
                return refuse("memory cannot be protected");
            }
        }
        Ok(())
    }
}

impl Object {
    fn address(&self, symbol: &Symbol) -> Result<usize> {
        match (symbol.section, self.sections.get(usize::from(symbol.section))) {
            (ABSOLUTE, _) if symbol.kind != FILE => Ok(symbol.value),
            (1.., Some(section)) if section.is_loaded() => Ok(section.address + symbol.value),
            _ => refuse(format_args!("symbol {}", String::from_utf8_lossy(&symbol.name))),
        }
    }
}

/// Variables that several objects may share: the largest of each name, with its alignment.
fn commons(objects: &[Object]) -> Vec<(Vec<u8>, (usize, usize))> {
    let mut all: HashMap<Vec<u8>, (usize, usize)> = HashMap::new();
    for symbol in objects.iter().flat_map(|object| &object.symbols) {
        if symbol.section == COMMON && symbol.value.is_power_of_two() {
            let (size, align) = all.entry(symbol.name.clone()).or_insert((0, 1));
            *size = symbol.size.max(*size);
            *align = symbol.value.max(*align);
        }
    }
    let mut sorted: Vec<_> = all.into_iter().collect();
    sorted.sort();
    sorted
}

/// What is written where.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Relocation {
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

impl Relocation {
    fn of(kind: usize) -> Result<Self> {
        Ok(match kind {
            1 => Self::Whole,
            2 => Self::Near,
            4 => Self::Call,
            10 => Self::Unsigned,
            11 => Self::Signed,
            9 | 41 | 42 => Self::Slot,
            _ => return refuse(format_args!("relocation {kind}")),
        })
    }

    fn size(self) -> usize {
        if self == Self::Whole { 8 } else { 4 }
    }

    fn write(self, place: usize, value: usize) -> Result<()> {
        let distance = value.wrapping_sub(place) as i64;
        let fits = match self {
            Self::Whole => true,
            Self::Unsigned => u32::try_from(value).is_ok(),
            Self::Signed => i32::try_from(value as i64).is_ok(),
            Self::Near | Self::Call | Self::Slot => i32::try_from(distance).is_ok(),
        };
        if !fits {
            return refuse("an address is too far away");
        }
        // SAFETY: it was checked that the place is inside of its section, which is not protected yet.
        unsafe {
            match self {
                Self::Whole => (place as *mut usize).write_unaligned(value),
                Self::Unsigned | Self::Signed => (place as *mut u32).write_unaligned(value as u32),
                Self::Near | Self::Call | Self::Slot => {
                    (place as *mut i32).write_unaligned(distance as i32);
                }
            }
        }
        Ok(())
    }
}
