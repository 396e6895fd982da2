//! The scope: functions that are open and what stands in them, functions that can be called, and
//! the variables in sight.

use super::policies::Policy;
use brinell_analysis::{Effects, Root, VariableNode};
use brinell_lang::{ExprId, FuncId, LabelId, LocalId, QualType, StmtId, TypeId};

/// A variable that expressions can start from.
#[derive(Copy, Clone, Debug)]
pub struct Var {
    pub root: Root,
    pub node: VariableNode,
    pub ty: QualType,
}

/// A variable that counts a loop: nothing else writes it, so its range is known.
#[derive(Copy, Clone, Debug)]
pub struct Counter {
    pub var: Var,
    /// The least and the largest value inside the body.
    pub lo: i128,
    pub hi: i128,
}

/// What `break` and `continue` refer to.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Around {
    Loop,
    Switch,
}

/// An open loop made of a label and a backward goto.
#[derive(Copy, Clone, Debug)]
pub struct JumpLoop {
    pub label: LabelId,
    pub counter: LocalId,
}

/// What is known of a function.
#[derive(Clone, Debug)]
pub struct FuncInfo {
    pub ret: TypeId,
    pub params: Vec<TypeId>,
    pub cost: u64,
    pub complete: bool,
}

/// All that can be named at the point where we write.
#[derive(Debug, Default)]
pub struct DraftScope {
    /// Functions that are being written, innermost last.
    pub open: Vec<OpenFunction>,
    pub globals: Vec<Var>,
    /// All functions, by id.
    pub functions: Vec<FuncInfo>,
}

/// The lengths of its lists, and how far the innermost function is.
pub struct ScopeMark {
    open: usize,
    globals: usize,
    functions: usize,
    function: FunctionMark,
}

impl DraftScope {
    pub fn function(&self) -> &OpenFunction {
        self.open.last().expect("a function is open while code is written")
    }

    pub fn function_mut(&mut self) -> &mut OpenFunction {
        self.open.last_mut().expect("a function is open while code is written")
    }

    pub fn mark(&self) -> ScopeMark {
        let Self { open, globals, functions } = self;
        ScopeMark {
            open: open.len(),
            globals: globals.len(),
            functions: functions.len(),
            function: self.function().mark(),
        }
    }

    pub fn rollback(&mut self, mark: ScopeMark) {
        let ScopeMark { open, globals, functions, function } = mark;
        assert_eq!(self.open.len(), open, "a rollback stays within one function");
        self.globals.truncate(globals);
        self.functions.truncate(functions);
        self.function_mut().rollback(function);
    }
}

/// An open function.
#[derive(Debug)]
pub struct OpenFunction {
    pub func: FuncId,
    pub ret: TypeId,
    pub params: Vec<Var>,
    /// How often the function itself can run so far.
    pub runs: u64,
    /// Effects of what is unsequenced with the call: the function must not conflict with them.
    pub forbidden: Effects,
    /// The function may be called by itself: integers only.
    pub recursive: bool,
    /// It is called where nothing says that it will run.
    pub doubtful: bool,
    pub blocks: Vec<Block>,
    pub counters: Vec<Counter>,
    pub around: Vec<Around>,
    pub jump_loops: Vec<JumpLoop>,
    /// Effects of earlier operands that are unsequenced with what is being written.
    pub siblings: Vec<Effects>,
    /// Constants that were written, to be used again.
    pub constants: Vec<u128>,
    pub point: Point,
}

/// What holds at the point of a function where we write, in numbers: the whole of it is what a
/// mark remembers.
#[derive(Copy, Clone, Debug)]
pub struct Point {
    /// How often the point can run in one run of the function.
    pub trips: u64,
    /// Steps of one run of the function so far.
    pub cost: u64,
    /// Nothing with a side effect may be written now.
    pub pure_only: u32,
    /// What is being written may not be evaluated at all: the right side of `&&`, an arm of `?:`.
    pub conditional: u32,
    /// Tokens at which the function should come to its end.
    pub token_goal: u64,
    /// Tokens of the functions that were written while it was open.
    pub tokens_elsewhere: u64,
    /// What the code here has in common.
    pub policy: Policy,
}

