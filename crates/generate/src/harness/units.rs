//! Units: in which file everything stands, in which order, and who has to see it.
//!
//! The order within a unit is: declarations of what other units define, objects (each after those
//! whose address it holds, unless they hold each other's), helpers, prototypes, functions, and in
//! the last unit the runtime and `main`. Types and whatever else is needed earlier are the
//! printer's business.

use super::mentions::Mentions;
use brinell_lang::{Arena, ExprKind, FuncId, GlobalId, Id, Item, Linkage, Program, Unit};
use rustc_hash::FxHashMap;

/// Which entities of a program are the draft's: the first so many; the others are the runtime's.
pub struct Own {
    /// The number of the draft's functions.
    pub functions: usize,
    /// The number of the draft's objects.
    pub globals: usize,
    /// `main`, the last function.
    pub main: FuncId,
}

/// What a function is to the harness.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Role {
    /// Made by the generator.
    Generated,
    /// A guard: defined in each unit that uses it.
    Helper,
    /// Of the runtime, or `main`.
    Harness,
    /// Without a body here.
    Library,
}

/// Distributes a program over at most `split` units.
pub fn arrange(program: &mut Program, own: &Own, split: u32) {
    let mut plan = UnitPlan::new(program, own);
    plan.drop_unused_helpers();
    let units = plan.choose_homes(own, split);
    plan.copy_helpers(units);
    plan.publish();
    let items = (0..units).map(|unit| Unit { items: plan.items(unit, own) }).collect();
    program.units = items;
}

struct UnitPlan<'a> {
    program: &'a mut Program,
    roles: Arena<FuncId, Role>,
    in_functions: Arena<FuncId, Mentions>,
    in_globals: Arena<GlobalId, Mentions>,
    /// The unit that defines it.
    function_home: Arena<FuncId, usize>,
    global_home: Arena<GlobalId, usize>,
}

fn filled<I: Id, T: Clone>(len: usize, value: T) -> Arena<I, T> {
    collected((0..len).map(|_| value.clone()))
}

fn collected<I: Id, T>(items: impl IntoIterator<Item = T>) -> Arena<I, T> {
    let mut arena = Arena::new();
    for item in items {
        arena.push(item);
    }
    arena
}

impl<'a> UnitPlan<'a> {
    fn new(program: &'a mut Program, own: &Own) -> Self {
        let roles =
            collected(program.functions.enumerate().map(|(id, f)| match (&f.body, &f.name) {
                (None, _) => Role::Library,
                (Some(_), _) if id.index() >= own.functions => Role::Harness,
                (Some(_), Some(_)) => Role::Helper,
                (Some(_), None) => Role::Generated,
            }));
        let in_functions = collected(program.functions.iter().map(|f| Mentions::of_function(f)));
        let in_globals = collected(program.globals.iter().map(|g| Mentions::of_global(g)));
        let function_home = filled(program.functions.len(), 0);
        let global_home = filled(program.globals.len(), 0);
        Self { program, roles, in_functions, in_globals, function_home, global_home }
    }

    fn functions_that(&self, role: Role) -> Vec<FuncId> {
        self.roles.ids().filter(|f| self.roles[*f] == role).collect()
    }

    /// Helpers that nothing mentions lose their body, and with it their place in the text. (They
    /// keep their ids: others are known by theirs.)
    fn drop_unused_helpers(&mut self) {
        let mut used: Arena<FuncId, bool> = filled(self.roles.len(), false);
        let mut todo: Vec<FuncId> =
            self.roles.ids().filter(|f| self.roles[*f] != Role::Helper).collect();
        while let Some(id) = todo.pop() {
            for callee in &self.in_functions[id].functions {
                if self.roles[*callee] == Role::Helper && !used[*callee] {
                    used[*callee] = true;
                    todo.push(*callee);
                }
            }
        }
        for id in self.functions_that(Role::Helper).into_iter().filter(|f| !used[*f]) {
            self.roles[id] = Role::Library;
            self.in_functions[id] = Mentions::default();
            let helper = self.program.function_mut(id);
            helper.body = None;
            helper.as_macro = false;
        }
    }

    /// Gives every function and object its unit, in turn; returns the number of units.
    fn choose_homes(&mut self, own: &Own, split: u32) -> usize {
        let generated = self.functions_that(Role::Generated);
        // C knows no empty unit.
        let units = (split as usize).clamp(1, generated.len().max(1));
        for (turn, id) in generated.iter().enumerate() {
            self.function_home[*id] = turn % units;
        }
        for id in self.functions_that(Role::Harness) {
            self.function_home[id] = units - 1;
        }
        for id in self.global_home.ids() {
            self.global_home[id] =
                if id.index() < own.globals { id.index() % units } else { units - 1 };
        }
        // The static variable of a block stays with the function around it.
        for id in generated.into_iter().rev() {
            for global in &self.in_functions[id].globals {
                if self.program.globals[*global].linkage == Linkage::None {
                    self.global_home[*global] = self.function_home[id];
                }
            }
        }
        units
    }

