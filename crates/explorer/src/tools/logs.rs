//! The newest lines of the log.

use scenewright_catalogue::{LogEntry, Utc};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ExplorerTool, ToolContext};
use crate::error::ExplorerResult;

const DEFAULT_LINES: i64 = 200;

#[derive(Deserialize, JsonSchema)]
pub(super) struct TailLogsArguments {
    /// How many lines; 200 by default
    count: Option<i64>,
}

pub(super) fn tail(args: TailLogsArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let count = usize::try_from(args.count.unwrap_or(DEFAULT_LINES).max(1)).unwrap_or(usize::MAX);
    let entries = ctx.state.session.logs().entries();
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

/// Whether an entry is about a tool of this interface.
pub(crate) fn is_own(entry: &LogEntry) -> bool {
    entry.tool.and_then(ExplorerTool::find).is_some()
}

/// Source and category. An error of this interface has its kind as category.
fn origin(entry: &LogEntry) -> (&'static str, &'static str) {
    let category = entry.category.as_str();
    match entry.dialect {
        Some(note) => ("mcp", note.error_kind.unwrap_or(category)),
        None if is_own(entry) => ("mcp", category),
        None => ("scenewright", category),
    }
}
