//! Logs go to stderr; stdout carries only answers. Warnings and errors are also kept in the session's log,
//! which clients can read.

use std::fmt::{self, Write};
use std::sync::{PoisonError, RwLock};

use scenewright_catalogue::{AUDIT_TARGET, LogCategory, LogLevel, ServerLog, printable};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::field::MakeExt;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::error::CommandError;
use crate::print;

/// Logging starts before there is a session, and there is one logger per process.
static SESSION_LOGS: RwLock<Option<ServerLog>> = RwLock::new(None);

/// The MCP SDK warns about every rejected request, although the client already got the reason.
const DEFAULT_FILTER: &str = "warn,rmcp=error";

/// `--log` takes precedence over `RUST_LOG`, and that over the default, which is warnings. A server also logs
/// every change that clients request; at the command line the user already knows.
pub(crate) fn start(filter: Option<&str>, serving: bool) -> Result<(), CommandError> {
    let from_environment = std::env::var("RUST_LOG").ok();
    let audited = format!("{DEFAULT_FILTER},{AUDIT_TARGET}=info");
    let default = if serving { &audited } else { DEFAULT_FILTER };
    let filter = filter.or(from_environment.as_deref()).unwrap_or(default);
    let filter = EnvFilter::try_new(filter).map_err(|error| {
        CommandError::usage(format!("invalid log filter '{filter}': {error}"))
            .hint("try --log debug, or --log scenewright_wire=trace")
    })?;
    let to_stderr = tracing_subscriber::fmt::layer()
        // A Windows console must be told that colours will come.
        .with_writer(anstream::stderr)
        .with_ansi(print::is_stderr_coloured())
        .fmt_fields(format::debug_fn(write_field).delimited(" "))
        .with_filter(filter);
    let kept = KeepWarnings.with_filter(
        Targets::new().with_default(LevelFilter::WARN).with_target("rmcp", LevelFilter::ERROR),
    );
    tracing_subscriber::registry().with(to_stderr).with(kept).init();
    Ok(())
}

/// An event is one line, whatever its names and arguments contain.
fn write_field(
    writer: &mut format::Writer<'_>,
    field: &Field,
    value: &dyn fmt::Debug,
) -> fmt::Result {
    let value = format!("{value:?}");
    match field.name() {
        "message" => write!(writer, "{}", printable(&value)),
        name => write!(writer, "{name}={}", printable(&value)),
    }
}

/// From now on, warnings and errors are also written to `logs`.
pub(crate) fn keep_in(logs: ServerLog) {
    *SESSION_LOGS.write().unwrap_or_else(PoisonError::into_inner) = Some(logs);
}

struct KeepWarnings;

impl<S: Subscriber> Layer<S> for KeepWarnings {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let kept_in = SESSION_LOGS.read().unwrap_or_else(PoisonError::into_inner);
        let Some(logs) = kept_in.as_ref() else {
            return;
        };
        let error = *event.metadata().level() == Level::ERROR;
        let level = if error { LogLevel::Error } else { LogLevel::Warning };
        let mut line = EventText::default();
        event.record(&mut line);
        logs.write(level, LogCategory::Server, &(line.message + line.fields.as_str()));
    }
}

/// The message and the other fields of an event.
#[derive(Default)]
struct EventText {
    message: String,
    fields: String,
}

impl Visit for EventText {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing to a string cannot fail.
        let _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.fields, " {name}={value:?}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_and_errors_are_kept() {
        let logs = ServerLog::default();
        keep_in(logs.clone());
        let subscriber =
            tracing_subscriber::registry().with(KeepWarnings.with_filter(LevelFilter::WARN));
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!("opened");
            tracing::warn!(port = 8080, name = "web", "busy");
            tracing::error!("gone");
        });
        let kept: Vec<(LogLevel, String)> =
            logs.entries().into_iter().map(|entry| (entry.level, entry.message)).collect();
        let expected = [
            (LogLevel::Warning, "busy port=8080 name=web".to_owned()),
            (LogLevel::Error, "gone".to_owned()),
        ];
        assert_eq!(kept, expected);
    }
}