    /// Gives each unit its own copy of the helpers it uses; the first one keeps the original.
    fn copy_helpers(&mut self, units: usize) {
        let mut taken: Arena<FuncId, bool> = filled(self.roles.len(), false);
        for unit in 0..units {
            let mut copies: FxHashMap<FuncId, FuncId> = FxHashMap::default();
            let mut todo: Vec<FuncId> = self.function_home.ids().collect();
            todo.retain(|f| {
                self.function_home[*f] == unit
                    && matches!(self.roles[*f], Role::Generated | Role::Harness)
            });
            let mut rewrite = Vec::new();
            while let Some(id) = todo.pop() {
                rewrite.push(id);
                for callee in self.in_functions[id].functions.clone() {
                    if self.roles[callee] != Role::Helper || copies.contains_key(&callee) {
                        continue;
                    }
                    let here = if std::mem::replace(&mut taken[callee], true) {
                        taken.push(true);
                        self.copy_function(callee)
                    } else {
                        callee
                    };
                    self.function_home[here] = unit;
                    copies.insert(callee, here);
                    todo.push(here);
                }
            }
            copies.retain(|from, to| from != to);
            if !copies.is_empty() {
                for id in rewrite {
                    self.redirect(id, &copies);
                }
            }
        }
    }

    fn copy_function(&mut self, id: FuncId) -> FuncId {
        let copy = self.program.functions[id].clone();
        self.roles.push(self.roles[id]);
        self.in_functions.push(self.in_functions[id].clone());
        self.function_home.push(self.function_home[id]);
        self.program.functions.push(copy)
    }

    /// Makes a function call the copies instead of the originals.
    fn redirect(&mut self, id: FuncId, copies: &FxHashMap<FuncId, FuncId>) {
        let mentions = &mut self.in_functions[id].functions;
        if !mentions.iter().any(|f| copies.contains_key(f)) {
            return;
        }
        for mentioned in mentions {
            *mentioned = copies.get(mentioned).copied().unwrap_or(*mentioned);
        }
        for expr in self.program.function_mut(id).body.iter_mut().flat_map(|b| &mut b.exprs) {
            if let ExprKind::Function(f) = &mut expr.kind {
                *f = copies.get(f).copied().unwrap_or(*f);
            }
        }
    }

    /// Where each definition stands, with what it mentions.
    fn definitions(&self) -> impl Iterator<Item = (usize, &Mentions)> {
        let functions = self.function_home.iter().copied().zip(&self.in_functions);
        functions.chain(self.global_home.iter().copied().zip(&self.in_globals))
    }

    /// What another unit mentions gets external linkage.
    fn publish(&mut self) {
        let mut globals = Vec::new();
        let mut functions = Vec::new();
        for (home, mentions) in self.definitions() {
            globals.extend(mentions.globals.iter().filter(|g| self.global_home[**g] != home));
            let foreign =
                |f: &&FuncId| self.roles[**f] == Role::Generated && self.function_home[**f] != home;
            functions.extend(mentions.functions.iter().filter(foreign));
        }
        for id in globals {
            if self.program.globals[id].linkage != Linkage::External {
                self.program.global_mut(id).linkage = Linkage::External;
            }
        }
        for id in functions {
            if self.program.functions[id].linkage != Linkage::External {
                let function = self.program.function_mut(id);
                function.linkage = Linkage::External;
                // An inline definition that others link to would need one more declaration.
                function.inline = false;
            }
        }
    }

    fn items(&self, unit: usize, own: &Own) -> Vec<Item> {
        let at_home = |f: &FuncId| self.function_home[*f] == unit;
        let [generated, helpers, harness] = [Role::Generated, Role::Helper, Role::Harness]
            .map(|role| self.functions_that(role).into_iter().filter(at_home).collect::<Vec<_>>());
        let mut foreign = Mentions::default();
        for (_, mentions) in self.definitions().filter(|(home, _)| *home == unit) {
            let globals = mentions.globals.iter().filter(|g| self.global_home[**g] != unit);
            foreign.globals.extend(globals);
            let functions = mentions.functions.iter();
            foreign
                .functions
                .extend(functions.filter(|f| self.roles[**f] == Role::Generated && !at_home(f)));
        }
        foreign.globals.sort_unstable();
        foreign.globals.dedup();
        let mut prototypes = [foreign.functions, generated.clone()].concat();
        prototypes.sort_unstable();
        prototypes.dedup();

        let (draft, runtime): (Vec<_>, Vec<_>) =
            self.objects(unit).into_iter().partition(|g| g.index() < own.globals);
        let mut items: Vec<Item> = Vec::new();
        items.extend(foreign.globals.into_iter().map(Item::DeclareGlobal));
        items.extend(draft.into_iter().map(Item::DefineGlobal));
        items.extend(helpers.into_iter().map(Item::DefineFunction));
        items.extend(prototypes.into_iter().map(Item::DeclareFunction));
        items.extend(generated.into_iter().map(Item::DefineFunction));
        items.extend(runtime.into_iter().map(Item::DefineGlobal));
        debug_assert!(harness.last().is_none_or(|f| *f == own.main), "main comes last");
        items.extend(harness.into_iter().map(Item::DefineFunction));
        items
    }

    /// The objects of a unit: each after those whose address its initialiser takes.
    fn objects(&self, unit: usize) -> Vec<GlobalId> {
        let mut order = Vec::new();
        let mut seen: Arena<GlobalId, bool> = filled(self.global_home.len(), false);
        // (object, whether those that it needs have been visited)
        let mut todo: Vec<(GlobalId, bool)> =
            self.global_home.ids().rev().map(|id| (id, false)).collect();
        while let Some((id, ready)) = todo.pop() {
            if ready {
                order.push(id);
                continue;
            }
            let elsewhere = self.global_home[id] != unit || !self.program.globals[id].defined;
            if elsewhere || std::mem::replace(&mut seen[id], true) {
                continue;
            }
            todo.push((id, true));
            todo.extend(self.in_globals[id].globals.iter().rev().map(|g| (*g, false)));
        }
        order
    }
}
