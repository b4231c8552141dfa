//! Operations about the project as a whole.

pub(super) mod info;
pub(super) mod references_missing;
pub(super) mod scenes_list;
