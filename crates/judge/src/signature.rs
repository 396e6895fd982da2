//! Signatures: what two reports of one bug have in common.
//!
//! A signature omits what changes from program to program: paths, addresses, places in the test
//! program, temporary names, process ids, numbers of generated names. It keeps what the compiler says
//! about itself: its own source location, the text of an assertion, the pass, the top frames.

use crate::reading::SILENT_FAILURE;

/// Characters of a signature; longer ones are cut, which loses nothing that distinguishes bugs.
const LONGEST: usize = 240;
/// Frames that count: those below differ with the program.
const FRAMES: usize = 3;

/// The signature of a crash. `stem` is how the names of the test program's files begin.
pub fn crash_signature(signal: Option<i32>, output: &str, stem: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(signal) = signal {
        parts.push(format!("{SIGNAL}{signal}"));
    }
    let main = output.lines().find(|line| says_crash(line));
    if let Some(line) = main {
        parts.push(plain(after_marker(line), stem));
    }
    let pass = output.lines().find(|line| line.contains("during ") && line.contains(" pass:"));
    parts.extend(pass.map(|line| plain(line, stem)));
    // A message with the compiler's own source location needs no frames.
    if !main.is_some_and(|line| names_a_place(after_marker(line))) {
        parts.extend(output.lines().filter_map(frame).take(FRAMES).map(|name| plain(name, stem)));
    }
    if main.is_none() && parts.len() <= 1 {
        parts.extend(own_words(output).last().map(|line| plain(line, stem)));
    }
    parts.dedup();
    cut(&parts.join("; "))
}

/// The signature of an error message. `stem` is how the names of the test program's files begin.
pub fn error_signature(output: &str, stem: &str) -> String {
    let has_error = |line: &&str| line.to_ascii_lowercase().contains("error");
    // chibicc quotes the line and puts the message under it.
    let pointed = output.lines().find_map(|line| line.trim_start().strip_prefix("^ "));
    let error = output.lines().find(has_error);
    let (who, line) = match error {
        // The driver says only that the linker failed; the linker said why, behind the place.
        Some(line) if LINKER_FAILED.iter().any(|words| line.contains(words)) => {
            (LINKER, linkers_words(output).unwrap_or(line))
        }
        Some(line) if is_from_assembler(output, line) => {
            (ASSEMBLER, line.split_once("Error: ").map_or(line, |(_, why)| why))
        }
        Some(line) => ("", line),
        None => match (pointed, linkers_words(output)) {
            (Some(message), _) => ("", message),
            // A driver that adds nothing to what the linker said.
            (None, Some(why)) => (LINKER, why),
            (None, None) => {
                let any = || output.lines().find(|line| !line.trim().is_empty());
                let line = own_words(output).first().copied().or_else(any);
                ("", line.unwrap_or("no message"))
            }
        },
    };
    cut(&(who.to_owned() + &plain(&without_quoted(line), stem)))
}

/// Whether a signature is not the compiler's own: an assembler or a linker does not take what the
/// compiler has made. If that breaks off because the compiler died, it is chance what they say.
pub fn is_of_compilers_output(signature: &str) -> bool {
    signature.starts_with(ASSEMBLER) || signature.starts_with(LINKER)
}

/// Whether a compiler's message reports a crash.
pub fn says_crash(output: &str) -> bool {
    let lower = output.to_ascii_lowercase();
    CRASH_WORDS.iter().any(|words| lower.contains(words))
}

/// Whether a signature says where a compiler failed; then it identifies a bug. A mere
/// signal, or failing without a word, may be any bug.
pub fn is_telling(signature: &str) -> bool {
    !signature.is_empty() && mere_signal(signature).is_none() && signature != SILENT_FAILURE
}

/// The signal, if a signature contains nothing else.
pub fn mere_signal(signature: &str) -> Option<i32> {
    signature.strip_prefix(SIGNAL)?.parse().ok()
}

