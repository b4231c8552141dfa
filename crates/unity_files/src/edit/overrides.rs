//! Edits overrides of an instance: the entries of `m_Modifications`, and handles.

use scenewright_engine::EngineError;

use crate::class_ids::{GAME_OBJECT, MONO_BEHAVIOUR};
use crate::document::PREFAB_LINKS;
use crate::imported_model;
use crate::members::OverrideTarget;
use crate::members::field_value::PathStep;
use crate::pointer::Pointer;
use crate::prefab::is_linked;
use crate::yaml::{YamlSyntaxError, YamlValue};

use super::body::{self, BodyTarget, ValueSlot};
use super::emit::{self, EmitPosition};
use super::new_ids::FreshIds;
use super::set::{NewValue, YamlStyle};
use super::target::TargetObject;
use super::text::{BodyError, NewDocument};
use super::{Planner, refuse};

const MODIFICATIONS: [PathStep<'static>; 2] =
    [PathStep::Key("m_Modification"), PathStep::Key("m_Modifications")];

/// An override to write: one property of an object in the instance's source.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NewOverride {
    pub(super) target: i64,
    pub(super) path: String,
    pub(super) value: NewValue,
    pub(super) reference: Option<Vec<(&'static str, String)>>,
}

/// An override that the instance already has.
pub(super) struct ListedOverride {
    pub(super) target: i64,
    pub(super) path: String,
}

/// The fields of the pointer to an instance's source.
pub(super) fn source_fields(body: &str) -> Result<Vec<(String, String)>, BodyError> {
    for key in ["m_SourcePrefab", "m_ParentPrefab"] {
        if let Some(slot) = body::field(body, key)?
            && slot.is_pointer(body)
        {
            return Ok(super::set::flow_fields(slot.raw(body))?);
        }
    }
    Err(refuse("The instance", "it has no source").into())
}

/// The instance and the source id in the body of a document; zeros for an object of the file's own.
pub(super) fn prefab_link(body: &str) -> Result<(i64, i64), YamlSyntaxError> {
    if !is_linked(body) {
        return Ok((0, 0));
    }
    for (instance, source) in PREFAB_LINKS {
        let mut ids = [0, 0];
        for (id, key) in ids.iter_mut().zip([instance, source]) {
            if let Some(slot) = body::field(body, key)? {
                let value = YamlValue::parse_entry(body, slot.lines.start)?;
                *id = Pointer::from_value(&value).unwrap_or_default().file_id;
            }
        }
        if ids[0] != 0 {
            return Ok((ids[0], ids[1]));
        }
    }
    Ok((0, 0))
}

/// Whether the body of an instance can hold overrides.
pub(super) fn lists_modifications(body: &str) -> bool {
    modifications_slot(body).is_ok()
}

pub(super) fn listed_overrides(body: &str) -> Result<Vec<ListedOverride>, BodyError> {
    let value = YamlValue::parse(body)?;
    let class = value.entries().first().map(|(_, fields)| fields);
    let list = class
        .and_then(|fields| fields.get("m_Modification"))
        .and_then(|modification| modification.get("m_Modifications"));
    let entry = |item: &YamlValue<'_>| ListedOverride {
        target: item.get("target").and_then(Pointer::from_value).unwrap_or_default().file_id,
        path: item.get("propertyPath").map(|path| path.text().into_owned()).unwrap_or_default(),
    };
    Ok(list.map(YamlValue::items).unwrap_or_default().iter().map(entry).collect())
}

fn modifications_slot(body: &str) -> Result<ValueSlot, BodyError> {
    match body::find(body, &MODIFICATIONS)? {
        BodyTarget::Slot(slot) => Ok(slot),
        _ => Err(refuse("The instance", "it has no list of modifications").into()),
    }
}

