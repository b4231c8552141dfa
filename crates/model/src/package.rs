//! What a project depends on.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProjectPackages {
    /// Sorted by name.
    pub packages: Vec<Package>,
    pub registries: Vec<ScopedRegistry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    pub name: String,
    /// As the project asks for it or as it was resolved; an address for packages from git.
    pub version: String,
    pub source: PackageSource,
    /// Whether the project itself asks for it.
    pub direct: bool,
    /// How many packages stand between; `None` where nothing was resolved.
    pub depth: Option<u32>,
    /// Where it is on this disk: relative to the project, or absolute where it lies outside.
    pub path: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageSource {
    Registry,
    Embedded,
    Local,
    Git,
    BuiltIn,
}

/// A registry beside the engine's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopedRegistry {
    pub name: String,
    pub url: String,
    pub scopes: Vec<String>,
}
