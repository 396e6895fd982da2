//! How library functions are declared (C11 7.21 to 7.24): a program that declares one by itself must
//! use a compatible type (6.2.7p2, 7.1.4p2).

use super::Lib;
use crate::tables::Tables;
use brinell_lang::{IntKind, Type, TypeId};

impl Lib {
    /// The return type, then the parameters, one letter each as in [`spelling`], then `.` if there
    /// are more. Nothing for what only compilers know.
    const fn signature(self) -> Option<&'static str> {
        Some(match self {
            Self::Printf => "iS.",
            Self::Fprintf => "iFS.",
            Self::Sprintf => "isS.",
            Self::Snprintf => "iszS.",
            Self::Puts => "iS",
            Self::Putchar | Self::Abs => "ii",
            Self::Putc | Self::Fputc => "iiF",
            Self::Fputs => "iSF",
            Self::Fflush => "iF",
            Self::Abort => "v",
            Self::Exit | Self::QuickExit => "vi",
            Self::Memcpy | Self::Memmove => "ppPz",
            Self::Memset => "ppiz",
            Self::Memcmp => "iPPz",
            Self::Memchr => "pPiz",
            Self::Strlen => "zS",
            Self::Strcmp => "iSS",
            Self::Strncmp => "iSSz",
            Self::Strcpy | Self::Strcat => "ssS",
            Self::Strncpy | Self::Strncat => "ssSz",
            Self::Strchr | Self::Strrchr => "sSi",
            Self::Strstr => "sSS",
            Self::Malloc => "pz",
            Self::Calloc => "pzz",
            Self::Realloc => "ppz",
            Self::Free => "vp",
            Self::Labs => "ll",
            Self::Llabs => "LL",
            Self::Trap | Self::Unreachable | Self::AssertFail => return None,
        })
    }

    /// Whether it takes a variable number of arguments.
    pub fn is_variadic(self) -> bool {
        self.signature().is_some_and(|s| s.ends_with('.'))
    }

    /// How the standard declares it, if a declaration is not compatible with that.
    pub fn mismatch(self, tables: &Tables, declared: TypeId) -> Option<String> {
        let signature = self.signature()?;
        let fixed = signature.strip_suffix('.').unwrap_or(signature);
        let function = tables.types.as_function(declared)?;
        let (ret, params) = fixed.split_at(1);
        let fits = has_type(tables, function.ret, ret.as_bytes()[0])
            && (!function.prototype
                || function.variadic == self.is_variadic()
                    && function.params.len() == params.len()
                    && function
                        .params
                        .iter()
                        .zip(params.bytes())
                        .all(|(p, c)| has_type(tables, *p, c)));
        if fits {
            return None;
        }
        let mut words: Vec<&str> = params.bytes().map(spelling).collect();
        if self.is_variadic() {
            words.push("...");
        }
        if words.is_empty() {
            words.push("void");
        }
        Some(format!("{} ({})", spelling(ret.as_bytes()[0]), words.join(", ")))
    }
}

const fn spelling(code: u8) -> &'static str {
    match code {
        b'v' => "void",
        b'i' => "int",
        b'l' => "long",
        b'L' => "long long",
        b'z' => "size_t",
        b's' => "char *",
        b'S' => "const char *",
        b'p' => "void *",
        b'P' => "const void *",
        _ => "FILE *",
    }
}

fn has_type(tables: &Tables, ty: TypeId, code: u8) -> bool {
    let types = &tables.types;
    let int = |kind| matches!(types.get(ty), Type::Int(k) if *k == kind);
    let pointer = |constant: bool, test: &dyn Fn(TypeId) -> bool| {
        types.pointee(ty).is_some_and(|to| {
            to.quals.is_const() == constant && !to.quals.is_volatile() && test(to.ty)
        })
    };
    let char = |ty| types.as_int(ty) == Some(IntKind::Char);
    match code {
        b'v' => types.is_void(ty),
        b'i' => int(IntKind::Int),
        b'l' => int(IntKind::Long),
        b'L' => int(IntKind::LongLong),
        b'z' => int(tables.target.size_t),
        b's' => pointer(false, &char),
        b'S' => pointer(true, &char),
        b'p' => pointer(false, &|ty| types.is_void(ty)),
        b'P' => pointer(true, &|ty| types.is_void(ty)),
        // What FILE is belongs to the library.
        _ => types.pointee(ty).is_some(),
    }
}
