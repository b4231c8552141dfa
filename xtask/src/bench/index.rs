//! The index of large Unity projects, from nothing and again, beside ripgrep on the same folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::indexing::{Bench, Indexing, RUNS, folders};
use super::program::Program;
use super::stats::{ratio, time};
use super::table::Table;
use crate::Result;

/// The largest ones of the corpus; small ones mostly measure the start of threads.
const PROJECTS: usize = 5;
const GOAL_TIME: &str = "≤ 1.2×";
const GOAL_MEMORY: &str = "≤ 60";

pub(super) fn run(_: &Program) -> Result {
    let bench = Bench {
        what: "the index of real Unity projects",
        example: "index_bench",
        find: largest,
        floor: list_guids,
    };
    bench.measure()?.into_iter().for_each(print);
    Ok(())
}

fn list_guids(project: &Indexing, ripgrep: &mut Command) {
    let folders = project.report["folders"].as_array().into_iter().flatten();
    list_guids_in(folders.filter_map(Value::as_str), ripgrep);
}

pub(super) fn list_guids_in<'a>(folders: impl Iterator<Item = &'a str>, ripgrep: &mut Command) {
    let folders = folders.filter(|folder| Path::new(folder).is_dir());
    ripgrep.args(["-uu", "-o", "-IN", "guid: [0-9a-f]{32}"]).args(folders);
}

fn row(project: Indexing) -> [String; 13] {
    let [files, objects, references, import, local, heap] =
        ["files", "objects", "references", "importReferences", "localReferences", "heapBytes"]
            .map(|key| project.count(key));
    let [cold, again, floor] = project.samples();
    [
        project.name,
        files.to_string(),
        objects.to_string(),
        (references + import).to_string(),
        local.to_string(),
        time(cold.median()),
        time(cold.min()),
        time(floor.median()),
        ratio(cold.median(), floor.median()),
        GOAL_TIME.to_owned(),
        time(again.median()),
        per_reference(heap, references + import + local),
        GOAL_MEMORY.to_owned(),
    ]
}

fn per_reference(heap: u64, references: u64) -> String {
    match references {
        0 => "–".to_owned(),
        _ => format!("{:.1}", heap as f64 / references as f64),
    }
}

fn print(projects: Vec<Indexing>) {
    let mut table = Table::new([
        "index",
        "files",
        "objects",
        "references",
        "inside files",
        "median",
        "min",
        "floor: rg",
        "× floor",
        "goal",
        "again",
        "bytes/reference",
        "goal",
    ]);
    for project in projects {
        table.row(row(project));
    }
    table.print();
    println!("{RUNS} processes for each project, taken in turns; `again`: when nothing was edited");
    println!("bytes/reference: the whole index, names and paths of files too, by all references");
}

/// Those with the most bytes in files, the largest first.
fn largest(corpus: &Path) -> Vec<Indexing> {
    let mut projects = Vec::new();
    add_projects(corpus, &mut projects);
    projects.sort_by_cached_key(|root| std::cmp::Reverse(bytes_below(root)));
    projects.truncate(PROJECTS);
    projects.into_iter().map(|root| project(corpus, root)).collect()
}

fn project(corpus: &Path, root: PathBuf) -> Indexing {
    Indexing::new(name(corpus, &root), root)
}

fn name(corpus: &Path, root: &Path) -> String {
    let inside = root.strip_prefix(corpus).unwrap_or(root);
    inside.iter().next().unwrap_or_default().to_string_lossy().into_owned()
}

/// All of them, each with its name.
pub(super) fn projects(corpus: &Path) -> Vec<(String, PathBuf)> {
    let mut projects = Vec::new();
    add_projects(corpus, &mut projects);
    projects.sort();
    projects.into_iter().map(|root| (name(corpus, &root), root)).collect()
}

fn add_projects(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join("Assets").is_dir() && folder.join("ProjectSettings").is_dir() {
        found.push(folder.to_owned());
        return;
    }
    for below in folders(folder) {
        add_projects(&below, found);
    }
}

fn bytes_below(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter_map(|entry| entry.metadata().ok());
    let own: u64 = files.filter(|file| file.is_file()).map(|file| file.len()).sum();
    own + folders(folder).iter().map(|below| bytes_below(below)).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    #[test]
    fn the_largest_unity_projects_come_first() {
        let fixture = Fixture::new(
            "//- /one/files/Assets/a\nshort\n//- /one/files/ProjectSettings/x\n//- /two/game/Assets/a\na longer one\n//- /two/game/ProjectSettings/x\n//- /three/project.godot\n",
        );
        let names: Vec<String> =
            largest(&fixture.root()).into_iter().map(|project| project.name).collect();
        assert_eq!(names, ["two", "one"]);
    }
}
