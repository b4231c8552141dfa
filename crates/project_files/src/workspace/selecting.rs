//! The selection and the clipboard.

use std::collections::{HashMap, HashSet};

use scenewright_engine::names::NameError;
use scenewright_engine::{Context, EngineError, ReadResult, Reading};
use scenewright_model::{Clipboard, ObjectId, SelectedObject, Selection};

use super::Workspace;
use super::scenes::all;

pub(super) fn selection(workspace: &Workspace, cx: &Context) -> ReadResult<Selection> {
    cx.check()?;
    let kept = workspace.state().selection.clone();
    let found = find(workspace, &kept, cx)?;
    let still: Vec<SelectedObject> = kept.iter().filter_map(|id| found.get(id).cloned()).collect();
    let mut state = workspace.state();
    // Unless somebody has selected something else in the meantime.
    if state.selection == kept {
        state.selection = still.iter().map(|selected| selected.id).collect();
    }
    Ok(Reading::from_files(Selection { objects: still }))
}

pub(super) fn select(
    workspace: &Workspace,
    objects: &[ObjectId],
    cx: &Context,
) -> ReadResult<Selection> {
    cx.check()?;
    let found = find(workspace, objects, cx)?;
    let mut chosen: Vec<SelectedObject> = Vec::new();
    for id in objects {
        let selected = found.get(id).ok_or_else(|| missing(*id))?;
        if !chosen.contains(selected) {
            chosen.push(selected.clone());
        }
    }
    workspace.state().selection = chosen.iter().map(|selected| selected.id).collect();
    Ok(Reading::from_files(Selection { objects: chosen }))
}

pub(super) fn clipboard(workspace: &Workspace, cx: &Context) -> ReadResult<Clipboard> {
    cx.check()?;
    Ok(Reading::from_files(workspace.state().clipboard.clone()))
}

pub(super) fn set_clipboard(
    workspace: &Workspace,
    clipboard: Clipboard,
    cx: &Context,
) -> ReadResult<()> {
    cx.check()?;
    if let Clipboard::Object(id) = clipboard
        && !find(workspace, &[id], cx)?.contains_key(&id)
    {
        return Err(missing(id));
    }
    workspace.state().clipboard = clipboard;
    Ok(Reading::from_files(()))
}

fn missing(id: ObjectId) -> EngineError {
    EngineError::Name(NameError::unknown_id(id))
}

/// The objects that exist in loaded scenes.
fn find(
    workspace: &Workspace,
    objects: &[ObjectId],
    cx: &Context,
) -> Result<HashMap<ObjectId, SelectedObject>, EngineError> {
    let mut wanted: HashSet<ObjectId> = objects.iter().copied().collect();
    let mut found = HashMap::new();
    for file in all(workspace, cx) {
        if wanted.is_empty() {
            break;
        }
        cx.check()?;
        let path = workspace.engine_path(&file);
        let scene = match workspace.read_scene(&file, cx) {
            Ok(scene) => scene.value,
            Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => {
                return Err(error);
            }
            // It has nothing to select.
            Err(_) => continue,
        };
        for object in &scene.objects {
            if wanted.remove(&object.id) {
                let (scene, path) = (path.clone(), object.path.clone());
                found.insert(object.id, SelectedObject { scene, id: object.id, path });
            }
        }
    }
    Ok(found)
}
