//! `project.scenes.list`: the scenes of the project.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Cx;
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};

pub(crate) struct ScenesList;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Filter by scenes included in build settings: true for those in the build, false for the others
    include_in_build: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// List of scenes in the project, sorted by path
    scenes: Vec<Scene>,
    /// What was not read; absent when everything was
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Scene {
    /// Path, as other tools take it
    path: String,
    /// File name without its ending
    name: String,
    /// Whether the scene is in the build (Godot: reached from the main scene)
    enabled_in_build: bool,
    /// Position in the build list; absent when the scene is not in it
    #[serde(skip_serializing_if = "Option::is_none")]
    build_index: Option<u32>,
}

impl Operation for ScenesList {
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "project.scenes.list",
        name: "List Project Scenes",
        description: "Lists all scenes in the project with their paths and build settings status.",
        category: "project",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("scenes_list.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        let scenes = cx.ask(|engine, cx| engine.scenes(cx))?;
        let wanted = |enabled: bool| args.include_in_build.is_none_or(|include| include == enabled);
        let scenes =
            scenes.into_iter().filter(|scene| wanted(scene.enabled_in_build)).map(Scene::from);
        Ok(Output { scenes: scenes.collect(), coverage: cx.coverage() })
    }
}

impl From<scenewright_model::SceneSummary> for Scene {
    fn from(scene: scenewright_model::SceneSummary) -> Scene {
        Scene {
            path: scene.path,
            name: scene.name,
            enabled_in_build: scene.enabled_in_build,
            build_index: scene.build_index,
        }
    }
}
