//! The call stack: activations of functions, with their locals.

use crate::code::Code;
use crate::value::{Prov, Value};
use brinell_lang::Loc;

/// An activation of a function.
#[derive(Debug)]
pub struct Activation<'a> {
    pub code: Option<&'a Code>,
    pub name: &'a str,
    /// The first register.
    pub base: usize,
    /// The first memory local in [`CallStack::mems`].
    pub mem_base: usize,
    pub pc: u32,
    /// Whether the present full expression is recorded, so that its orders can be compared.
    pub recorded: bool,
    /// What it takes of the budget for automatic storage, in bytes.
    pub bytes: u64,
    pub call_loc: Loc,
    /// How many calls there had been when it was entered: a number that no other call has.
    pub number: u64,
}

impl Activation<'_> {
    #[inline]
    pub fn code_key(&self) -> usize {
        self.code.map_or(0, Code::key)
    }
}

/// All activations, innermost last.
#[derive(Debug, Default)]
pub struct CallStack<'a> {
    pub frames: Vec<Activation<'a>>,
    /// Locals whose address is never taken, and arguments on their way.
    pub regs: Vec<Value>,
    /// The objects of all other locals.
    pub mems: Vec<Prov>,
}

impl<'a> CallStack<'a> {
    /// Enters a function, or what is like one, whose registers begin here.
    #[inline]
    pub fn push(&mut self, code: Option<&'a Code>, name: &'a str, call_loc: Loc, number: u64) {
        self.frames.push(Activation {
            code,
            name,
            base: self.regs.len(),
            mem_base: self.mems.len(),
            pc: 0,
            recorded: false,
            bytes: 0,
            call_loc,
            number,
        });
    }

    #[inline]
    pub fn pop(&mut self) {
        self.frames.pop();
    }

    /// How many activations there are.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.frames.len() as u32
    }

    #[inline]
    pub fn top(&self) -> Option<&Activation<'a>> {
        self.frames.last()
    }

    #[inline]
    pub fn top_mut(&mut self) -> Option<&mut Activation<'a>> {
        self.frames.last_mut()
    }

    /// Where the registers of the present activation begin.
    #[inline]
    pub fn reg_base(&self) -> usize {
        self.frames.last().map_or(0, |f| f.base)
    }

    /// Where its memory locals begin.
    #[inline]
    pub fn mem_base(&self) -> usize {
        self.frames.last().map_or(0, |f| f.mem_base)
    }
}
