//! Edits the fields of an object itself: name, active, tag, layer.

use scenewright_engine::EngineError;
use scenewright_model::{ObjectRef, ProjectSettings, SettingsArea};

use crate::members::field_value::PathStep;
use crate::project_settings;

use super::set::NewValue;
use super::{Planner, refuse};

/// Unity's built-in tags, which the settings do not list.
const BUILT_IN_TAGS: &[&str] =
    &["Untagged", "Respawn", "Finish", "EditorOnly", "MainCamera", "Player", "GameController"];

const MAX_LAYER: u32 = 31;

impl Planner<'_> {
    pub(super) fn rename_object(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        name: &str,
    ) -> Result<(), EngineError> {
        self.set_own_field(scene, object, "m_Name", &NewValue::Text(name.to_owned()))
    }

    pub(super) fn set_active(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        active: bool,
    ) -> Result<(), EngineError> {
        let value = NewValue::Number(i32::from(active).to_string());
        self.set_own_field(scene, object, "m_IsActive", &value)
    }

    pub(super) fn set_tag(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        tag: &str,
    ) -> Result<(), EngineError> {
        let tag = if tag.is_empty() { "Untagged" } else { tag };
        let listed = self.settings(SettingsArea::Tags)?.tags.unwrap_or_default();
        if !BUILT_IN_TAGS.contains(&tag) && !listed.iter().any(|listed| listed == tag) {
            return Err(refuse(format!("Tag '{tag}'"), "the project has no such tag"));
        }
        self.set_own_field(scene, object, "m_TagString", &NewValue::Text(tag.to_owned()))
    }

    pub(super) fn set_layer(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        layer: &str,
    ) -> Result<(), EngineError> {
        let layers = self.settings(SettingsArea::Layers)?.layers.unwrap_or_default();
        let named = layers.iter().find(|known| known.name == layer).map(|known| known.number);
        let number = named.or_else(|| layer.parse().ok().filter(|number| *number <= MAX_LAYER));
        let Some(number) = number else {
            return Err(refuse(format!("Layer '{layer}'"), "the project has no such layer"));
        };
        self.set_own_field(scene, object, "m_Layer", &NewValue::Number(number.to_string()))
    }

    fn settings(&self, area: SettingsArea) -> Result<ProjectSettings, EngineError> {
        Ok(project_settings::read(&self.unity.root, &[area], self.cx)?.value)
    }

    fn set_own_field(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        key: &str,
        value: &NewValue,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        self.write_member(&target, None, &[PathStep::Key(key)], value).map(drop)
    }
}
