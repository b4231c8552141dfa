//! The arguments of `scenewright recover`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// List changes that were cut short, or decide what becomes of them.
///
/// A change that was cut short, by a crash or a kill, was never acknowledged: the next change through
/// this program takes it back, or completes it if all of its files are written. A file that somebody
/// has changed since is left alone; you decide, with --back or --forward. What such a file has now is
/// kept as a change of its own, which `scenewright undo` brings back.
///
/// Changes that were made in memory only, and never saved, wait here too when their process has ended:
/// --unsaved keep writes them to the project, --unsaved drop gives them up.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright recover                            what is unfinished, file by file
  scenewright recover --back                     give all of its files their old content
  scenewright recover --forward --handle 000007-645fd022
  scenewright recover --unsaved keep
  scenewright recover ~/games/ferry --unsaved drop --scene res://main.tscn")]
pub(crate) struct RecoverArgs {
    /// The project's folder [default: the nearest project above the current folder]
    pub project: Option<PathBuf>,
    /// Write the new content: as if the change had been done
    #[arg(long, conflicts_with = "back")]
    pub forward: bool,
    /// Write the old content: as if the change had never begun
    #[arg(long)]
    pub back: bool,
    /// Decide this change only [default: all that are unfinished]
    #[arg(long, value_name = "HANDLE")]
    pub handle: Option<String>,
    /// List what is unfinished, and change nothing; this is the default
    #[arg(long, conflicts_with_all = ["forward", "back"])]
    pub list: bool,
    /// What to do with unsaved changes that an ended process left behind
    #[arg(long, value_enum, value_name = "ACTION", conflicts_with_all = ["forward", "back", "handle"])]
    pub unsaved: Option<UnsavedAction>,
    /// With --unsaved: in this scene only
    #[arg(long, value_name = "SCENE", requires = "unsaved")]
    pub scene: Option<String>,
    /// With --unsaved keep: also over a version that was written since; undo brings that back
    #[arg(long, requires = "unsaved")]
    pub overwrite: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnsavedAction {
    /// Say what there is
    List,
    /// Write it to the project
    Keep,
    /// Give it up
    Drop,
}
