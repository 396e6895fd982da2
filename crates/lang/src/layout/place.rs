//! Where the fields of one record go.
//!
//! Everything is counted in bits, as gcc does, since the alignment of a bit-field may be one bit.
//! Three things lower or raise the alignment of a field: `packed` (on the field or the record)
//! makes it a byte, `aligned` on the field raises it again, and `#pragma pack` caps the result.

use super::{BitRange, FieldLayout, MAX_SIZE, Memo, RecordLayout};
use crate::target::BitFieldRule;
use crate::types::{Field, Record, RecordKind, Type};

/// Lays out a record whose inner records are known to `memo`.
pub(super) fn record(memo: &Memo<'_>, record: &Record) -> Option<RecordLayout> {
    let fields = record.fields.as_ref()?;
    let mut walk = RecordPlacement {
        record,
        at: 0,
        end: 0,
        align: 8,
        run: None,
        spare: 0,
        placed: Vec::new(),
    };
    for (index, field) in fields.iter().enumerate() {
        let shape = FieldShape::of(memo, record, field)?;
        if record.kind == RecordKind::Union {
            (walk.at, walk.run, walk.spare) = (0, None, 0);
        }
        let is_last = index + 1 == fields.len();
        let start = match memo.target.bit_fields {
            BitFieldRule::SystemV => walk.place_system_v(&shape),
            BitFieldRule::Continuous => walk.place_continuous(&shape),
            BitFieldRule::Microsoft => walk.place_microsoft(&shape, is_last),
        };
        let bits = field.bits.map(|width| BitRange { start, width });
        walk.placed.push(FieldLayout { offset: start / 8, bits });
        walk.end = walk.end.max(walk.at);
        if walk.end / 8 > MAX_SIZE {
            return None;
        }
    }
    walk.finish()
}

/// What placing a field depends on. Sizes and alignments are in bits.
struct FieldShape {
    /// The width, for bit-fields.
    bits: Option<u64>,
    /// The size of the declared type; 0 for a flexible array member.
    type_size: u64,
    /// The alignment of the declared type.
    type_align: u64,
    packed: bool,
    /// The `aligned` attribute.
    explicit: Option<u64>,
    /// `#pragma pack`.
    cap: Option<u64>,
    named: bool,
}

impl FieldShape {
    fn of(memo: &Memo<'_>, record: &Record, field: &Field) -> Option<Self> {
        let (size, align) = match *memo.types.get(field.ty.ty) {
            // A flexible array member occupies nothing.
            Type::Array { elem, len: None } => (0, memo.known_size_align(elem.ty)?.1),
            _ => memo.known_size_align(field.ty.ty)?,
        };
        Some(Self {
            bits: field.bits.map(u64::from),
            type_size: size * 8,
            type_align: u64::from(align) * 8,
            packed: record.packed || field.packed,
            explicit: field.align.map(|align| u64::from(align) * 8),
            cap: record.pragma_pack.map(|pack| u64::from(pack) * 8),
            named: field.name.is_some(),
        })
    }

    /// An alignment under `#pragma pack`.
    fn capped(&self, align: u64) -> u64 {
        self.cap.map_or(align, |cap| align.min(cap))
    }

    /// The alignment of a field that is no bit-field.
    fn plain_align(&self) -> u64 {
        let own = if self.packed { 8 } else { self.type_align };
        self.capped(own.max(self.explicit.unwrap_or(8)))
    }

    /// The alignment that a bit-field asks for by itself: none, unless it is written.
    fn bit_align(&self) -> u64 {
        self.capped(self.explicit.unwrap_or(1))
    }
}

/// An unfinished record.
struct RecordPlacement<'a> {
    record: &'a Record,
    /// The next free bit of a struct; 0 in unions.
    at: u64,
    /// The end of the largest member.
    end: u64,
    /// The alignment of the record so far.
    align: u64,
    /// Microsoft: the bit-field before this field began or continued a run.
    run: Option<BitFieldRun>,
    /// Microsoft: bits left in the unit of the run.
    spare: u64,
    placed: Vec<FieldLayout>,
}

const fn round_up(value: u64, to: u64) -> u64 {
    value.div_ceil(to) * to
}

/// Microsoft: neighbouring bit-fields whose types have the same size.
#[derive(Copy, Clone)]
struct BitFieldRun {
    type_size: u64,
    /// Whether it consists of a zero-width field.
    empty: bool,
}

