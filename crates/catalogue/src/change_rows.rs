//! The changes made by an edit: one row per difference, in terms of the scene.

use scenewright_model::{
    ChangeKind, ConnectionEnd, MemberChange, MemberValue, ObjectExtent, OverrideChange,
    SceneChange, SceneChangeKind,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::value_json;

/// Further rows are only counted.
const MAX_ROWS: usize = 100;
/// Longer values are shortened.
const MAX_VALUE_CHARS: usize = 160;

/// One difference.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeRow {
    /// The file
    pub file: String,
    /// objectAdded, objectRemoved, objectMoved (also renamed), objectReordered, componentAdded, componentRemoved, member, groupAdded, groupRemoved, connectionAdded, connectionRemoved, resourceAdded, resourceRemoved, fileAdded, fileRemoved or fileChanged
    #[schemars(with = "String")]
    pub change: ChangeRowKind,
    /// The object's current path; for a removed object, its former path
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// Its id
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance_id: Option<u64>,
    /// For a moved object: its former path
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// For an added or removed object: its components
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<String>,
    /// For an added or removed object: the prefab or scene it is an instance of
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance_of: Option<String>,
    /// For an added or removed object: number of descendants added or removed with it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<usize>,
    /// The component that was added or removed or that has the member; Godot: the class or script
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<String>,
    /// Path of the component's script
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// The member's path
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// The value before; absent when there was none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The value after; absent when there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Inside an instance: whether the override was added, changed or removed
    #[serde(rename = "override", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub override_change: Option<ChangeWord>,
    /// The group
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// For a connection: the signal
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<String>,
    /// For a connection: the receiving object
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// For a connection: the method
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The resource inside the file
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource: Option<String>,
}

/// What kind of difference a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ChangeRowKind {
    ObjectAdded,
    ObjectRemoved,
    ObjectMoved,
    ObjectReordered,
    ComponentAdded,
    ComponentRemoved,
    Member,
    GroupAdded,
    GroupRemoved,
    ConnectionAdded,
    ConnectionRemoved,
    ResourceAdded,
    ResourceRemoved,
    FileAdded,
    FileRemoved,
    #[default]
    FileChanged,
}

/// What happened to a file or an override.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeWord {
    Added,
    Changed,
    Removed,
}

impl ChangeRowKind {
    /// The name in the output.
    pub fn as_str(self) -> &'static str {
        match self {
            ChangeRowKind::ObjectAdded => "objectAdded",
            ChangeRowKind::ObjectRemoved => "objectRemoved",
            ChangeRowKind::ObjectMoved => "objectMoved",
            ChangeRowKind::ObjectReordered => "objectReordered",
            ChangeRowKind::ComponentAdded => "componentAdded",
            ChangeRowKind::ComponentRemoved => "componentRemoved",
            ChangeRowKind::Member => "member",
            ChangeRowKind::GroupAdded => "groupAdded",
            ChangeRowKind::GroupRemoved => "groupRemoved",
            ChangeRowKind::ConnectionAdded => "connectionAdded",
            ChangeRowKind::ConnectionRemoved => "connectionRemoved",
            ChangeRowKind::ResourceAdded => "resourceAdded",
            ChangeRowKind::ResourceRemoved => "resourceRemoved",
            ChangeRowKind::FileAdded => "fileAdded",
            ChangeRowKind::FileRemoved => "fileRemoved",
            ChangeRowKind::FileChanged => "fileChanged",
        }
    }
}

impl ChangeWord {
    pub fn as_str(self) -> &'static str {
        match self {
            ChangeWord::Added => "added",
            ChangeWord::Changed => "changed",
            ChangeWord::Removed => "removed",
        }
    }
}

impl From<ChangeKind> for ChangeWord {
    fn from(kind: ChangeKind) -> ChangeWord {
        match kind {
            ChangeKind::Added => ChangeWord::Added,
            ChangeKind::Changed => ChangeWord::Changed,
            ChangeKind::Removed => ChangeWord::Removed,
        }
    }
}

impl From<OverrideChange> for ChangeWord {
    fn from(change: OverrideChange) -> ChangeWord {
        match change {
            OverrideChange::Added => ChangeWord::Added,
            OverrideChange::Changed => ChangeWord::Changed,
            OverrideChange::Removed => ChangeWord::Removed,
        }
    }
}

/// The first rows, and a sentence about the rest.
pub(crate) fn rows(changes: Vec<SceneChange>) -> (Vec<ChangeRow>, Option<String>) {
    let mut rows: Vec<ChangeRow> = changes.into_iter().map(ChangeRow::from).collect();
    if rows.len() <= MAX_ROWS {
        return (rows, None);
    }
    let all = rows.len();
    let left = rows.split_off(MAX_ROWS);
    let mut kinds: Vec<(ChangeRowKind, usize)> = Vec::new();
    for row in &left {
        match kinds.iter_mut().find(|(kind, _)| *kind == row.change) {
            Some((_, count)) => *count += 1,
            None => kinds.push((row.change, 1)),
        }
    }
    let kinds: Vec<String> =
        kinds.iter().map(|(kind, count)| format!("{count} {}", kind.as_str())).collect();
    let note = format!(
        "{} of {all} changes are left out ({}): diff shows all lines, edit.undo with dryRun and diff those of a change that was made.",
        left.len(),
        kinds.join(", ")
    );
    (rows, Some(note))
}

