//! Edits: through the editor where it has the scene open, else in the files.

use std::sync::Arc;

use scenewright_engine::{Context, Editing, EngineError, Nodes, Reading, Result};
use scenewright_journal::unified_diff;
use scenewright_model::{
    ChangeKind, CreatedObject, Edit, EditEntry, EditMode, EditPlan, Edited, FileChange, FileDiff,
    ObjectId, RecordedRequest, Recovery, RecoveryDirection, SceneChange, SceneChangeKind, Source,
    UnfinishedEdit,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::failed::{self, lacking};
use super::standing::Standing;
use super::undoing::{Direction, LiveEdit};
use super::world::object_at;
use super::{LiveGodot, translate};
use crate::protocol::State;

/// `scenewright.edit`.
#[derive(Deserialize)]
struct Done {
    version_before: f64,
    version: f64,
    #[serde(default)]
    created: Vec<String>,
}

/// How edits are to be made.
enum Way {
    Files,
    /// By the editor, in one scene that it has open.
    Editor {
        scene: String,
        edits: Vec<Value>,
        was_unsaved: bool,
    },
    /// In files that the editor has open and nothing unsaved in; it reads them again.
    Reload {
        scenes: Vec<String>,
    },
}

impl LiveGodot {
    pub(super) fn edits_of_files(&self) -> std::result::Result<&dyn Editing, EngineError> {
        self.files.as_editing().ok_or_else(|| lacking("change the project"))
    }

    fn way(
        &self,
        edits: &[Edit],
        plan: &EditPlan,
        state: &State,
        cx: &Context,
    ) -> std::result::Result<Way, EngineError> {
        let touched = |path: &str| plan.files.iter().any(|file| file.path == path);
        let open: Vec<_> = state.scenes.iter().filter(|scene| touched(&scene.path)).collect();
        let Some(first) = open.first() else { return Ok(Way::Files) };
        if plan.files.len() == 1 {
            let scene = self.files.scene(&first.path, cx)?.value;
            let properties = |node| self.property_names(&first.path, node, cx);
            let translated: Option<Vec<Value>> =
                edits.iter().map(|edit| translate::edit(edit, &scene, &properties)).collect();
            if let Some(edits) = translated {
                let (scene, was_unsaved) = (first.path.clone(), first.unsaved);
                return Ok(Way::Editor { scene, edits, was_unsaved });
            }
        }
        match open.iter().find(|scene| scene.unsaved) {
            Some(unsaved) => Err(EngineError::UnsavedInEditor { path: unsaved.path.clone() }),
            None => {
                Ok(Way::Reload { scenes: open.iter().map(|scene| scene.path.clone()).collect() })
            }
        }
    }

    /// What cannot be told is left to the editor.
    fn property_names(&self, scene: &str, node: ObjectId, cx: &Context) -> Vec<String> {
        let read = |nodes: &dyn Nodes| nodes.node_properties(scene, &[node], true, cx).ok();
        let read = self.files.as_nodes().and_then(read);
        let nodes = read.map(|reading| reading.value).unwrap_or_default();
        let all = nodes.into_iter().flat_map(|it| [it.properties, it.script_properties]);
        all.flatten().map(|property| property.name).collect()
    }

    /// One action of the editor's own history.
    fn through_editor(
        &self,
        scene: &str,
        edits: &[Value],
        label: &str,
        cx: &Context,
    ) -> std::result::Result<(Edited, LiveEdit), EngineError> {
        let read = |cx: &Context| {
            let text = self.text(scene, cx).map_err(|error| failed::told("scene_text", error))?;
            Ok::<_, EngineError>(text.into_bytes())
        };
        let before = read(cx)?;
        let params = json!({ "scene": scene, "label": label, "edits": edits });
        // Without an answer in time nobody knows whether it was done, so that there is more of it.
        let permit = cx.begin_commit()?;
        let cx = &cx.after_commit();
        let asked: std::result::Result<Done, _> = self.ask("scenewright.edit", params, cx);
        let done = match asked {
            Err(EngineError::DeadlinePassed) => {
                permit.written();
                return Err(EngineError::Refused {
                    what: "The edit".to_owned(),
                    reason: "the editor has not answered in time, and may still make it".to_owned(),
                });
            }
            other => other?,
        };
        permit.written();
        let after = read(cx)?;
        self.stand(cx)?;
        let created = self.created(scene, &done.created, cx)?;
        let compared = Compared::new(scene, &before, &after);
        let edited = Edited { created, ..self.compared(compared.into_iter().collect(), cx) };
        let live =
            LiveEdit::new(scene, label, [before, after], [done.version_before, done.version]);
        Ok((Edited { handle: Some(live.handle.clone()), ..edited }, live))
    }

    fn created(
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

    /// Saves what the editor has unsaved; with a path, that scene.
    pub(super) fn save_live(
        &self,
        path: Option<&str>,
        dry_run: bool,
        state: &State,
        cx: &Context,
    ) -> std::result::Result<Edited, EngineError> {
        let wanted = |scene: &str| path.is_none_or(|path| path == scene);
        let unsaved = state.scenes.iter().filter(|scene| scene.unsaved && wanted(&scene.path));
        let mut compared = Vec::new();
        for scene in unsaved {
            let text = self.text(&scene.path, cx).map_err(|error| failed::told("save", error))?;
            let disk = self.on_disk(&scene.path);
            compared.extend(Compared::new(&scene.path, &disk, &text.into_bytes()));
            if !dry_run {
                let permit = cx.begin_commit()?;
                let cx = &cx.after_commit();
                self.tell("scenewright.save_scene", json!({ "path": scene.path }), cx)?;
                permit.written();
            }
        }
        Ok(self.compared(compared, cx))
    }

    /// Two versions of scenes, for a reader. What the editor has done by now is told in any case.
    pub(super) fn compared(&self, compared: Vec<Compared>, cx: &Context) -> Edited {
        let (changes, files): (Vec<FileChange>, Vec<FileDiff>) =
            compared.into_iter().map(|Compared { change, diff }| (change, diff)).unzip();
        let read = self.edits_of_files().and_then(|files| files.changes(&changes, cx));
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
        Edited { changes, files, ..Edited::default() }
    }

    fn on_disk(&self, scene: &str) -> Arc<[u8]> {
        let path = scene.strip_prefix("res://").unwrap_or(scene);
        std::fs::read(self.link.root().join(path)).unwrap_or_default().into()
    }

    fn edit_live(
        &self,
        edits: &[Edit],
        label: &str,
        mode: EditMode,
        state: &State,
        cx: &Context,
    ) -> Result<Edited> {
        let files = self.edits_of_files()?;
        if mode != EditMode::DryRun {
            files.recover_interrupted(cx)?;
        }
        let plan = files.plan(edits, cx)?.value;
        let live = |value| Reading::new(value, Source::Live);
        let _turn = self.turn();
        match self.way(edits, &plan, state, cx)? {
            _ if mode == EditMode::DryRun => Ok(live(files.edit(edits, label, mode, cx)?.value)),
            Way::Editor { scene, edits, was_unsaved } => {
                let (mut edited, mut done) = self.through_editor(&scene, &edits, label, cx)?;
                edited.notes.extend(plan.notes);
                let cx = &cx.after_commit();
                match (mode, was_unsaved) {
                    (EditMode::Save, false) => {
                        self.tell("scenewright.save_scene", json!({ "path": scene }), cx)?;
                        done.is_saved = true;
                    }
                    (EditMode::Save, true) => edited.notes.push(format!(
                        "'{scene}' has other unsaved changes in the editor, so it was not saved: world.scene.save does"
                    )),
                    _ => {}
                }
                self.keep(done);
                Ok(live(edited))
            }
            Way::Reload { scenes } => {
                let mut edited = files.edit(edits, label, EditMode::Save, cx)?;
                let cx = &cx.after_commit();
                self.scan(&plan.files, cx)?;
                for scene in scenes {
                    self.tell("scenewright.reload_scene", json!({ "path": scene }), cx)?;
                    edited.value.notes.push(format!("the editor has read '{scene}' again"));
                }
                Ok(edited)
            }
            Way::Files => {
                let edited = files.edit(edits, label, mode, cx)?;
                if mode == EditMode::Save {
                    self.scan(&plan.files, &cx.after_commit())?;
                }
                Ok(edited)
            }
        }
    }

    /// Tells the editor that files have changed.
    pub(super) fn scan(
        &self,
        files: &[FileChange],
        cx: &Context,
    ) -> std::result::Result<(), EngineError> {
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        self.tell("scenewright.scan", json!({ "paths": paths }), cx)
    }
}

/// Two versions of a scene that differ.
pub(super) struct Compared {
    change: FileChange,
    diff: FileDiff,
}

impl Compared {
    /// `None` if nothing differs.
    pub(super) fn new(path: &str, before: &[u8], after: &[u8]) -> Option<Compared> {
        if before == after {
            return None;
        }
        let inside = path.strip_prefix("res://").unwrap_or(path).to_owned();
        let (before, after) = (Some(before.to_vec()), Some(after.to_vec()));
        let mut change = FileChange { path: inside, before, after };
        let diff = unified_diff(&change);
        path.clone_into(&mut change.path);
        let count = |mark: char, head: &str| {
            diff.lines().filter(|line| line.starts_with(mark) && !line.starts_with(head)).count()
        };
        let (lines_added, lines_removed) = (count('+', "+++"), count('-', "---"));
        let (path, kind) = (path.to_owned(), ChangeKind::Changed);
        let diff = FileDiff { path, change: kind, diff, lines_added, lines_removed };
        Some(Compared { change, diff })
    }
}

impl Editing for LiveGodot {
    fn plan(&self, edits: &[Edit], cx: &Context) -> Result<EditPlan> {
        let files = self.edits_of_files()?;
        self.read(cx, || files.plan(edits, cx))
    }

    fn edit(&self, edits: &[Edit], label: &str, mode: EditMode, cx: &Context) -> Result<Edited> {
        match self.stand(cx)? {
            Standing::Live(state, _) => self.edit_live(edits, label, mode, &state, cx),
            standing @ Standing::Files(_) => {
                Ok(standing.label(self.edits_of_files()?.edit(edits, label, mode, cx)?))
            }
        }
    }

    fn changes(&self, files: &[FileChange], cx: &Context) -> Result<Vec<SceneChange>> {
        self.edits_of_files()?.changes(files, cx)
    }

    fn history(&self, cx: &Context) -> Result<Vec<EditEntry>> {
        self.all_done(cx)
    }

    fn undo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> Result<Edited> {
        self.turn_to(Direction::Back, handle, dry_run, cx)
    }

    fn redo(&self, handle: Option<&str>, dry_run: bool, cx: &Context) -> Result<Edited> {
        self.turn_to(Direction::Forth, handle, dry_run, cx)
    }

    fn unfinished(&self, cx: &Context) -> Result<Vec<UnfinishedEdit>> {
        self.edits_of_files()?.unfinished(cx)
    }

    fn recover_interrupted(&self, cx: &Context) -> Result<()> {
        self.edits_of_files()?.recover_interrupted(cx)
    }

    fn recover(
        &self,
        handle: &str,
        direction: RecoveryDirection,
        cx: &Context,
    ) -> Result<Recovery> {
        self.edits_of_files()?.recover(handle, direction, cx)
    }

    fn find_request(&self, id: &str, cx: &Context) -> Result<Option<RecordedRequest>> {
        self.edits_of_files()?.find_request(id, cx)
    }

    fn record_answer(&self, handle: &str, id: &str, answer: &str, cx: &Context) -> Result<()> {
        self.edits_of_files()?.record_answer(handle, id, answer, cx)
    }
}
