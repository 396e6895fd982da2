//! Order of evaluation: what is proved, what is shown, and what that costs.

use brinell_lang::{Dialect, Program, Target, TargetName};
use brinell_machine::{Limits, Outcome, run};

fn parse(text: &str) -> Program {
    let options = brinell_syntax::ParseOptions {
        target: Target::named(TargetName::Lp64),
        dialect: Dialect::C11,
    };
    let text = format!("int printf(const char *, ...);\nvoid *malloc(unsigned long);\n{text}");
    brinell_syntax::parse(text.as_bytes(), "test.c", &options)
        .unwrap_or_else(|e| panic!("{:?}", e.error))
}

fn outcome(text: &str) -> Outcome {
    run(&parse(text), &Limits::default())
}

/// What a defined program prints, and the steps that took.
fn defined(text: &str) -> (String, u64) {
    match outcome(text) {
        Outcome::Finished(m) => (String::from_utf8_lossy(&m.stdout).into_owned(), m.stats.steps),
        other => panic!("{text}\n{other:#?}"),
    }
}

/// The two orders of a program that depends on order, with what they come to.
fn dependent(text: &str) -> Vec<String> {
    broken(text, "order-dependent")
}

/// The two orders of a program that breaks a rule in one of them.
fn broken(text: &str, rule: &str) -> Vec<String> {
    match outcome(text) {
        Outcome::Undefined(failure) => {
            assert_eq!(failure.ub.name(), rule, "{text}\n{failure:#?}");
            failure.notes.iter().skip(1).map(|note| note.text.clone()).collect()
        }
        other => panic!("{text}\n{other:#?}"),
    }
}

fn undecided(text: &str) {
    let outcome = outcome(text);
    assert!(matches!(outcome, Outcome::Undecided(_)), "{text}\n{outcome:#?}");
}

#[test]
fn calls_that_touch_one_counter_commute() {
    let counter = "int cnt; int f(void) { cnt++; return 1; }";
    assert_eq!(
        defined(&format!(
            "{counter} int main(void) {{ printf(\"%d %d\\n\", f() + f() + f(), 0); return cnt - 3; }}"
        ))
        .0,
        "3 0\n"
    );
    let six = format!(
        "{counter} int sum(int a, int b, int c, int d, int e, int f) {{ return a+b+c+d+e+f; }}
         int main(void) {{ return sum(f(), f(), f(), f(), f(), f()) - 6; }}"
    );
    defined(&six);
    defined(
        "int n; int cmp(int a, int b) { n += 1; return (a > b) - (a < b); }
         int main(void) { return cmp(1,2)+cmp(2,3)*cmp(3,4); }",
    );
    // Many kinds of updates, also in structs and arrays, also through pointers.
    defined(
        "struct { char c; short s; unsigned u; long l; } g; unsigned char bits = 8;
         int f(int *p, int k) { g.c++; g.s -= 3; g.u += k; g.l--; bits |= 1 << k; *p += k; return k; }
         int main(void) { int x = 0; return f(&x, 1) + f(&x, 2) * f(&x, 3) - 7; }",
    );
}

#[test]
fn a_sum_that_overflows_in_some_order_is_dependent() {
    let program = |start: &str| {
        format!(
            "int x = {start}; int up(void) {{ x += 5; return 0; }} int down(void) {{ x -= 5; return 0; }}
             int main(void) {{ int r = down() + up(); return r + x - {start}; }}"
        )
    };
    defined(&program("100"));
    defined(&program("(2147483647 - 5)"));
    let notes = broken(&program("(2147483647 - 4)"), "signed-overflow");
    assert!(notes[0].ends_with("in this order: the call of 'up' (4:50)"), "{notes:?}");
    assert!(notes[1].contains("'down' (4:43), then the call of 'up' (4:50)"), "{notes:?}");
    // The same through a chain of calls, where no single one goes that far.
    broken(
        "int x = 2147483640; int up(void) { x += 4; return 0; } int down(void) { x -= 4; return 0; }
         int ups(void) { return up() + up(); } int downs(void) { return down() + down(); }
         int main(void) { int r = downs() + ups(); return r; }",
        "signed-overflow",
    );
}

