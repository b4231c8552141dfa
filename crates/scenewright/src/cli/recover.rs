//! The arguments of `scenewright recover`.

use std::path::PathBuf;

use clap::Args;

/// List changes that were cut short, or decide what becomes of them.
///
/// A change that was cut short, by a crash or a kill, was never acknowledged: the next change through
/// this program takes it back, or completes it if all of its files are written. A file that somebody
/// has changed since is left alone; you decide, with --back or --forward. What such a file has now is
/// kept as a change of its own, which `scenewright undo` brings back.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright recover                            what is unfinished, file by file
  scenewright recover --back                     give all of its files their old content
  scenewright recover --forward --handle 000007-645fd022")]
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
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
