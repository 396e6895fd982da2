//! A compiler that starts once and compiles often.
//!
//! Much of a short run of clang is its start: half a million relocations of its libraries, and what
//! they set up before `main`. This library is loaded into a compiler (`LD_PRELOAD`), takes the place
//! of its `main`, and forks for every request; the child goes on to the real `main` with the words
//! of the request, as if it had been started with them.
//!
//! Requests come on standard input: the length of the rest (4 bytes), the working directory, and
//! the arguments, each with a zero byte behind it. Answers go to standard output: the status as of
//! `wait` and the CPU time in microseconds, 8 bytes each. The first answer is a greeting, with the
//! CPU time of the start. All numbers are as this computer has them. At the end of input the server ends.
//!
//! Compiled by the build script of `brinell-toolchain` and embedded in it.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_void};
use std::sync::OnceLock;

type Main = unsafe extern "C" fn(c_int, *mut *mut c_char, *mut *mut c_char) -> c_int;
type Pointer = *mut c_void;
type Start = unsafe extern "C" fn(
    Main,
    c_int,
    *mut *mut c_char,
    Pointer,
    Pointer,
    Pointer,
    Pointer,
) -> c_int;

unsafe extern "C" {
    static mut environ: *mut *mut c_char;
    fn _exit(status: c_int) -> !;
    fn chdir(path: *const c_char) -> c_int;
    fn dlsym(handle: Pointer, name: *const c_char) -> Pointer;
    fn dup2(from: c_int, to: c_int) -> c_int;
    fn fork() -> c_int;
    fn getrusage(whose: c_int, usage: *mut c_long) -> c_int;
    fn open(path: *const c_char, flags: c_int) -> c_int;
    fn read(file: c_int, to: *mut u8, size: usize) -> isize;
    fn setenv(name: *const c_char, value: *const c_char, replace: c_int) -> c_int;
    fn setpgid(process: c_int, group: c_int) -> c_int;
    fn unsetenv(name: *const c_char) -> c_int;
    fn wait4(process: c_int, status: *mut c_int, options: c_int, usage: *mut c_long) -> c_int;
    fn write(file: c_int, from: *const u8, size: usize) -> isize;
}

/// The next library that has a name.
const NEXT: Pointer = -1_isize as Pointer;
const READ_AND_WRITE: c_int = 2;
/// The numbers in a `struct rusage`.
const USAGE: usize = 18;
/// What the server says first: that it is one, with the CPU time of its start.
const GREETING: i64 = 0x6272_696e_656c_6c00;

static REAL_MAIN: OnceLock<Main> = OnceLock::new();

/// The C library's, which every program calls first, with our `main` in place of the program's.
///
/// # Safety
///
/// As the C library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __libc_start_main(
    main: Main,
    count: c_int,
    words: *mut *mut c_char,
    init: Pointer,
    fini: Pointer,
    loader_fini: Pointer,
    stack_end: Pointer,
) -> c_int {
    // SAFETY: the C library has this function, of this type.
    unsafe {
        let next = dlsym(NEXT, c"__libc_start_main".as_ptr());
        if next.is_null() || REAL_MAIN.set(main).is_err() {
            _exit(127);
        }
        let start = std::mem::transmute::<Pointer, Start>(next);
        start(serve, count, words, init, fini, loader_fini, stack_end)
    }
}

/// Serves; only children return from here, with what the real `main` returned.
unsafe extern "C" fn serve(
    _count: c_int,
    _words: *mut *mut c_char,
    _environment: *mut *mut c_char,
) -> c_int {
    // SAFETY: one thread, and calls as the C library wants them.
    unsafe {
        // The compiler's own children are to be as always.
        unsetenv(c"LD_PRELOAD".as_ptr());
        let mut usage = [0; USAGE];
        getrusage(0, usage.as_mut_ptr());
        answer([GREETING, micros(&usage)]);
        loop {
            let request = request();
            let child = fork();
            if child == 0 {
                return compile(&request);
            }
            let mut status = 0;
            let mut usage = [0; USAGE];
            if child < 0 || wait4(child, &raw mut status, 0, usage.as_mut_ptr()) != child {
                _exit(126);
            }
            answer([status.into(), micros(&usage)]);
        }
    }
}

/// All the CPU time of a usage: seconds and microseconds of the program, then of the kernel.
fn micros(usage: &[c_long; USAGE]) -> i64 {
    (usage[0] + usage[2]) * 1_000_000 + usage[1] + usage[3]
}

/// Becomes the compiler that was asked for.
unsafe fn compile(request: &[u8]) -> c_int {
    let mut words = Vec::new();
    for word in request.split_inclusive(|byte| *byte == 0) {
        let word = CStr::from_bytes_with_nul(word).unwrap_or_default();
        // They live as long as the process.
        words.push(CString::from(word).into_raw());
    }
    // SAFETY: a process of one thread, and calls as the C library wants them.
    unsafe {
        setpgid(0, 0);
        let nowhere = open(c"/dev/null".as_ptr(), READ_AND_WRITE);
        let Some((dir, arguments)) = words.split_first_mut() else { _exit(125) };
        let failed = chdir(*dir) != 0
            || setenv(c"TMPDIR".as_ptr(), *dir, 1) != 0
            || (0..3).any(|stream| dup2(nowhere, stream) < 0);
        let (Some(main), false) = (REAL_MAIN.get(), failed) else { _exit(125) };
        let count = arguments.len() as c_int;
        let mut list = arguments.to_vec();
        list.push(std::ptr::null_mut());
        main(count, list.leak().as_mut_ptr(), environ)
    }
}

/// The next request. At the end there is none, and the server ends.
fn request() -> Vec<u8> {
    let mut length = [0; 4];
    fill(&mut length);
    let mut request = vec![0; u32::from_ne_bytes(length) as usize];
    fill(&mut request);
    request
}

fn fill(mut bytes: &mut [u8]) {
    while !bytes.is_empty() {
        // SAFETY: there is that much room.
        let count = unsafe { read(0, bytes.as_mut_ptr(), bytes.len()) };
        if count <= 0 {
            // SAFETY: ends the process.
            unsafe { _exit(0) };
        }
        bytes = &mut bytes[count as usize..];
    }
}

fn answer(numbers: [i64; 2]) {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    // SAFETY: so many bytes are there. So few are written to a pipe all at once, or not at all.
    unsafe { write(1, bytes.as_ptr(), bytes.len()) };
}
