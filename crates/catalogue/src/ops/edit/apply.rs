//! `edit.apply`: one edit or many as one.

use std::borrow::Cow;

use scenewright_model::Edit;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::context::Cx;
use crate::definition::{CONFIRM, DRY_RUN};
use crate::editing::{self, EditOperation, EditOptions, EditOutput, SingleEdit};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::ops::scene::{
    build_add::BuildAdd, component_add::ComponentAdd, component_remove::ComponentRemove,
    file_create::FileCreate, group_set::GroupSet, instance_create::InstanceCreate,
    layer_set::LayerSet, member_write::MemberWrite, object_activate::ObjectActivate,
    object_create::ObjectCreate, object_delete::ObjectDelete, object_duplicate::ObjectDuplicate,
    object_rename::ObjectRename, object_reparent::ObjectReparent, override_apply::OverrideApply,
    override_revert::OverrideRevert, prefab_create::PrefabCreate, script_attach::ScriptAttach,
    script_detach::ScriptDetach, tag_set::TagSet, variant_create::VariantCreate,
};
use crate::presentation::Presentation;
use crate::schema;

pub(crate) struct EditApply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditApplyArgs {
    /// In their order: each with the parameters of the tool that 'op' names
    #[schemars(length(min = 1, max = 1000))]
    edits: Vec<EditItem>,
    /// What the history calls it
    #[serde(default = "several")]
    label: String,
    /// Must be true if one of the edits is destructive, unless dryRun is
    #[serde(default)]
    confirm: bool,
    #[serde(flatten)]
    how: EditOptions,
}

fn several() -> String {
    EditApply::ABOUT.name.to_owned()
}

/// One edit. Its schema has the parameters of all tools, as clients understand no alternatives.
#[derive(Deserialize)]
#[serde(transparent)]
struct EditItem(Map<String, Value>);

/// What a parameter is for where the tools that have it say different things of it.
const SHARED_DESCRIPTIONS: [(&str, &str); 5] = [
    ("class", "Godot: the node's class [default: Node]"),
    (
        "component",
        "Its type ('Light', of several 'Light[1]') or index; to add one, its type or script class",
    ),
    (
        "member",
        "Its path: 'm_LocalPosition.x', 'm_Materials[0]', 'm_Materials.Array.size'; Godot: 'position', 'metadata/x'",
    ),
    ("name", "The object's; of a new file its root's"),
    ("path", "Where the new file goes: 'Assets/New.prefab', 'res://new.tscn'"),
];

/// Of the parameter that chooses.
const OP_DESCRIPTION: &str = "The tool; an object is named by scenePath and objectPath, the parent of a new one by parentPath, a new file by path";

/// A tool that can be one of many.
struct BatchableEdit {
    about: OperationInfo,
    edit: fn(Map<String, Value>) -> Result<Edit, Failure>,
    schema: fn() -> Value,
}

impl BatchableEdit {
    const fn of<E: EditOperation>() -> BatchableEdit {
        BatchableEdit {
            about: E::ABOUT,
            edit: edit::<E>,
            schema: schema::with_marks::<<SingleEdit<E> as Operation>::Args>,
        }
    }
}

const BATCHABLE_EDITS: [BatchableEdit; 21] = [
    BatchableEdit::of::<BuildAdd>(),
    BatchableEdit::of::<ComponentAdd>(),
    BatchableEdit::of::<ComponentRemove>(),
    BatchableEdit::of::<FileCreate>(),
    BatchableEdit::of::<GroupSet>(),
    BatchableEdit::of::<InstanceCreate>(),
    BatchableEdit::of::<LayerSet>(),
    BatchableEdit::of::<MemberWrite>(),
    BatchableEdit::of::<ObjectActivate>(),
    BatchableEdit::of::<ObjectCreate>(),
    BatchableEdit::of::<ObjectDelete>(),
    BatchableEdit::of::<ObjectDuplicate>(),
    BatchableEdit::of::<ObjectRename>(),
    BatchableEdit::of::<ObjectReparent>(),
    BatchableEdit::of::<OverrideApply>(),
    BatchableEdit::of::<OverrideRevert>(),
    BatchableEdit::of::<PrefabCreate>(),
    BatchableEdit::of::<ScriptAttach>(),
    BatchableEdit::of::<ScriptDetach>(),
    BatchableEdit::of::<TagSet>(),
    BatchableEdit::of::<VariantCreate>(),
];

