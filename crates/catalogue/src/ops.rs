//! All operations. A file is named after what it does on the wire: `scene.hierarchy.dump` is
//! `ops/scene/hierarchy_dump.rs`, with its examples beside it.

mod asset;
mod audio;
mod docs;
mod edit;
mod editor;
mod mcp;
mod project;
mod scene;
mod world;

use crate::catalogue::Entry;
use crate::editing::Alone;

pub(crate) fn all() -> Vec<Result<Entry, String>> {
    vec![
        Entry::of::<asset::dependencies::Dependencies>(),
        Entry::of::<asset::dependents::Dependents>(),
        Entry::of::<asset::info::Info>(),
        Entry::of::<audio::mixer_list::MixerList>(),
        Entry::of::<audio::mixer_snapshot_read::MixerSnapshotRead>(),
        Entry::of::<docs::class_read::ClassRead>(),
        Entry::of::<docs::method_read::MethodRead>(),
        Entry::of::<docs::search::Search>(),
        Entry::of::<edit::apply::Apply>(),
        Entry::of::<edit::history::History>(),
        Entry::of::<edit::redo::Redo>(),
        Entry::of::<edit::undo::Undo>(),
        Entry::of::<editor::capture_game::CaptureGame>(),
        Entry::of::<editor::capture_viewport::CaptureViewport>(),
        Entry::of::<editor::errors_read::ErrorsRead>(),
        Entry::of::<editor::focus::Focus>(),
        Entry::of::<editor::info::Info>(),
        Entry::of::<editor::log_read::LogRead>(),
        Entry::of::<editor::play_pause::PlayPause>(),
        Entry::of::<editor::play_resume::PlayResume>(),
        Entry::of::<editor::play_start::PlayStart>(),
        Entry::of::<editor::play_state::PlayState>(),
        Entry::of::<editor::play_stop::PlayStop>(),
        Entry::of::<mcp::health::Health>(),
        Entry::of::<mcp::logs_read::LogsRead>(),
        Entry::of::<mcp::server_info::ServerInfo>(),
        Entry::of::<mcp::tool_describe::ToolDescribe>(),
        Entry::of::<mcp::tools_list::ToolsList>(),
        Entry::of::<project::assets_find::AssetsFind>(),
        Entry::of::<project::assets_summary::AssetsSummary>(),
        Entry::of::<project::classes_list::ClassesList>(),
        Entry::of::<project::info::Info>(),
        Entry::of::<project::packages_list::PackagesList>(),
        Entry::of::<project::references_missing::ReferencesMissing>(),
        Entry::of::<project::scenes_list::ScenesList>(),
        Entry::of::<project::search_text::SearchText>(),
        Entry::of::<project::settings_read::SettingsRead>(),
        Entry::of::<Alone<scene::build_add::BuildAdd>>(),
        Entry::of::<Alone<scene::component_add::ComponentAdd>>(),
        Entry::of::<Alone<scene::component_remove::ComponentRemove>>(),
        Entry::of::<scene::components_list::ComponentsList>(),
        Entry::of::<Alone<scene::file_create::FileCreate>>(),
        Entry::of::<Alone<scene::group_set::GroupSet>>(),
        Entry::of::<scene::hierarchy_dump::HierarchyDump>(),
        Entry::of::<Alone<scene::instance_create::InstanceCreate>>(),
        Entry::of::<Alone<scene::layer_set::LayerSet>>(),
        Entry::of::<scene::member_read::MemberRead>(),
        Entry::of::<Alone<scene::member_write::MemberWrite>>(),
        Entry::of::<scene::node_properties::NodeProperties>(),
        Entry::of::<Alone<scene::object_activate::ObjectActivate>>(),
        Entry::of::<Alone<scene::object_create::ObjectCreate>>(),
        Entry::of::<Alone<scene::object_delete::ObjectDelete>>(),
        Entry::of::<Alone<scene::object_duplicate::ObjectDuplicate>>(),
        Entry::of::<scene::object_read::ObjectRead>(),
        Entry::of::<Alone<scene::object_rename::ObjectRename>>(),
        Entry::of::<Alone<scene::object_reparent::ObjectReparent>>(),
        Entry::of::<scene::objects_find::ObjectsFind>(),
        Entry::of::<Alone<scene::override_apply::OverrideApply>>(),
        Entry::of::<Alone<scene::override_revert::OverrideRevert>>(),
        Entry::of::<Alone<scene::prefab_create::PrefabCreate>>(),
        Entry::of::<Alone<scene::script_attach::ScriptAttach>>(),
        Entry::of::<Alone<scene::script_detach::ScriptDetach>>(),
        Entry::of::<Alone<scene::tag_set::TagSet>>(),
        Entry::of::<scene::transform_read::TransformRead>(),
        Entry::of::<scene::tree_read::TreeRead>(),
        Entry::of::<Alone<scene::variant_create::VariantCreate>>(),
        Entry::of::<world::clipboard_read::ClipboardRead>(),
        Entry::of::<world::clipboard_set::ClipboardSet>(),
        Entry::of::<world::scene_load::SceneLoad>(),
        Entry::of::<world::scene_reload::SceneReload>(),
        Entry::of::<world::scene_save::SceneSave>(),
        Entry::of::<world::scene_save_as::SceneSaveAs>(),
        Entry::of::<world::scene_unload::SceneUnload>(),
        Entry::of::<world::scenes_list::ScenesList>(),
        Entry::of::<world::selection_read::SelectionRead>(),
        Entry::of::<world::selection_set::SelectionSet>(),
    ]
}
