//! The indexes of all Godot projects of the corpus, beside ripgrep searching the same files once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::index::example;
use super::program::Program;
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::test::{Found, corpus};
use crate::{Result, shell};

const RUNS: usize = 15;
const GOAL: &str = "≤ 3×";

/// All runs on one folder of the corpus.
struct Set {
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
            println!("skipped: the index of real Godot projects ({reason})");
            return Ok(());
        }
    };
    let bench = example("godot_index_bench")?;
    let ripgrep = shell::on_path("rg");
    let mut sets = sets(&corpus);
    // Taken in turns, so that a busy moment of the machine falls on all of them.
    for _ in 0..RUNS {
        for set in &mut sets {
            set.measure(&bench, ripgrep.as_deref())?;
        }
    }
    print(sets);
    if ripgrep.is_none() {
        println!("there is no floor: ripgrep (`rg`) is not installed");
    }
    Ok(())
}

impl Set {
    fn measure(&mut self, bench: &Path, ripgrep: Option<&Path>) -> Result {
        let answer = shell::quietly(shell::command(bench).arg(&self.root))?;
        self.report = serde_json::from_str(&answer)?;
        self.cold.push(Duration::from_nanos(self.count("coldNanoseconds")));
        self.again.push(Duration::from_nanos(self.count("refreshNanoseconds")));
        if let Some(ripgrep) = ripgrep {
            self.floor.push(search(ripgrep, &self.root)?);
        }
        Ok(())
    }

    fn count(&self, key: &str) -> u64 {
        self.report[key].as_u64().unwrap_or_default()
    }

    fn row(self) -> [String; 10] {
        let [projects, files, references] =
            ["projects", "files", "references"].map(|key| self.count(key).to_string());
        let name = self.root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let [cold, again, floor] = [self.cold, self.again, self.floor].map(Samples::new);
        [
            name,
            projects,
            files,
            references,
            time(cold.median()),
            time(cold.min()),
            time(floor.median()),
            ratio(cold.median(), floor.median()),
            GOAL.to_owned(),
            time(again.median()),
        ]
    }
}

fn search(ripgrep: &Path, folder: &Path) -> Result<Duration> {
    let mut command = Command::new(ripgrep);
    command.args(["-c", "ext_resource"]).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let begin = Instant::now();
    command.status()?;
    Ok(begin.elapsed())
}

fn print(sets: Vec<Set>) {
    let mut table = Table::new([
        "Godot index",
        "projects",
        "files",
        "references",
        "median",
        "min",
        "floor: rg",
        "× floor",
        "goal",
        "again",
    ]);
    for set in sets {
        table.row(set.row());
    }
    table.print();
    println!("{RUNS} processes for each row, taken in turns; each indexes all projects of its row");
}

/// The folders of the corpus with a Godot project somewhere below.
fn sets(corpus: &Path) -> Vec<Set> {
    let mut folders: Vec<PathBuf> = below(corpus);
    folders.retain(|folder| has_project(folder));
    folders.sort();
    let set = |root| Set {
        root,
        cold: Vec::new(),
        again: Vec::new(),
        floor: Vec::new(),
        report: Value::Null,
    };
    folders.into_iter().map(set).collect()
}

fn has_project(folder: &Path) -> bool {
    folder.join("project.godot").is_file() || below(folder).iter().any(|inner| has_project(inner))
}

/// Links are not followed.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    #[test]
    fn a_row_is_a_folder_of_the_corpus_with_godot_projects() {
        let fixture = Fixture::new(
            "//- /one/files/a/project.godot\n//- /one/files/b/project.godot\n//- /two/Assets/a\n",
        );
        let names: Vec<PathBuf> = sets(&fixture.root()).into_iter().map(|set| set.root).collect();
        assert_eq!(names, [fixture.path("one")]);
    }
}
