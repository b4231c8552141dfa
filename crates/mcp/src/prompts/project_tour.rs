//! Tour of this project.

use scenewright_catalogue::Session;
use scenewright_dialects::outline::outline;
use serde_json::{Value, json};

use super::facts::{answer, ask, coverage, list, take_within, text};
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
    let scenes = ask(session, "project.scenes.list", json!({})).await?;
    let assets =
        ask(session, "project.assets.summary", json!({ "top": 0, "folderDepth": 1 })).await?;
    let facts = format!(
        "{}\nScenes:\n{}\nAssets by type:\n{}\n{}{}",
        headline(&info),
        scene_lines(&scenes),
        asset_lines(&assets),
        coverage(&assets),
        main_scene(session, &info).await,
    );
    Ok(vec![from_user(format!(
        "Give me a tour of this project. What is known of it:\n\n{facts}\n\
         Look further before you answer: project_classes_list for its code, scene_hierarchy_dump for other scenes, project_settings_read for input, layers and what starts by itself, scene_object_read for how an important object is set up.\n\
         Then tell me, in at most a page: what kind of game or app it is, how it starts and which scenes follow, the few classes and objects that matter with their files, how the folders are organised, and where I should start reading. Name files by their paths; mark what you guess as a guess."
    ))])
}

fn headline(info: &Value) -> String {
    format!(
        "\"{}\", {} {}, {} scenes ({} in the build), main scene: {}",
        text(info, "projectName"),
        text(info, "engine"),
        info["engineVersion"].as_str().unwrap_or("of unknown version"),
        info["sceneCount"],
        info["scenesInBuild"],
        info["mainScene"].as_str().unwrap_or("none"),
    )
}

/// Those in the build first.
fn scene_lines(scenes: &Value) -> String {
    let mut all: Vec<&Value> = list(scenes, "scenes").iter().collect();
    all.sort_by_key(|scene| scene["enabledInBuild"] != true);
    let line = |scene: &Value| {
        let mark = if scene["enabledInBuild"] == true { " (in the build)" } else { "" };
        format!("- {}{mark}", text(scene, "path"))
    };
    let (shown, left) = take_within(SCENES, all.into_iter().map(line));
    shown + &more_line(left, "project_scenes_list")
}

fn asset_lines(assets: &Value) -> String {
    let line = |share: &Value| format!("- {}: {}", text(share, "name"), share["count"]);
    let (shown, left) = take_within(ASSETS, list(assets, "byType").iter().map(line));
    shown + &more_line(left, "project_assets_summary")
}

/// The tour continues without a main scene, or with one that cannot be read.
async fn main_scene(session: &Session, info: &Value) -> String {
    let Some(path) = info["mainScene"].as_str() else {
        return String::new();
    };
    let arguments = json!({ "scenePath": path, "depth": 3, "limit": 200 });
    let Ok(dump) = answer(session, "scene.hierarchy.dump", arguments).await else {
        return format!("The main scene {path} cannot be read.\n");
    };
    let outline = outline(&dump.output, "scene_hierarchy_dump").unwrap_or_default();
    let (shown, left) = take_within(OUTLINE, outline.lines().map(str::to_owned));
    format!("First levels of the main scene:\n{shown}{}", more_line(left, "scene_hierarchy_dump"))
}

fn more_line(left: usize, tool: &str) -> String {
    if left == 0 { String::new() } else { format!("… and {left} more: {tool}\n") }
}
