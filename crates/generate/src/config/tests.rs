//! The laws of configurations: what is written is read, mistakes are reported, drawn values are valid.

use super::*;
use brinell_choice::Choices;
use brinell_lang::{BinaryOp, Dialect, TargetName};
use std::collections::BTreeSet;

/// Any configuration, each option drawn from its whole range.
fn any_config(choices: &mut Choices) -> Config {
    let mut config = Config::default();
    for option in Config::OPTIONS {
        let value = match option.range {
            OptionRange::Switch => OptionValue::Switch(choices.chance(50)),
            OptionRange::Number(lo, hi) => {
                OptionValue::Number(choices.range(i64::from(lo), i64::from(hi)) as u32)
            }
            OptionRange::Word(words) => {
                OptionValue::Word(words[choices.below(words.len() as u32) as usize])
            }
        };
        option.set(&mut config, value).unwrap();
    }
    config
}

#[track_caller]
fn error(toml: &str) -> String {
    Config::from_toml(toml, "my.toml").unwrap_err().to_string()
}

#[test]
fn the_table_is_consistent() {
    let mut names = BTreeSet::new();
    let mut headings = Vec::new();
    for option in Config::OPTIONS {
        assert!(names.insert(option.name), "{} twice", option.name);
        assert!(option.range.contains(option.default()), "{}", option.name);
        assert!(option.doc.ends_with('.') && !option.doc.contains('\n'), "{}", option.name);
        assert_eq!(ConfigOption::named(option.name).unwrap().name, option.name);
        let (prefix, suffix) = match option.kind {
            Kind::Limit => ("max_", ""),
            Kind::Percent => ("", "_percent"),
            Kind::Weight => ("weight_", ""),
            Kind::Feature => {
                assert_eq!(option.range, OptionRange::Switch, "{}", option.name);
                ("", "")
            }
            Kind::Program => ("", ""),
        };
        assert!(option.name.starts_with(prefix) && option.name.ends_with(suffix));
        // What is negated by a prefix must not look negated.
        assert!(!option.name.starts_with("no_"), "{}", option.name);
        if headings.last() != Some(&option.heading) {
            assert!(!headings.contains(&option.heading), "{} is in two places", option.heading);
            headings.push(option.heading);
        }
    }
}

/// What is drawn must be an option: a number in a production cannot be set, and no
/// swarm varies.
#[test]
fn productions_draw_by_options_only() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let places = ["grow", "guards", "harness", "generator"].map(|dir| format!("{source}/{dir}"));
    let mut files: Vec<_> = places
        .iter()
        .flat_map(|place| std::fs::read_dir(place).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    files.push(format!("{source}/generator.rs").into());
    assert!(files.len() > 20, "{files:?}");
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let code: String = text.split_whitespace().collect::<Vec<_>>().join("");
        for draw in ["chance(", "weighted(", "draw(", "below("] {
            for (at, _) in code.match_indices(draw) {
                let arguments = &code[at + draw.len()..];
                let end = arguments.find([')', ';', '{']).unwrap();
                let mut arguments = &arguments[..end];
                // A few alternatives may be equally likely; more than that is a range, with limits.
                if draw == "below(" {
                    let alternatives: u32 = arguments.replace('_', "").parse().unwrap_or(0);
                    assert!(alternatives <= 4, "{}: {draw}{arguments}", path.display());
                    continue;
                }
                if draw == "draw(" {
                    // The first is what is taken if all weights are 0.
                    arguments = arguments.split_once(',').map_or("", |(_, weights)| weights);
                }
                let mut words = arguments.split(|c: char| !c.is_alphanumeric() && c != '_');
                let number = words.any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
                assert!(!number, "{}: {draw}{arguments}", path.display());
            }
        }
    }
}

#[test]
fn words_are_those_of_the_language() {
    let words = |name: &str| match ConfigOption::named(name).unwrap().range {
        OptionRange::Word(words) => words.to_vec(),
        other => panic!("{other}"),
    };
    assert_eq!(words("target"), TargetName::ALL.map(TargetName::as_str));
    assert_eq!(words("std"), Dialect::ALL.map(Dialect::as_str));
    assert_eq!(Config::default().std, Dialect::default());
}

