//! A compiler that starts once and compiles often.
//!
//! Much of a short run of a compiler is its start: clang has half a million relocations of its
//! libraries, and gcc declares thousands of built-in functions before it reads a line. This library
//! is loaded into a compiler (`LD_PRELOAD`), stops it at a certain point, and forks there for every
//! request; the child goes on as if nothing had happened.
//!
//! That point is `main`: then a request has the arguments, and the child becomes the compiler that
//! was asked for. Or, if there is `BRINELL_FORK_AT` in the environment, it is where a file of that
//! name is opened: then the compiler has the arguments of its start, all that comes before its first
//! look at the program is done once, and a request has only the name for its standard output.
//!
//! Requests come on standard input: the length of the rest (4 bytes), the working directory, and
//! the words, each with a zero byte behind it. Answers go to standard output: the status as of
//! `wait` and the CPU time in microseconds, with that of forking, 8 bytes each. The first answer is a greeting, with the
//! CPU time of the start. All numbers are as this computer has them. At the end of input the server ends.
//!
//! Compiled by the build script of `brinell-fastpath` and embedded in it.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

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
    fn close(file: c_int) -> c_int;
    fn dlsym(handle: Pointer, name: *const c_char) -> Pointer;
    fn dup2(from: c_int, to: c_int) -> c_int;
    fn fork() -> c_int;
    fn getenv(name: *const c_char) -> *const c_char;
    fn getrusage(whose: c_int, usage: *mut c_long) -> c_int;
    fn openat(dir: c_int, path: *const c_char, flags: c_int, mode: c_uint) -> c_int;
    fn read(file: c_int, to: *mut u8, size: usize) -> isize;
    fn setenv(name: *const c_char, value: *const c_char, replace: c_int) -> c_int;
    fn setpgid(process: c_int, group: c_int) -> c_int;
    fn unsetenv(name: *const c_char) -> c_int;
    fn wait4(process: c_int, status: *mut c_int, options: c_int, usage: *mut c_long) -> c_int;
    fn write(file: c_int, from: *const u8, size: usize) -> isize;
}

/// The next library that has a name.
const NEXT: Pointer = -1_isize as Pointer;
/// The working directory, to `openat`.
const HERE: c_int = -100;
const READ_AND_WRITE: c_int = 0o2;
const WRITE_ANEW: c_int = 0o1101;
/// The numbers in a `struct rusage`.
const USAGE: usize = 18;
/// What the server says first: that it is one, with the CPU time of its start.
const GREETING: i64 = 0x6272_696e_656c_6c00;

static REAL_MAIN: OnceLock<Main> = OnceLock::new();
/// The file at which to fork, if it is not `main`.
static FORK_AT: OnceLock<CString> = OnceLock::new();
/// Whether this is a child.
static FORKED: AtomicBool = AtomicBool::new(false);

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

/// In place of the program's own: only children return from here, with what the real one returned.
unsafe extern "C" fn serve(
    count: c_int,
    words: *mut *mut c_char,
    _environment: *mut *mut c_char,
) -> c_int {
    // SAFETY: one thread, and calls as the C library wants them.
    unsafe {
        // The compiler's own children are to be as always.
        unsetenv(c"LD_PRELOAD".as_ptr());
        let Some(main) = REAL_MAIN.get() else { _exit(127) };
        let file = getenv(c"BRINELL_FORK_AT".as_ptr());
        if file.is_null() {
            let request = next_request();
            let mut list = prepare(&request);
            let count = list.len() as c_int;
            list.push(std::ptr::null_mut());
            return main(count, list.leak().as_mut_ptr(), environ);
        }
        if FORK_AT.set(CStr::from_ptr(file).to_owned()).is_err() {
            _exit(127);
        }
        unsetenv(c"BRINELL_FORK_AT".as_ptr());
        main(count, words, environ)
    }
}

/// The C library's, before which to fork. All callers give a mode, or what stands in its place.
///
/// # Safety
///
/// As the C library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open(path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    // SAFETY: as the caller has it.
    unsafe {
        fork_at(path);
        openat(HERE, path, flags, mode)
    }
}

/// The same, by its other name.
///
/// # Safety
///
/// As the C library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open64(path: *const c_char, flags: c_int, mode: c_uint) -> c_int {
    // SAFETY: as the caller has it.
    unsafe { open(path, flags, mode) }
}

/// Serves, if this is the file.
unsafe fn fork_at(path: *const c_char) {
    let Some(file) = FORK_AT.get() else { return };
    // SAFETY: a string, since it is the name of a file. One thread.
    unsafe {
        if FORKED.load(Ordering::Relaxed) || CStr::from_ptr(path) != file.as_c_str() {
            return;
        }
        let request = next_request();
        let words = prepare(&request);
        let Some(&output) = words.first() else { _exit(125) };
        let file = openat(HERE, output, WRITE_ANEW, 0o666);
        if file < 0 || dup2(file, 1) < 0 || close(file) != 0 {
            _exit(125);
        }
    }
}

/// Forks for every request; only children return from here, each with its own.
unsafe fn next_request() -> Vec<u8> {
    // SAFETY: one thread, and calls as the C library wants them.
    unsafe {
        let mut told = own_time();
        answer([GREETING, told]);
        loop {
            let request = request();
            let child = fork();
            if child == 0 {
                FORKED.store(true, Ordering::Relaxed);
                return request;
            }
            let mut status = 0;
            let mut usage = [0; USAGE];
            if child < 0 || wait4(child, &raw mut status, 0, usage.as_mut_ptr()) != child {
                _exit(126);
            }
            let own = own_time();
            answer([status.into(), micros(&usage) + own - told]);
            told = own;
        }
    }
}

/// The CPU time of this process, without its children.
unsafe fn own_time() -> i64 {
    let mut usage = [0; USAGE];
    // SAFETY: there is room for a usage.
    unsafe { getrusage(0, usage.as_mut_ptr()) };
    micros(&usage)
}

/// All the CPU time of a usage: seconds and microseconds of the program, then of the kernel.
fn micros(usage: &[c_long; USAGE]) -> i64 {
    (usage[0] + usage[2]) * 1_000_000 + usage[1] + usage[3]
}

/// Makes a child be where it was asked to be, with no input and no output. The words
/// of the request, but for the directory.
unsafe fn prepare(request: &[u8]) -> Vec<*mut c_char> {
    let mut words = Vec::new();
    for word in request.split_inclusive(|byte| *byte == 0) {
        let word = CStr::from_bytes_with_nul(word).unwrap_or_default();
        // They live as long as the process.
        words.push(CString::from(word).into_raw());
    }
    // SAFETY: a process of one thread, and calls as the C library wants them.
    unsafe {
        setpgid(0, 0);
        let nowhere = openat(HERE, c"/dev/null".as_ptr(), READ_AND_WRITE, 0);
        if words.is_empty() {
            _exit(125);
        }
        let dir = words.remove(0);
        if chdir(dir) != 0
            || setenv(c"TMPDIR".as_ptr(), dir, 1) != 0
            || (0..3).any(|stream| dup2(nowhere, stream) < 0)
        {
            _exit(125);
        }
    }
    words
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
