//! Notifications about changes of the project's files.

use std::fmt;
use std::path::PathBuf;

use scenewright_model::ProjectChanges;

use crate::EngineError;

/// Called from a thread of the engine, with one batch of changes after another.
pub type ChangeListener = Box<dyn Fn(&ProjectChanges) + Send + Sync>;

/// Watches the project's files.
pub trait FileWatch {
    /// Reports changes to `listener` from now on, until the returned guard is dropped. It returns
    /// immediately, and may prepare on a thread of its own.
    ///
    /// A burst of changes is reported as one batch. A file that appears and disappears within a
    /// burst is not reported.
    fn watch(&self, listener: ChangeListener) -> Result<ListenerGuard, EngineError>;

    /// How answers stay as new as the files.
    fn freshness(&self) -> FileFreshness;
}

/// How a call learns what has changed in the files since the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileFreshness {
    /// The system reports each change before the write returns.
    Watched,
    /// Every call looks at all files again.
    Scanned(ScanReason),
}

/// Why every call looks at all files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScanReason {
    #[error(
        "the files are not watched: a command that runs once looks at them itself, and a server \
         watches them unless it was started with --no-watch"
    )]
    Off,
    #[error("this system does not report changes before the next call could miss them")]
    System,
    #[error(
        "'{}' is on {kind}, where changes made elsewhere are not reported", path.display()
    )]
    FileSystem { path: PathBuf, kind: String },
    #[error("another file system is mounted at '{}'", path.display())]
    MountPoint { path: PathBuf },
    #[error("'{}' is a link", path.display())]
    LinkedFolder { path: PathBuf },
    #[error(
        "'{}' has another hard link, through which changes are not reported", path.display()
    )]
    HardLink { path: PathBuf },
    #[error("'{}' contains another folder of the project", path.display())]
    NestedFolders { path: PathBuf },
    #[error("the system watches no more folders; raise fs.inotify.max_user_watches with sysctl")]
    WatchLimit,
    #[error(
        "the system allows no more watchers; raise fs.inotify.max_user_instances with sysctl, or \
         ulimit -n"
    )]
    WatcherLimit,
    #[error("the project's folder cannot be watched: {error}")]
    Failed { error: String },
    #[error("a change was not reported; restart the server to watch again")]
    MissedChange,
}

/// A registered listener. Dropping it ends the notifications; at most a call that has already begun
/// still finishes.
#[must_use = "watching ends when this is dropped"]
pub struct ListenerGuard {
    end: Option<Box<dyn FnOnce() + Send + Sync>>,
}

impl ListenerGuard {
    /// `end` is called when the guard is dropped. It must not wait for the listener, because the
    /// listener itself may drop the guard.
    pub fn new(end: impl FnOnce() + Send + Sync + 'static) -> ListenerGuard {
        ListenerGuard { end: Some(Box::new(end)) }
    }
}

impl Drop for ListenerGuard {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            end();
        }
    }
}

impl fmt::Debug for ListenerGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watching")
    }
}
