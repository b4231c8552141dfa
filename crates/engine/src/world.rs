//! Scenes in memory: loaded scenes, unsaved changes and the selection.

use scenewright_model::{
    Clipboard, EditOutcome, LoadedScene, ObjectId, Placement, SaveMode, Selection, UnloadMode,
    UnsavedWork,
};

use crate::{Context, ReadResult};

/// The loaded scenes, as in an editor or a game. Reading a scene with unsaved changes, through any
/// part of the engine, includes those changes.
///
/// Invariant: unsaved changes belong to the owner of the context in which they were made. Nobody
/// else may save, change or discard them, unless the context includes others.
pub trait World {
    /// Returns the scenes in the order of loading; pseudo-scenes come last, and only if they
    /// contain something. Initially, the game's main scene is loaded, if there is one.
    fn loaded(&self, cx: &Context) -> ReadResult<Vec<LoadedScene>>;

    /// Returns all unsaved changes with their owners, including those left behind by processes that
    /// have ended. Nothing is written.
    fn unsaved(&self, cx: &Context) -> ReadResult<Vec<UnsavedWork>>;

    /// Loads a scene beside the others if `additive`, otherwise instead of them: then unsaved
    /// changes in the others prevent it, unless `others` drops them. A scene that is already loaded
    /// stays as it is.
    fn load(
        &self,
        path: &str,
        additive: bool,
        others: UnloadMode,
        cx: &Context,
    ) -> ReadResult<LoadedScene>;

    fn unload(&self, path: &str, how: UnloadMode, cx: &Context) -> ReadResult<()>;

    /// Loads the scene again from disk; unsaved changes are dropped.
    fn reload(&self, path: &str, cx: &Context) -> ReadResult<LoadedScene>;

    /// Writes unsaved changes as one entry of the history: without a path, those in all scenes;
    /// those of other owners only if the context includes them. Pseudo-scenes are never written.
    /// Refused if the version on disk is not the one on which the changes were made, unless the
    /// mode overwrites it.
    fn save(&self, path: Option<&str>, mode: SaveMode, cx: &Context) -> ReadResult<EditOutcome>;

    /// Writes a scene to a new file, which is then loaded in place of the old one.
    fn save_as(
        &self,
        path: &str,
        to: &str,
        mode: SaveMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome>;

    /// Returns the placements of objects, in the requested order; `None` for an object without one,
    /// such as a bare `Node`.
    fn placements(
        &self,
        scene: &str,
        objects: &[ObjectId],
        cx: &Context,
    ) -> ReadResult<Vec<Option<Placement>>>;

    fn selection(&self, cx: &Context) -> ReadResult<Selection>;

    /// Selects objects of loaded scenes; an object that is removed later leaves the selection.
    fn select(&self, objects: &[ObjectId], cx: &Context) -> ReadResult<Selection>;

    fn clipboard(&self, cx: &Context) -> ReadResult<Clipboard>;

    fn set_clipboard(&self, clipboard: Clipboard, cx: &Context) -> ReadResult<()>;
}
