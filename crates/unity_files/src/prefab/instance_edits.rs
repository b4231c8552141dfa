//! What an instance changes in its source: the field `m_Modification`.
//!
//! Invariant: what is read from the syntax is what the values would tell.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::pointer::Pointer;
use crate::syntax::{SyntaxEntry, SyntaxKind, SyntaxTree};
use crate::yaml::{YamlSyntaxError, YamlValue};

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct InstanceEdits {
    pub(super) parent: i64,
    pub(super) changes: Vec<InstanceOverride>,
    pub(super) targets: Vec<i64>,
    pub(super) removed: HashSet<i64>,
    pub(super) inserted: Vec<(i64, i64)>,
}

/// An override of a property that the hierarchy shows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct InstanceOverride {
    /// The id that the source gives the object.
    pub(super) target: i64,
    pub(super) property: OverriddenProperty,
    pub(super) value: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OverriddenProperty {
    Name,
    IsActive,
    Tag,
    Layer,
    StaticFlags,
    RootOrder,
    /// Whether a component is enabled.
    Enabled,
}

impl InstanceEdits {
    /// From the syntax of the field.
    pub(super) fn read(
        syntax: &SyntaxTree<'_>,
        body: &str,
    ) -> Result<InstanceEdits, YamlSyntaxError> {
        let field = syntax.documents().next().and_then(|document| document.children().next());
        let Some(field) = field else {
            return Ok(InstanceEdits::default());
        };
        match InstanceEdits::from_syntax(field) {
            Some(edits) => Ok(edits),
            None => Ok(InstanceEdits::from_value(&YamlValue::from_entry(field, body)?)),
        }
    }

    /// As Unity writes it, which takes no values. `None` leaves it to those.
    fn from_syntax(field: SyntaxEntry<'_, '_>) -> Option<InstanceEdits> {
        if field.kind() != SyntaxKind::Map {
            return None;
        }
        let parent = entry_file_id(field.get("m_TransformParent"))?;
        let mut edits = InstanceEdits { parent, ..InstanceEdits::default() };
        for item in items(field, "m_Modifications")? {
            edits.add_override(item)?;
        }
        for list in ["m_RemovedComponents", "m_RemovedGameObjects"] {
            for item in items(field, list)? {
                edits.removed.insert(entry_file_id(Some(item))?);
            }
        }
        for item in items(field, "m_AddedGameObjects")? {
            let object = entry_file_id(map(item)?.get("addedObject"))?;
            let index = item.get("insertIndex").and_then(|index| entry_text(index).parse().ok());
            edits.inserted.extend(index.map(|index| (object, index)));
        }
        Some(edits)
    }

    fn add_override(&mut self, item: SyntaxEntry<'_, '_>) -> Option<()> {
        let target = entry_file_id(map(item)?.get("target"))?;
        // Those of the same object follow each other.
        if self.targets.last() != Some(&target) {
            self.targets.push(target);
        }
        let property = item.get("propertyPath").map(entry_text);
        let property = property.and_then(|path| OverriddenProperty::from_path(&path));
        if let Some((property, value)) = property.zip(item.get("value")) {
            let value = entry_text(value).into_owned();
            self.changes.push(InstanceOverride { target, property, value });
        }
        Some(())
    }

    fn from_value(field: &YamlValue<'_>) -> InstanceEdits {
        let list = |key: &str| field.get(key).map(YamlValue::items).unwrap_or_default();
        let modifications = list("m_Modifications");
        let mut targets: Vec<i64> =
            modifications.iter().map(|item| file_id(item.get("target"))).collect();
        targets.dedup();
        let removed = [list("m_RemovedComponents"), list("m_RemovedGameObjects")].concat();
        InstanceEdits {
            parent: file_id(field.get("m_TransformParent")),
            changes: modifications.iter().filter_map(InstanceOverride::from_value).collect(),
            targets,
            removed: removed.iter().map(|item| file_id(Some(item))).collect(),
            inserted: list("m_AddedGameObjects").iter().filter_map(added_position).collect(),
        }
    }
}

impl InstanceOverride {
    fn from_value(item: &YamlValue<'_>) -> Option<InstanceOverride> {
        Some(InstanceOverride {
            property: OverriddenProperty::from_path(&item.get("propertyPath")?.text())?,
            target: file_id(item.get("target")),
            value: item.get("value")?.text().into_owned(),
        })
    }
}

impl OverriddenProperty {
    fn from_path(path: &str) -> Option<OverriddenProperty> {
        Some(match path {
            "m_Name" => OverriddenProperty::Name,
            "m_IsActive" => OverriddenProperty::IsActive,
            "m_TagString" => OverriddenProperty::Tag,
            "m_Layer" => OverriddenProperty::Layer,
            "m_StaticEditorFlags" => OverriddenProperty::StaticFlags,
            "m_RootOrder" => OverriddenProperty::RootOrder,
            "m_Enabled" => OverriddenProperty::Enabled,
            _ => return None,
        })
    }
}

