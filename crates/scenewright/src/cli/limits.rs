//! The limits of a server: one flag per limit of the wire.

use std::time::Duration;

use clap::Args;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use scenewright_wire::WireLimits;

use super::parse_seconds;

const DEFAULT_MAX_SESSIONS: usize = 64;
const DEFAULT_MAX_STREAMS: usize = 1024;

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Maximum size of a request; a longer one gets 413
    #[arg(long, default_value_t = WireLimits::default().max_message_bytes, value_parser = within(1, 1 << 30), value_name = "BYTES")]
    pub max_message: usize,
    /// Maximum nesting depth of the JSON of a request
    #[arg(long, default_value_t = WireLimits::default().max_depth, value_parser = within(1, 127), value_name = "LEVELS")]
    pub max_depth: usize,
    /// Maximum size of a request's head (first line and headers); a longer one gets 431
    #[arg(long, default_value_t = WireLimits::default().max_header_bytes, value_parser = within(256, 1 << 20), value_name = "BYTES")]
    pub max_header_bytes: usize,
    /// Maximum number of headers of a request; with more it gets 431
    #[arg(long, default_value_t = WireLimits::default().max_headers, value_parser = within(1, 1000), value_name = "N")]
    pub max_headers: usize,
    /// Maximum number of open connections, including WebSockets but not event streams; further ones get
    /// 503
    #[arg(long, default_value_t = WireLimits::default().max_connections, value_parser = within(1, 1 << 16), value_name = "N")]
    pub max_connections: usize,
    /// Maximum number of open event streams of the Unity Explorer interface; further ones get 503
    #[arg(long, default_value_t = DEFAULT_MAX_STREAMS, value_parser = within(1, 1 << 16), value_name = "N")]
    pub max_streams: usize,
    /// Maximum number of MCP sessions (revisions with a handshake); a session that was idle for five
    /// minutes makes room for a new one, otherwise the client gets 503
    #[arg(long, default_value_t = DEFAULT_MAX_SESSIONS, value_parser = within(1, 1 << 16), value_name = "N")]
    pub max_sessions: usize,
    /// How long a client may take to send the head of a request, or be idle, in seconds; then the
    /// connection is closed
    #[arg(long, default_value = "30", value_parser = parse_seconds, value_name = "SECONDS")]
    pub header_timeout: Duration,
    /// How long a client may take to send the body of a request, in seconds; then it gets 408
    #[arg(long, default_value = "30", value_parser = parse_seconds, value_name = "SECONDS")]
    pub receive_timeout: Duration,
}

fn within(least: u64, most: u64) -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(least..=most)
}

impl Default for LimitArgs {
    fn default() -> LimitArgs {
        let limits = WireLimits::default();
        LimitArgs {
            max_message: limits.max_message_bytes,
            max_depth: limits.max_depth,
            max_header_bytes: limits.max_header_bytes,
            max_headers: limits.max_headers,
            max_connections: limits.max_connections,
            max_streams: DEFAULT_MAX_STREAMS,
            max_sessions: DEFAULT_MAX_SESSIONS,
            header_timeout: limits.header_timeout,
            receive_timeout: limits.receive_timeout,
        }
    }
}

impl LimitArgs {
    pub(crate) fn wire_limits(&self) -> WireLimits {
        WireLimits {
            max_message_bytes: self.max_message,
            max_depth: self.max_depth,
            max_header_bytes: self.max_header_bytes,
            max_headers: self.max_headers,
            max_connections: self.max_connections,
            header_timeout: self.header_timeout,
            receive_timeout: self.receive_timeout,
            ..WireLimits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        limits: LimitArgs,
    }

    #[test]
    fn what_is_not_said_is_the_default_of_the_wire() {
        let said = Line::parse_from(["x"]).limits;
        assert_eq!(format!("{:?}", said.wire_limits()), format!("{:?}", WireLimits::default()));
        assert_eq!(format!("{said:?}"), format!("{:?}", LimitArgs::default()));
    }

    #[test]
    fn limits_that_make_no_sense_are_refused() {
        for wrong in [
            ["--max-message", "0"],
            ["--max-depth", "128"],
            ["--max-header-bytes", "1"],
            ["--max-headers", "0"],
            ["--max-connections", "0"],
            ["--max-streams", "0"],
            ["--max-sessions", "0"],
            ["--header-timeout", "0"],
            ["--receive-timeout", "-1"],
        ] {
            assert!(Line::try_parse_from(["x"].into_iter().chain(wrong)).is_err(), "{wrong:?}");
        }
    }
}
