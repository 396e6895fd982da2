//! Which globals and functions a definition mentions.

use brinell_lang::{FuncId, Function, Global, GlobalId, Mention};

/// What a definition mentions: each entity once, by rising id.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Mentions {
    pub globals: Vec<GlobalId>,
    pub functions: Vec<FuncId>,
}

impl Mentions {
    /// Of a global's initialiser.
    pub fn of_global(global: &Global) -> Self {
        let mut found = Self::default();
        global.for_each_mention(|mention| found.add(mention));
        found.sorted()
    }

    /// Of a function's body.
    pub fn of_function(function: &Function) -> Self {
        let mut found = Self::default();
        function.for_each_mention(|mention| found.add(mention));
        found.sorted()
    }

    fn add(&mut self, mention: Mention) {
        match mention {
            Mention::Global(g) => self.globals.push(g),
            Mention::Function(f, _) => self.functions.push(f),
            Mention::Type(_) | Mention::Str(_) => {}
        }
    }

    fn sorted(mut self) -> Self {
        self.globals.sort_unstable();
        self.globals.dedup();
        self.functions.sort_unstable();
        self.functions.dedup();
        self
    }
}
