//! All operations. A file is named after what it does on the wire: `scene.hierarchy.dump` is
//! `ops/scene/hierarchy_dump.rs`, with its examples beside it.

mod asset;
mod audio;
mod docs;
mod edit;
mod editor;
mod game;
mod mcp;
pub mod outputs;
pub(crate) mod project;
pub(crate) mod scene;
mod world;

use crate::catalogue::CatalogueEntry;

pub(crate) fn all() -> Vec<Result<CatalogueEntry, String>> {
    let edits = scene::edit_tools().into_iter().map(|tool| (tool.entry)());
    operations().into_iter().chain(edits).collect()
}

/// All but the edits, of which [`scene::edit_tool`] has the list.
fn operations() -> Vec<Result<CatalogueEntry, String>> {
    vec![
        CatalogueEntry::for_operation::<asset::dependencies::AssetDependencies>(),
        CatalogueEntry::for_operation::<asset::dependents::AssetDependents>(),
        CatalogueEntry::for_operation::<asset::info::AssetInfo>(),
        CatalogueEntry::for_operation::<audio::mixer_list::MixerList>(),
        CatalogueEntry::for_operation::<audio::mixer_snapshot_read::MixerSnapshotRead>(),
        CatalogueEntry::for_operation::<docs::class_read::DocsClassRead>(),
        CatalogueEntry::for_operation::<docs::method_read::DocsMethodRead>(),
        CatalogueEntry::for_operation::<docs::search::DocsSearch>(),
        CatalogueEntry::for_operation::<edit::apply::EditApply>(),
        CatalogueEntry::for_operation::<edit::history::EditHistory>(),
        CatalogueEntry::for_operation::<edit::redo::EditRedo>(),
        CatalogueEntry::for_operation::<edit::undo::EditUndo>(),
        CatalogueEntry::for_operation::<editor::capture_game::CaptureGame>(),
        CatalogueEntry::for_operation::<editor::capture_viewport::CaptureViewport>(),
        CatalogueEntry::for_operation::<editor::errors_read::EditorErrorsRead>(),
        CatalogueEntry::for_operation::<editor::focus::EditorFocus>(),
        CatalogueEntry::for_operation::<editor::info::EditorInfoRead>(),
        CatalogueEntry::for_operation::<editor::log_read::EditorLogRead>(),
        CatalogueEntry::for_operation::<editor::play_control::PlayControl>(),
        CatalogueEntry::for_operation::<game::act::GameActRun>(),
        CatalogueEntry::for_operation::<game::call::GameMethodCall>(),
        CatalogueEntry::for_operation::<game::eval::GameEval>(),
        CatalogueEntry::for_operation::<game::freeze::GameFreeze>(),
        CatalogueEntry::for_operation::<game::debug::GameDebugRun>(),
        CatalogueEntry::for_operation::<game::reload::GameReload>(),
        CatalogueEntry::for_operation::<game::log::GameLogRead>(),
        CatalogueEntry::for_operation::<game::look::GameLook>(),
        CatalogueEntry::for_operation::<game::read::GameRead>(),
        CatalogueEntry::for_operation::<game::start::GameStartRun>(),
        CatalogueEntry::for_operation::<game::state::GameStateRead>(),
        CatalogueEntry::for_operation::<game::stop::GameStop>(),
        CatalogueEntry::for_operation::<game::write::GameWriteRun>(),
        CatalogueEntry::for_operation::<mcp::health::ServerHealth>(),
        CatalogueEntry::for_operation::<mcp::logs_read::ServerLogsRead>(),
        CatalogueEntry::for_operation::<mcp::server_info::ServerInfo>(),
        CatalogueEntry::for_operation::<mcp::tool_describe::ToolDescribe>(),
        CatalogueEntry::for_operation::<mcp::tools_list::ToolsList>(),
        CatalogueEntry::for_operation::<project::assets_find::AssetsFind>(),
        CatalogueEntry::for_operation::<project::assets_summary::AssetsSummary>(),
        CatalogueEntry::for_operation::<project::classes_list::ClassesList>(),
        CatalogueEntry::for_operation::<project::info::ProjectInfoRead>(),
        CatalogueEntry::for_operation::<project::packages_list::PackagesList>(),
        CatalogueEntry::for_operation::<project::references_missing::ReferencesMissing>(),
        CatalogueEntry::for_operation::<project::scenes_list::ProjectScenesList>(),
        CatalogueEntry::for_operation::<project::scripts_check::ScriptsCheck>(),
        CatalogueEntry::for_operation::<project::search_text::ProjectTextSearch>(),
        CatalogueEntry::for_operation::<project::settings_read::SettingsRead>(),
        CatalogueEntry::for_operation::<scene::components_list::ComponentsList>(),
        CatalogueEntry::for_operation::<scene::hierarchy_dump::HierarchyDump>(),
        CatalogueEntry::for_operation::<scene::member_read::MemberRead>(),
        CatalogueEntry::for_operation::<scene::node_properties::NodePropertiesRead>(),
        CatalogueEntry::for_operation::<scene::object_read::ObjectRead>(),
        CatalogueEntry::for_operation::<scene::objects_find::ObjectsFind>(),
        CatalogueEntry::for_operation::<scene::transform_read::TransformRead>(),
        CatalogueEntry::for_operation::<scene::tree_read::TreeRead>(),
        CatalogueEntry::for_operation::<world::clipboard_read::ClipboardRead>(),
        CatalogueEntry::for_operation::<world::clipboard_set::ClipboardSet>(),
        CatalogueEntry::for_operation::<world::scene_load::SceneLoad>(),
        CatalogueEntry::for_operation::<world::scene_reload::SceneReload>(),
        CatalogueEntry::for_operation::<world::scene_save::SceneSave>(),
        CatalogueEntry::for_operation::<world::scene_save_as::SceneSaveAs>(),
        CatalogueEntry::for_operation::<world::scene_unload::SceneUnload>(),
        CatalogueEntry::for_operation::<world::scenes_list::LoadedScenesList>(),
        CatalogueEntry::for_operation::<world::selection_read::SelectionRead>(),
        CatalogueEntry::for_operation::<world::selection_set::SelectionSet>(),
    ]
}
