//! Random programs that are rich in what the analysis looks at: pointers, unions, effects in
//! expressions, jumps, blocks with variables of their own. Well-typed by construction; arithmetic
//! that cannot overflow, loops that end.

/// Vigna's `SplitMix64`.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options[self.below(options.len())]
    }
}

const TYPES: &str = "
struct T { short s; int *tp; };
struct S { int i; int *ip; struct T t; };
union U { int i; short h; int *up; struct { int m, n; } st; struct T t; };
struct V { int k; union U u; };
int fuel = 9;
int x, y, z;
int a[3];
int *p = &x, *q;
int *r[2] = {&x, &y};
int **pp = &p;
struct T t1 = {1, &y};
struct S s1 = {1, &x, {2, &y}}, s2;
struct S *sp = &s1;
union U u1, u2 = {.up = &z};
union U *up = &u1;
union U ua[2];
struct V v1, v2 = {1, {.h = 2}};
volatile int w1, w2;
";

const SIGNATURES: [&str; 4] = [
    "static int f0(int n, int *d)",
    "static int *f1(int **d, int *e)",
    "static struct T f2(struct T d)",
    "int main(void)",
];

const RETURNS: [&str; 4] = ["return x;", "return &z;", "return t1;", "return 0;"];

/// A statement: a line, or a head with a body.
#[derive(Clone)]
struct Stmt {
    head: String,
    body: Option<Vec<Stmt>>,
}

impl Stmt {
    fn line(head: String) -> Self {
        Self { head, body: None }
    }

    fn write(&self, depth: usize, out: &mut String) {
        out.push_str(&"    ".repeat(depth));
        out.push_str(&self.head);
        if let Some(body) = &self.body {
            out.push_str(" {\n");
            for stmt in body {
                stmt.write(depth + 1, out);
            }
            out.push_str(&"    ".repeat(depth));
            out.push('}');
        }
        out.push('\n');
    }
}

/// A program that grows.
#[derive(Clone)]
pub struct Draft {
    bodies: [Vec<Stmt>; 4],
    names: usize,
}

/// What can be named at a point.
#[derive(Clone, Default)]
struct Scope {
    func: usize,
    ints: Vec<String>,
    pointers: Vec<String>,
    records: Vec<String>,
    unions: Vec<String>,
    in_loop: bool,
}

impl Draft {
    pub fn new() -> Self {
        // Everything is called, from more than one state.
        let calls = ["f0(1, &x);", "f1(&p, &y);", "t1 = f2(t1);", "f0(0, p);", "s2.t = f2(s1.t);"];
        let main = calls.map(|call| Stmt::line(call.to_owned())).to_vec();
        Self { bodies: [vec![], vec![], vec![], main], names: 0 }
    }

