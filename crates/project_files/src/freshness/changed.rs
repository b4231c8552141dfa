//! The files that have changed since the index was last brought up to date.

use std::collections::BTreeSet;

/// More are not looked at one by one: a full look takes about as long.
const MAX_CHANGED_PATHS: usize = 2000;

/// Which files to look at again.
#[derive(Debug, Default)]
pub struct ChangedFiles {
    /// Events were lost, or there are too many.
    pub everything: bool,
    /// The number of the watched folder (0 is the project, then the linked ones in their order), and a
    /// path relative to it.
    pub files: BTreeSet<(u16, String)>,
    /// Folders that may have come, gone or been replaced, with all that is below.
    pub folders: BTreeSet<(u16, String)>,
}

impl ChangedFiles {
    pub fn is_empty(&self) -> bool {
        !self.everything && self.files.is_empty() && self.folders.is_empty()
    }

    pub(super) fn everything(&mut self) {
        *self = ChangedFiles { everything: true, ..ChangedFiles::default() };
    }

    pub(super) fn add_file(&mut self, tree: u16, path: String) {
        if !self.everything {
            self.files.insert((tree, path));
            self.limit();
        }
    }

    pub(super) fn add_folder(&mut self, tree: u16, path: String) {
        if !self.everything {
            self.folders.insert((tree, path));
            self.limit();
        }
    }

    pub(super) fn extend(&mut self, other: ChangedFiles) {
        if other.everything {
            self.everything();
        }
        other.files.into_iter().for_each(|(tree, path)| self.add_file(tree, path));
        other.folders.into_iter().for_each(|(tree, path)| self.add_folder(tree, path));
    }

    fn limit(&mut self) {
        if self.files.len() + self.folders.len() > MAX_CHANGED_PATHS {
            self.everything();
        }
    }
}
