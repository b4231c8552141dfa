//! Ten tasks of an agent on one project of the corpus, of which a copy is edited.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Measurement;
use super::client::{Client, Cost};
use crate::Result;
use crate::bench::table::Table;

const PROJECT: &str = "open-project-1/files/UOP1_Project";
const SCENE: &str = "Assets/Scenes/WIP/TestingGround.unity";

struct Task {
    title: &'static str,
    calls: Vec<(&'static str, Value)>,
    /// Follows cursors to the end; else the first page is all that is looked at.
    all_pages: bool,
}

fn task(title: &'static str, calls: Vec<(&'static str, Value)>) -> Task {
    Task { title, calls, all_pages: false }
}

fn tasks() -> Vec<Task> {
    let object = |path: &str, more: Value| {
        let mut arguments = json!({ "scenePath": SCENE, "objectPath": path });
        if let (Some(arguments), Some(more)) = (arguments.as_object_mut(), more.as_object()) {
            arguments.extend(more.clone());
        }
        arguments
    };
    let intensity = json!({ "component": "Light", "member": "m_Intensity" });
    let mut write = intensity.clone();
    write["value"] = json!(2.5);
    let outline = vec![("scene_hierarchy_dump", json!({ "scenePath": SCENE }))];
    vec![
        task(
            "Overview of the project",
            vec![("project_info", json!({})), ("project_scenes_list", json!({}))],
        ),
        Task { title: "Outline of a scene of 1,298 objects", calls: outline, all_pages: true },
        task(
            "Find all lights",
            vec![("scene_objects_find", json!({ "scenePath": SCENE, "component": "Light" }))],
        ),
        task("Read an object", vec![("scene_object_read", object("Directional Light", json!({})))]),
        task(
            "List components and read a member",
            vec![
                ("scene_components_list", object("Directional Light", json!({}))),
                ("scene_member_read", object("Directional Light", intensity)),
            ],
        ),
        task(
            "Look what deleting an object would change",
            vec![("scene_object_delete", object("CameraSystem", json!({ "dryRun": true })))],
        ),
        task("Set a member", vec![("scene_member_write", object("Directional Light", write))]),
        task("Take it back", vec![("edit_undo", json!({}))]),
        task("Find broken references", vec![("project_references_missing", json!({}))]),
        task(
            "Search all text files",
            vec![("project_search_text", json!({ "query": "Directional Light" }))],
        ),
    ]
}

pub(super) fn run(measurement: &Measurement) -> Result {
    let original = measurement.corpus.join(PROJECT);
    if !original.is_dir() {
        return Err(format!("the corpus has no {PROJECT}").into());
    }
    let work = std::env::temp_dir().join(format!("scenewright-tokens-{}", std::process::id()));
    let outcome = copy(&original, &work.join("project")).and_then(|()| measure(measurement, &work));
    fs::remove_dir_all(&work)?;
    outcome
}

fn measure(measurement: &Measurement, work: &Path) -> Result {
    let mut table = Table::new(["task", "calls", "text tokens", "structured tokens"]);
    let mut client = Client::open(measurement, &work.join("project"), &work.join("data"))?;
    let mut total = Cost::default();
    for Task { title, calls, all_pages } in tasks() {
        let mut cost = Cost::default();
        for (tool, arguments) in &calls {
            cost += match all_pages {
                true => client.pages(measurement, tool, arguments)?.0,
                false => client.page(measurement, tool, arguments)?,
            };
        }
        total += cost;
        table.row(row(title, cost));
    }
    table.row(row("All", total));
    table.print();
    Ok(())
}

fn row(title: &str, cost: Cost) -> [String; 4] {
    let Cost { text, structured, calls } = cost;
    [title.to_owned(), calls.to_string(), text.to_string(), structured.to_string()]
}

/// Without what git and editors keep beside a project.
fn copy(from: &Path, to: &PathBuf) -> Result {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        if kind.is_dir() && name != ".git" {
            copy(&entry.path(), &to.join(name))?;
        } else if kind.is_file() {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_are_ten_tasks() {
        assert_eq!(super::tasks().len(), 10);
    }
}
