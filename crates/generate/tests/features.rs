//! Features are there when they are on, and not when they are off.

mod parallel;

use brinell_generate::config::{Kind, PROFILES};
use brinell_generate::stats::{
    Reading, Richness, Row, is_random_function, is_random_global, measure,
};
use brinell_generate::{Config, Generator, Production, Uses};
use brinell_lang::{
    ExprKind, FloatKind, Function, FunctionType, IntKind, Linkage, Program, QualType, Type,
};
use std::collections::BTreeMap;

/// Programs of the default profile that are looked at, and of each other one: what is common in
/// the former need not be looked for in the others.
const DEFAULT_PROGRAMS: u64 = 300;
const OTHER_PROGRAMS: u64 = 60;

/// The default profile draws sizes up to ten times this; the small half will do.
const SIZE: &str = "8000";

/// The share of programs that a feature must be in.
const LEAST_PERCENT: usize = 5;

/// What shows that a feature was used.
#[derive(Copy, Clone)]
enum Sign {
    /// Something in the table of richness.
    Row(Row),
    /// Something else that can be counted.
    Count(fn(&Program) -> usize),
    /// Productions that are part of the feature wrote something.
    Productions(&'static str),
}

/// A program that was measured, which is done once: there are many signs.
struct Measured {
    program: Program,
    richness: Richness,
    uses: Uses,
}

impl Measured {
    fn count(&self, sign: Sign) -> usize {
        match sign {
            Sign::Row(row) => self.richness.count(row) as usize,
            Sign::Count(count) => count(&self.program),
            Sign::Productions(feature) => {
                productions(feature).map(|one| self.uses.written(one) as usize).sum()
            }
        }
    }
}

/// The productions that are part of a feature.
fn productions(feature: &'static str) -> impl Iterator<Item = Production> {
    Production::all().filter(move |one| one.features().contains(&feature))
}

/// The signs of every feature: that its productions write something, and what the program shows of
/// it. A feature that has neither is in [`UNSEEN`].
fn signs() -> Vec<(&'static str, Sign)> {
    let features = Config::OPTIONS.iter().filter(|option| option.kind == Kind::Feature);
    let written = features.map(|option| option.name);
    let written = written.filter(|name| productions(name).next().is_some());
    written.map(|name| (name, Sign::Productions(name))).chain(SIGNS.iter().copied()).collect()
}

/// What the program shows of features.
const SIGNS: &[(&str, Sign)] = &[
    ("plain_char", Sign::Count(|program| declared(program, |kind| kind == IntKind::Char))),
    ("bool_type", Sign::Count(|program| declared(program, |kind| kind == IntKind::Bool))),
    ("floats", Sign::Row(Row::Floats)),
    ("floats", Sign::Row(Row::FloatOperations)),
    ("floats", Sign::Row(Row::FloatComparisons)),
    ("floats", Sign::Row(Row::FloatConversions)),
    ("long_double", Sign::Count(long_doubles)),
    ("arrays", Sign::Row(Row::Arrays)),
    ("pointers", Sign::Row(Row::Pointers)),
    ("pointers", Sign::Row(Row::Dereferences)),
    ("function_pointers", Sign::Row(Row::FunctionPointers)),
    ("function_pointers", Sign::Row(Row::IndirectCalls)),
    ("structs", Sign::Row(Row::Structs)),
    ("unions", Sign::Row(Row::Unions)),
    ("bitfields", Sign::Row(Row::BitFields)),
    ("packed_structs", Sign::Row(Row::Packed)),
    ("int128", Sign::Row(Row::WideVariables)),
    ("int128", Sign::Row(Row::WideOperations)),
    ("nested_structs", Sign::Row(Row::Nested)),
    ("array_fields", Sign::Row(Row::ArrayFields)),
    ("pointer_fields", Sign::Row(Row::PointerFields)),
    ("volatiles", Sign::Row(Row::VolatileAccesses)),
    ("volatiles", Sign::Row(Row::VolatileDeclarations)),
    ("volatile_pointers", Sign::Count(|program| pointers(program, |ty| ty.quals.is_volatile()))),
    ("volatile_struct_fields", Sign::Count(|program| fields(program, |ty| ty.quals.is_volatile()))),
    ("consts", Sign::Row(Row::ConstDeclarations)),
    ("const_pointers", Sign::Count(|program| pointers(program, |ty| ty.quals.is_const()))),
    ("const_struct_fields", Sign::Count(|program| fields(program, |ty| ty.quals.is_const()))),
    ("extern_globals", Sign::Count(external_globals)),
    ("while_loops", Sign::Row(Row::Whiles)),
    ("do_loops", Sign::Row(Row::Dos)),
    ("switches", Sign::Row(Row::Switches)),
    ("gotos", Sign::Row(Row::Gotos)),
    ("backward_gotos", Sign::Row(Row::BackwardGotos)),
    ("conditionals", Sign::Row(Row::Conditionals)),
    ("casts", Sign::Row(Row::Casts)),
    ("commas", Sign::Row(Row::Commas)),
    ("embedded_assigns", Sign::Row(Row::EmbeddedAssigns)),
    ("compound_assigns", Sign::Row(Row::CompoundAssigns)),
    ("increments", Sign::Row(Row::Increments)),
    ("pointer_comparisons", Sign::Row(Row::PointerComparisons)),
    ("pointer_arithmetic", Sign::Row(Row::PointerArithmetic)),
    ("static_functions", Sign::Count(|program| functions(program, is_static))),
    ("inline_functions", Sign::Count(|program| functions(program, |function| function.inline))),
    ("pointer_params", Sign::Count(|program| params(program, is_pointer))),
    ("struct_params", Sign::Count(|program| params(program, is_record))),
    ("pointer_returns", Sign::Count(|program| results(program, is_pointer))),
    ("struct_returns", Sign::Count(|program| results(program, is_record))),
    ("recursion", Sign::Count(self_calls)),
];

/// Features without a sign here, and why.
const UNSEEN: &[(&str, &str)] = &[
    ("fixed_width_types", "a spelling of types that the program has anyway"),
    ("standard_types", "a spelling of types that the program has anyway"),
    ("int8", "the runtime and plain char have them still"),
    ("int64", "promotions and constants may have them still"),
    ("unsigned_types", "guards and indices have them still"),
    ("union_punning", "a property of runs; the analysis tests it"),
    ("multiplications", "sizes and guards multiply too"),
    ("divisions", "index guards are divisions too"),
    ("shifts", "guards shift too"),
    ("policies", "which operators and constants stand together; off by default"),
];

/// What else has to be set for a feature to be gone altogether, and why.
const ALONG: &[(&str, (&str, &str), &str)] = &[
    ("pointer_comparisons", ("pointer_arithmetic", "false"), "walks and order compare pointers"),
    ("volatile_pointers", ("volatile_struct_fields", "false"), "members that are pointers"),
    ("const_pointers", ("const_struct_fields", "false"), "members that are pointers"),
    ("casts", ("weight_index_raw", "0"), "guards of indices convert: `a[(unsigned)i % 3U]`"),
    ("embedded_assigns", ("increments", "false"), "a guarded `x++` is `(x = safe_add(x, 1))`"),
    (
        "embedded_assigns",
        ("while_loops", "false"),
        "some count in the head: `while ((i += 2) < 9)`",
    ),
    ("embedded_assigns", ("do_loops", "false"), "as `while`"),
    ("embedded_assigns", ("pointer_arithmetic", "false"), "a walk down steps in its head"),
];

fn functions(program: &Program, has: impl Fn(&Function) -> bool) -> usize {
    let random = program.functions.enumerate().filter(|(_, function)| is_random_function(function));
    random.filter(|(_, function)| has(function)).count()
}

fn is_static(function: &Function) -> bool {
    function.linkage == Linkage::Internal
}

fn external_globals(program: &Program) -> usize {
    let random = program.globals.enumerate().filter(|(_, global)| is_random_global(global));
    random.filter(|(_, global)| global.linkage == Linkage::External).count()
}

fn signature<'a>(program: &'a Program, function: &Function) -> &'a FunctionType {
    program.types.as_function(function.ty).expect("a function has a function type")
}

