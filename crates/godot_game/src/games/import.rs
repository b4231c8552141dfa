//! Projects whose assets have never been imported. Importing writes into the project, so it is done only if asked for.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use scenewright_engine::{Context, EngineError, GameFailure, GameFailureKind};
use scenewright_model::GameImport;
use tempfile::TempDir;

use super::ProjectGames;
use crate::process::{GameProcess, ProcessCommand};

const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Godot's own folder in a project, which importing creates.
const IMPORTED: &str = ".godot/imported";
const CLASSES: &str = ".godot/global_script_class_cache.cfg";
/// What a copy does not need.
const LEFT_OUT: [&str; 3] = [".git", ".godot", ".scenewright"];

/// Before the time is up, so that the answer can say that the import goes on.
const SPARED_TIME: Duration = Duration::from_millis(500);

/// The project's copy that was imported last. Games that run in it keep it, and it goes with the last of them.
#[derive(Default)]
pub(crate) struct ImportedCopies(Mutex<Option<Arc<ImportedCopy>>>);

pub(crate) struct ImportedCopy {
    folder: TempDir,
    /// What it was made of.
    stamp: u64,
    import: GameProcess,
}

impl ImportedCopy {
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl ProjectGames {
    /// The folder to run, and the copy that must outlive the game.
    pub(crate) fn folder_to_run(
        &self,
        godot: &Path,
        import: GameImport,
        cx: &Context,
    ) -> Result<(PathBuf, Option<Arc<ImportedCopy>>), EngineError> {
        let root = self.root();
        if root.join(IMPORTED).is_dir() || root.join(CLASSES).is_file() {
            return Ok((root.to_owned(), None));
        }
        match import {
            GameImport::Refuse => Err(failure(
                "the project has never been imported: without it, classes and pictures are missing; importing creates .godot and may write .import and .uid files".to_owned(),
            )),
            GameImport::Project => {
                let process = start_import(godot, self.guard(), root)?;
                while process.wait_for_end(POLL_INTERVAL).is_none() {
                    cx.check()?;
                }
                check_import(&process, root)?;
                Ok((root.to_owned(), None))
            }
            GameImport::Copy => {
                let copy = self.imported_copy(godot, cx)?;
                Ok((copy.path().to_owned(), Some(copy)))
            }
        }
    }

    /// An import that takes longer than the call goes on, and the next call waits for it.
    fn imported_copy(&self, godot: &Path, cx: &Context) -> Result<Arc<ImportedCopy>, EngineError> {
        let copy = self.current_copy(godot, cx)?;
        while copy.import.wait_for_end(POLL_INTERVAL).is_none() {
            cx.check()?;
            if cx.time_left() < SPARED_TIME {
                return Err(still_importing());
            }
        }
        let imported = check_import(&copy.import, copy.path());
        if imported.is_err() {
            *self.copies.lock() = None;
        }
        imported.map(|()| copy)
    }

    fn current_copy(&self, godot: &Path, cx: &Context) -> Result<Arc<ImportedCopy>, EngineError> {
        let failed = |error: io::Error| failure(format!("the project cannot be copied: {error}"));
        let mut kept = self.copies.lock();
        let mut stamp = DefaultHasher::new();
        hash_folder(self.root(), &mut stamp, cx).map_err(failed)?;
        let stamp = stamp.finish();
        if let Some(copy) = kept.as_ref().filter(|copy| copy.stamp == stamp) {
            return Ok(Arc::clone(copy));
        }
        let folder =
            tempfile::Builder::new().prefix("scenewright-copy-").tempdir().map_err(failed)?;
        copy_folder(self.root(), folder.path(), cx).map_err(failed)?;
        let import = start_import(godot, self.guard(), folder.path())?;
        let copy = Arc::new(ImportedCopy { folder, stamp, import });
        *kept = Some(Arc::clone(&copy));
        Ok(copy)
    }
}

impl ImportedCopies {
    fn lock(&self) -> MutexGuard<'_, Option<Arc<ImportedCopy>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn start_import(
    godot: &Path,
    guard: Option<&Path>,
    folder: &Path,
) -> Result<GameProcess, EngineError> {
    let command = ProcessCommand {
        program: godot.to_owned(),
        arguments: ["--headless", "--import", "--path"]
            .map(str::to_owned)
            .into_iter()
            .chain([folder.to_string_lossy().into_owned()])
            .collect(),
        variables: Vec::new(),
        guard: guard.map(Path::to_owned),
    };
    GameProcess::start(command)
        .map_err(|error| failure(format!("the import could not be started: {error}")))
}

/// Godot reports problems of single assets with an exit code too; what was imported counts.
fn check_import(process: &GameProcess, folder: &Path) -> Result<(), EngineError> {
    if folder.join(".godot").is_dir() {
        return Ok(());
    }
    let (lines, _) = process.output(8);
    let said: Vec<_> = lines.into_iter().map(|line| line.text).collect();
    Err(failure(format!("the import failed; it printed: {}", said.join(" | "))))
}

/// The names, sizes and times of all files that a copy has.
fn hash_folder(folder: &Path, hasher: &mut DefaultHasher, cx: &Context) -> io::Result<()> {
    cx.check().map_err(io::Error::other)?;
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.retain(|entry| LEFT_OUT.iter().all(|left_out| entry.file_name() != *left_out));
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let metadata = entry.metadata()?;
        (entry.path(), metadata.len(), metadata.modified().ok()).hash(hasher);
        if metadata.is_dir() {
            hash_folder(&entry.path(), hasher, cx)?;
        }
    }
    Ok(())
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

fn still_importing() -> EngineError {
    let message = "the copy of the project is still being imported, and that goes on";
    EngineError::Game(Box::new(GameFailure::new(GameFailureKind::StillImporting, message)))
}

fn failure(message: String) -> EngineError {
    EngineError::Game(Box::new(GameFailure::new(GameFailureKind::NotImported, message)))
}
