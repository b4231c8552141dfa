//! All operations. A file is named after what it does on the wire: `scene.hierarchy.dump` is
//! `ops/scene/hierarchy_dump.rs`, with its examples beside it.

mod audio;
mod mcp;
mod project;
mod scene;

use crate::catalogue::Entry;

pub(crate) fn all() -> Vec<Result<Entry, String>> {
    vec![
        Entry::of::<audio::mixer_list::MixerList>(),
        Entry::of::<audio::mixer_snapshot_read::MixerSnapshotRead>(),
        Entry::of::<mcp::health::Health>(),
        Entry::of::<mcp::server_info::ServerInfo>(),
        Entry::of::<mcp::tool_describe::ToolDescribe>(),
        Entry::of::<mcp::tools_list::ToolsList>(),
        Entry::of::<project::classes_list::ClassesList>(),
        Entry::of::<project::info::Info>(),
        Entry::of::<project::packages_list::PackagesList>(),
        Entry::of::<project::references_missing::ReferencesMissing>(),
        Entry::of::<project::scenes_list::ScenesList>(),
        Entry::of::<project::search_text::SearchText>(),
        Entry::of::<project::settings_read::SettingsRead>(),
        Entry::of::<scene::hierarchy_dump::HierarchyDump>(),
    ]
}
