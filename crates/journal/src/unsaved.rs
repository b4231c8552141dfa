//! Unsaved edits, recorded so that a shutdown or a crash loses none of them: one record per edit, written
//! before the edit is acknowledged.
//!
//! Every process has records of its own, with a token in their names, and holds a lock while it runs.
//! Records whose process has ended are orphaned; reading them writes nothing.

mod record;

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::digest::ContentDigest;
use crate::disk::{Disk, InheritedMetadata};
use crate::entry::UnreadableRecord;
use crate::error::{IoAction, JournalError};
use crate::folder;
use crate::journal::Journal;
use crate::lock::{FileLock, is_held, with_unheld_lock};
use crate::native::canonicalize;

/// The prefix of the handle of an unsaved edit; handles of entries begin with a number.
pub const UNSAVED_HANDLE: &str = "unsaved-";

/// What one process may keep unsaved. Beyond it the caller must save first, as no edit is ever dropped.
const MAX_EDITS: u64 = 10_000;
const MAX_BYTES: u64 = 256 << 20;

const RECORD_EXTENSION: &str = "edit";
const NEW_EXTENSION: &str = "new";
const LOCK_EXTENSION: &str = "lock";

/// An edit that is only in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsavedEdit {
    pub handle: String,
    pub label: String,
    /// Its owner, for people.
    pub owner: String,
    pub time: SystemTime,
    /// The edited scenes, by project-relative path.
    pub scenes: Vec<String>,
    /// Files that it depends on, by project-relative path.
    pub with: Vec<String>,
    pub files: Vec<UnsavedFile>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsavedFile {
    /// Relative to the project's root, with `/` between the parts.
    pub path: String,
    /// No earlier unsaved edit changed it: `before` is the content on disk.
    pub is_first: bool,
    /// `None`: no file.
    pub before: Option<Arc<[u8]>>,
    pub after: Option<Arc<[u8]>>,
}

/// Unsaved edits of processes that have ended.
#[derive(Debug, Default)]
pub struct OrphanedEdits {
    /// In the order in which they were made.
    pub edits: Vec<UnsavedEdit>,
    /// Records that cannot be read, or whose predecessors cannot. They are kept.
    pub damaged: Vec<UnreadableRecord>,
}

/// The unsaved edits of this process.
pub struct UnsavedStore {
    folder: PathBuf,
    disk: Disk,
    token: String,
    next: AtomicU64,
    edits: AtomicU64,
    bytes: AtomicU64,
    /// Held until the process ends, however it does.
    _alive: FileLock,
}

impl Journal {
    /// A store for the unsaved edits of this process.
    pub fn unsaved(&self) -> Result<UnsavedStore, JournalError> {
        UnsavedStore::open(unsaved_folder(self.folder()), self.store.disk.clone())
    }
}

/// The unsaved edits of ended processes in the project at `root`. Writes nothing.
pub fn orphaned_edits(data: &Path, root: &Path) -> Result<OrphanedEdits, JournalError> {
    let root =
        canonicalize(root).map_err(|source| JournalError::io(IoAction::Open, root, source))?;
    match folder::find(data, &root) {
        Some(journal) => read_orphaned(&unsaved_folder(&journal)),
        None => Ok(OrphanedEdits::default()),
    }
}

fn unsaved_folder(journal: &Path) -> PathBuf {
    journal.join("unsaved")
}

impl UnsavedStore {
    fn open(folder: PathBuf, disk: Disk) -> Result<UnsavedStore, JournalError> {
        let failed = |source| JournalError::io(IoAction::CreateFolder, &folder, source);
        folder::private_dir_builder().create(&folder).map_err(failed)?;
        let (token, alive) = register_process(&folder)?;
        let last = list(&folder)?.into_iter().map(|name| name.number).max().unwrap_or_default();
        Ok(UnsavedStore {
            folder,
            disk,
            token,
            next: AtomicU64::new(last + 1),
            edits: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            _alive: alive,
        })
    }

    /// A handle that no other edit has.
    pub fn next_handle(&self) -> String {
        let number = self.next.fetch_add(1, Ordering::AcqRel);
        format!("{UNSAVED_HANDLE}{number:06}-{}", self.token)
    }

