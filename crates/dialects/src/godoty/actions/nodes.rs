//! Actions on nodes of the open scene.

use scenewright_catalogue::outputs::{NodePropertiesReadOutput, ObjectReadOutput};
use scenewright_catalogue::{EditOutput, EditorEvent};
use serde_json::{Map, Value, json};

use super::GodotyAction;
use crate::godoty::errors::GodotyError;
use crate::godoty::params::ParamKind::{Any, Text, TextList};
use crate::godoty::params::{GodotyParam, GodotyParams, optional, required};
use crate::godoty::scene::{show_float, without_absent};
use crate::godoty::{Godoty, GodotyResult, paths};

const NODE_PATH: GodotyParam = required("node_path", Text);

pub(super) const SELECT_NODE: GodotyAction = GodotyAction {
    name: "select_node",
    params: &[NODE_PATH],
    operation: "world.selection.set",
    is_dangerous: false,
    handler: |server, args| Box::pin(server.select_node(args)),
};

pub(super) const SELECT_NODES: GodotyAction = GodotyAction {
    name: "select_nodes",
    params: &[required("node_paths", TextList)],
    operation: "world.selection.set",
    is_dangerous: false,
    handler: |server, args| Box::pin(server.select_nodes(args)),
};

pub(super) const FOCUS_NODE: GodotyAction = GodotyAction {
    name: "focus_node",
    params: &[NODE_PATH],
    operation: "editor.focus",
    is_dangerous: false,
    handler: |server, args| Box::pin(server.focus_node(args)),
};

pub(super) const SET_PROPERTY: GodotyAction = GodotyAction {
    name: "set_property",
    params: &[NODE_PATH, required("property", Text), required("value", Any)],
    operation: "scene.member.write",
    is_dangerous: false,
    handler: |server, args| Box::pin(server.set_property(args)),
};

pub(super) const CREATE_NODE: GodotyAction = GodotyAction {
    name: "create_node",
    params: &[required("parent_path", Text), required("node_type", Text), optional("name", Text)],
    operation: "scene.object.create",
    is_dangerous: false,
    handler: |server, args| Box::pin(server.create_node(args)),
};

pub(super) const DELETE_NODE: GodotyAction = GodotyAction {
    name: "delete_node",
    params: &[NODE_PATH],
    operation: "scene.object.delete",
    is_dangerous: true,
    handler: |server, args| Box::pin(server.delete_node(args)),
};

impl Godoty {
    /// The id of a node of the scene that is edited.
    async fn node_id(&self, scene: &str, path: &str) -> Result<u64, GodotyError> {
        let inside = paths::to_scene_path(path).ok_or_else(|| GodotyError::node_not_found(path))?;
        let arguments = json!({ "scenePath": scene, "objectPath": inside });
        let read = self.call("scene.object.read", arguments).await;
        let read = read.map_err(|failure| GodotyError::for_node(path, failure))?;
        Ok(read.output_as::<ObjectReadOutput>()?.instance_id)
    }

    async fn select_node(&self, args: &GodotyParams) -> GodotyResult {
        let path = args.required_text("node_path");
        self.select(&[path]).await?;
        Ok(json!({ "node_path": path }))
    }

    async fn select_nodes(&self, args: &GodotyParams) -> GodotyResult {
        let paths = args.strings("node_paths").unwrap_or_default();
        self.select(&paths).await?;
        Ok(json!({ "node_paths": paths }))
    }

    async fn select(&self, nodes: &[&str]) -> Result<(), GodotyError> {
        let scene = self.current_scene().await?;
        let mut ids = Vec::new();
        for path in nodes {
            ids.push(self.node_id(&scene, path).await?);
        }
        let objects = nodes.iter().filter_map(|path| paths::to_scene_path(path)).map(str::to_owned);
        let selected = EditorEvent::SelectionChanged { objects: objects.collect() };
        let arguments = json!({ "instanceIds": ids });
        self.call_and_notify("world.selection.set", arguments, |_| Some(selected)).await?;
        Ok(())
    }

    async fn focus_node(&self, args: &GodotyParams) -> GodotyResult {
        let path = args.required_text("node_path");
        let scene = self.current_scene().await?;
        let arguments = json!({ "scenePath": scene, "objectPath": paths::to_scene_path(path) });
        self.node_id(&scene, path).await?;
        self.call("editor.focus", arguments).await?;
        Ok(json!({ "node_path": path }))
    }

    async fn set_property(&self, args: &GodotyParams) -> GodotyResult {
        let path = args.required_text("node_path");
        let property = args.required_text("property");
        let value = args.value("value").map(godot_literal);
        let scene = self.current_scene().await?;
        let inside = paths::to_scene_path(path).ok_or_else(|| GodotyError::node_not_found(path))?;
        let old = self.property(&scene, inside, property).await;
        let arguments = json!({
            "scenePath": scene,
            "objectPath": inside,
            "member": property,
            "value": value,
            "save": false,
        });
        let written = self.call("scene.member.write", arguments).await;
        written.map_err(|failure| GodotyError::for_node(path, failure))?;
        let new = self.property(&scene, inside, property).await;
        Ok(json!({ "node_path": path, "property": property, "old_value": old, "new_value": new }))
    }

