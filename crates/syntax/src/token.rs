//! Tokens: sixteen bytes each, with the place of the original text.

use brinell_lang::{Dialect, Loc};

/// An interned identifier.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Ord, PartialOrd)]
pub(crate) struct Sym(pub u32);

/// One token. `data` is the [`Sym`] of identifiers and keywords and the index of the text of
/// literals.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Token {
    pub tok: Tok,
    pub loc: Loc,
    pub data: u32,
}

/// What a token is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Tok {
    Eof,
    Ident,
    Number,
    Char,
    Str,
    P(Punct),
    K(Kw),
}

macro_rules! puncts {
    ($($name:ident $text:literal,)*) => {
        /// Punctuators.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        pub(crate) enum Punct { $($name,)* }

        impl Punct {
            /// The C spelling.
            pub(crate) const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

puncts! {
    LParen "(", RParen ")", LBrace "{", RBrace "}", LBracket "[", RBracket "]",
    Semi ";", Comma ",", Colon ":", ColonColon "::", Question "?", Dot ".", Arrow "->", Ellipsis "...",
    Plus "+", Minus "-", Star "*", Slash "/", Percent "%",
    PlusPlus "++", MinusMinus "--",
    Amp "&", Pipe "|", Caret "^", Tilde "~", Bang "!",
    AmpAmp "&&", PipePipe "||",
    Shl "<<", Shr ">>", Lt "<", Gt ">", Le "<=", Ge ">=", EqEq "==", Ne "!=",
    Eq "=", PlusEq "+=", MinusEq "-=", StarEq "*=", SlashEq "/=", PercentEq "%=",
    ShlEq "<<=", ShrEq ">>=", AmpEq "&=", PipeEq "|=", CaretEq "^=",
}

/// Types that some compilers know without a declaration; Brinell computes with those of 128-bit
/// integers only, where the target has them.
/// Other compilers leave their names to the headers, so they can be declared again.
pub(crate) const PREDEFINED: &[&str] = &[
    "__builtin_va_list",
    "__int128_t",
    "__uint128_t",
    "_Float16",
    "_Float32",
    "_Float64",
    "_Float128",
    "_Float32x",
    "_Float64x",
    "__float128",
    "__float80",
    "__ibm128",
    "__bf16",
    "__fp16",
    "_Decimal32",
    "_Decimal64",
    "_Decimal128",
    "__builtin_ms_va_list",
    "__builtin_sysv_va_list",
    "__NSConstantString",
];

/// From which dialect on a spelling is a keyword.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(crate) enum Since {
    Always,
    C23,
}

macro_rules! keywords {
    ($($name:ident: $($text:literal)* $(, c23 $($new:literal)*)?;)*) => {
        /// Keywords; the alternative spellings of GNU C are the same keyword.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        pub(crate) enum Kw { $($name,)* }

        /// Every spelling of every keyword.
        pub(crate) const KEYWORDS: &[(&str, Kw, Since)] = &[
            $($(($text, Kw::$name, Since::Always),)* $($(($new, Kw::$name, Since::C23),)*)?)*
        ];
    };
}

keywords! {
    Auto: "auto"; Break: "break"; Case: "case"; Char: "char"; Const: "const" "__const" "__const__";
    Continue: "continue"; Default: "default"; Do: "do"; Double: "double"; Else: "else";
    Enum: "enum"; Extern: "extern"; Float: "float"; For: "for"; Goto: "goto"; If: "if";
    Inline: "inline" "__inline" "__inline__"; Int: "int"; Long: "long"; Register: "register";
    Restrict: "restrict" "__restrict" "__restrict__"; Return: "return"; Short: "short";
    Signed: "signed" "__signed" "__signed__"; Sizeof: "sizeof"; Static: "static";
    Struct: "struct"; Switch: "switch"; Typedef: "typedef"; Union: "union";
    Unsigned: "unsigned"; Void: "void"; Volatile: "volatile" "__volatile" "__volatile__";
    While: "while"; Bool: "_Bool", c23 "bool"; Complex: "_Complex" "__complex__" "__complex";
    Imaginary: "_Imaginary"; Alignas: "_Alignas", c23 "alignas";
    Alignof: "_Alignof" "__alignof" "__alignof__", c23 "alignof"; Atomic: "_Atomic";
    Generic: "_Generic"; Noreturn: "_Noreturn";
    StaticAssert: "_Static_assert", c23 "static_assert";
    ThreadLocal: "_Thread_local" "__thread", c23 "thread_local";
    Extension: "__extension__"; Attribute: "__attribute__" "__attribute";
    Asm: "__asm__" "__asm"; Typeof: "__typeof__" "__typeof", c23 "typeof";
    TypeofUnqual: "__typeof_unqual__", c23 "typeof_unqual"; AutoType: "__auto_type";
    Int128: "__int128";
    BitInt: "_BitInt"; Real: "__real__" "__real"; Imag: "__imag__" "__imag"; Label: "__label__";
    Func: "__func__" "__FUNCTION__" "__PRETTY_FUNCTION__";
    True: , c23 "true"; False: , c23 "false"; Nullptr: , c23 "nullptr"; Constexpr: , c23 "constexpr";
}

impl Since {
    /// Whether the spelling is a keyword in that dialect.
    pub(crate) const fn holds(self, dialect: Dialect) -> bool {
        match self {
            Self::Always => true,
            Self::C23 => matches!(dialect, Dialect::C23),
        }
    }
}