    pub fn text(&self) -> String {
        let mut out = TYPES.to_owned();
        for ((signature, body), last) in SIGNATURES.iter().zip(&self.bodies).zip(RETURNS) {
            out.push_str(signature);
            out.push_str(" {\n");
            for stmt in body {
                stmt.write(1, &mut out);
            }
            out.push_str("    ");
            out.push_str(last);
            out.push_str("\n}\n");
        }
        out
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Adds something somewhere.
    pub fn grow(&mut self, random: &mut Random) {
        let func = random.below(SIGNATURES.len());
        let mut scope = Scope { func, ..Scope::default() };
        let list = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        scope.ints = list(&["x", "y", "z", "a[0]", "a[1]", "s1.i", "v1.k", "t1.s"]);
        scope.pointers = list(&["p", "q", "r[0]", "r[1]", "s1.ip", "s2.t.tp", "t1.tp"]);
        scope.records = list(&["t1", "s1.t", "s2.t"]);
        scope.unions = list(&["u1", "u2", "ua[1]", "v1.u", "v2.u"]);
        match func {
            0 => {
                scope.ints.push("n".to_owned());
                scope.pointers.push("d".to_owned());
            }
            1 => scope.pointers.extend(list(&["*d", "e"])),
            2 => scope.records.push("d".to_owned()),
            _ => {}
        }
        let mut body = std::mem::take(&mut self.bodies[func]);
        self.grow_block(random, &mut body, scope);
        self.bodies[func] = body;
    }

    fn grow_block(&mut self, random: &mut Random, block: &mut Vec<Stmt>, mut scope: Scope) {
        let at = random.below(block.len() + 1);
        for stmt in &block[..at] {
            see_declaration(&stmt.head, &mut scope);
        }
        if let Some(stmt) = block.get_mut(at)
            && stmt.body.is_some()
            && random.below(3) > 0
        {
            see_declaration(&stmt.head, &mut scope);
            scope.in_loop |= stmt.head.starts_with("for") || stmt.head.starts_with("do");
            if let Some(body) = &mut stmt.body {
                self.grow_block(random, body, scope);
            }
            return;
        }
        let new = self.statements(random, &scope);
        block.splice(at..at, new);
    }

    fn statements(&mut self, random: &mut Random, scope: &Scope) -> Vec<Stmt> {
        let mut r = Writer { random, scope };
        match r.random.below(24) {
            0 => {
                let init = r.pointer(2);
                vec![Stmt::line(format!("int *{} = {init};", self.name("lp")))]
            }
            1 => vec![Stmt::line(format!("int *{};", self.name("lp")))],
            2 => {
                let init = r.int(2);
                vec![Stmt::line(format!("int {} = {init};", self.name("li")))]
            }
            3 => {
                let init = r.record(1);
                vec![Stmt::line(format!("struct T {} = {init};", self.name("lt")))]
            }
            4 => {
                let name = self.name("lu");
                let inits = [format!(" = {}", r.union()), " = {1}".to_owned(), String::new()];
                vec![Stmt::line(format!("union U {name}{};", inits[r.random.below(3)]))]
            }
            5 => {
                let inner = vec![Stmt::line(format!("{};", r.expr(2)))];
                vec![Stmt { head: format!("if ({})", r.int(2)), body: Some(inner) }]
            }
            6 => vec![Stmt { head: String::new(), body: Some(vec![]) }],
            7 | 8 => {
                let n = self.name("n");
                let head = format!("for (int {n} = 0; {n} < 3; {n}++)");
                let inner = vec![Stmt::line(format!("{};", r.expr(2)))];
                vec![Stmt { head, body: Some(inner) }]
            }
            9 => {
                let label = self.name("L");
                let mut jump = vec![
                    Stmt::line(format!("{label}:;")),
                    Stmt::line(format!("{};", r.expr(2))),
                    Stmt::line(format!("if (fuel-- > 0) goto {label};")),
                ];
                if r.random.below(2) == 0 {
                    jump.reverse();
                    jump[0] = Stmt::line(format!("if ({}) goto {label};", r.int(1)));
                }
                vec![Stmt { head: String::new(), body: Some(jump) }]
            }
            10 => {
                let label = self.name("L");
                let deep = Stmt {
                    head: format!("if ({})", r.int(1)),
                    body: Some(vec![
                        Stmt::line(format!("int *{} = {};", self.name("lp"), "&x")),
                        Stmt::line(format!("{label}:;")),
                        Stmt::line(format!("{};", r.expr(2))),
                    ]),
                };
                let jump = Stmt::line(format!("if (fuel-- > 0) goto {label};"));
                if r.random.below(2) == 0 { vec![deep, jump] } else { vec![jump, deep] }
            }
            11 => {
                let body = vec![
                    Stmt::line("case 0:;".to_owned()),
                    Stmt::line(format!("{};", r.expr(2))),
                    Stmt::line("break;".to_owned()),
                    Stmt::line(r.random.pick(&["case 1:;", "default:;"]).to_owned()),
                    Stmt::line(format!("{};", r.expr(2))),
                ];
                vec![Stmt { head: format!("switch ({})", r.int(1)), body: Some(body) }]
            }
            12 if scope.in_loop => {
                let jump = r.random.pick(&["break;", "continue;"]);
                vec![Stmt::line(format!("if ({}) {jump}", r.int(1)))]
            }
            13 => {
                let value = match scope.func {
                    1 => r.pointer(1),
                    2 => r.record(1),
                    _ => r.int(1),
                };
                vec![Stmt::line(format!("if ({}) return {value};", r.int(1)))]
            }
            _ => vec![Stmt::line(format!("{};", r.expr(3)))],
        }
    }
}

/// Local variables are named by their kind.
fn see_declaration(head: &str, scope: &mut Scope) {
    for word in head.split(|c: char| !c.is_ascii_alphanumeric()) {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
        if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
            continue;
        }
        let declares =
            head.starts_with("int ") || head.starts_with("struct ") || head.starts_with("union ");
        if !declares {
            continue;
        }
        match &word[..word.len() - digits.len()] {
            "lp" => scope.pointers.push(word.to_owned()),
            "li" => scope.ints.push(word.to_owned()),
            "lt" => scope.records.push(word.to_owned()),
            "lu" => scope.unions.push(word.to_owned()),
            _ => {}
        }
        // The first name is the declared one; the others are in its initialiser.
        return;
    }
}

struct Writer<'a> {
    random: &'a mut Random,
    scope: &'a Scope,
}

