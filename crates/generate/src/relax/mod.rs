//! Relaxed safety: what generation refuses elsewhere is accepted with some probability, and a run of
//! the machine decides what it becomes (CsmithEdge, sections 3.1 and 3.4).
//!
//! | relaxed | accepted | while it is undefined it becomes |
//! | --- | --- | --- |
//! | null, dangling | while growing: `analysis` joins what the pointer may point to with its alternative | guarded (null only), another pointer |
//! | initialisers | in the finished draft, which the analysis walked with them | the initialiser |
//! | jumps | while growing, for variables without facts | no jump |
//! | indices | while growing | guarded, as every index |
//! | parameters | while growing | nothing is undefined |
//! | order | in the finished draft, which the analysis walked as two statements | two statements |
//! | dead code | after the run, where it never came | what never runs stays |
//!
//! What is decided is in `brinell_lang::relaxed`, the deciding in `brinell_machine`'s `relax.rs`, the
//! writing in `brinell_transform`'s `relaxed.rs`.

mod counts;
mod dead;
mod initialisers;
mod jumps;
mod merge;

pub use counts::{RelaxedCounts, RelaxedFate};
pub use dead::write_dead;

use crate::config::Config;
use crate::draft::Draft;
use brinell_analysis::Violation;
use brinell_choice::Choices;
use brinell_lang::relaxed::{RelaxedPointer, RelaxedSites};
use brinell_lang::{Body, ExprId, ExprKind, FuncId};
use rustc_hash::FxHashMap;

/// A relaxation.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub enum Relaxation {
    /// Pointers that may be null are dereferenced.
    Null,
    /// Pointers that may dangle are dereferenced.
    Dangling,
    /// Variables have no initialiser.
    Initialisers,
    /// Jumps go past initialisers.
    Jumps,
    /// Indices are any expression.
    Indices,
    /// Addresses of parameters are passed on.
    Parameters,
    /// Effects stand between unsequenced operands.
    Order,
    /// What never runs is undefined.
    Dead,
}

impl Relaxation {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Null,
        Self::Dangling,
        Self::Initialisers,
        Self::Jumps,
        Self::Indices,
        Self::Parameters,
        Self::Order,
        Self::Dead,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Dangling => "dangling",
            Self::Initialisers => "initialisers",
            Self::Jumps => "jumps",
            Self::Indices => "indices",
            Self::Parameters => "parameters",
            Self::Order => "order",
            Self::Dead => "dead",
        }
    }

    /// The option that says how often.
    pub const fn option(self) -> &'static str {
        match self {
            Self::Null => "relax_null_percent",
            Self::Dangling => "relax_dangling_percent",
            Self::Initialisers => "relax_initialisers_percent",
            Self::Jumps => "relax_jumps_percent",
            Self::Indices => "relax_indices_percent",
            Self::Parameters => "relax_parameters_percent",
            Self::Order => "relax_order_percent",
            Self::Dead => "relax_dead_percent",
        }
    }

    /// How often.
    pub const fn percent(self, config: &Config) -> u32 {
        match self {
            Self::Null => config.relax_null_percent,
            Self::Dangling => config.relax_dangling_percent,
            Self::Initialisers => config.relax_initialisers_percent,
            Self::Jumps => config.relax_jumps_percent,
            Self::Indices => config.relax_indices_percent,
            Self::Parameters => config.relax_parameters_percent,
            Self::Order => config.relax_order_percent,
            Self::Dead => config.relax_dead_percent,
        }
    }

    /// How often at most, where that is drawn.
    pub const fn most(self, config: &Config) -> u32 {
        match self {
            Self::Null => config.relax_null_most,
            Self::Dangling => config.relax_dangling_most,
            Self::Initialisers => config.relax_initialisers_most,
            Self::Jumps => config.relax_jumps_most,
            Self::Indices => config.relax_indices_most,
            Self::Parameters => config.relax_parameters_most,
            Self::Order => config.relax_order_most,
            Self::Dead => config.relax_dead_most,
        }
    }

    /// Whether it happens here. Draws nothing where it is off, so that programs without relaxations
    /// are what they were before there were any.
    pub fn applies(self, config: &Config, choices: &mut Choices) -> bool {
        let percent = self.percent(config);
        percent > 0 && choices.chance(percent)
    }

    /// The relaxation that accepts a violation; nothing where it is always refused.
    pub const fn of(violation: Violation) -> Option<Self> {
        match violation {
            Violation::NullDereference => Some(Self::Null),
            Violation::GarbageDereference | Violation::GarbageRead => Some(Self::Dangling),
            _ => None,
        }
    }
}

/// What was relaxed while a draft grew.
#[derive(Clone, Debug, Default)]
pub struct GrownRelaxations {
    /// By the pointer that is dereferenced: its alternative, and why it was relaxed.
    pub pointers: FxHashMap<(FuncId, ExprId), (ExprId, Relaxation)>,
    /// Elements with any index.
    pub indices: Vec<(FuncId, ExprId)>,
    /// Addresses of parameters that are passed on.
    pub parameters: Vec<(FuncId, ExprId)>,
}

/// Relaxes what can be relaxed in a finished draft, and gathers all that is.
pub fn relax(draft: &mut Draft, config: &Config, choices: &mut Choices) -> RelaxedSites {
    let mut sites = RelaxedSites::default();
    if Relaxation::ALL.iter().all(|relaxation| relaxation.percent(config) == 0) {
        return sites;
    }
    merge::merge_effects(draft, config, choices, &mut sites);
    initialisers::leave_out(draft, config, choices, &mut sites);
    if config.relax_jumps_percent > 0 {
        jumps::find(&draft.program, &mut sites);
    }
    let mut pointers: Vec<_> = draft.relaxed.pointers.iter().collect();
    pointers.sort_unstable_by_key(|(site, _)| **site);
    for (&(func, pointer), &(alternative, _)) in pointers {
        let Some(body) = &draft.program.functions[func].body else { continue };
        let guards = choices.chance(config.relax_guard_percent)
            && may_be_written_twice(draft, func, body, pointer);
        sites.pointers.insert((func, pointer), RelaxedPointer { alternative, guards });
    }
    sites
}

/// Whether a pointer can be written twice: it is only read, and no guard comes into it.
fn may_be_written_twice(draft: &Draft, func: FuncId, body: &Body, pointer: ExprId) -> bool {
    body.exprs.under(pointer).all(|(id, expr)| match expr.kind {
        ExprKind::Index { .. } => draft.bounded.contains(&(func, id)),
        ExprKind::Load(place) => !body.exprs[place].ty.quals.is_volatile(),
        ExprKind::Int(_)
        | ExprKind::Global(_)
        | ExprKind::Local(_)
        | ExprKind::Member { .. }
        | ExprKind::Deref(_)
        | ExprKind::Decay(_)
        | ExprKind::Cast { .. } => true,
        _ => false,
    })
}
