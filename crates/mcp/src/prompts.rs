//! Prompts that users select from a menu. Each reads the project first and puts bounded facts in front of
//! short instructions that name the tools to continue with.

pub(crate) mod answer;
mod broken_references;
mod facts;
mod project_tour;
mod scene_review;

use scenewright_catalogue::{Failure, Session, nearest, shorten};
use scenewright_dialects::resources::tool_name;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::present::hint_style;

/// An entry of the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prompt {
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub arguments: &'static [PromptArgument],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PromptArgument {
    /// The same name as the parameter of the tools, by which it is completed.
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub required: bool,
}

/// A message that a prompt sends for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptMessage {
    Text(String),
    /// A resource, embedded.
    Resource {
        uri: String,
        mime_type: &'static str,
        text: String,
    },
}

#[derive(Debug, Clone, Error)]
pub enum PromptError {
    #[error("Prompt not found: {}; the prompts are {}", shorten(name), names().join(", "))]
    Unknown { name: String, similar: Vec<String> },
    #[error("Prompt {prompt}: {reason}")]
    Arguments { prompt: &'static str, reason: String },
    #[error("{}{}", failure.reason(), hint(failure).map(|hint| format!(" ({hint})")).unwrap_or_default())]
    Failed { failure: Failure },
}

fn hint(failure: &Failure) -> Option<String> {
    failure.advice()?.render(&hint_style(&|id| Some(tool_name(id))))
}

impl From<Failure> for PromptError {
    fn from(failure: Failure) -> PromptError {
        PromptError::Failed { failure }
    }
}

/// All prompts, in the order of the menu.
pub const PROMPTS: [Prompt; 3] =
    [broken_references::PROMPT, project_tour::PROMPT, scene_review::PROMPT];

/// The messages of a prompt. Resources in them have URIs of `scheme`.
pub async fn get(
    session: &Session,
    scheme: &'static str,
    name: &str,
    arguments: &Map<String, Value>,
) -> Result<Vec<PromptMessage>, PromptError> {
    let found = PROMPTS.iter().find(|prompt| prompt.name == name);
    let prompt = found.ok_or_else(|| unknown(name))?;
    check(prompt, arguments)?;
    match prompt.name {
        n if n == broken_references::PROMPT.name => broken_references::messages(session).await,
        n if n == project_tour::PROMPT.name => project_tour::messages(session).await,
        _ => scene_review::messages(session, scheme, arguments).await,
    }
}

fn unknown(name: &str) -> PromptError {
    PromptError::Unknown { name: name.to_owned(), similar: nearest(name, names()) }
}

fn names() -> [&'static str; PROMPTS.len()] {
    PROMPTS.map(|prompt| prompt.name)
}

fn check(prompt: &Prompt, arguments: &Map<String, Value>) -> Result<(), PromptError> {
    let wrong = |reason: String| Err(PromptError::Arguments { prompt: prompt.name, reason });
    for argument in prompt.arguments.iter().filter(|argument| argument.required) {
        let (name, about) = (argument.name, argument.description);
        match arguments.get(name) {
            None | Some(Value::Null) => return wrong(format!("{name} is required: {about}")),
            Some(Value::String(text)) if text.trim().is_empty() => {
                return wrong(format!("{name} is empty: {about}"));
            }
            Some(_) => {}
        }
    }
    for (name, value) in arguments {
        let known = prompt.arguments.iter().any(|argument| argument.name == name);
        match known {
            false if prompt.arguments.is_empty() => {
                return wrong(format!("it takes no arguments, but {name} was given"));
            }
            false => {
                let all: Vec<&str> = prompt.arguments.iter().map(|a| a.name).collect();
                return wrong(format!(
                    "unknown argument {name}; its arguments are: {}",
                    all.join(", ")
                ));
            }
            true if !value.is_string() && !value.is_null() => {
                return wrong(format!("{name} must be a string"));
            }
            true => {}
        }
    }
    Ok(())
}

fn from_user(text: String) -> PromptMessage {
    PromptMessage::Text(text)
}

#[cfg(test)]
mod tests;
