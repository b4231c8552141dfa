//! The rules for every tool definition, from the tool definition schema v0.1. They are checked when
//! a debug build starts.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::definition::{Definition, Example};
use crate::levels::{SafetyLevel, Tier};
use crate::schema::{properties, required};
use crate::validate::{self, Violations};

/// A category is one of these or a subcategory.
pub const STANDARD_CATEGORIES: [&str; 6] =
    ["mcp.platform", "project", "scene", "asset", "audio", "editor"];

const JSON_TYPES: [&str; 6] = ["string", "integer", "number", "boolean", "array", "object"];

/// All violations; empty if there are none.
pub(crate) fn check<'a>(definitions: impl IntoIterator<Item = &'a Definition>) -> Vec<String> {
    let mut broken = Vec::new();
    let mut ids = HashSet::new();
    for definition in definitions {
        let mut complain = |what: String| broken.push(format!("{}: {what}", definition.id));
        if !ids.insert(definition.id) {
            complain("the id is taken".to_owned());
        }
        words(definition, &mut complain);
        levels(definition, &mut complain);
        inputs(definition, &mut complain);
        outputs(definition, &mut complain);
        for example in definition.examples.iter() {
            self::example(definition, example, &mut complain);
        }
    }
    broken
}

fn words(definition: &Definition, complain: &mut impl FnMut(String)) {
    let Definition { id, name, description, category, notes, examples, .. } = definition;
    if !is_id(id) {
        complain(
            "an id is lowercase words of letters, digits and hyphens, with dots between them"
                .to_owned(),
        );
    }
    if !is_title_case(name) {
        complain(format!("the name '{name}' is not in title case"));
    }
    if name.chars().count() >= 50 {
        complain(format!("the name '{name}' is longer than 50 characters"));
    }
    let sentences = sentences(description);
    if !(1..=3).contains(&sentences) {
        complain(format!("the description has {sentences} sentences, not 1 to 3"));
    }
    if !is_category(category) {
        complain(format!("'{category}' is neither a standard category nor below one"));
    }
    if notes.is_some_and(|notes| notes.trim().is_empty()) {
        complain("the notes are empty".to_owned());
    }
    if !(1..=3).contains(&examples.len()) {
        complain(format!("there are {} examples, not 1 to 3", examples.len()));
    }
}

/// In v0.1 a tool is read-only and core. Tools that write are listed only by a server that was
/// started with writes enabled, which is not a v0.1 server.
fn levels(definition: &Definition, complain: &mut impl FnMut(String)) {
    if definition.safety == SafetyLevel::ReadOnly && definition.tier != Tier::Core {
        complain(format!("a read-only tool is core, not {}", definition.tier));
    }
}

fn inputs(definition: &Definition, complain: &mut impl FnMut(String)) {
    let schema = &definition.input_schema;
    let required = required(schema);
    for (name, parameter) in properties(schema) {
        shape(parameter, name, complain);
        if !is_identifier(name) {
            complain(format!("the parameter '{name}' is not an identifier"));
        }
        let default = parameter.get("default").filter(|default| !default.is_null());
        if default.is_some() && required.contains(&name.as_str()) {
            complain(format!("the parameter '{name}' is required and has a default"));
        }
        if let Some(default) = default {
            matches(parameter, default, &format!("the default of '{name}'"), complain);
        }
        for choice in parameter["enum"].as_array().into_iter().flatten() {
            matches(parameter, choice, &format!("the choice {choice} of '{name}'"), complain);
        }
        let range = (parameter["minimum"].as_f64(), parameter["maximum"].as_f64());
        if let (Some(least), Some(most)) = range
            && least > most
        {
            complain(format!("the minimum of '{name}' is above its maximum"));
        }
    }
}

fn outputs(definition: &Definition, complain: &mut impl FnMut(String)) {
    for (name, property) in properties(&definition.output_schema) {
        shape(property, name, complain);
    }
    if properties(&definition.output_schema).next().is_none() {
        complain("the output has no properties".to_owned());
    }
}

/// Checks that a schema can be used for validation: known types, descriptions, arrays with items.
fn shape(schema: &Value, name: &str, complain: &mut impl FnMut(String)) {
    if !schema["type"].as_str().is_some_and(|kind| JSON_TYPES.contains(&kind)) {
        complain(format!("'{name}' has the unknown type {}", schema["type"]));
    }
    if schema["description"].as_str().is_none_or(|text| text.trim().is_empty()) {
        complain(format!("'{name}' has no description"));
    }
    if schema["type"] == "array" {
        match schema.get("items") {
            Some(items) => {
                for (inner, property) in properties(items) {
                    shape(property, &format!("{name}[].{inner}"), complain);
                }
            }
            None => complain(format!("'{name}' does not say what it is an array of")),
        }
    }
    for (inner, property) in properties(schema) {
        shape(property, &format!("{name}.{inner}"), complain);
    }
}

fn example(definition: &Definition, example: &Example, complain: &mut impl FnMut(String)) {
    if example.description.trim().is_empty() {
        complain("an example has no description".to_owned());
    }
    let mut check = |side: &str, schema: &Value, map: &Map<String, Value>| {
        let clauses = validate::arguments(schema, &Value::Null, &mut map.clone()).clauses();
        if !clauses.is_empty() {
            complain(format!(
                "the {side} of example '{}': {}",
                example.description,
                clauses.join("; ")
            ));
        }
    };
    check("input", &definition.input_schema, &example.input);
    check("output", &definition.output_schema, &example.output);
}

fn matches(schema: &Value, value: &Value, what: &str, complain: &mut impl FnMut(String)) {
    let mut found = Violations::default();
    validate::value(schema, &mut value.clone(), what, &mut found);
    for clause in found.clauses() {
        complain(clause);
    }
}

