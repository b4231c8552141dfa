//! What can be changed in a project, as a client asks for it and as it is answered.

use std::time::SystemTime;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, EnumIter, IntoEnumIterator};

use crate::{ChangeKind, ObjectId, SceneChange};

/// One change. `scene` is a scene or a prefab, in the engine's own spelling.
#[derive(Debug, Clone, PartialEq, EnumDiscriminants)]
#[strum_discriminants(
    name(EditKind),
    derive(Hash, EnumIter),
    doc = "The kinds of [`Edit`]: tables over all edits match on it without `_`."
)]
pub enum Edit {
    CreateObject {
        scene: String,
        /// Without one it becomes a root (Godot: a child of the root).
        parent: Option<ObjectRef>,
        /// Its place among its siblings; at the end without one.
        sibling: Option<usize>,
        name: String,
        /// Godot: the node's class.
        class: Option<String>,
        /// Unity: components beside the transform.
        components: Vec<String>,
    },
    /// With everything below it, and every reference to any of it in the same file.
    DeleteObject {
        scene: String,
        object: ObjectRef,
    },
    DuplicateObject {
        scene: String,
        object: ObjectRef,
        name: Option<String>,
    },
    RenameObject {
        scene: String,
        object: ObjectRef,
        name: String,
    },
    ReparentObject {
        scene: String,
        object: ObjectRef,
        parent: Option<ObjectRef>,
        sibling: Option<usize>,
        /// Its own transform is changed so that it stays where it is in the world.
        keep_world: bool,
    },
    SetActive {
        scene: String,
        object: ObjectRef,
        active: bool,
    },
    /// Unity: a built-in component or a script's class.
    AddComponent {
        scene: String,
        object: ObjectRef,
        component: String,
    },
    RemoveComponent {
        scene: String,
        object: ObjectRef,
        component: ComponentRef,
    },
    /// Godot.
    AttachScript {
        scene: String,
        object: ObjectRef,
        script: String,
    },
    /// Godot.
    DetachScript {
        scene: String,
        object: ObjectRef,
    },
    SetMember {
        scene: String,
        object: ObjectRef,
        /// Godot's nodes have none.
        component: Option<ComponentRef>,
        /// `m_LocalPosition.x`, `m_Materials[0]`, `m_Materials.Array.size`, `position`, `metadata/x`.
        member: String,
        value: EditValue,
    },
    /// Unity.
    SetTag {
        scene: String,
        object: ObjectRef,
        tag: String,
    },
    /// Unity: a layer by its name or number.
    SetLayer {
        scene: String,
        object: ObjectRef,
        layer: String,
    },
    /// Godot.
    SetGroup {
        scene: String,
        object: ObjectRef,
        group: String,
        member: bool,
    },
    /// An instance of a prefab or a scene.
    Instantiate {
        scene: String,
        source: String,
        parent: Option<ObjectRef>,
        sibling: Option<usize>,
        name: Option<String>,
    },
    /// What an instance overrides becomes again what its source says; without a member, all of it.
    RevertOverride {
        scene: String,
        object: ObjectRef,
        component: Option<ComponentRef>,
        member: Option<String>,
    },
    /// What an instance overrides becomes what its source says.
    ApplyOverride {
        scene: String,
        object: ObjectRef,
        component: Option<ComponentRef>,
        member: Option<String>,
    },
    /// Godot: with a root of `class`.
    CreateScene {
        path: String,
        class: Option<String>,
        name: Option<String>,
    },
    /// A prefab (Godot: a scene) made of an object, which becomes an instance of it.
    CreatePrefab {
        scene: String,
        object: ObjectRef,
        path: String,
    },
    /// Godot: an inherited scene; Unity: a prefab variant.
    InheritScene {
        base: String,
        path: String,
    },
    /// Unity: into the build list; Godot: as the main scene.
    AddToBuild {
        scene: String,
        enabled: bool,
    },
}

/// What an edit is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EditTarget<'a> {
    /// The scene, as the client names it; the new file of an edit that makes one.
    pub scene: &'a str,
    /// An object that was there before: the one that changes, or the parent of a new one.
    pub object: Option<&'a ObjectRef>,
}

impl EditKind {
    /// In the order of their declaration.
    pub fn all() -> impl Iterator<Item = EditKind> {
        EditKind::iter()
    }
}

impl Edit {
    pub fn kind(&self) -> EditKind {
        self.into()
    }

