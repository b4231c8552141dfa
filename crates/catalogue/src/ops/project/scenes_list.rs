//! `project.scenes.list`: the scenes of the project.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Cx;
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct ProjectScenesList;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ProjectScenesListArgs {
    /// Filter by scenes included in build settings: true for those in the build, false for the others
    include_in_build: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ProjectScenesListOutput {
    /// List of scenes in the project, sorted by path
    scenes: Vec<ProjectSceneRow>,
    /// What was not read; absent when everything was
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ProjectSceneRow {
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

impl Operation for ProjectScenesList {
    type Args = ProjectScenesListArgs;
    type Output = ProjectScenesListOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.scenes.list",
        name: "List Project Scenes",
        description: "Lists all scenes in the project with their paths and build settings status.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("scenes_list.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: ProjectScenesListArgs, cx: &Cx<'_>) -> Result<ProjectScenesListOutput, Failure> {
        let scenes = cx.ask(|engine, cx| engine.scenes(cx))?;
        let wanted = |enabled: bool| args.include_in_build.is_none_or(|include| include == enabled);
        let scenes = scenes
            .into_iter()
            .filter(|scene| wanted(scene.enabled_in_build))
            .map(ProjectSceneRow::from);
        Ok(ProjectScenesListOutput { scenes: scenes.collect(), coverage: cx.coverage() })
    }
}

impl From<scenewright_model::SceneSummary> for ProjectSceneRow {
    fn from(scene: scenewright_model::SceneSummary) -> ProjectSceneRow {
        ProjectSceneRow {
            path: scene.path,
            name: scene.name,
            enabled_in_build: scene.enabled_in_build,
            build_index: scene.build_index,
        }
    }
}
