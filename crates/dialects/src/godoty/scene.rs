//! The open scene: its tree, its nodes and the selection.

use scenewright_catalogue::outputs::{
    LoadedScenesOutput, NodePropertiesReadOutput, SceneTreeNode, Selection, TreeReadOutput,
};
use serde_json::{Map, Value, json};

use super::errors::GodotyError;
use super::methods::{Capability, GodotyMethod, json_answer};
use super::params::ParamKind::{Flag, Integer, Text, TextList};
use super::params::{GodotyParams, optional, required};
use super::{Godoty, GodotyResult, paths};

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
    handler: |server, params| json_answer(server.scene_tree(params)),
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
    handler: |server, params| json_answer(server.node_properties(params)),
};

pub(super) const GET_SELECTED_NODES: GodotyMethod = GodotyMethod {
    name: "get_selected_nodes",
    capability: Some(Capability::Scene),
    params: &[optional("include_properties", Flag)],
    operation: Some("world.selection.read"),
    handler: |server, params| json_answer(server.selected_nodes(params)),
};

impl Godoty {
    /// The path of the scene that is edited.
    pub(super) async fn current_scene(&self) -> Result<String, GodotyError> {
        let loaded = self.call("world.scenes.list", json!({})).await?;
        let mut scenes = loaded.output_as::<LoadedScenesOutput>()?.scenes.iter();
        let active = scenes.find(|scene| scene.is_active);
        active.map(|scene| scene.path.clone()).ok_or_else(GodotyError::no_open_scene)
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
        let read = read.map_err(|failure| GodotyError::for_node(root, failure))?;
        let tree = read.output_as::<TreeReadOutput>()?.tree.as_ref();
        Ok(tree.map_or(Value::Null, tree_json))
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
        let read = read.map_err(|failure| GodotyError::for_node(path, failure))?;
        let node = read.output_as::<NodePropertiesReadOutput>()?;
        let mut script_properties = node.script_properties.clone();
        // Exported properties are returned in any case.
        if node.script.is_some() && !params.flag("include_default") {
            arguments["includeDefault"] = json!(true);
            let all = self.call("scene.node.properties", arguments).await?;
            let all = all.output_as::<NodePropertiesReadOutput>()?.script_properties.iter();
            let exported = all.filter(|(_, property)| property["exported"] == true);
            script_properties =
                exported.map(|(name, property)| (name.clone(), property.clone())).collect();
        }
        let mut result = json!({
            "success": true,
            "node_path": paths::to_root_path(&node.node_path),
            "node_type": node.node_type,
        });
        if let Some(script) = &node.script {
            result["script"] = json!(script);
        }
        result["properties"] = with_floats(node.properties.clone());
        result["script_properties"] = with_floats(script_properties);
        Ok(result)
    }

    /// Scene and path of each selected node.
    pub(super) async fn selection(&self) -> Result<Vec<(String, String)>, GodotyError> {
        let read = self.call("world.selection.read", json!({})).await?;
        let objects = read.output_as::<Selection>()?.objects.iter();
        Ok(objects.map(|object| (object.scene.clone(), object.path.clone())).collect())
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
fn with_floats(mut properties: Map<String, Value>) -> Value {
    properties.values_mut().for_each(show_float);
    Value::Object(properties)
}

/// The same for one property.
pub(super) fn show_float(property: &mut Value) {
    if property["type"] == "float"
        && let Some(number) = property["value"].as_f64()
    {
        property["value"] = json!(number);
    }
}

/// A tree in the form of the protocol. The operation bounds its depth.
fn tree_json(node: &SceneTreeNode) -> Value {
    let mut tree = json!({
        "name": node.name,
        "type": node.type_name,
        "path": paths::to_root_path(&node.path),
    });
    if let Some(script) = &node.script {
        tree["script"] = json!(script);
    }
    if let Some(properties) = &node.properties {
        // In the form of `get_node_properties`.
        let properties = properties.iter();
        let properties: Map<String, Value> =
            properties.map(|(name, value)| (name.clone(), json!({ "value": value }))).collect();
        tree["properties"] = Value::Object(properties);
    }
    tree["children"] = node.children.iter().map(tree_json).collect();
    tree
}

/// Arguments without the absent ones.
pub(super) fn without_absent<const N: usize>(pairs: [(&str, Option<Value>); N]) -> Value {
    let said = pairs.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(said.collect::<Map<_, _>>())
}
