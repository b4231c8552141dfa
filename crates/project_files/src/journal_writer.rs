//! Writes plans to the disk through the journal, and undoes them.
//!
//! Invariant: a plan's `before` is the content that it was made from. If the disk has another by then, all is
//! planned again, a few times at most, with other writers kept out.

mod recovery;
mod requests;

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;

use scenewright_engine::{Context, EngineError, WriteGuard};
use scenewright_journal::{
    CommitOptions, EntryState, FileRevision, Journal, JournalEntry, JournalError,
    JournalInspection, OrphanedEdits, UnsavedStore, orphaned_edits, unified_diff,
};
use scenewright_model::{
    ChangeKind, EditHistoryEntry, EditOutcome, EditPlan, EditState, FileChange, FileDiff,
    ProjectPath,
};

use crate::layout::ProjectLayout;

/// How often a change is planned again. Only writers without a journal, such as an editor that saves
/// at the same moment, can make one attempt after the other fail.
const MAX_ATTEMPTS: usize = 3;

/// Smaller files are compared before a thread has started.
const MIN_PARALLEL_BYTES: usize = 1 << 20;

/// Writes all of some changes, or none.
pub(crate) type CommitFn<'a> = &'a dyn Fn(&[FileChange]) -> Result<JournalEntry, EngineError>;

/// The journal of one project. It is opened with the first write, as that rolls back what another process
/// was interrupted in: a server that never writes leaves no trace.
pub(crate) struct JournalWriter {
    /// The folder for journals; without one nothing is written.
    data: Option<PathBuf>,
    root: PathBuf,
    layout: &'static ProjectLayout,
    journal: OnceLock<Journal>,
    /// The records of unsaved edits. They are opened with the first edit that is kept in memory.
    unsaved: OnceLock<UnsavedStore>,
    /// Knows which files must not be written at the moment.
    guard: OnceLock<Arc<dyn WriteGuard>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UndoDirection {
    Undo,
    Redo,
}

impl UndoDirection {
    pub(crate) fn verb(self) -> &'static str {
        match self {
            UndoDirection::Undo => "undo",
            UndoDirection::Redo => "redo",
        }
    }

    /// The entry that is meant when none is named.
    fn default_entry(self, entries: &[EditHistoryEntry]) -> Option<&EditHistoryEntry> {
        match self {
            UndoDirection::Undo => newest_done(entries),
            UndoDirection::Redo => last_undone(entries),
        }
    }

    fn preview(self, journal: &Journal, handle: &str) -> Result<Vec<FileChange>, JournalError> {
        match self {
            UndoDirection::Undo => journal.preview_undo(handle),
            UndoDirection::Redo => journal.preview_redo(handle),
        }
    }

    fn run(
        self,
        journal: &Journal,
        handle: &str,
        options: &CommitOptions<'_>,
    ) -> Result<JournalEntry, JournalError> {
        match self {
            UndoDirection::Undo => journal.undo_with(handle, options),
            UndoDirection::Redo => journal.redo_with(handle, options),
        }
    }
}

impl JournalWriter {
    pub(crate) fn new(
        data: Option<PathBuf>,
        root: &Path,
        layout: &'static ProjectLayout,
    ) -> JournalWriter {
        JournalWriter {
            data,
            root: root.to_owned(),
            layout,
            journal: OnceLock::new(),
            unsaved: OnceLock::new(),
            guard: OnceLock::new(),
        }
    }

    pub(crate) fn set_guard(&self, guard: Arc<dyn WriteGuard>) {
        // A second one would be that of a second live engine on the same files, and there is only one.
        let _ = self.guard.set(guard);
    }

    /// Fails if one of the files must not be written at the moment.
    pub(crate) fn check_guard(
        &self,
        paths: impl IntoIterator<Item = impl AsRef<str>>,
        cx: &Context,
    ) -> Result<(), EngineError> {
        let Some(guard) = self.guard.get() else { return Ok(()) };
        let paths = paths.into_iter().map(|path| self.engine_path(path.as_ref()));
        guard.check_write(&paths.collect::<Vec<_>>(), cx)
    }

