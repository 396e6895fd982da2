//! Runs a program that is laid out already: `loader PLAN` copies it to its place in memory, fills in the
//! addresses of names of the C library, and calls its `main`.
//!
//! The plan is made by `src/link.rs`, which says what is in it. What cannot be done is refused with a
//! message that begins with `brinell loader:`; then the linker has to do it.
//!
//! A program of its own, compiled by the build script of `brinell-fastpath` and embedded in it:
//! whatever a wrongly compiled program does, it does to itself.

#![no_main]
#![allow(unsafe_code)]

use std::ffi::{CString, OsStr, c_char, c_int, c_void};
use std::fmt::Display;
use std::os::unix::ffi::OsStrExt;

unsafe extern "C" {
    fn mmap(
        at: *mut c_void,
        size: usize,
        access: c_int,
        flags: c_int,
        file: c_int,
        offset: i64,
    ) -> *mut c_void;
    fn mprotect(at: *mut c_void, size: usize, access: c_int) -> c_int;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn exit(status: c_int) -> !;
}

const READ_AND_WRITE: c_int = 3;
/// Private, anonymous, and there or nowhere.
const EXACTLY_THERE: c_int = 0x02 | 0x20 | 0x10_0000;

/// What the linker has to do.
struct LoadRefused(String);

type Result<T> = std::result::Result<T, LoadRefused>;

fn refuse<T>(why: impl Display) -> Result<T> {
    Err(LoadRefused(why.to_string()))
}

type Main = extern "C" fn(c_int, *mut *mut c_char) -> c_int;

#[unsafe(no_mangle)]
extern "C" fn main(count: c_int, words: *const *const c_char) -> c_int {
    // SAFETY: the C library calls this with as many strings.
    let path = (count == 2).then(|| unsafe { std::ffi::CStr::from_ptr(*words.add(1)) });
    let LoadRefused(why) = match load(path.map_or(b"", |path| path.to_bytes())) {
        // SAFETY: as safe as the program is; this is what the process is for.
        Ok(main) => unsafe {
            let mut words = [c"./image".as_ptr().cast_mut(), std::ptr::null_mut()];
            exit(main(1, words.as_mut_ptr()))
        },
        Err(refused) => refused,
    };
    eprintln!("brinell loader: {why}");
    125
}

/// What is left of a plan.
struct PlanReader<'a>(&'a [u8]);

impl<'a> PlanReader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        match self.0.split_at_checked(count) {
            Some((bytes, rest)) => {
                self.0 = rest;
                Ok(bytes)
            }
            None => refuse("the plan is cut off"),
        }
    }

    fn number(&mut self) -> Result<usize> {
        let bytes = self.bytes(8)?;
        Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    }
}

fn load(path: &[u8]) -> Result<Main> {
    let bytes = std::fs::read(OsStr::from_bytes(path)).or_else(refuse)?;
    let mut plan = PlanReader(&bytes);
    if plan.bytes(8)? != b"brinell1" {
        return refuse("this is no plan");
    }
    let (base, size, main) = (plan.number()?, plan.number()?, plan.number()?);
    let inside = |at: usize, count: usize| {
        at.checked_sub(base).and_then(|at| at.checked_add(count)).is_some_and(|end| end <= size)
    };
    let mut parts = Vec::new();
    for _ in 0..plan.number()? {
        parts.push((plan.number()?, plan.number()?, plan.number()? as c_int));
    }
    let mut outside = Vec::new();
    for _ in 0..plan.number()? {
        let count = plan.number()?;
        let name = CString::new(plan.bytes(count)?).or_else(refuse)?;
        // SAFETY: a name; the handle says: wherever it is.
        let address = unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) } as usize;
        if address == 0 {
            return refuse(format_args!("nobody has {}", name.to_string_lossy()));
        }
        outside.push(address);
    }
    // SAFETY: a new mapping, where nothing was.
    let there = unsafe { mmap(base as *mut c_void, size, READ_AND_WRITE, EXACTLY_THERE, -1, 0) };
    if there as usize != base {
        return refuse("something else is there");
    }
    let mut fixups = Vec::new();
    for _ in 0..plan.number()? {
        fixups.push((plan.number()?, plan.number()?, plan.number()?));
    }
    let count = plan.number()?;
    let memory = plan.bytes(count)?;
    if count > size || !plan.0.is_empty() {
        return refuse("this is no plan");
    }
    // SAFETY: there is that much room, and nothing else refers to it.
    unsafe { std::ptr::copy_nonoverlapping(memory.as_ptr(), there.cast::<u8>(), count) };
    for (place, name, addend) in fixups {
        let Some(address) = outside.get(name).filter(|_| inside(place, 8)) else {
            return refuse("this is no plan");
        };
        // SAFETY: a place in the mapping, which is not protected yet.
        unsafe { (place as *mut usize).write_unaligned(address.wrapping_add(addend)) };
    }
    for (start, size, rights) in parts {
        // SAFETY: a part of our mapping, which only the program reads.
        if size > 0
            && (!inside(start, size)
                || unsafe { mprotect(start as *mut c_void, size, rights) } != 0)
        {
            return refuse("memory cannot be protected");
        }
    }
    if !inside(main, 1) {
        return refuse("main is elsewhere");
    }
    // SAFETY: the plan says that it is there, in code that is loaded.
    Ok(unsafe { std::mem::transmute::<usize, Main>(main) })
}
