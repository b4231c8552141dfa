//! Operations about one scene.

pub(super) mod components_list;
pub(super) mod hierarchy_dump;
pub(super) mod member_read;
pub(super) mod node_properties;
pub(super) mod object_read;
pub(super) mod objects_find;
mod pattern;
mod target;
pub(super) mod tree_read;
