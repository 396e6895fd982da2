//! Initialisers: the facts that a declaration gives its variable.

use crate::analysis::{AbstractValue, Analysis, Violation};
use crate::effects::Effects;
use crate::expr::Here;
use crate::shape::NodeKind;
use crate::space::VariableNode;
use crate::state::{State, join_facts};
use brinell_lang::Init;

impl Analysis {
    /// A declaration is reached: the variable begins anew.
    pub(crate) fn declare(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        node: VariableNode,
        init: Option<&Init>,
        effects: &mut Effects,
    ) -> Result<(), Violation> {
        self.spoil(state, node);
        let Some(init) = init else { return Ok(()) };
        let mut values = Vec::new();
        let mut all = Effects::default();
        self.init_values(here, state, node, init, &mut values, &mut all)?;
        effects.absorb(all);
        // Initialising a volatile variable is no access to it.
        effects.writes.insert(self.space.subtree(node));
        self.apply_init(here, state, node, init, &mut values.into_iter());
        Ok(())
    }

    /// The values of an initialiser's expressions, which have no order among each other
    /// (C11 6.7.9p23).
    fn init_values(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        node: VariableNode,
        init: &Init,
        values: &mut Vec<AbstractValue>,
        all: &mut Effects,
    ) -> Result<(), Violation> {
        match init {
            // A string for a character array: no facts, and nothing is read.
            Init::Expr(_) if self.space.kind(node) == NodeKind::Array => {
                values.push(AbstractValue::Plain);
                Ok(())
            }
            Init::Expr(e) => {
                let mut one = Effects::default();
                values.push(self.value_here(here, state, *e, &mut one)?);
                if all.conflicts(&one) {
                    return Err(Violation::Unsequenced);
                }
                all.absorb(one);
                Ok(())
            }
            Init::List(items) => {
                for item in items {
                    let part = self.part(node, item.index);
                    self.init_values(here, state, part, &item.init, values, all)?;
                }
                Ok(())
            }
        }
    }

    fn part(&self, node: VariableNode, index: u64) -> VariableNode {
        match self.space.kind(node) {
            NodeKind::Array => self.space.element(node),
            NodeKind::Struct | NodeKind::Union => self.space.field(node, index as u32),
            // Braces around a scalar.
            NodeKind::Plain | NodeKind::Pointer => node,
        }
    }

    fn apply_init(
        &mut self,
        here: Here<'_>,
        state: &mut State,
        node: VariableNode,
        init: &Init,
        values: &mut impl Iterator<Item = AbstractValue>,
    ) {
        let items = match init {
            Init::Expr(_) => {
                let value = values.next().expect("every initialiser has been evaluated");
                if self.space.kind(node) == NodeKind::Array {
                    self.zero(state, node);
                } else {
                    self.put(state, node, &value, true);
                }
                return;
            }
            Init::List(items) => items,
        };
        self.zero(state, node);
        match self.space.kind(node) {
            NodeKind::Array => {
                let element = self.space.element(node);
                let facts: Vec<VariableNode> = self.space.facts_in(element).collect();
                let len = here.program.types.as_array(self.space.ty(node).ty).and_then(|a| a.1);
                // The elements left out are zero; otherwise the first one replaces what is there.
                let mut is_first = len == Some(items.len() as u64);
                for item in items {
                    let before: Vec<u32> =
                        facts.iter().map(|n| state.fact(&self.space, *n)).collect();
                    self.zero(state, element);
                    self.apply_init(here, state, element, &item.init, values);
                    if !std::mem::take(&mut is_first) {
                        for (n, old) in facts.iter().zip(before) {
                            let new = state.fact(&self.space, *n);
                            let fact = join_facts(self.space.kind(*n), &mut self.sets, old, new);
                            self.set_fact(state, *n, fact);
                        }
                    }
                }
            }
            kind => {
                for item in items {
                    let part = self.part(node, item.index);
                    if kind == NodeKind::Union {
                        self.set_fact(state, node, item.index as u32 + 1);
                    }
                    self.apply_init(here, state, part, &item.init, values);
                }
            }
        }
    }

    /// All pointers null, all unions with their first member in force.
    fn zero(&mut self, state: &mut State, node: VariableNode) {
        let nodes: Vec<VariableNode> = self.space.facts_in(node).collect();
        for n in nodes {
            let zero = self.space.info(n).initial_fact;
            self.set_fact(state, n, zero);
        }
    }
}
