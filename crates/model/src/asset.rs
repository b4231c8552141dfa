//! Assets and their dependencies.

use schemars::JsonSchema;
use serde::Serialize;

use crate::settings::Setting;

/// An asset as listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// In the engine's own form.
    pub path: String,
    /// Its kind: `Scene`, `Prefab`, `Material`, `Texture`, `Script`.
    pub kind: String,
    pub bytes: u64,
    /// Unity's guid or Godot's uid.
    pub id: Option<String>,
    pub labels: Vec<String>,
    /// The number of other assets that reference it.
    pub dependents: usize,
    /// Why it may be used although nothing references it; `None` when there is no such reason.
    pub implicit_use: Option<&'static str>,
}

/// Everything about one asset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssetDetails {
    pub asset: Asset,
    /// The importer, e.g. `TextureImporter`.
    pub importer: Option<String>,
    /// The import settings, in the order of the file.
    pub import_settings: Vec<Setting>,
    /// The objects stored in it, in the order of the file.
    pub objects: Vec<AssetObject>,
    /// The number of other assets that it references.
    pub dependencies: usize,
}

/// An object inside an asset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AssetObject {
    // Text, as it is too large for a JSON number.
    /// Its identifier inside the file
    pub id: String,
    /// Its class
    pub class: String,
    /// Its name; empty when it has none
    pub name: String,
}

/// An asset that another one needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AssetDependency {
    /// Path of the asset, or its id if the path is unknown
    pub path: String,
    /// What it is
    #[serde(rename = "type")]
    pub kind: String,
    /// 1 for assets that it references directly
    pub depth: usize,
    // Of several, the first that was found.
    /// The asset that references it
    pub via: String,
    /// found, built-in, package (not on disk), missing or unknown
    #[schemars(with = "String")]
    pub state: DependencyState,
}

/// Whether a dependency exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DependencyState {
    Found,
    /// Part of the engine.
    BuiltIn,
    /// Part of a package that is not on disk.
    Package,
    Missing,
    Unknown,
}

/// An asset that needs another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AssetDependent {
    /// Its path
    pub path: String,
    /// What it is
    #[serde(rename = "type")]
    pub kind: String,
    /// 1 for assets that reference it directly
    pub depth: usize,
    /// The asset through which it depends on the given asset
    pub via: String,
}

/// An id that several assets claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SharedId {
    /// The id
    pub id: String,
    /// The assets that share it
    pub paths: Vec<String>,
}

impl DependencyState {
    pub fn as_str(self) -> &'static str {
        match self {
            DependencyState::Found => "found",
            DependencyState::BuiltIn => "built-in",
            DependencyState::Package => "package",
            DependencyState::Missing => "missing",
            DependencyState::Unknown => "unknown",
        }
    }
}
