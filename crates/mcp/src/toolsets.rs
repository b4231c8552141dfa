//! Which tools are listed. The category of a tool determines its toolset.

use std::fmt;
use std::str::FromStr;

use scenewright_catalogue::Definition;

/// Enabled by default if the project has an editor that can be reached.
const EDITOR: &str = "editor";

/// Enabled by default if games may be run.
const GAME: &str = "game";

/// One row per toolset, in the order in which they are listed.
const ALL_TOOLSETS: [ToolsetInfo; 10] = [
    toolset("mcp", "this server: its tools, state and log"),
    default_toolset(
        "project",
        "the project as a whole: scenes, assets, classes, settings, broken references",
    ),
    default_toolset("scene", "inside scenes and prefabs: objects, components, values"),
    toolset("edit", "changing scenes and prefabs, one tool per kind of edit; undo and history"),
    toolset("world", "scenes in memory: loading, saving, selection"),
    default_toolset("asset", "one asset: what it is, what it uses, what uses it"),
    toolset("audio", "audio mixers and their snapshots"),
    toolset("docs", "the class reference: Godot's classes and the project's scripts"),
    toolset(GAME, "a running game: look, act, read, write, call, log"),
    toolset(EDITOR, "the open editor: its state, screenshots, the game, errors, log"),
];

pub(crate) struct ToolsetInfo {
    pub(crate) name: &'static str,
    pub(crate) purpose: &'static str,
    /// Enabled unless the user chooses: what an agent needs to explore a project.
    is_default: bool,
}

const fn toolset(name: &'static str, purpose: &'static str) -> ToolsetInfo {
    ToolsetInfo { name, purpose, is_default: false }
}

const fn default_toolset(name: &'static str, purpose: &'static str) -> ToolsetInfo {
    ToolsetInfo { name, purpose, is_default: true }
}

/// Tools of the set `edit` that are also listed with `scene` if writes are allowed: they can make every
/// edit.
const BASIC_EDIT_TOOLS: [&str; 3] = ["edit.apply", "edit.history", "edit.undo"];

/// Listed with `editor` if writes are allowed: edits of open scenes are not on disk before.
const SAVE_TOOL: &str = "world.scene.save";

/// The chosen toolsets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolsets {
    /// In the order of the list.
    enabled: Vec<&'static str>,
    /// Whether the user left the choice, or a part of it, to the program.
    has_default: bool,
}

impl Toolsets {
    /// The names of all toolsets.
    pub fn known() -> impl Iterator<Item = &'static str> {
        all().map(|toolset| toolset.name)
    }

    /// The toolsets for a project whose editor can be reached: the default includes `editor`.
    pub fn with_editor(self) -> Toolsets {
        let Toolsets { mut enabled, has_default } = self;
        if has_default {
            enabled.push(EDITOR);
        }
        Toolsets::new(enabled, has_default)
    }

    /// The toolsets of a server that may run games: the default includes `game`.
    pub fn with_game(self) -> Toolsets {
        let Toolsets { mut enabled, has_default } = self;
        if has_default {
            enabled.push(GAME);
        }
        Toolsets::new(enabled, has_default)
    }

    fn new(chosen: Vec<&'static str>, has_default: bool) -> Toolsets {
        let enabled = Toolsets::known().filter(|set| chosen.contains(set)).collect();
        Toolsets { enabled, has_default }
    }

    /// Whether the tool is listed.
    pub(crate) fn includes(&self, definition: &Definition, allow_writes: bool) -> bool {
        let with = |set: &str, tools: &[&str]| {
            allow_writes && self.is_enabled(set) && tools.contains(&definition.id)
        };
        self.is_enabled(toolset_of(definition.category))
            || with("scene", &BASIC_EDIT_TOOLS)
            || with(EDITOR, &[SAVE_TOOL])
    }

    pub(crate) fn is_enabled(&self, name: &str) -> bool {
        self.enabled.contains(&name)
    }
}

/// All toolsets, in the order of the list.
pub(crate) fn all() -> impl Iterator<Item = &'static ToolsetInfo> {
    ALL_TOOLSETS.iter()
}

fn default_names() -> impl Iterator<Item = &'static str> {
    all().filter(|toolset| toolset.is_default).map(|toolset| toolset.name)
}

