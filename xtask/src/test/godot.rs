//! Finds a Godot 4, or installs one where that is possible without asking anybody.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Found, Need};
use crate::{Result, shell};

pub(super) const NEED: Need = Need {
    marker: "needs_godot",
    variable: "SCENEWRIGHT_GODOT",
    tests: "tests that need Godot",
    find,
};

const SCRIPT: &str = "scripts/install-godot.sh";

fn find() -> Result<Found> {
    Ok(match on_path().map(Ok).unwrap_or_else(install) {
        Ok(path) => Found::At(path),
        Err(reason) => Found::Absent(reason),
    })
}

fn on_path() -> Option<PathBuf> {
    ["godot", "godot4"].into_iter().filter_map(shell::on_path).find(|path| is_godot_4(path))
}

fn is_godot_4(program: &Path) -> bool {
    shell::probe(Command::new(program).args(["--headless", "--version"]))
        .is_some_and(|answer| says_4(&answer))
}

/// Warnings about the machine may stand above the version.
fn says_4(answer: &str) -> bool {
    answer.lines().any(|line| line.starts_with("4."))
}

/// Installs the Godot that draws, which serves all tests; without an Xvfb for it, a smaller one.
pub(super) fn install() -> std::result::Result<PathBuf, String> {
    installable()?;
    let mode = if may_draw() { "full" } else { "headless" };
    let mut script = shell::command("bash");
    let printed = shell::capture(script.args([SCRIPT, mode, "target/godot"]))
        .map_err(|error| error.to_string())?;
    let path = shell::root().join(printed.trim());
    match is_godot_4(&path) {
        true => Ok(path),
        false => Err(format!("{} does not start as a Godot 4", path.display())),
    }
}

/// Whether there is an Xvfb to draw on, or can be.
pub(super) fn may_draw() -> bool {
    shell::on_path("xvfb-run").is_some() || may_install()
}

fn installable() -> std::result::Result<(), String> {
    let hint = "no Godot 4 on PATH; set SCENEWRIGHT_GODOT";
    if !cfg!(target_os = "linux") || shell::on_path("apt-get").is_none() {
        Err(format!("{hint}; it is installed only on Linux with apt-get"))
    } else if shell::on_path("patchelf").is_none() && !may_install() {
        Err(format!("{hint}; installing it needs patchelf, or root or sudo to get that"))
    } else if !shell::root().join(SCRIPT).is_file() {
        Err(format!("{hint}; there is no {SCRIPT} to install it"))
    } else {
        Ok(())
    }
}

/// Root, or sudo that asks for no password: nobody may be there to type one.
fn may_install() -> bool {
    shell::probe(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0")
        || shell::probe(Command::new("sudo").args(["-n", "true"])).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_a_4_by_its_version_line() {
        assert!(says_4("4.6.stable.official.89cea1439\n"));
        assert!(says_4("WARNING: no audio device\n4.3.stable\n"));
        assert!(!says_4("3.6.stable.official.de2f0f147\n"));
        assert!(!says_4(""));
    }
}
