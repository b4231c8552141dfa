//! Recognises processes of Godot's editor by their command lines.

use std::path::{Path, PathBuf};

/// Options after which Godot is not an editor that keeps scenes open: it does its work and ends.
const COMMANDS: [&str; 12] = [
    "--import",
    "--export-release",
    "--export-debug",
    "--export-pack",
    "--export-patch",
    "--doctool",
    "--script",
    "-s",
    "--check-only",
    "--build-solutions",
    "--convert-3to4",
    "--project-manager",
];

/// The folder of the project that a process edits; `None` if it is not an editor. `folder` is its working directory.
pub(crate) fn edited_project(command: &[&str], folder: Option<&Path>) -> Option<PathBuf> {
    // What follows belongs to the game.
    let own: Vec<&str> =
        command.iter().skip(1).copied().take_while(|it| !matches!(*it, "--" | "++")).collect();
    let is_godot = command.first().is_some_and(|program| is_named_godot(program));
    let path = own.iter().position(|it| *it == "--path").and_then(|at| own.get(at + 1));
    let opened = own.iter().find(|it| Path::new(it).file_name() == Some("project.godot".as_ref()));
    // Many programs have an option -e. Editors under another name are started with both long options.
    let is_editor = match is_godot {
        true => own.iter().any(|it| matches!(*it, "--editor" | "-e")) || opened.is_some(),
        false => own.contains(&"--editor") && path.is_some(),
    };
    if !is_editor || own.iter().any(|it| COMMANDS.contains(it)) {
        return None;
    }
    let named = match (path, opened) {
        (Some(path), _) => PathBuf::from(path),
        (None, Some(file)) => Path::new(file).parent()?.to_owned(),
        (None, None) => PathBuf::new(),
    };
    // A relative path needs the working directory.
    if named.is_absolute() { Some(named) } else { folder.map(|folder| folder.join(named)) }
}

fn is_named_godot(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    name.to_ascii_lowercase().contains("godot")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editors_are_recognised_by_their_command_lines_and_nothing_else_is() {
        let rows: [(&str, Option<&str>); 13] = [
            ("godot --editor --path /games/a", Some("/games/a")),
            ("godot -e --path a", Some("/games/a")),
            ("godot --headless -e", Some("/games/")),
            ("/opt/Godot.x86_64 --path /games/a --editor res://main.tscn", Some("/games/a")),
            ("godot /games/b/project.godot", Some("/games/b")),
            ("godot b/project.godot", Some("/games/b")),
            ("godot --path /games/a", None),
            ("godot --path /games/a res://main.tscn", None),
            ("godot --path /games/a -- --editor", None),
            ("godot --headless --path /games/a --import --editor", None),
            ("godot --project-manager", None),
            ("grep -e godot", None),
            ("/opt/redot --path /games/a --editor", Some("/games/a")),
        ];
        for (command, expected) in rows {
            let command: Vec<&str> = command.split(' ').collect();
            let found = edited_project(&command, Some(Path::new("/games")));
            assert_eq!(found, expected.map(PathBuf::from), "{command:?}");
        }
        assert_eq!(edited_project(&["godot", "-e"], None), None);
    }
}
