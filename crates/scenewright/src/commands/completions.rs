//! `scenewright completions SHELL`.

use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs};
use crate::error::CommandError;
use crate::print;

pub(crate) fn run(args: &CompletionsArgs) -> Result<(), CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "scenewright", &mut script);
    print::out(String::from_utf8_lossy(&script).trim_end())
}
