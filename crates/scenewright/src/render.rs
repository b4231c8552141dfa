//! Answers for people: a scene as a tree, rows as a table, anything else as names and values.

mod changes;
mod table;
mod tree;

use scenewright_catalogue::{Presentation, is_hazardous, printable};
use serde_json::{Map, Value};

use crate::print::{bold, dim};
use crate::shell::ShellContext;

pub(crate) use table::columns;

/// The output of a tool as text.
pub(crate) fn render_answer(
    presentation: Presentation,
    tool: &str,
    output: &Value,
    shell: &ShellContext,
) -> String {
    match (presentation, output) {
        (Presentation::SceneOutline, Value::Object(map)) => tree::scene(map),
        (Presentation::Changes, Value::Object(map)) => changes::changes(tool, map, output, shell),
        (_, other) => value(other),
    }
}

/// An output as text.
pub(crate) fn value(output: &Value) -> String {
    match output {
        Value::Object(map) => object(map),
        other => scalar(other),
    }
}

fn object(map: &Map<String, Value>) -> String {
    let mut text = String::new();
    let plain: Vec<[String; 2]> = map
        .iter()
        .filter(|(_, value)| !is_block(value))
        .map(|(name, value)| [dim(&words(name)), scalar(value)])
        .collect();
    if !plain.is_empty() {
        text.push_str(&columns(plain));
        text.push('\n');
    }
    for (name, value) in map.iter().filter(|(_, value)| is_block(value)) {
        text.push_str(&block(name, value));
    }
    text
}

/// A value on lines of its own, below its name.
fn block(name: &str, value: &Value) -> String {
    let body = match value {
        Value::Array(items) => table::table(items),
        Value::Object(map) => indented(&object(map)),
        Value::String(text) => indented(&paragraphs(text)),
        other => scalar(other),
    };
    format!("{}\n{}\n", bold(&title(name, value)), body.trim_end())
}

fn title(name: &str, value: &Value) -> String {
    match value {
        Value::Array(items) => format!("{} ({})", words(name), items.len()),
        _ => words(name),
    }
}

/// Whether a value needs several lines.
fn is_block(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(Value::is_object),
        Value::Object(map) => map.len() > MAX_INLINE_FIELDS || map.values().any(is_block),
        Value::String(text) => text.len() > MAX_LINE_LENGTH && text.contains('\n'),
        _ => false,
    }
}

/// A string with line breaks that is longer than this is printed as a block.
const MAX_LINE_LENGTH: usize = 120;

fn paragraphs(text: &str) -> String {
    text.lines().map(|line| printable(line) + "\n").collect()
}

/// An object with at most this many fields, such as a vector, fits on one line.
const MAX_INLINE_FIELDS: usize = 6;

pub(crate) fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => printable(text).into_owned(),
        Value::Null => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(part).collect::<Vec<_>>().join(", "),
        Value::Object(map) => fields(map),
        Value::Number(number) => number.to_string(),
    }
}

/// `x 1, y 2, z 3`.
fn fields(map: &Map<String, Value>) -> String {
    let field = |(name, value): (&String, &Value)| format!("{} {}", printable(name), part(value));
    map.iter().map(field).collect::<Vec<_>>().join(", ")
}

/// A value inside another one.
fn part(value: &Value) -> String {
    if value.is_object() { format!("({})", scalar(value)) } else { scalar(value) }
}

/// `enabledInBuild` as `enabled in build`. Names from an engine do not change: `m_LocalScale`.
pub(crate) fn words(name: &str) -> String {
    if name.contains(['_', ' ', '.']) || name.contains(is_hazardous) {
        return printable(name).into_owned();
    }
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}

