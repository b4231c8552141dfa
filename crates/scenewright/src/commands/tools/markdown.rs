//! docs/reference.md, from the catalogue.

use std::fmt::Write;

use scenewright_catalogue::{Catalogue, Definition};
use serde_json::{Map, Value, json};

const INTRODUCTION: &str = "\
# Tools

Made from the catalogue by `cargo xtask docs`; do not edit. `scenewright tools` prints the same,
and a server answers it to `tools/list` and `tools/describe`.

| id | safety | tier | what it does |
| --- | --- | --- | --- |
";

pub(super) fn page(catalogue: &Catalogue) -> String {
    let mut page = INTRODUCTION.to_owned();
    for tool in catalogue.definitions() {
        let anchor = tool.id.replace('.', "");
        let (id, safety, tier) = (tool.id, tool.safety.as_str(), tool.tier);
        page.push_str(&format!(
            "| [`{id}`](#{anchor}) | {safety} | {tier} | {} |\n",
            tool.description
        ));
    }
    for tool in catalogue.definitions() {
        section(&mut page, tool);
    }
    page
}

fn section(page: &mut String, tool: &Definition) {
    let definition = tool.tool_definition();
    page.push_str(&format!("\n## {}\n\n**{}**: {}\n", tool.id, tool.name, tool.description));
    if let Some(notes) = tool.notes {
        page.push_str(&format!("\n{notes}\n"));
    }
    page.push_str("\nTakes:\n\n");
    if definition.inputs.is_empty() {
        page.push_str("nothing\n");
    } else {
        inputs(page, &definition.inputs);
    }
    page.push_str("\nGives:\n\n");
    for (name, output) in &definition.outputs {
        property(page, name, output, 0);
    }
    for example in tool.examples.iter() {
        page.push_str(&format!(
            "\n{} (on the {} sample):\n\n",
            example.description, example.project
        ));
        page.push_str(&format!(
            "```json\n{}\n```\n",
            json!({ "tool": tool.id, "arguments": example.input })
        ));
        let output = serde_json::to_string_pretty(&example.output).unwrap_or_default();
        page.push_str(&format!("\n```json\n{output}\n```\n"));
    }
}

fn inputs(page: &mut String, inputs: &Map<String, Value>) {
    page.push_str("| parameter | type | required | default | |\n| --- | --- | --- | --- | --- |\n");
    for (name, input) in inputs {
        let text = |key: &str| input[key].as_str().unwrap_or_default();
        let required = if input["required"] == true { "yes" } else { "no" };
        let default =
            input.get("default").filter(|default| !default.is_null()).map(Value::to_string);
        let mut description = text("description").to_owned();
        if let Some(choices) = input["enum"].as_array() {
            let choices: Vec<String> = choices.iter().map(Value::to_string).collect();
            let _ = write!(description, " (one of {})", choices.join(", "));
        }
        if let (Some(least), Some(most)) = (input.get("minimum"), input.get("maximum")) {
            let _ = write!(description, " ({least} to {most})");
        }
        let default = default.unwrap_or_default();
        page.push_str(&format!(
            "| `{name}` | {} | {required} | {default} | {description} |\n",
            text("type")
        ));
    }
}

/// Schemas end after one level of recursion, and so does this.
fn property(page: &mut String, name: &str, schema: &Value, level: usize) {
    let indent = "  ".repeat(level);
    let kind = schema["type"].as_str().unwrap_or_default();
    let description = schema["description"].as_str().unwrap_or_default();
    page.push_str(&format!("{indent}- `{name}` ({kind}): {description}\n"));
    let inner =
        schema["properties"].as_object().or_else(|| schema["items"]["properties"].as_object());
    for (name, schema) in inner.into_iter().flatten() {
        property(page, name, schema, level + 1);
    }
}
