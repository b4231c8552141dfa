//! Sentences about interrupted changes, for people and agents.

use scenewright_model::{
    EditAction, FileState, Recovery, RecoveryDirection, RecoveryOutcome, RecoveryPlan,
    UnfinishedEdit, UnfinishedFile,
};

use crate::logs::Utc;

/// Further files are only counted.
const MAX_NAMED_FILES: usize = 10;

/// The unfinished change, what will happen to it, and how a person can decide.
pub fn unfinished_sentence(edit: &UnfinishedEdit) -> String {
    let subject = subject(edit);
    let handle = &edit.handle;
    let rest = match edit.plan {
        RecoveryPlan::Discard => {
            "none of its files has changed; the next change discards it".to_owned()
        }
        RecoveryPlan::Complete => {
            "all of its files are written; the next change completes it".to_owned()
        }
        RecoveryPlan::RollBack => format!(
            "some of its files are written ({}); the next change rolls it back, or resolve it now with `scenewright recover --back` or `--forward`",
            files(edit)
        ),
        RecoveryPlan::Conflict => format!(
            "some of its files have changed since ({}); resolve it with `scenewright recover --handle {handle} --back` or `--forward`",
            files(edit)
        ),
    };
    format!("{subject} was interrupted: {rest}.")
}

/// How the change was recovered.
pub fn recovery_sentence(recovery: &Recovery) -> String {
    let subject = subject(&recovery.edit);
    let handle = &recovery.edit.handle;
    let rest = match &recovery.outcome {
        RecoveryOutcome::Discarded => {
            "none of its files had changed, and it was discarded".to_owned()
        }
        RecoveryOutcome::RolledBack { files } => {
            format!("it was rolled back: {} got the old content", list(files))
        }
        RecoveryOutcome::Completed => {
            "all of its files were written, and it is complete".to_owned()
        }
        RecoveryOutcome::Conflict => format!(
            "some of its files have changed since ({}) and were not touched; resolve it with `scenewright recover --handle {handle} --back` or `--forward`",
            files(&recovery.edit)
        ),
        RecoveryOutcome::Failed { reason } => {
            format!("it could not be rolled back yet ({reason}); the next change tries again")
        }
        RecoveryOutcome::Resolved { direction, files, kept } => resolved(*direction, files, kept),
        RecoveryOutcome::SetAside { reason } => {
            format!("{reason}; its files were not touched, and it is no longer listed")
        }
    };
    format!("{subject} had been interrupted: {rest}.")
}

fn resolved(direction: RecoveryDirection, files: &[String], kept: &Option<String>) -> String {
    let content = match direction {
        RecoveryDirection::Forward => "new",
        RecoveryDirection::Back => "old",
    };
    let written = match files.is_empty() {
        true => format!("all of its files have the {content} content"),
        false => format!("{} got the {content} content", list(files)),
    };
    match kept {
        Some(handle) => format!("{written}; `scenewright undo {handle}` restores what they had"),
        None => written,
    }
}

/// One file of an unfinished change, for a list.
pub fn unfinished_file(file: &UnfinishedFile) -> String {
    let has = match &file.state {
        FileState::Old => "old".to_owned(),
        FileState::New => "new".to_owned(),
        FileState::Other { size: None, .. } => "other: no such file".to_owned(),
        FileState::Other { size: Some(size), time: None } => format!("other: {size} bytes"),
        FileState::Other { size: Some(size), time: Some(time) } => {
            format!("other: {size} bytes of {}", Utc(*time))
        }
        FileState::Unreadable { reason } => format!("cannot be read: {reason}"),
    };
    format!("{} ({has})", file.path)
}

fn subject(edit: &UnfinishedEdit) -> String {
    let what = match edit.action {
        EditAction::Edit => "The change",
        EditAction::Undo => "The undo of",
        EditAction::Redo => "The redo of",
    };
    format!("{what} '{}' ({}, {})", edit.label, edit.handle, Utc(edit.time))
}

fn files(edit: &UnfinishedEdit) -> String {
    let files: Vec<String> = edit.files.iter().map(unfinished_file).collect();
    list(&files)
}

fn list(items: &[String]) -> String {
    let named =
        items.iter().take(MAX_NAMED_FILES).map(String::as_str).collect::<Vec<_>>().join(", ");
    match items.len().checked_sub(MAX_NAMED_FILES) {
        None | Some(0) => named,
        Some(more) => format!("{named} and {more} more"),
    }
}
