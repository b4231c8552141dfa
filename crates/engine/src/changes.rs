//! Hearing of changes of the project's files.

use std::fmt;

use scenewright_model::ProjectChanges;

use crate::EngineError;

/// Called from a thread of the engine, one batch of changes after another.
pub type ChangeListener = Box<dyn Fn(&ProjectChanges) + Send + Sync>;

/// Telling what changes.
pub trait FileWatch {
    /// Tells `listener` what changes from now on, until what is returned is dropped. It returns at
    /// once, and may prepare on a thread of its own.
    ///
    /// Bursts are told together. What came and went within one is not told.
    fn watch(&self, listener: ChangeListener) -> Result<ListenerGuard, EngineError>;
}

/// A listener that is being told. Dropped, it is told no more: at most a call that has begun ends.
#[must_use = "watching ends when this is dropped"]
pub struct ListenerGuard {
    end: Option<Box<dyn FnOnce() + Send + Sync>>,
}

impl ListenerGuard {
    /// `end` is called when this is dropped. It must not wait for the listener, which may be what
    /// drops it.
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
