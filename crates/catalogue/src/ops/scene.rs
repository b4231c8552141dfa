//! Operations about one scene.

pub(super) mod hierarchy_dump;
