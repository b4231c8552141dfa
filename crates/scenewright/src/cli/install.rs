//! The arguments of `scenewright install`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::commands::install::clients::{self, KnownClient};

/// Add Scenewright to MCP clients and to the Godot editor.
#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    #[command(subcommand)]
    pub command: InstallCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum InstallCommand {
    Client(ClientArgs),
    Godot(GodotArgs),
}

/// Install the plugin in a Godot project, to give tools access to an open editor.
///
/// The plugin is copied to addons/scenewright and enabled in project.godot, whose other lines do not change.
/// Running the command again changes nothing; after an update of Scenewright it updates the plugin.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cd my-game && scenewright install godot
  scenewright install godot ~/games/ferry
  scenewright install godot --uninstall                   removes the plugin completely")]
pub(crate) struct GodotArgs {
    /// The project's folder [default: the nearest project at or above the current folder]
    pub project: Option<PathBuf>,
    /// Remove the plugin
    #[arg(long)]
    pub uninstall: bool,
}

/// Add Scenewright to the configuration of an MCP client, or remove it.
///
/// The rest of the file, including comments, does not change, and a backup is written next to it. Running the
/// command again changes nothing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cd my-game && scenewright install client claude-code    writes my-game/.mcp.json
  scenewright install client claude-desktop --project ~/games/ferry
  scenewright install client codex --scope user           for all sessions, with this project
  scenewright install client zed --print                  prints the entry, writes nothing
  scenewright install client cursor --uninstall")]
pub(crate) struct ClientArgs {
    /// The MCP client
    #[arg(value_parser = clients::parser())]
    pub client: &'static KnownClient,
    /// The project's folder [default: the nearest project at or above the current folder]
    #[arg(long)]
    pub project: Option<PathBuf>,
    /// Which configuration [default: the project's if the client has one, otherwise the user's]
    #[arg(long, value_enum)]
    pub scope: Option<InstallScope>,
    /// Print the entry without writing anything
    #[arg(long, conflicts_with = "uninstall")]
    pub print: bool,
    /// Remove the entry
    #[arg(long)]
    pub uninstall: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InstallScope {
    /// The client's own configuration, in your home folder
    User,
    /// A file in the project, shared with everyone who works on it
    Project,
}
