//! `watch`: what a change breaks and fixes is reported as it is saved.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{copied, program};

struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_change_is_checked_and_reported() {
    let project = copied("godot");
    // What was written just before watching began counts as changed, because clocks of files lag.
    thread::sleep(Duration::from_millis(100));
    let mut command = program();
    command.arg("watch").arg("--project").arg(project.path());
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut watching = Watching(child);
    let output = BufReader::new(watching.0.stdout.take().unwrap());
    let mut lines = output.lines().map_while(Result::ok);
    let first = lines.by_ref().find(|line| line.contains(" files, ")).unwrap();
    assert!(first.starts_with("2 findings ("), "{first}");

    let scene = project.path().join("scenes/main.tscn");
    let text = fs::read_to_string(&scene).unwrap();
    fs::write(&scene, text.replace("res://scripts/", "res://gone/")).unwrap();
    let mut next = || {
        let mut block = Vec::new();
        for line in lines.by_ref() {
            let is_end = line.contains(" files, ");
            block.push(line);
            if is_end && block.iter().any(|line| line.starts_with("changed: ")) {
                return block.join("\n");
            }
        }
        panic!("it ended: {block:?}");
    };
    let broken = next();
    assert!(broken.contains("changed: res://scenes/main.tscn"), "{broken}");
    assert!(broken.contains("+ missing-script") && broken.contains("res://gone/"), "{broken}");
    fs::write(&scene, &text).unwrap();
    let fixed = next();
    assert!(
        fixed.contains("- missing-script") && fixed.contains("2 findings, 1 new, 2 fixed"),
        "{fixed}"
    );
}