/// The longest part of a signature that is in a compiler's words as it is: what was taken out of
/// them, and numbers, stand between the parts.
pub fn telling_part(signature: &str) -> Option<&str> {
    let said = [ASSEMBLER, LINKER].iter().find_map(|who| signature.strip_prefix(who));
    let said = said.unwrap_or(signature);
    let mut parts = Vec::new();
    let mut start = 0;
    for (i, c) in said.char_indices() {
        let next = i + c.len_utf8();
        // As `(N): Error` for `test.c(10): Error`.
        let number = c == 'N' && !said[next..].starts_with(char::is_alphanumeric);
        if number || c.is_ascii_digit() || ".;<>'\"`".contains(c) {
            parts.push(&said[start..i]);
            start = next;
        }
    }
    parts.push(&said[start..]);
    let parts = parts.into_iter().map(str::trim).filter(|part| !part.starts_with("signal"));
    parts.max_by_key(|part| part.len()).filter(|part| part.len() >= 4)
}

/// The lines of an output that may say why a compiler failed: not its warnings and notes, and not
/// the program's own text, which it quotes above a line of carets.
fn own_words(output: &str) -> Vec<&str> {
    let lines: Vec<&str> = output.lines().collect();
    let is_pointer = |line: &str| {
        line.contains('^') && line.chars().all(|c| c.is_whitespace() || "^~|".contains(c))
    };
    let mut own = Vec::new();
    for (i, &line) in lines.iter().enumerate() {
        let quoted = lines.get(i + 1).is_some_and(|next| is_pointer(next));
        let lower = line.to_ascii_lowercase();
        let aside = lower.contains("warning: ") || lower.contains("note: ");
        if !(line.trim().is_empty() || quoted || aside || is_pointer(line)) {
            own.push(line);
        }
    }
    own
}

/// What a linker complains about: what stands behind a place in a section, else its first line that
/// is neither a place nor a warning.
fn linkers_words(output: &str) -> Option<&str> {
    let at_a_place = |line: &'_ str| -> Option<usize> {
        let at = line.rfind("): ")?;
        line[..at].contains("(.").then_some(at + "): ".len())
    };
    let said = |line: &'_ str| -> Option<usize> {
        let at = line.find("ld: ")?;
        let by_itself = at == 0 || line[..at].ends_with('/') || line[..at].ends_with("ld.");
        let why = &line[at + "ld: ".len()..];
        let aside =
            why.ends_with("':") || why.starts_with("warning: ") || why.starts_with("NOTE: ");
        (by_itself && !aside && !why.contains(": warning: ")).then_some(at + "ld: ".len())
    };
    output
        .lines()
        .find_map(|line| at_a_place(line).map(|at| &line[at..]))
        .or_else(|| output.lines().find_map(|line| said(line).map(|at| &line[at..])))
}

/// Where the assembler is said to have complained; the complaints follow.
fn is_from_assembler(output: &str, error: &str) -> bool {
    let mut before = output.lines().take_while(|line| *line != error);
    before.any(|line| line.ends_with("Assembler messages:"))
}

/// How signatures begin of what a signal killed.
const SIGNAL: &str = "signal ";
/// How signatures begin of what others say about the compiler's output.
const ASSEMBLER: &str = "assembler: ";
const LINKER: &str = "linker: ";

/// What drivers say when the linker has failed.
pub const LINKER_FAILED: [&str; 3] = ["linker command failed", "ld returned", "ld terminated"];

/// Words by which a line reports a crash, in lower case.
pub const CRASH_WORDS: [&str; 14] = [
    "internal compiler error",
    "internal error",
    "compiler error",
    "assertion",
    "unreachable executed",
    "llvm error",
    "error in backend",
    "please submit a full bug report",
    "please submit a bug report",
    "stack dump:",
    "segmentation fault",
    // sdcc's own handler
    "caught signal",
    // cc65's own assertions
    "check failed:",
    "stack overflow",
];

