//! Keeps the last index of a project, and brings it up to date for every call.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use scenewright_engine::{Context, EngineError};
use scenewright_model::UnreadReason;

use crate::root::{FileStamp, ProjectRoot};

/// How often a call that waits for another's refresh asks whether it should go on.
const PATIENCE: Duration = Duration::from_millis(20);

/// No file system's clock ticks more coarsely than FAT's.
const TIMESTAMP_GRANULARITY: Duration = Duration::from_secs(2);

/// What a project knows of itself at one moment. It never changes: a later one takes its place.
pub trait ProjectIndex: Sized {
    /// The very same one when nothing has changed since `last`. `now` is when this look began.
    fn refresh(
        project: &ProjectRoot,
        last: Option<Arc<Self>>,
        now: SystemTime,
        cx: &Context,
    ) -> Result<Arc<Self>, EngineError>;
}

/// One refresh runs at a time. A call takes the result of any that began after it came, so that many
/// calls at once wait for two refreshes at most.
pub struct IndexStore<S> {
    state: Mutex<IndexState<S>>,
    ended: Condvar,
}

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
        IndexStore { state: Mutex::new(state), ended: Condvar::new() }
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
        let mut state = self.lock();
        state.last = Some(Arc::clone(&index));
        state.made_by = turn.number;
        drop(state);
        Ok(index)
    }

    /// The project as it was when somebody asked last. For calls that have asked before.
    pub fn latest(&self, project: &ProjectRoot, cx: &Context) -> Result<Arc<S>, EngineError> {
        let last = self.lock().last.clone();
        last.map_or_else(|| self.snapshot(project, cx), Ok)
    }

    fn turn(&self, cx: &Context) -> Result<RefreshTurn<'_, S>, EngineError> {
        let mut state = self.lock();
        let wanted = state.begun + 1;
        loop {
            cx.check()?;
            if state.made_by >= wanted
                && let Some(index) = &state.last
            {
                return Ok(RefreshTurn::Ready(Arc::clone(index)));
            }
            if !state.is_running {
                state.begun += 1;
                state.is_running = true;
                let refresh = RefreshGuard { store: self, number: state.begun };
                return Ok(RefreshTurn::Mine(refresh, state.last.clone()));
            }
            let waited = self.ended.wait_timeout(state, PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl<S> IndexStore<S> {
    /// A panic elsewhere leaves nothing half done here.
    fn lock(&self) -> MutexGuard<'_, IndexState<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum RefreshTurn<'a, S> {
    Ready(Arc<S>),
    Mine(RefreshGuard<'a, S>, Option<Arc<S>>),
}

/// A refresh under way; however it ends, the next one may begin.
struct RefreshGuard<'a, S> {
    store: &'a IndexStore<S>,
    number: u64,
}

impl<S> Drop for RefreshGuard<'_, S> {
    fn drop(&mut self) {
        self.store.lock().is_running = false;
        self.store.ended.notify_all();
    }
}

/// What was found in a file, and when that holds no longer.
pub struct ScannedFile<T> {
    /// [`Stamp::NEVER`] if the file was edited just before it was read, as an edit right after may have
    /// left its stamp alone.
    pub stamp: FileStamp,
    pub found: T,
}

/// A file as a walk that began at `now` came by it.
pub struct FileScanner<'a> {
    pub root: &'a ProjectRoot,
    /// Relative to `root`.
    pub path: &'a str,
    pub stamp: FileStamp,
    pub now: SystemTime,
}

impl FileScanner<'_> {
    /// What is known of the file, if it is still the same, or what a new look finds.
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
        // What could not be read may be readable next time, without a trace in its stamp.
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
