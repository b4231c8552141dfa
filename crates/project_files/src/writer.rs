//! From a plan to the disk, through the journal, and back.

mod recovery;
mod requests;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use scenewright_engine::{Context, EngineError};
use scenewright_journal::{
    CommitOptions, EntryState, FileRevision, Journal, JournalEntry, JournalError,
    JournalInspection, OrphanedEdits, UnsavedStore, orphaned_edits, unified_diff,
};
use scenewright_model::{
    ChangeKind, EditHistoryEntry, EditOutcome, EditPlan, EditState, FileChange, FileDiff,
};

use crate::unsaved::is_pseudo;

/// How often a change is planned again. Only writers without a journal, such as an editor that saves
/// at the same moment, can make one try after the other fail.
const MAX_ATTEMPTS: usize = 3;

/// Makes all of some changes, or none. Paths are project-relative.
pub type CommitFn<'a> = &'a dyn Fn(&[FileChange]) -> Result<JournalEntry, EngineError>;

/// The journal of one project. It is opened when something is first written, as that takes back what
/// another process was cut short in: a server that never writes leaves no trace.
pub struct JournalWriter {
    /// Without a folder for its journal an engine does not write.
    data: Option<PathBuf>,
    root: PathBuf,
    /// How the engine spells a path of the project: Godot puts `res://` before it.
    prefix: &'static str,
    journal: OnceLock<Journal>,
    /// What is unsaved, beside the journal. It is opened with the first edit that is kept in memory.
    unsaved: OnceLock<UnsavedStore>,
}

/// An undo, or a redo.
struct Turning {
    what: &'static str,
    /// Which one is meant when none is named.
    find: fn(&[EditHistoryEntry]) -> Option<&EditHistoryEntry>,
    preview: fn(&Journal, &str) -> Result<Vec<FileChange>, JournalError>,
    run: fn(&Journal, &str, &CommitOptions<'_>) -> Result<JournalEntry, JournalError>,
}

impl JournalWriter {
    pub fn new(data: Option<PathBuf>, root: &Path, prefix: &'static str) -> JournalWriter {
        JournalWriter {
            data,
            root: root.to_owned(),
            prefix,
            journal: OnceLock::new(),
            unsaved: OnceLock::new(),
        }
    }

