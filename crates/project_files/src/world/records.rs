//! What is unsaved, and its records beside the journal: both say the same.

use std::collections::BTreeSet;

use scenewright_engine::{ChangeOwner, EngineError};
use scenewright_journal::JournalError;

use super::Host;
use crate::unsaved::{Drafts, KeptEdit, is_pseudo};

type Result<T> = std::result::Result<T, EngineError>;

/// Keeps an edit, or what is left of it. It is on the disk when this returns.
pub(super) fn add(host: &impl Host, edit: &KeptEdit) -> Result<()> {
    match (host.writer().unsaved()?, edit.to_record()) {
        (Some(store), Some(record)) => told(host, store.add(&record)),
        _ => Ok(()),
    }
}

pub(super) fn remove<'h>(
    host: &impl Host,
    handles: impl IntoIterator<Item = &'h str>,
) -> Result<()> {
    match host.writer().unsaved()? {
        Some(store) => told(host, store.remove(handles)),
        None => Ok(()),
    }
}

/// Changes whose edits are.
pub(super) fn give(
    host: &impl Host,
    drafts: &Drafts,
    handles: &BTreeSet<String>,
    to: &ChangeOwner,
) -> Result<()> {
    for edit in drafts.edits().filter(|edit| handles.contains(&edit.handle)) {
        add(host, &KeptEdit { owner: to.clone(), ..edit.clone() })?;
    }
    Ok(())
}

/// What was done to these files is saved, or given up.
pub(super) fn forget(host: &impl Host, drafts: &Drafts, paths: &BTreeSet<String>) -> Result<()> {
    let mut gone = Vec::new();
    let touched: Vec<&KeptEdit> = drafts.edits_of(paths).collect();
    // The newest first: what is left after a kill begins at the beginning.
    for edit in touched.into_iter().rev() {
        let mut left = edit.clone();
        left.files.retain(|file| !paths.contains(&file.path));
        match left.files.iter().any(|file| !is_pseudo(&file.path)) {
            true => add(host, &left)?,
            false => gone.push(edit.handle.as_str()),
        }
    }
    if gone.is_empty() { Ok(()) } else { remove(host, gone) }
}

fn told(host: &impl Host, done: std::result::Result<(), JournalError>) -> Result<()> {
    done.map_err(|refused| host.writer().into_engine_error(refused))
}
