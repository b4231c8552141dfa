//! Prompts as types of the SDK.

use rmcp::ErrorData;
use rmcp::model::{
    ContentBlock, GetPromptResult, ListPromptsResult, Prompt, PromptArgument, PromptMessage,
    ResourceContents, Role,
};
use scenewright_catalogue::Session;
use serde_json::{Map, Value};

use super::{PROMPTS, PromptError, get};

pub(crate) fn list() -> ListPromptsResult {
    ListPromptsResult::with_all_items(PROMPTS.iter().map(prompt).collect())
}

pub(crate) async fn messages(
    session: &Session,
    scheme: &'static str,
    name: &str,
    arguments: &Map<String, Value>,
) -> Result<GetPromptResult, ErrorData> {
    let messages = get(session, scheme, name, arguments).await.map_err(|error| match error {
        PromptError::Failed { .. } => ErrorData::internal_error(error.to_string(), None),
        _ => ErrorData::invalid_params(error.to_string(), None),
    })?;
    let described = PROMPTS.iter().find(|prompt| prompt.name == name);
    let result = GetPromptResult::new(messages.into_iter().map(message).collect());
    Ok(match described {
        Some(prompt) => result.with_description(prompt.description),
        None => result,
    })
}

fn prompt(prompt: &super::Prompt) -> Prompt {
    let argument = |argument: &super::PromptArgument| {
        PromptArgument::new(argument.name)
            .with_title(argument.title)
            .with_description(argument.description)
            .with_required(argument.required)
    };
    let arguments: Vec<PromptArgument> = prompt.arguments.iter().map(argument).collect();
    let arguments = (!arguments.is_empty()).then_some(arguments);
    Prompt::new(prompt.name, Some(prompt.description), arguments).with_title(prompt.title)
}

fn message(message: super::PromptMessage) -> PromptMessage {
    let content = match message {
        super::PromptMessage::Text(text) => ContentBlock::text(text),
        super::PromptMessage::Resource { uri, mime_type, text } => {
            ContentBlock::resource(ResourceContents::text(text, uri).with_mime_type(mime_type))
        }
    };
    PromptMessage::new(Role::User, content)
}
