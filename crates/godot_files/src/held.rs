//! Contents that a live editor has in memory, which are read instead of the disk.

use std::collections::BTreeMap;
use std::sync::Arc;

use scenewright_engine::{FileOverlay, OverlayFile};

use super::GodotFormat;

impl FileOverlay for GodotFormat {
    fn set_overlay(&self, files: Vec<OverlayFile>) {
        let inside = |path: String| path.strip_prefix("res://").map(str::to_owned).unwrap_or(path);
        let held: BTreeMap<String, Arc<[u8]>> =
            files.into_iter().map(|file| (inside(file.path), file.content)).collect();
        // Cached results stay valid if the contents are the same.
        if !self.root.unsaved().snapshot().holds(&held) {
            self.root.unsaved().change(|drafts| drafts.hold(held));
        }
    }
}
