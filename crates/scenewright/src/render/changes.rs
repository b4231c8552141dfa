//! What an edit changed in terms of the scene, with the diff if requested, and how to undo it.

use scenewright_catalogue::{EditOutput, change_lines, printable};
use serde_json::{Map, Value};

use super::{object, scalar};
use crate::print::{bold, command, diff_line, dim};
use crate::shell::ShellContext;

/// Fields with a rendering of their own. Created objects are among the changes.
const KNOWN: [&str; 6] = ["undoHandle", "dryRun", "changes", "files", "created", "notes"];

pub(super) fn changes(
    tool: &str,
    map: &Map<String, Value>,
    output: &Value,
    shell: &ShellContext,
) -> String {
    let mut text = String::new();
    let edited: Option<EditOutput> = serde_json::from_value(output.clone()).ok();
    for line in edited.iter().flat_map(change_lines) {
        text.push_str(&coloured(&line));
        text.push('\n');
    }
    for diff in
        map["files"].as_array().into_iter().flatten().filter_map(|file| file["diff"].as_str())
    {
        for line in diff.lines() {
            // Files may be indented with tabs.
            let parts: Vec<_> = line.split('\t').map(printable).collect();
            text.push_str(&diff_line(&parts.join("\t")));
            text.push('\n');
        }
    }
    for note in map.get("notes").and_then(Value::as_array).into_iter().flatten() {
        text.push_str(&format!("note: {}\n", scalar(note)));
    }
    let rest = map.iter().filter(|(name, _)| !KNOWN.contains(&name.as_str()));
    let rest: Map<String, Value> = rest.map(|(name, own)| (name.clone(), own.clone())).collect();
    text.push_str(&object(&rest));
    text.push_str(&undo_hint(tool, map, shell));
    text
}

fn undo_hint(tool: &str, map: &Map<String, Value>, shell: &ShellContext) -> String {
    match map.get("undoHandle").and_then(Value::as_str) {
        Some(handle) => {
            let back = if tool == "edit.undo" { "redo" } else { "undo" };
            format!("{back} with: {}\n", command(&shell.command(&format!("{back} {handle}"))))
        }
        None => dim("Nothing was written.\n"),
    }
}

/// The line of a file is bold; additions and removals have the colours of a diff.
fn coloured(line: &str) -> String {
    match line.strip_prefix("  ") {
        None => bold(line),
        Some(change) => format!("  {}", diff_line(change)),
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use scenewright_catalogue::Presentation;
    use serde_json::json;

    use crate::shell::ShellContext;

    #[test]
    fn an_edit_is_shown_in_the_words_of_the_scene() {
        let output = json!({
            "undoHandle": "h1",
            "changes": [
                { "file": "res://a.tscn", "change": "objectAdded", "object": "A/B", "components": ["Node"], "below": 0 },
                { "file": "res://a.tscn", "change": "member", "object": "A", "component": "Node2D", "member": "x", "before": "1", "after": "2" },
            ],
            "files": [{
                "path": "res://a.tscn", "change": "changed", "linesAdded": 1, "linesRemoved": 1,
                "diff": "--- a/a.tscn\n+++ b/a.tscn\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n",
            }],
            "created": [{ "scenePath": "res://a.tscn", "objectPath": "A/B", "instanceId": 1 }],
            "notes": ["res://b.tscn still uses it"],
        });
        let shell =
            ShellContext { program: "scenewright".into(), project: " --project 'my game'".into() };
        let text = super::super::render_answer(
            Presentation::Changes,
            "scene.object.create",
            &output,
            &shell,
        );
        assert!(text.contains("\u{1b}[32m+new\u{1b}[0m"), "{text:?}");
        assert!(text.contains("  \u{1b}[32m+ A/B (Node)\u{1b}[0m"), "{text:?}");
        assert_snapshot!(anstream::adapter::strip_str(&text).to_string(), @r"
        res://a.tscn changed (+1 -1 lines)
          + A/B (Node)
          A  Node2D.x: 1 -> 2
        --- a/a.tscn
        +++ b/a.tscn
        @@ -1,2 +1,2 @@
        -old
        +new
         same
        note: res://b.tscn still uses it
        undo with: scenewright undo h1 --project 'my game'
        ");
    }

    #[test]
    fn a_dry_run_says_that_nothing_was_written() {
        let output = json!({ "dryRun": true, "changes": [], "files": [] });
        let text = super::super::render_answer(
            Presentation::Changes,
            "edit.undo",
            &output,
            &ShellContext::default(),
        );
        let text = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(text, "Nothing would change.\nNothing was written.\n");
    }
}
