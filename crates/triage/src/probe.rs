//! The interface of a probe: questions and answers.

/// What is seen with a list of options.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Sight {
    /// The bug, in the way that is looked for.
    Shows,
    /// All is well.
    Hidden,
    /// There is another failure, so this says nothing about the bug.
    Other(String),
    /// Nothing can be said, now or later: the computer is in trouble, or a stop was requested.
    Trouble(String),
}

/// Can compile and run the program of one bug with its compiler and any options.
pub trait Probe {
    /// Whether it happens with these options, and no others.
    fn look(&mut self, options: &[String]) -> Sight;

    /// All that the compiler says when it gets the program with these options; the words of an error
    /// say why it cannot be asked.
    fn ask(&mut self, options: &[String]) -> Result<String, String>;
}
