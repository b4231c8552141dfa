use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use rmcp::{ServerHandler, ServiceExt};
use scenewright_catalogue::{CallLimits, Catalogue, Policy};
use scenewright_testkit::Fixture;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, duplex, split};

use super::*;
use crate::McpSettings;
use crate::http::{McpHttp, McpHttpLimits};
use crate::line_transport::LineTransport;

const PROJECT: &str = "//- /project.godot\nconfig_version=5\n";
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

fn server(project: &Fixture) -> McpServer {
    let engine = scenewright_engines::open(&scenewright_engines::find(&project.root()).unwrap());
    let catalogue = Catalogue::standard().unwrap();
    let session = Session::new(catalogue, engine, Policy::default(), CallLimits::default());
    let settings = McpSettings { toolsets: "all".parse().unwrap(), ..McpSettings::default() };
    McpServer::new(session, settings).unwrap()
}

fn direct(server: &McpServer) -> DirectCalls {
    DirectCalls::new(server, &server.stdio_owner())
}

fn request(id: &str, name: &str, arguments: &Value, meta: Option<Value>) -> String {
    let mut params = json!({ "name": name, "arguments": arguments });
    if let Some(meta) = meta {
        params["_meta"] = meta;
    }
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
}

fn modern() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

#[test]
fn calls_that_answer_from_memory_are_taken_and_others_are_left() {
    let project = Fixture::new(PROJECT);
    let server = server(&project);
    let direct = direct(&server);
    for (name, arguments, is_taken) in [
        ("mcp_logs_read", json!({ "limit": 1 }), true),
        ("mcp.logs.read", json!({}), true),
        ("mcp_logs_read", json!({ "limit": "x" }), true),
        ("mcp_tool_describe", json!({ "tool": "project.info" }), true),
        // It does not fit, and has to be cut.
        ("mcp_tools_list", json!({ "maxTokens": 500 }), false),
        ("mcp_logs_read", json!({ "maxTokens": 1 }), false),
        ("mcp_health", json!({}), false),
        ("project_scenes_list", json!({}), false),
        ("toolsets_list", json!({}), false),
        ("nothing", json!({}), false),
    ] {
        let request = request("1", name, &arguments, None);
        for access in [Access::Full, Access::ReadOnly] {
            let call = PlainCall::parse(request.as_bytes()).unwrap();
            let answer = direct.answer(call, access, Instant::now());
            assert_eq!(answer.is_some(), is_taken, "{request}: {answer:?}");
        }
    }
}

/// The lines that answer a client on standard input, each sent after the answer to the one before.
async fn lines(server: McpServer, direct: Option<DirectCalls>, sent: &[String]) -> Vec<String> {
    let (client, end) = duplex(1 << 20);
    let (input, output) = split(end);
    let serving = tokio::spawn(async move {
        let running = server.serve(LineTransport::new(input, output, direct)).await.unwrap();
        running.waiting().await.unwrap();
    });
    let (received, mut sending) = split(client);
    let mut received = BufReader::new(received).lines();
    let mut answers = Vec::new();
    for line in sent {
        sending.write_all(format!("{line}\n").as_bytes()).await.unwrap();
        if line != INITIALIZED {
            answers.push(received.next_line().await.unwrap().unwrap());
        }
    }
    sending.shutdown().await.unwrap();
    serving.await.unwrap();
    answers
}

