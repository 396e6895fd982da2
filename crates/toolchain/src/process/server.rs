//! A compiler that starts once and compiles often: the other side of `fork_server.rs` of `brinell-fastpath`.

use super::spawn::Running;
use super::{
    Command, LOOK, ProcessLimits, may_retry, set_nonblocking, tree, until_next_look, wait_for_news,
};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// What a server says first.
const GREETING: i64 = 0x6272_696e_656c_6c00;
/// How long a start may take.
const START: Duration = Duration::from_secs(20);

/// A program that forks for every request, under a warden of its own. Whatever happens to it that is
/// not a plain answer is an error, after which it must be dropped: that kills all of it.
pub struct Server {
    running: Running,
    requests: File,
    answers: File,
    /// CPU time of the start, until an answer has it.
    unpaid: Duration,
}

/// Where a server forks.
#[derive(Copy, Clone, Debug)]
pub enum ForkAt<'a> {
    /// At `main`: each request has arguments of its own.
    Main,
    /// Where the program opens a file of that name. Until there it comes with the arguments of its
    /// start; in a request it is told where to be, and where its standard output goes.
    Open(&'a str),
}

/// How a child ended.
pub struct ChildEnd {
    /// Whether it exited with status 0.
    pub success: bool,
    /// CPU time of it and its descendants; of the first one, with the start of the server.
    pub cpu: Duration,
}

impl Server {
    /// Starts the program of a command with the library of `fork_server` in it.
    pub fn start(command: &Command, library: &Path, at: ForkAt<'_>) -> io::Result<Self> {
        let program = command.find()?;
        let mut magic = [0; 4];
        File::open(&program)?.read_exact(&mut magic)?;
        if magic != *b"\x7fELF" {
            // The library would be loaded into the interpreter of a script.
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let loaded = command.clone().env("LD_PRELOAD", library);
        let mut running = match at {
            ForkAt::Main => loaded.start(&program, &[])?,
            ForkAt::Open(file) => {
                loaded.env("BRINELL_FORK_AT", file).start(&program, &command.args)?
            }
        };
        let (Some(requests), Some(answers)) = (running.stdin.take(), running.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        // Its messages are not read; it must not block on writing them.
        drop(running.stderr.take());
        set_nonblocking(&answers)?;
        let mut server = Self { running, requests, answers, unpaid: Duration::ZERO };
        let deadline = Instant::now() + START.min(command.limits.wall);
        let [greeting, micros] = server.numbers(deadline, command.limits.processes)?;
        if greeting != GREETING {
            return Err(io::ErrorKind::InvalidData.into());
        }
        server.unpaid = time(micros)?;
        Ok(server)
    }

    /// Of a server that forks at `main`: does what a command says, but for its environment, which is
    /// that of the start.
    pub fn run(&mut self, command: &Command) -> io::Result<ChildEnd> {
        let dir = command.dir.as_deref().ok_or(io::ErrorKind::InvalidInput)?;
        let program = command.find()?;
        let first = [dir.as_os_str(), program.as_os_str()];
        let words = first.into_iter().chain(command.args.iter().map(AsRef::as_ref));
        self.ask(words, &command.limits)
    }

    /// Of a server that forks where it opens a file: lets it go on in a directory, with its standard
    /// output in a file there.
    pub fn go_on(
        &mut self,
        dir: &Path,
        output: &Path,
        limits: &ProcessLimits,
    ) -> io::Result<ChildEnd> {
        self.ask([dir.as_os_str(), output.as_os_str()].into_iter(), limits)
    }

    fn ask<'a>(
        &mut self,
        words: impl Iterator<Item = &'a OsStr>,
        limits: &ProcessLimits,
    ) -> io::Result<ChildEnd> {
        let mut text = Vec::new();
        for word in words {
            text.extend_from_slice(word.as_bytes());
            text.push(0);
        }
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        let mut request = length.to_ne_bytes().to_vec();
        request.append(&mut text);
        // It waits for nothing else, so this does not block for long.
        self.requests.write_all(&request)?;
        let deadline = Instant::now() + limits.wall;
        // The server is one of the processes.
        let [status, micros] = self.numbers(deadline, limits.processes + 1)?;
        let cpu = time(micros)? + std::mem::take(&mut self.unpaid);
        Ok(ChildEnd { success: status == 0, cpu })
    }

    /// The next answer; an error if it does not come in time, or too many processes are seen.
    fn numbers(&mut self, deadline: Instant, most: usize) -> io::Result<[i64; 2]> {
        let mut bytes = [0; 16];
        let mut have = 0;
        let begun = Instant::now();
        let mut next_look = begun + LOOK;
        while have < bytes.len() {
            let now = Instant::now();
            let left = deadline.saturating_duration_since(now);
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            if now >= next_look {
                if tree::look(self.running.warden(), most).processes > most {
                    return Err(io::ErrorKind::QuotaExceeded.into());
                }
                next_look = now + until_next_look(now - begun);
            }
            let until = left.min(next_look.saturating_duration_since(now));
            wait_for_news(self.answers.as_fd(), None, [None, None], until)?;
            match self.answers.read(&mut bytes[have..]) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => have += count,
                Err(error) if may_retry(&error) => {}
                Err(error) => return Err(error),
            }
        }
        let number = |at: usize| bytes[at..at + 8].try_into().map(i64::from_ne_bytes);
        match (number(0), number(8)) {
            (Ok(first), Ok(second)) => Ok([first, second]),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

fn time(micros: i64) -> io::Result<Duration> {
    micros.try_into().map(Duration::from_micros).map_err(io::Error::other)
}
