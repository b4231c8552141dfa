//! `scenewright play`: replays recordings and compares what happens with what they expect. The games are driven by the
//! same operations that an agent calls.

mod junit;
mod prove;
mod report;
mod run;
mod trace;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;

use scenewright_catalogue::EngineAccess;

use crate::cli::{PlayArgs, SessionArgs};
use crate::error::{CommandError, USAGE};
use crate::{print, project};
use report::{PlayReport, PlayedRecording};

/// What the name of a recording ends with.
const EXTENSION: &str = ".play.toml";
/// Where recordings are looked for.
const FOLDER: &str = "tests/play";
/// More games at once are slower than one after the other on most machines.
const MAX_DEFAULT_JOBS: usize = 4;

/// What the player of one recording needs.
struct PlayContext<'a> {
    engine: &'a EngineAccess,
    root: &'a Path,
    args: &'a PlayArgs,
}

pub(crate) fn run(args: &PlayArgs) -> Result<ExitCode, CommandError> {
    // A failure must not have the exit code of a difference.
    play(args).map_err(|error| CommandError { exit: USAGE, ..error })
}

fn play(args: &PlayArgs) -> Result<ExitCode, CommandError> {
    let project = project::find(args.project.as_deref())?;
    let files = match args.files.is_empty() {
        true => recordings_in(&project.root)?,
        false => args.files.clone(),
    };
    let session = SessionArgs { allow_play: true, timeout: args.timeout, ..SessionArgs::default() };
    let engine = project::engine_access(&project, &session)?;
    let cx = PlayContext { engine: &engine, root: &project.root, args };
    let report = PlayReport { recordings: play_all(&cx, &files) };
    if let Some(path) = &args.junit {
        let written = std::fs::write(path, junit::write(&report));
        written.map_err(|error| cannot_write(path, &error))?;
    }
    match args.json {
        true => print::out_json(&report.to_json().to_string())?,
        false => print::out(&report.to_text())?,
    }
    Ok(ExitCode::from(report.exit_code()))
}

/// Plays them side by side; the outcomes are in the order of the files.
fn play_all(cx: &PlayContext<'_>, files: &[PathBuf]) -> Vec<PlayedRecording> {
    let processors = thread::available_parallelism().map_or(1, usize::from).min(MAX_DEFAULT_JOBS);
    let jobs = cx.args.jobs.map_or(processors, usize::from).min(files.len());
    let waiting: Mutex<VecDeque<(usize, &PathBuf)>> =
        Mutex::new(files.iter().enumerate().collect());
    let played = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some((number, file)) = lock(&waiting).pop_front() {
                    let outcome = match cx.args.prove {
                        Some(runs) => prove::prove(cx, file, runs),
                        None => run::play(cx, file),
                    };
                    lock(&played).push((number, outcome));
                }
            });
        }
    });
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(number, _)| *number);
    played.into_iter().map(|(_, outcome)| outcome).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All recordings of a project, sorted by path.
fn recordings_in(root: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let mut folders = vec![root.join(FOLDER)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(_) if entry.file_name().to_string_lossy().ends_with(EXTENSION) => {
                    files.push(entry.path());
                }
                _ => {}
            }
        }
    }
    if files.is_empty() {
        let message = format!("there is no recording (*{EXTENSION}) in {FOLDER} of this project");
        return Err(CommandError::usage(message)
            .hint("name files, or record one with the parameter `record` of game.act"));
    }
    files.sort();
    Ok(files)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::usage(format!("cannot write {}: {error}", path.display()))
}
