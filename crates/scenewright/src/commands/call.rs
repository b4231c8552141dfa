//! `scenewright call TOOL_ID`: runs one tool through the same session as every server.

use std::io::{self, Read};

use scenewright_catalogue::{Answer, Call, Diagnostic, Failure, Output, Session};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::cli::CallArgs;
use crate::error::CommandError;
use crate::progress::CallProgress;
use crate::{print, project, render};

pub(crate) fn run(args: &CallArgs) -> Result<(), CommandError> {
    let session = project::open(args.project.as_deref(), &args.session)?;
    project::warn_about_unfinished(&session);
    let mut arguments = json_arguments(args.json_arguments.as_deref())?;
    for pair in &args.args {
        let (name, value) = pair.split_once('=').ok_or_else(|| {
            CommandError::usage(format!("--arg {pair} has no '='")).hint("write --arg key=value")
        })?;
        arguments.insert(name.to_owned(), typed_argument(&session, &args.tool, name, value));
    }
    let mut call = Call::new(&args.tool, arguments);
    let bar = CallProgress::watch(&mut call.progress);
    let outcome = session.call(call);
    drop(bar);
    print_outcome(&session, &args.tool, outcome, args.json || !print::to_person())
}

/// Prints the outcome of a call, for people or as JSON.
pub(crate) fn print_outcome(
    session: &Session,
    tool: &str,
    outcome: Result<Answer, Failure>,
    as_document: bool,
) -> Result<(), CommandError> {
    if !as_document {
        return print_answer(session, tool, &outcome?);
    }
    match outcome {
        Ok(answer) => print::out_json(&as_json(tool, &answer)?),
        Err(failure) => {
            let error = CommandError::from(failure);
            let document = json!({ "message": error.message, "hint": error.hint });
            print::out_json(&json!({ "tool": tool, "error": document }).to_string())?;
            Err(error)
        }
    }
}

/// Prints the answer for people, and its diagnostics as notes.
pub(crate) fn print_answer(
    session: &Session,
    tool: &str,
    answer: &Answer,
) -> Result<(), CommandError> {
    let output: Value = serde_json::from_str(answer.output.get())
        .map_err(|error| CommandError::failed(format!("cannot show the answer: {error}")))?;
    let presentation = session.describe(tool).map(|definition| definition.presentation);
    print::out(render::render_answer(presentation.unwrap_or_default(), tool, &output).trim_end())?;
    for diagnostic in &answer.diagnostics {
        print::note(diagnostic);
    }
    Ok(())
}

/// The result object of the EditorMCP envelope, and the source of the answer.
#[derive(Serialize)]
struct CallDocument<'a> {
    tool: &'a str,
    output: &'a Output,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    diagnostics: &'a [Diagnostic],
    source: &'a str,
}

/// The output is passed through as it is: that of a large scene takes many times its length as values.
fn as_json(tool: &str, answer: &Answer) -> Result<String, CommandError> {
    let Answer { output, diagnostics, source, .. } = answer;
    let document = CallDocument { tool, output, diagnostics, source };
    serde_json::to_string(&document)
        .map_err(|error| CommandError::failed(format!("cannot show the answer: {error}")))
}

fn json_arguments(text: Option<&str>) -> Result<Map<String, Value>, CommandError> {
    let text = match text {
        None => return Ok(Map::new()),
        Some("-") => {
            let mut text = String::new();
            io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| CommandError::failed(format!("cannot read stdin: {error}")))?;
            text
        }
        Some(text) => text.to_owned(),
    };
    serde_json::from_str(&text).map_err(|error| {
        CommandError::usage(format!("the arguments are not a JSON object: {error}"))
            .hint("write '{\"key\": \"value\"}' in single quotes, or use --arg key=value")
    })
}

/// Converts a `--arg` value to the type of its parameter. A value that does not fit remains a string, and the
/// session reports what is wrong with it.
fn typed_argument(session: &Session, tool: &str, name: &str, text: &str) -> Value {
    let kind = session
        .describe(tool)
        .ok()
        .and_then(|definition| definition.input_schema["properties"][name]["type"].as_str());
    match kind {
        Some("string") | None => Value::from(text),
        Some(_) => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
    }
}
