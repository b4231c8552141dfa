//! The live engine. Reads use the project's files, with the editor's unsaved scenes in place of those on disk; edits
//! and everything else are done by the editor.
//!
//! Invariant: scenes are read by the engine on files, live or not; the texts of scenes that the editor has not saved
//! replace those on disk.
//! Invariant: an edit never saves what the user has not saved, and a file that has unsaved changes in the editor is
//! never written behind its back, also while the editor does not answer ([`write_gate`]).

mod capture;
mod docs;
mod editing;
mod editor;
mod errors;
mod file_writes;
mod games;
mod play;
mod read_source;
mod reads;
mod saving;
mod translate;
mod undo;
mod world;
mod write_gate;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use scenewright_engine::{
    AssetDatabase, Capture, Context, DocsReader, Editing, Editor, EditorEvents, EditorGames,
    Engine, EngineError, FileWatch, MemberReader, MixerReader, NodePropertyReader, PackageList,
    Play, ReadResult, ReferenceChecker, ScriptClassReader, SettingsReader, TextSearch, World,
    WriteGuard,
};
use scenewright_link::Link;
use scenewright_model::{EngineKind, ProjectInfo, Scene, SceneSummary};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::host::GodotHost;
use read_source::HeldScene;
use undo::LiveEdit;
use write_gate::WriteGate;

pub(crate) struct LiveGodot {
    files: Arc<dyn Engine>,
    link: Arc<Link<GodotHost>>,
    gate: Arc<WriteGate>,
    memory: Mutex<LiveState>,
    /// One change at a time.
    turn: Mutex<()>,
}

#[derive(Default)]
struct LiveState {
    /// The unsaved scenes of the editor, as of the last request.
    held: Vec<HeldScene>,
    /// The edits made through the editor, oldest first.
    edits: Vec<LiveEdit>,
    /// The editor version whose class reference has been learnt.
    docs_version: Option<String>,
    /// Files that were written, which the editor has not taken over yet.
    pending_files: Vec<String>,
}

impl LiveGodot {
    pub(crate) fn new(files: Arc<dyn Engine>, root: &Path) -> LiveGodot {
        let link = Arc::new(Link::new(root));
        let gate = Arc::new(WriteGate::new(Arc::clone(&link)));
        if let Some(guarded) = files.as_guarded_files() {
            let guard: Arc<dyn WriteGuard> = gate.clone();
            guarded.set_write_guard(guard);
        }
        let (memory, turn) = (Mutex::default(), Mutex::default());
        LiveGodot { files, link, gate, memory, turn }
    }

    fn memory(&self) -> MutexGuard<'_, LiveState> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a method of the editor.
    fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        params: impl Serialize,
        cx: &Context,
    ) -> std::result::Result<T, EngineError> {
        let answer = self.link.call(method, params, cx);
        if answer.is_ok() {
            self.gate.note_answer();
        }
        answer.map_err(|error| self.to_engine_error(method, error))
    }
}

impl Engine for LiveGodot {
    fn kind(&self) -> EngineKind {
        self.files.kind()
    }

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo> {
        self.files.project(cx)
    }

    fn scenes(&self, cx: &Context) -> ReadResult<Arc<[SceneSummary]>> {
        self.files.scenes(cx)
    }

    fn knows_project(&self, received: Instant) -> bool {
        self.files.knows_project(received)
    }

    fn scene(&self, path: &str, cx: &Context) -> ReadResult<Arc<Scene>> {
        self.read(cx, || self.files.scene(path, cx))
    }

    fn as_references(&self) -> Option<&dyn ReferenceChecker> {
        self.files.as_references()
    }

    fn as_members(&self) -> Option<&dyn MemberReader> {
        self.files.as_members().map(|_| self as &dyn MemberReader)
    }

    fn as_nodes(&self) -> Option<&dyn NodePropertyReader> {
        self.files.as_nodes().map(|_| self as &dyn NodePropertyReader)
    }

    fn as_assets(&self) -> Option<&dyn AssetDatabase> {
        self.files.as_assets()
    }

    fn as_settings(&self) -> Option<&dyn SettingsReader> {
        self.files.as_settings()
    }

    fn as_package_list(&self) -> Option<&dyn PackageList> {
        self.files.as_package_list()
    }

    fn as_classes(&self) -> Option<&dyn ScriptClassReader> {
        self.files.as_classes()
    }

    fn as_text_search(&self) -> Option<&dyn TextSearch> {
        self.files.as_text_search()
    }

    fn as_mixers(&self) -> Option<&dyn MixerReader> {
        self.files.as_mixers()
    }

    fn as_docs(&self) -> Option<&dyn DocsReader> {
        self.files.as_docs().map(|_| self as &dyn DocsReader)
    }

    fn as_file_watch(&self) -> Option<&dyn FileWatch> {
        self.files.as_file_watch()
    }

    fn as_editing(&self) -> Option<&dyn Editing> {
        self.files.as_editing().map(|_| self as &dyn Editing)
    }

    fn as_world(&self) -> Option<&dyn World> {
        self.files.as_world().map(|_| self as &dyn World)
    }

    fn as_capture(&self) -> Option<&dyn Capture> {
        Some(self)
    }

    fn as_play(&self) -> Option<&dyn Play> {
        Some(self)
    }

    fn as_editor_games(&self) -> Option<&dyn EditorGames> {
        Some(self)
    }

    fn as_editor(&self) -> Option<&dyn Editor> {
        Some(self)
    }

    fn as_events(&self) -> Option<&dyn EditorEvents> {
        Some(self)
    }
}
