//! `edit.apply`: applies one or more edits atomically.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::context::Cx;
use crate::definition::{CONFIRM, DRY_RUN};
use crate::editing::{self, EditOptions, EditOutput};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::ops::scene::edit_tools;
use crate::presentation::Presentation;
use crate::schema;

pub(crate) struct EditApply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditApplyArgs {
    /// The edits, in order; each takes the parameters of the tool named by 'op'
    #[schemars(length(min = 1, max = 1000))]
    edits: Vec<EditItem>,
    /// Label in the history
    #[serde(default = "default_label")]
    label: String,
    /// Must be true if an edit is destructive, unless dryRun is true
    #[serde(default)]
    confirm: bool,
    #[serde(flatten)]
    how: EditOptions,
}

fn default_label() -> String {
    EditApply::ABOUT.name.to_owned()
}

/// One edit. Its schema has the parameters of all edits: many clients do not support `oneOf`.
#[derive(Deserialize)]
#[serde(transparent)]
struct EditItem(Map<String, Value>);

/// Descriptions of parameters that the edits describe differently.
const SHARED_DESCRIPTIONS: [(&str, &str); 5] = [
    ("class", "Godot: the node's class [default: Node]"),
    (
        "component",
        "Its type ('Light', of several 'Light[1]') or index; to add one: its type or script class",
    ),
    (
        "member",
        "Its path: 'm_LocalPosition.x', 'm_Materials[0]', 'm_Materials.Array.size'; Godot: 'position', 'metadata/x'",
    ),
    ("name", "The object's name; for a new file, its root's"),
    ("path", "Path of the new file: 'Assets/New.prefab', 'res://new.tscn'"),
];

/// Description of the parameter that names the edit.
const OP_DESCRIPTION: &str = "The tool; name an object by scenePath and objectPath, the parent of a new one by parentPath, a new file by path";

impl JsonSchema for EditItem {
    fn schema_name() -> Cow<'static, str> {
        "Item".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let tools = edit_tools();
        let ops: Vec<&str> = tools.iter().map(|tool| tool.info.id).collect();
        let mut properties = Map::new();
        properties.insert(
            "op".to_owned(),
            json!({ "type": "string", "description": OP_DESCRIPTION, "enum": ops }),
        );
        for tool in &tools {
            for (name, parameter) in schema::properties(&(tool.schema)()) {
                // These apply to the whole batch and are declared once.
                if ["save", "diff", "includeOthers", DRY_RUN, CONFIRM].contains(&name.as_str()) {
                    continue;
                }
                properties.entry(name.clone()).or_insert_with(|| {
                    let mut parameter = parameter.clone();
                    parameter.as_object_mut().map(|it| it.remove("default"));
                    if let Some((_, shared)) =
                        SHARED_DESCRIPTIONS.iter().find(|(known, _)| known == name)
                    {
                        parameter["description"] = json!(shared);
                    }
                    parameter
                });
            }
        }
        let schema = json!({
            "type": "object",
            "properties": properties,
            "required": ["op"],
            "additionalProperties": false,
        });
        schema.as_object().cloned().unwrap_or_default().into()
    }
}

impl Operation for EditApply {
    type Args = EditApplyArgs;
    type Output = EditOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "edit.apply",
        name: "Apply Edits",
        description: "Applies one or more edits atomically: all or none, with one undo handle. Each edit sees the result of the previous ones.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("apply.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    const PRESENTATION: Presentation = Presentation::Changes;

    fn run(args: EditApplyArgs, cx: &Cx<'_>) -> Result<EditOutput, Failure> {
        let tools = edit_tools();
        let mut edits = Vec::with_capacity(args.edits.len());
        let mut is_destructive = false;
        for (index, EditItem(mut parameters)) in args.edits.into_iter().enumerate() {
            let op = parameters.remove("op").unwrap_or_default();
            let tool = tools.iter().find(|tool| op == tool.info.id);
            let tool = tool.ok_or_else(|| Failure::argument("op", op, "not an edit"))?;
            is_destructive |= tool.info.safety == SafetyLevel::Destructive;
            let definition = cx.session().describe(tool.info.id)?;
            let edit = definition
                .check_arguments(&mut parameters, cx.session().engine_kind())
                .and_then(|()| (tool.parse)(parameters));
            edits.push(
                edit.map_err(|failure| failure.with_parameter_prefix(&format!("edits[{index}]")))?,
            );
        }
        let needs_word =
            is_destructive && !args.how.dry_run && cx.session().policy().require_confirm;
        if needs_word && !args.confirm {
            return Err(Failure::ConfirmationNeeded { dry_run: true });
        }
        editing::run_edits(&edits, &args.label, args.how, cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list shows a parameter once, so that it must be the same for all tools that have it.
    #[test]
    fn a_parameter_has_one_type_in_all_edits() {
        // An optional parameter has the same type as a required one.
        let given = |parameter: &Value| match &parameter["type"] {
            Value::Array(types) => types.iter().find(|name| *name != "null").cloned(),
            name => Some(name.clone()),
        };
        let mut types: Map<String, Value> = Map::new();
        for tool in edit_tools() {
            for (name, parameter) in schema::properties(&(tool.schema)()) {
                let own = given(parameter).unwrap_or_default();
                let known = types.entry(name.clone()).or_insert_with(|| own.clone());
                assert_eq!(*known, own, "{name} of {}", tool.info.id);
            }
        }
    }

    #[test]
    fn a_parameter_means_one_thing_in_all_edits() {
        let mut said: Map<String, Value> = Map::new();
        for tool in edit_tools() {
            for (name, parameter) in schema::properties(&(tool.schema)()) {
                let description = parameter["description"].clone();
                let known = said.entry(name.clone()).or_insert_with(|| description.clone());
                let shared = SHARED_DESCRIPTIONS.iter().any(|(shared, _)| shared == name);
                assert!(shared || *known == description, "{name} of {}", tool.info.id);
            }
        }
    }
}
