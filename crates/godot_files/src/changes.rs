//! Describes the differences between two versions of a project's files in terms of scenes and nodes.
//!
//! Both versions are read like any other scene. Of a large scene only the sections that differ are read,
//! and the sections that these depend on.
//!
//! Invariant: reported changes come from the files before and after, never from the edit.

mod compare;
mod connections;
mod excerpt;
mod moves;
mod nodes;
mod resources;
mod sections;
mod settings;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{FileChange, SceneChange, SceneChangeKind};

use super::GodotFormat;
use super::files::{GodotFileView, extension, res_path};
use excerpt::SceneExcerpts;
use scenewright_model::is_pseudo_scene;

/// Paths are project-relative. `Cancelled` and `DeadlinePassed` are the only errors: an unreadable file
/// is reported as changed.
pub(super) fn compare(
    godot: &GodotFormat,
    changed: &[FileChange],
    cx: &Context,
) -> Result<Vec<SceneChange>, EngineError> {
    let mut changes = Vec::new();
    for file in changed {
        cx.check()?;
        changes.extend(compare_file(godot, file, changed, cx)?);
    }
    Ok(changes)
}

fn compare_file(
    godot: &GodotFormat,
    file: &FileChange,
    all: &[FileChange],
    cx: &Context,
) -> Result<Vec<SceneChange>, EngineError> {
    let whole = |kind| SceneChange { file: res_path(&file.path), object: None, kind };
    let mut changes = match (&file.before, &file.after) {
        (None, _) => vec![whole(SceneChangeKind::FileAdded)],
        (_, None) => vec![whole(SceneChangeKind::FileRemoved)],
        _ => Vec::new(),
    };
    let found = match extension(&file.path) {
        "tscn" => compare_scene(godot, file, all, cx),
        _ if is_pseudo_scene(&file.path) => compare_scene(godot, file, all, cx),
        "godot" | "tres" | "import" => Ok(settings::compare(file)),
        _ => Ok(Vec::new()),
    };
    match found {
        Ok(found) => changes.extend(found),
        Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => return Err(error),
        Err(_) => {}
    }
    if changes.is_empty() {
        changes.push(whole(SceneChangeKind::FileChanged));
    }
    Ok(changes)
}

fn compare_scene(
    godot: &GodotFormat,
    file: &FileChange,
    all: &[FileChange],
    cx: &Context,
) -> Result<Vec<SceneChange>, EngineError> {
    let texts = [&file.before, &file.after]
        .map(|bytes| str::from_utf8(bytes.as_deref().unwrap_or_default()));
    let [Ok(old), Ok(new)] = texts else { return Ok(Vec::new()) };
    let excerpts = SceneExcerpts::extract([old, new]);
    let files = |side: usize, content: fn(&FileChange) -> Option<&Vec<u8>>| {
        let files = GodotFileView::latest(&godot.root, &godot.index, cx)?;
        for other in all.iter().filter(|other| other.path != file.path) {
            if let Some(content) = content(other) {
                files.set_draft(&other.path, content.clone());
            }
        }
        files.set_draft(&file.path, excerpts.texts[side].clone().into_bytes());
        Ok::<_, EngineError>(files)
    };
    let before = files(0, |file| file.before.as_ref())?;
    let after = files(1, |file| file.after.as_ref())?;
    compare::changes(godot, file, &excerpts, [&before, &after])
}
