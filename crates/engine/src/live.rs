//! Abilities that only a live editor has.

use std::sync::Arc;

use scenewright_model::{
    EditorError, EditorEvent, EditorGame, EditorInfo, EditorLogLine, EditorView, ErrorQuery,
    Excerpt, ObjectId, Picture, PictureRequest, PlayTarget, RelayAddress, RunningGame,
};

use crate::{Context, EngineError, ListenerGuard, ReadResult};

/// Captures images of the edited scene and of the running game.
pub trait Capture {
    fn capture_view(
        &self,
        view: EditorView,
        how: PictureRequest,
        cx: &Context,
    ) -> ReadResult<Picture>;

    fn capture_game(&self, how: PictureRequest, cx: &Context) -> ReadResult<Picture>;
}

/// Runs the game.
pub trait Play {
    fn playing(&self, cx: &Context) -> ReadResult<Option<RunningGame>>;

    /// Returns when the game is running. A game that is already running is replaced.
    fn start(&self, what: &PlayTarget, cx: &Context) -> ReadResult<RunningGame>;

    /// Does nothing without a game; returns whether one was running.
    fn stop(&self, cx: &Context) -> ReadResult<bool>;

    fn pause(&self, paused: bool, cx: &Context) -> ReadResult<RunningGame>;
}

/// Gives access to the games that the editor talks to.
pub trait EditorGames {
    /// In the order of their sessions. None without an editor.
    fn editor_games(&self, cx: &Context) -> Result<Vec<EditorGame>, EngineError>;

    /// Has the editor pass messages between a game and whoever connects to the address. The game itself does not
    /// notice.
    fn relay(&self, game: &EditorGame, cx: &Context) -> Result<RelayAddress, EngineError>;
}

/// The editor itself.
pub trait Editor {
    fn editor(&self, cx: &Context) -> ReadResult<EditorInfo>;

    /// Newest last.
    fn errors(&self, query: ErrorQuery, cx: &Context) -> ReadResult<Excerpt<EditorError>>;

    /// Newest last; `filter` is a regular expression in the engine's own syntax.
    fn log(
        &self,
        count: usize,
        filter: Option<&str>,
        cx: &Context,
    ) -> ReadResult<Excerpt<EditorLogLine>>;

    /// Moves the view to an object of an open scene.
    fn focus(&self, scene: &str, object: ObjectId, cx: &Context) -> ReadResult<()>;
}

/// Called from a thread of the engine; it should only pass the event on.
pub type EventListener = Box<dyn Fn(&EditorEvent) + Send + Sync>;

/// Subscribes to the events of a live editor.
pub trait EditorEvents {
    /// Reports events to `listener` until the returned guard is dropped, including those of an
    /// editor that is opened later.
    fn subscribe(&self, listener: EventListener) -> ListenerGuard;
}

/// Contents of files that a live editor holds in memory and has not written to disk.
pub trait FileOverlay {
    /// From now on, these contents, and no others, are read instead of those on disk. Paths are in
    /// the engine's own form.
    fn set_overlay(&self, files: Vec<OverlayFile>);
}

#[derive(Debug, Clone)]
pub struct OverlayFile {
    pub path: String,
    pub content: Arc<[u8]>,
}
