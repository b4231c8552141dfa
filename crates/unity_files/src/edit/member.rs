//! Writes one member of an object or component, in its document or as an override.

use std::collections::HashSet;

use scenewright_engine::EngineError;
use scenewright_engine::names::{NameError, NameKind};
use scenewright_model::{ComponentRef, EditValue, ObjectRef};

use crate::class_ids::{MONO_BEHAVIOUR, PREFAB_INSTANCE};
use crate::members::field_value::{FieldValue, FoundField, PathStep, parse_path};
use crate::members::{OpenedObject, OverrideTarget};

use super::body::{self, BodyTarget};
use super::overrides::{NewOverride, lists_modifications, prefab_link};
use super::set::{NewValue, property_path};
use super::target::TargetObject;
use super::text::{BodyError, DocumentSpan};
use super::{Planner, refuse, same_value, values};

/// Fields that tie the objects of a file together. Changing one of them alone would break the file.
const STRUCTURAL_FIELDS: &[&str] = &[
    "m_CorrespondingSourceObject",
    "m_PrefabInstance",
    "m_PrefabAsset",
    "m_PrefabParentObject",
    "m_PrefabInternal",
    "m_GameObject",
    "m_Component",
    "m_Children",
    "m_Father",
    "m_RootOrder",
    "m_Script",
    "serializedVersion",
    "references",
];

