//! The tool reference in docs/, from the catalogue: an index, and one page per category.

use std::collections::BTreeSet;
use std::fmt::Write;

use scenewright_catalogue::{Catalogue, Definition};
use serde_json::{Map, Value, json};

const GENERATED: &str = "Generated from the catalogue by `cargo xtask docs`; do not edit.";

/// One line per tool, with a link to its section.
pub(super) fn index(catalogue: &Catalogue) -> String {
    let mut page = format!(
        "# Tools\n\n{GENERATED} `scenewright tools` prints the same information, and servers return it \
         for\n`tools/list` and `tools/describe`.\n"
    );
    for category in categories(catalogue) {
        let file = file_name(category);
        let _ = write!(
            page,
            "\n## [{category}](reference/{file})\n\n| id | safety | tier | description |\n| --- | --- | --- | --- |\n"
        );
        for tool in tools(catalogue, category) {
            let (anchor, safety, tier) = (anchor(tool.id), tool.safety.as_str(), tool.tier);
            let summary = summary(tool.description);
            let _ = writeln!(
                page,
                "| [`{}`](reference/{file}#{anchor}) | {safety} | {tier} | {summary} |",
                tool.id
            );
        }
    }
    page
}

/// Everything about the tools of one category; `None` if no tool has it.
pub(super) fn category_page(catalogue: &Catalogue, category: &str) -> Option<String> {
    let mut page = format!("# {category}\n\n{GENERATED} [All tools](../reference.md)\n");
    let mut tools = tools(catalogue, category).peekable();
    tools.peek()?;
    tools.for_each(|tool| section(&mut page, tool));
    Some(page)
}

pub(super) fn categories(catalogue: &Catalogue) -> BTreeSet<&str> {
    catalogue.definitions().map(|tool| tool.category).collect()
}

fn tools<'a>(
    catalogue: &'a Catalogue,
    category: &'a str,
) -> impl Iterator<Item = &'a Definition> + 'a {
    catalogue.definitions().filter(move |tool| tool.category == category)
}

/// `scene.edit` is in `scene-edit.md`.
fn file_name(category: &str) -> String {
    format!("{}.md", category.replace('.', "-"))
}

/// As GitHub makes it from the heading of the section.
fn anchor(id: &str) -> String {
    id.replace('.', "")
}

/// The first sentence of a description.
pub(super) fn summary(description: &str) -> &str {
    description.split_inclusive(". ").next().unwrap_or_default().trim_end()
}

fn section(page: &mut String, tool: &Definition) {
    let definition = tool.tool_definition();
    let (safety, tier) = (tool.safety.as_str(), tool.tier);
    page.push_str(&format!("\n## {}\n\n**{}**: {}\n", tool.id, tool.name, tool.description));
    page.push_str(&format!("\nSafety level {safety}, tier {tier}.\n"));
    if let Some(notes) = tool.notes {
        page.push_str(&format!("\n{notes}\n"));
    }
    page.push_str("\nParameters:\n\n");
    if definition.inputs.is_empty() {
        page.push_str("none\n");
    } else {
        inputs(page, &definition.inputs);
    }
    page.push_str("\nReturns:\n\n");
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
    page.push_str("| parameter | type | required | default | description |\n| --- | --- | --- | --- | --- |\n");
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

/// The depth of a schema is bounded: recursion in it ends after one level.
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
