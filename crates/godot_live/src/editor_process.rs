//! Godot editors among the processes of this computer, found by their command lines.

use std::path::{Path, PathBuf};

use scenewright_link::{find_host_process, is_host_process};

use crate::host::GodotHost;

/// Runs that quit by themselves and have no scenes open.
const BATCH_OPTIONS: [&str; 8] = [
    "--import",
    "--export-release",
    "--export-debug",
    "--export-pack",
    "--export-patch",
    "--doctool",
    "--script",
    "-s",
];

/// The process id of an editor that has the project in `root` open. Processes of other users and of other sandboxes are
/// not seen.
pub fn running_editor(root: &Path) -> Option<u32> {
    find_host_process::<GodotHost>(&canonical(root))
}

/// Whether a process that claimed to be an editor of the project still is. Process ids are reused.
pub(crate) fn is_running_editor(pid: u32, root: &Path) -> bool {
    is_host_process::<GodotHost>(pid, &canonical(root))
}

/// Whether a command line starts the editor with this project. Godot changes to the project's folder when it starts.
pub(crate) fn has_open(command: &[&str], folder: Option<&Path>, root: &Path) -> bool {
    let Some((program, arguments)) = command.split_first() else { return false };
    // What follows is for the game.
    let end = arguments.iter().position(|it| matches!(*it, "--" | "++"));
    let arguments = &arguments[..end.unwrap_or(arguments.len())];
    let path = arguments.iter().position(|it| *it == "--path").and_then(|at| arguments.get(at + 1));
    let project_file = arguments
        .iter()
        .map(Path::new)
        .find(|path| path.file_name().is_some_and(|name| name == "project.godot"));
    // Many programs have an option -e. Wrappers and editors under another name have both long options.
    let is_editor = match is_named_godot(program) {
        true => {
            arguments.iter().any(|it| matches!(*it, "--editor" | "-e")) || project_file.is_some()
        }
        false => arguments.contains(&"--editor") && path.is_some(),
    };
    if !is_editor || arguments.iter().any(|it| BATCH_OPTIONS.contains(it)) {
        return false;
    }
    let given = path.map(Path::new).or_else(|| project_file.and_then(Path::parent));
    let is_root = |path: &Path| canonical(path) == root;
    folder.is_some_and(is_root) || given.is_some_and(|given| given.is_absolute() && is_root(given))
}

pub(crate) fn is_named_godot(program: &str) -> bool {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    name.to_ascii_lowercase().contains("godot")
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn editors_are_recognised_by_their_command_line() {
        let game = Path::new("/no/such/game");
        let elsewhere = Path::new("/no/such/folder");
        for (command, folder, expected) in [
            ("godot --editor --path /no/such/game", None, true),
            ("godot --path /no/such/game -e --headless", Some(elsewhere), true),
            ("godot --editor --path game", Some(game), true),
            ("/opt/Godot_v4.6.x86_64 -e", Some(game), true),
            ("Godot.exe /no/such/game/project.godot", None, true),
            ("xvfb-run -a godot --editor --path /no/such/game", None, true),
            ("/opt/redot --path /no/such/game --editor", Some(game), true),
            ("sed -e s/a/b/ main.tscn", Some(game), false),
            ("vim project.godot", Some(game), false),
            ("godot --path /no/such/game", Some(game), false),
            ("godot --editor --path /no/such/other", Some(elsewhere), false),
            ("godot --headless --editor --import --path /no/such/game", Some(game), false),
            ("godot --path /no/such/game -- --editor", Some(game), false),
            ("godot", None, false),
            ("", None, false),
        ] {
            let command: Vec<&str> = command.split_whitespace().collect();
            assert_eq!(has_open(&command, folder, game), expected, "{command:?}");
        }
    }

    #[test]
    fn another_process_is_no_editor() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_running_editor(std::process::id(), folder.path()));
        assert_eq!(running_editor(folder.path()), None);
    }
}
