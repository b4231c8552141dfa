//! `scenewright check` on every Unity project of the corpus, beside ripgrep on the same folders, in CPU
//! time; and on a made-up project of many files, with its memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use super::cpu::cpu_time;
use super::index::{list_guids_in, projects};
use super::indexing::example;
use super::program::Program;
use super::running::Running;
use super::scale::make_project;
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::test::{Found, corpus};
use crate::{Result, shell};

const RUNS: usize = 9;
const GOAL_CHECK: &str = "≤ 2.5×";
const GOAL_INDEX: &str = "≤ 1.2×";

/// Prefabs of the made-up projects, each with its `.meta` file; the larger one has ten times as many files.
const MADE_UP: [usize; 2] = [2_750, 27_500];

pub(super) fn run(program: &Program) -> Result {
    let index = example("index_bench")?;
    match (corpus()?, shell::on_path("rg")) {
        (Found::Absent(reason), _) => println!("skipped: check on real projects ({reason})"),
        (_, None) => println!("skipped: check on real projects (ripgrep, `rg`, is not installed)"),
        (Found::At(corpus), Some(ripgrep)) => {
            let mut checked = Vec::new();
            for (name, root) in projects(&corpus) {
                checked.push(CheckedProject::new(name, root, &index)?);
            }
            // Taken in turns, so that a busy moment of the machine falls on all of them.
            for _ in 0..RUNS {
                for project in &mut checked {
                    project.measure(program, &index, &ripgrep)?;
                }
            }
            print(&checked);
        }
    }
    made_up(program)
}

struct CheckedProject {
    name: String,
    root: PathBuf,
    files: u64,
    folders: Vec<String>,
    check: Vec<Duration>,
    index: Vec<Duration>,
    floor: Vec<Duration>,
}

impl CheckedProject {
    fn new(name: String, root: PathBuf, index: &Path) -> Result<CheckedProject> {
        let report = shell::quietly(shell::command(index).arg(&root))?;
        let report: Value = serde_json::from_str(&report)?;
        let folders = report["folders"].as_array().into_iter().flatten();
        let folders = folders.filter_map(Value::as_str).map(str::to_owned).collect();
        let files = report["files"].as_u64().unwrap_or_default();
        let (check, index, floor) = (Vec::new(), Vec::new(), Vec::new());
        Ok(CheckedProject { name, root, files, folders, check, index, floor })
    }

    fn measure(&mut self, program: &Program, index: &Path, ripgrep: &Path) -> Result {
        self.check.push(cpu_time(&program.check(&self.root)?)?);
        self.index.push(cpu_time(Command::new(index).arg(&self.root).arg("once"))?);
        let mut floor = Command::new(ripgrep);
        list_guids_in(self.folders.iter().map(String::as_str), &mut floor);
        self.floor.push(cpu_time(&floor)?);
        Ok(())
    }
}

fn print(checked: &[CheckedProject]) {
    let mut table = Table::new([
        "check, CPU time",
        "files",
        "floor: rg",
        "check",
        "× floor",
        "goal",
        "index",
        "× floor",
        "goal",
    ]);
    for project in checked {
        let [check, index, floor] = [&project.check, &project.index, &project.floor]
            .map(|times| Samples::new(times.clone()));
        table.row([
            project.name.clone(),
            project.files.to_string(),
            time(floor.min()),
            time(check.min()),
            ratio(check.min(), floor.min()),
            GOAL_CHECK.to_owned(),
            time(index.min()),
            ratio(index.min(), floor.min()),
            GOAL_INDEX.to_owned(),
        ]);
    }
    table.print();
    println!("the least of {RUNS} processes, taken in turns; user and system time of all threads");
}

fn made_up(program: &Program) -> Result {
    let prefab = program.sample("unity").join("Assets/Prefabs/Lighthouse.prefab");
    let prefab = fs::read_to_string(prefab)?;
    let mut table = Table::new([
        "check, made-up project",
        "CPU time",
        "× the smaller",
        "goal",
        "peak memory",
        "goal",
    ]);
    let mut smaller = None;
    for prefabs in MADE_UP {
        let project = make_project(prefabs, &prefab)?;
        // What the prefab refers to: a project with a finding in each file would measure findings.
        copy_folder(&program.sample("unity").join("Assets"), &project.join("Assets/Sample"))?;
        let times: Result<Vec<Duration>> =
            (0..RUNS).map(|_| cpu_time(&program.check(&project)?)).collect();
        let least = Samples::new(times?).min();
        let of = *smaller.get_or_insert(least);
        let is_large = prefabs == MADE_UP[1];
        table.row([
            format!("{} files", prefabs * 2),
            time(least),
            ratio(least, of),
            if is_large { "≤ 11×" } else { "" }.to_owned(),
            memory(program, &project)?,
            if is_large { "≤ 60 MB" } else { "" }.to_owned(),
        ]);
    }
    table.print();
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copy = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy_folder(&entry.path(), &copy)?,
            false => drop(fs::copy(entry.path(), copy)?),
        }
    }
    Ok(())
}

/// The peak of a server that has answered the same question.
fn memory(program: &Program, project: &Path) -> Result<String> {
    const REQUEST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"tool":"project.references.missing","arguments":{}}}"#;
    let (running, mut lines) = Running::over_stdio(&mut program.stdio(project)?)?;
    super::load::Link::send(&mut lines, REQUEST)?;
    super::load::Link::receive(&mut lines)?;
    Ok(running
        .peak_memory()
        .map_or("only on Linux".to_owned(), |bytes| format!("{} MB", bytes / 1_000_000)))
}
