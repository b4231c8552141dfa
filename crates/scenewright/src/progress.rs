//! A bar on the terminal while long work goes on.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scenewright_catalogue::{Call, Progress};

/// What is over sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// Drops its bar when the work is over.
pub(crate) struct Bar(Option<ProgressBar>);

impl Bar {
    /// Watches `call`, if somebody sits at stderr.
    pub(crate) fn watch(call: &mut Call) -> Bar {
        if !io::stderr().is_terminal() {
            return Bar(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} files, {elapsed}")
        {
            bar.set_style(style);
        }
        let drawn = bar.clone();
        let started = Instant::now();
        call.watcher = Some(Arc::new(move |progress: Progress| {
            if started.elapsed() < PATIENCE {
                return;
            }
            drawn.set_length(progress.total);
            drawn.set_position(progress.done);
        }));
        Bar(Some(bar))
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
