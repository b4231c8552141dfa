//! The project's objects as scripts see them.

use std::sync::Arc;

use scenewright_catalogue::LogLevel;
use scenewright_model::{Edit, ObjectId, ObjectIndex, ObjectRef};
use scenewright_script::{ObjectKey, ScriptHost};
use serde_json::Value;

use super::{HostProxy, HostResult, object_id};
use crate::error::ExplorerError;
use crate::tools::components::{ReadMemberArguments, read_value};
use crate::tools::scenes::{LoadMode, LoadSceneArguments};
use crate::tools::{ToolContext, scenes, writes};
use crate::view::ObjectLocation;
use crate::view::types::{NULL_TYPE, TypeNames};
use crate::view::walk::depth_first;

/// Scripts use the ids of this interface.
fn key(ctx: &ToolContext<'_>, id: ObjectId) -> ObjectKey {
    ObjectKey(u64::from(ctx.view.ids.number(id)))
}

fn key_at(ctx: &ToolContext<'_>, location: &ObjectLocation, index: ObjectIndex) -> ObjectKey {
    key(ctx, location.scene.object(index).id)
}

impl ScriptHost for HostProxy {
    fn find(&self, path: &str) -> HostResult<Option<ObjectKey>> {
        let path = path.trim_start_matches('/').to_owned();
        self.ask(move |ctx| {
            for scene in ctx.view.all_scenes()? {
                if let Some(object) = scene.objects.iter().find(|object| object.path == path) {
                    return Ok(Some(key(ctx, object.id)));
                }
            }
            Ok(None)
        })
    }

    fn find_all(&self, name: &str) -> HostResult<Vec<ObjectKey>> {
        let name = name.to_owned();
        self.ask(move |ctx| {
            let mut found = Vec::new();
            for scene in ctx.view.all_scenes()? {
                let named = depth_first(&scene).into_iter().filter(|object| object.name == name);
                found.extend(named.map(|object| key(ctx, object.id)));
            }
            Ok(found)
        })
    }

    fn name(&self, object: ObjectKey) -> HostResult<String> {
        self.with_object(object, |location, _| Ok(location.object().name.clone()))
    }

    fn path(&self, object: ObjectKey) -> HostResult<String> {
        self.with_object(object, |location, _| Ok(location.object().path.clone()))
    }

    fn parent(&self, object: ObjectKey) -> HostResult<Option<ObjectKey>> {
        self.with_object(object, |location, ctx| {
            Ok(location.object().parent.map(|parent| key_at(ctx, location, parent)))
        })
    }

    fn children(&self, object: ObjectKey) -> HostResult<Vec<ObjectKey>> {
        self.with_object(object, |location, ctx| {
            let children = location.object().children.iter();
            Ok(children.map(|child| key_at(ctx, location, *child)).collect())
        })
    }

    fn components(&self, object: ObjectKey) -> HostResult<Vec<String>> {
        self.with_object(object, |location, ctx| {
            let types = TypeNames::new(ctx.view);
            let components = location.object().components.iter();
            Ok(components.map(|component| types.full_name(component)).collect())
        })
    }

    fn is_active(&self, object: ObjectKey) -> HostResult<bool> {
        self.with_object(object, |location, _| Ok(location.object().active))
    }

    fn set_active(&self, object: ObjectKey, active: bool) -> HostResult<()> {
        self.ask(move |ctx| writes::activate(ctx, object_id(object), active))
    }

    /// Without a parent it is created in the scene that was loaded first.
    fn create(&self, name: &str, parent: Option<ObjectKey>) -> HostResult<ObjectKey> {
        let name = name.to_owned();
        self.ask(move |ctx| {
            let parent = parent.map(|parent| ctx.view.find(object_id(parent))).transpose()?;
            let scene = match &parent {
                Some(parent) => Arc::clone(&parent.scene),
                None => ctx.view.real_scenes()?.into_iter().next().ok_or_else(|| {
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
            let created = writes::edit(ctx, &[change], "Create")?.created;
            let created =
                created.first().ok_or_else(|| ExplorerError::internal("nothing was created"))?;
            Ok(key(ctx, created.id))
        })
    }

    fn destroy(&self, object: ObjectKey) -> HostResult<()> {
        self.ask(move |ctx| writes::delete(ctx, object_id(object)))
    }

    fn set_parent(&self, object: ObjectKey, parent: ObjectKey) -> HostResult<()> {
        self.ask(move |ctx| writes::set_parent(ctx, object_id(object), object_id(parent)))
    }

    fn add_component(&self, object: ObjectKey, component: &str) -> HostResult<()> {
        let component = component.to_owned();
        self.ask(move |ctx| writes::add(ctx, object_id(object), &component))
    }

    fn remove_component(&self, object: ObjectKey, component: &str) -> HostResult<()> {
        let component = component.to_owned();
        self.ask(move |ctx| writes::remove(ctx, object_id(object), &component))
    }

    fn load_scene(&self, name: &str, beside: bool) -> HostResult<()> {
        let mode = if beside { LoadMode::Additive } else { LoadMode::Single };
        let args = LoadSceneArguments { name: name.to_owned(), mode };
        self.ask(move |ctx| scenes::load(args, ctx).map(drop))
    }

    fn get(&self, object: ObjectKey, component: &str, member: &str) -> HostResult<Value> {
        let args = ReadMemberArguments {
            object_id: object_id(object).to_string(),
            component_type: component.to_owned(),
            name: member.to_owned(),
        };
        self.ask(move |ctx| {
            let value = read_value(&args, ctx)?;
            let is_text = value.json.is_null() && value.text != NULL_TYPE;
            Ok(if is_text { value.shown_text().into() } else { value.json })
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
        self.ask(move |ctx| writes::set(ctx, object_id(object), &component, &member, value))
    }

    fn log(&self, message: &str) {
        let message = message.to_owned();
        // Once the host has stopped there is no log to write to.
        let _ = self.ask(move |ctx| {
            ctx.state.log(LogLevel::Info, &message);
            Ok(())
        });
    }

    fn time(&self) -> f64 {
        self.seconds()
    }
}
