//! Godot's class reference for those who work with it: read from what a Godot tells
//! ([`read_api_dump`], [`read_doc_cache`]), packed into one text ([`pack`]), looked up and
//! searched ([`ClassDocs`], and [`Library`] for several together).
//!
//! Nothing here touches files or processes: text comes in, answers go out.

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

/// A reference as it was told.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ClassReference {
    /// `4.6.3`; empty where the source does not tell.
    pub version: String,
    pub classes: Vec<scenewright_model::ClassDoc>,
}

/// What is not a class reference.
#[derive(Debug, thiserror::Error)]
#[error("this is no class reference: {0}")]
pub struct ReferenceParseError(#[from] serde_json::Error);
