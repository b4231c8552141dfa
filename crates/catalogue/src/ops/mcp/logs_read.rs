//! `mcp.logs.read`: recent failures, changes and server messages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::logs::{LogEntry, LogLevel, Utc};
use crate::operation::{Operation, OperationInfo};
use crate::page::{self, Page};

pub(crate) struct ServerLogsRead;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ServerLogsReadArgs {
    /// Only entries of this level and above
    #[serde(default)]
    level: LogLevelName,
    /// Only entries of this category: 'call' for failed calls, 'audit' for calls that change the project, 'server' for the server itself
    category: Option<LogCategoryName>,
    /// At most this many results
    #[serde(default = "page::default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// The `nextCursor` of the last answer
    cursor: Option<String>,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LogLevelName {
    #[default]
    Info,
    Warning,
    Error,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LogCategoryName {
    Call,
    Audit,
    Server,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServerLogsReadOutput {
    /// Number of matching entries
    total: usize,
    /// The entries, newest first
    entries: Vec<ServerLogRow>,
    /// Number of older entries that were discarded
    dropped: u64,
    /// Pass it as `cursor` to get older entries; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ServerLogRow {
    /// Time, in UTC (RFC 3339)
    time: String,
    /// info, warning or error
    level: &'static str,
    /// call, audit or server
    category: &'static str,
    /// What happened
    message: String,
}

impl Operation for ServerLogsRead {
    type Args = ServerLogsReadArgs;
    type Output = ServerLogsReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "mcp.logs.read",
        name: "Read Server Logs",
        description: "Returns the server's latest log entries, newest first: failed calls and their reasons, calls that changed the project, and warnings and errors of the server itself.",
        category: "mcp.platform",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("The last 1,000 entries are kept while the server runs."),
        examples: include_str!("logs_read.json"),
        runs: ExecutionMode::Inline,
        scan_limit: None,
    };

    fn run(args: ServerLogsReadArgs, cx: &Cx<'_>) -> Result<ServerLogsReadOutput, Failure> {
        let page = Page::new(Self::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let logs = cx.session().logs();
        let mut matching = logs.entries();
        matching.retain(|entry| args.admits(entry));
        let total = matching.len();
        // A cursor is the number of the last entry shown, as new ones may come between two pages.
        let older = |entry: &LogEntry| page.skip == 0 || entry.number < page.skip as u64;
        let mut rest = matching.into_iter().rev().filter(older).peekable();
        let shown: Vec<LogEntry> = rest.by_ref().take(args.limit).collect();
        let last = shown.last().map_or(0, |entry| entry.number);
        let next = rest.peek().and_then(|_| usize::try_from(last).ok());
        let entries = shown.into_iter().map(ServerLogRow::from).collect();
        let next_cursor = next.map(|last| page.at(last));
        Ok(ServerLogsReadOutput { total, entries, dropped: logs.dropped(), next_cursor })
    }
}

impl ServerLogsReadArgs {
    fn admits(&self, entry: &LogEntry) -> bool {
        let least = match self.level {
            LogLevelName::Info => LogLevel::Info,
            LogLevelName::Warning => LogLevel::Warning,
            LogLevelName::Error => LogLevel::Error,
        };
        let category = self.category.map(|category| match category {
            LogCategoryName::Call => "call",
            LogCategoryName::Audit => "audit",
            LogCategoryName::Server => "server",
        });
        entry.level >= least && category.is_none_or(|wanted| entry.category.as_str() == wanted)
    }
}

impl From<LogEntry> for ServerLogRow {
    fn from(entry: LogEntry) -> ServerLogRow {
        ServerLogRow {
            time: Utc(entry.time).to_string(),
            level: entry.level.as_str(),
            category: entry.category.as_str(),
            message: entry.message,
        }
    }
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;
    use serde_json::{Value, json};

    use crate::logs::{LogCategory, LogLevel};
    use crate::{Call, CallLimits, Catalogue, Policy, Session};

    fn read(session: &Session, arguments: Value) -> (Vec<String>, Value) {
        let arguments = arguments.as_object().cloned().unwrap();
        let answer = session.call(Call::new("mcp.logs.read", arguments)).unwrap();
        let output: Value = serde_json::from_str(answer.output.get()).unwrap();
        let messages = output["entries"].as_array().unwrap().iter();
        let messages = messages.map(|entry| entry["message"].as_str().unwrap().to_owned());
        (messages.collect(), output)
    }

    #[test]
    fn pages_hold_each_entry_once_while_new_ones_come() {
        let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
        let project = scenewright_engines::find(&fixture.root()).unwrap();
        let engine = scenewright_engines::open(&project);
        let catalogue = Catalogue::draft();
        let session = Session::new(catalogue, engine, Policy::default(), CallLimits::default());
        for (level, message) in
            [(LogLevel::Info, "a"), (LogLevel::Warning, "b"), (LogLevel::Error, "c")]
        {
            session.logs().write(level, LogCategory::Server, message);
        }
        let (first, output) = read(&session, json!({ "limit": 2 }));
        session.logs().write(LogLevel::Error, LogCategory::Call, "d");
        let (second, last) =
            read(&session, json!({ "limit": 2, "cursor": output["nextCursor"].clone() }));
        assert_eq!((first, second), (vec!["c".into(), "b".into()], vec!["a".into()]));
        assert_eq!(last.get("nextCursor"), None);
        assert_eq!(read(&session, json!({ "level": "error" })).0, ["d", "c"]);
        assert_eq!(read(&session, json!({ "category": "call" })).0, ["d"]);
    }
}
