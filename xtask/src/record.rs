//! The recording on the first screen of README.md: real commands on a copy of a sample, as an animated SVG.

mod svg;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, Subcommand, no_arguments, shell};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "record",
    summary: "Record the commands on the first screen of README.md",
    help: "\
Usage: cargo xtask record

Runs a few commands in a terminal, on a copy of the Godot sample, and writes them
with their output to docs/recording.svg, an animation of about 20 seconds.
Needs a Unix with `script` (util-linux).
",
    run,
};

const FILE: &str = "docs/recording.svg";

/// The recording must load quickly.
const MAX_BYTES: usize = 500_000;

/// The width of the terminal.
const COLUMNS: usize = 88;

/// What is typed, and for how long its output is shown, in seconds.
const STEPS: [(&str, f64); 5] = [
    ("scenewright init --client claude-code", 4.0),
    ("scenewright call scene.hierarchy.dump --arg scenePath=res://scenes/main.tscn", 4.0),
    (
        "scenewright call scene.member.write --allow-writes --arg scenePath=res://scenes/main.tscn \\\n    --arg objectPath=Main/Deck/Poster --arg member=position --arg value='[48, -30]'",
        3.0,
    ),
    ("scenewright undo", 3.0),
    ("scenewright check", 4.0),
];

/// One command with its output, which may contain colours.
pub(crate) struct RecordedStep {
    command: &'static str,
    output: String,
    seconds: f64,
}

fn run(arguments: &[String]) -> Result {
    no_arguments("record", arguments)?;
    let root = shell::root();
    shell::run(&mut shell::cargo(["build", "--release", "--package", "scenewright"]))?;
    let stage = Stage::new(&root)?;
    let steps = STEPS.iter().map(|(command, seconds)| {
        Ok(RecordedStep { command, output: stage.record(command)?, seconds: *seconds })
    });
    let picture = svg::animate(&steps.collect::<Result<Vec<_>>>()?, COLUMNS);
    if picture.len() > MAX_BYTES {
        return Err(format!("{FILE} would have {} bytes", picture.len()).into());
    }
    fs::write(root.join(FILE), &picture)?;
    println!("wrote {FILE} ({} bytes)", picture.len());
    Ok(())
}

/// A project and a home that nobody else uses, in a folder with a short name.
struct Stage {
    folder: PathBuf,
    program: PathBuf,
}

impl Stage {
    fn new(root: &Path) -> Result<Stage> {
        let folder = env::temp_dir().join("ferry-recording");
        let _ = fs::remove_dir_all(&folder);
        let program = root.join("target/release");
        fs::create_dir_all(folder.join("home"))?;
        let sample = root.join("crates/scenewright/samples/godot");
        shell::run(Command::new("cp").arg("-r").arg(sample).arg(folder.join("ferry")))?;
        Ok(Stage { folder, program })
    }

    /// The output as a terminal gets it.
    fn record(&self, command: &str) -> Result<String> {
        let path = env::var("PATH").unwrap_or_default();
        let typed = format!("stty cols {COLUMNS} rows 40; {command} || true");
        let mut script = Command::new("script");
        script
            .args(["-qec", &typed, "/dev/null"])
            .current_dir(self.folder.join("ferry"))
            .env("HOME", self.folder.join("home"))
            .env("SCENEWRIGHT_DATA", self.folder.join("data"))
            .env("PATH", format!("{}:{path}", self.program.display()))
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR");
        let output = shell::capture(&mut script)?;
        // The folder is nobody's home.
        let folder = self.folder.display().to_string();
        Ok(output.replace('\r', "").replace(&format!("{folder}/home"), "~").replace(&folder, "~"))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
