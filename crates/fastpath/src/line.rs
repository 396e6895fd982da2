//! A compiler process for one option set that has already started and done everything that it does
//! before it looks at the program.
//!
//! clang is stopped where it opens its source. gcc is split up: its driver says how it would call the
//! compiler proper and the assembler (`-###`), and each of them becomes a server. The compiler proper
//! reads its source long before it has initialised itself, so its source is a line that includes the
//! program, and it is stopped where it opens that.

use brinell_toolchain::{ChildEnd, Command, ForkAt, ProcessLimits, Server, Toolchain};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What gcc compiles in place of the program.
const INCLUDING: &str = "brinell.c";

/// A compiler that waits for its program.
pub struct CompilerLine {
    compiler: Server,
    /// The output of the compiler.
    output: PathBuf,
    /// For a compiler that does not assemble: who does, and how.
    assembler: Option<(Server, Command)>,
    /// CPU time of asking the driver, until an answer has it.
    unpaid: Duration,
}

/// How a compiler is called that has no assembler of its own.
struct DriverSteps {
    compiler: Vec<String>,
    assembler: Vec<String>,
}

impl CompilerLine {
    /// Starts a compiler for files of that name, in the directory of the helpers.
    pub fn start(
        tool: &Toolchain,
        options: &[String],
        source: &Path,
        helpers: &Path,
        library: &Path,
    ) -> io::Result<Self> {
        let name = source.to_str().ok_or(io::ErrorKind::InvalidInput)?;
        let start = |command: &Command, at: ForkAt<'_>| Server::start(command, library, at);
        let mut unpaid = Duration::ZERO;
        let (compiler, output, assembler) = match tool.family.as_str() {
            "clang" => {
                // The driver wants to see that it is there.
                std::fs::write(helpers.join(source), "")?;
                let command = tool.object_command(options, &[source.to_owned()], helpers);
                (start(&command, ForkAt::Open(name))?, PathBuf::from("/dev/null"), None)
            }
            "gcc" => {
                std::fs::write(helpers.join(INCLUDING), format!("#include \"{name}\"\n"))?;
                let (output, object) = (source.with_extension("s"), source.with_extension("o"));
                let (asked, parts) = DriverSteps::of(tool, options, &output, &object, helpers)?;
                unpaid = asked;
                let compiler = tool.part_command(&parts.compiler, helpers);
                let assembler = tool.part_command(&parts.assembler, helpers);
                let served = start(&assembler, ForkAt::Main)?;
                (start(&compiler, ForkAt::Open(name))?, output, Some((served, assembler)))
            }
            _ => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok(Self { compiler, output, assembler, unpaid })
    }

    /// Compiles the file in a directory. After an error it must be dropped.
    pub fn compile(&mut self, dir: &Path, limits: &ProcessLimits) -> io::Result<ChildEnd> {
        let mut compiled = self.compiler.go_on(dir, &self.output, limits)?;
        compiled.cpu += std::mem::take(&mut self.unpaid);
        let Some((server, command)) = self.assembler.as_mut().filter(|_| compiled.success) else {
            return Ok(compiled);
        };
        let assembled = server.run(&command.clone().dir(dir).limits(*limits))?;
        Ok(ChildEnd { success: assembled.success, cpu: compiled.cpu + assembled.cpu })
    }
}

impl DriverSteps {
    /// Asks gcc's driver, and says what CPU time that took. An error if it is not one that has just
    /// these two.
    fn of(
        tool: &Toolchain,
        options: &[String],
        output: &Path,
        object: &Path,
        dir: &Path,
    ) -> io::Result<(Duration, Self)> {
        let sources = [PathBuf::from(INCLUDING)];
        let command = tool.object_command(options, &sources, dir).arg("-###");
        let done = command.arg("-o").arg(object).run()?;
        let text = String::from_utf8_lossy(&done.stderr);
        let (output, object) = (output.to_str(), object.to_str());
        let found = output.zip(object).and_then(|(output, object)| parts(&text, output, object));
        found.map(|parts| (done.cpu, parts)).ok_or_else(|| io::ErrorKind::Unsupported.into())
    }
}

/// The two parts of a driver's answer, with other names: the compiler writes to standard output, and
/// the assembler reads the file `output`.
fn parts(text: &str, output: &str, object: &str) -> Option<DriverSteps> {
    // Commands are those lines that begin with a space.
    let mut commands = text.lines().filter_map(|line| words(line.strip_prefix(' ')?));
    let (mut compiler, mut assembler) = (commands.next()?, commands.next()?);
    let is = |word: &str, name: &str| Path::new(word).file_name().is_some_and(|last| last == name);
    let both = is(compiler.first()?, "cc1") && is(assembler.first()?, "as");
    if !both || commands.next().is_some() {
        return None;
    }
    let written = compiler.iter().position(|word| word == "-o")? + 1;
    let between = std::mem::replace(compiler.get_mut(written)?, "-".to_owned());
    let read = assembler.iter().position(|word| *word == between)?;
    output.clone_into(&mut assembler[read]);
    assembler.iter().any(|word| word == object).then_some(DriverSteps { compiler, assembler })
}

/// The words of a command as gcc's driver writes them: some in quotes, with backslashes. Nothing if
/// there is more to it than words.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '\\' => word.get_or_insert_default().push(letters.next()?),
            ' ' if !quoted => words.extend(word.take()),
            '|' if !quoted => return None,
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    (!quoted).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = r#"Using built-in specs.
Target: x86_64-linux-gnu
 /usr/lib/gcc/x86_64-linux-gnu/12/cc1 -quiet -imultiarch x86_64-linux-gnu brinell.c -quiet -dumpbase brinell.c "-mtune=generic" -O2 -w "-DX=\"a b\"" -o /tmp/ccx.s
 as --64 -o test.o /tmp/ccx.s
COMPILER_PATH=/usr/lib/gcc/
"#;

    #[test]
    fn a_driver_is_understood() {
        let parts = parts(ANSWER, "test.s", "test.o").unwrap();
        assert_eq!(parts.assembler, ["as", "--64", "-o", "test.o", "test.s"]);
        let end = ["-mtune=generic", "-O2", "-w", "-DX=\"a b\"", "-o", "-"];
        assert!(parts.compiler.ends_with(&end.map(str::to_owned)), "{:?}", parts.compiler);
        assert_eq!(parts.compiler[0], "/usr/lib/gcc/x86_64-linux-gnu/12/cc1");
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        let cases = [
            "",
            "gcc: error: unrecognized command-line option",
            &ANSWER.replace("cc1", "cc1plus"),
            &ANSWER.replace(" -o /tmp/ccx.s\n as", " -o - | as"),
            &ANSWER.replace(" as --64", " /usr/bin/objcopy --64"),
            &ANSWER.replace("\nCOMP", "\n objcopy x y\nCOMP"),
            &ANSWER.replace("\"-DX", "-DX"),
        ];
        for text in cases {
            assert!(parts(text, "test.s", "test.o").is_none(), "{text}");
        }
        assert!(parts(ANSWER, "test.s", "other.o").is_none());
    }
}
