//! Why a destructive call was refused although the client can ask its user. Each reason has its own kind,
//! and none of them explains how to bypass the user.

use std::fmt;
use std::time::Duration;

use rmcp::model::{CallToolResult, ElicitResult, ElicitationAction};
use rmcp::service::ServiceError;
use serde_json::{Value, json};

use super::question::CONFIRM_FIELD;
use crate::present;

#[derive(Debug, PartialEq)]
pub(super) enum ConfirmError {
    Declined,
    Cancelled,
    TimedOut {
        after: Duration,
    },
    /// The client failed to ask, or its answer is invalid.
    Failed {
        reason: String,
    },
    /// The client opens web pages instead of forms.
    NoForms,
    /// A question can be answered only once.
    AlreadyAnswered,
}

impl ConfirmError {
    /// `None` if the user agreed.
    pub(super) fn from_answer(answer: &ElicitResult) -> Option<ConfirmError> {
        let content = answer.content.as_ref();
        match answer.action {
            ElicitationAction::Accept => {
                let ticked =
                    content.is_some_and(|content| content[CONFIRM_FIELD] == Value::Bool(true));
                (!ticked).then_some(ConfirmError::Declined)
            }
            ElicitationAction::Decline => Some(ConfirmError::Declined),
            ElicitationAction::Cancel => Some(ConfirmError::Cancelled),
            _ => Some(ConfirmError::failed("its answer has an unknown action")),
        }
    }

    pub(super) fn failed(reason: impl Into<String>) -> ConfirmError {
        ConfirmError::Failed { reason: reason.into() }
    }

    fn kind(&self) -> &'static str {
        match self {
            ConfirmError::Declined => "declined",
            ConfirmError::Cancelled => "cancelled",
            ConfirmError::TimedOut { .. } => "timedOut",
            ConfirmError::Failed { .. } => "dialogFailed",
            ConfirmError::NoForms => "noForms",
            ConfirmError::AlreadyAnswered => "alreadyAnswered",
        }
    }

    pub(super) fn result(&self) -> CallToolResult {
        let mut result = present::error_result(format!("{self}\nHint: {HINT}"));
        let refusal = json!({ "kind": self.kind(), "message": self.to_string(), "hint": HINT });
        result.structured_content = Some(json!({ "refusal": refusal }));
        result
    }
}

/// The first sentence is for the agent, the others are for the user.
const HINT: &str = "do not repeat the call unless the user asks for it. To the user: if you were not \
    asked, your client answered for you. Start the server with --confirm agent to let the agent \
    decide.";

impl fmt::Display for ConfirmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfirmError::Declined => f.write_str("The user declined")?,
            ConfirmError::Cancelled => {
                f.write_str("The user closed the question without an answer")?
            }
            ConfirmError::TimedOut { after } => {
                write!(f, "The question was not answered within {} seconds", after.as_secs_f64())?;
            }
            ConfirmError::Failed { reason } => write!(f, "The user could not be asked ({reason})")?,
            ConfirmError::NoForms => {
                f.write_str("The user could not be asked: this client does not support forms")?
            }
            ConfirmError::AlreadyAnswered => f.write_str("This question was already answered")?,
        }
        f.write_str(": nothing was changed.")
    }
}

impl From<ServiceError> for ConfirmError {
    fn from(error: ServiceError) -> ConfirmError {
        match error {
            ServiceError::Timeout { timeout } => ConfirmError::TimedOut { after: timeout },
            ServiceError::McpError(error) => ConfirmError::failed(error.message.into_owned()),
            other => ConfirmError::failed(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_is_distinct_and_none_bypasses_the_user() {
        let all = [
            ConfirmError::Declined,
            ConfirmError::Cancelled,
            ConfirmError::TimedOut { after: Duration::from_millis(500) },
            ConfirmError::failed("no window"),
            ConfirmError::NoForms,
            ConfirmError::AlreadyAnswered,
        ];
        let mut seen: Vec<(String, String)> = Vec::new();
        for refusal in all {
            let result = json!(refusal.result());
            let text = result["content"][0]["text"].as_str().unwrap().to_owned();
            assert!(text.contains("nothing was changed") && text.contains("--confirm agent"));
            assert!(!text.contains("confirm\"") && !text.contains("confirm: true"), "{text}");
            let refusal = &result["structuredContent"]["refusal"];
            let kind = refusal["kind"].as_str().unwrap().to_owned();
            assert!(text.starts_with(refusal["message"].as_str().unwrap()), "{text}");
            assert!(!seen.iter().any(|(k, t)| *k == kind || *t == text), "{kind}");
            seen.push((kind, text));
        }
    }
}
