//! The changes made by an edit as text.
//!
//! Invariant: this is the only text form of an edit, for every protocol, the command line and
//! dialogs. It is made from the edit's output, with neither more nor less information.

use std::fmt::Write;

use crate::change_rows::{ChangeRow, ChangeRowKind, ChangeWord};
use crate::editing::{ChangedFile, EditOutput};

/// The changes, one line each, then diffs, notes and the undo handle.
pub fn edit_text(output: &EditOutput) -> String {
    let mut text = change_lines(output).iter().fold(String::new(), |text, line| text + line + "\n");
    for diff in output.files.iter().filter_map(|file| file.diff.as_deref()) {
        text.push_str(diff);
    }
    for note in &output.notes {
        let _ = writeln!(text, "Note: {}", escaped(note));
    }
    if let Some(handle) = &output.undo_handle {
        let _ = writeln!(text, "Undo handle: {}", escaped(handle));
    }
    text
}

/// The changes alone: one line per file, with the number of differing lines, and below it one line
/// per change.
pub fn change_lines(output: &EditOutput) -> Vec<String> {
    let EditOutput { files, changes, .. } = output;
    let is_dry = output.dry_run == Some(true);
    if files.is_empty() {
        let none = if is_dry { "Nothing would change." } else { "Nothing changed." };
        return vec![none.to_owned()];
    }
    let mut lines = Vec::new();
    for file in files {
        lines.push(file_line(file, is_dry));
        let own = changes.iter().filter(|change| change.file == file.path);
        lines.extend(own.filter_map(change_line).map(|line| format!("  {line}")));
    }
    lines
}

fn file_line(file: &ChangedFile, is_dry: bool) -> String {
    let word = match (file.change, is_dry) {
        (ChangeWord::Added, false) => "added",
        (ChangeWord::Added, true) => "would be added",
        (ChangeWord::Removed, false) => "removed",
        (ChangeWord::Removed, true) => "would be removed",
        (ChangeWord::Changed, false) => "changed",
        (ChangeWord::Changed, true) => "would change",
    };
    let (added, removed) = (file.lines_added, file.lines_removed);
    format!("{} {word} (+{added} -{removed} lines)", escaped(&file.path))
}

/// `None` for a change that the line of the file already describes.
fn change_line(change: &ChangeRow) -> Option<String> {
    let object = text(&change.object);
    let about = |rest: String| if object.is_empty() { rest } else { format!("{object}  {rest}") };
    Some(match change.change {
        ChangeRowKind::ObjectAdded => format!("+ {object}{}", extent(change)),
        ChangeRowKind::ObjectRemoved => format!("- {object}{}", extent(change)),
        ChangeRowKind::ObjectMoved => format!("{} -> {object}", text(&change.from)),
        ChangeRowKind::ObjectReordered => about(format!("order: {}", values(change))),
        ChangeRowKind::ComponentAdded => about(format!("+ {}", component(change))),
        ChangeRowKind::ComponentRemoved => about(format!("- {}", component(change))),
        ChangeRowKind::GroupAdded => about(format!("+ group {}", text(&change.group))),
        ChangeRowKind::GroupRemoved => about(format!("- group {}", text(&change.group))),
        ChangeRowKind::ConnectionAdded => about(format!("+ connection {}", connection(change))),
        ChangeRowKind::ConnectionRemoved => about(format!("- connection {}", connection(change))),
        ChangeRowKind::ResourceAdded => about(format!("+ resource {}", text(&change.resource))),
        ChangeRowKind::ResourceRemoved => about(format!("- resource {}", text(&change.resource))),
        ChangeRowKind::Member => about(member(change)),
        ChangeRowKind::FileAdded | ChangeRowKind::FileRemoved | ChangeRowKind::FileChanged => {
            return None;
        }
    })
}

fn member(change: &ChangeRow) -> String {
    let component = text(&change.component);
    let dot = if component.is_empty() { "" } else { "." };
    let note = match change.override_change {
        Some(change) => format!(" (override {})", change.as_str()),
        None => String::new(),
    };
    format!("{component}{dot}{}: {}{note}", text(&change.member), values(change))
}

fn values(change: &ChangeRow) -> String {
    let value =
        |value: &Option<String>| value.as_deref().map_or_else(|| "(not set)".to_owned(), escaped);
    format!("{} -> {}", value(&change.before), value(&change.after))
}

