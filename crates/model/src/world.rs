//! Scenes in memory.

use std::fmt;
use std::time::SystemTime;

use crate::{ObjectId, Utc};

/// Objects that outlive their scene (Unity's `DontDestroyOnLoad`).
pub const DONT_DESTROY_ON_LOAD_SCENE: &str = "scn:ddol";
/// Objects that belong to no scene (Unity's `HideAndDontSave`).
pub const HIDDEN_SCENE: &str = "scn:hide";

/// A scene that is in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadedScene {
    /// In the engine's own spelling; a pseudo-scene's id.
    pub path: String,
    pub name: String,
    /// It only exists in memory.
    pub is_pseudo: bool,
    /// The one that new objects go to: that loaded last in the place of others.
    pub is_active: bool,
    /// It has changes that the disk does not.
    pub is_dirty: bool,
    /// It is dirty, and the disk has changed too.
    pub is_conflicted: bool,
    pub roots: usize,
    pub objects: usize,
}

/// Unsaved changes of one owner, in a scene and the files that were changed along with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsavedWork {
    /// In the engine's own spelling; a file that is no scene if no scene belongs to them.
    pub scene: String,
    /// All of them, the scene included, in the engine's own spelling.
    pub files: Vec<String>,
    /// Whose they are: an MCP session, a connection, or a protocol without either.
    pub owner: String,
    /// When the first of them was made.
    pub since: SystemTime,
    /// How many edits they are.
    pub edits: usize,
    /// They were left behind by a process that has ended, and are not in memory until somebody
    /// includes them.
    pub is_restored: bool,
    /// The disk has another version than they were made on.
    pub is_conflicted: bool,
}

impl fmt::Display for UnsavedWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnsavedWork { scene, owner, edits, since, .. } = self;
        let noun = if *edits == 1 { "edit" } else { "edits" };
        write!(f, "'{scene}' has {edits} unsaved {noun} of {owner}, since {}", Utc(*since))
    }
}

/// What becomes of unsaved changes of a scene that goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnloadMode {
    /// They refuse it.
    IfSaved,
    Discard,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SaveMode {
    pub dry_run: bool,
    /// Also over a version that somebody else has written since.
    pub overwrite: bool,
}

/// An object of a loaded scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectedObject {
    pub scene: String,
    pub id: ObjectId,
    /// Names from the root, joined by `/`.
    pub path: String,
}

/// What is selected; the first is the active one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection(pub Vec<SelectedObject>);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Clipboard {
    #[default]
    Empty,
    Text(String),
    Object(ObjectId),
}

/// Where an object is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// Beside its parent.
    pub local: Transform,
    pub world: Transform,
    /// It lies in a plane: `z` is 0, and the rotation turns around it.
    pub is_2d: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform {
    pub position: [f64; 3],
    /// x, y, z, w.
    pub rotation: [f64; 4],
    /// In the world it is what is left of it once the rotation is taken out (Unity's `lossyScale`).
    pub scale: [f64; 3],
}
