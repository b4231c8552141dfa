//! `scenewright history`, `undo` and `redo`. The user runs them, so they need no `--allow-writes`.

use std::path::Path;

use scenewright_catalogue::{Call, Session};
use serde_json::{Map, Value, json};

use super::call;
use crate::cli::{HistoryArgs, SessionArgs, UndoArgs};
use crate::error::CommandError;
use crate::project;

pub(crate) fn list(args: &HistoryArgs) -> Result<(), CommandError> {
    let session = open(args.project.as_deref())?;
    run(&session, "edit.history", json!({ "limit": args.limit }), args.json)
}

pub(crate) fn undo(args: &UndoArgs) -> Result<(), CommandError> {
    undo_or_redo("edit.undo", args)
}

pub(crate) fn redo(args: &UndoArgs) -> Result<(), CommandError> {
    undo_or_redo("edit.redo", args)
}

fn undo_or_redo(tool: &str, args: &UndoArgs) -> Result<(), CommandError> {
    let mut arguments = json!({ "dryRun": args.dry_run, "diff": args.diff });
    if let Some(handle) = &args.handle {
        arguments["handle"] = json!(handle);
    }
    run(&open(args.project.as_deref())?, tool, arguments, args.json)
}

fn open(project: Option<&Path>) -> Result<Session, CommandError> {
    project::open(project, &SessionArgs { allow_writes: true, ..SessionArgs::default() })
}

fn run(session: &Session, tool: &str, arguments: Value, json: bool) -> Result<(), CommandError> {
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    let outcome = session.call(Call::new(tool, arguments));
    call::print_outcome(session, tool, outcome, json)
}
