//! Finds a Godot that can draw on a display without a screen, or installs both where that is possible.

use std::path::PathBuf;

use super::{Found, Need, godot};
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
fn install() -> std::result::Result<PathBuf, String> {
    if !godot::may_draw() {
        return Err("there is no Xvfb to draw on, and it needs root or sudo to get it".to_owned());
    }
    let path = godot::install()?;
    match shell::on_path("xvfb-run") {
        Some(_) => Ok(path),
        None => Err("there is no Xvfb to draw on".to_owned()),
    }
}
