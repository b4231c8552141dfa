//! Tools that answer at once: every kind of content, errors, headers, and changes of the lists.

use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ClientCapabilities, ContentBlock, ResourceContents};
use serde_json::{Value, json};

use super::media::{PNG, WAV};
use super::{Call, Fixture, Outcome, nothing, now, refused, said};

pub(super) const FIXTURES: &[Fixture] = &[
    Fixture {
        name: "test_simple_text",
        description: "Answers with a text.",
        schema: nothing,
        run: |_| now(said("This is a simple text response for testing.")),
    },
    Fixture {
        name: "test_image_content",
        description: "Answers with an image.",
        schema: nothing,
        run: |_| now(one(ContentBlock::image(PNG, "image/png"))),
    },
    Fixture {
        name: "test_audio_content",
        description: "Answers with a sound.",
        schema: nothing,
        run: |_| now(one(ContentBlock::audio(WAV, "audio/wav"))),
    },
    Fixture {
        name: "test_embedded_resource",
        description: "Answers with a resource.",
        schema: nothing,
        run: |_| now(one(ContentBlock::resource(embedded()))),
    },
    Fixture {
        name: "test_multiple_content_types",
        description: "Answers with a text, an image and a resource.",
        schema: nothing,
        run: |_| now(mixed()),
    },
    Fixture {
        name: "test_error_handling",
        description: "Answers with an error.",
        schema: nothing,
        run: |_| now(refused("This tool intentionally returns an error for testing")),
    },
    Fixture {
        name: "test_custom_header",
        description: "Has an argument that a client repeats as a header.",
        schema: header_schema,
        run: |call| now(said(format!("Region: {}", call.text("region")))),
    },
    Fixture {
        name: "test_missing_capability",
        description: "Refuses clients that cannot sample.",
        schema: nothing,
        run: |call| Box::pin(async move { sampling_only(call) }),
    },
    Fixture {
        name: "test_trigger_tool_change",
        description: "Says that the tools have changed.",
        schema: nothing,
        run: |call| {
            call.fixtures.hub.tools_changed();
            now(said("Mutation triggered"))
        },
    },
    Fixture {
        name: "test_trigger_prompt_change",
        description: "Says that the prompts have changed.",
        schema: nothing,
        run: |call| {
            call.fixtures.hub.prompts_changed();
            now(said("Mutation triggered"))
        },
    },
    Fixture {
        name: "test_trigger_resource_update",
        description: "Says that a resource has changed.",
        schema: update_schema,
        run: |call| {
            call.fixtures.hub.resource_updated(call.text("uri"));
            now(said("Mutation triggered"))
        },
    },
];

fn one(content: ContentBlock) -> CallToolResult {
    CallToolResult::success(vec![content])
}

fn embedded() -> ResourceContents {
    ResourceContents::text("This is an embedded resource content.", "test://embedded-resource")
        .with_mime_type("text/plain")
}

fn mixed() -> CallToolResult {
    let data = json!({ "test": "data", "value": 123 }).to_string();
    let resource = ResourceContents::text(data, "test://mixed-content-resource")
        .with_mime_type("application/json");
    CallToolResult::success(vec![
        ContentBlock::text("Multiple content types test:"),
        ContentBlock::image(PNG, "image/png"),
        ContentBlock::resource(resource),
    ])
}

#[expect(deprecated, reason = "sampling is on its way out of the protocol, and still tested")]
fn sampling_only(call: Call<'_>) -> Outcome {
    let capabilities = call.cx.client_capabilities().unwrap_or_default();
    match capabilities.sampling {
        Some(_) => Ok(said("Success").into()),
        None => Err(ErrorData::missing_required_client_capability(
            ClientCapabilities::builder().enable_sampling().build(),
        )),
    }
}

fn header_schema() -> Value {
    json!({
        "type": "object",
        "properties": { "region": { "type": "string", "x-mcp-header": "Region" } },
        "additionalProperties": false,
    })
}

fn update_schema() -> Value {
    json!({
        "type": "object",
        "properties": { "uri": { "type": "string" } },
        "required": ["uri"],
        "additionalProperties": false,
    })
}
