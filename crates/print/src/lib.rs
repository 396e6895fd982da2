//! `lang::Program` → C text: self-contained, without `#include`, for any compiler from C99 on.
//!
//! Printing is total and has no choices of its own: the same program gives the same text. What the
//! text leaves out is exactly what `lang` marks as implicit. The law that the tests hold it to:
//! parsing a printed program and printing it again gives the same text. Two habits follow from it:
//! every form printed is the form its own reading prints as (`-5` for a negative constant, braces
//! around every body), and names are changed only where two of them would collide.
//!
//! Functions that are printed as macros are the exception: the text has to be preprocessed before it
//! is read, and what is read has no calls where they stood.
//!
//! Left out: anything random, layout of lines to a width, C++.

mod code;
mod constant;
mod expr;
mod init;
mod macros;
mod names;
mod scope;
mod spell;
mod stmt;
mod tokens;
mod unit;

pub use tokens::count_tokens;
pub use unit::PrintedUnit;

use brinell_lang::{Item, Program};

/// Prints a program as one translation unit; several units are merged into one.
pub fn print(program: &Program) -> String {
    let items: Vec<Item> = program.units.iter().flat_map(|u| u.items.iter().copied()).collect();
    let names = names::ItemNames::new(program);
    unit::print_unit(program, &names, &items, true).text
}

/// Prints each translation unit of a program, in order.
pub fn print_units(program: &Program) -> Vec<PrintedUnit> {
    let names = names::ItemNames::new(program);
    let units = program.units.iter().enumerate();
    units.map(|(i, unit)| unit::print_unit(program, &names, &unit.items, i == 0)).collect()
}
