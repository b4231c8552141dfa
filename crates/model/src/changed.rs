//! What changed in a project's files.

/// What changed since the last time that it was told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProjectChanges {
    /// Sorted by path, each once. A moved asset is one removed and one added. Empty if `everything`.
    pub assets: Vec<AssetChange>,
    /// Too much changed to tell it one by one, or it is not known what did: assume that all did.
    pub everything: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssetChange {
    /// In the engine's own spelling.
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
    /// All of the project may be other than it was.
    pub fn everything() -> ProjectChanges {
        ProjectChanges { assets: Vec::new(), everything: true }
    }
}
