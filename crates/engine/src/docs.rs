//! The class reference: the engine's own classes and those of the project's scripts.

use scenewright_model::{ClassDoc, DocKind, DocSearchResults, FoundMethod};

use crate::{Context, EngineError, ReadResult};

/// Looks up and searches the class reference.
pub trait DocsReader {
    /// Returns one class; with `inherited`, including the members of its base classes, each of
    /// which names its class. Case does not matter.
    fn class(&self, name: &str, inherited: bool, cx: &Context) -> ReadResult<ClassDoc>;

    /// Returns a method of a class or of one of its base classes.
    fn method(&self, class: &str, method: &str, cx: &Context) -> ReadResult<FoundMethod>;

    /// Returns ranked results; an empty list of kinds means all kinds.
    fn search(
        &self,
        query: &str,
        kinds: &[DocKind],
        limit: usize,
        cx: &Context,
    ) -> ReadResult<DocSearchResults>;

    /// Returns all class names, sorted, for suggestions after a misspelt name.
    fn class_names(&self, cx: &Context) -> ReadResult<Vec<String>>;

    /// Takes over the reference of a live editor and stores it for later use without one. `version`
    /// is the editor's (`4.6`, `4.6.3`), `classes` its documentation cache as JSON.
    fn learn(&self, version: &str, classes: &[u8]) -> std::result::Result<(), EngineError>;
}
