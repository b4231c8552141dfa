//! The open scene: its tree, its nodes and the selection.

use serde_json::{Map, Value, json};

use super::errors::GodotyError;
use super::methods::{Capability, GodotyMethod};
use super::params::ParamKind::{Flag, Integer, Text, TextList};
use super::params::{GodotyParams, optional, required};
use super::{Godoty, GodotyResult, paths, text};

/// The deepest tree that an operation returns.
const MAX_TREE_DEPTH: i64 = 60;

pub(super) const GET_SCENE_TREE: GodotyMethod = GodotyMethod {
    name: "get_scene_tree",
    capability: Some(Capability::Scene),
    params: &[
        optional("root_path", Text),
        optional("max_depth", Integer),
        optional("include_properties", Flag),
    ],
    operation: Some("scene.tree.read"),
    handler: |server, params| Box::pin(server.scene_tree(params)),
};

pub(super) const GET_NODE_PROPERTIES: GodotyMethod = GodotyMethod {
    name: "get_node_properties",
    capability: Some(Capability::Scene),
    params: &[
        required("node_path", Text),
        optional("categories", TextList),
        optional("include_default", Flag),
    ],
    operation: Some("scene.node.properties"),
    handler: |server, params| Box::pin(server.node_properties(params)),
};

pub(super) const GET_SELECTED_NODES: GodotyMethod = GodotyMethod {
    name: "get_selected_nodes",
    capability: Some(Capability::Scene),
    params: &[optional("include_properties", Flag)],
    operation: Some("world.selection.read"),
    handler: |server, params| Box::pin(server.selected_nodes(params)),
};

impl Godoty {
    /// The path of the scene that is edited.
    pub(super) async fn current_scene(&self) -> Result<String, GodotyError> {
        let loaded = self.call("world.scenes.list", json!({})).await?;
        let scenes = loaded["scenes"].as_array();
        let active = scenes.into_iter().flatten().find(|scene| scene["isActive"] == true);
        let path = active.and_then(|scene| scene["scenePath"].as_str());
        path.map(str::to_owned).ok_or_else(GodotyError::no_open_scene)
    }

    async fn scene_tree(&self, params: &GodotyParams) -> GodotyResult {
        let root = params.text("root_path").unwrap_or("/root");
        let depth = params.integer("max_depth", -1);
        let with_properties = params.flag("include_properties");
        let scene = self.current_scene().await?;
        let tree = self.tree(&scene, root, depth, with_properties).await?;
        Ok(json!({ "success": true, "scene_path": scene, "tree": tree }))
    }

    /// `depth` counts the levels below the root of the tree.
    async fn tree(
        &self,
        scene: &str,
        root: &str,
        depth: i64,
        with_properties: bool,
    ) -> GodotyResult {
        let levels =
            if depth < 0 { MAX_TREE_DEPTH } else { depth.saturating_add(1).min(MAX_TREE_DEPTH) };
        let arguments = json!({
            "scenePath": scene,
            "root": paths::to_scene_path(root),
            "maxDepth": levels,
            "includeProperties": with_properties,
        });
        let read = self.call("scene.tree.read", arguments).await;
        let mut tree = read.map_err(|failure| GodotyError::for_node(root, failure))?["tree"].take();
        to_protocol_tree(&mut tree);
        Ok(tree)
    }

    async fn node_properties(&self, params: &GodotyParams) -> GodotyResult {
        let path = params.required_text("node_path");
        let categories = params.strings("categories");
        let mut arguments = json!({
            "scenePath": self.current_scene().await?,
            "objectPath": paths::to_scene_path(path).ok_or_else(|| GodotyError::node_not_found(path))?,
            "includeDefault": params.flag("include_default"),
            "categories": categories,
        });
        let read = self.call("scene.node.properties", arguments.clone()).await;
        let mut read = read.map_err(|failure| GodotyError::for_node(path, failure))?;
        // Exported properties are returned in any case.
        if read.get("script").is_some() && arguments["includeDefault"] == false {
            arguments["includeDefault"] = json!(true);
            let mut all = self.call("scene.node.properties", arguments).await?;
            let exported = all["scriptProperties"].as_object_mut().map(std::mem::take);
            let exported = exported.into_iter().flatten();
            let exported = exported.filter(|(_, property)| property["exported"] == true);
            read["scriptProperties"] = Value::Object(exported.collect());
        }
        let mut result = json!({
            "success": true,
            "node_path": paths::to_root_path(read["nodePath"].as_str().unwrap_or_default()),
            "node_type": read["nodeType"],
        });
        if let Some(script) = read.get_mut("script") {
            result["script"] = script.take();
        }
        result["properties"] = with_floats(read["properties"].take());
        result["script_properties"] = with_floats(read["scriptProperties"].take());
        Ok(result)
    }

    /// Scene and path of each selected node.
    pub(super) async fn selection(&self) -> Result<Vec<(String, String)>, GodotyError> {
        let read = self.call("world.selection.read", json!({})).await?;
        let objects = read["objects"].as_array().into_iter().flatten();
        let place = |object: &Value| {
            (text(&object["scenePath"]).to_owned(), text(&object["objectPath"]).to_owned())
        };
        Ok(objects.map(place).collect())
    }

    async fn selected_nodes(&self, params: &GodotyParams) -> GodotyResult {
        let with_properties = params.flag("include_properties");
        let mut nodes = Vec::new();
        for (scene, path) in self.selection().await? {
            let mut node = self.tree(&scene, &path, 0, with_properties).await?;
            node.as_object_mut().map(|node| node.remove("children"));
            nodes.push(node);
        }
        Ok(json!({ "success": true, "selection_count": nodes.len(), "nodes": nodes }))
    }
}

/// Floats as Godot writes them: 6 is 6.0 if the property is a float.
fn with_floats(mut properties: Value) -> Value {
    for (_, property) in properties.as_object_mut().into_iter().flatten() {
        if property["type"] == "float"
            && let Some(number) = property["value"].as_f64()
        {
            property["value"] = json!(number);
        }
    }
    properties
}

/// Converts paths and properties of a tree to the protocol's form. The operation bounds the depth.
fn to_protocol_tree(node: &mut Value) {
    if let Some(path) = node["path"].as_str() {
        node["path"] = json!(paths::to_root_path(path));
    }
    // In the form of `get_node_properties`.
    let properties = node.get_mut("properties").and_then(Value::as_object_mut);
    for (_, value) in properties.into_iter().flatten() {
        *value = json!({ "value": value.take() });
    }
    if let Some(children) = node.get_mut("children").and_then(Value::as_array_mut) {
        children.iter_mut().for_each(to_protocol_tree);
    } else if let Some(node) = node.as_object_mut() {
        node.insert("children".to_owned(), Value::Array(Vec::new()));
    }
}

/// Arguments without the absent ones.
pub(super) fn without_absent<const N: usize>(pairs: [(&str, Option<Value>); N]) -> Value {
    let said = pairs.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(said.collect::<Map<_, _>>())
}