#[test]
fn options_are_set_by_name() {
    let mut config = Config::default();
    config.set("max-functions", "3").unwrap();
    config.set("bitfields", "false").unwrap();
    config.set("minimal_guards", "yes").unwrap();
    config.set("target", "ilp32").unwrap();
    assert_eq!((config.max_functions, config.bitfields), (3, false));
    assert_eq!((config.minimal_guards, config.target), (Maybe::Yes, TargetName::Ilp32));
    assert_eq!(config.get("max_functions"), Some(OptionValue::Number(3)));
    assert_eq!(config.get("nothing"), None);
    let wrong = |name: &str, text: &str| Config::default().set(name, text).unwrap_err().to_string();
    assert_eq!(wrong("max_functions", "0"), "`max_functions` is a number from 1 to 10000, not `0`");
    assert_eq!(wrong("bitfields", "maybe"), "`bitfields` is true or false, not `maybe`");
    assert_eq!(
        wrong("wrappers", "none"),
        "`wrappers` is functions, macros, mixed or any, not `none`"
    );
    assert_eq!(
        wrong("bit_fields", "true"),
        "no option is called `bit_fields`; did you mean `bitfields`?"
    );
    assert_eq!(
        wrong("frobnicate", "1"),
        "no option is called `frobnicate`; `brinell generate --dump-config` lists them"
    );
}

#[test]
fn what_is_written_is_read() {
    for seed in 0..200 {
        let config = any_config(&mut Choices::seeded(seed));
        let text = config.to_toml();
        assert_eq!(Config::from_toml(&text, "dump").unwrap(), config, "{text}");
    }
    let text = Config::default().to_toml();
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
    assert!(
        text.contains(
            "\n# Members of a struct. From 1 to 200; default: 8.\nmax_struct_fields = 8\n"
        )
    );
    assert!(text.contains("\n# Unions. Default: true.\nunions = true\n"));
}

#[test]
fn mistakes_in_files_have_places() {
    assert_eq!(
        error("# a comment\nunions = true\n  bitfeilds = false\n"),
        "my.toml:3:3: no option is called `bitfeilds`; did you mean `bitfields`?"
    );
    assert_eq!(
        error("max_functions = 0"),
        "my.toml:1:17: `max_functions` is a number from 1 to 10000, not 0"
    );
    assert_eq!(
        error("max_functions = -1"),
        "my.toml:1:17: `max_functions` is a number from 1 to 10000, not -1"
    );
    assert_eq!(
        error("max_functions = 5000000000"),
        "my.toml:1:17: `max_functions` is a number from 1 to 10000, not 5000000000"
    );
    assert_eq!(error("unions = 1"), "my.toml:1:10: `unions` is true or false, not 1");
    assert_eq!(
        error("target = \"vax\""),
        "my.toml:1:10: `target` is lp64, ilp32, llp64, ip16 or s390x, not \"vax\""
    );
    assert_eq!(
        error("size = [1]"),
        "my.toml:1:8: `size` is a number from 0 to 1000000, not an array"
    );
    // The first one is reported, not the first by name.
    assert!(error("unions = 1\narrays = 1").starts_with("my.toml:1:10:"));
    // One spelling in files.
    assert!(error("max-functions = 1").contains("did you mean `max_functions`?"));
    assert!(error("[features]\nunions = true").starts_with("my.toml:1:2: no option is called"));
    let invalid = error("unions = true\narrays = = 1");
    assert!(invalid.starts_with("my.toml:2:10: "), "{invalid}");
    assert!(error("unions = true\nunions = true").starts_with("my.toml:2:1: duplicate key"));
}

#[test]
fn numbers_may_be_written_as_toml_has_them() {
    let config = Config::from_toml("max_steps = 1_000_000\nmax_data = 0x4000", "x").unwrap();
    assert_eq!((config.max_steps, config.max_data), (1_000_000, 0x4000));
}

