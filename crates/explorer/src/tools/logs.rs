//! The log's newest lines.

use scenewright_catalogue::{LogEntry, Utc};
use serde_json::{Value, json};

use super::{ExplorerTool, ToolContext};
use crate::args::ExplorerArgs;
use crate::fault::{ExplorerErrorKind, ExplorerResult};

pub(super) fn tail(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let count = args.integer("count")?.unwrap_or(200).max(1);
    let entries = desk.shared.session.logs().entries();
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let newest = &entries[entries.len().saturating_sub(count)..];
    let items: Vec<Value> = newest.iter().map(entry_json).collect();
    Ok(json!({ "Items": items }))
}

fn entry_json(entry: &LogEntry) -> Value {
    let (source, category) = origin(entry);
    json!({
        "T": Utc(entry.time).to_string(),
        "Level": entry.level.as_str(),
        "Message": entry.message,
        "Source": source,
        "Category": category,
    })
}

/// The same as an event.
pub(crate) fn event_json(entry: &LogEntry) -> Value {
    let (source, category) = origin(entry);
    json!({
        "level": entry.level.as_str(),
        "message": entry.message,
        "source": source,
        "category": category,
        "t": Utc(entry.time).to_string(),
    })
}

/// Whether a line is about a tool of this interface.
pub(crate) fn is_own(entry: &LogEntry) -> bool {
    entry.tool.and_then(ExplorerTool::find).is_some()
}

/// Errors of this interface say so themselves.
fn origin(entry: &LogEntry) -> (&'static str, &'static str) {
    let own = entry.category.as_str();
    if is_own(entry) {
        return ("mcp", own);
    }
    let Some(rest) = entry.message.strip_prefix("[MCP]") else {
        return ("scenewright", own);
    };
    let code = rest.strip_prefix(" error ").and_then(|rest| rest.split(':').next());
    let kind = code.and_then(|code| code.parse().ok()).and_then(ExplorerErrorKind::from_code);
    ("mcp", kind.map_or(own, ExplorerErrorKind::as_str))
}
