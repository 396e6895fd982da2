//! Requests: what an expression has to be. Rows of productions answer by class; wide integers and
//! the like are a class and a table of rows more.

use super::Grower;
use brinell_lang::TypeId;

/// What is asked for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Request {
    /// A value of this class, whatever its type.
    Any(Class),
    /// A value of this type. Pointers may lack qualifiers, which conversion as by assignment adds.
    Exactly(TypeId),
}

/// Types that the same rows give values of.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Class {
    /// Integers.
    Integer,
    /// `float` and `double`.
    Floating,
    /// Pointers to objects.
    Pointer,
    /// Pointers to functions.
    FunctionPointer,
    /// Structs and unions.
    Record,
}

/// Any integer: what most operands are.
pub const ANY_INTEGER: Request = Request::Any(Class::Integer);

/// Any floating value.
pub const ANY_FLOAT: Request = Request::Any(Class::Floating);

impl Request {
    /// The type, by productions that are asked for one.
    pub fn ty(self) -> TypeId {
        match self {
            Self::Exactly(ty) => ty,
            Self::Any(class) => unreachable!("a type was asked for, not any {class:?}"),
        }
    }
}

impl Grower<'_> {
    /// The class of a type; functions, arrays and `void` have none.
    pub(super) fn class_of(&self, ty: TypeId) -> Option<Class> {
        let types = &self.text.program.types;
        if types.is_integer(ty) {
            Some(Class::Integer)
        } else if types.as_float(ty).is_some() {
            Some(Class::Floating)
        } else if let Some(to) = types.pointee(ty) {
            let function = types.as_function(to.ty).is_some();
            Some(if function { Class::FunctionPointer } else { Class::Pointer })
        } else {
            types.as_record(ty).map(|_| Class::Record)
        }
    }

    /// The class of what is asked for.
    pub(super) fn class(&self, request: Request) -> Class {
        match request {
            Request::Any(class) => class,
            Request::Exactly(ty) => self.class_of(ty).expect("values have a class"),
        }
    }

    /// What to ask for where a value of this type is used and converts to it: any integer will do
    /// for an integer, any floating value for a floating one.
    pub(super) fn converting_to(&self, ty: TypeId) -> Request {
        match self.class_of(ty) {
            Some(Class::Integer) => ANY_INTEGER,
            Some(Class::Floating) => ANY_FLOAT,
            _ => Request::Exactly(ty),
        }
    }

    /// Whether a value of the type answers the request.
    pub(super) fn answers(&self, ty: TypeId, request: Request) -> bool {
        match request {
            Request::Any(class) => self.class_of(ty) == Some(class),
            Request::Exactly(wanted) => ty == wanted,
        }
    }

    /// A type that answers the request: of numbers any, of others one that is there.
    pub(super) fn draw_type(&mut self, request: Request) -> Option<TypeId> {
        match request {
            Request::Exactly(ty) => Some(ty),
            Request::Any(Class::Integer) => {
                let kind = self.draw_int_kind();
                Some(self.int_type(kind))
            }
            Request::Any(Class::Floating) => Some(self.draw_float_type()),
            Request::Any(Class::Pointer) => self.draw_pointer_type(),
            Request::Any(Class::FunctionPointer) => self.draw_function_pointer_type(),
            Request::Any(Class::Record) => self.draw_record_type(),
        }
    }
}
