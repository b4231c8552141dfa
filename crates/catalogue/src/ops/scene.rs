//! Operations on one scene, and the list of all edits.

pub(super) mod build_add;
pub(super) mod component_add;
pub(super) mod component_remove;
pub(super) mod components_list;
pub(super) mod file_create;
pub(super) mod group_set;
pub(super) mod hierarchy_dump;
pub(super) mod instance_create;
pub(super) mod layer_set;
pub(super) mod member_read;
pub(super) mod member_write;
pub(super) mod node_properties;
pub(super) mod object_activate;
pub(super) mod object_create;
pub(super) mod object_delete;
pub(super) mod object_duplicate;
pub(super) mod object_read;
pub(super) mod object_rename;
pub(super) mod object_reparent;
pub(super) mod objects_find;
pub(super) mod override_apply;
pub(super) mod override_revert;
mod pattern;
pub(super) mod prefab_create;
pub(super) mod script_attach;
pub(super) mod script_detach;
pub(super) mod tag_set;
pub(super) mod target;
pub(super) mod transform_read;
pub(super) mod tree_read;
pub(super) mod variant_create;

use scenewright_model::EditKind;

use crate::edit_tool::EditTool;

/// The tool that makes each kind of edit. This is the only list of them: the catalogue, `edit.apply`
/// and messages about edits read it, and a kind without a row does not compile.
pub(crate) fn edit_tool(kind: EditKind) -> EditTool {
    match kind {
        EditKind::CreateObject => EditTool::new::<object_create::ObjectCreate>(),
        EditKind::DeleteObject => EditTool::new::<object_delete::ObjectDelete>(),
        EditKind::DuplicateObject => EditTool::new::<object_duplicate::ObjectDuplicate>(),
        EditKind::RenameObject => EditTool::new::<object_rename::ObjectRename>(),
        EditKind::ReparentObject => EditTool::new::<object_reparent::ObjectReparent>(),
        EditKind::SetActive => EditTool::new::<object_activate::ObjectActivate>(),
        EditKind::AddComponent => EditTool::new::<component_add::ComponentAdd>(),
        EditKind::RemoveComponent => EditTool::new::<component_remove::ComponentRemove>(),
        EditKind::AttachScript => EditTool::new::<script_attach::ScriptAttach>(),
        EditKind::DetachScript => EditTool::new::<script_detach::ScriptDetach>(),
        EditKind::SetMember => EditTool::new::<member_write::MemberWrite>(),
        EditKind::SetTag => EditTool::new::<tag_set::TagSet>(),
        EditKind::SetLayer => EditTool::new::<layer_set::LayerSet>(),
        EditKind::SetGroup => EditTool::new::<group_set::GroupSet>(),
        EditKind::Instantiate => EditTool::new::<instance_create::InstanceCreate>(),
        EditKind::RevertOverride => EditTool::new::<override_revert::OverrideRevert>(),
        EditKind::ApplyOverride => EditTool::new::<override_apply::OverrideApply>(),
        EditKind::CreateScene => EditTool::new::<file_create::FileCreate>(),
        EditKind::CreatePrefab => EditTool::new::<prefab_create::PrefabCreate>(),
        EditKind::InheritScene => EditTool::new::<variant_create::VariantCreate>(),
        EditKind::AddToBuild => EditTool::new::<build_add::BuildAdd>(),
    }
}

/// The tools of all edits, sorted by id.
pub(crate) fn edit_tools() -> Vec<EditTool> {
    let mut tools: Vec<EditTool> = EditKind::all().map(edit_tool).collect();
    tools.sort_by_key(|tool| tool.info.id);
    tools
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::*;

    #[test]
    fn every_tool_makes_edits_of_its_kind() {
        for kind in EditKind::all() {
            let tool = edit_tool(kind);
            let examples: Vec<Value> = serde_json::from_str(tool.info.examples).unwrap();
            for example in examples {
                let input: Map<String, Value> = example["input"].as_object().cloned().unwrap();
                assert_eq!((tool.parse)(input).unwrap().kind(), kind, "{}", tool.info.id);
            }
        }
    }
}
