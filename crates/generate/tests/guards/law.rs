//! The law of transparency, on random programs: repairing while running, guarding everything that
//! could go wrong and guarding only what did all come to the same, on the machine and compiled.

use super::support::{compiled, compilers, guarded, output, preprocessed, read};
use brinell_generate::guards::Form;
use brinell_lang::TargetName;
use brinell_machine::{Limits, Outcome, RunMode, observe};
use brinell_print::print;
use proptest::prelude::*;
use std::fmt::Write;

const TYPES: [&str; 12] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "char",
];

/// Small numbers, the ends of types, and what lies between; all constants have some type anywhere.
const CONSTANTS: [&str; 20] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "15",
    "16",
    "31",
    "32",
    "63",
    "100",
    "255",
    "32767",
    "-32767 - 1",
    "65535U",
    "2147483647L",
    "-2147483647L - 1",
    "9223372036854775807LL",
    "-9223372036854775807LL - 1",
];

/// Writes a program from a list of numbers; zeros when it is used up, so that every text ends.
struct Writer {
    numbers: std::vec::IntoIter<u32>,
    text: String,
}

impl Writer {
    fn below(&mut self, n: usize) -> usize {
        self.numbers.next().unwrap_or(0) as usize % n
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    fn program(mut self) -> String {
        self.text.push_str("int printf(const char *, ...);\n");
        for (i, ty) in TYPES.iter().enumerate() {
            let quals = if i % 5 == 4 { "volatile " } else { "" };
            let value = self.pick(&CONSTANTS);
            writeln!(self.text, "{quals}{ty} g{i} = {value};").unwrap();
        }
        self.text.push_str(
            "struct { int f; signed b : 7, w : sizeof(int) * 8; long long n : 40; } s;\n",
        );
        self.text.push_str("int a[3] = {1, 2}; long m[2][4]; unsigned char z[1];\n");
        self.text.push_str("int func(int x, unsigned long y) {\n");
        self.stmts(6, &["x", "y"]);
        self.text.push_str("    return x;\n}\nint main(void) {\n");
        self.stmts(12, &[]);
        for i in 0..TYPES.len() {
            writeln!(self.text, "    printf(\"%lld \", (long long)g{i});").unwrap();
        }
        self.text.push_str(
            "    for (int i = 0; i < 3; i++) printf(\"%d \", a[i]);
    for (int i = 0; i < 8; i++) printf(\"%ld \", m[i / 4][i % 4]);
    printf(\"%d %d %d %lld %d\\n\", s.f, s.b, s.w, (long long)s.n, z[0]);
    return 0;\n}\n",
        );
        self.text
    }

    fn stmts(&mut self, most: usize, locals: &[&'static str]) {
        for _ in 0..=self.below(most) {
            let place = self.place(locals, false);
            let value = self.expr(3, locals);
            let stmt = match self.below(8) {
                0 if self.below(2) == 0 => {
                    // Those with an end that is tested first; the one that is read is another.
                    let old = self.pick(&["g0", "g2", "g6", "g8", "s.f", "s.w", "a[1]", "m[0][3]"]);
                    format!("g{} = {old}{} | 1;", self.below(2) * 10 + 1, self.pick(&["++", "--"]))
                }
                0 => format!("{place}++;"),
                1 => format!("--{place};"),
                2 | 3 => format!("{place} = {value};"),
                4 if locals.is_empty() => {
                    // Where it goes must not depend on what the call changes.
                    let other = self.expr(2, locals);
                    format!("g{} = func({value}, {other});", self.below(TYPES.len()))
                }
                5 => {
                    let step = self.pick(&["++i", "i += 3", "i = i + 1"]);
                    format!("for (int i = 0; i < 5; {step}) {place} += {value};")
                }
                _ => {
                    let ops = ["+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="];
                    format!("{place} {} {value};", self.pick(&ops))
                }
            };
            writeln!(self.text, "    {stmt}").unwrap();
        }
    }

    /// An lvalue; one that is repeated reads nothing volatile on the way.
    fn place(&mut self, locals: &[&'static str], nested: bool) -> String {
        if !locals.is_empty() && self.below(4) == 0 {
            return self.pick(locals).to_owned();
        }
        let index = |w: &mut Self| {
            if nested {
                return w.pick(&CONSTANTS).to_owned();
            }
            match w.below(4) {
                0 => w.pick(&CONSTANTS).to_owned(),
                1 => w.pick(&["g0", "g5", "g6", "s.f", "s.b"]).to_owned(),
                2 => format!("g0 + {}", w.place(locals, true)),
                _ => format!("g6 % {}", w.place(locals, true)),
            }
        };
        match self.below(9) {
            0 => format!("a[{}]", index(self)),
            1 => format!("m[{}][{}]", index(self), index(self)),
            2 => format!("z[{}]", index(self)),
            3 => self.pick(&["s.f", "s.b", "s.w", "s.n"]).to_owned(),
            // Those that are not volatile where they are part of another place.
            _ if nested => self.pick(&["g0", "g1", "g2", "g3", "g5", "g6"]).to_owned(),
            _ => format!("g{}", self.below(TYPES.len())),
        }
    }

    fn expr(&mut self, depth: u32, locals: &[&'static str]) -> String {
        if depth == 0 {
            return match self.below(3) {
                0 => format!("({})", self.pick(&CONSTANTS)),
                _ => self.place(locals, true),
            };
        }
        let depth = depth - 1;
        match self.below(12) {
            0 => format!("(-{})", self.expr(depth, locals)),
            1 => format!("(~{})", self.expr(depth, locals)),
            2 => format!("(({}){})", self.pick(&TYPES), self.expr(depth, locals)),
            3 => {
                let (c, a, b) =
                    (self.expr(depth, locals), self.expr(depth, locals), self.expr(depth, locals));
                format!("({c} ? {a} : {b})")
            }
            4 => self.expr(0, locals),
            _ => {
                let ops =
                    ["+", "-", "*", "/", "%", "<<", ">>", "<", "==", "&", "|", "^", "&&", "+", "-"];
                let (a, b) = (self.expr(depth, locals), self.expr(depth, locals));
                format!("({a} {} {b})", self.pick(&ops))
            }
        }
    }
}

fn texts() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u32>(), 0..300)
        .prop_map(|numbers| Writer { numbers: numbers.into_iter(), text: String::new() }.program())
}

const FORMS: [Form; 3] = [Form::Functions, Form::Macros, Form::Mixed { macro_percent: 50 }];

fn transparent(text: &str, target: TargetName, form: Form) -> Result<(), TestCaseError> {
    let program = read(text, target);
    let seen =
        observe(&program, &Limits::default(), RunMode { repair: true, live: false, digest: false });
    let Outcome::Finished(meaning) = seen.outcome else {
        return Err(TestCaseError::fail(format!("{:?}\n{text}", seen.outcome)));
    };
    let repaired = String::from_utf8(meaning.stdout).unwrap();
    let (minimal, few) = guarded(&program, Some(&seen.guards), form, 1);
    prop_assert_eq!(output(&minimal), &*repaired, "minimal guards\n{}", text);
    prop_assert_eq!(few.guarded, seen.guards.len());
    let (full, many) = guarded(&program, None, form, 1);
    prop_assert_eq!(output(&full), &*repaired, "all guards\n{}", text);
    prop_assert!(many.guarded >= few.guarded);
    prop_assert_eq!(many.guarded + many.raw, few.guarded + few.raw);
    // Where all guards are in, there is nothing left to guard, also after one run had its say.
    // (The step in `x == MAX ? x : x++` looks as before.)
    let (_, more) = guarded(&full, None, form, 1);
    prop_assert!(more.guarded <= text.matches(" | 1;").count(), "{}", print(&full));
    let (both, _) = guarded(&minimal, None, form, 1);
    prop_assert_eq!(output(&both), &*repaired, "minimal guards, then all\n{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn guards_are_transparent(text in texts(), target in 0..5usize, form in 0..3usize) {
        transparent(&text, TargetName::ALL[target], FORMS[form])?;
    }
}

proptest! {
    // Compiling is what takes the time.
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..Default::default() })]

    #[test]
    fn guarded_programs_mean_the_same_compiled(text in texts(), form in 0..3usize) {
        let dir = tempfile::tempdir().unwrap();
        let (program, _) = guarded(&read(&text, TargetName::Lp64), None, FORMS[form], 1);
        let (printed, expected) = (print(&program), output(&program));
        for (cc, flags) in compilers(TargetName::Lp64) {
            let found = compiled(&printed, cc, &flags, dir.path());
            prop_assert_eq!(found.as_deref(), Some(&*expected), "{} {:?}\n{}", cc, flags, printed);
        }
        let again = read(&preprocessed(&printed, dir.path()), TargetName::Lp64);
        prop_assert_eq!(output(&again), expected);
    }
}
