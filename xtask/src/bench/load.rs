//! Keeps a number of requests in flight for a time and takes the time of each.

use std::collections::HashMap;
use std::ops::Range;
use std::thread;
use std::time::{Duration, Instant};

use super::request::{Ask, answered_id};
use super::stats::Samples;
use crate::Result;

/// A way to the other process; answers may come in another order than requests.
pub(super) trait Link {
    fn send(&mut self, document: &str) -> Result;
    fn receive(&mut self) -> Result<&[u8]>;
}

pub(super) struct Load {
    pub(super) samples: Samples,
    pub(super) per_second: f64,
    /// What the server spent on a call, on all of its threads, if it was measured.
    pub(super) server_cpu: Option<Duration>,
}

/// How long each measurement lasts.
const TIME: Duration = Duration::from_secs(2);

/// Before the clock starts: caches are warm, and a refusal shows before it is measured.
const WARM_UP: u64 = 20;

/// How far apart the ids of two links are: a session that they share takes equal ones for the same
/// request.
const IDS: usize = 1 << 32;

/// On one link.
pub(super) fn one(link: &mut impl Link, request: &impl Ask, in_flight: u64) -> Result<Load> {
    warm_up(link, request)?;
    let start = Instant::now();
    let samples = keep_busy(link, request, 0..in_flight, start + TIME)?;
    Ok(Load::new(samples, start.elapsed()))
}

/// On several links at once, each with a thread of its own and one request in flight.
pub(super) fn several<L: Link + Send>(mut links: Vec<L>, request: &impl Ask) -> Result<Load> {
    for link in &mut links {
        warm_up(link, request)?;
    }
    let start = Instant::now();
    let samples = thread::scope(|scope| {
        let threads: Vec<_> = links
            .iter_mut()
            .zip((0..).step_by(IDS))
            .map(|(link, id)| {
                scope.spawn(move || keep_busy(link, request, id..id + 1, start + TIME))
            })
            .collect();
        let joined = threads.into_iter().map(|thread| match thread.join() {
            Ok(samples) => samples,
            Err(_) => Err("a thread of the load panicked".into()),
        });
        joined.collect::<Result<Vec<_>>>()
    })?;
    Ok(Load::new(samples.concat(), start.elapsed()))
}

impl Load {
    fn new(samples: Vec<Duration>, elapsed: Duration) -> Load {
        Load {
            per_second: samples.len() as f64 / elapsed.as_secs_f64(),
            samples: Samples::new(samples),
            server_cpu: None,
        }
    }

    pub(super) fn better(self, other: Load) -> Load {
        match self.per_second >= other.per_second {
            true => self,
            false => other,
        }
    }

    /// Not the latency: with several in flight, calls overlap.
    pub(super) fn time_per_call(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.per_second.max(1e-9))
    }
}

fn warm_up(link: &mut impl Link, request: &impl Ask) -> Result {
    for id in 0..WARM_UP {
        link.send(&request.document(id))?;
        answered_id(link.receive()?)?;
    }
    Ok(())
}

/// `first` are the ids of those that are sent before any answer is waited for.
fn keep_busy(
    link: &mut impl Link,
    request: &impl Ask,
    first: Range<u64>,
    until: Instant,
) -> Result<Vec<Duration>> {
    let mut sent = HashMap::new();
    let mut samples = Vec::new();
    for id in first.clone() {
        sent.insert(id, Instant::now());
        link.send(&request.document(id))?;
    }
    let mut next = first.end;
    while !sent.is_empty() {
        let id = answered_id(link.receive()?)?;
        let now = Instant::now();
        let since = sent.remove(&id).ok_or("an answer to nothing that was asked")?;
        samples.push(now - since);
        if now < until {
            let document = request.document(next);
            sent.insert(next, Instant::now());
            link.send(&document)?;
            next += 1;
        }
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::super::request::HEALTH;
    use super::*;

    /// Answers the youngest request first.
    #[derive(Default)]
    struct Backwards {
        waiting: Vec<String>,
        most_waiting: usize,
        answer: String,
    }

    impl Link for Backwards {
        fn send(&mut self, document: &str) -> Result {
            self.waiting.push(document.to_owned());
            self.most_waiting = self.most_waiting.max(self.waiting.len());
            Ok(())
        }

        fn receive(&mut self) -> Result<&[u8]> {
            self.answer = self.waiting.pop().ok_or("nothing was asked")?;
            Ok(self.answer.as_bytes())
        }
    }

    #[test]
    fn every_request_is_answered_in_any_order() {
        let mut link = Backwards::default();
        let until = Instant::now() + Duration::from_millis(5);
        let samples = keep_busy(&mut link, &HEALTH, 0..4, until).unwrap();
        assert!(samples.len() >= 4);
        assert_eq!(link.most_waiting, 4);
        assert!(link.waiting.is_empty());
    }
}
