//! Outlines of the large scenes of the corpus.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::Measurement;
use super::client::Client;
use crate::Result;
use crate::bench::table::Table;

/// Smaller scenes fit in one answer in any notation.
const LARGE: u64 = 1_000;
const GOAL: f64 = 4.0;

pub(super) fn run(measurement: &Measurement) -> Result {
    let mut table = Table::new(["outline", "objects", "pages", "text tokens", "tokens/object"]);
    let mut ratios = Vec::new();
    let mut projects = Vec::new();
    add_projects(&measurement.corpus, &mut projects);
    projects.sort();
    let data = std::env::temp_dir().join("scenewright-tokens");
    for project in &projects {
        let mut client = Client::open(measurement, project, &data)?;
        for scene in scenes(project) {
            let first =
                client.call("scene_hierarchy_dump", &json!({ "scenePath": scene, "limit": 1 }))?;
            let objects = first["structuredContent"]["total"].as_u64().unwrap_or_default();
            if objects < LARGE {
                continue;
            }
            let arguments = json!({ "scenePath": scene });
            let (cost, _) = client.pages(measurement, "scene_hierarchy_dump", &arguments)?;
            let ratio = cost.text as f64 / objects as f64;
            ratios.push(ratio);
            let inside = project.strip_prefix(&measurement.corpus).unwrap_or(project);
            let name = inside.iter().next().unwrap_or_default().to_string_lossy().into_owned();
            table.row([
                format!("{name} {scene}"),
                objects.to_string(),
                cost.calls.to_string(),
                cost.text.to_string(),
                format!("{ratio:.2}"),
            ]);
        }
    }
    table.print();
    println!(
        "median of {} scenes: {:.2} tokens per object (goal: {GOAL})",
        ratios.len(),
        median(ratios)
    );
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        count => f64::midpoint(values[(count - 1) / 2], values[count / 2]),
    }
}

fn add_projects(folder: &Path, found: &mut Vec<PathBuf>) {
    let is_unity = folder.join("Assets").is_dir() && folder.join("ProjectSettings").is_dir();
    if is_unity || folder.join("project.godot").is_file() {
        found.push(folder.to_owned());
    }
    entries(folder)
        .iter()
        .filter(|below| below.is_dir())
        .for_each(|below| add_projects(below, found));
}

/// By the paths that tools take.
fn scenes(project: &Path) -> Vec<String> {
    let is_godot = project.join("project.godot").is_file();
    let mut files = Vec::new();
    add_files(project, if is_godot { &["tscn"] } else { &["unity", "prefab"] }, &mut files);
    let mut scenes: Vec<String> = files
        .iter()
        .filter_map(|file| file.strip_prefix(project).ok())
        .map(|file| file.to_string_lossy().replace('\\', "/"))
        .map(|file| if is_godot { format!("res://{file}") } else { file })
        .collect();
    scenes.sort();
    scenes
}

fn add_files(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    for entry in entries(folder) {
        let extension = entry.extension().unwrap_or_default().to_string_lossy().into_owned();
        if entry.is_dir() {
            add_files(&entry, extensions, found);
        } else if extensions.contains(&extension.as_str()) {
            found.push(entry);
        }
    }
}

/// Links are not followed.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let own = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
    own.map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    #[test]
    fn scenes_have_the_paths_that_tools_take() {
        let fixture = Fixture::new(
            "//- /a/Assets/S/M.unity\n//- /a/Assets/P.prefab\n//- /a/ProjectSettings/x\n//- /b/project.godot\n//- /b/s/m.tscn\n",
        );
        let mut projects = Vec::new();
        add_projects(&fixture.root(), &mut projects);
        projects.sort();
        let all: Vec<Vec<String>> = projects.iter().map(|project| scenes(project)).collect();
        assert_eq!(all, [vec!["Assets/P.prefab", "Assets/S/M.unity"], vec!["res://s/m.tscn"]]);
    }

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
