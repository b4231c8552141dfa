//! Changes by the request ids that their callers gave them.

use scenewright_engine::{Context, EngineError};
use scenewright_journal::{Journal, RequestRecord};
use scenewright_model::{
    ChangeKind, EditAction, EditOutcome, EditPlan, EditRequest, EditState, FileChange, FileDiff,
    RecordedRequest,
};

use super::JournalWriter;

impl JournalWriter {
    pub(crate) fn find_request(
        &self,
        id: &str,
        cx: &Context,
    ) -> Result<Option<RecordedRequest>, EngineError> {
        // Nothing was ever written, and nothing is to be made for a question.
        if self.inspection()?.is_none() {
            return Ok(None);
        }
        let found = self.with_journal(cx, |journal| journal.request(id))?;
        let journal = self.journal()?;
        Ok(found.map(|record| self.recorded(journal, record)))
    }

    pub(crate) fn record_answer(
        &self,
        handle: &str,
        id: &str,
        answer: &str,
    ) -> Result<(), EngineError> {
        let recorded = self.journal()?.set_answer(handle, id, answer);
        recorded.map_err(|error| self.to_engine_error(error))
    }

    fn recorded(&self, journal: &Journal, record: RequestRecord) -> RecordedRequest {
        let RequestRecord { request, action, entry, answer } = record;
        let entry = self.entry(entry);
        let mut edited = match answer {
            Some(_) => EditOutcome::default(),
            None => self.known(journal, action, &entry.handle, &entry.state, &entry.files),
        };
        edited.handle = Some(entry.handle.clone());
        RecordedRequest {
            request: EditRequest { id: request.id, fingerprint: request.fingerprint },
            action,
            handle: entry.handle,
            time: entry.time,
            state: entry.state,
            answer,
            edited,
        }
    }

    /// What a change did, as far as its files still show it.
    fn known(
        &self,
        journal: &Journal,
        action: EditAction,
        handle: &str,
        state: &EditState,
        files: &[String],
    ) -> EditOutcome {
        let changes = match state {
            EditState::Done => journal.preview_undo(handle).ok().map(reverse_changes),
            EditState::Undone => journal.preview_redo(handle).ok(),
            EditState::Unfinished | EditState::Conflicted { .. } => None,
        };
        let changes = changes.map(|changes| match action {
            EditAction::Edit | EditAction::Redo => changes,
            EditAction::Undo => reverse_changes(changes),
        });
        match changes {
            Some(files) => self.describe_plan(EditPlan { files, ..EditPlan::default() }),
            None => without_diffs(files),
        }
    }
}

fn reverse_changes(changes: Vec<FileChange>) -> Vec<FileChange> {
    let reverse = |change: FileChange| FileChange {
        path: change.path,
        before: change.after,
        after: change.before,
    };
    changes.into_iter().map(reverse).collect()
}

fn without_diffs(files: &[String]) -> EditOutcome {
    let file = |path: &String| FileDiff {
        path: path.clone(),
        change: ChangeKind::Changed,
        diff: String::new(),
        lines_added: 0,
        lines_removed: 0,
    };
    let note = "The files have changed since, so that their differences are not shown.".to_owned();
    EditOutcome {
        files: files.iter().map(file).collect(),
        diagnostics: vec![note],
        ..EditOutcome::default()
    }
}