/// The lengths of a function's lists, and its point.
struct FunctionMark {
    blocks: Vec<BlockMark>,
    counters: usize,
    around: usize,
    jump_loops: usize,
    siblings: usize,
    constants: usize,
    point: Point,
}

impl OpenFunction {
    /// A function that is called so often, and has no body yet.
    pub fn new(func: FuncId, ret: TypeId, params: Vec<Var>, runs: u64, token_goal: u64) -> Self {
        Self {
            func,
            ret,
            params,
            runs,
            forbidden: Effects::default(),
            recursive: false,
            doubtful: false,
            blocks: Vec::new(),
            counters: Vec::new(),
            around: Vec::new(),
            jump_loops: Vec::new(),
            siblings: Vec::new(),
            constants: Vec::new(),
            point: Point {
                trips: 1,
                cost: 0,
                pure_only: 0,
                conditional: 0,
                token_goal,
                tokens_elsewhere: 0,
                policy: Policy::default(),
            },
        }
    }

    /// How often the point where we write can run in the whole program.
    pub fn times(&self) -> u64 {
        self.point.trips.saturating_mul(self.runs)
    }

    /// So many tokens went into another function while this one was open.
    pub fn wrote_elsewhere(&mut self, tokens: u64) {
        self.point.token_goal += tokens;
        self.point.tokens_elsewhere += tokens;
    }

    /// The innermost open block.
    pub fn block_mut(&mut self) -> &mut Block {
        self.blocks.last_mut().expect("a block is open")
    }

    fn mark(&self) -> FunctionMark {
        let Self {
            // Said when it is opened.
            func: _,
            ret: _,
            params: _,
            runs: _,
            forbidden: _,
            recursive: _,
            doubtful: _,
            blocks,
            counters,
            around,
            jump_loops,
            siblings,
            constants,
            point,
        } = self;
        FunctionMark {
            blocks: blocks.iter().map(Block::mark).collect(),
            counters: counters.len(),
            around: around.len(),
            jump_loops: jump_loops.len(),
            siblings: siblings.len(),
            constants: constants.len(),
            point: *point,
        }
    }

    fn rollback(&mut self, mark: FunctionMark) {
        let FunctionMark { blocks, counters, around, jump_loops, siblings, constants, point } =
            mark;
        self.blocks.truncate(blocks.len());
        for (block, mark) in self.blocks.iter_mut().zip(blocks) {
            block.rollback(mark);
        }
        self.counters.truncate(counters);
        self.around.truncate(around);
        self.jump_loops.truncate(jump_loops);
        self.siblings.truncate(siblings);
        self.constants.truncate(constants);
        self.point = point;
    }
}

/// An open block.
#[derive(Debug, Default)]
pub struct Block {
    /// Declarations at its head, which no jump passes.
    pub head: Vec<StmtId>,
    pub stmts: Vec<StmtId>,
    /// Variables in scope because of this block.
    pub vars: Vec<Var>,
    /// Locals declared directly in it, which die with it.
    pub declared: Vec<LocalId>,
    /// Labels of forward gotos that this block has promised to place. Until then nothing may be
    /// declared in it: the jump would miss the initialiser.
    pub promised: Vec<LabelId>,
    /// Expressions of committed statements, to be repeated where their variables are in scope.
    pub written: Vec<ExprId>,
}

/// The lengths of a block's lists.
#[derive(Copy, Clone, Debug)]
struct BlockMark {
    head: usize,
    stmts: usize,
    vars: usize,
    declared: usize,
    promised: usize,
    written: usize,
}

impl Block {
    pub fn into_stmts(self) -> Vec<StmtId> {
        let mut all = self.head;
        all.extend(self.stmts);
        all
    }

    fn mark(&self) -> BlockMark {
        let Self { head, stmts, vars, declared, promised, written } = self;
        BlockMark {
            head: head.len(),
            stmts: stmts.len(),
            vars: vars.len(),
            declared: declared.len(),
            promised: promised.len(),
            written: written.len(),
        }
    }

    fn rollback(&mut self, mark: BlockMark) {
        let BlockMark { head, stmts, vars, declared, promised, written } = mark;
        self.head.truncate(head);
        self.stmts.truncate(stmts);
        self.vars.truncate(vars);
        self.declared.truncate(declared);
        self.promised.truncate(promised);
        self.written.truncate(written);
    }
}
