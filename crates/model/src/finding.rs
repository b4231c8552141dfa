//! What is wrong with a project's references.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    pub missing_scripts: Vec<MissingScript>,
    pub broken_references: Vec<BrokenReference>,
}

/// A component whose script is certainly gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingScript {
    /// The file that holds the component, in the engine's own spelling.
    pub file: String,
    pub object_path: String,
    /// Position among the object's components.
    pub component_index: usize,
    pub reason: String,
}

/// A property that points at something that is certainly gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenReference {
    pub file: String,
    /// Empty when the reference does not belong to an object (an asset, a setting).
    pub object_path: String,
    pub component: String,
    /// The property's path, e.g. `m_Materials[0]`.
    pub property: String,
    /// What it points at: a guid, a path.
    pub target: String,
    pub reason: String,
}
