//! Keeps the last index of a project, and brings it up to date for every call.
//!
//! Invariant: an index never changes. Every call gets one that is no older than the call; files whose time
//! and size are the same share their part of it, unless they were edited in the two seconds before.

use std::sync::Arc;
use std::time::SystemTime;

use scenewright_engine::{Context, EngineError};
use scenewright_model::UnreadReason;

use crate::freshness::{ChangedFiles, FilesVersion};
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

    /// The same, if nothing but `changed` can differ from `last`. `None` if only a refresh can tell.
    fn update(
        _project: &ProjectRoot,
        _last: &Arc<Self>,
        _changed: &ChangedFiles,
        _now: SystemTime,
        _cx: &Context,
    ) -> Result<Option<Arc<Self>>, EngineError> {
        Ok(None)
    }

    /// Whether what no event reports is as it was: where links lead, files that could not be read.
    fn is_current(&self, project: &ProjectRoot) -> bool;

    /// Whether a refresh just now found the files that this index has.
    fn agrees_with(&self, refreshed: &Self) -> bool;
}

/// How often a look begins again because of changes that are reported meanwhile.
const VERIFY_ATTEMPTS: usize = 3;

/// One refresh runs at a time. A call takes the result of any refresh that began after the
/// call, so that many calls at once wait for two refreshes at most.
pub struct IndexStore<S>(Monitor<IndexState<S>>);

struct IndexState<S> {
    last: Option<Arc<S>>,
    /// The state of the watched files that `last` reflects.
    version: Option<FilesVersion>,
    /// How many refreshes have begun, and the number of the one that made `last`.
    begun: u64,
    made_by: u64,
    is_running: bool,
}

impl<S> Default for IndexStore<S> {
    fn default() -> IndexStore<S> {
        let state =
            IndexState { last: None, version: None, begun: 0, made_by: 0, is_running: false };
        IndexStore(Monitor::new(state))
    }
}

impl<S: ProjectIndex> IndexStore<S> {
    /// The project as it is now.
    pub fn snapshot(&self, project: &ProjectRoot, cx: &Context) -> Result<Arc<S>, EngineError> {
        if let Some(version) = project.freshness().version()
            && let Some(index) = self.at(version).filter(|index| index.is_current(project))
        {
            return Ok(index);
        }
        let (turn, last) = match self.turn(cx)? {
            RefreshTurn::Ready(index) => return Ok(index),
            RefreshTurn::Mine(turn, last) => (turn, last),
        };
        let (version, index) = self.renew(project, last, cx)?;
        let mut state = self.0.lock();
        state.last = Some(Arc::clone(&index));
        state.version = version;
        state.made_by = turn.number;
        drop(state);
        Ok(index)
    }

    /// Whether there is an index already, so that the next one takes little.
    pub fn is_made(&self) -> bool {
        self.0.lock().last.is_some()
    }

    /// The index of this state of the files, if it is known.
    fn at(&self, version: FilesVersion) -> Option<Arc<S>> {
        let state = self.0.lock();
        state.last.clone().filter(|_| state.version == Some(version))
    }

    /// Reads what has changed, or everything if that is not known.
    fn renew(
        &self,
        project: &ProjectRoot,
        last: Option<Arc<S>>,
        cx: &Context,
    ) -> Result<(Option<FilesVersion>, Arc<S>), EngineError> {
        let Some((version, changed)) = project.freshness().take_changes() else {
            return Ok((None, S::refresh(project, last, SystemTime::now(), cx)?));
        };
        let index = self.updated(project, last, &changed, cx);
        if index.is_err() {
            project.freshness().put_back(changed);
        }
        Ok((Some(version), index?))
    }

    fn updated(
        &self,
        project: &ProjectRoot,
        last: Option<Arc<S>>,
        changed: &ChangedFiles,
        cx: &Context,
    ) -> Result<Arc<S>, EngineError> {
        let now = SystemTime::now();
        let was_watched = self.0.lock().version.is_some();
        let is_usable = |last: &&Arc<S>| was_watched && last.is_current(project);
        if let Some(last) = last.as_ref().filter(is_usable)
            && !changed.everything
        {
            if changed.is_empty() {
                return Ok(Arc::clone(last));
            }
            if let Some(index) = S::update(project, last, changed, now, cx)? {
                return Ok(index);
            }
        }
        S::refresh(project, last, now, cx)
    }

    /// Looks at all files. If they are not what the index has while nothing was reported, watching ends.
    pub fn verify(&self, project: &ProjectRoot, cx: &Context) -> Result<(), EngineError> {
        for _ in 0..VERIFY_ATTEMPTS {
            self.snapshot(project, cx)?;
            let state = self.0.lock();
            let (version, last) = (state.version, state.last.clone());
            drop(state);
            let Some(index) = last else { return Ok(()) };
            let now = S::refresh(project, Some(Arc::clone(&index)), SystemTime::now(), cx)?;
            // Something changed during the look: it proves nothing.
            if version.is_none() || project.freshness().version() != version {
                continue;
            }
            if !index.agrees_with(&now) {
                project.freshness().missed_change();
            }
            break;
        }
        Ok(())
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
    /// leave the same stamp; [`FileStamp::UNREADABLE`] if it could not be read.
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
        let bytes = self.root.read_walked(self.path, self.stamp.bytes, buffer, cx)?;
        // A file that could not be read may be readable next time, with the same stamp.
        let stamp = match bytes {
            Err(UnreadReason::Unreadable { .. }) => FileStamp::UNREADABLE,
            _ if self.stamp.is_settled(self.now, TIMESTAMP_GRANULARITY) => self.stamp,
            _ => FileStamp::NEVER,
        };
        Ok(Arc::new(ScannedFile { stamp, found: read(bytes) }))
    }
}

/// Whether two snapshots share what was found in a file.
pub fn is_same_scan<T>(one: &Option<Arc<T>>, other: &Option<Arc<T>>) -> bool {
    one.as_ref().map(Arc::as_ptr) == other.as_ref().map(Arc::as_ptr)
}

/// Whether the system did not let us read the file.
pub fn is_unreadable<T>(scanned: &Option<Arc<ScannedFile<T>>>) -> bool {
    scanned.as_ref().is_some_and(|scanned| scanned.stamp == FileStamp::UNREADABLE)
}

/// Whether the file that `now` was found in is the one that `before` was found in. What was read right after
/// an edit has no stamp to compare.
pub fn is_same_stamp<T>(
    before: &Option<Arc<ScannedFile<T>>>,
    now: &Option<Arc<ScannedFile<T>>>,
) -> bool {
    match (before, now) {
        (Some(before), Some(now)) => {
            let unknown = [FileStamp::NEVER, FileStamp::UNREADABLE];
            before.stamp == now.stamp
                || unknown.contains(&before.stamp)
                || unknown.contains(&now.stamp)
        }
        (before, now) => before.is_none() && now.is_none(),
    }
}
