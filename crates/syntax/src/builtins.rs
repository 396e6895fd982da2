//! The `__builtin_` functions: those with a meaning of their own, and those that are a library
//! function by another name, which are declared when they are first used.

use crate::entities::FuncEntity;
use crate::error::{Result, invalid, unsupported};
use crate::parser::Parser;
use crate::token::{Punct, Sym};
use brinell_lang::{
    ExprId, FuncId, FunctionType, IntKind, Linkage, Loc, QualType, Quals, Type, TypeId,
    record_layout, size_align,
};

/// The types that the prototypes of builtins are made of.
#[derive(Copy, Clone)]
enum T {
    Void,
    Int,
    Long,
    LongLong,
    Size,
    /// `void *`
    Ptr,
    /// `const void *`
    CPtr,
    /// `char *`
    Str,
    /// `const char *`
    CStr,
}

/// A builtin that is called like a function.
struct Prototype {
    name: &'static str,
    ret: T,
    params: &'static [T],
    variadic: bool,
    noreturn: bool,
}

const fn fun(name: &'static str, ret: T, params: &'static [T]) -> Prototype {
    Prototype { name, ret, params, variadic: false, noreturn: false }
}

const fn variadic(name: &'static str, ret: T, params: &'static [T]) -> Prototype {
    Prototype { name, ret, params, variadic: true, noreturn: false }
}

const fn noreturn(name: &'static str, params: &'static [T]) -> Prototype {
    Prototype { name, ret: T::Void, params, variadic: false, noreturn: true }
}

const PROTOTYPES: &[Prototype] = &[
    variadic("printf", T::Int, &[T::CStr]),
    variadic("sprintf", T::Int, &[T::Str, T::CStr]),
    variadic("snprintf", T::Int, &[T::Str, T::Size, T::CStr]),
    fun("puts", T::Int, &[T::CStr]),
    fun("putchar", T::Int, &[T::Int]),
    noreturn("abort", &[]),
    noreturn("exit", &[T::Int]),
    noreturn("trap", &[]),
    noreturn("unreachable", &[]),
    fun("memcpy", T::Ptr, &[T::Ptr, T::CPtr, T::Size]),
    fun("memmove", T::Ptr, &[T::Ptr, T::CPtr, T::Size]),
    fun("memset", T::Ptr, &[T::Ptr, T::Int, T::Size]),
    fun("memcmp", T::Int, &[T::CPtr, T::CPtr, T::Size]),
    fun("strlen", T::Size, &[T::CStr]),
    fun("strcmp", T::Int, &[T::CStr, T::CStr]),
    fun("strncmp", T::Int, &[T::CStr, T::CStr, T::Size]),
    fun("strcpy", T::Str, &[T::Str, T::CStr]),
    fun("strncpy", T::Str, &[T::Str, T::CStr, T::Size]),
    fun("strcat", T::Str, &[T::Str, T::CStr]),
    fun("strncat", T::Str, &[T::Str, T::CStr, T::Size]),
    fun("strchr", T::Str, &[T::CStr, T::Int]),
    fun("strrchr", T::Str, &[T::CStr, T::Int]),
    fun("malloc", T::Ptr, &[T::Size]),
    fun("calloc", T::Ptr, &[T::Size, T::Size]),
    fun("realloc", T::Ptr, &[T::Ptr, T::Size]),
    fun("free", T::Void, &[T::Ptr]),
    fun("abs", T::Int, &[T::Int]),
    fun("labs", T::Long, &[T::Long]),
    fun("llabs", T::LongLong, &[T::LongLong]),
];

