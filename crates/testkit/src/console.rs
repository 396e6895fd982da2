//! Console blocks of the documentation: what they say a command prints is what it prints.
//!
//! A fenced block whose info string begins with `console` is a terminal session. A line that
//! begins with `$ ` is a command, lines that begin with `> ` right behind it continue it, and all
//! others are what it prints, on standard output and standard error together. The second word of
//! the info string says when the block is run:
//!
//! | info string     | run by                                                        |
//! | --------------- | ------------------------------------------------------------- |
//! | `console quick` | the tests, and `cargo xtask docs`                             |
//! | `console run`   | `cargo xtask docs`                                            |
//! | `console`       | nobody: examples, or measurements that take hours             |
//!
//! The blocks of one page are one session, in a directory that begins with a copy of `examples`.
//! In expected output, `[...]` within a line stands for any text, and a line of its own for any
//! number of lines.
//!
//! Every `brinell` command line in any block must parse, also where it is not run; a test of the
//! crate `brinell` sees to that.

mod merge;
mod page;
mod session;

pub use merge::{agrees, merge};
pub use page::{ConsoleBlock, ConsoleCommand, Page, RunBy};
pub use session::{Session, documentation_pages};
