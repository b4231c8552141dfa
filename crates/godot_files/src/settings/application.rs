//! What the game is called, starts with and looks like from outside.

use scenewright_engine::EngineError;
use scenewright_model::PlayerSettings;

use super::super::files::Files;
use super::super::value;
use super::config::Config;
use super::loaded::located;

/// Shown under a name of their own.
const NAMED: [&str; 6] = [
    "application/config/name",
    "application/config/description",
    "application/config/version",
    "application/config/features",
    "application/config/icon",
    "application/run/main_scene",
];

pub(super) fn read(config: &Config<'_>, files: &Files<'_>) -> Result<PlayerSettings, EngineError> {
    let features = config.get("application/config/features").map(value::strings);
    Ok(PlayerSettings {
        product: config.text("application/config/name"),
        version: config.text("application/config/version"),
        description: config.text("application/config/description"),
        main_scene: path(config, "application/run/main_scene", files)?,
        icon: path(config, "application/config/icon", files)?,
        features: features.unwrap_or_default().into_iter().map(Into::into).collect(),
        values: config.values(is_other),
        ..PlayerSettings::default()
    })
}

fn path(config: &Config<'_>, name: &str, files: &Files<'_>) -> Result<Option<String>, EngineError> {
    let written = config.text(name);
    let written = Some(written).filter(|written| !written.is_empty());
    written.map(|written| Ok(located(&written, files)?.0)).transpose()
}

/// The window is a part of the player in other engines too.
fn is_other(name: &str) -> bool {
    let shown = ["application/", "display/window/"].iter().any(|part| name.starts_with(part));
    shown && !NAMED.contains(&name)
}
