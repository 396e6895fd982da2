//! The law of order: a program is dependent on order just if two orders that C allows print
//! different things. Random expressions of calls and reads are run in every order by a small
//! reference, and held against what the machine says.

use brinell_lang::{Dialect, Target, TargetName};
use brinell_machine::{Limits, Outcome, run};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Noise with a seed of its own.
struct Noise(u64);

impl Noise {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

const GLOBALS: usize = 2;
type State = [u32; GLOBALS];

/// A statement of a function: each has a text and a meaning.
#[derive(Clone, Copy)]
enum Stmt {
    Set(usize, u32),
    Add(usize, u32),
    Or(usize, u32),
    /// Adds a global to the result.
    Get(usize),
    /// Sets a global where the other one is small.
    SetIf(usize, u32),
    /// `g++; g--;`
    UpDown(usize),
    Copy(usize),
}

impl Stmt {
    fn draw(noise: &mut Noise) -> Self {
        let (g, k) = (noise.below(2) as usize, noise.below(3) as u32);
        match noise.below(9) {
            0 | 1 => Self::Set(g, k),
            2 | 3 => Self::Add(g, k),
            4 => Self::Or(g, k),
            5 => Self::Get(g),
            6 => Self::SetIf(g, k),
            7 => Self::UpDown(g),
            _ => Self::Copy(g),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Set(g, k) => format!("g[{g}] = {k}u;"),
            Self::Add(g, k) => format!("g[{g}] += {k};"),
            Self::Or(g, k) => format!("g[{g}] |= {k};"),
            Self::Get(g) => format!("r += g[{g}];"),
            Self::SetIf(g, k) => format!("if (g[{}] < 2) g[{g}] = {k};", 1 - g),
            Self::UpDown(g) => format!("g[{g}]++; g[{g}]--;"),
            Self::Copy(g) => format!("g[{g}] = g[{}];", 1 - g),
        }
    }

    fn run(self, s: &mut State, r: &mut u32) {
        match self {
            Self::Set(g, k) => s[g] = k,
            Self::Add(g, k) => s[g] += k,
            Self::Or(g, k) => s[g] |= k,
            Self::Get(g) => *r += s[g],
            Self::SetIf(g, k) => {
                if s[1 - g] < 2 {
                    s[g] = k;
                }
            }
            Self::UpDown(_) => {}
            Self::Copy(g) => s[g] = s[1 - g],
        }
    }
}

/// An expression; leaves have numbers.
enum Expr {
    Call(usize, usize),
    Read(usize, usize),
    Add(Box<Expr>, Box<Expr>),
    /// Tells which operand is which.
    Mix(Box<Expr>, Box<Expr>),
    Comma(Box<Expr>, Box<Expr>),
    Pass(Box<Expr>, Box<Expr>),
}

impl Expr {
    fn draw(noise: &mut Noise, leaves: &mut usize, budget: u64) -> Self {
        if budget < 2 {
            *leaves += 1;
            return if noise.below(5) == 0 {
                Self::Read(*leaves - 1, noise.below(2) as usize)
            } else {
                Self::Call(*leaves - 1, noise.below(3) as usize)
            };
        }
        let left = 1 + noise.below(budget - 1);
        let kind = noise.below(8);
        let a = Box::new(Self::draw(noise, leaves, left));
        let b = Box::new(Self::draw(noise, leaves, budget - left));
        match kind {
            0..=2 => Self::Add(a, b),
            3 | 4 => Self::Mix(a, b),
            5 | 6 => Self::Pass(a, b),
            _ => Self::Comma(a, b),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Call(_, f) => format!("f{f}()"),
            Self::Read(_, g) => format!("g[{g}]"),
            Self::Add(a, b) => format!("({} + {})", a.text(), b.text()),
            Self::Mix(a, b) => format!("(10 * {} + {})", a.text(), b.text()),
            Self::Pass(a, b) => format!("sum({}, {})", a.text(), b.text()),
            Self::Comma(a, b) => format!("({}, {})", a.text(), b.text()),
        }
    }

    /// The leaves, and which come before which.
    fn order(&self, before: &mut Vec<(usize, usize)>) -> Vec<usize> {
        match self {
            Self::Call(n, _) | Self::Read(n, _) => vec![*n],
            Self::Add(a, b) | Self::Mix(a, b) | Self::Pass(a, b) | Self::Comma(a, b) => {
                let (mut x, y) = (a.order(before), b.order(before));
                if matches!(self, Self::Comma(..)) {
                    before.extend(x.iter().flat_map(|a| y.iter().map(|b| (*a, *b))));
                }
                x.extend(y);
                x
            }
        }
    }

