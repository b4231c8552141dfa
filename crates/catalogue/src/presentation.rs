//! How the output of an operation is shown as text.
//!
//! Invariant: the operation declares this, and renderers dispatch on it; it is never guessed from
//! the shape of an output.

/// The kind of an output, for renderers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Presentation {
    /// Names and values.
    #[default]
    Data,
    /// The objects of a scene as a tree.
    SceneOutline,
    /// The changes made by an edit, in terms of the scene.
    Changes,
    /// Images, with a few facts about them.
    Images,
}
