//! What `main` needs.

use brinell_lang::{Arena, FuncId, GlobalId, Id, Mention, Program, StringId};

/// The new id of everything that stays, by its old one.
#[derive(Debug)]
pub struct Kept {
    /// Of globals.
    pub globals: Vec<Option<GlobalId>>,
    /// Of functions.
    pub functions: Vec<Option<FuncId>>,
    /// Of string literals.
    pub strings: Vec<Option<StringId>>,
}

fn numbered<I: Id, T>(all: &Arena<I, T>, live: impl Fn(I) -> bool) -> Vec<Option<I>> {
    let mut next = 0;
    let number = |id| {
        live(id).then(|| {
            next += 1;
            I::from_index(next - 1)
        })
    };
    all.ids().map(number).collect()
}

impl Kept {
    /// Everything.
    pub fn all(program: &Program) -> Self {
        Self {
            globals: numbered(&program.globals, |_| true),
            functions: numbered(&program.functions, |_| true),
            strings: numbered(&program.strings, |_| true),
        }
    }

    /// What can be reached from `main`, if there is one, and from these functions and globals.
    pub fn of(
        program: &Program,
        function_stays: impl Fn(FuncId) -> bool,
        global_stays: impl Fn(GlobalId) -> bool,
    ) -> Option<Self> {
        let mut reached = Reached {
            globals: vec![false; program.globals.len()],
            functions: vec![false; program.functions.len()],
            strings: vec![false; program.strings.len()],
            todo: Vec::new(),
        };
        let main = program.function_named("main")?;
        for f in program.functions.ids().filter(|f| *f == main || function_stays(*f)) {
            reached.add(Mention::Function(f, program.functions[f].ty));
        }
        for g in program.globals.ids().filter(|g| global_stays(*g)) {
            reached.add(Mention::Global(g));
        }
        while let Some(mention) = reached.todo.pop() {
            match mention {
                Mention::Global(g) => program.globals[g].for_each_mention(|m| reached.add(m)),
                Mention::Function(f, _) => {
                    program.functions[f].for_each_mention(|m| reached.add(m));
                }
                Mention::Str(_) | Mention::Type(_) => {}
            }
        }
        Some(Self {
            globals: numbered(&program.globals, |g| reached.globals[g.index()]),
            functions: numbered(&program.functions, |f| reached.functions[f.index()]),
            strings: numbered(&program.strings, |s| reached.strings[s.index()]),
        })
    }
}

struct Reached {
    globals: Vec<bool>,
    functions: Vec<bool>,
    strings: Vec<bool>,
    /// Reached, but not looked at yet.
    todo: Vec<Mention>,
}

impl Reached {
    fn add(&mut self, mention: Mention) {
        let known = match mention {
            Mention::Global(g) => &mut self.globals[g.index()],
            Mention::Function(f, _) => &mut self.functions[f.index()],
            Mention::Str(s) => &mut self.strings[s.index()],
            Mention::Type(_) => return,
        };
        if !std::mem::replace(known, true) {
            self.todo.push(mention);
        }
    }
}
