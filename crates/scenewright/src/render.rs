//! Answers for people: a tree where there is one, a table where there are rows, else names and
//! values.

mod changes;
mod table;
mod tree;

use scenewright_catalogue::{is_hazardous, printable};
use serde_json::{Map, Value};

use crate::print::{bold, dim};

pub(crate) use table::columns;

/// The answer of a tool as text.
pub(crate) fn answer(tool: &str, output: &Value) -> String {
    match output {
        Value::Object(map) if changes::is_changes(map) => changes::changes(tool, map),
        other => value(other),
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
        Value::Array(items) if tree::is_tree(items) => return tree::tree(items),
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

/// Whether a value needs lines of its own.
fn is_block(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(Value::is_object),
        Value::Object(map) => map.len() > SHORT || map.values().any(is_block),
        Value::String(text) => text.len() > LONG && text.contains('\n'),
        _ => false,
    }
}

/// A text of several lines that is longer than this is shown as such; names are not.
const LONG: usize = 120;

fn paragraphs(text: &str) -> String {
    text.lines().map(|line| printable(line) + "\n").collect()
}

/// A vector, a colour or a reference fits on a line.
const SHORT: usize = 6;

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

/// `enabledInBuild` as `enabled in build`. What an engine named stays as it is: `m_LocalScale`.
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
    use serde_json::json;

    use super::*;

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
        let output = json!({ "scenePath": "main", "rootObjects": [
            { "name": "A", "components": ["Transform"], "children": [
                { "name": "B", "components": ["Transform", "Light"], "active": false, "children": [] },
                { "name": "C", "components": ["Transform"], "children": [] },
            ] },
            { "name": "D", "components": ["Transform"], "children": [] },
        ] });
        assert_snapshot!(plain(&output), @r"
        scene path  main
        A  Transform
        ├─ B  Transform, Light  (inactive)
        └─ C  Transform
        D  Transform
        ");
    }
}
