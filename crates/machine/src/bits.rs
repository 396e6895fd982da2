//! Bit-fields: reading and writing runs of bits, each bit with its own state of initialisation.

use crate::code::{Code, N, Scalar, TypedAccess};
use crate::effective::AccessPath;
use crate::machine::{Machine, R};
use crate::memory::{Partial, state};
use crate::order::Touch;
use crate::outcome::ImplDefined;
use crate::value::Value;
use brinell_lang::Endian;

impl<'a> Machine<'a> {
    pub fn load_bits(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        a: &'a TypedAccess,
        path: AccessPath,
    ) -> R<Value> {
        let Some((start, width)) = a.bits else { return Ok(Value::ZERO) };
        let start = p.bits * 8 + start;
        if self.order.open > 0 {
            let effect = a.volatile && self.volatile_read_is_effect(p);
            self.touch_bits(c, n, p.prov, start, width, Touch::reading(effect))?;
        }
        let endian = self.low.tables.target.endian;
        let (first, last) = byte_range(start, width);
        if self.mem.readable(p.prov, last).is_none() {
            return Err(self.bad_place(c, n, p, a.size.into()));
        }
        let mut missing = self.missing_bits(p, (start, width));
        if missing.is_some() {
            // They are in these bytes, wherever the record begins.
            self.settle_initialiser(p.prov, first as u64, (last - first) as u64);
            missing = self.missing_bits(p, (start, width));
        }
        if let Some(uninit) = missing {
            return Err(self.no_value(c, n, p.prov, uninit));
        }
        let Some(alloc) = self.mem.readable(p.prov, last) else {
            return Err(self.bad_place(c, n, p, a.size.into()));
        };
        let raw = gather(&alloc.bytes[first..last], endian, start, width);
        if alloc.ty.is_none() {
            let bytes = first as u64..last as u64;
            self.check_effective_bits(c, n, p.prov, bytes, a.ty, path)?;
        }
        let value = extend(a.scalar, raw, width);
        if (value.bits as i64) < 0 && a.plain_int {
            self.rely(ImplDefined::PlainIntBitField);
        }
        if a.plain_char && raw >> (width - 1) != 0 {
            self.rely(ImplDefined::CharSign);
        }
        if a.volatile {
            self.trace_volatile(p, false, value);
        }
        Ok(value)
    }

    /// Whether some of these bits have no value, and if so whether one was never written.
    fn missing_bits(&self, p: Value, (start, width): (u64, u32)) -> Option<bool> {
        let endian = self.low.tables.target.endian;
        let (first, last) = byte_range(start, width);
        let alloc = self.mem.readable(p.prov, last)?;
        let mut missing = None;
        for at in first..last {
            let mask = bit_mask(endian, at as u64, start, width);
            let Partial { known, unspecified } = alloc.bits_at(at);
            if known & mask != mask {
                let never = mask & !(known | unspecified) != 0;
                missing = Some(missing.unwrap_or(false) || never);
            }
        }
        missing
    }

    pub fn store_bits(
        &mut self,
        c: &'a Code,
        n: N,
        p: Value,
        a: &'a TypedAccess,
        v: Value,
        path: AccessPath,
    ) -> R<Value> {
        let Some((start, width)) = a.bits else { return Ok(Value::ZERO) };
        let start = p.bits * 8 + start;
        let bits = if v.prov.is_none() {
            v.bits
        } else {
            self.plain_int(c, n, v, "a pointer stored in a bit-field")?
        };
        if self.order.open > 0 {
            self.touch_bits(c, n, p.prov, start, width, Touch::Write)?;
        }
        let endian = self.low.tables.target.endian;
        let (first, last) = byte_range(start, width);
        let alloc = match self.mem.writable(p.prov, last) {
            Ok(alloc) => alloc,
            Err(refusal) => return Err(self.refused_write(c, n, p, a.size.into(), refusal)),
        };
        let changed = scatter(&mut alloc.bytes[first..last], endian, start, width, bits);
        let mut dirty = false;
        for at in first..last {
            let mask = bit_mask(endian, at as u64, start, width);
            if alloc.states[at] == state::PLAIN {
                continue;
            }
            dirty = true;
            let Partial { known, unspecified } = alloc.bits_at(at);
            let bits = Partial { known: known | mask, unspecified: unspecified & !mask };
            alloc.set_bits_at(at, bits);
        }
        let heap = alloc.ty.is_none();
        self.mem.changes += u64::from(changed || dirty);
        if heap {
            self.set_effective_bits(p.prov, first as u64..last as u64, a.ty, path);
        }
        let value = extend(a.scalar, bits, width);
        if value.bits != bits && matches!(a.scalar, Scalar::Int(s) if s.signed) {
            self.rely(ImplDefined::SignedConversionWraps);
            // An increment computes in the declared type, or in the field's own, which overflows.
            if a.wide {
                self.rely(ImplDefined::WideBitField);
            }
        }
        Ok(value)
    }
}

fn byte_range(start: u64, width: u32) -> (usize, usize) {
    ((start / 8) as usize, ((start + u64::from(width)).div_ceil(8)) as usize)
}

/// The bits of byte `at` that belong to the bit-field.
pub fn bit_mask(endian: Endian, at: u64, start: u64, width: u32) -> u8 {
    let mut mask = 0;
    for k in 0..8u64 {
        let bit = at * 8 + k;
        if bit >= start && bit < start + u64::from(width) {
            mask |= match endian {
                Endian::Little => 1 << k,
                Endian::Big => 0x80 >> k,
            };
        }
    }
    mask
}

fn gather(bytes: &[u8], endian: Endian, start: u64, width: u32) -> u64 {
    let skip = (start % 8) as u32;
    let wide = match endian {
        Endian::Little => bytes.iter().rev().fold(0u128, |w, b| w << 8 | u128::from(*b)) >> skip,
        Endian::Big => {
            let unused = bytes.len() as u32 * 8 - skip - width;
            bytes.iter().fold(0u128, |w, b| w << 8 | u128::from(*b)) >> unused
        }
    };
    (wide & ((1u128 << width) - 1)) as u64
}

fn scatter(bytes: &mut [u8], endian: Endian, start: u64, width: u32, value: u64) -> bool {
    let skip = (start % 8) as u32;
    let shift = match endian {
        Endian::Little => skip,
        Endian::Big => bytes.len() as u32 * 8 - skip - width,
    };
    let mask = ((1u128 << width) - 1) << shift;
    let old = match endian {
        Endian::Little => bytes.iter().rev().fold(0u128, |w, b| w << 8 | u128::from(*b)),
        Endian::Big => bytes.iter().fold(0u128, |w, b| w << 8 | u128::from(*b)),
    };
    let new = (old & !mask) | ((u128::from(value) << shift) & mask);
    let len = bytes.len();
    for (i, b) in bytes.iter_mut().enumerate() {
        let place = match endian {
            Endian::Little => i,
            Endian::Big => len - 1 - i,
        };
        *b = (new >> (place * 8)) as u8;
    }
    new != old
}

fn extend(scalar: Scalar, raw: u64, width: u32) -> Value {
    let signed = matches!(scalar, Scalar::Int(s) if s.signed);
    Value::int(brinell_lang::arith::IntShape { bits: width as u8, signed }.wrap_word(raw))
}
