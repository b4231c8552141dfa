//! Edits lists of references: children, roots, components, and what instances added or removed.

use crate::members::field_value::PathStep;
use crate::pointer::Pointer;
use crate::yaml::YamlValue;

use super::body::{self, BodyTarget, ValueSlot};
use super::emit::{self, EmitPosition};
use super::set::YamlStyle;
use super::text::BodyError;

/// The path of a list in a document.
pub(super) type ListPath<'a> = &'a [PathStep<'static>];

pub(super) const CHILDREN: ListPath<'static> = &[PathStep::Key("m_Children")];
pub(super) const ROOTS: ListPath<'static> = &[PathStep::Key("m_Roots")];
pub(super) const COMPONENTS: ListPath<'static> = &[PathStep::Key("m_Component")];
pub(super) const ADDED_OBJECTS: ListPath<'static> =
    &[PathStep::Key("m_Modification"), PathStep::Key("m_AddedGameObjects")];
pub(super) const ADDED_COMPONENTS: ListPath<'static> =
    &[PathStep::Key("m_Modification"), PathStep::Key("m_AddedComponents")];
pub(super) const REMOVED_OBJECTS: ListPath<'static> =
    &[PathStep::Key("m_Modification"), PathStep::Key("m_RemovedGameObjects")];
pub(super) const REMOVED_COMPONENTS: ListPath<'static> =
    &[PathStep::Key("m_Modification"), PathStep::Key("m_RemovedComponents")];

/// In the build settings.
pub(super) const SCENES: ListPath<'static> = &[PathStep::Key("m_Scenes")];

/// Whether the document has this list: not every version writes all of them.
pub(super) fn has(body: &str, path: ListPath<'_>) -> Result<bool, BodyError> {
    Ok(matches!(body::find(body, path)?, BodyTarget::Slot(_)))
}

/// Inserts an item's text (without its dash) at a position, or at the end.
pub(super) fn insert(
    body: &str,
    path: ListPath<'_>,
    index: Option<usize>,
    item: &str,
) -> Result<String, BodyError> {
    let Some(slot) = slot(body, path)? else {
        return Ok(body.to_owned());
    };
    let pad = " ".repeat(slot.column(body));
    let mut changed = body.to_owned();
    if slot.items.is_empty() {
        changed.replace_range(slot.value_lines_range(body), &format!("\n{pad}- {item}"));
        return Ok(changed);
    }
    let place = index.and_then(|index| slot.items.get(index));
    let at = place.map_or(slot.lines.end, |lines| lines.start);
    let (before, after) = if body[..at].ends_with('\n') { ("", "\n") } else { ("\n", "") };
    changed.insert_str(at, &format!("{before}{pad}- {item}{after}"));
    Ok(changed)
}

/// Removes the items with a reference for which `is_dropped` holds.
pub(super) fn remove(
    body: &str,
    path: ListPath<'_>,
    is_dropped: impl Fn(i64) -> bool,
) -> Result<String, BodyError> {
    let Some(slot) = slot(body, path)? else {
        return Ok(body.to_owned());
    };
    let mut dropped = Vec::new();
    for (index, lines) in slot.items.iter().enumerate() {
        let text = format!("a:\n{}", &body[lines.clone()]);
        let value = YamlValue::parse(&text)?;
        let items = value.get("a").map(YamlValue::items).unwrap_or_default();
        if items.iter().any(|item| references_any(item, &is_dropped)) {
            dropped.push(index);
        }
    }
    let mut changed = body.to_owned();
    if !dropped.is_empty() && dropped.len() == slot.items.len() {
        changed.replace_range(slot.value_lines_range(body), " []");
        return Ok(changed);
    }
    for index in dropped.into_iter().rev() {
        changed.replace_range(slot.items[index].clone(), "");
    }
    Ok(changed)
}

/// `{fileID: N}`, `component: {fileID: N}`, `addedObject: {fileID: N}`.
fn references_any(item: &YamlValue<'_>, is_dropped: &impl Fn(i64) -> bool) -> bool {
    let is_it = |value: &YamlValue<'_>| {
        Pointer::from_value(value)
            .is_some_and(|pointer| pointer.guid.is_none() && is_dropped(pointer.file_id))
    };
    is_it(item)
        || item.entries().iter().any(|(key, value)| {
            *key != "targetCorrespondingSourceObject" && *key != "fileID" && is_it(value)
        })
}

fn slot(body: &str, path: ListPath<'_>) -> Result<Option<ValueSlot>, BodyError> {
    Ok(match body::find(body, path)? {
        BodyTarget::Slot(slot) => Some(slot),
        _ => None,
    })
}

impl YamlStyle {
    /// An entry of the list of added objects; `source` is the pointer to the parent in its source.
    pub(super) fn added_object_entry(self, source: &[(String, String)], added: i64) -> String {
        let fields: Vec<(&str, &str)> =
            source.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let key = "targetCorrespondingSourceObject: ";
        let at = EmitPosition { column: 6 + key.len(), indent: 8 };
        let source = emit::flow(&fields, at, self.one_line);
        format!("{key}{source}\n      insertIndex: -1\n      addedObject: {{fileID: {added}}}")
    }
}

/// Removes all items.
pub(super) fn clear(body: &str, path: ListPath<'_>) -> Result<String, BodyError> {
    let mut changed = body.to_owned();
    if let Some(slot) = slot(body, path)?
        && !slot.items.is_empty()
    {
        changed.replace_range(slot.value_lines_range(body), " []");
    }
    Ok(changed)
}

/// The position of a scene in the build list.
pub(super) fn scene_position(body: &str, path: &str) -> Result<Option<usize>, BodyError> {
    let value = YamlValue::parse(body)?;
    let class = value.entries().first().map(|(_, fields)| fields);
    let list = class.and_then(|fields| fields.get("m_Scenes")).map(YamlValue::items);
    let is_it = |item: &YamlValue<'_>| item.get("path").is_some_and(|own| own.text() == path);
    Ok(list.unwrap_or_default().iter().position(is_it))
}
