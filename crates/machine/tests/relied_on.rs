//! What a run relied on: neither too little nor too much about the layout of records.

use brinell_lang::{Dialect, Target, TargetName};
use brinell_machine::{ImplDefined, Limits, Outcome, run};
use std::collections::BTreeSet;

const PACKED: &str = "struct __attribute__((packed)) P { char c; int i; short a[3]; } p, q[2];";

fn relied_on(text: &str) -> BTreeSet<ImplDefined> {
    let options = brinell_syntax::ParseOptions {
        target: Target::named(TargetName::Lp64),
        dialect: Dialect::C17,
    };
    let program = brinell_syntax::parse(text, "test.c", &options).expect("the test is C");
    match run(&program, &Limits::default()) {
        Outcome::Finished(meaning) => meaning.relied_on,
        outcome => panic!("{text}: {outcome:?}"),
    }
}

fn body(declarations: &str, body: &str) -> BTreeSet<ImplDefined> {
    relied_on(&format!("{declarations}\nint main(void) {{ {body} return 0; }}"))
}

#[test]
fn packed_members_by_name_rely_on_nothing() {
    for text in [
        "p.c = 1; p.i = 2; p.a[1] = 3; q[1] = p; if (q[1].a[1] != 3) return 1;",
        "struct P *r = &q[1]; r->i++; r->a[r->c]--; char *c = &r->c; *c = 7;",
        "struct P *r = 0; if (r) return 1; r = &p; if (!r) return 1;",
    ] {
        assert_eq!(body(PACKED, text), BTreeSet::new(), "{text}");
    }
}

#[test]
fn packing_shows_in_sizes_bytes_and_alignment() {
    for text in [
        "return sizeof p - sizeof p;",
        "struct S { long l; struct P p; }; return _Alignof(struct S) - 8;",
        "unsigned char *b = (unsigned char *)&p; b[1] = 3;",
        "void *v = &q[1]; struct P *r = v; r->c = 1;",
        "struct { long l; struct __attribute__((packed)) { int i; } in; } s; int *r = &s.in.i; *r = 1;",
    ] {
        assert!(body(PACKED, text).contains(&ImplDefined::Packing), "{text}");
    }
}

#[test]
fn layout_shows_in_another_member_of_a_union_if_the_members_have_it() {
    let union =
        "union U { struct __attribute__((packed)) { char c; int i; } p; struct { int f : 3; } b;
                  unsigned n; int s; unsigned char d[8]; } u;";
    let pun = |text: &str| body(union, text);
    let only = BTreeSet::from([ImplDefined::UnionPunning]);
    assert_eq!(pun("u.n = 5; if (u.s != 5) return 1;"), only);
    assert!(
        pun("u.p.c = 1; u.p.i = 3; if (u.d[0] != 1) return 1;").contains(&ImplDefined::Packing)
    );
    assert!(pun("u.n = 5; if (u.b.f != -3) return 1;").contains(&ImplDefined::BitFieldLayout));
}

#[test]
fn bit_fields_show_in_sizes_and_bytes_only() {
    let fields = "struct B { unsigned a : 3; unsigned : 0; char c; } b, d;";
    assert_eq!(body(fields, "b.a = 9; b.c = b.a; d = b; char *c = &d.c; *c = 1;"), BTreeSet::new());
    for text in ["return sizeof b - sizeof d;", "char *c = (char *)&b; c[4] = 1;"] {
        assert!(body(fields, text).contains(&ImplDefined::BitFieldLayout), "{text}");
    }
}
