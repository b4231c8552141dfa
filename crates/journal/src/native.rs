//! What Windows does differently: resolved paths have a prefix, and a file that another program has open
//! cannot be replaced, or not even read.

use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use scenewright_model::without_verbatim_prefix;

/// Milliseconds between attempts. Virus scanners, indexers and editors that save hold a file for a moment.
const PAUSES: [u64; 5] = [1, 5, 20, 80, 200];

/// The path with links resolved, as people write it.
pub fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().map(without_verbatim_prefix)
}

/// Repeats what fails only as long as another program has the file open.
pub fn retry_while_in_use<T>(action: impl Fn() -> io::Result<T>) -> io::Result<T> {
    retry(action, is_in_use)
}

/// The same for what replaces or removes a file: that is also refused as "access denied", for a file that
/// is open and for one that may not be written.
pub(crate) fn retry_while_blocked<T>(action: impl Fn() -> io::Result<T>) -> io::Result<T> {
    retry(action, |error| is_in_use(error) || is_denied_on_windows(error))
}

/// Whether another program has the file open in a way that excludes this one.
pub(crate) fn is_in_use(error: &io::Error) -> bool {
    const ERROR_SHARING_VIOLATION: i32 = 32;
    const ERROR_LOCK_VIOLATION: i32 = 33;
    cfg!(windows)
        && matches!(error.raw_os_error(), Some(ERROR_SHARING_VIOLATION | ERROR_LOCK_VIOLATION))
}

pub(crate) fn is_denied_on_windows(error: &io::Error) -> bool {
    cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied
}

fn retry<T>(
    action: impl Fn() -> io::Result<T>,
    is_temporary: impl Fn(&io::Error) -> bool,
) -> io::Result<T> {
    for pause in PAUSES {
        match action() {
            Err(error) if is_temporary(&error) => thread::sleep(Duration::from_millis(pause)),
            other => return other,
        }
    }
    action()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn attempts(failures: usize, temporary: bool) -> (usize, bool) {
        let count = Cell::new(0);
        let outcome = retry(
            || {
                count.set(count.get() + 1);
                if count.get() > failures { Ok(()) } else { Err(io::Error::other("held")) }
            },
            |_| temporary,
        );
        (count.get(), outcome.is_ok())
    }

    #[test]
    fn only_what_passes_is_repeated() {
        assert_eq!(attempts(0, true), (1, true));
        assert_eq!(attempts(2, true), (3, true));
        assert_eq!(attempts(2, false), (1, false));
        assert_eq!(attempts(99, true), (PAUSES.len() + 1, false));
    }
}
