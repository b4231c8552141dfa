//! Edits: through the editor if it has the scene open, otherwise in the files.
//!
//! Invariant: an edit that the editor has made is never reported as if it had not been made.

use scenewright_engine::{Context, Editing, EngineError, NodePropertyReader, ReadResult, Reading};
use scenewright_journal::unified_diff;
use scenewright_model::{
    ChangeKind, CreatedObject, DataSource, Edit, EditHistoryEntry, EditMode, EditOutcome, EditPlan,
    FileChange, FileDiff, ObjectId, ProjectPath, RecordedRequest, Recovery, RecoveryDirection,
    RecoveryOutcome, SceneChange, SceneChangeKind, UnfinishedEdit,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::unsupported;
use super::read_source::ReadSource;
use super::saving::no_answer;
use super::undo::{LiveEdit, LiveUndoDirection};
use super::world::object_at;
use super::{LiveGodot, translate};
use crate::protocol::{EditorState, OpenScene};

/// `scenewright.edit`.
#[derive(Deserialize)]
struct EditAnswer {
    version_before: f64,
    version: f64,
    #[serde(default)]
    created: Vec<String>,
}

/// How edits are made.
enum EditRoute {
    /// In the files. The editor reloads those that it has open, which have no unsaved changes there. With `must_save`,
    /// there is nobody who could keep the change in memory.
    Files { must_save: bool },
    /// By the editor, in one scene that it has open.
    Editor { scene: OpenScene, edits: Vec<Value> },
}

impl LiveGodot {
    pub(super) fn files_editing(&self) -> std::result::Result<&dyn Editing, EngineError> {
        self.files.as_editing().ok_or_else(|| unsupported("change the project"))
    }

    fn choose_route(
        &self,
        edits: &[Edit],
        plan: &EditPlan,
        state: &EditorState,
        cx: &Context,
    ) -> std::result::Result<EditRoute, EngineError> {
        let touched = |path: &str| plan.files.iter().any(|file| res_path(&file.path) == path);
        let open: Vec<_> = state.scenes.iter().filter(|scene| touched(&scene.path)).collect();
        let Some(first) = open.first() else { return Ok(EditRoute::Files { must_save: false }) };
        // What this process keeps in memory of a scene is based on its file, not on the editor's content.
        let drafted = self.drafted_files(cx)?.iter().any(|file| touched(file));
        if plan.files.len() == 1 && !drafted {
            let scene = self.files.scene(&first.path, cx)?.value;
            let properties = |node| self.property_names(&first.path, node, cx);
            let translated: Option<Vec<Value>> = edits
                .iter()
                .enumerate()
                .map(|(at, edit)| {
                    let resolved = plan.values.iter().find(|value| value.edit == at);
                    let resolved = resolved.map(|resolved| &resolved.value);
                    translate::translate_edit(edit, resolved, &scene, &properties)
                })
                .collect();
            if let Some(edits) = translated {
                return Ok(EditRoute::Editor { scene: OpenScene::clone(first), edits });
            }
        }
        match open.iter().find(|scene| scene.unsaved) {
            Some(unsaved) => Err(EngineError::UnsavedInEditor { path: unsaved.path.clone() }),
            None => Ok(EditRoute::Files { must_save: !drafted }),
        }
    }

    /// Empty if unknown: the editor then judges the name.
    fn property_names(&self, scene: &str, node: ObjectId, cx: &Context) -> Vec<String> {
        let read =
            |nodes: &dyn NodePropertyReader| nodes.node_properties(scene, &[node], true, cx).ok();
        let read = self.files.as_nodes().and_then(read);
        let nodes = read.map(|reading| reading.value).unwrap_or_default();
        let all = nodes.into_iter().flat_map(|it| [it.properties, it.script_properties]);
        all.flatten().map(|property| property.name).collect()
    }

    /// One action of the editor's own history.
    fn edit_through_editor(
        &self,
        scene: &str,
        edits: &[Value],
        label: &str,
        cx: &Context,
    ) -> std::result::Result<(EditOutcome, LiveEdit), EngineError> {
        let read = |cx: &Context| {
            let text = self
                .scene_text(scene, cx)
                .map_err(|error| self.to_engine_error("scene_text", error))?;
            Ok::<_, EngineError>(text.into_bytes())
        };
        let before = read(cx)?;
        let params = json!({ "scene": scene, "label": label, "edits": edits });
        // Without an answer it would be unknown whether the edit was made, so the deadline is extended.
        let permit = cx.begin_commit()?;
        let cx = &cx.after_commit();
        let asked: std::result::Result<EditAnswer, _> =
            self.ask_once("scenewright.edit", params, cx);
        let done = match asked {
            Err(EngineError::DeadlinePassed) => {
                permit.written();
                return Err(no_answer("The edit"));
            }
            other => other?,
        };
        permit.written();
        let unread = |error: EngineError| EngineError::Refused {
            what: "Reading the result of the edit".to_owned(),
            reason: format!(
                "the editor has made the edit, which is unsaved there, but then failed: {error}"
            ),
        };
        let after = read(cx).map_err(unread)?;
        self.sync_with_editor(cx).map_err(unread)?;
        let created = self.find_created(scene, &done.created, cx).map_err(unread)?;
        let compared = LiveSceneDiff::new(scene, &before, &after);
        let edited = EditOutcome { created, ..self.to_edited(compared.into_iter().collect(), cx) };
        let live =
            LiveEdit::new(scene, label, [before, after], [done.version_before, done.version]);
        Ok((EditOutcome { handle: Some(live.handle.clone()), ..edited }, live))
    }

    fn find_created(
        &self,
        scene: &str,
        paths: &[String],
        cx: &Context,
    ) -> std::result::Result<Vec<CreatedObject>, EngineError> {
        if paths.is_empty() {
            return Ok(Vec::new());
        }
        let read = self.files.scene(scene, cx)?.value;
        let one = |path: &String| {
            let object = object_at(&read, path)?;
            let (scene, path) = (scene.to_owned(), object.path.clone());
            Some(CreatedObject { scene, path, id: object.id })
        };
        Ok(paths.iter().filter_map(one).collect())
    }

    /// The difference between two versions of scenes. The edit is done, so a failure to compare is not an error.
    pub(super) fn to_edited(&self, compared: Vec<LiveSceneDiff>, cx: &Context) -> EditOutcome {
        let (changes, files): (Vec<FileChange>, Vec<FileDiff>) =
            compared.into_iter().map(|LiveSceneDiff { change, diff }| (change, diff)).unzip();
        let read = self.files_editing().and_then(|files| files.changes(&changes, cx));
        let changes = read.map_or_else(
            |_| {
                let whole = |file: &FileDiff| SceneChange {
                    file: file.path.clone(),
                    object: None,
                    kind: SceneChangeKind::FileChanged,
                };
                files.iter().map(whole).collect()
            },
            |changes| changes.value,
        );
        EditOutcome { changes, files, ..EditOutcome::default() }
    }

    fn edit_live(
        &self,
        edits: &[Edit],
        label: &str,
        mode: EditMode,
        state: &EditorState,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        let files = self.files_editing()?;
        if mode != EditMode::DryRun {
            files.recover_interrupted(cx)?;
        }
        let plan = files.plan(edits, cx)?.value;
        let live = |value| Reading::new(value, DataSource::Live);
        let _turn = self.turn();
        match self.choose_route(edits, &plan, state, cx)? {
            _ if mode == EditMode::DryRun => Ok(live(files.edit(edits, label, mode, cx)?.value)),
            EditRoute::Editor { scene, edits } => {
                if scene.changed_on_disk && !scene.unsaved {
                    let params = json!({ "path": scene.path, "discard": false });
                    self.command("scenewright.reload_scene", params, cx)?;
                }
                let (mut edited, mut done) =
                    self.edit_through_editor(&scene.path, &edits, label, cx)?;
                edited.diagnostics.extend(plan.diagnostics);
                if mode == EditMode::Save {
                    let not_saved = self.save_edit(&scene, &cx.after_commit()).err();
                    done.is_saved = not_saved.is_none();
                    edited.diagnostics.extend(not_saved);
                }
                self.remember_edit(done);
                Ok(live(edited))
            }
            EditRoute::Files { must_save } => {
                let mode = if must_save { EditMode::Save } else { mode };
                let mut edited = files.edit(edits, label, mode, cx)?;
                if mode == EditMode::Save {
                    self.update_editor(&mut edited.value, cx);
                }
                // Nothing was written: that nothing changes is what the editor's state says, too.
                if plan.files.is_empty() {
                    edited.source = DataSource::Live;
                }
                Ok(edited)
            }
        }
    }
}

/// A path as the editor writes it.
fn res_path(path: &ProjectPath) -> String {
    format!("res://{path}")
}

/// Two different versions of a scene.
pub(super) struct LiveSceneDiff {
    change: FileChange,
    diff: FileDiff,
}

impl LiveSceneDiff {
    /// `None` if they are equal.
    pub(super) fn new(path: &str, before: &[u8], after: &[u8]) -> Option<LiveSceneDiff> {
        if before == after {
            return None;
        }
        let inside = ProjectPath::from_relative(path.strip_prefix("res://").unwrap_or(path));
        let (before, after) = (Some(before.to_vec()), Some(after.to_vec()));
        let change = FileChange { path: inside, before, after };
        let diff = unified_diff(&change);
        let count = |mark: char, head: &str| {
            diff.lines().filter(|line| line.starts_with(mark) && !line.starts_with(head)).count()
        };
        let (lines_added, lines_removed) = (count('+', "+++"), count('-', "---"));
        let (path, kind) = (path.to_owned(), ChangeKind::Changed);
        let diff = FileDiff { path, change: kind, diff, lines_added, lines_removed };
        Some(LiveSceneDiff { change, diff })
    }
}

impl Editing for LiveGodot {
    fn plan(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
        let files = self.files_editing()?;
        self.read(cx, || files.plan(edits, cx))
    }

    fn edit(
        &self,
        edits: &[Edit],
        label: &str,
        mode: EditMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome> {
        match self.sync_with_editor(cx)? {
            ReadSource::Live(state, _) => self.edit_live(edits, label, mode, &state, cx),
            source @ ReadSource::Files(_) => {
                let mut edited = self.files_editing()?.edit(edits, label, mode, cx)?;
                match mode {
                    EditMode::DryRun => self.check_preview(&source, &edited.value)?,
                    EditMode::Save => self.update_editor(&mut edited.value, cx),
                    EditMode::KeepUnsaved => {}
                }
                Ok(source.label(edited))
            }
        }
    }

    fn changes(&self, files: &[FileChange], cx: &Context) -> ReadResult<Vec<SceneChange>> {
        self.files_editing()?.changes(files, cx)
    }

    fn history(&self, cx: &Context) -> ReadResult<Vec<EditHistoryEntry>> {
        self.full_history(cx)
    }

    fn undo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> ReadResult<EditOutcome> {
        self.undo_or_redo(LiveUndoDirection::Undo, handle, dry_run, cx)
    }

    fn redo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> ReadResult<EditOutcome> {
        self.undo_or_redo(LiveUndoDirection::Redo, handle, dry_run, cx)
    }

    fn unfinished(&self, cx: &Context) -> ReadResult<Vec<UnfinishedEdit>> {
        self.files_editing()?.unfinished(cx)
    }

    fn recover_interrupted(&self, cx: &Context) -> ReadResult<()> {
        self.files_editing()?.recover_interrupted(cx)
    }

    fn recover(
        &self,
        handle: &str,
        direction: RecoveryDirection,
        cx: &Context,
    ) -> ReadResult<Recovery> {
        let recovery = self.files_editing()?.recover(handle, direction, cx)?;
        if let RecoveryOutcome::Resolved { files, .. } = &recovery.value.outcome
            && self.link.is_connected()
        {
            self.take_over(files.clone(), &cx.after_commit());
        }
        Ok(recovery)
    }

    fn find_request(&self, id: &str, cx: &Context) -> ReadResult<Option<RecordedRequest>> {
        self.files_editing()?.find_request(id, cx)
    }

    fn record_answer(&self, handle: &str, id: &str, answer: &str, cx: &Context) -> ReadResult<()> {
        self.files_editing()?.record_answer(handle, id, answer, cx)
    }
}
