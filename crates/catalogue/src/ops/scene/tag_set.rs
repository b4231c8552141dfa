//! `scene.tag.set`: sets the tag of an object.

use scenewright_model::Edit;
use schemars::JsonSchema;
use serde::Deserialize;

use super::target::ObjectTarget;
use crate::editing::EditOperation;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::OperationInfo;

pub(crate) struct TagSet;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TagSetArgs {
    #[serde(flatten)]
    target: ObjectTarget,
    /// The tag, e.g. 'Player'
    tag: String,
}

impl EditOperation for TagSet {
    type Args = TagSetArgs;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.tag.set",
        name: "Set a Tag",
        description: "Unity: sets the tag of an object to one of the project's tags.",
        category: "scene.edit",
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("tag_set.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn edit(args: TagSetArgs) -> Result<Edit, Failure> {
        Ok(Edit::SetTag {
            object: args.target.object()?,
            scene: args.target.scene_path,
            tag: args.tag,
        })
    }
}