#[tokio::test]
async fn the_answers_are_those_of_the_sdk() {
    let mut sent = vec![INITIALIZE.to_owned(), INITIALIZED.to_owned()];
    let metas = [None, Some(json!({ "vendor/key": 1 })), Some(modern())];
    // The log is still empty: its entries have times.
    sent.extend(metas.clone().map(|meta| request("1", "mcp_logs_read", &json!({}), meta)));
    for meta in metas {
        for (id, name, arguments) in [
            ("\"two\"", "mcp_tool_describe", json!({ "tool": "project.info" })),
            ("3", "mcp_tools_list", json!({ "category": "audio" })),
            ("4", "mcp_tools_list", json!({ "maxTokens": 600 })),
            ("5", "mcp_tool_describe", json!({ "tool": "nothing" })),
            ("6", "mcp_tool_describe", json!({ "tool": 7, "more": true })),
            ("7", "mcp_tools_list", json!({ "maxTokens": "many" })),
            ("8", "nothing", json!({})),
            ("9", "toolsets_list", json!({})),
        ] {
            sent.push(request(id, name, &arguments, meta.clone()));
        }
    }
    let project = Fixture::new(PROJECT);
    let (own, other) = (server(&project), server(&project));
    let calls = direct(&own);
    let direct = lines(own, Some(calls), &sent).await;
    let sdk = lines(other, None, &sent).await;
    assert_eq!(direct.len(), sdk.len());
    for ((request, direct), sdk) in sent.iter().filter(|it| *it != INITIALIZED).zip(direct).zip(sdk)
    {
        assert_eq!(direct, sdk, "{request}");
    }
}

#[tokio::test]
async fn nothing_is_answered_before_the_sdk_has_agreed_on_a_revision() {
    let project = Fixture::new(PROJECT);
    let call = request("1", "mcp_logs_read", &json!({}), None);
    let (first, then) = (server(&project), request("2", "mcp_logs_read", &json!({}), None));
    let calls = direct(&first);
    // Since 2026-07-28, a client may begin with any request, and must not go on without its revision.
    let begin = request("0", "mcp_logs_read", &json!({}), Some(modern()));
    let other = server(&project);
    let sent = [begin, call, then];
    assert_eq!(lines(first, Some(calls), &sent).await, lines(other, None, &sent).await);
}

async fn post<H: ServerHandler>(
    http: &McpHttp<H>,
    headers: &[(&str, &str)],
    body: &str,
) -> (String, Value) {
    let mut request = Request::post("/mcp")
        .header(header::HOST, "localhost")
        .header(header::ACCEPT, "application/json, text/event-stream")
        .header(header::CONTENT_TYPE, "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = http.answer(request.body(Body::from(body.to_owned())).unwrap()).await;
    let session =
        response.headers().get("mcp-session-id").map(|id| id.to_str().unwrap().to_owned());
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    let body = String::from_utf8(body.to_vec()).unwrap();
    let mut data = body.lines().filter_map(|line| line.strip_prefix("data:"));
    let message = data.rfind(|data| data.trim_start().starts_with('{')).unwrap_or(&body);
    (session.unwrap_or_default(), serde_json::from_str(message).unwrap_or_default())
}

/// The answers to calls with and without a session.
async fn answers<H: ServerHandler>(http: &McpHttp<H>) -> Vec<Value> {
    let (session, _) = post(http, &[], INITIALIZE).await;
    let of_session = [("mcp-session-id", session.as_str())];
    post(http, &of_session, INITIALIZED).await;
    let mut of_request = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "mcp_tool_describe"),
    ];
    let arguments = json!({ "tool": "project.info" });
    let plain = request("1", "mcp_tool_describe", &arguments, None);
    let modern = request("2", "mcp_tool_describe", &arguments, Some(modern()));
    let mut answers = Vec::new();
    for (headers, body) in [
        (&of_session[..], &plain),
        (&of_request, &modern),
        (&of_session, &modern),
        (&of_request, &plain),
        (&[("mcp-session-id", "made-up")], &plain),
        (&[], &plain),
    ] {
        answers.push(post(http, headers, body).await.1);
    }
    of_request[2].1 = "mcp_logs_read";
    answers.push(post(http, &of_request, &modern).await.1);
    answers
}

#[tokio::test]
async fn http_answers_what_the_sdk_would_answer() {
    let project = Fixture::new(PROJECT);
    let limits = McpHttpLimits { max_message_bytes: 1 << 20, max_sessions: 4 };
    let direct = answers(&McpHttp::new(server(&project), limits)).await;
    let other = server(&project);
    let sdk = answers(&McpHttp::with_handlers(move || other.for_http_client(), limits)).await;
    assert_eq!(direct, sdk);
    let is_result: Vec<bool> = direct.iter().map(|it| it["result"].is_object()).collect();
    assert_eq!(is_result, [true, true, false, false, false, false, false], "{direct:#?}");
}
