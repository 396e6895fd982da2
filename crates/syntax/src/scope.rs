//! Scopes: what an identifier or a tag means at a place (C11 6.2.1, 6.2.3).
//!
//! Each symbol heads a chain of bindings, the innermost first. File-scope bindings carry the
//! token at which they were made, so that a function body parsed later sees only what stood
//! before it.

use crate::token::Sym;
use brinell_lang::{EnumId, FuncId, GlobalId, IntKind, Loc, LocalId, QualType, RecordId};

/// What an ordinary identifier denotes.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Named {
    Typedef(QualType),
    EnumConst(u64, IntKind),
    Global(GlobalId),
    Function(FuncId),
    Local(LocalId),
    /// A parameter inside its own parameter list.
    Parameter,
    /// Declared by something in a system header that is not supported: the index of the error.
    Poisoned(u32),
}

/// What a tag denotes.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Tag {
    Record(RecordId),
    Enum(EnumId),
    /// As [`Named::Poisoned`].
    Poisoned(u32),
}

/// One declaration of a name.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Binding<T> {
    pub what: T,
    /// 0 is file scope.
    pub depth: u32,
    pub loc: Loc,
    pos: u32,
    sym: Sym,
    /// One more than the index of the binding that this one hides; 0 for none.
    hidden: u32,
}

/// The bindings of one name space.
pub(crate) struct NameSpace<T> {
    /// By symbol: one more than the index of the innermost binding.
    heads: Vec<u32>,
    bindings: Vec<Binding<T>>,
}

impl<T: Copy> NameSpace<T> {
    fn new(symbols: usize) -> Self {
        Self { heads: vec![0; symbols], bindings: Vec::new() }
    }

    fn find(&self, sym: Sym, limit: u32) -> Option<usize> {
        let mut at = *self.heads.get(sym.0 as usize)?;
        while at != 0 {
            let index = at as usize - 1;
            let binding = &self.bindings[index];
            if binding.depth != 0 || binding.pos <= limit {
                return Some(index);
            }
            at = binding.hidden;
        }
        None
    }

    fn bind(&mut self, sym: Sym, what: T, depth: u32, pos: u32, loc: Loc) {
        let Some(head) = self.heads.get_mut(sym.0 as usize) else { return };
        let hidden = *head;
        self.bindings.push(Binding { what, depth, loc, pos, sym, hidden });
        *head = self.bindings.len() as u32;
    }

    fn unwind(&mut self, len: usize) {
        for binding in self.bindings.drain(len..).rev() {
            self.heads[binding.sym.0 as usize] = binding.hidden;
        }
    }
}

/// Both name spaces and the stack of open scopes.
pub(crate) struct Scopes {
    names: NameSpace<Named>,
    tags: NameSpace<Tag>,
    open: Vec<(usize, usize)>,
    /// File-scope names made after this token are not visible.
    pub limit: u32,
}

impl Scopes {
    /// Only file scope is open.
    pub(crate) fn new(symbols: usize) -> Self {
        Self {
            names: NameSpace::new(symbols),
            tags: NameSpace::new(symbols),
            open: Vec::new(),
            limit: u32::MAX,
        }
    }

    /// How many scopes are open inside file scope.
    pub(crate) fn depth(&self) -> u32 {
        self.open.len() as u32
    }

    pub(crate) fn enter(&mut self) {
        self.open.push((self.names.bindings.len(), self.tags.bindings.len()));
    }

    pub(crate) fn leave(&mut self) {
        if let Some((names, tags)) = self.open.pop() {
            self.names.unwind(names);
            self.tags.unwind(tags);
        }
    }

    /// Leaves all scopes inside file scope.
    pub(crate) fn leave_all(&mut self) {
        while !self.open.is_empty() {
            self.leave();
        }
    }

    /// What the name means here.
    pub(crate) fn name(&self, sym: Sym) -> Option<&Binding<Named>> {
        self.names.find(sym, self.limit).map(|i| &self.names.bindings[i])
    }

    /// What the name means if it was declared in the current scope.
    pub(crate) fn name_here(&self, sym: Sym) -> Option<&Binding<Named>> {
        self.name(sym).filter(|b| b.depth == self.depth())
    }

    /// What the tag means here.
    pub(crate) fn tag(&self, sym: Sym) -> Option<&Binding<Tag>> {
        self.tags.find(sym, self.limit).map(|i| &self.tags.bindings[i])
    }

    /// Declares a name in the current scope.
    pub(crate) fn bind(&mut self, sym: Sym, what: Named, pos: u32, loc: Loc) {
        let depth = self.depth();
        self.names.bind(sym, what, depth, pos, loc);
    }

    /// Declares a tag in the current scope.
    pub(crate) fn bind_tag(&mut self, sym: Sym, what: Tag, pos: u32, loc: Loc) {
        let depth = self.depth();
        self.tags.bind(sym, what, depth, pos, loc);
    }
}
