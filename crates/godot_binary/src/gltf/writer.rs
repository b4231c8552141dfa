//! Writes the nodes of a model in the order in which Godot makes them.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use super::document::{GltfDocument, GltfNode, PhysicsRole};
use super::names::{NameSuffix, UniqueNames};
use super::skeletons::Skeletons;
use super::{GltfError, GltfRoot};
use crate::limits::MAX_TEXT_BYTES;
use crate::text::Quoted;

const ROOT_CLASS: &str = "Node3D";
const SKELETON: &str = "Skeleton3D";
const SHAPE: &str = "CollisionShape3D";

pub(super) struct GltfWriter<'d> {
    document: &'d GltfDocument,
    skeletons: Skeletons,
    /// The names in Godot, by number of the node.
    names: Vec<String>,
    unique: UniqueNames,
    /// By number of the skeleton.
    skeleton_paths: Vec<Option<String>>,
    /// By number of the bone.
    attachments: HashMap<usize, String>,
    /// The paths that were written.
    taken: HashSet<String>,
    /// By path, the last number that was added to it.
    last: HashMap<String, usize>,
    text: String,
}

/// A node that is still to be written.
struct PendingNode {
    number: usize,
    parent: String,
    /// The bone to which the node is attached, by its number.
    bone: Option<usize>,
}

