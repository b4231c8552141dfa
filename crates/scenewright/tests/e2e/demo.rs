//! What `scenewright demo` suggests can be pasted as it is.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

use crate::support::program;

struct Demo {
    child: Child,
    home: TempDir,
    commands: Vec<String>,
}

impl Demo {
    /// In a folder whose name has to be quoted.
    fn start() -> Demo {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join(".cursor")).unwrap();
        let mut demo = program();
        demo.args(["demo", "--port", "0", "--dir"]).arg(home.path().join("it's a demo"));
        let mut child = demo.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut commands = Vec::new();
        for line in BufReader::new(child.stdout.as_mut().unwrap()).lines().map(Result::unwrap) {
            let command = line.trim();
            if ["curl ", env!("CARGO_BIN_EXE_scenewright")].iter().any(|it| command.starts_with(it))
            {
                commands.push(command.to_owned());
            }
            if command.contains(" init --project ") {
                break;
            }
        }
        Demo { child, home, commands }
    }

    fn paste(&self, command: &str) -> Output {
        let mut shell = Command::new("sh");
        for (name, value) in program().get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        shell.env("HOME", self.home.path()).env_remove("XDG_CONFIG_HOME");
        shell.args(["-c", command]).current_dir(Path::new("/")).stdin(Stdio::null());
        shell.output().unwrap()
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn every_suggested_command_can_be_pasted() {
    let demo = Demo::start();
    let is_asked = |path: &str| demo.commands.iter().any(|command| command.contains(path));
    assert!(is_asked("/mcp -H") && is_asked("/editor -d"), "{:?}", demo.commands);
    assert!(demo.commands.len() > 10, "{:?}", demo.commands);
    for command in &demo.commands {
        // Without a terminal it cannot ask.
        let asks = command.contains(" init ");
        let output = demo.paste(&if asks { format!("{command} --yes") } else { command.clone() });
        let answer = String::from_utf8_lossy(&output.stdout);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !answer.is_empty(), "{command}\n{answer}{said}");
        if command.starts_with("curl") {
            assert!(answer.contains("\"result\""), "{command}\n{answer}");
        }
    }
}
