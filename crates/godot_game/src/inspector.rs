//! A running game behind the port: its scenes, objects and members are those in the game's memory, and changes are
//! made there.
//!
//! Invariant: nothing here is answered from the project's files, except the list of its scene files and its classes.

mod edits;
mod freecam;
mod members;
mod runtime;
mod scene;
mod world;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scenewright_engine::{
    Context, DocsReader, Editing, Engine, EngineError, MemberReader, NodePropertyReader,
    ReadResult, Reading, Runtime, ScriptClassReader, World,
};
use scenewright_model::{
    Clipboard, DataSource, EngineKind, ObjectId, ProjectInfo, RuntimePose, Scene, SceneSummary,
};

use crate::answer::Fields;
use crate::error::GameError;
use crate::games::StartedGame;
use crate::variant::{Dictionary, Variant};
use scene::GameSnapshot;

/// It is made for one call, and then dropped.
pub(crate) struct GameEngine {
    game: Arc<StartedGame>,
    /// The engine of the project that the game belongs to.
    project: Arc<dyn Engine>,
    /// What was read last, until something changes the game: all reads of one call see the same moment.
    snapshot: Mutex<Option<Arc<GameSnapshot>>>,
}

/// What the inspector of one game remembers.
#[derive(Default)]
pub(crate) struct InspectorState(Mutex<Remembered>);

#[derive(Default)]
struct Remembered {
    selected: Vec<ObjectId>,
    clipboard: Clipboard,
    has_freecam: bool,
    freecam_pose: Option<RuntimePose>,
}

impl InspectorState {
    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameEngine {
    pub(crate) fn new(game: Arc<StartedGame>, project: Arc<dyn Engine>) -> GameEngine {
        GameEngine { game, project, snapshot: Mutex::default() }
    }

    fn ask<T>(
        &self,
        method: &str,
        arguments: impl Into<Variant>,
        cx: &Context,
        convert: impl FnOnce(Fields<'_>) -> Result<T, GameError>,
    ) -> Result<T, EngineError> {
        self.game.ask(method, arguments.into(), cx, convert)
    }

    /// Asks for something that may change the game.
    fn change<T>(
        &self,
        method: &str,
        arguments: impl Into<Variant>,
        cx: &Context,
        convert: impl FnOnce(Fields<'_>) -> Result<T, GameError>,
    ) -> Result<T, EngineError> {
        self.game.mark_changed();
        let answer = self.ask(method, arguments, cx, convert);
        self.forget_snapshot();
        answer
    }

    fn remembered(&self) -> MutexGuard<'_, Remembered> {
        self.game.inspected.lock()
    }
}

fn reading<T>(value: T) -> ReadResult<T> {
    Ok(Reading::new(value, DataSource::Game))
}

/// An id as the probe takes it.
fn id(object: ObjectId) -> Variant {
    Variant::Int(object.get() as i64)
}

/// What a game cannot do, and why.
fn unsupported(what: &str, reason: &str) -> EngineError {
    let (what, reason) = (what.to_owned(), reason.to_owned());
    EngineError::Unsupported { engine: EngineKind::GODOT, what, reason }
}

impl Engine for GameEngine {
    fn kind(&self) -> EngineKind {
        self.project.kind()
    }

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo> {
        let clock = self.ask("state", Dictionary::default(), cx, |answer| answer.clock())?;
        let project = self.project.project(cx)?.value;
        let engine_version = Some(clock.engine_version);
        reading(ProjectInfo { engine_version, ..project })
    }

    /// The scene files that the game can load.
    fn scenes(&self, cx: &Context) -> ReadResult<Arc<[SceneSummary]>> {
        self.project.scenes(cx)
    }

    fn scene(&self, path: &str, cx: &Context) -> ReadResult<Arc<Scene>> {
        reading(self.read_scene(path, cx)?)
    }

    fn as_members(&self) -> Option<&dyn MemberReader> {
        Some(self)
    }

    fn as_nodes(&self) -> Option<&dyn NodePropertyReader> {
        Some(self)
    }

    fn as_world(&self) -> Option<&dyn World> {
        Some(self)
    }

    fn as_editing(&self) -> Option<&dyn Editing> {
        Some(self)
    }

    fn as_runtime(&self) -> Option<&dyn Runtime> {
        Some(self)
    }

    fn as_classes(&self) -> Option<&dyn ScriptClassReader> {
        self.project.as_classes()
    }

    fn as_docs(&self) -> Option<&dyn DocsReader> {
        self.project.as_docs()
    }
}
