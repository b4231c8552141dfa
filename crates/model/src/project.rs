//! A project and where knowledge about it comes from.

use std::fmt;
use std::path::PathBuf;

/// The game engine a project was made for. The list is open: whoever registers an engine names it.
///
/// Invariant: what an engine can do is asked of its optional interfaces, never derived from its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EngineKind {
    id: &'static str,
    name: &'static str,
}

impl EngineKind {
    pub const UNITY: EngineKind = EngineKind::new("unity", "Unity");
    pub const GODOT: EngineKind = EngineKind::new("godot", "Godot");

    /// `id` is for programs and unique among all engines; `name` is how its makers write it.
    pub const fn new(id: &'static str, name: &'static str) -> EngineKind {
        EngineKind { id, name }
    }

    pub fn as_str(self) -> &'static str {
        self.id
    }

    pub fn name(self) -> &'static str {
        self.name
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Where an answer came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataSource {
    /// Read from the project's files, with or without an editor running.
    Files,
    /// Asked of a running editor or game.
    Live,
}

impl DataSource {
    pub fn as_str(self) -> &'static str {
        match self {
            DataSource::Files => "files",
            DataSource::Live => "live",
        }
    }
}

/// What a project says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectInfo {
    pub engine: EngineKind,
    pub name: String,
    pub root: PathBuf,
    /// The version that last saved the project; `None` when the project does not record it.
    pub engine_version: Option<String>,
    /// The scene that the game starts with, in the engine's own spelling.
    pub main_scene: Option<String>,
}