    pub fn target(&self) -> EditTarget<'_> {
        let (scene, object) = match self {
            Edit::CreateObject { scene, parent, .. } | Edit::Instantiate { scene, parent, .. } => {
                (scene, parent.as_ref())
            }
            Edit::DeleteObject { scene, object }
            | Edit::DuplicateObject { scene, object, .. }
            | Edit::RenameObject { scene, object, .. }
            | Edit::ReparentObject { scene, object, .. }
            | Edit::SetActive { scene, object, .. }
            | Edit::AddComponent { scene, object, .. }
            | Edit::RemoveComponent { scene, object, .. }
            | Edit::AttachScript { scene, object, .. }
            | Edit::DetachScript { scene, object }
            | Edit::SetMember { scene, object, .. }
            | Edit::SetTag { scene, object, .. }
            | Edit::SetLayer { scene, object, .. }
            | Edit::SetGroup { scene, object, .. }
            | Edit::RevertOverride { scene, object, .. }
            | Edit::ApplyOverride { scene, object, .. }
            | Edit::CreatePrefab { scene, object, .. } => (scene, Some(object)),
            Edit::AddToBuild { scene, .. } => (scene, None),
            Edit::CreateScene { path, .. } | Edit::InheritScene { path, .. } => (path, None),
        };
        EditTarget { scene, object }
    }

    /// The name that it gives to an object, if it gives one.
    pub fn object_name(&self) -> Option<&str> {
        match self {
            Edit::CreateObject { name, .. } | Edit::RenameObject { name, .. } => Some(name),
            Edit::DuplicateObject { name, .. } | Edit::Instantiate { name, .. } => name.as_deref(),
            Edit::DeleteObject { .. }
            | Edit::ReparentObject { .. }
            | Edit::SetActive { .. }
            | Edit::AddComponent { .. }
            | Edit::RemoveComponent { .. }
            | Edit::AttachScript { .. }
            | Edit::DetachScript { .. }
            | Edit::SetMember { .. }
            | Edit::SetTag { .. }
            | Edit::SetLayer { .. }
            | Edit::SetGroup { .. }
            | Edit::RevertOverride { .. }
            | Edit::ApplyOverride { .. }
            | Edit::CreateScene { .. }
            | Edit::CreatePrefab { .. }
            | Edit::InheritScene { .. }
            | Edit::AddToBuild { .. } => None,
        }
    }
}

/// An object of a scene, as a client names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObjectRef {
    /// Names from the root, joined by `/`; the second of two namesakes is `Name[1]`.
    Path(String),
    Id(ObjectId),
}

/// A component of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComponentRef {
    /// Its type; it must be the only one of it.
    Type(String),
    /// Its position among the object's components.
    Index(usize),
}

/// A value to write. The engine decides what the member takes.
#[derive(Debug, Clone, PartialEq)]
pub enum EditValue {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// Also an enum's name, and a number as text where digits must not be lost.
    Text(String),
    List(Vec<EditValue>),
    /// `x`, `y`, `z` of a vector, `r`, `g`, `b`, `a` of a colour, fields of a value with fields.
    Fields(Vec<(String, EditValue)>),
    /// An object of the same scene, or one of its components.
    Object {
        object: ObjectRef,
        component: Option<ComponentRef>,
    },
    /// An asset, or one object of it.
    Asset {
        path: String,
        inner: Option<String>,
    },
    /// As the engine writes it: Godot's `Vector2i(1, 2)`.
    Literal(String),
}

/// How far an edit goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditMode {
    /// Says what would change, and changes nothing.
    DryRun,
    /// Writes the files, with everything in them that was not saved before.
    Save,
    /// Changes the scenes in memory only, until they are saved.
    KeepUnsaved,
}

/// What was changed, or would be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EditOutcome {
    /// The entry of the history that takes it back; `None` if nothing was changed.
    pub handle: Option<String>,
    /// What differs in the words of the scenes, in the order of `files`.
    pub changes: Vec<SceneChange>,
    /// Sorted by path, each once; a file that stays the same is not among them. What is only in memory
    /// is compared with what the memory held before.
    pub files: Vec<FileDiff>,
    /// What was made, in the order of the edits that made it.
    pub created: Vec<CreatedObject>,
    /// What is to be known: references from other files that now lead nowhere, for instance.
    pub diagnostics: Vec<String>,
}

/// One file, before and after, for a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDiff {
    /// In the engine's own spelling.
    pub path: String,
    pub change: ChangeKind,
    /// As `diff -u` and `git diff` write it.
    pub diff: String,
    pub lines_added: usize,
    pub lines_removed: usize,
}

/// One entry of the history: all of its files, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditHistoryEntry {
    pub handle: String,
    pub label: String,
    pub time: SystemTime,
    pub state: EditState,
    /// In the engine's own spelling.
    pub files: Vec<String>,
    /// When it was undone, if it is.
    pub undone: Option<SystemTime>,
    /// Whose it is, if it is in memory only; `None` for what was written.
    pub unsaved_of: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditState {
    Done,
    Undone,
    /// It was cut short; the next writer takes it back, or completes it if all of it is there.
    Unfinished,
    /// It was cut short, and a file of it has changed since; its files were left as they are.
    Conflicted {
        reason: String,
    },
}

/// What edits come to, before anything is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditPlan {
    /// Sorted by path, each once; a file that stays the same is not among them.
    pub files: Vec<FileChange>,
    /// What was made, in the order of the edits that made it.
    pub created: Vec<CreatedObject>,
    /// What is to be known: references from other files that now lead nowhere, for instance.
    pub diagnostics: Vec<String>,
}

/// One file, before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// In the engine's own spelling.
    pub path: String,
    /// `None` for a file that there was none of.
    pub before: Option<Vec<u8>>,
    /// `None` for a file that goes.
    pub after: Option<Vec<u8>>,
}

/// An object that an edit made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CreatedObject {
    /// Path to its scene
    #[serde(rename = "scenePath")]
    pub scene: String,
    /// Its path in the scene
    #[serde(rename = "objectPath")]
    pub path: String,
    /// Its id
    #[serde(rename = "instanceId")]
    pub id: ObjectId,
}
