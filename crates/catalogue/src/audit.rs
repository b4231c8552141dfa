//! The audit log.
//!
//! Invariant: a call that is meant to change the project has one line for each outcome, including
//! one after the deadline. A dry run changes nothing and has none.

use serde_json::{Map, Value};

use crate::call::CallResult;
use crate::definition::{DRY_RUN, Definition};
use crate::levels::SafetyLevel;

/// Longer texts in the arguments are shortened.
const MAX_TEXT_CHARS: usize = 60;
/// The same for all arguments together.
const MAX_LINE_CHARS: usize = 240;

/// What is known before the call runs.
pub(crate) struct AuditRecord {
    tool: &'static str,
    arguments: String,
}

impl AuditRecord {
    /// `None` for a call that cannot change anything.
    pub(crate) fn for_call(
        definition: &Definition,
        arguments: &Map<String, Value>,
    ) -> Option<AuditRecord> {
        let is_dry = arguments.get(DRY_RUN) == Some(&Value::Bool(true));
        if definition.safety == SafetyLevel::ReadOnly || is_dry {
            return None;
        }
        Some(AuditRecord::new(definition.id, arguments))
    }

    pub(crate) fn new(tool: &'static str, arguments: &Map<String, Value>) -> AuditRecord {
        let shown = shorten_texts(&Value::Object(arguments.clone())).to_string();
        AuditRecord { tool, arguments: truncate(&shown, MAX_LINE_CHARS) }
    }

    pub(crate) fn tool(&self) -> &'static str {
        self.tool
    }

    /// The handle comes first, so that a long line does not lose it.
    pub(crate) fn line(&self, outcome: &CallResult) -> String {
        match outcome {
            Ok(answer) if answer.is_repeat => {
                let AuditRecord { tool, arguments } = self;
                format!("{tool} repeated, nothing was done again: {arguments}")
            }
            Ok(answer) => self.done(answer.undo_handle()),
            Err(failure) => self.failed(&failure.reason()),
        }
    }

    pub(crate) fn done(&self, undo_handle: Option<&str>) -> String {
        let AuditRecord { tool, arguments } = self;
        match undo_handle {
            Some(handle) => format!("{tool} ok, undo handle {handle}: {arguments}"),
            None => format!("{tool} ok: {arguments}"),
        }
    }

    pub(crate) fn failed(&self, reason: &str) -> String {
        let AuditRecord { tool, arguments } = self;
        format!("{tool} failed: {arguments}: {}", truncate(reason, MAX_LINE_CHARS))
    }
}

/// Texts are shortened one by one, so that the names of all arguments stay. The wire limits the
/// depth of arguments.
fn shorten_texts(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(truncate(text, MAX_TEXT_CHARS)),
        Value::Array(items) => items.iter().map(shorten_texts).collect(),
        Value::Object(members) => {
            let each = members.iter().map(|(name, value)| (name.clone(), shorten_texts(value)));
            Value::Object(each.collect())
        }
        other => other.clone(),
    }
}

fn truncate(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use scenewright_model::Coverage;

    use crate::call::Answer;
    use crate::editing::EditOutput;
    use crate::failure::Failure;
    use crate::output::Output;

    fn audited(arguments: Value) -> Option<AuditRecord> {
        let all = crate::ops::all().into_iter().flatten().map(|entry| entry.definition);
        let mut all = all.filter(|definition| definition.id == "scene.object.rename");
        AuditRecord::for_call(&all.next().unwrap(), arguments.as_object().unwrap())
    }

    #[test]
    fn a_line_says_what_was_asked_for_and_what_came_of_it() {
        let answer = |output: Value| {
            let output: EditOutput = serde_json::from_value(output).unwrap();
            let output = Output::new(output);
            Ok(Answer {
                output,
                diagnostics: Vec::new(),
                coverage: Coverage::default(),
                source: "files",
                is_repeat: false,
            })
        };
        let call = audited(json!({ "name": "Hero", "scenePath": "s".repeat(80) })).unwrap();
        let path = format!("{}…", "s".repeat(MAX_TEXT_CHARS));
        let arguments = format!("{{\"name\":\"Hero\",\"scenePath\":\"{path}\"}}");
        for (outcome, expected) in [
            (
                answer(json!({ "undoHandle": "h1", "changes": [], "files": [] })),
                "ok, undo handle h1",
            ),
            (answer(json!({ "changes": [], "files": [] })), "ok"),
        ] {
            let expected = format!("scene.object.rename {expected}: {arguments}");
            assert_eq!(call.line(&outcome), expected);
        }
        assert_eq!(
            call.line(&Err(Failure::ConfirmationNeeded { dry_run: false })),
            format!(
                "scene.object.rename failed: {arguments}: {}",
                Failure::ConfirmationNeeded { dry_run: false }
            )
        );
    }

    #[test]
    fn a_dry_run_has_no_line() {
        assert!(audited(json!({ "name": "Hero", "dryRun": true })).is_none());
        assert!(audited(json!({ "name": "Hero", "dryRun": false })).is_some());
    }
}
