//! One thread that does one thing after the other, as Unity's main thread does.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// How many requests may wait.
pub(super) const MAX_QUEUED: usize = 1024;

type Job = Box<dyn FnOnce() + Send>;

pub(super) struct WorkQueue {
    jobs: SyncSender<Job>,
}

/// Why something was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QueueError {
    Full,
    Crashed,
}

impl WorkQueue {
    /// The thread ends when the queue is dropped and empty.
    pub(super) fn start() -> std::io::Result<WorkQueue> {
        let (jobs, waiting) = sync_channel::<Job>(MAX_QUEUED);
        thread::Builder::new().name("unity-http".to_owned()).spawn(move || {
            for job in waiting {
                if catch_unwind(AssertUnwindSafe(job)).is_err() {
                    tracing::error!("a request stopped unexpectedly");
                }
            }
        })?;
        Ok(WorkQueue { jobs })
    }

    /// Does `work` when everything before it is done. Nothing is done for a caller that has gone
    /// away before its turn.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, QueueError> {
        let (sender, receiver) = oneshot::channel();
        let job = move || {
            if !sender.is_closed() {
                // The caller may have left meanwhile, and then nobody misses the answer.
                let _ = sender.send(work());
            }
        };
        self.jobs.try_send(Box::new(job)).map_err(|error| match error {
            TrySendError::Full(_) => QueueError::Full,
            TrySendError::Disconnected(_) => QueueError::Crashed,
        })?;
        receiver.await.map_err(|_| QueueError::Crashed)
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits on this thread for something that would rather be awaited.
pub(super) fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::channel;
    use std::task::Poll;

    use super::*;

    /// Asks once, so that the work is in the queue.
    fn queued<F: Future>(future: F) -> std::pin::Pin<Box<F>> {
        let mut future = Box::pin(future);
        let mut context = Context::from_waker(Waker::noop());
        assert!(matches!(future.as_mut().poll(&mut context), Poll::Pending));
        future
    }

    #[test]
    fn work_is_done_in_the_order_of_arrival_and_not_for_those_who_left() {
        let queue = WorkQueue::start().unwrap();
        let (go, wait) = channel::<()>();
        let done = Arc::new(Mutex::new(Vec::new()));
        let first = queued(queue.run(move || wait.recv().unwrap()));
        let mut others: Vec<_> = (0..50)
            .map(|number| {
                let done = Arc::clone(&done);
                queued(queue.run(move || done.lock().unwrap().push(number)))
            })
            .collect();
        drop(others.remove(7));
        go.send(()).unwrap();
        block_on(first).unwrap();
        for other in others.into_iter().rev() {
            block_on(other).unwrap();
        }
        let expected: Vec<i32> = (0..50).filter(|number| *number != 7).collect();
        assert_eq!(*done.lock().unwrap(), expected);
    }

    #[test]
    fn a_full_queue_says_so_and_a_crash_ends_only_itself() {
        let queue = WorkQueue::start().unwrap();
        let (go, wait) = channel::<()>();
        let (started, has_started) = channel::<()>();
        let first = queued(queue.run(move || {
            started.send(()).unwrap();
            wait.recv().unwrap();
        }));
        has_started.recv().unwrap();
        let waiting: Vec<_> = (0..MAX_QUEUED).map(|_| queued(queue.run(|| ()))).collect();
        assert_eq!(block_on(queue.run(|| ())), Err(QueueError::Full));
        go.send(()).unwrap();
        block_on(first).unwrap();
        for one in waiting {
            assert_eq!(block_on(one), Ok(()));
        }
        let crashing: Result<(), QueueError> = block_on(queue.run(|| panic!("on purpose")));
        assert_eq!(crashing, Err(QueueError::Crashed));
        assert_eq!(block_on(queue.run(|| 3)), Ok(3));
    }
}
