//! Operations on the project as a whole.

pub(super) mod assets_find;
pub(super) mod assets_summary;
pub(super) mod classes_list;
pub(super) mod info;
pub(super) mod packages_list;
pub(crate) mod references_missing;
pub(super) mod scenes_list;
pub(crate) mod scripts_check;
pub(super) mod search_text;
pub(super) mod settings_read;
