//! Changes by the ids that their callers gave them. A request is carried out once.

use scenewright_model::EditAction;

use crate::entry::{EntryState, RequestKey, RequestRecord};
use crate::error::JournalError;
use crate::inspect;
use crate::journal::Journal;
use crate::record::RecordHeader;
use crate::store::{EntryMark, StoredEntry};
use crate::undo_log::UndoLog;

impl Journal {
    /// The change of that request. Interrupted entries are recovered first, so that it is done or gone.
    pub fn request(&self, id: &str) -> Result<Option<RequestRecord>, JournalError> {
        let _lock = self.lock()?;
        self.recover()?;
        self.find_request(id)
    }

    /// Records the answer to a request. Does nothing if the entry no longer exists.
    pub fn set_answer(&self, handle: &str, id: &str, answer: &str) -> Result<(), JournalError> {
        let _lock = self.lock()?;
        let mut all = self.store.list()?.into_iter();
        let Some(stored) = all.find(|stored| stored.handle == handle) else { return Ok(()) };
        let mut turns = UndoLog::read(&self.store, &stored);
        turns.set_answer(id, answer);
        turns.write(&self.store, handle)
    }

    pub(super) fn check_request_is_new(
        &self,
        request: Option<&RequestKey>,
    ) -> Result<(), JournalError> {
        let Some(RequestKey { id, .. }) = request else { return Ok(()) };
        match self.find_request(id)? {
            None => Ok(()),
            Some(done) => {
                Err(JournalError::RequestAlreadyDone { id: id.clone(), handle: done.entry.handle })
            }
        }
    }

    fn find_request(&self, id: &str) -> Result<Option<RequestRecord>, JournalError> {
        let all = self.store.list()?;
        Ok(all.iter().rev().find_map(|stored| self.request_in_entry(stored, id)))
    }

    fn request_in_entry(&self, stored: &StoredEntry, id: &str) -> Option<RequestRecord> {
        if stored.mark == EntryMark::Bad {
            return None;
        }
        let header = RecordHeader::read(&self.store.path(stored), &stored.handle).ok()?;
        let turns = UndoLog::read(&self.store, stored);
        let (request, action) = header
            .request
            .iter()
            .map(|request| (request, EditAction::Edit))
            .chain(turns.requests())
            .find(|(request, _)| request.id == id)?;
        let mut entry = inspect::read_entry(&self.store, stored).ok().flatten()?;
        if entry.state == EntryState::Undone {
            entry.undone = turns.undone_at();
        }
        let answer = turns.answer(id);
        Some(RequestRecord { request: request.clone(), action, entry, answer })
    }
}
