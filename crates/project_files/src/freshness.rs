//! How answers stay as new as the files. While a server runs, the system reports what changes; otherwise,
//! and wherever reports could be missing, every call looks at all files.
//!
//! Invariant: [`FilesVersion`]s differ if a write that had returned before the second one was asked for may
//! have changed a watched file. What was read after a version was asked for is good while it stays.
//!
//! Invariant: nothing is written, and no thread runs: the queue of events is read by the call that needs it.

mod changed;
mod memo;
#[cfg(target_os = "linux")]
mod mounts;
mod scope;
#[cfg(all(test, target_os = "linux"))]
mod tests;
#[cfg(target_os = "linux")]
mod watcher;
#[cfg(not(target_os = "linux"))]
#[path = "freshness/unsupported.rs"]
mod watcher;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use scenewright_engine::{FileFreshness, ScanReason};

use crate::layout::ProjectLayout;
pub use changed::ChangedFiles;
pub use memo::{FilesCache, FilesMemo, FilesState, MadeFromFiles};
use scope::WatchedTree;
use watcher::{FolderWatcher, WatchEnd};

/// How often a full look checks what was reported, while calls come.
const VERIFY_INTERVAL: Duration = Duration::from_secs(300);

/// A state of the watched files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilesVersion(u64);

/// Watches the folders of one project from the first call on, if it is to.
pub struct Freshness(Mutex<FreshnessState>);

struct FreshnessState {
    mode: FreshnessMode,
    version: u64,
    /// When the version was last compared with the files.
    observed: Option<Instant>,
    /// What has changed since the index was last brought up to date.
    pending: ChangedFiles,
    verified: Instant,
}

enum FreshnessMode {
    /// To be watched, but not yet, or its folder is gone.
    Waiting {
        root: PathBuf,
        layout: &'static ProjectLayout,
    },
    Watching(Box<FolderWatcher>),
    Scanning(ScanReason),
}

impl Default for Freshness {
    fn default() -> Freshness {
        Freshness::with_mode(FreshnessMode::Scanning(ScanReason::Off))
    }
}

impl Freshness {
    /// Watches from the first call on.
    pub(crate) fn watch(root: &Path, layout: &'static ProjectLayout) -> Freshness {
        Freshness::with_mode(FreshnessMode::Waiting { root: root.to_owned(), layout })
    }

    fn with_mode(mode: FreshnessMode) -> Freshness {
        let (pending, verified) = (ChangedFiles::default(), Instant::now());
        Freshness(Mutex::new(FreshnessState {
            mode,
            version: 0,
            observed: None,
            pending,
            verified,
        }))
    }

    /// The current state of the files; `None` if only looking at all of them can tell.
    pub fn version(&self) -> Option<FilesVersion> {
        self.lock().observe()
    }

    /// The same, for what was read from files by path: a link may lead to files that are not watched.
    pub fn version_by_path(&self) -> Option<FilesVersion> {
        self.version_by_path_since(None)
    }

    /// The same, but a state that was observed after `received` is new enough. For calls that write nothing.
    pub fn version_by_path_since(&self, received: Option<Instant>) -> Option<FilesVersion> {
        let mut state = self.lock();
        let version = match state.is_observed_since(received) {
            true => FilesVersion(state.version),
            false => state.observe()?,
        };
        match &state.mode {
            FreshnessMode::Watching(watcher) if !watcher.has_links() => Some(version),
            _ => None,
        }
    }

    /// Whether the version covers this project-relative file.
    pub fn covers(&self, path: &str) -> bool {
        match &self.lock().mode {
            FreshnessMode::Watching(watcher) => watcher.covers(path),
            _ => false,
        }
    }

    /// Whether a file that does not exist at this project-relative path changes the version when it comes.
    pub fn would_notice(&self, path: &str) -> bool {
        match &self.lock().mode {
            FreshnessMode::Watching(watcher) => watcher.would_notice(path),
            _ => false,
        }
    }

