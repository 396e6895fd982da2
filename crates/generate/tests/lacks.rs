//! What a compiler can lack is nowhere in the text of a program that does without it: not in the
//! random part, not in the runtime, not in `main`. The printed text is read again and looked at.

mod parallel;

use brinell_generate::{Config, Generator};
use brinell_lang::{
    Body, Dialect, ExprId, ExprKind, Exprs, Init, Program, QualType, StmtKind, Target, TargetName,
    Type, size_align,
};

const SEEDS: u64 = 4;

/// A setting, and how many places in a program break it.
type Rule = (&'static str, &'static str, fn(&Seen) -> usize);

/// A program as it was printed, and the text.
struct Seen {
    program: Program,
    /// Without comments and string literals.
    text: String,
}

const RULES: &[Rule] = &[
    ("address_lists", "false", |seen| bodies(seen).map(address_lists).sum()),
    ("element_addresses", "false", |seen| {
        let globals = seen.program.globals.iter();
        globals.map(|global| element_addresses(&global.exprs)).sum()
    }),
    ("max_frame", "128", |seen| {
        let size =
            |ty| size_align(&seen.program.types, &seen.program.target, ty).map_or(0, |s| s.0);
        let frame = |body: &Body| body.locals.iter().map(|local| size(local.ty.ty)).sum::<u64>();
        bodies(seen).filter(|body| frame(body) > 256).count()
    }),
    ("unnamed_bitfields", "false", |seen| {
        let records = seen.program.types.records.iter();
        let fields = records.flat_map(|record| record.fields.iter().flatten());
        fields.filter(|field| field.bits.is_some() && field.name.is_none()).count()
    }),
    ("max_array_dim", "1", |seen| types(seen, |p, ty| is_array(p, ty) && element_is_array(p, ty))),
    ("array_fields", "false", |seen| fields(seen, is_array)),
    // What is left of an indexed string literal.
    ("arrays", "false", |seen| types(seen, is_array) + word(seen, "([")),
    ("bitfields", "false", |seen| {
        let records = seen.program.types.records.iter();
        records.flat_map(|r| r.fields.iter().flatten()).filter(|f| f.bits.is_some()).count()
    }),
    ("bool_type", "false", |seen| word(seen, "_Bool")),
    ("commas", "false", |seen| exprs(seen, |e| matches!(e, ExprKind::Comma { .. }))),
    ("compound_assigns", "false", |seen| exprs(seen, |e| matches!(e, ExprKind::AssignOp { .. }))),
    ("consts", "false", |seen| word(seen, "const")),
    ("do_loops", "false", |seen| word(seen, "do")),
    ("fixed_width_types", "false", |seen| word(seen, "typedef")),
    ("function_pointers", "false", |seen| {
        let to_function = |p: &Program, ty: QualType| {
            let to = p.types.pointee(p.types.innermost(ty).ty);
            to.is_some_and(|to| p.types.as_function(to.ty).is_some())
        };
        types(seen, to_function)
    }),
    ("gotos", "false", |seen| word(seen, "goto")),
    ("inline_functions", "false", |seen| word(seen, "inline")),
    ("int128", "false", |seen| word(seen, "__int128")),
    ("int64", "false", |seen| {
        word(seen, "long long") + word(seen, "int64_t") + word(seen, "uint64_t")
    }),
    ("mixed_declarations", "false", |seen| bodies(seen).map(late_declarations).sum()),
    ("nested_structs", "false", |seen| {
        fields(seen, |p, ty| matches!(p.types.get(p.types.innermost(ty).ty), Type::Record(_)))
    }),
    ("noinline_checksum", "false", |seen| word(seen, "noinline")),
    ("packed_structs", "false", |seen| word(seen, "packed")),
    ("pointer_fields", "false", |seen| {
        fields(seen, |p, ty| p.types.pointee(p.types.innermost(ty).ty).is_some())
    }),
    ("progress", "false", |seen| word(seen, "argv")),
    ("weight_record_assign", "0", |seen| {
        bodies(seen).map(|body| used_record_assigns(&seen.program, body)).sum()
    }),
    ("struct_params", "false", |seen| {
        let params = bodies(seen).flat_map(|body| body.params.iter().map(|id| body.locals[*id].ty));
        params.filter(|ty| seen.program.types.as_record(ty.ty).is_some()).count()
    }),
    ("struct_returns", "false", |seen| {
        let types = &seen.program.types;
        let functions = seen.program.functions.iter().filter_map(|f| types.as_function(f.ty));
        functions.filter(|ty| types.as_record(ty.ret).is_some()).count()
    }),
    ("switches", "false", |seen| word(seen, "switch")),
    ("unions", "false", |seen| word(seen, "union")),
    ("volatiles", "false", |seen| word(seen, "volatile")),
];

