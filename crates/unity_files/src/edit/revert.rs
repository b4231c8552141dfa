//! Reverts overrides, or applies them to the source.

use scenewright_engine::EngineError;
use scenewright_model::{ComponentRef, ObjectRef};

use crate::document::PREFAB_LINKS;
use crate::members::field_value::parse_path;
use crate::pointer::Pointer;
use crate::yaml::YamlValue;

use super::hierarchy::outermost_instance;
use super::lists::{self, REMOVED_COMPONENTS, REMOVED_OBJECTS};
use super::overrides::{self, ListedOverride};
use super::set::NewValue;
use super::target::TargetObject;
use super::text::BodyError;
use super::{Planner, refuse};

/// Fields that Unity overrides in every instance, and does not count as a change.
const DEFAULT_OVERRIDES: &[&str] =
    &["m_Name", "m_RootOrder", "m_LocalPosition", "m_LocalRotation", "m_LocalEulerAnglesHint"];

/// Which overrides of an instance are selected.
struct OverrideSelection {
    instance: i64,
    /// Source ids of the named objects and components; empty for the whole instance.
    targets: Vec<i64>,
    /// Source ids of the root: its default overrides stay unless they are named.
    root: Vec<i64>,
    member: Option<String>,
}

/// An override that is to be applied to the source.
struct OverrideToApply {
    target: i64,
    path: String,
    value: NewValue,
    reference: Option<(Pointer, Vec<(String, String)>)>,
}

impl OverrideSelection {
    fn contains(&self, old: &ListedOverride) -> bool {
        if !self.targets.is_empty() && !self.targets.contains(&old.target) {
            return false;
        }
        match &self.member {
            Some(member) => {
                let rest = old.path.strip_prefix(member.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            }
            None => {
                let first = old.path.split('.').next().unwrap_or_default();
                !(self.root.contains(&old.target) && DEFAULT_OVERRIDES.contains(&first))
            }
        }
    }
}

impl Planner<'_> {
    pub(super) fn revert_overrides(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        component: Option<&ComponentRef>,
        member: Option<&str>,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        let selection = self.select_overrides(&target, component, member)?;
        let is_whole = selection.targets.is_empty() && selection.member.is_none();
        let text = self.files.text_mut(&target.path)?;
        text.change(selection.instance, |body| -> Result<String, BodyError> {
            let mut changed = overrides::without_overrides(body, |old| selection.contains(old))?;
            if is_whole {
                for list in [REMOVED_COMPONENTS, REMOVED_OBJECTS] {
                    changed = lists::clear(&changed, list)?;
                }
            }
            if changed == body {
                return Err(refuse("The override", "there is none").into());
            }
            Ok(changed)
        })
    }

    pub(super) fn apply_overrides(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        component: Option<&ComponentRef>,
        member: Option<&str>,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        let selection = self.select_overrides(&target, component, member)?;
        let (source, entries) = self.selected_overrides(&target, &selection)?;
        for entry in &entries {
            self.apply_override(&target, &selection, &source, entry)?;
        }
        let text = self.files.text_mut(&target.path)?;
        text.change(selection.instance, |body| {
            overrides::without_overrides(body, |old| selection.contains(old))
        })
    }

    fn select_overrides(
        &self,
        target: &TargetObject,
        component: Option<&ComponentRef>,
        member: Option<&str>,
    ) -> Result<OverrideSelection, EngineError> {
        let component =
            component.map(|component| self.find_component(target, component)).transpose()?;
        let member =
            member.map(|member| self.stored_path(target, component, member)).transpose()?;
        let what = || format!("Object '{}'", target.object_path());
        let Some(instance) = outermost_instance(&target.node().key) else {
            return Err(refuse(what(), "it is not an instance of a prefab"));
        };
        let inside = |component| self.override_target(target, component);
        let is_root = target.node().instance.is_some();
        let mut all = vec![inside(None)?];
        for at in 0..target.node().parts.len() {
            all.push(inside(Some(at))?);
        }
        let ids: Vec<i64> = all.iter().flatten().map(|place| place.id).collect();
        let targets = match (component, &member) {
            (Some(component), _) => inside(Some(component))?.iter().map(|place| place.id).collect(),
            (None, Some(_)) => ids.iter().take(1).copied().collect(),
            (None, None) if is_root => Vec::new(),
            (None, None) => ids.clone(),
        };
        let root = if is_root { ids } else { Vec::new() };
        Ok(OverrideSelection { instance, targets, root, member })
    }