/// The items of a list that is written line by line, or is empty.
fn items<'s, 'a>(
    field: SyntaxEntry<'s, 'a>,
    key: &str,
) -> Option<impl Iterator<Item = SyntaxEntry<'s, 'a>>> {
    let list = field.get(key).filter(|list| list.raw() != "[]");
    let is_list = list.is_none_or(|list| list.kind() == SyntaxKind::Seq);
    is_list.then(|| list.into_iter().flat_map(|list| list.children()))
}

fn map<'s, 'a>(entry: SyntaxEntry<'s, 'a>) -> Option<SyntaxEntry<'s, 'a>> {
    (entry.kind() == SyntaxKind::Map).then_some(entry)
}

/// The fileID of a pointer; 0 for an entry that is missing.
fn entry_file_id(entry: Option<SyntaxEntry<'_, '_>>) -> Option<i64> {
    entry.map_or(Some(0), |entry| Some(Pointer::from_flow(entry.raw())?.file_id))
}

/// The text of a scalar; empty for anything else.
fn entry_text<'a>(entry: SyntaxEntry<'_, 'a>) -> Cow<'a, str> {
    match entry.kind() {
        SyntaxKind::Plain | SyntaxKind::Quoted => YamlValue::Scalar(entry.raw()).text(),
        SyntaxKind::Empty | SyntaxKind::Map | SyntaxKind::Seq | SyntaxKind::Flow => {
            Cow::Borrowed("")
        }
    }
}

fn added_position(item: &YamlValue<'_>) -> Option<(i64, i64)> {
    let index = item.get("insertIndex")?.text().parse().ok()?;
    Some((file_id(item.get("addedObject")), index))
}

fn file_id(value: Option<&YamlValue<'_>>) -> i64 {
    let pointer = value.and_then(Pointer::from_value);
    pointer.unwrap_or_default().file_id
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the syntax alone was enough.
    fn is_read_from_syntax(lines: &str) -> bool {
        let body =
            format!("PrefabInstance:\n  m_Modification:\n{lines}  m_SourcePrefab: {{fileID: 1}}\n");
        let line = body.find("  m_Modification").unwrap();
        let syntax = SyntaxTree::parse_entry(&body, line).unwrap();
        let field = syntax.documents().next().unwrap().children().next().unwrap();
        let by_value = InstanceEdits::from_value(&YamlValue::from_entry(field, &body).unwrap());
        let by_syntax = InstanceEdits::from_syntax(field);
        assert_eq!(InstanceEdits::read(&syntax, &body).unwrap(), by_value, "{lines}");
        by_syntax.is_some_and(|edits| edits == by_value)
    }

    #[test]
    fn the_syntax_tells_what_the_values_tell() {
        const TARGET: &str = "    m_TransformParent: {fileID: 9}\n    m_Modifications:\n    - target: {fileID: 4, guid: 0123456789abcdef0123456789abcdef,\n        type: 3}\n";
        for (first, lines, expected) in [
            (
                TARGET,
                "      propertyPath: m_Name\n      value: 'a ''b'\n      objectReference: {fileID: 0}\n    m_RemovedComponents: []\n",
                true,
            ),
            (
                TARGET,
                "      propertyPath: m_Name\n      value: \n    - target: {fileID: 4}\n      propertyPath: 'm_Layer'\n      value: 5\n    - target: {fileID: 5}\n      propertyPath: m_Enabled\n    - propertyPath: m_IsActive\n      value: 0\n",
                true,
            ),
            (
                "",
                "    m_RemovedComponents:\n    - {fileID: 1}\n    m_RemovedGameObjects:\n    - {fileID: 2}\n    m_AddedGameObjects:\n    - targetCorrespondingSourceObject: {fileID: 7}\n      insertIndex: -1\n      addedObject: {fileID: 3}\n    - insertIndex: x\n      addedObject: {fileID: 3}\n",
                true,
            ),
            ("", "    m_RemovedComponents: [{fileID: 1}, {fileID: 2}]\n", false),
            ("", "    m_TransformParent: 5\n    m_Modifications:\n    - 1\n", false),
            (
                "",
                "    m_Modifications:\n    - target:\n        fileID: 4\n      propertyPath: m_Name\n      value: x\n",
                false,
            ),
            ("", "    m_Modifications: {fileID: 1}\n", false),
            ("", "", false),
        ] {
            assert_eq!(is_read_from_syntax(&format!("{first}{lines}")), expected, "{lines}");
        }
    }
}
