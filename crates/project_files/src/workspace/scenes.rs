//! Which scenes are loaded, and the state of each.

use std::collections::BTreeSet;

use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{
    DONT_DESTROY_ON_LOAD_SCENE, HIDDEN_SCENE, LoadedScene, ProjectPath, UnloadMode, UnsavedWork,
};

use super::discard::discard;
use super::saving::belonging;
use super::{Workspace, ownership, refused, restored};
use crate::unsaved::Drafts;

pub(super) fn loaded(workspace: &Workspace, cx: &Context) -> ReadResult<Vec<LoadedScene>> {
    cx.check()?;
    let (mut found, mut diagnostics) = (Vec::new(), Vec::new());
    let drafts = workspace.drafts();
    let scenes = present(workspace, &drafts, &mut diagnostics, cx);
    for scene in &scenes {
        found.push(describe(workspace, scene, &drafts, &mut diagnostics, cx)?);
    }
    found.extend(pseudo_scenes(workspace, &drafts, cx)?);
    let beside =
        drafts.iter().filter(|(path, _)| !path.is_pseudo_scene() && !scenes.contains(path));
    let beside: Vec<String> = beside.map(|(path, _)| workspace.engine_path(path)).collect();
    if !beside.is_empty() {
        diagnostics.push(format!("Also unsaved: {}", beside.join(", ")));
    }
    Ok(Reading { diagnostics, ..Reading::from_files(found) })
}

/// Everything that is unsaved: in each scene, then in files beside them, then what ended processes left.
pub(super) fn unsaved(workspace: &Workspace, cx: &Context) -> ReadResult<Vec<UnsavedWork>> {
    cx.check()?;
    let drafts = workspace.drafts();
    let mut rest: BTreeSet<ProjectPath> = drafts
        .iter()
        .map(|(path, _)| path.clone())
        .filter(|path| !path.is_pseudo_scene())
        .collect();
    let mut found = Vec::new();
    // To find the loaded scenes may take a look at the whole project.
    let scenes = if rest.is_empty() { Vec::new() } else { workspace.loaded_paths(cx) };
    for scene in scenes {
        let together = belonging(workspace, &drafts, &scene, cx);
        found.extend(ownership::work(workspace, &drafts, &together)?);
        rest.retain(|path| !together.contains(path));
    }
    for path in rest {
        found.extend(ownership::work(workspace, &drafts, &BTreeSet::from([path]))?);
    }
    let restored = restored::read(workspace)?;
    found.extend(restored.work(workspace)?);
    let damaged = (restored.damaged > 0).then(|| {
        format!("{} records of unsaved changes cannot be read and are left alone", restored.damaged)
    });
    let diagnostics = damaged.into_iter().collect();
    Ok(Reading { diagnostics, ..Reading::from_files(found) })
}

pub(super) fn load(
    workspace: &Workspace,
    scene: &str,
    additive: bool,
    others: UnloadMode,
    cx: &Context,
) -> ReadResult<LoadedScene> {
    let _turn = workspace.turn(cx)?;
    let path = workspace.format().scene_path(scene, cx)?;
    if path.is_pseudo_scene() {
        return Err(refused(format!("Loading '{path}'"), "it is no file"));
    }
    cx.check()?;
    let mut diagnostics = workspace.read_scene(&path, cx)?.diagnostics;
    let mut replaced = workspace.loaded_paths(cx);
    replaced.retain(|scene| !additive && *scene != path);
    let what = || format!("Loading '{}'", workspace.engine_path(&path));
    close(workspace, &replaced, others, what, cx)?;
    workspace.set_loaded(|scenes, active| {
        scenes.retain(|scene| !replaced.contains(scene));
        if !scenes.contains(&path) {
            scenes.push(path.clone());
        }
        if !additive {
            *active = Some(path.clone());
        }
    });
    let scene = describe(workspace, &path, &workspace.drafts(), &mut diagnostics, cx)?;
    Ok(Reading { diagnostics, ..Reading::from_files(scene) })
}

pub(super) fn unload(
    workspace: &Workspace,
    scene: &str,
    mode: UnloadMode,
    cx: &Context,
) -> ReadResult<()> {
    let _turn = workspace.turn(cx)?;
    let path = workspace.format().scene_path(scene, cx)?;
    let is_there = match path.is_pseudo_scene() {
        true => workspace.drafts().contains(&path),
        false => workspace.loaded_paths(cx).contains(&path),
    };
    let discards_all = mode == UnloadMode::Discard && cx.includes_others();
    let was_restored = discards_all && restored::discard(workspace, &path)?;
    if !is_there {
        return match was_restored {
            true => Ok(Reading::from_files(())),
            false => Err(not_loaded(workspace, &path)),
        };
    }
    let what = || format!("Unloading '{}'", workspace.engine_path(&path));
    close(workspace, std::slice::from_ref(&path), mode, what, cx)?;
    workspace.set_loaded(|scenes, _| scenes.retain(|scene| *scene != path));
    Ok(Reading::from_files(()))
}

pub(super) fn reload(workspace: &Workspace, scene: &str, cx: &Context) -> ReadResult<LoadedScene> {
    let _turn = workspace.turn(cx)?;
    let path = workspace.format().scene_path(scene, cx)?;
    if !workspace.loaded_paths(cx).contains(&path) {
        return Err(not_loaded(workspace, &path));
    }
    let what = || format!("Reloading '{}'", workspace.engine_path(&path));
    if !workspace.root().has_on_disk(&path) {
        return Err(refused(what(), "the disk does not have it"));
    }
    let drafts = workspace.drafts();
    let touched = belonging(workspace, &drafts, &path, cx);
    ownership::may_touch(workspace, &drafts, &touched, what, cx)?;
    if cx.includes_others() {
        restored::discard(workspace, &path)?;
    }
    discard(workspace, std::slice::from_ref(&path), cx)?;
    let mut diagnostics = Vec::new();
    let scene = describe(workspace, &path, &workspace.drafts(), &mut diagnostics, cx)?;
    Ok(Reading { diagnostics, ..Reading::from_files(scene) })
}

