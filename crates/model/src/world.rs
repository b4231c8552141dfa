//! Scenes in memory.

use std::fmt;
use std::time::SystemTime;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{ObjectId, Utc};

/// Objects that outlive their scene (Unity's `DontDestroyOnLoad`).
pub const DONT_DESTROY_ON_LOAD_SCENE: &str = "scn:ddol";
/// Objects that belong to no scene (Unity's `HideAndDontSave`).
pub const HIDDEN_SCENE: &str = "scn:hide";

/// Scenes of a running game have paths that begin so: `game:/root/Main`. Alone, it is the game's current scene.
pub const GAME_SCENE_PREFIX: &str = "game:";

/// Whether the path is that of a scene in a running game.
pub fn is_game_scene(path: &str) -> bool {
    path.starts_with(GAME_SCENE_PREFIX)
}

/// A scene that is in memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoadedScene {
    /// Its path; 'scn:ddol' and 'scn:hide' are the scenes that exist only in memory
    #[serde(rename = "scenePath")]
    pub path: String,
    /// Its name
    pub name: String,
    // New objects go to it: the one that was loaded last in the place of others.
    /// Whether it is the active scene
    pub is_active: bool,
    /// Whether it has unsaved changes
    pub is_dirty: bool,
    /// Whether its file has also changed on disk; saving is refused until it is reloaded or overwritten
    pub is_conflicted: bool,
    /// Whether it exists only in memory
    pub is_pseudo: bool,
    /// Number of root objects
    #[serde(rename = "rootCount")]
    pub roots: usize,
    /// Number of objects
    #[serde(rename = "objectCount")]
    pub objects: usize,
}

/// Unsaved changes of one owner, in a scene and the files that were changed along with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnsavedWork {
    /// The changed scene, or a file that belongs to no scene
    #[serde(rename = "scenePath")]
    pub scene: String,
    /// All changed files
    pub files: Vec<String>,
    /// Owner: an MCP session, a connection, or a protocol without either
    pub owner: String,
    /// Time of the first change, in UTC
    #[serde(serialize_with = "Utc::serialize_time")]
    #[schemars(with = "String")]
    pub since: SystemTime,
    /// Number of edits
    #[serde(rename = "editCount")]
    pub edits: usize,
    /// Whether they were left behind by a process that has ended; such changes are not in memory until someone includes them
    pub is_restored: bool,
    /// Whether the files have also changed on disk; saving is refused unless it overwrites
    pub is_conflicted: bool,
}

impl fmt::Display for UnsavedWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnsavedWork { scene, owner, edits, since, .. } = self;
        let noun = if *edits == 1 { "edit" } else { "edits" };
        write!(f, "'{scene}' has {edits} unsaved {noun} of {owner}, since {}", Utc(*since))
    }
}

/// What happens to unsaved changes of a scene that is unloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnloadMode {
    /// Unloading is refused if there are any.
    IfSaved,
    Discard,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SaveMode {
    pub dry_run: bool,
    /// Whether to overwrite a version that someone else has written since.
    pub overwrite: bool,
}

/// An object of a loaded scene.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SelectedObject {
    /// Path to its scene
    #[serde(rename = "scenePath")]
    pub scene: String,
    /// Object names from the root, joined by '/'
    #[serde(rename = "objectPath")]
    pub path: String,
    /// Its id
    #[serde(rename = "instanceId")]
    pub id: ObjectId,
}

/// The selected objects.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Selection {
    /// The selected objects; the first is the active one
    pub objects: Vec<SelectedObject>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Clipboard {
    #[default]
    Empty,
    Text(String),
    Object(ObjectId),
}

/// The position, rotation and scale of an object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// Relative to its parent.
    pub local: Transform,
    pub world: Transform,
    /// Whether the object is two-dimensional: `z` is 0, and the rotation is around the z axis.
    pub is_2d: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform {
    pub position: [f64; 3],
    /// x, y, z, w.
    pub rotation: [f64; 4],
    /// In the world transform, the scale that remains after the rotation is removed (Unity's
    /// `lossyScale`).
    pub scale: [f64; 3],
}
