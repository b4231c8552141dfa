//! Runs commands, each with a line that shows what is run and can be pasted into a shell.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::Result;

/// How long an installation may take: a registry that hangs must not hold up everything else.
pub(crate) const INSTALL_LIMIT: Duration = Duration::from_secs(240);

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
}

/// A command that starts in the workspace's folder.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The same cargo that started us, so that a toolchain chosen with `+nightly` holds all the way.
pub(crate) fn cargo<const N: usize>(arguments: [&str; N]) -> Command {
    let mut cargo = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(arguments);
    cargo
}

pub(crate) fn rustc<const N: usize>(arguments: [&str; N]) -> Command {
    let mut rustc = command(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(arguments);
    rustc
}

/// Runs with our own output streams.
pub(crate) fn run(command: &mut Command) -> Result {
    announce(command);
    let status =
        command.status().map_err(|error| format!("cannot start `{}`: {error}", shown(command)))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("`{}` failed ({status})", shown(command)).into()),
    }
}

/// Runs and gives back what was written to stdout.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    announce(command);
    quietly(command)
}

/// Like [`capture`], without the line: for questions that change nothing.
pub(crate) fn quietly(command: &mut Command) -> Result<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start `{}`: {error}", shown(command)))?;
    if !output.status.success() {
        return Err(format!("`{}` failed ({})", shown(command), output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Runs a program that asks the network, without its output; one that takes longer than the limit is ended.
pub(crate) fn run_within(limit: Duration, command: &mut Command) -> Result {
    announce(command);
    let mut child = (command.stdin(Stdio::null()).stdout(Stdio::null()))
        .spawn()
        .map_err(|error| format!("cannot start `{}`: {error}", shown(command)))?;
    let failed = |reason: String| format!("`{}` {reason}", shown(command));
    let until = Instant::now() + limit;
    while Instant::now() < until {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(failed(format!("failed ({status})")).into()),
            None => thread::sleep(Duration::from_millis(100)),
        }
    }
    child.kill()?;
    child.wait()?;
    Err(failed(format!("did not end within {} s", limit.as_secs())).into())
}

/// What a program that may not be there prints, if it is there and succeeds.
pub(crate) fn probe(command: &mut Command) -> Option<String> {
    let output =
        command.stdin(Stdio::null()).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether `cargo NAME` is installed.
pub(crate) fn has_cargo(name: &str) -> bool {
    probe(&mut cargo([name, "--version"])).is_some()
}

/// The full path of a program on PATH.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

/// An absolute path from the environment; a variable that is set to nothing counts as unset.
pub(crate) fn path_variable(name: &str) -> Result<Option<PathBuf>> {
    match env::var_os(name).filter(|value| !value.is_empty()) {
        Some(value) => Ok(Some(std::path::absolute(value)?)),
        None => Ok(None),
    }
}

/// What cargo knows about the members of the workspace.
pub(crate) fn metadata() -> Result<Value> {
    let text = quietly(&mut cargo(["metadata", "--no-deps", "--format-version", "1"]))?;
    Ok(serde_json::from_str(&text)?)
}

fn announce(command: &Command) {
    eprintln!("$ {}", shown(command));
}

fn shown(command: &Command) -> String {
    let variables = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={}", name.to_string_lossy(), quoted(value?))));
    let cargo = env::var_os("CARGO").is_some_and(|cargo| cargo == command.get_program());
    let program = match cargo {
        true => "cargo".to_owned(),
        false => quoted(command.get_program()),
    };
    let arguments = command.get_args().map(quoted);
    let words: Vec<String> = variables.chain([program]).chain(arguments).collect();
    words.join(" ")
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "-_=+/.,:@%\\".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shown_command_can_be_pasted() {
        let mut command = Command::new("tool");
        command.args(["-E", "not test(slow)", "it's", ""]).env("ROOT", "/a b");
        assert_eq!(shown(&command), r"ROOT='/a b' tool -E 'not test(slow)' 'it'\''s' ''");
    }

    #[test]
    fn a_missing_program_answers_nothing() {
        assert_eq!(probe(&mut Command::new("no-such-program-at-all")), None);
    }
}