impl YamlStyle {
    /// The instance's body with an override added, or with a new value for an existing one.
    pub(super) fn with_override(self, body: &str, new: &NewOverride) -> Result<String, BodyError> {
        let listed = listed_overrides(body)?;
        let known = listed.iter().position(|old| old.target == new.target && old.path == new.path);
        let null = super::set::null_pointer();
        let reference = NewValue::Pointer(new.reference.clone().unwrap_or(null));
        if let Some(known) = known {
            let at =
                |key| [&MODIFICATIONS[..], &[PathStep::Item(known), PathStep::Key(key)]].concat();
            let body = self.set(body, &at("value"), &new.value)?;
            return self.set(&body, &at("objectReference"), &reference);
        }
        let slot = modifications_slot(body)?;
        let lines = self.override_lines(body, new, &reference, slot.column(body))?;
        let mut changed = body.to_owned();
        if slot.items.is_empty() {
            changed.replace_range(slot.value_lines_range(body), "\n");
            changed.insert_str(slot.value_range().start + 1, lines.trim_end_matches('\n'));
        } else {
            let place = insert_position(&listed, new.target);
            let at = slot.items.get(place).map_or(slot.lines.end, |item| item.start);
            changed.insert_str(at, &lines);
        }
        Ok(changed)
    }

    fn override_lines(
        self,
        body: &str,
        new: &NewOverride,
        reference: &NewValue,
        column: usize,
    ) -> Result<String, BodyError> {
        let pad = " ".repeat(column);
        let at =
            |key: &str| EmitPosition { column: column + 2 + key.len() + 2, indent: column + 4 };
        let mut target = source_fields(body)?;
        target[0].1 = new.target.to_string();
        let target: Vec<(&str, &str)> =
            target.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let target = emit::flow(&target, at("target"), self.one_line);
        let path = emit::text(&new.path, at("propertyPath"));
        let value = match &new.value {
            NewValue::Number(text) | NewValue::Raw(text) => text.clone(),
            NewValue::Text(text) => emit::text(text, at("value")),
            _ => String::new(),
        };
        let reference = match reference {
            NewValue::Pointer(fields) => self.pointer(fields, at("objectReference")),
            _ => "{fileID: 0}".to_owned(),
        };
        Ok(format!(
            "{pad}- target: {target}\n{pad}  propertyPath: {path}\n{pad}  value: {value}\n{pad}  objectReference: {reference}\n"
        ))
    }
}

/// After the overrides of the same object; objects are sorted by id.
fn insert_position(listed: &[ListedOverride], target: i64) -> usize {
    if let Some(last) = listed.iter().rposition(|old| old.target == target) {
        return last + 1;
    }
    if !listed.is_sorted_by_key(|old| old.target) {
        return listed.len();
    }
    listed.iter().position(|old| old.target > target).unwrap_or(listed.len())
}

/// The body without the overrides for which `is_dropped` holds.
pub(super) fn without_overrides(
    body: &str,
    is_dropped: impl Fn(&ListedOverride) -> bool,
) -> Result<String, BodyError> {
    let listed = listed_overrides(body)?;
    let slot = modifications_slot(body)?;
    let mut changed = body.to_owned();
    if !listed.is_empty() && listed.iter().all(&is_dropped) {
        changed.replace_range(slot.value_lines_range(body), " []");
        return Ok(changed);
    }
    for (old, lines) in listed.iter().zip(&slot.items).rev() {
        if is_dropped(old) {
            changed.replace_range(lines.clone(), "");
        }
    }
    Ok(changed)
}

impl Planner<'_> {
    pub(super) fn add_override(
        &mut self,
        path: &str,
        instance: i64,
        new: &NewOverride,
    ) -> Result<(), EngineError> {
        let style = self.style;
        self.files.text_mut(path)?.change(instance, |body| style.with_override(body, new))
    }

    /// The id that the file gives to an object or component; one inside an instance gets a handle
    /// if it has none.
    pub(super) fn handle_id(
        &mut self,
        target: &TargetObject,
        component: Option<usize>,
    ) -> Result<i64, EngineError> {
        let (own, source, levels) = match component {
            Some(component) => {
                let part = target.part(component);
                (part.id, part.source, part.levels)
            }
            None => (target.node().game_object, own_id(target), target.instance_depth()),
        };
        let Some(inside) = self.override_target(target, component)? else {
            return Ok(own);
        };
        if self.files.text(&target.path)?.doc(own).is_ok() {
            return Ok(own);
        }
        self.add_handle(target, component, inside, source, levels)
    }

    fn add_handle(
        &mut self,
        target: &TargetObject,
        component: Option<usize>,
        inside: OverrideTarget,
        source_id: i64,
        levels: usize,
    ) -> Result<i64, EngineError> {
        let described = self.with_opened(target, target.node, |opened| {
            opened.with_source(source_id, levels, |document| {
                document.map(|document| {
                    let script = document.field("m_Script").ok().flatten();
                    let script = script.map(|script| pointer_fields(&script));
                    (document.class, document.written_class().to_owned(), script)
                })
            })
        })??;
        let is_imported =
            self.with_opened(target, target.node, |opened| opened.is_imported(levels))?;
        let imported = || {
            let (class, name) = imported_class(target, component).filter(|_| is_imported)?;
            Some((class, name.to_owned(), None))
        };
        let unknown = || refuse("The reference", "the contents of its source cannot be read");
        let (class, name, script) = described.or_else(imported).ok_or_else(unknown)?;
        let style = self.style;
        let text = self.files.text_mut(&target.path)?;
        let id = if text.is_prefab() {
            (inside.id ^ inside.instance) & i64::MAX
        } else {
            FreshIds::new(text).next()
        };
        let instance = text.doc(inside.instance)?;
        let mut source = source_fields(text.body(&instance))
            .map_err(|error| text.body_error(&instance, error))?;
        source[0].1 = inside.id.to_string();
        let script = script.filter(|_| class == MONO_BEHAVIOUR);
        let body = match text.is_before_2018_3() {
            true => style.old_handle_body(&name, &source, inside.instance, script.as_deref()),
            false => style.handle_body(&name, &source, inside.instance, script.as_deref()),
        };
        let new = NewDocument { class, id, stripped: true, body };
        let last = last_of_instance(text, inside.instance);
        text.add_handle(new, last);
        Ok(id)
    }
}

