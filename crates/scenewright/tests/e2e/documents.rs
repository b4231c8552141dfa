//! Every command in the documentation runs, in a copy of a sample project.
//!
//! A block of `sh` or `console` is a script. Blocks that show the syntax of a command (`[--flag]`) or an elided value
//! (`…`) are not run, and neither are programs that this machine need not have.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::support::{Server, copy_folder, program, sample};

/// Programs of others, and what builds this one.
const NOT_RUN: [&str; 20] = [
    "amp",
    "brew",
    "cargo",
    "claude",
    "codex",
    "copilot",
    "cp",
    "docker",
    "gemini",
    "git",
    "godot",
    "install",
    "mcp-inspector",
    "npm",
    "npx",
    "opencode",
    "pip",
    "tar",
    "uv",
    "uvx",
];

/// Commands that need a Godot, an open editor, or something that went wrong before. They must be understood (no exit
/// code 2), but they may fail.
const MAY_FAIL: [&str; 9] = [
    "scenewright call editor.",
    "scenewright call game.",
    "scenewright call docs.",
    "scenewright check",
    "scenewright play",
    "scenewright recover",
    "scenewright undo",
    "scenewright redo",
    "echo '; mine'",
];

struct Block {
    page: String,
    line: usize,
    commands: Vec<String>,
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All pages, except those that are made from the program.
fn pages() -> Vec<PathBuf> {
    let root = repository();
    let mut pages: Vec<PathBuf> = [root.clone(), root.join("docs")]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .filter(|path| !path.ends_with("CHANGELOG.md") && !path.ends_with("reference.md"))
        .collect();
    pages.sort();
    pages
}

fn blocks(page: &Path) -> Vec<Block> {
    let text = fs::read_to_string(page).unwrap();
    let name = page.strip_prefix(repository()).unwrap().display().to_string();
    let mut blocks = Vec::new();
    let mut open: Option<(usize, &str, Vec<&str>)> = None;
    for (index, line) in text.lines().enumerate() {
        match (&mut open, line.trim().strip_prefix("```")) {
            (None, Some(language)) => open = Some((index + 1, language, Vec::new())),
            (Some((_, _, lines)), None) => lines.push(line),
            (Some((start, language, lines)), Some(_)) => {
                let commands = match *language {
                    "sh" => commands(lines),
                    "console" => commands(&typed(lines)),
                    _ => Vec::new(),
                };
                if !commands.is_empty() && !is_syntax(lines) {
                    blocks.push(Block { page: name.clone(), line: *start, commands });
                }
                open = None;
            }
            (None, None) => {}
        }
    }
    blocks
}

/// The lines of a session that were typed.
fn typed<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let mut typed: Vec<&str> = Vec::new();
    for line in lines {
        let continues = typed.last().is_some_and(|last| last.ends_with('\\'));
        match line.strip_prefix("$ ") {
            Some(command) => typed.push(command),
            None if continues => typed.push(line),
            None => {}
        }
    }
    typed
}

fn is_syntax(lines: &[&str]) -> bool {
    lines.iter().any(|line| {
        line.contains('…')
            || line.contains("VERSION")
            || line.contains("[-")
            || line.contains("[PROJECT]")
            || line.contains("$PROFILE")
    })
}

/// Lines that belong together: a backslash at the end, or a quote or brace that is still open.
fn commands(lines: &[&str]) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in lines {
        match commands.last_mut().filter(|_| is_open) {
            Some(command) => *command = format!("{command}\n{line}"),
            None if line.trim().is_empty() || line.trim().starts_with('#') => continue,
            None => commands.push((*line).to_owned()),
        }
        let whole = commands.last().map(String::as_str).unwrap_or_default();
        let without_escapes = whole.replace("\\\"", "").replace("'\\''", "");
        is_open = whole.ends_with('\\')
            || without_escapes.matches('\'').count() % 2 == 1
            || without_escapes.matches('"').count() % 2 == 1 && !whole.contains('#');
    }
    commands
}

/// A folder with the project `my-game`, a home, and the program on the PATH.
struct Reader {
    folder: TempDir,
    server: Option<Server>,
}

