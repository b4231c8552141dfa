//! Notifications about changes of the project's files.

use std::fmt;

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
