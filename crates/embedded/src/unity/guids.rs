//! Which asset a guid belongs to, by the project's index; and where it may be if it is in none.

use std::sync::Arc;

use scenewright_engine::EngineError;

use super::index::{AssetFile, Index};
use super::pointer::Guid;
use crate::root::ProjectRoot;

/// What one call knows of a project's assets.
pub(crate) struct Assets<'a> {
    root: &'a ProjectRoot,
    index: Arc<Index>,
}

/// What is known of a guid.
pub(crate) enum Verdict<'a> {
    Found(&'a AssetFile),
    BuiltIn,
    /// In no file, and there is nowhere else for it to be.
    Missing,
    /// In no file at hand; these packages are not on disk.
    Unknown {
        absent: &'a [String],
    },
}

impl<'a> Assets<'a> {
    pub(crate) fn new(root: &'a ProjectRoot, index: Arc<Index>) -> Assets<'a> {
        Assets { root, index }
    }

    pub(crate) fn verdict(&self, guid: Guid) -> Verdict<'_> {
        if let Some(asset) = self.index.by_guid(guid) {
            Verdict::Found(asset)
        } else if guid.is_built_in() {
            Verdict::BuiltIn
        } else if self.absent_packages().is_empty() {
            Verdict::Missing
        } else {
            Verdict::Unknown { absent: self.absent_packages() }
        }
    }

    pub(crate) fn absent_packages(&self) -> &[String] {
        &self.index.packages().absent
    }

    pub(crate) fn index(&self) -> &Arc<Index> {
        &self.index
    }

    pub(crate) fn read(&self, asset: &AssetFile) -> Result<Vec<u8>, EngineError> {
        self.index.root_of(self.root, asset).read("Asset", asset.file())
    }
}

pub(crate) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

pub(crate) fn extension_of(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    Some(name.rsplit_once('.')?.1)
}

/// Packages for a message: all of a few, the first ones of many.
pub(crate) fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
