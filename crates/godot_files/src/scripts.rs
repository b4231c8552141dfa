//! The display names of scripts.

use super::files::{extension, file_name};
use scenewright_gdscript::GdScript;

/// The `class_name` of a .gd file, the class of a C# file (which has the name of the file), or else the file
/// name.
pub(super) fn script_name(relative: &str, read: impl FnOnce() -> Option<Vec<u8>>) -> String {
    let file = file_name(relative);
    match extension(file) {
        "gd" => read()
            .and_then(|source| class_name(&String::from_utf8_lossy(&source)))
            .unwrap_or_else(|| file.to_owned()),
        "cs" => file.trim_end_matches(".cs").to_owned(),
        _ => file.to_owned(),
    }
}

pub(super) fn class_name(source: &str) -> Option<String> {
    GdScript::parse(source).class_name().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_called_by_its_class_name() {
        for (source, expected) in [
            ("class_name Player\nextends Node\n", Some("Player")),
            ("@tool\n@icon(\"res://a.svg\")\nclass_name Player extends Node", Some("Player")),
            ("class_name Player, \"res://icon.png\"\n", Some("Player")),
            ("# class_name No\nvar a = \"class_name No\"\n", None),
            ("\"\"\"\nclass_name No\n\"\"\"\nclass_name Größe\n", Some("Größe")),
            ("## It's a boat.\nclass_name Boat\n", Some("Boat")),
            ("var a = 'it\\'s'\nclass_name Yes", Some("Yes")),
            ("var class_names = 1\n", None),
            ("class_name", None),
            ("\"open", None),
        ] {
            assert_eq!(class_name(source).as_deref(), expected, "{source}");
        }
    }

    #[test]
    fn other_scripts_are_called_by_their_file() {
        assert_eq!(script_name("a/Player.cs", || None), "Player");
        assert_eq!(script_name("a/player.gd", || None), "player.gd");
        assert_eq!(script_name("a/graph.vs", || None), "graph.vs");
    }
}
