//! Reads the export presets of `export_presets.cfg`.
//!
//! Invariant: only the keys that are listed here are read. The option sections contain passwords and keystores, and
//! old presets contain an encryption key.

use scenewright_engine::{EngineError, Subject};
use scenewright_model::ExportPreset;

use super::super::lexer::HeaderStyle;
use super::super::text::{GodotDocument, Section};
use super::super::value;
use scenewright_project_files::root::ProjectRoot;

const PRESETS_FILE: &str = "export_presets.cfg";

/// A project without the file has no presets.
pub(super) fn read(root: &ProjectRoot) -> Result<Vec<ExportPreset>, EngineError> {
    let bytes = match root.read(Subject::ExportPresets, PRESETS_FILE) {
        Err(EngineError::NotFound { .. }) => return Ok(Vec::new()),
        bytes => bytes?,
    };
    let document = GodotDocument::parse(bytes, HeaderStyle::Plain, "res://export_presets.cfg")?;
    Ok(document.sections().filter(|section| is_preset(section.tag())).map(preset).collect())
}

/// `preset.0`, and not `preset.0.options`.
fn is_preset(tag: &str) -> bool {
    let number = tag.trim().strip_prefix("preset.").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn preset(section: Section<'_>) -> ExportPreset {
    let text = |key: &str| {
        let text = section.property(key).and_then(value::string);
        text.unwrap_or_default().into_owned()
    };
    ExportPreset {
        name: text("name"),
        platform: text("platform"),
        runnable: section.property("runnable").and_then(value::boolean).unwrap_or_default(),
        path: text("export_path"),
        filter: text("export_filter"),
    }
}
