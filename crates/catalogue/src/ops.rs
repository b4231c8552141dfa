//! All operations. A file is named after what it does on the wire: `scene.hierarchy.dump` is
//! `ops/scene/hierarchy_dump.rs`, with its examples beside it.

mod asset;
mod audio;
mod mcp;
mod project;
mod scene;

use crate::catalogue::Entry;

pub(crate) fn all() -> Vec<Result<Entry, String>> {
    vec![
        Entry::of::<asset::dependencies::Dependencies>(),
        Entry::of::<asset::dependents::Dependents>(),
        Entry::of::<asset::info::Info>(),
        Entry::of::<audio::mixer_list::MixerList>(),
        Entry::of::<audio::mixer_snapshot_read::MixerSnapshotRead>(),
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
        Entry::of::<scene::components_list::ComponentsList>(),
        Entry::of::<scene::hierarchy_dump::HierarchyDump>(),
        Entry::of::<scene::member_read::MemberRead>(),
        Entry::of::<scene::node_properties::NodeProperties>(),
        Entry::of::<scene::object_read::ObjectRead>(),
        Entry::of::<scene::objects_find::ObjectsFind>(),
        Entry::of::<scene::tree_read::TreeRead>(),
    ]
}
