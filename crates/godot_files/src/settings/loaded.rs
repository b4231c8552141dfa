//! Autoloads of the game and plugins of the editor.

use scenewright_engine::{EngineError, Subject};
use scenewright_model::{Autoload, EditorPlugin};

use super::super::diagnostics::DiagnosticList;
use super::super::files::{GodotFileView, ReferenceTarget, res_path};
use super::super::lexer::HeaderStyle;
use super::super::text::GodotDocument;
use super::super::value;
use super::PROJECT_FILE;
use super::config::SettingsFile;

/// In the order of loading.
const AUTOLOAD_SECTIONS: [&str; 2] = ["autoload_prepend", "autoload"];

pub(super) fn autoloads(
    config: &SettingsFile<'_>,
    files: &GodotFileView<'_>,
    diagnostics: &mut DiagnosticList,
) -> Result<Vec<Autoload>, EngineError> {
    let mut autoloads = Vec::new();
    for (name, raw) in AUTOLOAD_SECTIONS.iter().flat_map(|section| config.section(section)) {
        match value::string(raw) {
            Some(path) if path.is_empty() => {}
            Some(path) => autoloads.push(autoload(name, &path, files)?),
            None => diagnostics
                .add(&format!("'res://{PROJECT_FILE}': the autoload '{name}' is not a string")),
        }
    }
    Ok(autoloads)
}

fn autoload(name: &str, written: &str, files: &GodotFileView<'_>) -> Result<Autoload, EngineError> {
    let path = written.strip_prefix('*');
    let is_global = path.is_some();
    let (path, exists) = locate_path(path.unwrap_or(written), files)?;
    Ok(Autoload { name: name.to_owned(), path, is_global, exists })
}

/// A path or uid as a path of the project, and whether the file exists.
pub(super) fn locate_path(
    path: &str,
    files: &GodotFileView<'_>,
) -> Result<(String, Option<bool>), EngineError> {
    Ok(match files.locate(path, None, "")? {
        ReferenceTarget::File(relative) => (res_path(&relative), Some(true)),
        ReferenceTarget::Elsewhere(path) => (path, None),
        ReferenceTarget::Missing { target, .. } => (target, Some(false)),
    })
}

pub(super) fn plugins(
    config: &SettingsFile<'_>,
    files: &GodotFileView<'_>,
    diagnostics: &mut DiagnosticList,
) -> Vec<EditorPlugin> {
    let enabled = config.get("editor_plugins/enabled").map(value::strings).unwrap_or_default();
    enabled.iter().map(|written| plugin(&plugin_file(written), files, diagnostics)).collect()
}

/// Godot 3.1 and earlier write only the name of the folder.
fn plugin_file(written: &str) -> String {
    match written.starts_with("res://") {
        true => written.to_owned(),
        false => format!("res://addons/{written}/plugin.cfg"),
    }
}

fn plugin(path: &str, files: &GodotFileView<'_>, diagnostics: &mut DiagnosticList) -> EditorPlugin {
    let described = files.root.referenced_path(path).and_then(|relative| {
        let bytes = files.root.read(Subject::PluginDescription, &relative)?;
        GodotDocument::parse(bytes, HeaderStyle::Plain, path)
    });
    let path = path.to_owned();
    match described {
        Ok(document) => {
            let config = SettingsFile::new(&document);
            let [name, version, author] =
                ["name", "version", "author"].map(|key| config.text(&format!("plugin/{key}")));
            EditorPlugin { path, exists: true, name, version, author }
        }
        Err(error) => {
            diagnostics.add(&error.to_string());
            let exists =
                !matches!(error, EngineError::NotFound { .. } | EngineError::OutsideProject { .. });
            EditorPlugin { path, exists, ..EditorPlugin::default() }
        }
    }
}
