//! Changing a project: every change can be looked at before it is made, and taken back after.

use scenewright_model::{
    Edit, EditHistoryEntry, EditMode, EditOutcome, EditPlan, FileChange, RecordedRequest, Recovery,
    RecoveryDirection, SceneChange, UnfinishedEdit,
};

use crate::{Context, ReadResult};

pub trait Editing {
    /// What edits come to, to the byte. Nothing is written.
    fn plan(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan>;

    /// All edits in their order, each on what those before it left; one that is refused refuses all.
    /// They become one entry of the history, under `label`.
    fn edit(
        &self,
        edits: &[Edit],
        label: &str,
        mode: EditMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome>;

    /// What differs between two versions of files, in the words of the scenes. A file that cannot be
    /// read is said to have changed.
    fn changes(&self, files: &[FileChange], cx: &Context) -> ReadResult<Vec<SceneChange>>;

    /// What was written, by whichever process, and what this one keeps unsaved; the newest
    /// first. Nothing is written.
    fn history(&self, cx: &Context) -> ReadResult<Vec<EditHistoryEntry>>;

    /// Takes an entry back; without a handle the newest that is not, of those that are unsaved only one
    /// of the caller's own. Refused if a file of it has
    /// changed since.
    fn undo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> ReadResult<EditOutcome>;

    /// Does again what was taken back; without a handle what was taken back last.
    fn redo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> ReadResult<EditOutcome>;

    /// What was cut short and waits for a writer or a person, the oldest first. Nothing is written.
    fn unfinished(&self, cx: &Context) -> ReadResult<Vec<UnfinishedEdit>>;

    /// Takes back what was cut short, or completes it if all of it is there. Every change does so by
    /// itself before it begins.
    fn recover_interrupted(&self, cx: &Context) -> ReadResult<()>;

    /// Ends a change that was cut short as a person decides, whatever its files have now.
    fn recover(
        &self,
        handle: &str,
        direction: RecoveryDirection,
        cx: &Context,
    ) -> ReadResult<Recovery>;

    /// What was done under a request. This is for writers: what was cut short is dealt with first.
    fn find_request(&self, id: &str, cx: &Context) -> ReadResult<Option<RecordedRequest>>;

    /// Keeps what the request of a change was answered.
    fn record_answer(&self, handle: &str, id: &str, answer: &str, cx: &Context) -> ReadResult<()>;
}
