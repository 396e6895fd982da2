//! The part of the C library that test programs use. Each function checks its arguments as the
//! standard demands and otherwise does exactly what it says.

mod declared;
mod heap;
mod print;
mod strings;

use crate::code::{Call, Code, N};
use crate::machine::{Halt, Machine, R};
use crate::outcome::{Exit, ImplDefined};
use crate::ub::Ub;
use crate::value::Value;
use brinell_lang::IntKind;
use brinell_lang::arith::IntShape;

macro_rules! library {
    ($($variant:ident $name:literal,)*) => {
        /// A library function.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        pub enum Lib { $(#[doc = concat!("`", $name, "`")] $variant,)* }

        impl Lib {
            /// Finds a function by its name or its `__builtin_` name.
            pub fn named(name: &str) -> Option<Self> {
                let name = name.strip_prefix("__builtin_").unwrap_or(name);
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
            /// The name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

library! {
    Printf "printf",
    Fprintf "fprintf",
    Sprintf "sprintf",
    Snprintf "snprintf",
    Puts "puts",
    Putchar "putchar",
    Putc "putc",
    Fputc "fputc",
    Fputs "fputs",
    Fflush "fflush",
    Abort "abort",
    Exit "exit",
    QuickExit "_Exit",
    Trap "trap",
    Unreachable "unreachable",
    AssertFail "__assert_fail",
    Memcpy "memcpy",
    Memmove "memmove",
    Memset "memset",
    Memcmp "memcmp",
    Memchr "memchr",
    Strlen "strlen",
    Strcmp "strcmp",
    Strncmp "strncmp",
    Strcpy "strcpy",
    Strncpy "strncpy",
    Strcat "strcat",
    Strncat "strncat",
    Strchr "strchr",
    Strrchr "strrchr",
    Strstr "strstr",
    Malloc "malloc",
    Calloc "calloc",
    Realloc "realloc",
    Free "free",
    Abs "abs",
    Labs "labs",
    Llabs "llabs",
}

impl Lib {
    /// Whether it never returns, but ends the program.
    pub const fn ends_program(self) -> bool {
        matches!(self, Self::Abort | Self::Trap | Self::AssertFail | Self::Exit | Self::QuickExit)
    }
}

impl<'a> Machine<'a> {
    /// Runs a library function whose arguments are in registers from `base` on.
    pub fn library(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        call: &'a Call,
        base: usize,
    ) -> R<Value> {
        let arg = |m: &Self, i: usize| m.stack.regs.get(base + i).copied().unwrap_or(Value::ZERO);
        for i in 0..call.args.len() {
            let v = arg(self, i);
            if v.prov.is_uninit() || v.prov.is_unspec() {
                self.plain_int(c, n, v, "")?;
            }
        }
        let mut sources = Vec::new();
        match lib {
            Lib::Printf => {
                let text = self.format(c, n, lib, call, base, 0, &mut sources)?;
                self.write_out(c, n, 1, &text)
            }
            Lib::Fprintf => {
                let stream = self.stream(c, n, lib, arg(self, 0))?;
                let text = self.format(c, n, lib, call, base, 1, &mut sources)?;
                self.write_out(c, n, stream, &text)
            }
            Lib::Sprintf => {
                let text = self.format(c, n, lib, call, base, 1, &mut sources)?;
                self.check_sources(c, n, lib, &sources, arg(self, 0), text.len() as u64 + 1)?;
                self.store_text(c, n, lib, arg(self, 0), &text)?;
                Ok(Value::int(text.len() as u64))
            }
            Lib::Snprintf => {
                let text = self.format(c, n, lib, call, base, 2, &mut sources)?;
                let size = self.plain_int(c, n, arg(self, 1), "a size")?;
                if size > 0 {
                    let keep = (size as usize - 1).min(text.len());
                    self.check_sources(c, n, lib, &sources, arg(self, 0), keep as u64 + 1)?;
                    self.store_text(c, n, lib, arg(self, 0), &text[..keep])?;
                }
                Ok(Value::int(text.len() as u64))
            }
            Lib::Puts => {
                let mut text = self.c_string(c, n, lib, arg(self, 0), None)?;
                text.push(b'\n');
                self.write_out(c, n, 1, &text)
            }
            Lib::Fputs => {
                let stream = self.stream(c, n, lib, arg(self, 1))?;
                let text = self.c_string(c, n, lib, arg(self, 0), None)?;
                self.write_out(c, n, stream, &text)
            }
            Lib::Putchar | Lib::Putc | Lib::Fputc => {
                let stream =
                    if lib == Lib::Putchar { 1 } else { self.stream(c, n, lib, arg(self, 1))? };
                let byte = self.plain_int(c, n, arg(self, 0), "output of a pointer")? as u8;
                self.write_out(c, n, stream, &[byte])?;
                Ok(Value::int(byte.into()))
            }
            Lib::Fflush => Ok(Value::ZERO),
            Lib::Abort | Lib::Trap => Err(self.leave_program(Exit::Abort)),
            Lib::AssertFail => {
                let text = self.c_string(c, n, lib, arg(self, 0), None)?;
                let mut message = b"Assertion `".to_vec();
                message.extend_from_slice(&text);
                message.extend_from_slice(b"' failed.\n");
                self.output.stderr.extend_from_slice(&message);
                Err(self.leave_program(Exit::Abort))
            }
            Lib::Unreachable => {
                let ub = Ub::LibraryArgument {
                    function: "__builtin_unreachable".into(),
                    detail: "it was reached".into(),
                };
                Err(self.ub(c, n, ub))
            }
            Lib::Exit | Lib::QuickExit => {
                let status = self.plain_int(c, n, arg(self, 0), "an exit status")?;
                Err(self.exit(status))
            }
            Lib::Abs | Lib::Labs | Lib::Llabs => {
                let kind = match lib {
                    Lib::Abs => IntKind::Int,
                    Lib::Labs => IntKind::Long,
                    _ => IntKind::LongLong,
                };
                let shape = IntShape::of(&self.low.tables.target, kind);
                let v = arg(self, 0);
                let x = self.plain_int(c, n, v, "an absolute value")?;
                if (x as i64) < 0 { self.negate(c, n, shape, v) } else { Ok(v) }
            }
            Lib::Memcpy
            | Lib::Memmove
            | Lib::Memset
            | Lib::Memcmp
            | Lib::Memchr
            | Lib::Strlen
            | Lib::Strcmp
            | Lib::Strncmp
            | Lib::Strcpy
            | Lib::Strncpy
            | Lib::Strcat
            | Lib::Strncat
            | Lib::Strchr
            | Lib::Strrchr
            | Lib::Strstr => {
                self.string_function(c, n, lib, [arg(self, 0), arg(self, 1), arg(self, 2)])
            }
            Lib::Malloc | Lib::Calloc | Lib::Realloc | Lib::Free => {
                self.heap_function(c, n, lib, [arg(self, 0), arg(self, 1)])
            }
        }
    }

    /// Ends the program with a status as the environment sees it.
    pub fn exit(&mut self, status: u64) -> Box<Halt> {
        if status as i64 != i64::from(status as u8) {
            self.rely(ImplDefined::ExitStatus);
        }
        self.leave_program(Exit::Status(status as u8))
    }

    pub fn bad_argument(
        &mut self,
        c: &'a Code,
        n: N,
        lib: Lib,
        detail: impl Into<String>,
    ) -> Box<Halt> {
        let ub = Ub::LibraryArgument { function: lib.name().to_owned(), detail: detail.into() };
        self.ub(c, n, ub)
    }
}