fn params(program: &Program, has: impl Fn(&Type) -> bool) -> usize {
    let has = |function: &Function| {
        signature(program, function).params.iter().any(|ty| has(program.types.get(*ty)))
    };
    functions(program, has)
}

fn results(program: &Program, has: impl Fn(&Type) -> bool) -> usize {
    functions(program, |function| has(program.types.get(signature(program, function).ret)))
}

fn is_pointer(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(_))
}

fn is_record(ty: &Type) -> bool {
    matches!(ty, Type::Record(_))
}

/// The types of all random variables and parameters, and of the members of records.
fn declarations(program: &Program) -> (Vec<QualType>, Vec<QualType>) {
    let globals = program.globals.enumerate().filter(|(_, global)| is_random_global(global));
    let mut variables: Vec<QualType> = globals.map(|(_, global)| global.ty).collect();
    for (_, function) in program.functions.enumerate() {
        if let (true, Some(body)) = (is_random_function(function), &function.body) {
            variables.extend(body.locals.enumerate().map(|(_, local)| local.ty));
        }
    }
    let records = program.types.records.enumerate();
    let fields = records.flat_map(|(_, record)| record.fields.iter().flatten());
    (variables, fields.map(|field| field.ty).collect())
}

/// Members whose own type is such.
fn fields(program: &Program, has: impl Fn(QualType) -> bool) -> usize {
    let (_, fields) = declarations(program);
    fields.into_iter().filter(|ty| has(program.types.innermost(*ty))).count()
}

/// Pointers at any depth of any declaration that are such themselves.
fn pointers(program: &Program, has: impl Fn(QualType) -> bool) -> usize {
    let (variables, fields) = declarations(program);
    let mut found = 0;
    for ty in variables.into_iter().chain(fields) {
        let mut ty = program.types.innermost(ty);
        while let Some(to) = program.types.pointee(ty.ty) {
            found += usize::from(has(ty));
            ty = program.types.innermost(to);
        }
    }
    found
}