    /// As the protocol shows values, with the default of a property that is not stored; `null` where there is none.
    async fn property(&self, scene: &str, path: &str, property: &str) -> Value {
        let arguments = json!({ "scenePath": scene, "objectPath": path, "includeDefault": true });
        let Ok(answer) = self.call("scene.node.properties", arguments).await else {
            return Value::Null;
        };
        let Ok(read) = answer.output_as::<NodePropertiesReadOutput>() else { return Value::Null };
        let (name, part) = match property.split_once([':', '.']) {
            Some((name, part)) => (name, Some(part)),
            None => (property, None),
        };
        let found = read.properties.get(name).or_else(|| read.script_properties.get(name));
        let value = match found.cloned() {
            Some(mut found) => {
                show_float(&mut found);
                let is_empty_path = found["type"] == "NodePath" && found["value"].is_null();
                if is_empty_path { json!("") } else { found["value"].take() }
            }
            None => unlisted(&read.properties, name),
        };
        part.and_then(|part| component(&value, part)).unwrap_or(value)
    }

    async fn create_node(&self, args: &GodotyParams) -> GodotyResult {
        let parent = args.required_text("parent_path");
        let class = args.required_text("node_type");
        let name = args.text("name").unwrap_or(class);
        let arguments = without_absent([
            ("scenePath", Some(json!(self.current_scene().await?))),
            ("parentPath", paths::to_scene_path(parent).map(|parent| json!(parent))),
            ("class", Some(json!(class))),
            ("name", Some(json!(name))),
            ("save", Some(json!(false))),
        ]);
        let made = self.call("scene.object.create", arguments).await;
        let made = made.map_err(|failure| GodotyError::for_node(parent, failure))?;
        let created = made.output_as::<EditOutput>()?.created.first();
        let path = created.map_or("", |created| created.path.as_str());
        Ok(json!({ "node_path": paths::to_root_path(path), "node_type": class }))
    }

    async fn delete_node(&self, args: &GodotyParams) -> GodotyResult {
        let path = args.required_text("node_path");
        let inside = paths::to_scene_path(path).ok_or_else(|| GodotyError::node_not_found(path))?;
        let arguments = json!({
            "scenePath": self.current_scene().await?,
            "objectPath": inside,
            "save": false,
            "confirm": true,
        });
        let deleted = self.call("scene.object.delete", arguments).await;
        deleted.map_err(|failure| GodotyError::for_node(path, failure))?;
        Ok(json!({ "node_path": path }))
    }
}

/// The value of a property that scenes store in another form.
fn unlisted(listed: &Map<String, Value>, name: &str) -> Value {
    match name {
        "unique_name_in_owner" => json!(false),
        "rotation_degrees" => {
            listed.get("rotation").map_or(Value::Null, |it| degrees(&it["value"]))
        }
        _ => Value::Null,
    }
}

/// An angle, or three of them, in degrees.
fn degrees(radians: &Value) -> Value {
    // To the precision of numbers in files.
    let convert = |angle: f64| (angle.to_degrees() * 1e5).round() / 1e5 + 0.0;
    if let Some(angle) = radians.as_f64() {
        return json!(convert(angle));
    }
    let parts = ["x", "y", "z"].map(|part| component(radians, part).and_then(|it| it.as_f64()));
    match parts {
        [Some(x), Some(y), Some(z)] => {
            json!(format!("Vector3({}, {}, {})", convert(x), convert(y), convert(z)))
        }
        _ => Value::Null,
    }
}

/// A component of a value in Godot's notation: 2.0 for the `y` of `Vector2(1, 2)`.
fn component(value: &Value, name: &str) -> Option<Value> {
    let (class, rest) = value.as_str()?.split_once('(')?;
    let names: &str = if class == "Color" { "rgba" } else { "xyzw" };
    let at = names.chars().position(|letter| name.chars().eq([letter]))?;
    let number = rest.strip_suffix(')')?.split(", ").nth(at)?;
    match class.ends_with('i') {
        true => number.parse::<i64>().ok().map(Value::from),
        false => number.parse::<f64>().ok().map(Value::from),
    }
}

/// A text such as `Vector3(0, 0, 0)` is a value in Godot's own notation.
fn godot_literal(value: &Value) -> Value {
    match value.as_str() {
        Some(text) if text.ends_with(')') && text.starts_with(|c: char| c.is_ascii_uppercase()) => {
            json!({ "literal": text })
        }
        _ => value.clone(),
    }
}