    /// Plans and commits. If a file was written by somebody else since it was planned on, all of it is
    /// done again, now with all writers kept out that use the journal too.
    pub fn write<T>(
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
                self.guarded(cx, |options| turn.commit(changes, label, options))
            });
        }
        outcome
    }

    pub fn commit(
        &self,
        changes: &[FileChange],
        label: &str,
        cx: &Context,
    ) -> Result<JournalEntry, EngineError> {
        let journal = self.with_journal(cx, Ok)?;
        let entry = self.guarded(cx, |options| journal.commit_with(changes, label, options));
        cx.report_recoveries(self.recoveries(journal));
        entry
    }

    /// What is to be known of files that had other names.
    pub fn hard_link_notes(&self, entry: &JournalEntry) -> impl Iterator<Item = String> {
        entry.hard_links.iter().map(|path| {
            let path = self.to_engine_path(path);
            format!(
                "'{path}' had other names (hard links): it was replaced, and they keep the old content"
            )
        })
    }

    /// A plan for a reader, with nothing written.
    pub fn describe_plan(&self, plan: EditPlan) -> EditOutcome {
        let EditPlan { mut files, created, diagnostics: notes } = plan;
        self.to_inside(&mut files);
        let files = files.iter().map(|file| self.file_diff(file)).collect();
        EditOutcome { handle: None, changes: Vec::new(), files, created, diagnostics: notes }
    }

    /// The newest first. Nothing is written.
    pub fn history(&self) -> Result<Vec<EditHistoryEntry>, EngineError> {
        let Some(inspection) = self.inspection()? else { return Ok(Vec::new()) };
        let entries = inspection.history().map_err(|refused| self.into_engine_error(refused))?;
        Ok(entries.into_iter().rev().map(|entry| self.entry(entry)).collect())
    }

    /// `may_change` is shown the files, by project-relative path, before anything happens.
    pub fn undo(
        &self,
        handle: Option<&str>,
        dry_run: bool,
        cx: &Context,
        may_change: impl Fn(&[FileChange]) -> Result<(), EngineError>,
    ) -> Result<EditOutcome, EngineError> {
        let turning = Turning {
            what: "undo",
            find: newest_done,
            preview: Journal::preview_undo,
            run: Journal::undo_with,
        };
        self.turn(&turning, handle, dry_run, cx, may_change)
    }

    pub fn redo(
        &self,
        handle: Option<&str>,
        dry_run: bool,
        cx: &Context,
        may_change: impl Fn(&[FileChange]) -> Result<(), EngineError>,
    ) -> Result<EditOutcome, EngineError> {
        let turning = Turning {
            what: "redo",
            find: last_undone,
            preview: Journal::preview_redo,
            run: Journal::redo_with,
        };
        self.turn(&turning, handle, dry_run, cx, may_change)
    }

    fn turn(
        &self,
        turning: &Turning,
        handle: Option<&str>,
        dry_run: bool,
        cx: &Context,
        may_change: impl Fn(&[FileChange]) -> Result<(), EngineError>,
    ) -> Result<EditOutcome, EngineError> {
        if !dry_run {
            self.recover_first(cx)?;
        }
        let handle = self.resolve_handle(handle, turning.what, turning.find)?;
        let previewed = match dry_run {
            true => self.preview(turning, &handle),
            false => (turning.preview)(self.journal()?, &handle),
        };
        let changes = previewed.map_err(|refused| self.into_engine_error(refused))?;
        may_change(&changes)?;
        if !dry_run {
            let journal = self.journal()?;
            self.guarded(cx, |options| (turning.run)(journal, &handle, options))?;
        }
        Ok(self.turned(handle, changes, dry_run))
    }

    /// Without a word about what was cut short, which only a writer deals with.
    fn preview(&self, turning: &Turning, handle: &str) -> Result<Vec<FileChange>, JournalError> {
        let unknown = || JournalError::UnknownEntry { handle: handle.to_owned() };
        let data = self.data.as_deref().ok_or_else(unknown)?;
        JournalInspection::open(data, &self.root).ok_or_else(unknown)?;
        (turning.preview)(&Journal::open_unrecovered(data, &self.root)?, handle)
    }

    /// Where unsaved edits are kept; `None` without a folder for it, when they last as long as the
    /// process.
    pub fn unsaved(&self) -> Result<Option<&UnsavedStore>, EngineError> {
        if self.data.is_none() {
            return Ok(None);
        }
        if let Some(unsaved) = self.unsaved.get() {
            return Ok(Some(unsaved));
        }
        let unsaved =
            self.journal()?.unsaved().map_err(|refused| self.into_engine_error(refused))?;
        Ok(Some(self.unsaved.get_or_init(|| unsaved)))
    }

    /// What processes that have ended left unsaved. Nothing is written.
    pub fn left_behind(&self) -> Result<OrphanedEdits, EngineError> {
        let left = match (&self.data, self.unsaved.get()) {
            (None, _) => return Ok(OrphanedEdits::default()),
            (_, Some(unsaved)) => unsaved.orphaned_edits(),
            (Some(data), None) => orphaned_edits(data, &self.root),
        };
        left.map_err(|refused| self.into_engine_error(refused))
    }

    fn journal(&self) -> Result<&Journal, EngineError> {
        if let Some(journal) = self.journal.get() {
            return Ok(journal);
        }
        let Some(data) = &self.data else { return Err(EngineError::NoJournal) };
        let journal =
            Journal::open(data, &self.root).map_err(|refused| self.into_engine_error(refused))?;
        Ok(self.journal.get_or_init(|| journal))
    }

    /// The handle that was named, or the one that is found.
    fn resolve_handle(
        &self,
        named: Option<&str>,
        what: &str,
        find: fn(&[EditHistoryEntry]) -> Option<&EditHistoryEntry>,
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

    fn turned(&self, handle: String, changes: Vec<FileChange>, dry_run: bool) -> EditOutcome {
        let edited = self.describe_plan(EditPlan { files: changes, ..EditPlan::default() });
        EditOutcome { handle: (!dry_run).then_some(handle), ..edited }
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
            files: entry.files.iter().map(|file| self.to_engine_path(&file.path)).collect(),
            unsaved_of: None,
        }
    }

    /// The diff names files as `git apply` wants them, from the project's folder.
    fn file_diff(&self, change: &FileChange) -> FileDiff {
        let diff = unified_diff(change);
        let hunks = || diff.lines().skip(2);
        FileDiff {
            path: self.to_engine_path(&change.path),
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
    pub fn to_inside(&self, changes: &mut [FileChange]) {
        for change in changes {
            if let Some(path) = change.path.strip_prefix(self.prefix) {
                change.path = path.to_owned();
            }
        }
    }

    /// A project-relative path as the engine spells it.
    pub fn to_engine_path(&self, path: &str) -> String {
        if is_pseudo(path) { path.to_owned() } else { format!("{}{path}", self.prefix) }
    }

    /// Both versions of a file that was changed by somebody else.
    pub fn changed_error(
        &self,
        path: &str,
        base: Option<&[u8]>,
        found: Option<&[u8]>,
    ) -> EngineError {
        let real = self.root.join(path);
        let time = std::fs::metadata(real).and_then(|metadata| metadata.modified()).ok();
        self.into_engine_error(JournalError::FileChanged {
            path: path.to_owned(),
            expected: base.map(|base| FileRevision::from_content(base, None)),
            found: found.map(|found| FileRevision::from_content(found, time)),
        })
    }

    pub fn into_engine_error(&self, refused: JournalError) -> EngineError {
        let version = |version: Option<FileRevision>| {
            version.map_or_else(|| "no file".to_owned(), |version| version.to_string())
        };
        match refused {
            JournalError::FileChanged { path, expected, found } => EngineError::Changed {
                path: self.to_engine_path(&path),
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
