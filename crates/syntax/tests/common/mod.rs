//! What the tests share: parsing a text, and writing programs down compactly.
#![allow(dead_code, reason = "each test file uses its own part")]

use brinell_lang::{
    Body, Dialect, ExprId, ExprKind, Exprs, IncDecOp, Init, Item, Linkage, LogicalOp, Program,
    QualType, StmtId, StmtKind, Target, TargetName, Type, UnaryOp, check,
};
use brinell_syntax::{ParseFailure, ParseOptions, SyntaxError, parse};
use std::fmt::Write;

pub fn options(target: TargetName, dialect: Dialect) -> ParseOptions {
    ParseOptions { target: Target::named(target), dialect }
}

pub fn try_parse(text: &str) -> Result<Program, ParseFailure> {
    parse(text, "t.c", &options(TargetName::Lp64, Dialect::C17))
}

/// Parses what has to be fine, and well formed.
#[track_caller]
pub fn program(text: &str) -> Program {
    program_for(text, TargetName::Lp64, Dialect::C17)
}

#[track_caller]
pub fn program_for(text: &str, target: TargetName, dialect: Dialect) -> Program {
    let program = match parse(text, "t.c", &options(target, dialect)) {
        Ok(program) => program,
        Err(failure) => panic!("{failure}\n--- in\n{text}"),
    };
    let flaws = check(&program);
    assert!(flaws.is_empty(), "{flaws:?}\n--- in\n{text}");
    program
}

/// `line:col: invalid …`, `line:col: unsupported …` or `fine`
#[track_caller]
pub fn error(text: &str) -> String {
    error_in(text, Dialect::C17)
}

#[track_caller]
pub fn error_in(text: &str, dialect: Dialect) -> String {
    match parse(text, "t.c", &options(TargetName::Lp64, dialect)) {
        Ok(_) => "fine".to_owned(),
        Err(failure) => {
            let loc = failure.error.loc();
            let words = match &failure.error {
                SyntaxError::Invalid { message, .. } => format!("invalid: {message}"),
                SyntaxError::Unsupported { construct, .. } => format!("unsupported: {construct}"),
            };
            format!("{}:{}: {words}", loc.line, loc.col)
        }
    }
}

/// The items of all units in order.
pub fn items(program: &Program) -> String {
    let global = |id| program.globals[id].name.clone().unwrap_or_else(|| "_".to_owned());
    let function = |id| program.functions[id].name.clone().unwrap_or_else(|| "_".to_owned());
    let words: Vec<String> = program
        .units
        .iter()
        .flat_map(|u| &u.items)
        .map(|item| match *item {
            Item::Record(r) => {
                format!("record {}", program.types.records[r].name.as_deref().unwrap_or("_"))
            }
            Item::DeclareGlobal(g) => format!("declare {}", global(g)),
            Item::DefineGlobal(g) => format!("define {}", global(g)),
            Item::DeclareFunction(f) => format!("declare {}()", function(f)),
            Item::DefineFunction(f) => format!("define {}()", function(f)),
        })
        .collect();
    words.join(", ")
}

/// A type in words, read from the left.
pub fn ty(p: &Program, qt: QualType) -> String {
    let mut out = String::new();
    if qt.quals.is_const() {
        out.push_str("const ");
    }
    if qt.quals.is_volatile() {
        out.push_str("volatile ");
    }
    match p.types.get(qt.ty) {
        Type::Pointer(to) => write!(out, "*{}", ty(p, *to)),
        Type::Array { elem, len: Some(n) } => write!(out, "[{n}]{}", ty(p, *elem)),
        Type::Array { elem, len: None } => write!(out, "[]{}", ty(p, *elem)),
        Type::Function(f) => {
            let mut params: Vec<String> =
                f.params.iter().map(|t| ty(p, QualType::plain(*t))).collect();
            if f.variadic {
                params.push("...".to_owned());
            }
            let mark = if f.prototype { "" } else { "?" };
            write!(out, "fn({}{mark}) {}", params.join(", "), ty(p, QualType::plain(f.ret)))
        }
        _ => write!(out, "{}", p.types.describe(qt.unqualified(), &p.target)),
    }
    .expect("writing to a string works");
    out
}

