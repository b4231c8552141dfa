//! The thread that watches: it collects signals until a burst is over, looks, and tells.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use super::Hub;
use super::differences::Differences;
use super::known::{Known, Look};
use super::native::Native;
use super::signals::{Batch, Signals};

/// When to look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// A burst is over when nothing has happened for so long...
    pub(super) quiet: Duration,
    /// ...or when it has lasted so long.
    pub(super) longest: Duration,
    /// Between two looks at everything, where the system does not tell of changes.
    pub(super) poll: Duration,
    /// Whether to ask the system to tell.
    pub(super) asks_system: bool,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            quiet: Duration::from_millis(100),
            longest: Duration::from_secs(1),
            poll: Duration::from_secs(2),
            asks_system: true,
        }
    }
}

/// Looking at everything again and again takes one part in this of a core at most.
const SHARE: u32 = 20;

/// `since` is when watching was asked for.
pub(super) fn run(hub: &Hub, signals: &Arc<Signals>, since: SystemTime) {
    let mut worker = Worker {
        hub,
        signals,
        native: Native::none(),
        known: Known::new(&hub.root, hub.rules),
        took: Duration::ZERO,
    };
    worker.begin();
    worker.look(Some(since), &Batch { everywhere: true, ..Batch::default() });
    #[cfg(test)]
    signals.set_ready();
    while let Some(batch) = signals.next(&hub.pace, worker.idle()) {
        if worker.known.is_lost() {
            // A watch ends with the folder that it was set on.
            worker.begin();
        }
        worker.look(None, &batch);
    }
}

struct Worker<'a> {
    hub: &'a Hub,
    signals: &'a Arc<Signals>,
    native: Native,
    known: Known<'a>,
    /// How long the last look at everything took.
    took: Duration,
}

impl Worker<'_> {
    fn begin(&mut self) {
        let Hub { root, rules, pace, .. } = self.hub;
        if pace.asks_system && root.path().is_dir() {
            self.native = Native::start(root.path(), rules, self.signals);
        }
    }

    /// How long to wait for signals, where none may come.
    fn idle(&self) -> Option<Duration> {
        let waits = self.native.is_silent() || self.known.is_lost();
        waits.then(|| self.hub.pace.poll.max(self.took * SHARE))
    }

    fn look(&mut self, since: Option<SystemTime>, batch: &Batch) {
        let (native, found) = (&mut self.native, Differences::default());
        let mut look = Look { native, signals: self.signals, found, since };
        if batch.everywhere {
            let begin = Instant::now();
            self.known.scan("", &mut look);
            self.took = begin.elapsed();
        }
        for (path, written) in &batch.paths {
            self.known.refresh(path, *written, &mut look);
        }
        let told = look.found.told(self.hub.rules, |path| self.known.is_file(path));
        if let Some(changed) = told.filter(|_| !self.signals.is_stopped()) {
            self.hub.tell(&changed);
        }
    }
}
