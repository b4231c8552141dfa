//! From a plan to the disk, through the journal, and back.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use scenewright_engine::{EngineError, Reading};
use scenewright_journal::{Entry, Journal, Refused, State, unified_diff};
use scenewright_model::{ChangeKind, EditEntry, EditPlan, EditState, Edited, FileChange, FileDiff};

/// How often a change is planned again. Only writers without a journal, such as an editor that saves
/// at the same moment, can make one try after the other fail.
const TRIES: usize = 3;

/// The journal of one project. It is opened when it is first needed, as that finishes what another
/// process was cut short in: a server that never writes leaves no trace.
pub(crate) struct Writer {
    /// Without a folder for its journal an engine does not write.
    data: Option<PathBuf>,
    root: PathBuf,
    /// How the engine spells a path of the project: Godot puts `res://` before it.
    prefix: &'static str,
    journal: OnceLock<Journal>,
}

impl Writer {
    pub(crate) fn new(data: Option<PathBuf>, root: &Path, prefix: &'static str) -> Writer {
        Writer { data, root: root.to_owned(), prefix, journal: OnceLock::new() }
    }

    /// Makes all the changes of a plan, or none. If a file was written by somebody else since it was
    /// planned on, it is planned again, now with all writers kept out that use the journal too.
    pub(crate) fn write_planned(
        &self,
        label: &str,
        mut plan: impl FnMut() -> Result<Reading<EditPlan>, EngineError>,
    ) -> Result<Reading<Edited>, EngineError> {
        let planned = plan()?;
        let mut outcome = self.write(planned, |changes| self.commit(changes, label));
        for _ in 0..TRIES {
            if !matches!(outcome, Err(EngineError::Changed { .. })) {
                break;
            }
            let turn = self.journal()?.turn().map_err(|refused| self.told(refused))?;
            outcome = self.write(plan()?, |changes| {
                turn.commit(changes, label).map_err(|refused| self.told(refused))
            });
        }
        outcome
    }

    fn write(
        &self,
        planned: Reading<EditPlan>,
        commit: impl FnOnce(&[FileChange]) -> Result<Entry, EngineError>,
    ) -> Result<Reading<Edited>, EngineError> {
        let Reading { value: mut plan, source, diagnostics } = planned;
        let mut handle = None;
        if !plan.files.is_empty() {
            self.to_inside(&mut plan.files);
            handle = Some(commit(&plan.files)?.handle);
        }
        let value = Edited { handle, ..self.shown(plan) };
        Ok(Reading { value, source, diagnostics })
    }

    fn commit(&self, changes: &[FileChange], label: &str) -> Result<Entry, EngineError> {
        self.journal()?.commit(changes, label).map_err(|refused| self.told(refused))
    }

    /// A plan for a reader, with nothing written.
    pub(crate) fn shown(&self, plan: EditPlan) -> Edited {
        let EditPlan { mut files, created, notes } = plan;
        self.to_inside(&mut files);
        let files = files.iter().map(|file| self.file_diff(file)).collect();
        Edited { handle: None, files, created, notes }
    }

    /// The newest first.
    pub(crate) fn history(&self) -> Result<Vec<EditEntry>, EngineError> {
        let entries = self.journal()?.history().map_err(|refused| self.told(refused))?;
        Ok(entries.into_iter().rev().map(|entry| self.entry(entry)).collect())
    }

    pub(crate) fn undo(&self, handle: Option<&str>, dry_run: bool) -> Result<Edited, EngineError> {
        let handle = self.handle(handle, "undo", newest_done)?;
        let journal = self.journal()?;
        let changes = journal.preview_undo(&handle).map_err(|refused| self.told(refused))?;
        if !dry_run {
            journal.undo(&handle).map_err(|refused| self.told(refused))?;
        }
        Ok(self.turned(handle, changes, dry_run))
    }

