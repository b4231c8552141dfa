//! Reads `project.godot`: the name of the project, its main scene, autoloads and plugins.

mod application;
mod areas;
mod config;
mod exports;
mod input;
mod keys;
mod loaded;
mod names;

use scenewright_engine::{EngineError, Subject};

use super::lexer::HeaderStyle;
use super::text::GodotDocument;
use super::value;
pub(super) use areas::read;
use scenewright_project_files::root::ProjectRoot;

pub(super) const PROJECT_FILE: &str = "project.godot";

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct GodotSettings {
    pub name: Option<String>,
    pub engine_version: Option<String>,
    /// As written: a `res://` path or a `uid://`.
    pub main_scene: Option<String>,
    pub autoloads: Vec<AutoloadEntry>,
    /// The `plugin.cfg` files of the enabled plugins, as written.
    pub plugins: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct AutoloadEntry {
    pub name: String,
    /// As written, without the `*` that declares a global variable.
    pub path: String,
}

impl GodotSettings {
    pub(super) fn read(root: &ProjectRoot) -> Result<GodotSettings, EngineError> {
        let bytes = root.read(Subject::ProjectFile, PROJECT_FILE)?;
        let document = GodotDocument::parse(bytes, HeaderStyle::Plain, "res://project.godot")?;
        Ok(GodotSettings::from_document(&document))
    }

    fn from_document(document: &GodotDocument) -> GodotSettings {
        let mut settings = GodotSettings::default();
        for section in document.sections() {
            for (key, raw) in section.properties() {
                settings.read_entry(section.tag(), key, raw);
            }
        }
        settings
    }

    fn read_entry(&mut self, section: &str, key: &str, raw: &str) {
        match (section, key) {
            ("", "config_version") => self.engine_version = major_version(raw),
            ("application", "config/name") => self.name = non_empty_text(raw),
            ("application", "run/main_scene") => self.main_scene = non_empty_text(raw),
            // Comes after config_version and is more precise.
            ("application", "config/features") => {
                let version = value::strings(raw).into_iter().find(|item| is_version(item));
                self.engine_version = version.map(Into::into).or(self.engine_version.take());
            }
            ("editor_plugins", "enabled") => {
                self.plugins = value::strings(raw).into_iter().map(Into::into).collect();
            }
            ("autoload", name) => {
                self.autoloads.extend(non_empty_text(raw).map(|path| AutoloadEntry {
                    name: name.to_owned(),
                    path: path.trim_start_matches('*').to_owned(),
                }))
            }
            _ => {}
        }
    }
}

/// The size of the viewport in pixels, in which Controls without a parent are placed.
pub(super) fn viewport_size(root: &ProjectRoot) -> [f64; 2] {
    let read = root.read(Subject::ProjectFile, PROJECT_FILE);
    let document = read
        .and_then(|bytes| GodotDocument::parse(bytes, HeaderStyle::Plain, "res://project.godot"));
    let Ok(document) = document else { return [1152.0, 648.0] };
    let display = document.sections().find(|section| section.tag() == "display");
    let size = |names: [&str; 2], default: f64| {
        let mut found = display.iter().flat_map(|section| section.properties());
        let found = found.find(|(key, _)| names.contains(key));
        found.and_then(|(_, raw)| value::integer(raw)).map_or(default, |size| size as f64)
    };
    [
        size(["window/size/viewport_width", "window/size/width"], 1152.0),
        size(["window/size/viewport_height", "window/size/height"], 648.0),
    ]
}

/// `None` for an empty text, which Godot writes for a cleared setting.
fn non_empty_text(raw: &str) -> Option<String> {
    value::string(raw).filter(|text| !text.is_empty()).map(Into::into)
}

fn major_version(config_version: &str) -> Option<String> {
    let major = value::integer(config_version)?.checked_sub(1)?;
    Some(major.to_string())
}

fn is_version(feature: &str) -> bool {
    feature.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> GodotSettings {
        GodotSettings::from_document(
            &GodotDocument::parse(text.into(), HeaderStyle::Plain, "x").unwrap(),
        )
    }

    #[test]
    fn the_version_comes_from_the_features_or_from_the_format() {
        for (text, expected) in [
            (
                "config_version=5\n[application]\nconfig/features=PackedStringArray(\"C#\", \"4.4\", \"Mobile\")\n",
                Some("4.4"),
            ),
            (
                "config_version=5\n[application]\nconfig/features=PackedStringArray(\"C#\")\n",
                Some("4"),
            ),
            ("config_version=5\n", Some("4")),
            ("config_version=4\n", Some("3")),
            ("[application]\n", None),
        ] {
            assert_eq!(settings(text).engine_version.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn autoloads_and_the_main_scene_are_read() {
        let read = settings(
            "; Engine configuration file.\nconfig_version=5\n\n[application]\n\nconfig/name=\"A \\\"b\\\"\"\n\
             run/main_scene=\"uid://abc\"\n\n[autoload]\n\nGame=\"*res://game.gd\"\nOld=\"\"\n\n\
             [editor_plugins]\n\nenabled=PackedStringArray(\"res://addons/a/plugin.cfg\")\n\n\
             [input]\n\njump={\n\"deadzone\": 0.5,\n\"events\": [Object(InputEventKey,\"a\":1)\n]\n}\n",
        );
        assert_eq!(read.name.as_deref(), Some("A \"b\""));
        assert_eq!(read.main_scene.as_deref(), Some("uid://abc"));
        let autoload = AutoloadEntry { name: "Game".to_owned(), path: "res://game.gd".to_owned() };
        assert_eq!(read.autoloads, [autoload]);
        assert_eq!(read.plugins, ["res://addons/a/plugin.cfg"]);
    }
}