/// The toolset of a category: its first word, except that changing scenes is separate from reading them, and
/// that documentation needs no editor.
pub(crate) fn toolset_of(category: &'static str) -> &'static str {
    match category {
        "scene.edit" => "edit",
        "scene.world" => "world",
        "editor.docs" => "docs",
        "editor.game" => GAME,
        _ => category.split('.').next().unwrap_or(category),
    }
}

impl Default for Toolsets {
    fn default() -> Toolsets {
        Toolsets::new(default_names().collect(), true)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolsetsError {
    #[error("unknown toolset '{name}'; the toolsets are {}, default and all", known_names())]
    Unknown { name: String },
    #[error("name at least one toolset")]
    Empty,
}

fn known_names() -> String {
    Toolsets::known().collect::<Vec<_>>().join(", ")
}

impl FromStr for Toolsets {
    type Err = ToolsetsError;

    fn from_str(text: &str) -> Result<Toolsets, ToolsetsError> {
        let (mut chosen, mut has_default) = (Vec::new(), false);
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "all" => chosen.extend(Toolsets::known()),
                "default" => {
                    has_default = true;
                    chosen.extend(default_names());
                }
                _ => {
                    let unknown = || ToolsetsError::Unknown { name: word.to_owned() };
                    chosen.push(Toolsets::known().find(|set| *set == word).ok_or_else(unknown)?);
                }
            }
        }
        if chosen.is_empty() {
            return Err(ToolsetsError::Empty);
        }
        Ok(Toolsets::new(chosen, has_default))
    }
}

/// As `--toolsets` takes them.
impl fmt::Display for Toolsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_implied = |name: &str| self.has_default && default_names().any(|it| it == name);
        let named = self.enabled.iter().copied().filter(|name| !is_implied(name));
        let names: Vec<&str> =
            self.has_default.then_some("default").into_iter().chain(named).collect();
        f.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use scenewright_catalogue::{Catalogue, STANDARD_CATEGORIES};

    use super::*;

    #[test]
    fn sets_are_chosen_by_name() {
        let cases = [
            ("default", Ok("default")),
            ("audio, project", Ok("project,audio")),
            ("default,audio", Ok("default,audio")),
            ("edit,default", Ok("default,edit")),
            ("editor,project", Ok("project,editor")),
            ("all", Ok("mcp,project,scene,edit,world,asset,audio,docs,game,editor")),
            (
                "sound",
                Err(
                    "unknown toolset 'sound'; the toolsets are mcp, project, scene, edit, world, asset, audio, docs, game, editor, default and all",
                ),
            ),
            (" ,", Err("name at least one toolset")),
        ];
        for (text, expected) in cases {
            let chosen = text.parse::<Toolsets>().map(|sets| sets.to_string());
            let chosen = chosen.map_err(|error| error.to_string());
            assert_eq!(chosen.as_deref().map_err(String::as_str), expected, "{text}");
        }
    }

    #[test]
    fn the_default_follows_the_editor() {
        let is_listed = |text: &str| {
            let sets = text.parse::<Toolsets>().unwrap();
            assert_eq!(
                sets.to_string().parse::<Toolsets>().unwrap().with_editor(),
                sets.clone().with_editor()
            );
            sets.with_editor().is_enabled(EDITOR)
        };
        assert!(is_listed("default") && is_listed("default,audio") && is_listed("all"));
        assert!(!is_listed("project,scene,asset"));
        assert!(!Toolsets::default().is_enabled(EDITOR));
    }

    #[test]
    fn every_tool_has_a_set() {
        let catalogue = Catalogue::standard().unwrap();
        for definition in catalogue.definitions() {
            assert!(
                Toolsets::known().any(|name| name == toolset_of(definition.category)),
                "{}",
                definition.id
            );
        }
        for id in BASIC_EDIT_TOOLS.into_iter().chain([SAVE_TOOL]) {
            assert!(catalogue.definitions().any(|definition| definition.id == id), "{id}");
        }
        assert!(
            STANDARD_CATEGORIES
                .iter()
                .all(|category| Toolsets::known().any(|name| name == toolset_of(category)))
        );
    }
}