#[test]
fn shipped_profiles_are_valid_and_say_what_they_are_for() {
    for profile in PROFILES {
        let config = Config::profile(profile.name).unwrap();
        assert_eq!(config.validate(), Ok(()), "{}", profile.name);
        let summary = profile.summary();
        assert!(
            summary.ends_with('.') && (20..82).contains(&summary.len()),
            "{}: {summary}",
            profile.name
        );
        if profile.name != "default" {
            assert_ne!(config, Config::default(), "{} changes nothing", profile.name);
        }
    }
    assert_eq!(Config::profile("default").unwrap(), Config::default());
    let csmith = Config::profile("csmith").unwrap();
    assert!(!csmith.switches && !csmith.casts && csmith.bitfields);
    let embedded = Config::profile("embedded16").unwrap();
    assert!(!embedded.hosted && embedded.self_check && embedded.target == TargetName::Ip16);
}

#[test]
fn profiles_are_found_or_named() {
    let message = Config::profile("csmiht").unwrap_err().to_string();
    assert!(message.contains("did you mean `csmith`?"), "{message}");
    assert!(message.contains("csmith, orange, tiny, freestanding"), "{message}");
    let message = Config::profile("no/such").unwrap_err().to_string();
    assert!(message.starts_with("cannot read the profile no/such: "), "{message}");
}

#[test]
fn a_file_is_based_on_another() {
    let config = Config::from_toml("base = \"csmith\"\nswitches = true", "x").unwrap();
    let csmith = Config::profile("csmith").unwrap();
    assert_eq!(config, Config { switches: true, ..csmith });
    assert_eq!(
        error("base = 1"),
        "my.toml:1:8: `base` is the name or file of a profile in quotes, not 1"
    );
    assert!(error("\nbase = \"tyni\"").starts_with("my.toml:2:8: no profile is called `tyni`"));
}

#[test]
fn files_find_their_base_beside_them() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let write = |name: &str, text: &str| std::fs::write(path(name), text).unwrap();
    write("a.toml", "base = \"b.toml\"\nunions = false");
    write("b.toml", "base = \"tiny\"\narrays = false\nunions = true");
    let config = Config::profile(path("a.toml").to_str().unwrap()).unwrap();
    assert!(!config.unions && !config.arrays && config.size == 300);
    write("b.toml", "base = \"a.toml\"");
    let message = Config::profile(path("a.toml").to_str().unwrap()).unwrap_err().to_string();
    assert!(message.ends_with("a.toml is based on itself"), "{message}");
    write("b.toml", "unoins = true");
    let message = Config::profile(path("a.toml").to_str().unwrap()).unwrap_err().to_string();
    assert!(message.contains("b.toml:1:1: no option is called `unoins`"), "{message}");
}

#[test]
fn what_does_not_go_together_is_said() {
    assert_eq!(Config::default().validate(), Ok(()));
    let problem = |config: Config| config.validate().unwrap_err().to_string();
    let default = Config::default;
    assert!(problem(Config { hosted: false, ..default() }).contains("`self_check`"));
    let typeless = Config { fixed_width_types: false, standard_types: false, ..default() };
    assert!(problem(typeless.clone()).contains("no integer type"));
    assert!(problem(Config { size: 7, ..default() }).contains("at least 50"));
    assert!(problem(Config { split: 20, ..default() }).contains("`max_functions`"));
    let large = Config { target: TargetName::Ip16, max_data: 65_536, ..default() };
    assert!(problem(large).contains("32768"));
    assert!(problem(Config { weight_assign: 0, ..default() }).contains("assign"));
    // All at once.
    assert_eq!(problem(Config { hosted: false, ..typeless }).lines().count(), 2);
    // Every target works with the defaults.
    for target in TargetName::ALL {
        assert_eq!(Config { target, ..default() }.validate(), Ok(()), "{target:?}");
    }
}