impl Planner<'_> {
    pub(super) fn set_member(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        component: Option<&ComponentRef>,
        member: &str,
        value: &EditValue,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        let component =
            component.map(|component| self.find_component(&target, component)).transpose()?;
        let member = self.stored_path(&target, component, member)?;
        let Some(path) = parse_path(&member) else {
            return Err(refuse(format!("Member '{member}'"), "this is not the path of a member"));
        };
        if let Some(PathStep::Key(first)) = path.first()
            && STRUCTURAL_FIELDS.contains(first)
        {
            return Err(refuse(
                format!("Member '{member}'"),
                "changing it would break the structure of the file",
            ));
        }
        let value = self.enum_name_to_number(&target, component, &path, value);
        let handles = self.document_ids(&target, &value)?;
        let written = self.resolve_value(&target, &value, 0)?;
        let written = self.text_to_number(&target, component, &path, written)?;
        let is_changed = self.write_member(&target, component, &path, &written)?;
        match handles {
            Some(before) if !is_changed => self.remove_new_handles(&target, &before),
            _ => Ok(()),
        }
    }

    /// Writes to the object's own document, or as an override of its instance. Returns whether
    /// anything changed.
    pub(super) fn write_member(
        &mut self,
        target: &TargetObject,
        component: Option<usize>,
        path: &[PathStep<'_>],
        value: &NewValue,
    ) -> Result<bool, EngineError> {
        if let Some(inside) = self.override_target(target, component)? {
            return self.write_override(target, component, inside, path, value);
        }
        // Until Unity 2018.2, an instance records the changes of its objects' own documents, too.
        // Without a record, opening the scene would revert them.
        if let Some(inside) = self.recording_instance(target, component)?
            && !matches!(value, NewValue::Raw(_))
        {
            self.write_override(target, component, inside, path, value)?;
        }
        self.write_own(target, component, path, value)
    }

    /// The instance that a full document belongs to, and the id of the object in its source.
    pub(super) fn recording_instance(
        &self,
        target: &TargetObject,
        component: Option<usize>,
    ) -> Result<Option<OverrideTarget>, EngineError> {
        let id = component.map_or(target.node().game_object, |at| target.part(at).id);
        let text = self.files.text(&target.path)?;
        let doc = text.doc(id)?;
        let (instance, source) =
            prefab_link(text.body(&doc)).map_err(|error| text.malformed(doc.body.start, error))?;
        let is_instance = |doc: DocumentSpan| doc.class == PREFAB_INSTANCE && !doc.stripped;
        if source == 0 || !text.doc(instance).is_ok_and(is_instance) {
            return Ok(None);
        }
        let body = text.body(&text.doc(instance)?).to_owned();
        Ok(lists_modifications(&body).then_some(OverrideTarget { instance, id: source }))
    }

    /// The ids of the file's documents, if writing the value can add handles to them.
    fn document_ids(
        &self,
        target: &TargetObject,
        value: &EditValue,
    ) -> Result<Option<HashSet<i64>>, EngineError> {
        if !has_object_reference(value) {
            return Ok(None);
        }
        let docs = self.files.text(&target.path)?.docs();
        Ok(Some(docs.iter().map(|doc| doc.id).collect()))
    }

    /// Nothing refers to a handle that was added for a value that is there already.
    fn remove_new_handles(
        &mut self,
        target: &TargetObject,
        before: &HashSet<i64>,
    ) -> Result<(), EngineError> {
        let text = self.files.text_mut(&target.path)?;
        let new = text.docs().iter().map(|doc| doc.id).filter(|id| !before.contains(id)).collect();
        text.remove(&new);
        Ok(())
    }

    fn write_own(
        &mut self,
        target: &TargetObject,
        component: Option<usize>,
        path: &[PathStep<'_>],
        value: &NewValue,
    ) -> Result<bool, EngineError> {
        let id = component.map_or(target.node().game_object, |at| target.part(at).id);
        let style = self.style;
        if let [PathStep::Key(key)] = path
            && self.lacks_field(target, id, key)?
            && self.declares(target, component, key)
        {
            return self.append_field(target, id, key, value).map(|()| true);
        }
        let text = self.files.text_mut(&target.path)?;
        let mut is_changed = false;
        text.change(id, |body| -> Result<String, BodyError> {
            let changed = style.set(body, path, value)?;
            is_changed = changed != body;
            Ok(changed)
        })?;
        Ok(is_changed)
    }

    fn lacks_field(&self, target: &TargetObject, id: i64, key: &str) -> Result<bool, EngineError> {
        let text = self.files.text(&target.path)?;
        let doc = text.doc(id)?;
        let found = body::find(text.body(&doc), &[PathStep::Key(key)]);
        let found = found.map_err(|error| text.malformed(doc.body.start, error))?;
        Ok(doc.class == MONO_BEHAVIOUR && matches!(found, BodyTarget::Nothing))
    }

    /// Whether the source of a component's script contains the word. A script that was just changed
    /// or added has members that its document does not have yet.
    pub(super) fn declares(
        &self,
        target: &TargetObject,
        component: Option<usize>,
        key: &str,
    ) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        self.script_source(target, component)
            .is_some_and(|source| source.split(|c| !is_word(c)).any(|word| word == key))
    }

    pub(super) fn script_source(
        &self,
        target: &TargetObject,
        component: Option<usize>,
    ) -> Option<String> {
        let script = component.map(|at| &target.part(at).component.script);
        let Some(scenewright_model::ComponentScript::Found(path)) = script else {
            return None;
        };
        let source = self.assets().read(self.index.find(path)?).ok()?;
        Some(String::from_utf8_lossy(&source).into_owned())
    }

    fn append_field(
        &mut self,
        target: &TargetObject,
        id: i64,
        key: &str,
        value: &NewValue,
    ) -> Result<(), EngineError> {
        let style = self.style;
        let start = match value {
            NewValue::List(_) => "[]",
            NewValue::Pointer(_) => "{fileID: 0}",
            NewValue::Fields(_) => {
                return Err(refuse(format!("Member '{key}'"), "the file does not have it yet"));
            }
            _ => "0",
        };
        let text = self.files.text_mut(&target.path)?;
        text.change(id, |body| {
            let newline = if body.ends_with('\n') { "" } else { "\n" };
            let body = format!("{body}{newline}  {key}: {start}\n");
            style.set(&body, &[PathStep::Key(key)], value)
        })
    }

    fn write_override(
        &mut self,
        target: &TargetObject,
        component: Option<usize>,
        inside: OverrideTarget,
        path: &[PathStep<'_>],
        value: &NewValue,
    ) -> Result<bool, EngineError> {
        let overrides = self.with_opened(target, target.node, |opened| match component {
            Some(component) => opened.with_fields(component, |fields| {
                differing(opened, fields, expand_overrides(fields, path, value)?)
            }),
            None => opened.with_object_fields(|fields| {
                differing(opened, fields, expand_overrides(None, path, value)?)
            }),
        })???;
        let is_changed = !overrides.is_empty();
        for (path, value) in overrides {
            let (value, reference) = match value {
                NewValue::Pointer(fields) => (NewValue::Null, Some(fields)),
                NewValue::Raw(raw) if raw.starts_with('{') => {
                    return Err(refuse(format!("Member '{path}'"), "it is inside an instance"));
                }
                value => (value, None),
            };
            let new = NewOverride { target: inside.id, path, value, reference };
            self.add_override(&target.path, inside.instance, &new)?;
        }
        Ok(is_changed)
    }

    /// Replaces an enum's name by its number.
    fn enum_name_to_number(
        &self,
        target: &TargetObject,
        component: Option<usize>,
        path: &[PathStep<'_>],
        value: &EditValue,
    ) -> EditValue {
        let class = component.map(|at| target.part(at).component.type_name.as_str());
        match (class, value) {
            (Some(class), EditValue::Text(name)) => {
                let number = values::enum_number(class, &property_path(path), name);
                let number = number.and_then(|number| i64::try_from(number).ok());
                number.map_or_else(|| value.clone(), EditValue::Int)
            }
            _ => value.clone(),
        }
    }
}

/// The overrides whose values the members do not have yet.
fn differing(
    opened: &OpenedObject<'_>,
    fields: Option<&FieldValue<'_>>,
    mut overrides: Vec<(String, NewValue)>,
) -> ExpandedOverrides {
    if let Some(fields) = fields {
        overrides.retain(|(path, value)| !same_value::is_unchanged(opened, fields, path, value));
    }
    Ok(overrides)
}

fn has_object_reference(value: &EditValue) -> bool {
    match value {
        EditValue::Object { .. } => true,
        EditValue::List(items) => items.iter().any(has_object_reference),
        EditValue::Fields(fields) => fields.iter().any(|(_, value)| has_object_reference(value)),
        _ => false,
    }
}

type ExpandedOverrides = Result<Vec<(String, NewValue)>, EngineError>;

/// One override per scalar: `m_LocalPosition` becomes three of them.
fn expand_overrides<'p>(
    target_fields: Option<&'p FieldValue<'p>>,
    path: &[PathStep<'p>],
    value: &NewValue,
) -> ExpandedOverrides {
    let spelled_path = property_path(path);
    let refused = |reason: &str| refuse(format!("Member '{spelled_path}'"), reason);
    let shape = match target_fields.map(|target_fields| target_fields.find_steps(path)) {
        None => None,
        Some(Some(FoundField::Value(_, shape))) => Some(shape),
        Some(Some(FoundField::Size(_))) => return Ok(vec![(spelled_path, value.clone())]),
        Some(None) => return expand_append(target_fields, path, value),
    };
    let keys = match shape {
        Some(FieldValue::Map(entries)) => {
            Some(entries.iter().map(|(key, _)| key.to_string()).collect::<Vec<_>>())
        }
        _ => None,
    };
    let below = |key: &str, value: &NewValue| {
        let path = [path, &[PathStep::Key(key)]].concat();
        expand_overrides(target_fields, &path, value)
    };
    match (shape, value) {
        (Some(FieldValue::Pointer { .. }), NewValue::Null) => {
            Ok(vec![(spelled_path, NewValue::Pointer(super::set::null_pointer()))])
        }
        (Some(FieldValue::Pointer { .. }), NewValue::Pointer(_)) => {
            Ok(vec![(spelled_path, value.clone())])
        }
        (Some(FieldValue::Pointer { .. }), _) => Err(refused("it takes a reference")),
        (Some(FieldValue::Scalar(_)), NewValue::Pointer(_)) => {
            Err(refused("it is not a reference"))
        }
        (Some(FieldValue::Seq(items)), NewValue::List(values)) => {
            expand_list(target_fields, path, items.len(), values)
        }
        (Some(FieldValue::Seq(_)), _) => Err(refused("it takes a list")),
        (Some(FieldValue::Map(_)), NewValue::List(values)) => {
            let keys = keys.unwrap_or_default();
            if keys.len() != values.len() {
                let reason = format!("it has {} fields: {}", keys.len(), keys.join(", "));
                return Err(refused(&reason));
            }
            flatten(keys.iter().zip(values).map(|(key, value)| below(key, value)))
        }
        (Some(FieldValue::Map(_)), NewValue::Number(_))
            if keys.as_ref().is_some_and(|keys| keys.iter().any(|key| key == "m_Bits")) =>
        {
            below("m_Bits", value)
        }
        (None | Some(FieldValue::Map(_)), NewValue::Fields(fields)) => {
            flatten(fields.iter().map(|(key, value)| below(key, value)))
        }
        (Some(FieldValue::Map(_)), _) => Err(refused("it takes a value with fields")),
        (_, NewValue::List(_) | NewValue::Fields(_)) => Err(refused("it takes one value")),
        (_, value) => Ok(vec![(spelled_path, value.clone())]),
    }
}

fn flatten(parts: impl Iterator<Item = ExpandedOverrides>) -> ExpandedOverrides {
    Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
}

fn expand_list(
    target_fields: Option<&FieldValue<'_>>,
    path: &[PathStep<'_>],
    length: usize,
    values: &[NewValue],
) -> ExpandedOverrides {
    let mut found = Vec::new();
    if values.len() != length {
        let size = [path, &[PathStep::Size]].concat();
        found.push((property_path(&size), NewValue::Number(values.len().to_string())));
    }
    for (index, value) in values.iter().enumerate() {
        let item = [path, &[PathStep::Item(index)]].concat();
        // An added item has the form of its value.
        let target_fields = if index < length { target_fields } else { None };
        found.extend(expand_overrides(target_fields, &item, value)?);
    }
    Ok(found)
}

/// A path to the item after the last one appends to the list.
fn expand_append(
    target_fields: Option<&FieldValue<'_>>,
    path: &[PathStep<'_>],
    value: &NewValue,
) -> ExpandedOverrides {
    if let [above @ .., PathStep::Item(index)] = path
        && let Some(Some(FoundField::Value(_, FieldValue::Seq(items)))) =
            target_fields.map(|target_fields| target_fields.find_steps(above))
        && items.len() == *index
    {
        let size = [above, &[PathStep::Size]].concat();
        let size = (property_path(&size), NewValue::Number((index + 1).to_string()));
        return Ok([vec![size], expand_overrides(None, path, value)?].concat());
    }
    Err(EngineError::Name(NameError::unknown(NameKind::Member, property_path(path), Vec::new())))
}
