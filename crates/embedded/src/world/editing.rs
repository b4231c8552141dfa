//! Edits on top of what is unsaved: looked at, kept in memory, or written.

use std::collections::BTreeSet;

use scenewright_engine::{Context, EngineError, Reading, Result};
use scenewright_model::{
    Edit, EditEntry, EditMode, EditPlan, Edited, FileChange, RecordedRequest, Recovery,
    RecoveryDirection, UnfinishedEdit,
};

use super::saving::{Outgoing, bytes};
use super::unsaved::{Drafts, is_pseudo};
use super::{Host, refused};

pub(crate) fn plan(host: &impl Host, edits: &[Edit], cx: &Context) -> Result<EditPlan> {
    cx.check()?;
    blank_scenes(host, edits);
    host.planned(edits, cx)
}

pub(crate) fn edit(
    host: &impl Host,
    edits: &[Edit],
    label: &str,
    mode: EditMode,
    cx: &Context,
) -> Result<Edited> {
    let _turn = match mode {
        EditMode::DryRun => None,
        EditMode::Save | EditMode::Keep => {
            let turn = host.memory().turn(cx)?;
            host.writer().recover_first(cx)?;
            Some(turn)
        }
    };
    match mode {
        EditMode::DryRun => {
            Ok(inside(host, edits, cx)?.map(|plan| outgoing(host, plan, cx).shown(host)))
        }
        EditMode::Save => host.writer().write(label, cx, |commit| {
            let Reading { value, source, diagnostics } = inside(host, edits, cx)?;
            let value = outgoing(host, value, cx).write(host, commit)?;
            Ok(Reading { value, source, diagnostics })
        }),
        EditMode::Keep => {
            let planned = inside(host, edits, cx)?;
            keep(host, &planned.value.files, edits, cx)?;
            Ok(planned.map(|plan| host.writer().shown(plan)))
        }
    }
}

/// A plan by project-relative paths.
fn inside(host: &impl Host, edits: &[Edit], cx: &Context) -> Result<EditPlan> {
    let mut planned = plan(host, edits, cx)?;
    host.writer().to_inside(&mut planned.value.files);
    Ok(planned)
}

/// A plan as changes of the disk: with all that is unsaved in the same files, and in those that belong
/// to them.
fn outgoing(host: &impl Host, plan: EditPlan, cx: &Context) -> Outgoing {
    let EditPlan { files, created, notes } = plan;
    let drafts = host.root().unsaved().snapshot();
    let loaded = host.memory().scenes(host, cx);
    let own = files.iter().map(|file| file.path.clone()).filter(|path| !is_pseudo(path));
    let beside = drafts.together(own, |path| loaded.iter().any(|scene| scene == path));
    let mut outgoing = Outgoing { created, notes, ..Outgoing::default() };
    for path in beside.iter().filter(|path| !files.iter().any(|file| file.path == **path)) {
        outgoing.changes.extend(drafts.get(path).map(|draft| FileChange {
            path: path.clone(),
            before: bytes(&draft.base),
            after: bytes(&draft.now),
        }));
    }
    for file in files {
        match is_pseudo(&file.path) {
            true => outgoing.kept.push(file),
            false => outgoing.changes.push(over_base(file, &drafts)),
        }
    }
    outgoing.changes.sort_by(|a, b| a.path.cmp(&b.path));
    outgoing
}

fn over_base(change: FileChange, drafts: &Drafts) -> FileChange {
    match drafts.get(&change.path) {
        Some(draft) => FileChange { before: bytes(&draft.base), ..change },
        None => change,
    }
}

/// Scenes that edits name are loaded from then on, so that whatever is unsaved belongs to one.
fn keep(
    host: &impl Host,
    files: &[FileChange],
    edits: &[Edit],
    cx: &Context,
) -> std::result::Result<(), EngineError> {
    let mut named = BTreeSet::new();
    for scene in edits.iter().map(scene_of) {
        named.insert(host.file_of(scene, cx)?);
    }
    let loaded = host.memory().scenes(host, cx);
    let mut with: BTreeSet<String> = named.iter().cloned().collect();
    with.extend(files.iter().map(|file| file.path.clone()));
    let permit = cx.begin_commit()?;
    host.root().unsaved().change(|drafts| {
        for file in files {
            drafts.keep(file, &with);
        }
    });
    let new = named.into_iter().filter(|path| !files.is_empty() && !is_pseudo(path));
    let new: Vec<String> = new.filter(|path| !loaded.contains(path)).collect();
    host.memory().set(|scenes, _| scenes.extend(new));
    permit.written();
    Ok(())
}

