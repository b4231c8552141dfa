//! `asset.dependencies`: what an asset needs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, lacking};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};
use crate::page::{self, Page};

pub(crate) struct Dependencies;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Path of the asset (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn'); in Godot also a uid
    asset_path: String,
    /// Maximum depth to traverse dependency graph
    #[serde(default = "two")]
    #[schemars(range(min = 1, max = 10))]
    depth: usize,
    /// How many to return at most
    #[serde(default = "page::hundred")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// Where to go on: the `nextCursor` of the answer before
    cursor: Option<String>,
}

fn two() -> usize {
    2
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// Path of the asset
    path: String,
    /// How many dependencies there are down to that depth
    total: usize,
    /// What it needs, nearest first, each once
    dependencies: Vec<Dependency>,
    /// Give it as `cursor` for the next part; absent on the last
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// What was not read; absent when everything was
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

#[derive(Serialize, JsonSchema)]
struct Dependency {
    /// Its path, or its id where the path is not known
    path: String,
    /// What it is
    r#type: String,
    /// 1 for what the asset itself references
    depth: usize,
    /// The asset that references it
    via: String,
    /// found, built-in, package (not on disk), missing or unknown
    state: String,
}

impl Operation for Dependencies {
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "asset.dependencies",
        name: "Asset Dependencies",
        description: "Returns what an asset needs: the assets it references, and what those reference in turn. Use it before moving or exporting an asset.",
        category: "asset",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("dependencies.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        let page = Page::new(Self::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let found = cx.ask(|engine, cx| match engine.as_assets() {
            Some(assets) => assets.dependencies(&args.asset_path, args.depth, cx),
            None => Err(lacking(engine, "follow dependencies")),
        })?;
        let total = found.len();
        let (found, next_cursor) = page.cut(found);
        let dependencies = found.into_iter().map(|found| Dependency {
            path: found.path,
            r#type: found.kind,
            depth: found.depth,
            via: found.via,
            state: found.state.as_str().to_owned(),
        });
        let dependencies = dependencies.collect();
        let coverage = cx.coverage();
        Ok(Output { path: args.asset_path, total, dependencies, next_cursor, coverage })
    }
}
