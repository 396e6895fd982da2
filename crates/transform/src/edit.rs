//! The edits of a program. An edit names a place of one program by its
//! ids; it means nothing for any other.

use brinell_lang::{
    BinaryOp, Bits, ExprId, FuncId, GlobalId, IntKind, LocalId, Quals, RecordId, StmtId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whose expressions are meant.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Owner {
    /// Those of a function's body.
    Function(FuncId),
    /// Those of a global's initialiser.
    Global(GlobalId),
}

/// A variable.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Object {
    /// With static storage duration.
    Global(GlobalId),
    /// A local or parameter of a function.
    Local(FuncId, LocalId),
}

/// One change of a program.
#[derive(Clone, Debug)]
pub enum Edit {
    /// To a statement.
    Stmt(FuncId, StmtId, StmtEdit),
    /// To an expression.
    Expr(Owner, ExprId, ExprEdit),
    /// To a variable.
    Object(Object, ObjectEdit),
    /// To a function.
    Function(FuncId, FunctionEdit),
    /// To a struct or union.
    Record(RecordId, RecordEdit),
    /// To the field of that index.
    Field(RecordId, u32, FieldEdit),
    /// No such qualifier anywhere.
    Unqualify(Quals),
    /// `int` in place of another integer type, everywhere.
    IntFor(IntKind),
    /// One translation unit in place of all.
    MergeUnits,
    /// All of these, or none.
    Together(Vec<Edit>),
}

/// To a statement.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum StmtEdit {
    /// Nothing in its place. The declaration of what is still used stays.
    Drop,
    /// The body of a block, loop or switch, or the first arm of an `if`, in place of the whole.
    Body,
    /// The second arm of an `if` in place of the whole.
    Else,
    /// Without the second arm.
    NoElse,
    /// The controlling expression, the value returned, or that of a variable, in place of the whole.
    Condition,
    /// An `if` in place of a loop: one trip at most.
    Once,
    /// An `if` in place of a switch: whether it is that case, with what follows the label; else what
    /// follows the other label.
    Choose(StmtId, Option<StmtId>),
    /// A `for` without its last clause.
    NoStep,
    /// The body of the function called in place of its call.
    Inline,
    /// That part of its expression before it, as a statement of its own.
    Hoist(ExprId),
    /// In `main`: return the value of the expression, or of that argument of a call.
    Return(Option<u8>),
    /// In `main`: return whether that argument of a call, or the expression, is another value.
    Differs(Option<u8>, Bits),
    /// Of the last `return` of `main`: return whether an lvalue of some body is another value.
    Tell(Owner, ExprId, Bits),
}

/// To an expression.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ExprEdit {
    /// Its operand of that number in its place.
    Operand(u8),
    /// A constant of its own type, promoted.
    Constant(Bits),
    /// A constant of type `int`.
    Int(i32),
    /// A floating constant of its own type: the bits of a `double` with its value.
    Float(u64),
    /// The body of the function called, which is one `return`.
    Inline,
    /// A plain assignment in place of `op=`.
    Assign,
    /// `a op b` in place of `a op= b`.
    Operation,
    /// What a variable, or a part of one, is initialised with in its place.
    Initial,
    /// Another expression of the same body in its place.
    Copy(ExprId),
    /// Another variable in the place of one.
    Variable(Object),
    /// An expression of another body in its place: what is given for a parameter. It may name
    /// globals only, and locals that become such.
    Outside(Owner, ExprId),
    /// The operation itself on both arguments in place of the call of a function that guards it.
    Raw(BinaryOp),
}

/// To a variable.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ObjectEdit {
    /// Gone: reading it gives zero, writing it does nothing.
    Drop,
    /// Without initialiser.
    NoInit,
    /// Without the element of the initialiser at that path.
    NoItem(Vec<u64>),
    /// Without qualifiers, those of what it points to included.
    Plain,
    /// `int` at the bottom of its arrays.
    Int,
    /// That many elements.
    Length(u64),
    /// Its first element in place of the whole array.
    Element,
    /// What it points to in place of the pointer: `x` for `*x`, and `y` for `&y` where it is set.
    Pointee,
    /// Without `static`.
    External,
    /// Without its alignment.
    NoAlign,
    /// A global that becomes a local of a function, declared first of all.
    Into(FuncId),
    /// A local that becomes a global.
    Shared,
}

