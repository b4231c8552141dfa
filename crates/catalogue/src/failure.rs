//! Why a call failed: one type for all dialects, independent of their wording.

use std::time::Duration;

use scenewright_engine::Requirement;
use scenewright_engine::quote::{bound_message, shorten};
use scenewright_model::{Edit, EngineKind};
use serde_json::Value;
use thiserror::Error;

use crate::definition::Definition;
use crate::edit_place::EditLocation;
use crate::engine_failure::EngineFailure;
use crate::hint::{Hint, HintStyle};
use crate::levels::{Permission, SafetyLevel, Tier};
use crate::validate::{ConstraintViolation, Violations, shorten_value};

#[derive(Debug, Clone, Error)]
pub enum Failure {
    #[error("Tool not found: {}", shorten(tool))]
    UnknownTool { tool: String, similar: Vec<String> },

    #[error("Invalid tool arguments: {}", violations.clauses().join("; "))]
    InvalidArguments { violations: Violations },

    #[error("Tool not available in current tier")]
    TierTooLow { required: Tier, current: Tier },

    #[error("Writing is off: the server was started without --allow-writes")]
    WritesDisabled {
        safety: SafetyLevel,
        /// Whether the tool supports a dry run.
        dry_run: bool,
    },

    #[error("{} is off: the server was started without {}", permission.as_str(), permission.flag())]
    PermissionMissing { permission: Permission },

    /// The server may write, but not for a client without its token.
    #[error("Writing needs the server's token")]
    TokenRequired { safety: SafetyLevel },

    #[error("This is destructive and has to be confirmed")]
    ConfirmationNeeded {
        /// Whether the tool supports a dry run.
        dry_run: bool,
    },

    #[error("Tool execution timed out after {}ms", after.as_millis())]
    TimedOut { after: Duration },

    /// The call was writing when its time was up, and still is.
    #[error("The change is still being written after {}ms, and its outcome is not known yet", after.as_millis())]
    StillWriting { after: Duration },

    #[error("Tool execution was cancelled")]
    Cancelled,

    #[error("Cannot have more than {limit} parallel requests. Please slow down.")]
    Busy { limit: usize },

    /// The engine could not do it: a scene that does not exist, a file that cannot be read. Boxed
    /// to keep all failures small.
    #[error("{}", .0.kind)]
    Engine(Box<EngineFailure>),

    /// Something that it needs is not available yet: an editor, a game, a display.
    #[error("{message}")]
    NotReady { need: Requirement, message: String },

    /// The operation itself could not be carried out.
    #[error("{message}")]
    Execution { message: String, hint: Option<String> },

    /// A bug in the server, which continues to run.
    #[error("Internal error: {message}")]
    Crashed { message: String },
}

impl Failure {
    /// An argument that matches the schema but is invalid because of `reason`.
    pub(crate) fn argument(
        parameter: &str,
        actual: impl Into<Value>,
        reason: impl Into<String>,
    ) -> Failure {
        let violation = ConstraintViolation {
            parameter: parameter.to_owned(),
            constraint: "value",
            allowed: Value::String(bound_message(&reason.into())),
            actual: shorten_value(actual.into()),
        };
        Failure::InvalidArguments {
            violations: Violations { constraints: vec![violation], ..Violations::default() },
        }
    }

    pub(crate) fn writes_disabled(definition: &Definition) -> Failure {
        let dry_run = definition.takes_dry_run();
        Failure::WritesDisabled { safety: definition.safety, dry_run }
    }

    /// Prefixes the parameters of a failure with the part of the call that they belong to.
    pub(crate) fn with_parameter_prefix(self, place: &str) -> Failure {
        match self {
            Failure::InvalidArguments { violations } => {
                Failure::InvalidArguments { violations: violations.with_parameter_prefix(place) }
            }
            other => other,
        }
    }

    /// The failure of one of several edits.
    pub(crate) fn in_edit(self, index: usize) -> Failure {
        match self {
            Failure::Engine(mut error) => {
                error.edit = Some(EditLocation { index, tool: "", target: String::new() });
                Failure::Engine(error)
            }
            other => other,
        }
    }

    /// Adds the target of the edit that failed, and the alternative that this engine has.
    pub(crate) fn with_edits(mut self, edits: &[Edit], engine: EngineKind) -> Failure {
        if let Failure::Engine(error) = &mut self {
            let index = error.edit.as_ref().map_or(0, |place| place.index);
            let Some(edit) = edits.get(index) else { return self };
            let named = EditLocation::new(index, edit);
            if error.hint.is_none() && (error.edit.is_some() || edits.len() == 1) {
                error.hint = crate::instead::alternative_hint(named.tool, engine);
            }
            if let Some(place) = &mut error.edit {
                *place = named;
            }
        }
        self
    }

    /// The reason as a whole sentence, where the headline is only a part of one.
    pub fn reason(&self) -> String {
        match self {
            Failure::Engine(error) => match &error.edit {
                None => error.message.clone(),
                Some(edit) => format!(
                    "edits[{}] ({} of {}): {}; nothing was written",
                    edit.index, edit.tool, edit.target, error.message
                ),
            },
            other => other.to_string(),
        }
    }

    /// The next step, if it is known, with tool ids, arguments in JSON and flags of a server.
    pub fn hint_text(&self) -> Option<String> {
        self.advice()?.render(&HintStyle::CATALOGUE)
    }

    /// The same as data, which dialects put into their own wording.
    pub fn advice(&self) -> Option<Hint> {
        Some(match self {
            Failure::UnknownTool { similar, .. } if similar.is_empty() => Hint::ListTools,
            Failure::UnknownTool { similar, .. } => Hint::DidYouMeanTools(similar.clone()),
            Failure::Engine(error) => match &error.hint {
                Some(choose @ Hint::Choose(_)) => choose.clone(),
                _ if !error.similar.is_empty() => Hint::DidYouMean(error.similar.clone()),
                hint => hint.clone()?,
            },
            Failure::TierTooLow { required, .. } => Hint::RaiseTier(*required),
            Failure::WritesDisabled { dry_run, .. } => Hint::AllowWrites { dry_run: *dry_run },
            Failure::PermissionMissing { permission } => Hint::Allow(*permission),
            Failure::TokenRequired { .. } => Hint::SendToken,
            Failure::TimedOut { .. } => Hint::AllowMoreTime,
            Failure::StillWriting { .. } => Hint::AskForOutcome,
            Failure::Busy { .. } => Hint::SendAgain,
            Failure::NotReady { need, .. } => match need {
                // The message contains it, because it depends on what is missing.
                Requirement::Editor => return None,
                Requirement::Game => Hint::StartGame,
                Requirement::Renderer => Hint::OpenOnDisplay,
            },
            Failure::Execution { hint, .. } => Hint::Text(hint.clone()?),
            Failure::Crashed { .. } => Hint::Report,
            Failure::ConfirmationNeeded { dry_run } => Hint::Confirm { dry_run: *dry_run },
            Failure::InvalidArguments { .. } | Failure::Cancelled => return None,
        })
    }
}
