//! The arguments of `scenewright init`.

use clap::Args;

use super::install::EntryArgs;
use super::{InstallScope, ProjectArgument};
use crate::commands::install::clients::{self, KnownClient};

/// Set up a project: connect the MCP clients of this machine, and prove that it works.
///
/// Recognises the project and the clients, asks what the agent may do, writes the configurations, and then starts
/// the configured command as each client would and asks it for its tools. In a script, flags answer the questions.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cd my-game && scenewright init                         asks, then sets up
  scenewright init --yes                                 all clients that were found, read-only
  scenewright init --client cursor --allow-writes
  scenewright init --client claude-code,vscode --read-only --godot-plugin")]
pub(crate) struct InitArgs {
    #[command(flatten)]
    pub project: ProjectArgument,
    /// The MCP clients, separated by commas; can be repeated [default: those found on this machine]
    #[arg(long = "client", value_name = "NAME", value_delimiter = ',', value_parser = clients::parser())]
    pub clients: Vec<&'static KnownClient>,
    #[command(flatten)]
    pub entry: EntryArgs,
    /// Which configuration [default: the project's if the client has one and nothing can be written with it,
    /// otherwise the user's]
    #[arg(long, value_enum)]
    pub scope: Option<InstallScope>,
    /// Install the plugin for the Godot editor
    #[arg(long)]
    pub godot_plugin: bool,
    /// Do not install the plugin for the Godot editor
    #[arg(long, conflicts_with = "godot_plugin")]
    pub no_godot_plugin: bool,
    /// Ask nothing: all clients that were found, read-only, no plugin, unless flags say otherwise
    #[arg(short, long)]
    pub yes: bool,
    /// Do not start the configured command
    #[arg(long)]
    pub no_proof: bool,
}
