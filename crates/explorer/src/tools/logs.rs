//! The newest lines of the log: those of the server and those of running games, by their time.

use std::time::SystemTime;

use scenewright_catalogue::{LogEntry, Utc};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ExplorerTool, ToolContext};
use crate::error::ExplorerResult;
use crate::game_log::GameLine;

const DEFAULT_LINES: i64 = 200;
/// Where the lines of a game come from.
const GAME_SOURCE: &str = "game";

#[derive(Deserialize, JsonSchema)]
pub(super) struct TailLogsArguments {
    /// How many lines; 200 by default
    count: Option<i64>,
}

pub(super) fn tail(args: TailLogsArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let count = usize::try_from(args.count.unwrap_or(DEFAULT_LINES).max(1)).unwrap_or(usize::MAX);
    let own = ctx.state.session.logs().entries();
    let mut lines: Vec<(SystemTime, Value)> =
        own.iter().map(|entry| (entry.time, entry_json(entry))).collect();
    lines.extend(ctx.state.game_lines.all().iter().map(|line| (line.time, line_json(line))));
    lines.sort_by_key(|(time, _)| *time);
    let newest = lines.split_off(lines.len().saturating_sub(count));
    let items: Vec<Value> = newest.into_iter().map(|(_, line)| line).collect();
    Ok(json!({ "Items": items }))
}

fn line_json(line: &GameLine) -> Value {
    json!({
        "T": Utc(line.time).to_string(),
        "Level": line.level.as_str(),
        "Message": line.message,
        "Source": GAME_SOURCE,
        "Category": line.kind,
    })
}

/// A line of a game as an event.
pub(crate) fn game_event_json(line: &GameLine) -> Value {
    json!({
        "level": line.level.as_str(),
        "message": line.message,
        "source": GAME_SOURCE,
        "category": line.kind,
        "t": Utc(line.time).to_string(),
    })
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
