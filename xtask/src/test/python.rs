//! Makes a virtual environment with the official MCP client for Python.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Found, Need};
use crate::{Result, shell};

pub(super) const NEED: Need = Need {
    marker: "needs_python",
    variable: "SCENEWRIGHT_PYTHON",
    tests: "tests with the MCP client for Python",
    find,
};

const FOLDER: &str = "target/python";

/// Pinned: the tests call its functions.
const CLIENT: &str = "mcp";
const VERSION: &str = "2.3.0";

/// What the client asks for.
const OLDEST_PYTHON: &str = "3.10";

fn find() -> Result<Found> {
    let python = inside(&shell::root().join(FOLDER));
    if has_client(&python) {
        return Ok(Found::At(python));
    }
    Ok(match install(&python) {
        Ok(()) => Found::At(python),
        Err(reason) => Found::Absent(reason),
    })
}

fn inside(folder: &Path) -> PathBuf {
    match cfg!(windows) {
        true => folder.join("Scripts/python.exe"),
        false => folder.join("bin/python"),
    }
}

fn has_client(python: &Path) -> bool {
    let question = format!("from importlib.metadata import version; print(version('{CLIENT}'))");
    shell::probe(Command::new(python).args(["-c", &question]))
        .is_some_and(|answer| answer.trim() == VERSION)
}

fn install(python: &Path) -> std::result::Result<(), String> {
    let Some(base) = ["python3", "python"].into_iter().find(|name| is_new_enough(name)) else {
        return Err(format!("no Python {OLDEST_PYTHON} or newer on PATH; set SCENEWRIGHT_PYTHON"));
    };
    run(shell::command(base).args(["-m", "venv", FOLDER]))?;
    let mut pip = shell::command(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    run(pip.arg(format!("{CLIENT}=={VERSION}")))
}

fn is_new_enough(python: &str) -> bool {
    let question = "import sys; print('.'.join(map(str, sys.version_info[:2])))";
    shell::probe(Command::new(python).args(["-c", question]))
        .and_then(|answer| numbers(&answer))
        .is_some_and(|version| Some(version) >= numbers(OLDEST_PYTHON))
}

/// 3.9 is older than 3.10.
fn numbers(version: &str) -> Option<(u32, u32)> {
    let (major, minor) = version.trim().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

fn run(command: &mut Command) -> std::result::Result<(), String> {
    shell::run_within(shell::INSTALL_LIMIT, command).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        assert!(numbers("3.9") < numbers(OLDEST_PYTHON));
        assert!(numbers("3.11\n") > numbers(OLDEST_PYTHON));
        assert!(numbers("2.7") < numbers(OLDEST_PYTHON));
        assert_eq!(numbers("nonsense"), None);
    }
}
