//! `scenewright call TOOL_ID`: runs one tool through the same session as every server.

mod pictures;

use std::io::{self, Read};
use std::path::Path;

use scenewright_catalogue::{Answer, Call, Diagnostic, Failure, Output, Presentation, Session};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::cli::CallArgs;
use crate::error::CommandError;
use crate::progress::CallProgress;
use crate::shell::ShellContext;
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
    pictures::choose_format(&session, &args.tool, args.output.as_deref(), &mut arguments);
    let mut call = Call::new(&args.tool, arguments);
    let bar = CallProgress::watch(&mut call.progress);
    let outcome = session.call(call);
    drop(bar);
    let as_document = args.json || !print::to_person();
    match (&args.output, outcome) {
        (Some(file), Ok(answer)) => write_answer(&session, args, file, &answer, as_document),
        (_, outcome) => {
            let shell = ShellContext::new(args.project.as_deref());
            print_outcome(&session, &args.tool, outcome, as_document, &shell)
        }
    }
}

/// `-o FILE`: the pictures of the answer, or the answer as JSON if it has none.
fn write_answer(
    session: &Session,
    args: &CallArgs,
    file: &Path,
    answer: &Answer,
    as_document: bool,
) -> Result<(), CommandError> {
    let mut output = output_value(answer)?;
    let is_images = presentation(session, &args.tool) == Presentation::Images;
    let written = match is_images {
        true => pictures::write(&mut output, file)?,
        false => vec![write_json(&args.tool, answer, file)?],
    };
    if is_images && as_document {
        let output = Output::new(output);
        let document = CallDocument { output: &output, ..CallDocument::new(&args.tool, answer) };
        return print::out_json(&document.text()?);
    }
    answer.diagnostics.iter().for_each(|diagnostic| print::note(diagnostic));
    written.iter().try_for_each(|line| print::out(line))
}

fn write_json(tool: &str, answer: &Answer, file: &Path) -> Result<String, CommandError> {
    let text = CallDocument::new(tool, answer).text()?;
    std::fs::write(file, text).map_err(|error| {
        CommandError::failed(format!("cannot write {}: {error}", file.display()))
    })?;
    Ok(format!("wrote the answer to {}", print::path(file)))
}

/// Prints the outcome of a call, for people or as JSON.
pub(crate) fn print_outcome(
    session: &Session,
    tool: &str,
    outcome: Result<Answer, Failure>,
    as_document: bool,
    shell: &ShellContext,
) -> Result<(), CommandError> {
    if !as_document {
        return print_answer(session, tool, &outcome?, shell);
    }
    match outcome {
        Ok(answer) if print::to_person() && presentation(session, tool) == Presentation::Images => {
            let mut output = output_value(&answer)?;
            pictures::leave_out(&mut output);
            let output = Output::new(output);
            print::out_json(
                &CallDocument { output: &output, ..CallDocument::new(tool, &answer) }.text()?,
            )
        }
        Ok(answer) => print::out_json(&CallDocument::new(tool, &answer).text()?),
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
    shell: &ShellContext,
) -> Result<(), CommandError> {
    let mut output = output_value(answer)?;
    let presentation = presentation(session, tool);
    if presentation == Presentation::Images {
        pictures::show(&mut output)?;
    }
    print::out(render::render_answer(presentation, tool, &output, shell).trim_end())?;
    for diagnostic in &answer.diagnostics {
        print::note(diagnostic);
    }
    Ok(())
}

fn presentation(session: &Session, tool: &str) -> Presentation {
    session.describe(tool).map(|definition| definition.presentation).unwrap_or_default()
}

fn output_value(answer: &Answer) -> Result<Value, CommandError> {
    serde_json::from_str(answer.output.get()).map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> CommandError {
    CommandError::failed(format!("cannot show the answer: {error}"))
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

impl<'a> CallDocument<'a> {
    fn new(tool: &'a str, answer: &'a Answer) -> CallDocument<'a> {
        let Answer { output, diagnostics, source, .. } = answer;
        CallDocument { tool, output, diagnostics, source }
    }

    /// The output is passed through as it is: that of a large scene takes many times its length as values.
    fn text(&self) -> Result<String, CommandError> {
        serde_json::to_string(self).map_err(unreadable)
    }
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
