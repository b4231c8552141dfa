//! A project and where knowledge about it comes from.

use std::fmt;
use std::path::PathBuf;

/// The game engine a project was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EngineKind {
    Unity,
    Godot,
}

impl EngineKind {
    pub fn as_str(self) -> &'static str {
        match self {
            EngineKind::Unity => "unity",
            EngineKind::Godot => "godot",
        }
    }

    /// The name as its makers write it.
    pub fn title(self) -> &'static str {
        match self {
            EngineKind::Unity => "Unity",
            EngineKind::Godot => "Godot",
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
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
