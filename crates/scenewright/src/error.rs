//! What ends a command, with what to do about it.

use scenewright_catalogue::Failure;
use scenewright_embedded::NotAProject;
use thiserror::Error;

#[derive(Debug, Error)]
#[error("{message}")]
pub(crate) struct CommandError {
    pub message: String,
    pub hint: Option<String>,
    pub exit: u8,
}

/// The command was understood and could not be carried out.
pub(crate) const FAILED: u8 = 1;
/// The command itself was wrong.
pub(crate) const USAGE: u8 = 2;

impl CommandError {
    pub(crate) fn usage(message: impl Into<String>) -> CommandError {
        CommandError { message: message.into(), hint: None, exit: USAGE }
    }

    pub(crate) fn failed(message: impl Into<String>) -> CommandError {
        CommandError { message: message.into(), hint: None, exit: FAILED }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> CommandError {
        self.hint = Some(hint.into());
        self
    }
}

impl From<Failure> for CommandError {
    fn from(failure: Failure) -> CommandError {
        let exit = match failure {
            Failure::UnknownTool { .. } | Failure::InvalidArguments { .. } => USAGE,
            _ => FAILED,
        };
        let message = match &failure {
            Failure::Engine { message, .. } => message.clone(),
            Failure::WritesOff { .. } => "this tool changes the project".to_owned(),
            other => other.to_string(),
        };
        let hint = match &failure {
            Failure::WritesOff { .. } => Some(
                "add --allow-writes; with --arg dryRun=true it only shows what would change"
                    .to_owned(),
            ),
            // At a terminal there is a command for it.
            other => other.hint().map(|hint| hint.replace("edit.history", "scenewright history")),
        };
        CommandError { message, hint, exit }
    }
}

impl From<NotAProject> for CommandError {
    fn from(error: NotAProject) -> CommandError {
        let message = error.to_string();
        let hint = match error {
            NotAProject::None { below, .. } if !below.is_empty() => {
                let below: Vec<String> =
                    below.iter().map(|path| path.display().to_string()).collect();
                Some(format!("there are projects below it; name one of them: {}", below.join(", ")))
            }
            NotAProject::None { .. } => Some(
                "go into a project, or name its folder; `scenewright demo` makes one to try"
                    .to_owned(),
            ),
            _ => None,
        };
        CommandError { message, hint, exit: USAGE }
    }
}
