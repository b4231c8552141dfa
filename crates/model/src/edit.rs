//! Edits of a project: requests, plans, outcomes and the history.

use std::time::SystemTime;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, EnumIter, IntoEnumIterator};

use crate::{ChangeKind, ObjectId, ProjectPath, SceneChange};

/// One change. `scene` is a scene or a prefab, in the engine's own form.
#[derive(Debug, Clone, PartialEq, EnumDiscriminants)]
#[strum_discriminants(
    name(EditKind),
    derive(Hash, EnumIter),
    doc = "The kinds of [`Edit`]: tables over all edits match on it without `_`."
)]
pub enum Edit {
    CreateObject {
        scene: String,
        /// Without a parent, it becomes a root (Godot: a child of the root).
        parent: Option<ObjectRef>,
        /// Its position among its siblings; at the end if not given.
        sibling: Option<usize>,
        name: String,
        /// Godot: the node's class.
        class: Option<String>,
        /// Unity: components in addition to the transform.
        components: Vec<String>,
    },
    /// Deletes the object with all its descendants, and all references to them in the same file.
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
        /// Its local transform is changed so that its world transform stays the same.
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
        /// `None` for Godot, whose nodes have no components.
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
    /// Creates an instance of a prefab or a scene.
    Instantiate {
        scene: String,
        source: String,
        parent: Option<ObjectRef>,
        sibling: Option<usize>,
        name: Option<String>,
    },
    /// Reverts overrides of an instance to the values of its source; without a member, all of them.
    RevertOverride {
        scene: String,
        object: ObjectRef,
        component: Option<ComponentRef>,
        member: Option<String>,
    },
    /// Applies an override of an instance to its source.
    ApplyOverride {
        scene: String,
        object: ObjectRef,
        component: Option<ComponentRef>,
        member: Option<String>,
    },
    /// Godot: creates a scene with a root of `class`.
    CreateScene {
        path: String,
        class: Option<String>,
        name: Option<String>,
    },
    /// Creates a prefab (Godot: a scene) from an object, which becomes an instance of it.
    CreatePrefab {
        scene: String,
        object: ObjectRef,
        path: String,
    },
    /// Creates an inherited scene (Godot) or a prefab variant (Unity).
    InheritScene {
        base: String,
        path: String,
    },
    /// Unity: adds the scene to the build list; Godot: makes it the main scene.
    AddToBuild {
        scene: String,
        enabled: bool,
    },
}

/// The target of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EditTarget<'a> {
    /// The scene, as the client names it; the new file for an edit that creates one.
    pub scene: &'a str,
    /// An existing object: the one that changes, or the parent of a new one.
    pub object: Option<&'a ObjectRef>,
}

impl EditKind {
    /// All kinds in the order of their declaration.
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

    /// The name that the edit gives to an object, if any.
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
    /// The type, which must be unambiguous.
    Type(String),
    /// Its position among the object's components.
    Index(usize),
}

/// A value to write. The engine decides what the member accepts.
#[derive(Debug, Clone, PartialEq)]
pub enum EditValue {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// Also the name of an enum value, or a number as text where digits must not be lost.
    Text(String),
    List(Vec<EditValue>),
    /// `x`, `y`, `z` of a vector, `r`, `g`, `b`, `a` of a colour, or the fields of a structured
    /// value.
    Fields(Vec<(String, EditValue)>),
    /// An object of the same scene, or one of its components.
    Object {
        object: ObjectRef,
        component: Option<ComponentRef>,
    },
    /// An asset, or one object inside it.
    Asset {
        path: String,
        inner: Option<String>,
    },
    /// In the engine's syntax: Godot's `Vector2i(1, 2)`.
    Literal(String),
}

/// How far an edit goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditMode {
    /// Reports what would change, and changes nothing.
    DryRun,
    /// Writes the files, including everything in them that was unsaved.
    Save,
    /// Changes the scenes in memory only; they stay unsaved.
    KeepUnsaved,
}

/// What was changed, or would be changed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EditOutcome {
    /// The entry of the history that undoes it; `None` if nothing was changed.
    pub handle: Option<String>,
    /// The differences in terms of the scenes, in the order of `files`.
    pub changes: Vec<SceneChange>,
    /// Sorted by path, each once; unchanged files are left out. For changes in memory, the
    /// comparison is with the previous contents in memory.
    pub files: Vec<FileDiff>,
    /// The created objects, in the order of the edits that created them.
    pub created: Vec<CreatedObject>,
    /// Warnings, for example about references from other files that are now broken.
    pub diagnostics: Vec<String>,
}

/// One file before and after, for a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDiff {
    /// In the engine's own form.
    pub path: String,
    pub change: ChangeKind,
    /// In the format of `diff -u` and `git diff`.
    pub diff: String,
    pub lines_added: usize,
    pub lines_removed: usize,
}

/// One entry of the history, which applies to all of its files or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditHistoryEntry {
    pub handle: String,
    pub label: String,
    pub time: SystemTime,
    pub state: EditState,
    /// In the engine's own form.
    pub files: Vec<String>,
    /// When it was undone, if it was.
    pub undone: Option<SystemTime>,
    /// The owner, if it is in memory only; `None` for what was written.
    pub unsaved_of: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditState {
    Done,
    Undone,
    /// It was interrupted; the next writer rolls it back, or completes it if all of its files are
    /// new.
    Unfinished,
    /// It was interrupted, and one of its files has changed since; its files were left as they are.
    Conflicted {
        reason: String,
    },
}

/// The result of edits before anything is written.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EditPlan {
    /// Sorted by path, each once; unchanged files are left out.
    pub files: Vec<FileChange>,
    /// The created objects, in the order of the edits that created them.
    pub created: Vec<CreatedObject>,
    /// Warnings, for example about references from other files that are now broken.
    pub diagnostics: Vec<String>,
    /// The values of whole members as the engine writes them, for those edits where it matters.
    pub values: Vec<ResolvedValue>,
}

/// The value of a member in the engine's own syntax, or as an explicit reference.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedValue {
    /// The position of the edit among those that were planned.
    pub edit: usize,
    pub value: EditValue,
}

/// One file, before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    pub path: ProjectPath,
    /// `None` for a new file.
    pub before: Option<Vec<u8>>,
    /// `None` for a removed file.
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
