//! `init`: from a machine with clients to servers that answer.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::support::{copied, parse, program};

/// A home with two clients, and a copy of the Godot sample.
struct NewUser {
    home: TempDir,
    game: TempDir,
}

impl NewUser {
    fn new() -> NewUser {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join(".cursor")).unwrap();
        fs::write(home.path().join(".claude.json"), "{}\n").unwrap();
        NewUser { home, game: copied("godot") }
    }

    fn game(&self) -> PathBuf {
        self.game.path().canonicalize().unwrap()
    }

    fn command(&self) -> Command {
        let mut command = program();
        for name in ["APPDATA", "CLAUDE_CONFIG_DIR", "LOCALAPPDATA", "XDG_CONFIG_HOME"] {
            command.env_remove(name);
        }
        command.env("HOME", self.home.path()).env("USERPROFILE", self.home.path()).env("PATH", "");
        command.env("SCENEWRIGHT_DATA", self.home.path().join("data"));
        command.arg("init").current_dir(self.game().join("scenes")).stdin(Stdio::null());
        command
    }

    fn init(&self, args: &[&str]) -> Output {
        self.command().args(args).output().unwrap()
    }

    fn ok(&self, args: &[&str]) -> String {
        let output = self.init(args);
        assert!(output.status.success(), "{args:?}: {}", err(&output));
        String::from_utf8(output.stdout).unwrap()
    }
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn all_clients_are_set_up_and_their_servers_answer() {
    let user = NewUser::new();
    let said = user.ok(&["--yes"]);
    assert!(said.contains("Godot project in"), "{said}");
    for title in ["Claude Code", "Cursor"] {
        assert!(said.contains(&format!("{title}: scenewright added to")), "{said}");
    }
    assert_eq!(said.matches("tools, project \"Night Ferry\"").count(), 2, "{said}");
    assert!(user.game().join(".mcp.json").is_file());
    assert!(user.game().join(".cursor/mcp.json").is_file());
    assert!(!user.game().join("addons/scenewright").exists());
    let again = user.ok(&["--yes"]);
    assert_eq!(again.matches("nothing changed").count(), 2, "{again}");
    assert_eq!(again.matches("proof").count(), 2, "{again}");
}

#[test]
fn writing_and_the_plugin_are_asked_for_with_flags() {
    let user = NewUser::new();
    let said = user.ok(&["--client", "cursor,codex", "--allow-writes", "--godot-plugin"]);
    assert!(said.contains("Godot plugin") && said.matches("proof").count() == 2, "{said}");
    let entry = parse(&fs::read(user.home.path().join(".cursor/mcp.json")).unwrap());
    let entry = &entry["mcpServers"]["scenewright"];
    assert_eq!(entry["args"][2], "--allow-writes");
    assert_eq!(entry["args"][1], user.game().to_str().unwrap());
    assert!(user.home.path().join(".codex/config.toml").is_file());
    assert!(!user.game().join(".cursor").exists());
    assert!(user.game().join("addons/scenewright/plugin.cfg").is_file());
    let count = |said: &str| {
        let words = said.split(" tools, project").next().unwrap().rsplit(' ');
        words.take(1).next().unwrap().parse::<usize>().unwrap()
    };
    let reading = user.ok(&["--client", "cursor", "--read-only", "--scope", "user"]);
    assert!(count(&reading) < count(&said), "{reading}\n{said}");
}

#[test]
fn without_a_terminal_or_flags_nothing_is_written() {
    let user = NewUser::new();
    let refused = user.init(&[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("found: claude-code, cursor"), "{}", err(&refused));
    assert!(!user.game().join(".mcp.json").exists());
    fs::remove_dir_all(user.home.path().join(".cursor")).unwrap();
    fs::remove_file(user.home.path().join(".claude.json")).unwrap();
    let none = user.init(&["--yes"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(err(&none).contains("--client: claude-code"), "{}", err(&none));
}

/// A file of the client that starts something else is not called proven.
#[cfg(unix)]
#[test]
fn a_command_that_does_not_answer_is_reported() {
    use std::os::unix::fs::symlink;

    let user = NewUser::new();
    let bin = user.home.path().join("bin");
    fs::create_dir_all(&bin).unwrap();
    symlink(env!("CARGO_BIN_EXE_scenewright"), bin.join("scenewright")).unwrap();
    let works = user.command().args(["--client", "cursor"]).env("PATH", &bin).output().unwrap();
    assert!(works.status.success(), "{}", err(&works));
    let text = fs::read_to_string(user.game().join(".cursor/mcp.json")).unwrap();
    assert!(text.contains("\"command\": \"scenewright\""), "{text}");

    // The options of an entry are kept, also one that the program does not have.
    let text = text.replace("\"${workspaceFolder}\"", "\"${workspaceFolder}\", \"--bogus\"");
    fs::write(user.game().join(".cursor/mcp.json"), text).unwrap();
    let broken = user.init(&["--client", "cursor"]);
    assert_eq!(broken.status.code(), Some(1));
    let said = err(&broken);
    assert!(said.contains("does not work: it ended without answering initialize"), "{said}");
    assert!(said.contains("not set up: Cursor") && said.contains("--bogus"), "{said}");
}
