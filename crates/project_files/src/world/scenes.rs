//! Which scenes are loaded, and what is to be known of each.

use std::collections::BTreeSet;

use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{
    DONT_DESTROY_ON_LOAD_SCENE, HIDDEN_SCENE, LoadedScene, UnloadMode, UnsavedWork,
};

use super::discard::discard;
use super::saving::belonging;
use super::{Host, ownership, refused, restored};
use crate::unsaved::{Drafts, is_pseudo};

pub fn loaded(host: &impl Host, cx: &Context) -> ReadResult<Vec<LoadedScene>> {
    cx.check()?;
    let (mut found, mut notes) = (Vec::new(), Vec::new());
    let drafts = host.root().unsaved().snapshot();
    let scenes = present(host, &drafts, &mut notes, cx);
    for scene in &scenes {
        found.push(described(host, scene, &drafts, &mut notes, cx)?);
    }
    found.extend(pseudo_scenes(host, &drafts, cx)?);
    let beside = drafts
        .iter()
        .filter(|(path, _)| !is_pseudo(path) && !scenes.iter().any(|scene| scene == path));
    let beside: Vec<String> = beside.map(|(path, _)| host.writer().to_engine_path(path)).collect();
    if !beside.is_empty() {
        notes.push(format!("Also unsaved: {}", beside.join(", ")));
    }
    Ok(Reading { diagnostics: notes, ..Reading::from_files(found) })
}

/// Everything that is unsaved: of each scene, then of files beside them, then what was left behind.
pub fn unsaved(host: &impl Host, cx: &Context) -> ReadResult<Vec<UnsavedWork>> {
    cx.check()?;
    let drafts = host.root().unsaved().snapshot();
    let mut rest: BTreeSet<String> =
        drafts.iter().map(|(path, _)| path.to_owned()).filter(|path| !is_pseudo(path)).collect();
    let mut found = Vec::new();
    // Which scenes are loaded may take a look at the whole project.
    let scenes = if rest.is_empty() { Vec::new() } else { host.memory().scenes(host, cx) };
    for scene in scenes {
        let together = belonging(host, &drafts, &scene, cx);
        found.extend(ownership::work(host, &drafts, &together)?);
        rest.retain(|path| !together.contains(path));
    }
    for path in rest {
        found.extend(ownership::work(host, &drafts, &BTreeSet::from([path]))?);
    }
    let restored = restored::read(host)?;
    found.extend(restored.work(host)?);
    let damaged = (restored.damaged > 0).then(|| {
        format!("{} records of unsaved changes cannot be read and are left alone", restored.damaged)
    });
    let diagnostics = damaged.into_iter().collect();
    Ok(Reading { diagnostics, ..Reading::from_files(found) })
}

pub fn load(
    host: &impl Host,
    path: &str,
    additive: bool,
    others: UnloadMode,
    cx: &Context,
) -> ReadResult<LoadedScene> {
    let _turn = host.memory().turn(cx)?;
    let file = host.file_of(path, cx)?;
    if is_pseudo(&file) {
        return Err(refused(format!("Loading '{file}'"), "it is no file"));
    }
    let mut notes = host.scene(&host.writer().to_engine_path(&file), cx)?.diagnostics;
    let mut go = host.memory().scenes(host, cx);
    go.retain(|scene| !additive && *scene != file);
    let what = || format!("Loading '{}'", host.writer().to_engine_path(&file));
    give_up(host, &go, others, what, cx)?;
    host.memory().set(|scenes, active| {
        scenes.retain(|scene| !go.contains(scene));
        if !scenes.contains(&file) {
            scenes.push(file.clone());
        }
        if !additive {
            *active = Some(file.clone());
        }
    });
    let drafts = host.root().unsaved().snapshot();
    let scene = described(host, &file, &drafts, &mut notes, cx)?;
    Ok(Reading { diagnostics: notes, ..Reading::from_files(scene) })
}

pub fn unload(host: &impl Host, path: &str, how: UnloadMode, cx: &Context) -> ReadResult<()> {
    let _turn = host.memory().turn(cx)?;
    let file = host.file_of(path, cx)?;
    let drafts = host.root().unsaved().snapshot();
    let is_there = match is_pseudo(&file) {
        true => drafts.contains(&file),
        false => host.memory().scenes(host, cx).contains(&file),
    };
    let gives_up_all = how == UnloadMode::Discard && cx.includes_others();
    let was_left = gives_up_all && restored::give_up(host, &file)?;
    if !is_there {
        return if was_left { Ok(Reading::from_files(())) } else { Err(not_loaded(host, &file)) };
    }
    let what = || format!("Unloading '{}'", host.writer().to_engine_path(&file));
    give_up(host, std::slice::from_ref(&file), how, what, cx)?;
    host.memory().set(|scenes, _| scenes.retain(|scene| *scene != file));
    Ok(Reading::from_files(()))
}

pub fn reload(host: &impl Host, path: &str, cx: &Context) -> ReadResult<LoadedScene> {
    let _turn = host.memory().turn(cx)?;
    let file = host.file_of(path, cx)?;
    if !host.memory().scenes(host, cx).contains(&file) {
        return Err(not_loaded(host, &file));
    }
    let what = || format!("Reloading '{}'", host.writer().to_engine_path(&file));
    if !host.root().has_on_disk(&file) {
        return Err(refused(what(), "the disk does not have it"));
    }
    let drafts = host.root().unsaved().snapshot();
    ownership::may_touch(host, &drafts, &belonging(host, &drafts, &file, cx), what, cx)?;
    if cx.includes_others() {
        restored::give_up(host, &file)?;
    }
    discard(host, std::slice::from_ref(&file), cx)?;
    let drafts = host.root().unsaved().snapshot();
    let mut notes = Vec::new();
    let scene = described(host, &file, &drafts, &mut notes, cx)?;
    Ok(Reading { diagnostics: notes, ..Reading::from_files(scene) })
}

