//! Output: the `printf` family and streams.

use super::Lib;
use crate::code::{Arg, Call, Code, N};
use crate::format::{self, FormatCount, Length, Piece, ResolvedSpec, Spec};
use crate::machine::{Machine, R};
use crate::memory::AllocKind;
use crate::outcome::Budget;
use crate::ub::Ub;
use crate::value::Value;
use brinell_lang::arith::IntShape;
use brinell_lang::{FloatKind, IntKind, Type, TypeId};

impl<'a> Machine<'a> {
    /// Writes to standard output (1) or error (2); returns the count.
    pub fn write_out(&mut self, c: &'a Code, n: N, stream: u8, text: &[u8]) -> R<Value> {
        self.touch_output(c, n)?;
        self.output.effects += 1;
        let to = self.output.stream(stream);
        to.extend_from_slice(text);
        if to.len() as u64 > self.limits.output {
            return self.budget(Budget::Output, self.loc(c, n));
        }
        Ok(Value::int(text.len() as u64))
    }

    pub fn stream(&mut self, c: &'a Code, n: N, lib: Lib, v: Value) -> R<u8> {
        match self.mem.get(v.prov).map(|a| a.kind) {
            Some(AllocKind::Stream(s)) if v.prov.is_object() => Ok(s),
            _ => Err(self.bad_argument(c, n, lib, "not a stream")),
        }
    }