/// From the words that say what it is, without the names of programs before them.
fn after_marker(line: &str) -> &str {
    let lower = line.to_ascii_lowercase();
    let start = CRASH_WORDS.iter().filter_map(|words| lower.find(words)).min().unwrap_or(0);
    // Lower case of ASCII keeps all positions.
    &line[start..]
}

/// Whether a line has something like `fold-const.cc:123` or `parse.c:12` in it.
fn names_a_place(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        let word = word.trim_end_matches([':', ',', '.', ')']);
        word.rsplit_once(':').is_some_and(|(file, number)| {
            file.contains('.') && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
        })
    })
}

/// The function of a stack frame, if the line is one that tells something: gcc's
/// `0x1234 name(arguments)`, LLVM's ` #4 0x1234 name(arguments) file`, and its passes.
fn frame(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some((_, pass)) = line.split_once("Running pass ") {
        return Some(pass.split(" on ").next().unwrap_or(pass));
    }
    let rest = match line.strip_prefix('#') {
        Some(numbered) => numbered.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start(),
        None => line,
    };
    let (address, name) = rest.strip_prefix("0x")?.split_once(' ')?;
    let hex = address.bytes().all(|byte| byte.is_ascii_hexdigit());
    let name = name.split('(').next().unwrap_or(name).trim();
    let own =
        ["PrintStackTrace", "SignalHandler", "RunSignalHandlers", "CrashRecovery", "crash_signal"];
    let telling = !name.is_empty()
        && !name.starts_with('?')
        && !name.starts_with('_')
        && !name.starts_with('/')
        && !own.iter().any(|handler| name.contains(handler));
    (hex && telling).then_some(name)
}

/// A message without what it quotes of the program: names, types, numbers. Punctuation and keywords
/// stay, since they are the grammar's: `'..' expected (got '..')` would be every syntax error.
fn without_quoted(line: &str) -> String {
    let mut out = String::new();
    let mut inside = None;
    let mut quoted = String::new();
    for c in line.chars() {
        match inside {
            Some(end) if c == end && !(quoted.is_empty() && end == '\'') => {
                out.push_str(if is_of_the_grammar(&quoted) { &quoted } else { ".." });
                out.push('\'');
                quoted.clear();
                inside = None;
            }
            Some(_) => quoted.push(c),
            None => {
                inside = match c {
                    '\u{2018}' => Some('\u{2019}'),
                    '\'' | '`' => Some('\''),
                    '"' => Some('"'),
                    _ => None,
                };
                out.push(if inside.is_some() { '\'' } else { c });
            }
        }
    }
    // An apostrophe, not a quotation.
    if inside.is_some() { line.to_owned() } else { out }
}

/// Whether a token is the same in every program: punctuation, or a keyword.
fn is_of_the_grammar(token: &str) -> bool {
    let punctuation = |c: char| c.is_ascii_punctuation() && !"_$@`\"'\\%".contains(c);
    !token.is_empty() && (token.chars().all(punctuation) || KEYWORDS.contains(&token))
}

/// The keywords of C, and what compilers call the end of a file.
const KEYWORDS: [&str; 45] = [
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Noreturn",
    "_Static_assert",
    "__attribute__",
    "<eof>",
    "EOF",
];

/// A line without what changes from program to program.
fn plain(line: &str, stem: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        out.push_str(&plain_word(word, stem));
        word.clear();
    };
    for c in line.chars() {
        if c.is_ascii_alphanumeric() || "_./-+:~$\\[]".contains(c) {
            word.push(c);
        } else {
            flush(&mut word, &mut out);
            out.push(if c.is_control() { ' ' } else { c });
        }
    }
    flush(&mut word, &mut out);
    let words: Vec<&str> = out.split_whitespace().filter(|word| *word != ":").collect();
    words.join(" ").trim_matches([' ', ',', ':']).to_owned()
}