    /// Plans and commits. If a file was written by somebody else since it was planned on, all of it is
    /// done again, now with all writers kept out that use the journal too.
    pub(crate) fn write<T>(
        &self,
        label: &str,
        cx: &Context,
        mut attempt: impl FnMut(CommitFn<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let mut outcome = attempt(&|changes| self.commit(changes, label, cx));
        for _ in 0..MAX_ATTEMPTS {
            if !matches!(outcome, Err(EngineError::Changed { .. })) {
                break;
            }
            let turn = self.with_journal(cx, Journal::write_lock)?;
            outcome = attempt(&|changes| {
                self.check_guard(changes.iter().map(|change| change.path.as_str()), cx)?;
                self.guarded(cx, |options| turn.commit(changes, label, options))
            });
        }
        outcome
    }

    pub(crate) fn commit(
        &self,
        changes: &[FileChange],
        label: &str,
        cx: &Context,
    ) -> Result<JournalEntry, EngineError> {
        self.check_guard(changes.iter().map(|change| change.path.as_str()), cx)?;
        let journal = self.with_journal(cx, Ok)?;
        let entry = self.guarded(cx, |options| journal.commit_with(changes, label, options));
        cx.report_recoveries(self.recoveries(journal));
        entry
    }

    /// What to report about files that had other names.
    pub(crate) fn hard_link_diagnostics(
        &self,
        entry: &JournalEntry,
    ) -> impl Iterator<Item = String> {
        entry.hard_links.iter().map(|path| {
            let path = self.engine_path(path);
            format!(
                "'{path}' had other names (hard links): it was replaced, and they keep the old content"
            )
        })
    }

    /// The outcome of a plan that was not written.
    pub(crate) fn describe_plan(&self, plan: EditPlan) -> EditOutcome {
        let EditPlan { files, created, diagnostics, values: _ } = plan;
        let files = self.file_diffs(&files);
        EditOutcome { handle: None, changes: Vec::new(), files, created, diagnostics }
    }

    pub(crate) fn file_diffs(&self, files: &[FileChange]) -> Vec<FileDiff> {
        files.iter().map(|file| self.file_diff(file)).collect()
    }

    /// Writes the files, which mostly waits for the disk, and meanwhile compares large ones line by line.
    pub(crate) fn commit_with_diffs(
        &self,
        files: &[FileChange],
        commit: CommitFn<'_>,
    ) -> (Result<JournalEntry, EngineError>, Vec<FileDiff>) {
        let bytes: usize = files.iter().filter_map(|file| Some(file.after.as_ref()?.len())).sum();
        if bytes < MIN_PARALLEL_BYTES {
            return (commit(files), self.file_diffs(files));
        }
        thread::scope(|scope| {
            let diffs = scope.spawn(|| self.file_diffs(files));
            let entry = commit(files);
            (entry, diffs.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })
    }

    /// The newest first. Nothing is written.
    pub(crate) fn history(&self) -> Result<Vec<EditHistoryEntry>, EngineError> {
        let Some(inspection) = self.inspection()? else { return Ok(Vec::new()) };
        let entries = inspection.history().map_err(|error| self.to_engine_error(error))?;
        Ok(entries.into_iter().rev().map(|entry| self.entry(entry)).collect())
    }

    /// `check` gets the changes before anything is written, and can refuse them.
    pub(crate) fn undo_or_redo(
        &self,
        direction: UndoDirection,
        handle: Option<&str>,
        dry_run: bool,
        cx: &Context,
        check: impl Fn(&[FileChange]) -> Result<(), EngineError>,
    ) -> Result<EditOutcome, EngineError> {
        if !dry_run {
            self.recover_first(cx)?;
        }
        let handle = self.resolve_handle(handle, direction)?;
        let previewed = match dry_run {
            true => self.preview(direction, &handle),
            false => direction.preview(self.journal()?, &handle),
        };
        let files = previewed.map_err(|error| self.to_engine_error(error))?;
        check(&files)?;
        if !dry_run {
            self.check_guard(files.iter().map(|file| file.path.as_str()), cx)?;
            let journal = self.journal()?;
            self.guarded(cx, |options| direction.run(journal, &handle, options))?;
        }
        let outcome = self.describe_plan(EditPlan { files, ..EditPlan::default() });
        Ok(EditOutcome { handle: (!dry_run).then_some(handle), ..outcome })
    }

    /// Leaves interrupted changes alone, which only a writer deals with.
    fn preview(
        &self,
        direction: UndoDirection,
        handle: &str,
    ) -> Result<Vec<FileChange>, JournalError> {
        let unknown = || JournalError::UnknownEntry { handle: handle.to_owned() };
        let data = self.data.as_deref().ok_or_else(unknown)?;
        JournalInspection::open(data, &self.root).ok_or_else(unknown)?;
        direction.preview(&Journal::open_unrecovered(data, &self.root)?, handle)
    }

    /// Where unsaved edits are recorded; `None` without a folder for it, when they last as long as the
    /// process.
    pub(crate) fn unsaved(&self) -> Result<Option<&UnsavedStore>, EngineError> {
        if self.data.is_none() {
            return Ok(None);
        }
        if let Some(unsaved) = self.unsaved.get() {
            return Ok(Some(unsaved));
        }
        let unsaved = self.journal()?.unsaved().map_err(|error| self.to_engine_error(error))?;
        Ok(Some(self.unsaved.get_or_init(|| unsaved)))
    }

    /// What processes that have ended left unsaved. Nothing is written.
    pub(crate) fn orphaned_edits(&self) -> Result<OrphanedEdits, EngineError> {
        let left = match (&self.data, self.unsaved.get()) {
            (None, _) => return Ok(OrphanedEdits::default()),
            (_, Some(unsaved)) => unsaved.orphaned_edits(),
            (Some(data), None) => orphaned_edits(data, &self.root),
        };
        left.map_err(|error| self.to_engine_error(error))
    }

    fn journal(&self) -> Result<&Journal, EngineError> {
        if let Some(journal) = self.journal.get() {
            return Ok(journal);
        }
        let Some(data) = &self.data else { return Err(EngineError::NoJournal) };
        let journal =
            Journal::open(data, &self.root).map_err(|error| self.to_engine_error(error))?;
        Ok(self.journal.get_or_init(|| journal))
    }

    /// The handle that was named, or the one that is meant without a name.
    fn resolve_handle(
        &self,
        named: Option<&str>,
        direction: UndoDirection,
    ) -> Result<String, EngineError> {
        if let Some(handle) = named {
            return Ok(handle.to_owned());
        }
        let entries = self.history()?;
        let entry = direction.default_entry(&entries);
        let what = direction.verb();
        entry.map(|entry| entry.handle.clone()).ok_or_else(|| EngineError::Refused {
            what: what.to_owned(),
            reason: format!("there is nothing to {what}"),
        })
    }

    fn entry(&self, entry: JournalEntry) -> EditHistoryEntry {
        EditHistoryEntry {
            handle: entry.handle,
            label: entry.label,
            time: entry.time,
            state: match entry.state {
                EntryState::Done => EditState::Done,
                EntryState::Undone => EditState::Undone,
                EntryState::Unfinished { .. } => EditState::Unfinished,
                EntryState::Conflicted { reason, .. } => EditState::Conflicted { reason },
            },
            undone: entry.undone,
            files: entry.files.iter().map(|file| self.engine_path(&file.path)).collect(),
            unsaved_of: None,
        }
    }

    /// The diff names files as `git apply` wants them, from the project's folder.
    fn file_diff(&self, change: &FileChange) -> FileDiff {
        let diff = unified_diff(change);
        let hunks = || diff.lines().skip(2);
        FileDiff {
            path: self.engine_path(&change.path),
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

    /// A project-relative path as the engine writes it.
    fn engine_path(&self, path: &str) -> String {
        self.layout.to_engine_path(path)
    }

    /// The error for a file that somebody else changed, with both versions.
    pub(crate) fn changed_error(
        &self,
        path: &ProjectPath,
        base: Option<&[u8]>,
        found: Option<&[u8]>,
    ) -> EngineError {
        let real = self.root.join(path.as_str());
        let time = std::fs::metadata(real).and_then(|metadata| metadata.modified()).ok();
        self.to_engine_error(JournalError::FileChanged {
            path: path.to_string(),
            expected: base.map(|base| FileRevision::from_content(base, None)),
            found: found.map(|found| FileRevision::from_content(found, time)),
        })
    }

    pub(crate) fn to_engine_error(&self, refused: JournalError) -> EngineError {
        let version = |version: Option<FileRevision>| {
            version.map_or_else(|| "no file".to_owned(), |version| version.to_string())
        };
        match refused {
            JournalError::FileChanged { path, expected, found } => EngineError::Changed {
                path: self.engine_path(&path),
                expected: version(expected),
                found: version(found),
            },
            other => {
                EngineError::Refused { what: "the change".to_owned(), reason: other.to_string() }
            }
        }
    }
}

fn newest_done(entries: &[EditHistoryEntry]) -> Option<&EditHistoryEntry> {
    entries.iter().find(|entry| entry.state == EditState::Done)
}

/// Of entries whose times are not known or the same, the oldest: undoing goes back in time.
fn last_undone(entries: &[EditHistoryEntry]) -> Option<&EditHistoryEntry> {
    let undone = entries.iter().filter(|entry| entry.state == EditState::Undone);
    undone.max_by_key(|entry| entry.undone)
}

#[cfg(test)]
mod tests;
