//! The application settings: name, version, main scene, icon.

use scenewright_engine::EngineError;
use scenewright_model::PlayerSettings;

use super::super::files::GodotFileView;
use super::super::value;
use super::config::SettingsFile;
use super::loaded::locate_path;

/// Settings that are reported as fields of their own.
const NAMED_SETTINGS: [&str; 6] = [
    "application/config/name",
    "application/config/description",
    "application/config/version",
    "application/config/features",
    "application/config/icon",
    "application/run/main_scene",
];

pub(super) fn read(
    config: &SettingsFile<'_>,
    files: &GodotFileView<'_>,
) -> Result<PlayerSettings, EngineError> {
    let features = config.get("application/config/features").map(value::strings);
    Ok(PlayerSettings {
        product: config.text("application/config/name"),
        version: config.text("application/config/version"),
        description: config.text("application/config/description"),
        main_scene: optional_path(config, "application/run/main_scene", files)?,
        icon: optional_path(config, "application/config/icon", files)?,
        features: features.unwrap_or_default().into_iter().map(Into::into).collect(),
        values: config.values(is_other),
        ..PlayerSettings::default()
    })
}

fn optional_path(
    config: &SettingsFile<'_>,
    name: &str,
    files: &GodotFileView<'_>,
) -> Result<Option<String>, EngineError> {
    let written = config.text(name);
    let written = Some(written).filter(|written| !written.is_empty());
    written.map(|written| Ok(locate_path(&written, files)?.0)).transpose()
}

/// The window settings belong to the player, as in other engines.
fn is_other(name: &str) -> bool {
    let shown = ["application/", "display/window/"].iter().any(|part| name.starts_with(part));
    shown && !NAMED_SETTINGS.contains(&name)
}
