//! `asset.info`: type, size and contents of an asset.

use scenewright_model::{AssetObject, Setting};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct AssetInfo;

/// More objects than this are counted, not listed.
const MAX_OBJECTS: usize = 50;

/// Importers have up to 50 parameters, some of which hold whole tables.
const MAX_PARAMETERS: usize = 100;
const MAX_VALUE_CHARS: usize = 200;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AssetInfoArgs {
    /// Path of the asset (e.g., 'Assets/Prefabs/Crate.prefab', 'res://icon.svg'); in Godot also a uid
    asset_path: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AssetInfoOutput {
    /// Path of the asset
    path: String,
    /// Type of the asset (e.g., 'Prefab', 'Material', 'Texture', 'Script')
    r#type: String,
    /// Unity's guid or Godot's uid; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// Size of the file in bytes
    bytes: u64,
    /// Its importer; absent when none is recorded
    #[serde(skip_serializing_if = "Option::is_none")]
    importer: Option<String>,
    /// Import settings in file order, at most 100; absent when there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    import_settings: Vec<ImportParameter>,
    /// Its labels
    labels: Vec<String>,
    /// Number of other assets that it references
    dependency_count: usize,
    /// Number of other assets that reference it
    dependent_count: usize,
    /// Number of objects stored in it
    object_count: usize,
    /// The first 50 of these objects
    objects: Vec<AssetObject>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

#[derive(Serialize, JsonSchema)]
struct ImportParameter {
    /// Its name
    name: String,
    /// Its value as written in the file, without quotes; truncated after 200 characters
    value: String,
}

impl Operation for AssetInfo {
    type Args = AssetInfoArgs;
    type Output = AssetInfoOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "asset.info",
        name: "Asset Info",
        description: "Returns the type, size and contents of an asset, and how many assets it depends on and is used by.",
        category: "asset",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("info.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: AssetInfoArgs, cx: &Cx<'_>) -> Result<AssetInfoOutput, Failure> {
        let details = cx.ask(|engine, cx| match engine.as_assets() {
            Some(assets) => assets.asset(&args.asset_path, cx),
            None => Err(missing_interface(engine, "describe assets")),
        })?;
        let parameters = details.import_settings.into_iter().take(MAX_PARAMETERS);
        let object_count = details.objects.len();
        let mut objects = details.objects;
        objects.truncate(MAX_OBJECTS);
        Ok(AssetInfoOutput {
            path: details.asset.path,
            r#type: details.asset.kind,
            id: details.asset.id,
            bytes: details.asset.bytes,
            importer: details.importer,
            import_settings: parameters.map(ImportParameter::from).collect(),
            labels: details.asset.labels,
            dependency_count: details.dependencies,
            dependent_count: details.asset.dependents,
            object_count,
            objects,
            coverage: cx.coverage(),
        })
    }
}

impl From<Setting> for ImportParameter {
    fn from(setting: Setting) -> ImportParameter {
        let Setting { name, mut value } = setting;
        if let Some((cut, _)) = value.char_indices().nth(MAX_VALUE_CHARS) {
            value.truncate(cut);
            value.push('…');
        }
        ImportParameter { name, value }
    }
}
