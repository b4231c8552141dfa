//! A project, and the source of the information about it.

use std::fmt;
use std::path::PathBuf;

/// The game engine for which a project was made. The list is open: an engine names itself where it
/// is registered.
///
/// Invariant: what an engine can do is determined by its optional interfaces, never by its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EngineKind {
    id: &'static str,
    name: &'static str,
}

impl EngineKind {
    pub const UNITY: EngineKind = EngineKind::new("unity", "Unity");
    pub const GODOT: EngineKind = EngineKind::new("godot", "Godot");

    /// `id` is for programs and unique among all engines; `name` is the engine's official name.
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

/// The source of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataSource {
    /// Read from the project's files, with or without an editor running.
    Files,
    /// Received from a running editor.
    Live,
    /// Received from a running game.
    Game,
}

impl DataSource {
    pub fn as_str(self) -> &'static str {
        match self {
            DataSource::Files => "files",
            DataSource::Live => "live",
            DataSource::Game => "game",
        }
    }
}

/// General information about a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectInfo {
    pub engine: EngineKind,
    pub name: String,
    pub root: PathBuf,
    /// The version that last saved the project; `None` when the project does not record it.
    pub engine_version: Option<String>,
    /// The game's main scene, in the engine's own form.
    pub main_scene: Option<String>,
}
