//! Invariant: one writer at a time, among threads and processes.

use std::fs::{File, OpenOptions};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use fs4::{FileExt, TryLockError};

use crate::error::{IoAction, JournalError};

/// Held until it is dropped; the system releases it when the process dies.
pub(crate) struct FileLock {
    _file: File,
}

impl FileLock {
    /// Opens the file anew each time: the lock belongs to the open file, so threads exclude each other as
    /// processes do. The file is never removed, as two processes could then hold a lock of the same name.
    pub(crate) fn acquire(path: &Path, wait: Duration) -> Result<FileLock, JournalError> {
        let failed = |source| JournalError::io(IoAction::Lock, path, source);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            match FileExt::try_lock(&file) {
                Ok(()) => return Ok(FileLock { _file: file }),
                Err(TryLockError::Error(source)) => return Err(failed(source)),
                Err(TryLockError::WouldBlock) if start.elapsed() >= wait => {
                    return Err(JournalError::Busy { waited: wait });
                }
                Err(TryLockError::WouldBlock) => thread::sleep(pause),
            }
            pause = (pause * 2).min(Duration::from_millis(16));
        }
    }

    /// For readers: creates nothing, not even the file. `None` if there is no such file, or if a writer holds
    /// the lock.
    pub(crate) fn try_shared(path: &Path) -> Option<FileLock> {
        let file = File::open(path).ok()?;
        FileExt::try_lock_shared(&file).ok().map(|()| FileLock { _file: file })
    }
}

/// Whether a process holds the lock; does not create its file. A lock that cannot be opened counts as
/// held, so that its records are left alone.
pub(crate) fn is_held(path: &Path) -> bool {
    match File::open(path) {
        Err(error) => !crate::disk::is_absent(&error),
        Ok(file) => FileExt::try_lock_shared(&file).is_err(),
    }
}

/// Runs `remove` with the lock held, if no other process holds it.
pub(crate) fn with_unheld_lock(path: &Path, remove: impl FnOnce()) {
    if let Ok(file) = File::open(path)
        && FileExt::try_lock(&file).is_ok()
    {
        remove();
    }
}
