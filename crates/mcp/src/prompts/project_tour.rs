//! Tour of this project.

use scenewright_catalogue::Session;
use scenewright_catalogue::outputs::{
    AssetShare, AssetsSummaryOutput, ProjectInfoReadOutput, ProjectScenesListOutput, SceneSummary,
};
use scenewright_dialects::outline::outline;
use serde_json::json;

use super::facts::{ask, describe_unread, take_within};
use super::{Prompt, PromptError, PromptMessage, from_user};

pub(super) const PROMPT: Prompt = Prompt {
    name: "project-tour",
    title: "Tour of this project",
    description: "Explains what the project is made of, where its parts are and where to start reading.",
    arguments: &[],
};

/// The bytes of each part; together about 1,800 tokens.
const SCENES: usize = 1_400;
const ASSETS: usize = 600;
const OUTLINE: usize = 3_000;

pub(super) async fn messages(session: &Session) -> Result<Vec<PromptMessage>, PromptError> {
    let info = ask(session, "project.info", json!({})).await?;
    let info = info.output_as()?;
    let scenes = ask(session, "project.scenes.list", json!({})).await?;
    let assets =
        ask(session, "project.assets.summary", json!({ "top": 0, "folderDepth": 1 })).await?;
    let facts = format!(
        "{}\nScenes:\n{}\nAssets by type:\n{}\n{}{}",
        headline(info),
        scene_lines(scenes.output_as()?),
        asset_lines(assets.output_as()?),
        describe_unread(&assets.coverage),
        main_scene(session, info).await,
    );
    Ok(vec![from_user(format!(
        "Give me a tour of this project. What is known of it:\n\n{facts}\n\
         Look further before you answer: project_classes_list for its code, scene_hierarchy_dump for other scenes, project_settings_read for input, layers and what starts by itself, scene_object_read for how an important object is set up.\n\
         Then tell me, in at most a page: what kind of game or app it is, how it starts and which scenes follow, the few classes and objects that matter with their files, how the folders are organised, and where I should start reading. Name files by their paths; mark what you guess as a guess."
    ))])
}

fn headline(info: &ProjectInfoReadOutput) -> String {
    format!(
        "\"{}\", {} {}, {} scenes ({} in the build), main scene: {}",
        info.project_name,
        info.engine,
        info.engine_version.as_deref().unwrap_or("of unknown version"),
        info.scene_count,
        info.scenes_in_build,
        info.main_scene.as_deref().unwrap_or("none"),
    )
}

/// Those in the build first.
fn scene_lines(scenes: &ProjectScenesListOutput) -> String {
    let mut all: Vec<&SceneSummary> = scenes.scenes.iter().collect();
    all.sort_by_key(|scene| !scene.enabled_in_build);
    let line = |scene: &SceneSummary| {
        let mark = if scene.enabled_in_build { " (in the build)" } else { "" };
        format!("- {}{mark}", scene.path)
    };
    let (shown, left) = take_within(SCENES, all.into_iter().map(line));
    shown + &more_line(left, "project_scenes_list")
}

fn asset_lines(assets: &AssetsSummaryOutput) -> String {
    let line = |share: &AssetShare| format!("- {}: {}", share.name, share.count);
    let (shown, left) = take_within(ASSETS, assets.by_type.iter().map(line));
    shown + &more_line(left, "project_assets_summary")
}

/// The tour continues without a main scene, or with one that cannot be read.
async fn main_scene(session: &Session, info: &ProjectInfoReadOutput) -> String {
    let Some(path) = info.main_scene.as_deref() else {
        return String::new();
    };
    let arguments = json!({ "scenePath": path, "depth": 3, "limit": 200 });
    let Ok(dump) = ask(session, "scene.hierarchy.dump", arguments).await else {
        return format!("The main scene {path} cannot be read.\n");
    };
    let outline = outline(&dump.output, "scene_hierarchy_dump").unwrap_or_default();
    let (shown, left) = take_within(OUTLINE, outline.lines().map(str::to_owned));
    format!("First levels of the main scene:\n{shown}{}", more_line(left, "scene_hierarchy_dump"))
}

fn more_line(left: usize, tool: &str) -> String {
    if left == 0 { String::new() } else { format!("… and {left} more: {tool}\n") }
}
