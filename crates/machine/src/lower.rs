//! Lowering: `lang` bodies to resolved [`Code`].

mod effect;
mod expr;
mod init;
mod open;
mod stmt;
mod wide;

use crate::code::{
    AccessId, Code, Guardable, LocalSlot, MemLocal, N, Node, Oper, PointerParam, RegLocal, Scalar,
    TypedAccess,
};
use crate::effects::{Effect, pure_functions};
use crate::libc::Lib;
use crate::observe::{RunMode, number_statements};
use crate::resolve::Sites;
use crate::tables::Tables;
use brinell_lang::arith::IntShape;
use brinell_lang::open::OpenSites;
use brinell_lang::{
    Arena, Body, Expr, ExprId, ExprKind, Exprs, FuncId, GlobalId, Id, IntKind, Loc, Local, LocalId,
    LocalKind, Program, QualType, Quals, TypeId,
};
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};

/// A program in resolved form.
#[derive(Debug)]
pub struct Lowered {
    pub tables: Tables,
    pub funcs: Vec<Callee>,
    /// For each global with an initialiser: the code that initialises it.
    pub globals: Vec<Option<Arc<Code>>>,
    pub pure: Vec<bool>,
    /// The arrays whose elements are objects of their own: see [`crate::pools`].
    pub pools: FxHashSet<GlobalId>,
    /// The functions in which values are watched, if that is asked for; all, if it does not say.
    pub watched_functions: Option<Vec<bool>>,
    /// See [`number_statements`]; empty unless live statements are watched.
    pub first_stmt: Vec<u32>,
    pub options: LoweringOptions,
    /// What is left open, in a resolving run.
    pub open: Option<Sites>,
}

/// How to lower, besides what the program says.
#[derive(Copy, Clone, Debug)]
pub struct LoweringOptions {
    pub mode: RunMode,
    /// Whether the values of expressions are noted.
    pub watch: bool,
    /// Deeper expressions are refused: evaluation recurses on the host's stack.
    pub max_depth: u32,
}

impl Default for LoweringOptions {
    fn default() -> Self {
        Self { mode: RunMode::default(), watch: false, max_depth: MAX_DEPTH }
    }
}

/// Deeper expressions than this are refused on any stack.
pub const MAX_DEPTH: u32 = 10_000;

/// What one level of an expression takes of the host's stack: 500 to 1,200 bytes in a release, twice
/// that in a debug build with its `opt-level` of 1, and a margin.
pub const LEVEL_BYTES: usize = 3 << 10;

/// What a function id stands for.
#[derive(Clone, Debug)]
pub enum Callee {
    /// Lowered at its first call: much of a random program never runs.
    Code(OnceLock<Arc<Code>>),
    Lib(Lib),
    /// Declared, but neither defined nor known.
    Missing,
}

impl Lowered {
    /// Prepares everything that is defined; functions are lowered when they are called.
    pub fn new(program: &Program, options: LoweringOptions) -> Self {
        Self::with_pools(program, options, FxHashSet::default())
    }

    /// As `new`, with the elements of pools as objects of their own.
    pub fn with_pools(
        program: &Program,
        options: LoweringOptions,
        pools: FxHashSet<GlobalId>,
    ) -> Self {
        let mut lowered = Self {
            tables: Tables::new(program),
            funcs: Vec::new(),
            globals: Vec::new(),
            pure: pure_functions(program),
            pools,
            watched_functions: None,
            first_stmt: if options.mode.live { number_statements(program) } else { Vec::new() },
            options,
            open: None,
        };
        for function in &program.functions {
            let callee = if function.body.is_some() {
                Callee::Code(OnceLock::new())
            } else {
                match function.name.as_deref().and_then(Lib::named) {
                    Some(lib) => Callee::Lib(lib),
                    None => Callee::Missing,
                }
            };
            lowered.funcs.push(callee);
        }
        for id in program.globals.ids() {
            let code = lowered.lower_global(program, id);
            lowered.globals.push(code.map(Arc::new));
        }
        lowered
    }

    /// The code of a function, if it has any; `program` is the one that was lowered.
    pub fn code_of(&self, program: &Program, id: FuncId) -> Option<&Code> {
        match &self.funcs[id.index()] {
            Callee::Code(code) => {
                Some(code.get_or_init(|| Arc::new(self.lower_function(program, id))))
            }
            Callee::Lib(_) | Callee::Missing => None,
        }
    }

