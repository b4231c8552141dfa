//! Scenes in memory: what is loaded, what is not saved yet, what is selected.

use scenewright_model::{
    Clipboard, EditOutcome, LoadedScene, ObjectId, Placement, SaveMode, Selection, UnloadMode,
    UnsavedWork,
};

use crate::{Context, ReadResult};

/// The scenes that are loaded, as an editor or a game has them. Reading one that has unsaved changes,
/// through whichever part of the engine, shows those changes.
///
/// Unsaved changes belong to the owner of the context that they were made with. Whoever else would save,
/// change or give them up is refused, unless the context includes others.
pub trait World {
    /// In the order of their loading; pseudo-scenes last, and only if something is in them. At the
    /// start it is the scene that the game starts with, if there is one.
    fn loaded(&self, cx: &Context) -> ReadResult<Vec<LoadedScene>>;

    /// Everything that is unsaved, by whom, also what processes left behind that have ended. Nothing is
    /// written.
    fn unsaved(&self, cx: &Context) -> ReadResult<Vec<UnsavedWork>>;

    /// Beside the others if it is `additive`, else in their place: unsaved changes of those stand in
    /// the way unless `others` drops them. A scene that is loaded already stays as it is.
    fn load(
        &self,
        path: &str,
        additive: bool,
        others: UnloadMode,
        cx: &Context,
    ) -> ReadResult<LoadedScene>;

    fn unload(&self, path: &str, how: UnloadMode, cx: &Context) -> ReadResult<()>;

    /// As the disk has it; unsaved changes are dropped.
    fn reload(&self, path: &str, cx: &Context) -> ReadResult<LoadedScene>;

    /// Writes what is unsaved, with one entry of the history; without a path in all scenes, and of
    /// others only if the context includes them. What only
    /// exists in memory (pseudo-scenes) is never written. Refused if the disk has another version than
    /// the changes were made on, unless the mode overwrites it.
    fn save(&self, path: Option<&str>, mode: SaveMode, cx: &Context) -> ReadResult<EditOutcome>;

    /// Writes a scene as a new file, which is loaded from then on in its place.
    fn save_as(
        &self,
        path: &str,
        to: &str,
        mode: SaveMode,
        cx: &Context,
    ) -> ReadResult<EditOutcome>;

    /// Where objects are, in the order asked for; `None` for what has no place, such as a bare `Node`.
    fn placements(
        &self,
        scene: &str,
        objects: &[ObjectId],
        cx: &Context,
    ) -> ReadResult<Vec<Option<Placement>>>;

    fn selection(&self, cx: &Context) -> ReadResult<Selection>;

    /// Objects of loaded scenes; what is gone later drops out of the selection by itself.
    fn select(&self, objects: &[ObjectId], cx: &Context) -> ReadResult<Selection>;

    fn clipboard(&self, cx: &Context) -> ReadResult<Clipboard>;

    fn set_clipboard(&self, clipboard: Clipboard, cx: &Context) -> ReadResult<()>;
}
