//! The arguments of `scenewright install`.

use clap::{Args, Subcommand, ValueEnum};
use scenewright_mcp::Toolsets;

use super::{ProjectArgument, ProjectOption};
use crate::commands::install::clients::{self, KnownClient};
use crate::commands::install::entry::EntryOptions;

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
    #[command(flatten)]
    pub project: ProjectArgument,
    /// Remove the plugin
    #[arg(long)]
    pub uninstall: bool,
}

/// Add Scenewright to the configuration of an MCP client, or remove it.
///
/// The rest of the file, including comments, does not change, and the previous version is kept. Running the
/// command again changes nothing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cd my-game && scenewright install client claude-code    writes my-game/.mcp.json
  scenewright install client cursor --allow-writes        the agent may edit; writes your own configuration
  scenewright install client claude-desktop --project ~/games/ferry
  scenewright install client codex --scope user           for all sessions, with this project
  scenewright install client zed --print                  prints the entry, writes nothing
  scenewright install client cursor --uninstall")]
pub(crate) struct ClientArgs {
    /// The MCP client
    #[arg(value_parser = clients::parser())]
    pub client: &'static KnownClient,
    #[command(flatten)]
    pub project: ProjectOption,
    #[command(flatten)]
    pub entry: EntryArgs,
    /// Which configuration [default: the project's if the client has one and nothing can be written with it,
    /// otherwise the user's]
    #[arg(long, value_enum)]
    pub scope: Option<InstallScope>,
    /// Print the entry without writing anything
    #[arg(long, conflicts_with = "uninstall")]
    pub print: bool,
    /// Remove the entry
    #[arg(long, conflicts_with_all = ["allow_writes", "read_only", "toolsets"])]
    pub uninstall: bool,
}

/// What the server that a client starts may do.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct EntryArgs {
    /// Let the agent change the project; it can undo every change
    #[arg(long)]
    pub allow_writes: bool,
    /// Take that permission back, if the entry has it
    #[arg(long, conflicts_with = "allow_writes")]
    pub read_only: bool,
    /// Toolsets for the agent, separated by commas, as of `scenewright mcp`
    #[arg(long, value_name = "SETS")]
    pub toolsets: Option<Toolsets>,
}

impl EntryArgs {
    /// Without a flag, an entry keeps what it has.
    pub(crate) fn options(&self) -> EntryOptions {
        let allow_writes = match (self.allow_writes, self.read_only) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        };
        EntryOptions { allow_writes, toolsets: self.toolsets.clone() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InstallScope {
    /// The client's own configuration, in your home folder
    User,
    /// A file in the project, shared with everyone who works on it
    Project,
}
