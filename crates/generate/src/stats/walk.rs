//! The walk over the random part of a program: declarations and types here, statements and
//! expressions next door.

use super::part::{is_random_function, is_random_global, tokens};
use super::rows::{Richness, Row};
use brinell_lang::{
    ExprKind, Exprs, Field, Function, Init, IntKind, LocalKind, Program, QualType, Quals,
    RecordKind, Type, TypeId,
};
use rustc_hash::FxHashSet;

/// The walk and what it has found.
pub struct Walk<'a> {
    pub program: &'a Program,
    pub found: Richness,
    /// Operators seen: a family and a spelling.
    pub operators: FxHashSet<(&'static str, &'static str)>,
    /// The sum of the depths of full expressions, and how many there were.
    pub depths: (usize, usize),
    types: FxHashSet<QualType>,
    seen: FxHashSet<TypeId>,
    /// The sum of the dimensions of arrays.
    dimensions: usize,
    /// The sum of the depths of pointers.
    pointer_depths: usize,
}

impl<'a> Walk<'a> {
    /// Walks over a program.
    pub fn over(program: &'a Program) -> Richness {
        let mut walk = Self {
            program,
            found: Richness::default(),
            operators: FxHashSet::default(),
            depths: (0, 0),
            types: FxHashSet::default(),
            seen: FxHashSet::default(),
            dimensions: 0,
            pointer_depths: 0,
        };
        for (_, global) in program.globals.enumerate() {
            if is_random_global(global) {
                walk.found.add(Row::Globals, 1);
                walk.variable(global.ty);
                if let Some(init) = &global.init {
                    walk.data(&global.exprs, init);
                }
            }
        }
        for (_, function) in program.functions.enumerate() {
            if is_random_function(function) {
                walk.function(function);
            }
        }
        walk.found.add(Row::Tokens, tokens(program));
        walk.finish()
    }

    fn function(&mut self, function: &'a Function) {
        let Some(body) = &function.body else { return };
        self.found.add(Row::Functions, 1);
        if let Some(ty) = self.program.types.as_function(function.ty) {
            self.mention(QualType::plain(ty.ret));
        }
        for (_, local) in body.locals.enumerate() {
            match local.kind {
                LocalKind::Param => self.found.add(Row::Parameters, 1),
                LocalKind::Var => self.found.add(Row::Locals, 1),
                // It declares nothing, and neither Csmith nor we write any.
                LocalKind::Literal => continue,
            }
            self.variable(local.ty);
        }
        self.body(body);
    }

    /// A variable or parameter of this type.
    fn variable(&mut self, ty: QualType) {
        self.qualifiers(ty);
        self.mention(ty);
        let types = &self.program.types;
        let mut dimensions = 0;
        let mut inner = ty;
        while let Some((elem, _)) = types.as_array(inner.ty) {
            dimensions += 1;
            inner = elem;
        }
        if dimensions > 0 {
            self.found.add(Row::Arrays, 1);
            self.dimensions += dimensions;
        }
        let mut stars = 0;
        while let Some(to) = types.pointee(inner.ty) {
            stars += 1;
            inner = to;
        }
        if stars > 0 {
            let function = self.program.types.as_function(inner.ty).is_some();
            self.found.add(Row::FunctionPointers, usize::from(function));
            self.found.add(Row::Pointers, 1);
            self.found.raise(Row::PointerDepthMost, stars);
            self.pointer_depths += stars;
        } else if types.as_float(inner.ty).is_some() {
            self.found.add(Row::Floats, 1);
        } else if types.as_int(inner.ty).is_some_and(IntKind::is_128) {
            self.found.add(Row::WideVariables, 1);
        }
    }

    /// The qualifiers of a declaration.
    fn qualifiers(&mut self, ty: QualType) {
        for (row, wanted) in
            [(Row::VolatileDeclarations, Quals::VOLATILE), (Row::ConstDeclarations, Quals::CONST)]
        {
            let there = self.has_qualifier(ty, wanted);
            self.found.add(row, usize::from(there));
        }
    }

    fn has_qualifier(&self, mut ty: QualType, wanted: Quals) -> bool {
        loop {
            if ty.quals.contains(wanted) {
                return true;
            }
            ty = match *self.program.types.get(ty.ty) {
                Type::Pointer(inner) | Type::Array { elem: inner, .. } => inner,
                _ => return false,
            };
        }
    }

    /// A type that the program writes down; records in it are part of the program.
    pub fn mention(&mut self, ty: QualType) {
        self.types.insert(ty);
        let program = self.program;
        let mut todo = vec![ty.ty];
        while let Some(ty) = todo.pop() {
            if !self.seen.insert(ty) {
                continue;
            }
            match program.types.get(ty) {
                Type::Pointer(inner) | Type::Array { elem: inner, .. } => todo.push(inner.ty),
                Type::Record(id) => {
                    let record = &program.types.records[*id];
                    let packed = record.packed
                        || record.pragma_pack.is_some()
                        || record.fields.iter().flatten().any(|field| field.packed);
                    match record.kind {
                        RecordKind::Struct => self.found.add(Row::Structs, 1),
                        RecordKind::Union => self.found.add(Row::Unions, 1),
                    }
                    self.found.add(Row::Packed, usize::from(packed));
                    for field in record.fields.iter().flatten() {
                        self.field(field);
                        todo.push(field.ty.ty);
                    }
                }
                _ => {}
            }
        }
    }

    fn field(&mut self, field: &Field) {
        let types = &self.program.types;
        self.found.add(Row::Fields, usize::from(field.name.is_some()));
        self.found.add(Row::BitFields, usize::from(field.bits.is_some()));
        self.found.add(Row::ArrayFields, usize::from(types.as_array(field.ty.ty).is_some()));
        let inner = types.innermost(field.ty).ty;
        self.found.add(Row::Nested, usize::from(types.as_record(inner).is_some()));
        self.found.add(Row::PointerFields, usize::from(types.pointee(inner).is_some()));
        self.qualifiers(field.ty);
        self.types.insert(field.ty);
    }

    /// An initialiser that is data: its elements and the addresses taken there.
    pub fn data(&mut self, exprs: &Exprs, init: &Init) {
        match init {
            Init::Expr(id) => {
                let addresses =
                    exprs.under(*id).filter(|(_, e)| matches!(e.kind, ExprKind::AddrOf(_)));
                self.found.add(Row::AddressOf, addresses.count());
            }
            Init::List(items) => {
                for item in items {
                    let leaf = matches!(item.init, Init::Expr(_));
                    self.found.add(Row::Elements, usize::from(leaf));
                    self.data(exprs, &item.init);
                }
            }
        }
    }

    fn finish(mut self) -> Richness {
        let found = &mut self.found;
        found.ratio(Row::DepthMean, self.depths.0 as f64, self.depths.1 as f64);
        let (pointers, arrays) = (found.count(Row::Pointers), found.count(Row::Arrays));
        found.ratio(Row::PointerDepthMean, self.pointer_depths as f64, pointers);
        found.ratio(Row::Dimensions, self.dimensions as f64, arrays);
        let (raw, wrapped) = (found.count(Row::Raw), found.count(Row::Wrapped));
        found.ratio(Row::RawShare, raw, raw + wrapped);
        found.raise(Row::Operators, self.operators.len());
        found.raise(Row::Types, self.types.len());
        self.found
    }
}
