//! Interrupted changes: readers report them, writers deal with them before they write themselves.

use std::cell::RefCell;

use scenewright_engine::{CommitPermit, Context, EngineError};
use scenewright_journal::{CommitOptions, Journal, JournalError, JournalInspection, RequestKey};
use scenewright_model::{Recovery, RecoveryDirection, RecoveryOutcome, UnfinishedEdit};

use super::JournalWriter;

impl JournalWriter {
    /// The journal, for those who only read. `None` if nothing was ever written.
    pub(super) fn inspection(&self) -> Result<Option<JournalInspection>, EngineError> {
        let data = self.data.as_deref().ok_or(EngineError::NoJournal)?;
        Ok(JournalInspection::open(data, &self.root))
    }

    /// Nothing is written.
    pub(crate) fn unfinished(&self) -> Result<Vec<UnfinishedEdit>, EngineError> {
        let Some(inspection) = self.data.as_ref().map(|_| self.inspection()).transpose()?.flatten()
        else {
            return Ok(Vec::new());
        };
        let found = inspection.unfinished().map_err(|error| self.to_engine_error(error))?;
        Ok(found.into_iter().map(|edit| self.spell(edit)).collect())
    }

    /// Rolls interrupted changes back or completes them: a plan must not be made on top of them.
    pub(crate) fn recover_first(&self, cx: &Context) -> Result<(), EngineError> {
        let Some(data) = &self.data else { return Ok(()) };
        let Some(inspection) = JournalInspection::open(data, &self.root) else { return Ok(()) };
        match inspection.is_interrupted().map_err(|error| self.to_engine_error(error))? {
            true => self.with_journal(cx, Journal::recover_now),
            false => Ok(()),
        }
    }

    /// Ends an interrupted change as a person decides. Not through the open journal, which would roll it back
    /// by itself.
    pub(crate) fn resolve(
        &self,
        handle: &str,
        direction: RecoveryDirection,
        cx: &Context,
    ) -> Result<Recovery, EngineError> {
        let unfinished = self.unfinished()?;
        let files = unfinished.iter().filter(|edit| edit.handle == handle);
        let files = files.flat_map(|edit| &edit.files).map(|file| file.path.as_str());
        self.check_guard(files.map(|path| self.layout.from_engine_path(path)), cx)?;
        let data = self.data.as_deref().ok_or(EngineError::NoJournal)?;
        let resolved = Journal::open_unrecovered(data, &self.root)
            .and_then(|journal| journal.resolve(handle, direction))
            .map_err(|error| self.to_engine_error(error))?;
        let files = resolved.written.iter().map(|path| self.engine_path(path)).collect();
        let kept = resolved.kept.map(|entry| entry.handle);
        let outcome = match resolved.unreadable_reason {
            Some(reason) => RecoveryOutcome::SetAside { reason },
            None => RecoveryOutcome::Resolved { direction, files, kept },
        };
        Ok(Recovery { edit: self.spell(resolved.edit), outcome })
    }

    /// Uses the journal, and reports to the caller what was recovered on the way.
    pub(super) fn with_journal<'a, T>(
        &'a self,
        cx: &Context,
        run: impl FnOnce(&'a Journal) -> Result<T, JournalError>,
    ) -> Result<T, EngineError> {
        let journal = self.journal()?;
        let outcome = run(journal);
        cx.report_recoveries(self.recoveries(journal));
        outcome.map_err(|error| self.to_engine_error(error))
    }

    pub(super) fn recoveries(&self, journal: &Journal) -> Vec<Recovery> {
        let spell = |mut recovery: Recovery| {
            if let RecoveryOutcome::RolledBack { files } = &mut recovery.outcome {
                files.iter_mut().for_each(|path| *path = self.engine_path(path));
            }
            Recovery { edit: self.spell(recovery.edit), ..recovery }
        };
        journal.take_recovered().into_iter().map(spell).collect()
    }

    fn spell(&self, mut edit: UnfinishedEdit) -> UnfinishedEdit {
        edit.files.iter_mut().for_each(|file| file.path = self.engine_path(&file.path));
        edit
    }

    /// Writes past the point of no return: before it the call can be cancelled, after it not.
    pub(super) fn guarded<T>(
        &self,
        cx: &Context,
        write: impl FnOnce(&CommitOptions<'_>) -> Result<T, JournalError>,
    ) -> Result<T, EngineError> {
        let permit: RefCell<Option<Result<CommitPermit, EngineError>>> = RefCell::default();
        let begin = || {
            let granted = cx.begin_commit();
            let is_granted = granted.is_ok();
            permit.replace(Some(granted));
            is_granted
        };
        let request = cx.request().map(|request| RequestKey {
            id: request.id.clone(),
            fingerprint: request.fingerprint.clone(),
        });
        let outcome = write(&CommitOptions { request: request.as_ref(), begin: Some(&begin) });
        match (outcome, permit.into_inner()) {
            (Err(JournalError::Cancelled), Some(Err(reason))) => Err(reason),
            (outcome, Some(Ok(permit))) => {
                if matches!(outcome, Ok(_) | Err(JournalError::Unfinished { .. })) {
                    permit.written();
                }
                outcome.map_err(|error| self.to_engine_error(error))
            }
            (outcome, _) => outcome.map_err(|error| self.to_engine_error(error)),
        }
    }
}