    fn lower_function(&self, program: &Program, id: FuncId) -> Code {
        let function = &program.functions[id];
        let Some(body) = &function.body else { return Code::default() };
        let mut lower = Lower::for_body(program, &self.tables, &self.pure, body);
        lower.pools = Some(&self.pools);
        lower.open = self.open.as_deref();
        lower.max_depth = self.options.max_depth;
        lower.repair = self.options.mode.repair;
        let chosen = self.watched_functions.as_ref();
        lower.watch = self.options.watch && chosen.is_none_or(|chosen| chosen[id.index()]);
        lower.first_stmt = self.first_stmt.get(id.index()).copied();
        lower.begin_function(id);
        if let Some(root) = body.root {
            lower.function_body(root);
        }
        lower.code
    }

    fn lower_global(&self, program: &Program, id: GlobalId) -> Option<Code> {
        let global = &program.globals[id];
        let init = global.init.as_ref()?;
        let none = Arena::new();
        let mut lower = Lower::new(program, &self.tables, &self.pure, &global.exprs, &none);
        lower.max_depth = self.options.max_depth;
        lower.code.name = "static initialiser".into();
        let init = lower.initialiser(init, global.ty.ty, global.loc);
        lower.code.inits.push(init);
        Some(lower.code)
    }
}

/// The state of lowering one body, initialiser or piece.
pub struct Lower<'a> {
    pub program: &'a Program,
    pub tables: &'a Tables,
    pub pure: &'a [bool],
    /// See [`Lowered::pools`].
    pub pools: Option<&'a FxHashSet<GlobalId>>,
    pub exprs: &'a Exprs,
    pub locals: &'a Arena<LocalId, Local>,
    pub code: Code,
    pub slots: Vec<Option<LocalSlot>>,
    /// Records without initialiser that could be in registers: see [`bare_records`].
    pub bare: FxHashSet<LocalId>,
    /// Set when a node with watched operands was made since it was last cleared.
    pub tracked: bool,
    pub flow: stmt::JumpTargets,
    pub stmts: Option<&'a Body>,
    /// How deep the expression being lowered is nested.
    pub depth: u32,
    pub max_depth: u32,
    /// Whether to remember which operations can be guarded.
    pub repair: bool,
    /// Whether the values of expressions are to be noted.
    pub watch: bool,
    /// What is left open, in a resolving run.
    pub open: Option<&'a OpenSites>,
    /// The number of the first statement, where reached ones are to be marked.
    pub first_stmt: Option<u32>,
    /// By expression: its effect, once known.
    pub effects: Vec<Option<Effect>>,
    /// Whether there are compound literals at all.
    pub has_literals: bool,
}

impl<'a> Lower<'a> {
    fn new(
        program: &'a Program,
        tables: &'a Tables,
        pure: &'a [bool],
        exprs: &'a Exprs,
        locals: &'a Arena<LocalId, Local>,
    ) -> Self {
        // About as many nodes as expressions: loads of registers have one less, some have more.
        let nodes = exprs.len();
        let code = Code {
            nodes: Vec::with_capacity(nodes),
            locs: Vec::with_capacity(nodes),
            ..Code::default()
        };
        Self {
            program,
            tables,
            pure,
            pools: None,
            exprs,
            locals,
            code,
            slots: vec![None; locals.len()],
            tracked: false,
            flow: stmt::JumpTargets::default(),
            stmts: None,
            depth: 0,
            max_depth: MAX_DEPTH,
            repair: false,
            watch: false,
            open: None,
            first_stmt: None,
            bare: FxHashSet::default(),
            effects: vec![None; exprs.len()],
            has_literals: locals.iter().any(|l| l.kind == LocalKind::Literal),
        }
    }

    fn for_body(
        program: &'a Program,
        tables: &'a Tables,
        pure: &'a [bool],
        body: &'a Body,
    ) -> Self {
        let mut lower = Self::new(program, tables, pure, &body.exprs, &body.locals);
        lower.stmts = Some(body);
        lower
    }

