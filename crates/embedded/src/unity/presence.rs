//! Whether an asset is there, looked at once and only if something points at it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::pointer::Guid;

#[derive(Default)]
pub(crate) struct Presence(Mutex<HashMap<Guid, bool>>);

impl Presence {
    pub(crate) fn of(&self, guid: Guid, look: impl FnOnce() -> bool) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(guid).or_insert_with(look)
    }
}
