//! Expressions as C text, with the parentheses that the grammar or a careful reader needs.
//!
//! Implicit conversions, loads and decays leave no trace. Parentheses are decided from how tightly
//! the printed forms bind, never from the nodes behind them, so that a constant and the expression
//! its text is read as are treated alike.

use crate::code::{CodePrinter, PrintWork};
use crate::constant;
use brinell_lang::{
    BinaryOp, Bits, Expr, ExprId, ExprKind, IncDecOp, LocalId, LogicalOp, LongDouble, Type, UnaryOp,
};

/// How tightly expressions bind (C11 6.5), loosest first.
pub mod level {
    /// `a, b`
    pub const COMMA: u8 = 1;
    /// `a = b`
    pub const ASSIGN: u8 = 2;
    /// `a ? b : c`
    pub const CONDITIONAL: u8 = 3;
    /// `a || b`
    pub const LOGICAL_OR: u8 = 4;
    /// `a && b`
    pub const LOGICAL_AND: u8 = 5;
    /// `a | b`
    pub const OR: u8 = 6;
    /// `a ^ b`
    pub const XOR: u8 = 7;
    /// `a & b`
    pub const AND: u8 = 8;
    /// `a == b`
    pub const EQUALITY: u8 = 9;
    /// `a < b`
    pub const RELATION: u8 = 10;
    /// `a << b`
    pub const SHIFT: u8 = 11;
    /// `a + b`
    pub const ADD: u8 = 12;
    /// `a * b`
    pub const MUL: u8 = 13;
    /// `(type)a`
    pub const CAST: u8 = 14;
    /// `-a`
    pub const UNARY: u8 = 15;
    /// `a[b]`
    pub const POSTFIX: u8 = 16;
    /// `a`
    pub const PRIMARY: u8 = 17;
}

fn binary_level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => level::MUL,
        BinaryOp::Add | BinaryOp::Sub => level::ADD,
        BinaryOp::Shl | BinaryOp::Shr => level::SHIFT,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => level::RELATION,
        BinaryOp::Eq | BinaryOp::Ne => level::EQUALITY,
        BinaryOp::And => level::AND,
        BinaryOp::Xor => level::XOR,
        BinaryOp::Or => level::OR,
    }
}

/// Whether compilers warn about an operand of the second level inside an operator of the first one
/// (`-Wparentheses` of gcc and clang), though the grammar needs no parentheses.
fn deserves_parentheses(operator: u8, operand: u8) -> bool {
    match operator {
        level::SHIFT => operand == level::ADD,
        level::RELATION | level::EQUALITY => matches!(operand, level::RELATION | level::EQUALITY),
        level::AND | level::XOR | level::OR => operand > operator && operand < level::MUL,
        level::LOGICAL_OR => operand == level::LOGICAL_AND,
        _ => false,
    }
}

