//! The journal of one project: commit, undo, redo, history. Every operation holds its lock.

mod check;
mod requests;

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use scenewright_model::{FileChange, Recovery};

use crate::digest::ContentDigest;
use crate::disk::{Disk, StepHook};
use crate::entry::{EntryState, JournalEntry, RequestKey, UnreadableRecord};
use crate::error::{EntryAction, FileRevision, FoundState, IoAction, JournalError};
use crate::folder;
use crate::inspect;
use crate::lock::FileLock;
use crate::native::canonicalize;
use crate::record::{EntryDirection, EntryRecord, FileRecord, RecordHeader};
use crate::recover::{self, FileContent, FileLook, inspect_file};
use crate::replace::{FileReplacement, ReplaceError, replace_files};
use crate::resolved_file::relative;
use crate::splice;
use crate::store::{EntryMark, EntryStore, StoredEntry, unfinished_error};
use crate::undo_log::UndoLog;
use check::{check_changes, check_writable};

/// Smaller contents are written before a thread has started.
const MIN_PARALLEL_BYTES: usize = 1 << 20;

/// How much a journal keeps, and how long it waits for its lock. The newest entry is always kept.
#[derive(Debug, Clone, Copy)]
pub struct JournalLimits {
    pub max_bytes: u64,
    /// Older entries are removed.
    pub max_age: Duration,
    /// How long to wait for another writer.
    pub lock_timeout: Duration,
}

impl Default for JournalLimits {
    fn default() -> JournalLimits {
        let age = Duration::from_secs(90 * 86_400);
        JournalLimits { max_bytes: 256 << 20, max_age: age, lock_timeout: Duration::from_secs(10) }
    }
}

/// Options of a commit, an undo or a redo.
#[derive(Clone, Copy, Default)]
pub struct CommitOptions<'a> {
    /// Recorded with the entry; a request that was already carried out is refused.
    pub request: Option<&'a RequestKey>,
    /// Called when everything is checked and nothing is written yet: `false` cancels. After `true` the
    /// change is carried out to its end.
    pub begin: Option<&'a dyn Fn() -> bool>,
}

impl CommitOptions<'_> {
    fn begin(&self) -> Result<(), JournalError> {
        if self.begin.is_none_or(|begin| begin()) { Ok(()) } else { Err(JournalError::Cancelled) }
    }
}

pub struct Journal {
    /// Canonical.
    pub(crate) root: PathBuf,
    pub(crate) store: EntryStore,
    lock: PathBuf,
    limits: JournalLimits,
    /// Recoveries that were not reported yet.
    recovered: Mutex<Vec<Recovery>>,
}

/// An undo, or a redo.
struct Reversal {
    wanted: EntryAction,
    from: EntryMark,
    through: EntryMark,
    to: EntryState,
}

const UNDO: Reversal = Reversal {
    wanted: EntryAction::Undo,
    from: EntryMark::Done,
    through: EntryMark::Undoing,
    to: EntryState::Undone,
};
const REDO: Reversal = Reversal {
    wanted: EntryAction::Redo,
    from: EntryMark::Undone,
    through: EntryMark::Redoing,
    to: EntryState::Done,
};

/// The exclusive right to write. A second one in the same thread would wait for the first.
pub struct WriteLock<'a> {
    journal: &'a Journal,
    _lock: FileLock,
}

impl WriteLock<'_> {
    /// [`Journal::commit`].
    pub fn commit(
        &self,
        changes: &[FileChange],
        label: &str,
        options: &CommitOptions<'_>,
    ) -> Result<JournalEntry, JournalError> {
        self.journal.commit_locked(changes, label, options)
    }
}

impl Journal {
    /// The journal of the project at `root`, in a folder of its own below `data`, which must be outside the
    /// project. Interrupted entries are recovered first.
    pub fn open(data: &Path, root: &Path) -> Result<Journal, JournalError> {
        Journal::open_with(data, root, JournalLimits::default(), None)
    }

    /// `hook` is for tests: it is called before every step that writes.
    #[doc(hidden)]
    pub fn open_with(
        data: &Path,
        root: &Path,
        limits: JournalLimits,
        hook: Option<StepHook>,
    ) -> Result<Journal, JournalError> {
        let journal = Journal::build(data, root, limits, hook)?;
        let _lock = journal.lock()?;
        journal.recover()?;
        Ok(journal)
    }

    /// Leaves interrupted entries as they are, for [`resolve`](Journal::resolve).
    pub fn open_unrecovered(data: &Path, root: &Path) -> Result<Journal, JournalError> {
        Journal::build(data, root, JournalLimits::default(), None)
    }

