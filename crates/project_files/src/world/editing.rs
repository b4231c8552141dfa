//! Edits on top of what is unsaved: looked at, kept in memory, or written.

use std::collections::BTreeSet;

use std::sync::Arc;
use std::time::SystemTime;

use scenewright_engine::{Context, EngineError, ReadResult, Reading};
use scenewright_model::{
    Edit, EditMode, EditOutcome, EditPlan, FileChange, RecordedRequest, Recovery,
    RecoveryDirection, SceneChange, UnfinishedEdit,
};

use super::saving::{PendingWrite, belonging_all, bytes};
use super::{Host, ownership, records, restored};
use crate::unsaved::{Drafts, KeptEdit, KeptFileChange, is_pseudo};

pub fn plan(host: &impl Host, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
    cx.check()?;
    blank_scenes(host, edits);
    host.planned(edits, cx)
}

pub fn edit(
    host: &impl Host,
    edits: &[Edit],
    label: &str,
    mode: EditMode,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    let _turn = match mode {
        EditMode::DryRun => None,
        EditMode::Save | EditMode::KeepUnsaved => {
            let turn = host.memory().turn(cx)?;
            host.writer().recover_first(cx)?;
            Some(turn)
        }
    };
    match mode {
        EditMode::DryRun => {
            let planned = inside(host, edits, cx)?;
            let left = restored::show_or_refuse(host, &paths(&planned.value), the_edit, cx)?;
            let show = |plan| {
                let mut outgoing = outgoing(host, plan, cx);
                outgoing.may_go(host, the_edit, cx)?;
                outgoing.notes.extend(ownership::notes(&left));
                outgoing.shown(host, cx)
            };
            planned.map(show).transpose()
        }
        EditMode::Save => host.writer().write(label, cx, |commit| {
            let write = |plan| {
                let mut outgoing = outgoing(host, plan, cx);
                outgoing.may_go(host, the_edit, cx)?;
                outgoing.write(host, commit, cx)
            };
            settled(host, edits, cx)?.map(write).transpose()
        }),
        EditMode::KeepUnsaved => {
            let planned = settled(host, edits, cx)?;
            let changes = host.compared(&planned.value.files, cx)?;
            let kept = keep(host, &planned.value.files, edits, label, cx)?;
            Ok(planned.map(|mut plan| {
                plan.diagnostics.extend(kept.notes);
                EditOutcome { handle: kept.handle, changes, ..host.writer().describe_plan(plan) }
            }))
        }
    }
}

fn the_edit() -> String {
    "The edit".to_owned()
}

fn paths(plan: &EditPlan) -> BTreeSet<String> {
    plan.files.iter().map(|file| file.path.clone()).collect()
}

/// A plan with nothing in its way that an ended process left unsaved in the same files.
fn settled(host: &impl Host, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
    let planned = inside(host, edits, cx)?;
    match restored::adopt_or_refuse(host, &paths(&planned.value), the_edit, cx)? {
        true => inside(host, edits, cx),
        false => Ok(planned),
    }
}

/// A plan by project-relative paths.
fn inside(host: &impl Host, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
    let mut planned = plan(host, edits, cx)?;
    host.writer().to_inside(&mut planned.value.files);
    Ok(planned)
}

