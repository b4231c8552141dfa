//! The tree of nodes that objects and connections form.

use crate::objects::{FbxObjects, ObjectClass, ParentObject};
use crate::{FbxNode, FbxNodeKind};

/// What the connections say about each object.
struct ObjectLinks {
    parent: Vec<Option<ParentObject>>,
    /// Children of the root, then of each object, in the order of the connections.
    roots: Vec<usize>,
    children: Vec<Vec<usize>>,
    has_mesh: Vec<bool>,
    is_deformed: Vec<bool>,
}

/// Nodes that are not connected to the root are not part of the scene.
pub(crate) fn nodes(objects: &FbxObjects) -> Vec<FbxNode> {
    let links = ObjectLinks::read(objects);
    let mut nodes = Vec::new();
    let mut open: Vec<(usize, Option<usize>)> =
        links.roots.iter().rev().map(|&root| (root, None)).collect();
    while let Some((at, parent)) = open.pop() {
        let index = nodes.len();
        let name = objects.objects[at].name.clone();
        nodes.push(FbxNode { name, kind: links.kind(objects, at), parent });
        open.extend(links.children[at].iter().rev().map(|&child| (child, Some(index))));
    }
    nodes
}

impl ObjectLinks {
    fn read(objects: &FbxObjects) -> ObjectLinks {
        let count = objects.objects.len();
        let mut links = ObjectLinks {
            parent: vec![None; count],
            roots: Vec::new(),
            children: vec![Vec::new(); count],
            has_mesh: vec![false; count],
            is_deformed: vec![false; count],
        };
        for &(child, parent) in &objects.connections {
            links.add(objects, child, parent);
        }
        links.pass_deformation_to_nodes(objects);
        links
    }

    fn add(&mut self, objects: &FbxObjects, child: usize, parent: ParentObject) {
        let class = |at: usize| objects.objects[at].class;
        match (class(child), parent) {
            (ObjectClass::Model, _) if self.parent[child].is_some() => {}
            (ObjectClass::Model, ParentObject::Root) => {
                self.parent[child] = Some(parent);
                self.roots.push(child);
            }
            (ObjectClass::Model, ParentObject::Object(above))
                if class(above) == ObjectClass::Model =>
            {
                self.parent[child] = Some(parent);
                self.children[above].push(child);
            }
            (ObjectClass::Geometry, ParentObject::Object(above)) => self.has_mesh[above] = true,
            (ObjectClass::Deformer, ParentObject::Object(above)) => self.is_deformed[above] = true,
            _ => {}
        }
    }

    /// A skin is connected to the mesh, the mesh to the node.
    fn pass_deformation_to_nodes(&mut self, objects: &FbxObjects) {
        for &(child, parent) in &objects.connections {
            let is_mesh = objects.objects[child].class == ObjectClass::Geometry;
            if let ParentObject::Object(node) = parent
                && is_mesh
                && self.is_deformed[child]
            {
                self.is_deformed[node] = true;
            }
        }
    }

    fn kind(&self, objects: &FbxObjects, at: usize) -> FbxNodeKind {
        let kind = objects.objects[at].kind.as_str();
        let is_mesh = self.has_mesh[at] || (kind == "Mesh" && objects.stores_meshes_in_nodes());
        match kind {
            _ if is_mesh && self.is_deformed[at] => FbxNodeKind::DeformedMesh,
            _ if is_mesh => FbxNodeKind::Mesh,
            "LimbNode" | "Limb" | "Root" => FbxNodeKind::Bone,
            "Camera" => FbxNodeKind::Camera,
            "Light" => FbxNodeKind::Light,
            _ => FbxNodeKind::Other,
        }
    }
}
