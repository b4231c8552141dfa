//! Compares the overrides of a file's own prefab instances.

use std::collections::BTreeMap;

use scenewright_engine::EngineError;
use scenewright_model::OverrideChange;

use super::order::ROOT_ORDER;
use crate::document::UnityDocument;
use crate::members::layers::property_overrides;
use crate::pointer::Pointer;
use crate::prefab::Handles;
use crate::yaml::YamlValue;

/// An override that was added, removed or changed.
pub(super) struct OverrideDifference {
    pub(super) instance: i64,
    /// The id that the file gives to the overridden object.
    pub(super) target: i64,
    /// As Unity writes it: `m_Materials.Array.data[0]`.
    pub(super) path: String,
    pub(super) before: Option<OverrideValue>,
    pub(super) after: Option<OverrideValue>,
}

/// An override's value as the file stores it.
#[derive(Clone, PartialEq)]
pub(super) struct OverrideValue {
    pub(super) text: String,
    pub(super) reference: Pointer,
}

impl OverrideDifference {
    pub(super) fn change(&self) -> OverrideChange {
        match (&self.before, &self.after) {
            (None, _) => OverrideChange::Added,
            (_, None) => OverrideChange::Removed,
            _ => OverrideChange::Changed,
        }
    }
}

/// Compares one instance that both versions have.
pub(super) fn differences(
    before: &UnityDocument<'_>,
    after: &UnityDocument<'_>,
    handles: [&Handles; 2],
) -> Result<Vec<OverrideDifference>, EngineError> {
    let instance = after.id;
    let (mut old, new) = (override_values(before)?, override_values(after)?);
    let mut found = Vec::new();
    let mut push = |handles: &Handles, (target, path): (i64, String), before, after| {
        let target = handles.id(instance, target);
        found.push(OverrideDifference { instance, target, path, before, after });
    };
    for (key, after) in new {
        match old.remove(&key) {
            Some(before) if before == after => {}
            before => push(handles[1], key, before, Some(after)),
        }
    }
    for (key, before) in old {
        push(handles[0], key, Some(before), None);
    }
    Ok(found)
}

fn override_values(
    document: &UnityDocument<'_>,
) -> Result<BTreeMap<(i64, String), OverrideValue>, EngineError> {
    let edits = property_overrides(document)?.into_iter().map(|edit| {
        let text = YamlValue::Scalar(edit.value).text().into_owned();
        let written = OverrideValue { text, reference: edit.reference };
        ((edit.target, edit.path.into_owned()), written)
    });
    Ok(edits.collect())
}

/// The position of an instance among the roots; `None` for an instance below another object.
pub(super) fn root_order(document: &UnityDocument<'_>) -> Result<Option<String>, EngineError> {
    let modification = document.field("m_Modification")?;
    let parent = modification.as_ref().and_then(|edits| edits.get("m_TransformParent"));
    if parent.and_then(Pointer::from_value).is_some_and(|parent| !parent.is_null()) {
        return Ok(None);
    }
    let mut orders =
        property_overrides(document)?.into_iter().filter(|edit| edit.path == ROOT_ORDER);
    Ok(orders.next().map(|edit| edit.value.to_owned()))
}
