//! The text that is being written: the program so far, and what its guards need to know of it.

use crate::relax::GrownRelaxations;
use brinell_lang::{Body, Builder, Dialect, ExprId, Exprs, FuncId, Program, StmtId, Target};
use std::sync::Arc;

/// The half-built program.
pub struct DraftText {
    pub program: Program,
    /// Indices that are within their array by construction.
    pub bounded: Vec<(FuncId, ExprId)>,
    /// Operations that cannot overflow by construction.
    pub trusted: Vec<(FuncId, ExprId)>,
    /// Copies of expressions, node by node, with what they are copies of.
    pub repeats: Vec<((FuncId, ExprId), ExprId)>,
    /// What was relaxed. Pointers that were rolled back are still here; the analysis has the valid ones.
    pub relaxed: GrownRelaxations,
}

/// The lengths of its lists, with one function open.
pub struct TextMark {
    globals: usize,
    functions: usize,
    locals: usize,
    labels: usize,
    stmts: usize,
    piece: PieceMark,
}

/// The lengths of the lists that expressions alone are written to.
#[derive(Copy, Clone, Debug)]
pub struct PieceMark {
    exprs: usize,
    bounded: usize,
    trusted: usize,
    repeats: usize,
    indices: usize,
    parameters: usize,
}

/// Ids that were rolled back and will be reused: the first of each kind, where there were
/// any.
pub struct TakenBack {
    pub functions: Option<FuncId>,
    pub stmts: Option<StmtId>,
    pub exprs: ExprId,
}

impl DraftText {
    pub fn new(target: Target, dialect: Dialect) -> Self {
        let program = Program::new(target, dialect);
        Self {
            program,
            bounded: Vec::new(),
            trusted: Vec::new(),
            repeats: Vec::new(),
            relaxed: GrownRelaxations::default(),
        }
    }

    pub fn body(&self, func: FuncId) -> &Body {
        let function = &self.program.functions[func];
        function.body.as_ref().expect("a function that is written has a body")
    }

    pub fn body_mut(&mut self, func: FuncId) -> &mut Body {
        let function = Arc::make_mut(&mut self.program.functions[func]);
        function.body.as_mut().expect("a function that is written has a body")
    }

    /// A builder for expressions that are in no function, or out of theirs for the moment.
    pub fn build_in<'a>(&'a mut self, exprs: &'a mut Exprs) -> Builder<'a> {
        let Program { target, dialect, types, .. } = &mut self.program;
        Builder { types: Arc::make_mut(types), target, dialect: *dialect, exprs }
    }

    /// The builder for the expressions of a function.
    pub fn build(&mut self, func: FuncId) -> Builder<'_> {
        let Program { target, dialect, types, functions, .. } = &mut self.program;
        let function = Arc::make_mut(&mut functions[func]);
        let body = function.body.as_mut().expect("a function that is written has a body");
        Builder { types: Arc::make_mut(types), target, dialect: *dialect, exprs: &mut body.exprs }
    }

    pub fn mark(&self, func: FuncId) -> TextMark {
        let Self { program, bounded: _, trusted: _, repeats: _, relaxed: _ } = self;
        // Types are interned and stay; the others are not written to while functions are open.
        let Program {
            target: _,
            dialect: _,
            types: _,
            globals,
            functions,
            strings: _,
            units: _,
            files: _,
            aliases: _,
        } = program;
        // The parameters are there before the body is, the root comes when it is complete.
        let Body { params: _, locals, labels, exprs: _, stmts, root: _, promised: _, registers: _ } =
            self.body(func);
        TextMark {
            globals: globals.len(),
            functions: functions.len(),
            locals: locals.len(),
            labels: labels.len(),
            stmts: stmts.len(),
            piece: self.mark_piece(func),
        }
    }

    pub fn rollback(&mut self, func: FuncId, mark: &TextMark) -> TakenBack {
        let TextMark { globals, functions, locals, labels, stmts, piece } = *mark;
        let fewer = self.program.functions.len() > functions;
        self.program.functions.truncate(functions);
        self.program.globals.truncate(globals);
        let body = self.body_mut(func);
        let shorter = body.stmts.len() > stmts;
        body.stmts.truncate(stmts);
        body.locals.truncate(locals);
        body.labels.truncate(labels);
        self.rollback_piece(func, piece);
        TakenBack {
            functions: fewer.then_some(FuncId(functions as u32)),
            stmts: shorter.then_some(StmtId(stmts as u32)),
            exprs: mark.first_expr(),
        }
    }

    /// A mark for a try that writes expressions only: it costs next to nothing.
    pub fn mark_piece(&self, func: FuncId) -> PieceMark {
        let (exprs, bounded) = (self.body(func).exprs.len(), self.bounded.len());
        PieceMark {
            exprs,
            bounded,
            trusted: self.trusted.len(),
            repeats: self.repeats.len(),
            indices: self.relaxed.indices.len(),
            parameters: self.relaxed.parameters.len(),
        }
    }

    pub fn rollback_piece(&mut self, func: FuncId, mark: PieceMark) {
        let PieceMark { exprs, bounded, trusted, repeats, indices, parameters } = mark;
        self.body_mut(func).exprs.truncate(exprs);
        self.bounded.truncate(bounded);
        self.trusted.truncate(trusted);
        self.repeats.truncate(repeats);
        self.relaxed.indices.truncate(indices);
        self.relaxed.parameters.truncate(parameters);
    }
}

impl PieceMark {
    /// The first expression that was written since.
    pub fn first_expr(&self) -> ExprId {
        ExprId(self.exprs as u32)
    }
}

impl TextMark {
    /// The first expression that was written since.
    pub fn first_expr(&self) -> ExprId {
        ExprId(self.piece.exprs as u32)
    }
}

#[cfg(test)]
impl DraftText {
    /// All that a rollback has to restore, in words.
    pub fn digest(&self) -> String {
        let Program { types: _, target: _, dialect: _, .. } = &self.program;
        let program = &self.program;
        let rest = (&program.globals, &program.functions, &program.strings, &program.aliases);
        format!("{rest:?} {:?} {:?} {:?}", self.bounded, self.trusted, self.repeats)
    }
}
