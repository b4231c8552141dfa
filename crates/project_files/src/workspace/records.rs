//! The records of unsaved changes beside the journal.
//!
//! Invariant: they say the same as the memory. An edit is recorded before it is acknowledged.

use std::collections::BTreeSet;

use scenewright_engine::{ChangeOwner, EngineError};
use scenewright_journal::JournalError;
use scenewright_model::ProjectPath;

use super::Workspace;
use crate::unsaved::{Drafts, KeptEdit};

/// Records an edit, or what is left of it. It is on the disk when this returns.
pub(super) fn add(workspace: &Workspace, edit: &KeptEdit) -> Result<(), EngineError> {
    match (workspace.writer().unsaved()?, edit.to_record()) {
        (Some(store), Some(record)) => checked(workspace, store.add(&record)),
        _ => Ok(()),
    }
}

pub(super) fn remove<'h>(
    workspace: &Workspace,
    handles: impl IntoIterator<Item = &'h str>,
) -> Result<(), EngineError> {
    match workspace.writer().unsaved()? {
        Some(store) => checked(workspace, store.remove(handles)),
        None => Ok(()),
    }
}

/// Changes the owner of edits.
pub(super) fn set_owner(
    workspace: &Workspace,
    drafts: &Drafts,
    handles: &BTreeSet<String>,
    owner: &ChangeOwner,
) -> Result<(), EngineError> {
    for edit in drafts.edits().filter(|edit| handles.contains(&edit.handle)) {
        add(workspace, &KeptEdit { owner: owner.clone(), ..edit.clone() })?;
    }
    Ok(())
}

/// The changes of these files were saved or discarded.
pub(super) fn forget(
    workspace: &Workspace,
    drafts: &Drafts,
    paths: &BTreeSet<ProjectPath>,
) -> Result<(), EngineError> {
    let mut gone = Vec::new();
    let touched: Vec<&KeptEdit> = drafts.edits_of(paths).collect();
    // The newest first: if the process is killed here, the edits that are left are the oldest ones.
    for edit in touched.into_iter().rev() {
        let mut left = edit.clone();
        left.files.retain(|file| !paths.contains(&file.path));
        match left.files.iter().any(|file| !file.path.is_pseudo_scene()) {
            true => add(workspace, &left)?,
            false => gone.push(edit.handle.as_str()),
        }
    }
    if gone.is_empty() { Ok(()) } else { remove(workspace, gone) }
}

fn checked(workspace: &Workspace, done: Result<(), JournalError>) -> Result<(), EngineError> {
    done.map_err(|error| workspace.writer().to_engine_error(error))
}
