//! The parser's state and the small steps that all of it is made of.
//!
//! Recursive descent with semantic analysis on the fly: expressions go through
//! [`brinell_lang::Builder`], which inserts the conversions. Entities of the translation unit are
//! numbered in the order in which they are met; [`crate::finish`] keeps what is used and renumbers.

use crate::entities::{FuncEntity, GlobalEntity, Linked};
use crate::error::{Result, SyntaxError, invalid, unsupported};
use crate::lexer::TokenizedText;
use crate::scope::{Named, Scopes};
use crate::stmt::BodyState;
use crate::token::{Kw, PREDEFINED, Punct, Sym, Tok, Token};
use brinell_lang::{
    Arena, Bits, BuildError, Builder, Dialect, ExprId, ExprKind, Exprs, FuncId, GlobalId, Id,
    IntKind, Loc, QualType, StringId, StringLit, Target, Type, TypeId, Types,
};
use rustc_hash::FxHashMap;

/// How deep brackets, blocks, unary operators, declarators and initialisers may nest together.
/// The standard asks for 63 parentheses and 127 blocks; clang stops at 256.
const MAX_NESTING: u32 = 400;
/// How deep an expression tree may be, implicit conversions included: those who walk it recurse.
const MAX_EXPR_DEPTH: u32 = 2000;
/// How deep an expression that has to be constant may be; the check of `lang` allows 500 levels.
pub(crate) const MAX_CONSTANT_DEPTH: u32 = 450;
/// How many derivations a type may have; the check of `lang` allows 256 levels.
pub(crate) const MAX_TYPE_DEPTH: u32 = 200;

/// The parser.
pub(crate) struct Parser<'s> {
    pub src: TokenizedText<'s>,
    pub target: Target,
    pub dialect: Dialect,
    pub types: Types,
    pub functions: Arena<FuncId, FuncEntity>,
    pub globals: Arena<GlobalId, GlobalEntity>,
    pub strings: Arena<StringId, StringLit>,
    /// Entities with linkage, by name.
    pub linked: FxHashMap<Sym, Linked>,
    /// Functions that only exist as builtins, by name.
    pub builtins: FxHashMap<Sym, FuncId>,
    pub scopes: Scopes,
    /// Errors in system headers that matter only to those who use what failed.
    pub poison: Vec<SyntaxError>,
    /// The current expressions: of the body, of the static initialiser, or scratch.
    pub exprs: Exprs,
    /// The depth of each expression's tree.
    pub depths: Vec<u32>,
    /// The function being read.
    pub body: Option<BodyState>,
    /// How many by-value members, those of members included, each record has.
    pub record_weights: Vec<u64>,
    /// The token of each record's definition and its nesting depth.
    pub record_info: Vec<RecordInfo>,
    /// How many expressions range designators have copied.
    pub copied: u32,
    /// The length after `static` in the parameter being read.
    pub promised: Option<u64>,
    type_depths: Vec<u32>,
    at: usize,
    nesting: u32,
}

/// What the parser knows about a record beyond [`brinell_lang::Record`].
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct RecordInfo {
    /// The token at which the definition ended.
    pub pos: u32,
    /// The depth of its types.
    pub depth: u32,
    /// Whether it ends with a flexible array member.
    pub flexible: bool,
}

impl<'s> Parser<'s> {
    pub(crate) fn new(src: TokenizedText<'s>, target: Target, dialect: Dialect) -> Self {
        let scopes = Scopes::new(src.names.len());
        let mut parser = Self {
            src,
            target,
            dialect,
            types: Types::new(),
            functions: Arena::new(),
            globals: Arena::new(),
            strings: Arena::new(),
            linked: FxHashMap::default(),
            builtins: FxHashMap::default(),
            scopes,
            poison: Vec::new(),
            exprs: Exprs::new(),
            depths: Vec::new(),
            body: None,
            record_weights: Vec::new(),
            record_info: Vec::new(),
            copied: 0,
            promised: None,
            type_depths: Vec::new(),
            at: 0,
            nesting: 0,
        };
        for name in PREDEFINED {
            if let Some(&sym) = parser.src.syms.get(name) {
                let ty = match *name {
                    "__int128_t" if parser.target.int128 => {
                        QualType::plain(parser.types.int(IntKind::Int128))
                    }
                    "__uint128_t" if parser.target.int128 => {
                        QualType::plain(parser.types.int(IntKind::UInt128))
                    }
                    _ => parser.opaque(name),
                };
                parser.scopes.bind(sym, Named::Typedef(ty), 0, Loc::NONE);
            }
        }
        parser
    }

    // ---- tokens ----

