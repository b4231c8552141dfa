//! A progress bar on the terminal during long calls.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scenewright_catalogue::Progress;

/// Shorter calls show no bar.
const SHOW_AFTER: Duration = Duration::from_millis(300);

type ProgressFn = Arc<dyn Fn(Progress) + Send + Sync>;

/// Removes its bar when dropped.
pub(crate) struct CallProgress(Option<ProgressBar>);

impl CallProgress {
    /// Shows the progress that a call reports if stderr is a terminal.
    pub(crate) fn watch(reported: &mut Option<ProgressFn>) -> CallProgress {
        if !io::stderr().is_terminal() {
            return CallProgress(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} files, {elapsed}")
        {
            bar.set_style(style);
        }
        let drawn = bar.clone();
        let started = Instant::now();
        *reported = Some(Arc::new(move |progress: Progress| {
            if started.elapsed() < SHOW_AFTER {
                return;
            }
            drawn.set_length(progress.total);
            drawn.set_position(progress.done);
        }));
        CallProgress(Some(bar))
    }
}

impl Drop for CallProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
