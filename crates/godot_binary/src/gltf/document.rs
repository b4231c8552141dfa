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
    #[serde(skip)]
    joints: Vec<bool>,
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
        Ok(document)
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

    pub(super) fn is_skinned(&self) -> bool {
        self.skin.is_some() && self.has_mesh()
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
