//! Why a destructive call was not made although the client can ask its user. Each reason is told
//! apart, and none of them says how to get around the user.

use std::fmt;
use std::time::Duration;

use rmcp::model::{CallToolResult, ElicitResult, ElicitationAction};
use rmcp::service::ServiceError;
use serde_json::{Value, json};

use super::question::FIELD;
use crate::present;

#[derive(Debug, PartialEq)]
pub(super) enum Refusal {
    Declined,
    Cancelled,
    TimedOut {
        after: Duration,
    },
    /// The client failed to ask, or gave no answer that can be understood.
    Failed {
        reason: String,
    },
    /// The client opens pages instead of showing forms.
    NoForms,
    /// One question has one answer, and this one had it before.
    AlreadyAnswered,
}

impl Refusal {
    /// `None` if the user agreed.
    pub(super) fn of(answer: &ElicitResult) -> Option<Refusal> {
        let content = answer.content.as_ref();
        match answer.action {
            ElicitationAction::Accept => {
                let ticked = content.is_some_and(|content| content[FIELD] == Value::Bool(true));
                (!ticked).then_some(Refusal::Declined)
            }
            ElicitationAction::Decline => Some(Refusal::Declined),
            ElicitationAction::Cancel => Some(Refusal::Cancelled),
            _ => Some(Refusal::failed("its answer is of an unknown kind")),
        }
    }

    pub(super) fn failed(reason: impl Into<String>) -> Refusal {
        Refusal::Failed { reason: reason.into() }
    }

    fn kind(&self) -> &'static str {
        match self {
            Refusal::Declined => "declined",
            Refusal::Cancelled => "cancelled",
            Refusal::TimedOut { .. } => "timedOut",
            Refusal::Failed { .. } => "dialogFailed",
            Refusal::NoForms => "noForms",
            Refusal::AlreadyAnswered => "alreadyAnswered",
        }
    }

    pub(super) fn result(&self) -> CallToolResult {
        let mut result = present::error(format!("{self}\nHint: {HINT}"));
        let refusal = json!({ "kind": self.kind(), "message": self.to_string(), "hint": HINT });
        result.structured_content = Some(json!({ "refusal": refusal }));
        result
    }
}

/// The first sentence is for the agent, the others are for the user.
const HINT: &str = "leave it, unless the user asks for it again. To the user: if you were not \
    asked, your client answers in your place. Start the server with --confirm agent if the agent \
    may decide instead of you.";

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Declined => f.write_str("The user declined")?,
            Refusal::Cancelled => f.write_str("The user closed the question unanswered")?,
            Refusal::TimedOut { after } => {
                write!(f, "The question was not answered within {} seconds", after.as_secs_f64())?;
            }
            Refusal::Failed { reason } => write!(f, "The user could not be asked ({reason})")?,
            Refusal::NoForms => {
                f.write_str("The user could not be asked: this client shows no forms")?
            }
            Refusal::AlreadyAnswered => f.write_str("This question was answered before")?,
        }
        f.write_str(": nothing was changed.")
    }
}

impl From<ServiceError> for Refusal {
    fn from(error: ServiceError) -> Refusal {
        match error {
            ServiceError::Timeout { timeout } => Refusal::TimedOut { after: timeout },
            ServiceError::McpError(error) => Refusal::failed(error.message.into_owned()),
            other => Refusal::failed(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_is_told_apart_and_none_leads_around_the_user() {
        let all = [
            Refusal::Declined,
            Refusal::Cancelled,
            Refusal::TimedOut { after: Duration::from_millis(500) },
            Refusal::failed("no window"),
            Refusal::NoForms,
            Refusal::AlreadyAnswered,
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
