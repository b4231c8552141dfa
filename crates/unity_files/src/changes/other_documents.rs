//! Compares what a file holds besides its objects and their components.

use scenewright_engine::EngineError;
use scenewright_model::SceneChangeKind;

use super::compare::{UnityComparison, is_internal_field};
use super::members::{self, FieldDifference, VersionFields};
use super::version::VersionView;
use crate::class_ids::{GAME_OBJECT, SCENE_ROOTS};
use crate::members::field_value::FieldValue;
use crate::members::with_document;
use crate::values::ValueTyping;

impl UnityComparison<'_> {
    /// Documents that are neither objects nor components.
    pub(super) fn compare_other_documents(&mut self) -> Result<(), EngineError> {
        let mut ids: Vec<i64> = self.differing.all().collect();
        ids.sort_unstable();
        for id in ids {
            let is_known = |view: &VersionView<'_>| {
                view.documents.get(&id).is_some_and(|document| {
                    document.stripped
                        || document.class == GAME_OBJECT
                        || view.places.contains_key(&id)
                        // Its objects can have full documents; then no object stands for it.
                        || view.instance(id).is_some()
                })
            };
            if is_known(&self.before) || is_known(&self.after) {
                if self.after.instance(id).is_some() && self.before.instance(id).is_some() {
                    self.compare_instance(id)?;
                }
                continue;
            }
            let [old, new] =
                [&self.before, &self.after].map(|view| view.documents.get(&id).copied());
            match (old, new) {
                (Some(old), Some(new)) if new.class != SCENE_ROOTS || old.class != new.class => {
                    let name = new.class_name().to_owned();
                    for difference in self.document_differences(id, &is_internal_field)? {
                        self.push_member(None, &name, difference, None);
                    }
                }
                (Some(old), None) => {
                    let resource = self.before.resource_name(&old);
                    self.push(None, SceneChangeKind::ResourceRemoved { resource });
                }
                (None, Some(new)) => {
                    let resource = self.after.resource_name(&new);
                    self.push(None, SceneChangeKind::ResourceAdded { resource });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The fields of an instance besides its overrides.
    fn compare_instance(&mut self, id: i64) -> Result<(), EngineError> {
        let is_reported = |name: &str| name == "m_Modification" || is_internal_field(name);
        let object = self.after.places.get(&id).map(|place| self.after.side.object(place.node));
        for difference in self.document_differences(id, &is_reported)? {
            self.push_member(object.clone(), "PrefabInstance", difference, None);
        }
        Ok(())
    }

    pub(super) fn document_differences(
        &self,
        id: i64,
        is_left_out: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<FieldDifference>, EngineError> {
        let (before, after) = (self.before.side, self.after.side);
        let read = |old: &FieldValue<'_>, old_typing: &ValueTyping<'_, '_>| {
            with_document(after.text(), &after.tree, id, after.assets, |new, new_typing| {
                let old = VersionFields { fields: old, typing: old_typing };
                let new = VersionFields { fields: new, typing: new_typing };
                Ok(members::differences(old, new, is_left_out))
            })
        };
        with_document(before.text(), &before.tree, id, before.assets, read)
    }
}