impl From<SceneChange> for ChangeRow {
    fn from(change: SceneChange) -> ChangeRow {
        let (object, instance_id) = match change.object {
            Some(object) => (Some(object.path), Some(object.id.get())),
            None => (None, None),
        };
        let row = ChangeRow { file: change.file, object, instance_id, ..ChangeRow::default() };
        let named = |change, component, script| ChangeRow {
            change,
            component: Some(component),
            script,
            ..ChangeRow::default()
        };
        let own = match change.kind {
            SceneChangeKind::ObjectAdded(extent) => extent_row(ChangeRowKind::ObjectAdded, extent),
            SceneChangeKind::ObjectRemoved(extent) => {
                extent_row(ChangeRowKind::ObjectRemoved, extent)
            }
            SceneChangeKind::ObjectMoved { from } => ChangeRow {
                change: ChangeRowKind::ObjectMoved,
                from: Some(from),
                ..ChangeRow::default()
            },
            SceneChangeKind::ObjectReordered { before, after } => ChangeRow {
                change: ChangeRowKind::ObjectReordered,
                before: Some(before.to_string()),
                after: Some(after.to_string()),
                ..ChangeRow::default()
            },
            SceneChangeKind::ComponentAdded { component, script } => {
                named(ChangeRowKind::ComponentAdded, component, script)
            }
            SceneChangeKind::ComponentRemoved { component, script } => {
                named(ChangeRowKind::ComponentRemoved, component, script)
            }
            SceneChangeKind::Member(member) => member_row(member),
            SceneChangeKind::GroupAdded { group } => ChangeRow {
                change: ChangeRowKind::GroupAdded,
                group: Some(group),
                ..ChangeRow::default()
            },
            SceneChangeKind::GroupRemoved { group } => ChangeRow {
                change: ChangeRowKind::GroupRemoved,
                group: Some(group),
                ..ChangeRow::default()
            },
            SceneChangeKind::ConnectionAdded(end) => {
                connection_row(ChangeRowKind::ConnectionAdded, end)
            }
            SceneChangeKind::ConnectionRemoved(end) => {
                connection_row(ChangeRowKind::ConnectionRemoved, end)
            }
            SceneChangeKind::ResourceAdded { resource } => ChangeRow {
                change: ChangeRowKind::ResourceAdded,
                resource: Some(resource),
                ..ChangeRow::default()
            },
            SceneChangeKind::ResourceRemoved { resource } => ChangeRow {
                change: ChangeRowKind::ResourceRemoved,
                resource: Some(resource),
                ..ChangeRow::default()
            },
            SceneChangeKind::FileAdded => {
                ChangeRow { change: ChangeRowKind::FileAdded, ..ChangeRow::default() }
            }
            SceneChangeKind::FileRemoved => {
                ChangeRow { change: ChangeRowKind::FileRemoved, ..ChangeRow::default() }
            }
            SceneChangeKind::FileChanged => {
                ChangeRow { change: ChangeRowKind::FileChanged, ..ChangeRow::default() }
            }
        };
        ChangeRow { file: row.file, object: row.object, instance_id: row.instance_id, ..own }
    }
}

fn extent_row(change: ChangeRowKind, extent: ObjectExtent) -> ChangeRow {
    let ObjectExtent { components, instance_of, below } = extent;
    ChangeRow { change, components, instance_of, below: Some(below), ..ChangeRow::default() }
}

fn member_row(member: MemberChange) -> ChangeRow {
    ChangeRow {
        change: ChangeRowKind::Member,
        component: member.component,
        member: Some(member.member),
        before: member.before.as_ref().map(render_value),
        after: member.after.as_ref().map(render_value),
        override_change: member.override_change.map(ChangeWord::from),
        ..ChangeRow::default()
    }
}

fn connection_row(change: ChangeRowKind, end: ConnectionEnd) -> ChangeRow {
    ChangeRow {
        change,
        signal: Some(end.signal),
        to: Some(end.to),
        method: Some(end.method),
        ..ChangeRow::default()
    }
}

fn render_value(value: &MemberValue) -> String {
    let text = value_json::to_line(value);
    match text.char_indices().nth(MAX_VALUE_CHARS) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(kind: SceneChangeKind) -> SceneChange {
        SceneChange { file: "a.tscn".to_owned(), object: None, kind }
    }

    #[test]
    fn many_changes_are_counted_by_kind() {
        let groups = (0..150).map(|n| change(SceneChangeKind::GroupAdded { group: n.to_string() }));
        let (rows, note) = rows(groups.chain([change(SceneChangeKind::FileChanged)]).collect());
        assert_eq!(rows.len(), MAX_ROWS);
        let note = note.unwrap();
        assert!(
            note.starts_with("51 of 151 changes are left out (50 groupAdded, 1 fileChanged)"),
            "{note}"
        );
    }

    #[test]
    fn a_long_value_says_how_long_it_is() {
        let text = render_value(&MemberValue::Text("ä".repeat(1000)));
        assert!(text.ends_with("ä… (1000 characters)"), "{text}");
    }
}
