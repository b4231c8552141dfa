//! What is selected, and what was copied.

use std::collections::{HashMap, HashSet};

use scenewright_engine::names::NameError;
use scenewright_engine::{Context, EngineError, ReadResult, Reading};
use scenewright_model::{Clipboard, ObjectId, SelectedObject, Selection};

use super::Host;
use super::scenes::all;

pub fn selection(host: &impl Host, cx: &Context) -> ReadResult<Selection> {
    cx.check()?;
    let kept = host.memory().lock().selection.clone();
    let found = find(host, &kept, cx)?;
    let still: Vec<SelectedObject> = kept.iter().filter_map(|id| found.get(id).cloned()).collect();
    let mut state = host.memory().lock();
    // Unless somebody has selected something else in the meantime.
    if state.selection == kept {
        state.selection = still.iter().map(|selected| selected.id).collect();
    }
    Ok(Reading::from_files(Selection { objects: still }))
}

pub fn select(host: &impl Host, objects: &[ObjectId], cx: &Context) -> ReadResult<Selection> {
    cx.check()?;
    let found = find(host, objects, cx)?;
    let mut chosen: Vec<SelectedObject> = Vec::new();
    for id in objects {
        let selected = found.get(id).ok_or_else(|| missing(*id))?;
        if !chosen.contains(selected) {
            chosen.push(selected.clone());
        }
    }
    host.memory().lock().selection = chosen.iter().map(|selected| selected.id).collect();
    Ok(Reading::from_files(Selection { objects: chosen }))
}

pub fn clipboard(host: &impl Host, cx: &Context) -> ReadResult<Clipboard> {
    cx.check()?;
    Ok(Reading::from_files(host.memory().lock().clipboard.clone()))
}

pub fn set_clipboard(host: &impl Host, clipboard: Clipboard, cx: &Context) -> ReadResult<()> {
    cx.check()?;
    if let Clipboard::Object(id) = clipboard
        && !find(host, &[id], cx)?.contains_key(&id)
    {
        return Err(missing(id));
    }
    host.memory().lock().clipboard = clipboard;
    Ok(Reading::from_files(()))
}

fn missing(id: ObjectId) -> EngineError {
    EngineError::Name(NameError::unknown_id(id))
}

/// Those of the objects that loaded scenes have.
fn find(
    host: &impl Host,
    objects: &[ObjectId],
    cx: &Context,
) -> std::result::Result<HashMap<ObjectId, SelectedObject>, EngineError> {
    let mut wanted: HashSet<ObjectId> = objects.iter().copied().collect();
    let mut found = HashMap::new();
    for file in all(host, cx) {
        if wanted.is_empty() {
            break;
        }
        let path = host.writer().to_engine_path(&file);
        let scene = match host.scene(&path, cx) {
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
