//! Godot's binary resources (`.scn`, `.res`), and glTF models that were not imported yet, as the text that Godot
//! would save: so that one reader is enough for all of them. Pure parsing, without files.
//!
//! Invariant: no input makes the reader panic, recurse deeply, or allocate more than a fixed multiple of the limits
//! in [`limits`].

mod bundle;
mod compressed;
mod error;
mod fastlz;
mod gltf;
mod header;
mod limits;
mod resource;
mod source;
#[cfg(test)]
mod tests;
mod text;
mod value;
mod variant;

pub use error::BinaryError;
pub use gltf::{GltfError, GltfRoot, gltf_to_text};
pub use text::SHORTENED;

/// Whether a file begins like a binary resource, compressed or not.
pub fn is_binary_resource(bytes: &[u8]) -> bool {
    bytes.starts_with(header::MAGIC) || bytes.starts_with(compressed::MAGIC)
}

/// A binary scene or resource as a text scene or resource. Long packed arrays are written as
/// [`SHORTENED`]`(array, length)` with their first elements.
pub fn binary_to_text(bytes: &[u8]) -> Result<String, BinaryError> {
    resource::BinaryResource::open(bytes)?.into_text()
}
