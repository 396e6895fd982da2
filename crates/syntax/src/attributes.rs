//! Attributes: `__attribute__((…))` and `[[…]]`, wherever they may stand. Most say nothing about
//! what a program means and are skipped; those that do are collected in [`Attrs`].

use crate::error::{Result, SyntaxError, invalid};
use crate::parser::Parser;
use crate::token::{Kw, Punct, Sym, Tok};
use brinell_lang::{Loc, TargetName};

/// The attributes that matter, from one or several lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attrs {
    pub packed: bool,
    pub align: Option<u32>,
    pub noreturn: bool,
    /// Of a function: its calls stay calls.
    pub noinline: bool,
    /// The body is only for inlining; the function itself is elsewhere.
    pub gnu_inline: bool,
    /// The attribute makes another type of the one it stands at.
    pub retypes: Option<&'static str>,
    /// The attribute changes what a record or definition means in a way that we do not model.
    pub refused: Option<(&'static str, Loc)>,
}

/// Attributes that make a type which Brinell cannot describe.
const RETYPING: &[&str] =
    &["vector_size", "mode", "may_alias", "transparent_union", "ext_vector_type", "address_space"];

/// Attributes that change layout, calls, start-up or linking.
const REFUSED: &[&str] = &[
    "constructor",
    "destructor",
    "cleanup",
    "alias",
    "ifunc",
    "weakref",
    "ms_struct",
    "scalar_storage_order",
    "naked",
    "overloadable",
];

impl Attrs {
    /// Adds the attributes of another list.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.packed |= other.packed;
        self.align = self.align.max(other.align);
        self.noreturn |= other.noreturn;
        self.noinline |= other.noinline;
        self.gnu_inline |= other.gnu_inline;
        self.retypes = self.retypes.or(other.retypes);
        self.refused = self.refused.or(other.refused);
    }

    /// The error for a definition that carries a refused attribute.
    pub(crate) fn refusal(&self) -> Option<SyntaxError> {
        self.refused.map(|(name, loc)| SyntaxError::Unsupported {
            construct: if name.contains(' ') {
                name.to_owned()
            } else {
                format!("the attribute '{name}'")
            },
            loc,
        })
    }
}

impl Parser<'_> {
    /// Whether attributes of either kind start here.
    pub(crate) fn at_attributes(&self) -> bool {
        self.is_kw(Kw::Attribute) || self.at_standard_attributes()
    }

    pub(crate) fn at_standard_attributes(&self) -> bool {
        self.is(Punct::LBracket) && self.peek(1) == Tok::P(Punct::LBracket)
    }

    /// Reads all attributes that stand here.
    pub(crate) fn attributes(&mut self) -> Result<Attrs> {
        let mut attrs = Attrs::default();
        loop {
            if self.is_kw(Kw::Attribute) {
                self.bump();
                self.expect(Punct::LParen)?;
                self.expect(Punct::LParen)?;
                while !self.is(Punct::RParen) {
                    if !self.eat(Punct::Comma) {
                        self.attribute(&mut attrs)?;
                    }
                }
                self.expect(Punct::RParen)?;
                self.expect(Punct::RParen)?;
            } else if self.at_standard_attributes() {
                self.bump();
                self.bump();
                while !self.is(Punct::RBracket) {
                    if !self.eat(Punct::Comma) {
                        self.attribute(&mut attrs)?;
                    }
                }
                self.expect(Punct::RBracket)?;
                self.expect(Punct::RBracket)?;
            } else {
                return Ok(attrs);
            }
        }
    }

    fn attribute_word(&mut self) -> Result<(&str, Loc)> {
        let token = self.token();
        if !matches!(token.tok, Tok::Ident | Tok::K(_)) {
            let found = self.describe_token();
            return invalid(token.loc, format!("an attribute expected before {found}"));
        }
        self.bump();
        let name = self.name(Sym(token.data));
        let bare = name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name);
        Ok((bare, token.loc))
    }

    fn attribute(&mut self, attrs: &mut Attrs) -> Result<()> {
        let (mut name, mut loc) = self.attribute_word().map(|(n, l)| (n.to_owned(), l))?;
        if self.eat(Punct::ColonColon)
            || (self.is(Punct::Colon) && self.peek(1) == Tok::P(Punct::Colon))
        {
            // `gnu::packed`; before C23 the lexer gives two colons.
            while self.eat(Punct::Colon) {}
            (name, loc) = self.attribute_word().map(|(n, l)| (n.to_owned(), l))?;
        }
        match name.as_str() {
            "packed" => attrs.packed = true,
            "aligned" => {
                let align = if self.is(Punct::LParen) {
                    self.bump();
                    let align = self.alignment()?;
                    self.expect(Punct::RParen)?;
                    align
                } else {
                    Some(self.biggest_alignment())
                };
                attrs.align = attrs.align.max(align);
                return Ok(());
            }
            "noreturn" | "_Noreturn" => attrs.noreturn = true,
            "noinline" => attrs.noinline = true,
            "gnu_inline" => attrs.gnu_inline = true,
            word => {
                if let Some(known) = RETYPING.iter().find(|k| **k == word) {
                    attrs.retypes = Some(known);
                } else if let Some(known) = REFUSED.iter().find(|k| **k == word) {
                    attrs.refused = Some((known, loc));
                }
            }
        }
        if self.is(Punct::LParen) {
            self.skip_balanced()?;
        }
        Ok(())
    }

    /// A constant alignment; 0 asks for nothing.
    pub(crate) fn alignment(&mut self) -> Result<Option<u32>> {
        let loc = self.loc();
        let value = self.constant("an alignment")?;
        match u32::try_from(value) {
            Ok(0) => Ok(None),
            // gcc's own limit is 2^28.
            Ok(n) if n.is_power_of_two() && n <= 1 << 28 => Ok(Some(n)),
            _ => invalid(loc, format!("an alignment has to be a power of two, not {value}")),
        }
    }

    /// gcc's `__BIGGEST_ALIGNMENT__` without vector extensions.
    fn biggest_alignment(&self) -> u32 {
        match self.target.name {
            TargetName::Lp64 | TargetName::Ilp32 | TargetName::Llp64 => 16,
            TargetName::Ip16 => 1,
            TargetName::S390x => 8,
        }
    }

    /// `__asm__("name")` behind a declarator.
    pub(crate) fn asm_label(&mut self) -> Result<Option<Loc>> {
        let loc = self.loc();
        let word = self.is_kw(Kw::Asm) || self.is_word("asm");
        if !word || self.peek(1) != Tok::P(Punct::LParen) {
            return Ok(None);
        }
        self.bump();
        self.skip_balanced()?;
        Ok(Some(loc))
    }

    /// Whether the token is this identifier.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        let token = self.token();
        token.tok == Tok::Ident && self.name(Sym(token.data)) == word
    }
}
