//! Edits on top of unsaved changes: previewed, kept in memory, or written.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

use scenewright_engine::{Context, EngineError, ReadResult};
use scenewright_model::{
    Edit, EditMode, EditOutcome, EditPlan, FileChange, ProjectPath, is_pseudo_scene,
};

use super::saving::{PendingWrite, belonging_all, bytes};
use super::{Workspace, ownership, records, restored};
use crate::unsaved::{Drafts, KeptEdit, KeptFileChange};

pub(super) fn plan(workspace: &Workspace, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
    cx.check()?;
    blank_scenes(workspace, edits);
    workspace.format().plan(edits, cx)
}

pub(super) fn edit(
    workspace: &Workspace,
    edits: &[Edit],
    label: &str,
    mode: EditMode,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    let _turn = match mode {
        EditMode::DryRun => None,
        EditMode::Save | EditMode::KeepUnsaved => {
            let turn = workspace.turn(cx)?;
            workspace.writer().recover_first(cx)?;
            Some(turn)
        }
    };
    match mode {
        EditMode::DryRun => {
            let planned = plan(workspace, edits, cx)?;
            let left = restored::show_or_refuse(workspace, &paths(&planned.value), the_edit, cx)?;
            let show = |plan| {
                let mut write = pending_write(workspace, plan, cx);
                write.check_owners(workspace, the_edit, cx)?;
                write.diagnostics.extend(ownership::inclusion_diagnostics(&left));
                write.describe(workspace, cx)
            };
            planned.map(show).transpose()
        }
        EditMode::Save => workspace.writer().write(label, cx, |commit| {
            let commit_plan = |plan| {
                let mut write = pending_write(workspace, plan, cx);
                write.check_owners(workspace, the_edit, cx)?;
                write.commit(workspace, commit, cx)
            };
            plan_after_restoring(workspace, edits, cx)?.map(commit_plan).transpose()
        }),
        EditMode::KeepUnsaved => {
            let planned = plan_after_restoring(workspace, edits, cx)?;
            let changes = workspace.format().compare(&planned.value.files, cx)?;
            let kept = keep(workspace, &planned.value.files, edits, label, cx)?;
            Ok(planned.map(|mut plan| {
                plan.diagnostics.extend(kept.diagnostics);
                EditOutcome {
                    handle: kept.handle,
                    changes,
                    ..workspace.writer().describe_plan(plan)
                }
            }))
        }
    }
}

fn the_edit() -> String {
    "The edit".to_owned()
}

fn paths(plan: &EditPlan) -> BTreeSet<ProjectPath> {
    plan.files.iter().map(|file| file.path.clone()).collect()
}

/// A plan, after unsaved changes that an ended process left in the same files were taken over.
fn plan_after_restoring(
    workspace: &Workspace,
    edits: &[Edit],
    cx: &Context,
) -> ReadResult<EditPlan> {
    let planned = plan(workspace, edits, cx)?;
    match restored::adopt_or_refuse(workspace, &paths(&planned.value), the_edit, cx)? {
        true => plan(workspace, edits, cx),
        false => Ok(planned),
    }
}

/// A plan as changes of the disk: together with all unsaved changes of the same files, and of those that
/// belong to them.
fn pending_write(workspace: &Workspace, plan: EditPlan, cx: &Context) -> PendingWrite {
    let EditPlan { files, created, diagnostics, values: _ } = plan;
    let drafts = workspace.drafts();
    let loaded = workspace.loaded_paths(cx);
    let own = files.iter().map(|file| file.path.clone()).filter(|path| !path.is_pseudo_scene());
    let beside = drafts.together(own, |path| loaded.contains(path));
    let mut write = PendingWrite { created, diagnostics, ..PendingWrite::default() };
    for path in beside.iter().filter(|path| !files.iter().any(|file| file.path == **path)) {
        write.changes.extend(drafts.get(path).map(|draft| FileChange {
            path: path.clone(),
            before: bytes(&draft.base),
            after: bytes(&draft.now),
        }));
    }
    for file in files {
        match file.path.is_pseudo_scene() {
            true => write.kept.push(file),
            false => write.changes.push(over_base(file, &drafts)),
        }
    }
    write.changes.sort_by(|a, b| a.path.cmp(&b.path));
    write
}

