//! What goes into the checksum: every number of every global that can be read when `func_1` has
//! returned, and of pointers whether they are null and what number they point to.

use super::Grower;
use crate::draft::{Aspect, ObservedPart, Part};
use brinell_analysis::{AbstractValue, Effects, State, VariableNode};
use brinell_lang::{GlobalId, Type};

impl Grower<'_> {
    pub(super) fn observed(&mut self) -> Vec<ObservedPart> {
        let Some(state) = self.facts.at_end.take() else { return Vec::new() };
        let mut observed = Vec::new();
        for var in self.scope.globals.clone() {
            let brinell_analysis::Root::Global(global) = var.root else { continue };
            self.observe(&state, global, var.node, &mut Vec::new(), &mut observed);
        }
        observed.sort_by_key(|o| o.global);
        observed
    }

    fn observe(
        &mut self,
        state: &State,
        global: GlobalId,
        node: VariableNode,
        path: &mut Vec<Part>,
        out: &mut Vec<ObservedPart>,
    ) {
        let ty = self.facts.analysis.space.ty(node);
        match self.text.program.types.get(ty.ty).clone() {
            Type::Array { len, .. } => {
                path.push(Part::Elements(len.unwrap_or(1)));
                let element = self.facts.analysis.space.element(node);
                self.observe(state, global, element, path, out);
                path.pop();
            }
            Type::Record(record) => {
                let fields =
                    self.text.program.types.records[record].fields.clone().unwrap_or_default();
                for (i, field) in fields.iter().enumerate() {
                    if field.name.is_some() {
                        path.push(Part::Field(i as u32));
                        let node = self.facts.analysis.space.field(node, i as u32);
                        self.observe(state, global, node, path, out);
                        path.pop();
                    }
                }
            }
            _ => {
                let one = self.facts.analysis.sets.one(node);
                let value = self.facts.analysis.load(state, one, &mut Effects::default());
                match value {
                    Ok(AbstractValue::Plain) => {
                        out.push(ObservedPart {
                            global,
                            path: path.clone(),
                            aspect: Aspect::Value,
                        });
                    }
                    Ok(AbstractValue::Pointer(set)) if self.config.pointer_comparisons => {
                        out.push(ObservedPart {
                            global,
                            path: path.clone(),
                            aspect: Aspect::IsNull,
                        });
                        if self.facts.analysis.sets.is_safe(set)
                            && self
                                .text
                                .program
                                .types
                                .pointee(ty.ty)
                                .is_some_and(|to| self.text.program.types.is_arithmetic(to.ty))
                            && self.facts.analysis.load(state, set, &mut Effects::default()).is_ok()
                        {
                            let aspect = Aspect::Pointee;
                            out.push(ObservedPart { global, path: path.clone(), aspect });
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}
