//! Scans `project.godot` and `plugin.cfg`.

use scenewright_model::UnreadReason;

use super::super::content::{GodotReference, GodotScan, SettingsRole};
use super::{distinct, quoted, resource};
use crate::lexer::HeaderStyle;
use crate::text::GodotDocument;
use crate::value;

pub(super) fn scan_project(text: &str, path: &str) -> Result<GodotScan, UnreadReason> {
    let mut references = Vec::new();
    let mut roles = Vec::new();
    for_each(text, path, |section, key, raw| {
        let role = role(section, key);
        for (_, address) in quoted::addresses(raw) {
            references.push(GodotReference::new(address, role.is_some()));
            roles.extend(role.map(|role| (address.into(), role)));
        }
    })?;
    Ok(GodotScan { references: distinct(references), roles: roles.into(), ..GodotScan::default() })
}

/// The script is relative to `plugin.cfg`.
pub(super) fn scan_plugin(text: &str, path: &str) -> Result<GodotScan, UnreadReason> {
    let mut references = Vec::new();
    for_each(text, path, |section, key, raw| {
        if let ("plugin", "script", Some(script)) = (section, key, value::string(raw)) {
            references.push(GodotReference::new(&script, true));
        }
    })?;
    Ok(GodotScan { references: distinct(references), ..GodotScan::default() })
}

fn for_each(
    text: &str,
    path: &str,
    mut take: impl FnMut(&str, &str, &str),
) -> Result<(), UnreadReason> {
    let document = GodotDocument::parse(text.into(), HeaderStyle::Plain, path)
        .map_err(resource::unread_reason)?;
    for section in document.sections() {
        // Godot 3 lists all global classes there, also unused ones.
        let used = section.properties().filter(|(key, _)| !key.starts_with("_global_script_class"));
        for (key, raw) in used {
            take(section.tag(), key, raw);
        }
    }
    Ok(())
}

/// `None` for settings that may contain folders or other texts that look like paths.
fn role(section: &str, key: &str) -> Option<SettingsRole> {
    Some(match (section, key) {
        ("application", "run/main_scene") => SettingsRole::MainScene,
        ("application", _) if key.starts_with("config/icon") => SettingsRole::Icon,
        ("application", "config/macos_native_icon" | "config/windows_native_icon") => {
            SettingsRole::Icon
        }
        ("autoload", _) => SettingsRole::Autoload,
        ("editor_plugins", "enabled") => SettingsRole::Plugin,
        ("application", "boot_splash/image")
        | ("audio", "buses/default_bus_layout")
        | ("gui", "theme/custom" | "theme/custom_font")
        | ("rendering", "environment/defaults/default_environment")
        | ("internationalization", "locale/translations") => SettingsRole::Other,
        // Godot 3 has its translations in [locale], where Godot 4 leaves outdated ones.
        _ => return None,
    })
}
