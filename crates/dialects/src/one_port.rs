//! All dialects share one port, and some share paths and method names. A table of rules detects the dialect
//! of a request.
//!
//! Invariant: this is the only place that tells the dialects of the shared paths apart.

mod peek;
#[cfg(test)]
mod tests;

pub use peek::RequestPeek;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Mcp,
    UnityHttp,
    EditorMcp,
    Explorer,
}

/// The properties of a request that distinguish the dialects.
#[derive(Debug, Clone, Copy, Default)]
pub struct RequestTraits<'a> {
    /// The HTTP method.
    pub http: &'a str,
    pub path: &'a str,
    /// Any of the headers that only MCP has: see [`is_mcp_header`].
    pub mcp_headers: bool,
    /// `Accept` names both `application/json` and `text/event-stream`.
    pub accepts_both: bool,
    /// `Accept` names `text/event-stream`.
    pub accepts_stream: bool,
    /// The JSON-RPC method; `None` when the body has none.
    pub method: Option<&'a str>,
    /// `params` has `tool`.
    pub names_tool: bool,
    /// `params._meta` names a protocol version, as each request of MCP does since 2026-07-28.
    pub has_version: bool,
    /// `params` has `clientInfo`.
    pub has_client: bool,
}

/// The path that belongs to the Explorer alone.
const EXPLORER_PATH: &str = "/message";

/// No other dialect has these methods, whatever the headers are.
const EDITOR_METHODS: [&str; 2] = ["tools/describe", "server/info"];
const EXPLORER_METHODS: [&str; 5] =
    ["list_tools", "call_tool", "list_resources", "read_resource", "stream_events"];

type DialectRule = (fn(&RequestTraits<'_>) -> bool, Dialect);

/// The first rule that matches decides.
const RULES: [DialectRule; 11] = [
    // As with the original, MCP clients reach the Explorer there, whatever they send.
    (|it| it.path == EXPLORER_PATH, Dialect::Explorer),
    (|it| it.http != "POST" && it.mcp_headers, Dialect::Mcp),
    // A stream outside of a session of MCP can only be a public one.
    (|it| it.http == "GET" && it.accepts_stream, Dialect::Explorer),
    (|it| it.http != "POST" && it.path == "/mcp", Dialect::Mcp),
    (|it| it.http != "POST", Dialect::Explorer),
    (|it| it.is_one_of(&EXPLORER_METHODS), Dialect::Explorer),
    (|it| it.is_one_of(&EDITOR_METHODS) || it.names_tool, Dialect::EditorMcp),
    (|it| it.mcp_headers || it.has_version, Dialect::Mcp),
    (|it| it.accepts_both && it.method == Some("initialize") && it.has_client, Dialect::Mcp),
    (|it| it.accepts_both && it.method.is_none(), Dialect::Mcp),
    // A request outside of a session of MCP can only be answered without one.
    (|_| true, Dialect::UnityHttp),
];

pub fn detect(spoken: &RequestTraits<'_>) -> Dialect {
    let rule = RULES.iter().find(|(holds, _)| holds(spoken));
    rule.map_or(Dialect::UnityHttp, |(_, dialect)| *dialect)
}

/// Whether only clients of MCP send a header. Names are in lower case.
pub fn is_mcp_header(name: &str) -> bool {
    ["mcp-session-id", "mcp-protocol-version", "mcp-method", "last-event-id"].contains(&name)
}

/// Whether the values of `Accept` name JSON and event streams. `*/*` counts as neither: clients that know
/// neither send it.
pub fn parse_accept<'a>(accept: impl Iterator<Item = &'a str>) -> AcceptedTypes {
    let (mut json, mut stream) = (false, false);
    for given in accept.flat_map(|value| value.split(',')) {
        let essence = given.split(';').next().unwrap_or_default().trim();
        json |= essence.eq_ignore_ascii_case("application/json");
        stream |= essence.eq_ignore_ascii_case("text/event-stream");
    }
    AcceptedTypes { json, stream }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AcceptedTypes {
    pub json: bool,
    pub stream: bool,
}

impl RequestTraits<'_> {
    fn is_one_of(&self, methods: &[&str]) -> bool {
        self.method.is_some_and(|method| methods.contains(&method))
    }
}
