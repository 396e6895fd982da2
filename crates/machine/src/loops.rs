//! Detection of loops that never end and do nothing (C11 6.8.5p6): the same state recurs at the
//! head of a loop whose condition is not constant, without output or volatile access in between, and
//! without the loop having been left: one inside `while (1)` ends and begins again.
//!
//! Only after many steps without effects does the machine begin to look; then it keeps one earlier
//! state (Brent's method) and compares. Memory is compared through the journal, so looking costs
//! nothing in programs that end.

use crate::code::Code;
use crate::machine::{Machine, R};
use crate::ub::Ub;
use crate::value::Value;

/// Steps without effects before a look.
const PATIENCE: u64 = 1 << 20;

/// The earlier state that the present one is compared with.
#[derive(Debug)]
pub struct LoopWatch {
    /// Do not look before that step.
    pub next_look: u64,
    watching: Option<Watched>,
    io: u64,
    /// How long to compare with one state before taking a newer one.
    span: u64,
}

impl Default for LoopWatch {
    fn default() -> Self {
        Self { next_look: PATIENCE, watching: None, io: 0, span: 1 << 10 }
    }
}

impl LoopWatch {
    /// Whether a loop is being watched.
    pub const fn is_watching(&self) -> bool {
        self.watching.is_some()
    }
}

#[derive(Debug)]
struct Watched {
    depth: usize,
    /// The call that the loop runs in. Another call of the function may begin with the same state:
    /// what differs is where it returns to.
    call: u64,
    head: (usize, u32),
    regs: Vec<Value>,
    left: u64,
    marks: usize,
    /// Where its code ends.
    tail: u32,
    /// It was left since.
    ended: bool,
}

impl<'a> Machine<'a> {
    /// Called at the end of a round of a loop, once the machine has become suspicious.
    pub fn look_at_loop(&mut self, c: &'a Code, head: u32) -> R<()> {
        // A journal that is in use for a replay is not ours to mark or to compare with.
        if self.mem.marks() > self.loops.watching.as_ref().map_or(0, |w| w.marks) {
            self.loops.next_look = self.used.steps + PATIENCE;
            return Ok(());
        }
        if self.output.effects != self.loops.io || !self.program.dialect.loops_assumed_to_end() {
            self.loops.io = self.output.effects;
            self.stop_watching();
            self.loops.next_look = self.used.steps + PATIENCE;
            return Ok(());
        }
        let key = (std::ptr::from_ref(c) as usize, head);
        let depth = self.stack.frames.len();
        let (base, call, pc) = self.stack.top().map_or((0, 0, 0), |f| (f.base, f.number, f.pc));
        if let Some(w) = &mut self.loops.watching {
            let ours = w.call == call && w.depth == depth && w.head == key;
            // The end of a round of a loop around it.
            w.ended |= w.call == call && w.head.0 == key.0 && head < w.head.1;
            let ours = ours && w.marks == self.mem.marks() && !w.ended;
            if ours && w.regs[..] == self.stack.regs[base..] && self.memory_as_marked() {
                let loc = c.op_locs.get(head as usize).copied().unwrap_or_default();
                return Err(self.ub_at(loc, Ub::InfiniteLoop));
            }
            let Some(w) = &mut self.loops.watching else { return Ok(()) };
            w.left = w.left.saturating_sub(1);
            // The frame of the watched loop is gone, or it is time for a newer state.
            let gone = depth < w.depth || depth == w.depth && call != w.call;
            if w.left > 0 && !gone && !w.ended {
                return Ok(());
            }
        }
        self.stop_watching();
        self.loops.span = self.loops.span.saturating_mul(2);
        self.mem.mark();
        self.loops.watching = Some(Watched {
            depth,
            call,
            head: key,
            regs: self.stack.regs[base..].to_vec(),
            left: self.loops.span,
            marks: self.mem.marks(),
            tail: pc,
            ended: false,
        });
        Ok(())
    }

    /// A jump backwards that belongs to no loop with a condition: it leaves the watched loop unless
    /// it stays inside.
    pub fn look_at_jump(&mut self, c: &'a Code, to: u32) {
        let (call, pc) = self.stack.top().map_or((0, 0), |f| (f.number, f.pc));
        if let Some(w) = &mut self.loops.watching {
            let here = w.call == call && w.head.0 == std::ptr::from_ref(c) as usize;
            w.ended |= here && (to <= w.head.1 || pc > w.tail);
        }
    }

    fn stop_watching(&mut self) {
        if let Some(w) = self.loops.watching.take() {
            debug_assert_eq!(self.mem.marks(), w.marks, "the watch's mark is the innermost one");
            self.mem.commit();
        }
    }

    /// Whether memory is as it was at the mark. Objects that have come and gone do not count.
    fn memory_as_marked(&self) -> bool {
        self.mem.changed().all(|(slot, before)| {
            let now = self.mem.slot(slot);
            (!before.live && !now.live)
                || (now.generation == before.generation && now.same_contents(before))
        })
    }
}