    pub(crate) fn redo(&self, handle: Option<&str>, dry_run: bool) -> Result<Edited, EngineError> {
        let handle = self.handle(handle, "redo", last_undone)?;
        let journal = self.journal()?;
        let changes = journal.preview_redo(&handle).map_err(|refused| self.told(refused))?;
        if !dry_run {
            journal.redo(&handle).map_err(|refused| self.told(refused))?;
        }
        Ok(self.turned(handle, changes, dry_run))
    }

    fn journal(&self) -> Result<&Journal, EngineError> {
        if let Some(journal) = self.journal.get() {
            return Ok(journal);
        }
        let Some(data) = &self.data else {
            return Err(EngineError::Refused {
                what: "writing".to_owned(),
                reason: "there is no folder to keep a journal in".to_owned(),
            });
        };
        let journal = Journal::open(data, &self.root).map_err(|refused| self.told(refused))?;
        Ok(self.journal.get_or_init(|| journal))
    }

    /// The handle that was named, or the one that is found.
    fn handle(
        &self,
        named: Option<&str>,
        what: &str,
        find: impl FnOnce(&[EditEntry]) -> Option<&EditEntry>,
    ) -> Result<String, EngineError> {
        if let Some(handle) = named {
            return Ok(handle.to_owned());
        }
        let entries = self.history()?;
        find(&entries).map(|entry| entry.handle.clone()).ok_or_else(|| EngineError::Refused {
            what: what.to_owned(),
            reason: format!("there is nothing to {what}"),
        })
    }

    fn turned(&self, handle: String, changes: Vec<FileChange>, dry_run: bool) -> Edited {
        let edited = self.shown(EditPlan { files: changes, ..EditPlan::default() });
        Edited { handle: (!dry_run).then_some(handle), ..edited }
    }

    fn entry(&self, entry: Entry) -> EditEntry {
        EditEntry {
            handle: entry.handle,
            label: entry.label,
            time: entry.time,
            state: match entry.state {
                State::Done => EditState::Done,
                State::Undone => EditState::Undone,
                State::Conflicted { reason } => EditState::Conflicted { reason },
            },
            files: entry.files.iter().map(|file| self.spelled(&file.path)).collect(),
        }
    }

    /// The diff names files as `git apply` wants them, from the project's folder.
    fn file_diff(&self, change: &FileChange) -> FileDiff {
        let diff = unified_diff(change);
        let hunks = || diff.lines().skip(2);
        FileDiff {
            path: self.spelled(&change.path),
            change: match (&change.before, &change.after) {
                (None, _) => ChangeKind::Added,
                (_, None) => ChangeKind::Removed,
                _ => ChangeKind::Changed,
            },
            lines_added: hunks().filter(|line| line.starts_with('+')).count(),
            lines_removed: hunks().filter(|line| line.starts_with('-')).count(),
            diff,
        }
    }

    /// Paths as the journal has them. In place: files are large.
    fn to_inside(&self, changes: &mut [FileChange]) {
        for change in changes {
            if let Some(path) = change.path.strip_prefix(self.prefix) {
                change.path = path.to_owned();
            }
        }
    }

    fn spelled(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    fn told(&self, refused: Refused) -> EngineError {
        let version = |version: Option<scenewright_journal::Version>| {
            version.map_or_else(|| "no file".to_owned(), |version| version.to_string())
        };
        match refused {
            Refused::Changed { path, expected, found } => EngineError::Changed {
                path: self.spelled(&path),
                expected: version(expected),
                found: version(found),
            },
            other => {
                EngineError::Refused { what: "the change".to_owned(), reason: other.to_string() }
            }
        }
    }
}

fn newest_done(entries: &[EditEntry]) -> Option<&EditEntry> {
    entries.iter().find(|entry| entry.state == EditState::Done)
}

/// Undoing goes back in time, so that the oldest was undone last. What was written since stands
/// between it and a redo that nobody named.
fn last_undone(entries: &[EditEntry]) -> Option<&EditEntry> {
    let since = entries.iter().take_while(|entry| entry.state != EditState::Done);
    since.filter(|entry| entry.state == EditState::Undone).last()
}

#[cfg(test)]
mod tests;
