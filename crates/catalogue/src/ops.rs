//! All operations. A file is named after what it does on the wire: `scene.hierarchy.dump` is
//! `ops/scene/hierarchy_dump.rs`, with its examples beside it.

mod mcp;
mod project;
mod scene;

use crate::catalogue::Entry;

pub(crate) fn all() -> Vec<Result<Entry, String>> {
    vec![
        Entry::of::<mcp::health::Health>(),
        Entry::of::<mcp::server_info::ServerInfo>(),
        Entry::of::<mcp::tool_describe::ToolDescribe>(),
        Entry::of::<mcp::tools_list::ToolsList>(),
        Entry::of::<project::info::Info>(),
        Entry::of::<project::references_missing::ReferencesMissing>(),
        Entry::of::<project::scenes_list::ScenesList>(),
        Entry::of::<scene::components_list::ComponentsList>(),
        Entry::of::<scene::hierarchy_dump::HierarchyDump>(),
        Entry::of::<scene::member_read::MemberRead>(),
        Entry::of::<scene::object_read::ObjectRead>(),
        Entry::of::<scene::objects_find::ObjectsFind>(),
    ]
}
