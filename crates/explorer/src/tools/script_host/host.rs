//! The world as scripts see it.

use std::sync::Arc;

use scenewright_catalogue::LogLevel;
use scenewright_model::{Edit, ObjectId, ObjectIndex, ObjectRef};
use scenewright_script::{ObjectKey, ScriptHost};
use serde_json::{Value, json};

use super::errands::{HostProxy, HostResult, object_id};
use super::{ToolContext, components, scenes, writes};
use crate::args::ExplorerArgs;
use crate::fault::ExplorerError;
use crate::view::ObjectLocation;
use crate::view::types::{NULL_TYPE, TypeNames};
use crate::view::walk::depth_first;

/// Scripts show the ids of this interface.
fn key(desk: &ToolContext<'_>, id: ObjectId) -> ObjectKey {
    ObjectKey(u64::from(desk.view.ids.number(id)))
}

fn key_at(desk: &ToolContext<'_>, place: &ObjectLocation, index: ObjectIndex) -> ObjectKey {
    key(desk, place.scene.object(index).id)
}

impl ScriptHost for HostProxy {
    fn find(&self, path: &str) -> HostResult<Option<ObjectKey>> {
        let path = path.trim_start_matches('/').to_owned();
        self.ask(move |desk| {
            for scene in desk.view.all_scenes()? {
                if let Some(object) = scene.objects.iter().find(|object| object.path == path) {
                    return Ok(Some(key(desk, object.id)));
                }
            }
            Ok(None)
        })
    }

    fn find_all(&self, name: &str) -> HostResult<Vec<ObjectKey>> {
        let name = name.to_owned();
        self.ask(move |desk| {
            let mut found = Vec::new();
            for scene in desk.view.all_scenes()? {
                let fitting = depth_first(&scene).into_iter().filter(|object| object.name == name);
                found.extend(fitting.map(|object| key(desk, object.id)));
            }
            Ok(found)
        })
    }

    fn name(&self, object: ObjectKey) -> HostResult<String> {
        self.with_object(object, |place, _| Ok(place.object().name.clone()))
    }

    fn path(&self, object: ObjectKey) -> HostResult<String> {
        self.with_object(object, |place, _| Ok(place.object().path.clone()))
    }

    fn parent(&self, object: ObjectKey) -> HostResult<Option<ObjectKey>> {
        self.with_object(object, |place, desk| {
            Ok(place.object().parent.map(|parent| key_at(desk, place, parent)))
        })
    }

    fn children(&self, object: ObjectKey) -> HostResult<Vec<ObjectKey>> {
        self.with_object(object, |place, desk| {
            Ok(place.object().children.iter().map(|child| key_at(desk, place, *child)).collect())
        })
    }

    fn components(&self, object: ObjectKey) -> HostResult<Vec<String>> {
        self.with_object(object, |place, desk| {
            let types = TypeNames::new(desk.view);
            Ok(place.object().components.iter().map(|part| types.full_name(part)).collect())
        })
    }

    fn is_active(&self, object: ObjectKey) -> HostResult<bool> {
        self.with_object(object, |place, _| Ok(place.object().active))
    }

    fn set_active(&self, object: ObjectKey, active: bool) -> HostResult<()> {
        let object = object_id(object).to_string();
        self.call(writes::set_active, json!({ "objectId": object, "active": active }))
    }

    /// Without a parent it goes into the scene that was loaded first.
    fn create(&self, name: &str, parent: Option<ObjectKey>) -> HostResult<ObjectKey> {
        let name = name.to_owned();
        self.ask(move |desk| {
            let parent = parent.map(|parent| desk.view.find(object_id(parent))).transpose()?;
            let scene = match &parent {
                Some(parent) => Arc::clone(&parent.scene),
                None => desk.view.real_scenes()?.into_iter().next().ok_or_else(|| {
                    ExplorerError::invalid_argument("no scene is loaded")
                        .hint("LoadScene loads one")
                })?,
            };
            let change = Edit::CreateObject {
                scene: scene.path.clone(),
                parent: parent.map(|parent| ObjectRef::Id(parent.object().id)),
                sibling: None,
                name,
                class: None,
                components: Vec::new(),
            };
            let made = writes::edit(desk, &[change], "Create")?.created;
            let made = made.first().ok_or_else(|| ExplorerError::internal("nothing was made"))?;
            Ok(key(desk, made.id))
        })
    }

    fn destroy(&self, object: ObjectKey) -> HostResult<()> {
        self.call(writes::destroy, json!({ "objectId": object_id(object).to_string() }))
    }

    fn set_parent(&self, object: ObjectKey, parent: ObjectKey) -> HostResult<()> {
        let (child, parent) = (object_id(object).to_string(), object_id(parent).to_string());
        self.call(writes::reparent, json!({ "objectId": child, "newParentId": parent }))
    }

    fn add_component(&self, object: ObjectKey, component: &str) -> HostResult<()> {
        let component = component.to_owned();
        self.ask(move |desk| writes::add(desk, object_id(object), &component))
    }

    fn remove_component(&self, object: ObjectKey, component: &str) -> HostResult<()> {
        let component = component.to_owned();
        self.ask(move |desk| writes::remove(desk, object_id(object), &component))
    }

    fn load_scene(&self, name: &str, beside: bool) -> HostResult<()> {
        let mode = if beside { "additive" } else { "single" };
        self.call(scenes::load, json!({ "name": name, "mode": mode }))
    }

    fn get(&self, object: ObjectKey, component: &str, member: &str) -> HostResult<Value> {
        let arguments = json!({
            "objectId": object_id(object).to_string(), "componentType": component, "name": member,
        });
        self.ask(move |desk| {
            let read = components::read(&ExplorerArgs::new(Some(arguments))?, desk)?;
            let is_nothing = read["valueText"] == NULL_TYPE;
            let key =
                if read["valueJson"].is_null() && !is_nothing { "valueText" } else { "valueJson" };
            Ok(read[key].clone())
        })
    }

    fn set(
        &self,
        object: ObjectKey,
        component: &str,
        member: &str,
        value: &Value,
    ) -> HostResult<()> {
        let (component, member) = (component.to_owned(), member.to_owned());
        let value = value.clone();
        self.ask(move |desk| writes::set(desk, object_id(object), &component, &member, value))
    }

    fn log(&self, message: &str) {
        let message = message.to_owned();
        // A script whose world has gone has nobody to tell.
        let _ = self.ask(move |desk| {
            desk.shared.log(LogLevel::Info, &message);
            Ok(())
        });
    }

    fn time(&self) -> f64 {
        self.seconds()
    }
}