fn over_base(change: FileChange, drafts: &Drafts) -> FileChange {
    match drafts.get(&change.path) {
        Some(draft) => FileChange { before: bytes(&draft.base), ..change },
        None => change,
    }
}

#[derive(Default)]
struct KeptOutcome {
    handle: Option<String>,
    diagnostics: Vec<String>,
}

/// Keeps the changes in memory. Scenes that edits name are loaded from then on, so that all unsaved changes
/// belong to one.
fn keep(
    workspace: &Workspace,
    files: &[FileChange],
    edits: &[Edit],
    label: &str,
    cx: &Context,
) -> Result<KeptOutcome, EngineError> {
    let mut named = BTreeSet::new();
    for scene in edits.iter().map(|edit| edit.target().scene) {
        named.insert(workspace.format().scene_path(scene, cx)?);
    }
    if files.is_empty() {
        return Ok(KeptOutcome::default());
    }
    let drafts = workspace.drafts();
    let own = files.iter().map(|file| file.path.clone());
    let touched = belonging_all(workspace, &drafts, own, cx);
    let included = ownership::may_touch(workspace, &drafts, &touched, the_edit, cx)?;
    // Whoever includes the changes of others takes them over.
    let taken: BTreeSet<String> = match included.is_empty() {
        true => BTreeSet::new(),
        false => drafts.edits_of(&touched).map(|edit| edit.handle.clone()).collect(),
    };
    workspace.writer().check_guard(files.iter().map(|file| file.path.as_str()), cx)?;
    let edit = kept_edit(workspace, &drafts, files, &named, label, cx)?;
    let handle = edit.handle.clone();
    let permit = cx.begin_commit()?;
    records::set_owner(workspace, &drafts, &taken, cx.owner())?;
    records::add(workspace, &edit)?;
    let loaded = workspace.loaded_paths(cx);
    workspace.root().unsaved().change(|drafts| {
        drafts.set_owner(&taken, cx.owner());
        drafts.add(edit);
    });
    named.retain(|path| !path.is_pseudo_scene() && !loaded.contains(path));
    workspace.set_loaded(|scenes, _| scenes.extend(named));
    permit.written();
    let diagnostics = ownership::inclusion_diagnostics(&included).collect();
    Ok(KeptOutcome { handle: Some(handle), diagnostics })
}

fn kept_edit(
    workspace: &Workspace,
    drafts: &Drafts,
    files: &[FileChange],
    scenes: &BTreeSet<ProjectPath>,
    label: &str,
    cx: &Context,
) -> Result<KeptEdit, EngineError> {
    let handle = match workspace.writer().unsaved()? {
        Some(store) => store.next_handle(),
        None => workspace.next_handle(),
    };
    let shared = |bytes: &Option<Vec<u8>>| bytes.as_deref().map(Arc::from);
    let file = |change: &FileChange| {
        // The draft's own bytes, where there is one: edits of a large file share them.
        let before = match drafts.get(&change.path) {
            Some(draft) if draft.now.as_deref() == change.before.as_deref() => draft.now.clone(),
            _ => shared(&change.before),
        };
        let is_first = !drafts.contains(&change.path);
        KeptFileChange { path: change.path.clone(), is_first, before, after: shared(&change.after) }
    };
    let mut with = scenes.clone();
    with.extend(files.iter().map(|file| file.path.clone()));
    Ok(KeptEdit {
        handle,
        label: label.to_owned(),
        owner: cx.owner().clone(),
        time: SystemTime::now(),
        made: 0,
        scenes: scenes.clone(),
        with,
        files: files.iter().map(file).collect(),
        undone: None,
    })
}

/// Pseudo-scenes that edits name can be read from now on.
fn blank_scenes(workspace: &Workspace, edits: &[Edit]) {
    let unsaved = workspace.root().unsaved();
    for scene in edits.iter().map(|edit| edit.target().scene).filter(|scene| is_pseudo_scene(scene))
    {
        if !unsaved.snapshot().has_blank(scene) {
            let content = workspace.format().blank_scene(scene);
            unsaved.change(|drafts| drafts.set_blank(scene, content));
        }
    }
}
