//! Contents that a live editor has in memory, which are read instead of the disk.

use scenewright_engine::{FileOverlay, OverlayFile};

use super::format::{GodotFormat, LAYOUT};

impl FileOverlay for GodotFormat {
    fn set_overlay(&self, files: Vec<OverlayFile>) {
        let overlay =
            files.into_iter().map(|file| (LAYOUT.from_engine_path(&file.path), file.content));
        self.root.unsaved().set_overlay(overlay.collect());
    }
}
