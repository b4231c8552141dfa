//! The common part of all operations that change scenes: they become edits, support dry runs, and
//! return the changes.

use scenewright_engine::{Context, Editing, EngineError, Reading};
use scenewright_model::{ComponentRef, CreatedObject, Edit, EditMode, EditOutcome, FileDiff};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::change_rows::{self, ChangeRow, ChangeWord};
use crate::context::{Cx, default_hint, missing_interface};
use crate::diff;
use crate::failure::Failure;
use crate::game_code;
use crate::hint::Hint;
use crate::operation::{Operation, OperationInfo};
use crate::presentation::Presentation;

/// One edit, which is an operation and can also be one of several.
pub(crate) trait EditOperation: 'static {
    type Args: DeserializeOwned + JsonSchema + Send + 'static;

    const ABOUT: OperationInfo;

    fn edit(args: Self::Args) -> Result<Edit, Failure>;
}

/// An edit as an operation of its own.
pub(crate) struct SingleEdit<E>(std::marker::PhantomData<E>);

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SingleEditArgs<A> {
    #[serde(flatten)]
    args: A,
    #[serde(flatten)]
    how: EditOptions,
}

/// How far an edit goes.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditOptions {
    /// Only show what would change
    #[serde(default)]
    pub(crate) dry_run: bool,
    /// Write the file; false keeps the change in memory until world.scene.save
    #[serde(default = "default_true")]
    pub(crate) save: bool,
    /// Include unsaved changes of others in the scene, which would block the edit
    #[serde(default)]
    pub(crate) include_others: bool,
    #[serde(flatten)]
    pub(crate) show: DiffOptions,
}

/// How an edit is answered. Of everything that changes files.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DiffOptions {
    /// Also show unified diffs
    #[serde(default)]
    diff: bool,
}

pub(crate) fn default_true() -> bool {
    true
}

impl EditOptions {
    fn mode(self) -> EditMode {
        match self {
            EditOptions { dry_run: true, .. } => EditMode::DryRun,
            EditOptions { save: true, .. } => EditMode::Save,
            EditOptions { save: false, .. } => EditMode::KeepUnsaved,
        }
    }
}

impl<E: EditOperation> Operation for SingleEdit<E> {
    type Args = SingleEditArgs<E::Args>;
    type Output = EditOutput;

    const ABOUT: OperationInfo = E::ABOUT;
    const PRESENTATION: Presentation = Presentation::Changes;

    fn run(args: Self::Args, cx: &Cx<'_>) -> Result<EditOutput, Failure> {
        run_edits(&[E::edit(args.args)?], E::ABOUT.name, args.how, cx)
    }
}

/// A component by its position or by its type.
pub(crate) fn component_ref(named: &str) -> ComponentRef {
    match named.parse() {
        Ok(index) => ComponentRef::Index(index),
        Err(_) => ComponentRef::Type(named.to_owned()),
    }
}

/// Applies edits in the given mode.
pub(crate) fn run_edits(
    edits: &[Edit],
    label: &str,
    how: EditOptions,
    cx: &Cx<'_>,
) -> Result<EditOutput, Failure> {
    edits.iter().try_for_each(|edit| game_code::check_edit(edit, cx.session()))?;
    let edited = ask_editing(cx, |engine, cx| {
        engine.edit(edits, label, how.mode(), &cx.including_others(how.include_others))
    })
    .map_err(|failure| failure.with_edits(edits, cx.session().engine_kind()))?;
    let mut changes = EditOutput::new(edited, how.dry_run, how.show);
    if how.mode() == EditMode::KeepUnsaved && !changes.files.is_empty() {
        changes
            .notes
            .push("Nothing is written yet: the change is in memory until it is saved.".to_owned());
    }
    Ok(changes)
}

/// Runs a request on the engine's edit interface.
pub(crate) fn ask_editing<T>(
    cx: &Cx<'_>,
    ask: impl FnOnce(&dyn Editing, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| {
        ask(engine.as_editing().ok_or_else(|| missing_interface(engine, "change the project"))?, cx)
    })
}

/// Runs an undo or a redo.
pub(crate) fn ask_undo<T>(
    cx: &Cx<'_>,
    ask: impl FnOnce(&dyn Editing, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask_with_hint(undo_hint, |engine, cx| {
        ask(engine.as_editing().ok_or_else(|| missing_interface(engine, "change the project"))?, cx)
    })
}

fn undo_hint(error: &EngineError) -> Option<Hint> {
    match error {
        EngineError::Changed { .. } => Some(Hint::UndoNewer),
        EngineError::UnsavedChanges { .. } => Some(Hint::UndoUnsaved),
        EngineError::Refused { .. } => Some(Hint::SeeHistory),
        other => default_hint(other),
    }
}

/// What was changed, or would be.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditOutput {
    /// Handle to undo the change with edit.undo; absent when nothing changed
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_handle: Option<String>,
    /// true for a dry run, which changes nothing; absent otherwise
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
    /// The changes to the scene
    pub changes: Vec<ChangeRow>,
    /// The changed files
    pub files: Vec<ChangedFile>,
    /// The objects that were created
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub created: Vec<CreatedObject>,
    /// Further notes, such as references in other files that are now broken
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedFile {
    /// Its path
    pub path: String,
    /// added, changed or removed
    #[schemars(with = "String")]
    pub change: ChangeWord,
    /// Number of added lines
    pub lines_added: usize,
    /// Number of removed lines
    pub lines_removed: usize,
    /// Unified diff; only when requested
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
}

impl EditOutput {
    pub(crate) fn new(edited: EditOutcome, dry_run: bool, show: DiffOptions) -> EditOutput {
        let EditOutcome { handle, changes, files, created, diagnostics: mut notes } = edited;
        if show.diff {
            notes.extend(files.iter().filter_map(diff::truncation_notice));
        }
        let (changes, left_out) = change_rows::rows(changes);
        notes.extend(left_out);
        EditOutput {
            undo_handle: handle.filter(|_| !dry_run),
            dry_run: dry_run.then_some(true),
            changes,
            files: files.into_iter().map(|file| ChangedFile::new(file, show)).collect(),
            created,
            notes,
        }
    }
}

impl ChangedFile {
    fn new(file: FileDiff, show: DiffOptions) -> ChangedFile {
        ChangedFile {
            path: file.path,
            change: file.change.into(),
            lines_added: file.lines_added,
            lines_removed: file.lines_removed,
            diff: show.diff.then(|| diff::truncate_diff(file.diff)),
        }
    }
}