fn plain_word(word: &str, stem: &str) -> String {
    let name = word.rsplit('/').next().unwrap_or(word);
    let (file, place) = name.split_once(':').map_or((name, None), |(f, p)| (f, Some(p)));
    if !stem.is_empty() && file.starts_with(stem) {
        return String::new();
    }
    let mut plain = plain_name(file);
    if let Some(place) = place {
        let temporary = plain != file;
        plain.push(':');
        // The line of a file of the compiler's own stays; the column tells nothing more.
        let mut numbers = place.split(':');
        let first = numbers.next().unwrap_or_default();
        if file.contains('.') && !temporary {
            plain.push_str(first);
        } else {
            plain.push_str(&plain_name(place));
        }
    }
    plain
}

/// A name without addresses, numbers, and the numbers of generated or temporary names.
fn plain_name(name: &str) -> String {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some(hex) = name.strip_prefix("0x")
        && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
    {
        return "0xN".to_owned();
    }
    let trimmed = name.trim_end_matches(['.', ':', '-']);
    if digits(trimmed) || digits(trimmed.trim_start_matches('-')) {
        return name.replace(trimmed, "N");
    }
    // tcc[1234]
    if let Some((program, rest)) = name.split_once('[')
        && rest.strip_suffix(']').is_some_and(digits)
    {
        return format!("{program}[N]");
    }
    // g_12, func_3, S0, f1, .L123
    let stripped = trimmed.trim_end_matches(|c: char| c.is_ascii_digit());
    let numbered = stripped.len() < trimmed.len();
    let generated = ["S", "U", "f", "L", ".L"].contains(&stripped)
        || (stripped.ends_with('_')
            && stripped.len() <= 6
            && stripped[..stripped.len() - 1].bytes().all(|b| b.is_ascii_lowercase()));
    if numbered && generated {
        return format!("{stripped}N");
    }
    // ccAbc123.s, ctm.AbC12, tmpXYZ: what compilers call their own files.
    if let Some((base, extension)) = name.split_once('.') {
        let ours = ["s", "o", "c", "i", "ltrans"].contains(&extension);
        if base.len() == 8 && base.starts_with("cc") && ours {
            return format!("ccN.{extension}");
        }
        if base == "ctm" {
            return "ctm.N".to_owned();
        }
    }
    name.to_owned()
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => text[..end].to_owned(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crash(text: &str) -> String {
        crash_signature(None, text, "test")
    }

    #[test]
    fn gcc_keeps_its_own_place_and_pass() {
        let text = "during GIMPLE pass: vect\n/tmp/x/test.c: In function 'func_12':\n\
                    /tmp/x/test.c:12:34: internal compiler error: in vect_get_loop, at \
                    tree-vect-loop.cc:1234\n0x7f1234 ???\n\t../sysdeps/x.c:12\nPlease submit";
        assert_eq!(
            crash(text),
            "internal compiler error: in vect_get_loop, at tree-vect-loop.cc:1234; \
             during GIMPLE pass: vect"
        );
        let other = text.replace("12:34", "99:1").replace("func_12", "func_7");
        assert_eq!(crash(&other), crash(text));
    }

    #[test]
    fn frames_stand_in_for_a_place() {
        let text = "test.c:1:2: internal compiler error: Segmentation fault\n\
                    0xd0a1b2 crash_signal\n0xabc fold_this(tree_node*)\n\t../../gcc/fold.c:12\n\
                    0x7ff123 ???\n0x1 walk_tree(int)\n";
        assert_eq!(
            crash(text),
            "internal compiler error: Segmentation fault; fold_this; walk_tree"
        );
    }

    #[test]
    fn llvm_keeps_assertion_and_frames() {
        let text = "clang: /build/llvm/lib/IR/Value.cpp:123: void llvm::f(int): Assertion `A == B \
                    && \"no\"' failed.\nPLEASE submit a bug report to https://x and include\n\
                    Stack dump:\n0.\tProgram arguments: clang -O2 /tmp/abc/test.c\n";
        assert_eq!(crash(text), "Assertion `A == B && \"no\"' failed.");
        let text = "PLEASE submit a bug report to https://llvm.org\nStack dump:\n1.\t<eof> parser \
                    at end\n #0 0x00007f12 llvm::sys::PrintStackTrace(llvm::raw_ostream&) /x\n \
                    #4 0x00007f99 llvm::LoopPass::run(int, char) (/usr/lib/x.so)\n";
        let signature = crash_signature(Some(11), text, "test");
        assert!(signature.starts_with("signal 11; "), "{signature}");
        assert!(signature.ends_with("llvm::LoopPass::run"), "{signature}");
    }

    #[test]
    fn small_compilers_are_understood() {
        assert_eq!(crash("internal error at codegen.c:123"), "internal error at codegen.c:123");
        assert_eq!(
            crash("/t/test.c, line 99: compiler error: Cannot generate code, node 0x55aa op 12"),
            "compiler error: Cannot generate code, node 0xN op N"
        );
        let cc65 = "test.c(40): Warning: Truncating value in bit-field initializer\ncc65: Check failed: \
                    SI.Offs == SI.Size, file 'cc65/declare.c', line 2046\n";
        assert_eq!(crash(cc65), "Check failed: SI.Offs == SI.Size, file 'declare.c', line N");
        assert_eq!(crash_signature(Some(11), "", "test"), "signal 11");
    }

    #[test]
    fn quoted_lines_and_warnings_are_no_reason() {
        // xcc quotes the program, warns a lot, and does not write "error".
        let warned = "test.c(126): warning: condition always met\n    l_5 = -3 < g_8;\n             ^\n\
                      test.c(596): warning: unreachable\nint func_2(void) {\n^~~\n";
        assert_eq!(crash_signature(Some(11), warned, "test"), "signal 11");
        let refused =
            format!("{warned}test.c(173): case value `1' already defined\n    case 1:\n    ^~~~\n");
        assert_eq!(error_signature(&refused, "test"), "(N): case value '..' already defined");
        let died = format!("{warned}codegen failed\n");
        assert_eq!(crash_signature(Some(6), &died, "test"), "signal 6; codegen failed");
        assert!(error_signature(warned, "test").contains("condition always met"));
    }

    #[test]
    fn a_linker_is_asked_why() {
        let clang = "/dev/x/test-e12936.o: in function `func_1':\ntest.c:(.text+0x188d): relocation \
                     truncated to fit: R_X86_64_PC32 against `.data'\nclang: error: linker command \
                     failed with exit code 1 (use -v to see invocation)\n";
        let gcc = "/usr/bin/ld: /tmp/ccX.o: in function `main':\ntest.c:(.text+0x5): undefined \
                   reference to `g'\ncollect2: error: ld returned 1 exit status\n";
        let (clang, gcc) = (error_signature(clang, "test"), error_signature(gcc, "test"));
        assert!(clang.starts_with("linker: relocation truncated to fit"), "{clang}");
        assert!(gcc.starts_with("linker: undefined reference to"), "{gcc}");
        let pcc = "/usr/bin/ld: NOTE: This behaviour is deprecated\n/usr/bin/ld: crt1.o: in function \
                   `_start':\n(.text+0x17): undefined reference to `main'\nerror: /usr/bin/ld \
                   terminated with status 1\n";
        let pcc = error_signature(pcc, "test");
        assert!(pcc.starts_with("linker: undefined reference to"), "{pcc}");
        // chibicc's driver says nothing of its own.
        let chibicc = "/usr/bin/ld: /tmp/chibicc-q1: in function `main':\n(.text+0x5): relocation \
                       truncated to fit: R_X86_64_PC32 against symbol `g_1' defined in .bss\n";
        let chibicc = error_signature(chibicc, "test");
        assert!(chibicc.starts_with("linker: relocation truncated to fit"), "{chibicc}");
        let pie = "/usr/bin/ld: warning: test.o: missing .note.GNU-stack section\n/usr/bin/ld: \
                   test.o: relocation R_X86_64_32 against `.bss' can not be used when making a PIE \
                   object\ncollect2: error: ld returned 1 exit status\n";
        let pie = error_signature(pie, "test");
        assert!(pie.contains("can not be used when making a PIE object"), "{pie}");
        assert!(pie.starts_with("linker: "), "{pie}");
        assert_eq!(error_signature("x.c:1: child: no\n", "test"), "x.c:1 child: no");
        let silent = error_signature("collect2: error: ld returned 1 exit status\n", "test");
        assert!(silent.contains("ld returned"), "{silent}");
    }

    #[test]
    fn some_of_a_signature_was_really_said() {
        let said = "test.c, line 2: compiler error: Cannot generate code, node 0x5555cd653250 op %";
        let signature = crash(said);
        let part = telling_part(&signature).unwrap();
        assert_eq!(part, "compiler error: Cannot generate code, node");
        assert!(said.contains(part));
        let linker = "x.o:(.text+0x17): undefined reference to `main'\nld returned 1 error\n";
        let signature = error_signature(linker, "test");
        assert_eq!(telling_part(&signature), Some("undefined reference to"));
        assert_eq!((mere_signal("signal 11"), mere_signal("signal 11; in f")), (Some(11), None));
        assert!(is_telling("signal 11; in f") && !is_telling("signal 11"));
        assert!(!is_telling(SILENT_FAILURE) && !is_telling(""));
        assert_eq!(
            telling_part("(N): Error: Division by zero"),
            Some("): Error: Division by zero")
        );
        assert_eq!(telling_part("signal 11"), None);
        assert_eq!(telling_part(""), None);
    }

    #[test]
    fn errors_lose_places_and_names() {
        let gcc = error_signature(
            "/d/test.c: In function 'f':\n/d/test.c:3:4: error: 'g_12' undeclared (first use)\n",
            "test",
        );
        assert_eq!(gcc, "error: '..' undeclared (first use)");
        let chibicc = error_signature("test.c:12:    x = y;\n          ^ not an lvalue\n", "test");
        assert_eq!(chibicc, "not an lvalue");
        let assembler = error_signature(
            "/tmp/ccAbCdEf.s: Assembler messages:\n/tmp/ccAbCdEf.s:12: Error: bad register name \
             `%r99'\n",
            "test",
        );
        assert_eq!(assembler, "assembler: bad register name '..'");
        assert!(is_of_compilers_output(&assembler) && !is_of_compilers_output(&gcc));
        // As pcc does where its compiler proper dies: the text breaks off anywhere.
        let broken_off = error_signature(
            "/tmp/ctm.yt4aBY: Assembler messages:\n/tmp/ctm.yt4aBY:7733: Warning: end of file not \
             at end of a line; newline inserted\n/tmp/ctm.yt4aBY:7966: Error: no such instruction: \
             `cal'\nerror: /usr/bin/as terminated with status 1\n",
            "test",
        );
        assert_eq!(broken_off, "assembler: no such instruction: '..'");
        // tcc quotes what it wants and what it got.
        let tcc = |wanted: &str, got: &str| {
            let text = format!("test.c:3: error: '{wanted}' expected (got '{got}')\n");
            error_signature(&text, "test")
        };
        assert_eq!(tcc(";", "}"), "error: ';' expected (got '}')");
        assert_eq!(tcc(")", "struct"), "error: ')' expected (got 'struct')");
        assert_eq!(tcc(",", "g_12"), "error: ',' expected (got '..')");
        assert_eq!(tcc(";", "'"), "error: ';' expected (got '..')");
        assert_ne!(tcc(";", "}"), tcc(")", "}"));
        let gcc = "test.c:3:4: error: expected \u{2018};\u{2019} before \u{2018}int\u{2019}\n";
        assert_eq!(error_signature(gcc, "test"), "error: expected ';' before 'int'");
        // What a program is about stays out: types of several words, numbers, names.
        let types = "test.c:3:4: error: cannot convert 'unsigned int' to 'struct S0'\n";
        assert_eq!(error_signature(types, "test"), "error: cannot convert '..' to '..'");
        assert_eq!(error_signature("", "test"), "no message");
    }
}
