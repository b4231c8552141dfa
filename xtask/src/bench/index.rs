//! The index of large Unity projects, from nothing and again, beside ripgrep on the same folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::program::{Program, target_folder};
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::test::{Found, corpus};
use crate::{Result, shell};

const RUNS: usize = 15;
/// The largest ones of the corpus; small ones mostly measure the start of threads.
const PROJECTS: usize = 5;
const GOAL_TIME: &str = "≤ 1.5×";
const GOAL_MEMORY: &str = "≤ 60";

/// All runs on one project.
struct Project {
    name: String,
    root: PathBuf,
    cold: Vec<Duration>,
    again: Vec<Duration>,
    floor: Vec<Duration>,
    /// What the last run found.
    report: Value,
}

pub(super) fn run(_: &Program) -> Result {
    let corpus = match corpus()? {
        Found::At(folder) => folder,
        Found::Absent(reason) => {
            println!("skipped: the index of real projects ({reason})");
            return Ok(());
        }
    };
    let bench = example("index_bench")?;
    let ripgrep = shell::on_path("rg");
    let mut projects = largest(&corpus);
    // Taken in turns, so that a busy moment of the machine falls on all of them.
    for _ in 0..RUNS {
        for project in &mut projects {
            project.measure(&bench, ripgrep.as_deref())?;
        }
    }
    print(projects);
    if ripgrep.is_none() {
        println!("there is no floor: ripgrep (`rg`) is not installed");
    }
    Ok(())
}

/// Builds an example program of the embedded engine.
pub(super) fn example(name: &str) -> Result<PathBuf> {
    let mut build = shell::cargo(["build", "--release", "--package", "scenewright-embedded"]);
    shell::run(build.args(["--example", name]))?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    Ok(target_folder()?.join("release/examples").join(file))
}

impl Project {
    fn measure(&mut self, bench: &Path, ripgrep: Option<&Path>) -> Result {
        let answer = shell::quietly(shell::command(bench).arg(&self.root))?;
        self.report = serde_json::from_str(&answer)?;
        self.cold.push(self.duration("coldNanoseconds"));
        self.again.push(self.duration("refreshNanoseconds"));
        if let Some(ripgrep) = ripgrep {
            self.floor.push(self.list_guids(ripgrep)?);
        }
        Ok(())
    }

    fn list_guids(&self, ripgrep: &Path) -> Result<Duration> {
        let folders = self.report["folders"].as_array().into_iter().flatten();
        let folders = folders.filter_map(Value::as_str).filter(|folder| Path::new(folder).is_dir());
        let mut command = Command::new(ripgrep);
        command.args(["-uu", "-o", "-IN", "guid: [0-9a-f]{32}"]).args(folders);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let begin = Instant::now();
        command.status()?;
        Ok(begin.elapsed())
    }

    fn duration(&self, key: &str) -> Duration {
        Duration::from_nanos(self.count(key))
    }

    fn count(&self, key: &str) -> u64 {
        self.report[key].as_u64().unwrap_or_default()
    }

    fn row(self) -> [String; 13] {
        let [files, objects, references, import, local, heap] =
            ["files", "objects", "references", "importReferences", "localReferences", "heapBytes"]
                .map(|key| self.count(key));
        let [cold, again, floor] = [self.cold, self.again, self.floor].map(Samples::new);
        [
            self.name,
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
}

fn per_reference(heap: u64, references: u64) -> String {
    match references {
        0 => "–".to_owned(),
        _ => format!("{:.1}", heap as f64 / references as f64),
    }
}

fn print(projects: Vec<Project>) {
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
        table.row(project.row());
    }
    table.print();
    println!("{RUNS} processes for each project, taken in turns; `again`: when nothing was edited");
    println!("bytes/reference: the whole index, names and paths of files too, by all references");
}

/// Those with the most bytes in files, the largest first.
fn largest(corpus: &Path) -> Vec<Project> {
    let mut projects = Vec::new();
    add_projects(corpus, &mut projects);
    projects.sort_by_cached_key(|root| std::cmp::Reverse(bytes_below(root)));
    projects.truncate(PROJECTS);
    projects.into_iter().map(|root| project(corpus, root)).collect()
}

fn project(corpus: &Path, root: PathBuf) -> Project {
    let inside = root.strip_prefix(corpus).unwrap_or(&root);
    let name = inside.iter().next().unwrap_or_default().to_string_lossy().into_owned();
    let report = Value::Null;
    Project { name, root, cold: Vec::new(), again: Vec::new(), floor: Vec::new(), report }
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

/// Links are not followed.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path()).collect()
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
