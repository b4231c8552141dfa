//! `scenewright recover`: what was cut short, and what was never saved.

use super::recover_unsaved;
use crate::cli::RecoverArgs;
use crate::error::CommandError;

pub(crate) fn run(args: &RecoverArgs) -> Result<(), CommandError> {
    recover_unsaved::run(
        args.project.as_deref(),
        args.unsaved,
        args.scene.as_deref(),
        args.overwrite,
    )
}
