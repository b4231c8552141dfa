//! The programs that a game started. Godot starts them in sessions of their own, so they are found by a variable that they inherit.

use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) const MARKER: &str = "SCENEWRIGHT_GAME";

/// No other process of this machine has it.
pub(crate) fn new_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Ends all processes with the mark.
#[cfg(target_os = "linux")]
pub(crate) fn kill(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};

    /// One that is being ended may start another one.
    const ROUNDS: usize = 3;
    for _ in 0..ROUNDS {
        let found = marked(&format!("{MARKER}={mark}"));
        if found.is_empty() {
            return;
        }
        for pid in found.into_iter().filter_map(Pid::from_raw) {
            // It may have ended by itself.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

#[cfg(target_os = "linux")]
fn marked(variable: &str) -> Vec<i32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let is_marked = |pid: &i32| {
        let variables = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        variables.split(|byte| *byte == 0).any(|found| found == variable.as_bytes())
    };
    pids.filter(is_marked).collect()
}

/// Elsewhere the variables of other processes cannot be read.
#[cfg(not(target_os = "linux"))]
pub(crate) fn kill(_mark: &str) {}
