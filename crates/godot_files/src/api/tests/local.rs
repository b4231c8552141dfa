//! Programs that claim to be a Godot: which of them are believed, and what is said of the others.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use scenewright_testkit::Fixture;

use super::super::ApiSource;
use scenewright_model::EngineKind;
use scenewright_project_files::LocalEditor;

use super::super::source::ApiChoice;
use std::sync::Arc;

/// A small description, told as the real one is: the last argument names the file.
const TELLS: &str = r#"
case "$1" in --version) echo WARNING: no sound; echo "$VERSION.stable"; exit;; esac
echo asked >> "$0.log"
for out; do :; done
printf 'godot-api\t1\t%s\nc\tNode\t\ti\nend\n' "$VERSION" > "$out"
"#;

struct Machine {
    files: Fixture,
    named: bool,
}

impl Machine {
    /// The program is written by a process of its own: with it open for writing in this one, a test
    /// that starts another at the same moment would keep it from being run.
    fn new(named: bool, script: &str) -> Machine {
        let files = Fixture::new("");
        let write = r#"printf '#!/bin/sh\n%s' "$2" > "$1" && chmod +x "$1""#;
        let mut shell = Command::new("sh");
        shell.args(["-c", write, "sh"]).arg(files.path("godot")).arg(script);
        assert!(shell.status().unwrap().success());
        Machine { files, named }
    }

    fn telling(named: bool, version: &str) -> Machine {
        Machine::new(named, &format!("VERSION={version}\n{TELLS}"))
    }

    fn source(&self, limit: Duration) -> ApiSource {
        let local = LocalEditor {
            kind: EngineKind::GODOT,
            program: self.files.path("godot"),
            named: self.named,
            cache: self.cache(),
        };
        ApiSource::with_limit(Some(local), limit)
    }

    fn describe(&self, project: &str) -> Arc<ApiChoice> {
        self.source(Duration::from_secs(20)).describe(Some(project))
    }

    fn cache(&self) -> PathBuf {
        self.files.path("home/cache")
    }

    fn asked(&self) -> usize {
        fs::read_to_string(self.files.path("godot.log")).map_or(0, |log| log.lines().count())
    }
}

/// The version that was chosen and the only diagnostic, without the program's path.
fn outcome(machine: &Machine, described: &ApiChoice) -> (String, String) {
    let version = described.api.as_ref().map_or("none", |api| api.version_text()).to_owned();
    let program = machine.files.path("godot").display().to_string();
    (version, described.diagnostics.join("\n").replace(&program, "GODOT"))
}

#[test]
fn a_godot_is_asked_when_it_is_named_or_fits_better() {
    let passed_over = |why: &str| {
        format!(
            "GODOT is not used to describe Godot's classes: {why}; the built-in description is used"
        )
    };
    for (named, version, project, chosen, said) in [
        (true, "4.5.1", "4.5", "4.5.1", String::new()),
        (true, "4.9.0", "4.6", "4.9.0", String::new()),
        (true, "4.3.0", "4", "4.3.0", String::new()),
        (true, "4.4.1", "4.5", "4.6.3", passed_over("it is Godot 4.4")),
        (true, "3.6.0", "4.5", "4.6.3", passed_over("it is Godot 3.6")),
        (true, "five", "4.5", "4.6.3", passed_over("it does not print its version")),
        (false, "4.5.1", "4.5", "4.5.1", String::new()),
        (false, "4.4.1", "4.5", "4.6.3", String::new()),
        (false, "4.6.1", "4.6", "4.6.3", String::new()),
        (false, "4.6.1", "4", "4.6.3", String::new()),
        (true, "4.6.3", "3", "3.6.0", String::new()),
        (true, "4.6.3", "2", "none", String::new()),
    ] {
        let machine = Machine::telling(named, version);
        let described = machine.describe(project);
        let expected = (chosen.to_owned(), said);
        assert_eq!(outcome(&machine, &described), expected, "{version} for {project}");
        assert_eq!(machine.asked(), usize::from(chosen == version));
    }
}

#[test]
fn the_answer_is_kept_until_the_program_changes() {
    let machine = Machine::telling(true, "4.5.1");
    assert_eq!(outcome(&machine, &machine.describe("4.5")).0, "4.5.1");
    assert_eq!(outcome(&machine, &machine.describe("4.5")).0, "4.5.1");
    assert_eq!(machine.asked(), 1);
    let kept: Vec<_> = fs::read_dir(machine.cache()).unwrap().flatten().collect();
    assert_eq!(kept.len(), 1, "nothing but the answer is left: {kept:?}");

    fs::write(kept[0].path(), "torn").unwrap();
    assert_eq!(outcome(&machine, &machine.describe("4.5")).0, "4.5.1");
    assert_eq!(machine.asked(), 2);

    let program = fs::File::open(machine.files.path("godot")).unwrap();
    program.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    machine.describe("4.5");
    assert_eq!(machine.asked(), 3);
}

#[test]
fn a_program_that_misbehaves_is_passed_over() {
    for (script, limit, said) in [
        ("exit 1", 20_000, "it failed (exit status: 1)"),
        ("exec sleep 60", 100, "it did not finish within 100ms"),
        ("case $1 in --version) echo 4.5;; *) exit 3;; esac", 20_000, "it failed (exit status: 3)"),
        (
            "case $1 in --version) echo 4.5;; *) for out; do :; done; echo x > $out;; esac",
            20_000,
            "its description of its classes cannot be read",
        ),
    ] {
        let machine = Machine::new(true, script);
        let described = machine.source(Duration::from_millis(limit)).describe(Some("4.5"));
        let (version, diagnostic) = outcome(&machine, &described);
        assert_eq!(version, "4.6.3", "{script}");
        assert!(diagnostic.contains(said), "{script}: {diagnostic}");
        assert_eq!(fs::read_dir(machine.cache()).unwrap().count(), 0, "{script}");
    }
}

#[test]
fn a_program_that_is_gone_is_passed_over() {
    let machine = Machine::new(true, "");
    fs::remove_file(machine.files.path("godot")).unwrap();
    let (version, diagnostic) = outcome(&machine, &machine.describe("4.5"));
    assert_eq!(version, "4.6.3");
    assert!(diagnostic.starts_with("GODOT is not used"), "{diagnostic}");
}
