//! The watching thread: it collects signals until a burst is over, looks at the files, and reports.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use super::WatchHub;
use super::differences::FileDifferences;
use super::known::{KnownFiles, WatchPass};
use super::native::NativeWatcher;
use super::signals::{SignalBatch, WatchSignals};

/// When to look at the files.
#[derive(Debug, Clone, Copy)]
pub(super) struct WatchTiming {
    /// A burst is over when nothing has happened for this long...
    pub(super) quiet: Duration,
    /// ...or when it has lasted this long.
    pub(super) longest: Duration,
    /// Between two scans of everything, where the system does not report changes.
    pub(super) poll: Duration,
    /// Whether to use the events of the system.
    pub(super) asks_system: bool,
}

impl Default for WatchTiming {
    fn default() -> WatchTiming {
        WatchTiming {
            quiet: Duration::from_millis(100),
            longest: Duration::from_secs(1),
            poll: Duration::from_secs(2),
            asks_system: true,
        }
    }
}

/// Repeated scans take at most 1/20 of a core.
const RESCAN_COST_FACTOR: u32 = 20;

/// `since` is when watching was requested.
pub(super) fn run(hub: &WatchHub, signals: &Arc<WatchSignals>, since: SystemTime) {
    let mut worker = WatchWorker {
        hub,
        signals,
        native: NativeWatcher::none(),
        known: KnownFiles::new(&hub.root, hub.rules),
        took: Duration::ZERO,
    };
    worker.begin();
    worker.look(Some(since), &SignalBatch { everywhere: true, ..SignalBatch::default() });
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

struct WatchWorker<'a> {
    hub: &'a WatchHub,
    signals: &'a Arc<WatchSignals>,
    native: NativeWatcher,
    known: KnownFiles<'a>,
    /// How long the last scan of everything took.
    took: Duration,
}

impl WatchWorker<'_> {
    fn begin(&mut self) {
        let WatchHub { root, rules, pace, .. } = self.hub;
        if pace.asks_system && root.path().is_dir() {
            self.native = NativeWatcher::start(root.path(), rules, self.signals);
        }
    }

    /// How long to wait for signals before a scan, where none may come.
    fn idle(&self) -> Option<Duration> {
        let waits = self.native.is_silent() || self.known.is_lost();
        waits.then(|| self.hub.pace.poll.max(self.took * RESCAN_COST_FACTOR))
    }

    fn look(&mut self, since: Option<SystemTime>, batch: &SignalBatch) {
        let (native, found) = (&mut self.native, FileDifferences::default());
        let mut look = WatchPass { native, signals: self.signals, found, since };
        if batch.everywhere {
            let begin = Instant::now();
            self.known.scan("", &mut look);
            self.took = begin.elapsed();
        }
        for (path, written) in &batch.paths {
            self.known.refresh(path, *written, &mut look);
        }
        let reported = look.found.into_changed(self.hub.rules, |path| self.known.is_file(path));
        if let Some(changed) = reported.filter(|_| !self.signals.is_stopped()) {
            self.hub.notify_listeners(&changed);
        }
    }
}
