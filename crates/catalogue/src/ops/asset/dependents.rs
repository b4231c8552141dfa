//! `asset.dependents`: who uses this?

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
    /// How far to go: 1 for the assets that reference it themselves, more for those that need these
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 10))]
    depth: usize,
    /// How many to return at most
    #[serde(default = "page::default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// Where to go on: the `nextCursor` of the answer before
    cursor: Option<String>,
}

fn one() -> usize {
    1
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AssetDependentsOutput {
    /// Path of the asset
    path: String,
    /// How many dependents there are up to that depth
    total: usize,
    /// Who needs it, nearest first, each once
    dependents: Vec<AssetDependent>,
    /// Give it as `cursor` for the next part; absent on the last
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// What was not read; absent when everything was
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

impl Operation for AssetDependents {
    type Args = AssetDependentsArgs;
    type Output = AssetDependentsOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "asset.dependents",
        name: "Asset Dependents",
        description: "Returns who uses an asset: the assets that reference it and, with a greater depth, those that need these. Use it before changing or deleting an asset.",
        category: "asset",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "In Unity, code that loads an asset by its name or path is not seen. In Godot, whole paths in scripts and names of global classes are; a path that code puts together is not. project.search.text finds these.",
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
