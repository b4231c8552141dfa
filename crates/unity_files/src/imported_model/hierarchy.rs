//! The objects that Unity's importer makes of a model: from the nodes of its file or, without the
//! file, from its import settings.

use std::collections::{HashMap, HashSet};

use scenewright_fbx::{FbxNode, FbxNodeKind};

use super::file_ids::ROOT_NAME;
use super::settings::{ModelSettings, RigKind};

pub(super) const CAMERA: u32 = 20;
pub(super) const MESH_RENDERER: u32 = 23;
pub(super) const MESH_FILTER: u32 = 33;
pub(super) const MESH_COLLIDER: u32 = 64;
pub(super) const ANIMATOR: u32 = 95;
pub(super) const LIGHT: u32 = 108;
pub(super) const ANIMATION: u32 = 111;
pub(super) const SKINNED_MESH_RENDERER: u32 = 137;
pub(super) const LOD_GROUP: u32 = 205;

/// The components that an importer creates. Meshes, clips and materials are in the same lists.
pub(super) const IMPORTED_COMPONENTS: [(u32, &str); 9] = [
    (CAMERA, "Camera"),
    (MESH_RENDERER, "MeshRenderer"),
    (MESH_FILTER, "MeshFilter"),
    (MESH_COLLIDER, "MeshCollider"),
    (ANIMATOR, "Animator"),
    (LIGHT, "Light"),
    (ANIMATION, "Animation"),
    (SKINNED_MESH_RENDERER, "SkinnedMeshRenderer"),
    (LOD_GROUP, "LODGroup"),
];

/// An object of the model. The first one is the root.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ModelNode {
    /// `//RootNode` for the root.
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    /// The classes of its components, without the Transform.
    pub(super) components: Vec<u32>,
    /// Its parent is not known; it is shown below the root.
    pub(super) is_guessed: bool,
}

/// From the nodes of the model's file.
pub(super) fn from_file(file: &[FbxNode], settings: &ModelSettings) -> Vec<ModelNode> {
    let names = unique_names(file);
    let tops: Vec<usize> = (0..file.len()).filter(|&at| file[at].parent.is_none()).collect();
    // A single node at the top becomes the root, unless it is a bone.
    let merged = match tops[..] {
        [top] if !settings.keeps_root && file[top].kind != FbxNodeKind::Bone => Some(top),
        _ => None,
    };
    let hidden = hidden_bones(file, &names, merged, settings);
    let mut nodes = vec![root(merged.map_or(FbxNodeKind::Other, |top| file[top].kind), settings)];
    let mut places: HashMap<usize, usize> = merged.into_iter().map(|top| (top, 0)).collect();
    for (at, node) in file.iter().enumerate().filter(|(at, _)| Some(*at) != merged) {
        if hidden.contains(&at) {
            continue;
        }
        let parent = node.parent.and_then(|parent| places.get(&parent)).copied().unwrap_or(0);
        places.insert(at, nodes.len());
        nodes.push(ModelNode {
            name: names[at].clone(),
            parent: Some(parent),
            components: components(node.kind, settings),
            is_guessed: false,
        });
    }
    add_lod_groups(&mut nodes);
    keep_listed(&mut nodes, settings);
    if settings.keeps_order { nodes } else { sorted(nodes) }
}

/// From the lists in the import settings: a rig names parents, other lists only names.
pub(super) fn from_settings(settings: &ModelSettings) -> Vec<ModelNode> {
    let mut nodes = vec![root(FbxNodeKind::Other, settings)];
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (name, parent) in &settings.skeleton {
        let place = match places.get(parent.as_str()) {
            // The first one is the root, under the name of an instance of the file.
            None if places.is_empty() && parent.is_empty() => 0,
            Some(&parent) if !places.contains_key(name.as_str()) => {
                nodes.push(listed_node(name, parent, false));
                nodes.len() - 1
            }
            _ => continue,
        };
        places.insert(name, place);
    }
    let unplaced: Vec<&String> = settings
        .names
        .iter()
        .filter(|name| *name != ROOT_NAME && !places.contains_key(name.as_str()))
        .collect();
    nodes.extend(unplaced.into_iter().map(|name| listed_node(name, 0, true)));
    for node in &mut nodes {
        let listed = IMPORTED_COMPONENTS.iter().map(|(class, _)| *class);
        let listed = listed.filter(|class| settings.lists(*class, &node.name));
        let new: Vec<u32> = listed.filter(|class| !node.components.contains(class)).collect();
        node.components.extend(new);
    }
    sorted(nodes)
}

