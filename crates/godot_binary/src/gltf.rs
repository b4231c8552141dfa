//! The nodes of a glTF model that Godot has not imported yet, as far as the file alone determines them.
//!
//! Why not the crates `gltf` or `gltf-json`: they describe meshes, materials and animations, which are not needed
//! here, take 15 seconds of a release build, and reject models with extensions that Godot accepts.

mod document;
mod names;

use std::fmt::Write;

use thiserror::Error;

use crate::limits::MAX_TEXT_BYTES;
use crate::text::Quoted;
use document::{GltfDocument, GltfNode};
use names::{NameSuffix, UniqueNames};

/// The root that the importer makes, from the import settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GltfRoot<'a> {
    pub name: &'a str,
    pub class: &'a str,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GltfError {
    #[error("it is not a glTF model")]
    NotGltf,
    #[error("its JSON cannot be read: {0}")]
    Json(String),
    #[error("it has no nodes")]
    NoNodes,
    #[error("it has too many nodes")]
    TooLarge,
}

/// A `.gltf` or `.glb` file as a text scene. Bones become a `Skeleton3D`; what is attached to bones is left out.
pub fn gltf_to_text(bytes: &[u8], root: &GltfRoot<'_>) -> Result<String, GltfError> {
    let document = GltfDocument::parse(bytes)?;
    let mut writer = GltfWriter {
        document: &document,
        names: UniqueNames::default(),
        node_names: Vec::new(),
        skeleton: None,
        text: "[gd_scene format=3]\n".to_owned(),
    };
    writer.name_nodes();
    writer.node(root.name, root.class, None)?;
    writer.tree()?;
    if document.has_animations() {
        writer.node("AnimationPlayer", "AnimationPlayer", Some("."))?;
    }
    Ok(writer.text)
}

struct GltfWriter<'d> {
    document: &'d GltfDocument,
    names: UniqueNames,
    /// The names in Godot, by number of the node.
    node_names: Vec<String>,
    /// The path of the skeleton.
    skeleton: Option<String>,
    text: String,
}

impl GltfWriter<'_> {
    /// Names are unique in the whole file. Bones have names of their own, which are unique in their skeleton.
    fn name_nodes(&mut self) {
        for (number, node) in self.document.nodes.iter().enumerate() {
            let name = match (self.document.is_joint(number), node.name()) {
                (true, _) => String::new(),
                (false, Some(name)) => self.names.unique(name),
                (false, None) => self.names.unique(default_name(node)),
            };
            self.node_names.push(name);
        }
    }

    /// Without recursion: a hostile file may nest its nodes deeply, or contain a node twice.
    fn tree(&mut self) -> Result<(), GltfError> {
        let mut seen = vec![false; self.document.nodes.len()];
        let mut skinned = Vec::new();
        let roots = self.document.roots();
        let mut open: Vec<(usize, String)> =
            roots.iter().rev().map(|&number| (number, ".".to_owned())).collect();
        while let Some((number, parent)) = open.pop() {
            let Some(node) = self.document.nodes.get(number) else { continue };
            if std::mem::replace(&mut seen[number], true) {
                continue;
            }
            if self.document.is_joint(number) {
                self.add_skeleton(&parent)?;
                continue;
            }
            if node.is_skinned() {
                skinned.push(number);
                continue;
            }
            if let Some(path) = self.add(number, node, &parent)? {
                let children = node.children.iter().rev();
                open.extend(children.map(|&child| (child, path.clone())));
            }
        }
        let skeleton = self.skeleton.clone().unwrap_or_else(|| ".".to_owned());
        for number in skinned {
            self.add(number, &self.document.nodes[number], &skeleton)?;
        }
        Ok(())
    }

    /// The path of the node; `None` for a node that is not imported.
    fn add(
        &mut self,
        number: usize,
        node: &GltfNode,
        parent: &str,
    ) -> Result<Option<String>, GltfError> {
        let (name, suffix) = NameSuffix::split(&self.node_names[number]);
        let name = name.to_owned();
        let class = match suffix {
            NameSuffix::NotImported => return Ok(None),
            NameSuffix::CollisionOnly if node.has_mesh() => "StaticBody3D",
            _ => self.document.class(node),
        };
        self.node(&name, class, Some(parent))?;
        let path = if parent == "." { name } else { format!("{parent}/{name}") };
        if node.has_mesh() {
            match suffix {
                NameSuffix::Collision => {
                    self.node("StaticBody3D", "StaticBody3D", Some(&path))?;
                    let body = format!("{path}/StaticBody3D");
                    self.node("CollisionShape3D", "CollisionShape3D", Some(&body))?;
                }
                NameSuffix::CollisionOnly => {
                    self.node("CollisionShape3D", "CollisionShape3D", Some(&path))?;
                }
                NameSuffix::NotImported | NameSuffix::None => {}
            }
        }
        Ok(Some(path))
    }

    fn add_skeleton(&mut self, parent: &str) -> Result<(), GltfError> {
        if self.skeleton.is_some() {
            return Ok(());
        }
        let name = self.names.unique("Skeleton3D");
        self.node(&name, "Skeleton3D", Some(parent))?;
        self.skeleton = Some(if parent == "." { name } else { format!("{parent}/{name}") });
        Ok(())
    }

    fn node(&mut self, name: &str, class: &str, parent: Option<&str>) -> Result<(), GltfError> {
        let text = &mut self.text;
        let written = write!(text, "\n[node name={} type={}", Quoted(name), Quoted(class))
            .and_then(|()| match parent {
                Some(parent) => write!(text, " parent={}", Quoted(parent)),
                None => Ok(()),
            });
        written.map_err(|_| GltfError::TooLarge)?;
        text.push_str("]\n");
        if text.len() > MAX_TEXT_BYTES { Err(GltfError::TooLarge) } else { Ok(()) }
    }
}

fn default_name(node: &GltfNode) -> &'static str {
    match () {
        () if node.has_mesh() => "Mesh",
        () if node.has_camera() => "Camera",
        () => "Node",
    }
}
