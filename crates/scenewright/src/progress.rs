//! What a long call is doing, on the terminal: from its first second on, also before it reports anything.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scenewright_catalogue::Progress;

/// Shorter calls show nothing.
const SHOW_AFTER: Duration = Duration::from_millis(300);

type ProgressFn = Arc<dyn Fn(Progress) + Send + Sync>;

/// Removes its line when dropped.
pub(crate) struct CallProgress(Option<ShownProgress>);

struct ShownProgress {
    bar: ProgressBar,
    ended: Arc<(Mutex<bool>, Condvar)>,
    starter: Option<JoinHandle<()>>,
}

impl CallProgress {
    /// Shows the progress that a call reports if stderr is a terminal.
    pub(crate) fn watch(reported: &mut Option<ProgressFn>) -> CallProgress {
        let shown = CallProgress::start("working");
        if let CallProgress(Some(ShownProgress { bar, .. })) = &shown {
            let drawn = bar.clone();
            let is_bar = AtomicBool::new(false);
            *reported = Some(Arc::new(move |progress: Progress| {
                if !is_bar.swap(true, Ordering::Relaxed) {
                    set_style(&drawn, "{bar:30} {pos} of {len} files, {elapsed}");
                }
                drawn.set_length(progress.total);
                drawn.set_position(progress.done);
            }));
        }
        shown
    }

    /// Shows that something is going on, for work that reports no progress.
    pub(crate) fn start(what: &'static str) -> CallProgress {
        if !io::stderr().is_terminal() {
            return CallProgress(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        set_style(&bar, "{spinner} {msg}, {elapsed}");
        bar.set_message(what);
        let ended = Arc::new((Mutex::new(false), Condvar::new()));
        let (drawn, waiting) = (bar.clone(), Arc::clone(&ended));
        let starter = thread::spawn(move || {
            let (lock, signal) = &*waiting;
            let guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = signal.wait_timeout_while(guard, SHOW_AFTER, |ended| !*ended);
            let (is_ended, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if !*is_ended {
                drawn.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
                drawn.enable_steady_tick(Duration::from_millis(100));
            }
        });
        CallProgress(Some(ShownProgress { bar, ended, starter: Some(starter) }))
    }
}

fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

impl Drop for ShownProgress {
    fn drop(&mut self) {
        let (lock, signal) = &*self.ended;
        *lock.lock().unwrap_or_else(PoisonError::into_inner) = true;
        signal.notify_all();
        if let Some(starter) = self.starter.take() {
            // It draws nothing after this.
            let _ = starter.join();
        }
        self.bar.finish_and_clear();
    }
}