/// What is unsaved in scenes that go refuses it, or goes too.
fn give_up(
    host: &impl Host,
    scenes: &[String],
    how: UnloadMode,
    what: impl Fn() -> String,
    cx: &Context,
) -> std::result::Result<(), EngineError> {
    let drafts = host.root().unsaved().snapshot();
    let is_dirty = |path: &&String| match is_pseudo(path) {
        true => drafts.contains(path),
        false => !belonging(host, &drafts, path, cx).is_empty(),
    };
    let dirty: Vec<String> = scenes.iter().filter(is_dirty).cloned().collect();
    let goes = dirty.iter().flat_map(|path| belonging(host, &drafts, path, cx)).collect();
    ownership::may_touch(host, &drafts, &goes, &what, cx)?;
    match (dirty.first(), how) {
        (None, _) => Ok(()),
        (Some(_), UnloadMode::Discard) => discard(host, &dirty, cx),
        (Some(_), UnloadMode::IfSaved) => {
            let spelled =
                dirty.iter().map(|path| format!("'{}'", host.writer().to_engine_path(path)));
            let spelled: Vec<String> = spelled.collect();
            let verb = if dirty.len() == 1 { "has" } else { "have" };
            Err(refused(what(), format!("{} {verb} unsaved changes", spelled.join(", "))))
        }
    }
}

pub(super) fn not_loaded(host: &impl Host, file: &str) -> EngineError {
    EngineError::NotFound { what: Subject::LoadedScene, path: host.writer().to_engine_path(file) }
}

/// The scenes that are loaded without those whose files have gone: these are not loaded any longer.
fn present(
    host: &impl Host,
    drafts: &Drafts,
    notes: &mut Vec<String>,
    cx: &Context,
) -> Vec<String> {
    let is_there = |path: &String| drafts.contains(path) || host.root().has_file(path);
    let (here, gone): (Vec<String>, Vec<String>) =
        host.memory().scenes(host, cx).into_iter().partition(is_there);
    if !gone.is_empty() {
        host.memory().set(|scenes, _| scenes.retain(|scene| !gone.contains(scene)));
    }
    for path in gone {
        let path = host.writer().to_engine_path(&path);
        notes.push(format!("'{path}' is not loaded any longer: its file is gone"));
    }
    here
}

/// The scenes that are loaded and can be read, pseudo-scenes included, by project-relative path.
pub(super) fn all(host: &impl Host, cx: &Context) -> Vec<String> {
    let drafts = host.root().unsaved().snapshot();
    let mut scenes = host.memory().scenes(host, cx);
    scenes.extend(
        [DONT_DESTROY_ON_LOAD_SCENE, HIDDEN_SCENE]
            .map(str::to_owned)
            .into_iter()
            .filter(|pseudo| drafts.contains(pseudo)),
    );
    scenes
}

fn pseudo_scenes(
    host: &impl Host,
    drafts: &Drafts,
    cx: &Context,
) -> std::result::Result<Vec<LoadedScene>, EngineError> {
    let mut found = Vec::new();
    for pseudo in
        [DONT_DESTROY_ON_LOAD_SCENE, HIDDEN_SCENE].into_iter().filter(|path| drafts.contains(path))
    {
        let scene = described(host, pseudo, drafts, &mut Vec::new(), cx)?;
        found.extend((scene.objects > host.blank_objects()).then_some(scene));
    }
    Ok(found)
}

/// A scene that cannot be read is loaded nevertheless, with a word about it.
fn described(
    host: &impl Host,
    file: &str,
    drafts: &Drafts,
    notes: &mut Vec<String>,
    cx: &Context,
) -> std::result::Result<LoadedScene, EngineError> {
    let path = host.writer().to_engine_path(file);
    let (roots, objects) = match host.scene(&path, cx) {
        Ok(scene) => (scene.value.roots.len(), scene.value.objects.len()),
        Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => return Err(error),
        Err(error) => {
            notes.push(error.to_string());
            (0, 0)
        }
    };
    let unsaved = if is_pseudo(file) { BTreeSet::new() } else { belonging(host, drafts, file, cx) };
    let mut is_conflicted = false;
    for file in &unsaved {
        let base = drafts.get(file).and_then(|draft| draft.base.as_deref());
        is_conflicted |= on_disk(host, file)?.as_deref() != base;
    }
    Ok(LoadedScene {
        name: name(file).to_owned(),
        is_pseudo: is_pseudo(file),
        is_active: is_active(host, file),
        is_dirty: !unsaved.is_empty(),
        is_conflicted,
        roots,
        objects,
        path,
    })
}

fn name(file: &str) -> &str {
    match file {
        DONT_DESTROY_ON_LOAD_SCENE => "DontDestroyOnLoad",
        HIDDEN_SCENE => "HideAndDontSave",
        file => crate::root::stem(file),
    }
}

/// Without a scene that was made the active one it is the first.
fn is_active(host: &impl Host, file: &str) -> bool {
    let state = host.memory().lock();
    let scenes = state.scenes.as_deref().unwrap_or_default();
    let active = state.active.as_ref().filter(|active| scenes.contains(active));
    active.or(scenes.first()).is_some_and(|active| active == file)
}

/// `None` for no file.
pub fn on_disk(host: &impl Host, file: &str) -> std::result::Result<Option<Vec<u8>>, EngineError> {
    match host.root().read_disk(Subject::File, file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(EngineError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
