//! Completes values that only the program knows: tools, their arguments, kinds of findings and the project's
//! scenes. A shell runs the program with [`VARIABLE`] set and the words of the command line after `--`.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use clap::CommandFactory;
use clap_complete::CompleteEnv;
use clap_complete::engine::CompletionCandidate;
use scenewright_catalogue::{Call, Definition};
use scenewright_model::FindingKind;
use serde_json::{Map, Value};

use crate::cli::{Cli, SessionArgs};
use crate::project;

pub(crate) const VARIABLE: &str = "SCENEWRIGHT_COMPLETE";

/// A person is waiting for the shell.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Answers a shell that asks for completions, and exits; otherwise returns.
pub(crate) fn answer_shell() {
    CompleteEnv::with_factory(Cli::command).var(VARIABLE).complete();
}

pub(crate) fn tools(current: &OsStr) -> Vec<CompletionCandidate> {
    let Ok(catalogue) = project::catalogue() else { return Vec::new() };
    let candidate =
        |tool: &Definition| CompletionCandidate::new(tool.id).help(Some(tool.name.into()));
    starting_with(current, catalogue.definitions().map(candidate))
}

pub(crate) fn kinds(current: &OsStr) -> Vec<CompletionCandidate> {
    starting_with(current, FindingKind::all().map(|kind| CompletionCandidate::new(kind.as_str())))
}

/// `KEY=VALUE` for the tool that the command line names.
pub(crate) fn arguments(current: &OsStr) -> Vec<CompletionCandidate> {
    let words = Words::of_shell();
    let Some(schema) = words.tool().and_then(|tool| parameters(&tool)) else { return Vec::new() };
    let text = current.to_string_lossy();
    let candidates: Vec<String> = match text.split_once('=') {
        None => schema.keys().map(|key| format!("{key}=")).collect(),
        Some((key, _)) => {
            let values = schema.get(key).map(|schema| values(key, schema, &words));
            values.unwrap_or_default().into_iter().map(|value| format!("{key}={value}")).collect()
        }
    };
    starting_with(current, candidates.into_iter().map(CompletionCandidate::new))
}

fn parameters(tool: &str) -> Option<Map<String, Value>> {
    let catalogue = project::catalogue().ok()?;
    catalogue.get(tool).ok()?.input_schema["properties"].as_object().cloned()
}

fn values(key: &str, schema: &Value, words: &Words) -> Vec<String> {
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    }
    match (key, schema["type"].as_str()) {
        (_, Some("boolean")) => vec!["true".to_owned(), "false".to_owned()],
        ("scenePath", _) => scenes(words).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The project's scenes, if they can be listed soon.
fn scenes(words: &Words) -> Option<Vec<String>> {
    let found = project::find(words.project().as_deref()).ok()?;
    let args = SessionArgs { timeout: TIMEOUT, ..SessionArgs::default() };
    let session = project::files_session(&found, &args).ok()?;
    let answer = session.call(Call::new("project.scenes.list", Map::new())).ok()?;
    let output: Value = serde_json::from_str(answer.output.get()).ok()?;
    let scenes = output["scenes"].as_array()?;
    Some(scenes.iter().filter_map(|scene| scene["path"].as_str()).map(str::to_owned).collect())
}

fn starting_with(
    current: &OsStr,
    candidates: impl Iterator<Item = CompletionCandidate>,
) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    let fits = |candidate: &CompletionCandidate| {
        candidate.get_value().to_string_lossy().starts_with(current.as_ref())
    };
    candidates.filter(fits).collect()
}

/// The command line that is being completed.
struct Words(Vec<String>);

impl Words {
    fn of_shell() -> Words {
        let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        Words(words.skip_while(|word| word != "--").skip(1).collect())
    }

    /// The first word after `call` that is no option.
    fn tool(&self) -> Option<String> {
        let after = self.0.iter().skip_while(|word| *word != "call").skip(1);
        after.into_iter().find(|word| !word.starts_with('-')).cloned()
    }

    fn project(&self) -> Option<PathBuf> {
        let at = self.0.iter().position(|word| word == "--project")?;
        self.0.get(at + 1).map(PathBuf::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(candidates: Vec<CompletionCandidate>) -> Vec<String> {
        let text = |it: &CompletionCandidate| it.get_value().to_string_lossy().into_owned();
        candidates.iter().map(text).collect()
    }

    #[test]
    fn tools_and_kinds_come_from_their_lists() {
        assert_eq!(texts(tools(OsStr::new("scene.hierarchy.d"))), ["scene.hierarchy.dump"]);
        assert_eq!(texts(kinds(OsStr::new("missing-sc"))), ["missing-script"]);
        assert!(tools(OsStr::new("no such")).is_empty());
    }

    #[test]
    fn the_command_line_names_the_tool_and_the_project() {
        let words = |line: &str| Words(line.split(' ').map(str::to_owned).collect());
        let line =
            words("scenewright --log debug call scene.hierarchy.dump --project game --arg s");
        assert_eq!(line.tool().as_deref(), Some("scene.hierarchy.dump"));
        assert_eq!(line.project(), Some(PathBuf::from("game")));
        assert_eq!(words("scenewright tools").tool(), None);
    }
}
