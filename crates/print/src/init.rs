//! Initialisers as C text: braces that mirror the type, designators only where something is left
//! out, and a form for "all zero" that reads back as itself.

use crate::code::{CodePrinter, PrintWork};
use crate::expr::level;
use brinell_lang::{Field, Init, InitItem, RecordId, RecordKind, Type, TypeId};

/// An element of a braced list as it will be printed.
struct InitEntry<'a> {
    designator: Option<String>,
    init: &'a Init,
    ty: TypeId,
}

impl<'a> CodePrinter<'a> {
    /// Prints an initialiser of the type, or schedules its parts.
    pub fn init(&mut self, init: &'a Init, ty: TypeId) {
        match init {
            Init::Expr(e) => self.push_expr(*e, level::ASSIGN),
            Init::List(items) => self.list(items, ty),
        }
    }

    /// Schedules an initialiser that needs braces whatever it is, as in a compound literal.
    pub fn push_braced(&mut self, init: Option<&'a Init>, ty: TypeId) {
        match init {
            None => {
                let zero = self.zero(ty);
                self.work.push(PrintWork::Owned(zero));
            }
            Some(Init::Expr(e)) => {
                self.work.push(PrintWork::Text("}"));
                self.push_expr(*e, level::ASSIGN);
                self.work.push(PrintWork::Text("{"));
            }
            Some(init) => self.work.push(PrintWork::Init(init, ty)),
        }
    }

    fn list(&mut self, items: &'a [InitItem], ty: TypeId) {
        let entries = match self.spell.types.get(ty) {
            Type::Array { elem, .. } => array_entries(items, elem.ty),
            Type::Record(r) => self.record_entries(items, *r),
            _ => items.iter().map(|i| InitEntry { designator: None, init: &i.init, ty }).collect(),
        };
        if entries.is_empty() {
            let zero = self.zero(ty);
            self.put(&zero);
            return;
        }
        self.put("{");
        self.work.push(PrintWork::Text("}"));
        for (i, entry) in entries.into_iter().enumerate().rev() {
            self.work.push(PrintWork::Init(entry.init, entry.ty));
            if let Some(designator) = entry.designator {
                self.work.push(PrintWork::Owned(designator));
            }
            if i > 0 {
                self.work.push(PrintWork::Text(", "));
            }
        }
    }

    fn record_entries(&self, items: &'a [InitItem], record: RecordId) -> Vec<InitEntry<'a>> {
        let fields = self.fields(record);
        let union = self.spell.types.records[record].kind == RecordKind::Union;
        let mut entries = Vec::new();
        // The field that the next entry without a designator would initialise.
        let mut next = skip_unnamed(fields, 0);
        for item in items {
            let Some(field) = fields.get(item.index as usize) else { continue };
            let index = item.index as usize;
            if next == Some(index) {
                entries.push(InitEntry { designator: None, init: &item.init, ty: field.ty.ty });
            } else if self.names.is_anonymous_member(self.spell.types, field) {
                self.flatten(field, &item.init, &mut entries);
                next = None;
                continue;
            } else {
                let name = self.names.fields[record][index].as_deref().unwrap_or("");
                let designator = Some(format!(".{name} = "));
                entries.push(InitEntry { designator, init: &item.init, ty: field.ty.ty });
            }
            next = if union { None } else { skip_unnamed(fields, index + 1) };
        }
        entries
    }

    /// The entries of an anonymous member that cannot stand in its own position: it has no name to
    /// designate it by, but its members have.
    fn flatten(&self, field: &Field, init: &'a Init, entries: &mut Vec<InitEntry<'a>>) {
        let mut todo = vec![(field.ty.ty, init)];
        while let Some((ty, init)) = todo.pop() {
            let (Some(record), Init::List(items)) = (self.spell.types.as_record(ty), init) else {
                continue;
            };
            let fields = self.fields(record);
            let mut anonymous = Vec::new();
            for item in items {
                let Some(field) = fields.get(item.index as usize) else { continue };
                if self.names.is_anonymous_member(self.spell.types, field) {
                    anonymous.push((field.ty.ty, &item.init));
                } else if let Some(name) = &self.names.fields[record][item.index as usize] {
                    let designator = Some(format!(".{name} = "));
                    entries.push(InitEntry { designator, init: &item.init, ty: field.ty.ty });
                }
            }
            todo.extend(anonymous.into_iter().rev());
        }
    }

    fn fields(&self, record: RecordId) -> &'a [Field] {
        self.spell.types.records[record].fields.as_deref().unwrap_or(&[])
    }

    /// Braces that make everything zero. They go down to the first scalar, because that is what the
    /// front end makes of `{0}` too.
    fn zero(&self, ty: TypeId) -> String {
        let mut at = ty;
        let mut depth = 0;
        loop {
            let first = match self.spell.types.get(at) {
                Type::Array { elem, len } => len.is_some_and(|n| n > 0).then_some(elem.ty),
                Type::Record(r) => {
                    let fields = self.fields(*r);
                    skip_unnamed(fields, 0).map(|i| fields[i].ty.ty)
                }
                _ => {
                    let depth = depth.max(1);
                    return format!("{}0{}", "{".repeat(depth), "}".repeat(depth));
                }
            };
            depth += 1;
            match first {
                Some(inner) => at = inner,
                // Nothing to initialise inside: GNU C's empty braces.
                None => return format!("{}{}", "{".repeat(depth), "}".repeat(depth)),
            }
        }
    }
}

/// The first field from `from` on that takes an initialiser; unnamed bit-fields do not.
fn skip_unnamed(fields: &[Field], from: usize) -> Option<usize> {
    (from..fields.len()).find(|&i| fields[i].name.is_some() || fields[i].bits.is_none())
}

fn array_entries(items: &[InitItem], elem: TypeId) -> Vec<InitEntry<'_>> {
    let mut next = 0;
    let mut entries = Vec::with_capacity(items.len());
    for item in items {
        let designator = (item.index != next).then(|| format!("[{}] = ", item.index));
        entries.push(InitEntry { designator, init: &item.init, ty: elem });
        next = item.index.wrapping_add(1);
    }
    entries
}
