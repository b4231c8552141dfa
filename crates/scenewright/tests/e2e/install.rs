//! `install client`, with a home folder and a project of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{parse, program};

/// A client, its project's file, its user's file below HOME on this system, the key in it, and the shape of an entry
/// as the vendor documents it.
struct Row {
    client: &'static str,
    project: Option<&'static str>,
    user: &'static str,
    key: &'static str,
    entry: Documented,
}

/// What an entry looks like in the documentation of the client.
#[derive(Clone, Copy, PartialEq)]
enum Documented {
    /// `command`, `args`.
    Plain,
    /// `type`: `stdio`, `command`, `args`.
    Typed,
    /// The same with `tools`.
    Tools,
    /// `type`: `local`, `command` with its arguments.
    Array,
}

const fn row(
    client: &'static str,
    project: Option<&'static str>,
    user: &'static str,
    key: &'static str,
    entry: Documented,
) -> Row {
    Row { client, project, user, key, entry }
}

#[cfg(target_os = "macos")]
const APP_DATA: [&str; 3] = [
    "Library/Application Support/Claude/claude_desktop_config.json",
    "Library/Application Support/Code/User/mcp.json",
    ".config/zed/settings.json",
];
#[cfg(windows)]
const APP_DATA: [&str; 3] = [
    "AppData/Roaming/Claude/claude_desktop_config.json",
    "AppData/Roaming/Code/User/mcp.json",
    "AppData/Roaming/Zed/settings.json",
];
#[cfg(not(any(windows, target_os = "macos")))]
const APP_DATA: [&str; 3] = [
    ".config/Claude/claude_desktop_config.json",
    ".config/Code/User/mcp.json",
    ".config/zed/settings.json",
];

const ROWS: [Row; 15] = [
    row("claude-code", Some(".mcp.json"), ".claude.json", "mcpServers", Documented::Plain),
    row("claude-desktop", None, APP_DATA[0], "mcpServers", Documented::Plain),
    row("cursor", Some(".cursor/mcp.json"), ".cursor/mcp.json", "mcpServers", Documented::Plain),
    row("vscode", Some(".vscode/mcp.json"), APP_DATA[1], "servers", Documented::Typed),
    row("windsurf", None, ".codeium/windsurf/mcp_config.json", "mcpServers", Documented::Plain),
    row(
        "codex",
        Some(".codex/config.toml"),
        ".codex/config.toml",
        "mcp_servers",
        Documented::Plain,
    ),
    row(
        "gemini",
        Some(".gemini/settings.json"),
        ".gemini/settings.json",
        "mcpServers",
        Documented::Plain,
    ),
    row("zed", Some(".zed/settings.json"), APP_DATA[2], "context_servers", Documented::Plain),
    row(
        "jetbrains",
        Some(".junie/mcp/mcp.json"),
        ".junie/mcp/mcp.json",
        "mcpServers",
        Documented::Plain,
    ),
    row("visual-studio", Some(".mcp.json"), ".mcp.json", "servers", Documented::Typed),
    row(
        "cline",
        None,
        ".cline/data/settings/cline_mcp_settings.json",
        "mcpServers",
        Documented::Plain,
    ),
    row(
        "copilot-cli",
        Some(".github/mcp.json"),
        ".copilot/mcp-config.json",
        "mcpServers",
        Documented::Tools,
    ),
    row(
        "opencode",
        Some("opencode.json"),
        ".config/opencode/opencode.json",
        "mcp",
        Documented::Array,
    ),
    row(
        "continue",
        Some(".continue/mcpServers/scenewright.json"),
        ".continue/mcpServers/scenewright.json",
        "mcpServers",
        Documented::Plain,
    ),
    row(
        "amp",
        Some(".amp/settings.json"),
        ".config/amp/settings.json",
        "amp.mcpServers",
        Documented::Plain,
    ),
];

/// Clients whose documentation does not say where they start servers: the path of the project is absolute.
const STARTED_ANYWHERE: [&str; 3] = ["jetbrains", "visual-studio", "continue"];

struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new() -> Machine {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("home")).unwrap();
        fs::create_dir_all(folder.path().join("game/scenes")).unwrap();
        fs::write(folder.path().join("game/project.godot"), "config_version=5\n").unwrap();
        Machine { folder }
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn game(&self) -> PathBuf {
        self.folder.path().join("game").canonicalize().unwrap()
    }

    /// `scenewright install client …`, typed somewhere in the project.
    fn run(&self, args: &[&str]) -> Output {
        self.program().args(["install", "client"]).args(args).output().unwrap()
    }

    fn program(&self) -> std::process::Command {
        let mut command = program();
        for name in [
            "APPDATA",
            "CLAUDE_CONFIG_DIR",
            "CLINE_MCP_SETTINGS_PATH",
            "CODEX_HOME",
            "COPILOT_HOME",
            "FLATPAK_XDG_CONFIG_HOME",
            "GEMINI_CLI_HOME",
            "LOCALAPPDATA",
            "VSCODE_PORTABLE",
            "XDG_CONFIG_HOME",
        ] {
            command.env_remove(name);
        }
        command.env("HOME", self.home()).env("USERPROFILE", self.home()).env("PATH", "");
        command.env("SCENEWRIGHT_DATA", self.folder.path().join("data"));
        command.current_dir(self.game().join("scenes")).stdin(std::process::Stdio::null());
        command
    }

    fn ok(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    fn refused(&self, args: &[&str], code: i32) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
        stderr(&output)
    }

    /// Every client in every scope it has: the arguments, and the file that is written.
    fn every(&self, mut check: impl FnMut(&Row, &[&str], &Path)) {
        for row in &ROWS {
            if let Some(file) = row.project {
                check(row, &[row.client, "--scope", "project"], &self.game().join(file));
            }
            check(row, &[row.client, "--scope", "user"], &self.home().join(row.user));
        }
    }
}

/// The entry has the documented fields and no others.
fn check_entry(row: &Row, entry: &Value, project: &str) {
    let program = env!("CARGO_BIN_EXE_scenewright");
    let expected = match row.entry {
        Documented::Plain => json!({ "command": program, "args": ["mcp", project] }),
        Documented::Typed => {
            json!({ "type": "stdio", "command": program, "args": ["mcp", project] })
        }
        Documented::Tools => {
            json!({ "type": "stdio", "command": program, "args": ["mcp", project], "tools": ["*"] })
        }
        Documented::Array => json!({ "type": "local", "command": [program, "mcp", project] }),
    };
    assert_eq!(*entry, expected, "{}", row.client);
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn with<'a>(args: &[&'a str], more: &'a str) -> Vec<&'a str> {
    [args, &[more]].concat()
}

fn backups(file: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(file.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".bak") || name.ends_with(".tmp"))
        .collect();
    names.sort();
    names
}

/// What was in the file before us.
fn original(row: &Row) -> String {
    let key = row.key;
    if row.project.is_some_and(|file| file.ends_with(".toml")) {
        return format!(
            "# mine\r\nmodel = \"x\"\r\n\r\n[{key}.other] # theirs\r\ncommand = \"y\"\r\n"
        );
    }
    format!(
        "\u{feff}{{\r\n\t// mine\r\n\t\"{key}\": {{\r\n\t\t\"other\": {{}}, // theirs\r\n\t}},\r\n}}"
    )
}

#[test]
fn every_client_gets_its_entry_in_a_new_file_and_loses_it_again() {
    let machine = Machine::new();
    machine.every(|row, args, file| {
        let said = machine.ok(args);
        assert!(said.contains("added to") && said.contains(file.to_str().unwrap()), "{said}");
        assert!(said.contains("next    "), "{said}");
        let text = fs::read_to_string(file).unwrap();
        assert!(text.contains("scenewright"), "{}: {text}", row.client);
        if file.extension().is_some_and(|extension| extension == "json") {
            let game = machine.game();
            let project = match (args[2], row.client) {
                ("project", "cursor" | "vscode") => "${workspaceFolder}",
                ("project", client) if !STARTED_ANYWHERE.contains(&client) => ".",
                _ => game.to_str().unwrap(),
            };
            check_entry(row, &parse(text.as_bytes())[row.key]["scenewright"], project);
        }
        assert!(machine.ok(args).contains("nothing changed"));
        assert_eq!(fs::read_to_string(file).unwrap(), text);
        assert!(machine.ok(&with(args, "--uninstall")).contains("removed"));
        assert!(!file.exists());
        assert!(machine.ok(&with(args, "--uninstall")).contains("nothing changed"));
        if args[2] == "project" {
            let left = fs::read_dir(machine.game()).unwrap().count();
            assert_eq!(left, 2, "{}: only project.godot and scenes are left", row.client);
            return;
        }
        assert_eq!(backups(file), [""; 0]);
    });
}

