//! Tools that ask the client while they run, as sessions with a handshake allow.

#![expect(deprecated, reason = "sampling is on its way out of the protocol, and still tested")]

use rmcp::model::{CreateMessageRequestParams, ElicitRequestParams};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Call, Fixture, Outcome, nothing, refused, said};
use crate::confirm::{CONFIRM_TIMEOUT, elicit};

pub(super) const FIXTURES: &[Fixture] = &[
    Fixture {
        name: "test_sampling",
        description: "Asks the client's model.",
        schema: || text_argument("prompt"),
        run: |call| Box::pin(sampling(call)),
    },
    Fixture {
        name: "test_elicitation",
        description: "Asks the user for a name and an address.",
        schema: || text_argument("message"),
        run: |call| Box::pin(elicitation(call)),
    },
    Fixture {
        name: "test_elicitation_sep1034_defaults",
        description: "Asks the user with a default for every type.",
        schema: nothing,
        run: |call| Box::pin(defaults(call)),
    },
    Fixture {
        name: "test_elicitation_sep1330_enums",
        description: "Asks the user to choose, in every form of a choice.",
        schema: nothing,
        run: |call| Box::pin(enums(call)),
    },
];

fn text_argument(name: &str) -> Value {
    json!({
        "type": "object",
        "properties": { name: { "type": "string" } },
        "required": [name],
        "additionalProperties": false,
    })
}

async fn sampling(call: Call<'_>) -> Outcome {
    let text = json!({ "type": "text", "text": call.text("prompt") });
    let params: Option<CreateMessageRequestParams> = typed(json!({
        "messages": [{ "role": "user", "content": text }],
        "maxTokens": 100,
    }));
    let Some(params) = params else { return Ok(refused("The request is malformed").into()) };
    Ok(match call.cx.peer.create_message(params).await {
        Ok(result) => said(format!("LLM response: {}", response(&json!(result)))),
        Err(error) => refused(format!("Sampling not supported or error: {error}")),
    }
    .into())
}

fn response(result: &Value) -> &str {
    result["content"]["text"].as_str().unwrap_or("No response")
}

async fn elicitation(call: Call<'_>) -> Outcome {
    let schema = json!({
        "type": "object",
        "properties": {
            "username": { "type": "string", "description": "User's response" },
            "email": { "type": "string", "description": "User's email address" },
        },
        "required": ["username", "email"],
    });
    ask(call, call.text("message"), schema, "User response").await
}

async fn defaults(call: Call<'_>) -> Outcome {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "description": "User name", "default": "John Doe" },
            "age": { "type": "integer", "description": "User age", "default": 30 },
            "score": { "type": "number", "description": "User score", "default": 95.5 },
            "status": {
                "type": "string",
                "description": "User status",
                "enum": ["active", "inactive", "pending"],
                "default": "active",
            },
            "verified": { "type": "boolean", "description": "Verification status", "default": true },
        },
        "required": [],
    });
    let message = "Please review and update the form fields with defaults";
    ask(call, message, schema, "Elicitation completed").await
}

async fn enums(call: Call<'_>) -> Outcome {
    let options = json!(["option1", "option2", "option3"]);
    let titled = |noun: &str| {
        json!([
            { "const": "value1", "title": format!("First {noun}") },
            { "const": "value2", "title": format!("Second {noun}") },
            { "const": "value3", "title": format!("Third {noun}") },
        ])
    };
    let schema = json!({
        "type": "object",
        "properties": {
            "untitledSingle": { "type": "string", "enum": options },
            "titledSingle": { "type": "string", "oneOf": titled("Option") },
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": { "type": "array", "items": { "type": "string", "enum": options } },
            "titledMulti": { "type": "array", "items": { "anyOf": titled("Choice") } },
        },
        "required": [],
    });
    let message = "Please select options from the enum fields";
    ask(call, message, schema, "Elicitation completed").await
}

async fn ask(call: Call<'_>, message: &str, schema: Value, prefix: &str) -> Outcome {
    let params: Option<ElicitRequestParams> =
        typed(json!({ "mode": "form", "message": message, "requestedSchema": schema }));
    let Some(params) = params else { return Ok(refused("The request is malformed").into()) };
    Ok(match elicit(&call.cx.peer, params, CONFIRM_TIMEOUT).await {
        Ok(result) => {
            let content = result.content.unwrap_or_else(|| json!({}));
            let action = json!(result.action);
            let action = action.as_str().unwrap_or_default();
            said(format!("{prefix}: action={action}, content={content}"))
        }
        Err(error) => refused(format!("Elicitation not supported or error: {error}")),
    }
    .into())
}

fn typed<T: DeserializeOwned>(value: Value) -> Option<T> {
    serde_json::from_value(value).ok()
}
