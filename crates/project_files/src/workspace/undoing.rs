//! The history, undo and redo: in memory for unsaved edits, through the journal for written ones.

use std::cell::Cell;

use scenewright_engine::{Context, EngineError, ReadResult, Reading};
use scenewright_journal::UNSAVED_HANDLE;
use scenewright_model::{EditHistoryEntry, EditOutcome, EditPlan, EditState, FileChange};

use super::saving::bytes;
use super::{Workspace, ownership, records, refused, restored};
use crate::journal_writer::UndoDirection;
use crate::unsaved::{Drafts, KeptEdit, KeptFileChange};

/// The newest first. Without a journal, what is unsaved is all there is.
pub(super) fn history(workspace: &Workspace, cx: &Context) -> ReadResult<Vec<EditHistoryEntry>> {
    cx.check()?;
    let drafts = workspace.drafts();
    let unsaved: Vec<EditHistoryEntry> =
        drafts.edits().rev().map(|edit| entry(workspace, edit)).collect();
    let mut all = match workspace.writer().history() {
        Err(EngineError::NoJournal) if !unsaved.is_empty() => Vec::new(),
        written => written?,
    };
    all.extend(unsaved);
    all.sort_by_key(|entry| std::cmp::Reverse(entry.time));
    Ok(Reading::from_files(all))
}

fn entry(workspace: &Workspace, edit: &KeptEdit) -> EditHistoryEntry {
    EditHistoryEntry {
        handle: edit.handle.clone(),
        label: edit.label.clone(),
        time: edit.time,
        state: if edit.undone.is_some() { EditState::Undone } else { EditState::Done },
        files: edit.files.iter().map(|file| workspace.engine_path(&file.path)).collect(),
        undone: None,
        unsaved_of: Some(edit.owner.to_string()),
    }
}

pub(super) fn undo_or_redo(
    workspace: &Workspace,
    handle: Option<&str>,
    dry_run: bool,
    direction: UndoDirection,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    let _turn = workspace.turn(cx)?;
    if let Some(edit) = find_edit(workspace, handle, direction, cx)? {
        return reverse_edit(workspace, &edit, direction, dry_run, cx);
    }
    let changes = Cell::default();
    let check = |files: &[FileChange]| {
        check_all_saved(workspace, files, direction.verb(), cx)?;
        workspace.format().refresh(cx)?;
        changes.set(workspace.format().compare(files, cx)?);
        Ok(())
    };
    let edited = workspace.writer().undo_or_redo(direction, handle, dry_run, cx, check)?;
    match (&edited.handle, direction) {
        _ if dry_run => {}
        (_, UndoDirection::Undo) => workspace.entry_undone(),
        (Some(handle), UndoDirection::Redo) => workspace.entry_written(handle, []),
        (None, UndoDirection::Redo) => {}
    }
    Ok(Reading::from_files(EditOutcome { changes: changes.take(), ..edited }))
}

/// Files with unsaved changes are not undone or redone on the disk.
fn check_all_saved(
    workspace: &Workspace,
    files: &[FileChange],
    what: &str,
    cx: &Context,
) -> Result<(), EngineError> {
    let drafts = workspace.drafts();
    let paths = files.iter().map(|file| file.path.clone()).collect();
    let what_owned = || format!("The {what}");
    let work = ownership::of_others(workspace, &drafts, &paths, cx.owner())?;
    if !work.is_empty() {
        return Err(EngineError::UnsavedChanges { what: what_owned(), work });
    }
    if let Some(file) = files.iter().find(|file| drafts.contains(&file.path)) {
        let path = workspace.engine_path(&file.path);
        return Err(refused(what, format!("'{path}' has unsaved changes in memory")));
    }
    restored::show_or_refuse(workspace, &paths, what_owned, &cx.including_others(false)).map(drop)
}

/// The unsaved edit that is meant; `None` if it is one that was written.
fn find_edit(
    workspace: &Workspace,
    handle: Option<&str>,
    direction: UndoDirection,
    cx: &Context,
) -> Result<Option<KeptEdit>, EngineError> {
    let drafts = workspace.drafts();
    match handle {
        Some(handle) if !handle.starts_with(UNSAVED_HANDLE) => Ok(None),
        Some(handle) => match drafts.edits().find(|edit| edit.handle == handle) {
            Some(edit) => Ok(Some(edit.clone())),
            None => Err(refused(direction.verb(), workspace.missing_edit_reason(handle))),
        },
        None if direction == UndoDirection::Undo => last_made(workspace, &drafts, cx),
        None => Ok(last_undone(workspace, &drafts, cx)),
    }
}

fn may_take(edit: &KeptEdit, cx: &Context) -> bool {
    edit.owner == *cx.owner() || cx.includes_others()
}