#[test]
fn what_is_there_stays_and_comes_back_to_the_byte() {
    let machine = Machine::new();
    machine.every(|row, args, file| {
        let before = original(row);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, &before).unwrap();
        let name = file.file_name().unwrap().to_str().unwrap();
        let said = machine.ok(args);
        let backup = said.lines().find_map(|line| line.trim().strip_prefix("backup  ")).unwrap();
        assert!(backup.ends_with(&format!("{name}.bak")), "{said}");
        let after = fs::read_to_string(file).unwrap();
        assert!(after.contains("mine") && after.contains("theirs"), "{after}");
        assert_eq!(after.matches('\n').count(), after.matches("\r\n").count(), "{after:?}");
        assert_eq!(fs::read_to_string(backup).unwrap(), before);
        machine.ok(&with(args, "--uninstall"));
        assert_eq!(fs::read_to_string(file).unwrap(), before, "{}", row.client);
        match args[2] {
            "project" => assert_eq!(backups(file), [""; 0], "nothing is left in the project"),
            _ => assert_eq!(backups(file), [format!("{name}.1.bak"), format!("{name}.bak")]),
        }
        for backup in backups(file) {
            fs::remove_file(file.with_file_name(backup)).unwrap();
        }
        // Two clients share the name of a file.
        let _ = fs::remove_dir_all(machine.folder.path().join("data"));
        fs::remove_file(file).unwrap();
    });
}

#[test]
fn another_project_takes_the_place_of_the_first() {
    let machine = Machine::new();
    let second = machine.folder.path().join("second");
    fs::create_dir_all(&second).unwrap();
    fs::write(second.join("project.godot"), "config_version=5\n").unwrap();
    machine.ok(&["windsurf"]);
    let said = machine.ok(&["windsurf", "--project", second.to_str().unwrap()]);
    assert!(said.contains("updated in") && said.contains("second"), "{said}");
    assert!(said.contains(&format!("mcp {}", machine.game().display())), "{said}");
    // Without its project the entry of a user can go too.
    fs::remove_dir_all(machine.game().join("scenes")).unwrap();
    fs::rename(machine.game().join("project.godot"), machine.game().join("gone")).unwrap();
    fs::create_dir_all(machine.game().join("scenes")).unwrap();
    machine.ok(&["windsurf", "--uninstall"]);
}

#[test]
fn print_writes_the_entry_only_and_touches_nothing() {
    let machine = Machine::new();
    machine.every(|row, args, file| {
        let output = machine.run(&with(args, "--print"));
        let said = stderr(&output);
        assert!(output.status.success() && said.contains(file.to_str().unwrap()), "{said}");
        assert!(!file.exists());
        let snippet = String::from_utf8(output.stdout).unwrap();
        machine.ok(args);
        assert_eq!(snippet, fs::read_to_string(file).unwrap(), "{}", row.client);
        // Two clients share the name of a file.
        fs::remove_file(file).unwrap();
    });
}