impl Reader {
    fn new(block: &Block) -> Reader {
        let folder = tempfile::tempdir().unwrap();
        let text = block.commands.join("\n");
        let sample_name = if text.contains("Assets/") { "unity" } else { "godot" };
        copy_folder(&sample(sample_name), &folder.path().join("my-game"));
        fs::create_dir_all(folder.path().join("home/.cursor")).unwrap();
        fs::create_dir_all(folder.path().join("home/games")).unwrap();
        copy_folder(&sample(sample_name), &folder.path().join("home/games/ferry"));
        for below in
            [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"]
        {
            fs::create_dir_all(folder.path().join("home").join(below)).unwrap();
        }
        fs::create_dir_all(folder.path().join("bin")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(
            env!("CARGO_BIN_EXE_scenewright"),
            folder.path().join("bin/scenewright"),
        )
        .unwrap();
        let asks = text.contains("127.0.0.1:8080");
        let game = folder.path().join("my-game");
        if text.contains("origin/main") {
            push_to_origin(&game);
        }
        let server = asks.then(|| Server::start(&game, &["--allow-writes", "--no-token"]));
        Reader { folder, server }
    }

    /// A server that a block starts is running already, on a free port.
    fn script(&self, command: &str) -> String {
        let address = self.server.as_ref().map_or("127.0.0.1:1", |server| server.address.as_str());
        command.replace("127.0.0.1:8080", address).replace("curl -sN", "curl -sN --max-time 1")
    }

    fn run(&self, command: &str, here: &Path) -> Output {
        let path = std::env::var("PATH").unwrap_or_default();
        let bin = self.folder.path().join("bin");
        let mut shell = Command::new("sh");
        // What a test must not touch, as for every other test.
        for (name, value) in program().get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        shell
            .args(["-c", &self.script(command)])
            .current_dir(here)
            .env("HOME", self.folder.path().join("home"))
            .env("SCENEWRIGHT_DATA", self.folder.path().join("data"))
            .env("RUNNER_TEMP", self.folder.path())
            .env("GITHUB_STEP_SUMMARY", self.folder.path().join("summary.md"))
            .env("PATH", format!("{}:{path}", bin.display()))
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }
}

/// Makes the project a clone whose `origin/main` is what it holds.
fn push_to_origin(game: &Path) {
    for args in [
        &["init", "--quiet"][..],
        &["add", "."],
        &["-c", "user.name=t", "-c", "user.email=t@t", "commit", "--quiet", "--message", "all"],
        &["update-ref", "refs/remotes/origin/main", "HEAD"],
    ] {
        let status = Command::new("git").arg("-C").arg(game).args(args).status().unwrap();
        assert!(status.success(), "git {args:?}");
    }
}

fn check_block(block: &Block) -> Vec<String> {
    let reader = Reader::new(block);
    let mut here = reader.folder.path().join("my-game");
    // Functions of the shell are known to the commands after them.
    let mut functions = String::new();
    let mut problems = Vec::new();
    for command in &block.commands {
        let whole = format!("{}:{}: {command}", block.page, block.line);
        let first = command.split_whitespace().next().unwrap_or_default();
        let is_server = ["scenewright serve", "scenewright watch", "scenewright ui"]
            .iter()
            .any(|server| command.starts_with(server));
        if NOT_RUN.contains(&first) || command.starts_with("scenewright demo") {
            continue;
        }
        let mut check = |command: &str, here: &Path| {
            problems.extend(check_command(&reader, command, here, &whole));
        };
        if let Some(folder) = command.strip_prefix("cd ") {
            let folder = folder.split(" && ").next().unwrap_or_default();
            here = reader.folder.path().join(folder.split('#').next().unwrap_or_default().trim());
            assert!(here.is_dir(), "{whole}");
            if let Some((_, rest)) = command.split_once(" && ") {
                check(rest, &here);
            }
        } else if command.contains("() {") {
            functions = format!("{command}\n");
        } else if is_server {
            // The options are understood; what they serve has tests of its own.
            let words = command.split('#').next().unwrap_or_default().trim();
            check(&format!("{} --help", words.trim_end_matches('&')), &here);
        } else if command.starts_with("scenewright init") && !command.contains(" --") {
            check("scenewright init --yes", &here);
        } else {
            check(&format!("{functions}{command}"), &here);
        }
    }
    problems
}

/// What is wrong with a command, if anything.
fn check_command(reader: &Reader, command: &str, here: &Path, whole: &str) -> Option<String> {
    let output = reader.run(command, here);
    let code = output.status.code();
    let may_fail = MAY_FAIL.iter().any(|start| command.starts_with(start));
    // A stream ends because curl gives up.
    let is_stream = command.contains("curl -sN") && code == Some(28);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_refused = may_fail && (code == Some(1) || said.contains("no Godot was found"));
    if !output.status.success() && !is_stream && !is_refused {
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        return Some(format!("{whole}\nexit code {code:?}\n{answer}{said}"));
    }
    let is_silent = command.starts_with("curl") && output.stdout.is_empty();
    is_silent.then(|| format!("{whole}\nno answer"))
}

#[cfg(unix)]
#[test]
fn every_command_of_every_page_runs() {
    let blocks: Vec<Block> = pages().iter().flat_map(|page| blocks(page)).collect();
    let commands: usize = blocks.iter().map(|block| block.commands.len()).sum();
    assert!(commands > 60, "only {commands} commands were found");
    // Two at a time: most of the time goes into starting programs.
    let (first, second) = blocks.split_at(blocks.len() / 2);
    let check_all = |blocks: &[Block]| blocks.iter().flat_map(check_block).collect::<Vec<_>>();
    let problems = std::thread::scope(|scope| {
        let first = scope.spawn(|| check_all(first));
        let mut problems = check_all(second);
        problems.extend(first.join().unwrap());
        problems
    });
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn commands_are_taken_out_of_blocks_as_they_are_typed() {
    let lines = [
        "# a comment",
        "curl -d '{",
        "}' x",
        "",
        "scenewright call a \\",
        "  --arg b=c",
        "scenewright undo",
    ];
    assert_eq!(
        commands(&lines),
        ["curl -d '{\n}' x", "scenewright call a \\\n  --arg b=c", "scenewright undo"]
    );
    assert_eq!(typed(&["$ a \\", "    b", "output", "$ c"]), ["a \\", "    b", "c"]);
    assert!(is_syntax(&["scenewright check [--format F]"]) && !is_syntax(&["scenewright check"]));
}
