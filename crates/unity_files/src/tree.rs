//! The objects of one file with its prefab instances resolved, under the ids that the file gives
//! them.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use scenewright_model::{Component, ObjectId, ObjectIndex, Scene, SceneObject};

/// In pre-order: a parent comes before its children, siblings are in the editor's order.
#[derive(Debug, Default)]
pub(crate) struct UnityTree {
    pub(crate) nodes: Vec<UnityNode>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct UnityNode {
    /// The chain of fileIDs that leads to the object: instances, then the GameObject itself.
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) active: bool,
    /// Empty for an object without a tag.
    pub(crate) tag: String,
    pub(crate) layer: u32,
    pub(crate) static_flags: u32,
    pub(crate) game_object: i64,
    /// 0 for an object without a Transform.
    pub(crate) transform: i64,
    /// The prefab instance of this file, if the node is its root.
    pub(crate) instance: Option<i64>,
    pub(crate) parts: Vec<ComponentPart>,
    /// Its `m_RootOrder`; newer files have none.
    pub(crate) root_order: Option<i64>,
    pub(crate) parent: Option<usize>,
}

/// A component under the id that the file gives it.
#[derive(Debug, Clone)]
pub(crate) struct ComponentPart {
    pub(crate) id: i64,
    /// The id in the file that really holds it.
    pub(crate) source: i64,
    /// How many instances deep that file is; their ids are the first ones of the node's key.
    pub(crate) levels: usize,
    /// Shared: a scene has many components of few types.
    pub(crate) component: Arc<Component>,
}

/// The node that each id of the file belongs to, and the position of the component that it is.
pub(crate) type NodePlaces = HashMap<i64, (usize, Option<usize>), RandomState>;

impl UnityTree {
    pub(crate) fn into_scene(self, path: &str) -> Scene {
        let mut scene = Scene { path: path.to_owned(), ..Scene::default() };
        scene.objects.reserve_exact(self.nodes.len());
        let mut placed: Vec<ObjectIndex> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes {
            let parent = node.parent.map(|parent| placed[parent]);
            placed.push(scene.push(parent, node.into_object(path)));
        }
        scene
    }

    /// The total length of the paths of all objects: it is quadratic for a chain of parents.
    pub(crate) fn path_bytes(&self) -> usize {
        let mut lengths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let above = node.parent.map_or(0, |parent| lengths[parent] + 1);
            lengths.push(above + node.name.len());
        }
        lengths.iter().sum()
    }

    pub(crate) fn nodes_by_id(&self) -> NodePlaces {
        let mut places = NodePlaces::default();
        for (index, node) in self.nodes.iter().enumerate() {
            for (position, part) in node.parts.iter().enumerate() {
                places.entry(part.id).or_insert((index, Some(position)));
            }
            for id in [Some(node.game_object), node.instance].into_iter().flatten() {
                places.entry(id).or_insert((index, None));
            }
        }
        // The id of what has none.
        places.remove(&0);
        places
    }

    /// The names from the root to a node, joined by `/`.
    pub(crate) fn object_path(&self, node: usize) -> String {
        let above = std::iter::successors(Some(node), |&node| self.nodes[node].parent);
        let mut names: Vec<&str> = above.map(|node| self.nodes[node].name.as_str()).collect();
        names.reverse();
        names.join("/")
    }
}

impl ComponentPart {
    /// A component of the file itself.
    pub(crate) fn own(id: i64, component: impl Into<Arc<Component>>) -> ComponentPart {
        ComponentPart { id, source: id, levels: 0, component: component.into() }
    }
}

impl UnityNode {
    pub(crate) fn object_id(&self, file: &str) -> ObjectId {
        ObjectId::new(file, &self.key)
    }

    fn into_object(self, file: &str) -> SceneObject {
        SceneObject {
            id: self.object_id(file),
            name: self.name,
            path: String::new(),
            active: self.active,
            tag: (!self.tag.is_empty()).then_some(self.tag),
            layer: Some(self.layer),
            static_flags: Some(self.static_flags),
            components: self.parts.into_iter().map(|part| part.component).collect(),
            parent: None,
            children: Vec::new(),
            node: None,
        }
    }
}
