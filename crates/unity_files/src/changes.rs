//! Compares two versions of a project's files in terms of scenes: objects, components and members.
//!
//! Only an excerpt of a large file is read as a scene: the documents that differ, and those that
//! say where these belong.
//!
//! Invariant: reported changes come from the contents before and after, never from the edit.

mod compare;
mod excerpt;
mod members;
mod order;
mod other_documents;
mod overrides;
mod values;
mod version;

use std::collections::HashMap;
use std::sync::Arc;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{FileChange, SceneChange, SceneChangeKind};

use super::UnityFormat;
use super::document::UnityText;
use super::guids::UnityAssets;
use excerpt::ChangedDocuments;
use scenewright_model::is_pseudo_scene;
use version::FileVersion;

/// The extensions of the text files that are compared by their objects.
const COMPARED_EXTENSIONS: [&str; 11] = [
    ".unity",
    ".prefab",
    ".asset",
    ".mat",
    ".anim",
    ".controller",
    ".physicMaterial",
    ".playable",
    ".mixer",
    ".preset",
    ".lighting",
];

/// Compares files by project-relative path. Only `Cancelled` and `DeadlinePassed` are errors: a
/// file that cannot be read is reported as changed.
pub(super) fn compare(
    unity: &UnityFormat,
    changed: &[FileChange],
    cx: &Context,
) -> Result<Vec<SceneChange>, EngineError> {
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let index = unity.index.latest(&unity.root, cx)?;
    let assets = |content: fn(&FileChange) -> Option<&Vec<u8>>| {
        let prefabs = changed.iter().filter(|file| file.path.ends_with(".prefab"));
        let prefabs =
            prefabs.filter_map(|file| Some((file.path.to_string(), content(file)?.clone())));
        let metas = changed.iter().filter(|file| file.before.is_none() || file.after.is_none());
        let metas = metas.filter_map(|file| Some((file.path.as_str(), &content(file)?[..])));
        let planned: HashMap<String, Vec<u8>> = prefabs.collect();
        UnityAssets::new(&unity.root, Arc::clone(&index))
            .with_planned(planned)
            .with_new_metas(metas)
    };
    let before = assets(|file| file.before.as_ref());
    let after = assets(|file| file.after.as_ref());
    let mut changes = Vec::new();
    for file in changed {
        cx.check()?;
        changes.extend(compare_file(file, [&before, &after], cx)?);
    }
    Ok(changes)
}

fn compare_file(
    file: &FileChange,
    assets: [&UnityAssets<'_>; 2],
    cx: &Context,
) -> Result<Vec<SceneChange>, EngineError> {
    let whole = |kind| SceneChange { file: file.path.to_string(), object: None, kind };
    let mut changes = match (&file.before, &file.after) {
        (None, _) => vec![whole(SceneChangeKind::FileAdded)],
        (_, None) => vec![whole(SceneChangeKind::FileRemoved)],
        _ => Vec::new(),
    };
    if is_pseudo_scene(&file.path) || COMPARED_EXTENSIONS.iter().any(|end| file.path.ends_with(end))
    {
        match compare_texts(file, assets, cx) {
            Ok(found) => changes.extend(found),
            Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => {
                return Err(error);
            }
            Err(_) => {}
        }
    }
    if changes.is_empty() {
        changes.push(whole(SceneChangeKind::FileChanged));
    }
    Ok(changes)
}

fn compare_texts(
    file: &FileChange,
    assets: [&UnityAssets<'_>; 2],
    cx: &Context,
) -> Result<Vec<SceneChange>, EngineError> {
    let versions = excerpt::read_versions(file)?;
    let differing = ChangedDocuments::new(&versions);
    let reordered = order::find_reordered(&versions, &differing)?;
    let beside = reordered.iter().map(|moved| moved.child);
    let excerpts = excerpt::excerpts(&versions, &differing, beside)?;
    drop(versions);
    let [old, new] = excerpts.map(|text| UnityText::from_checked(&file.path, text));
    let sides = [FileVersion::new(old, assets[0], cx)?, FileVersion::new(new, assets[1], cx)?];
    let is_whole_file = file.before.is_none() || file.after.is_none();
    compare::compare_versions(&sides, &differing, &reordered, is_whole_file)
}
