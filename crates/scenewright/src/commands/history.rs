//! `scenewright history`, `undo` and `redo`. The user runs them, so they need no `--allow-writes`.

use std::path::Path;

use scenewright_catalogue::{Call, Session};
use serde_json::{Map, Value, json};

use super::call;
use crate::cli::{HistoryArgs, SessionArgs, UndoArgs};
use crate::error::CommandError;
use crate::progress::CallProgress;
use crate::project;
use crate::shell::ShellContext;

pub(crate) fn list(args: &HistoryArgs) -> Result<(), CommandError> {
    let session = open(args.project.as_deref())?;
    let shell = ShellContext::new(args.project.as_deref());
    run(&session, "edit.history", json!({ "limit": args.limit }), args.json, &shell)
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
    let shell = ShellContext::new(args.project.as_deref());
    run(&open(args.project.as_deref())?, tool, arguments, args.json, &shell)
}

fn open(project: Option<&Path>) -> Result<Session, CommandError> {
    project::open(project, &SessionArgs { allow_writes: true, ..SessionArgs::default() })
}

fn run(
    session: &Session,
    tool: &str,
    arguments: Value,
    json: bool,
    shell: &ShellContext,
) -> Result<(), CommandError> {
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
    let mut call = Call::new(tool, arguments);
    let bar = CallProgress::watch(&mut call.progress);
    let outcome = session.call(call);
    drop(bar);
    call::print_outcome(session, tool, outcome, json, shell)
}
