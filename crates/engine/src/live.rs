//! What only a live editor can do.

use std::sync::Arc;

use scenewright_model::{
    EditorError, EditorEvent, EditorInfo, EditorLogLine, EditorView, ErrorQuery, Excerpt, ObjectId,
    Picture, PictureRequest, PlayTarget, RunningGame,
};

use crate::{Context, ListenerGuard, ReadResult};

/// Pictures of what is edited and of what is played.
pub trait Capture {
    fn capture_view(
        &self,
        view: EditorView,
        how: PictureRequest,
        cx: &Context,
    ) -> ReadResult<Picture>;

    fn capture_game(&self, how: PictureRequest, cx: &Context) -> ReadResult<Picture>;
}

/// Running the game.
pub trait Play {
    fn playing(&self, cx: &Context) -> ReadResult<Option<RunningGame>>;

    /// Answers when the game runs. A game that runs already makes room for it.
    fn start(&self, what: &PlayTarget, cx: &Context) -> ReadResult<RunningGame>;

    /// Without a game nothing happens; the answer says whether there was one.
    fn stop(&self, cx: &Context) -> ReadResult<bool>;

    fn pause(&self, paused: bool, cx: &Context) -> ReadResult<RunningGame>;
}

/// The editor itself.
pub trait Editor {
    fn editor(&self, cx: &Context) -> ReadResult<EditorInfo>;

    /// The newest last.
    fn errors(&self, query: ErrorQuery, cx: &Context) -> ReadResult<Excerpt<EditorError>>;

    /// The newest last; `filter` is a regular expression of the engine's own kind.
    fn log(
        &self,
        count: usize,
        filter: Option<&str>,
        cx: &Context,
    ) -> ReadResult<Excerpt<EditorLogLine>>;

    /// Moves the view to an object of a scene that is open.
    fn focus(&self, scene: &str, object: ObjectId, cx: &Context) -> ReadResult<()>;
}

/// Called from a thread of the engine; it should only pass on what it hears.
pub type EventListener = Box<dyn Fn(&EditorEvent) + Send + Sync>;

/// Hearing what a live editor tells by itself.
pub trait EditorEvents {
    /// Tells `listener` from now on, until what is returned is dropped; also of an editor that is opened
    /// later.
    fn subscribe(&self, listener: EventListener) -> ListenerGuard;
}

/// Contents of files that somebody else has in memory and not yet on the disk.
pub trait FileOverlay {
    /// From now on these are read in the place of what the disk has, and no others. Paths are in the
    /// engine's own spelling.
    fn set_overlay(&self, files: Vec<OverlayFile>);
}

#[derive(Debug, Clone)]
pub struct OverlayFile {
    pub path: String,
    pub content: Arc<[u8]>,
}
