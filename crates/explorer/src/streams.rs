//! Event streams: one bounded queue per stream, which drops its oldest events when a client reads too slowly.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// How many events are kept for one client.
pub(crate) const MAX_QUEUED_EVENTS: usize = 256;

/// All open streams. Clones are the same.
#[derive(Clone, Default)]
pub(crate) struct EventStreams(Arc<Mutex<OpenStreams>>);

#[derive(Default)]
struct OpenStreams {
    queues: BTreeMap<u64, StreamQueue>,
    opened: u64,
}

#[derive(Default)]
struct StreamQueue {
    waiting: VecDeque<Arc<str>>,
    waker: Option<Waker>,
    is_behind: bool,
    /// Queued events are still delivered.
    is_ending: bool,
}

/// The events of one client, each a line of JSON. Dropping it closes the stream.
pub struct EventStream {
    streams: EventStreams,
    number: u64,
}

impl EventStreams {
    /// `None` if the limit is reached.
    pub(crate) fn open(&self, limit: usize) -> Option<EventStream> {
        let mut open = self.lock();
        if open.queues.len() >= limit {
            return None;
        }
        open.opened += 1;
        let number = open.opened;
        open.queues.insert(number, StreamQueue::default());
        Some(EventStream { streams: self.clone(), number })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().queues.is_empty()
    }

    /// Sends an event to all streams. Returns those that fell behind with it; each is reported once until it
    /// has caught up.
    #[must_use = "streams that fall behind have to be logged"]
    pub(crate) fn send(&self, event: &Arc<str>) -> Vec<u64> {
        let mut behind = Vec::new();
        let mut wakers = Vec::new();
        for (number, queue) in &mut self.lock().queues {
            if queue.push(event) {
                behind.push(*number);
            }
            wakers.extend(queue.waker.take());
        }
        wakers.into_iter().for_each(Waker::wake);
        behind
    }

    /// Ends all streams; clients may open others.
    pub(crate) fn end(&self) {
        let mut wakers = Vec::new();
        for queue in self.lock().queues.values_mut() {
            queue.is_ending = true;
            wakers.extend(queue.waker.take());
        }
        wakers.into_iter().for_each(Waker::wake);
    }

    fn lock(&self) -> MutexGuard<'_, OpenStreams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StreamQueue {
    /// Whether this is the first lost event since the client last caught up.
    fn push(&mut self, event: &Arc<str>) -> bool {
        let full = self.waiting.len() == MAX_QUEUED_EVENTS;
        if full {
            self.waiting.pop_front();
        }
        self.waiting.push_back(Arc::clone(event));
        full && !std::mem::replace(&mut self.is_behind, true)
    }
}

impl EventStream {
    /// An event for this client alone.
    pub(crate) fn push(&self, event: Arc<str>) {
        if let Some(queue) = self.streams.lock().queues.get_mut(&self.number) {
            queue.push(&event);
        }
    }

    /// The next event; `None` if the server ends the stream.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Arc<str>>> {
        let mut open = self.streams.lock();
        let Some(queue) = open.queues.get_mut(&self.number) else {
            return Poll::Ready(None);
        };
        if let Some(event) = queue.waiting.pop_front() {
            queue.is_behind &= !queue.waiting.is_empty();
            return Poll::Ready(Some(event));
        }
        if queue.is_ending {
            return Poll::Ready(None);
        }
        queue.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.streams.lock().queues.remove(&self.number);
    }
}

impl std::fmt::Debug for EventStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Events({})", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(events: &mut EventStream) -> Option<String> {
        let mut cx = Context::from_waker(Waker::noop());
        match events.poll_next(&mut cx) {
            Poll::Ready(event) => event.map(|event| event.to_string()),
            Poll::Pending => None,
        }
    }

    #[test]
    fn a_slow_client_loses_the_oldest_and_that_is_said_once() {
        let streams = EventStreams::default();
        let mut events = streams.open(1).unwrap();
        let mut behind = 0;
        for number in 0..MAX_QUEUED_EVENTS + 10 {
            behind += streams.send(&Arc::from(number.to_string())).len();
        }
        assert_eq!((behind, next(&mut events).as_deref()), (1, Some("10")));
        while next(&mut events).is_some() {}
        for _ in 0..=MAX_QUEUED_EVENTS {
            behind += streams.send(&Arc::from("again")).len();
        }
        assert_eq!(behind, 2);
    }

    #[test]
    fn a_stream_that_ends_hands_out_what_waits() {
        let streams = EventStreams::default();
        let mut events = streams.open(1).unwrap();
        let mut cx = Context::from_waker(Waker::noop());
        assert_eq!(events.poll_next(&mut cx), Poll::Pending);
        assert!(streams.send(&Arc::from("last")).is_empty());
        streams.end();
        assert_eq!(next(&mut events).as_deref(), Some("last"));
        assert_eq!(events.poll_next(&mut cx), Poll::Ready(None));
    }

    #[test]
    fn there_are_only_so_many() {
        let streams = EventStreams::default();
        let first = streams.open(2).unwrap();
        let _second = streams.open(2).unwrap();
        assert!(streams.open(2).is_none());
        drop(first);
        assert!(streams.open(2).is_some());
    }

    #[test]
    fn nothing_is_left_of_streams_that_close() {
        let streams = EventStreams::default();
        for _ in 0..1_000 {
            let events = streams.open(1).unwrap();
            assert!(streams.send(&Arc::from("x")).is_empty());
            drop(events);
        }
        assert!(streams.is_empty());
    }
}
