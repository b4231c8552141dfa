//! Changes of a project's files.

/// The changes since the last report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProjectChanges {
    /// Sorted by path, each once. A moved asset counts as one removed and one added. Empty if
    /// `everything`.
    pub assets: Vec<AssetChange>,
    /// Too much changed to list it, or it is unknown what changed: assume that everything did.
    pub everything: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssetChange {
    /// In the engine's own form.
    pub path: String,
    pub kind: ChangeKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    Added,
    Changed,
    Removed,
}

impl ProjectChanges {
    /// Any part of the project may have changed.
    pub fn everything() -> ProjectChanges {
        ProjectChanges { assets: Vec::new(), everything: true }
    }
}
