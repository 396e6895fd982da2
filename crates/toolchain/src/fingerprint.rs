//! A hash of what is loaded when an image runs: two images with equal fingerprints behave the same.
//!
//! An ELF file has more than that: symbols, the compiler's comment, where the parts of the file are.
//! None of it reaches memory. The build-id does, but it is a hash of the file that is never read.

use std::io;
use std::path::Path;

/// A hash of all of an executable that can matter when it runs. Images with equal fingerprints need
/// one run only. Of what is not ELF, every byte counts.
pub fn fingerprint(image: &Path) -> io::Result<[u8; 32]> {
    let mut bytes = std::fs::read(image)?;
    let hash = match loaded(&mut bytes) {
        Some(hash) => hash,
        // As it was: nothing is changed before all is understood.
        None => blake3::hash(&bytes),
    };
    Ok(*hash.as_bytes())
}

/// Bytes of machine code in an executable, the start-up code of the system among them. `None` of
/// what is not ELF.
pub fn code_bytes(image: &Path) -> io::Result<Option<u64>> {
    let bytes = std::fs::read(image)?;
    let segments = ElfFormat::of(&bytes).and_then(|shape| shape.segments(&bytes));
    let executable = |one: &&Segment| one.kind == PT_LOAD && one.header[0] & PF_X != 0;
    Ok(segments.map(|all| all.iter().filter(executable).map(|one| one.file_size as u64).sum()))
}

/// Kinds of program headers.
const PT_LOAD: u64 = 1;
const PT_NOTE: u64 = 4;
/// The flag of what may be executed.
const PF_X: u64 = 1;
/// The note with the build-id.
const NT_GNU_BUILD_ID: u64 = 3;

/// The places of the fields of an ELF file, which depend on its class.
struct ElfFormat {
    big_endian: bool,
    /// Bytes of an address.
    word: usize,
}

/// A program header.
struct Segment {
    kind: u64,
    offset: usize,
    file_size: usize,
    /// Its whole header but for the offset in the file, which says nothing about memory; the flags
    /// first.
    header: Vec<u64>,
}

/// The hash of what is loaded, or `None` if this is not an ELF file that is in order.
fn loaded(bytes: &mut [u8]) -> Option<blake3::Hash> {
    let shape = ElfFormat::of(bytes)?;
    let segments = shape.segments(bytes)?;
    let labels: Vec<_> = segments
        .iter()
        .filter(|segment| segment.kind == PT_NOTE)
        .filter_map(|segment| shape.build_id(bytes, segment))
        .collect();
    let mut hash = blake3::Hasher::new();
    // Class, byte order, system; then kind, machine, version, entry and flags.
    hash.update(bytes.get(..16)?);
    for (at, size) in shape.meaningful() {
        hash.update(&shape.number(bytes, at, size)?.to_le_bytes());
    }
    for label in labels {
        bytes.get_mut(label)?.fill(0);
    }
    // The first segment usually has the file's header in it, and with that the place of the
    // sections, which moves with what is not loaded.
    for (at, size) in shape.about_sections() {
        bytes.get_mut(at..at + size)?.fill(0);
    }
    for segment in &segments {
        hash.update(&segment.kind.to_le_bytes());
        for number in &segment.header {
            hash.update(&number.to_le_bytes());
        }
        if segment.kind == PT_LOAD {
            hash.update(bytes.get(segment.offset..segment.offset.checked_add(segment.file_size)?)?);
        }
    }
    Some(hash.finalize())
}

impl ElfFormat {
    fn of(bytes: &[u8]) -> Option<Self> {
        let start = bytes.get(..16)?;
        let word = match (start.starts_with(b"\x7fELF"), start[4]) {
            (true, 1) => 4,
            (true, 2) => 8,
            _ => return None,
        };
        Some(Self { big_endian: start[5] == 2, word })
    }

    fn number(&self, bytes: &[u8], at: usize, size: usize) -> Option<u64> {
        let field = bytes.get(at..at.checked_add(size)?)?;
        let fold = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        Some(if self.big_endian {
            field.iter().fold(0, fold)
        } else {
            field.iter().rev().fold(0, fold)
        })
    }

    fn index(&self, bytes: &[u8], at: usize, size: usize) -> Option<usize> {
        self.number(bytes, at, size)?.try_into().ok()
    }

    /// Fields of the file header that matter to a run: place and size.
    fn meaningful(&self) -> [(usize, usize); 5] {
        let flags = 24 + 3 * self.word;
        [(16, 2), (18, 2), (20, 4), (24, self.word), (flags, 4)]
    }

    /// Fields of the file header about sections.
    fn about_sections(&self) -> [(usize, usize); 4] {
        let sizes = 24 + 3 * self.word + 10;
        [(24 + 2 * self.word, self.word), (sizes, 2), (sizes + 2, 2), (sizes + 4, 2)]
    }

    fn segments(&self, bytes: &[u8]) -> Option<Vec<Segment>> {
        let table = self.index(bytes, 24 + self.word, self.word)?;
        let size = self.index(bytes, 24 + 3 * self.word + 6, 2)?;
        let count = self.index(bytes, 24 + 3 * self.word + 8, 2)?;
        let one = |index: usize| {
            let at = table.checked_add(index.checked_mul(size)?)?;
            // The flags stand elsewhere in the two classes; the rest has the same order.
            let (flags, first) = if self.word == 8 { (4, 8) } else { (24, 4) };
            let align = if self.word == 8 { first + 5 * 8 } else { 28 };
            let word =
                |number: usize| self.number(bytes, at + first + number * self.word, self.word);
            Some(Segment {
                kind: self.number(bytes, at, 4)?,
                offset: word(0)?.try_into().ok()?,
                file_size: word(3)?.try_into().ok()?,
                header: vec![
                    self.number(bytes, at + flags, 4)?,
                    word(1)?,
                    word(3)?,
                    word(4)?,
                    self.number(bytes, at + align, self.word)?,
                ],
            })
        };
        (0..count).map(one).collect()
    }

    /// Where the build-id is, in a segment of notes.
    fn build_id(&self, bytes: &[u8], notes: &Segment) -> Option<std::ops::Range<usize>> {
        let end = notes.offset.checked_add(notes.file_size)?;
        let mut at = notes.offset;
        while at.checked_add(12)? <= end {
            let name = self.index(bytes, at, 4)?;
            let size = self.index(bytes, at + 4, 4)?;
            let kind = self.number(bytes, at + 8, 4)?;
            let start = at.checked_add(12)?.checked_add(name.checked_next_multiple_of(4)?)?;
            let next = start.checked_add(size.checked_next_multiple_of(4)?)?;
            if kind == NT_GNU_BUILD_ID && bytes.get(at + 12..at + 16) == Some(b"GNU\0") {
                return Some(start..start.checked_add(size)?);
            }
            at = next;
        }
        None
    }
}
