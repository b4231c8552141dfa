//! Taking back what was done: through the editor's own history what it did, through the journal the rest.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use scenewright_engine::{Context, EngineError, Reading, Result};
use scenewright_model::{EditEntry, EditState, Edited, Source};
use serde_json::json;

use super::LiveGodot;
use super::editing::Compared;
use super::standing::Standing;

/// Whose unsaved changes are those of an open editor.
pub(super) const EDITOR: &str = "the Godot editor";

/// Further back the editor's own history has to do.
const KEPT: usize = 50;

/// Tells apart the handles of one moment.
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// An edit that the editor made.
#[derive(Debug, Clone)]
pub(super) struct LiveEdit {
    pub(super) handle: String,
    pub(super) scene: String,
    pub(super) label: String,
    pub(super) is_saved: bool,
    /// When it was undone, if it is.
    pub(super) undone: Option<SystemTime>,
    pub(super) time: SystemTime,
    /// The scene's texts before and after.
    pub(super) texts: [Arc<[u8]>; 2],
    /// Of the scene's history, before and after.
    pub(super) versions: [f64; 2],
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Direction {
    Back,
    Forth,
}

impl Direction {
    fn verb(self) -> &'static str {
        match self {
            Direction::Back => "undo",
            Direction::Forth => "redo",
        }
    }
}

impl LiveEdit {
    pub(super) fn new(
        scene: &str,
        label: &str,
        texts: [Arc<[u8]>; 2],
        versions: [f64; 2],
    ) -> LiveEdit {
        let time = SystemTime::now();
        let millis = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        LiveEdit {
            handle: format!("live-{millis:x}-{number}"),
            scene: scene.to_owned(),
            label: label.to_owned(),
            is_saved: false,
            undone: None,
            time,
            texts,
            versions,
        }
    }

    fn entry(&self, standing: &Standing) -> EditEntry {
        let is_unsaved = standing.open(&self.scene).is_some_and(|open| open.unsaved);
        EditEntry {
            handle: self.handle.clone(),
            label: self.label.clone(),
            time: self.time,
            state: if self.undone.is_some() { EditState::Undone } else { EditState::Done },
            undone: self.undone,
            files: vec![self.scene.clone()],
            unsaved_of: (is_unsaved && !self.is_saved).then(|| EDITOR.to_owned()),
        }
    }
}

impl LiveGodot {
    pub(super) fn keep(&self, edit: LiveEdit) {
        let done = &mut self.memory().done;
        done.push(edit);
        let surplus = done.len().saturating_sub(KEPT);
        done.drain(..surplus);
    }

    pub(super) fn all_done(&self, cx: &Context) -> Result<Vec<EditEntry>> {
        let mut history = self.edits_of_files()?.history(cx)?;
        let done = self.memory().done.clone();
        if !done.is_empty() {
            let standing = self.stand(cx)?;
            history.value.extend(done.iter().map(|edit| edit.entry(&standing)));
        }
        history.value.sort_by_key(|entry| std::cmp::Reverse(entry.time));
        Ok(history)
    }

    pub(super) fn turn_to(
        &self,
        direction: Direction,
        handle: Option<&str>,
        dry_run: bool,
        cx: &Context,
    ) -> Result<Edited> {
        let _turn = self.turn();
        match self.meant(direction, handle, cx)? {
            Some(edit) => self.turn_live(direction, &edit, dry_run, cx),
            None => self.turn_files(direction, handle, dry_run, cx),
        }
    }

    /// The edit of the editor that is meant; `None` if it is one of the files.
    fn meant(
        &self,
        direction: Direction,
        handle: Option<&str>,
        cx: &Context,
    ) -> std::result::Result<Option<LiveEdit>, EngineError> {
        let done = self.memory().done.clone();
        if let Some(handle) = handle {
            return Ok(done.into_iter().find(|edit| edit.handle == handle));
        }
        // An undo takes back the newest, a redo does again what was undone last.
        let wanted = |edit: &LiveEdit| match direction {
            Direction::Back => edit.undone.is_none().then_some(edit.time),
            Direction::Forth => edit.undone,
        };
        let Some(edit) = done.into_iter().filter(|edit| wanted(edit).is_some()).max_by_key(wanted)
        else {
            return Ok(None);
        };
        let files = self.edits_of_files()?.history(cx)?.value;
        let newest = files.iter().filter_map(|entry| match (direction, &entry.state) {
            (Direction::Back, EditState::Done) => Some(entry.time),
            (Direction::Forth, EditState::Undone) => Some(entry.undone.unwrap_or(entry.time)),
            _ => None,
        });
        Ok(newest.max().is_none_or(|time| Some(time) < wanted(&edit)).then_some(edit))
    }

    fn turn_live(
        &self,
        direction: Direction,
        edit: &LiveEdit,
        dry_run: bool,
        cx: &Context,
    ) -> Result<Edited> {
        let what = || format!("The {} of '{}'", direction.verb(), edit.handle);
        if edit.undone.is_some() != (direction == Direction::Forth) {
            let reason =
                if edit.undone.is_some() { "it is undone already" } else { "it is not undone" };
            return Err(EngineError::Refused { what: what(), reason: reason.to_owned() });
        }
        let ([before, after], [old, new]) = (&edit.texts, edit.versions);
        let (from, to, version) = match direction {
            Direction::Back => (after, before, new),
            Direction::Forth => (before, after, old),
        };
        let compared = Compared::new(&edit.scene, from, to).into_iter().collect();
        let edited = self.compared(compared, cx);
        let edited = Edited { handle: Some(edit.handle.clone()), ..edited };
        if !dry_run {
            let permit = cx.begin_commit()?;
            let cx = &cx.after_commit();
            let method = format!("scenewright.{}", direction.verb());
            self.tell(&method, json!({ "scene": edit.scene, "version": version }), cx)?;
            if edit.is_saved {
                self.tell("scenewright.save_scene", json!({ "path": edit.scene }), cx)?;
            }
            permit.written();
            let mut memory = self.memory();
            if let Some(kept) = memory.done.iter_mut().find(|kept| kept.handle == edit.handle) {
                kept.undone = (direction == Direction::Back).then(SystemTime::now);
            }
        }
        Ok(Reading::new(edited, Source::Live))
    }

    /// The journal's. An editor that has such a file open reads it again, and may not hold changes of it.
    fn turn_files(
        &self,
        direction: Direction,
        handle: Option<&str>,
        dry_run: bool,
        cx: &Context,
    ) -> Result<Edited> {
        let standing = self.stand(cx)?;
        let files = self.edits_of_files()?;
        let turn = |dry_run| match direction {
            Direction::Back => files.undo(handle, dry_run, cx),
            Direction::Forth => files.redo(handle, dry_run, cx),
        };
        if !dry_run {
            files.recover_interrupted(cx)?;
        }
        let shown = turn(true)?;
        let open: Vec<_> =
            shown.value.files.iter().filter_map(|file| standing.open(&file.path)).collect();
        if let Some(scene) = open.iter().find(|scene| scene.unsaved) {
            return Err(EngineError::UnsavedInEditor { path: scene.path.clone() });
        }
        if dry_run {
            return Ok(shown);
        }
        let edited = turn(false)?;
        let cx = &cx.after_commit();
        if let Standing::Live(..) = standing {
            let paths: Vec<&str> = edited.value.files.iter().map(|file| &*file.path).collect();
            self.tell("scenewright.scan", json!({ "paths": paths }), cx)?;
        }
        for scene in open {
            self.tell("scenewright.reload_scene", json!({ "path": scene.path }), cx)?;
        }
        Ok(edited)
    }
}
