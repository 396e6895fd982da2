//! Declaration specifiers (C11 6.7.1 to 6.7.5): storage classes, type specifiers, qualifiers.

use crate::attributes::Attrs;
use crate::error::{Result, invalid, unsupported};
use crate::parser::Parser;
use crate::scope::Named;
use crate::token::{Kw, Punct, Sym, Tok};
use brinell_lang::{FloatKind, IntKind, Loc, QualType, Quals, Type, size_align};

/// A storage class.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum StorageClass {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// The specifiers of a declaration.
#[derive(Clone, Debug)]
pub(crate) struct Specs {
    pub ty: QualType,
    pub storage: Option<StorageClass>,
    pub thread_local: Option<Loc>,
    pub inline: bool,
    pub noreturn: bool,
    pub attrs: Attrs,
    /// `_Alignas`
    pub align: Option<u32>,
    pub loc: Loc,
}

/// The type words seen so far.
#[derive(Clone, Default)]
struct TypeWords {
    void: bool,
    char: bool,
    int: bool,
    float: bool,
    double: bool,
    bool: bool,
    short: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
    long: u8,
    /// A type that no words can be combined with, or an opaque one.
    whole: Option<QualType>,
    /// `__int128`, by its spelling.
    opaque: Option<String>,
}

impl TypeWords {
    fn is_only_complex(&self) -> bool {
        self.complex && !Self { complex: false, ..self.clone() }.any()
    }

    fn any(&self) -> bool {
        self.void
            || self.char
            || self.int
            || self.float
            || self.double
            || self.bool
            || self.short
            || self.signed
            || self.unsigned
            || self.complex
            || self.long > 0
            || self.whole.is_some()
            || self.opaque.is_some()
    }
}

