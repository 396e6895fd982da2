//! Initialisers (C11 6.7.9): braces, elided braces, designators, strings, compound literals.
//!
//! A braced list is read with a stack of frames that says where the next value goes. The result
//! is resolved: sorted items by index, nothing about the braces of the source is left. No memory
//! is used for elements that the source does not mention.

use crate::error::{Result, invalid, unsupported};
use crate::parser::Parser;
use crate::token::{Punct, Tok};
use brinell_lang::{
    Expr, ExprId, ExprKind, Init, InitItem, IntKind, Loc, Local, LocalKind, QualType, RecordId,
    RecordKind, Type, TypeId, Types,
};

use std::collections::BTreeMap;

/// How many elements a GNU range designator may write out.
const MAX_RANGE: u64 = 1 << 16;
/// How many expressions all range designators together may copy.
const MAX_COPIED: u32 = 1 << 20;

/// An initialiser under construction: later designators may still reach into it.
enum InitNode {
    Expr(ExprId),
    List(Items),
}

type Items = BTreeMap<u64, InitNode>;

impl InitNode {
    fn finish(self) -> Init {
        match self {
            Self::Expr(e) => Init::Expr(e),
            Self::List(items) => Init::List(
                items
                    .into_iter()
                    .map(|(index, node)| InitItem { index, init: node.finish() })
                    .collect(),
            ),
        }
    }
}

/// An aggregate that is being filled.
struct OpenAggregate {
    ty: TypeId,
    /// The element that the next value without designator goes to.
    next: u64,
}

/// Where a value goes: the path from the outermost aggregate, the last index, and the type there.
struct InitTarget {
    index: u64,
    ty: TypeId,
}

/// `[lo ... hi]` at some level of a designator.
struct DesignatorRange {
    /// How many frames are below it.
    level: usize,
    hi: u64,
    loc: Loc,
}