fn edit<E: EditOperation>(parameters: Map<String, Value>) -> Result<Edit, Failure> {
    let args = serde_json::from_value(Value::Object(parameters));
    E::edit(
        args.map_err(|error| Failure::Crashed { message: format!("{}: {error}", E::ABOUT.id) })?,
    )
}

impl JsonSchema for EditItem {
    fn schema_name() -> Cow<'static, str> {
        "Item".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ops: Vec<&str> = BATCHABLE_EDITS.iter().map(|kind| kind.about.id).collect();
        let mut properties = Map::new();
        properties.insert(
            "op".to_owned(),
            json!({ "type": "string", "description": OP_DESCRIPTION, "enum": ops }),
        );
        for kind in &BATCHABLE_EDITS {
            for (name, parameter) in schema::properties(&(kind.schema)()) {
                // They are said once, for all of them.
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
        description: "Does one edit or many as one: all or none, with one undo handle. Each sees what those before it left.",
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
        let mut edits = Vec::with_capacity(args.edits.len());
        let mut is_destructive = false;
        for (index, EditItem(mut parameters)) in args.edits.into_iter().enumerate() {
            let op = parameters.remove("op").unwrap_or_default();
            let kind = BATCHABLE_EDITS.iter().find(|kind| op == kind.about.id);
            let kind = kind.ok_or_else(|| Failure::argument("op", op, "no edit"))?;
            is_destructive |= kind.about.safety == SafetyLevel::Destructive;
            let definition = cx.session().describe(kind.about.id)?;
            let edit = definition
                .check_arguments(&mut parameters, cx.session().engine_kind())
                .and_then(|()| (kind.edit)(parameters));
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
        // That a tool can do without it is another matter.
        let given = |parameter: &Value| match &parameter["type"] {
            Value::Array(types) => types.iter().find(|name| *name != "null").cloned(),
            name => Some(name.clone()),
        };
        let mut types: Map<String, Value> = Map::new();
        for kind in &BATCHABLE_EDITS {
            for (name, parameter) in schema::properties(&(kind.schema)()) {
                let own = given(parameter).unwrap_or_default();
                let known = types.entry(name.clone()).or_insert_with(|| own.clone());
                assert_eq!(*known, own, "{name} of {}", kind.about.id);
            }
        }
    }

    #[test]
    fn a_parameter_means_one_thing_in_all_edits() {
        let mut said: Map<String, Value> = Map::new();
        for kind in &BATCHABLE_EDITS {
            for (name, parameter) in schema::properties(&(kind.schema)()) {
                let description = parameter["description"].clone();
                let known = said.entry(name.clone()).or_insert_with(|| description.clone());
                let shared = SHARED_DESCRIPTIONS.iter().any(|(shared, _)| shared == name);
                assert!(shared || *known == description, "{name} of {}", kind.about.id);
            }
        }
    }

    #[test]
    fn every_edit_can_be_one_of_many() {
        let of_scene = crate::ops::all().into_iter().flatten().map(|entry| entry.definition);
        let mut edits: Vec<_> = of_scene
            .filter(|definition| definition.category == "scene.edit")
            .map(|definition| definition.id)
            .filter(|id| id.starts_with("scene."))
            .collect();
        edits.sort_unstable();
        let mut kinds: Vec<_> = BATCHABLE_EDITS.iter().map(|kind| kind.about.id).collect();
        kinds.sort_unstable();
        assert_eq!(edits, kinds);
    }
}