    pub(crate) fn token(&self) -> Token {
        // The last token is `Eof`, and nothing moves past it.
        self.src.tokens[self.at]
    }

    pub(crate) fn tok(&self) -> Tok {
        self.src.tokens[self.at].tok
    }

    pub(crate) fn loc(&self) -> Loc {
        self.src.tokens[self.at].loc
    }

    /// The token `ahead` places on.
    pub(crate) fn peek(&self, ahead: usize) -> Tok {
        self.src.tokens.get(self.at + ahead).map_or(Tok::Eof, |t| t.tok)
    }

    pub(crate) fn peek_token(&self, ahead: usize) -> Token {
        let last = self.src.tokens.len() - 1;
        self.src.tokens[(self.at + ahead).min(last)]
    }

    /// The index of the current token.
    pub(crate) fn pos(&self) -> u32 {
        self.at as u32
    }

    /// Continues at another token.
    pub(crate) fn seek(&mut self, pos: u32) {
        self.at = (pos as usize).min(self.src.tokens.len() - 1);
    }

    pub(crate) fn bump(&mut self) {
        if self.at + 1 < self.src.tokens.len() {
            self.at += 1;
        }
    }

    pub(crate) fn is(&self, punct: Punct) -> bool {
        self.tok() == Tok::P(punct)
    }

    pub(crate) fn is_kw(&self, keyword: Kw) -> bool {
        self.tok() == Tok::K(keyword)
    }

    pub(crate) fn eat(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        if found {
            self.bump();
        }
        found
    }

    pub(crate) fn eat_kw(&mut self, keyword: Kw) -> bool {
        let found = self.is_kw(keyword);
        if found {
            self.bump();
        }
        found
    }

    pub(crate) fn expect(&mut self, punct: Punct) -> Result<()> {
        if self.eat(punct) {
            return Ok(());
        }
        let found = self.describe_token();
        invalid(self.loc(), format!("'{}' expected before {found}", punct.text()))
    }

    /// The identifier here, which is read.
    pub(crate) fn ident(&mut self, what: &str) -> Result<(Sym, Loc)> {
        let token = self.token();
        if token.tok == Tok::Ident {
            self.bump();
            return Ok((Sym(token.data), token.loc));
        }
        let found = self.describe_token();
        invalid(token.loc, format!("{what} expected before {found}"))
    }

    pub(crate) fn describe_token(&self) -> String {
        let token = self.token();
        match token.tok {
            Tok::Eof => "the end of the text".to_owned(),
            Tok::P(p) => format!("'{}'", p.text()),
            Tok::Ident | Tok::K(_) => format!("'{}'", self.name(Sym(token.data))),
            Tok::Number => "a number".to_owned(),
            Tok::Char => "a character constant".to_owned(),
            Tok::Str => "a string".to_owned(),
        }
    }

