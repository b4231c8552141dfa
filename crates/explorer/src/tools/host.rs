//! The world as scripts see it.

use std::sync::Arc;

use scenewright_catalogue::LogLevel;
use scenewright_model::{Edit, ObjectId, ObjectIndex, ObjectRef};
use scenewright_script::{Host, ObjectKey};
use serde_json::{Value, json};

use super::errands::{Messenger, Told, id};
use super::{Desk, components, scenes, writes};
use crate::args::Args;
use crate::fault::Fault;
use crate::view::Place;
use crate::view::types::{NOTHING, Types};
use crate::view::walk::depth_first;

/// Scripts show the ids of this interface.
fn key(desk: &Desk<'_>, id: ObjectId) -> ObjectKey {
    ObjectKey(u64::from(desk.view.ids.number(id)))
}

fn key_at(desk: &Desk<'_>, place: &Place, index: ObjectIndex) -> ObjectKey {
    key(desk, place.scene.object(index).id)
}

impl Host for Messenger {
    fn find(&self, path: &str) -> Told<Option<ObjectKey>> {
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

    fn find_all(&self, name: &str) -> Told<Vec<ObjectKey>> {
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

    fn name(&self, object: ObjectKey) -> Told<String> {
        self.of(object, |place, _| Ok(place.object().name.clone()))
    }

    fn path(&self, object: ObjectKey) -> Told<String> {
        self.of(object, |place, _| Ok(place.object().path.clone()))
    }

    fn parent(&self, object: ObjectKey) -> Told<Option<ObjectKey>> {
        self.of(object, |place, desk| {
            Ok(place.object().parent.map(|parent| key_at(desk, place, parent)))
        })
    }

    fn children(&self, object: ObjectKey) -> Told<Vec<ObjectKey>> {
        self.of(object, |place, desk| {
            Ok(place.object().children.iter().map(|child| key_at(desk, place, *child)).collect())
        })
    }

    fn components(&self, object: ObjectKey) -> Told<Vec<String>> {
        self.of(object, |place, desk| {
            let types = Types::new(desk.view);
            Ok(place.object().components.iter().map(|part| types.full_name(part)).collect())
        })
    }

    fn is_active(&self, object: ObjectKey) -> Told<bool> {
        self.of(object, |place, _| Ok(place.object().active))
    }

    fn set_active(&self, object: ObjectKey, active: bool) -> Told<()> {
        let object = id(object).to_string();
        self.call(writes::set_active, json!({ "objectId": object, "active": active }))
    }

    /// Without a parent it goes into the scene that was loaded first.
    fn create(&self, name: &str, parent: Option<ObjectKey>) -> Told<ObjectKey> {
        let name = name.to_owned();
        self.ask(move |desk| {
            let parent = parent.map(|parent| desk.view.find(id(parent))).transpose()?;
            let scene = match &parent {
                Some(parent) => Arc::clone(&parent.scene),
                None => desk.view.real_scenes()?.into_iter().next().ok_or_else(|| {
                    Fault::argument("no scene is loaded").hint("LoadScene loads one")
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
            let made = made.first().ok_or_else(|| Fault::internal("nothing was made"))?;
            Ok(key(desk, made.id))
        })
    }

    fn destroy(&self, object: ObjectKey) -> Told<()> {
        self.call(writes::destroy, json!({ "objectId": id(object).to_string() }))
    }

    fn set_parent(&self, object: ObjectKey, parent: ObjectKey) -> Told<()> {
        let (child, parent) = (id(object).to_string(), id(parent).to_string());
        self.call(writes::reparent, json!({ "objectId": child, "newParentId": parent }))
    }

    fn add_component(&self, object: ObjectKey, component: &str) -> Told<()> {
        let component = component.to_owned();
        self.ask(move |desk| writes::add(desk, id(object), &component))
    }

    fn remove_component(&self, object: ObjectKey, component: &str) -> Told<()> {
        let component = component.to_owned();
        self.ask(move |desk| writes::remove(desk, id(object), &component))
    }

    fn load_scene(&self, name: &str, beside: bool) -> Told<()> {
        let mode = if beside { "additive" } else { "single" };
        self.call(scenes::load, json!({ "name": name, "mode": mode }))
    }

    fn get(&self, object: ObjectKey, component: &str, member: &str) -> Told<Value> {
        let arguments = json!({
            "objectId": id(object).to_string(), "componentType": component, "name": member,
        });
        self.ask(move |desk| {
            let read = components::read(&Args::new(Some(arguments))?, desk)?;
            let is_nothing = read["valueText"] == NOTHING;
            let key =
                if read["valueJson"].is_null() && !is_nothing { "valueText" } else { "valueJson" };
            Ok(read[key].clone())
        })
    }

    fn set(&self, object: ObjectKey, component: &str, member: &str, value: &Value) -> Told<()> {
        let (component, member) = (component.to_owned(), member.to_owned());
        let value = value.clone();
        self.ask(move |desk| writes::set(desk, id(object), &component, &member, value))
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