impl<'d> GltfWriter<'d> {
    pub(super) fn new(document: &'d GltfDocument) -> GltfWriter<'d> {
        let skeletons = Skeletons::of(document);
        let mut unique = UniqueNames::default();
        let mut bones = UniqueNames::default();
        let mut names = Vec::with_capacity(document.nodes.len());
        for (number, node) in document.nodes.iter().enumerate() {
            let name = node.name().unwrap_or_else(|| default_name(node));
            // The names of bones are unique in their skeleton.
            let is_bone = document.is_joint(number);
            names.push(if is_bone { bones.unique(name) } else { unique.unique(name) });
        }
        GltfWriter {
            document,
            skeleton_paths: vec![None; skeletons.count()],
            skeletons,
            names,
            unique,
            attachments: HashMap::new(),
            taken: HashSet::new(),
            last: HashMap::new(),
            text: "[gd_scene format=3]\n".to_owned(),
        }
    }

    pub(super) fn write(mut self, root: &GltfRoot<'_>) -> Result<String, GltfError> {
        let pending = match self.document.single_root() {
            Some(number) => self.single_root(number, root)?,
            None => {
                let name = self.root_name(root);
                self.node(&name, root.class.unwrap_or(ROOT_CLASS), None)?;
                let roots = self.document.roots();
                roots.into_iter().map(PendingNode::below_root).collect()
            }
        };
        self.tree(pending)?;
        if self.document.has_animations() {
            self.add("AnimationPlayer", "AnimationPlayer", ".")?;
        }
        Ok(self.text)
    }

    /// The name of the scene in the file, unless it is the one that exporters write by default.
    fn root_name(&mut self, root: &GltfRoot<'_>) -> String {
        let scene = self.document.scene_name().filter(|name| !name.starts_with("Scene"));
        match root.name {
            Some(name) => UniqueNames::default().unique(name),
            None => self.unique.unique(scene.unwrap_or(root.file_stem)),
        }
    }

    /// The only node of the scene is the root itself.
    fn single_root(
        &mut self,
        number: usize,
        root: &GltfRoot<'_>,
    ) -> Result<Vec<PendingNode>, GltfError> {
        let node = &self.document.nodes[number];
        let name = root.name.unwrap_or(&self.names[number]).to_owned();
        self.node(&name, root.class.unwrap_or(self.document.class(node)), None)?;
        Ok(node.children.iter().map(|&child| PendingNode::below_root(child)).collect())
    }

    /// Without recursion: a hostile file may nest its nodes deeply, or contain a node twice.
    fn tree(&mut self, roots: Vec<PendingNode>) -> Result<(), GltfError> {
        let mut seen = vec![false; self.document.nodes.len()];
        let mut skinned = Vec::new();
        let mut open = roots;
        open.reverse();
        while let Some(pending) = open.pop() {
            let Some(node) = self.document.nodes.get(pending.number) else { continue };
            if std::mem::replace(&mut seen[pending.number], true) {
                continue;
            }
            let skeleton = self.skeletons.of_skinned(self.document, node);
            if let Some(skeleton) = skeleton {
                skinned.push((pending.number, skeleton));
                continue;
            }
            let below = self.place(&pending, node)?;
            let children = node.children.iter().rev();
            let bone = self.document.is_joint(pending.number).then_some(pending.number);
            open.extend(below.iter().flat_map(|parent| {
                children.clone().map(|&number| PendingNode { number, parent: parent.clone(), bone })
            }));
        }
        self.skinned(skinned)
    }

    /// Skinned meshes are moved to their skeleton at the end.
    fn skinned(&mut self, skinned: Vec<(usize, usize)>) -> Result<(), GltfError> {
        for (number, skeleton) in skinned {
            let path = self.skeleton_paths[skeleton].clone();
            let node = &self.document.nodes[number];
            self.ordinary(number, node, path.as_deref().unwrap_or("."))?;
        }
        Ok(())
    }

    /// Writes a node. Returns the parent of its children; `None` for a node that is not imported.
    fn place(
        &mut self,
        pending: &PendingNode,
        node: &GltfNode,
    ) -> Result<Option<String>, GltfError> {
        if let Some(skeleton) = self.skeletons.of_joint(pending.number) {
            if let Some(path) = &self.skeleton_paths[skeleton] {
                return Ok(Some(path.clone()));
            }
            let path = self.add(SKELETON, SKELETON, &pending.parent)?;
            self.skeleton_paths[skeleton] = Some(path.clone());
            return Ok(Some(path));
        }
        let parent = match pending.bone {
            Some(bone) => self.attachment(bone, &pending.parent)?,
            None => pending.parent.clone(),
        };
        self.ordinary(pending.number, node, &parent)
    }

    /// What is attached to a bone has one node of Godot above it.
    fn attachment(&mut self, bone: usize, skeleton: &str) -> Result<String, GltfError> {
        if let Some(path) = self.attachments.get(&bone) {
            return Ok(path.clone());
        }
        let name = self.names[bone].clone();
        let path = self.add(&name, "BoneAttachment3D", skeleton)?;
        self.attachments.insert(bone, path.clone());
        Ok(path)
    }

    /// A node that is neither a bone nor attached to one.
    fn ordinary(
        &mut self,
        number: usize,
        node: &GltfNode,
        parent: &str,
    ) -> Result<Option<String>, GltfError> {
        if let Some(role) = self.document.physics_role(number) {
            return self.physics(&self.names[number].clone(), role, parent).map(Some);
        }
        let full = self.names[number].clone();
        let (name, suffix) = NameSuffix::split(&full, node.has_mesh());
        let class = self.document.class(node);
        match suffix {
            NameSuffix::NotImported => Ok(None),
            NameSuffix::None => self.add(&name, class, parent).map(Some),
            NameSuffix::Collision => {
                let path = self.add(&name, class, parent)?;
                let body = self.add("StaticBody3D", "StaticBody3D", &path)?;
                self.add(SHAPE, SHAPE, &body)?;
                Ok(Some(path))
            }
            NameSuffix::CollisionOnly => {
                let path = self.add(&name, "StaticBody3D", parent)?;
                self.add(SHAPE, SHAPE, &path)?;
                Ok(Some(path))
            }
            NameSuffix::RigidBody => {
                let body = self.add(&full, "RigidBody3D", parent)?;
                let path = self.add(&full, class, &body)?;
                self.add(SHAPE, SHAPE, &body)?;
                Ok(Some(path))
            }
            NameSuffix::Navigation => self.add(&name, "NavigationRegion3D", parent).map(Some),
            NameSuffix::Vehicle(body) => {
                let body = self.add(&name, body, parent)?;
                self.add(&name, class, &body).map(Some)
            }
        }
    }

    /// A node of the extension `OMI_physics_body`.
    fn physics(
        &mut self,
        name: &str,
        role: PhysicsRole,
        parent: &str,
    ) -> Result<String, GltfError> {
        match role {
            PhysicsRole::Shape => self.add(name, SHAPE, parent),
            PhysicsRole::Body { class, has_shape } => {
                let path = self.add(name, class, parent)?;
                if has_shape {
                    self.add(&format!("{name}Shape"), SHAPE, &path)?;
                }
                Ok(path)
            }
        }
    }

    /// Adds a node, with a number if a sibling has its name. Returns its path.
    fn add(&mut self, name: &str, class: &str, parent: &str) -> Result<String, GltfError> {
        let path = |name: &str| match parent {
            "." => name.to_owned(),
            parent => format!("{parent}/{name}"),
        };
        let mut unique = name.to_owned();
        let number = self.last.entry(path(name)).or_insert(1);
        while self.taken.contains(&path(&unique)) {
            *number += 1;
            unique = format!("{name}{number}");
        }
        self.node(&unique, class, Some(parent))?;
        let path = path(&unique);
        self.taken.insert(path.clone());
        Ok(path)
    }

    fn node(&mut self, name: &str, class: &str, parent: Option<&str>) -> Result<(), GltfError> {
        let text = &mut self.text;
        let head = write!(text, "\n[node name={} type={}", Quoted(name), Quoted(class));
        let written = head.and_then(|()| match parent {
            Some(parent) => write!(text, " parent={}", Quoted(parent)),
            None => Ok(()),
        });
        written.map_err(|_| GltfError::TooLarge)?;
        text.push_str("]\n");
        if text.len() > MAX_TEXT_BYTES { Err(GltfError::TooLarge) } else { Ok(()) }
    }
}

impl PendingNode {
    fn below_root(number: usize) -> PendingNode {
        PendingNode { number, parent: ".".to_owned(), bone: None }
    }
}

fn default_name(node: &GltfNode) -> &'static str {
    match () {
        () if node.has_mesh() => "Mesh",
        () if node.has_camera() => "Camera",
        () => "Node",
    }
}
