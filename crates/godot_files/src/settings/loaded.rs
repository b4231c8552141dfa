//! What the project always loads: autoloads in the game, plugins in the editor.

use scenewright_engine::EngineError;
use scenewright_model::{Autoload, EditorPlugin};

use super::super::files::{Files, Target, res};
use super::super::lexer::Headers;
use super::super::notes::Notes;
use super::super::text::Document;
use super::super::value;
use super::FILE;
use super::config::Config;

/// The order of the sections is that of loading.
const AUTOLOADS: [&str; 2] = ["autoload_prepend", "autoload"];

pub(super) fn autoloads(
    config: &Config<'_>,
    files: &Files<'_>,
    notes: &mut Notes,
) -> Result<Vec<Autoload>, EngineError> {
    let mut autoloads = Vec::new();
    for (name, raw) in AUTOLOADS.iter().flat_map(|section| config.section(section)) {
        match value::string(raw) {
            Some(path) if path.is_empty() => {}
            Some(path) => autoloads.push(autoload(name, &path, files)?),
            None => notes.add(&format!("'res://{FILE}': the autoload '{name}' is no text")),
        }
    }
    Ok(autoloads)
}

fn autoload(name: &str, written: &str, files: &Files<'_>) -> Result<Autoload, EngineError> {
    let path = written.strip_prefix('*');
    let is_global = path.is_some();
    let (path, exists) = located(path.unwrap_or(written), files)?;
    Ok(Autoload { name: name.to_owned(), path, is_global, exists })
}

/// A path or uid as a path of the project, and whether it leads to a file.
pub(super) fn located(
    path: &str,
    files: &Files<'_>,
) -> Result<(String, Option<bool>), EngineError> {
    Ok(match files.locate(path, None, "")? {
        Target::File(relative) => (res(&relative), Some(true)),
        Target::Elsewhere(path) => (path, None),
        Target::Missing { target, .. } => (target, Some(false)),
    })
}

pub(super) fn plugins(
    config: &Config<'_>,
    files: &Files<'_>,
    notes: &mut Notes,
) -> Vec<EditorPlugin> {
    let enabled = config.get("editor_plugins/enabled").map(value::strings).unwrap_or_default();
    enabled.iter().map(|written| plugin(&plugin_file(written), files, notes)).collect()
}

/// Godot 3.1 and before wrote the folder's name alone.
fn plugin_file(written: &str) -> String {
    match written.starts_with("res://") {
        true => written.to_owned(),
        false => format!("res://addons/{written}/plugin.cfg"),
    }
}

fn plugin(path: &str, files: &Files<'_>, notes: &mut Notes) -> EditorPlugin {
    let described = files.root.relative(path).and_then(|relative| {
        let bytes = files.root.read("Plugin description", &relative)?;
        Document::parse(bytes, Headers::Plain, path)
    });
    let path = path.to_owned();
    match described {
        Ok(document) => {
            let config = Config::of(&document);
            let [name, version, author] =
                ["name", "version", "author"].map(|key| config.text(&format!("plugin/{key}")));
            EditorPlugin { path, exists: true, name, version, author }
        }
        Err(error) => {
            notes.add(&error.to_string());
            let exists =
                !matches!(error, EngineError::NotFound { .. } | EngineError::OutsideProject { .. });
            EditorPlugin { path, exists, ..EditorPlugin::default() }
        }
    }
}
