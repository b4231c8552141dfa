//! Writes of the project's files while an editor may be open: the editor takes them over, or the answer says that it has
//! not.

use scenewright_engine::{Context, EngineError, ReadResult, World};
use scenewright_link::CallError;
use scenewright_model::{EditOutcome, SaveMode};
use serde::Deserialize;
use serde_json::json;

use super::LiveGodot;
use super::read_source::ReadSource;
use super::write_gate::is_scene;

/// `scenewright.scan`.
#[derive(Deserialize)]
struct ScanAnswer {
    /// Open scenes that were loaded again.
    #[serde(default)]
    reloaded: Vec<String>,
    /// Open scenes that were not loaded again because they have unsaved changes.
    #[serde(default)]
    unsaved: Vec<String>,
}

impl LiveGodot {
    /// Has the editor load what was written. The files are written, so that a failure is not an error.
    pub(super) fn update_editor(&self, edited: &mut EditOutcome, cx: &Context) {
        let paths: Vec<String> = edited.files.iter().map(|file| file.path.clone()).collect();
        if paths.is_empty() {
            return;
        }
        match self.link.is_connected() {
            true => edited.diagnostics.extend(self.take_over(paths, &cx.after_commit())),
            false => edited.diagnostics.extend(self.gate.unnoticed_change_warning()),
        }
    }

    /// Files that were written while the editor did not answer. Called when it answers again.
    pub(super) fn take_over_pending(&self, cx: &Context) -> Vec<String> {
        let pending = std::mem::take(&mut self.memory().pending_files);
        if pending.is_empty() { Vec::new() } else { self.take_over(pending, cx) }
    }

    /// Returns what to report about it. An editor that is known to be silent takes the files over when it answers again.
    pub(super) fn take_over(&self, paths: Vec<String>, cx: &Context) -> Vec<String> {
        let params = json!({ "paths": paths, "reload": true });
        let answer: Result<ScanAnswer, CallError> = match self.gate.is_silent() {
            true => Err(CallError::TimedOut),
            false => self.link.call("scenewright.scan", params, cx),
        };
        match answer {
            Ok(ScanAnswer { reloaded, unsaved }) => {
                let reloaded =
                    reloaded.iter().map(|path| format!("the editor has reloaded '{path}'"));
                reloaded.chain(unsaved.iter().map(|path| conflict(path))).collect()
            }
            Err(error) => {
                let reason = match self.to_engine_error("scan", error) {
                    EngineError::DeadlinePassed => "it does not answer".to_owned(),
                    other => other.to_string(),
                };
                let scenes = paths.iter().filter(|path| is_scene(path));
                let scenes: Vec<String> = scenes.map(|path| format!("'{path}'")).collect();
                self.memory().pending_files.extend(paths);
                let files =
                    if scenes.is_empty() { "the files".to_owned() } else { scenes.join(", ") };
                vec![format!("the editor has not noticed the change of {files} yet: {reason}")]
            }
        }
    }

    /// What the files have in memory.
    pub(super) fn save_files(
        &self,
        files: &dyn World,
        path: Option<&str>,
        mode: SaveMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        let mut saved = files.save(path, mode, cx)?;
        match mode.dry_run {
            true => self.check_preview(&ReadSource::Files(None), &saved.value)?,
            false => self.update_editor(&mut saved.value, cx),
        }
        Ok(saved)
    }

    /// A preview fails like the write that it shows. An editor that answers was asked before.
    pub(super) fn check_preview(
        &self,
        source: &ReadSource,
        shown: &EditOutcome,
    ) -> Result<(), EngineError> {
        if let ReadSource::Live(..) = source {
            return Ok(());
        }
        let scenes: Vec<&String> =
            shown.files.iter().map(|file| &file.path).filter(|path| is_scene(path)).collect();
        self.gate.check_unanswered(&scenes)
    }

    /// Files with changes that this process keeps in memory.
    pub(super) fn drafted_files(&self, cx: &Context) -> Result<Vec<String>, EngineError> {
        let unsaved = self.files_world()?.unsaved(cx)?.value;
        let own = unsaved.into_iter().filter(|work| !work.is_restored);
        Ok(own.flat_map(|work| work.files).collect())
    }

    /// Saves changes that were kept in memory before the editor was opened.
    pub(super) fn save_drafts(
        &self,
        path: Option<&str>,
        mode: SaveMode,
        edited: &mut EditOutcome,
        cx: &Context,
    ) -> Result<(), EngineError> {
        let drafted = self.drafted_files(cx)?;
        if !drafted.iter().any(|file| path.is_none_or(|path| path == file)) {
            return Ok(());
        }
        let mut saved = self.files_world()?.save(path, mode, cx)?.value;
        if !mode.dry_run {
            self.update_editor(&mut saved, cx);
        }
        edited.handle = edited.handle.take().or(saved.handle);
        edited.changes.extend(saved.changes);
        edited.files.extend(saved.files);
        edited.diagnostics.extend(saved.diagnostics);
        Ok(())
    }
}

/// For a scene that was changed in the editor at the same moment.
fn conflict(path: &str) -> String {
    format!(
        "'{path}' has unsaved changes in the editor, which does not have this change: reload it there to take over the file, or the file is overwritten when it is saved there"
    )
}
