//! Diagnostics of a call as log messages, for clients that enabled them: a session by `logging/setLevel`, a
//! request of 2026-07-28 by its own `logLevel`.
#![expect(deprecated, reason = "clients of the handshake revisions still ask for log messages")]

use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam};
use rmcp::service::RequestContext;
use serde_json::json;

use crate::notifications::NotificationHub;

pub(crate) async fn warn(
    hub: &NotificationHub,
    cx: &RequestContext<RoleServer>,
    tool: &str,
    texts: &[String],
) {
    if texts.is_empty() {
        return;
    }
    let Some(least) = cx.meta.log_level().or_else(|| hub.log_level(&cx.peer)) else { return };
    if severity(least) > severity(LoggingLevel::Warning) {
        return;
    }
    for text in texts {
        let data = json!({ "tool": tool, "message": text });
        let message = LoggingMessageNotificationParam::new(LoggingLevel::Warning, data);
        // Fails only if the client has disconnected.
        let _ = cx.peer.notify_logging_message(message.with_logger("scenewright")).await;
    }
}

fn severity(level: LoggingLevel) -> u8 {
    match level {
        LoggingLevel::Debug => 0,
        LoggingLevel::Info => 1,
        LoggingLevel::Notice => 2,
        LoggingLevel::Warning => 3,
        LoggingLevel::Error => 4,
        LoggingLevel::Critical => 5,
        LoggingLevel::Alert => 6,
        LoggingLevel::Emergency => 7,
    }
}
