//! The packages that a project depends on.

use schemars::JsonSchema;
use serde::Serialize;

/// The packages that a project depends on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProjectPackages {
    /// The packages, sorted by name
    pub packages: Vec<Package>,
    /// Scoped registries
    #[serde(rename = "scopedRegistries")]
    pub registries: Vec<ScopedRegistry>,
}

/// One package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Package {
    /// The package's name
    pub name: String,
    // As the project asks for it, or as it was resolved.
    /// The version, or the URL or path of a package from git or a folder
    pub version: String,
    /// Where it comes from: `registry`, `embedded`, `local` (a folder or archive on this disk), `git` or `built-in`
    #[schemars(with = "String")]
    pub source: PackageSource,
    /// Whether it is a direct dependency of the project
    pub direct: bool,
    /// Depth in the dependency graph, 0 for direct dependencies; absent without a lock file
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Its folder, relative to the project or absolute; absent when it is not on disk
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PackageSource {
    Registry,
    Embedded,
    Local,
    Git,
    BuiltIn,
}

/// A registry beside the engine's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScopedRegistry {
    /// The registry's name
    pub name: String,
    /// Its URL
    pub url: String,
    /// Name prefixes of the packages it provides
    pub scopes: Vec<String>,
}