    fn begin_function(&mut self, id: FuncId) {
        let function = &self.program.functions[id];
        let Some(body) = self.stmts else { return };
        self.code.name = function.name.clone().unwrap_or_else(|| format!("{id:?}")).into();
        self.code.func = Some(id);
        self.code.noreturn = function.noreturn;
        self.code.pure = self.pure.get(id.index()).copied().unwrap_or(false);
        if let Some(f) = self.program.types.as_function(function.ty) {
            self.code.ret = (!self.program.types.is_void(f.ret)).then_some(f.ret);
            self.code.ret_record = self.program.types.as_record(f.ret).is_some();
        }
        self.bare = bare_records(self.tables, body);
        let in_memory = addressed(self.tables, body);
        // Parameters come first: register `i` receives argument `i`, wherever it lives later.
        for (i, &param) in body.params.iter().enumerate() {
            let local = &body.locals[param];
            self.add_reg(param, local);
            let slot = if in_memory[param.index()] {
                self.add_mem(param, local)
            } else {
                LocalSlot::Reg(i as u32)
            };
            self.slots[param.index()] = Some(slot);
            self.code.params.push((slot, local.ty.ty));
            if let Some(elem) = self.program.types.pointee(local.ty.ty) {
                let size = self.tables.size(elem.ty);
                let lengths = body.promised.iter().filter(|(p, _)| *p == param);
                self.code.promised.extend(lengths.map(|(_, n)| (i, n.saturating_mul(size))));
                let promised = local.ty.quals.contains(Quals::RESTRICT);
                let to_const = elem.quals.contains(Quals::CONST);
                self.code.restricted.push(PointerParam { index: i, promised, to_const });
            }
        }
        if !self.code.restricted.iter().any(|p| p.promised) {
            self.code.restricted.clear();
        }
        for (id, local) in body.locals.enumerate() {
            if local.kind == LocalKind::Param {
                continue;
            }
            let slot = if in_memory[id.index()] {
                self.add_mem(id, local)
            } else {
                self.add_reg(id, local)
            };
            self.slots[id.index()] = Some(slot);
        }
    }

    fn add_reg(&mut self, id: LocalId, local: &Local) -> LocalSlot {
        let name = local.name.clone().unwrap_or_else(|| format!("{id:?}"));
        self.code.regs.push(RegLocal {
            local: id,
            name: name.into(),
            loc: local.loc,
            has_init: local.init.is_some(),
        });
        self.code.frame_size += 8;
        LocalSlot::Reg(self.code.regs.len() as u32 - 1)
    }

    fn add_mem(&mut self, id: LocalId, local: &Local) -> LocalSlot {
        let size = self.tables.size(local.ty.ty);
        let leaf = self.tables.types.innermost(local.ty);
        self.code.mems.push(MemLocal {
            local: id,
            ty: local.ty.ty,
            quals: local.ty.quals.with(leaf.quals),
            size,
            align: self.tables.align(local.ty.ty).max(local.align.unwrap_or(1)),
            loc: local.loc,
            has_init: local.init.is_some(),
        });
        self.code.frame_size = self.code.frame_size.saturating_add(size);
        LocalSlot::Mem(self.code.mems.len() as u32 - 1)
    }

    pub fn push(&mut self, node: Node, loc: Loc) -> N {
        self.code.nodes.push(node);
        self.code.locs.push(loc);
        self.code.nodes.len() as u32 - 1
    }

    /// Remembers which operation a node carries out, if repair can guard it.
    fn note_guardable(&mut self, node: N, expr: ExprId) {
        let guardable = match &self.code.nodes[node as usize] {
            Node::Neg(..) | Node::Neg128(..) | Node::PElem { .. } => true,
            Node::Binary { oper, .. } | Node::AssignOp { oper, .. } | Node::IncDec { oper, .. } => {
                matches!(
                    oper,
                    Oper::Int { .. }
                        | Oper::Shift { .. }
                        | Oper::Int128 { .. }
                        | Oper::Shift128 { .. }
                )
            }
            Node::Convert(conv, _) => conv.is_float_to_int(),
            _ => false,
        };
        if guardable {
            let sites = &mut self.code.guardable;
            if sites.len() <= node as usize {
                sites.resize(node as usize + 1, None);
            }
            // An expression that adds nothing (`+x`, `&*p`) shares the node of its operand.
            sites[node as usize].get_or_insert(Guardable { expr, past_is_fine: false });
        }
    }

    /// Only the address of a place is taken: it may be one past the last element.
    fn allow_past(&mut self, place: N) {
        if let Some(Some(site)) = self.code.guardable.get_mut(place as usize) {
            site.past_is_fine = true;
        }
    }

    pub fn unsupported(&mut self, what: impl Into<String>, loc: Loc) -> N {
        let what: String = what.into();
        self.push(Node::Unsupported(what.into()), loc)
    }

