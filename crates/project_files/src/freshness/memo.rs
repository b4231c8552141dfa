//! A value that was made from files, for as long as nothing changes.

use std::sync::{Mutex, PoisonError};

use super::FilesVersion;
use crate::root::ProjectRoot;
use crate::unsaved::UnsavedVersion;

/// Keeps one value. Where files are not watched it is made again each time.
pub struct FilesMemo<T>(Mutex<Option<MemoEntry<T>>>);

/// A value, and whether all that it was made from is watched.
pub struct MadeFromFiles<T> {
    pub value: T,
    pub is_watched: bool,
}

struct MemoEntry<T> {
    files: FilesVersion,
    unsaved: UnsavedVersion,
    value: T,
}

impl<T> Default for FilesMemo<T> {
    fn default() -> FilesMemo<T> {
        FilesMemo(Mutex::new(None))
    }
}

impl<T: Clone> FilesMemo<T> {
    /// Whether the value is there and nothing has changed since it was made.
    pub fn is_current(&self, root: &ProjectRoot) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.as_ref().map(|known| (known.files, known.unsaved));
        // Without a value, nothing has to be watched yet.
        known.is_some_and(|(files, unsaved)| {
            unsaved == root.unsaved().version() && Some(files) == root.freshness().version_by_path()
        })
    }

    pub fn get_or_make<E>(
        &self,
        root: &ProjectRoot,
        make: impl FnOnce() -> Result<MadeFromFiles<T>, E>,
    ) -> Result<T, E> {
        let unsaved = root.unsaved().version();
        let Some(files) = root.freshness().version_by_path() else {
            return Ok(make()?.value);
        };
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*known
            && (known.files, known.unsaved) == (files, unsaved)
        {
            return Ok(known.value.clone());
        }
        drop(known);
        let MadeFromFiles { value, is_watched } = make()?;
        if is_watched {
            let entry = MemoEntry { files, unsaved, value: value.clone() };
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(entry);
        }
        Ok(value)
    }
}