#[test]
fn witnesses_have_both_orders_and_both_outcomes() {
    let notes = dependent(
        "int g; int set(void) { g = 5; return 1; } int get(void) { return g; }
         int main(void) { printf(\"%d\\n\", set() + get()); return 0; }",
    );
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].starts_with("it prints `6`, in this order: the call of 'set'"), "{notes:?}");
    assert!(notes[1].starts_with("it prints `1`, in this order: the call of 'get'"), "{notes:?}");
}

#[test]
fn what_never_shows_is_defined() {
    // The calls leave another value behind in each order, and nobody looks at it.
    defined(
        "int last; int mark(int n) { last = n; return 1; }
         int main(void) { int r = mark(1) + mark(2); last = 0; return r - 2 + last; }",
    );
    dependent(
        "int last; int mark(int n) { last = n; return 1; }
         int main(void) { int r = mark(1) + mark(2); return r - 2 + last; }",
    );
    // The numbers differ, their sum does not.
    defined(
        "int n; int next(void) { return ++n; }
         int main(void) { return next() + next() + next() - 6; }",
    );
}

#[test]
fn operands_interleave() {
    // Left operand: read, then call. Right operand: a call that changes what both look at. Only
    // the order a, c, b shows.
    let text = "int s; int a(void) { s = s == 0; return 0; } int b(void) { return s == 7; }
         int c(void) { s = s == 1 ? 7 : s; return 0; }
         int main(void) { int r = (a() + b()) + c(); s = 0; return r; }";
    dependent(text);
    // Arguments interleave as well.
    let text = "int s; int a(void) { s = s == 0; return 0; } int b(void) { return s == 7; }
         int c(void) { s = s == 1 ? 7 : s; return 0; } int two(int x, int y) { return x + y; }
         int main(void) { int r = two(a() + b(), c()); s = 0; return r; }";
    dependent(text);
    // A sequence point keeps a before b, and lets c come between.
    let text = "int s; int a(void) { s = s == 0; return 0; } int b(void) { return s == 7; }
         int c(void) { s = s == 1 ? 7 : s; return 0; }
         int main(void) { int r = (a(), b()) + c(); s = 0; return r; }";
    dependent(text);
    // Elements of an initialiser do not interleave.
    defined(
        "int s; int a(void) { s = s == 0; return 0; } int b(void) { int r = s == 7; s = 0; return r; }
         int c(void) { s = s == 1 ? 7 : s; return 0; }
         int main(void) { int r[2] = { (a(), b()), c() }; return r[0] + r[1]; }",
    );
}

#[test]
fn fresh_blocks_have_no_names() {
    let node = "struct node { struct node *l, *r; }; int made;
         struct node *mk(struct node *l, struct node *r) {
             struct node *n = malloc(sizeof *n); made++; n->l = l; n->r = r; return n; }
         int depth(struct node *n) { int l, r; if (!n) return 0; l = depth(n->l); r = depth(n->r);
             return 1 + (l > r ? l : r); }";
    defined(&format!(
        "{node} int main(void) {{ int d = depth(mk(mk(0,0),mk(0,0))); return d - 2 + made - 3; }}"
    ));
    defined(&format!(
        "{node} struct node *build(int d) {{ return d ? mk(build(d - 1), build(d - 1)) : 0; }}
         int main(void) {{ return depth(build(6)) - 6; }}"
    ));
    // A list that remembers the last block can tell them apart.
    dependent(&format!(
        "{node} struct node *last; struct node *mk2(void) {{ return last = mk(0, 0); }}
         int same(struct node *a, struct node *b) {{ return a == last; }}
         int main(void) {{ return same(mk2(), mk2()); }}"
    ));
}

/// Nodes of a tree from a pool, and how many there are below one.
fn pool(declare: &str, take: &str) -> String {
    format!(
        "struct node {{ struct node *l, *r; }}; {declare}
         struct node *mk(struct node *l, struct node *r) {{
             struct node *n = {take}; n->l = l; n->r = r; return n; }}
         struct node *build(int d) {{ return d ? mk(build(d - 1), build(d - 1)) : 0; }}
         int count(struct node *n) {{ int l, r; if (!n) return 0; l = count(n->l); r = count(n->r);
             return l + r + 1; }}"
    )
}