fn listed_node(name: &str, parent: usize, is_guessed: bool) -> ModelNode {
    ModelNode { name: name.to_owned(), parent: Some(parent), components: Vec::new(), is_guessed }
}

fn root(kind: FbxNodeKind, settings: &ModelSettings) -> ModelNode {
    let animation = match settings.rig {
        RigKind::None => None,
        RigKind::Animator => Some(ANIMATOR),
        RigKind::Legacy => Some(ANIMATION),
    };
    let components = components(kind, settings).into_iter().chain(animation).collect();
    ModelNode { name: ROOT_NAME.to_owned(), parent: None, components, is_guessed: false }
}

fn components(kind: FbxNodeKind, settings: &ModelSettings) -> Vec<u32> {
    match kind {
        FbxNodeKind::Mesh if settings.adds_colliders => {
            vec![MESH_FILTER, MESH_RENDERER, MESH_COLLIDER]
        }
        FbxNodeKind::Mesh => vec![MESH_FILTER, MESH_RENDERER],
        FbxNodeKind::DeformedMesh => vec![SKINNED_MESH_RENDERER],
        FbxNodeKind::Camera if settings.imports_cameras => vec![CAMERA],
        FbxNodeKind::Light if settings.imports_lights => vec![LIGHT],
        _ => Vec::new(),
    }
}

/// Of nodes with the same name, all but the first get a number: `Arm 1`.
fn unique_names(file: &[FbxNode]) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut next: HashMap<&str, usize> = HashMap::new();
    let mut unique = Vec::with_capacity(file.len());
    for node in file {
        let number = next.entry(&node.name).or_default();
        let mut name = node.name.clone();
        while !taken.insert(name.clone()) {
            *number += 1;
            name = format!("{} {number}", node.name);
        }
        unique.push(name);
    }
    unique
}

/// An optimized rig has no objects for its bones, except those that are exposed.
fn hidden_bones(
    file: &[FbxNode],
    names: &[String],
    merged: Option<usize>,
    settings: &ModelSettings,
) -> HashSet<usize> {
    if !settings.hides_bones || settings.rig != RigKind::Animator {
        return HashSet::new();
    }
    let is_exposed = |at: usize| {
        let above = std::iter::successors(Some(at), |&at| file[at].parent);
        let mut path: Vec<&str> =
            above.filter(|at| Some(*at) != merged).map(|at| names[at].as_str()).collect();
        path.reverse();
        settings.exposed.contains(&path.join("/"))
    };
    let bones = (0..file.len()).filter(|&at| file[at].kind == FbxNodeKind::Bone);
    bones.filter(|&at| !is_exposed(at)).collect()
}

/// Children named `…_LOD0`, `…_LOD1` make their parent a group of levels of detail.
fn add_lod_groups(nodes: &mut [ModelNode]) {
    let mut levels: HashMap<usize, usize> = HashMap::new();
    for node in nodes.iter().filter(|node| is_lod(&node.name)) {
        if let Some(parent) = node.parent {
            *levels.entry(parent).or_default() += 1;
        }
    }
    for (parent, _) in levels.into_iter().filter(|(_, levels)| *levels > 1) {
        nodes[parent].components.push(LOD_GROUP);
    }
}

fn is_lod(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    stem.len() < name.len() && stem.ends_with("_LOD")
}

/// Where the settings list the components, they are exact.
fn keep_listed(nodes: &mut [ModelNode], settings: &ModelSettings) {
    if settings.names.is_empty() {
        return;
    }
    for node in nodes.iter_mut().filter(|node| settings.names.contains(&node.name)) {
        node.components.retain(|class| settings.lists(*class, &node.name));
    }
}

/// Siblings by name.
fn sorted(nodes: Vec<ModelNode>) -> Vec<ModelNode> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(at);
        }
    }
    for siblings in &mut children {
        siblings.sort_by(|&a, &b| nodes[b].name.cmp(&nodes[a].name));
    }
    let mut ordered = Vec::with_capacity(nodes.len());
    let mut open: Vec<(usize, Option<usize>)> = vec![(0, None)];
    while let Some((at, parent)) = open.pop() {
        open.extend(children[at].iter().map(|&child| (child, Some(ordered.len()))));
        ordered.push(ModelNode { parent, ..nodes[at].clone() });
    }
    ordered
}

impl ModelSettings {
    fn lists(&self, class: u32, name: &str) -> bool {
        self.listed.contains_key(&(class, name.to_owned()))
    }
}
