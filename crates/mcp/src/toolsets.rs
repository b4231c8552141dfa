//! Which tools a client is shown. A tool's category decides the set it belongs to.

use std::fmt;
use std::str::FromStr;

use scenewright_catalogue::Definition;

/// All sets, in the order in which they are told.
const ALL_TOOLSETS: [&str; 9] =
    ["mcp", "project", "scene", "edit", "world", "asset", "audio", "docs", "editor"];

/// Shown unless the user chooses: what an agent needs to find its way through a project.
const DEFAULT_TOOLSETS: [&str; 3] = ["project", "scene", "asset"];

/// Whoever sees scenes and may write gets these of the set `edit`: all edits can be done with them.
const BASIC_EDIT_TOOLS: [&str; 3] = ["edit.apply", "edit.history", "edit.undo"];

/// A choice of sets, in the order of the categories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolsets(Vec<&'static str>);

impl Toolsets {
    /// The sets that there are.
    pub fn known() -> impl Iterator<Item = &'static str> {
        ALL_TOOLSETS.into_iter()
    }

    /// Whether the tool is on the list of a server that may write, or may not.
    pub(crate) fn includes(&self, definition: &Definition, allow_writes: bool) -> bool {
        self.is_enabled(toolset_of(definition.category))
            || (allow_writes
                && self.is_enabled("scene")
                && BASIC_EDIT_TOOLS.contains(&definition.id))
    }

    pub(crate) fn is_enabled(&self, name: &str) -> bool {
        self.0.contains(&name)
    }
}

/// The set of a category: its first word, but changing scenes is another matter than reading them, and
/// reading documentation needs no editor.
pub(crate) fn toolset_of(category: &'static str) -> &'static str {
    match category {
        "scene.edit" => "edit",
        "scene.world" => "world",
        "editor.docs" => "docs",
        _ => category.split('.').next().unwrap_or(category),
    }
}

/// What a set is for, in a few words.
pub(crate) fn purpose(set: &str) -> &'static str {
    match set {
        "project" => "the project as a whole: scenes, assets, classes, settings, broken references",
        "scene" => "inside scenes and prefabs: objects, components, values",
        "edit" => "changing scenes and prefabs, a tool for each kind of edit; undo and history",
        "world" => "scenes in memory: loading, saving, selection",
        "asset" => "one asset: what it is, what it uses, who uses it",
        "audio" => "audio mixers and their snapshots",
        "docs" => "the class reference: Godot's classes and the project's scripts",
        "mcp" => "this server: its tools, state and log",
        _ => "the editor",
    }
}

impl Default for Toolsets {
    fn default() -> Toolsets {
        Toolsets(DEFAULT_TOOLSETS.to_vec())
    }
}

impl FromStr for Toolsets {
    type Err = String;

    fn from_str(text: &str) -> Result<Toolsets, String> {
        let mut chosen: Vec<&'static str> = Vec::new();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word {
                "all" => chosen.extend(Toolsets::known()),
                "default" => chosen.extend(DEFAULT_TOOLSETS),
                _ => chosen.push(Toolsets::known().find(|set| *set == word).ok_or_else(|| {
                    let known: Vec<&str> = Toolsets::known().collect();
                    format!(
                        "there is no toolset '{word}'; there are {}, and default and all",
                        known.join(", ")
                    )
                })?),
            }
        }
        if chosen.is_empty() {
            return Err("name at least one toolset".to_owned());
        }
        Ok(Toolsets(Toolsets::known().filter(|set| chosen.contains(set)).collect()))
    }
}

impl fmt::Display for Toolsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(","))
    }
}

#[cfg(test)]
mod tests {
    use scenewright_catalogue::{Catalogue, STANDARD_CATEGORIES};

    use super::*;

    #[test]
    fn sets_are_chosen_by_name() {
        let cases = [
            ("default", Ok("project,scene,asset")),
            ("audio, project", Ok("project,audio")),
            ("default,audio", Ok("project,scene,asset,audio")),
            ("edit,default", Ok("project,scene,edit,asset")),
            ("all", Ok("mcp,project,scene,edit,world,asset,audio,docs,editor")),
            (
                "sound",
                Err(
                    "there is no toolset 'sound'; there are mcp, project, scene, edit, world, asset, audio, docs, editor, and default and all",
                ),
            ),
            (" ,", Err("name at least one toolset")),
        ];
        for (text, expected) in cases {
            let chosen = text.parse::<Toolsets>().map(|sets| sets.to_string());
            assert_eq!(chosen.as_deref().map_err(String::as_str), expected, "{text}");
        }
    }

    #[test]
    fn every_tool_has_a_set() {
        let catalogue = Catalogue::standard().unwrap();
        for definition in catalogue.definitions() {
            assert!(ALL_TOOLSETS.contains(&toolset_of(definition.category)), "{}", definition.id);
        }
        for id in BASIC_EDIT_TOOLS {
            assert!(catalogue.definitions().any(|definition| definition.id == id), "{id}");
        }
        assert!(
            STANDARD_CATEGORIES.iter().all(|category| ALL_TOOLSETS.contains(&toolset_of(category)))
        );
    }
}
