//! The variables: inputs (Orange's x-variables), results (t-variables) and inserted constants (K),
//! all with a random type, scope, storage class and qualifiers.

use super::Orange;
use super::numbers::{NumberType, limits, promoted};
use crate::draft::VariablePlace;
use crate::grow::{draw_integer, weighted_or};
use brinell_lang::arith::IntShape;
use brinell_lang::{
    Builder, ExprId, Exprs, FloatKind, Global, Init, IntKind, Linkage, Loc, Local, LocalKind,
    QualType, Quals, Stmt, StmtKind, TypeId,
};
use std::sync::Arc;

/// Tokens of a declaration: qualifiers and class, two words of a type, name, `=`, value, `;`.
const DECLARATION: u64 = 7;

/// A variable of the program.
#[derive(Copy, Clone, Debug)]
pub struct Variable {
    /// Where it is.
    pub place: VariablePlace,
    /// Its type, without qualifiers.
    pub ty: NumberType,
    /// Its value at this point of the program.
    pub value: i128,
    /// Reading it is a side effect: it is not read twice in an expression, whose operands have no
    /// order.
    pub volatile: bool,
    /// The expression that read it last, if it is volatile.
    pub read_by: Option<usize>,
}

/// What a variable is for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Purpose {
    /// To be read.
    Input,
    /// To be assigned to, once.
    Result,
}

impl Orange<'_> {
    /// The type of a new variable.
    pub fn draw_type(&mut self) -> NumberType {
        if self.floats && self.choices.chance(self.config.float_variable_percent) {
            let weights = [
                self.config.weight_type_float,
                self.config.weight_type_double,
                if self.config.long_double { self.config.weight_type_long_double } else { 0 },
            ];
            let kinds = [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble];
            return NumberType::Float(kinds[weighted_or(self.choices, 1, &weights)]);
        }
        NumberType::Int(self.draw_int_kind())
    }

    /// An integer type of those in use.
    pub fn draw_int_kind(&mut self) -> IntKind {
        let weights: Vec<u32> = self.int_kinds.iter().map(|(_, weight)| *weight).collect();
        self.int_kinds[weighted_or(self.choices, 0, &weights)].0
    }

    /// A value for a variable of the type.
    pub fn draw_value(&mut self, ty: NumberType) -> i128 {
        match ty {
            NumberType::Int(kind) => {
                let shape = IntShape::of(&self.program.target, kind);
                draw_integer(self.choices, self.config, kind, shape, None).signed()
            }
            NumberType::Float(_) => {
                // As an integer of one bit more than there may be, brought into the range.
                let (_, most) = limits(&self.program.target, ty);
                let bits = most.ilog2() as u8 + 2;
                let shape = IntShape { bits, signed: true };
                let kind = IntKind::LongLong;
                let value = draw_integer(self.choices, self.config, kind, shape, None);
                value.signed().clamp(-most, most)
            }
        }
    }

    /// A number between two others.
    pub fn draw_between(&mut self, least: i128, most: i128) -> i128 {
        // All types have 64 bits at most, and so do their distances but for one.
        let span = u64::try_from(most - least).unwrap_or(u64::MAX);
        let offset = match span.checked_add(1) {
            Some(count) => self.choices.bits(64) % count,
            None => self.choices.bits(64),
        };
        least + i128::from(offset)
    }

    /// The type as the program has it.
    pub fn type_id(&mut self, ty: NumberType) -> TypeId {
        let types = self.program.types_mut();
        match ty {
            NumberType::Int(kind) => types.int(kind),
            NumberType::Float(kind) => types.float(kind),
        }
    }

    /// A new variable of the type with this value, declared at the head of the function or of the
    /// file.
    pub fn variable(&mut self, ty: NumberType, value: i128, purpose: Purpose) -> Variable {
        let mut quals = Quals::NONE;
        if self.config.volatiles && self.choices.chance(self.config.volatile_percent) {
            quals = quals.with(Quals::VOLATILE);
        }
        let constant = purpose == Purpose::Input && self.config.consts;
        if constant && self.choices.chance(self.config.const_percent) {
            quals = quals.with(Quals::CONST);
        }
        let size = match ty {
            NumberType::Int(kind) => u64::from(self.program.target.int_size(kind)),
            NumberType::Float(kind) => u64::from(self.program.target.float_size(kind)),
        };
        let wants_global = self.choices.chance(self.config.new_global_percent);
        let external =
            self.config.extern_globals && self.choices.chance(self.config.extern_percent);
        let place = if self.is_global(wants_global, size) {
            self.data += size;
            let linkage = if external { Linkage::External } else { Linkage::Internal };
            self.global(ty, quals, linkage, value)
        } else {
            self.frame += size;
            self.local(ty, quals, value)
        };
        self.tokens += DECLARATION + u64::from(value < 0);
        Variable { place, ty, value, volatile: quals.is_volatile(), read_by: None }
    }

    /// Where a variable goes: where it is wanted, if there is room.
    fn is_global(&self, wanted: bool, size: u64) -> bool {
        let frame = u64::from(self.config.max_frame);
        let has_frame = frame == 0 || self.frame + size <= frame;
        let has_data = self.data + size <= u64::from(self.config.max_data);
        if wanted { has_data || !has_frame } else { !has_frame }
    }

    fn global(
        &mut self,
        ty: NumberType,
        quals: Quals,
        linkage: Linkage,
        value: i128,
    ) -> VariablePlace {
        let id = self.type_id(ty);
        let mut exprs = Exprs::new();
        let program = &mut self.program;
        let init = initial(&mut program.builder(&mut exprs), ty, id, value);
        let global = Global {
            name: None,
            ty: QualType { ty: id, quals },
            align: None,
            linkage,
            defined: true,
            init: Some(init),
            exprs,
            loc: Loc::NONE,
        };
        VariablePlace::Global(program.globals.push(Arc::new(global)))
    }

    fn local(&mut self, ty: NumberType, quals: Quals, value: i128) -> VariablePlace {
        let id = self.type_id(ty);
        let init = initial(&mut self.build(), ty, id, value);
        let local = self.body.locals.push(Local {
            name: None,
            ty: QualType { ty: id, quals },
            align: None,
            init: Some(init),
            kind: LocalKind::Var,
            loc: Loc::NONE,
        });
        let kind = StmtKind::Decl(local);
        self.declarations.push(self.body.stmts.push(Stmt { kind, loc: Loc::NONE }));
        VariablePlace::Local(local)
    }

    /// The variable as an lvalue.
    pub fn name(&mut self, place: VariablePlace) -> ExprId {
        match place {
            VariablePlace::Global(id) => {
                let ty = self.program.globals[id].ty;
                self.build().global(id, ty, Loc::NONE)
            }
            VariablePlace::Local(id) => {
                let ty = self.body.locals[id].ty;
                self.build().local(id, ty, Loc::NONE)
            }
        }
    }
}

/// The literal of a value: of the promoted type, as narrow types have none.
pub fn literal(build: &mut Builder<'_>, ty: NumberType, value: i128) -> ExprId {
    match promoted(build.target, ty) {
        NumberType::Int(kind) => build.int(value, kind, Loc::NONE),
        // Exact: the value is a whole number that the type holds.
        NumberType::Float(kind) => build.float(value as f64, kind, Loc::NONE),
    }
}

fn initial(build: &mut Builder<'_>, ty: NumberType, id: TypeId, value: i128) -> Init {
    let value = literal(build, ty, value);
    Init::Expr(build.implicit(value, id))
}