impl Parser<'_> {
    /// Reads the initialiser of an object. Gives the type too: an array gets its length here.
    pub(crate) fn initializer(&mut self, ty: QualType) -> Result<(Init, QualType)> {
        self.enter()?;
        let result = if self.is(Punct::LBrace) {
            let (node, completed) = self.braced(ty.ty)?;
            (node.finish(), QualType { ty: completed, quals: ty.quals })
        } else {
            let loc = self.loc();
            let e = self.assignment()?;
            if let Some((elem, len)) = self.types.as_array(ty.ty) {
                let Some(completed) = self.string_for(e, elem, len)? else {
                    return invalid(loc, "an array needs a list in braces as initialiser");
                };
                (Init::Expr(e), QualType { ty: completed, quals: ty.quals })
            } else {
                let e = self.convert(e, ty.ty, "an initialiser")?;
                (Init::Expr(e), ty)
            }
        };
        self.leave();
        Ok(result)
    }

    /// The array's type if the expression is a string that can initialise it.
    fn string_for(
        &mut self,
        e: ExprId,
        elem: QualType,
        len: Option<u64>,
    ) -> Result<Option<TypeId>> {
        let ExprKind::Str(id) = self.exprs[e].kind else { return Ok(None) };
        if !self.types.is_character(elem.ty) {
            return Ok(None);
        }
        let bytes = self.strings[id].bytes.len() as u64;
        // The terminating zero may be left out, nothing else (6.7.9p14).
        if len.is_some_and(|len| bytes > len) {
            return invalid(self.exprs[e].loc, "the string is longer than the array");
        }
        Ok(Some(self.types.array(elem, Some(len.unwrap_or(bytes + 1)))))
    }

    /// A list in braces for a type.
    fn braced(&mut self, ty: TypeId) -> Result<(InitNode, TypeId)> {
        let open = self.loc();
        self.enter()?;
        self.bump();
        let result = match self.types.get(ty) {
            Type::Array { elem, len } => {
                let (elem, len) = (*elem, *len);
                if self.types.is_character(elem.ty) && self.tok() == Tok::Str {
                    self.braced_string(ty, elem, len)?
                } else {
                    self.list(ty, open)?
                }
            }
            Type::Record(r) => {
                if self.types.records[*r].fields.is_none() {
                    return invalid(open, "an object of incomplete type has an initialiser");
                }
                self.list(ty, open)?
            }
            Type::Opaque(name) => {
                return unsupported(open, format!("an initialiser for '{name}'"));
            }
            _ => {
                if self.is(Punct::RBrace) {
                    (InitNode::List(Items::new()), ty)
                } else {
                    if self.is(Punct::LBrace) {
                        return invalid(self.loc(), "too many braces around a scalar");
                    }
                    let e = self.assignment()?;
                    let e = self.convert(e, ty, "an initialiser")?;
                    self.eat(Punct::Comma);
                    (InitNode::Expr(e), ty)
                }
            }
        };
        if !self.is(Punct::RBrace) && !matches!(result.0, InitNode::List(_)) {
            return invalid(self.loc(), "more initialisers than there are elements");
        }
        self.expect(Punct::RBrace)?;
        self.leave();
        // `int x = {}` is 0; a scalar has no elements.
        if matches!(result.0, InitNode::List(_)) && self.types.is_scalar(ty) {
            let zero = self.int_const(0, IntKind::Int, open)?;
            let e = self.convert(zero, ty, "an initialiser")?;
            return Ok((InitNode::Expr(e), ty));
        }
        Ok(result)
    }

    /// `{ "abc" }` for a character array, or a list that only starts with a string.
    fn braced_string(
        &mut self,
        ty: TypeId,
        elem: QualType,
        len: Option<u64>,
    ) -> Result<(InitNode, TypeId)> {
        let open = self.loc();
        let mut ahead = 1;
        while self.peek(ahead) == Tok::Str {
            ahead += 1;
        }
        if !matches!(self.peek(ahead), Tok::P(Punct::Comma | Punct::RBrace)) {
            return self.list(ty, open);
        }
        let e = self.assignment()?;
        self.eat(Punct::Comma);
        match self.string_for(e, elem, len)? {
            Some(ty) => Ok((InitNode::Expr(e), ty)),
            None => invalid(open, "a string where a character is needed"),
        }
    }

    /// The elements of an aggregate, up to the closing brace.
    fn list(&mut self, ty: TypeId, open: Loc) -> Result<(InitNode, TypeId)> {
        let mut root = Items::new();
        let mut stack = vec![OpenAggregate { ty, next: 0 }];
        let mut path: Vec<u64> = Vec::new();
        let mut length: u64 = 0;
        while !self.is(Punct::RBrace) {
            let loc = self.loc();
            let mut range = None;
            let place = if matches!(self.tok(), Tok::P(Punct::Dot | Punct::LBracket)) {
                stack.truncate(1);
                path.clear();
                self.designators(&mut stack, &mut path, &mut range)?
            } else {
                if self.tok() == Tok::Ident && self.peek(1) == Tok::P(Punct::Colon) {
                    return unsupported(loc, "an old-style designator");
                }
                self.next_place(&mut stack, &mut path, loc)?
            };
            let designated = path.len();
            let (place, node) = self.element(&mut stack, &mut path, place)?;
            let index = place.index;
            if let Some(range) = range {
                if path.len() != designated {
                    return unsupported(range.loc, "a range designator with braces left out");
                }
                self.store_range(&mut root, ty, &path, index, node, &range)?;
                // What follows goes on behind (or inside) the last element of the range.
                if let Some(frame) = stack.get_mut(range.level) {
                    frame.next = range.hi.saturating_add(1);
                }
                if let Some(step) = path.get_mut(range.level) {
                    *step = range.hi;
                }
                if range.level == 0 {
                    length = length.max(range.hi.saturating_add(1));
                }
            } else {
                self.store(&mut root, ty, &path, index, node, loc)?;
            }
            let outer = path.first().copied().unwrap_or(index);
            length = length.max(outer.saturating_add(1));
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        let ty = match *self.types.get(ty) {
            Type::Array { elem, len: None } => {
                if length == 0 {
                    return unsupported(open, "an array of length zero");
                }
                self.array_of(elem, Some(length), open)?
            }
            _ => ty,
        };
        Ok((InitNode::List(root), ty))
    }

    /// Where the next value without designator goes.
    fn next_place(
        &mut self,
        stack: &mut Vec<OpenAggregate>,
        path: &mut Vec<u64>,
        loc: Loc,
    ) -> Result<InitTarget> {
        loop {
            let Some(frame) = stack.last_mut() else {
                return invalid(loc, "more initialisers than there are elements");
            };
            if let Some(place) = element_at(&self.types, frame.ty, frame.next) {
                return Ok(place);
            }
            if stack.len() == 1 {
                return invalid(loc, "more initialisers than there are elements");
            }
            stack.pop();
            path.pop();
        }
    }

    /// Designators up to and with the `=`.
    fn designators(
        &mut self,
        stack: &mut Vec<OpenAggregate>,
        path: &mut Vec<u64>,
        range: &mut Option<DesignatorRange>,
    ) -> Result<InitTarget> {
        let mut place: Option<InitTarget> = None;
        loop {
            let loc = self.loc();
            let designates = matches!(self.tok(), Tok::P(Punct::Dot | Punct::LBracket));
            if let Some(found) = place.take_if(|_| designates) {
                descend(&self.types, stack, path, &found);
            }
            let Some(ty) = stack.last().map(|f| f.ty) else {
                return invalid(loc, "a designator outside of an aggregate");
            };
            if self.eat(Punct::Dot) {
                let (name, at) = self.ident("a member")?;
                let record = self.types.as_record(ty);
                let found = record.and_then(|r| self.types.find_field(r, self.name(name)));
                let (Some(record), Some(fields)) = (record, found) else {
                    let (shown, name) = (self.show(QualType::plain(ty)), self.name(name));
                    return invalid(at, format!("'{shown}' has no member '{name}'"));
                };
                place = self.walk_fields(stack, path, record, &fields);
            } else if self.eat(Punct::LBracket) {
                let Some((elem, len)) = self.types.as_array(ty) else {
                    return invalid(loc, "an index designator outside of an array");
                };
                self.enter()?;
                let lo = self.designated_index(len)?;
                if self.eat(Punct::Ellipsis) {
                    let hi = self.designated_index(len)?;
                    if hi < lo {
                        return invalid(loc, "an empty range of indices");
                    }
                    if range.is_some() {
                        return unsupported(loc, "two ranges in one designator");
                    }
                    *range = Some(DesignatorRange { level: path.len(), hi, loc });
                }
                self.leave();
                self.expect(Punct::RBracket)?;
                place = Some(InitTarget { index: lo, ty: elem.ty });
            } else {
                break;
            }
        }
        if !self.is(Punct::Eq) {
            return unsupported(self.loc(), "a designator without '='");
        }
        self.bump();
        match place {
            Some(place) => {
                if let Some(frame) = stack.last_mut() {
                    frame.next = place.index;
                }
                Ok(place)
            }
            None => invalid(self.loc(), "a designator without a place"),
        }
    }

    fn designated_index(&mut self, len: Option<u64>) -> Result<u64> {
        let loc = self.loc();
        let value = self.constant("an index designator")?;
        match u64::try_from(value) {
            Ok(index) if len.is_none_or(|len| index < len) && index < u64::MAX => Ok(index),
            _ => invalid(loc, format!("the array has no element {value}")),
        }
    }

    /// Goes through anonymous members to the named one.
    fn walk_fields(
        &self,
        stack: &mut Vec<OpenAggregate>,
        path: &mut Vec<u64>,
        mut record: RecordId,
        fields: &[u32],
    ) -> Option<InitTarget> {
        let mut place = None;
        for (i, field) in fields.iter().enumerate() {
            let ty = self.types.records[record].fields.as_ref()?.get(*field as usize)?.ty.ty;
            let found = InitTarget { index: u64::from(*field), ty };
            if i + 1 < fields.len() {
                record = self.types.as_record(ty)?;
                descend(&self.types, stack, path, &found);
            } else {
                place = Some(found);
            }
        }
        place
    }

    /// Reads one value and finds the place it fits, going into aggregates whose braces are left
    /// out. Moves the frame on.
    fn element(
        &mut self,
        stack: &mut Vec<OpenAggregate>,
        path: &mut Vec<u64>,
        mut place: InitTarget,
    ) -> Result<(InitTarget, InitNode)> {
        let loc = self.loc();
        if self.is_flexible(place.ty) {
            return unsupported(loc, "an initialiser for a flexible array member");
        }
        let node = if self.is(Punct::LBrace) {
            self.braced(place.ty)?.0
        } else {
            let e = self.assignment()?;
            loop {
                if self.is_flexible(place.ty) {
                    return unsupported(loc, "an initialiser for a flexible array member");
                }
                match self.types.get(place.ty) {
                    Type::Array { elem, len } => {
                        let (elem, len) = (*elem, *len);
                        if self.string_for(e, elem, len)?.is_some() {
                            break InitNode::Expr(e);
                        }
                    }
                    Type::Record(_) => {
                        if self.ty_of(e).ty == place.ty {
                            let e = self.make(|b| b.rvalue(e))?;
                            break InitNode::Expr(e);
                        }
                    }
                    Type::Opaque(name) => {
                        return unsupported(loc, format!("an initialiser for '{name}'"));
                    }
                    _ => {
                        let e = self.convert(e, place.ty, "an initialiser")?;
                        break InitNode::Expr(e);
                    }
                }
                descend(&self.types, stack, path, &place);
                place = match element_at(&self.types, place.ty, 0) {
                    Some(first) => first,
                    None => return unsupported(loc, "an initialiser for an empty aggregate"),
                };
            }
        };
        if let Some(frame) = stack.last_mut() {
            frame.next = after(&self.types, frame.ty, place.index);
        }
        Ok((place, node))
    }

    fn is_flexible(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Array { len: None, .. })
    }

    /// Puts a value at its place; a later one for the same place wins.
    fn store(
        &self,
        root: &mut Items,
        mut ty: TypeId,
        path: &[u64],
        index: u64,
        node: InitNode,
        loc: Loc,
    ) -> Result<()> {
        let mut items = root;
        for &step in path {
            self.clear_union(items, ty, step, loc)?;
            ty = match element_at(&self.types, ty, step) {
                Some(place) => place.ty,
                None => return invalid(loc, "a designator without a place"),
            };
            match items.entry(step).or_insert_with(|| InitNode::List(Items::new())) {
                InitNode::List(inner) => items = inner,
                InitNode::Expr(_) => {
                    return unsupported(loc, "an initialiser that overrides a part of another");
                }
            }
        }
        self.clear_union(items, ty, index, loc)?;
        if let Some(overridden) = items.insert(index, node) {
            self.check_droppable(&overridden, loc)?;
        }
        Ok(())
    }

    /// A union holds its last initialised member only.
    fn clear_union(&self, items: &mut Items, ty: TypeId, keep: u64, loc: Loc) -> Result<()> {
        let union = self
            .types
            .as_record(ty)
            .is_some_and(|r| self.types.records[r].kind == RecordKind::Union);
        if union {
            for (index, node) in &*items {
                if *index != keep {
                    self.check_droppable(node, loc)?;
                }
            }
            items.retain(|index, _| *index == keep);
        }
        Ok(())
    }

    /// Whether an overridden initialiser is evaluated is unspecified (6.7.9p23).
    fn check_droppable(&self, node: &InitNode, loc: Loc) -> Result<()> {
        match node {
            InitNode::Expr(e) if self.has_effects(*e) => {
                unsupported(loc, "overriding an initialiser that has side effects")
            }
            InitNode::Expr(_) => Ok(()),
            InitNode::List(items) => items.values().try_for_each(|n| self.check_droppable(n, loc)),
        }
    }

    fn store_range(
        &mut self,
        root: &mut Items,
        ty: TypeId,
        path: &[u64],
        mut index: u64,
        node: InitNode,
        range: &DesignatorRange,
    ) -> Result<()> {
        let mut path = path.to_vec();
        let lo = path.get(range.level).copied().unwrap_or(index);
        if range.hi - lo >= MAX_RANGE {
            return unsupported(range.loc, "a range designator over very many elements");
        }
        for at in lo + 1..=range.hi {
            let copy = self.copy_node(&node, range.loc)?;
            match path.get_mut(range.level) {
                Some(step) => *step = at,
                None => index = at,
            }
            self.store(root, ty, &path, index, copy, range.loc)?;
        }
        match path.get_mut(range.level) {
            Some(step) => *step = lo,
            None => index = lo,
        }
        self.store(root, ty, &path, index, node, range.loc)
    }

    /// The same initialiser again, with expressions of its own.
    fn copy_node(&mut self, node: &InitNode, loc: Loc) -> Result<InitNode> {
        Ok(match node {
            InitNode::Expr(e) => {
                if self.has_effects(*e) {
                    return unsupported(loc, "side effects under a range designator");
                }
                InitNode::Expr(self.copy_expr(*e)?)
            }
            InitNode::List(items) => {
                let mut copies = Items::new();
                for (index, node) in items {
                    copies.insert(*index, self.copy_node(node, loc)?);
                }
                InitNode::List(copies)
            }
        })
    }

    /// A copy of an expression without effects.
    fn copy_expr(&mut self, e: ExprId) -> Result<ExprId> {
        let Expr { kind, ty, loc } = self.exprs[e].clone();
        self.copied += 1;
        if self.copied > MAX_COPIED {
            return unsupported(loc, "range designators over very many elements");
        }
        let kind = kind.try_map(|operand| self.copy_expr(operand))?;
        let copy = self.exprs.push(Expr { kind, ty, loc });
        self.settle()?;
        Ok(copy)
    }

    /// `(type){…}`: an unnamed object of the block, or a static one at file scope.
    pub(crate) fn compound_literal(&mut self, ty: QualType, loc: Loc) -> Result<ExprId> {
        if self.types.as_function(ty.ty).is_some() || self.types.is_void(ty.ty) {
            return invalid(loc, "a compound literal needs an object type");
        }
        if self.body.is_some() {
            let (init, ty) = self.initializer(ty)?;
            let Some(body) = &mut self.body else {
                return invalid(loc, "a compound literal outside of a function");
            };
            let id = body.body.locals.push(Local {
                name: None,
                ty,
                align: None,
                init: Some(init),
                kind: LocalKind::Literal,
                loc,
            });
            return self.make(|b| b.compound_literal(id, ty, loc));
        }
        let (outer, depths) = (std::mem::take(&mut self.exprs), std::mem::take(&mut self.depths));
        let (init, ty) = self.initializer(ty)?;
        self.check_static_init(&init)?;
        let exprs = std::mem::replace(&mut self.exprs, outer);
        self.depths = depths;
        let id = self.unlinked_global(None, ty, loc);
        self.globals[id].init = Some(init);
        self.globals[id].exprs = exprs;
        self.make(|b| b.global(id, ty, loc))
    }
}

