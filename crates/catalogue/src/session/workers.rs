//! Worker threads for operations. A finished thread waits a while for the next job, because
//! starting a thread costs more than many calls. No job waits for a stuck thread: the number of
//! threads is limited only by the permits.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a thread waits for another job.
const IDLE_TIMEOUT: Duration = Duration::from_secs(10);

type Job = Box<dyn FnOnce() + Send>;

#[derive(Clone, Default)]
pub(crate) struct WorkerPool(Arc<WorkerPoolShared>);

#[derive(Default)]
struct WorkerPoolShared {
    state: Mutex<WorkerState>,
    more: Condvar,
}

#[derive(Default)]
struct WorkerState {
    /// Never more than the number of waiting threads.
    jobs: VecDeque<Job>,
    waiting: usize,
}

impl WorkerPool {
    /// Runs a job on a waiting thread or on a new one. The job must not panic.
    pub(crate) fn run(&self, job: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut state = self.0.lock();
        if state.waiting > state.jobs.len() {
            state.jobs.push_back(Box::new(job));
            drop(state);
            self.0.more.notify_one();
            return Ok(());
        }
        drop(state);
        let shared = Arc::clone(&self.0);
        let work = move || {
            job();
            shared.run_jobs();
        };
        thread::Builder::new().name("operation".to_owned()).spawn(work).map(drop)
    }
}

impl WorkerPoolShared {
    fn lock(&self) -> MutexGuard<'_, WorkerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs further jobs until none has arrived for a while.
    fn run_jobs(&self) {
        while let Some(job) = self.next() {
            job();
        }
    }

    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        state.waiting += 1;
        let rested =
            self.more.wait_timeout_while(state, IDLE_TIMEOUT, |state| state.jobs.is_empty());
        let (mut state, _) = rested.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state.jobs.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_thread_that_waits_is_used_again_and_a_stuck_one_holds_nobody_up() {
        let workers = WorkerPool::default();
        let (sender, receiver) = channel();
        let name = move || sender.send(thread::current().id()).unwrap();
        workers.run(name.clone()).unwrap();
        let first = receiver.recv().unwrap();
        let until_one_waits = || {
            while workers.0.lock().waiting == 0 {
                thread::yield_now();
            }
        };
        until_one_waits();
        workers.run(name.clone()).unwrap();
        assert_eq!(receiver.recv().unwrap(), first);
        // Otherwise the stuck job might get its own thread while the first one becomes free again.
        until_one_waits();

        let (release, held) = channel::<()>();
        workers.run(move || held.recv().unwrap()).unwrap();
        workers.run(name).unwrap();
        assert_ne!(receiver.recv().unwrap(), first);
        release.send(()).unwrap();
    }
}
