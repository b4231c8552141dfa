//! `project.assets.summary`: counts and sizes of the project's assets.

use std::collections::BTreeMap;
use std::time::Duration;

use scenewright_model::{Asset, SharedId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct AssetsSummary;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AssetsSummaryArgs {
    /// How many of the largest and of the unused assets to list
    #[serde(default = "default_top")]
    #[schemars(range(min = 0, max = 200))]
    top: usize,
    /// Number of folder levels to group by
    #[serde(default = "default_folder_depth")]
    #[schemars(range(min = 1, max = 6))]
    folder_depth: usize,
}

fn default_top() -> usize {
    10
}

fn default_folder_depth() -> usize {
    2
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetsSummaryOutput {
    /// Number of assets
    total_count: usize,
    /// Total size in bytes
    total_bytes: u64,
    /// By type, largest first
    pub by_type: Vec<AssetShare>,
    /// By folder, sorted by path
    by_folder: Vec<AssetShare>,
    /// The largest assets
    largest: Vec<AssetSize>,
    /// Ids that several assets share
    duplicate_ids: Vec<SharedId>,
    /// Number of assets without any reference or other known use
    unused_count: usize,
    /// Total size in bytes
    unused_bytes: u64,
    /// The largest unused assets
    unused_candidates: Vec<AssetSize>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

#[derive(Serialize, JsonSchema)]
pub struct AssetShare {
    /// The type or the folder
    pub name: String,
    /// Number of assets
    pub count: usize,
    /// Total size in bytes
    bytes: u64,
}

#[derive(Serialize, JsonSchema)]
struct AssetSize {
    /// Path of the asset
    path: String,
    /// Size in bytes
    bytes: u64,
}

impl Operation for AssetsSummary {
    type Args = AssetsSummaryArgs;
    type Output = AssetsSummaryOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.assets.summary",
        name: "Summarize Project Assets",
        description: "Returns an overview of the project's assets: counts and sizes by type and folder, the largest assets, duplicate ids and unreferenced assets.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Unused assets are only candidates: code may load them by name. Stops after 10 seconds and returns partial results.",
        ),
        examples: include_str!("assets_summary.json"),
        runs: ExecutionMode::Worker,
        scan_limit: Some(Duration::from_secs(10)),
    };

    fn run(args: AssetsSummaryArgs, cx: &Cx<'_>) -> Result<AssetsSummaryOutput, Failure> {
        let (assets, shared) = cx.ask(|engine, cx| match engine.as_assets() {
            Some(assets) => {
                let shared = assets.shared_ids(cx)?.value;
                Ok(assets.assets(cx)?.map(|all| (all, shared)))
            }
            None => Err(missing_interface(engine, "list assets")),
        })?;
        let unused =
            || assets.iter().filter(|asset| asset.dependents == 0 && asset.implicit_use.is_none());
        Ok(AssetsSummaryOutput {
            total_count: assets.len(),
            total_bytes: assets.iter().map(|asset| asset.bytes).sum(),
            by_type: by_type(&assets),
            by_folder: by_folder(&assets, args.folder_depth),
            largest: largest(assets.iter(), args.top),
            duplicate_ids: shared,
            unused_count: unused().count(),
            unused_bytes: unused().map(|asset| asset.bytes).sum(),
            unused_candidates: largest(unused(), args.top),
            coverage: cx.coverage(),
        })
    }
}

fn by_type(assets: &[Asset]) -> Vec<AssetShare> {
    let mut shares = shares(assets, |asset| asset.kind.clone());
    shares.sort_by_key(|share| std::cmp::Reverse(share.bytes));
    shares
}

fn by_folder(assets: &[Asset], depth: usize) -> Vec<AssetShare> {
    shares(assets, |asset| {
        let scheme = if asset.path.starts_with("res://") { "res://" } else { "" };
        let (folder, _) = asset.path[scheme.len()..].rsplit_once('/').unwrap_or_default();
        scheme.to_owned() + &folder.split('/').take(depth).collect::<Vec<_>>().join("/")
    })
}

fn shares(assets: &[Asset], name: impl Fn(&Asset) -> String) -> Vec<AssetShare> {
    let mut sums: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for asset in assets {
        let (count, bytes) = sums.entry(name(asset)).or_default();
        *count += 1;
        *bytes += asset.bytes;
    }
    sums.into_iter().map(|(name, (count, bytes))| AssetShare { name, count, bytes }).collect()
}

fn largest<'a>(assets: impl Iterator<Item = &'a Asset>, top: usize) -> Vec<AssetSize> {
    let mut assets: Vec<&Asset> = assets.collect();
    assets.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.path.cmp(&b.path)));
    assets
        .into_iter()
        .take(top)
        .map(|asset| AssetSize { path: asset.path.clone(), bytes: asset.bytes })
        .collect()
}
