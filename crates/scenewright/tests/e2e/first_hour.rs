//! The first hour of a new user in ten steps, from the program to a gate in CI. The log has the time of each step;
//! nothing depends on it.

#![expect(clippy::print_stdout, reason = "the log has the time of each step")]

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::support::{contents, copied, parse, program};

struct FirstHour<'a> {
    home: &'a Path,
    game: &'a Path,
    steps: usize,
    started: Instant,
}

impl FirstHour<'_> {
    fn step(&mut self, what: &str, args: &[&str], code: i32) -> Output {
        let begun = Instant::now();
        let mut command = program();
        command.args(args).current_dir(self.game).stdin(Stdio::null());
        command.env("HOME", self.home).env("USERPROFILE", self.home).env("PATH", "");
        command.env("SCENEWRIGHT_DATA", self.home.join("data")).env_remove("XDG_CONFIG_HOME");
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{what}: {args:?}: {said}");
        self.steps += 1;
        println!(
            "{:>2}. {what:<28} {:>6} ms   scenewright {}",
            self.steps,
            begun.elapsed().as_millis(),
            args.join(" ")
        );
        output
    }

    fn json(&mut self, what: &str, args: &[&str]) -> Value {
        parse(&self.step(what, args, 0).stdout)["output"].clone()
    }
}

#[test]
fn ten_steps_lead_from_the_program_to_a_gate_in_ci() {
    let (home, game) = (tempfile::tempdir().unwrap(), copied("godot"));
    fs::create_dir_all(home.path().join(".cursor")).unwrap();
    let before = contents(game.path());
    let started = Instant::now();
    let mut hour = FirstHour { home: home.path(), game: game.path(), steps: 0, started };
    hour.step("the program runs", &["--version"], 0);
    hour.step("what is detected", &["doctor"], 0);
    let set_up = hour.step("connect the agent, proven", &["init", "--yes", "--allow-writes"], 0);
    assert!(String::from_utf8_lossy(&set_up.stdout).contains("proof"), "{set_up:?}");
    let info = hour.json("first answer", &["call", "project.info"]);
    assert_eq!(info["projectName"], "Night Ferry");
    let scene = ["--arg", "scenePath=res://scenes/main.tscn"];
    let dump = [&["call", "scene.hierarchy.dump"][..], &scene].concat();
    assert_eq!(hour.json("a scene", &dump)["rootObjects"][0]["name"], "Main");
    let rename = ["--arg", "objectPath=Main/Deck/Poster", "--arg", "name=Placard"];
    let edit = [&["call", "scene.object.rename", "--allow-writes"][..], &scene, &rename].concat();
    let preview = hour.json("preview an edit", &[&edit[..], &["--arg", "dryRun=true"]].concat());
    assert_eq!(preview["dryRun"], true);
    assert_eq!(contents(game.path()), before);
    hour.json("first edit", &edit);
    assert_ne!(contents(game.path()), before);
    hour.step("undo it", &["undo"], 0);
    assert_eq!(contents(game.path()), before);
    let known = home.path().join("known.json");
    let known = known.to_str().unwrap();
    hour.step("accept today's findings", &["check", "--write-baseline", known], 0);
    hour.step("the gate in CI", &["check", "--baseline", known], 0);
    assert_eq!(hour.steps, 10);
    println!("    together {} ms", hour.started.elapsed().as_millis());
}
