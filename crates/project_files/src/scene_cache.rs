//! Scenes that were read before, for as long as nothing that they were read from has changed.
//!
//! Invariant: a scene is returned only if no file that it was made from has changed since.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use crate::freshness::FilesVersion;
use crate::root::{FileStamp, TIMESTAMP_GRANULARITY};
use crate::unsaved::UnsavedVersion;

/// How many objects are cached at most, except for one scene that alone has more; the scenes of a large
/// game have fewer.
const MAX_CACHED_OBJECTS: usize = 500_000;

/// From this number on, the memory of a scene matters.
const LARGE_SCENE_OBJECTS: usize = 50_000;

/// `T` is a scene as the format keeps it, `I` the project index that it was made with.
pub struct SceneCache<T, I = ()> {
    state: Mutex<CacheState<T, I>>,
    /// How long a scene whose own files are unchanged is good without a look at the rest of the
    /// project. `None`: its own files are all that can change it.
    trust_interval: Option<Duration>,
}

struct CacheState<T, I> {
    /// What all entries were made with. An index that has not changed is the very same one.
    index: Option<Arc<I>>,
    entries: HashMap<String, CacheEntry<T>>,
    objects: usize,
}

struct CacheEntry<T> {
    scene: T,
    objects: usize,
    /// Which unsaved contents are in it.
    unsaved: UnsavedVersion,
    sources: StampedFiles,
    checked: Instant,
    /// The state of the files that it is known to reflect, if all that it depends on is watched.
    watched: Option<FilesVersion>,
}

/// What else than its own files a scene depends on.
pub struct MadeWith<'a, I> {
    pub index: Option<&'a Arc<I>>,
    /// Taken before anything was read, and only if all that was read is watched.
    pub watched: Option<FilesVersion>,
}

/// The files that a scene was made from, with their stamps at that time; without a stamp a file did not
/// exist. `None` if a file was edited so recently that another edit may leave its stamp unchanged.
pub struct StampedFiles(Option<Vec<(PathBuf, Option<FileStamp>)>>);

impl<T, I> Default for CacheState<T, I> {
    fn default() -> CacheState<T, I> {
        CacheState { index: None, entries: HashMap::new(), objects: 0 }
    }
}

impl<T: Clone, I> SceneCache<T, I> {
    /// For scenes that nothing but their own files can change.
    pub fn new() -> SceneCache<T, I> {
        SceneCache { state: Mutex::default(), trust_interval: None }
    }

    /// For scenes that other files of the project can change too, if only rarely: the project is looked
    /// through again after `interval`.
    pub fn with_trust_interval(interval: Duration) -> SceneCache<T, I> {
        SceneCache { state: Mutex::default(), trust_interval: Some(interval) }
    }

    /// A scene that was made from this state of the files, or later.
    pub fn get_watched(&self, unsaved: UnsavedVersion, path: &str, now: FilesVersion) -> Option<T> {
        let state = self.lock();
        let entry = state.entries.get(path).filter(|entry| entry.has(unsaved))?;
        (entry.watched == Some(now)).then(|| entry.scene.clone())
    }

    /// A scene whose own files are unchanged.
    pub fn get_by_files(&self, unsaved: UnsavedVersion, path: &str) -> Option<T> {
        let state = self.lock();
        let entry = state.entries.get(path).filter(|entry| entry.has(unsaved))?;
        let is_trusted = self.trust_interval.is_none_or(|limit| entry.checked.elapsed() < limit);
        (is_trusted && entry.sources.are_unchanged()).then(|| entry.scene.clone())
    }

    /// A scene that was made with this very index of the project, which is up to date.
    pub fn get_by_index(&self, unsaved: UnsavedVersion, path: &str, index: &Arc<I>) -> Option<T> {
        let mut state = self.lock();
        if !state.is_from(index) {
            return None;
        }
        let entry = state.entries.get_mut(path).filter(|entry| entry.has(unsaved))?;
        entry.checked = Instant::now();
        Some(entry.scene.clone())
    }

