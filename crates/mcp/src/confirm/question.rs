//! What the user is asked: the call, and what a dry run of it says.

use rmcp::ErrorData;
use rmcp::model::{ElicitRequestParams, ElicitationSchema};
use scenewright_catalogue::Definition;
use serde_json::{Map, Value};

/// The one field of the dialog, and the name of the question.
pub(super) const FIELD: &str = "confirm";
/// Arguments longer than this are not repeated in the question.
const SHOWN_CHARS: usize = 300;
/// Files and notes beyond this are counted only.
const SHOWN_LINES: usize = 10;

/// The answer of a dry run in a few lines: the files with the number of lines that come and go, and
/// what else is to be known.
pub(crate) fn summary(changes: &Value) -> String {
    let list = |name: &str| changes[name].as_array().map_or(&[][..], Vec::as_slice);
    let file = |file: &Value| {
        let text = |name: &str| file[name].as_str().unwrap_or_default().to_owned();
        let (path, change) = (text("path"), text("change"));
        format!("{path} {change}: +{} -{} lines", file["linesAdded"], file["linesRemoved"])
    };
    let files = list("files").iter().map(file);
    let notes = list("notes").iter().filter_map(|note| note.as_str().map(str::to_owned));
    let mut lines: Vec<String> = files.chain(notes).collect();
    if lines.is_empty() {
        return "No file would change.".to_owned();
    }
    if lines.len() > SHOWN_LINES {
        let more = lines.len() - SHOWN_LINES;
        lines.truncate(SHOWN_LINES);
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
    if let Some((end, _)) = shown.char_indices().nth(SHOWN_CHARS) {
        shown.truncate(end);
        shown.push('…');
    }
    let preview = preview.map_or_else(String::new, |preview| preview + "\n");
    let requested_schema = ElicitationSchema::builder()
        .required_bool_with(FIELD, |field| field.title("Yes, do it").with_default(false))
        .build()
        .map_err(|reason| ErrorData::internal_error(reason, None))?;
    Ok(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: format!("{}: {shown}\n{preview}Shall it be done?", definition.name),
        requested_schema,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn a_change_is_summed_up_in_a_few_lines() {
        let file = |path: &str| json!({ "path": path, "change": "changed", "linesAdded": 1, "linesRemoved": 20 });
        let one = json!({ "files": [file("a.tscn")], "notes": ["b.tscn still uses it"] });
        assert_eq!(super::summary(&one), "a.tscn changed: +1 -20 lines\nb.tscn still uses it");
        let many: Vec<_> = (0..30).map(|n| file(&n.to_string())).collect();
        let told = super::summary(&json!({ "files": many }));
        assert_eq!(told.lines().last(), Some("… and 20 more"));
        assert_eq!(super::summary(&json!({ "files": [] })), "No file would change.");
    }
}
