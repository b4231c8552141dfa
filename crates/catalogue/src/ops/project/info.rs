//! `project.info`: name, engine, version and scenes of the project.

use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Cx;
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct ProjectInfoRead;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProjectInfoReadOutput {
    /// The project's name
    pub project_name: String,
    /// The project's folder
    pub project_path: String,
    /// `unity` or `godot`
    pub engine: String,
    /// The engine version the project was last saved with; absent when not recorded
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine_version: Option<String>,
    /// The scene the game starts with; absent when there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main_scene: Option<String>,
    /// Number of scenes in the project
    pub scene_count: usize,
    /// Number of scenes in the build
    pub scenes_in_build: usize,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

impl Operation for ProjectInfoRead {
    type Args = NoArgs;
    type Output = ProjectInfoReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.info",
        name: "Project Info",
        description: "Returns the project's name, engine, engine version, main scene and number of scenes. Call it first.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("info.json"),
        runs: ExecutionMode::InlineIf(|session, received| session.engine().knows_project(received)),
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<ProjectInfoReadOutput, Failure> {
        let project = cx.ask(|engine, cx| engine.project(cx))?;
        let scenes = cx.ask(|engine, cx| engine.scenes(cx))?;
        Ok(ProjectInfoReadOutput {
            project_name: project.name,
            project_path: project.root.to_string_lossy().into_owned(),
            engine: project.engine.as_str().to_owned(),
            engine_version: project.engine_version,
            main_scene: project.main_scene,
            scene_count: scenes.len(),
            scenes_in_build: scenes.iter().filter(|scene| scene.enabled_in_build).count(),
            coverage: cx.coverage(),
        })
    }
}