impl Parser<'_> {
    /// Whether the token at an offset can start a type name.
    pub(crate) fn starts_type(&self, ahead: usize) -> bool {
        let token = self.peek_token(ahead);
        match token.tok {
            Tok::K(
                Kw::Void
                | Kw::Char
                | Kw::Short
                | Kw::Int
                | Kw::Long
                | Kw::Float
                | Kw::Double
                | Kw::Signed
                | Kw::Unsigned
                | Kw::Bool
                | Kw::Complex
                | Kw::Imaginary
                | Kw::Struct
                | Kw::Union
                | Kw::Enum
                | Kw::Const
                | Kw::Volatile
                | Kw::Restrict
                | Kw::Atomic
                | Kw::Typeof
                | Kw::TypeofUnqual
                | Kw::AutoType
                | Kw::Int128
                | Kw::BitInt
                | Kw::Attribute
                | Kw::Alignas,
            ) => true,
            Tok::Ident => self.is_type_name(Sym(token.data)),
            _ => false,
        }
    }

    /// Whether a declaration (or a `_Static_assert`) starts here.
    pub(crate) fn starts_declaration(&self) -> bool {
        match self.tok() {
            Tok::K(
                Kw::Typedef
                | Kw::Extern
                | Kw::Static
                | Kw::Auto
                | Kw::Register
                | Kw::Inline
                | Kw::Noreturn
                | Kw::ThreadLocal
                | Kw::StaticAssert
                | Kw::Constexpr,
            ) => true,
            Tok::K(Kw::Extension) => {
                let mut ahead = 1;
                while self.peek(ahead) == Tok::K(Kw::Extension) {
                    ahead += 1;
                }
                matches!(
                    self.peek(ahead),
                    Tok::K(Kw::Typedef | Kw::Extern | Kw::Static | Kw::StaticAssert)
                ) || self.starts_type(ahead)
            }
            Tok::P(Punct::LBracket) if self.at_attributes() => {
                let ahead = self.after_standard_attributes();
                matches!(
                    self.peek(ahead),
                    Tok::K(Kw::Typedef | Kw::Extern | Kw::Static | Kw::Register | Kw::Inline)
                ) || (self.starts_type(ahead) && self.peek(ahead + 1) != Tok::P(Punct::Colon))
            }
            _ => self.starts_type(0),
        }
    }

    /// The offset of the token behind the `[[…]]` that start here.
    pub(crate) fn after_standard_attributes(&self) -> usize {
        let (mut ahead, mut depth) = (0, 0u32);
        loop {
            match self.peek(ahead) {
                Tok::P(Punct::LBracket) => depth += 1,
                Tok::P(Punct::RBracket) => depth = depth.saturating_sub(1),
                Tok::Eof => return ahead,
                _ if depth == 0 => return ahead,
                _ => {}
            }
            ahead += 1;
        }
    }

    fn is_type_name(&self, sym: Sym) -> bool {
        match self.scopes.name(sym) {
            Some(binding) => matches!(binding.what, Named::Typedef(_)),
            // A keyword in GNU C only; before C23 a program may use it as a name.
            None => self.name(sym) == "typeof",
        }
    }

    /// Reads declaration specifiers.
    pub(crate) fn specifiers(&mut self) -> Result<Specs> {
        let loc = self.loc();
        let mut words = TypeWords::default();
        let mut quals = Quals::NONE;
        let mut specs = Specs {
            ty: QualType::plain(self.types.void()),
            storage: None,
            thread_local: None,
            inline: false,
            noreturn: false,
            attrs: Attrs::default(),
            align: None,
            loc,
        };
        let mut atomic = None;
        loop {
            let token = self.token();
            let mut storage = |this: &mut Self, class: StorageClass| -> Result<()> {
                if specs.storage.is_some() {
                    return invalid(token.loc, "more than one storage class");
                }
                specs.storage = Some(class);
                this.bump();
                Ok(())
            };
            match token.tok {
                Tok::K(Kw::Typedef) => storage(self, StorageClass::Typedef)?,
                Tok::K(Kw::Extern) => storage(self, StorageClass::Extern)?,
                Tok::K(Kw::Static) => storage(self, StorageClass::Static)?,
                Tok::K(Kw::Auto) => storage(self, StorageClass::Auto)?,
                Tok::K(Kw::Register) => storage(self, StorageClass::Register)?,
                Tok::K(Kw::ThreadLocal) => {
                    specs.thread_local = Some(token.loc);
                    self.bump();
                }
                Tok::K(Kw::Constexpr) => return unsupported(token.loc, "constexpr"),
                Tok::K(Kw::Inline) => {
                    specs.inline = true;
                    self.bump();
                }
                Tok::K(Kw::Noreturn) => {
                    specs.noreturn = true;
                    self.bump();
                }
                Tok::K(Kw::Extension) => self.bump(),
                Tok::K(Kw::Attribute) => {
                    let attrs = self.attributes()?;
                    specs.attrs.merge(&attrs);
                }
                Tok::P(Punct::LBracket) if self.at_attributes() => {
                    let attrs = self.attributes()?;
                    specs.attrs.merge(&attrs);
                }
                Tok::K(Kw::Alignas) => {
                    self.bump();
                    self.expect(Punct::LParen)?;
                    let align = if self.starts_type(0) {
                        let ty = self.type_name()?;
                        match size_align(&self.types, &self.target, ty.ty) {
                            Some((_, align)) => Some(align),
                            None => return invalid(token.loc, "_Alignas of an incomplete type"),
                        }
                    } else {
                        self.alignment()?
                    };
                    self.expect(Punct::RParen)?;
                    specs.align = specs.align.max(align);
                }
                Tok::K(Kw::Const) => {
                    quals = quals.with(Quals::CONST);
                    self.bump();
                }
                Tok::K(Kw::Volatile) => {
                    quals = quals.with(Quals::VOLATILE);
                    self.bump();
                }
                Tok::K(Kw::Restrict) => {
                    quals = quals.with(Quals::RESTRICT);
                    self.bump();
                }
                Tok::K(Kw::Atomic) => {
                    atomic = Some(token.loc);
                    self.bump();
                    if self.eat(Punct::LParen) {
                        let ty = self.type_name()?;
                        self.expect(Punct::RParen)?;
                        words.whole = Some(ty);
                    }
                }
                _ if self.type_word(&mut words)? => {}
                _ => break,
            }
        }
        if !words.any() {
            if specs.storage == Some(StorageClass::Auto) {
                return unsupported(loc, "auto without a type");
            }
            let found = self.describe_token();
            if self.tok() == Tok::Ident {
                let sym = Sym(self.token().data);
                if let Some(Named::Poisoned(at)) = self.scopes.name(sym).map(|b| b.what) {
                    return Err(self.poison[at as usize].clone());
                }
            }
            return invalid(self.loc(), format!("a type expected before {found}"));
        }
        let ty = self.combine(&words, loc)?;
        let mut ty = self.qualify(ty, quals, loc)?;
        if atomic.is_some() {
            ty = self.opaque("_Atomic");
        }
        specs.ty = ty;
        Ok(specs)
    }

    /// An opaque type of that name.
    pub(crate) fn opaque(&mut self, name: &str) -> QualType {
        QualType::plain(self.types.intern(Type::Opaque(name.to_owned())))
    }

    /// Adds qualifiers to a type; those of an array go to its elements.
    pub(crate) fn qualify(&mut self, ty: QualType, quals: Quals, loc: Loc) -> Result<QualType> {
        if quals.is_empty() {
            return Ok(ty);
        }
        if quals.contains(Quals::RESTRICT)
            && self.types.pointee(self.types.innermost(ty).ty).is_none()
        {
            return invalid(loc, "'restrict' needs a pointer to an object");
        }
        match *self.types.get(ty.ty) {
            Type::Array { elem, len } => {
                let elem = self.qualify(elem, quals, loc)?;
                Ok(QualType::plain(self.types.array(elem, len)))
            }
            // Qualified function types are undefined; gcc takes them as attributes.
            Type::Function(_) => unsupported(loc, "a qualified function type"),
            _ => Ok(ty.with(quals)),
        }
    }

    /// Reads one type specifier if there is one.
    fn type_word(&mut self, words: &mut TypeWords) -> Result<bool> {
        let token = self.token();
        let twice = |seen: &mut bool| -> Result<()> {
            if std::mem::replace(seen, true) {
                return invalid(token.loc, "a type specifier is repeated");
            }
            Ok(())
        };
        match token.tok {
            Tok::K(Kw::Void) => twice(&mut words.void)?,
            Tok::K(Kw::Char) => twice(&mut words.char)?,
            Tok::K(Kw::Int) => twice(&mut words.int)?,
            Tok::K(Kw::Float) => twice(&mut words.float)?,
            Tok::K(Kw::Double) => twice(&mut words.double)?,
            Tok::K(Kw::Bool) => twice(&mut words.bool)?,
            Tok::K(Kw::Short) => twice(&mut words.short)?,
            Tok::K(Kw::Signed) => twice(&mut words.signed)?,
            Tok::K(Kw::Unsigned) => twice(&mut words.unsigned)?,
            Tok::K(Kw::Complex | Kw::Imaginary) => twice(&mut words.complex)?,
            Tok::K(Kw::Long) => {
                words.long += 1;
                if words.long > 2 {
                    return invalid(token.loc, "'long long long' is too long");
                }
            }
            Tok::K(Kw::Int128) => {
                words.opaque = Some(self.name(Sym(token.data)).to_owned());
            }
            Tok::K(Kw::BitInt) => return unsupported(token.loc, "_BitInt"),
            Tok::K(Kw::AutoType) => return unsupported(token.loc, "__auto_type"),
            Tok::K(Kw::TypeofUnqual) => {
                let ty = self.type_of()?;
                words.whole = Some(ty.unqualified());
                return Ok(true);
            }
            Tok::K(Kw::Typeof) => {
                words.whole = Some(self.type_of()?);
                return Ok(true);
            }
            Tok::K(Kw::Struct | Kw::Union) => {
                if words.any() {
                    return invalid(token.loc, "two types in one declaration");
                }
                words.whole = Some(QualType::plain(self.record_specifier()?));
                return Ok(true);
            }
            Tok::K(Kw::Enum) => {
                if words.any() {
                    return invalid(token.loc, "two types in one declaration");
                }
                words.whole = Some(QualType::plain(self.enum_specifier()?));
                return Ok(true);
            }
            Tok::Ident if !words.any() || words.is_only_complex() => {
                let sym = Sym(token.data);
                match self.scopes.name(sym).map(|b| b.what) {
                    Some(Named::Typedef(ty)) => words.whole = Some(ty),
                    None if self.name(sym) == "typeof" && self.peek(1) == Tok::P(Punct::LParen) => {
                        words.whole = Some(self.type_of()?);
                        return Ok(true);
                    }
                    _ => return Ok(false),
                }
            }
            _ => return Ok(false),
        }
        self.bump();
        Ok(true)
    }

    /// `typeof(expression or type)`
    fn type_of(&mut self) -> Result<QualType> {
        self.bump();
        self.expect(Punct::LParen)?;
        self.enter()?;
        let ty = if self.starts_type(0) {
            self.type_name()?
        } else {
            self.unevaluated(Self::expression)?.0
        };
        self.leave();
        self.expect(Punct::RParen)?;
        Ok(ty)
    }

    /// The type that the words mean (C11 6.7.2p2).
    fn combine(&mut self, w: &TypeWords, loc: Loc) -> Result<QualType> {
        let numeric = w.char
            || w.int
            || w.float
            || w.double
            || w.short
            || w.signed
            || w.unsigned
            || w.complex
            || w.long > 0;
        let bad = || invalid(loc, "these type specifiers cannot be combined");
        if let Some(name) = &w.opaque {
            if w.whole.is_some() || w.void || w.bool || w.char || w.int || w.short || w.long > 0 {
                return bad();
            }
            if w.float || w.double || w.complex || (w.signed && w.unsigned) {
                return bad();
            }
            if self.target.int128 {
                let kind = if w.unsigned { IntKind::UInt128 } else { IntKind::Int128 };
                return Ok(QualType::plain(self.types.int(kind)));
            }
            let name = if w.unsigned { format!("unsigned {name}") } else { name.clone() };
            return Ok(self.opaque(&name));
        }
        if let Some(whole) = w.whole {
            // `_Complex _Float128`
            let odd = matches!(self.types.get(whole.ty), Type::Opaque(_) | Type::Float(_));
            if w.complex && odd {
                return Ok(self.opaque("_Complex"));
            }
            return if numeric || w.void || w.bool { bad() } else { Ok(whole) };
        }
        if w.complex {
            return Ok(self.opaque("_Complex"));
        }
        let plain = !(w.signed || w.unsigned);
        let no_size = !w.short && w.long == 0;
        let ty = match w {
            TypeWords { void: true, .. } if !numeric && !w.bool => Type::Void,
            TypeWords { bool: true, .. } if !numeric && !w.void => Type::Int(IntKind::Bool),
            _ if w.void || w.bool || (w.signed && w.unsigned) => return bad(),
            TypeWords { float: true, .. } => {
                if w.double || w.char || w.int || !plain || !no_size {
                    return bad();
                }
                Type::Float(FloatKind::Float)
            }
            TypeWords { double: true, .. } => {
                if w.char || w.int || !plain || w.short || w.long > 1 {
                    return bad();
                }
                Type::Float(if w.long == 1 { FloatKind::LongDouble } else { FloatKind::Double })
            }
            TypeWords { char: true, .. } => {
                if w.int || !no_size {
                    return bad();
                }
                Type::Int(if w.signed {
                    IntKind::SChar
                } else if w.unsigned {
                    IntKind::UChar
                } else {
                    IntKind::Char
                })
            }
            _ => {
                if w.short && w.long > 0 {
                    return bad();
                }
                let signed = match (w.short, w.long) {
                    (true, _) => IntKind::Short,
                    (_, 0) => IntKind::Int,
                    (_, 1) => IntKind::Long,
                    _ => IntKind::LongLong,
                };
                Type::Int(if w.unsigned { signed.to_unsigned() } else { signed })
            }
        };
        Ok(QualType::plain(self.types.intern(ty)))
    }
}
