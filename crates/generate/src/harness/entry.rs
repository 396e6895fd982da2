//! `main`: calls the entry function, hashes what is observed, and reports the result.

use super::Options;
use super::runtime::{Import, Runtime};
use crate::{Aspect, Draft, ObservedPart, Part, VariablePlace};
use brinell_lang::{
    BinaryOp, Body, Builder, ExprId, FuncId, Function, FunctionType, GlobalId, IncDecOp, Init,
    IntKind, Linkage, Loc, Local, LocalId, LocalKind, LogicalOp, Program, QualType, Quals, Stmt,
    StmtId, StmtKind, StringLit, Type, TypeId,
};
use std::sync::Arc;

/// Says of a broken invariant that the draft is to blame: `main` itself is made of nothing else.
pub(super) const TYPED: &str = "what a draft lets observe has the type that its path says";

/// The widest type whose values are words for the checksum as they are.
const WORD_BITS: u32 = 32;

/// Adds `main` to a program, and what it needs of the runtime.
pub fn add(program: &mut Program, draft: &Draft, options: &Options, runtime: &Runtime) -> FuncId {
    let import = Import::new(runtime);
    let each = options.expect.is_each();
    let progress = options.hosted && options.progress && !each;
    let (noinline, mixed) = (options.noinline_checksum, options.mixed_declarations);
    let hosted = options.hosted;
    let body = Body::default();
    let mut main = Main { program, import, body, progress, hosted, noinline, mixed };
    let mut stmts = Vec::new();
    main.local_results(draft, each);
    let params = if progress { main.arguments(&mut stmts) } else { Vec::new() };
    let call = main.call_of_entry(draft.entry);
    stmts.push(call);
    for observed in &draft.observed {
        let hashed = main.observe(observed);
        stmts.push(hashed);
    }
    for result in &draft.results {
        if let VariablePlace::Global(_) = result.place {
            let shown = main.result(result, each);
            stmts.push(shown);
        }
    }
    let failure = main.failed_assertion();
    if each {
        if hosted {
            let put = main.call_by_name("put_expected", Vec::new());
            stmts.push(main.evaluate(put));
        }
    } else if hosted {
        if let Some(failure) = failure {
            let put = main.put_failure(failure);
            stmts.push(put);
        }
        let put = main.call_by_name("put_checksum", Vec::new());
        stmts.push(main.evaluate(put));
    }
    let status = if each { main.mismatched() } else { main.status(options.self_check, failure) };
    stmts.push(main.stmt(StmtKind::Return(Some(status))));
    if options.never {
        stmts = main.never(stmts);
    }
    main.body.root = Some(main.stmt(StmtKind::Block(stmts)));
    let body = std::mem::take(&mut main.body);
    define(program, params, body)
}

/// Adds a `main` that calls the entry function and nothing else.
pub fn add_bare(program: &mut Program, entry: FuncId) {
    let mut body = Body::default();
    let ty = program.functions[entry].ty;
    let mut build = program.builder(&mut body.exprs);
    let callee = build.function(entry, ty, Loc::NONE);
    let call = build.call(callee, Vec::new(), Loc::NONE).expect(TYPED);
    let call = body.stmts.push(Stmt { kind: StmtKind::Expr(call), loc: Loc::NONE });
    // Reaching the end of `main` is returning 0.
    let root = body.stmts.push(Stmt { kind: StmtKind::Block(vec![call]), loc: Loc::NONE });
    body.root = Some(root);
    define(program, Vec::new(), body);
}

/// `main` with this body.
fn define(program: &mut Program, params: Vec<TypeId>, body: Body) -> FuncId {
    let ret = program.types_mut().int(IntKind::Int);
    let ty = FunctionType { ret, params, variadic: false, prototype: true };
    let ty = program.types_mut().intern(Type::Function(ty));
    program.functions.push(Arc::new(Function::new(
        Some("main".to_owned()),
        ty,
        Linkage::External,
        Some(body),
    )))
}

pub(super) struct Main<'a> {
    pub program: &'a mut Program,
    pub import: Import<'a>,
    pub body: Body,
    /// Whether the program says, when asked to, what it hashes.
    progress: bool,
    /// Whether it may call what prints.
    pub hosted: bool,
    /// Whether the functions that hash are marked as not to be inlined.
    noinline: bool,
    /// Whether a loop declares its variable.
    mixed: bool,
}