    /// What has changed since this was last called, and the state that it leads to.
    pub(crate) fn take_changes(&self) -> Option<(FilesVersion, ChangedFiles)> {
        let mut state = self.lock();
        let version = state.observe()?;
        Some((version, std::mem::take(&mut state.pending)))
    }

    /// Changes that were taken and could not be looked at.
    pub(crate) fn put_back(&self, changed: ChangedFiles) {
        self.lock().pending.extend(changed);
    }

    /// Watches these folders outside the project too, and no others. To be called before they are read.
    pub fn watch_linked(&self, roots: &[&Path]) {
        let mut state = self.lock();
        if let FreshnessMode::Watching(watcher) = &mut state.mode
            && let Err(reason) = watcher.set_linked(roots)
        {
            state.stop(reason);
        }
    }

    pub fn current(&self) -> FileFreshness {
        match &self.lock().mode {
            FreshnessMode::Scanning(reason) => FileFreshness::Scanned(reason.clone()),
            FreshnessMode::Waiting { .. } | FreshnessMode::Watching(_) => FileFreshness::Watched,
        }
    }

    /// Whether it is time for a full look; the next one is due later.
    pub(crate) fn is_verification_due(&self) -> bool {
        let mut state = self.lock();
        let is_due = matches!(state.mode, FreshnessMode::Watching(_))
            && state.verified.elapsed() >= VERIFY_INTERVAL;
        if is_due {
            state.verified = Instant::now();
        }
        is_due
    }

    /// A full look found a change that was not reported.
    pub(crate) fn missed_change(&self) {
        self.lock().stop(ScanReason::MissedChange);
    }

    /// A panic elsewhere leaves nothing half done here that a new start would not repair.
    fn lock(&self) -> MutexGuard<'_, FreshnessState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FreshnessState {
    fn is_observed_since(&self, received: Option<Instant>) -> bool {
        let is_watching = matches!(self.mode, FreshnessMode::Watching(_));
        is_watching && received.is_some_and(|received| self.observed >= Some(received))
    }

    fn observe(&mut self) -> Option<FilesVersion> {
        let begun = Instant::now();
        // The end of a watcher, the start of the next one, and its first report.
        for _ in 0..3 {
            let end = match &mut self.mode {
                FreshnessMode::Scanning(_) => return None,
                FreshnessMode::Waiting { root, layout } => {
                    let tree = WatchedTree::project(root.clone(), layout);
                    match FolderWatcher::start(tree) {
                        Ok(watcher) => {
                            self.mode = FreshnessMode::Watching(Box::new(watcher));
                            self.pending.everything();
                            self.version += 1;
                            continue;
                        }
                        Err(end) => end,
                    }
                }
                FreshnessMode::Watching(watcher) => match watcher.drain(&mut self.pending) {
                    Ok(has_changes) => {
                        self.version += u64::from(has_changes);
                        self.observed = Some(begun);
                        return Some(FilesVersion(self.version));
                    }
                    Err(end) => end,
                },
            };
            self.end_watch(end);
        }
        None
    }

    fn end_watch(&mut self, end: WatchEnd) {
        match (end, &self.mode) {
            (WatchEnd::Stop(reason), _) => self.stop(reason),
            (WatchEnd::Restart, FreshnessMode::Watching(watcher)) => {
                let (root, layout) = watcher.project();
                self.mode = FreshnessMode::Waiting { root, layout };
            }
            // Its folder does not exist. The next call tries again.
            (WatchEnd::Restart, _) => {}
        }
    }

    fn stop(&mut self, reason: ScanReason) {
        tracing::warn!("every call looks at all files of the project: {reason}");
        self.mode = FreshnessMode::Scanning(reason);
        self.pending = ChangedFiles::default();
    }
}

impl fmt::Debug for Freshness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.current())
    }
}
