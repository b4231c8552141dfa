//! Finds a Godot that can draw on a display without a screen, or installs both where that is possible.

use super::godot::{SCRIPT, installable, is_godot_4, may_install};
use super::{Found, Need};
use crate::{Result, shell};

pub(super) const NEED: Need = Need {
    marker: "needs_display",
    variable: "SCENEWRIGHT_GODOT_DISPLAY",
    tests: "tests that need a Godot that draws",
    find,
};

fn find() -> Result<Found> {
    Ok(match install() {
        Ok(path) => Found::At(path),
        Err(reason) => Found::Absent(reason),
    })
}

/// Mesa's software renderer, and Xvfb for it to draw on.
fn install() -> std::result::Result<std::path::PathBuf, String> {
    installable()?;
    if shell::on_path("xvfb-run").is_none() && !may_install() {
        return Err("there is no Xvfb to draw on, and it needs root or sudo to get it".to_owned());
    }
    let mut script = shell::command("bash");
    let printed = shell::capture(script.args([SCRIPT, "full", "target/godot"]))
        .map_err(|error| error.to_string())?;
    let path = shell::root().join(printed.trim());
    match is_godot_4(&path) && shell::on_path("xvfb-run").is_some() {
        true => Ok(path),
        false => Err(format!("{} does not start as a Godot 4 on an Xvfb", path.display())),
    }
}
