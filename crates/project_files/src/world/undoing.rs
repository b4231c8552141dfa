//! What was done, and back: in memory for what is unsaved, through the journal for what was written.

use std::cell::Cell;

use scenewright_engine::{Context, EngineError, ReadResult, Reading};
use scenewright_journal::UNSAVED_HANDLE;
use scenewright_model::{EditHistoryEntry, EditOutcome, EditPlan, EditState, FileChange};

use super::saving::bytes;
use super::scenes::on_disk;
use super::{Host, ownership, records, refused, restored};
use crate::unsaved::{Drafts, KeptEdit, is_pseudo};

#[derive(Debug, Clone, Copy, PartialEq)]
enum UndoDirection {
    Back,
    Forth,
}

impl UndoDirection {
    fn verb(self) -> &'static str {
        match self {
            UndoDirection::Back => "undo",
            UndoDirection::Forth => "redo",
        }
    }
}

/// The newest first. Without a journal, what is unsaved is all there is.
pub fn history(host: &impl Host, cx: &Context) -> ReadResult<Vec<EditHistoryEntry>> {
    cx.check()?;
    let drafts = host.root().unsaved().snapshot();
    let unsaved: Vec<EditHistoryEntry> =
        drafts.edits().rev().map(|edit| entry(host, edit)).collect();
    let mut all = match host.writer().history() {
        Err(EngineError::NoJournal) if !unsaved.is_empty() => Vec::new(),
        written => written?,
    };
    all.extend(unsaved);
    all.sort_by_key(|entry| std::cmp::Reverse(entry.time));
    Ok(Reading::from_files(all))
}

fn entry(host: &impl Host, edit: &KeptEdit) -> EditHistoryEntry {
    EditHistoryEntry {
        handle: edit.handle.clone(),
        label: edit.label.clone(),
        time: edit.time,
        state: if edit.undone.is_some() { EditState::Undone } else { EditState::Done },
        files: edit.files.iter().map(|file| host.writer().to_engine_path(&file.path)).collect(),
        undone: None,
        unsaved_of: Some(edit.owner.to_string()),
    }
}

pub fn undo(
    host: &impl Host,
    handle: Option<&str>,
    dry_run: bool,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    undo_or_redo(host, handle, dry_run, UndoDirection::Back, cx)
}

pub fn redo(
    host: &impl Host,
    handle: Option<&str>,
    dry_run: bool,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    undo_or_redo(host, handle, dry_run, UndoDirection::Forth, cx)
}

fn undo_or_redo(
    host: &impl Host,
    handle: Option<&str>,
    dry_run: bool,
    direction: UndoDirection,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    let _turn = host.memory().turn(cx)?;
    if let Some(edit) = meant(host, handle, direction, cx)? {
        return turn(host, &edit, direction, dry_run, cx);
    }
    let changes = Cell::default();
    let may_change = |files: &[FileChange]| {
        all_saved(host, files, direction.verb(), cx)?;
        host.refresh(cx)?;
        changes.set(host.compared(files, cx)?);
        Ok(())
    };
    let edited = match direction {
        UndoDirection::Back => host.writer().undo(handle, dry_run, cx, may_change)?,
        UndoDirection::Forth => host.writer().redo(handle, dry_run, cx, may_change)?,
    };
    match (&edited.handle, direction) {
        _ if dry_run => {}
        (_, UndoDirection::Back) => host.memory().entry_undone(host),
        (Some(handle), UndoDirection::Forth) => host.memory().entry_written(host, handle, []),
        (None, UndoDirection::Forth) => {}
    }
    Ok(Reading::from_files(EditOutcome { changes: changes.take(), ..edited }))
}

/// Under unsaved changes the disk is not turned over.
fn all_saved(
    host: &impl Host,
    files: &[FileChange],
    what: &str,
    cx: &Context,
) -> std::result::Result<(), EngineError> {
    let drafts = host.root().unsaved().snapshot();
    let paths = files.iter().map(|file| file.path.clone()).collect();
    let what_owned = || format!("The {what}");
    let work = ownership::of_others(host, &drafts, &paths, cx.owner())?;
    if !work.is_empty() {
        return Err(EngineError::UnsavedChanges { what: what_owned(), work });
    }
    if let Some(file) = files.iter().find(|file| drafts.contains(&file.path)) {
        let path = host.writer().to_engine_path(&file.path);
        return Err(refused(what, format!("'{path}' has unsaved changes in memory")));
    }
    restored::show_or_refuse(host, &paths, what_owned, &cx.including_others(false)).map(drop)
}

/// The unsaved edit that is meant; `None` if it is one that was written.
fn meant(
    host: &impl Host,
    handle: Option<&str>,
    direction: UndoDirection,
    cx: &Context,
) -> std::result::Result<Option<KeptEdit>, EngineError> {
    let drafts = host.root().unsaved().snapshot();
    match handle {
        Some(handle) if !handle.starts_with(UNSAVED_HANDLE) => Ok(None),
        Some(handle) => match drafts.edits().find(|edit| edit.handle == handle) {
            Some(edit) => Ok(Some(edit.clone())),
            None => Err(refused(direction.verb(), host.memory().fate(handle))),
        },
        None if direction == UndoDirection::Back => last_made(host, &drafts, cx),
        None => Ok(last_undone(host, &drafts, cx)),
    }
}

