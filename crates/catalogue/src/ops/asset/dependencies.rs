//! `asset.dependencies`: the assets that an asset references.

use scenewright_model::AssetDependency;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::{self, Page};

pub(crate) struct AssetDependencies;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AssetDependenciesArgs {
    /// Path of the asset (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn'); in Godot also a uid
    asset_path: String,
    /// Maximum depth to traverse dependency graph
    #[serde(default = "default_depth")]
    #[schemars(range(min = 1, max = 10))]
    depth: usize,
    /// At most this many results
    #[serde(default = "page::default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// The `nextCursor` of the last answer
    cursor: Option<String>,
}

fn default_depth() -> usize {
    2
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AssetDependenciesOutput {
    /// Path of the asset
    path: String,
    /// Number of dependencies down to that depth
    total: usize,
    /// The assets it depends on, nearest first, each listed once
    dependencies: Vec<AssetDependency>,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

impl Operation for AssetDependencies {
    type Args = AssetDependenciesArgs;
    type Output = AssetDependenciesOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "asset.dependencies",
        name: "Asset Dependencies",
        description: "Returns the dependencies of an asset: the assets it references, directly and indirectly. Use it before moving or exporting an asset.",
        category: "asset",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("dependencies.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: AssetDependenciesArgs, cx: &Cx<'_>) -> Result<AssetDependenciesOutput, Failure> {
        let page = Page::new(Self::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let found = cx.ask(|engine, cx| match engine.as_assets() {
            Some(assets) => assets.dependencies(&args.asset_path, args.depth, cx),
            None => Err(missing_interface(engine, "follow dependencies")),
        })?;
        let total = found.len();
        let (dependencies, next_cursor) = page.cut(found);
        let coverage = cx.coverage();
        Ok(AssetDependenciesOutput {
            path: args.asset_path,
            total,
            dependencies,
            next_cursor,
            coverage,
        })
    }
}
