//! `scenewright install`: adds Scenewright to MCP clients, and the plugin to Godot projects.

pub(crate) mod client;
pub(crate) mod clients;
pub(crate) mod detect;
pub(crate) mod entry;
pub(crate) mod format;
pub(crate) mod godot;
mod jsonc;
mod newlines;
pub(crate) mod places;
mod toml;
mod write;

use crate::cli::{InstallArgs, InstallCommand};
use crate::error::CommandError;

pub(crate) fn run(args: &InstallArgs) -> Result<(), CommandError> {
    match &args.command {
        InstallCommand::Client(args) => client::run(args),
        InstallCommand::Godot(args) => godot::run(args),
    }
}
