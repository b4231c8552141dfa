//! `project.scenes.list`: the scenes of the project.

use scenewright_model::SceneSummary;
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
pub struct ProjectScenesListOutput {
    /// List of scenes in the project, sorted by path
    pub scenes: Vec<SceneSummary>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
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
        let is_wanted = |scene: &&SceneSummary| {
            args.include_in_build.is_none_or(|include| scene.enabled_in_build == include)
        };
        let scenes = scenes.iter().filter(is_wanted).cloned().collect();
        Ok(ProjectScenesListOutput { scenes, coverage: cx.coverage() })
    }
}
