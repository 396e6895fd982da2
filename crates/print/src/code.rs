//! The writer of code: a worklist instead of recursion, so that no nesting is too deep to print.

use crate::names::ItemNames;
use crate::scope::LocalNames;
use crate::spell::Spell;
use brinell_lang::{Body, ExprId, Exprs, Init, Program, StmtId, TypeId};

/// Something still to be printed; the top of the worklist comes next.
pub enum PrintWork<'a> {
    /// A piece of text.
    Text(&'a str),
    /// A piece of text made for the occasion.
    Owned(String),
    /// An expression, without parentheses of its own.
    Expr(ExprId),
    /// An initialiser of the type.
    Init(&'a Init, TypeId),
    /// A statement on lines of its own.
    Stmt(StmtId),
    /// The rest of an `if` after the closing brace of an arm: its `else`, or the end of the line.
    Else(Option<StmtId>),
    /// The start of a line.
    Line,
    /// The statements after this one stand one level deeper.
    Indent,
    /// The end of [`PrintWork::Indent`].
    Outdent,
    /// The end of the body of a `switch`.
    EndSwitch,
}

/// Prints the code of one function or one initialiser.
pub struct CodePrinter<'a> {
    /// The program it belongs to.
    pub program: &'a Program,
    /// The names at file scope.
    pub names: &'a ItemNames,
    /// How types are spelled.
    pub spell: Spell<'a>,
    /// The expressions that ids point to.
    pub exprs: &'a Exprs,
    /// The body that they belong to, if it is a function's.
    pub body: Option<&'a Body>,
    /// The names inside the body.
    pub scope: &'a LocalNames,
    /// What is left to print.
    pub work: Vec<PrintWork<'a>>,
    /// Whether locals are parameters of a macro.
    pub in_macro: bool,
    /// The types of the switches around.
    pub switches: Vec<Option<TypeId>>,
    indent: usize,
    out: String,
}

impl<'a> CodePrinter<'a> {
    /// A writer for the code of a body or, without one, of a static initialiser.
    pub fn new(
        program: &'a Program,
        names: &'a ItemNames,
        exprs: &'a Exprs,
        body: Option<&'a Body>,
        scope: &'a LocalNames,
    ) -> Self {
        Self {
            program,
            names,
            spell: Spell::new(program, names),
            exprs,
            body,
            scope,
            work: Vec::new(),
            in_macro: false,
            switches: Vec::new(),
            indent: 0,
            out: String::new(),
        }
    }

    /// Appends text; a space keeps apart operators that would melt into another one.
    pub fn put(&mut self, text: &str) {
        if let (Some(last), Some(first)) = (self.out.chars().next_back(), text.chars().next())
            && last == first
            && matches!(first, '+' | '-' | '&')
        {
            self.out.push(' ');
        }
        self.out.push_str(text);
    }

    /// Starts a line at the current depth; `less` levels less for labels.
    pub fn line(&mut self, less: usize) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        for _ in less..self.indent {
            self.out.push_str("    ");
        }
    }

    /// Works until nothing is left and returns the text.
    pub fn finish(mut self) -> String {
        while let Some(work) = self.work.pop() {
            match work {
                PrintWork::Text(text) => self.put(text),
                PrintWork::Owned(text) => self.put(&text),
                PrintWork::Expr(id) => self.expr(id),
                PrintWork::Init(init, ty) => self.init(init, ty),
                PrintWork::Stmt(id) => self.stmt(id),
                PrintWork::Else(otherwise) => self.otherwise(otherwise),
                PrintWork::Line => self.line(0),
                PrintWork::Indent => self.indent += 1,
                PrintWork::Outdent => self.indent -= 1,
                PrintWork::EndSwitch => {
                    self.switches.pop();
                }
            }
        }
        self.out
    }
}
