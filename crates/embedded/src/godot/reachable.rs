//! Which scenes a running game can get to: from the main scene and the autoloads, over whatever
//! scenes, resources and scripts name.

use std::collections::HashSet;

use scenewright_engine::EngineError;

use super::externals::External;
use super::files::{Files, Target, extension};
use super::scripts;
use super::settings::Settings;

/// Project-relative paths of every file reached. A file that cannot be read leads nowhere.
pub(super) fn from(settings: &Settings, files: &Files<'_>) -> Result<HashSet<String>, EngineError> {
    let autoloads = settings.autoloads.iter().map(|autoload| &autoload.path);
    let mut open = Vec::new();
    for path in settings.main_scene.iter().chain(autoloads) {
        open.extend(file(files.locate(path, None, "")?));
    }
    let mut reached = HashSet::new();
    while let Some(path) = open.pop() {
        files.cx.check()?;
        if !reached.contains(&path) {
            open.extend(named_in(&path, files)?);
            reached.insert(path);
        }
    }
    Ok(reached)
}

fn named_in(relative: &str, files: &Files<'_>) -> Result<Vec<String>, EngineError> {
    match extension(relative) {
        "tscn" | "tres" | "escn" => named_in_resource(relative, files),
        "gd" => named_in_script(relative, files),
        _ => Ok(Vec::new()),
    }
}

fn named_in_resource(relative: &str, files: &Files<'_>) -> Result<Vec<String>, EngineError> {
    let Ok(document) = files.document("Resource", relative) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for external in External::all(&document) {
        if leads_on(&external.kind) {
            found.extend(file(external.locate(files, relative)?));
        }
    }
    // Placeholders and exported file paths are plain strings.
    for path in quoted_scenes(document.text()) {
        found.extend(file(files.locate(path, None, relative)?));
    }
    Ok(found)
}

fn named_in_script(relative: &str, files: &Files<'_>) -> Result<Vec<String>, EngineError> {
    let Ok(bytes) = files.root.read("Script", relative) else {
        return Ok(Vec::new());
    };
    let source = String::from_utf8_lossy(&bytes);
    let mut found = Vec::new();
    for literal in scripts::literals(&source) {
        if literal.starts_with("uid://") || literal.starts_with("res://") {
            found.extend(file(files.locate(literal, None, relative)?));
        }
    }
    Ok(found)
}

/// Textures, sounds and the like name no scenes.
fn leads_on(kind: &str) -> bool {
    !["Texture", "Audio", "Font", "Shader", "Image", "Mesh"].iter().any(|leaf| kind.contains(leaf))
}

fn quoted_scenes(text: &str) -> impl Iterator<Item = &str> {
    memchr::memmem::find_iter(text.as_bytes(), b"\"res://")
        .filter_map(|start| text[start + 1..].split('"').next())
        .filter(|path| path.ends_with(".tscn"))
}

fn file(target: Target) -> Option<String> {
    match target {
        Target::File(relative) => Some(relative),
        Target::Elsewhere(_) | Target::Missing { .. } => None,
    }
}