    /// Records an edit: completely and on disk, or not at all. Replaces an edit of the same handle.
    pub fn add(&self, edit: &UnsavedEdit) -> Result<(), JournalError> {
        let name = UnsavedRecordName::new(&edit.handle, &self.token)?;
        let path = self.folder.join(name.file(RECORD_EXTENSION));
        let new = self.folder.join(name.file(NEW_EXTENSION));
        let parts = record::encode(edit)?;
        let size: u64 = parts.iter().map(|part| part.len() as u64).sum();
        let old = size_of(&path);
        self.check_room(size)?;
        let failed = |source| JournalError::io(IoAction::Write, &path, source);
        let parts: Vec<&[u8]> = parts.iter().map(|part| &**part).collect();
        let written = self
            .disk
            .clear(&new)
            .and_then(|()| self.disk.create(&new, &parts, &InheritedMetadata::Mode(0o600)))
            .and_then(|()| self.disk.rename(&new, &path));
        if let Err(source) = written {
            // An incomplete record is never read; it only takes space.
            let _ = self.disk.clear(&new);
            return Err(failed(source));
        }
        if let Err(refused) = self.sync() {
            if old.is_none() {
                self.disk.clear(&path).map_err(failed)?;
            }
            return Err(refused);
        }
        self.edits.fetch_add(u64::from(old.is_none()), Ordering::AcqRel);
        self.bytes.fetch_add(size, Ordering::AcqRel);
        self.bytes.fetch_sub(old.unwrap_or_default(), Ordering::AcqRel);
        Ok(())
    }

    /// Removes edits, the newest first, so that the rest is still consistent after a kill.
    pub fn remove<'h>(
        &self,
        handles: impl IntoIterator<Item = &'h str>,
    ) -> Result<(), JournalError> {
        let names: Result<Vec<UnsavedRecordName>, JournalError> =
            handles.into_iter().map(|handle| UnsavedRecordName::new(handle, &self.token)).collect();
        let mut names = names?;
        names.sort_by_key(|name| std::cmp::Reverse(name.number));
        for name in &names {
            let path = self.folder.join(name.file(RECORD_EXTENSION));
            let Some(size) = size_of(&path) else { continue };
            self.disk
                .clear(&path)
                .map_err(|source| JournalError::io(IoAction::Remove, &path, source))?;
            self.edits.fetch_sub(1, Ordering::AcqRel);
            self.bytes.fetch_sub(size, Ordering::AcqRel);
        }
        if names.is_empty() { Ok(()) } else { self.sync() }
    }

    /// Takes over edits of an ended process, the oldest first, so that both parts are consistent after a
    /// kill.
    pub fn adopt<'h>(
        &self,
        handles: impl IntoIterator<Item = &'h str>,
    ) -> Result<(), JournalError> {
        let wanted: Vec<&str> = handles.into_iter().collect();
        let mut names = list_orphaned(&self.folder)?;
        names.retain(|name| wanted.contains(&name.handle.as_str()));
        for name in &names {
            let own = UnsavedRecordName { token: self.token.clone(), ..name.clone() };
            let [from, to] = [name, &own].map(|name| self.folder.join(name.file(RECORD_EXTENSION)));
            let size = size_of(&from).unwrap_or_default();
            self.disk
                .rename(&from, &to)
                .map_err(|source| JournalError::io(IoAction::Rename, &from, source))?;
            self.next.fetch_max(name.number + 1, Ordering::AcqRel);
            self.edits.fetch_add(1, Ordering::AcqRel);
            self.bytes.fetch_add(size, Ordering::AcqRel);
        }
        self.sync()?;
        self.sweep();
        Ok(())
    }

    /// The unsaved edits of ended processes.
    pub fn orphaned_edits(&self) -> Result<OrphanedEdits, JournalError> {
        read_orphaned(&self.folder)
    }

    fn check_room(&self, more: u64) -> Result<(), JournalError> {
        let is_full = self.edits.load(Ordering::Acquire) >= MAX_EDITS
            || self.bytes.load(Ordering::Acquire) + more > MAX_BYTES;
        if is_full {
            return Err(JournalError::UnsavedLimit { edits: MAX_EDITS, bytes: MAX_BYTES });
        }
        Ok(())
    }

    fn sync(&self) -> Result<(), JournalError> {
        let failed = |source| JournalError::io(IoAction::Sync, &self.folder, source);
        self.disk.sync_folder(&self.folder).map_err(failed)
    }

    /// Removes files that ended processes no longer need: their locks, and incomplete records.
    fn sweep(&self) {
        let Ok(files) = fs::read_dir(&self.folder) else { return };
        let names = list(&self.folder).unwrap_or_default();
        for file in files.flatten() {
            let path = file.path();
            let name = file.file_name();
            let Some(token) = name.to_str().and_then(token_of) else { continue };
            let has_records = names.iter().any(|name| name.token == token);
            let is_record = path.extension().is_some_and(|ending| ending == RECORD_EXTENSION);
            let is_ended = !is_held(&lock_path(&self.folder, token));
            let is_useless = path.extension().is_some_and(|ending| ending == NEW_EXTENSION)
                || (!has_records && token != self.token);
            if is_ended && !is_record && is_useless {
                let clear = || drop(self.disk.clear(&path));
                with_unheld_lock(&lock_path(&self.folder, token), clear);
            }
        }
    }
}

