//! Changes by the names that their callers gave them. A request is done once.

use scenewright_model::EditAction;

use crate::entry::{Request, RequestRecord, State};
use crate::inspect;
use crate::journal::Journal;
use crate::record::Header;
use crate::refused::Refused;
use crate::store::{Mark, Stored};
use crate::turns::Turns;

impl Journal {
    /// What was done under that id. What was cut short is dealt with first, so that it is done or gone.
    pub fn request(&self, id: &str) -> Result<Option<RequestRecord>, Refused> {
        let _lock = self.lock()?;
        self.recover()?;
        self.request_locked(id)
    }

    /// Keeps what the caller of a request was answered. Of an entry that is gone, nothing.
    pub fn set_answer(&self, handle: &str, id: &str, answer: &str) -> Result<(), Refused> {
        let _lock = self.lock()?;
        let mut all = self.store.list()?.into_iter();
        let Some(stored) = all.find(|stored| stored.handle == handle) else { return Ok(()) };
        let mut turns = Turns::of(&self.store, &stored);
        turns.set_answer(id, answer);
        turns.write(&self.store, handle)
    }

    pub(super) fn is_new(&self, request: Option<&Request>) -> Result<(), Refused> {
        let Some(Request { id, .. }) = request else { return Ok(()) };
        match self.request_locked(id)? {
            None => Ok(()),
            Some(done) => Err(Refused::RequestDone { id: id.clone(), handle: done.entry.handle }),
        }
    }

    fn request_locked(&self, id: &str) -> Result<Option<RequestRecord>, Refused> {
        let all = self.store.list()?;
        Ok(all.iter().rev().find_map(|stored| self.request_of(stored, id)))
    }

    fn request_of(&self, stored: &Stored, id: &str) -> Option<RequestRecord> {
        if stored.mark == Mark::Bad {
            return None;
        }
        let header = Header::read(&self.store.path(stored), &stored.handle).ok()?;
        let turns = Turns::of(&self.store, stored);
        let (request, action) = header
            .request
            .iter()
            .map(|request| (request, EditAction::Edit))
            .chain(turns.requests())
            .find(|(request, _)| request.id == id)?;
        let mut entry = inspect::entry(&self.store, stored).ok().flatten()?;
        if entry.state == State::Undone {
            entry.undone = turns.undone();
        }
        let answer = turns.answer(id);
        Some(RequestRecord { request: request.clone(), action, entry, answer })
    }
}
