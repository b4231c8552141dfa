//! `scene.file.create`: creates a scene file.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct FileCreate;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileCreateArgs {
    /// Path of the new file: 'Assets/Scenes/New.unity', 'res://new.tscn'
    path: String,
    /// Godot: the root's class [default: Node]
    #[schemars(extend("x-engine" = "godot"))]
    class: Option<String>,
    /// Godot: the root's name [default: the file name]
    #[schemars(extend("x-engine" = "godot"))]
    name: Option<String>,
}

impl EditOperation for FileCreate {
    type Args = FileCreateArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.file.create",
        name: "Create a Scene",
        description: "Creates a scene file: in Unity with the settings of a new scene, in Godot with a root node.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("file_create.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: FileCreateArgs) -> Result<Edit, Failure> {
        Ok(Edit::CreateScene { path: args.path, class: args.class, name: args.name })
    }
}