#[test]
fn swarms_stay_valid_and_within_bounds() {
    for profile in PROFILES {
        let mut config = Config::profile(profile.name).unwrap();
        config.split = config.max_functions;
        for seed in 0..300 {
            let drawn = config.swarmed(&mut Choices::seeded(seed));
            assert_eq!(drawn.validate(), Ok(()), "{} {seed}", profile.name);
            for option in Config::OPTIONS {
                let (old, new) = (option.get(&config), option.get(&drawn));
                assert!(option.range.contains(new));
                match (option.kind, old, new) {
                    (Kind::Feature, OptionValue::Switch(old), OptionValue::Switch(new)) => {
                        assert!(old || !new, "{} was switched on", option.name);
                    }
                    (Kind::Limit, OptionValue::Number(old), OptionValue::Number(new)) => {
                        assert!(new <= old * 2 && new >= old / 2, "{}", option.name);
                    }
                    (Kind::Program, old, new) => assert_eq!(old, new, "{}", option.name),
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn swarms_vary_everything_that_is_drawn() {
    let config = Config::default();
    let drawn: Vec<Config> =
        (0..60).map(|seed| config.swarmed(&mut Choices::seeded(seed))).collect();
    for option in Config::OPTIONS {
        let mut values: Vec<String> =
            drawn.iter().map(|config| option.get(config).to_string()).collect();
        values.sort();
        values.dedup();
        // A program's form and its budgets are the user's; what is off stays off.
        let fixed = option.kind == Kind::Program
            || ["max_data", "max_steps", "recursion"].contains(&option.name)
            || option.get(&config).to_string() == "0";
        assert_eq!(values.len() == 1, fixed, "{}: {values:?}", option.name);
    }
}

#[test]
fn swarms_switch_off_about_half() {
    let config = Config::default();
    let mut off = 0;
    let mut zero = 0;
    for seed in 0..200 {
        let drawn = config.swarmed(&mut Choices::seeded(seed));
        off += u32::from(!drawn.bitfields);
        zero += u32::from(drawn.weight_switch == 0);
        assert!(drawn.weight_assign > 0 && drawn.fixed_width_types | drawn.standard_types);
    }
    assert!((60..140).contains(&off), "{off}");
    assert!((15..70).contains(&zero), "{zero}");
}

#[test]
fn pinned_options_stay_and_do_not_move_the_others() {
    let plain = Config { swarm: true, ..Config::default() };
    let mut pinned = plain.clone();
    for name in ["bitfields", "max_functions", "weight_switch", "fixed_width_types"] {
        pinned.pin(ConfigOption::named(name).unwrap());
    }
    for seed in 0..100 {
        let drawn = pinned.swarmed(&mut Choices::seeded(seed));
        assert!(drawn.bitfields && drawn.fixed_width_types && !drawn.swarm);
        assert_eq!(drawn.max_functions, plain.max_functions);
        assert_eq!(drawn.weight_switch, plain.weight_switch);
        let free = plain.swarmed(&mut Choices::seeded(seed));
        assert_eq!((free.unions, free.weight_if), (drawn.unions, drawn.weight_if));
    }
    // Off by hand: the other family of types stays on.
    let mut standard = Config { fixed_width_types: false, ..Config::default() };
    standard.pin(ConfigOption::named("fixed_width_types").unwrap());
    for seed in 0..20 {
        let drawn = standard.swarmed(&mut Choices::seeded(seed));
        assert!(drawn.standard_types && !drawn.fixed_width_types);
    }
}

#[test]
fn operators_whose_feature_is_off_have_no_weight() {
    let drawn = |config: &Config| -> Vec<BinaryOp> {
        let operators = config.arithmetic_operators().into_iter();
        operators.filter(|(_, weight)| *weight > 0).map(|(op, _)| op).collect()
    };
    let config = Config::default();
    assert_eq!(drawn(&config).len(), 10);
    let shifts = drawn(&Config { multiplications: false, divisions: false, ..config.clone() });
    assert!(!shifts.contains(&BinaryOp::Mul) && !shifts.contains(&BinaryOp::Rem), "{shifts:?}");
    assert!(shifts.contains(&BinaryOp::Shl) && shifts.len() == 7, "{shifts:?}");
    let products = drawn(&Config { shifts: false, weight_op_xor: 0, ..config });
    assert!(!products.contains(&BinaryOp::Shr) && products.len() == 7, "{products:?}");
}
