//! From a plan to the disk, through the journal, and back.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use scenewright_engine::EngineError;
use scenewright_journal::{Entry, Journal, Refused, State, Version, unified_diff};
use scenewright_model::{ChangeKind, EditEntry, EditPlan, EditState, Edited, FileChange, FileDiff};

use crate::world::unsaved::is_pseudo;

/// How often a change is planned again. Only writers without a journal, such as an editor that saves
/// at the same moment, can make one try after the other fail.
const TRIES: usize = 3;

/// Makes all of some changes, or none. Paths are project-relative.
pub(crate) type Commit<'a> = &'a dyn Fn(&[FileChange]) -> Result<Entry, EngineError>;

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

    /// Plans and commits. If a file was written by somebody else since it was planned on, all of it is
    /// done again, now with all writers kept out that use the journal too.
    pub(crate) fn write<T>(
        &self,
        label: &str,
        mut attempt: impl FnMut(Commit<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let mut outcome = attempt(&|changes| self.commit(changes, label));
        for _ in 0..TRIES {
            if !matches!(outcome, Err(EngineError::Changed { .. })) {
                break;
            }
            let turn = self.journal()?.turn().map_err(|refused| self.told(refused))?;
            outcome = attempt(&|changes| {
                turn.commit(changes, label).map_err(|refused| self.told(refused))
            });
        }
        outcome
    }

    pub(crate) fn commit(&self, changes: &[FileChange], label: &str) -> Result<Entry, EngineError> {
        self.journal()?.commit(changes, label).map_err(|refused| self.told(refused))
    }

    /// A plan for a reader, with nothing written.
    pub(crate) fn shown(&self, plan: EditPlan) -> Edited {
        let EditPlan { mut files, created, notes } = plan;
        self.to_inside(&mut files);
        let files = files.iter().map(|file| self.file_diff(file)).collect();
        Edited { handle: None, changes: Vec::new(), files, created, notes }
    }

    /// The newest first.
    pub(crate) fn history(&self) -> Result<Vec<EditEntry>, EngineError> {
        let entries = self.journal()?.history().map_err(|refused| self.told(refused))?;
        Ok(entries.into_iter().rev().map(|entry| self.entry(entry)).collect())
    }

    /// `may_change` is shown the files, by project-relative path, before anything happens.
    pub(crate) fn undo(
        &self,
        handle: Option<&str>,
        dry_run: bool,
        may_change: impl Fn(&[FileChange]) -> Result<(), EngineError>,
    ) -> Result<Edited, EngineError> {
        let handle = self.handle(handle, "undo", newest_done)?;
        let journal = self.journal()?;
        let changes = journal.preview_undo(&handle).map_err(|refused| self.told(refused))?;
        may_change(&changes)?;
        if !dry_run {
            journal.undo(&handle).map_err(|refused| self.told(refused))?;
        }
        Ok(self.turned(handle, changes, dry_run))
    }

    pub(crate) fn redo(
        &self,
        handle: Option<&str>,
        dry_run: bool,
        may_change: impl Fn(&[FileChange]) -> Result<(), EngineError>,
    ) -> Result<Edited, EngineError> {
        let handle = self.handle(handle, "redo", last_undone)?;
        let journal = self.journal()?;
        let changes = journal.preview_redo(&handle).map_err(|refused| self.told(refused))?;
        may_change(&changes)?;
        if !dry_run {
            journal.redo(&handle).map_err(|refused| self.told(refused))?;
        }
        Ok(self.turned(handle, changes, dry_run))
    }

    fn journal(&self) -> Result<&Journal, EngineError> {
        if let Some(journal) = self.journal.get() {
            return Ok(journal);
        }
        let Some(data) = &self.data else { return Err(EngineError::NoJournal) };
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

    /// Project-relative paths for those that the engine spells. In place: files are large.
    pub(crate) fn to_inside(&self, changes: &mut [FileChange]) {
        for change in changes {
            if let Some(path) = change.path.strip_prefix(self.prefix) {
                change.path = path.to_owned();
            }
        }
    }

    /// A project-relative path as the engine spells it.
    pub(crate) fn spelled(&self, path: &str) -> String {
        if is_pseudo(path) { path.to_owned() } else { format!("{}{path}", self.prefix) }
    }

    /// Both versions of a file that was changed by somebody else.
    pub(crate) fn changed(
        &self,
        path: &str,
        base: Option<&[u8]>,
        found: Option<&[u8]>,
    ) -> EngineError {
        let real = self.root.join(path);
        let time = std::fs::metadata(real).and_then(|metadata| metadata.modified()).ok();
        self.told(Refused::Changed {
            path: path.to_owned(),
            expected: base.map(|base| Version::of(base, None)),
            found: found.map(|found| Version::of(found, time)),
        })
    }

    fn told(&self, refused: Refused) -> EngineError {
        let version = |version: Option<Version>| {
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
