//! Contents of a live editor, read in the place of the disk's.

use scenewright_engine::{FileOverlay, OverlayFile};

use super::format::{GodotFormat, LAYOUT};

impl FileOverlay for GodotFormat {
    fn set_overlay(&self, files: Vec<OverlayFile>) {
        let overlay =
            files.into_iter().map(|file| (LAYOUT.from_engine_path(&file.path), file.content));
        self.root.unsaved().set_overlay(overlay.collect());
    }
}