    /// The same, with files that were watched since, as none of its own has changed.
    pub fn get_by_index_and_files(
        &self,
        unsaved: UnsavedVersion,
        path: &str,
        made_with: &MadeWith<'_, I>,
    ) -> Option<T> {
        let mut state = self.lock();
        made_with.index.filter(|index| state.is_from(index))?;
        let entry = state.entries.get_mut(path).filter(|entry| entry.has(unsaved))?;
        if !entry.sources.are_unchanged() {
            return None;
        }
        entry.watched = made_with.watched;
        Some(entry.scene.clone())
    }

    /// The scene is to be read anew: with the old one in memory too, a large one would need twice the room.
    pub fn forget(&self, path: &str) {
        let mut state = self.lock();
        if let Some(old) = state.entries.remove(path) {
            state.objects -= old.objects;
        }
    }

    /// An edit is to be planned, which reads its scenes itself and makes what is kept of them outdated: large
    /// ones would only take the room that it needs.
    pub fn forget_large(&self) {
        let mut state = self.lock();
        state.entries.retain(|_, entry| entry.objects < LARGE_SCENE_OBJECTS);
        state.objects = state.entries.values().map(|entry| entry.objects).sum();
    }

    /// `unsaved` was taken before the scene was read, and is still the same.
    pub fn insert(
        &self,
        unsaved: UnsavedVersion,
        path: &str,
        scene: T,
        objects: usize,
        sources: StampedFiles,
        made_with: MadeWith<'_, I>,
    ) {
        let MadeWith { index, watched } = made_with;
        // Nothing could prove that it is still good.
        let is_provable = index.is_some() || sources.0.is_some() || watched.is_some();
        if !is_provable {
            return;
        }
        let mut state = self.lock();
        let is_other_index = index.is_some_and(|index| !state.is_from(index));
        if is_other_index || state.objects + objects > MAX_CACHED_OBJECTS {
            *state = CacheState { index: index.map(Arc::clone), ..CacheState::default() };
        }
        let checked = Instant::now();
        let entry = CacheEntry { scene, objects, unsaved, sources, checked, watched };
        let old = state.entries.insert(path.to_owned(), entry);
        state.objects += objects;
        state.objects -= old.map_or(0, |entry| entry.objects);
    }

    fn lock(&self) -> MutexGuard<'_, CacheState<T, I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Clone, I> Default for SceneCache<T, I> {
    fn default() -> SceneCache<T, I> {
        SceneCache::new()
    }
}

impl<T, I> CacheState<T, I> {
    fn is_from(&self, index: &Arc<I>) -> bool {
        self.index.as_ref().is_some_and(|last| Arc::ptr_eq(last, index))
    }
}

impl<T> CacheEntry<T> {
    fn has(&self, unsaved: UnsavedVersion) -> bool {
        self.unsaved.tag == unsaved.tag
    }
}

impl StampedFiles {
    /// The files of a scene that was just read.
    pub fn of_files(files: impl IntoIterator<Item = PathBuf>) -> StampedFiles {
        let now = SystemTime::now();
        let stamped = |path: PathBuf| match FileStamp::read(&path) {
            Some(stamp) if !stamp.is_settled(now, TIMESTAMP_GRANULARITY) => None,
            stamp => Some((path, stamp)),
        };
        StampedFiles(files.into_iter().map(stamped).collect())
    }

    /// What the scene was made from is not known well enough to tell whether it has changed.
    pub fn unknown() -> StampedFiles {
        StampedFiles(None)
    }

    /// The same, but not known if one of the files does not exist.
    pub fn require_all(self) -> StampedFiles {
        StampedFiles(self.0.filter(|files| files.iter().all(|(_, stamp)| stamp.is_some())))
    }

    fn are_unchanged(&self) -> bool {
        let Some(files) = &self.0 else { return false };
        files.iter().all(|(path, stamp)| FileStamp::read(path) == *stamp)
    }
}
