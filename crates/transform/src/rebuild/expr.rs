//! Expressions: what the text shows is built anew, and the builder puts in what it does not show.
//! So an operand can change its type, and all around it follows.

use super::{Rebuild, Refused, Res, Substitution};
use crate::edit::{ExprEdit, FieldEdit, FunctionEdit, Object, ObjectEdit, Owner};
use brinell_lang::{
    Bits, Expr, ExprId, ExprKind, FuncId, Function, GlobalId, Id, Init, IntKind, Loc, Local,
    LocalId, LocalKind, QualType, StmtKind, TypeId,
};

impl<'a> Rebuild<'a> {
    /// The new expression for an old one, as the text has it: lvalues stay lvalues.
    pub fn expr(&mut self, id: ExprId) -> Res<ExprId> {
        let edit = self.edits.expr(self.owner, id);
        let source = self.source;
        let expr = &source[id];
        match edit {
            None => self.plain_expr(expr),
            Some(ExprEdit::Operand(n)) => {
                let mut children = Vec::new();
                expr.for_each_child(|child| children.push(child));
                self.expr(*children.get(usize::from(n)).ok_or(Refused)?)
            }
            Some(ExprEdit::Constant(value)) => self.constant(value, expr.ty.ty),
            Some(ExprEdit::Int(value)) => {
                if !self.old.types.is_integer(expr.ty.ty) {
                    return Err(Refused);
                }
                Ok(self.builder().int(value, IntKind::Int, expr.loc))
            }
            Some(ExprEdit::Float(bits)) => {
                let kind = self.old.types.as_float(expr.ty.ty).ok_or(Refused)?;
                Ok(self.builder().float(f64::from_bits(bits), kind, expr.loc))
            }
            Some(ExprEdit::Inline) => self.inline(expr),
            Some(ExprEdit::Initial) => self.initial(id),
            Some(ExprEdit::Copy(other)) => {
                // What is copied may hold what it is copied to: `x = x + 1`.
                if self.copying > 8 {
                    return Err(Refused);
                }
                self.copying += 1;
                let copied = self.expr(other);
                self.copying -= 1;
                copied
            }
            Some(ExprEdit::Variable(Object::Global(g))) => {
                self.plain_expr(&Expr { kind: ExprKind::Global(g), ..expr.clone() })
            }
            Some(ExprEdit::Variable(Object::Local(_, l))) => self.local(l, expr),
            Some(ExprEdit::Outside(owner, other)) => self.outside(owner, other),
            Some(ExprEdit::Raw(op)) => {
                let ExprKind::Call { args, .. } = &expr.kind else { return Err(Refused) };
                let [a, b] = args[..] else { return Err(Refused) };
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                Ok(self.builder().binary(op, a, b, expr.loc)?)
            }
            Some(ExprEdit::Operation) => {
                let ExprKind::AssignOp { op, lhs, rhs, .. } = expr.kind else {
                    return Err(Refused);
                };
                let (lhs, rhs) = (self.expr(lhs)?, self.expr(rhs)?);
                Ok(self.builder().binary(op, lhs, rhs, expr.loc)?)
            }
            Some(ExprEdit::Assign) => {
                let ExprKind::AssignOp { lhs, rhs, .. } = expr.kind else { return Err(Refused) };
                let (lhs, rhs) = (self.expr(lhs)?, self.expr(rhs)?);
                Ok(self.builder().assign(lhs, rhs, expr.loc)?)
            }
        }
    }

    /// The value of an expression that stands as a statement.
    pub fn full_expr(&mut self, id: ExprId) -> Res<ExprId> {
        let e = self.expr(id)?;
        Ok(self.builder().rvalue(e))
    }

    /// A constant in place of an expression of an old type.
    fn constant(&mut self, value: Bits, ty: TypeId) -> Res<ExprId> {
        let loc = Loc::NONE;
        let old = self.old;
        if let Some(kind) = old.types.as_int(ty) {
            let kind = self.old.target.promote(self.kind(kind));
            return Ok(self.builder().int(value, kind, loc));
        }
        if let Some(kind) = old.types.as_float(ty) {
            return Ok(self.builder().float(value.signed() as f64, kind, loc));
        }
        if old.types.pointee(ty).is_some() && value.is_zero() {
            return Ok(self.builder().int(0, IntKind::Int, loc));
        }
        Err(Refused)
    }