#[test]
fn elements_of_a_pool_have_no_names() {
    let declare = "struct node pool[1024]; int used;";
    let small = "int main(void) { return count(mk(mk(0,0),mk(0,0))) - 3; }";
    let large = "int main(void) { return count(build(9)) - 511; }";
    for take in ["&pool[used++]", "pool + used++", "used < 1024 ? &pool[used++] : 0"] {
        let pool = pool(declare, take);
        defined(&format!("{pool} {small}"));
        // The bound is read in each call, and every order is run to see that it does not matter.
        let large = if take.contains('?') {
            "int main(void) { return count(build(5)) - 31; }"
        } else {
            large
        };
        defined(&format!("{pool} {large}"));
    }
    let steps = |depth: u32| {
        let pool = pool(declare, "&pool[used++]");
        defined(&format!("{pool} int main(void) {{ return count(build({depth})) & 0; }}")).1
    };
    assert!(steps(9) < steps(6) * 12, "linear: {} and {}", steps(6), steps(9));
}

#[test]
fn elements_that_are_told_apart_are_no_pool() {
    let declare = "struct node pool[1024]; int used;";
    // By their place.
    dependent(&format!(
        "{} struct node *last; struct node *mk2(void) {{ return last = mk(0, 0); }}
         int first(struct node *a, struct node *b) {{ return a < b; }}
         int main(void) {{ return first(mk2(), mk2()); }}",
        pool(declare, "&pool[used++]")
    ));
    dependent(&format!(
        "{} int at(struct node *a, struct node *b) {{ return a + 1 == b; }}
         int main(void) {{ return at(mk(0, 0), mk(0, 0)); }}",
        pool(declare, "&pool[used++]")
    ));
    // Through the array.
    dependent(&format!(
        "{} int at(struct node *a, struct node *b) {{ return a == &pool[0]; }}
         int main(void) {{ return at(mk(0, 0), mk(0, 0)); }}",
        pool(declare, "&pool[used++]")
    ));
    // The counter is set back, or there are two: an element is handed out twice.
    dependent(&format!(
        "{} int at(struct node *a, struct node *b) {{ used = 0; return mk(0, 0) == a; }}
         int main(void) {{ return at(mk(0, 0), mk(0, 0)); }}",
        pool(declare, "&pool[used++]")
    ));
    dependent(&format!(
        "{} int more; int at(struct node *a, struct node *b) {{ return &pool[more++] == a; }}
         int main(void) {{ return at(mk(0, 0), mk(0, 0)); }}",
        pool(declare, "&pool[used++]")
    ));
    // They differ before they are handed out.
    dependent(
        "int pool[4] = {1, 2, 3, 4}; int used; int *get(void) { return &pool[used++]; }
         int first(int *a, int *b) { return *a; }
         int main(void) { return first(get(), get()); }",
    );
    // The counter comes round.
    dependent(
        "struct node { int x; } pool[256]; unsigned char used;
         struct node *get(void) { return &pool[used++]; }
         int same(struct node *a, struct node *b) {
             int i; for (i = 0; i < 254; i++) get(); return get() == a; }
         int main(void) { return same(get(), get()); }",
    );
    // The last element, and the place behind it.
    broken(
        "struct node { int x; } pool[1]; int used; struct node *get(void) { return &pool[used++]; }
         int set(struct node *a, struct node *b) { a->x = 1; return 0; }
         int main(void) { return set(get(), get()); }",
        "out-of-bounds",
    );
}

#[test]
fn too_many_combinations_are_undecided() {
    let pool = pool("struct node pool[512]; int used;", "&pool[used++]");
    undecided(&format!(
        "{pool} int room(void) {{ return sizeof pool / sizeof pool[0] - (&pool[512] - pool); }}
         int main(void) {{ return count(build(4)) - 15 + room(); }}"
    ));
}