impl Writer<'_> {
    fn one(&mut self, names: &[String]) -> String {
        names[self.random.below(names.len())].clone()
    }

    fn int_lvalue(&mut self, depth: usize) -> String {
        let scope = self.scope;
        match self.random.below(12) {
            0..5 => self.one(&scope.ints),
            5 | 6 => format!("(*{})", self.pointer_lvalue(depth)),
            7 => format!("{}.{}", self.one(&scope.unions), self.random.pick(&["i", "h", "st.m"])),
            8 => format!("a[{} & 1]", self.int(depth.saturating_sub(1))),
            9 => format!("up->{}", self.random.pick(&["i", "h"])),
            10 => self.random.pick(&["w1", "w2"]).to_owned(),
            _ => "sp->i".to_owned(),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return if self.random.below(3) == 0 { "1".to_owned() } else { self.int_lvalue(0) };
        }
        let d = depth - 1;
        match self.random.below(16) {
            0..3 => self.int_lvalue(d),
            3 => format!(
                "({} {} {})",
                self.int(d),
                self.random.pick(&["^", "&", "|", "<"]),
                self.int(d)
            ),
            4 => format!("({} = {})", self.int_lvalue(d), self.int(d)),
            5 => format!("{}{}", self.int_lvalue(d), self.random.pick(&["++", "--"])),
            6 => format!(
                "({} {} {})",
                self.int_lvalue(d),
                self.random.pick(&["^=", "|="]),
                self.int(d)
            ),
            7 => format!(
                "({} {} {})",
                self.int(d),
                self.random.pick(&["&&", "||", ","]),
                self.int(d)
            ),
            8 => format!("({} ? {} : {})", self.int(d), self.int(d), self.int(d)),
            9 if self.scope.func > 0 => format!("f0({}, {})", self.int(d), self.pointer(d)),
            10 => format!("({} == {})", self.pointer(d), self.pointer(d)),
            11 => format!("({}, {})", self.expr(d), self.int(d)),
            12 => format!("{}.s", self.record(d)),
            _ => "2".to_owned(),
        }
    }

    fn pointer_lvalue(&mut self, depth: usize) -> String {
        let scope = self.scope;
        match self.random.below(10) {
            0..5 => self.one(&scope.pointers),
            5 => format!("r[{} & 1]", self.int(depth.saturating_sub(1))),
            6 => "(*pp)".to_owned(),
            7 => format!("{}.up", self.one(&scope.unions)),
            8 => format!("{}.tp", self.one(&scope.records)),
            _ => self.random.pick(&["sp->ip", "sp->t.tp", "up->up", "up->t.tp"]).to_owned(),
        }
    }

    fn pointer(&mut self, depth: usize) -> String {
        let scope = self.scope;
        if depth == 0 {
            return self.pointer_lvalue(0);
        }
        let d = depth - 1;
        match self.random.below(12) {
            0..4 => self.pointer_lvalue(d),
            4 | 5 => format!(
                "&{}",
                self.one(&scope.ints.iter().filter(|n| *n != "t1.s").cloned().collect::<Vec<_>>())
            ),
            6 => format!("&{}.i", self.one(&scope.unions)),
            7 => format!("({} ? {} : {})", self.int(d), self.pointer(d), self.pointer(d)),
            8 => format!("({} = {})", self.pointer_lvalue(d), self.pointer(d)),
            9 if scope.func > 1 => {
                format!("f1(&{}, {})", self.one(&scope.pointers), self.pointer(d))
            }
            10 => "(int *)0".to_owned(),
            _ => "&a[1]".to_owned(),
        }
    }

    fn record(&mut self, depth: usize) -> String {
        let scope = self.scope;
        match self.random.below(6) {
            0..2 => self.one(&scope.records),
            2 => format!("{}.t", self.one(&scope.unions)),
            3 if scope.func > 2 && depth > 0 => format!("f2({})", self.record(depth - 1)),
            4 if depth > 0 => {
                format!("({} = {})", self.one(&scope.records), self.record(depth - 1))
            }
            _ => "sp->t".to_owned(),
        }
    }

    fn union(&mut self) -> String {
        let scope = self.scope;
        if self.random.below(3) == 0 { "(*up)".to_owned() } else { self.one(&scope.unions) }
    }

    /// An expression worth a statement.
    fn expr(&mut self, depth: usize) -> String {
        let scope = self.scope;
        let d = depth.saturating_sub(1);
        match self.random.below(14) {
            0..3 => format!("{} = {}", self.pointer_lvalue(d), self.pointer(d)),
            3..5 => format!("{} = {}", self.int_lvalue(d), self.int(d)),
            5 => format!("{} = {}", self.one(&scope.records), self.record(d)),
            6 => format!("{}.t = {}", self.one(&scope.unions), self.record(d)),
            7 => format!("{} = {}", self.one(&scope.unions), self.union()),
            8 => format!("up = &{}", self.one(&scope.unions)),
            9 => format!("pp = &{}", self.one(&scope.pointers)),
            10 => format!("sp = {}", self.random.pick(&["&s1", "&s2"])),
            11 => self.random.pick(&["s1 = s2", "v1 = v2", "v2.u = v1.u", "*sp = s1"]).to_owned(),
            12 => format!("{}.st.n = {}", self.one(&scope.unions), self.int(d)),
            _ => self.int(depth.max(1)),
        }
    }
}
