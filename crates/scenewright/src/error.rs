//! The error that ends a command, with a hint what to do.

use scenewright_catalogue::{Failure, HintStyle};
use scenewright_engines::NotAProjectError;
use thiserror::Error;

#[derive(Debug, Error)]
#[error("{message}")]
pub(crate) struct CommandError {
    pub message: String,
    pub hint: Option<String>,
    pub exit: u8,
}

/// How hints name tools, arguments and flags for a terminal.
pub(crate) const STYLE: HintStyle<'static> = HintStyle {
    tool: &|id| Some(command(id)),
    tool_name: str::to_owned,
    argument: Some(|name, value| format!("--arg {name}={value}")),
    flag: |flag| format!("add {flag}"),
    one_call: true,
};

fn command(id: &str) -> String {
    match id {
        "edit.history" => "scenewright history".to_owned(),
        id => format!("scenewright call {id}"),
    }
}

/// The exit code of a command that failed.
pub(crate) const FAILED: u8 = 1;
/// The exit code of an invalid command.
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

/// The same for `scenewright play`, whose options have the names of arguments.
pub(crate) const PLAY_STYLE: HintStyle<'static> = HintStyle {
    tool: &|_| Some("scenewright play".to_owned()),
    argument: Some(|name, value| {
        format!("--{name} {}", value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    }),
    ..STYLE
};

impl From<Failure> for CommandError {
    fn from(failure: Failure) -> CommandError {
        CommandError::in_style(failure, &STYLE)
    }
}

impl CommandError {
    pub(crate) fn in_style(failure: Failure, style: &HintStyle<'_>) -> CommandError {
        let exit = match failure {
            Failure::UnknownTool { .. } | Failure::InvalidArguments { .. } => USAGE,
            _ => FAILED,
        };
        let message = match &failure {
            Failure::WritesDisabled { .. } => "this tool changes the project".to_owned(),
            other => other.reason(),
        };
        let hint = failure.advice().and_then(|hint| hint.render(style));
        CommandError { message, hint, exit }
    }
}

impl From<NotAProjectError> for CommandError {
    fn from(error: NotAProjectError) -> CommandError {
        let message = error.to_string();
        let hint = match error {
            NotAProjectError::None { below, .. } if !below.is_empty() => {
                let below: Vec<String> =
                    below.iter().map(|path| path.display().to_string()).collect();
                Some(format!("there are projects below it; name one of them: {}", below.join(", ")))
            }
            NotAProjectError::None { .. } => Some(
                "change into a project folder, or name one; `scenewright demo` creates one to try"
                    .to_owned(),
            ),
            _ => None,
        };
        CommandError { message, hint, exit: USAGE }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use scenewright_catalogue::{Hint, HintPart};

    use super::*;
    use crate::cli::Cli;

    fn parses(command: &str) -> bool {
        Cli::try_parse_from(command.split(' ')).is_ok()
    }

    /// Every command and flag in a hint parses, at the command line and for a server.
    #[test]
    fn the_command_line_takes_what_hints_advise() {
        assert!(!parses("scenewright call project.info --bogus"), "an unknown flag is noticed");
        for hint in Hint::samples() {
            for part in hint.parts() {
                let command = match part {
                    HintPart::Tool(id) => command(id),
                    HintPart::Argument(name, value) => {
                        format!("scenewright call scene.object.delete --arg {name}={value}")
                    }
                    HintPart::Flag(flag, value) => {
                        let value = value.map(|value| format!(" {value}")).unwrap_or_default();
                        for command in ["serve", "mcp", "stdio"] {
                            let command = format!("scenewright {command} {flag}{value}");
                            assert!(parses(&command), "{hint:?}: {command}");
                        }
                        format!("scenewright call project.info {flag}{value}")
                    }
                    HintPart::ServeFlag(flag) => format!("scenewright serve {flag}"),
                    HintPart::Command(command) => format!("scenewright {command}"),
                    HintPart::Text(_) | HintPart::ToolName(_) => continue,
                };
                assert!(parses(&command), "{hint:?}: {command}");
            }
        }
    }

    #[test]
    fn hints_are_rendered_for_a_terminal() {
        let hint = |failure: Failure| CommandError::from(failure).hint.unwrap();
        let confirm = Failure::ConfirmationNeeded { dry_run: true };
        assert_eq!(
            hint(confirm),
            "ask the user first, then call again with --arg confirm=true; with --arg dryRun=true it only shows what would change"
        );
        let off = |dry_run| Failure::WritesDisabled {
            safety: scenewright_catalogue::SafetyLevel::SafeWrite,
            dry_run,
        };
        assert_eq!(hint(off(false)), "add --allow-writes");
        assert_eq!(
            hint(off(true)),
            "add --allow-writes; with --arg dryRun=true it only shows what would change"
        );
    }
}
