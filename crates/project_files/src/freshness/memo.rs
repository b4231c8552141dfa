//! Values that were made from files, for as long as nothing changes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::FilesVersion;
use crate::root::ProjectRoot;
use crate::unsaved::UnsavedVersion;

/// What a call can read: the files on the disk, and unsaved contents. To be taken before anything is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilesState {
    files: FilesVersion,
    unsaved: UnsavedVersion,
}

impl FilesState {
    /// The state at `received` or later, or else now; `None` if only looking at all files can tell.
    pub fn observe_since(root: &ProjectRoot, received: Option<Instant>) -> Option<FilesState> {
        let unsaved = root.unsaved().version();
        let files = root.freshness().version_by_path_since(received)?;
        Some(FilesState { files, unsaved })
    }
}

/// Keeps one value. Where files are not watched it is made again each time.
pub struct FilesMemo<T>(Mutex<Option<(FilesState, T)>>);

/// A value, and whether all that it was made from is watched.
pub struct MadeFromFiles<T> {
    pub value: T,
    pub is_watched: bool,
}

impl<T> Default for FilesMemo<T> {
    fn default() -> FilesMemo<T> {
        FilesMemo(Mutex::new(None))
    }
}

impl<T: Clone> FilesMemo<T> {
    /// The state that the value was made from; `None` if there is no value.
    pub fn state(&self) -> Option<FilesState> {
        self.lock().as_ref().map(|(state, _)| *state)
    }

    pub fn get_or_make<E>(
        &self,
        root: &ProjectRoot,
        received: Option<Instant>,
        make: impl FnOnce() -> Result<MadeFromFiles<T>, E>,
    ) -> Result<T, E> {
        let Some(now) = FilesState::observe_since(root, received) else {
            return Ok(make()?.value);
        };
        if let Some((state, value)) = &*self.lock()
            && *state == now
        {
            return Ok(value.clone());
        }
        let MadeFromFiles { value, is_watched } = make()?;
        if is_watched {
            *self.lock() = Some((now, value.clone()));
        }
        Ok(value)
    }

    fn lock(&self) -> MutexGuard<'_, Option<(FilesState, T)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps values by name, all of one state of the files.
///
/// Invariant: together they are never larger than the limit.
pub struct FilesCache<T> {
    state: Mutex<CacheState<T>>,
    max_bytes: usize,
}

struct CacheState<T> {
    of: Option<FilesState>,
    values: HashMap<String, T>,
    bytes: usize,
}

impl<T: Clone> FilesCache<T> {
    pub fn new(max_bytes: usize) -> FilesCache<T> {
        let state = CacheState { of: None, values: HashMap::new(), bytes: 0 };
        FilesCache { state: Mutex::new(state), max_bytes }
    }

    pub fn get(&self, now: FilesState, name: &str) -> Option<T> {
        let state = self.lock();
        state.values.get(name).filter(|_| state.of == Some(now)).cloned()
    }

    /// `made` was taken before the value was made, from files that are watched. A value that does not fit
    /// takes the place of all others, unless it is too large by itself.
    pub fn insert(&self, made: FilesState, name: &str, value: T, bytes: usize) {
        if bytes > self.max_bytes {
            return;
        }
        let mut state = self.lock();
        let is_other = state.of != Some(made) || state.values.contains_key(name);
        if is_other || state.bytes + bytes > self.max_bytes {
            *state = CacheState { of: Some(made), values: HashMap::new(), bytes: 0 };
        }
        state.values.insert(name.to_owned(), value);
        state.bytes += bytes;
    }

    fn lock(&self) -> MutexGuard<'_, CacheState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(files: u64) -> FilesState {
        FilesState { files: FilesVersion(files), unsaved: UnsavedVersion::default() }
    }

    #[test]
    fn a_cache_keeps_values_of_one_state_up_to_its_limit() {
        let cache = FilesCache::new(10);
        let has = |files, name| cache.get(state(files), name).is_some();
        cache.insert(state(1), "a", 'a', 6);
        cache.insert(state(1), "b", 'b', 4);
        assert!(has(1, "a") && has(1, "b") && !has(2, "a") && !has(1, "c"));
        cache.insert(state(1), "large", 'l', 11);
        assert!(has(1, "a") && !has(1, "large"));
        cache.insert(state(1), "c", 'c', 1);
        assert!(has(1, "c") && !has(1, "a") && !has(1, "b"));
        cache.insert(state(2), "d", 'd', 1);
        assert!(has(2, "d") && !has(1, "c") && !has(2, "c"));
    }
}
