//! The class reference: the engine's own classes and those of the project's scripts.

use scenewright_model::{ClassDoc, DocKind, DocSearchResults, FoundMethod};

use crate::{Context, EngineError, ReadResult};

/// Looking things up in the class reference.
pub trait DocsReader {
    /// One class; `inherited`: with the members of the classes above it, each of which says whose it
    /// is. A name in other letter case is understood.
    fn class(&self, name: &str, inherited: bool, cx: &Context) -> ReadResult<ClassDoc>;

    /// A method of a class or of the classes above it.
    fn method(&self, class: &str, method: &str, cx: &Context) -> ReadResult<FoundMethod>;

    /// Ranked; no kinds: all of them.
    fn search(
        &self,
        query: &str,
        kinds: &[DocKind],
        limit: usize,
        cx: &Context,
    ) -> ReadResult<DocSearchResults>;

    /// All classes, sorted: what a misspelt name may have meant.
    fn class_names(&self, cx: &Context) -> ReadResult<Vec<String>>;

    /// Takes over the reference that a live editor has, and keeps it for other times. `version` is the
    /// editor's (`4.6`, `4.6.3`), `classes` its cache of documentation as JSON.
    fn learn(&self, version: &str, classes: &[u8]) -> std::result::Result<(), EngineError>;
}
