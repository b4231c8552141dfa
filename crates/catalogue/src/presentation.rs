//! How the answer of an operation is shown as text. Renderers dispatch on it: the shape of an
//! output says nothing about what it means.

/// What an output is, for those who write it as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Presentation {
    /// Names and values.
    #[default]
    Data,
    /// The objects of a scene, one below the other.
    SceneOutline,
    /// What an edit changed, in the words of the scene.
    Changes,
    /// Pictures, with a few facts beside them.
    Images,
}
