//! Logs go to stderr: stdout carries answers only. Warnings and errors are also kept where clients
//! can read them.

use std::fmt::{self, Write};
use std::io::{self, IsTerminal};
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

/// Logging starts before there is a session, and is one for the whole process.
static SESSION_LOGS: RwLock<Option<ServerLog>> = RwLock::new(None);

/// The MCP SDK warns of every request that is refused, and the client has been told why already.
const DEFAULT_FILTER: &str = "warn,rmcp=error";

/// `--log` wins over `RUST_LOG`, which wins over warnings only. A server also tells of every change
/// that it was asked to make; a person at the command line knows.
pub(crate) fn start(filter: Option<&str>, serving: bool) -> Result<(), CommandError> {
    let from_environment = std::env::var("RUST_LOG").ok();
    let audited = format!("{DEFAULT_FILTER},{AUDIT_TARGET}=info");
    let default = if serving { &audited } else { DEFAULT_FILTER };
    let filter = filter.or(from_environment.as_deref()).unwrap_or(default);
    let filter = EnvFilter::try_new(filter).map_err(|error| {
        CommandError::usage(format!("'{filter}' is no log filter: {error}"))
            .hint("try --log debug, or --log scenewright_wire=trace")
    })?;
    let to_stderr = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .fmt_fields(format::debug_fn(write_field).delimited(" "))
        .with_filter(filter);
    let kept = KeepWarnings.with_filter(
        Targets::new().with_default(LevelFilter::WARN).with_target("rmcp", LevelFilter::ERROR),
    );
    tracing_subscriber::registry().with(to_stderr).with(kept).init();
    Ok(())
}

/// An event is one line, whatever names and arguments are in it.
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

/// From now on warnings and errors also go into `logs`.
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

/// The message, and what else an event says.
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
