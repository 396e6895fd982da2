//! System calls without the C library, whose wrappers write `errno`.
//!
//! The warden shares our memory, and with it the thread-local storage of the thread that started
//! it. Nothing it does may touch that, so it may not call the C library.

use std::ffi::{c_int, c_long};

/// Makes a system call; a negative result is an error number.
///
/// # Safety
/// As the call itself.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub unsafe fn call(number: c_long, args: [usize; 5]) -> isize {
    let result: isize;
    // SAFETY: this is the kernel's convention; what the call does is the caller's promise.
    unsafe {
        std::arch::asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") args[0],
            in("rsi") args[1],
            in("rdx") args[2],
            in("r10") args[3],
            in("r8") args[4],
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result
}

/// Makes a system call; a negative result is an error number.
///
/// # Safety
/// As the call itself.
#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code)]
pub unsafe fn call(number: c_long, args: [usize; 5]) -> isize {
    let result: isize;
    // SAFETY: this is the kernel's convention; what the call does is the caller's promise.
    unsafe {
        std::arch::asm!(
            "svc 0",
            in("x8") number,
            inlateout("x0") args[0] as isize => result,
            in("x1") args[1],
            in("x2") args[2],
            in("x3") args[3],
            in("x4") args[4],
            options(nostack),
        );
    }
    result
}

/// Makes a system call; a negative result is an error number. On hosts for which there is no
/// version of its own, by the C library: an error there can be seen by the thread that started us,
/// if it meets one of its own at the same time.
///
/// # Safety
/// As the call itself.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[allow(unsafe_code)]
pub unsafe fn call(number: c_long, args: [usize; 5]) -> isize {
    // SAFETY: what the call does is the caller's promise.
    let result = unsafe { libc::syscall(number, args[0], args[1], args[2], args[3], args[4]) };
    if result == -1 {
        // SAFETY: the pointer is that of this thread.
        -(unsafe { *libc::__errno_location() } as isize)
    } else {
        result as isize
    }
}

/// Ends this process, and runs nothing on the way.
#[allow(unsafe_code)]
pub fn exit(status: c_int) -> ! {
    loop {
        // SAFETY: takes a number only.
        unsafe { call(libc::SYS_exit_group, [status as usize, 0, 0, 0, 0]) };
    }
}