    pub(crate) fn name(&self, sym: Sym) -> &'s str {
        self.src.names.get(sym.0 as usize).copied().unwrap_or("")
    }

    /// The text of a literal token.
    pub(crate) fn text(&self, token: Token) -> &'s [u8] {
        let text = self.src.text;
        self.src
            .spans
            .get(token.data as usize)
            .and_then(|(start, end)| text.get(*start as usize..*end as usize))
            .unwrap_or(&[])
    }

    /// Skips from an opening bracket to behind its closing one.
    pub(crate) fn skip_balanced(&mut self) -> Result<()> {
        use Punct::*;
        let loc = self.loc();
        let mut depth = 0u32;
        loop {
            match self.tok() {
                Tok::P(LParen | LBrace | LBracket) => depth += 1,
                Tok::P(RParen | RBrace | RBracket) => depth = depth.saturating_sub(1),
                Tok::Eof => return invalid(loc, "a bracket that is not closed"),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    // ---- limits ----

    /// Goes one level deeper; the caller leaves again unless it fails.
    pub(crate) fn enter(&mut self) -> Result<()> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return unsupported(self.loc(), format!("nesting deeper than {MAX_NESTING} levels"));
        }
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// Back to the surface after an error.
    pub(crate) fn reset_nesting(&mut self) {
        self.nesting = 0;
    }

    /// Checks what the builder has just added: its depth, and that its types can be computed with.
    pub(crate) fn settle(&mut self) -> Result<()> {
        while self.depths.len() < self.exprs.len() {
            let id = ExprId::from_index(self.depths.len());
            let expr = &self.exprs[id];
            let mut depth = 0;
            expr.for_each_child(|child| {
                depth = depth.max(self.depths.get(child.index()).copied().unwrap_or(0));
            });
            if depth >= MAX_EXPR_DEPTH {
                return unsupported(expr.loc, "an expression nested too deeply");
            }
            match self.types.get(expr.ty.ty) {
                // A null pointer constant is evaluated by everyone who meets it.
                Type::Pointer(_)
                    if depth > MAX_CONSTANT_DEPTH
                        && matches!(expr.kind, ExprKind::Cast { implicit: true, .. }) =>
                {
                    return unsupported(expr.loc, "an expression nested too deeply");
                }
                Type::Opaque(name) => {
                    return unsupported(expr.loc, format!("computing with '{name}'"));
                }
                Type::Record(r) if self.types.records[*r].fields.is_none() => {
                    if matches!(expr.kind, ExprKind::Load(_) | ExprKind::Call { .. }) {
                        return invalid(expr.loc, "the value of an incomplete type is used");
                    }
                }
                _ => {}
            }
            self.depths.push(depth + 1);
        }
        Ok(())
    }

    /// Forgets the expressions from a mark on: they were never evaluated.
    pub(crate) fn forget_from(&mut self, mark: usize) {
        self.exprs.truncate(mark);
        self.depths.truncate(mark);
    }

    /// Computes the depths of new types and checks them.
    pub(crate) fn settle_types(&mut self, loc: Loc) -> Result<()> {
        let depth = |depths: &[u32], ty: TypeId| depths.get(ty.index()).copied().unwrap_or(0);
        loop {
            let id = TypeId::from_index(self.type_depths.len());
            if !self.types.contains(id) {
                return Ok(());
            }
            let d = match self.types.get(id) {
                Type::Pointer(to) if matches!(self.types.get(to.ty), Type::Record(_)) => 1,
                Type::Pointer(to) => 1 + depth(&self.type_depths, to.ty),
                Type::Array { elem, .. } => {
                    let inner = match self.types.get(elem.ty) {
                        Type::Record(r) => self.record_info.get(r.index()).map_or(0, |i| i.depth),
                        _ => depth(&self.type_depths, elem.ty),
                    };
                    1 + inner
                }
                Type::Function(f) => {
                    let all = f.params.iter().chain([&f.ret]);
                    1 + all.map(|t| depth(&self.type_depths, *t)).max().unwrap_or(0)
                }
                _ => 0,
            };
            if d > MAX_TYPE_DEPTH {
                return unsupported(loc, "a type derived too deeply");
            }
            self.type_depths.push(d);
        }
    }

    /// How deep a type is, for the depth of records that contain it.
    pub(crate) fn type_depth(&self, ty: TypeId) -> u32 {
        match self.types.get(ty) {
            Type::Record(r) => self.record_info.get(r.index()).map_or(0, |i| i.depth),
            _ => self.type_depths.get(ty.index()).copied().unwrap_or(0),
        }
    }

    // ---- building ----

    /// Runs the builder on the current expressions.
    pub(crate) fn build<T>(
        &mut self,
        make: impl FnOnce(&mut Builder<'_>) -> std::result::Result<T, BuildError>,
    ) -> Result<T> {
        let mut builder = Builder {
            types: &mut self.types,
            target: &self.target,
            dialect: self.dialect,
            exprs: &mut self.exprs,
        };
        let made = make(&mut builder).map_err(|e| self.blame(e))?;
        self.settle()?;
        Ok(made)
    }

    /// An error of the builder is the program's, unless a type that we only know by name plays a
    /// part: what can be done with such an object is not for us to say.
    fn blame(&self, error: BuildError) -> SyntaxError {
        let opaque = self.types.iter().find_map(|(_, ty)| match ty {
            Type::Opaque(name) if error.message.contains(name.as_str()) => Some(name),
            _ => None,
        });
        match opaque {
            Some(name) => SyntaxError::Unsupported {
                construct: format!("an operation on '{name}'"),
                loc: error.loc,
            },
            None => error.into(),
        }
    }

    /// Runs a builder method that cannot fail.
    pub(crate) fn make(&mut self, make: impl FnOnce(&mut Builder<'_>) -> ExprId) -> Result<ExprId> {
        self.build(|b| Ok(make(b)))
    }

    pub(crate) fn int_const(
        &mut self,
        value: impl Into<Bits>,
        kind: IntKind,
        loc: Loc,
    ) -> Result<ExprId> {
        self.make(|b| b.int(value, kind, loc))
    }

    pub(crate) fn ty_of(&self, e: ExprId) -> QualType {
        self.exprs[e].ty
    }

    /// A readable type.
    pub(crate) fn show(&self, ty: QualType) -> String {
        self.types.describe(ty, &self.target)
    }
}
