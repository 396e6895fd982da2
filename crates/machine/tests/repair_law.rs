//! The law that makes one run enough: a raw program in repair does what the same program does with
//! every guard written out. Random programs, each rendered both ways.

use brinell_lang::{Dialect, Target, TargetName};
use brinell_machine::{Limits, Meaning, Outcome, RunMode, observe, run};

/// A few thousand operations each; half of them near the limits.
const PROGRAMS: u64 = 150;

const GUARDS: &str = "
int printf(const char *, ...);
int fits(long w) { return -2147483647L - 1 <= w && w <= 2147483647L; }
int f_add(int a, int b) { return fits((long)a + b) ? a + b : a; }
int f_sub(int a, int b) { return fits((long)a - b) ? a - b : a; }
int f_mul(int a, int b) { return fits((long)a * b) ? a * b : a; }
int f_div(int a, int b) { return b != 0 && fits((long)a / b) ? a / b : a; }
int f_rem(int a, int b) { return b != 0 && fits((long)a / b) ? a % b : a; }
int f_shl(int a, int b) {
    return a >= 0 && 0 <= b && b < 32 && fits((long)a << b) ? a << b : a; }
int f_shr(int a, int b) { return 0 <= b && b < 32 ? a >> b : a; }
int f_neg(int a) { return fits(-(long)a) ? -a : a; }
int v[6] = {1, -1, 2147483647, -2147483647 - 1, 40, 0};
int a[5] = {3, 0, -7, 65536, 31};
";

const OPERATORS: [(&str, &str); 7] = [
    ("+", "f_add"),
    ("-", "f_sub"),
    ("*", "f_mul"),
    ("/", "f_div"),
    ("%", "f_rem"),
    ("<<", "f_shl"),
    (">>", "f_shr"),
];

const CONSTANTS: [&str; 8] =
    ["0", "1", "(-1)", "31", "32", "2147483647", "(-2147483647 - 1)", "46341"];

/// The same text twice: raw, and with all guards.
struct Both {
    raw: String,
    guarded: String,
}

/// A small generator of numbers: tests must not depend on anything but their seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        // Knuth's MMIX; the upper bits are the good ones.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn same(text: String) -> Both {
        Both { guarded: text.clone(), raw: text }
    }

    fn expr(&mut self, depth: u32) -> Both {
        match self.below(if depth == 0 { 2 } else { 8 }) {
            0 => Self::same(format!("v[{}]", self.below(6))),
            1 => Self::same(CONSTANTS[self.below(CONSTANTS.len())].to_owned()),
            2 => {
                let inner = self.expr(depth - 1);
                Both {
                    raw: format!("(-{})", inner.raw),
                    guarded: format!("f_neg({})", inner.guarded),
                }
            }
            3 => self.element(depth - 1),
            _ => {
                let (op, guard) = OPERATORS[self.below(OPERATORS.len())];
                let (l, r) = (self.expr(depth - 1), self.expr(depth - 1));
                Both {
                    raw: format!("({} {op} {})", l.raw, r.raw),
                    guarded: format!("{guard}({}, {})", l.guarded, r.guarded),
                }
            }
        }
    }

    fn element(&mut self, depth: u32) -> Both {
        let index = self.expr(depth);
        Both {
            raw: format!("a[{}]", index.raw),
            guarded: format!("a[(unsigned)({}) % 5]", index.guarded),
        }
    }

    fn stmt(&mut self) -> Both {
        let target = format!("v[{}]", self.below(6));
        match self.below(4) {
            0 => {
                let value = self.expr(3);
                Both {
                    raw: format!("{target} = {};", value.raw),
                    guarded: format!("{target} = {};", value.guarded),
                }
            }
            1 => {
                let (op, guard) = OPERATORS[self.below(OPERATORS.len())];
                let value = self.expr(2);
                Both {
                    raw: format!("{target} {op}= {};", value.raw),
                    guarded: format!("{target} = {guard}({target}, {});", value.guarded),
                }
            }
            2 => {
                let (op, guard) = [("++", "f_add"), ("--", "f_sub")][self.below(2)];
                Both {
                    raw: format!("{target}{op};"),
                    guarded: format!("{target} = {guard}({target}, 1);"),
                }
            }
            _ => {
                let (place, value) = (self.element(2), self.expr(2));
                Both {
                    raw: format!("{} = {};", place.raw, value.raw),
                    guarded: format!("{} = {};", place.guarded, value.guarded),
                }
            }
        }
    }

    fn program(&mut self) -> Both {
        let stmts: Vec<Both> = (0..12).map(|_| self.stmt()).collect();
        let text = |body: String| {
            format!(
                "{GUARDS} int main(void) {{ int k, i;
                 for (k = 0; k < 30; k++) {{ {body}
                     for (i = 0; i < 6; i++) printf(\"%d \", v[i]);
                     for (i = 0; i < 5; i++) printf(\"%d \", a[i]); }}
                 return 0; }}"
            )
        };
        Both {
            raw: text(stmts.iter().map(|s| &*s.raw).collect::<Vec<_>>().join("\n")),
            guarded: text(stmts.iter().map(|s| &*s.guarded).collect::<Vec<_>>().join("\n")),
        }
    }
}

fn parse(text: &str) -> brinell_lang::Program {
    let options = brinell_syntax::ParseOptions {
        target: Target::named(TargetName::Lp64),
        dialect: Dialect::C17,
    };
    brinell_syntax::parse(text.as_bytes(), "test.c", &options)
        .unwrap_or_else(|e| panic!("{:?}\n{text}", e.error))
}

fn meaning(outcome: Outcome, text: &str) -> Meaning {
    match outcome {
        Outcome::Finished(meaning) => meaning,
        other => panic!("{other:?}\n{text}"),
    }
}

#[test]
fn repair_does_what_the_guards_do() {
    let mut repaired = 0;
    for seed in 0..PROGRAMS {
        let both = Numbers(seed).program();
        let program = parse(&both.raw);
        let seen = observe(
            &program,
            &Limits::default(),
            RunMode { repair: true, live: false, digest: false },
        );
        let raw = meaning(seen.outcome, &both.raw);
        let guarded = meaning(run(&parse(&both.guarded), &Limits::default()), &both.guarded);
        assert_eq!(
            String::from_utf8_lossy(&raw.stdout),
            String::from_utf8_lossy(&guarded.stdout),
            "seed {seed}\n{}",
            both.raw
        );
        // Guards are recorded just when the raw program is undefined.
        let undefined = matches!(run(&program, &Limits::default()), Outcome::Undefined(_));
        assert_eq!(undefined, !seen.guards.is_empty(), "seed {seed}");
        repaired += u64::from(undefined);
    }
    assert!(repaired > PROGRAMS / 2, "only {repaired} programs needed a guard");
}
