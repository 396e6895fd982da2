//! Laws of the table, and of planting into any text.

use brinell_faults::{Assembly, Grade, Spared, plant, rule, rules, sites};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The issue that asked for rules wanted at least that many.
const ENOUGH: usize = 40;

#[test]
fn rows_are_unique_graded_and_explained() {
    let names: BTreeSet<_> = rules().iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), rules().len(), "two rules have one name");
    assert!(rules().len() >= ENOUGH);
    assert!(rules().is_sorted_by_key(|rule| rule.grade), "frequent ones first");
    for grade in Grade::ALL {
        assert!(rules().iter().filter(|rule| rule.grade == grade).count() >= 10, "{grade:?}");
    }
    for rule in rules() {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(rule.name.chars().all(plain), "{}", rule.name);
        assert!(rule.like.len() > 10, "{}", rule.name);
    }
}

const LOOP: &str = "\t.text
\t.type\tf, @function
f:
\tmovsbl\t(%rdi), %eax\t# a comment
.L2:
\tcmpl\t$7, %eax
\tjl\t.L2
\tret
\t.type\tmain, @function
main:
\tmovsbl\tg(%rip), %eax
\tret
";

fn named(name: &str) -> &'static brinell_faults::FaultRule {
    rule(name).expect("a rule of the table")
}

#[test]
fn a_rule_is_planted_wherever_it_fits_and_nowhere_else() {
    let rule = named("zero-extended-byte");
    assert_eq!(sites(LOOP, rule).iter().map(|site| site.line).collect::<Vec<_>>(), [4, 11]);
    let planted = plant(LOOP, rule).expect("a text that it fits");
    assert_eq!(planted.sites, 2);
    let expected = LOOP
        .replace("\tmovsbl\t(%rdi), %eax\t# a comment", "\tmovzbl\t(%rdi), %eax")
        .replace("movsbl\tg(%rip)", "movzbl\tg(%rip)");
    assert_eq!(planted.text, expected);
    assert!(plant(LOOP, named("vector-blend")).is_none());
}

#[test]
fn the_harness_is_spared() {
    let spared = Spared { functions: vec!["main".to_owned()], ..Spared::nothing() };
    let assembly = Assembly::parse(LOOP, &spared);
    assert_eq!(assembly.instructions(), 4);
    assert_eq!(assembly.sites(named("zero-extended-byte")).len(), 1);
}

#[test]
fn what_was_inlined_into_the_harness_is_not() {
    let text = "\t.text\nmain:\n\t.file 1 \"a.c\"\n\t.loc 1 9 1\n\tmovsbl\tg(%rip), %eax\n\
                \t.loc 1 2 3 is_stmt 0\n\tmovsbl\th(%rip), %eax\n\tret\n";
    let source = "int h;\nint f(void) { return h; }\n\n\n\n\n\n\nint main(void) { f(); }\n";
    let spared = Spared::functions_of("a.c", source, &["main"]);
    let sites = Assembly::parse(text, &spared).sites(named("zero-extended-byte"));
    assert_eq!(sites.iter().map(|site| site.line).collect::<Vec<_>>(), [7]);
}

#[test]
fn loops_are_known_by_their_jump_back() {
    let planted = plant(LOOP, named("loop-bound")).expect("a loop with a bound");
    assert!(planted.text.contains("\tcmpl\t$8, %eax\n"), "{}", planted.text);
    let straight = LOOP
        .replace("jl\t.L2", "jl\t.L3")
        .replace("\tret\n\t.type\tmain", ".L3:\n\tret\n\t.type\tmain");
    assert!(plant(&straight, named("loop-bound")).is_none());
}

#[test]
fn neighbours_of_a_jump_table_change_places() {
    let text = "\t.text\nf:\n\tjmp\t*.L4(,%rax,8)\n\t.section\t.rodata\n.L4:\n\t.quad\t.L5\n\
                \t.quad\t.L5\n\t.quad\t.L6\n\t.text\n.L5:\n\tret\n.L6:\n\tnop\n\tret\n";
    let planted = plant(text, named("table-exchanged")).expect("a table");
    assert!(planted.text.contains(".L4:\n\t.quad\t.L5\n\t.quad\t.L6\n\t.quad\t.L5\n"));
}

/// Lines that look like assembly, more or less.
fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-z.%$]{1,8}",
        Just("movl".to_owned()),
        Just("andq".to_owned()),
        Just("cmpb".to_owned()),
        Just("jle".to_owned()),
        Just("call".to_owned()),
        Just("pshufd".to_owned()),
        Just("imulq".to_owned()),
        Just("sarl".to_owned()),
        Just(".section .rodata".to_owned()),
        Just(".text".to_owned()),
        Just("f:".to_owned()),
        Just(".L1:".to_owned()),
    ];
    let operand = prop_oneof![
        "\\PC{0,6}",
        Just("%eax".to_owned()),
        Just("%rsp".to_owned()),
        Just("%xmm3".to_owned()),
        Just(".L1".to_owned()),
        any::<i64>().prop_map(|n| format!("${n}")),
        any::<i64>().prop_map(|n| format!("{n}(%rax,%rcx,8)")),
        any::<i64>().prop_map(|n| format!("g{n:+}(%rip)")),
    ];
    (word, prop::collection::vec(operand, 0..4))
        .prop_map(|(word, operands)| format!("{word}\t{}", operands.join(", ")))
}

proptest! {
    #[test]
    fn any_text_is_read_and_only_sites_change(text in "\\PC{0,200}", lines in prop::collection::vec(line(), 0..40)) {
        for text in [text, lines.join("\n"), format!("\t.text\nf:\n{}", lines.join("\n"))] {
            let assembly = Assembly::parse(&text, &Spared::nothing());
            for rule in rules() {
                let sites = assembly.sites(rule);
                match assembly.plant(rule) {
                    None => prop_assert!(sites.is_empty()),
                    Some(planted) => {
                        prop_assert_eq!(planted.sites, sites.len());
                        prop_assert!(planted.text.trim_end() != text.trim_end());
                    }
                }
            }
        }
    }
}
