//! The operating system's file events. Where a watch covers a single folder only, each folder of the
//! project gets its own, so that caches with their many folders get none.

use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{
    Config, ErrorKind, Event, EventHandler, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
};

use super::signals::WatchSignals;
use crate::layout::ProjectLayout;

/// macOS and Windows watch a whole tree at no extra cost.
const WATCHES_TREES: bool = cfg!(any(target_os = "macos", target_os = "windows"));

pub(super) struct NativeWatcher {
    root: PathBuf,
    /// `None`: there are no events, and the project is polled instead.
    watcher: Option<RecommendedWatcher>,
}

impl NativeWatcher {
    pub(super) fn none() -> NativeWatcher {
        NativeWatcher { root: PathBuf::new(), watcher: None }
    }

    pub(super) fn start(
        root: &Path,
        rules: &'static ProjectLayout,
        signals: &Arc<WatchSignals>,
    ) -> NativeWatcher {
        let ear = NotifyHandler { root: root.to_owned(), rules, signals: Arc::clone(signals) };
        let config = Config::default().with_follow_symlinks(false);
        let mut native = NativeWatcher { root: root.to_owned(), watcher: None };
        match RecommendedWatcher::new(ear, config) {
            Ok(watcher) => native.watcher = Some(watcher),
            Err(error) => native.give_up(&error),
        }
        if WATCHES_TREES {
            native.watch("", RecursiveMode::Recursive);
        }
        native
    }

    pub(super) fn is_silent(&self) -> bool {
        self.watcher.is_none()
    }

    /// Signals what happens in this folder from now on. Calling it again for the same path is useful: another
    /// folder may have replaced it.
    pub(super) fn enter(&mut self, folder: &str) {
        if !WATCHES_TREES {
            self.watch(folder, RecursiveMode::NonRecursive);
        }
    }

    fn watch(&mut self, folder: &str, mode: RecursiveMode) {
        let path = self.root.join(folder);
        let Some(watcher) = &mut self.watcher else {
            return;
        };
        // `notify` panics when its thread could not be started, and again when it is dropped.
        match catch_unwind(AssertUnwindSafe(|| watcher.watch(&path, mode))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) if is_limit(&error) => self.give_up(&error),
            Ok(Err(error)) => tracing::debug!(%error, "a folder is not watched"),
            Err(_) => {
                mem::forget(self.watcher.take());
                self.give_up(&notify::Error::generic("its thread does not run"));
            }
        }
    }

    fn give_up(&mut self, error: &notify::Error) {
        self.watcher = None;
        tracing::warn!(
            "the system does not report file changes ({error}): the project is scanned every few \
             seconds instead{}",
            remedy(error)
        );
    }
}

/// Whether no more folders can be watched.
fn is_limit(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::MaxFilesWatch => true,
        ErrorKind::Io(error) => error.kind() == io::ErrorKind::OutOfMemory,
        _ => false,
    }
}

fn remedy(error: &notify::Error) -> &'static str {
    match &error.kind {
        _ if !cfg!(target_os = "linux") => "",
        ErrorKind::MaxFilesWatch => "; raise fs.inotify.max_user_watches with sysctl",
        ErrorKind::Io(_) => "; raise fs.inotify.max_user_instances with sysctl, or ulimit -n",
        _ => "",
    }
}

/// Turns events into paths to look at. Runs on the thread of `notify`, which must not block.
struct NotifyHandler {
    root: PathBuf,
    rules: &'static ProjectLayout,
    signals: Arc<WatchSignals>,
}

impl EventHandler for NotifyHandler {
    fn handle_event(&mut self, event: notify::Result<Event>) {
        match event {
            Ok(event) if event.need_rescan() => self.signals.touch_everything(),
            Ok(event) => self.record_event(&event),
            Err(error) => {
                tracing::debug!(%error, "events of files were lost");
                self.signals.touch_everything();
            }
        }
    }
}

impl NotifyHandler {
    fn record_event(&self, event: &Event) {
        let written = match event.kind {
            // Writes through a memory mapping show only when the file is closed.
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => false,
            // Our own reads cause events too.
            EventKind::Access(_) => return,
            EventKind::Modify(ModifyKind::Metadata(_)) => false,
            _ => true,
        };
        for path in &event.paths {
            match self.relative(path) {
                Some(place) if place.is_empty() => self.signals.touch_everything(),
                Some(place) if self.rules.concerns(&place) => self.signals.touch(place, written),
                _ => {}
            }
        }
    }

    fn relative(&self, path: &Path) -> Option<String> {
        let inside = path.strip_prefix(&self.root).ok()?;
        let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
        Some(parts?.join("/"))
    }
}
