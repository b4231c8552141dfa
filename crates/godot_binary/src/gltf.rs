//! The nodes of a glTF model that Godot has not imported yet, as far as the file alone determines them.
//!
//! Why not the crates `gltf` or `gltf-json`: they describe meshes, materials and animations, which are not needed
//! here, add a second version of `syn` and its macros to the build, and reject models with extensions that Godot
//! accepts.

mod document;
mod names;
mod skeletons;
mod writer;

use thiserror::Error;

use document::GltfDocument;
use writer::GltfWriter;

/// The root that the importer makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GltfRoot<'a> {
    /// The name of the file, without its extension.
    pub file_stem: &'a str,
    /// From the import settings.
    pub name: Option<&'a str>,
    /// From the import settings.
    pub class: Option<&'a str>,
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

/// A `.gltf` or `.glb` file as a text scene.
pub fn gltf_to_text(bytes: &[u8], root: &GltfRoot<'_>) -> Result<String, GltfError> {
    let document = GltfDocument::parse(bytes)?;
    GltfWriter::new(&document).write(root)
}