#[test]
fn a_broken_file_is_left_alone() {
    let machine = Machine::new();
    machine.every(|row, args, file| {
        for broken in ["{\n = [", "\"", "[", "\u{1}"] {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, broken).unwrap();
            for args in [args.to_vec(), with(args, "--uninstall")] {
                let said = machine.refused(&args, 1);
                assert!(said.contains(file.to_str().unwrap()), "{}: {said}", row.client);
                assert!(said.contains(", line ") && said.contains("repair"), "{said}");
            }
            assert_eq!(fs::read_to_string(file).unwrap(), broken);
            assert_eq!(backups(file), [""; 0]);
        }
    });
    let file = machine.home().join(".claude.json");
    for (bytes, what) in [
        (&b"{\"mcpServers\": []}"[..], "\"mcpServers\" is not an object"),
        (b"\"text\"", "not a JSON object"),
        (b"{\n\xff\xfe}", "line 2: not UTF-8"),
    ] {
        fs::write(&file, bytes).unwrap();
        let said = machine.refused(&["claude-code", "--scope", "user"], 1);
        assert!(said.contains(what), "{said}");
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
}

#[test]
fn variables_move_the_file() {
    let machine = Machine::new();
    let folder = machine.folder.path().join("elsewhere");
    for (client, name, file) in [
        ("claude-code", "CLAUDE_CONFIG_DIR", ".claude.json"),
        ("codex", "CODEX_HOME", "config.toml"),
        ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"),
        ("copilot-cli", "COPILOT_HOME", "mcp-config.json"),
    ] {
        let output = program()
            .args(["install", "client", client, "--scope", "user"])
            .env(name, &folder)
            .env("HOME", machine.home())
            .current_dir(machine.game())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(folder.join(file).is_file(), "{client}");
    }
}

#[test]
fn wrong_usage_says_what_to_do() {
    let machine = Machine::new();
    for client in ["claude-desktop", "windsurf", "cline"] {
        let said = machine.refused(&[client, "--scope", "project"], 2);
        assert!(said.contains("--scope user"), "{said}");
    }
    let said = machine.refused(&["emacs"], 2);
    assert!(ROWS.iter().all(|row| said.contains(row.client)), "{said}");
    machine.refused(&["zed", "--print", "--uninstall"], 2);
    fs::remove_file(machine.game().join("project.godot")).unwrap();
    let said = machine.refused(&["claude-desktop"], 2);
    assert!(said.contains("scenewright demo"), "{said}");
    // The folder that the file should be in is a file.
    fs::write(machine.game().join("project.godot"), "").unwrap();
    fs::write(machine.game().join(".cursor"), "").unwrap();
    let said = machine.refused(&["cursor"], 1);
    assert!(said.contains("cannot "), "{said}");
}

/// A name on the PATH is found wherever a copy of the project is opened. Desktop apps do not see the
/// PATH of a shell.
#[test]
fn the_program_on_the_path_is_called_by_its_name_as_the_docs_say() {
    let machine = Machine::new();
    let program = Path::new(env!("CARGO_BIN_EXE_scenewright"));
    let printed = |client: &str, scope: &str| {
        let output = std::process::Command::new(program)
            .args(["install", "client", client, "--scope", scope, "--print"])
            .env("PATH", program.parent().unwrap())
            .env("HOME", machine.home())
            .env("USERPROFILE", machine.home())
            .current_dir(machine.game())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let desktop = parse(printed("claude-desktop", "user").as_bytes());
    let command = &desktop["mcpServers"]["scenewright"]["command"];
    assert_eq!(*command, program.to_str().unwrap());

    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/clients.md");
    let docs = fs::read_to_string(docs).unwrap();
    for row in &ROWS {
        let line = format!("```sh\nscenewright install client {}\n```\n", row.client);
        let section = docs.split(&line).nth(1).unwrap_or_else(|| panic!("no section {line}"));
        let section = section.split("\n## ").next().unwrap();
        let file =
            row.project.unwrap_or(Path::new(row.user).file_name().unwrap().to_str().unwrap());
        assert!(section.contains(file), "{}: {section}", row.client);
        if row.project.is_some() && !STARTED_ANYWHERE.contains(&row.client) {
            let printed = printed(row.client, "project");
            assert!(section.contains(&printed), "{}: {section}", row.client);
        }
    }
}

/// What may write is for the user alone, unless the project's file is asked for.
#[test]
fn permission_to_write_is_the_users_own() {
    let machine = Machine::new();
    for row in &ROWS {
        let said = machine.ok(&[row.client, "--allow-writes", "--toolsets", "default,docs"]);
        let file = machine.home().join(row.user);
        assert!(said.contains(file.to_str().unwrap()), "{}: {said}", row.client);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("\"--allow-writes\", \"--toolsets\", \"default,docs\""), "{text}");
        if let Some(file) = row.project {
            assert!(!machine.game().join(file).exists(), "{}", row.client);
        }
        // Without flags an entry keeps what it has.
        let again = machine.ok(&[row.client, "--scope", "user"]);
        assert!(again.contains("nothing changed"), "{again}");
        machine.ok(&[row.client, "--scope", "user", "--read-only"]);
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains("--allow-writes") && text.contains("default,docs"), "{text}");
        // Without a scope, the entry is found where it is.
        machine.ok(&[row.client, "--uninstall"]);
        assert!(!file.exists(), "{}", row.client);
    }
}

