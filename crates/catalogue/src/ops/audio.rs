//! Operations on audio.

pub(super) mod mixer_list;
pub(super) mod mixer_snapshot_read;
