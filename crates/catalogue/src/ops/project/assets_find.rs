//! `project.assets.find`: finds assets.

use scenewright_engine::Glob;
use scenewright_model::Asset;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::glob::glob;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::{self, Page};

pub(crate) struct AssetsFind;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AssetsFindArgs {
    /// Part of the file name; case-insensitive
    name: Option<String>,
    /// Type, case-insensitive (e.g., 'Prefab', 'Material', 'Texture'; Godot: 'Scene', 'Texture2D')
    r#type: Option<String>,
    /// A label of the asset (Unity)
    #[schemars(extend("x-engine" = "unity"))]
    label: Option<String>,
    /// Glob for the path (e.g., 'Assets/Art/**/*.{png,tga}', 'res://art/**')
    path_glob: Option<String>,
    /// true: only referenced assets; false: only unreferenced ones
    referenced: Option<bool>,
    /// At most this many results
    #[serde(default = "page::default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// The `nextCursor` of the last answer
    cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetsFindOutput {
    /// Number of matching assets
    pub total: usize,
    /// The assets, sorted by path
    pub assets: Vec<FoundAsset>,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundAsset {
    /// Path, as other tools accept it
    pub path: String,
    /// What it is
    r#type: String,
    /// Size of the file in bytes
    pub bytes: u64,
    /// Number of other assets that reference it
    pub dependent_count: usize,
}

impl Operation for AssetsFind {
    type Args = AssetsFindArgs;
    type Output = AssetsFindOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.assets.find",
        name: "Find Project Assets",
        description: "Finds assets by name, type, label, path and whether they are referenced; all filters must match.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("assets_find.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: AssetsFindArgs, cx: &Cx<'_>) -> Result<AssetsFindOutput, Failure> {
        let page = Page::new(Self::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let filter = AssetFilter::new(&args)?;
        let mut assets = cx.ask(|engine, cx| match engine.as_assets() {
            Some(assets) => assets.assets(cx),
            None => Err(missing_interface(engine, "list assets")),
        })?;
        assets.retain(|asset| filter.admits(asset));
        let total = assets.len();
        let (assets, next_cursor) = page.cut(assets);
        let assets = assets.into_iter().map(|asset| FoundAsset {
            path: asset.path,
            r#type: asset.kind,
            bytes: asset.bytes,
            dependent_count: asset.dependents,
        });
        let coverage = cx.coverage();
        Ok(AssetsFindOutput { total, assets: assets.collect(), next_cursor, coverage })
    }
}

struct AssetFilter<'a> {
    name: Option<String>,
    kind: Option<&'a str>,
    label: Option<&'a str>,
    path: Option<Glob>,
    referenced: Option<bool>,
}

impl AssetFilter<'_> {
    fn new(args: &AssetsFindArgs) -> Result<AssetFilter<'_>, Failure> {
        let path = args.path_glob.as_deref().map(|text| glob("pathGlob", text)).transpose()?;
        Ok(AssetFilter {
            name: args.name.as_ref().map(|name| name.to_lowercase()),
            kind: args.r#type.as_deref(),
            label: args.label.as_deref(),
            path,
            referenced: args.referenced,
        })
    }

    fn admits(&self, asset: &Asset) -> bool {
        let file = asset.path.rsplit('/').next().unwrap_or_default().to_lowercase();
        let labelled =
            |label: &&str| asset.labels.iter().any(|own| own.eq_ignore_ascii_case(label));
        self.name.as_ref().is_none_or(|name| file.contains(name))
            && self.kind.is_none_or(|kind| asset.kind.eq_ignore_ascii_case(kind))
            && self.label.as_ref().is_none_or(labelled)
            && self.path.as_ref().is_none_or(|glob| is_at(glob, &asset.path))
            && self.referenced.is_none_or(|referenced| referenced == (asset.dependents > 0))
    }
}

/// A Godot path also matches without its `res://`.
fn is_at(glob: &Glob, path: &str) -> bool {
    glob.matches(path) || path.strip_prefix("res://").is_some_and(|inner| glob.matches(inner))
}
