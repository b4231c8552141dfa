//! What an edit changed, as text: one form for every protocol, the command line and dialogs.
//!
//! It is made from an edit's output, so that it says no more and no less than that.

use std::fmt::Write;

use serde_json::Value;

/// A line for each file and each change. Files first come with how many lines of them differ.
pub fn edit_text(output: &Value) -> String {
    let mut text = change_lines(output).iter().fold(String::new(), |text, line| text + line + "\n");
    for diff in list(output, "files").iter().filter_map(|file| file["diff"].as_str()) {
        text.push_str(diff);
    }
    for note in list(output, "notes").iter().filter_map(Value::as_str) {
        let _ = writeln!(text, "Note: {}", escaped(note));
    }
    if let Some(handle) = output["undoHandle"].as_str() {
        let _ = writeln!(text, "Undo handle: {}", escaped(handle));
    }
    text
}

/// The changes alone, a line for each file and each change.
pub fn change_lines(output: &Value) -> Vec<String> {
    let (files, changes) = (list(output, "files"), list(output, "changes"));
    let is_dry = output["dryRun"] == true;
    if files.is_empty() {
        let none = if is_dry { "Nothing would change." } else { "Nothing changed." };
        return vec![none.to_owned()];
    }
    let mut lines = Vec::new();
    for file in files {
        lines.push(file_line(file, is_dry));
        let own = changes.iter().filter(|change| change["file"] == file["path"]);
        lines.extend(own.filter_map(change_line).map(|line| format!("  {line}")));
    }
    lines
}

fn file_line(file: &Value, is_dry: bool) -> String {
    let word = match (file["change"].as_str(), is_dry) {
        (Some("added"), false) => "added",
        (Some("added"), true) => "would be added",
        (Some("removed"), false) => "removed",
        (Some("removed"), true) => "would be removed",
        (_, false) => "changed",
        (_, true) => "would change",
    };
    let (added, removed) = (&file["linesAdded"], &file["linesRemoved"]);
    format!("{} {word} (+{added} -{removed} lines)", text(file, "path"))
}

/// `None` for what the file's own line says.
fn change_line(change: &Value) -> Option<String> {
    let object = text(change, "object");
    let about = |rest: String| if object.is_empty() { rest } else { format!("{object}  {rest}") };
    Some(match change["change"].as_str()? {
        "objectAdded" => format!("+ {object}{}", extent(change)),
        "objectRemoved" => format!("- {object}{}", extent(change)),
        "objectMoved" => format!("{} -> {object}", text(change, "from")),
        "objectReordered" => about(format!("order: {}", values(change))),
        "componentAdded" => about(format!("+ {}", component(change))),
        "componentRemoved" => about(format!("- {}", component(change))),
        "groupAdded" => about(format!("+ group {}", text(change, "group"))),
        "groupRemoved" => about(format!("- group {}", text(change, "group"))),
        "connectionAdded" => about(format!("+ connection {}", connection(change))),
        "connectionRemoved" => about(format!("- connection {}", connection(change))),
        "resourceAdded" => about(format!("+ resource {}", text(change, "resource"))),
        "resourceRemoved" => about(format!("- resource {}", text(change, "resource"))),
        "member" => about(member(change)),
        _ => return None,
    })
}

fn member(change: &Value) -> String {
    let component = text(change, "component");
    let dot = if component.is_empty() { "" } else { "." };
    let note = match change["override"].as_str() {
        Some(change) => format!(" (override {change})"),
        None => String::new(),
    };
    format!("{component}{dot}{}: {}{note}", text(change, "member"), values(change))
}

fn values(change: &Value) -> String {
    let value = |key: &str| match change[key].as_str() {
        Some(_) => text(change, key),
        None => "(not set)".to_owned(),
    };
    format!("{} -> {}", value("before"), value("after"))
}

/// `(Light, 3 below)`, `(Transform, Light, instance of Assets/Lamp.prefab)`.
fn extent(change: &Value) -> String {
    let names = list(change, "components").iter().filter_map(Value::as_str).map(escaped);
    let mut parts: Vec<String> = names.collect();
    let source = change["instanceOf"].as_str();
    parts.extend(source.map(|source| format!("instance of {}", escaped(source))));
    if let Some(below) = change["below"].as_u64().filter(|below| *below > 0) {
        parts.push(format!("{below} below"));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

fn component(change: &Value) -> String {
    match change["script"].as_str() {
        Some(script) => format!("{} ({})", text(change, "component"), escaped(script)),
        None => text(change, "component"),
    }
}

fn connection(change: &Value) -> String {
    let [signal, to, method] = ["signal", "to", "method"].map(|key| text(change, key));
    format!("{signal} -> {to}.{method}")
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value, name: &str) -> String {
    escaped(value[name].as_str().unwrap_or_default())
}

/// A name from a file can hold anything: it must not end a line or reach a terminal as a command.
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
    use serde_json::json;

    use super::*;

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
        assert_snapshot!(edit_text(&output), @r"
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
        assert_eq!(edit_text(&output), "a.unity would change (+1 -1 lines)\n");
        let none = json!({ "dryRun": true, "files": [], "changes": [] });
        assert_eq!(edit_text(&none), "Nothing would change.\n");
    }

    #[test]
    fn names_cannot_write_lines_of_their_own() {
        let row =
            change("objectAdded", json!({ "object": "A\n- B\u{1b}[2J", "components": ["C"] }));
        assert_eq!(change_line(&row).unwrap(), r"+ A\n- B\u{1b}[2J (C)");
    }
}
