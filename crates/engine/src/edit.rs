//! Changing a project. Every change can be previewed before it is made, and undone afterwards.

use scenewright_model::{
    Edit, EditHistoryEntry, EditMode, EditOutcome, EditPlan, FileChange, RecordedRequest, Recovery,
    RecoveryDirection, SceneChange, UnfinishedEdit,
};

use crate::{Context, ReadResult};

pub trait Editing {
    /// Computes the exact result of the edits. Nothing is written.
    fn plan(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan>;

    /// Applies all edits in order, each to the result of those before it; if one is refused, none
    /// is applied. They become one entry of the history, with `label`.
    fn edit(
        &self,
        edits: &[Edit],
        label: &str,
        mode: EditMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome>;

    /// Describes the differences between two versions of files in terms of the scenes. A file that
    /// cannot be parsed is reported as changed.
    fn changes(&self, files: &[FileChange], cx: &Context) -> ReadResult<Vec<SceneChange>>;

    /// Returns what was written, by any process, and what this process holds unsaved, newest first.
    /// Nothing is written.
    fn history(&self, cx: &Context) -> ReadResult<Vec<EditHistoryEntry>>;

    /// Undoes an entry. Without a handle, undoes the newest one that is not undone; of unsaved
    /// entries, only one of the caller's own. Refused if one of its files has changed since.
    fn undo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> ReadResult<EditOutcome>;

    /// Redoes an undone entry; without a handle, the one that was undone last.
    fn redo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> ReadResult<EditOutcome>;

    /// Returns the interrupted changes that wait for a writer or a person, oldest first. Nothing is
    /// written.
    fn unfinished(&self, cx: &Context) -> ReadResult<Vec<UnfinishedEdit>>;

    /// Rolls interrupted changes back, or completes them if all of their files are new. Every
    /// change does this itself before it begins.
    fn recover_interrupted(&self, cx: &Context) -> ReadResult<()>;

    /// Ends an interrupted change as a person decides, whatever its files contain now.
    fn recover(
        &self,
        handle: &str,
        direction: RecoveryDirection,
        cx: &Context,
    ) -> ReadResult<Recovery>;

    /// Returns what was done for a request id. This is for writers: interrupted changes are
    /// recovered first.
    fn find_request(&self, id: &str, cx: &Context) -> ReadResult<Option<RecordedRequest>>;

    /// Stores the answer to the request of a change.
    fn record_answer(&self, handle: &str, id: &str, answer: &str, cx: &Context) -> ReadResult<()>;
}