#[test]
fn an_accumulator_and_a_call_that_changes_it() {
    dependent(
        "int total; int add(void) { total += 10; return 1; }
         int main(void) { total += add(); return total; }",
    );
    // It reads it, and leaves it alone.
    defined(
        "int total = 3; int get(void) { return total; }
         int main(void) { total += get(); return total - 6; }",
    );
    // It changes it, and puts it back.
    defined(
        "int depth; int f(int n) { int r; depth++; r = n ? f(n - 1) : depth; depth--; return r; }
         int main(void) { return f(3) + f(4) + depth - 9; }",
    );
}

#[test]
fn the_end_of_the_program_in_an_operand() {
    let quit = "void exit(int); int g; int quit(void) { exit(3); return 0; }";
    dependent(&format!(
        "{quit} int say(void) {{ return printf(\"x\"); }} int main(void) {{ return quit() + say(); }}"
    ));
    defined(&format!(
        "{quit} int set(void) {{ return g = 1; }} int main(void) {{ return quit() + set(); }}"
    ));
    broken(
        &format!(
            "{quit} int zero; int div(void) {{ return 1 / zero; }} int main(void) {{ return quit() + div(); }}"
        ),
        "division-by-zero",
    );
}

/// The steps of a program of a parameter, for two values of it.
fn steps(program: impl Fn(u32) -> String, a: u32, b: u32) -> (u64, u64) {
    (defined(&program(a)).1, defined(&program(b)).1)
}

#[test]
fn the_cost_of_order_follows_the_native_cost() {
    // fib(n) takes 1.618 times the calls of fib(n - 1): 11 times for five more.
    let counted = |n: u32| {
        format!(
            "int cnt; int fib(int n) {{ cnt++; return n < 2 ? n : fib(n - 1) + fib(n - 2); }}
             int main(void) {{ int f = fib({n}); return f == 0 && cnt == 0; }}"
        )
    };
    let (a, b) = steps(counted, 10, 15);
    assert!(b < a * 13, "{a} {b}");
    // With a memo it is linear; comparing states makes it quadratic at most.
    let memo = |n: u32| {
        format!(
            "int memo[100]; int fib(int n) {{ if (n < 2) return n; if (memo[n]) return memo[n];
                 return memo[n] = fib(n - 1) % 1000 + fib(n - 2) % 1000; }}
             int main(void) {{ int f = fib({n}); return f < 0; }}"
        )
    };
    let (a, b) = steps(memo, 20, 80);
    assert!(b < a * 20, "{a} {b}");
    let three = |n: u32| {
        format!(
            "int memo[100]; int f(int n) {{ if (n < 3) return n; if (memo[n]) return memo[n];
                 return memo[n] = (f(n - 1) % 100 + f(n - 2) % 100) + f(n - 3) % 100; }}
             int main(void) {{ int r = f({n}); return r < 0; }}"
        )
    };
    let (a, b) = steps(three, 20, 80);
    assert!(b < a * 20, "{a} {b}");
    // The same with a counter outside the memo, whose value no call finds again.
    let counted_memo =
        |n: u32| three(n).replace("int f(int n) {", "int calls; int f(int n) { calls++;");
    let (a, b) = steps(counted_memo, 20, 80);
    assert!(b < a * 20, "{a} {b}");
    // The registers of two calls are not the same objects: nothing is run in another order.
    let registers =
        counted(12).replace("return n < 2 ? n : ", "int r = n; if (n < 2) return r; r = ");
    let registers = registers.replace("fib(n - 2); }", "fib(n - 2); return r; }");
    let Outcome::Finished(meaning) = outcome(&registers) else { panic!("{registers}") };
    assert_eq!(meaning.stats.replays, 0);
    // Twice the calls for each level.
    for body in ["cnt++; return 1;", "return ++cnt;"] {
        let deep = |n: u32| {
            let level = |i: u32| {
                let below = i - 1;
                format!("int f{i}(void) {{ return f{below}() % 1000 + f{below}() % 1000; }}\n")
            };
            let levels: Vec<String> = (1..=n).map(level).collect();
            let levels = levels.concat();
            format!(
                "int cnt; int f0(void) {{ {body} }}\n{levels} int main(void) {{ int r = f{n}(); return r < 0; }}"
            )
        };
        let (a, b) = steps(deep, 5, 8);
        assert!(b < a * 10, "{body} {a} {b}");
    }
}
