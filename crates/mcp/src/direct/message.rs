//! The message that answers a call.

use rmcp::model::CallToolResult;
use scenewright_catalogue::Answer;
use serde::Serialize;
use serde_json::value::RawValue;

use super::CallEra;
use crate::present::AnswerSource;

#[derive(Serialize)]
struct ResponseMessage<'a, R> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    result: R,
}

/// A tool result whose text and structured form are the same JSON. The order of its members is that of the
/// SDK's type.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainResult<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    content: [TextContent<'a>; 1],
    structured_content: &'a RawValue,
    is_error: bool,
    #[serde(rename = "_meta")]
    meta: AnswerSource,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "text")]
struct TextContent<'a> {
    text: &'a str,
}

pub(super) fn plain(id: &RawValue, era: CallEra, answer: &Answer) -> Option<String> {
    let output = answer.output.json();
    let result = PlainResult {
        result_type: (era == CallEra::Modern).then_some("complete"),
        content: [TextContent { text: output.get() }],
        structured_content: output,
        is_error: false,
        meta: AnswerSource::new(answer.source),
    };
    to_message(id, result)
}

pub(super) fn other(id: &RawValue, era: CallEra, mut result: CallToolResult) -> Option<String> {
    if era == CallEra::Handshake {
        result.result_type = None;
    }
    to_message(id, result)
}

fn to_message(id: &RawValue, result: impl Serialize) -> Option<String> {
    serde_json::to_string(&ResponseMessage { jsonrpc: "2.0", id, result }).ok()
}
