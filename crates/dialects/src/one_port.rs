//! All tongues share one port, and some share paths and method names. Which of them a request
//! speaks is decided here, from a glance at it.

mod glance;
#[cfg(test)]
mod tests;

pub use glance::Glance;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tongue {
    Mcp,
    UnityHttp,
    EditorMcp,
    Explorer,
}

/// What tells the tongues apart.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spoken<'a> {
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

/// No other tongue has these methods, whatever the headers are.
const EDITOR_METHODS: [&str; 2] = ["tools/describe", "server/info"];
const EXPLORER_METHODS: [&str; 5] =
    ["list_tools", "call_tool", "list_resources", "read_resource", "stream_events"];

type Rule = (fn(&Spoken<'_>) -> bool, Tongue);

/// In this order; the first that holds decides.
const RULES: [Rule; 11] = [
    // Clients of MCP reach the Explorer there, as they reach the original: whatever they send.
    (|it| it.path == EXPLORER_PATH, Tongue::Explorer),
    (|it| it.http != "POST" && it.mcp_headers, Tongue::Mcp),
    // A stream that belongs to no session of MCP can only be one that all may hear.
    (|it| it.http == "GET" && it.accepts_stream, Tongue::Explorer),
    (|it| it.http != "POST" && it.path == "/mcp", Tongue::Mcp),
    (|it| it.http != "POST", Tongue::Explorer),
    (|it| it.is_one_of(&EXPLORER_METHODS), Tongue::Explorer),
    (|it| it.is_one_of(&EDITOR_METHODS) || it.names_tool, Tongue::EditorMcp),
    (|it| it.mcp_headers || it.has_version, Tongue::Mcp),
    (|it| it.accepts_both && it.method == Some("initialize") && it.has_client, Tongue::Mcp),
    (|it| it.accepts_both && it.method.is_none(), Tongue::Mcp),
    // A request that belongs to no session of MCP can only be answered without one.
    (|_| true, Tongue::UnityHttp),
];

pub fn decide(spoken: &Spoken<'_>) -> Tongue {
    let rule = RULES.iter().find(|(holds, _)| holds(spoken));
    rule.map_or(Tongue::UnityHttp, |(_, tongue)| *tongue)
}

/// Whether a header is one that only clients of MCP send. Names are in lower case.
pub fn is_mcp_header(name: &str) -> bool {
    ["mcp-session-id", "mcp-protocol-version", "mcp-method", "last-event-id"].contains(&name)
}

/// Whether the values of `Accept` name JSON and event streams. `*/*` is what clients say that know of
/// none.
pub fn accepted<'a>(accept: impl Iterator<Item = &'a str>) -> Accepted {
    let (mut json, mut stream) = (false, false);
    for given in accept.flat_map(|value| value.split(',')) {
        let essence = given.split(';').next().unwrap_or_default().trim();
        json |= essence.eq_ignore_ascii_case("application/json");
        stream |= essence.eq_ignore_ascii_case("text/event-stream");
    }
    Accepted { json, stream }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepted {
    pub json: bool,
    pub stream: bool,
}

impl Spoken<'_> {
    fn is_one_of(&self, methods: &[&str]) -> bool {
        self.method.is_some_and(|method| methods.contains(&method))
    }
}
