//! `scenewright man-pages DIR`, for packages.

use clap::CommandFactory;

use crate::cli::{Cli, ManPagesArgs};
use crate::error::CommandError;

pub(crate) fn run(args: &ManPagesArgs) -> Result<(), CommandError> {
    clap_mangen::generate_to(Cli::command(), &args.dir).map_err(|error| {
        CommandError::failed(format!("cannot write to {}: {error}", args.dir.display()))
    })
}