/// To a function.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum FunctionEdit {
    /// Calls give zero in its place.
    NoCalls,
    /// Without the parameter of that number.
    NoParam(u32),
    /// Returns nothing.
    Void,
    /// Neither `static` nor `inline` nor `noinline`, and no macro.
    Plain,
    /// Neither `inline` nor `noinline` any more.
    NotInline,
    /// Returns `int`.
    Int,
}

/// To a struct or union.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum RecordEdit {
    /// Neither packed nor aligned.
    Plain,
    /// A struct in place of a union.
    Struct,
}

/// To a field.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum FieldEdit {
    /// Gone.
    Drop,
    /// No bit-field any more.
    NoBits,
    /// Without qualifiers and attributes.
    Plain,
    /// `int` at the bottom of its arrays.
    Int,
    /// Its first element in place of the whole array.
    Element,
}

/// Edits that are made together, by place.
#[derive(Debug, Default)]
pub struct Edits {
    stmts: FxHashMap<(FuncId, StmtId), StmtEdit>,
    exprs: FxHashMap<(Owner, ExprId), ExprEdit>,
    objects: FxHashMap<Object, Vec<ObjectEdit>>,
    functions: FxHashMap<FuncId, Vec<FunctionEdit>>,
    records: FxHashMap<RecordId, Vec<RecordEdit>>,
    fields: FxHashMap<(RecordId, u32), Vec<FieldEdit>>,
    /// Qualifiers to drop everywhere.
    pub unqualify: Quals,
    /// Integer types that become `int` everywhere.
    pub int_for: FxHashSet<IntKind>,
    /// Whether units are merged.
    pub merge_units: bool,
}

impl Edits {
    /// Sorts them by place.
    pub fn new(edits: &[Edit]) -> Self {
        let mut all = Self::default();
        all.add(edits);
        all
    }

    fn add(&mut self, edits: &[Edit]) {
        let all = self;
        for edit in edits {
            match edit.clone() {
                Edit::Together(edits) => all.add(&edits),
                Edit::Stmt(f, s, edit) => drop(all.stmts.insert((f, s), edit)),
                Edit::Expr(owner, e, edit) => drop(all.exprs.insert((owner, e), edit)),
                Edit::Object(object, edit) => all.objects.entry(object).or_default().push(edit),
                Edit::Function(f, edit) => all.functions.entry(f).or_default().push(edit),
                Edit::Record(r, edit) => all.records.entry(r).or_default().push(edit),
                Edit::Field(r, i, edit) => all.fields.entry((r, i)).or_default().push(edit),
                Edit::Unqualify(quals) => all.unqualify = all.unqualify.with(quals),
                Edit::IntFor(kind) => drop(all.int_for.insert(kind)),
                Edit::MergeUnits => all.merge_units = true,
            }
        }
    }

    /// To that statement.
    pub fn stmt(&self, function: FuncId, id: StmtId) -> Option<StmtEdit> {
        self.stmts.get(&(function, id)).copied()
    }

    /// To that expression.
    pub fn expr(&self, owner: Owner, id: ExprId) -> Option<ExprEdit> {
        self.exprs.get(&(owner, id)).copied()
    }

    /// To that variable.
    pub fn object(&self, object: Object) -> &[ObjectEdit] {
        self.objects.get(&object).map_or(&[], Vec::as_slice)
    }

    /// Whether that is done to the variable.
    pub fn does(&self, object: Object, edit: &ObjectEdit) -> bool {
        self.object(object).contains(edit)
    }

    /// The function whose local a global becomes.
    pub fn home(&self, global: GlobalId) -> Option<FuncId> {
        self.object(Object::Global(global)).iter().find_map(|edit| match edit {
            ObjectEdit::Into(function) => Some(*function),
            _ => None,
        })
    }

    /// Whether that is done to the function.
    pub fn does_to(&self, function: FuncId, edit: FunctionEdit) -> bool {
        self.functions.get(&function).is_some_and(|edits| edits.contains(&edit))
    }

    /// Whether that is done to the record.
    pub fn does_to_record(&self, record: RecordId, edit: RecordEdit) -> bool {
        self.records.get(&record).is_some_and(|edits| edits.contains(&edit))
    }

    /// Whether that is done to the field.
    pub fn does_to_field(&self, record: RecordId, field: u32, edit: FieldEdit) -> bool {
        self.fields.get(&(record, field)).is_some_and(|edits| edits.contains(&edit))
    }
}
