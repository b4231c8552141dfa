//! Other systems than Linux: their queues of events cannot be read to their end at the beginning of a call,
//! so that every call looks at all files.

use std::path::{Path, PathBuf};

use scenewright_engine::ScanReason;

use super::changed::ChangedFiles;
use super::scope::WatchedTree;
use crate::layout::ProjectLayout;

pub(super) enum WatchEnd {
    #[expect(dead_code, reason = "only a watcher that runs can begin again")]
    Restart,
    Stop(ScanReason),
}

/// Never made.
pub(super) enum FolderWatcher {}

impl FolderWatcher {
    pub(super) fn start(_: WatchedTree) -> Result<FolderWatcher, WatchEnd> {
        Err(WatchEnd::Stop(ScanReason::System))
    }

    pub(super) fn project(&self) -> (PathBuf, &'static ProjectLayout) {
        match *self {}
    }

    pub(super) fn has_links(&self) -> bool {
        match *self {}
    }

    pub(super) fn covers(&self, _: &str) -> bool {
        match *self {}
    }

    pub(super) fn would_notice(&self, _: &str) -> bool {
        match *self {}
    }

    pub(super) fn set_linked(&mut self, _: &[&Path]) -> Result<(), ScanReason> {
        match *self {}
    }

    pub(super) fn drain(&mut self, _: &mut ChangedFiles) -> Result<bool, WatchEnd> {
        match *self {}
    }
}
