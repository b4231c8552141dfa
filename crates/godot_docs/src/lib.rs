//! Godot's class reference: read from the output of a Godot ([`read_api_dump`], [`read_doc_cache`]),
//! packed into one text ([`pack`]), looked up and searched ([`ClassDocs`], and [`Library`] for several
//! references together).
//!
//! Invariant: no access to files or processes; text comes in, answers go out.
//! Invariant: the result of a search depends on the references and the query alone.

mod api_dump;
mod bbcode;
mod class_docs;
mod doc_cache;
mod index;
mod library;
mod pack;
mod record;
mod search;
mod words;

pub use api_dump::read_api_dump;
pub use bbcode::markdown;
pub use class_docs::{ClassDocs, UnpackError};
pub use doc_cache::read_doc_cache;
pub use library::Library;
pub use pack::{PACK_LAYOUT, pack};
pub use search::search;

/// A class reference as it was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ClassReference {
    /// `4.6.3`; empty if the source does not have it.
    pub version: String,
    pub classes: Vec<scenewright_model::ClassDoc>,
}

/// The JSON is not a class reference.
#[derive(Debug, thiserror::Error)]
#[error("not a class reference: {0}")]
pub struct ReferenceParseError(#[from] serde_json::Error);
