//! Calls of library functions that have no body here: those that only write output, or end the
//! program. The order of output shows, as that of volatile accesses does.

use crate::analysis::{AbstractValue, Analysis, Violation};
use crate::effects::Effects;
use crate::state::State;
use brinell_lang::{FuncId, Program};

impl Analysis {
    pub(crate) fn library_call(
        &mut self,
        program: &Program,
        callee: FuncId,
        args: &[AbstractValue],
        state: &mut State,
        effects: &mut Effects,
    ) -> Result<AbstractValue, Violation> {
        match program.functions[callee].name.as_deref() {
            Some("putchar" | "puts" | "printf") => {
                for arg in args {
                    if let AbstractValue::Pointer(set) = arg {
                        for node in self.sets.nodes(*set) {
                            effects.reads.insert(self.space.effect_range(*node));
                        }
                    }
                }
                effects.volatile = true;
                Ok(AbstractValue::Plain)
            }
            Some("abort" | "exit") => {
                effects.volatile = true;
                *state = State::unreachable();
                Ok(AbstractValue::Plain)
            }
            _ => Err(Violation::OpenCall),
        }
    }
}
