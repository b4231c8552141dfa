//! Projects whose assets have never been imported. Importing writes into the project, so it is done only if asked for.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use scenewright_engine::{Context, EngineError, GameFailure, GameFailureKind};
use scenewright_model::GameImport;
use tempfile::TempDir;

use crate::process::{GameProcess, ProcessCommand};

const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Godot's own folder in a project, which importing creates.
const IMPORTED: &str = ".godot/imported";
const CLASSES: &str = ".godot/global_script_class_cache.cfg";
/// What a copy does not need.
const LEFT_OUT: [&str; 3] = [".git", ".godot", ".scenewright"];

/// The folder to run, and the copy that must outlive the game.
pub(crate) fn prepare(
    godot: &Path,
    root: &Path,
    import: GameImport,
    cx: &Context,
) -> Result<(PathBuf, Option<TempDir>), EngineError> {
    if root.join(IMPORTED).is_dir() || root.join(CLASSES).is_file() {
        return Ok((root.to_owned(), None));
    }
    match import {
        GameImport::Refuse => Err(failure(
            "the project has never been imported: without it, classes and pictures are missing; importing creates .godot and may write .import and .uid files".to_owned(),
        )),
        GameImport::Project => {
            run_import(godot, root, cx)?;
            Ok((root.to_owned(), None))
        }
        GameImport::Copy => {
            let failed = |error: io::Error| failure(format!("the project cannot be copied: {error}"));
            let copy = tempfile::Builder::new().prefix("scenewright-copy-").tempdir().map_err(failed)?;
            copy_folder(root, copy.path(), cx).map_err(failed)?;
            run_import(godot, copy.path(), cx)?;
            Ok((copy.path().to_owned(), Some(copy)))
        }
    }
}

fn run_import(godot: &Path, folder: &Path, cx: &Context) -> Result<(), EngineError> {
    let command = ProcessCommand {
        program: godot.to_owned(),
        arguments: ["--headless", "--import", "--path"]
            .map(str::to_owned)
            .into_iter()
            .chain([folder.to_string_lossy().into_owned()])
            .collect(),
        variables: Vec::new(),
        guard: None,
    };
    let failed = |error: io::Error| failure(format!("the import could not be started: {error}"));
    let process = GameProcess::start(command).map_err(failed)?;
    while process.wait_for_end(POLL_INTERVAL).is_none() {
        cx.check()?;
    }
    // Godot reports problems of single assets with an exit code too; what was imported counts.
    match folder.join(".godot").is_dir() {
        true => Ok(()),
        false => {
            let (lines, _) = process.output(8);
            let said: Vec<_> = lines.into_iter().map(|line| line.text).collect();
            Err(failure(format!("the import failed; it printed: {}", said.join(" | "))))
        }
    }
}

/// Links are copied as what they point to only if they stay inside; others are left out.
fn copy_folder(from: &Path, to: &Path, cx: &Context) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        cx.check().map_err(io::Error::other)?;
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        if LEFT_OUT.iter().any(|left_out| name == *left_out) {
            continue;
        }
        let target = to.join(&name);
        if kind.is_dir() {
            copy_folder(&entry.path(), &target, cx)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn failure(message: String) -> EngineError {
    EngineError::Game(Box::new(GameFailure::new(GameFailureKind::NotImported, message)))
}
