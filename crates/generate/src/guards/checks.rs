//! How many checks a program has, and how many it would have had if each operation that its text
//! does not show to be safe had one.

use super::sites::{Guard, Site};
use super::wrapper::Operation;
use brinell_lang::BinaryOp;
use std::ops::AddAssign;

/// What a check is for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum CheckKind {
    /// Overflow of `+`, `-`, `*`, `++`, `--` and unary minus.
    Overflow,
    /// Division by zero, and of the least number by -1.
    Division,
    /// A shift too far, or of a negative number.
    Shift,
    /// An index out of bounds.
    Index,
    /// A floating value that does not fit an integer.
    Conversion,
}

impl CheckKind {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Overflow, Self::Division, Self::Shift, Self::Index, Self::Conversion];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overflow => "overflow",
            Self::Division => "division",
            Self::Shift => "shift",
            Self::Index => "index",
            Self::Conversion => "conversion",
        }
    }

    pub(super) const fn of(site: &Site) -> Self {
        match site.guard {
            Guard::Modulo(_) => Self::Index,
            Guard::Wrapper(wrapper) => match wrapper.operation() {
                Operation::Binary(BinaryOp::Div | BinaryOp::Rem) => Self::Division,
                Operation::Binary(BinaryOp::Shl | BinaryOp::Shr) => Self::Shift,
                Operation::Convert => Self::Conversion,
                Operation::Binary(_) | Operation::Neg => Self::Overflow,
            },
        }
    }
}

/// Numbers of checks, by kind.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct CheckCounts {
    possible: [usize; CheckKind::ALL.len()],
    made: [usize; CheckKind::ALL.len()],
}

impl CheckCounts {
    /// Checks that there would be without a run: of all operations whose text does not show that
    /// they are safe.
    pub const fn possible(&self, kind: CheckKind) -> usize {
        self.possible[kind as usize]
    }

    /// Checks that there are.
    pub const fn made(&self, kind: CheckKind) -> usize {
        self.made[kind as usize]
    }

    pub(super) const fn add_possible(&mut self, kind: CheckKind) {
        self.possible[kind as usize] += 1;
    }

    pub(super) const fn add_made(&mut self, kind: CheckKind) {
        self.made[kind as usize] += 1;
    }
}

impl AddAssign<&Self> for CheckCounts {
    fn add_assign(&mut self, other: &Self) {
        let add = |mine: &mut [usize], theirs: &[usize]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        };
        add(&mut self.possible, &other.possible);
        add(&mut self.made, &other.made);
    }
}
