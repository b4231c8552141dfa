//! What an edit changed, as git would show it, and how to take it back.

use scenewright_catalogue::printable;
use serde_json::{Map, Value};

use super::{object, scalar};
use crate::print::{bold, command, diff_line, dim};

/// Whether an output is that of an edit.
pub(super) fn is_changes(map: &Map<String, Value>) -> bool {
    let files = map.get("files").and_then(Value::as_array);
    files.is_some_and(|files| files.iter().all(|file| file["diff"].is_string()))
}

pub(super) fn changes(tool: &str, map: &Map<String, Value>) -> String {
    let mut text = String::new();
    let files = map["files"].as_array().map_or(&[][..], Vec::as_slice);
    if files.is_empty() {
        text.push_str("Nothing differs.\n");
    }
    files.iter().for_each(|own| text.push_str(&file(own)));
    for made in map.get("created").and_then(Value::as_array).into_iter().flatten() {
        let (path, scene) = (scalar(&made["objectPath"]), scalar(&made["scenePath"]));
        text.push_str(&format!("made {} in {scene}\n", bold(&path)));
    }
    for note in map.get("notes").and_then(Value::as_array).into_iter().flatten() {
        text.push_str(&format!("note: {}\n", scalar(note)));
    }
    let rest = map.iter().filter(|(name, _)| !KNOWN.contains(&name.as_str()));
    let rest: Map<String, Value> = rest.map(|(name, own)| (name.clone(), own.clone())).collect();
    text.push_str(&object(&rest));
    match map.get("undoHandle").and_then(Value::as_str) {
        Some(handle) => {
            let back = if tool == "edit.undo" { "redo" } else { "undo" };
            let line = command(&format!("scenewright {back} {handle}"));
            text.push_str(&format!("{back} with: {line}\n"));
        }
        None => text.push_str(&dim("Nothing was written.\n")),
    }
    text
}

/// Shown in their own way.
const KNOWN: [&str; 4] = ["undoHandle", "files", "created", "notes"];

fn file(file: &Value) -> String {
    let (path, change) = (bold(&scalar(&file["path"])), scalar(&file["change"]));
    let mut text =
        format!("{path} {change} (+{} -{} lines)\n", file["linesAdded"], file["linesRemoved"]);
    for line in file["diff"].as_str().unwrap_or_default().lines() {
        // Files may be indented with tabs.
        let parts: Vec<_> = line.split('\t').map(printable).collect();
        text.push_str(&diff_line(&parts.join("\t")));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use serde_json::json;

    #[test]
    fn an_edit_is_shown_as_a_diff() {
        let output = json!({
            "undoHandle": "h1",
            "files": [{
                "path": "res://a.tscn", "change": "changed", "linesAdded": 1, "linesRemoved": 1,
                "diff": "--- a/a.tscn\n+++ b/a.tscn\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n",
            }],
            "created": [{ "scenePath": "res://a.tscn", "objectPath": "A/B", "instanceId": 1 }],
            "notes": ["res://b.tscn still uses it"],
        });
        let text = super::super::answer("scene.object.create", &output);
        assert!(text.contains("\u{1b}[32m+new\u{1b}[0m"), "{text:?}");
        assert_snapshot!(anstream::adapter::strip_str(&text).to_string(), @r"
        res://a.tscn changed (+1 -1 lines)
        --- a/a.tscn
        +++ b/a.tscn
        @@ -1,2 +1,2 @@
        -old
        +new
         same
        made A/B in res://a.tscn
        note: res://b.tscn still uses it
        undo with: scenewright undo h1
        ");
    }

    #[test]
    fn a_dry_run_says_that_nothing_was_written() {
        let text = super::super::answer("edit.undo", &json!({ "files": [] }));
        let text = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(text, "Nothing differs.\nNothing was written.\n");
    }
}
