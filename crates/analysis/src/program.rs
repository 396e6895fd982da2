//! Whole programs: registering all their variables with the facts of their initialisers.

use crate::analysis::{Analysis, Violation};
use crate::effects::Effects;
use crate::expr::Here;
use crate::space::{Root, VariableNode};
use crate::state::State;
use brinell_lang::{FuncId, GlobalId, Init, LocalId, Program};

impl Analysis {
    /// An analysis that knows all variables of a finished program. Fails where a static initialiser
    /// is more than the analysis follows.
    pub fn of_program(program: &Program) -> Result<Self, Violation> {
        let mut analysis = Self::new();
        for id in program.globals.ids() {
            let (types, target) = (&program.types, &program.target);
            analysis.space.add(types, target, Root::Global(id), program.globals[id].ty);
        }
        for id in program.globals.ids() {
            analysis.set_global_facts(program, id)?;
        }
        for (id, function) in program.functions.enumerate() {
            for local in function.body.iter().flat_map(|b| b.locals.ids()) {
                analysis.add_local(program, id, local);
            }
        }
        Ok(analysis)
    }

    /// Adds a local variable or parameter of a function.
    pub fn add_local(&mut self, program: &Program, func: FuncId, local: LocalId) -> VariableNode {
        let body = program.functions[func].body.as_ref().expect("only bodies have locals");
        let ty = body.locals[local].ty;
        self.space.add(&program.types, &program.target, Root::Local(func, local), ty)
    }

    fn set_global_facts(&mut self, program: &Program, id: GlobalId) -> Result<(), Violation> {
        let global = &program.globals[id];
        let here = Here { program, exprs: &global.exprs, func: None };
        let node = self.space.of(Root::Global(id)).ok_or(Violation::Unsupported)?;
        self.set_initial_facts(here, node, global.init.as_ref())
    }

    /// Takes the facts of a static initialiser as the initial ones.
    fn set_initial_facts(
        &mut self,
        here: Here<'_>,
        node: VariableNode,
        init: Option<&Init>,
    ) -> Result<(), Violation> {
        if init.is_none() {
            return Ok(());
        }
        let mut state = State::initial();
        self.declare(here, &mut state, node, init, &mut Effects::default())?;
        let nodes: Vec<VariableNode> = self.space.facts_in(node).collect();
        for n in nodes {
            let fact = state.fact(&self.space, n);
            self.space.set_initial(n, fact);
        }
        Ok(())
    }
}