/// An expression: `%` is a load, `^` a decay, `<t>` an implicit and `(t)` an explicit conversion.
pub fn expr(p: &Program, exprs: &Exprs, body: Option<&Body>, e: ExprId) -> String {
    let sub = |e| expr(p, exprs, body, e);
    let it = &exprs[e];
    let local = |id| {
        body.and_then(|b| b.locals.get(id)).and_then(|l| l.name.clone()).unwrap_or("_".to_owned())
    };
    match &it.kind {
        ExprKind::Int(v) => {
            let text = match p.types.as_int(it.ty.ty) {
                Some(k) if p.target.is_signed(k) => v.signed().to_string(),
                _ => v.unsigned().to_string(),
            };
            match ty(p, it.ty).as_str() {
                "int" => text,
                other => format!("{text}:{other}"),
            }
        }
        ExprKind::Float(v) => format!("{v:?}:{}", ty(p, it.ty)),
        ExprKind::LongDouble(bits) => format!("{bits:?}:{}", ty(p, it.ty)),
        ExprKind::Str(id) => format!("{:?}", String::from_utf8_lossy(&p.strings[*id].bytes)),
        ExprKind::Global(id) => p.globals[*id].name.clone().unwrap_or("_".to_owned()),
        ExprKind::Function(id) => p.functions[*id].name.clone().unwrap_or("_".to_owned()),
        ExprKind::Local(id) => local(*id),
        ExprKind::CompoundLiteral(id) => {
            let init = body.and_then(|b| b.locals[*id].init.as_ref());
            format!("lit{}", init.map_or(String::new(), |i| init_text(p, exprs, body, i)))
        }
        ExprKind::Unary { op, operand } => {
            let op = match op {
                UnaryOp::Plus => "+",
                UnaryOp::Neg => "-",
                UnaryOp::BitNot => "~",
                UnaryOp::Not => "!",
            };
            format!("{op}{}", sub(*operand))
        }
        ExprKind::Binary { op, lhs, rhs } => {
            format!("({} {} {})", sub(*lhs), op.spelling(), sub(*rhs))
        }
        ExprKind::Logical { op, lhs, rhs } => {
            let op = if *op == LogicalOp::And { "&&" } else { "||" };
            format!("({} {op} {})", sub(*lhs), sub(*rhs))
        }
        ExprKind::Conditional { cond, then, otherwise } => {
            format!("({} ? {} : {})", sub(*cond), sub(*then), sub(*otherwise))
        }
        ExprKind::Comma { lhs, rhs } => format!("({}, {})", sub(*lhs), sub(*rhs)),
        ExprKind::Assign { lhs, rhs } => format!("({} = {})", sub(*lhs), sub(*rhs)),
        ExprKind::AssignOp { op, lhs, rhs, compute } => {
            let compute = ty(p, QualType::plain(*compute));
            format!("({} {}=<{compute}> {})", sub(*lhs), op.spelling(), sub(*rhs))
        }
        ExprKind::IncDec { op, operand } => match op {
            IncDecOp::PreInc => format!("++{}", sub(*operand)),
            IncDecOp::PreDec => format!("--{}", sub(*operand)),
            IncDecOp::PostInc => format!("{}++", sub(*operand)),
            IncDecOp::PostDec => format!("{}--", sub(*operand)),
        },
        ExprKind::Cast { operand, implicit: true } => {
            format!("<{}>{}", ty(p, it.ty), sub(*operand))
        }
        ExprKind::Cast { operand, implicit: false } => {
            format!("({}){}", ty(p, it.ty), sub(*operand))
        }
        ExprKind::Load(e) => format!("%{}", sub(*e)),
        ExprKind::Decay(e) => format!("^{}", sub(*e)),
        ExprKind::AddrOf(e) => format!("&{}", sub(*e)),
        ExprKind::Deref(e) => format!("*{}", sub(*e)),
        ExprKind::Index { base, index } => format!("{}[{}]", sub(*base), sub(*index)),
        ExprKind::Member { base, field } => format!("{}.{field}", sub(*base)),
        ExprKind::Call { callee, args } => {
            let args: Vec<String> = args.iter().map(|a| sub(*a)).collect();
            format!("{}({})", sub(*callee), args.join(", "))
        }
        ExprKind::SizeOf(of) => format!("sizeof({})", ty(p, *of)),
        ExprKind::AlignOf(of) => format!("alignof({})", ty(p, *of)),
    }
}

/// An initialiser: `{index: value, …}`.
pub fn init_text(p: &Program, exprs: &Exprs, body: Option<&Body>, init: &Init) -> String {
    match init {
        Init::Expr(e) => expr(p, exprs, body, *e),
        Init::List(items) => {
            let words: Vec<String> = items
                .iter()
                .map(|i| format!("{}: {}", i.index, init_text(p, exprs, body, &i.init)))
                .collect();
            format!("{{{}}}", words.join(", "))
        }
    }
}