    fn plain_expr(&mut self, expr: &Expr) -> Res<ExprId> {
        if let Some(lvalue) = lvalue_of(&expr.kind)
            && self.is_rooted_in_dropped(lvalue)
        {
            return match expr.kind {
                ExprKind::Assign { rhs, .. } | ExprKind::AssignOp { rhs, .. } => self.expr(rhs),
                _ => self.constant(Bits::ZERO, expr.ty.ty),
            };
        }
        let loc = expr.loc;
        let kind = match expr.kind {
            ExprKind::Str(s) => {
                let len = self.old.strings[s].bytes.len();
                let new = self.kept.strings[s.index()].ok_or(Refused)?;
                return Ok(self.builder().string(new, len, loc));
            }
            ExprKind::Global(g) => return self.global_use(g, loc),
            ExprKind::Local(l) => return self.local(l, expr),
            ExprKind::Function(f) => {
                let ty = self.function_types[f.index()];
                let new = self.kept.functions[f.index()].ok_or(Refused)?;
                return Ok(self.builder().function(new, ty, loc));
            }
            ExprKind::CompoundLiteral(l) => return self.compound_literal(l, expr),
            ExprKind::Call { callee, ref args } => return self.call(callee, args, expr),
            ExprKind::Assign { lhs, rhs } => {
                let to = self.object(lhs);
                ExprKind::Assign { lhs: self.expr(lhs)?, rhs: self.given_to(to, rhs)? }
            }
            ExprKind::Deref(pointer) => {
                if let Some(array) = self.scalar_for_array(pointer) {
                    return self.expr(array);
                }
                if let ExprKind::Load(place) = self.source[pointer].kind
                    && self.is_pointee(self.object(place))
                {
                    return self.expr(place);
                }
                let e = self.expr(pointer)?;
                // `*&x` is `x`.
                if let ExprKind::AddrOf(place) = self.new.exprs[e].kind {
                    return Ok(place);
                }
                ExprKind::Deref(e)
            }
            ExprKind::Index { base, .. } if let Some(array) = self.scalar_for_array(base) => {
                return self.expr(array);
            }
            ExprKind::Member { base, field } => {
                let record = self.old.types.as_record(self.source[base].ty.ty).ok_or(Refused)?;
                let field = self.field(record, field)?;
                let base = self.expr(base)?;
                if self.types.as_record(self.new.exprs[base].ty.ty) != Some(record) {
                    return Err(Refused);
                }
                ExprKind::Member { base, field }
            }
            ref other => {
                let mut kind = other.try_map(|operand| self.expr(operand))?;
                if let Some(ty) = kind.named_type_mut() {
                    *ty = self.map_qualified(*ty);
                }
                kind
            }
        };
        // Types are made as they are asked for; elsewhere the operands decide.
        let ty = match kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::LongDouble(_)
            | ExprKind::Cast { implicit: false, .. } => QualType::plain(self.map(expr.ty.ty)),
            _ => expr.ty,
        };
        Ok(self.builder().again(Expr { kind, ty, loc })?)
    }

    fn global_use(&mut self, g: GlobalId, loc: Loc) -> Res<ExprId> {
        if self.is_dropped(Object::Global(g)) {
            return Err(Refused);
        }
        if self.edits.home(g).is_some() {
            return self.moved(g, loc);
        }
        let ty = self.global_types[g.index()];
        let new = self.kept.globals[g.index()].ok_or(Refused)?;
        Ok(self.builder().global(new, ty, loc))
    }

    fn local(&mut self, id: LocalId, expr: &Expr) -> Res<ExprId> {
        if let Some(found) = self.substituted(id) {
            return self.argument(found, id);
        }
        if let Owner::Function(f) = self.owner
            && let Some(global) = self.shared.get(&(f, id)).copied()
        {
            return self.shared_local(global, Object::Local(f, id), expr.loc);
        }
        let new = self.locals.get(id.index()).copied().flatten().ok_or(Refused)?;
        self.used[new.index()] = true;
        let ty = self.new.locals[new].ty;
        Ok(self.builder().local(new, ty, expr.loc))
    }

    fn compound_literal(&mut self, id: LocalId, expr: &Expr) -> Res<ExprId> {
        let body = self.body.ok_or(Refused)?;
        let Owner::Function(f) = self.owner else { return Err(Refused) };
        if !self.substitutions.is_empty() {
            return Err(Refused);
        }
        let local = &body.locals[id];
        let object = Object::Local(f, id);
        let ty = self.object_type(object, local.ty);
        let init = match &local.init {
            Some(init) => self.object_init(object, init, local.ty, ty)?,
            None => None,
        };
        let made = Local { ty, init, kind: LocalKind::Literal, ..local.clone() };
        let new = self.new.locals.push(made);
        self.used.push(true);
        Ok(self.builder().compound_literal(new, ty, expr.loc))
    }

    fn call(&mut self, callee: ExprId, args: &[ExprId], expr: &Expr) -> Res<ExprId> {
        let function = self.called(callee);
        if let Some(f) = function
            && self.edits.does_to(f, FunctionEdit::NoCalls)
        {
            if self.old.types.is_void(expr.ty.ty) {
                let zero = self.builder().int(0, IntKind::Int, expr.loc);
                let void = self.types.void();
                return Ok(self.builder().cast(zero, void, expr.loc)?);
            }
            return self.constant(Bits::ZERO, expr.ty.ty);
        }
        let kept = |i: usize| {
            let gone = FunctionEdit::NoParam(i as u32);
            function.is_none_or(|f| !self.edits.does_to(f, gone))
        };
        let params = function.and_then(|f| self.old.functions[f].body.as_ref().map(|b| (f, b)));
        let param = |i: usize| params.and_then(|(f, b)| Some(Object::Local(f, *b.params.get(i)?)));
        let given: Vec<(Option<Object>, ExprId)> =
            (0..args.len()).filter(|i| kept(*i)).map(|i| (param(i), args[i])).collect();
        let callee = self.expr(callee)?;
        let args =
            given.into_iter().map(|(to, arg)| self.given_to(to, arg)).collect::<Res<Vec<_>>>()?;
        Ok(self.builder().call(callee, args, expr.loc)?)
    }

    /// The function that is called by its name.
    pub fn called(&self, callee: ExprId) -> Option<FuncId> {
        let ExprKind::Decay(designator) = self.source[callee].kind else { return None };
        match self.source[designator].kind {
            ExprKind::Function(f) => Some(f),
            _ => None,
        }
    }

    /// Whether an lvalue is a variable or field that is dropped, or a part of one, and nothing else
    /// is put in its place.
    fn is_rooted_in_dropped(&self, mut id: ExprId) -> bool {
        loop {
            if self.edits.expr(self.owner, id).is_some() {
                return false;
            }
            match self.source[id].kind {
                ExprKind::Global(g) => return self.is_dropped(Object::Global(g)),
                ExprKind::Local(l) => {
                    let Owner::Function(f) = self.owner else { return false };
                    return self.is_dropped(Object::Local(f, l));
                }
                ExprKind::Member { base, field } => {
                    let record = self.old.types.as_record(self.source[base].ty.ty);
                    let gone = |r| self.edits.does_to_field(r, field, FieldEdit::Drop);
                    if record.is_some_and(gone) {
                        return true;
                    }
                    id = base;
                }
                ExprKind::Index { base, .. } => match self.source[base].kind {
                    ExprKind::Decay(array) => id = array,
                    _ => return false,
                },
                _ => return false,
            }
        }
    }

    /// Whether a variable, or the parameter it is, goes away.
    pub fn is_dropped(&self, object: Object) -> bool {
        if self.edits.does(object, &ObjectEdit::Drop) {
            return true;
        }
        let Object::Local(f, l) = object else { return false };
        let Some(body) = &self.old.functions[f].body else { return false };
        let number = body.params.iter().position(|p| *p == l);
        number.is_some_and(|i| self.edits.does_to(f, FunctionEdit::NoParam(i as u32)))
    }

    /// The array behind a pointer, where its first element takes its place.
    fn scalar_for_array(&self, pointer: ExprId) -> Option<ExprId> {
        let ExprKind::Decay(array) = self.source[pointer].kind else { return None };
        if let ExprKind::Member { base, field } = self.source[array].kind {
            let record = self.old.types.as_record(self.source[base].ty.ty)?;
            let element = self.edits.does_to_field(record, field, FieldEdit::Element);
            return element.then_some(array);
        }
        let object = self.object(array)?;
        self.edits.does(object, &ObjectEdit::Element).then_some(array)
    }

    /// The variable that an lvalue is.
    fn object(&self, id: ExprId) -> Option<Object> {
        match (&self.source[id].kind, self.owner) {
            (ExprKind::Global(g), _) => Some(Object::Global(*g)),
            (ExprKind::Local(l), Owner::Function(f)) => Some(Object::Local(f, *l)),
            _ => None,
        }
    }

    /// Whether what it points to takes the place of a variable.
    fn is_pointee(&self, object: Option<Object>) -> bool {
        object.is_some_and(|object| self.edits.does(object, &ObjectEdit::Pointee))
    }

    /// What a variable is given: `x` for `&x` where what it points to takes its place.
    pub fn given_to(&mut self, object: Option<Object>, mut id: ExprId) -> Res<ExprId> {
        if self.is_pointee(object) {
            while let ExprKind::Cast { operand, implicit: true } = self.source[id].kind {
                id = operand;
            }
            if let ExprKind::AddrOf(place) = self.source[id].kind {
                // The value of a variable is no constant.
                if matches!(self.owner, Owner::Global(_)) {
                    return Err(Refused);
                }
                id = place;
            }
        }
        self.expr(id)
    }

    /// The initial value of a variable, or of a part of one, in its place.
    fn initial(&mut self, id: ExprId) -> Res<ExprId> {
        if !self.substitutions.is_empty() || self.copying > 8 {
            return Err(Refused);
        }
        let (init, global) = self.initialiser(id).ok_or(Refused)?;
        let Init::Expr(e) = init else { return Err(Refused) };
        let here = (self.owner, self.body, self.source);
        if let Some(g) = global {
            let exprs = &self.old.globals[g].exprs;
            (self.owner, self.body, self.source) = (Owner::Global(g), None, exprs);
        }
        self.copying += 1;
        let value = self.expr(*e);
        self.copying -= 1;
        (self.owner, self.body, self.source) = here;
        value
    }

    /// The initialiser of an lvalue that is a variable or a known part of one, and the global that
    /// has its expressions.
    fn initialiser(&self, id: ExprId) -> Option<(&'a Init, Option<GlobalId>)> {
        let item = |init: &'a Init, index: u64| match init {
            Init::List(items) => items.iter().find(|item| item.index == index).map(|i| &i.init),
            Init::Expr(_) => None,
        };
        match self.source[id].kind {
            ExprKind::Global(g) => Some((self.old.globals[g].init.as_ref()?, Some(g))),
            ExprKind::Local(l) => Some((self.body?.locals[l].init.as_ref()?, None)),
            ExprKind::Member { base, field } => {
                let (init, global) = self.initialiser(base)?;
                Some((item(init, field.into())?, global))
            }
            ExprKind::Index { base, index } => {
                let ExprKind::Decay(array) = self.source[base].kind else { return None };
                let ExprKind::Int(index) = self.source[index].kind else { return None };
                let (init, global) = self.initialiser(array)?;
                Some((item(init, index.word())?, global))
            }
            _ => None,
        }
    }

    // ---- calls replaced by bodies ----

    /// The value of the function in place of its call.
    fn inline(&mut self, call: &Expr) -> Res<ExprId> {
        let ExprKind::Call { callee, args } = &call.kind else { return Err(Refused) };
        let f = self.called(*callee).ok_or(Refused)?;
        let old = self.old;
        let value = returned(&old.functions[f]).ok_or(Refused)?;
        let body = old.functions[f].body.as_ref().ok_or(Refused)?;
        if body.params.len() != args.len() || self.substitutions.len() > 8 {
            return Err(Refused);
        }
        let args = body.params.iter().copied().zip(args.iter().copied()).collect();
        let outer = Substitution { args, owner: self.owner, body: self.body, source: self.source };
        self.substitutions.push(outer);
        (self.owner, self.body, self.source) = (Owner::Function(f), Some(body), &body.exprs);
        let value = self.expr(value);
        let outer = self.substitutions.pop().ok_or(Refused)?;
        (self.owner, self.body, self.source) = (outer.owner, outer.body, outer.source);
        let value = self.builder().rvalue(value?);
        let ret = self.map(call.ty.ty);
        self.converted(value, ret)
    }

    fn substituted(&self, id: LocalId) -> Option<ExprId> {
        let args = &self.substitutions.last()?.args;
        args.iter().find(|(param, _)| *param == id).map(|(_, arg)| *arg)
    }

    /// An argument in the place of a parameter.
    fn argument(&mut self, arg: ExprId, param: LocalId) -> Res<ExprId> {
        let ty = self.body.ok_or(Refused)?.locals[param].ty.ty;
        let inner = (self.owner, self.body, self.source);
        let outer = self.substitutions.pop().ok_or(Refused)?;
        (self.owner, self.body, self.source) = (outer.owner, outer.body, outer.source);
        let value = self.expr(arg);
        self.substitutions.push(outer);
        (self.owner, self.body, self.source) = inner;
        let value = self.builder().rvalue(value?);
        let ty = self.map(ty);
        self.converted(value, ty)
    }

    /// A value converted for all to see.
    fn converted(&mut self, value: ExprId, to: TypeId) -> Res<ExprId> {
        if self.new.exprs[value].ty.ty == to {
            return Ok(value);
        }
        Ok(self.builder().cast(value, to, Loc::NONE)?)
    }
}

/// The lvalue that an expression reads, writes or takes the address of.
const fn lvalue_of(kind: &ExprKind) -> Option<ExprId> {
    match *kind {
        ExprKind::Assign { lhs: lvalue, .. }
        | ExprKind::AssignOp { lhs: lvalue, .. }
        | ExprKind::IncDec { operand: lvalue, .. }
        | ExprKind::Load(lvalue)
        | ExprKind::Decay(lvalue)
        | ExprKind::AddrOf(lvalue) => Some(lvalue),
        _ => None,
    }
}

/// The value of a function that does nothing but return one.
pub fn returned(function: &Function) -> Option<ExprId> {
    let body = function.body.as_ref()?;
    let StmtKind::Block(stmts) = &body.stmts[body.root?].kind else { return None };
    match stmts[..] {
        [only] => match body.stmts[only].kind {
            StmtKind::Return(value) => value,
            _ => None,
        },
        _ => None,
    }
}
