//! The parts of a glTF document that nodes are made of.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::GltfError;

const GLB_MAGIC: &[u8] = b"glTF";
const JSON_CHUNK: u32 = 0x4e4f_534a;
/// The header of the file and that of its first chunk.
const GLB_HEADER_BYTES: usize = 12;
const CHUNK_HEADER_BYTES: usize = 8;

#[derive(Debug, Deserialize)]
pub(super) struct GltfDocument {
    #[serde(default)]
    pub nodes: Vec<GltfNode>,
    #[serde(default)]
    scenes: Vec<GltfScene>,
    #[serde(default)]
    scene: usize,
    #[serde(default)]
    skins: Vec<GltfSkin>,
    #[serde(default)]
    animations: Vec<IgnoredAny>,
    #[serde(default)]
    extensions: DocumentExtensions,
    #[serde(default, rename = "extensionsUsed")]
    extensions_used: Vec<String>,
    #[serde(skip)]
    joints: Vec<bool>,
    /// The nodes that have a physics body among their ancestors.
    #[serde(skip)]
    in_body: Vec<bool>,
}

#[derive(Debug, Deserialize)]
pub(super) struct GltfNode {
    name: Option<String>,
    #[serde(default)]
    pub children: Vec<usize>,
    mesh: Option<usize>,
    camera: Option<usize>,
    skin: Option<usize>,
    #[serde(default)]
    extensions: NodeExtensions,
}

#[derive(Debug, Deserialize)]
struct GltfScene {
    name: Option<String>,
    #[serde(default)]
    nodes: Vec<usize>,
}

#[derive(Debug, Deserialize)]
struct GltfSkin {
    #[serde(default)]
    joints: Vec<usize>,
}

#[derive(Debug, Default, Deserialize)]
struct DocumentExtensions {
    #[serde(rename = "KHR_lights_punctual", default)]
    lights: LightList,
}

#[derive(Debug, Default, Deserialize)]
struct LightList {
    #[serde(default)]
    lights: Vec<GltfLight>,
}

#[derive(Debug, Deserialize)]
struct GltfLight {
    #[serde(rename = "type", default)]
    kind: String,
}

#[derive(Debug, Default, Deserialize)]
struct NodeExtensions {
    #[serde(rename = "KHR_lights_punctual")]
    light: Option<NodeLight>,
    #[serde(rename = "OMI_physics_body")]
    physics: Option<PhysicsBody>,
}

#[derive(Debug, Deserialize)]
struct PhysicsBody {
    motion: Option<PhysicsMotion>,
    collider: Option<IgnoredAny>,
    trigger: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
struct PhysicsMotion {
    #[serde(rename = "type", default)]
    kind: String,
}

/// What Godot makes of a node with physics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PhysicsRole {
    /// The shape of the body above it.
    Shape,
    Body {
        class: &'static str,
        has_shape: bool,
    },
}

#[derive(Debug, Deserialize)]
struct NodeLight {
    light: usize,
}

impl GltfDocument {
    /// From a `.gltf` or a `.glb` file.
    pub(super) fn parse(bytes: &[u8]) -> Result<GltfDocument, GltfError> {
        let json = if bytes.starts_with(GLB_MAGIC) { json_chunk(bytes)? } else { bytes };
        let mut document: GltfDocument =
            serde_json::from_slice(json).map_err(|error| GltfError::Json(error.to_string()))?;
        if document.nodes.is_empty() {
            return Err(GltfError::NoNodes);
        }
        document.joints = vec![false; document.nodes.len()];
        for &joint in document.skins.iter().flat_map(|skin| &skin.joints) {
            if let Some(is_joint) = document.joints.get_mut(joint) {
                *is_joint = true;
            }
        }
        document.in_body = document.nodes_in_bodies();
        Ok(document)
    }