impl RecordPlacement<'_> {
    fn raise(&mut self, align: u64) {
        self.align = self.align.max(align);
    }

    /// System V: fields share units of any type; see [`BitFieldRule::SystemV`].
    fn place_system_v(&mut self, shape: &FieldShape) -> u64 {
        let start = match shape.bits {
            None => {
                let align = shape.plain_align();
                self.raise(align);
                round_up(self.at, align)
            }
            // Neither `packed` nor the pragma weakens a zero-width field.
            Some(0) => round_up(self.at, shape.type_align.max(shape.explicit.unwrap_or(1))),
            Some(width) => {
                let mut align = shape.bit_align();
                // gcc treats a field as wide as a machine word and aligned like one as a plain
                // word, and `aligned`, with whatever number, lifts i386's limit on its alignment.
                let word = width == 64 && shape.type_align == 32 && self.at.is_multiple_of(64);
                if word && shape.explicit.is_some() && !shape.packed {
                    align = shape.capped(align.max(64));
                }
                let mut start = round_up(self.at, align);
                // No more aligned units of the type may be touched than the type itself has; under
                // any `#pragma pack` this rule is off.
                if !shape.packed && shape.cap.is_none() {
                    let touched = (start % shape.type_align + width).div_ceil(shape.type_align);
                    if touched > shape.type_size / shape.type_align {
                        start = round_up(start, shape.type_align);
                    }
                }
                if shape.named {
                    // The pragma decides alone where there is one, even over `packed`.
                    let by_type = match shape.cap {
                        Some(cap) => shape.type_align.min(cap),
                        None if shape.packed => 8,
                        None => shape.type_align,
                    };
                    self.raise(align.max(by_type));
                }
                start
            }
        };
        self.at = start + shape.bits.unwrap_or(shape.type_size);
        start
    }

    /// avr; see [`BitFieldRule::Continuous`]. Bit-fields matter for the alignment of the record
    /// only by `aligned`, and then also those without a name.
    fn place_continuous(&mut self, shape: &FieldShape) -> u64 {
        let align = match shape.bits {
            None => shape.plain_align(),
            Some(0) => shape.explicit.unwrap_or(8),
            Some(_) => shape.bit_align(),
        };
        self.raise(align);
        let start = round_up(self.at, align);
        self.at = start + shape.bits.unwrap_or(shape.type_size);
        start
    }

    /// Microsoft, as mingw's gcc does it; see [`BitFieldRule::Microsoft`].
    fn place_microsoft(&mut self, shape: &FieldShape, is_last: bool) -> u64 {
        let width = shape.bits.unwrap_or(shape.type_size);
        let align = if shape.bits.is_some() { shape.bit_align() } else { shape.plain_align() };
        let before = self.run;
        let raises = match shape.bits {
            None => true,
            Some(0) => before.is_some_and(|run| !run.empty),
            Some(_) => !shape.packed,
        };
        if raises {
            let by_type = if shape.bits.is_none() && shape.packed { 8 } else { shape.type_align };
            self.raise(shape.capped(by_type.max(align)));
        }
        // Whether the position before leaving a run is aligned is what counts.
        let misaligned = !self.at.is_multiple_of(align);
        let mut opens_unit = shape.bits != Some(0);
        match before {
            None => self.at = round_up(self.at, align),
            Some(run) => {
                let same = shape.bits.is_some() && run.type_size == shape.type_size;
                let mut realign = misaligned;
                if same && width != 0 && !run.empty {
                    opens_unit = false;
                    if self.spare < width {
                        self.at += self.spare;
                        self.spare = shape.type_size - width;
                    } else {
                        self.spare -= width;
                        realign = false;
                    }
                } else {
                    if !run.empty {
                        self.at += self.spare;
                        opens_unit = !same;
                    }
                    if shape.bits.is_none_or(|bits| bits == 0) {
                        self.run = None;
                    }
                }
                if realign {
                    self.at = round_up(self.at, align);
                }
            }
        }
        if opens_unit {
            self.spare = shape.type_size.saturating_sub(width);
            self.at =
                round_up(self.at, shape.capped(if shape.packed { 8 } else { shape.type_align }));
            self.run = None;
        }
        if shape.bits.is_some() && self.run.is_none() {
            self.run = Some(BitFieldRun { type_size: shape.type_size, empty: width == 0 });
        }
        let start = self.at;
        self.at += width;
        if is_last && self.record.kind == RecordKind::Struct && shape.bits.is_some() && width != 0 {
            self.at += self.spare;
        }
        start
    }

    fn finish(self) -> Option<RecordLayout> {
        let explicit = self.record.align.map_or(8, |align| u64::from(align) * 8);
        let align = self.align.max(explicit);
        let size = round_up(self.end, align) / 8;
        let align = u32::try_from(align / 8).ok()?;
        (size <= MAX_SIZE).then_some(RecordLayout { size, align, fields: self.placed })
    }
}
