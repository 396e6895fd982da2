//! The C front end: preprocessed C text to a [`brinell_lang::Program`].
//!
//! The lexer and the recursive-descent parser are our own: every node has to be typed exactly as
//! the standard says and traced back to its place, and everything else has to be a clear
//! [`SyntaxError::Unsupported`], never a wrong program. A parser crate would give us a tree of
//! syntax and leave us all of that.
//!
//! The text is what `cc -E` prints, with its line markers and pragmas. Functions from headers are
//! read only when the program uses them; see `finish.rs` for what is kept and in which order.

mod attributes;
mod builtins;
mod constant;
mod decl;
mod declarator;
mod entities;
mod error;
mod expr;
mod finish;
mod init;
mod lenient;
mod lexer;
mod literals;
mod parser;
mod pragma;
mod primary;
mod records;
mod scope;
mod specs;
mod stmt;
mod token;

pub use error::{ParseFailure, SyntaxError};

use brinell_lang::{Dialect, Program, Target};

/// How to read a text.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// The data model: it decides the types of constants and the values of `sizeof`.
    pub target: Target,
    /// The edition of C.
    pub dialect: Dialect,
}

/// Reads a preprocessed translation unit.
///
/// `main_file` is the name that the line markers give the file which was preprocessed; what it
/// defines is always part of the program. Without markers the whole text is that file.
pub fn parse(
    preprocessed: impl AsRef<[u8]>,
    main_file: &str,
    options: &ParseOptions,
) -> Result<Program, ParseFailure> {
    let failure = |(error, files)| ParseFailure { error, files };
    let source = lexer::lex(preprocessed.as_ref(), main_file, options.dialect).map_err(failure)?;
    let mut parser = parser::Parser::new(source, options.target.clone(), options.dialect);
    if let Err(error) = parser.translation_unit() {
        return Err(failure((error, parser.src.files.names)));
    }
    parser.finish().map_err(failure)
}
