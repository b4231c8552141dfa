//! What only a live editor can do.

use std::sync::Arc;

use scenewright_model::{
    EditorError, EditorEvent, EditorInfo, EditorLogLine, ErrorQuery, Excerpt, ObjectId, Picture,
    PictureRequest, PlayTarget, Playing, View,
};

use crate::{Context, Result, Watching};

/// Pictures of what is edited and of what is played.
pub trait Capture {
    fn capture_view(&self, view: View, how: PictureRequest, cx: &Context) -> Result<Picture>;

    fn capture_game(&self, how: PictureRequest, cx: &Context) -> Result<Picture>;
}

/// Running the game.
pub trait Play {
    fn playing(&self, cx: &Context) -> Result<Option<Playing>>;

    /// Answers when the game runs. A game that runs already makes room for it.
    fn start(&self, what: &PlayTarget, cx: &Context) -> Result<Playing>;

    /// Without a game nothing happens; the answer says whether there was one.
    fn stop(&self, cx: &Context) -> Result<bool>;

    fn pause(&self, paused: bool, cx: &Context) -> Result<Playing>;
}

/// The editor itself.
pub trait Editor {
    fn editor(&self, cx: &Context) -> Result<EditorInfo>;

    /// The newest last.
    fn errors(&self, query: ErrorQuery, cx: &Context) -> Result<Excerpt<EditorError>>;

    /// The newest last; `filter` is a regular expression of the engine's own kind.
    fn log(
        &self,
        count: usize,
        filter: Option<&str>,
        cx: &Context,
    ) -> Result<Excerpt<EditorLogLine>>;

    /// Moves the view to an object of a scene that is open.
    fn focus(&self, scene: &str, object: ObjectId, cx: &Context) -> Result<()>;
}

/// Called from a thread of the engine; it should only pass on what it hears.
pub type EventListener = Box<dyn Fn(&EditorEvent) + Send + Sync>;

/// Hearing what a live editor tells by itself.
pub trait Events {
    /// Tells `listener` from now on, until what is returned is dropped; also of an editor that is opened
    /// later.
    fn listen(&self, listener: EventListener) -> Watching;
}

/// Contents of files that somebody else has in memory and not yet on the disk.
pub trait Held {
    /// From now on these are read in the place of what the disk has, and no others. Paths are in the
    /// engine's own spelling.
    fn hold(&self, files: Vec<HeldFile>);
}

#[derive(Debug, Clone)]
pub struct HeldFile {
    pub path: String,
    pub content: Arc<[u8]>,
}
