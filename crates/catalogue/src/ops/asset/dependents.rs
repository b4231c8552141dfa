//! `asset.dependents`: the assets that reference an asset.

use scenewright_model::AssetDependent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::{self, Page};

pub(crate) struct AssetDependents;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AssetDependentsArgs {
    /// Path of the asset (e.g., 'Assets/Materials/Wood.mat', 'res://wood.tres'); in Godot also a uid
    asset_path: String,
    /// Maximum depth: 1 for direct references only, more for indirect ones
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
    1
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AssetDependentsOutput {
    /// Path of the asset
    path: String,
    /// Number of dependents up to that depth
    total: usize,
    /// The assets that depend on it, nearest first, each listed once
    dependents: Vec<AssetDependent>,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

impl Operation for AssetDependents {
    type Args = AssetDependentsArgs;
    type Output = AssetDependentsOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "asset.dependents",
        name: "Asset Dependents",
        description: "Returns the assets that reference an asset, directly and, with a greater depth, indirectly. Use it before changing or deleting an asset.",
        category: "asset",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Unity: code that loads an asset by name or path is not detected. Godot: complete paths in scripts and names of global classes are detected, paths assembled by code are not. Use project.search.text for these.",
        ),
        examples: include_str!("dependents.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: AssetDependentsArgs, cx: &Cx<'_>) -> Result<AssetDependentsOutput, Failure> {
        let page = Page::new(Self::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let found = cx.ask(|engine, cx| match engine.as_assets() {
            Some(assets) => assets.dependents(&args.asset_path, args.depth, cx),
            None => Err(missing_interface(engine, "follow dependencies")),
        })?;
        let total = found.len();
        let (dependents, next_cursor) = page.cut(found);
        let coverage = cx.coverage();
        Ok(AssetDependentsOutput {
            path: args.asset_path,
            total,
            dependents,
            next_cursor,
            coverage,
        })
    }
}
