//! Review a scene before commit.

use scenewright_catalogue::outputs::{HierarchyDumpOutput, ProjectScenesListOutput};
use scenewright_catalogue::{Output, Session};
use scenewright_dialects::outline::outline;
use scenewright_dialects::resources::Resources;
use serde_json::{Map, Value, json};

use super::facts::{ask, ask_missing, describe_unread, findings, take_within};
use super::{Prompt, PromptArgument, PromptError, PromptMessage, from_user};

pub(super) const PROMPT: Prompt = Prompt {
    name: "review-scene",
    title: "Review a scene before commit",
    description: "Checks one scene for broken references, leftovers and risky settings, and says whether it is ready to commit.",
    arguments: &[PromptArgument {
        name: "scenePath",
        title: "Scene",
        description: "path of the scene, e.g. Assets/Scenes/Main.unity or res://main.tscn; project_scenes_list names all",
        required: true,
    }],
};

const OUTLINE: usize = 4_000;
const FINDINGS: usize = 1_500;

pub(super) async fn messages(
    session: &Session,
    scheme: &'static str,
    arguments: &Map<String, Value>,
) -> Result<Vec<PromptMessage>, PromptError> {
    let asked = arguments.get("scenePath").and_then(Value::as_str).unwrap_or_default().trim();
    let dump = json!({ "scenePath": asked, "limit": 2000 });
    let dump = ask(session, "scene.hierarchy.dump", dump).await?;
    let path = &dump.output_as::<HierarchyDumpOutput>()?.scene_path;
    let missing = ask_missing(session).await?;
    let broken = findings(missing.output_as()?, |file| file == path);
    let text = format!(
        "Review the scene {path} before I commit it. Its outline is attached.\n\n{}\n{}\n\
         Look for, in this order:\n\
         1. What breaks at run time: the findings above, and required references that are empty (scene_object_read on objects with scripts).\n\
         2. Leftovers: objects that are off or unnamed, names such as \"Cube (3)\" or \"test\", duplicates, cameras or listeners too many (scene_objects_find).\n\
         3. Risks for others: changes that should be in a prefab or instanced scene, assets from folders that do not belong here (asset_dependencies).\n\
         Give each point with the object's path, why it matters and the smallest repair; leave out what is fine. End with one line: ready to commit, or not and why. Change nothing.",
        describe_findings(broken) + &describe_unread(&missing.coverage),
        in_build(session, path).await,
    );
    Ok(vec![from_user(text), outline_attachment(session, scheme, path, &dump.output)])
}

fn describe_findings(broken: Vec<String>) -> String {
    if broken.is_empty() {
        return "project_references_missing finds nothing broken in it.\n".to_owned();
    }
    let count = broken.len();
    let (shown, left) = take_within(FINDINGS, broken);
    let more = if left == 0 { String::new() } else { format!("… and {left} more\n") };
    format!("project_references_missing finds {count} problems in it:\n{shown}{more}")
}

async fn in_build(session: &Session, path: &str) -> String {
    let Ok(scenes) = ask(session, "project.scenes.list", json!({})).await else {
        return String::new();
    };
    let Ok(scenes) = scenes.output_as::<ProjectScenesListOutput>() else {
        return String::new();
    };
    let scene = scenes.scenes.iter().find(|scene| scene.path == path);
    match scene.map(|scene| scene.enabled_in_build) {
        Some(true) => "The scene is in the build.\n".to_owned(),
        Some(false) => "The scene is not in the build.\n".to_owned(),
        None => String::new(),
    }
}

/// The outline as the resource with the complete one.
fn outline_attachment(
    session: &Session,
    scheme: &'static str,
    path: &str,
    dump: &Output,
) -> PromptMessage {
    let outline = outline(dump, "scene_hierarchy_dump").unwrap_or_default();
    let (mut text, left) = take_within(OUTLINE, outline.lines().map(str::to_owned));
    if left > 0 {
        text.push_str(&format!(
            "… and {left} more lines: scene_hierarchy_dump, or read this resource\n"
        ));
    }
    let mut arguments = Map::new();
    arguments.insert("scenePath".to_owned(), json!(path));
    let uri = Resources::new(session.clone(), scheme).link("scene.hierarchy.dump", &arguments);
    match uri {
        Some(uri) => PromptMessage::Resource { uri, mime_type: "text/plain", text },
        None => PromptMessage::Text(text),
    }
}