/// Locals with a list that has addresses of other locals in it.
fn address_lists(body: &Body) -> usize {
    fn has_address(body: &Body, init: &Init) -> bool {
        match init {
            Init::List(items) => items.iter().any(|item| has_address(body, &item.init)),
            Init::Expr(expr) => is_address(body, *expr),
        }
    }
    fn is_address(body: &Body, expr: ExprId) -> bool {
        match body.exprs[expr].kind {
            ExprKind::Cast { operand: inner, .. }
            | ExprKind::AddrOf(inner)
            | ExprKind::Decay(inner)
            | ExprKind::Index { base: inner, .. } => is_address(body, inner),
            ExprKind::Local(_) => true,
            _ => false,
        }
    }
    let listed = |init: &&Init| matches!(init, Init::List(_)) && has_address(body, init);
    body.locals.iter().filter_map(|local| local.init.as_ref()).filter(listed).count()
}

/// Assignments of structs and unions whose value is used: by all but a statement, and the left side of
/// a comma.
fn used_record_assigns(program: &Program, body: &Body) -> usize {
    let is_assign = |id: ExprId| {
        matches!(body.exprs[id].kind, ExprKind::Assign { .. })
            && program.types.as_record(body.exprs[id].ty.ty).is_some()
    };
    let used = body.exprs.iter().map(|expr| {
        let mut used = 0;
        expr.for_each_child(|child| used += usize::from(is_assign(child)));
        if let ExprKind::Comma { lhs, .. } = expr.kind {
            used -= usize::from(is_assign(lhs));
        }
        used
    });
    used.sum()
}

/// Elements of elements of arrays.
fn element_addresses(exprs: &Exprs) -> usize {
    let is_deep = |base: ExprId| match exprs[base].kind {
        ExprKind::Decay(array) => matches!(exprs[array].kind, ExprKind::Index { .. }),
        _ => false,
    };
    let deep = |kind: &ExprKind| matches!(kind, ExprKind::Index { base, .. } if is_deep(*base));
    exprs.iter().filter(|expr| deep(&expr.kind)).count()
}

fn bodies(seen: &Seen) -> impl Iterator<Item = &Body> {
    seen.program.functions.iter().filter_map(|function| function.body.as_ref())
}

fn is_array(program: &Program, ty: QualType) -> bool {
    program.types.as_array(ty.ty).is_some()
}

fn element_is_array(program: &Program, ty: QualType) -> bool {
    program.types.as_array(ty.ty).is_some_and(|(element, _)| is_array(program, element))
}

/// Variables and members of such a type; string literals are none.
fn types(seen: &Seen, has: fn(&Program, QualType) -> bool) -> usize {
    let globals = seen.program.globals.iter().map(|global| global.ty);
    let locals = bodies(seen).flat_map(|body| body.locals.iter().map(|local| local.ty));
    globals.chain(locals).filter(|ty| has(&seen.program, *ty)).count() + fields(seen, has)
}

fn fields(seen: &Seen, has: fn(&Program, QualType) -> bool) -> usize {
    let records = seen.program.types.records.iter();
    let fields = records.flat_map(|record| record.fields.iter().flatten());
    fields.filter(|field| has(&seen.program, field.ty)).count()
}

fn exprs(seen: &Seen, is: fn(&ExprKind) -> bool) -> usize {
    let globals = seen.program.globals.iter().flat_map(|global| global.exprs.iter());
    let all = globals.chain(bodies(seen).flat_map(|body| body.exprs.iter()));
    all.filter(|expr| is(&expr.kind)).count()
}

