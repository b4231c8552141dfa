//! Operations on one asset.

pub(super) mod dependencies;
pub(super) mod dependents;
pub(super) mod info;
