//! Godot editors among the processes of this computer, found by their command lines.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use sysinfo::{
    Pid, Process, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind,
};

/// Runs that quit by themselves and have no scenes open.
const BATCH_OPTIONS: [&str; 6] = [
    "--import",
    "--export-release",
    "--export-debug",
    "--export-pack",
    "--export-patch",
    "--doctool",
];

/// The process id of an editor that has the project in `root` open. Processes of other users and of other sandboxes are
/// not seen.
pub fn running_editor(root: &Path) -> Option<u32> {
    let root = canonical(root);
    let system = processes(ProcessesToUpdate::All);
    let mut found: Vec<&Process> =
        system.processes().values().filter(|process| is_editor(process, &root)).collect();
    // A wrapper such as `xvfb-run` has the same arguments.
    let is_wrapper =
        |process: &Process| !process.name().to_string_lossy().to_lowercase().contains("godot");
    found.sort_by_key(|process| (is_wrapper(process), process.pid()));
    found.first().map(|process| process.pid().as_u32())
}

/// Whether a process that claimed to be an editor of the project still is. Process ids are reused.
pub(crate) fn is_running_editor(pid: u32, root: &Path) -> bool {
    let pid = Pid::from_u32(pid);
    let system = processes(ProcessesToUpdate::Some(&[pid]));
    system.process(pid).is_some_and(|process| {
        is_alive(process) && (process.cmd().is_empty() || is_editor(process, &canonical(root)))
    })
}

fn processes(which: ProcessesToUpdate<'_>) -> System {
    let mut system = System::new();
    let what = ProcessRefreshKind::nothing()
        .with_cmd(UpdateKind::Always)
        .with_cwd(UpdateKind::Always)
        .without_tasks();
    system.refresh_processes_specifics(which, true, what);
    system
}

fn is_alive(process: &Process) -> bool {
    !matches!(process.status(), ProcessStatus::Zombie | ProcessStatus::Dead)
}

fn is_editor(process: &Process, root: &Path) -> bool {
    is_alive(process) && opens(process.cmd(), process.cwd(), root)
}

/// Whether a command line starts the editor with this project. Godot changes to the project's folder when it starts.
fn opens(command: &[impl AsRef<OsStr>], cwd: Option<&Path>, root: &Path) -> bool {
    let arguments: Vec<&OsStr> = command.iter().skip(1).map(AsRef::as_ref).collect();
    // What follows is for the game.
    let end = arguments.iter().position(|it| *it == "--" || *it == "++");
    let arguments = &arguments[..end.unwrap_or(arguments.len())];
    let project_file = arguments
        .iter()
        .map(|argument| Path::new(*argument))
        .find(|path| path.file_name().is_some_and(|name| name == "project.godot"));
    let is_editor = arguments.iter().any(|it| *it == "--editor" || *it == "-e");
    let is_batch = arguments.iter().any(|it| BATCH_OPTIONS.iter().any(|option| it == option));
    if is_batch || !(is_editor || project_file.is_some()) {
        return false;
    }
    let given = arguments
        .iter()
        .position(|it| *it == "--path")
        .and_then(|at| arguments.get(at + 1))
        .map(|path| Path::new(*path));
    let folder = given.or_else(|| project_file.and_then(Path::parent));
    let is_root = |path: &Path| canonical(path) == root;
    cwd.is_some_and(is_root) || folder.is_some_and(|folder| folder.is_absolute() && is_root(folder))
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
        for (command, cwd, expected) in [
            ("godot --editor --path /no/such/game", None, true),
            ("godot --path /no/such/game -e --headless", Some(elsewhere), true),
            ("godot --editor --path game", Some(game), true),
            ("godot -e", Some(game), true),
            ("Godot.exe /no/such/game/project.godot", None, true),
            ("godot --path /no/such/game", Some(game), false),
            ("godot --editor --path /no/such/other", Some(elsewhere), false),
            ("godot --headless --editor --import --path /no/such/game", Some(game), false),
            ("godot --path /no/such/game -- --editor", Some(game), false),
            ("godot", None, false),
            ("", None, false),
        ] {
            let command: Vec<&str> = command.split_whitespace().collect();
            assert_eq!(opens(&command, cwd, game), expected, "{command:?}");
        }
    }

    #[test]
    fn another_process_is_no_editor() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_running_editor(std::process::id(), folder.path()));
        assert_eq!(running_editor(folder.path()), None);
    }
}
