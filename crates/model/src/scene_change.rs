//! What differs between two versions of a project, in the words of its scenes.

use crate::{MemberValue, ObjectId};

/// One difference, in one file.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneChange {
    /// In the engine's own spelling.
    pub file: String,
    /// What it is about; `None` for what belongs to no object, such as a scene's own settings.
    pub object: Option<ChangedObject>,
    pub kind: SceneChangeKind,
}

/// An object as it is called after the change; before it, if it is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedObject {
    pub path: String,
    pub id: ObjectId,
}

#[derive(Debug, Clone, PartialEq)]
pub enum SceneChangeKind {
    ObjectAdded(ObjectExtent),
    ObjectRemoved(ObjectExtent),
    /// It has another name or another parent. `from` is its path before.
    ObjectMoved {
        from: String,
    },
    /// Its place among its siblings, counted from 0.
    ObjectReordered {
        before: usize,
        after: usize,
    },
    /// A component, or a Godot node's script. `script` is the path of a script that is known.
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
    /// A part of a file that is no object: a Godot sub-resource, a Unity object outside the hierarchy.
    ResourceAdded {
        resource: String,
    },
    ResourceRemoved {
        resource: String,
    },
    FileAdded,
    FileRemoved,
    /// The file differs in something that is not shown in more detail.
    FileChanged,
}

/// An object that came or went.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectExtent {
    /// What a reader would call them, in their order.
    pub components: Vec<String>,
    /// The prefab or scene that it is an instance of.
    pub instance_of: Option<String>,
    /// How many objects came or went with it, below it.
    pub below: usize,
}

/// A value. The values are those that reading the member shows.
#[derive(Debug, Clone, PartialEq)]
pub struct MemberChange {
    /// The component, a Godot node's class or script, or a part of the file; `None` for what an object
    /// has itself: `name`, `active`, `tag`, `layer`.
    pub component: Option<String>,
    /// Its path: `m_Materials[0]`, `position`.
    pub member: String,
    /// `None` where there was nothing.
    pub before: Option<MemberValue>,
    /// `None` where there is nothing any more.
    pub after: Option<MemberValue>,
    /// Inside an instance of a prefab or a scene: what became of the override.
    pub override_change: Option<OverrideChange>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverrideChange {
    Added,
    Changed,
    Removed,
}

/// Where a signal of an object leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionEnd {
    pub signal: String,
    /// The path of the object that is called.
    pub to: String,
    pub method: String,
}
