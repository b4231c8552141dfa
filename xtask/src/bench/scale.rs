//! The index of made-up projects, one with ten times the files of the other.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::indexing::example;
use super::program::{Program, target_folder};
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::{Result, shell};

const RUNS: usize = 9;
const FILES: [usize; 2] = [1_000, 10_000];

pub(super) fn run(program: &Program) -> Result {
    let prefab = program.sample("unity").join("Assets/Prefabs/Lighthouse.prefab");
    let prefab = fs::read_to_string(prefab)?;
    let bench = example("index_bench")?;
    let mut medians = Vec::new();
    for files in FILES {
        let project = make_project(files, &prefab)?;
        let runs: Result<Vec<Duration>> = (0..RUNS).map(|_| cold(&bench, &project)).collect();
        medians.push(Samples::new(runs?).median());
    }
    let mut table = Table::new(["index, made-up project", "median", "× the smaller", "goal"]);
    table.row([
        format!("{} prefabs", FILES[0]),
        time(medians[0]),
        "1.0×".to_owned(),
        String::new(),
    ]);
    let grown = ratio(medians[1], medians[0]);
    table.row([format!("{} prefabs", FILES[1]), time(medians[1]), grown, "≤ 11×".to_owned()]);
    table.print();
    Ok(())
}

/// The same prefab under many names, each with a guid of its own.
pub(super) fn make_project(files: usize, prefab: &str) -> Result<PathBuf> {
    let project = target_folder()?.join(format!("bench/scale-{files}"));
    if project.join("ProjectSettings").is_dir() {
        return Ok(project);
    }
    for number in 0..files {
        let folder = project.join(format!("Assets/Folder {}", number / 50));
        fs::create_dir_all(&folder)?;
        let meta = format!(
            "fileFormatVersion: 2\nguid: {number:032x}\nPrefabImporter:\n  externalObjects: {{}}\n"
        );
        fs::write(folder.join(format!("{number}.prefab.meta")), meta)?;
        fs::write(folder.join(format!("{number}.prefab")), prefab)?;
    }
    // Last: a project that was only begun is made again.
    fs::create_dir_all(project.join("ProjectSettings"))?;
    Ok(project)
}

fn cold(bench: &Path, project: &Path) -> Result<Duration> {
    let report = shell::quietly(shell::command(bench).arg(project))?;
    let report: Value = serde_json::from_str(&report)?;
    Ok(Duration::from_nanos(report["coldNanoseconds"].as_u64().unwrap_or_default()))
}
