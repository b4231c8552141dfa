//! The arguments of `scenewright watch`.

use clap::Args;

use super::ProjectArgument;

/// Check references again whenever files change, on one screen.
///
/// Shows what is broken now, and what the last change broke or fixed. In a pipe, each change is one block of lines.
/// Reads files only. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright watch
  scenewright watch ~/games/ferry
  scenewright watch | tee findings.log")]
pub(crate) struct WatchProjectArgs {
    #[command(flatten)]
    pub project: ProjectArgument,
}
