//! The differences between two versions of a project, in terms of its scenes.

use crate::{MemberValue, ObjectId};

/// One difference, in one file.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneChange {
    /// In the engine's own form.
    pub file: String,
    /// The object that changed; `None` for a change that belongs to no object, such as a scene's
    /// own settings.
    pub object: Option<ChangedObject>,
    pub kind: SceneChangeKind,
}

/// An object by its name after the change; for a removed object, before the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedObject {
    pub path: String,
    pub id: ObjectId,
}

#[derive(Debug, Clone, PartialEq)]
pub enum SceneChangeKind {
    ObjectAdded(ObjectExtent),
    ObjectRemoved(ObjectExtent),
    /// Its name or its parent changed. `from` is its previous path.
    ObjectMoved {
        from: String,
    },
    /// Its position among its siblings changed; positions start at 0.
    ObjectReordered {
        before: usize,
        after: usize,
    },
    /// A component, or a Godot node's script. `script` is the script's path if it is known.
    ComponentAdded {
        component: String,
        script: Option<String>,
    },
    ComponentRemoved {
        component: String,
        script: Option<String>,
    },
    Member(MemberChange),
    GroupAdded {
        group: String,
    },
    GroupRemoved {
        group: String,
    },
    ConnectionAdded(ConnectionEnd),
    ConnectionRemoved(ConnectionEnd),
    /// A part of a file that is not an object: a Godot sub-resource, a Unity object outside the
    /// hierarchy.
    ResourceAdded {
        resource: String,
    },
    ResourceRemoved {
        resource: String,
    },
    FileAdded,
    FileRemoved,
    /// The file has a difference that is not described in more detail.
    FileChanged,
}

/// An object that was added or removed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectExtent {
    /// The names of its components, in their order.
    pub components: Vec<String>,
    /// The prefab or scene of which it is an instance.
    pub instance_of: Option<String>,
    /// The number of descendants that were added or removed with it.
    pub below: usize,
}

/// The change of a value. The values are those that reading the member returns.
#[derive(Debug, Clone, PartialEq)]
pub struct MemberChange {
    /// The component, a Godot node's class or script, or a part of the file; `None` for attributes
    /// of the object itself: `name`, `active`, `tag`, `layer`.
    pub component: Option<String>,
    /// Its path: `m_Materials[0]`, `position`.
    pub member: String,
    /// `None` if there was no value.
    pub before: Option<MemberValue>,
    /// `None` if there is no value any more.
    pub after: Option<MemberValue>,
    /// Inside an instance of a prefab or a scene: how the override changed.
    pub override_change: Option<OverrideChange>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverrideChange {
    Added,
    Changed,
    Removed,
}

/// The receiver of a signal connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionEnd {
    pub signal: String,
    /// The path of the receiving object.
    pub to: String,
    pub method: String,
}
