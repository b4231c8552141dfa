//! Objects and functions as scripts see them.

use std::fmt;
use std::sync::Arc;

use rhai::{Array, Dynamic, Engine, EvalAltResult};

use crate::host::{HostError, ObjectKey, ScriptHost};
use crate::json::{from_json, to_json};

/// An object as a value of a script.
#[derive(Clone)]
pub(crate) struct ScriptObject {
    key: ObjectKey,
    host: Arc<dyn ScriptHost>,
}

type Fallible<T> = Result<T, Box<EvalAltResult>>;

impl ScriptObject {
    pub(crate) fn new(key: ObjectKey, host: &Arc<dyn ScriptHost>) -> ScriptObject {
        ScriptObject { key, host: Arc::clone(host) }
    }

    pub(crate) fn id(&self) -> String {
        format!("obj:{}", self.key.0)
    }

    fn other(&self, key: ObjectKey) -> ScriptObject {
        ScriptObject::new(key, &self.host)
    }

    fn maybe(&self, key: Option<ObjectKey>) -> Dynamic {
        key.map_or(Dynamic::UNIT, |key| Dynamic::from(self.other(key)))
    }
}

impl fmt::Display for ScriptObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id())
    }
}

impl From<HostError> for Box<EvalAltResult> {
    fn from(error: HostError) -> Box<EvalAltResult> {
        error.0.into()
    }
}

/// Everything that a script can use beside the language itself.
pub(crate) fn register(engine: &mut Engine, host: &Arc<dyn ScriptHost>) {
    functions(engine, host);
    engine.register_type_with_name::<ScriptObject>("Object");
    engine.register_fn("to_string", |object: &mut ScriptObject| object.to_string());
    engine.register_fn("to_debug", |object: &mut ScriptObject| object.to_string());
    engine.register_fn("==", |one: ScriptObject, other: ScriptObject| one.key == other.key);
    engine.register_fn("!=", |one: ScriptObject, other: ScriptObject| one.key != other.key);
    properties(engine);
    methods(engine);
}

fn functions(engine: &mut Engine, host: &Arc<dyn ScriptHost>) {
    objects(engine, host);
    scenes(engine, host);
    let world = Arc::clone(host);
    engine.register_fn("log", move |message: Dynamic| world.log(&message.to_string()));
    let world = Arc::clone(host);
    engine.register_fn("time", move || world.time());
    let world = Arc::clone(host);
    engine.on_print(move |message| world.log(message));
    let world = Arc::clone(host);
    engine.on_debug(move |message, _, _| world.log(message));
}

fn objects(engine: &mut Engine, host: &Arc<dyn ScriptHost>) {
    let world = Arc::clone(host);
    engine.register_fn("find", move |path: &str| -> Fallible<Dynamic> {
        let found = world.find(path)?;
        Ok(found.map_or(Dynamic::UNIT, |key| Dynamic::from(ScriptObject::new(key, &world))))
    });
    let world = Arc::clone(host);
    engine.register_fn("find_all", move |name: &str| -> Fallible<Array> {
        let found = world.find_all(name)?;
        Ok(found.into_iter().map(|key| Dynamic::from(ScriptObject::new(key, &world))).collect())
    });
    let world = Arc::clone(host);
    engine.register_fn("create", move |name: &str| -> Fallible<ScriptObject> {
        Ok(ScriptObject::new(world.create(name, None)?, &world))
    });
    engine.register_fn("create", |name: &str, parent: ScriptObject| -> Fallible<ScriptObject> {
        Ok(parent.other(parent.host.create(name, Some(parent.key))?))
    });
}

fn scenes(engine: &mut Engine, host: &Arc<dyn ScriptHost>) {
    let world = Arc::clone(host);
    engine.register_fn("load_scene", move |name: &str| -> Fallible<()> {
        Ok(world.load_scene(name, false)?)
    });
    let world = Arc::clone(host);
    engine.register_fn("add_scene", move |name: &str| -> Fallible<()> {
        Ok(world.load_scene(name, true)?)
    });
}

fn properties(engine: &mut Engine) {
    engine.register_get("id", |object: &mut ScriptObject| object.id());
    engine.register_get("name", |object: &mut ScriptObject| -> Fallible<String> {
        Ok(object.host.name(object.key)?)
    });
    engine.register_get("path", |object: &mut ScriptObject| -> Fallible<String> {
        Ok(object.host.path(object.key)?)
    });
    engine.register_get("parent", |object: &mut ScriptObject| -> Fallible<Dynamic> {
        Ok(object.maybe(object.host.parent(object.key)?))
    });
    engine.register_set(
        "parent",
        |object: &mut ScriptObject, parent: ScriptObject| -> Fallible<()> {
            Ok(object.host.set_parent(object.key, parent.key)?)
        },
    );
    engine.register_get("children", |object: &mut ScriptObject| -> Fallible<Array> {
        let children = object.host.children(object.key)?;
        Ok(children.into_iter().map(|key| Dynamic::from(object.other(key))).collect())
    });
    engine.register_get("components", |object: &mut ScriptObject| -> Fallible<Array> {
        let types = object.host.components(object.key)?;
        Ok(types.into_iter().map(Dynamic::from).collect())
    });
    engine.register_get_set(
        "active",
        |object: &mut ScriptObject| -> Fallible<bool> { Ok(object.host.is_active(object.key)?) },
        |object: &mut ScriptObject, active: bool| -> Fallible<()> {
            Ok(object.host.set_active(object.key, active)?)
        },
    );
}

fn methods(engine: &mut Engine) {
    engine.register_fn(
        "get",
        |object: &mut ScriptObject, component: &str, member: &str| -> Fallible<Dynamic> {
            Ok(from_json(&object.host.get(object.key, component, member)?))
        },
    );
    engine.register_fn(
        "set",
        |object: &mut ScriptObject,
         component: &str,
         member: &str,
         value: Dynamic|
         -> Fallible<()> {
            Ok(object.host.set(object.key, component, member, &to_json(&value))?)
        },
    );
    engine.register_fn("destroy", |object: &mut ScriptObject| -> Fallible<()> {
        Ok(object.host.destroy(object.key)?)
    });
    engine.register_fn("add", |object: &mut ScriptObject, component: &str| -> Fallible<()> {
        Ok(object.host.add_component(object.key, component)?)
    });
    engine.register_fn("remove", |object: &mut ScriptObject, component: &str| -> Fallible<()> {
        Ok(object.host.remove_component(object.key, component)?)
    });
}