impl Main<'_> {
    pub fn builder(&mut self) -> Builder<'_> {
        self.program.builder(&mut self.body.exprs)
    }

    // ---- small pieces ----

    pub fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.body.stmts.push(Stmt { kind, loc: Loc::NONE })
    }

    pub fn evaluate(&mut self, expr: ExprId) -> StmtId {
        self.stmt(StmtKind::Expr(expr))
    }

    fn local(&mut self, name: &str, ty: TypeId, kind: LocalKind, init: Option<Init>) -> LocalId {
        let (name, ty) = (Some(name.to_owned()), QualType::plain(ty));
        self.body.locals.push(Local { name, ty, align: None, init, kind, loc: Loc::NONE })
    }

    pub fn read_local(&mut self, id: LocalId) -> ExprId {
        let ty = self.body.locals[id].ty;
        self.builder().local(id, ty, Loc::NONE)
    }

    pub fn read_global(&mut self, id: GlobalId) -> ExprId {
        let ty = self.program.globals[id].ty;
        self.builder().global(id, ty, Loc::NONE)
    }

    pub fn string(&mut self, text: &str) -> ExprId {
        let literal = StringLit { bytes: text.as_bytes().to_vec() };
        let id = self.program.strings.push(Arc::new(literal));
        self.builder().string(id, text.len(), Loc::NONE)
    }

    fn call(&mut self, function: FuncId, args: Vec<ExprId>) -> ExprId {
        let ty = self.program.functions[function].ty;
        let mut build = self.builder();
        let callee = build.function(function, ty, Loc::NONE);
        build.call(callee, args, Loc::NONE).expect(TYPED)
    }

    /// A call of a function of the runtime.
    pub fn call_by_name(&mut self, name: &str, args: Vec<ExprId>) -> ExprId {
        let function = self.import.function_named(name, self.program);
        self.call(function, args)
    }

    // ---- the statements of main ----

    /// The parameters `argc` and `argv`, which the runtime reads first.
    fn arguments(&mut self, stmts: &mut Vec<StmtId>) -> Vec<TypeId> {
        let types = self.program.types_mut();
        let int = types.int(IntKind::Int);
        let text = QualType::plain(types.int(IntKind::Char));
        let text = QualType::plain(types.pointer(text));
        let texts = types.pointer(text);
        let argc = self.local("argc", int, LocalKind::Param, None);
        let argv = self.local("argv", texts, LocalKind::Param, None);
        self.body.params = vec![argc, argv];
        let args = vec![self.read_local(argc), self.read_local(argv)];
        let read = self.call_by_name("read_arguments", args);
        stmts.push(self.evaluate(read));
        vec![int, texts]
    }

    /// `volatile int never = 0; if (never) { … } return 0;`: no compiler knows that it never happens.
    fn never(&mut self, stmts: Vec<StmtId>) -> Vec<StmtId> {
        let zero = self.builder().int(0, IntKind::Int, Loc::NONE);
        let int = self.body.exprs[zero].ty.ty;
        let never = self.local("never", int, LocalKind::Var, Some(Init::Expr(zero)));
        self.body.locals[never].ty.quals = Quals::VOLATILE;
        let declared = self.stmt(StmtKind::Decl(never));
        let read = self.read_local(never);
        let cond = self.builder().condition(read).expect(TYPED);
        let then = self.stmt(StmtKind::Block(stmts));
        let tested = self.stmt(StmtKind::If { cond, then, otherwise: None });
        let zero = self.builder().int(0, IntKind::Int, Loc::NONE);
        let done = self.stmt(StmtKind::Return(Some(zero)));
        vec![declared, tested, done]
    }

    /// Calls the entry function and hashes its result if that is a number.
    fn call_of_entry(&mut self, entry: FuncId) -> StmtId {
        let called = self.call(entry, Vec::new());
        if self.program.types.is_arithmetic(self.body.exprs[called].ty.ty) {
            let function = &self.program.functions[entry];
            let name = function.name.clone().unwrap_or_else(|| format!("func_{}", entry.0 + 1));
            self.hash(called, &format!("{name}()"))
        } else {
            self.evaluate(called)
        }
    }

    /// Takes a number into the checksum. The operand is evaluated once.
    pub fn hash(&mut self, value: ExprId, name: &str) -> StmtId {
        let ty = self.body.exprs[value].ty.ty;
        let (fold, mix) = if let Some(kind) = self.program.types.as_int(ty) {
            let target = &self.program.target;
            match (target.int_bits(kind), target.is_signed(kind)) {
                (..=WORD_BITS, _) => (None, "mix"),
                (128, _) => (Some("fold_int128"), "mix_int128"),
                (_, true) => (Some("fold_signed"), "mix_signed"),
                (_, false) => (Some("fold_unsigned"), "mix_unsigned"),
            }
        } else {
            self.program.types.as_float(ty).expect(TYPED);
            (Some("fold_double"), "mix_double")
        };
        let call = if self.progress {
            let word = fold.map_or(value, |fold| self.call_by_name(fold, vec![value]));
            let name = self.string(name);
            self.call_hashing("hash", vec![word, name])
        } else {
            self.call_hashing(mix, vec![value])
        };
        self.evaluate(call)
    }

    /// A call of a function that hashes. There are hundreds: inlined, they would be most of what a
    /// compiler has to do.
    fn call_hashing(&mut self, name: &str, args: Vec<ExprId>) -> ExprId {
        let function = self.import.function_named(name, self.program);
        if self.noinline && !self.program.functions[function].noinline {
            self.program.function_mut(function).noinline = true;
        }
        self.call(function, args)
    }

    /// Hashes one observed value, or all of them in loops over the elements on the way.
    fn observe(&mut self, observed: &ObservedPart) -> StmtId {
        let mut value = self.read_global(observed.global);
        let mut name = self.name_of(observed.global);
        let mut loops: Vec<(LocalId, u64)> = Vec::new();
        for part in &observed.path {
            match *part {
                Part::Field(field) => {
                    name.extend([".", &self.name_of_field(value, field)]);
                    value = self.builder().member(value, field, Loc::NONE).expect(TYPED);
                }
                Part::Elements(len) => {
                    let index_name = index_name(loops.len());
                    name.extend(["[", &index_name, "]"]);
                    let index = self.index_variable(&index_name, len);
                    loops.push((index, len));
                    let index = self.read_local(index);
                    value = self.builder().index(value, index, Loc::NONE).expect(TYPED);
                }
            }
        }
        value = match observed.aspect {
            Aspect::Value => value,
            Aspect::IsNull => {
                name.push_str(" == 0");
                let mut build = self.builder();
                let null = build.int(0, IntKind::Int, Loc::NONE);
                build.binary(BinaryOp::Eq, value, null, Loc::NONE).expect(TYPED)
            }
            Aspect::Pointee => {
                name.insert(0, '*');
                self.builder().deref(value, Loc::NONE).expect(TYPED)
            }
        };
        let mut stmt = self.hash(value, &name);
        if self.progress && !loops.is_empty() {
            let indices = self.put_indices(&loops);
            stmt = self.stmt(StmtKind::Block(vec![stmt, indices]));
        }
        for (index, len) in loops.into_iter().rev() {
            stmt = self.for_each(index, len, stmt);
        }
        stmt
    }

    /// `if (verbose)` the place in an array that was hashed last.
    fn put_indices(&mut self, loops: &[(LocalId, u64)]) -> StmtId {
        let verbose = self.import.global_named("verbose", self.program);
        let verbose = self.read_global(verbose);
        let cond = self.builder().condition(verbose).expect(TYPED);
        let mut calls = vec![self.put_text("index = ")];
        for (index, _) in loops {
            let index = self.read_local(*index);
            let put = self.call_by_name("put_index", vec![index]);
            calls.push(self.evaluate(put));
        }
        calls.push(self.put_text("\n"));
        let then = self.stmt(StmtKind::Block(calls));
        self.stmt(StmtKind::If { cond, then, otherwise: None })
    }

    fn put_text(&mut self, text: &str) -> StmtId {
        let text = self.string(text);
        let put = self.call_by_name("put_text", vec![text]);
        self.evaluate(put)
    }

    /// A loop variable that counts from zero, of type `int` wherever that holds the length.
    fn index_variable(&mut self, name: &str, len: u64) -> LocalId {
        let kind = if i16::try_from(len).is_ok() { IntKind::Int } else { IntKind::ULong };
        if !self.mixed {
            let ty = self.program.types_mut().int(kind);
            return self.local(name, ty, LocalKind::Var, None);
        }
        let zero = self.builder().int(0, kind, Loc::NONE);
        let ty = self.body.exprs[zero].ty.ty;
        self.local(name, ty, LocalKind::Var, Some(Init::Expr(zero)))
    }

    /// `for (int i = 0; i < len; i++) body`, or `{ int i; for (i = 0; i < len; i++) body }`
    fn for_each(&mut self, index: LocalId, len: u64, body: StmtId) -> StmtId {
        let declared = self.stmt(StmtKind::Decl(index));
        let init = if self.mixed { declared } else { self.set_to_zero(index) };
        let counted = self.count(index, len, init, body);
        if self.mixed { counted } else { self.stmt(StmtKind::Block(vec![declared, counted])) }
    }

    fn set_to_zero(&mut self, index: LocalId) -> StmtId {
        let variable = self.read_local(index);
        let kind = self.program.types.as_int(self.body.locals[index].ty.ty).expect(TYPED);
        let mut build = self.builder();
        let zero = build.int(0, kind, Loc::NONE);
        let assigned = build.assign(variable, zero, Loc::NONE).expect(TYPED);
        self.evaluate(assigned)
    }

    /// `for (init; i < len; i++) body`
    fn count(&mut self, index: LocalId, len: u64, init: StmtId, body: StmtId) -> StmtId {
        let init = vec![init];
        let (tested, stepped) = (self.read_local(index), self.read_local(index));
        let kind = self.program.types.as_int(self.body.locals[index].ty.ty).expect(TYPED);
        let mut build = self.builder();
        let len = build.int(len, kind, Loc::NONE);
        let cond = build.binary(BinaryOp::Lt, tested, len, Loc::NONE).expect(TYPED);
        let step = build.inc_dec(IncDecOp::PostInc, stepped, Loc::NONE).expect(TYPED);
        self.stmt(StmtKind::For { init, cond: Some(cond), step: Some(step), body })
    }

    /// Where a draft with assertions keeps the number of the first that failed: it has brought the
    /// object with it, by the name that the runtime gives it.
    fn failed_assertion(&self) -> Option<GlobalId> {
        let mut globals = self.program.globals.enumerate();
        globals.find(|(_, g)| g.name.as_deref() == Some("failed_assertion")).map(|(id, _)| id)
    }

    /// `if (failed_assertion)` says which.
    fn put_failure(&mut self, failure: GlobalId) -> StmtId {
        let (tested, number) = (self.read_global(failure), self.read_global(failure));
        let cond = self.builder().condition(tested).expect(TYPED);
        let put = self.call_by_name("put_failure", vec![number]);
        let then = self.evaluate(put);
        self.stmt(StmtKind::If { cond, then, otherwise: None })
    }

    /// The exit status: 1 where the checksum is not the expected one or an assertion has failed.
    fn status(&mut self, expected: Option<u32>, failure: Option<GlobalId>) -> ExprId {
        let wrong_sum = expected.map(|expected| {
            let checksum = self.import.global_named("checksum", self.program);
            self.differs(checksum, expected.into())
        });
        let failed = failure.map(|failure| self.differs(failure, 0));
        let mut build = self.builder();
        match (wrong_sum, failed) {
            (Some(a), Some(b)) => build.logical(LogicalOp::Or, a, b, Loc::NONE).expect(TYPED),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => build.int(0, IntKind::Int, Loc::NONE),
        }
    }

    /// `global != value`, for an `unsigned long`.
    pub fn differs(&mut self, global: GlobalId, value: u64) -> ExprId {
        let global = self.read_global(global);
        let mut build = self.builder();
        let value = build.int(value, IntKind::ULong, Loc::NONE);
        build.binary(BinaryOp::Ne, global, value, Loc::NONE).expect(TYPED)
    }

    // ---- names, as the printer makes them from ids ----

    pub fn name_of(&self, id: GlobalId) -> String {
        let global = &self.program.globals[id];
        global.name.clone().unwrap_or_else(|| format!("g_{}", id.0))
    }

    fn name_of_field(&self, base: ExprId, field: u32) -> String {
        let types = &self.program.types;
        let record = types.as_record(self.body.exprs[base].ty.ty);
        let fields = record.and_then(|r| types.records[r].fields.as_ref());
        let name = fields.and_then(|f| f.get(field as usize)).and_then(|f| f.name.clone());
        name.unwrap_or_else(|| format!("f{field}"))
    }
}

/// `i`, `j`, `k`, … for the loops around each other.
fn index_name(depth: usize) -> String {
    const LETTERS: &str = "ijklmnop";
    LETTERS.get(depth..=depth).map_or_else(|| format!("i_{depth}"), str::to_owned)
}
