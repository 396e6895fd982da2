//! The documentation: what its quick commands print is what the pages say.

use brinell_testkit::console::{Page, RunBy, Session, agrees, documentation_pages};
use std::path::{Path, PathBuf};

#[test]
fn quick_commands_print_what_the_pages_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let brinell = PathBuf::from(env!("CARGO_BIN_EXE_brinell"));
    let session = Session { root: root.clone(), brinell, least: RunBy::Tests };
    let (mut commands, mut wrong) = (0, Vec::new());
    for path in documentation_pages(&root).unwrap() {
        let page = Page::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for (command, actual) in session.run(&page).unwrap() {
            commands += 1;
            let expected = page.expected(&command);
            if !agrees(expected, &actual) {
                let (expected, actual) = (expected.join("\n"), actual.join("\n"));
                let name = path.display();
                let text = &command.text;
                wrong.push(format!("{name}: $ {text}\n{expected}\n--- prints\n{actual}\n"));
            }
        }
    }
    let wrong = wrong.join("\n");
    assert!(wrong.is_empty(), "{wrong}\n`cargo xtask docs --quick --bless` updates the pages");
    assert!(commands >= 8, "only {commands} quick commands: were the marks lost?");
}
