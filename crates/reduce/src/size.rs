//! How large a program is: the order in which reduction goes down.

use brinell_lang::Program;
use brinell_print::{count_tokens, print_units};

/// The size of a program. Programs are compared by tokens, then by expressions (conversions that
/// the text does not show included), then by globals (what one function alone uses is its local),
/// then by bytes, then by their texts as such. Only programs with the same text are equal, and
/// there are finitely many texts below any text, so that going down ends.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct Size {
    /// Tokens of the printed text.
    pub tokens: usize,
    /// Expressions, conversions included.
    pub exprs: usize,
    /// Variables outside functions.
    pub globals: usize,
    /// Bytes of the printed text.
    pub bytes: usize,
    /// The texts of all units.
    pub text: String,
}

/// The text of each unit of a program.
pub fn texts(program: &Program) -> Vec<String> {
    print_units(program).into_iter().map(|unit| unit.text).collect()
}

impl Size {
    /// Measures a program that has nothing in it that nothing points to.
    pub fn of(program: &Program) -> Self {
        let text = texts(program).join("\n");
        let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
        let exprs = bodies.map(|body| body.exprs.len()).sum::<usize>()
            + program.globals.iter().map(|g| g.exprs.len()).sum::<usize>();
        Self {
            tokens: count_tokens(&text),
            exprs,
            globals: program.globals.len(),
            bytes: text.len(),
            text,
        }
    }
}