impl<'a> CodePrinter<'a> {
    /// Skips the nodes that the text does not show.
    pub fn strip(&self, mut id: ExprId) -> &'a Expr {
        loop {
            let expr = &self.exprs[id];
            match expr.kind {
                ExprKind::Load(inner)
                | ExprKind::Decay(inner)
                | ExprKind::Cast { operand: inner, implicit: true } => id = inner,
                _ => return expr,
            }
        }
    }

    /// How tightly the printed form of an expression binds.
    pub fn level(&self, id: ExprId) -> u8 {
        let expr = self.strip(id);
        match &expr.kind {
            ExprKind::Int(bits) => self.int_constant(expr, *bits).1,
            ExprKind::Float(_) | ExprKind::LongDouble(_) => self.float_constant(expr).level,
            ExprKind::Str(_) | ExprKind::Global(_) | ExprKind::Local(_) | ExprKind::Function(_) => {
                level::PRIMARY
            }
            ExprKind::CompoundLiteral(_)
            | ExprKind::Index { .. }
            | ExprKind::Member { .. }
            | ExprKind::Call { .. } => level::POSTFIX,
            ExprKind::IncDec { op, .. } if op.is_prefix() => level::UNARY,
            ExprKind::IncDec { .. } => level::POSTFIX,
            ExprKind::Unary { .. }
            | ExprKind::AddrOf(_)
            | ExprKind::Deref(_)
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_) => level::UNARY,
            ExprKind::Cast { .. } | ExprKind::Load(_) | ExprKind::Decay(_) => level::CAST,
            ExprKind::Binary { op, .. } => binary_level(*op),
            ExprKind::Logical { op: LogicalOp::And, .. } => level::LOGICAL_AND,
            ExprKind::Logical { op: LogicalOp::Or, .. } => level::LOGICAL_OR,
            ExprKind::Conditional { .. } => level::CONDITIONAL,
            ExprKind::Assign { .. } | ExprKind::AssignOp { .. } => level::ASSIGN,
            ExprKind::Comma { .. } => level::COMMA,
        }
    }

    /// The text of an integer constant and how tightly it binds.
    fn int_constant(&self, expr: &Expr, bits: Bits) -> (String, u8) {
        let types = self.spell.types;
        let Some(kind) = types.as_int(expr.ty.ty) else {
            // Not well formed; a cast of the number is the nearest thing.
            let (ty, number) = (self.spell.type_name(expr.ty), bits.word());
            return (format!("({ty}){number}ULL"), level::CAST);
        };
        let number = constant::int(self.spell.target, bits, kind);
        let exact = matches!(
            types.get(expr.ty.ty),
            Type::Int(k) if self.spell.target.promote(*k) == *k && !k.is_128()
        );
        if exact {
            return (number.text, number.level);
        }
        let ty = self.spell.type_name(expr.ty.unqualified());
        let text = if number.level < level::CAST {
            format!("({ty})({})", number.text)
        } else {
            format!("({ty}){}", number.text)
        };
        (text, level::CAST)
    }

    fn float_constant(&self, expr: &Expr) -> constant::ConstantText {
        if let ExprKind::LongDouble(bits) = expr.kind
            && let Some(format) = self.spell.target.long_format
            && let Some(value) = LongDouble::from_bits(format, bits)
        {
            return constant::long_double(value);
        }
        let value = if let ExprKind::Float(v) = expr.kind { v } else { 0.0 };
        let kind = self.spell.types.as_float(expr.ty.ty);
        constant::float(value, kind.unwrap_or(brinell_lang::FloatKind::Double))
    }

    /// Schedules an expression, in parentheses where it binds looser than `min`.
    pub fn push_expr(&mut self, id: ExprId, min: u8) {
        let parenthesise = self.level(id) < min;
        if parenthesise {
            self.work.push(PrintWork::Text(")"));
        }
        self.work.push(PrintWork::Expr(id));
        if parenthesise {
            self.work.push(PrintWork::Text("("));
        }
    }

    /// Schedules an operand of a binary operator.
    fn push_operand(&mut self, operator: u8, id: ExprId, left: bool) {
        let operand = self.level(id);
        let not = matches!(self.strip(id).kind, ExprKind::Unary { op: UnaryOp::Not, .. });
        // `!a == b` and `!a & b` look like a mistake to compilers.
        let hasty_not =
            left && not && matches!(operator, level::RELATION | level::EQUALITY | level::AND);
        let min = if left { operator } else { operator + 1 };
        let parentheses = hasty_not || deserves_parentheses(operator, operand);
        self.push_expr(id, if parentheses { level::PRIMARY + 1 } else { min });
    }

    /// Schedules a binary form with its operator.
    fn push_binary(&mut self, operator: u8, word: &'static str, lhs: ExprId, rhs: ExprId) {
        self.push_operand(operator, rhs, false);
        self.work.push(PrintWork::Text(" "));
        self.work.push(PrintWork::Text(word));
        self.work.push(PrintWork::Text(" "));
        self.push_operand(operator, lhs, true);
    }

    /// A controlling expression: an assignment gets a second pair of parentheses, as compilers ask.
    pub fn push_condition(&mut self, id: ExprId) {
        let assignment = self.level(id) == level::ASSIGN;
        self.push_expr(id, if assignment { level::CONDITIONAL } else { level::COMMA });
    }

    /// Prints one expression node and schedules its parts.
    pub fn expr(&mut self, id: ExprId) {
        let expr = self.strip(id);
        match &expr.kind {
            ExprKind::Int(bits) => {
                let (text, _) = self.int_constant(expr, *bits);
                self.put(&text);
            }
            ExprKind::Float(_) | ExprKind::LongDouble(_) => {
                let number = self.float_constant(expr);
                self.put(&number.text);
            }
            ExprKind::Str(s) => {
                let text = constant::string(&self.program.strings[*s].bytes);
                self.put(&text);
            }
            ExprKind::Global(g) => self.put(&self.names.globals[*g]),
            ExprKind::Function(f) => self.put(&self.names.functions[*f]),
            ExprKind::Local(l) => self.put_local(*l),
            ExprKind::CompoundLiteral(l) => self.compound_literal(*l),
            ExprKind::Unary { op, operand } => {
                self.put(match op {
                    UnaryOp::Plus => "+",
                    UnaryOp::Neg => "-",
                    UnaryOp::BitNot => "~",
                    UnaryOp::Not => "!",
                });
                self.push_expr(*operand, level::CAST);
            }
            ExprKind::Binary { op, lhs, rhs } => {
                self.push_binary(binary_level(*op), op.spelling(), *lhs, *rhs);
            }
            ExprKind::Logical { op: LogicalOp::And, lhs, rhs } => {
                self.push_binary(level::LOGICAL_AND, "&&", *lhs, *rhs);
            }
            ExprKind::Logical { op: LogicalOp::Or, lhs, rhs } => {
                self.push_binary(level::LOGICAL_OR, "||", *lhs, *rhs);
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                self.push_expr(*otherwise, level::CONDITIONAL);
                self.work.push(PrintWork::Text(" : "));
                self.push_expr(*then, level::LOGICAL_OR);
                self.work.push(PrintWork::Text(" ? "));
                // clang takes `a + b ? c : d` for a mistake.
                let arithmetic = (level::OR..level::CAST).contains(&self.level(*cond))
                    && !(level::EQUALITY..=level::RELATION).contains(&self.level(*cond));
                self.push_expr(*cond, if arithmetic { level::CAST } else { level::LOGICAL_OR });
            }
            ExprKind::Comma { lhs, rhs } => {
                self.push_expr(*rhs, level::ASSIGN);
                self.work.push(PrintWork::Text(", "));
                self.push_expr(*lhs, level::COMMA);
            }
            ExprKind::Assign { lhs, rhs } => self.push_assignment("", *lhs, *rhs),
            ExprKind::AssignOp { op, lhs, rhs, .. } => {
                self.push_assignment(op.spelling(), *lhs, *rhs);
            }
            ExprKind::IncDec { op, operand } => {
                let word = if op.is_increment() { "++" } else { "--" };
                if matches!(op, IncDecOp::PreInc | IncDecOp::PreDec) {
                    self.put(word);
                    self.push_expr(*operand, level::UNARY);
                } else {
                    self.work.push(PrintWork::Text(word));
                    self.push_expr(*operand, level::POSTFIX);
                }
            }
            ExprKind::Cast { operand, .. } => {
                let ty = self.spell.type_name(expr.ty.unqualified());
                self.put(&format!("({ty})"));
                self.push_expr(*operand, level::CAST);
            }
            ExprKind::AddrOf(operand) => {
                self.put("&");
                self.push_expr(*operand, level::CAST);
            }
            ExprKind::Deref(operand) => {
                self.put("*");
                self.push_expr(*operand, level::CAST);
            }
            ExprKind::Index { base, index } => {
                self.work.push(PrintWork::Text("]"));
                self.push_expr(*index, level::COMMA);
                self.work.push(PrintWork::Text("["));
                self.push_expr(*base, level::POSTFIX);
            }
            ExprKind::Member { base, field } => self.member(*base, *field),
            ExprKind::Call { callee, args } => {
                self.work.push(PrintWork::Text(")"));
                let is_macro = matches!(self.strip(*callee).kind,
                    ExprKind::Function(f) if self.names.macros[f].is_some());
                for (i, arg) in args.iter().enumerate().rev() {
                    // Braces do not keep a comma from ending the argument of a macro.
                    let braces = is_macro && self.has_compound_literal(*arg);
                    self.push_expr(*arg, if braces { level::PRIMARY + 1 } else { level::ASSIGN });
                    if i > 0 {
                        self.work.push(PrintWork::Text(", "));
                    }
                }
                self.work.push(PrintWork::Text("("));
                self.push_expr(*callee, level::POSTFIX);
            }
            ExprKind::SizeOf(of) => {
                let ty = self.spell.type_name(*of);
                self.put(&format!("sizeof({ty})"));
            }
            ExprKind::AlignOf(of) => {
                let ty = self.spell.type_name(*of);
                self.put(&format!("_Alignof({ty})"));
            }
            // Stripped above.
            ExprKind::Load(_) | ExprKind::Decay(_) => {}
        }
    }

    fn push_assignment(&mut self, op: &'static str, lhs: ExprId, rhs: ExprId) {
        self.push_expr(rhs, level::ASSIGN);
        self.work.push(PrintWork::Text("= "));
        self.work.push(PrintWork::Text(op));
        self.work.push(PrintWork::Text(" "));
        self.push_expr(lhs, level::UNARY);
    }

    fn put_local(&mut self, id: LocalId) {
        let name = self.scope.locals.get(id.0 as usize).map_or("", String::as_str);
        match self.body.and_then(|b| b.locals.get(id)) {
            // What a call would do to the argument: convert it.
            Some(local) if self.in_macro => {
                let ty = self.spell.type_name(local.ty.unqualified());
                self.put(&format!("(({ty})({name}))"));
            }
            _ => self.put(name),
        }
    }

    fn has_compound_literal(&self, id: ExprId) -> bool {
        self.exprs.under(id).any(|(_, expr)| matches!(expr.kind, ExprKind::CompoundLiteral(_)))
    }

    fn compound_literal(&mut self, id: LocalId) {
        let Some(local) = self.body.and_then(|b| b.locals.get(id)) else { return };
        let ty = self.spell.type_name(local.ty);
        self.put(&format!("({ty})"));
        self.push_braced(local.init.as_ref(), local.ty.ty);
    }

    /// `base.field`, `pointer->field`; anonymous members on the way leave no trace.
    fn member(&mut self, mut base: ExprId, field: u32) {
        let types = self.spell.types;
        let name = types
            .as_record(self.exprs[base].ty.ty)
            .and_then(|r| self.names.fields[r].get(field as usize))
            .and_then(Option::as_deref);
        while let ExprKind::Member { base: outer, field } = self.strip(base).kind {
            let found = types
                .as_record(self.exprs[outer].ty.ty)
                .and_then(|r| types.records[r].fields.as_ref()?.get(field as usize));
            match found {
                Some(f) if self.names.is_anonymous_member(types, f) => base = outer,
                _ => break,
            }
        }
        self.work.push(PrintWork::Text(name.unwrap_or("")));
        if let ExprKind::Deref(pointer) = self.strip(base).kind {
            self.work.push(PrintWork::Text("->"));
            self.push_expr(pointer, level::POSTFIX);
        } else {
            self.work.push(PrintWork::Text("."));
            self.push_expr(base, level::POSTFIX);
        }
    }
}
