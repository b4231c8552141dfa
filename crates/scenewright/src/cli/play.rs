//! The arguments of `scenewright play`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{ProjectOption, parse_seconds};

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);

/// Replay recordings of the game and check what happens (Godot).
///
/// A recording has inputs by tick, what to wait for, and what is expected: values, signals, lengths, pictures, and no
/// errors. The agent's tool game.act writes them, or you do; they are TOML (docs/play.md). The game runs in a
/// process of its own, with an empty user:// folder, and no file of the project is changed. It runs the project's code.
///
/// Exit code: 0 if everything is as expected, 1 if not, 2 if something could not be played.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright play                                   all recordings in tests/play
  scenewright play tests/play/walk.play.toml
  scenewright play --junit report.xml --trace trace  for CI
  scenewright play --update                          accept what happens now
  scenewright play --prove 3 tests/play/walk.play.toml
                                                     is the game the same in three runs?")]
pub(crate) struct PlayArgs {
    /// Recordings [default: all *.play.toml files in the project's folder tests/play]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub project: ProjectOption,
    /// How many games run at the same time [default: as many as there are processors, at most 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub jobs: Option<u8>,
    /// Change the recordings so that they expect what happens now
    #[arg(long, conflicts_with = "prove")]
    pub update: bool,
    /// Run each recording this often, and report the first tick and node that differ, and why
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=50))]
    pub prove: Option<u8>,
    /// Also write a JUnit report
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write what happened to this folder: answers, logs and pictures
    #[arg(long, value_name = "DIR")]
    pub trace: Option<PathBuf>,
    /// If the project was never imported: import and play a copy, or import the project itself, which may change files
    #[arg(long, value_enum, value_name = "WHERE")]
    pub import: Option<ImportArg>,
    /// Time limit of a segment, in seconds
    #[arg(long, default_value = "120", value_parser = parse_seconds, value_name = "SECONDS")]
    pub timeout: Duration,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl PlayArgs {
    /// All recordings of a project that may never have been imported.
    pub(crate) fn all_of(project: &Path) -> PlayArgs {
        PlayArgs {
            files: Vec::new(),
            project: ProjectOption::at(project),
            jobs: None,
            update: false,
            prove: None,
            junit: None,
            trace: None,
            import: Some(ImportArg::Copy),
            timeout: DEFAULT_TIMEOUT,
            json: false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportArg {
    Copy,
    Project,
}

impl ImportArg {
    /// The value of the argument of `game.start`.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            ImportArg::Copy => "copy",
            ImportArg::Project => "project",
        }
    }
}
