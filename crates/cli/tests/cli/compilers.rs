//! `brinell compilers`: what it lists, and what it says where there is nothing to list.

use crate::{Files, assert_exit, brinell, stderr, stdout};
use brinell_generate::Config;
use brinell_toolchain::{Lack, find_program};

#[test]
fn the_compilers_here_are_listed() {
    let Some(gcc) = find_program("gcc") else { return };
    let done = brinell(&["compilers"]).run().unwrap();
    assert_exit(&done, 0);
    let text = stdout(&done);
    assert!(text.contains("VERSION") && text.contains("lp64"), "{text}");
    assert!(text.contains("-O0, -O1, -O2, -Os, -O3"), "{text}");
    assert!(done.stderr.is_empty(), "{}", stderr(&done));
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }

    // Under whichever name it is listed, and only its family.
    let name = gcc.file_name().unwrap().to_string_lossy().into_owned();
    let done = brinell(&["compilers", "--json", &name]).run().unwrap();
    assert_exit(&done, 0);
    let json: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    let found = json["found"].as_array().unwrap();
    assert!(!found.is_empty());
    for one in found {
        assert_eq!(one["family"], "gcc");
        // A family stands for its compilers for this machine.
        assert_eq!(one["cross"], false, "{one}");
        for set in one["option_sets"].as_array().unwrap() {
            assert_eq!(set["target"], "lp64", "{one}");
        }
        assert!(one["version"].as_str().is_some_and(|version| !version.is_empty()));
    }
}

#[test]
fn nothing_is_left_where_it_was_called() {
    // One behind a script of ours, and one that is not; everybody would take a minute, and sdcc's
    // simulator alone most of it.
    let there = ["avr-gcc", "tcc"].into_iter().filter(|name| find_program(name).is_some());
    let names: Vec<_> = std::iter::once("compilers").chain(there).collect();
    if names.len() == 1 {
        println!("skipped: there is neither avr-gcc nor tcc");
        return;
    }
    let place = Files::new(&[]);
    let ask = brinell(&names).dir(place.path()).env("BRINELL_CACHE", "");
    let done = ask.run().unwrap();
    assert_exit(&done, 0);
    let left: Vec<_> =
        std::fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn no_compiler_at_all_says_what_to_install() {
    let done = brinell(&["compilers"]).env("PATH", "/nonexistent").run().unwrap();
    assert_exit(&done, 1);
    assert!(stderr(&done).contains("apt-get install gcc"), "{}", stderr(&done));
}

#[test]
fn what_is_asked_for_and_not_there_is_named() {
    let done = brinell(&["compilers", "vaxc"]).run().unwrap();
    assert_exit(&done, 2);
    assert!(stdout(&done).contains("vaxc"), "{}", stdout(&done));
}

#[test]
fn a_file_describes_more() {
    let Some(gcc) = find_program("gcc") else { return };
    let text = format!(
        "[[compiler]]\nname = \"mine\"\ncommand = [\"{}\", \"-m64\"]\noptions = [[\"-O1\"]]\n\n\
         [[compiler]]\nname = \"not-there\"\ncommand = \"/no/such/compiler\"\n",
        gcc.display()
    );
    let files = Files::new(&[("my.toml", &text)]);
    let path = files.file("my.toml").display().to_string();
    let done = brinell(&["compilers", "--config", &path, "mine", "not-there"]).run().unwrap();
    assert_exit(&done, 0);
    let text = stdout(&done);
    assert!(text.contains("mine") && text.contains("there is no program"), "{text}");
}

#[test]
fn a_wrong_file_is_an_error_with_its_place() {
    let files = Files::new(&[("my.toml", "[[compiler]]\nname = \"a\"\ncomand = \"b\"\n")]);
    let path = files.file("my.toml").display().to_string();
    let done = brinell(&["compilers", "--config", &path]).run().unwrap();
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("my.toml:3:1: unknown key `comand`"), "{}", stderr(&done));
    let done = brinell(&["compilers", "--config", "no-such-file.toml"]).run().unwrap();
    assert_exit(&done, 2);
    assert!(stderr(&done).contains("no-such-file.toml"), "{}", stderr(&done));
}

#[test]
fn what_a_compiler_lacks_can_be_switched_off() {
    for (option, value) in Lack::ALL.iter().map(|lack| lack.setting()) {
        Config::default().set(option, value).unwrap();
    }
}