fn is_meant(edit: &KeptEdit, cx: &Context) -> bool {
    edit.owner == *cx.owner() || cx.includes_others()
}

/// The caller's newest, unless something was written after it.
fn last_made(
    host: &impl Host,
    drafts: &Drafts,
    cx: &Context,
) -> std::result::Result<Option<KeptEdit>, EngineError> {
    let mut own = drafts.edits().rev().filter(|edit| is_meant(edit, cx));
    let Some(edit) = own.find(|edit| edit.undone.is_none()) else { return Ok(None) };
    let written = match host.writer().history() {
        Err(EngineError::NoJournal) => Vec::new(),
        written => written?,
    };
    let newest = written.iter().find(|entry| entry.state == EditState::Done);
    let is_older = newest.is_some_and(|entry| match host.memory().written_at(&entry.handle) {
        Some(at) => at > edit.made,
        None => entry.time > edit.time,
    });
    Ok((!is_older).then(|| edit.clone()))
}

/// What the caller took back last, unless the caller has done something since, or an entry of the
/// journal was written or undone.
fn last_undone(host: &impl Host, drafts: &Drafts, cx: &Context) -> Option<KeptEdit> {
    let own = || drafts.edits().filter(|edit| is_meant(edit, cx));
    let made = own().filter(|edit| edit.undone.is_none()).map(|edit| edit.made).max();
    let undone = own().filter(|edit| made.is_none_or(|made| edit.made > made));
    let edit = undone.filter(|edit| edit.undone.is_some()).max_by_key(|edit| edit.undone)?;
    (edit.undone > Some(host.memory().last_entry())).then(|| edit.clone())
}

/// Takes an unsaved edit back, or does it again.
fn turn(
    host: &impl Host,
    edit: &KeptEdit,
    direction: UndoDirection,
    dry_run: bool,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    let drafts = host.root().unsaved().snapshot();
    let is_undo = direction == UndoDirection::Back;
    may_turn(host, &drafts, edit, direction, cx)?;
    let change = |file: &crate::unsaved::KeptFileChange| {
        let (from, to) =
            if is_undo { (&file.after, &file.before) } else { (&file.before, &file.after) };
        FileChange { path: file.path.clone(), before: bytes(from), after: bytes(to) }
    };
    let files: Vec<FileChange> = edit.files.iter().map(change).collect();
    for file in &files {
        is_as_left(host, &drafts, file)?;
    }
    let changes = host.compared(&files, cx)?;
    let shown = host.writer().describe_plan(EditPlan { files, ..EditPlan::default() });
    let mut edited = EditOutcome { changes, ..shown };
    if !dry_run {
        let permit = cx.begin_commit()?;
        match direction {
            UndoDirection::Back => records::remove(host, [edit.handle.as_str()])?,
            UndoDirection::Forth => records::add(host, edit)?,
        }
        host.root().unsaved().change(|drafts| drafts.turn(&edit.handle, is_undo));
        permit.written();
        edited.handle = Some(edit.handle.clone());
    }
    Ok(Reading::from_files(edited))
}

fn may_turn(
    host: &impl Host,
    drafts: &Drafts,
    edit: &KeptEdit,
    direction: UndoDirection,
    cx: &Context,
) -> std::result::Result<(), EngineError> {
    let what = || format!("The {} of '{}'", direction.verb(), edit.handle);
    if edit.undone.is_some() != (direction == UndoDirection::Forth) {
        let reason =
            if edit.undone.is_some() { "it is undone already" } else { "it is not undone" };
        return Err(refused(what(), reason));
    }
    let touched = edit.files.iter().map(|file| file.path.clone()).collect();
    ownership::may_touch(host, drafts, &touched, what, cx)?;
    if !is_meant(edit, cx) {
        return Err(refused(what(), format!("it is of {}", edit.owner)));
    }
    let since = drafts.edits_of(&touched).filter(|other| other.handle != edit.handle);
    // Those that are done again keep their place, so that it tells the order.
    match since.filter(|other| other.made > edit.made).last() {
        None => Ok(()),
        Some(newer) => {
            let reason = format!("a later unsaved edit, '{}', changed the same file", newer.handle);
            Err(refused(what(), reason))
        }
    }
}

/// The file has what the edit left, or found.
fn is_as_left(
    host: &impl Host,
    drafts: &Drafts,
    file: &FileChange,
) -> std::result::Result<(), EngineError> {
    let now = match drafts.content(&file.path) {
        Some(content) => content.map(<[u8]>::to_vec),
        None if is_pseudo(&file.path) => None,
        None => on_disk(host, &file.path)?,
    };
    match now == file.before {
        true => Ok(()),
        false => {
            Err(host.writer().changed_error(&file.path, file.before.as_deref(), now.as_deref()))
        }
    }
}
