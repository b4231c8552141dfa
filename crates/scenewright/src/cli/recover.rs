//! The arguments of `scenewright recover`.

use clap::{Args, ValueEnum};

use super::ProjectArgument;

/// List interrupted and unsaved changes, or resolve them.
///
/// A change that was interrupted by a crash or a kill was never acknowledged: the next change made with
/// Scenewright rolls it back, or completes it if all of its files were written. If one of its files has been
/// changed since, nothing is written until you decide, with --back or --forward. The current content of such a
/// file is then kept as a separate change, which `scenewright undo` restores.
///
/// Changes that were made only in memory and never saved are listed too, if their process has ended:
/// --unsaved keep writes them to the project, --unsaved drop discards them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright recover                            list what is unfinished, file by file
  scenewright recover --back                     restore the old content of all its files
  scenewright recover --forward --handle 000007-645fd022
  scenewright recover --unsaved keep
  scenewright recover ~/games/ferry --unsaved drop --scene res://main.tscn")]
pub(crate) struct RecoverArgs {
    #[command(flatten)]
    pub project: ProjectArgument,
    /// Write the new content, as if the change had completed
    #[arg(long, conflicts_with = "back")]
    pub forward: bool,
    /// Write the old content, as if the change had never begun
    #[arg(long)]
    pub back: bool,
    /// Resolve only this change [default: all unfinished changes]
    #[arg(long, value_name = "HANDLE")]
    pub handle: Option<String>,
    /// List what is unfinished without changing anything (the default)
    #[arg(long, conflicts_with_all = ["forward", "back"])]
    pub list: bool,
    /// What to do with unsaved changes of a process that has ended
    #[arg(long, value_enum, value_name = "ACTION", conflicts_with_all = ["forward", "back", "handle"])]
    pub unsaved: Option<UnsavedAction>,
    /// With --unsaved: only in this scene
    #[arg(long, value_name = "SCENE", requires = "unsaved")]
    pub scene: Option<String>,
    /// With --unsaved keep: even if the file has changed since; undo restores that version
    #[arg(long, requires = "unsaved")]
    pub overwrite: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnsavedAction {
    /// List them
    List,
    /// Write them to the project
    Keep,
    /// Discard them
    Drop,
}