    fn leaf(&self, n: usize) -> Option<&Self> {
        match self {
            Self::Call(m, _) | Self::Read(m, _) => (*m == n).then_some(self),
            Self::Add(a, b) | Self::Mix(a, b) | Self::Pass(a, b) | Self::Comma(a, b) => {
                a.leaf(n).or_else(|| b.leaf(n))
            }
        }
    }

    fn value(&self, leaves: &[u32]) -> u32 {
        match self {
            Self::Call(n, _) | Self::Read(n, _) => leaves[*n],
            Self::Add(a, b) | Self::Pass(a, b) => a.value(leaves).wrapping_add(b.value(leaves)),
            Self::Mix(a, b) => a.value(leaves).wrapping_mul(10).wrapping_add(b.value(leaves)),
            Self::Comma(a, b) => {
                a.value(leaves);
                b.value(leaves)
            }
        }
    }
}

/// What an expression prints in every order that is allowed.
struct Reference<'a> {
    expr: &'a Expr,
    functions: &'a [Vec<Stmt>],
    before: Vec<(usize, usize)>,
    leaves: usize,
    prints: BTreeSet<String>,
}

impl Reference<'_> {
    fn go(&mut self, done: &mut Vec<usize>, state: State, values: &mut Vec<u32>) {
        if done.len() == self.leaves {
            let v = self.expr.value(values);
            self.prints.insert(format!("{v} {} {}\n", state[0], state[1]));
            return;
        }
        for n in 0..self.leaves {
            let waits = self.before.iter().any(|(a, b)| *b == n && !done.contains(a));
            if done.contains(&n) || waits {
                continue;
            }
            let (mut now, mut r) = (state, 1);
            match self.expr.leaf(n) {
                Some(Expr::Call(_, f)) => {
                    self.functions[*f].iter().for_each(|s| s.run(&mut now, &mut r));
                }
                Some(Expr::Read(_, g)) => r = state[*g],
                _ => unreachable!("a leaf"),
            }
            let old = values[n];
            values[n] = r;
            done.push(n);
            self.go(done, now, values);
            done.pop();
            values[n] = old;
        }
    }
}

#[test]
fn dependence_is_what_some_order_shows() {
    let programs = std::env::var("COUNT").map_or(400, |n| n.parse().unwrap());
    let (mut defined, mut dependent) = (0, 0);
    for seed in 0..programs {
        let mut noise = Noise(seed * 7919 + 1);
        (0..4).for_each(|_| {
            noise.below(2);
        });
        let functions: Vec<Vec<Stmt>> = (0..3)
            .map(|_| {
                let n = 1 + noise.below(3);
                (0..n).map(|_| Stmt::draw(&mut noise)).collect()
            })
            .collect();
        let mut leaves = 0;
        let budget = 2 + noise.below(4);
        let expr = Expr::draw(&mut noise, &mut leaves, budget);
        let mut text = String::from(
            "int printf(const char *, ...);\nunsigned g[2] = {1, 0};\n\
             unsigned sum(unsigned a, unsigned b) { return a + b; }\n",
        );
        for (i, body) in functions.iter().enumerate() {
            let body: String = body.iter().map(|s| s.text()).collect();
            let _ = writeln!(text, "unsigned f{i}(void) {{ unsigned r = 1; {body} return r; }}");
        }
        let _ = writeln!(
            text,
            "int main(void) {{ unsigned v = {}; printf(\"%u %u %u\\n\", v, g[0], g[1]); return 0; }}",
            expr.text()
        );
        let mut before = Vec::new();
        let all = expr.order(&mut before);
        let mut reference = Reference {
            expr: &expr,
            functions: &functions,
            before,
            leaves,
            prints: BTreeSet::new(),
        };
        reference.go(&mut Vec::new(), [1, 0], &mut vec![0; all.len()]);
        let options = brinell_syntax::ParseOptions {
            target: Target::named(TargetName::Lp64),
            dialect: Dialect::C11,
        };
        let program = brinell_syntax::parse(text.as_bytes(), "test.c", &options)
            .unwrap_or_else(|e| panic!("{:?}", e.error));
        match run(&program, &Limits::default()) {
            Outcome::Finished(meaning) => {
                let printed = String::from_utf8_lossy(&meaning.stdout).into_owned();
                assert_eq!(reference.prints, BTreeSet::from([printed]), "seed {seed}\n{text}");
                defined += 1;
            }
            Outcome::Undefined(failure) => {
                assert_eq!(failure.ub.name(), "order-dependent", "seed {seed}\n{text}");
                assert!(reference.prints.len() > 1, "seed {seed}\n{text}\n{failure:#?}");
                dependent += 1;
            }
            other => panic!("seed {seed}\n{text}\n{other:#?}"),
        }
    }
    assert!(defined * 4 > programs && dependent * 4 > programs, "{defined} {dependent}");
}