    /// The path of the source, and the selected overrides.
    fn selected_overrides(
        &self,
        target: &TargetObject,
        selection: &OverrideSelection,
    ) -> Result<(String, Vec<OverrideToApply>), EngineError> {
        let text = self.files.text(&target.path)?;
        let doc = text.doc(selection.instance)?;
        let body = text.body(&doc);
        let read = |body: &str| -> Result<(Option<String>, Vec<OverrideToApply>), BodyError> {
            let source = overrides::source_fields(body)?;
            let guid = source.iter().find(|(key, _)| key == "guid").map(|(_, guid)| guid.clone());
            Ok((guid, selected_entries(body, selection)?))
        };
        let (guid, entries) = read(body).map_err(|error| text.body_error(&doc, error))?;
        if entries.is_empty() {
            return Err(refuse("The override", "there is none"));
        }
        let guid = guid.and_then(|guid| crate::pointer::Guid::parse(&guid));
        let file = guid.and_then(|guid| self.index.by_guid(guid));
        let file = file.filter(|file| file.has_extension("prefab") && file.is_own());
        let unwritable = || refuse("The override", "its source is not a prefab of this project");
        Ok((file.ok_or_else(unwritable)?.path.to_string(), entries))
    }

    fn apply_override(
        &mut self,
        scene: &TargetObject,
        selection: &OverrideSelection,
        source: &str,
        entry: &OverrideToApply,
    ) -> Result<(), EngineError> {
        let what = || format!("Override '{}'", entry.path);
        let (path, tree) = self.open(source)?;
        let place = tree.nodes.iter().enumerate().find_map(|(node, own)| {
            let part = own.parts.iter().position(|part| part.id == entry.target);
            let is_object = own.game_object == entry.target;
            (part.is_some() || is_object).then_some((node, part))
        });
        let (node, part) =
            place.ok_or_else(|| refuse(what(), "its source no longer has the object"))?;
        let value = match &entry.reference {
            None => entry.value.clone(),
            Some((pointer, fields)) if pointer.guid.is_some() => {
                NewValue::Pointer(pointer_fields(fields))
            }
            Some((pointer, _)) => {
                let id = self.source_id(scene, selection.instance, pointer.file_id)?;
                let id = id.ok_or_else(|| {
                    refuse(what(), "it references an object of the scene, which a prefab cannot do")
                })?;
                NewValue::Pointer(vec![("fileID", id.to_string())])
            }
        };
        let path_steps =
            parse_path(&entry.path).ok_or_else(|| refuse(what(), "its path is malformed"))?;
        let target = TargetObject { path, tree, node };
        self.write_member(&target, part, &path_steps, &value).map(drop)
    }

    /// The source id that a handle stands for, if it belongs to this instance.
    fn source_id(
        &self,
        scene: &TargetObject,
        instance: i64,
        handle: i64,
    ) -> Result<Option<i64>, EngineError> {
        let text = self.files.text(&scene.path)?;
        let Ok(doc) = text.doc(handle) else { return Ok(None) };
        let fields = YamlValue::parse(text.body(&doc));
        let fields = fields.map_err(|error| text.malformed(doc.body.start, error))?;
        let fields = fields.entries().first().map(|(_, fields)| fields);
        let id = |key: &str| fields.and_then(|f| f.get(key)).and_then(Pointer::from_value);
        let linked = |(own, source): &(&str, &str)| {
            id(own).filter(|own| own.file_id == instance).and_then(|_| id(source))
        };
        let source = PREFAB_LINKS.iter().find_map(linked).map(|pointer| pointer.file_id);
        Ok(source.filter(|_| doc.stripped))
    }
}

fn selected_entries(
    body: &str,
    selection: &OverrideSelection,
) -> Result<Vec<OverrideToApply>, BodyError> {
    let value = YamlValue::parse(body)?;
    let class = value.entries().first().map(|(_, fields)| fields);
    let list = class
        .and_then(|fields| fields.get("m_Modification"))
        .and_then(|modification| modification.get("m_Modifications"));
    let listed = overrides::listed_overrides(body)?;
    let items = list.map(YamlValue::items).unwrap_or_default();
    let mut found = Vec::new();
    for (old, item) in listed.into_iter().zip(items).filter(|(old, _)| selection.contains(old)) {
        let text = item.get("value").map(|value| value.text().into_owned()).unwrap_or_default();
        let reference = item.get("objectReference");
        let pointer = reference.and_then(Pointer::from_value).filter(|own| !own.is_null());
        let fields = reference.map(YamlValue::entries).unwrap_or_default();
        let fields = fields.iter().map(|(key, own)| ((*key).to_owned(), own.text().into_owned()));
        found.push(OverrideToApply {
            target: old.target,
            path: old.path,
            value: NewValue::Text(text),
            reference: pointer.map(|pointer| (pointer, fields.collect())),
        });
    }
    Ok(found)
}

fn pointer_fields(fields: &[(String, String)]) -> Vec<(&'static str, String)> {
    let value = |key: &str| fields.iter().find(|(own, _)| own == key).map(|(_, own)| own.clone());
    ["fileID", "guid", "type"].into_iter().filter_map(|key| Some((key, value(key)?))).collect()
}
