//! What can be typed after `install`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::commands::install::clients::{self, KnownClient};

/// Make other programs know this one.
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

/// Put the plugin into a Godot project, so that an open editor can be seen and used.
///
/// It is copied to addons/scenewright and enabled in project.godot, whose other lines stay as they are. A
/// second run changes nothing; after an update of this program it brings the new plugin.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cd my-game && scenewright install godot
  scenewright install godot ~/games/ferry
  scenewright install godot --uninstall                   takes it out without a trace")]
pub(crate) struct GodotArgs {
    /// The project's folder [default: the nearest project above the current folder]
    pub project: Option<PathBuf>,
    /// Take the plugin out again
    #[arg(long)]
    pub uninstall: bool,
}

/// Add this program to the configuration of an MCP client, or take it out again.
///
/// The rest of the file stays as it is, comments too, and a backup is put beside it. A second run
/// changes nothing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cd my-game && scenewright install client claude-code    writes my-game/.mcp.json
  scenewright install client claude-desktop --project ~/games/ferry
  scenewright install client codex --scope user           for all sessions, on this project
  scenewright install client zed --print                  shows the entry, writes nothing
  scenewright install client cursor --uninstall")]
pub(crate) struct ClientArgs {
    /// The client
    #[arg(value_parser = clients::parser())]
    pub client: &'static KnownClient,
    /// The project's folder [default: the nearest project above the current folder]
    #[arg(long)]
    pub project: Option<PathBuf>,
    /// Whose configuration [default: the project's where the client has one, else the user's]
    #[arg(long, value_enum)]
    pub scope: Option<InstallScope>,
    /// Print what would be in the file, and write nothing
    #[arg(long, conflicts_with = "uninstall")]
    pub print: bool,
    /// Take the entry out again
    #[arg(long)]
    pub uninstall: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InstallScope {
    /// The client's own configuration, in your home folder
    User,
    /// A file in the project, which others get with it
    Project,
}