/// `(Light, 3 below)`, `(Transform, Light, instance of Assets/Lamp.prefab)`.
fn extent(change: &ChangeRow) -> String {
    let mut parts: Vec<String> = change.components.iter().map(|name| escaped(name)).collect();
    let source = change.instance_of.as_deref();
    parts.extend(source.map(|source| format!("instance of {}", escaped(source))));
    if let Some(below) = change.below.filter(|below| *below > 0) {
        parts.push(format!("{below} below"));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

fn component(change: &ChangeRow) -> String {
    match &change.script {
        Some(script) => format!("{} ({})", text(&change.component), escaped(script)),
        None => text(&change.component),
    }
}

fn connection(change: &ChangeRow) -> String {
    let [signal, to, method] = [&change.signal, &change.to, &change.method].map(text);
    format!("{signal} -> {to}.{method}")
}

fn text(value: &Option<String>) -> String {
    escaped(value.as_deref().unwrap_or_default())
}

/// A name from a file can contain anything: it must not end a line or reach a terminal as a control
/// sequence.
fn escaped(text: &str) -> String {
    match text.chars().any(char::is_control) {
        true => text.chars().flat_map(escape).collect(),
        false => text.to_owned(),
    }
}

fn escape(c: char) -> Vec<char> {
    if c.is_control() { c.escape_default().collect() } else { vec![c] }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use serde_json::{Value, json};

    use super::*;

    fn output(output: Value) -> EditOutput {
        serde_json::from_value(output).unwrap()
    }

    fn change(change: &str, rest: Value) -> Value {
        let mut row = json!({ "file": "res://a.tscn", "change": change, "object": "Main/A" });
        row.as_object_mut().unwrap().extend(rest.as_object().cloned().unwrap());
        row
    }

    #[test]
    fn every_kind_of_change_is_a_line() {
        let output = json!({
            "undoHandle": "h1",
            "files": [
                { "path": "res://a.tscn", "change": "changed", "linesAdded": 3, "linesRemoved": 1 },
                { "path": "res://b.tscn", "change": "added", "linesAdded": 9, "linesRemoved": 0 },
            ],
            "changes": [
                change("member", json!({ "component": "Sprite2D", "member": "position", "before": "Vector2(0, 0)", "after": "Vector2(1, 2)" })),
                change("member", json!({ "member": "tag", "before": "Untagged", "after": "Player", "override": "added" })),
                change("member", json!({ "object": null, "component": "RenderSettings", "member": "m_Fog", "after": "1" })),
                change("objectAdded", json!({ "components": ["Node2D", "lamp"], "below": 0 })),
                change("objectRemoved", json!({ "components": ["Node2D"], "below": 3 })),
                change("objectAdded", json!({ "components": ["Node2D"], "instanceOf": "res://c.tscn", "below": 2 })),
                change("objectMoved", json!({ "from": "Main/B" })),
                change("objectReordered", json!({ "before": "2", "after": "0" })),
                change("componentAdded", json!({ "component": "Lamp", "script": "res://lamp.gd" })),
                change("componentRemoved", json!({ "component": "BoxCollider" })),
                change("groupAdded", json!({ "group": "enemies" })),
                change("connectionRemoved", json!({ "signal": "pressed", "to": "Main", "method": "_on" })),
                change("resourceRemoved", json!({ "resource": "Mesh Crate" })),
                { "file": "res://b.tscn", "change": "fileAdded" },
            ],
            "notes": ["res://c.tscn still uses it"],
        });
        assert_snapshot!(edit_text(&self::output(output)), @r"
        res://a.tscn changed (+3 -1 lines)
          Main/A  Sprite2D.position: Vector2(0, 0) -> Vector2(1, 2)
          Main/A  tag: Untagged -> Player (override added)
          RenderSettings.m_Fog: (not set) -> 1
          + Main/A (Node2D, lamp)
          - Main/A (Node2D, 3 below)
          + Main/A (Node2D, instance of res://c.tscn, 2 below)
          Main/B -> Main/A
          Main/A  order: 2 -> 0
          Main/A  + Lamp (res://lamp.gd)
          Main/A  - BoxCollider
          Main/A  + group enemies
          Main/A  - connection pressed -> Main._on
          Main/A  - resource Mesh Crate
        res://b.tscn added (+9 -0 lines)
        Note: res://c.tscn still uses it
        Undo handle: h1
        ");
    }

    #[test]
    fn a_dry_run_says_would() {
        let file =
            json!({ "path": "a.unity", "change": "changed", "linesAdded": 1, "linesRemoved": 1 });
        let output = json!({ "dryRun": true, "files": [file], "changes": [] });
        assert_eq!(edit_text(&self::output(output)), "a.unity would change (+1 -1 lines)\n");
        let none = json!({ "dryRun": true, "files": [], "changes": [] });
        assert_eq!(edit_text(&self::output(none)), "Nothing would change.\n");
    }

    #[test]
    fn names_cannot_write_lines_of_their_own() {
        let row =
            change("objectAdded", json!({ "object": "A\n- B\u{1b}[2J", "components": ["C"] }));
        assert_eq!(
            change_line(&serde_json::from_value(row).unwrap()).unwrap(),
            r"+ A\n- B\u{1b}[2J (C)"
        );
    }
}