/// The class of an object or component that has no document because a model's importer makes it.
fn imported_class(target: &TargetObject, component: Option<usize>) -> Option<(u32, &str)> {
    match component {
        Some(component) => {
            let name = target.part(component).component.type_name.as_str();
            Some((imported_model::component_class(name)?, name))
        }
        None => Some((GAME_OBJECT, "GameObject")),
    }
}

/// Index of the last document of an instance's group in a prefab: its handles follow it.
fn last_of_instance(text: &super::text::EditedText, instance: i64) -> usize {
    let docs = text.docs();
    let at = docs.iter().position(|doc| doc.id == instance).unwrap_or(docs.len());
    let group = docs[(at + 1).min(docs.len())..].iter().take_while(|doc| doc.stripped);
    at + group.count()
}

impl YamlStyle {
    pub(super) fn handle_body(
        self,
        name: &str,
        source: &[(String, String)],
        instance: i64,
        script: Option<&[(String, String)]>,
    ) -> String {
        let source = self.flow_field("m_CorrespondingSourceObject", source);
        let mut body = format!(
            "{name}:\n  m_CorrespondingSourceObject: {source}\n  m_PrefabInstance: {{fileID: {instance}}}\n  m_PrefabAsset: {{fileID: 0}}\n"
        );
        if let Some(script) = script {
            let script = self.flow_field("m_Script", script);
            body += &format!(
                "  m_GameObject: {{fileID: 0}}\n  m_Enabled: 1\n  m_EditorHideFlags: 0\n  m_Script: {script}\n  m_Name: \n  m_EditorClassIdentifier: \n"
            );
        }
        body
    }

    /// As Unity before 2018.3 writes it.
    fn old_handle_body(
        self,
        name: &str,
        source: &[(String, String)],
        instance: i64,
        script: Option<&[(String, String)]>,
    ) -> String {
        let source = self.flow_field("m_PrefabParentObject", source);
        let script = script.map(|script| self.flow_field("m_Script", script));
        let script = script.map(|script| format!("  m_Script: {script}\n")).unwrap_or_default();
        format!(
            "{name}:\n  m_PrefabParentObject: {source}\n  m_PrefabInternal: {{fileID: {instance}}}\n{script}"
        )
    }

    /// The value of a field of a document that is a pointer.
    fn flow_field(self, key: &str, fields: &[(String, String)]) -> String {
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        emit::flow(&fields, EmitPosition { column: key.len() + 4, indent: 4 }, self.one_line)
    }
}

pub(super) fn pointer_fields(value: &YamlValue<'_>) -> Vec<(String, String)> {
    let field =
        |(key, value): &(&str, YamlValue<'_>)| ((*key).to_owned(), value.text().into_owned());
    value.entries().iter().map(field).collect()
}

/// The object's id in the file that really holds it.
fn own_id(target: &TargetObject) -> i64 {
    let key = &target.node().key;
    key.rsplit('/').next().and_then(|id| id.parse().ok()).unwrap_or_default()
}