    fn build(
        data: &Path,
        root: &Path,
        limits: JournalLimits,
        hook: Option<StepHook>,
    ) -> Result<Journal, JournalError> {
        let root =
            canonicalize(root).map_err(|source| JournalError::io(IoAction::Open, root, source))?;
        let folder = folder::create(data, &root)?;
        let lock = folder.join("lock");
        let store = EntryStore { folder: folder.join("entries"), disk: Disk::new(hook) };
        Ok(Journal { root, store, lock, limits, recovered: Mutex::default() })
    }

    /// Makes all changes or none. Paths are relative to the root, with `/` between the parts. Every file
    /// must still have its `before`.
    pub fn commit(
        &self,
        changes: &[FileChange],
        label: &str,
    ) -> Result<JournalEntry, JournalError> {
        self.commit_with(changes, label, &CommitOptions::default())
    }

    pub fn commit_with(
        &self,
        changes: &[FileChange],
        label: &str,
        options: &CommitOptions<'_>,
    ) -> Result<JournalEntry, JournalError> {
        self.write_lock()?.commit(changes, label, options)
    }

    /// Excludes all other writers until it is dropped: files that are read meanwhile are unchanged when the
    /// commit comes, unless a program writes without a journal.
    pub fn write_lock(&self) -> Result<WriteLock<'_>, JournalError> {
        let turn = WriteLock { journal: self, _lock: self.lock()? };
        self.recover()?;
        Ok(turn)
    }

    pub(crate) fn commit_locked(
        &self,
        changes: &[FileChange],
        label: &str,
        options: &CommitOptions<'_>,
    ) -> Result<JournalEntry, JournalError> {
        let mut stored = self.store.next_entry()?;
        let targets = check_changes(&self.root, changes, &stored.handle)?;
        self.check_request_is_new(options.request)?;
        options.begin()?;
        let base = contents_before(&targets, EntryDirection::Forward);
        let record = || build_record(&self.root, &stored.handle, label, &targets, options.request);
        let (saved, (header, body)) =
            beside(base_size(&base), || self.store.save_base(&stored.handle, &base), record);
        saved?;
        self.store.save(&mut stored, &header, &body)?;
        self.run(&mut stored, &header, &targets)?;
        if let Err(error) = self.store.prune(self.limits.max_bytes, self.limits.max_age) {
            tracing::warn!(%error, "old entries of the journal could not be removed");
        }
        let linked = targets.iter().filter(|it| it.to.is_some() && it.keep.has_hard_links());
        let hard_links = linked.map(|target| target.path.clone()).collect();
        Ok(JournalEntry { hard_links, ..header.to_entry(EntryState::Done) })
    }

    /// Restores every file of the entry. Fails if one has changed since.
    pub fn undo(&self, handle: &str) -> Result<JournalEntry, JournalError> {
        self.undo_with(handle, &CommitOptions::default())
    }

    pub fn undo_with(
        &self,
        handle: &str,
        options: &CommitOptions<'_>,
    ) -> Result<JournalEntry, JournalError> {
        self.reverse(handle, &UNDO, options)
    }

    /// Repeats an undone entry. Fails if a file has changed since.
    pub fn redo(&self, handle: &str) -> Result<JournalEntry, JournalError> {
        self.redo_with(handle, &CommitOptions::default())
    }

    pub fn redo_with(
        &self,
        handle: &str,
        options: &CommitOptions<'_>,
    ) -> Result<JournalEntry, JournalError> {
        self.reverse(handle, &REDO, options)
    }

    /// What an undo of the entry would change, or why it is not possible.
    pub fn preview_undo(&self, handle: &str) -> Result<Vec<FileChange>, JournalError> {
        self.preview(handle, &UNDO)
    }

    /// What a redo of the entry would change, or why it is not possible.
    pub fn preview_redo(&self, handle: &str) -> Result<Vec<FileChange>, JournalError> {
        self.preview(handle, &REDO)
    }

    /// The oldest first.
    pub fn history(&self) -> Result<Vec<JournalEntry>, JournalError> {
        let _lock = self.lock()?;
        self.recover()?;
        let all = self.store.list()?.into_iter();
        Ok(all.filter_map(|stored| self.read_entry(stored)).collect())
    }

    /// Records that could not be read, the oldest first.
    pub fn unreadable_records(&self) -> Result<Vec<UnreadableRecord>, JournalError> {
        let _lock = self.lock()?;
        self.store.unreadable_records()
    }

    /// Where it is kept.
    pub fn folder(&self) -> &Path {
        self.lock.parent().unwrap_or(&self.lock)
    }

    /// Recovers interrupted entries, as every commit, undo and redo does.
    pub fn recover_now(&self) -> Result<(), JournalError> {
        let _lock = self.lock()?;
        self.recover()
    }

    /// The recoveries since the last call.
    pub fn take_recovered(&self) -> Vec<Recovery> {
        std::mem::take(&mut self.recovered.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn report(&self, recovered: Recovery) {
        self.recovered.lock().unwrap_or_else(PoisonError::into_inner).push(recovered);
    }

    pub(crate) fn lock(&self) -> Result<FileLock, JournalError> {
        FileLock::acquire(&self.lock, self.limits.lock_timeout)
    }

    /// Closes an entry whose record cannot be read.
    fn read_entry(&self, mut stored: StoredEntry) -> Option<JournalEntry> {
        match inspect::read_entry(&self.store, &stored) {
            Ok(entry) => entry,
            Err(reason) => {
                let reason = reason.to_string();
                if let Err(error) = self.store.retire(&mut stored, EntryMark::Bad, &reason) {
                    tracing::warn!(entry = stored.handle, %error, "a damaged record could not be closed");
                }
                None
            }
        }
    }

    /// An undo, or a redo.
    fn reverse(
        &self,
        handle: &str,
        way: &Reversal,
        options: &CommitOptions<'_>,
    ) -> Result<JournalEntry, JournalError> {
        let _lock = self.lock()?;
        self.recover()?;
        self.check_request_is_new(options.request)?;
        let mut stored = self.find(handle, way)?;
        let (header, targets) = self.plan_reversal(&stored, way.through)?;
        options.begin()?;
        let mut turns = UndoLog::read(&self.store, &stored);
        turns.push(
            way.through == EntryMark::Undoing,
            self.next_undo_time()?,
            options.request.cloned(),
        );
        turns.write(&self.store, handle)?;
        let end = way.through.pending().map_or(EntryDirection::Forward, |it| it.direction);
        self.store.save_base(handle, &contents_before(&targets, end))?;
        self.store.mark(&mut stored, way.through)?;
        if let Err(refused) = self.store.sync() {
            return Err(self.abandon(&mut stored, refused));
        }
        self.run(&mut stored, &header, &targets)?;
        Ok(header.to_entry(way.to.clone()))
    }

    /// Later than the time of every undone entry, also if the clock was set back.
    fn next_undo_time(&self) -> Result<SystemTime, JournalError> {
        let all = self.store.list()?.into_iter().filter(|stored| stored.mark == EntryMark::Undone);
        let last = all.filter_map(|stored| UndoLog::read(&self.store, &stored).undone_at()).max();
        let next = last.and_then(|last| last.checked_add(Duration::from_millis(1)));
        let now = SystemTime::now();
        Ok(next.map_or(now, |next| next.max(now)))
    }

    fn preview(&self, handle: &str, way: &Reversal) -> Result<Vec<FileChange>, JournalError> {
        let _lock = self.lock()?;
        let stored = self.find(handle, way)?;
        let (_, targets) = self.plan_reversal(&stored, way.through)?;
        Ok(targets.into_iter().map(FileReplacement::into_change).collect())
    }

    fn find(&self, handle: &str, way: &Reversal) -> Result<StoredEntry, JournalError> {
        let stored = self.store.list()?.into_iter().find(|stored| stored.handle == handle);
        let unknown = || JournalError::UnknownEntry { handle: handle.to_owned() };
        let stored = stored.ok_or_else(unknown)?;
        if stored.mark == way.from {
            return Ok(stored);
        }
        let wanted = way.wanted;
        let state = match self.read_entry(stored).ok_or_else(unknown)?.state {
            EntryState::Done => FoundState::Done,
            EntryState::Undone => FoundState::Undone,
            EntryState::Unfinished { .. } => FoundState::Unfinished,
            EntryState::Conflicted { reason, .. } => FoundState::Conflicted { reason },
        };
        Err(JournalError::WrongState { handle: handle.to_owned(), wanted, state })
    }

    /// The replacements of an undo or a redo, with every file checked.
    fn plan_reversal(
        &self,
        stored: &StoredEntry,
        through: EntryMark,
    ) -> Result<(RecordHeader, Vec<FileReplacement<'static>>), JournalError> {
        let damaged = |reason| JournalError::DamagedEntry { handle: stored.handle.clone(), reason };
        let direction = through.pending().ok_or(JournalError::NothingToChange)?.direction;
        let path = self.store.path(stored);
        let header = RecordHeader::read(&path, &stored.handle).map_err(damaged)?;
        let record = EntryRecord::read(&path, header).map_err(damaged)?;
        let files = record.header.files.iter();
        let looks: Result<Vec<FileLook>, JournalError> = files
            .map(|file| {
                let expected = file.from(direction).clone();
                let look = inspect_file(&self.root, file, direction)?;
                check_as_left(&file.path, expected, &look, &record.header)?;
                check_writable(&file.path, &look.place)?;
                Ok(look)
            })
            .collect();
        let targets =
            recover::replacements_from_record(&record, looks?, direction).map_err(damaged)?;
        Ok((record.header, targets))
    }

    /// Replaces the files and marks the entry as finished.
    fn run(
        &self,
        stored: &mut StoredEntry,
        header: &RecordHeader,
        targets: &[FileReplacement<'_>],
    ) -> Result<(), JournalError> {
        let Some(underway) = stored.mark.pending() else { return Ok(()) };
        match replace_files(&self.store.disk, targets) {
            Ok(()) => {
                // The files are in place; the next writer can set the mark too.
                if let Err(error) = self.finish(stored, header, &underway) {
                    tracing::warn!(entry = stored.handle, %error, "an entry could not be marked as finished yet");
                }
                Ok(())
            }
            Err(ReplaceError::NothingChanged(refused)) => Err(self.abandon(stored, refused)),
            Err(ReplaceError::PartlyChanged(refused)) => Err(unfinished_error(stored, refused)),
        }
    }

    /// Cancels an entry of which nothing was written, and returns the error for the caller.
    fn abandon(&self, stored: &mut StoredEntry, refused: JournalError) -> JournalError {
        let Some(underway) = stored.mark.pending() else { return refused };
        match self.cancel(stored, &underway) {
            Err(_) if stored.mark.pending().is_some() => unfinished_error(stored, refused),
            _ => refused,
        }
    }
}

fn check_as_left(
    path: &str,
    expected: Option<ContentDigest>,
    look: &FileLook,
    header: &RecordHeader,
) -> Result<(), JournalError> {
    let found = match &look.now {
        FileContent::Source(_) => return Ok(()),
        FileContent::Target => crate::replace::read_version(&look.place.real),
        FileContent::Other(found) => found.clone(),
    };
    let expected = expected.map(|digest| FileRevision::from_digest(digest, Some(header.time())));
    Err(JournalError::FileChanged { path: path.to_owned(), expected, found })
}

fn base_size(base: &[&[u8]]) -> usize {
    base.iter().map(|content| content.len()).sum()
}

/// Runs `wait`, which mostly waits for the disk, and meanwhile `compute`, if there is enough to do for a
/// thread.
fn beside<A: Send, B>(
    bytes: usize,
    wait: impl FnOnce() -> A + Send,
    compute: impl FnOnce() -> B,
) -> (A, B) {
    if bytes < MIN_PARALLEL_BYTES {
        return (wait(), compute());
    }
    thread::scope(|scope| {
        let waiting = scope.spawn(wait);
        let computed = compute();
        (waiting.join().unwrap_or_else(|panic| resume_unwind(panic)), computed)
    })
}

/// The contents from before the entry, whichever direction it has.
fn contents_before<'a>(targets: &'a [FileReplacement<'_>], way: EntryDirection) -> Vec<&'a [u8]> {
    let before = |target: &'a FileReplacement<'_>| match way {
        EntryDirection::Forward => target.from.as_deref(),
        EntryDirection::Back => target.to.as_deref(),
    };
    targets.iter().filter_map(before).collect()
}

fn build_record<'a>(
    root: &Path,
    handle: &str,
    label: &str,
    targets: &'a [FileReplacement<'_>],
    request: Option<&RequestKey>,
) -> (RecordHeader, Vec<&'a [u8]>) {
    let mut body: Vec<&[u8]> = Vec::new();
    let mut folders: Vec<String> = Vec::new();
    let mut files = Vec::new();
    for target in targets {
        let (from, to) = (target.from.as_deref(), target.to.as_deref());
        let pieces = splice::find_pieces(from.unwrap_or_default(), to.unwrap_or_default());
        body.extend(pieces.contents);
        folders.extend(target.place.missing.iter().filter_map(|folder| relative(root, folder)));
        files.push(FileRecord {
            path: target.path.clone(),
            real: target.place.inner.clone(),
            before: from.map(ContentDigest::compute),
            after: to.map(ContentDigest::compute),
            mode: target.keep.mode(),
            pieces: pieces.pieces,
        });
    }
    folders.sort();
    folders.dedup();
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let header = RecordHeader {
        handle: handle.to_owned(),
        label: label.to_owned(),
        time: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        files,
        folders,
        body: ContentDigest::compute_parts(&body),
        request: request.cloned(),
    };
    (header, body)
}