    fn mismatch<T>(&mut self, c: &'a Code, n: N, lib: Lib, detail: String) -> R<T> {
        let function = lib.name().to_owned();
        Err(self.ub(c, n, Ub::FormatMismatch { function, detail }))
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one formatted call")]
    /// Renders a call of the `printf` family; the format is argument `at`. The strings that it reads
    /// are noted in `sources`, with the number of bytes read.
    pub fn format(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        call: &'a Call,
        base: usize,
        at: usize,
        sources: &mut Vec<(Value, u64)>,
    ) -> R<Vec<u8>> {
        let Some(&format_value) = self.stack.regs.get(base + at) else {
            return self.mismatch(c, n, lib, "the format is missing".into());
        };
        let text = self.c_string(c, n, lib, format_value, None)?;
        sources.push((format_value, text.len() as u64 + 1));
        let pieces = match format::parse(&text) {
            Ok(pieces) => pieces,
            Err(e) if e.why == format::FormatErrorKind::TooLarge => {
                return self.unsupported(e.why.to_string(), self.loc(c, n));
            }
            Err(e) => return self.mismatch(c, n, lib, e.why.to_string()),
        };
        let mut out = Vec::new();
        let mut next = at + 1;
        for piece in pieces {
            match piece {
                Piece::Literal(bytes) => out.extend_from_slice(bytes),
                Piece::Spec(spec) => {
                    let text =
                        self.conversion_text(c, n, lib, call, base, &mut next, &spec, sources)?;
                    out.extend_from_slice(&text);
                }
            }
            if out.len() as u64 > self.limits.output {
                return self.budget(Budget::Output, self.loc(c, n));
            }
        }
        Ok(out)
    }

    fn take_argument(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        call: &'a Call,
        base: usize,
        next: &mut usize,
    ) -> R<(Value, Arg)> {
        let Some(arg) = call.args.get(*next).copied() else {
            return self.mismatch(c, n, lib, "fewer arguments than the format needs".into());
        };
        if arg.record {
            return self.mismatch(c, n, lib, "a struct or union argument".into());
        }
        let v = self.stack.regs[base + *next];
        *next += 1;
        Ok((v, arg))
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one formatted call")]
    fn conversion_text(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        call: &'a Call,
        base: usize,
        next: &mut usize,
        spec: &Spec,
        sources: &mut Vec<(Value, u64)>,
    ) -> R<Vec<u8>> {
        let mut stars = [0i32; 2];
        for (i, count) in [spec.width, spec.precision].into_iter().enumerate() {
            if count == Some(FormatCount::Star) {
                let (v, arg) = self.take_argument(c, n, lib, call, base, next)?;
                self.expect_int(c, n, lib, arg.ty, v, IntKind::Int, "'*'")?;
                stars[i] = v.bits as i32;
            }
        }
        let resolved = match spec.resolve(stars[0], stars[1]) {
            Ok(resolved) => resolved,
            Err(e) => return self.unsupported(e.to_string(), self.loc(c, n)),
        };
        if spec.conv == b'n' {
            return self.unsupported("the conversion '%n'", self.loc(c, n));
        }
        let (v, arg) = self.take_argument(c, n, lib, call, base, next)?;
        let name = format!("'%{}{}'", spec.length.as_str(), char::from(spec.conv));
        match spec.conv {
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' => {
                self.integer_text(c, n, lib, spec, &resolved, (v, arg), &name)
            }
            b'c' => {
                if spec.length != Length::None {
                    return self.unsupported("wide characters", self.loc(c, n));
                }
                let bits = self.expect_int(c, n, lib, arg.ty, v, IntKind::Int, &name)?;
                Ok(format::render_char(&resolved, bits as u8))
            }
            b's' => {
                let limit = match spec.precision {
                    Some(FormatCount::Fixed(p)) => Some(u64::from(p)),
                    Some(FormatCount::Star) => u64::try_from(stars[1]).ok(),
                    None => None,
                };
                let (text, read) = self.string_argument(c, n, lib, spec, (v, arg), limit, &name)?;
                sources.push((v, read));
                Ok(format::render_str(&resolved, &text))
            }
            b'p' => {
                let operation = "printing a pointer".into();
                Err(self.ub_on(c, n, v.prov, Ub::AddressDependent { operation }))
            }
            _ => self.floating_text(c, n, lib, spec, &resolved, (v, arg), &name),
        }
    }

    /// `%d` and the like.
    #[expect(clippy::too_many_arguments, reason = "the state of one formatted call")]
    fn integer_text(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        spec: &Spec,
        resolved: &ResolvedSpec,
        (v, arg): (Value, Arg),
        name: &str,
    ) -> R<Vec<u8>> {
        let target = &self.low.tables.target;
        let kind = match spec.length {
            Length::None | Length::Hh | Length::H => IntKind::Int,
            Length::L => IntKind::Long,
            Length::Ll => IntKind::LongLong,
            Length::J if target.long == 8 => IntKind::Long,
            Length::J => IntKind::LongLong,
            Length::Z => target.size_t.to_signed(),
            Length::T => target.ptrdiff_t,
            Length::BigL => {
                return self.mismatch(c, n, lib, format!("{name} is not a conversion"));
            }
        };
        let signed = matches!(spec.conv, b'd' | b'i');
        let kind = if signed { kind } else { kind.to_unsigned() };
        let bits = self.expect_int(c, n, lib, arg.ty, v, kind, name)?;
        let narrow = match spec.length {
            Length::Hh => IntKind::SChar,
            Length::H => IntKind::Short,
            _ => kind,
        };
        let narrow = if signed { narrow } else { narrow.to_unsigned() };
        let bits = IntShape::of(&self.low.tables.target, narrow).wrap_word(bits);
        Ok(if signed {
            format::render_signed(resolved, bits as i64)
        } else {
            format::render_unsigned(resolved, bits)
        })
    }

    /// The text behind the argument of `%s`, and how many bytes were read.
    #[expect(clippy::too_many_arguments, reason = "the state of one formatted call")]
    fn string_argument(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        spec: &Spec,
        (v, arg): (Value, Arg),
        limit: Option<u64>,
        name: &str,
    ) -> R<(Vec<u8>, u64)> {
        if spec.length != Length::None {
            return self.unsupported("wide strings", self.loc(c, n));
        }
        let tables = &self.low.tables;
        if !tables.types.pointee(arg.ty).is_some_and(|to| tables.facts(to.ty).is_char) {
            let ty = tables.describe(arg.ty);
            let detail = format!("{name} needs a string, the argument is '{ty}'");
            return self.mismatch(c, n, lib, detail);
        }
        let text = self.c_string(c, n, lib, v, limit)?;
        let len = text.len() as u64;
        Ok((text, if limit == Some(len) { len } else { len + 1 }))
    }

    /// `%f` and the like.
    #[expect(clippy::too_many_arguments, reason = "the state of one formatted call")]
    fn floating_text(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        spec: &Spec,
        resolved: &ResolvedSpec,
        (v, arg): (Value, Arg),
        name: &str,
    ) -> R<Vec<u8>> {
        let long = spec.length == Length::BigL;
        let wanted = if long { FloatKind::LongDouble } else { FloatKind::Double };
        match self.low.tables.types.get(arg.ty) {
            Type::Float(kind) if *kind == wanted && v.prov.is_nan() => {
                let operation = "printing it, with or without a '-'".to_owned();
                Err(self.ub(c, n, Ub::NanRepresentation { operation }))
            }
            Type::Float(kind) if *kind == wanted && !long => {
                let single = self.low.tables.is_single(FloatKind::Double);
                let value = if single { v.as_f32().into() } else { v.as_f64() };
                Ok(format::render_double(resolved, value))
            }
            Type::Float(kind) if *kind == wanted => self.render_long_double(c, n, resolved, v),
            _ => {
                let ty = self.low.tables.describe(arg.ty);
                let detail = format!("{name} needs a double, the argument is '{ty}'");
                self.mismatch(c, n, lib, detail)
            }
        }
    }

    /// An integer argument of the right type: the very type, or its unsigned (signed) twin when
    /// the value is representable in both (C11 7.16.1.1p2 as compilers apply it to `printf`).
    #[expect(clippy::too_many_arguments, reason = "the state of one formatted call")]
    fn expect_int(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        ty: TypeId,
        v: Value,
        kind: IntKind,
        name: &str,
    ) -> R<u64> {
        let found = self.low.tables.types.as_int(ty);
        let fits =
            found == Some(kind) || found.is_some_and(|f| f.to_unsigned() == kind.to_unsigned());
        if !fits {
            let found = self.low.tables.describe(ty);
            let wanted = kind.spelling();
            return self.mismatch(
                c,
                n,
                lib,
                format!("{name} needs '{wanted}', the argument is '{found}'"),
            );
        }
        self.plain_int(c, n, v, "printing a pointer's integer value")
    }
}