    pub fn expr(&self, id: ExprId) -> &'a Expr {
        &self.exprs[id]
    }

    pub fn shape(&self, ty: TypeId) -> Option<IntShape> {
        match self.scalar(ty)? {
            Scalar::Int(shape) => Some(shape),
            _ => None,
        }
    }

    /// How values of a scalar type are held; `None` for what the machine does not compute with.
    pub fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        self.tables.scalar(ty)
    }

    /// Describes the access through an lvalue expression.
    pub fn access(&mut self, e: ExprId) -> Option<AccessId> {
        let expr = self.expr(e);
        let bits = self.bit_field(e);
        self.access_of(expr.ty, bits)
    }

    /// Describes an access by type; `bits` is the record, field and (start, width).
    pub fn access_of(&mut self, qt: QualType, bits: Option<BitField>) -> Option<AccessId> {
        let ty = qt.ty;
        let scalar =
            if self.tables.types.as_record(ty).is_some() { Scalar::Ptr } else { self.scalar(ty)? };
        let kind = self.tables.types.as_int(ty);
        let range = bits.map(|field| (field.start, field.width));
        let wide = bits.is_some_and(|field| field.wide);
        self.code.accesses.push(TypedAccess {
            scalar,
            ty,
            size: self.tables.size(ty) as u32,
            volatile: qt.quals.is_volatile(),
            plain_char: kind == Some(IntKind::Char),
            plain_int: kind == Some(IntKind::Int),
            bits: range,
            wide,
            special: range.is_some() || scalar.is_wide(),
        });
        Some(self.code.accesses.len() as u32 - 1)
    }

    pub fn bit_field(&self, e: ExprId) -> Option<BitField> {
        let ExprKind::Member { base, field } = self.expr(e).kind else { return None };
        self.bit_field_of(self.expr(base).ty.ty, field)
    }

    /// The bit range of a field, if it is a bit-field.
    pub fn bit_field_of(&self, record: TypeId, field: u32) -> Option<BitField> {
        let record = self.tables.types.as_record(record)?;
        let declared = self.tables.types.records[record].fields.as_ref()?.get(field as usize)?;
        let bits = self.tables.layouts.record(record)?.fields.get(field as usize)?.bits?;
        let kind = self.tables.types.as_int(declared.ty.ty)?;
        let target = &self.tables.target;
        let shape = IntShape::of(target, kind);
        let int = IntShape::of(target, IntKind::Int);
        let width = bits.width;
        let wide = width > u32::from(int.bits) && width < u32::from(shape.bits);
        Some(BitField { start: bits.start, width, signed: shape.signed, wide })
    }

    pub fn reg_of(&self, local: LocalId) -> Option<u32> {
        match self.slots.get(local.index()).copied().flatten() {
            Some(LocalSlot::Reg(r)) => Some(r),
            _ => None,
        }
    }
}

/// Where a bit-field lies and what relying on it means.
#[derive(Copy, Clone, Debug)]
pub struct BitField {
    pub start: u64,
    pub width: u32,
    pub signed: bool,
    /// It is wider than `int`, but not as wide as its type: compilers differ in what type its value
    /// has.
    pub wide: bool,
}

/// Variables of record type without initialiser whose address nothing takes, so that they could have
/// been declared `register`: until something is stored, they may not even be copied (C11 6.3.2.1p2).
fn bare_records(tables: &Tables, body: &Body) -> FxHashSet<LocalId> {
    let is_record = |local: &Local| {
        local.kind == LocalKind::Var
            && local.init.is_none()
            && tables.types.as_record(local.ty.ty).is_some()
    };
    let mut bare: FxHashSet<LocalId> =
        body.locals.enumerate().filter(|(_, local)| is_record(local)).map(|(id, _)| id).collect();
    if bare.is_empty() {
        return bare;
    }
    for expr in &body.exprs {
        let (ExprKind::AddrOf(mut at) | ExprKind::Decay(mut at)) = expr.kind else { continue };
        while let Some(Expr { kind: ExprKind::Member { base, .. }, .. }) = body.exprs.get(at) {
            at = *base;
        }
        if let Some(Expr { kind: ExprKind::Local(local), .. }) = body.exprs.get(at) {
            bare.remove(local);
        }
    }
    bare
}

/// Which locals need memory: records and arrays, volatile ones, and those whose address is taken.
fn addressed(tables: &Tables, body: &Body) -> Vec<bool> {
    let mut memory: Vec<bool> = body
        .locals
        .iter()
        .map(|l| {
            l.kind == LocalKind::Literal
                || l.ty.quals.is_volatile()
                || !tables.types.is_scalar(l.ty.ty)
        })
        .collect();
    for expr in &body.exprs {
        if let ExprKind::AddrOf(inner) = expr.kind
            && let Some(Expr { kind: ExprKind::Local(l), .. }) = body.exprs.get(inner)
        {
            memory[l.index()] = true;
        }
    }
    memory
}