/// The type and initialiser of a global.
#[track_caller]
pub fn global(p: &Program, name: &str) -> String {
    let found = p.globals.iter().find(|g| g.name.as_deref() == Some(name));
    let g = found.unwrap_or_else(|| panic!("no object '{name}'"));
    let mut out = ty(p, g.ty);
    match g.linkage {
        Linkage::External => {}
        Linkage::Internal => out.insert_str(0, "static "),
        Linkage::None => out.insert_str(0, "local "),
    }
    if !g.defined {
        out.insert_str(0, "extern ");
    }
    if let Some(init) = &g.init {
        write!(out, " = {}", init_text(p, &g.exprs, None, init)).expect("writing works");
    }
    out
}

/// A statement on one line.
pub fn stmt(p: &Program, body: &Body, s: StmtId) -> String {
    let e = |e| expr(p, &body.exprs, Some(body), e);
    let sub = |s| stmt(p, body, s);
    let label = |id| body.labels[id].name.clone().unwrap_or_default();
    match &body.stmts[s].kind {
        StmtKind::Empty => ";".to_owned(),
        StmtKind::Expr(x) => format!("{};", e(*x)),
        StmtKind::Decl(id) => {
            let l = &body.locals[*id];
            let mut out = format!("{}: {}", l.name.clone().unwrap_or_default(), ty(p, l.ty));
            if let Some(init) = &l.init {
                write!(out, " = {}", init_text(p, &body.exprs, Some(body), init))
                    .expect("writing works");
            }
            out + ";"
        }
        StmtKind::Block(stmts) => {
            let words: Vec<String> = stmts.iter().map(|s| sub(*s)).collect();
            format!("{{ {} }}", words.join(" "))
        }
        StmtKind::If { cond, then, otherwise } => {
            let mut out = format!("if ({}) {}", e(*cond), sub(*then));
            if let Some(s) = otherwise {
                write!(out, " else {}", sub(*s)).expect("writing works");
            }
            out
        }
        StmtKind::While { cond, body } => format!("while ({}) {}", e(*cond), sub(*body)),
        StmtKind::DoWhile { body, cond } => format!("do {} while ({})", sub(*body), e(*cond)),
        StmtKind::For { init, cond, step, body } => {
            let init: Vec<String> = init.iter().map(|s| sub(*s)).collect();
            let cond = cond.map(e).unwrap_or_default();
            let step = step.map(e).unwrap_or_default();
            format!("for ({} {cond}; {step}) {}", init.join(" "), sub(*body))
        }
        StmtKind::Switch { scrutinee, body } => {
            format!("switch ({}) {}", e(*scrutinee), sub(*body))
        }
        StmtKind::Case { lo, hi } if lo == hi => format!("case {}:", lo.signed()),
        StmtKind::Case { lo, hi } => format!("case {}...{}:", lo.signed(), hi.signed()),
        StmtKind::Default => "default:".to_owned(),
        StmtKind::Label(id) => format!("{}:", label(*id)),
        StmtKind::Goto(id) => format!("goto {};", label(*id)),
        StmtKind::Break => "break;".to_owned(),
        StmtKind::Continue => "continue;".to_owned(),
        StmtKind::Return(None) => "return;".to_owned(),
        StmtKind::Return(Some(x)) => format!("return {};", e(*x)),
    }
}

/// The body of a function.
#[track_caller]
pub fn body(p: &Program, name: &str) -> String {
    let found = p.functions.iter().find(|f| f.name.as_deref() == Some(name));
    let f = found.unwrap_or_else(|| panic!("no function '{name}'"));
    let body = f.body.as_ref().unwrap_or_else(|| panic!("'{name}' has no body"));
    stmt(p, body, body.root.expect("the body is finished"))
}

/// Collects what differs, so that a table of cases shows all of it at once.
#[derive(Default)]
pub struct Table {
    wrong: Vec<String>,
}

impl Table {
    pub fn check(&mut self, case: &str, got: &str, expected: &str) {
        if got != expected {
            self.wrong.push(format!("{case}\n     got: {got}\n  wanted: {expected}"));
        }
    }

    #[track_caller]
    pub fn finish(self) {
        assert!(self.wrong.is_empty(), "{} cases\n{}", self.wrong.len(), self.wrong.join("\n"));
    }
}