/// The caller's newest, unless something was written after it.
fn last_made(
    workspace: &Workspace,
    drafts: &Drafts,
    cx: &Context,
) -> Result<Option<KeptEdit>, EngineError> {
    let mut own = drafts.edits().rev().filter(|edit| may_take(edit, cx));
    let Some(edit) = own.find(|edit| edit.undone.is_none()) else { return Ok(None) };
    let written = match workspace.writer().history() {
        Err(EngineError::NoJournal) => Vec::new(),
        written => written?,
    };
    let newest = written.iter().find(|entry| entry.state == EditState::Done);
    let is_older = newest.is_some_and(|entry| match workspace.written_at(&entry.handle) {
        Some(at) => at > edit.made,
        None => entry.time > edit.time,
    });
    Ok((!is_older).then(|| edit.clone()))
}

/// The edit that the caller undid last, unless the caller has edited since, or an entry of the journal was
/// written or undone.
fn last_undone(workspace: &Workspace, drafts: &Drafts, cx: &Context) -> Option<KeptEdit> {
    let own = || drafts.edits().filter(|edit| may_take(edit, cx));
    let made = own().filter(|edit| edit.undone.is_none()).map(|edit| edit.made).max();
    let undone = own().filter(|edit| made.is_none_or(|made| edit.made > made));
    let edit = undone.filter(|edit| edit.undone.is_some()).max_by_key(|edit| edit.undone)?;
    (edit.undone > Some(workspace.last_entry())).then(|| edit.clone())
}

/// Undoes or redoes an unsaved edit.
fn reverse_edit(
    workspace: &Workspace,
    edit: &KeptEdit,
    direction: UndoDirection,
    dry_run: bool,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    let drafts = workspace.drafts();
    let is_undo = direction == UndoDirection::Undo;
    check_reversible(workspace, &drafts, edit, direction, cx)?;
    let change = |file: &KeptFileChange| {
        let (from, to) =
            if is_undo { (&file.after, &file.before) } else { (&file.before, &file.after) };
        FileChange { path: file.path.clone(), before: bytes(from), after: bytes(to) }
    };
    let files: Vec<FileChange> = edit.files.iter().map(change).collect();
    for file in &files {
        check_content(workspace, &drafts, file)?;
    }
    let changes = workspace.format().compare(&files, cx)?;
    let shown = workspace.writer().describe_plan(EditPlan { files, ..EditPlan::default() });
    let mut edited = EditOutcome { changes, ..shown };
    if !dry_run {
        if !is_undo {
            let paths = edit.files.iter().map(|file| file.path.as_str());
            workspace.writer().check_guard(paths, cx)?;
        }
        let permit = cx.begin_commit()?;
        match direction {
            UndoDirection::Undo => records::remove(workspace, [edit.handle.as_str()])?,
            UndoDirection::Redo => records::add(workspace, edit)?,
        }
        workspace.root().unsaved().change(|drafts| drafts.set_undone(&edit.handle, is_undo));
        permit.written();
        edited.handle = Some(edit.handle.clone());
    }
    Ok(Reading::from_files(edited))
}

fn check_reversible(
    workspace: &Workspace,
    drafts: &Drafts,
    edit: &KeptEdit,
    direction: UndoDirection,
    cx: &Context,
) -> Result<(), EngineError> {
    let what = || format!("The {} of '{}'", direction.verb(), edit.handle);
    if edit.undone.is_some() != (direction == UndoDirection::Redo) {
        let reason =
            if edit.undone.is_some() { "it is undone already" } else { "it is not undone" };
        return Err(refused(what(), reason));
    }
    let touched = edit.files.iter().map(|file| file.path.clone()).collect();
    ownership::may_touch(workspace, drafts, &touched, what, cx)?;
    if !may_take(edit, cx) {
        return Err(refused(what(), format!("it is of {}", edit.owner)));
    }
    let since = drafts.edits_of(&touched).filter(|other| other.handle != edit.handle);
    // An edit that is redone keeps its place, so that `made` gives the order.
    match since.filter(|other| other.made > edit.made).last() {
        None => Ok(()),
        Some(newer) => {
            let reason = format!("a later unsaved edit, '{}', changed the same file", newer.handle);
            Err(refused(what(), reason))
        }
    }
}

/// Fails unless the file has the content that the edit left (or, for a redo, found).
fn check_content(
    workspace: &Workspace,
    drafts: &Drafts,
    file: &FileChange,
) -> Result<(), EngineError> {
    let now = match drafts.content(&file.path) {
        Some(content) => content.map(<[u8]>::to_vec),
        None if file.path.is_pseudo_scene() => None,
        None => workspace.root().read_disk_if_exists(&file.path)?,
    };
    match now == file.before {
        true => Ok(()),
        false => Err(workspace.writer().changed_error(
            &file.path,
            file.before.as_deref(),
            now.as_deref(),
        )),
    }
}