/// A plan as changes of the disk: with all that is unsaved in the same files, and in those that belong
/// to them.
fn outgoing(host: &impl Host, plan: EditPlan, cx: &Context) -> PendingWrite {
    let EditPlan { files, created, diagnostics: notes } = plan;
    let drafts = host.root().unsaved().snapshot();
    let loaded = host.memory().scenes(host, cx);
    let own = files.iter().map(|file| file.path.clone()).filter(|path| !is_pseudo(path));
    let beside = drafts.together(own, |path| loaded.iter().any(|scene| scene == path));
    let mut outgoing = PendingWrite { created, notes, ..PendingWrite::default() };
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

#[derive(Default)]
struct KeptOutcome {
    handle: Option<String>,
    notes: Vec<String>,
}

/// Scenes that edits name are loaded from then on, so that whatever is unsaved belongs to one.
fn keep(
    host: &impl Host,
    files: &[FileChange],
    edits: &[Edit],
    label: &str,
    cx: &Context,
) -> std::result::Result<KeptOutcome, EngineError> {
    let mut named = BTreeSet::new();
    for scene in edits.iter().map(|edit| edit.target().scene) {
        named.insert(host.file_of(scene, cx)?);
    }
    if files.is_empty() {
        return Ok(KeptOutcome::default());
    }
    let drafts = host.root().unsaved().snapshot();
    let own = files.iter().map(|file| file.path.clone());
    let touched = belonging_all(host, &drafts, own, cx);
    let included = ownership::may_touch(host, &drafts, &touched, the_edit, cx)?;
    // Whoever includes the changes of others takes them over.
    let taken: BTreeSet<String> = match included.is_empty() {
        true => BTreeSet::new(),
        false => drafts.edits_of(&touched).map(|edit| edit.handle.clone()).collect(),
    };
    let edit = kept_edit(host, &drafts, files, &named, label, cx)?;
    let handle = edit.handle.clone();
    let permit = cx.begin_commit()?;
    records::give(host, &drafts, &taken, cx.owner())?;
    records::add(host, &edit)?;
    let loaded = host.memory().scenes(host, cx);
    host.root().unsaved().change(|drafts| {
        drafts.give(&taken, cx.owner());
        drafts.add(edit);
    });
    named.retain(|path| !is_pseudo(path) && !loaded.contains(path));
    host.memory().set(|scenes, _| scenes.extend(named));
    permit.written();
    Ok(KeptOutcome { handle: Some(handle), notes: ownership::notes(&included).collect() })
}

fn kept_edit(
    host: &impl Host,
    drafts: &Drafts,
    files: &[FileChange],
    scenes: &BTreeSet<String>,
    label: &str,
    cx: &Context,
) -> std::result::Result<KeptEdit, EngineError> {
    let handle = match host.writer().unsaved()? {
        Some(store) => store.next_handle(),
        None => host.memory().next_handle(),
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
fn blank_scenes(host: &impl Host, edits: &[Edit]) {
    let unsaved = host.root().unsaved();
    for scene in edits.iter().map(|edit| edit.target().scene).filter(|scene| is_pseudo(scene)) {
        if !unsaved.snapshot().has_blank(scene) {
            let content = host.blank(scene);
            unsaved.change(|drafts| drafts.set_blank(scene, content));
        }
    }
}

/// Of files in the engine's own spelling.
pub fn changes(
    host: &impl Host,
    files: &[FileChange],
    cx: &Context,
) -> ReadResult<Vec<SceneChange>> {
    let mut files = files.to_vec();
    host.writer().to_inside(&mut files);
    Ok(Reading::from_files(host.compared(&files, cx)?))
}

pub fn unfinished(host: &impl Host, cx: &Context) -> ReadResult<Vec<UnfinishedEdit>> {
    cx.check()?;
    Ok(Reading::from_files(host.writer().unfinished()?))
}

pub fn recover_interrupted(host: &impl Host, cx: &Context) -> ReadResult<()> {
    let _turn = host.memory().turn(cx)?;
    Ok(Reading::from_files(host.writer().recover_first(cx)?))
}

pub fn recover(
    host: &impl Host,
    handle: &str,
    direction: RecoveryDirection,
    cx: &Context,
) -> ReadResult<Recovery> {
    let _turn = host.memory().turn(cx)?;
    Ok(Reading::from_files(host.writer().resolve(handle, direction)?))
}

pub fn find_request(
    host: &impl Host,
    id: &str,
    cx: &Context,
) -> ReadResult<Option<RecordedRequest>> {
    cx.check()?;
    Ok(Reading::from_files(host.writer().find_request(id, cx)?))
}

pub fn record_answer(host: &impl Host, handle: &str, id: &str, answer: &str) -> ReadResult<()> {
    Ok(Reading::from_files(host.writer().record_answer(handle, id, answer)?))
}
