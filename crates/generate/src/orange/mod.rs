//! Programs of nothing but long arithmetic expressions whose values are known while they are
//! written (Orange, IPSJ Transactions on System LSI Design Methodology 7, 2014, §3 and §4).
//!
//! Inputs and results are variables of all arithmetic types, local and global, with all storage
//! classes and qualifiers; each result is assigned once, from an expression of variables without a
//! literal. The code is straight, so the value of every operand is known at once: an operation that
//! would be undefined, or not exact, is flipped or given another variable. There is no wrapper, no
//! guard and no condition for safety's sake. The machine runs the finished program as any other, so
//! what is known here is checked by code that knows nothing of it.
//!
//! Left out: `__int128`; floating values that are not whole numbers; `static` variables of a block,
//! which are printed at file scope.

mod defined;
mod expression;
mod numbers;
mod variables;

pub use numbers::NumberType;
pub use variables::literal;

use crate::config::Config;
use crate::draft::{Draft, ExpectedResult};
use crate::grow::{Tally, fixed_width_names, int_kinds};
use brinell_choice::Choices;
use brinell_lang::{
    Body, Builder, Function, FunctionType, IntKind, Linkage, Loc, Program, Stmt, StmtId, StmtKind,
    Target, Type,
};
use numbers::converted;
use std::sync::Arc;
use variables::{Purpose, Variable};

/// Tokens of an operator with its operand, for the first guess at how many fit.
const OPERATOR: u64 = 4;

/// Tokens of a result besides its expression: declaration and assignment.
const RESULT: u64 = 10;

/// Tokens of a program for each input that it begins with, at most.
const INPUT: u64 = 30;

/// Tokens of a comparison with the expected value, where there is one.
const COMPARISON: u64 = 17;

/// Tokens of parentheses around a hundred operands that are operations: few can do without.
const PARENTHESES: u64 = 170;

/// Whoever writes the expressions.
struct Orange<'c> {
    choices: &'c mut Choices,
    config: &'c Config,
    program: Program,
    body: Body,
    declarations: Vec<StmtId>,
    /// Integer types in use, with their weights.
    int_kinds: Vec<(IntKind, u32)>,
    /// Whether there are floating variables.
    floats: bool,
    inputs: Vec<Variable>,
    /// Those that have been assigned, and those that are going to be.
    results: Vec<Variable>,
    /// Which expression is being written.
    statement: usize,
    /// Bytes of locals, and of globals.
    frame: u64,
    data: u64,
    tokens: u64,
    /// Operands that are operations themselves.
    parentheses: u64,
    tally: Tally,
}

/// Writes a draft of this many tokens, or of as many expressions as the options ask for.
pub fn grow(choices: &mut Choices, config: &Config, size: u64) -> (Draft, Tally) {
    let target = Target::named(config.target);
    let floats =
        config.floats && config.exact_floats && choices.chance(config.float_program_percent);
    let mut program = Program::new(target, config.std);
    program.aliases = fixed_width_names(config, &program.target, choices);
    let mut orange = Orange {
        int_kinds: int_kinds(config, &program.target, false),
        choices,
        config,
        program,
        body: Body::default(),
        declarations: Vec::new(),
        floats,
        inputs: Vec::new(),
        results: Vec::new(),
        statement: 0,
        frame: 0,
        data: 0,
        tokens: 0,
        parentheses: 0,
        tally: Tally::default(),
    };
    let statements = orange.statements(size);
    orange.close(statements)
}

impl Orange<'_> {
    fn build(&mut self) -> Builder<'_> {
        self.program.builder(&mut self.body.exprs)
    }

    /// Tokens so far, by estimate.
    fn tokens(&self) -> u64 {
        self.tokens + self.parentheses * PARENTHESES / 100
    }

    /// The expressions, each assigned to a result of its own.
    fn statements(&mut self, size: u64) -> Vec<StmtId> {
        let config = self.config;
        let asked = u64::from(config.expressions);
        let most = if asked > 0 { asked } else { u64::from(config.max_expressions) };
        // Some programs have many short expressions, some have a few long ones.
        let scales = config.max_operators.ilog2() + 1;
        let typical = 1u32 << self.choices.below(scales);
        let comparison = if config.expect.is_each() { COMPARISON } else { 0 };
        // Values enough that they differ, few enough that they meet again and leave room.
        let room = size.max(u64::from(config.expressions) * RESULT) / INPUT;
        let inputs = room.clamp(1, config.max_inputs.into()) as u32;
        for _ in 0..=self.choices.below(inputs) {
            self.new_input();
        }
        let mut statements = Vec::new();
        while (statements.len() as u64) < most {
            let room = size.saturating_sub(self.tokens() + RESULT + comparison) / OPERATOR;
            if asked == 0 && room == 0 && !statements.is_empty() {
                break;
            }
            let operators = match (config.operators, asked) {
                (0, 0) => self.draw_operators(typical).min(room.max(1)),
                (0, _) => self.draw_operators(typical),
                (fixed, _) => u64::from(fixed),
            };
            statements.push(self.result(operators));
            self.tokens += RESULT + comparison;
            self.statement += 1;
        }
        statements
    }

    fn draw_operators(&mut self, typical: u32) -> u64 {
        let drawn = 1 + self.choices.below(2 * typical);
        drawn.min(self.config.max_operators).into()
    }

    /// A new result, and the statement that assigns an expression to it.
    fn result(&mut self, operators: u64) -> StmtId {
        let expression = self.expression(operators, self.config.max_expr_depth);
        let ty = self.draw_type();
        let before = self.draw_value(ty);
        let mut variable = self.variable(ty, before, Purpose::Result);
        let expression = self.fit(expression, ty);
        let target = &self.program.target;
        variable.value = converted(target, expression.ty, expression.value, ty)
            .expect("the expression was made to fit");
        let place = self.name(variable.place);
        let assigned = self
            .build()
            .assign(place, expression.expr, Loc::NONE)
            .expect("a result is a variable that can be assigned to");
        self.results.push(variable);
        self.body.stmts.push(Stmt { kind: StmtKind::Expr(assigned), loc: Loc::NONE })
    }

    /// The draft: `func_1` with the declarations, then the assignments.
    fn close(mut self, statements: Vec<StmtId>) -> (Draft, Tally) {
        let block = self.declarations.into_iter().chain(statements).collect();
        let root = self.body.stmts.push(Stmt { kind: StmtKind::Block(block), loc: Loc::NONE });
        self.body.root = Some(root);
        let mut program = self.program;
        let ret = program.types_mut().void();
        let ty = FunctionType { ret, params: Vec::new(), variadic: false, prototype: true };
        let ty = program.types_mut().intern(Type::Function(ty));
        let entry = program.functions.push(Arc::new(Function::new(
            None,
            ty,
            Linkage::Internal,
            Some(self.body),
        )));
        let results = self.results.iter().map(|result| ExpectedResult {
            place: result.place,
            ty: result.ty,
            value: result.value,
        });
        let draft = Draft { results: results.collect(), ..Draft::new(program, entry) };
        self.tally.tokens = self.tokens + self.parentheses * PARENTHESES / 100;
        self.tally.committed = draft.results.len() as u64;
        (draft, self.tally)
    }
}
