//! Why a call has no answer: one type for all dialects, in words that belong to none of them.

use std::time::Duration;

use scenewright_engine::Need;
use serde_json::Value;
use thiserror::Error;

use crate::levels::{Safety, Tier};
use crate::validate::{Violation, Violations};

/// How to get at the token, and how to do without.
pub const TOKEN_HINT: &str = "send 'Authorization: Bearer TOKEN' with the token that `scenewright serve` prints at its \
     start, or start the server with --no-token";

#[derive(Debug, Clone, Error)]
pub enum Failure {
    #[error("Tool not found: {tool}")]
    UnknownTool { tool: String, similar: Vec<String> },

    #[error("Invalid tool arguments: {}", violations.clauses().join("; "))]
    InvalidArguments { violations: Violations },

    #[error("Tool not available in current tier")]
    TierTooLow { required: Tier, current: Tier },

    #[error("Writing is off: the server was started without --allow-writes")]
    WritesOff { safety: Safety },

    /// The server may write, but not for a client that has not shown its token.
    #[error("Writing needs the server's token")]
    TokenRequired { safety: Safety },

    #[error("This is destructive: call again with \"confirm\": true")]
    ConfirmationNeeded,

    #[error("Tool execution timed out after {}ms", after.as_millis())]
    TimedOut { after: Duration },

    #[error("Tool execution was cancelled")]
    Cancelled,

    #[error("Cannot have more than {limit} parallel requests. Please slow down.")]
    Busy { limit: usize },

    /// The engine said no: a scene that is not there, a file that cannot be read.
    #[error("{headline}")]
    Engine {
        /// The engine's name as its makers write it.
        engine: &'static str,
        /// In a few words: "Scene file not found". Boxed to keep all failures small.
        headline: Box<str>,
        /// In full: "Scene file 'Assets/Missing.unity' does not exist".
        message: String,
        /// The path that nothing is at, when that is the reason.
        missing: Option<String>,
        /// What may have been meant.
        similar: Vec<String>,
        /// What to do about it, where nothing similar says so.
        hint: Option<&'static str>,
    },

    /// It can be done as soon as something else is there: an editor, a game, a display.
    #[error("{message}")]
    NotReady { need: Need, message: String },

    /// The operation itself could not be carried out.
    #[error("{message}")]
    Execution { message: String, hint: Option<String> },

    /// A mistake of ours; the server goes on.
    #[error("Internal error: {message}")]
    Crashed { message: String },
}

impl Failure {
    /// One argument that no schema can find fault with, and `reason` does.
    pub(crate) fn argument(
        parameter: &str,
        actual: impl Into<Value>,
        reason: impl Into<String>,
    ) -> Failure {
        let violation = Violation {
            parameter: parameter.to_owned(),
            constraint: "value",
            allowed: Value::String(reason.into()),
            actual: actual.into(),
        };
        Failure::InvalidArguments {
            violations: Violations { constraints: vec![violation], ..Violations::default() },
        }
    }

    /// The failure of a part of a call, with the place of that part before its parameters.
    pub(crate) fn inside(self, place: &str) -> Failure {
        match self {
            Failure::InvalidArguments { violations } => {
                Failure::InvalidArguments { violations: violations.inside(place) }
            }
            other => other,
        }
    }

    /// What is wrong in a whole sentence, where the headline is a part of one.
    pub fn reason(&self) -> String {
        match self {
            Failure::Engine { message, .. } => message.clone(),
            other => other.to_string(),
        }
    }

    /// What to do next, where that is known.
    pub fn hint(&self) -> Option<String> {
        let meant = |similar: &[String]| {
            (!similar.is_empty()).then(|| format!("did you mean {}?", similar.join(" or ")))
        };
        match self {
            Failure::UnknownTool { similar, .. } => {
                meant(similar).or_else(|| Some("mcp.tools.list names all tools".to_owned()))
            }
            Failure::Engine { similar, hint, .. } => {
                meant(similar).or_else(|| hint.map(str::to_owned))
            }
            Failure::TierTooLow { required, .. } => {
                Some(format!("start the server with --tier {required}"))
            }
            Failure::WritesOff { .. } => Some("start the server with --allow-writes".to_owned()),
            Failure::TokenRequired { .. } => Some(TOKEN_HINT.to_owned()),
            Failure::TimedOut { .. } => {
                Some("ask for less, or start the server with a longer --timeout".to_owned())
            }
            Failure::Busy { .. } => {
                Some("send the call again when others have been answered".to_owned())
            }
            Failure::NotReady { need, .. } => match need {
                // The message says it: it depends on what is missing.
                Need::Editor => None,
                Need::Game => Some("editor.play.start runs the game".to_owned()),
                Need::Renderer => Some(
                    "open the editor on a display: one that was started with --headless draws nothing".to_owned(),
                ),
            },
            Failure::Execution { hint, .. } => hint.clone(),
            Failure::Crashed { .. } => {
                Some("the log on stderr has the details; please report them".to_owned())
            }
            Failure::ConfirmationNeeded => Some(
                "ask the user first; dryRun, where the tool has it, shows what would change"
                    .to_owned(),
            ),
            Failure::InvalidArguments { .. } | Failure::Cancelled => None,
        }
    }
}
