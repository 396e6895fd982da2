//! Working on many things at once, with the results in order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The stack of a worker: what the generator needs. Parser and printer recurse with the nesting of a
/// program, up to the parser's own limits of a few thousand levels at a few kilobytes each, and need
/// less. Only what is touched becomes real memory.
const STACK: usize = brinell_generate::STACK;

/// Calls `work` on each item, on `jobs` threads with large stacks, and `deliver` on each result in
/// the order of the items, as soon as it and all before it are there. A panic in `work` becomes its
/// message. Stops early when `deliver` fails.
pub fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
    mut deliver: impl FnMut(&T, Result<R, String>) -> Result<(), E>,
) -> Result<(), E>
where
    E: From<std::io::Error>,
{
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            let sender = sender.clone();
            let (next, stopped, work) = (&next, &stopped, &work);
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                while !stopped.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    // `work` shares only what is read; a half-done result is thrown away.
                    let result = catch_unwind(AssertUnwindSafe(|| work(item)))
                        .map_err(|payload| panic_message(&*payload));
                    if sender.send((index, result)).is_err() {
                        break;
                    }
                }
            })?;
        }
        drop(sender);
        let mut waiting: Vec<_> = items.iter().map(|_| None).collect();
        let mut due = 0;
        for (index, result) in receiver {
            waiting[index] = Some(result);
            while let Some(result) = waiting.get_mut(due).and_then(Option::take) {
                if let Err(error) = deliver(&items[due], result) {
                    stopped.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                due += 1;
            }
        }
        Ok(())
    })
}

/// Calls `work` on a thread with a stack of that size; a panic becomes its message.
pub fn on_stack<R: Send>(
    stack: usize,
    work: impl FnOnce() -> R + Send,
) -> std::io::Result<Result<R, String>> {
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(stack).spawn_scoped(scope, work)?;
        Ok(worker.join().map_err(|payload| panic_message(&*payload)))
    })
}

fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_panics_as_messages() {
        let items: Vec<u64> = (0..20).collect();
        let mut seen = Vec::new();
        in_order(
            &items,
            4,
            |&n| {
                // Later items are done first.
                thread::sleep(std::time::Duration::from_millis(20 - n));
                assert!(n != 7, "seven");
                n * 2
            },
            |&n, result| {
                match result {
                    Ok(double) => assert_eq!(double, n * 2),
                    Err(message) => assert_eq!((n, message.as_str()), (7, "seven")),
                }
                seen.push(n);
                Ok::<_, std::io::Error>(())
            },
        )
        .unwrap();
        assert_eq!(seen, items);
    }

    #[test]
    fn a_failing_receiver_stops_the_work() {
        let items = [1, 2, 3];
        let result = in_order(&items, 1, |&n| n, |_, _| Err(std::io::Error::other("full")));
        assert!(result.is_err());
    }
}
