//! Games that run under our control.

use std::sync::Arc;

use scenewright_model::{
    ActOutcome, EditValue, GameAct, GameCall, GameEvent, GameInfo, GameLog, GamePicture,
    GamePictureRequest, GameProperties, GameStart, GameTrace, GameTree, GameTreeRequest, GameWrite,
};

use crate::{Context, Engine, GameDebugger, ListenerGuard, ReadResult};

/// Why something could not be done with a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFailure {
    pub kind: GameFailureKind,
    pub message: String,
    /// What the client named.
    pub asked: String,
    /// What there is instead.
    pub names: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameFailureKind {
    /// None was started, or it is not the one that was named.
    NoGame,
    /// No engine that could run it was found.
    NoEngine,
    /// The engine is older than the project.
    WrongVersion,
    /// The project's assets have never been imported.
    NotImported,
    /// The import takes longer than the call may, and goes on.
    StillImporting,
    /// Its process did not connect to the debugger.
    NotConnected,
    /// It did not come to its first tick.
    NotStarted,
    Ended,
    /// It runs, but does not come to the next tick.
    Stuck,
    /// An act took longer than the call may.
    Unfinished,
    /// It stands in a script, at a breakpoint or an error.
    Stopped,
    /// It does not stand in a script.
    NotStopped,
    /// It stands in the editor's debugger.
    Broken,
    NoNode,
    NoProperty,
    NoMethod,
    /// A value, an input or a condition that the game cannot take.
    BadValue,
    BadSource,
    /// A game without a display draws nothing.
    NoDisplay,
    NoPicture,
    Other,
}

impl GameFailure {
    pub fn new(kind: GameFailureKind, message: impl Into<String>) -> GameFailure {
        let (asked, names) = Default::default();
        GameFailure { kind, message: message.into(), asked, names }
    }
}

/// Called from a thread of the engine; it should only pass the event on.
pub type GameListener = Box<dyn Fn(&GameEvent) + Send + Sync>;

/// Starts games and drives them. `game` is an id; without one, the running game that was started last is meant, or
/// without any the one that the editor runs.
///
/// Invariant: only [`Games::start`] starts a game. Everything else fails without one.
pub trait Games {
    fn start(&self, request: &GameStart, cx: &Context) -> ReadResult<GameInfo>;

    /// Ends a game at once, so that it cannot save anything.
    fn stop(&self, game: Option<&str>, cx: &Context) -> ReadResult<GameInfo>;

    /// All games, oldest first, then those of the editor; one that has ended is among them until another is started.
    fn games(&self, cx: &Context) -> ReadResult<Vec<GameInfo>>;

    /// Lets a game run in real time, or freezes it.
    fn set_frozen(&self, game: Option<&str>, frozen: bool, cx: &Context) -> ReadResult<GameInfo>;

    fn tree(
        &self,
        game: Option<&str>,
        request: &GameTreeRequest,
        cx: &Context,
    ) -> ReadResult<GameTree>;

    fn picture(
        &self,
        game: Option<&str>,
        request: &GamePictureRequest,
        cx: &Context,
    ) -> ReadResult<GamePicture>;

    fn act(&self, game: Option<&str>, act: &GameAct, cx: &Context) -> ReadResult<ActOutcome>;

    /// Reads properties of an object: without names, those that the inspector shows.
    fn properties(
        &self,
        game: Option<&str>,
        object: &str,
        names: &[String],
        cx: &Context,
    ) -> ReadResult<GameProperties>;

    fn write(
        &self,
        game: Option<&str>,
        object: &str,
        property: &str,
        value: &EditValue,
        cx: &Context,
    ) -> ReadResult<GameWrite>;

    fn call(
        &self,
        game: Option<&str>,
        object: &str,
        method: &str,
        arguments: &[EditValue],
        cx: &Context,
    ) -> ReadResult<GameCall>;

    /// Runs source in the engine's own language.
    fn evaluate(&self, game: Option<&str>, source: &str, cx: &Context) -> ReadResult<GameCall>;

    /// The log from an entry on; the end of it without one.
    fn log(
        &self,
        game: Option<&str>,
        since: Option<u64>,
        limit: u32,
        cx: &Context,
    ) -> ReadResult<GameLog>;

    /// The places of all nodes at each tick since the first call of this.
    fn trace(&self, game: Option<&str>, cx: &Context) -> ReadResult<GameTrace>;

    /// Writes a recording into the project. A file that is there already is replaced only if the caller says so.
    fn save_recording(&self, file: &RecordingFile, cx: &Context) -> ReadResult<()>;

    /// The game that is meant without an id, if it runs, as an engine of its own: its scenes are those in the game's
    /// memory, and changes are made there. `None` while no game runs.
    fn running(&self, cx: &Context) -> Option<Arc<dyn Engine>>;

    fn as_debugger(&self) -> Option<&dyn GameDebugger> {
        None
    }

    /// Reports the events of all games to `listener`, until the returned guard is dropped.
    fn subscribe(&self, listener: GameListener) -> ListenerGuard;
}

/// A recording to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordingFile {
    /// Below the project's root.
    pub path: String,
    pub text: String,
    pub may_replace: bool,
}