fn is_id(id: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty()
            && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    (2..=4).contains(&id.split('.').count()) && id.split('.').all(word)
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.bytes();
    letters.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && letters.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

pub(crate) fn is_category(category: &str) -> bool {
    STANDARD_CATEGORIES.iter().any(|standard| {
        category
            .strip_prefix(standard)
            .is_some_and(|rest| rest.is_empty() || is_id(&format!("x{rest}")))
    })
}

fn is_title_case(name: &str) -> bool {
    const LOWERCASE_WORDS: [&str; 12] =
        ["a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "or", "to"];
    let titled = |word: &str| {
        LOWERCASE_WORDS.contains(&word)
            || word.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
    };
    name.starts_with(char::is_uppercase) && name.split(' ').all(titled)
}

fn sentences(text: &str) -> usize {
    let ends = |word: &&str| {
        word.ends_with(['.', '!', '?']) && !word.ends_with("e.g.") && !word.ends_with("i.e.")
    };
    let open = !text.trim_end().ends_with(['.', '!', '?']) && !text.trim().is_empty();
    text.split_whitespace().filter(ends).count() + usize::from(open)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::lazy::Lazy;

    fn definition() -> Definition {
        Definition {
            id: "scene.hierarchy.dump",
            name: "Dump Scene Hierarchy",
            description: "Returns the hierarchy. Use it first.",
            category: "scene",
            safety: SafetyLevel::ReadOnly,
            tier: Tier::Core,
            permission: None,
            notes: None,
            presentation: crate::presentation::Presentation::Data,
            examples: Lazy::new(|| {
                vec![Example {
                    description: "Main scene".to_owned(),
                    project: "unity".to_owned(),
                    input: json!({ "scenePath": "Main.unity" }).as_object().cloned().unwrap(),
                    output: json!({ "names": ["a"] }).as_object().cloned().unwrap(),
                }]
            }),
            input_schema: Lazy::new(|| {
                json!({
                    "type": "object",
                    "properties": {
                        "scenePath": { "type": "string", "description": "Path" },
                        "depth": { "type": "integer", "description": "Depth", "default": 2, "minimum": 1, "maximum": 9 },
                    },
                    "required": ["scenePath"],
                })
            }),
            output_schema: Lazy::new(|| {
                json!({
                    "type": "object",
                    "properties": {
                        "names": { "type": "array", "description": "Names", "items": { "type": "string" } }
                    },
                    "required": ["names"],
                })
            }),
            marked_schema: Lazy::new(|| None),
        }
    }

    type Breaking = fn(&mut Definition);

    #[test]
    fn a_good_definition_passes() {
        assert_eq!(check([&definition()]), Vec::<String>::new());
    }

    #[test]
    fn each_rule_is_enforced() {
        let cases: Vec<(&str, Breaking)> = vec![
            ("lowercase words", |d| d.id = "Scene.Dump"),
            ("lowercase words", |d| d.id = "scene"),
            ("lowercase words", |d| d.id = "scene..dump"),
            ("lowercase words", |d| d.id = "scene.dump it"),
            ("not in title case", |d| d.name = "Dump scene"),
            ("not in title case", |d| d.name = ""),
            ("0 sentences", |d| d.description = ""),
            ("4 sentences", |d| d.description = "A. B. C. D."),
            ("neither a standard category", |d| d.category = "mcp"),
            ("neither a standard category", |d| d.category = "scenery"),
            ("neither a standard category", |d| d.category = "scene."),
            ("notes are empty", |d| d.notes = Some(" ")),
            ("0 examples", |d| d.examples.clear()),
            ("read-only tool is core", |d| d.tier = Tier::Tier2),
            ("has no description", |d| {
                d.input_schema["properties"]["depth"]["description"] = json!("");
            }),
            ("unknown type", |d| {
                d.input_schema["properties"]["depth"]["type"] = json!("int");
            }),
            ("required and has a default", |d| {
                d.input_schema["required"] = json!(["depth"]);
            }),
            ("default of 'depth' must be an integer", |d| {
                d.input_schema["properties"]["depth"]["default"] = json!("x");
            }),
            ("minimum of 'depth' is above", |d| {
                d.input_schema["properties"]["depth"]["minimum"] = json!(10);
            }),
            ("choice 3 of 'scenePath' must be a string", |d| {
                d.input_schema["properties"]["scenePath"]["enum"] = json!([3]);
            }),
            ("does not say what it is an array of", |d| {
                d.output_schema["properties"]["names"] =
                    json!({ "type": "array", "description": "x" });
            }),
            ("no properties", |d| {
                d.output_schema["properties"] = json!({});
            }),
            ("input of example 'Main scene': scenePath is required", |d| {
                d.examples[0].input.clear()
            }),
            ("output of example 'Main scene': names[0] must be a string", |d| {
                d.examples[0].output["names"] = json!([1]);
            }),
        ];
        for (expected, breaking) in cases {
            let mut definition = definition();
            breaking(&mut definition);
            let broken = check([&definition]);
            assert!(broken.iter().any(|what| what.contains(expected)), "{expected}: {broken:?}");
        }
    }

    #[test]
    fn ids_are_unique() {
        assert_eq!(
            check([&definition(), &definition()]),
            ["scene.hierarchy.dump: the id is taken"]
        );
    }

    #[test]
    fn categories_have_sub_categories() {
        for category in ["mcp.platform", "audio", "audio.mixer", "scene.prefab.variant"] {
            assert!(is_category(category), "{category}");
        }
    }
}
