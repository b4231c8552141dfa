//! `scenewright guard-process PARENT PROGRAM …`: see [`guard_process`](scenewright_engines::guard_process).

use crate::cli::GuardProcessArgs;
use crate::error::CommandError;

pub(crate) fn run(args: GuardProcessArgs) -> CommandError {
    let GuardProcessArgs { parent, program, arguments } = args;
    let name = program.to_string_lossy().into_owned();
    let error = scenewright_engines::guard_process(parent, program, arguments);
    CommandError::failed(format!("{name} cannot be started: {error}"))
}
