//! What the benchmarks of both engines' indexes have in common: programs that index once and tell what
//! that took, started in turns, beside ripgrep on the same files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::program::target_folder;
use super::stats::Samples;
use crate::test::{Found, corpus};
use crate::{Result, shell};

pub(super) const RUNS: usize = 15;

/// All runs on one project, or on one folder of projects.
pub(super) struct Indexing {
    pub(super) name: String,
    pub(super) root: PathBuf,
    cold: Vec<Duration>,
    again: Vec<Duration>,
    floor: Vec<Duration>,
    /// What the last run found.
    pub(super) report: Value,
}

pub(super) struct Bench {
    /// What is skipped when there is no corpus.
    pub(super) what: &'static str,
    pub(super) example: &'static str,
    /// What the corpus has to index.
    pub(super) find: fn(&Path) -> Vec<Indexing>,
    /// Tells ripgrep what to look for, and where.
    pub(super) floor: fn(&Indexing, &mut Command),
}

impl Bench {
    /// `None` when there is nothing to measure, which is then said.
    pub(super) fn measure(&self) -> Result<Option<Vec<Indexing>>> {
        let corpus = match corpus()? {
            Found::At(folder) => folder,
            Found::Absent(reason) => {
                println!("skipped: {} ({reason})", self.what);
                return Ok(None);
            }
        };
        let program = example(self.example)?;
        let ripgrep = shell::on_path("rg");
        let mut all = (self.find)(&corpus);
        // Taken in turns, so that a busy moment of the machine falls on all of them.
        for _ in 0..RUNS {
            for indexing in &mut all {
                indexing.index(&program)?;
                if let Some(ripgrep) = &ripgrep {
                    indexing.search(ripgrep, self.floor)?;
                }
            }
        }
        if ripgrep.is_none() {
            println!("there is no floor: ripgrep (`rg`) is not installed");
        }
        Ok(Some(all))
    }
}

impl Indexing {
    pub(super) fn new(name: String, root: PathBuf) -> Indexing {
        let (cold, again, floor) = (Vec::new(), Vec::new(), Vec::new());
        Indexing { name, root, cold, again, floor, report: Value::Null }
    }

    pub(super) fn count(&self, key: &str) -> u64 {
        self.report[key].as_u64().unwrap_or_default()
    }

    /// From nothing, when nothing was edited, and ripgrep's.
    pub(super) fn samples(&self) -> [Samples; 3] {
        [&self.cold, &self.again, &self.floor].map(|times| Samples::new(times.clone()))
    }

    fn index(&mut self, program: &Path) -> Result {
        let answer = shell::quietly(shell::command(program).arg(&self.root))?;
        self.report = serde_json::from_str(&answer)?;
        self.cold.push(Duration::from_nanos(self.count("coldNanoseconds")));
        self.again.push(Duration::from_nanos(self.count("refreshNanoseconds")));
        Ok(())
    }

    fn search(&mut self, ripgrep: &Path, floor: fn(&Indexing, &mut Command)) -> Result {
        let mut command = Command::new(ripgrep);
        floor(self, &mut command);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let begin = Instant::now();
        command.status()?;
        self.floor.push(begin.elapsed());
        Ok(())
    }
}

/// Builds an example program of the engines crate.
pub(super) fn example(name: &str) -> Result<PathBuf> {
    example_of("scenewright-engines", name)
}

pub(super) fn example_of(package: &str, name: &str) -> Result<PathBuf> {
    let mut build = shell::cargo(["build", "--release", "--package", package]);
    shell::run(build.args(["--example", name]))?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    Ok(target_folder()?.join("release/examples").join(file))
}

/// Links are not followed.
pub(super) fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path()).collect()
}