/// The element of an aggregate at or after an index that an initialiser can name.
fn element_at(types: &Types, ty: TypeId, index: u64) -> Option<InitTarget> {
    match types.get(ty) {
        Type::Array { elem, len } => {
            len.is_none_or(|len| index < len).then_some(InitTarget { index, ty: elem.ty })
        }
        Type::Record(r) => {
            let fields = types.records[*r].fields.as_ref()?;
            let start = usize::try_from(index).ok()?;
            let found = fields.iter().enumerate().skip(start);
            // Unnamed bit-fields are passed over (6.7.9p9).
            let (i, field) =
                found.into_iter().find(|(_, f)| f.name.is_some() || f.bits.is_none())?;
            Some(InitTarget { index: i as u64, ty: field.ty.ty })
        }
        _ => None,
    }
}

/// The element after the one just filled; a union is full then.
fn after(types: &Types, ty: TypeId, index: u64) -> u64 {
    match types.get(ty) {
        Type::Record(r) if types.records[*r].kind == RecordKind::Union => u64::MAX,
        _ => index.saturating_add(1),
    }
}

/// Goes into the aggregate at a place.
fn descend(types: &Types, stack: &mut Vec<OpenAggregate>, path: &mut Vec<u64>, place: &InitTarget) {
    if let Some(frame) = stack.last_mut() {
        // When the inner aggregate is full, go on behind it.
        frame.next = after(types, frame.ty, place.index);
    }
    path.push(place.index);
    stack.push(OpenAggregate { ty: place.ty, next: 0 });
}
