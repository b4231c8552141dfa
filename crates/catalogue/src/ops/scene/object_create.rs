//! `scene.object.create`: creates a GameObject or a node.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::edit_value::object_ref;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct ObjectCreate;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ObjectCreateArgs {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    scene_path: String,
    /// Its name
    name: String,
    /// The parent's path, or 'obj:' and its instanceId [default: a root; Godot: a child of the root]
    parent_path: Option<String>,
    /// Position among the siblings, from 0 [default: last]
    sibling_index: Option<usize>,
    /// Godot: the node's class [default: Node]
    #[schemars(extend("x-engine" = "godot", "x-instead" = "components"))]
    class: Option<String>,
    /// Unity: components besides the Transform: built-in types or script classes
    #[serde(default)]
    #[schemars(extend("x-engine" = "unity", "x-instead" = "class"))]
    components: Vec<String>,
}

impl EditOperation for ObjectCreate {
    type Args = ObjectCreateArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.object.create",
        name: "Create an Object",
        description: "Creates an empty GameObject (Unity) or a node (Godot) in a scene or prefab.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("object_create.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: ObjectCreateArgs) -> Result<Edit, Failure> {
        Ok(Edit::CreateObject {
            parent: args.parent_path.as_deref().map(object_ref),
            scene: args.scene_path,
            sibling: args.sibling_index,
            name: args.name,
            class: args.class,
            components: args.components,
        })
    }
}
