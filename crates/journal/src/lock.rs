//! One writer at a time, among threads and processes alike.

use std::fs::{File, OpenOptions};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use fs4::{FileExt, TryLockError};

use crate::refused::JournalError;

/// Held until it is dropped; the system lets go of it when the process dies.
pub(crate) struct FileLock {
    _file: File,
}

impl FileLock {
    /// The file is opened anew each time: the lock belongs to the open file, so that threads exclude
    /// each other as processes do. It is never removed, or two could hold a lock of the same name.
    pub(crate) fn acquire(path: &Path, wait: Duration) -> Result<FileLock, JournalError> {
        let failed = |source| JournalError::io("lock", path, source);
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

    /// For one who only reads: nothing is made, not even the file. `None` if there is no such file, or
    /// if a writer is at work.
    pub(crate) fn try_shared(path: &Path) -> Option<FileLock> {
        let file = File::open(path).ok()?;
        FileExt::try_lock_shared(&file).ok().map(|()| FileLock { _file: file })
    }
}

/// Whether somebody holds the lock, without making its file. One that cannot be looked at counts as
/// held: what belongs to it is left alone.
pub(crate) fn is_held(path: &Path) -> bool {
    match File::open(path) {
        Err(error) => !crate::disk::is_absent(&error),
        Ok(file) => FileExt::try_lock_shared(&file).is_err(),
    }
}

/// Keeps the lock while `remove` runs, if nobody else has it: whoever takes it later finds its file gone.
pub(crate) fn with_unheld_lock(path: &Path, remove: impl FnOnce()) {
    if let Ok(file) = File::open(path)
        && FileExt::try_lock(&file).is_ok()
    {
        remove();
    }
}