impl Drop for UnsavedStore {
    /// A lock without records has no purpose.
    fn drop(&mut self) {
        if self.edits.load(Ordering::Acquire) == 0 {
            let _ = self.disk.clear(&lock_path(&self.folder, &self.token));
        }
    }
}

/// `unsaved-000007-1a2b3c4d.5e6f7a8b.edit`: the handle, and the token of the process that owns it.
#[derive(Debug, Clone)]
struct UnsavedRecordName {
    number: u64,
    handle: String,
    token: String,
}

impl UnsavedRecordName {
    fn new(handle: &str, token: &str) -> Result<UnsavedRecordName, JournalError> {
        let number = number_of(handle);
        let number =
            number.ok_or_else(|| JournalError::UnknownEntry { handle: handle.to_owned() })?;
        Ok(UnsavedRecordName { number, handle: handle.to_owned(), token: token.to_owned() })
    }

    fn parse(file: &str) -> Option<UnsavedRecordName> {
        let (handle, rest) = file.split_once('.')?;
        let token = rest.strip_suffix(RECORD_EXTENSION)?.strip_suffix('.')?;
        UnsavedRecordName::new(handle, token).ok()
    }

    fn file(&self, ending: &str) -> String {
        format!("{}.{}.{ending}", self.handle, self.token)
    }
}

fn number_of(handle: &str) -> Option<u64> {
    let is_plain = handle.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let (number, _) = handle.strip_prefix(UNSAVED_HANDLE)?.split_once('-')?;
    number.parse().ok().filter(|_| is_plain)
}

fn token_of(file: &str) -> Option<&str> {
    let mut parts = file.rsplit('.').skip(1);
    parts.next()
}

fn lock_path(folder: &Path, token: &str) -> PathBuf {
    folder.join(format!("{token}.{LOCK_EXTENSION}"))
}

fn size_of(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|metadata| metadata.len())
}

/// The oldest first.
fn list(folder: &Path) -> Result<Vec<UnsavedRecordName>, JournalError> {
    let failed = |source| JournalError::io(IoAction::List, folder, source);
    let files = match fs::read_dir(folder) {
        Err(error) if crate::disk::is_absent(&error) => return Ok(Vec::new()),
        files => files.map_err(failed)?,
    };
    let mut names = Vec::new();
    for file in files {
        names.extend(file.map_err(failed)?.file_name().to_str().and_then(UnsavedRecordName::parse));
    }
    names.sort_by(|a, b| (a.number, &a.handle).cmp(&(b.number, &b.handle)));
    Ok(names)
}

/// Those whose process has ended, the oldest first.
fn list_orphaned(folder: &Path) -> Result<Vec<UnsavedRecordName>, JournalError> {
    let mut names = list(folder)?;
    let mut tokens: Vec<String> = names.iter().map(|name| name.token.clone()).collect();
    tokens.sort();
    tokens.dedup();
    tokens.retain(|token| is_held(&lock_path(folder, token)));
    names.retain(|name| !tokens.contains(&name.token));
    Ok(names)
}

fn read_orphaned(folder: &Path) -> Result<OrphanedEdits, JournalError> {
    let mut left = OrphanedEdits::default();
    let mut reader = record::UnsavedReader::default();
    for name in list_orphaned(folder)? {
        match reader.read(&folder.join(name.file(RECORD_EXTENSION)), &name.handle) {
            Ok(edit) => left.edits.push(edit),
            Err(error) => {
                let reason = error.to_string();
                left.damaged.push(UnreadableRecord { handle: name.handle, reason });
            }
        }
    }
    Ok(left)
}

/// A new token with its lock held. Tries again if another process removed the lock file meanwhile, taking
/// it for one of an ended process.
fn register_process(folder: &Path) -> Result<(String, FileLock), JournalError> {
    loop {
        let token = new_token();
        let path = lock_path(folder, &token);
        let lock = FileLock::acquire(&path, Duration::from_secs(10))?;
        if path.exists() {
            return Ok((token, lock));
        }
    }
}

/// Unique, also among processes with the same id.
fn new_token() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let seed = format!("{:?} {} {count}", SystemTime::now(), process::id());
    ContentDigest::compute(seed.as_bytes()).hash[..8].to_owned()
}
