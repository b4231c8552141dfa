//! One request after the other, in the order of their arrival, as Unity's main thread works.
//!
//! Invariant: a turn ends with its work. A client that leaves cancels its work, and the next request waits
//! until the work has really ended.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use scenewright_catalogue::{AdmissionError, AdmissionQueue, CancelToken, Permit};

/// How many requests may wait for their turn.
pub(super) const MAX_WAITING: usize = 1024;

pub(super) struct Turns(AdmissionQueue);

impl Turns {
    pub(super) fn new() -> Turns {
        Turns(AdmissionQueue::with_max_waiting(1, MAX_WAITING))
    }

    /// Does `work` when it is its turn. Nothing is done for a client that has left before. `cancel` stops
    /// the work of a client that leaves during it.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        cancel: CancelToken,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, AdmissionError> {
        let permit = self.0.acquire()?.permit().await?;
        Ok(Turn { running: Some((Box::pin(work), permit)), cancel }.await)
    }
}

type BoxedWork<T> = Pin<Box<dyn Future<Output = T> + Send>>;

struct Turn<T: Send + 'static> {
    /// `None` once the work is done.
    running: Option<(BoxedWork<T>, Permit)>,
    cancel: CancelToken,
}

impl<T: Send + 'static> Future for Turn<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let Some((work, _)) = &mut self.running else { return Poll::Pending };
        let polled = work.as_mut().poll(cx);
        if polled.is_ready() {
            self.running = None;
        }
        polled
    }
}

impl<T: Send + 'static> Drop for Turn<T> {
    fn drop(&mut self) {
        let Some((work, permit)) = self.running.take() else { return };
        self.cancel.cancel();
        if thread::panicking() {
            return;
        }
        let finish = move || {
            block_on(work);
            drop(permit);
        };
        if let Err(error) = thread::Builder::new().name("abandoned".to_owned()).spawn(finish) {
            tracing::error!(%error, "no thread to wait for abandoned work");
        }
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Blocks this thread until a future is ready.
fn block_on<F: Future>(future: F) -> F::Output {
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

    use super::*;

    /// Polls once, so that the request is in the queue.
    fn queued<F: Future>(future: F) -> Pin<Box<F>> {
        let mut future = Box::pin(future);
        let mut context = Context::from_waker(Waker::noop());
        assert!(future.as_mut().poll(&mut context).is_pending());
        future
    }

    fn blocked() -> (oneshot::Sender<()>, impl Future<Output = ()> + Send + 'static) {
        let (go, wait) = oneshot::channel::<()>();
        (go, async move { wait.await.unwrap_or_default() })
    }

    #[test]
    fn work_is_done_in_the_order_of_arrival_and_not_for_clients_that_left() {
        let turns = Turns::new();
        let (go, work) = blocked();
        let done = Arc::new(Mutex::new(Vec::new()));
        let first = queued(turns.run(CancelToken::default(), work));
        let mut others: Vec<_> = (0..50)
            .map(|number| {
                let done = Arc::clone(&done);
                let work = async move { done.lock().unwrap().push(number) };
                queued(turns.run(CancelToken::default(), work))
            })
            .collect();
        drop(others.remove(7));
        go.send(()).unwrap();
        block_on(first).unwrap();
        for other in others {
            block_on(other).unwrap();
        }
        let expected: Vec<i32> = (0..50).filter(|number| *number != 7).collect();
        assert_eq!(*done.lock().unwrap(), expected);
    }

    #[test]
    fn a_client_that_leaves_cancels_its_work_and_the_turn_ends_with_the_work() {
        let turns = Turns::new();
        let (go, work) = blocked();
        let cancel = CancelToken::default();
        let first = queued(turns.run(cancel.clone(), work));
        drop(first);
        assert!(cancel.is_cancelled());
        let mut second = queued(turns.run(CancelToken::default(), async { 3 }));
        let mut context = Context::from_waker(Waker::noop());
        assert!(second.as_mut().poll(&mut context).is_pending());
        go.send(()).unwrap();
        assert_eq!(block_on(second), Ok(3));
    }

    #[test]
    fn only_so_many_may_wait() {
        let turns = Turns::new();
        let (go, work) = blocked();
        let first = queued(turns.run(CancelToken::default(), work));
        let waiting: Vec<_> =
            (0..MAX_WAITING).map(|_| queued(turns.run(CancelToken::default(), async {}))).collect();
        let refused = block_on(turns.run(CancelToken::default(), async {}));
        assert_eq!(refused, Err(AdmissionError::QueueFull));
        go.send(()).unwrap();
        block_on(first).unwrap();
        for one in waiting {
            assert_eq!(block_on(one), Ok(()));
        }
    }
}
