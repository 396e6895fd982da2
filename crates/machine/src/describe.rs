//! Names for people: what an object is called and where it came from.

use crate::machine::Machine;
use crate::memory::AllocKind;
use crate::outcome::Origin;
use crate::value::{Prov, Value};
use brinell_lang::{Loc, RecordId};

impl Machine<'_> {
    /// What an object is: `'x'`, `a string literal`, `the allocated block`.
    pub fn object_name(&self, prov: Prov) -> String {
        if prov.is_function() {
            let name = self
                .program
                .functions
                .get(brinell_lang::FuncId(prov.slot()))
                .and_then(|f| f.name.clone());
            return format!(
                "function '{}'",
                name.unwrap_or_else(|| format!("func_{}", prov.slot()))
            );
        }
        if prov.is_none() || prov.is_marker() {
            return "nothing".to_owned();
        }
        let alloc = self.mem.slot(prov.slot());
        // The slot may have been used again since: then the object can only be named by its age.
        if alloc.generation != prov.generation() {
            return "an object that no longer exists".to_owned();
        }
        match alloc.kind {
            AllocKind::Global(g) => match &self.program.globals[g].name {
                Some(name) => format!("'{name}'"),
                None => format!("'{g:?}'"),
            },
            AllocKind::Local(f, l) => {
                let local = self
                    .program
                    .functions
                    .get(f)
                    .and_then(|f| f.body.as_ref())
                    .and_then(|b| b.locals.get(l));
                match local.and_then(|l| l.name.as_ref()) {
                    Some(name) => format!("'{name}'"),
                    None if local.is_some_and(|l| l.kind == brinell_lang::LocalKind::Literal) => {
                        "a compound literal".to_owned()
                    }
                    None => format!("'{l:?}'"),
                }
            }
            AllocKind::Str(_) => "a string literal".to_owned(),
            AllocKind::Heap => "an allocated block".to_owned(),
            AllocKind::Temp => "a temporary".to_owned(),
            AllocKind::Stream(_) => "a stream".to_owned(),
        }
    }

    /// What to call an array of so many bytes: the object, or an array in it.
    pub fn array_name(&self, prov: Prov, bytes: u64) -> String {
        let object = self.object_name(prov);
        let whole = self.mem.get(prov).is_none_or(|a| a.size() == bytes);
        if whole { object } else { format!("an array in {object}") }
    }

    /// What a pointer points to.
    pub fn pointer_name(&self, v: Value) -> String {
        if v.is_null() {
            "null".to_owned()
        } else if v.prov.is_none() {
            format!("the address {:#x}", v.bits)
        } else {
            self.object_name(v.prov)
        }
    }

    /// Where an object came from.
    pub fn origin(&self, prov: Prov) -> Option<Origin> {
        if !prov.is_object() {
            return None;
        }
        let alloc = self.mem.slot(prov.slot());
        if alloc.generation != prov.generation() {
            return None;
        }
        let name = self.object_name(prov);
        let what = match alloc.ty {
            Some(ty) => format!("{name} of type '{}'", self.low.tables.describe(ty)),
            None => format!("{name} of {} bytes", alloc.size()),
        };
        Some(Origin {
            what,
            created: alloc.created,
            ended: (!alloc.live && alloc.ended != Loc::NONE).then_some(alloc.ended),
        })
    }

    /// The name of a member.
    pub fn field_name(&self, record: RecordId, field: u32) -> String {
        self.low.tables.types.records[record]
            .fields
            .as_ref()
            .and_then(|f| f.get(field as usize))
            .and_then(|f| f.name.clone())
            .unwrap_or_else(|| format!("member {field}"))
    }

    /// The local in a register.
    pub fn reg_name(&self, reg: usize) -> String {
        for f in self.stack.frames.iter().rev() {
            if let (Some(code), Some(index)) = (f.code, reg.checked_sub(f.base))
                && let Some(r) = code.regs.get(index)
            {
                return format!("'{}'", r.name);
            }
        }
        "a local".to_owned()
    }
}