/// Pseudo-scenes that edits name can be read from now on.
fn blank_scenes(host: &impl Host, edits: &[Edit]) {
    let unsaved = host.root().unsaved();
    for scene in edits.iter().map(scene_of).filter(|scene| is_pseudo(scene)) {
        if !unsaved.snapshot().has_blank(scene) {
            let content = host.blank(scene);
            unsaved.change(|drafts| drafts.set_blank(scene, content));
        }
    }
}

/// The scene that an edit is about, as the client names it.
fn scene_of(edit: &Edit) -> &str {
    match edit {
        Edit::CreateObject { scene, .. }
        | Edit::DeleteObject { scene, .. }
        | Edit::DuplicateObject { scene, .. }
        | Edit::RenameObject { scene, .. }
        | Edit::ReparentObject { scene, .. }
        | Edit::SetActive { scene, .. }
        | Edit::AddComponent { scene, .. }
        | Edit::RemoveComponent { scene, .. }
        | Edit::AttachScript { scene, .. }
        | Edit::DetachScript { scene, .. }
        | Edit::SetMember { scene, .. }
        | Edit::SetTag { scene, .. }
        | Edit::SetLayer { scene, .. }
        | Edit::SetGroup { scene, .. }
        | Edit::Instantiate { scene, .. }
        | Edit::RevertOverride { scene, .. }
        | Edit::ApplyOverride { scene, .. }
        | Edit::CreatePrefab { scene, .. }
        | Edit::AddToBuild { scene, .. } => scene,
        Edit::CreateScene { path, .. } | Edit::InheritScene { path, .. } => path,
    }
}

pub(crate) fn history(host: &impl Host, cx: &Context) -> Result<Vec<EditEntry>> {
    cx.check()?;
    Ok(Reading::from_files(host.writer().history()?))
}

pub(crate) fn undo(
    host: &impl Host,
    handle: Option<&str>,
    dry_run: bool,
    cx: &Context,
) -> Result<Edited> {
    let _turn = host.memory().turn(cx)?;
    let may_change = |files: &[FileChange]| all_saved(host, files, "undo");
    Ok(Reading::from_files(host.writer().undo(handle, dry_run, cx, may_change)?))
}

pub(crate) fn redo(
    host: &impl Host,
    handle: Option<&str>,
    dry_run: bool,
    cx: &Context,
) -> Result<Edited> {
    let _turn = host.memory().turn(cx)?;
    let may_change = |files: &[FileChange]| all_saved(host, files, "redo");
    Ok(Reading::from_files(host.writer().redo(handle, dry_run, cx, may_change)?))
}

pub(crate) fn unfinished(host: &impl Host, cx: &Context) -> Result<Vec<UnfinishedEdit>> {
    cx.check()?;
    Ok(Reading::from_files(host.writer().unfinished()?))
}

pub(crate) fn recover_interrupted(host: &impl Host, cx: &Context) -> Result<()> {
    let _turn = host.memory().turn(cx)?;
    Ok(Reading::from_files(host.writer().recover_first(cx)?))
}

pub(crate) fn recover(
    host: &impl Host,
    handle: &str,
    direction: RecoveryDirection,
    cx: &Context,
) -> Result<Recovery> {
    let _turn = host.memory().turn(cx)?;
    Ok(Reading::from_files(host.writer().resolve(handle, direction)?))
}

pub(crate) fn find_request(
    host: &impl Host,
    id: &str,
    cx: &Context,
) -> Result<Option<RecordedRequest>> {
    cx.check()?;
    Ok(Reading::from_files(host.writer().find_request(id, cx)?))
}

pub(crate) fn record_answer(host: &impl Host, handle: &str, id: &str, answer: &str) -> Result<()> {
    Ok(Reading::from_files(host.writer().record_answer(handle, id, answer)?))
}

/// Under unsaved changes the disk is not turned over.
fn all_saved(
    host: &impl Host,
    files: &[FileChange],
    what: &str,
) -> std::result::Result<(), EngineError> {
    let drafts = host.root().unsaved().snapshot();
    match files.iter().find(|file| drafts.contains(&file.path)) {
        None => Ok(()),
        Some(file) => {
            let path = host.writer().spelled(&file.path);
            Err(refused(what, format!("'{path}' has unsaved changes in memory")))
        }
    }
}
