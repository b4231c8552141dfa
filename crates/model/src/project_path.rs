//! The path of a file inside a project.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

use crate::{DONT_DESTROY_ON_LOAD_SCENE, HIDDEN_SCENE};

/// A path relative to the project root, with `/` as the separator and without `.` or `..`; also the
/// id of a pseudo-scene, which exists in memory only.
///
/// Invariant: inside the engines every path is one of these. A client's path is converted when a
/// request comes in, and written in the engine's own form (Godot: with `res://`) when the answer is
/// made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProjectPath(String);

impl ProjectPath {
    /// `path` is already relative and normalised: it comes from a walk over the project, its index
    /// or its journal. A client's path is checked against the project root first.
    pub fn from_relative(path: impl Into<String>) -> ProjectPath {
        ProjectPath(path.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is a scene that exists in memory only and is never written.
    pub fn is_pseudo_scene(&self) -> bool {
        is_pseudo_scene(&self.0)
    }
}

/// Whether the path is that of a scene that exists in memory only.
pub fn is_pseudo_scene(path: &str) -> bool {
    path == DONT_DESTROY_ON_LOAD_SCENE || path == HIDDEN_SCENE
}

impl Deref for ProjectPath {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for ProjectPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for ProjectPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProjectPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<ProjectPath> for String {
    fn from(path: ProjectPath) -> String {
        path.0
    }
}

impl PartialEq<str> for ProjectPath {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for ProjectPath {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}
