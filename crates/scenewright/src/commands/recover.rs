//! `scenewright recover`: lists interrupted changes, and resolves them as the user decides.

use scenewright_catalogue::{
    EngineAccess, EngineTask, Failure, Session, Utc, recovery_sentence, unfinished_file,
    unfinished_sentence,
};
use scenewright_model::{
    EditAction, FileState, Recovery, RecoveryDirection, RecoveryOutcome, RecoveryPlan,
    UnfinishedEdit, UnfinishedFile, UnsavedWork,
};
use serde_json::{Value, json};

use super::recover_unsaved;
use crate::cli::{RecoverArgs, SessionArgs};
use crate::error::CommandError;
use crate::{print, project};

pub(crate) fn run(args: &RecoverArgs) -> Result<(), CommandError> {
    if let Some(action) = args.unsaved {
        let (scene, overwrite) = (args.scene.as_deref(), args.overwrite);
        return recover_unsaved::run(args.project.as_deref(), action, scene, overwrite);
    }
    let policy = SessionArgs { allow_writes: true, ..SessionArgs::default() };
    let engine = project::engine_access(&project::find(args.project.as_deref())?, &policy)?;
    let session = engine.session();
    let unfinished = chosen(session, args.handle.as_deref())?;
    match (args.forward, args.back) {
        (true, _) => decide(&engine, &unfinished, RecoveryDirection::Forward, args.json),
        (_, true) => decide(&engine, &unfinished, RecoveryDirection::Back, args.json),
        _ => {
            let unsaved = recover_unsaved::left_behind(session)?;
            list(&unfinished, &unsaved, args.json)
        }
    }
}

fn chosen(session: &Session, handle: Option<&str>) -> Result<Vec<UnfinishedEdit>, CommandError> {
    let mut all = session.unfinished();
    if let Some(handle) = handle {
        all.retain(|edit| edit.handle == handle);
        if all.is_empty() {
            let message = format!("no unfinished change has the handle {handle}");
            return Err(CommandError::failed(message).hint("`scenewright recover` lists them"));
        }
    }
    Ok(all)
}

fn list(
    unfinished: &[UnfinishedEdit],
    unsaved: &[UnsavedWork],
    as_json: bool,
) -> Result<(), CommandError> {
    if as_json {
        let all: Vec<Value> = unfinished.iter().map(document).collect();
        let unsaved: Vec<Value> = unsaved.iter().map(recover_unsaved::document).collect();
        return print::out(&json!({ "unfinished": all, "unsaved": unsaved }).to_string());
    }
    if unfinished.is_empty() {
        print::out("Nothing is unfinished.")?;
    }
    for edit in unfinished {
        print::out(&unfinished_sentence(edit))?;
        for file in &edit.files {
            print::out(&format!("  {}", unfinished_file(file)))?;
        }
    }
    if !unfinished.is_empty() {
        print::out(
            "`scenewright recover --back` restores the old content of the files, `--forward` writes the new content.",
        )?;
    }
    for work in unsaved {
        print::out(&format!(
            "{}; {}",
            recover_unsaved::describe(work),
            recover_unsaved::HOW_TO_RECOVER
        ))?;
    }
    Ok(())
}

/// Backwards, the latest change is first.
fn decide(
    engine: &EngineAccess,
    unfinished: &[UnfinishedEdit],
    direction: RecoveryDirection,
    as_json: bool,
) -> Result<(), CommandError> {
    let mut order: Vec<&UnfinishedEdit> = unfinished.iter().collect();
    if direction == RecoveryDirection::Back {
        order.reverse();
    }
    let mut done = Vec::new();
    for edit in order {
        let recovery = resolve(engine, &edit.handle, direction)?;
        if !as_json {
            print::out(&recovery_sentence(&recovery))?;
        }
        done.push(outcome(&recovery));
    }
    match (as_json, done.is_empty()) {
        (true, _) => print::out(&json!({ "recovered": done }).to_string()),
        (false, true) => print::out("Nothing is unfinished."),
        (false, false) => Ok(()),
    }
}

fn resolve(
    engine: &EngineAccess,
    handle: &str,
    direction: RecoveryDirection,
) -> Result<Recovery, CommandError> {
    let handle = handle.to_owned();
    let asked = engine.run(EngineTask::write("recover"), move |engine, cx| {
        let editing = engine.as_editing()?;
        let recovered = editing.recover(&handle, direction, cx).map(|reading| reading.value);
        // The audit log records it.
        cx.report_recoveries(recovered.iter().cloned().collect());
        Some(recovered.map_err(|error| error.to_string()))
    });
    let lacking =
        || Failure::Execution { message: "this engine has no history".into(), hint: None };
    let recovered = asked.wait()?.ok_or_else(lacking)?;
    recovered.map_err(|reason| {
        CommandError::failed(reason).hint("`scenewright recover` lists what is unfinished")
    })
}

fn document(edit: &UnfinishedEdit) -> Value {
    json!({
        "handle": edit.handle,
        "label": edit.label,
        "time": Utc(edit.time).to_string(),
        "action": match edit.action {
            EditAction::Edit => "edit",
            EditAction::Undo => "undo",
            EditAction::Redo => "redo",
        },
        "plan": match edit.plan {
            RecoveryPlan::Discard => "discard",
            RecoveryPlan::RollBack => "take-back",
            RecoveryPlan::Complete => "complete",
            RecoveryPlan::Conflict => "conflict",
        },
        "files": edit.files.iter().map(file).collect::<Vec<Value>>(),
    })
}

fn file(file: &UnfinishedFile) -> Value {
    let path = &file.path;
    match &file.state {
        FileState::Old => json!({ "path": path, "has": "old" }),
        FileState::New => json!({ "path": path, "has": "new" }),
        FileState::Other { size, time } => json!({
            "path": path,
            "has": "other",
            "size": size,
            "time": time.map(|time| Utc(time).to_string()),
        }),
        FileState::Unreadable { reason } => {
            json!({ "path": path, "has": "unreadable", "reason": reason })
        }
    }
}

fn outcome(recovery: &Recovery) -> Value {
    let mut document = document(&recovery.edit);
    match &recovery.outcome {
        RecoveryOutcome::Resolved { files, kept, .. } => {
            document["written"] = json!(files);
            document["undoHandle"] = json!(kept);
        }
        RecoveryOutcome::SetAside { reason } => document["setAside"] = json!(reason),
        _ => {}
    }
    document
}