impl Parser<'_> {
    /// An undeclared name that starts like a builtin.
    pub(crate) fn builtin(&mut self, sym: Sym, loc: Loc) -> Result<ExprId> {
        let name = self.name(sym);
        let bare = name.strip_prefix("__builtin_").unwrap_or(name);
        self.bump();
        match bare {
            "expect" => self.builtin_expect(loc, 2),
            "expect_with_probability" => self.builtin_expect(loc, 3),
            "offsetof" => self.builtin_offsetof(loc),
            "types_compatible_p" => self.builtin_types_compatible(loc),
            "choose_expr" => self.builtin_choose(),
            "constant_p" => self.builtin_constant_p(loc),
            _ => {
                let known = PROTOTYPES.iter().find(|p| p.name == bare && name != bare);
                let Some(prototype) = known else {
                    return unsupported(loc, format!("the builtin '{name}'"));
                };
                let id = self.builtin_function(sym, prototype, loc);
                let ty = self.functions[id].ty;
                self.make(|b| b.function(id, ty, loc))
            }
        }
    }

    fn builtin_type(&mut self, t: T) -> TypeId {
        let int = |kind, p: &mut Self| p.types.int(kind);
        let (to, quals) = match t {
            T::Void => return self.types.void(),
            T::Int => return int(IntKind::Int, self),
            T::Long => return int(IntKind::Long, self),
            T::LongLong => return int(IntKind::LongLong, self),
            T::Size => return int(self.target.size_t, self),
            T::Ptr => (self.types.void(), Quals::NONE),
            T::CPtr => (self.types.void(), Quals::CONST),
            T::Str => (int(IntKind::Char, self), Quals::NONE),
            T::CStr => (int(IntKind::Char, self), Quals::CONST),
        };
        self.types.pointer(QualType { ty: to, quals })
    }

    fn builtin_function(&mut self, sym: Sym, prototype: &Prototype, loc: Loc) -> FuncId {
        if let Some(&id) = self.builtins.get(&sym) {
            return id;
        }
        let ret = self.builtin_type(prototype.ret);
        let params = prototype.params.iter().map(|t| self.builtin_type(*t)).collect();
        let function = FunctionType { ret, params, variadic: prototype.variadic, prototype: true };
        let ty = self.types.intern(Type::Function(function));
        let id = self.functions.push(FuncEntity {
            noreturn: prototype.noreturn,
            ..FuncEntity::new(sym, ty, Linkage::External, loc)
        });
        self.builtins.insert(sym, id);
        id
    }

    /// `__builtin_expect(a, b)` is `(long)(a)`; the guess matters only if it does something.
    fn builtin_expect(&mut self, loc: Loc, count: usize) -> Result<ExprId> {
        self.expect(Punct::LParen)?;
        let args = self.arguments()?;
        if args.len() != count {
            return invalid(loc, format!("__builtin_expect takes {count} arguments"));
        }
        let long = self.types.int(IntKind::Long);
        if !self.types.is_arithmetic(self.ty_of(args[0]).ty) {
            return invalid(loc, "__builtin_expect needs a number");
        }
        let mut e = self.build(|b| b.cast(args[0], long, loc))?;
        for guess in &args[1..] {
            if self.has_effects(*guess) {
                e = self.make(|b| b.comma(*guess, e, loc))?;
            }
        }
        Ok(e)
    }

    /// `__builtin_offsetof(type, member.member[3])`
    fn builtin_offsetof(&mut self, loc: Loc) -> Result<ExprId> {
        self.expect(Punct::LParen)?;
        self.enter()?;
        let mut ty = self.type_name()?;
        self.expect(Punct::Comma)?;
        let mut offset: u64 = 0;
        let mut first = true;
        loop {
            if first || self.eat(Punct::Dot) {
                first = false;
                let (name, at) = self.ident("a member")?;
                let path = self
                    .types
                    .as_record(ty.ty)
                    .and_then(|r| self.types.find_field(r, self.name(name)));
                let Some(path) = path else {
                    let (shown, name) = (self.show(ty), self.name(name));
                    return invalid(at, format!("'{shown}' has no member '{name}'"));
                };
                for field in path {
                    let layout = self.types.as_record(ty.ty).and_then(|r| {
                        let layout = record_layout(&self.types, &self.target, r)?;
                        let field_ty =
                            self.types.records[r].fields.as_ref()?.get(field as usize)?.ty;
                        Some((*layout.fields.get(field as usize)?, field_ty))
                    });
                    let Some((place, inner)) = layout else {
                        return unsupported(at, "offsetof in a type without layout");
                    };
                    if place.bits.is_some() {
                        return invalid(at, "a bit-field has no offset");
                    }
                    offset = offset.wrapping_add(place.offset);
                    ty = inner;
                }
            } else if self.is(Punct::LBracket) {
                let at = self.loc();
                self.bump();
                let index = self.constant("an index in offsetof")?;
                self.expect(Punct::RBracket)?;
                let elem = self.types.as_array(ty.ty).map(|(elem, _)| elem);
                let size = elem.and_then(|e| size_align(&self.types, &self.target, e.ty));
                let (Some(elem), Some((size, _))) = (elem, size) else {
                    return invalid(at, "an index into something that is not an array");
                };
                offset = offset.wrapping_add(size.wrapping_mul(index as u64));
                ty = elem;
            } else {
                break;
            }
        }
        self.leave();
        self.expect(Punct::RParen)?;
        self.int_const(offset, self.target.size_t, loc)
    }

    fn builtin_types_compatible(&mut self, loc: Loc) -> Result<ExprId> {
        self.expect(Punct::LParen)?;
        let a = self.type_name()?;
        self.expect(Punct::Comma)?;
        let b = self.type_name()?;
        self.expect(Punct::RParen)?;
        // gcc: an enum and its integer type are not compatible here.
        let is_enum = |ty: QualType| matches!(self.types.get(ty.ty), Type::Enum(_));
        let same = self.types.compatible(a.ty, b.ty) && (is_enum(a) == is_enum(b) || a.ty == b.ty);
        self.int_const(u64::from(same), IntKind::Int, loc)
    }

    fn builtin_choose(&mut self) -> Result<ExprId> {
        self.expect(Punct::LParen)?;
        self.enter()?;
        let choice = self.constant("the choice of __builtin_choose_expr")? != 0;
        self.expect(Punct::Comma)?;
        let mark = self.exprs.len();
        let first = self.assignment()?;
        if !choice {
            self.forget_from(mark);
        }
        self.expect(Punct::Comma)?;
        let mark = self.exprs.len();
        let second = self.assignment()?;
        if choice {
            self.forget_from(mark);
        }
        self.leave();
        self.expect(Punct::RParen)?;
        Ok(if choice { first } else { second })
    }

    /// Only the plain cases: a constant is one, and something with effects or objects depends on
    /// the optimiser.
    fn builtin_constant_p(&mut self, loc: Loc) -> Result<ExprId> {
        self.expect(Punct::LParen)?;
        let mark = self.exprs.len();
        let e = self.assignment()?;
        let constant = brinell_lang::eval_const(&self.types, &self.target, &self.exprs, e).is_ok();
        self.forget_from(mark);
        self.expect(Punct::RParen)?;
        if !constant {
            return unsupported(loc, "__builtin_constant_p of something that is not constant");
        }
        self.int_const(1, IntKind::Int, loc)
    }
}