/// Declarations of integers of a kind.
fn declared(program: &Program, is: impl Fn(IntKind) -> bool) -> usize {
    let (variables, fields) = declarations(program);
    let all = variables.into_iter().chain(fields);
    all.filter(|ty| program.types.as_int(program.types.innermost(*ty).ty).is_some_and(&is)).count()
}

/// Declarations of `long double`.
fn long_doubles(program: &Program) -> usize {
    let (variables, _) = declarations(program);
    let is_long = |ty: &&QualType| program.types.as_float(ty.ty) == Some(FloatKind::LongDouble);
    variables.iter().filter(is_long).count()
}

/// Functions that call themselves; those of a longer cycle are none the less rare for that.
fn self_calls(program: &Program) -> usize {
    let calls_itself = |(id, function): (_, &std::sync::Arc<Function>)| {
        let Some(body) = &function.body else { return false };
        body.exprs
            .enumerate()
            .any(|(_, expr)| matches!(expr.kind, ExprKind::Function(to) if to == id))
    };
    let random = program.functions.enumerate().filter(|(_, function)| is_random_function(function));
    random.filter(|pair| calls_itself(*pair)).count()
}

fn programs(config: Config, seeds: u64) -> Vec<Measured> {
    let generator = Generator::new(config).unwrap();
    let seeds: Vec<u64> = (1..=seeds).collect();
    parallel::map(&seeds, |&seed| {
        let made = generator.generate(seed, "features").unwrap();
        let (program, uses) = (made.program, made.facts.tally.productions);
        Measured { richness: measure(&program), program, uses }
    })
}

fn small(options: &[(&str, &str)]) -> Config {
    let mut config = Config { size: 1500, ..Config::default() };
    for (name, value) in options {
        config.set(name, value).unwrap();
    }
    config
}

#[test]
fn every_feature_occurs_in_a_shipped_profile() {
    // Rows that measure how large or deep, and those of features that the table of signs has.
    let rows = Row::ALL.into_iter().filter(|row| row.reading() == Reading::Count);
    let mut wanted: Vec<(&str, Sign)> = rows.map(|row| (row.name(), Sign::Row(row))).collect();
    // Off by default, as the issue wants it.
    wanted.extend(signs().into_iter().filter(|(name, _)| *name != "recursion"));
    for profile in PROFILES {
        let mut config = Config::profile(profile.name).unwrap();
        let seeds = if profile.name == "default" { DEFAULT_PROGRAMS } else { OTHER_PROGRAMS };
        if config.size == 0 {
            config.set("size", SIZE).unwrap();
        }
        let programs = programs(config, seeds);
        wanted.retain(|(_, sign)| {
            let having = programs.iter().filter(|program| program.count(*sign) > 0).count();
            having * 100 < programs.len() * LEAST_PERCENT
        });
        if wanted.is_empty() {
            return;
        }
    }
    let names: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    panic!("in fewer than {LEAST_PERCENT} % of the programs of every profile: {names:?}");
}

#[test]
fn a_feature_that_is_off_does_not_occur() {
    let mut wrong = Vec::new();
    let mut signs_of: BTreeMap<&str, Vec<Sign>> = BTreeMap::new();
    for (name, sign) in signs() {
        signs_of.entry(name).or_default().push(sign);
    }
    for (name, signs) in signs_of {
        let along = ALONG.iter().filter(|(feature, _, _)| *feature == name);
        let mut options = vec![(name, "false")];
        options.extend(along.map(|(_, option, _)| *option));
        for (index, program) in programs(small(&options), 20).iter().enumerate() {
            match signs.iter().map(|sign| program.count(*sign)).sum() {
                0 => {}
                count => wrong.push(format!("--no-{name}: {count} in seed {}", index + 1)),
            }
        }
    }
    assert!(wrong.is_empty(), "\n  {}", wrong.join("\n  "));
}

#[test]
fn for_loops_are_off_when_both_kinds_are() {
    for program in programs(small(&[("for_loops", "false"), ("array_loops", "false")]), 20) {
        assert_eq!(program.count(Sign::Row(Row::Fors)), 0);
    }
}

#[test]
fn recursion_occurs_when_asked_for() {
    let programs = programs(small(&[("recursion", "true")]), 100);
    let having = programs.iter().filter(|program| self_calls(&program.program) > 0).count();
    assert!(having >= LEAST_PERCENT, "in {having} of 100 programs");
}

#[test]
fn every_feature_has_a_sign_or_a_reason() {
    let mut names: Vec<&str> = signs().into_iter().map(|(name, _)| name).collect();
    names.extend(UNSEEN.iter().map(|(name, _)| *name));
    for option in Config::OPTIONS.iter().filter(|option| option.kind == Kind::Feature) {
        assert!(names.contains(&option.name), "`{}` is in neither table", option.name);
    }
    for name in names {
        assert!(Config::default().get(name).is_some(), "`{name}` is no option");
    }
}