/// Declarations that stand behind a statement of their block, or in the head of a loop.
fn late_declarations(body: &Body) -> usize {
    let is_declaration = |id| matches!(body.stmts[id].kind, StmtKind::Decl(_));
    let late = |kind: &StmtKind| match kind {
        StmtKind::Block(stmts) => stmts
            .iter()
            .skip_while(|id| is_declaration(**id))
            .filter(|id| is_declaration(**id))
            .count(),
        StmtKind::For { init, .. } => init.iter().filter(|id| is_declaration(**id)).count(),
        _ => 0,
    };
    body.stmts.iter().map(|stmt| late(&stmt.kind)).sum()
}

/// How often a word is in the text, by itself.
fn word(seen: &Seen, word: &str) -> usize {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let apart = |at: &usize| {
        let letters = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let before = seen.text[..*at].chars().next_back();
        let after = seen.text[at + word.len()..].chars().next();
        !letters || !(part(before) || part(after))
    };
    seen.text.match_indices(word).map(|(at, _)| at).filter(apart).count()
}

/// A text without what a program says to people.
fn bare(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('"') {
        bare.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest[1..].find('"').expect("what begins ends");
        rest = &rest[end + 2..];
    }
    bare + rest
}

fn read_again(text: &str, target: TargetName) -> Seen {
    let options =
        brinell_syntax::ParseOptions { target: Target::named(target), dialect: Dialect::C17 };
    // Comments are the preprocessor's; the only one is at the top.
    let text = &text[text.find("*/").map_or(0, |end| end + 2)..];
    let program = brinell_syntax::parse(text, "printed.c", &options).expect("it is C");
    Seen { program, text: bare(text) }
}

#[test]
fn what_programs_do_without_is_nowhere_in_their_text() {
    let mut cases = Vec::new();
    for rule in RULES {
        for target in [TargetName::Lp64, TargetName::Ilp32, TargetName::Ip16] {
            cases.extend([false, true].map(|progress| (rule, target, progress)));
        }
    }
    let wrong = parallel::map(&cases, |((name, value, count), target, progress)| {
        let mut config = Config { target: *target, size: 1200, ..Config::default() };
        config.progress = *progress;
        config.noinline_checksum = !progress;
        // Macros are the preprocessor's, too.
        config.set("wrappers", "functions").unwrap();
        config.set(name, value).unwrap();
        let generator = Generator::new(config).unwrap();
        let mut wrong = Vec::new();
        for seed in 1..=SEEDS {
            let made = generator.generate(seed, "lacks").unwrap();
            let places: usize =
                made.texts.iter().map(|(_, text)| count(&read_again(text, *target))).sum();
            if places > 0 {
                wrong.push(format!("{name} = {value}, {}, seed {seed}: {places}", target.as_str()));
            }
        }
        wrong
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "\n  {}", wrong.join("\n  "));
}

/// The rules see what they are about: each is broken by usual programs.
#[test]
fn usual_programs_have_all_of_it() {
    let generator = |target| {
        let config = Config { target, size: 3000, ..Config::default() };
        let mut config = Config { noinline_checksum: true, ..config };
        config.set("inline_percent", "60").unwrap();
        config.set("wrappers", "functions").unwrap();
        Generator::new(config).unwrap()
    };
    // A struct as a result is in one of twenty or so; there is no `__int128` but on large targets.
    let small = (1..=100).map(|seed| (TargetName::Ip16, seed));
    let cases: Vec<_> = small.chain((1..=20).map(|seed| (TargetName::Lp64, seed))).collect();
    let counts = parallel::map(&cases, |(target, seed)| {
        let made = generator(*target).generate(*seed, "lacks").unwrap();
        let seen = read_again(&made.texts[0].1, *target);
        RULES.iter().map(|(_, _, count)| count(&seen)).collect::<Vec<usize>>()
    });
    for (index, (name, _, _)) in RULES.iter().enumerate() {
        assert!(counts.iter().any(|counts| counts[index] > 0), "{name} never occurs");
    }
}