/// Unsaved changes in scenes that are closed refuse it, or are discarded.
fn close(
    workspace: &Workspace,
    scenes: &[ProjectPath],
    mode: UnloadMode,
    what: impl Fn() -> String,
    cx: &Context,
) -> Result<(), EngineError> {
    let drafts = workspace.drafts();
    let is_dirty = |path: &&ProjectPath| match path.is_pseudo_scene() {
        true => drafts.contains(path),
        false => !belonging(workspace, &drafts, path, cx).is_empty(),
    };
    let dirty: Vec<ProjectPath> = scenes.iter().filter(is_dirty).cloned().collect();
    let touched = dirty.iter().flat_map(|path| belonging(workspace, &drafts, path, cx)).collect();
    ownership::may_touch(workspace, &drafts, &touched, &what, cx)?;
    match (dirty.first(), mode) {
        (None, _) => Ok(()),
        (Some(_), UnloadMode::Discard) => discard(workspace, &dirty, cx),
        (Some(_), UnloadMode::IfSaved) => {
            let paths = dirty.iter().map(|path| format!("'{}'", workspace.engine_path(path)));
            let paths: Vec<String> = paths.collect();
            let verb = if dirty.len() == 1 { "has" } else { "have" };
            Err(refused(what(), format!("{} {verb} unsaved changes", paths.join(", "))))
        }
    }
}

pub(super) fn not_loaded(workspace: &Workspace, path: &ProjectPath) -> EngineError {
    EngineError::NotFound { what: Subject::LoadedScene, path: workspace.engine_path(path) }
}

/// The loaded scenes whose files still exist; the others are unloaded.
fn present(
    workspace: &Workspace,
    drafts: &Drafts,
    diagnostics: &mut Vec<String>,
    cx: &Context,
) -> Vec<ProjectPath> {
    let is_there = |path: &ProjectPath| drafts.contains(path) || workspace.root().has_file(path);
    let (here, gone): (Vec<ProjectPath>, Vec<ProjectPath>) =
        workspace.loaded_paths(cx).into_iter().partition(is_there);
    if !gone.is_empty() {
        workspace.set_loaded(|scenes, _| scenes.retain(|scene| !gone.contains(scene)));
    }
    for path in gone {
        let path = workspace.engine_path(&path);
        diagnostics.push(format!("'{path}' is not loaded any longer: its file is gone"));
    }
    here
}

/// The scenes that are loaded and can be read, pseudo-scenes included.
pub(super) fn all(workspace: &Workspace, cx: &Context) -> Vec<ProjectPath> {
    let drafts = workspace.drafts();
    let mut scenes = workspace.loaded_paths(cx);
    scenes.extend(pseudo_paths(&drafts));
    scenes
}

fn pseudo_paths(drafts: &Drafts) -> impl Iterator<Item = ProjectPath> {
    let paths = [DONT_DESTROY_ON_LOAD_SCENE, HIDDEN_SCENE].map(ProjectPath::from_relative);
    paths.into_iter().filter(|path| drafts.contains(path))
}

fn pseudo_scenes(
    workspace: &Workspace,
    drafts: &Drafts,
    cx: &Context,
) -> Result<Vec<LoadedScene>, EngineError> {
    let mut found = Vec::new();
    for pseudo in pseudo_paths(drafts) {
        let scene = describe(workspace, &pseudo, drafts, &mut Vec::new(), cx)?;
        let is_filled = scene.objects > workspace.format().blank_scene_objects();
        found.extend(is_filled.then_some(scene));
    }
    Ok(found)
}

/// A scene that cannot be read is loaded nevertheless, with a diagnostic.
fn describe(
    workspace: &Workspace,
    path: &ProjectPath,
    drafts: &Drafts,
    diagnostics: &mut Vec<String>,
    cx: &Context,
) -> Result<LoadedScene, EngineError> {
    cx.check()?;
    let (roots, objects) = match workspace.read_scene(path, cx) {
        Ok(scene) => (scene.value.roots.len(), scene.value.objects.len()),
        Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => return Err(error),
        Err(error) => {
            diagnostics.push(error.to_string());
            (0, 0)
        }
    };
    let unsaved = match path.is_pseudo_scene() {
        true => BTreeSet::new(),
        false => belonging(workspace, drafts, path, cx),
    };
    let mut is_conflicted = false;
    for file in &unsaved {
        is_conflicted |= ownership::is_outdated(workspace, drafts, file)?;
    }
    Ok(LoadedScene {
        name: name(path).to_owned(),
        is_pseudo: path.is_pseudo_scene(),
        is_active: is_active(workspace, path),
        is_dirty: !unsaved.is_empty(),
        is_conflicted,
        roots,
        objects,
        path: workspace.engine_path(path),
    })
}

fn name(path: &ProjectPath) -> &str {
    match path.as_str() {
        DONT_DESTROY_ON_LOAD_SCENE => "DontDestroyOnLoad",
        HIDDEN_SCENE => "HideAndDontSave",
        path => crate::root::stem(path),
    }
}

/// Until a scene is made the active one, the first is.
fn is_active(workspace: &Workspace, path: &ProjectPath) -> bool {
    let state = workspace.state();
    let scenes = state.scenes.as_deref().unwrap_or_default();
    let active = state.active.as_ref().filter(|active| scenes.contains(active));
    active.or(scenes.first()) == Some(path)
}
