//! Initialisers: their shape follows the type, their values have the type, and those of static
//! objects are constant.

use super::Checker;
use super::expr::Typing;
use super::tree::{ExprTree, init_roots};
use crate::expr::{ExprKind, Init, InitItem};
use crate::ids::TypeId;
use crate::loc::Loc;
use crate::program::Global;
use crate::types::{QualType, RecordKind, Type};

impl Checker<'_> {
    /// The initialiser of an object with static storage duration.
    pub(super) fn static_init(&mut self, global: &Global, init: &Init) {
        let mut tree = ExprTree::new(&global.exprs, None);
        for root in init_roots(init) {
            self.walk(&mut tree, root, global.loc);
        }
        if tree.broken {
            return;
        }
        let before = self.flaws.len();
        self.typing(&tree);
        self.init_shape(&tree, init, global.ty, global.loc);
        if self.flaws.len() > before {
            return;
        }
        for root in init_roots(init) {
            if matches!(global.exprs[root].kind, ExprKind::Str(_)) {
                continue;
            }
            let verdict = Typing { cx: self, tree: &tree }.static_value(root);
            if let Err(message) = verdict {
                self.flaw(global.exprs[root].loc, message);
            }
        }
    }

    /// Checks the types of all nodes of a walked tree.
    pub(super) fn typing(&mut self, tree: &ExprTree<'_>) {
        for id in &tree.order {
            let verdict = Typing { cx: self, tree }.node(*id);
            if let Err(message) = verdict {
                self.flaw(tree.exprs[*id].loc, message);
            }
        }
    }

    /// Checks that an initialiser fits the type, whose expressions have been walked.
    pub(super) fn init_shape(&mut self, tree: &ExprTree<'_>, init: &Init, ty: QualType, loc: Loc) {
        let mut todo = vec![(init, ty.ty)];
        while let Some((init, ty)) = todo.pop() {
            let verdict = match init {
                Init::Expr(e) => self.init_value(tree, *e, ty),
                Init::List(items) => self.init_list(items, ty, &mut todo),
            };
            if let Err(message) = verdict {
                self.flaw(loc, message);
            }
        }
    }

    fn init_value(&self, tree: &ExprTree<'_>, e: crate::ExprId, ty: TypeId) -> Result<(), String> {
        let typing = Typing { cx: self, tree };
        if let Type::Array { elem, len } = *self.types().get(ty) {
            let ExprKind::Str(s) = tree.exprs[e].kind else {
                return Err(format!(
                    "an array of type '{}' is initialised by a value",
                    self.show_type(ty)
                ));
            };
            let room = len.is_none_or(|n| self.program.strings[s].bytes.len() as u64 <= n);
            if !self.types().is_character(elem.ty) || !room {
                return Err(format!(
                    "a string does not fit an array of type '{}'",
                    self.show_type(ty)
                ));
            }
            return Ok(());
        }
        let have = typing.value(e)?;
        if have == ty {
            return Ok(());
        }
        let (have, want) = (self.show_type(have), self.show_type(ty));
        Err(format!("an object of type '{want}' is initialised with a '{have}'"))
    }

    fn init_list<'i>(
        &self,
        items: &'i [InitItem],
        ty: TypeId,
        todo: &mut Vec<(&'i Init, TypeId)>,
    ) -> Result<(), String> {
        let rising = items.windows(2).all(|w| w[0].index < w[1].index);
        if !rising {
            return Err("the elements of an initialiser are not in order".to_owned());
        }
        match self.types().get(ty) {
            Type::Array { elem, len } => {
                let last = items.last().map_or(0, |i| i.index);
                if !items.is_empty() && len.is_some_and(|n| last >= n) {
                    let name = self.show_type(ty);
                    return Err(format!(
                        "an initialiser has an element {last}, past the end of '{name}'"
                    ));
                }
                todo.extend(items.iter().map(|i| (&i.init, elem.ty)));
                Ok(())
            }
            Type::Record(r) => {
                let record = &self.types().records[*r];
                if record.kind == RecordKind::Union && items.len() > 1 {
                    return Err("a union is initialised by more than one member".to_owned());
                }
                let fields = record.fields.as_deref().unwrap_or(&[]);
                for item in items {
                    let Some(field) = fields.get(item.index as usize) else {
                        let name = self.show_type(ty);
                        return Err(format!("'{name}' has no member {} to initialise", item.index));
                    };
                    if field.name.is_none() && field.bits.is_some() {
                        return Err("an unnamed bit-field is initialised".to_owned());
                    }
                    todo.push((&item.init, field.ty.ty));
                }
                Ok(())
            }
            _ => Err(format!("braces initialise an object of type '{}'", self.show_type(ty))),
        }
    }
}