#[test]
fn writing_for_everyone_is_warned_of() {
    let machine = Machine::new();
    let output = machine.run(&["claude-code", "--allow-writes", "--scope", "project"]);
    assert!(output.status.success());
    let said = stderr(&output);
    assert!(said.contains("everyone who clones") && said.contains("--scope user"), "{said}");
    let text = fs::read_to_string(machine.game().join(".mcp.json")).unwrap();
    assert!(text.contains("--allow-writes") && !text.to_lowercase().contains("token"), "{text}");
    let output = machine.run(&["claude-code", "--read-only", "--scope", "project"]);
    assert!(!stderr(&output).contains("everyone who clones"));
    let said = machine.refused(&["claude-code", "--allow-writes", "--uninstall"], 2);
    assert!(said.contains("--uninstall"), "{said}");
}

/// A file under another name that the client reads is not doubled.
#[test]
fn a_file_under_another_name_is_used() {
    let machine = Machine::new();
    let file = machine.game().join("opencode.jsonc");
    fs::write(&file, "{\n  // mine\n}\n").unwrap();
    machine.ok(&["opencode"]);
    assert!(fs::read_to_string(&file).unwrap().contains("\"local\""));
    assert!(!machine.game().join("opencode.json").exists());
    machine.ok(&["rider"]);
    assert!(machine.home().join(".junie/mcp/mcp.json").is_file());
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_link_stays_and_its_target_changes_with_its_permissions() {
        let machine = Machine::new();
        let target = machine.folder.path().join("dotfiles.json");
        fs::write(&target, "{}\n").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        let link = machine.home().join(".claude.json");
        symlink(&target, &link).unwrap();
        machine.ok(&["claude-code", "--scope", "user"]);
        assert!(link.is_symlink());
        assert!(fs::read_to_string(&target).unwrap().contains("scenewright"));
        for file in [&target, &machine.folder.path().join("dotfiles.json.bak")] {
            assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o640);
        }
        machine.ok(&["claude-code", "--scope", "user", "--uninstall"]);
        assert_eq!(fs::read_to_string(&target).unwrap(), "{}\n");
        fs::remove_file(&target).unwrap();
        let said = machine.refused(&["claude-code", "--scope", "user"], 1);
        assert!(said.contains("a broken link") && link.is_symlink(), "{said}");
    }

    /// Holds for root too, who may write wherever anybody may.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_takes_no_files_is_an_error() {
        let machine = Machine::new();
        symlink("/proc/self/fdinfo", machine.game().join(".vscode")).unwrap();
        let said = machine.refused(&["vscode"], 1);
        assert!(said.contains("cannot write") && said.contains("--print"), "{said}");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_an_error() {
        let machine = Machine::new();
        let folder = machine.game().join(".vscode");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("mcp.json"), "{}").unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
        // Root may write everywhere.
        if fs::write(folder.join("probe"), "").is_err() {
            let said = machine.refused(&["vscode"], 1);
            assert!(said.contains("cannot write") && said.contains("--print"), "{said}");
            assert_eq!(fs::read_to_string(folder.join("mcp.json")).unwrap(), "{}");
        }
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    }
}
