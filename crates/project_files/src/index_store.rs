//! Keeps the last index of a project, and brings it up to date for every call.
//!
//! Invariant: an index never changes. Every call gets one that is no older than the call; files whose time
//! and size are the same share their part of it, unless they were edited in the two seconds before.

use std::sync::Arc;
use std::time::SystemTime;

use scenewright_engine::{Context, EngineError};
use scenewright_model::UnreadReason;

use crate::root::{FileStamp, ProjectRoot, TIMESTAMP_GRANULARITY};
use crate::waiting::Monitor;

/// What is known about a project at one moment. It never changes: a later one takes its place.
pub trait ProjectIndex: Sized + Send + Sync + 'static {
    /// Returns `last` itself if nothing has changed since. `now` is when the refresh began.
    fn refresh(
        project: &ProjectRoot,
        last: Option<Arc<Self>>,
        now: SystemTime,
        cx: &Context,
    ) -> Result<Arc<Self>, EngineError>;
}

/// One refresh runs at a time. A call takes the result of any refresh that began after the
/// call, so that many calls at once wait for two refreshes at most.
pub struct IndexStore<S>(Monitor<IndexState<S>>);

struct IndexState<S> {
    last: Option<Arc<S>>,
    /// How many refreshes have begun, and the number of the one that made `last`.
    begun: u64,
    made_by: u64,
    is_running: bool,
}

impl<S> Default for IndexStore<S> {
    fn default() -> IndexStore<S> {
        let state = IndexState { last: None, begun: 0, made_by: 0, is_running: false };
        IndexStore(Monitor::new(state))
    }
}

impl<S: ProjectIndex> IndexStore<S> {
    /// The project as it is now.
    pub fn snapshot(&self, project: &ProjectRoot, cx: &Context) -> Result<Arc<S>, EngineError> {
        let (turn, last) = match self.turn(cx)? {
            RefreshTurn::Ready(index) => return Ok(index),
            RefreshTurn::Mine(turn, last) => (turn, last),
        };
        let index = S::refresh(project, last, SystemTime::now(), cx)?;
        let mut state = self.0.lock();
        state.last = Some(Arc::clone(&index));
        state.made_by = turn.number;
        drop(state);
        Ok(index)
    }

    /// The last index. For calls that have taken a snapshot before.
    pub fn latest(&self, project: &ProjectRoot, cx: &Context) -> Result<Arc<S>, EngineError> {
        let last = self.0.lock().last.clone();
        last.map_or_else(|| self.snapshot(project, cx), Ok)
    }

    fn turn(&self, cx: &Context) -> Result<RefreshTurn<'_, S>, EngineError> {
        let wanted = self.0.lock().begun + 1;
        self.0.wait_until(cx, |state| {
            if state.made_by >= wanted
                && let Some(index) = &state.last
            {
                return Some(RefreshTurn::Ready(Arc::clone(index)));
            }
            (!state.is_running).then(|| {
                state.begun += 1;
                state.is_running = true;
                let refresh = RefreshGuard { store: self, number: state.begun };
                RefreshTurn::Mine(refresh, state.last.clone())
            })
        })
    }
}

enum RefreshTurn<'a, S> {
    Ready(Arc<S>),
    Mine(RefreshGuard<'a, S>, Option<Arc<S>>),
}

/// A running refresh; however it ends, the next one may begin.
struct RefreshGuard<'a, S> {
    store: &'a IndexStore<S>,
    number: u64,
}

impl<S> Drop for RefreshGuard<'_, S> {
    fn drop(&mut self) {
        self.store.0.change(|state| state.is_running = false);
    }
}

/// What was found in a file, and the stamp for which that is valid.
pub struct ScannedFile<T> {
    /// [`FileStamp::NEVER`] if the file was edited just before it was read, as another edit right after may
    /// leave the same stamp.
    pub stamp: FileStamp,
    pub found: T,
}

/// A file as a walk that began at `now` found it.
pub struct FileScanner<'a> {
    pub root: &'a ProjectRoot,
    /// Relative to `root`.
    pub path: &'a str,
    pub stamp: FileStamp,
    pub now: SystemTime,
}

impl FileScanner<'_> {
    /// What is known about the file, if it is unchanged, or else what a new scan finds.
    pub fn scan_or_reuse<T>(
        &self,
        known: Option<&Arc<ScannedFile<T>>>,
        buffer: &mut Vec<u8>,
        read: impl FnOnce(Result<&[u8], UnreadReason>) -> T,
        cx: &Context,
    ) -> Result<Arc<ScannedFile<T>>, EngineError> {
        let still = known.filter(|known| known.stamp == self.stamp);
        if let Some(known) = still {
            return Ok(Arc::clone(known));
        }
        let bytes = self.root.read_walked(self.path, &self.stamp, buffer, cx)?;
        // A file that could not be read may be readable next time, with the same stamp.
        let is_fleeting = matches!(bytes, Err(UnreadReason::Unreadable { .. }));
        let is_lasting = !is_fleeting && self.stamp.is_settled(self.now, TIMESTAMP_GRANULARITY);
        let stamp = if is_lasting { self.stamp } else { FileStamp::NEVER };
        Ok(Arc::new(ScannedFile { stamp, found: read(bytes) }))
    }
}

/// Whether two snapshots share what was found in a file.
pub fn is_same_scan<T>(one: &Option<Arc<T>>, other: &Option<Arc<T>>) -> bool {
    one.as_ref().map(Arc::as_ptr) == other.as_ref().map(Arc::as_ptr)
}
