//! The CPU time of a process with all its threads, which other programs on the machine hardly change.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::Result;

/// Bash tells it in milliseconds.
const TIME: &str = r#"TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>/dev/null"#;

/// Runs a command to its end; its output and its exit code are ignored.
pub(super) fn cpu_time(command: &Command) -> Result<Duration> {
    let mut bash = Command::new("bash");
    bash.args(["-c", TIME, "bash"]).arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        bash.current_dir(folder);
    }
    let output = bash
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start bash, which measures CPU time: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    parse(&text).ok_or_else(|| format!("bash did not measure {command:?}: {text}").into())
}

fn parse(times: &str) -> Option<Duration> {
    let line = times.lines().next_back()?;
    let (user, system) = line.trim().split_once(' ')?;
    let seconds = user.parse::<f64>().ok()? + system.parse::<f64>().ok()?;
    Some(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_system_time_are_added() {
        assert_eq!(parse("0.012 0.003\n"), Some(Duration::from_millis(15)));
        assert_eq!(parse("bash: line 1: nothing: command not found\n"), None);
    }
}
