//! The question to the user: the call, and the result of its dry run.

use rmcp::ErrorData;
use rmcp::model::{ElicitRequestParams, ElicitationSchema};
use scenewright_catalogue::{Definition, EditOutput, change_lines};
use serde_json::{Map, Value};

/// The one field of the dialog, and the name of the question.
pub(super) const CONFIRM_FIELD: &str = "confirm";
/// Arguments longer than this are not repeated in the question.
const MAX_ARGUMENT_CHARS: usize = 300;
/// Further files and notes are only counted.
const MAX_SUMMARY_LINES: usize = 10;

/// The answer of a dry run in a few lines: the changes and the notes.
pub(crate) fn summarize_changes(changes: &EditOutput) -> String {
    let mut lines = change_lines(changes);
    lines.extend(changes.notes.iter().cloned());
    if lines.len() > MAX_SUMMARY_LINES {
        let more = lines.len() - MAX_SUMMARY_LINES;
        lines.truncate(MAX_SUMMARY_LINES);
        lines.push(format!("… and {more} more"));
    }
    lines.join("\n")
}

pub(super) fn question(
    definition: &Definition,
    arguments: &Map<String, Value>,
    preview: Option<String>,
) -> Result<ElicitRequestParams, ErrorData> {
    let mut shown = Value::Object(arguments.clone()).to_string();
    if let Some((end, _)) = shown.char_indices().nth(MAX_ARGUMENT_CHARS) {
        shown.truncate(end);
        shown.push('…');
    }
    let preview = preview.map_or_else(String::new, |preview| preview + "\n");
    let requested_schema = ElicitationSchema::builder()
        .required_bool_with(CONFIRM_FIELD, |field| field.title("Yes, do it").with_default(false))
        .build()
        .map_err(|reason| ErrorData::internal_error(reason, None))?;
    Ok(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: format!("{}: {shown}\n{preview}Continue?", definition.name),
        requested_schema,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn summary(changes: Value) -> String {
        super::summarize_changes(&serde_json::from_value(changes).unwrap())
    }

    #[test]
    fn a_change_is_summarised_in_a_few_lines() {
        let file = |path: &str| json!({ "path": path, "change": "changed", "linesAdded": 0, "linesRemoved": 20 });
        let gone = json!({
            "file": "a.tscn", "change": "objectRemoved", "object": "Main/Crate", "components": ["StaticBody2D"], "below": 3,
        });
        let one = json!({
            "dryRun": true, "files": [file("a.tscn")], "changes": [gone], "notes": ["b.tscn still uses it"],
        });
        assert_eq!(
            summary(one),
            "a.tscn would change (+0 -20 lines)\n  - Main/Crate (StaticBody2D, 3 below)\nb.tscn still uses it"
        );
        let many: Vec<_> = (0..30).map(|n| file(&n.to_string())).collect();
        let text = summary(json!({ "files": many, "changes": [] }));
        assert_eq!(text.lines().last(), Some("… and 20 more"));
        let none = json!({ "dryRun": true, "files": [], "changes": [] });
        assert_eq!(summary(none), "Nothing would change.");
    }
}
