//! What it costs to start a process and to wait for its end: by the standard library, under a
//! warden, and in a process namespace. Run with `--release`; a number of megabytes as argument
//! makes this process as large as a hunt is.

use brinell_toolchain::Command;
use std::time::{Duration, Instant};

const TIMES: u32 = 500;

fn main() {
    let megabytes: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    let mut ballast = vec![1_u8; megabytes << 20];
    let measure = |name: &str, run: &dyn Fn()| {
        let (started, before) = (Instant::now(), cpu_time());
        (0..TIMES).for_each(|_| run());
        let (wall, cpu) = (started.elapsed() / TIMES, cpu_time().saturating_sub(before) / TIMES);
        println!("{name:<28} {:>6} us wall, {:>6} us CPU", wall.as_micros(), cpu.as_micros());
    };
    measure("standard library", &|| {
        std::process::Command::new("/bin/true").output().unwrap();
    });
    measure("warden", &|| {
        Command::new("/bin/true").run().unwrap();
    });
    measure("warden, no network", &|| {
        Command::new("/bin/true").network(false).run().unwrap();
    });
    measure("warden, no network, isolated", &|| {
        Command::new("/bin/true").network(false).isolated(true).run().unwrap();
    });
    // Written to, so that it is not optimised away.
    ballast.iter_mut().step_by(4096).for_each(|byte| *byte = byte.wrapping_add(1));
}

/// Of this process, its children apart.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    let own: u64 = stat.split(' ').next().unwrap().parse().unwrap();
    Duration::from_nanos(own)
}
