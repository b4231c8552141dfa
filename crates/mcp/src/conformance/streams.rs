//! Tools that say something before they answer: logs, progress, a stream that is cut.

#![expect(deprecated, reason = "logging is on its way out of the protocol, and still tested")]

use std::time::Duration;

use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam};
use serde_json::json;
use tokio::time::sleep;

use super::{Call, Fixture, Outcome, nothing, said};

pub(super) const FIXTURES: &[Fixture] = &[
    Fixture {
        name: "test_tool_with_logging",
        description: "Logs three times while it runs.",
        schema: nothing,
        run: |call| Box::pin(logging(call)),
    },
    Fixture {
        name: "test_logging_tool",
        description: "Logs if the request asks for logs.",
        schema: nothing,
        run: |call| Box::pin(logging_on_request(call)),
    },
    Fixture {
        name: "test_tool_with_progress",
        description: "Reports progress three times.",
        schema: nothing,
        run: |call| Box::pin(progress(call)),
    },
    Fixture {
        name: "test_streaming_elicitation",
        description: "Reports progress and asks for nothing.",
        schema: nothing,
        run: |call| Box::pin(progress(call)),
    },
    Fixture {
        name: "test_reconnection",
        description: "Cuts the stream of its answer; the answer waits for the client's return.",
        schema: nothing,
        run: |call| Box::pin(reconnection(call)),
    },
];

const PAUSE: Duration = Duration::from_millis(50);

async fn logging(call: Call<'_>) -> Outcome {
    log(call, "Tool execution started").await;
    sleep(PAUSE).await;
    log(call, "Tool processing data").await;
    sleep(PAUSE).await;
    log(call, "Tool execution completed").await;
    Ok(said("Tool with logging executed successfully").into())
}

async fn logging_on_request(call: Call<'_>) -> Outcome {
    if call.cx.meta.log_level().is_some() {
        log(call, "Diagnostic trace logging activated").await;
    }
    Ok(said("Logging evaluated").into())
}

async fn log(call: Call<'_>, text: &str) {
    let message = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(text));
    // Who has left needs no log.
    let _ = call.cx.peer.notify_logging_message(message).await;
}

async fn progress(call: Call<'_>) -> Outcome {
    let token = call.cx.meta.get_progress_token();
    for percent in [0.0, 50.0, 100.0] {
        if let Some(token) = token.clone() {
            let message = ProgressNotificationParam::new(token, percent)
                .with_total(100.0)
                .with_message(format!("Completed step {percent} of 100"));
            let _ = call.cx.peer.notify_progress(message).await;
        }
        sleep(PAUSE).await;
    }
    Ok(said("Tool with progress executed successfully").into())
}

async fn reconnection(call: Call<'_>) -> Outcome {
    cut_stream(call).await;
    sleep(2 * PAUSE).await;
    Ok(said("Reconnection test completed successfully.").into())
}

/// The SDK does not tell a call the number of its stream; the suite's call is the first of its
/// session. Over stdio there is none.
async fn cut_stream(call: Call<'_>) -> Option<()> {
    let request = call.cx.extensions.get::<axum::http::request::Parts>()?;
    let id = request.headers.get("mcp-session-id")?.to_str().ok()?;
    let sessions = call.fixtures.sessions.get()?;
    let session = sessions.sessions.read().await.get(id).cloned()?;
    session.close_sse_stream(0, Some(PAUSE)).await.ok()
}
