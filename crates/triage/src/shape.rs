//! A program without what varies between findings of one bug: names and constants.
//!
//! The shape is the syntax tree as a text, with variables and functions numbered by their first
//! appearance, constants and lengths of arrays as `#`, types spelled out, and implicit conversions
//! left out, since the types around them decide about them. Two programs have the same shape exactly
//! if they differ in names, constants and layout only.

use brinell_lang::{
    Body, ExprId, ExprKind, Exprs, FuncId, GlobalId, Init, Item, LabelId, LocalId, Program,
    QualType, RecordId, RecordKind, StmtId, StmtKind, Type, TypeId,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The shape of a program.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct ProgramShape {
    /// The tree as a text.
    pub tree: String,
    /// How often each kind of node stands in it.
    pub kinds: BTreeMap<String, u32>,
    /// Whether structs or unions are passed by value.
    #[serde(default)]
    pub passes_records: bool,
    /// Whether there are bit-fields without a name.
    #[serde(default)]
    pub has_unnamed_bits: bool,
}

impl ProgramShape {
    /// FNV-1a of the tree: keys of bugs are kept in files, so it has to be the same for ever.
    pub fn hash(&self) -> u64 {
        self.tree.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// The shape of a program.
    pub fn of(program: &Program) -> Self {
        let mut writer = ShapeWriter {
            program,
            shape: Self::default(),
            globals: Numbers::default(),
            functions: Numbers::default(),
            records: Numbers::default(),
            locals: Numbers::default(),
            labels: Numbers::default(),
        };
        for unit in &program.units {
            writer.open("unit");
            unit.items.iter().for_each(|item| writer.item(*item));
            writer.close();
        }
        writer.shape
    }

    /// How far two shapes are apart, from 0 (the same kinds of nodes, equally often) to 1 (nothing
    /// in common).
    pub fn distance(&self, other: &Self) -> f64 {
        let count = |shape: &Self, kind: &String| shape.kinds.get(kind).copied().unwrap_or(0);
        let (mut common, mut all) = (0, 0);
        let others = other.kinds.keys().filter(|kind| !self.kinds.contains_key(*kind));
        for kind in self.kinds.keys().chain(others) {
            let (one, two) = (count(self, kind), count(other, kind));
            common += one.min(two);
            all += one.max(two);
        }
        if all == 0 { 0.0 } else { 1.0 - f64::from(common) / f64::from(all) }
    }
}

/// Things numbered by their first appearance.
struct Numbers<Id>(Vec<Id>);

impl<Id> Default for Numbers<Id> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<Id: Copy + PartialEq> Numbers<Id> {
    /// The number, and whether it is new.
    fn of(&mut self, id: Id) -> (usize, bool) {
        if let Some(number) = self.0.iter().position(|known| *known == id) {
            return (number, false);
        }
        self.0.push(id);
        (self.0.len() - 1, true)
    }
}

struct ShapeWriter<'p> {
    program: &'p Program,
    shape: ProgramShape,
    globals: Numbers<GlobalId>,
    functions: Numbers<FuncId>,
    records: Numbers<RecordId>,
    locals: Numbers<LocalId>,
    labels: Numbers<LabelId>,
}

impl<'p> ShapeWriter<'p> {
    fn word(&mut self, word: &str) {
        if !self.shape.tree.is_empty() && !self.shape.tree.ends_with('(') {
            self.shape.tree.push(' ');
        }
        self.shape.tree.push_str(word);
    }

    /// Begins a node of a kind.
    fn open(&mut self, kind: &str) {
        self.word("(");
        self.shape.tree.push_str(kind);
        *self.shape.kinds.entry(kind.to_owned()).or_default() += 1;
    }

    fn close(&mut self) {
        self.shape.tree.push(')');
    }

    /// A node without children.
    fn leaf(&mut self, kind: &str) {
        self.open(kind);
        self.close();
    }

    fn item(&mut self, item: Item) {
        match item {
            // Spelled out where they are used.
            Item::Record(_) => {}
            Item::DeclareGlobal(id) => {
                self.open("extern");
                self.global(id);
                self.close();
            }
            Item::DefineGlobal(id) => {
                let global = &self.program.globals[id];
                self.open("global");
                self.global(id);
                self.qual_type(global.ty);
                if let Some(init) = &global.init {
                    self.init(init, &global.exprs, None);
                }
                self.close();
            }
            Item::DeclareFunction(id) => {
                self.open("declare");
                self.function(id);
                self.close();
            }
            Item::DefineFunction(id) => {
                let program = self.program;
                let function = &program.functions[id];
                self.open("function");
                self.function(id);
                self.type_of(function.ty);
                self.locals = Numbers::default();
                self.labels = Numbers::default();
                if let Some(body) = &function.body {
                    for param in &body.params {
                        let (number, _) = self.locals.of(*param);
                        self.word(&format!("l{number}"));
                    }
                    if let Some(root) = body.root {
                        self.stmt(root, body);
                    }
                }
                self.close();
            }
        }
    }

    fn global(&mut self, id: GlobalId) {
        let (number, _) = self.globals.of(id);
        self.word(&format!("g{number}"));
    }

    /// Functions of the library keep their names: those say what they do.
    fn function(&mut self, id: FuncId) {
        let function = &self.program.functions[id];
        match (&function.name, &function.body) {
            (Some(name), None) => self.word(name),
            (Some(name), _) if name == "main" => self.word(name),
            _ => {
                let (number, _) = self.functions.of(id);
                self.word(&format!("f{number}"));
            }
        }
    }

    fn qual_type(&mut self, ty: QualType) {
        for (has, word) in [(ty.quals.is_const(), "const"), (ty.quals.is_volatile(), "volatile")] {
            if has {
                self.leaf(word);
            }
        }
        self.type_of(ty.ty);
    }

    fn type_of(&mut self, ty: TypeId) {
        let program = self.program;
        let types = &program.types;
        match types.get(ty) {
            Type::Void => self.word("void"),
            Type::Int(kind) => self.leaf(kind.spelling()),
            Type::Float(kind) => self.leaf(&format!("{kind:?}")),
            Type::Enum(id) => self.leaf(types.enums[*id].underlying.spelling()),
            Type::Pointer(to) => {
                self.open("pointer");
                self.qual_type(*to);
                self.close();
            }
            Type::Array { elem, .. } => {
                self.open("array");
                self.qual_type(*elem);
                self.close();
            }
            Type::Function(function) => {
                self.open("takes");
                function.params.iter().for_each(|param| self.type_of(*param));
                self.word("gives");
                self.type_of(function.ret);
                self.close();
            }
            Type::Record(id) => self.record(*id),
            Type::Opaque(name) => self.word(name),
        }
    }

    fn record(&mut self, id: RecordId) {
        let (number, new) = self.records.of(id);
        if !new {
            self.word(&format!("r{number}"));
            return;
        }
        let program = self.program;
        let record = &program.types.records[id];
        self.open(if record.kind == RecordKind::Struct { "struct" } else { "union" });
        if record.packed || record.pragma_pack.is_some() {
            self.leaf("packed");
        }
        for field in record.fields.iter().flatten() {
            self.open(if field.bits.is_some() { "bits" } else { "field" });
            self.shape.has_unnamed_bits |= field.bits.is_some() && field.name.is_none();
            self.qual_type(field.ty);
            self.close();
        }
        self.close();
    }

    fn init(&mut self, init: &Init, exprs: &'p Exprs, body: Option<&'p Body>) {
        match init {
            Init::Expr(id) => self.expr(*id, exprs, body),
            Init::List(items) => {
                self.open("list");
                for item in items {
                    self.init(&item.init, exprs, body);
                }
                self.close();
            }
        }
    }

    fn local(&mut self, id: LocalId) {
        let (number, _) = self.locals.of(id);
        self.word(&format!("l{number}"));
    }

    fn label(&mut self, id: LabelId) {
        let (number, _) = self.labels.of(id);
        self.word(&format!("to{number}"));
    }

    fn stmt(&mut self, id: StmtId, body: &'p Body) {
        let kind = &body.stmts[id].kind;
        self.open(kind.word());
        match kind {
            StmtKind::Decl(local) => {
                self.local(*local);
                self.qual_type(body.locals[*local].ty);
                if let Some(init) = &body.locals[*local].init {
                    self.init(init, &body.exprs, Some(body));
                }
            }
            StmtKind::Label(label) | StmtKind::Goto(label) => self.label(*label),
            StmtKind::For { cond, step, .. } => {
                for part in [cond, step] {
                    match part {
                        Some(expr) => self.expr(*expr, &body.exprs, Some(body)),
                        None => self.word("-"),
                    }
                }
            }
            _ => kind.for_each_expr(|expr| self.expr(expr, &body.exprs, Some(body))),
        }
        kind.for_each_child(|child| self.stmt(child, body));
        self.close();
    }

    fn expr(&mut self, id: ExprId, exprs: &'p Exprs, body: Option<&'p Body>) {
        let expr = &exprs[id];
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::LongDouble(_) | ExprKind::Str(_) => {
                return self.word("#");
            }
            ExprKind::Global(id) => return self.global(*id),
            ExprKind::Local(id) => return self.local(*id),
            ExprKind::Function(id) => return self.function(*id),
            ExprKind::Load(operand)
            | ExprKind::Decay(operand)
            | ExprKind::Cast { operand, implicit: true } => {
                return self.expr(*operand, exprs, body);
            }
            _ => {}
        }
        self.open(&expr.kind.word());
        match &expr.kind {
            ExprKind::CompoundLiteral(local) => {
                self.local(*local);
                if let Some(body) = body {
                    self.qual_type(body.locals[*local].ty);
                    if let Some(init) = &body.locals[*local].init {
                        self.init(init, exprs, Some(body));
                    }
                }
            }
            ExprKind::Cast { .. } => self.qual_type(expr.ty),
            ExprKind::Member { field, .. } => self.word(&format!(".{field}")),
            ExprKind::Call { args, .. } => {
                let types = &self.program.types;
                let record = |arg: &ExprId| types.as_record(exprs[*arg].ty.ty).is_some();
                self.shape.passes_records |= args.iter().any(record);
            }
            _ => {}
        }
        if let Some(ty) = expr.kind.named_type() {
            self.qual_type(*ty);
        }
        expr.for_each_child(|child| self.expr(child, exprs, body));
        self.close();
    }
}