fn indented(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") };
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use scenewright_catalogue::Catalogue;
    use serde_json::json;

    use super::*;

    fn outlined(output: &Value) -> String {
        let text = render_answer(
            Presentation::SceneOutline,
            "scene.hierarchy.dump",
            output,
            &ShellContext::default(),
        );
        anstream::adapter::strip_str(&text).to_string()
    }

    fn plain(output: &Value) -> String {
        anstream::adapter::strip_str(&value(output)).to_string()
    }

    #[test]
    fn names_and_values_are_aligned() {
        let output = json!({ "name": "Ferry", "sceneCount": 3, "ready": true, "tags": ["a", "b"], "problems": [] });
        assert_snapshot!(plain(&output), @r"
        name         Ferry
        scene count  3
        ready        yes
        tags         a, b
        problems     none
        ");
    }

    #[test]
    fn rows_become_a_table() {
        let output = json!({ "scenes": [
            { "path": "a.tscn", "enabledInBuild": true },
            { "path": "long/b.tscn", "enabledInBuild": false, "buildIndex": 2 },
        ] });
        assert_snapshot!(plain(&output), @r"
        scenes (2)
        path         enabled in build  build index
        a.tscn       yes
        long/b.tscn  no                2
        ");
    }

    #[test]
    fn nested_values_are_short_or_indented() {
        let members = json!({
            "m_Scale": { "x": 1, "y": 2.5 },
            "m_Mesh": { "builtIn": "Cube", "at": { "x": 0 } },
            "m_Layers": [1, { "a": 2 }],
            "m_Name": "x",
        });
        assert_snapshot!(plain(&json!({ "type": "Thing", "members": members })), @r"
        type  Thing
        members
          m_Scale  x 1, y 2.5
          m_Mesh   builtIn Cube, at (x 0)
          m_Name   x
          m_Layers (2)
            1

            a  2
        ");
    }

    #[test]
    fn rows_too_wide_for_a_table_become_blocks() {
        let wide = "x".repeat(100);
        let output = json!({ "found": [{ "path": wide, "objectPath": "A" }, { "path": "b", "objectPath": wide }] });
        let text = plain(&output).replace(&wide, "(100 letters)");
        assert_snapshot!(text, @r"
        found (2)
          path         (100 letters)
          object path  A

          path         b
          object path  (100 letters)
        ");
    }

    #[test]
    fn objects_with_children_become_a_tree() {
        let output = json!({ "rootObjects": [
            { "name": "A", "components": ["Transform"], "children": [
                { "name": "B", "components": ["Transform", "Light"], "active": false, "children": [] },
                { "name": "C", "components": ["Transform"], "children": [] },
            ] },
            { "name": "D", "components": ["Node2D"], "groups": ["crew"], "uniqueName": true, "instanceOf": "res://d.tscn", "children": [] },
        ], "scenePath": "main" });
        assert_snapshot!(outlined(&output), @r"
        scene path  main
        A  Transform
        ├─ B  Transform, Light  (inactive)
        └─ C  Transform
        D  Node2D  (groups crew, unique name, instance of res://d.tscn)
        ");
        let output = json!({ "scenePath": "main", "tree": { "name": "A", "type": "Node2D", "path": "A", "children": [
            { "name": "B", "type": "Node", "path": "A/B", "script": "res://b.gd", "properties": { "speed": 2.5, "at": { "x": 1 } }, "children": [] },
        ] } });
        assert_snapshot!(outlined(&output), @r"
        scene path  main
        A  Node2D
        └─ B  Node, res://b.gd  (speed 2.5, at (x 1))
        ");
    }

    /// Also data that looks like a tree is shown with all that it holds.
    #[test]
    fn every_example_is_shown_with_all_that_it_holds() {
        for definition in Catalogue::standard().unwrap().definitions() {
            for example in definition.examples.iter() {
                let output = Value::Object(example.output.clone());
                let text = render_answer(
                    definition.presentation,
                    definition.id,
                    &output,
                    &ShellContext::default(),
                );
                let text = anstream::adapter::strip_str(&text).to_string();
                for (name, leaf) in leaves("", &output) {
                    // A tree shows where objects stand. Neither it nor an edit shows ids.
                    let is_tree = definition.presentation == Presentation::SceneOutline;
                    let has_no_ids = is_tree || definition.takes_dry_run();
                    if (is_tree && name == "path") || (has_no_ids && name == "instanceId") {
                        continue;
                    }
                    // Signs and words stand for the kinds of changes.
                    let is_edit = definition.presentation == Presentation::Changes;
                    let is_none_below = name == "below" && leaf == "0";
                    if is_edit && (["change", "kind"].contains(&name.as_str()) || is_none_below) {
                        continue;
                    }
                    let shown = leaf.lines().all(|line| text.contains(line.trim_end()));
                    assert!(shown, "{} {name}: {leaf:?} is not in\n{text}", definition.id);
                }
            }
        }
    }

    /// Texts and numbers with the names that they stand under.
    fn leaves(name: &str, value: &Value) -> Vec<(String, String)> {
        match value {
            Value::Object(map) => map.iter().flat_map(|(name, own)| leaves(name, own)).collect(),
            Value::Array(items) => items.iter().flat_map(|item| leaves(name, item)).collect(),
            Value::String(text) => vec![(name.to_owned(), text.clone())],
            Value::Number(number) => vec![(name.to_owned(), number.to_string())],
            Value::Bool(_) | Value::Null => Vec::new(),
        }
    }
}
