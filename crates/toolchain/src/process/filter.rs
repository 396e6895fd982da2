//! No network: a filter of system calls that refuses sockets.
//!
//! A network namespace would do the same, but to make one takes the kernel milliseconds, and needs
//! rights that are often not there. A filter costs microseconds and needs none.

use libc::{sock_filter, sock_fprog};
use std::ptr::null;
use std::sync::OnceLock;

/// Offsets in the kernel's `struct seccomp_data`.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
/// The lower half of the first argument, on a little-endian host.
const FIRST_ARGUMENT: u32 = 16;

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const REFUSE: u32 = libc::SECCOMP_RET_ERRNO | libc::EACCES as u32;

#[cfg(target_arch = "x86_64")]
const HOST: u32 = 0xc000_003e;
#[cfg(target_arch = "x86_64")]
const OTHER: (u32, &[u32]) = (0x4000_0003, &[102, 359, 425]); // i386: socketcall, socket, io_uring
#[cfg(target_arch = "aarch64")]
const HOST: u32 = 0xc000_00b7;
#[cfg(target_arch = "aarch64")]
const OTHER: (u32, &[u32]) = (0x4000_0028, &[281, 425]); // arm: socket, io_uring
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const HOST: u32 = 0;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const OTHER: (u32, &[u32]) = (0, &[]);

/// The filter, for `seccomp`; null on hosts for which there is none.
pub fn no_network() -> *const sock_fprog {
    struct SocketFilter(sock_fprog, #[allow(dead_code)] Vec<sock_filter>);
    // SAFETY: never changed after it was made; the pointer is into the vector beside it.
    #[allow(unsafe_code)]
    unsafe impl Send for SocketFilter {}
    // SAFETY: as above.
    #[allow(unsafe_code)]
    unsafe impl Sync for SocketFilter {}
    static FILTER: OnceLock<SocketFilter> = OnceLock::new();
    if HOST == 0 {
        return null();
    }
    let filter = FILTER.get_or_init(|| {
        let mut code = instructions();
        let len = code.len().try_into().unwrap_or(0);
        let program = sock_fprog { len, filter: code.as_mut_ptr() };
        SocketFilter(program, code)
    });
    &raw const filter.0
}

/// Refuses `socket` but for local ones, and `io_uring`, which could make some unseen.
fn instructions() -> Vec<sock_filter> {
    let load = |offset| statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset);
    let answer = |value| statement(libc::BPF_RET | libc::BPF_K, value);
    let mut other = vec![load(NUMBER)];
    for number in OTHER.1 {
        other.extend([equal(*number, 0, 1), answer(REFUSE)]);
    }
    other.push(answer(ALLOW));
    let mut code = vec![load(ARCH), equal(OTHER.0, 0, other.len() as u8)];
    code.extend(other);
    code.extend([
        equal(HOST, 1, 0),
        answer(ALLOW),
        load(NUMBER),
        equal(libc::SYS_io_uring_setup as u32, 0, 1),
        answer(REFUSE),
        equal(libc::SYS_socket as u32, 1, 0),
        answer(ALLOW),
        load(FIRST_ARGUMENT),
        equal(libc::AF_UNIX as u32, 0, 1),
        answer(ALLOW),
        answer(REFUSE),
    ]);
    code
}

fn statement(code: u32, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

/// Skips `then` instructions if the loaded value is `k`, else `otherwise`.
fn equal(k: u32, then: u8, otherwise: u8) -> sock_filter {
    let code = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    sock_filter { code, jt: then, jf: otherwise, k }
}