    /// Each node is visited once, also in a file whose nodes contain each other.
    fn nodes_in_bodies(&self) -> Vec<bool> {
        let mut inside = vec![false; self.nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        for node in self.nodes.iter().filter(|node| node.is_body()) {
            open.extend(&node.children);
        }
        while let Some(number) = open.pop() {
            if let Some(known) = inside.get_mut(number)
                && !std::mem::replace(known, true)
            {
                open.extend(&self.nodes[number].children);
            }
        }
        inside
    }

    pub(super) fn scene_name(&self) -> Option<&str> {
        let name = self.scenes.get(self.scene).and_then(|scene| scene.name.as_deref());
        name.filter(|name| !name.is_empty())
    }

    /// The node that becomes the root itself, as files that Godot has exported say.
    pub(super) fn single_root(&self) -> Option<usize> {
        let is_asked = self.extensions_used.iter().any(|name| name == "GODOT_single_root");
        match *self.roots() {
            [number] if is_asked && number < self.nodes.len() => Some(number),
            _ => None,
        }
    }

    pub(super) fn skins(&self) -> impl Iterator<Item = &[usize]> {
        self.skins.iter().map(|skin| &*skin.joints)
    }

    /// The bones that move a mesh.
    pub(super) fn joints_of(&self, node: &GltfNode) -> Option<&[usize]> {
        let skin = node.skin.filter(|_| node.has_mesh())?;
        self.skins.get(skin).map(|skin| &*skin.joints)
    }

    pub(super) fn physics_role(&self, number: usize) -> Option<PhysicsRole> {
        let physics = self.nodes[number].extensions.physics.as_ref()?;
        let has_shape = physics.collider.is_some() || physics.trigger.is_some();
        let class = match physics.motion.as_ref().map(|motion| motion.kind.as_str()) {
            Some("dynamic") => "RigidBody3D",
            Some("kinematic") => "AnimatableBody3D",
            Some(_) => "StaticBody3D",
            None if has_shape && self.in_body[number] => return Some(PhysicsRole::Shape),
            None if physics.trigger.is_some() => "Area3D",
            None => "StaticBody3D",
        };
        Some(PhysicsRole::Body { class, has_shape })
    }

    /// The nodes of the default scene; without a scene those that are no children.
    pub(super) fn roots(&self) -> Vec<usize> {
        if let Some(scene) = self.scenes.get(self.scene) {
            return scene.nodes.clone();
        }
        let mut is_child = vec![false; self.nodes.len()];
        for &child in self.nodes.iter().flat_map(|node| &node.children) {
            if let Some(known) = is_child.get_mut(child) {
                *known = true;
            }
        }
        (0..self.nodes.len()).filter(|&number| !is_child[number]).collect()
    }

    pub(super) fn is_joint(&self, number: usize) -> bool {
        self.joints.get(number).copied().unwrap_or(false)
    }

    pub(super) fn has_animations(&self) -> bool {
        !self.animations.is_empty()
    }

    pub(super) fn class(&self, node: &GltfNode) -> &'static str {
        let light = node.extensions.light.as_ref();
        let light = light.and_then(|light| self.extensions.lights.lights.get(light.light));
        match light.map(|light| light.kind.as_str()) {
            _ if node.has_mesh() => "MeshInstance3D",
            _ if node.has_camera() => "Camera3D",
            Some("directional") => "DirectionalLight3D",
            Some("spot") => "SpotLight3D",
            Some("point") => "OmniLight3D",
            _ => "Node3D",
        }
    }
}

impl GltfNode {
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref().filter(|name| !name.is_empty())
    }

    pub(super) fn has_mesh(&self) -> bool {
        self.mesh.is_some()
    }

    pub(super) fn has_camera(&self) -> bool {
        self.camera.is_some()
    }

    fn is_body(&self) -> bool {
        let physics = self.extensions.physics.as_ref();
        physics.is_some_and(|physics| physics.motion.is_some() || physics.trigger.is_some())
    }
}

/// The first chunk of a `.glb` file is JSON.
fn json_chunk(bytes: &[u8]) -> Result<&[u8], GltfError> {
    let field = |at| crate::source::little_u32(bytes, at).ok_or(GltfError::NotGltf);
    let (length, kind) = (field(GLB_HEADER_BYTES)?, field(GLB_HEADER_BYTES + 4)?);
    let start = GLB_HEADER_BYTES + CHUNK_HEADER_BYTES;
    let chunk = bytes.get(start..).and_then(|rest| rest.get(..length as usize));
    chunk.filter(|_| kind == JSON_CHUNK).ok_or(GltfError::NotGltf)
}
