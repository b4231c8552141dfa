//! Prompts: plain, with arguments, with a resource, with a picture, and one that asks first.

use rmcp::ErrorData;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ContentBlock, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, InputRequiredResult, Prompt, PromptArgument, PromptMessage,
    Reference, ResourceContents, Role,
};
use serde_json::Value;

use super::Fixtures;
use super::input_required::{answer, form, requests};
use super::media::PNG;

const WITH_ARGUMENTS: &str = "test_prompt_with_arguments";

impl Fixtures {
    pub(crate) fn prompts(&self) -> Vec<Prompt> {
        vec![
            prompt("test_simple_prompt", "Says one thing.", &[]),
            prompt(WITH_ARGUMENTS, "Repeats its arguments.", &["arg1", "arg2"]),
            prompt("test_prompt_with_embedded_resource", "Holds a resource.", &["resourceUri"]),
            prompt("test_prompt_with_image", "Holds a picture.", &[]),
            prompt("test_input_required_result_prompt", "Asks for its context.", &[]),
        ]
    }

    pub(crate) fn prompt(
        &self,
        params: &GetPromptRequestParams,
    ) -> Option<Result<GetPromptResponse, ErrorData>> {
        let messages = match params.name.as_str() {
            "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
            WITH_ARGUMENTS => vec![text(format!(
                "Prompt with arguments: arg1='{}', arg2='{}'",
                argument(params, "arg1"),
                argument(params, "arg2")
            ))],
            "test_prompt_with_embedded_resource" => vec![
                message(ContentBlock::resource(embedded(argument(params, "resourceUri")))),
                text("Please process the embedded resource above."),
            ],
            "test_prompt_with_image" => vec![
                message(ContentBlock::image(PNG, "image/png")),
                text("Please analyze the image above."),
            ],
            "test_input_required_result_prompt" => return Some(with_context(params)),
            _ => return None,
        };
        Some(Ok(GetPromptResult::new(messages).into()))
    }
}

fn with_context(params: &GetPromptRequestParams) -> Result<GetPromptResponse, ErrorData> {
    let given = answer(params.input_responses.as_ref(), "user_context", "context");
    Ok(match given.and_then(Value::as_str) {
        Some(context) => {
            GetPromptResult::new(vec![text(format!("Prompt with context: {context}"))]).into()
        }
        None => InputRequiredResult::from_input_requests(requests([(
            "user_context",
            form("What context should the prompt use?", "context", "string"),
        )])?)
        .into(),
    })
}

fn prompt(name: &str, description: &str, arguments: &[&str]) -> Prompt {
    let argument = |name: &&str| PromptArgument::new(*name).with_required(true);
    let arguments: Vec<PromptArgument> = arguments.iter().map(argument).collect();
    Prompt::new(name, Some(description), (!arguments.is_empty()).then_some(arguments))
}

fn argument<'a>(params: &'a GetPromptRequestParams, name: &str) -> &'a str {
    let value = params.arguments.as_ref().and_then(|arguments| arguments.get(name));
    value.and_then(Value::as_str).unwrap_or_default()
}

fn embedded(uri: &str) -> ResourceContents {
    ResourceContents::text("Embedded resource content for testing.", uri)
        .with_mime_type("text/plain")
}

fn text(text: impl Into<String>) -> PromptMessage {
    PromptMessage::new_text(Role::User, text)
}

fn message(content: ContentBlock) -> PromptMessage {
    PromptMessage::new(Role::User, content)
}

pub(super) fn complete(params: &CompleteRequestParams) -> Option<CompleteResult> {
    match &params.r#ref {
        Reference::Prompt(prompt) if prompt.name == WITH_ARGUMENTS => {
            let values = ["paris", "park", "party"]
                .into_iter()
                .filter(|value| value.starts_with(&params.argument.value));
            let values = values.map(str::to_owned).collect();
            Some(CompleteResult::new(CompletionInfo::new(values).ok()?))
        }
        _ => None,
    }
}
