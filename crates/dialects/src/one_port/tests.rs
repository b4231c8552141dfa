//! Who answers what, a row for each row of the table of collisions.

use super::Dialect::{EditorMcp, Explorer, Mcp, UnityHttp};
use super::{AcceptedTypes, Dialect, RequestTraits, detect, is_mcp_header, parse_accept};

const POST: RequestTraits<'_> = RequestTraits {
    http: "POST",
    path: "/",
    mcp_headers: false,
    accepts_both: false,
    accepts_stream: false,
    method: None,
    names_tool: false,
    has_version: false,
    has_client: false,
};

fn post(method: &'static str) -> RequestTraits<'static> {
    RequestTraits { method: Some(method), ..POST }
}

fn get(path: &'static str) -> RequestTraits<'static> {
    RequestTraits { http: "GET", path, ..POST }
}

/// Wherever a message is posted, what it says decides; but one path belongs to the Explorer.
fn check_everywhere(spoken: RequestTraits<'_>, expected: Dialect) {
    for (path, expected) in [("/", expected), ("/mcp", expected), ("/message", Explorer)] {
        let spoken = RequestTraits { path, ..spoken };
        assert_eq!(detect(&spoken), expected, "{spoken:?}");
    }
}

/// What is plain JSON-RPC is Unity MCP over HTTP, but for the path that only the Explorer has.
fn check_plain(spoken: RequestTraits<'_>) {
    for (path, expected) in [("/", UnityHttp), ("/mcp", UnityHttp), ("/message", Explorer)] {
        let spoken = RequestTraits { path, ..spoken };
        assert_eq!(detect(&spoken), expected, "{spoken:?}");
    }
}

#[test]
fn methods_of_one_dialect_alone_need_no_headers() {
    let explorer = ["list_tools", "call_tool", "list_resources", "read_resource", "stream_events"];
    let rows = explorer.map(|method| (method, Explorer)).into_iter();
    for (method, dialect) in rows.chain([("tools/describe", EditorMcp), ("server/info", EditorMcp)])
    {
        for (mcp_headers, both) in [(false, false), (true, false), (false, true), (true, true)] {
            check_everywhere(
                RequestTraits { mcp_headers, accepts_both: both, ..post(method) },
                dialect,
            );
        }
    }
    check_plain(post("server/discover"));
    check_everywhere(RequestTraits { has_version: true, ..post("server/discover") }, Mcp);
}

#[test]
fn a_call_is_recognised_by_the_key_of_its_tool_and_then_by_the_headers() {
    let named = post("tools/call");
    let with_tool = RequestTraits { names_tool: true, ..named };
    check_everywhere(with_tool, EditorMcp);
    check_everywhere(
        RequestTraits { mcp_headers: true, accepts_both: true, ..with_tool },
        EditorMcp,
    );
    check_plain(named);
    check_plain(RequestTraits { accepts_both: true, ..named });
    check_everywhere(RequestTraits { mcp_headers: true, ..named }, Mcp);
    check_everywhere(RequestTraits { has_version: true, ..named }, Mcp);
}

#[test]
fn listings_are_recognised_by_the_headers() {
    for method in ["tools/list", "resources/list", "resources/read"] {
        check_plain(post(method));
        check_plain(RequestTraits { accepts_both: true, ..post(method) });
        check_everywhere(RequestTraits { mcp_headers: true, ..post(method) }, Mcp);
        check_everywhere(RequestTraits { has_version: true, ..post(method) }, Mcp);
    }
}

#[test]
fn a_handshake_is_mcp_only_if_the_client_can_go_on_with_it() {
    let plain = post("initialize");
    let client = RequestTraits { has_client: true, ..plain };
    check_plain(plain);
    check_plain(client);
    check_plain(RequestTraits { accepts_both: true, ..plain });
    check_everywhere(RequestTraits { accepts_both: true, ..client }, Mcp);
    check_everywhere(RequestTraits { mcp_headers: true, ..plain }, Mcp);
    for method in ["ping", "notifications/initialized"] {
        check_plain(post(method));
        check_plain(RequestTraits { accepts_both: true, ..post(method) });
        check_everywhere(RequestTraits { mcp_headers: true, ..post(method) }, Mcp);
    }
}

#[test]
fn one_path_belongs_to_the_explorer_whatever_is_sent() {
    for method in [
        "initialize",
        "notifications/initialized",
        "ping",
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/read",
        "server/discover",
        "server/info",
        "tools/describe",
    ] {
        let both = RequestTraits { accepts_both: true, has_client: true, ..post(method) };
        let all = RequestTraits { mcp_headers: true, has_version: true, names_tool: true, ..both };
        for spoken in [post(method), both, all] {
            let spoken = RequestTraits { path: "/message", ..spoken };
            assert_eq!(detect(&spoken), Explorer, "{spoken:?}");
        }
    }
}

#[test]
fn a_body_without_a_method_is_an_answer_to_mcp_or_a_mistake() {
    check_plain(POST);
    check_everywhere(RequestTraits { accepts_both: true, ..POST }, Mcp);
    check_everywhere(RequestTraits { mcp_headers: true, ..POST }, Mcp);
}

#[test]
fn what_is_not_posted_is_a_stream_or_its_end() {
    let cases = [
        (get("/mcp"), Mcp),
        (RequestTraits { http: "DELETE", ..get("/mcp") }, Mcp),
        (RequestTraits { accepts_stream: true, ..get("/mcp") }, Explorer),
        (RequestTraits { accepts_stream: true, mcp_headers: true, ..get("/mcp") }, Mcp),
        (RequestTraits { accepts_stream: true, ..get("/") }, Explorer),
        (RequestTraits { accepts_stream: true, mcp_headers: true, ..get("/") }, Mcp),
        (get("/"), Explorer),
        (RequestTraits { mcp_headers: true, ..get("/") }, Mcp),
        (get("/message"), Explorer),
        (RequestTraits { accepts_stream: true, mcp_headers: true, ..get("/message") }, Explorer),
        (RequestTraits { http: "DELETE", mcp_headers: true, ..get("/message") }, Explorer),
    ];
    for (spoken, expected) in cases {
        assert_eq!(detect(&spoken), expected, "{spoken:?}");
    }
}

#[test]
fn accept_has_to_name_both_types() {
    let cases: [(&[&str], bool); 7] = [
        (&["application/json, text/event-stream"], true),
        (&["text/event-stream;q=0.5,Application/JSON; charset=utf-8"], true),
        (&["application/json", "text/event-stream"], true),
        (&["application/json"], false),
        (&["text/event-stream"], false),
        (&["*/*"], false),
        (&[], false),
    ];
    for (accept, both) in cases {
        let AcceptedTypes { json, stream } = parse_accept(accept.iter().copied());
        assert_eq!(json && stream, both, "{accept:?}");
    }
    assert!(parse_accept(["text/event-stream"].into_iter()).stream);
}

#[test]
fn headers_of_mcp_are_known() {
    for name in ["mcp-session-id", "mcp-protocol-version", "mcp-method", "last-event-id"] {
        assert!(is_mcp_header(name), "{name}");
    }
    assert!(!is_mcp_header("accept"));
}
