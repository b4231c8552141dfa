//! A virtual screen for games on machines that have none.

use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use scenewright_engine::Context;

use crate::process::{GameProcess, ProcessCommand};

const START_LIMIT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// An X server that draws into memory.
pub(crate) struct VirtualDisplay {
    name: String,
    _process: GameProcess,
}

impl VirtualDisplay {
    pub(crate) fn start(guard: Option<PathBuf>, cx: &Context) -> io::Result<VirtualDisplay> {
        let words = ["-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"];
        let command = ProcessCommand {
            program: "Xvfb".into(),
            arguments: words.map(str::to_owned).into(),
            variables: Vec::new(),
            guard,
        };
        let process = GameProcess::start(command)?;
        let until = Instant::now() + START_LIMIT.min(cx.time_left());
        loop {
            let (lines, _) = process.output(20);
            let number = lines
                .iter()
                .filter(|line| !line.is_error)
                .find_map(|it| it.text.parse::<u32>().ok());
            if let Some(number) = number {
                return Ok(VirtualDisplay { name: format!(":{number}"), _process: process });
            }
            if process.end().is_some() || Instant::now() >= until {
                let said: Vec<_> = lines.into_iter().map(|line| line.text).collect();
                return Err(io::Error::other(format!("Xvfb did not start: {}", said.join(" | "))));
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// The value of `DISPLAY`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}
