//! The wrappers that a program has: found by name or added when first used.

use super::wrapper::Wrapper;
use brinell_lang::{FuncId, Linkage, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// The wrappers of a program.
#[derive(Default)]
pub struct Table {
    known: FxHashMap<(Wrapper, bool), FuncId>,
    ids: FxHashSet<FuncId>,
    /// Those that were added here, in order.
    pub added: Vec<FuncId>,
}

impl Table {
    /// The wrappers that a program has already: its guards may be completed later.
    pub fn new(program: &Program) -> Self {
        let mut table = Self::default();
        let mut names: FxHashMap<String, (Wrapper, bool)> = FxHashMap::default();
        for (id, function) in program.functions.enumerate() {
            let name = function.name.as_deref().unwrap_or_default();
            let candidate = name.starts_with("safe_") || name.starts_with("SAFE_");
            if !candidate || function.linkage != Linkage::Internal {
                continue;
            }
            if names.is_empty() {
                let forms = Wrapper::all().flat_map(|w| [(w, false), (w, true)]);
                names.extend(forms.map(|(w, as_macro)| (w.name(as_macro), (w, as_macro))));
            }
            if let Some(&(wrapper, as_macro)) = names.get(name)
                && as_macro == function.as_macro
                && function.body.is_some()
            {
                table.known.insert((wrapper, as_macro), id);
                table.ids.insert(id);
            }
        }
        table
    }

    /// The function of a wrapper in one of its forms.
    pub fn get(&mut self, program: &mut Program, wrapper: Wrapper, as_macro: bool) -> FuncId {
        *self.known.entry((wrapper, as_macro)).or_insert_with(|| {
            let id = wrapper.add_to(program, as_macro);
            self.ids.insert(id);
            self.added.push(id);
            id
        })
    }

    /// Whether a function is a wrapper.
    pub fn contains(&self, function: FuncId) -> bool {
        self.ids.contains(&function)
    }
}
