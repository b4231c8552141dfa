//! Messages that nobody should send, at every endpoint and over every transport: each is answered, or
//! is a notification, and the server lives on.

use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{Message, connect};

use crate::mcp_client::stdio::Stdio;
use crate::mcp_client::{Client, Era};
use crate::support::{Pipe, Response, Server, parse, request, sample, tool_call};

/// Well within what a test may take, and longer than any answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// A message, and whether it asks for an answer.
struct Odd {
    bytes: Vec<u8>,
    is_answered: bool,
}

fn answered(text: impl Into<Vec<u8>>) -> Odd {
    Odd { bytes: text.into(), is_answered: true }
}

fn with_id(id: &str) -> Odd {
    answered(format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping","params":{{}}}}"#))
}

fn with_params(params: &str) -> Odd {
    answered(format!(r#"{{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{params}}}"#))
}

fn odd_messages() -> Vec<Odd> {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let mut odd: Vec<Odd> = ["1e400", "-1e400", "1.5", "{}", "[]", "true", "\"\"", "-0", "1e2"]
        .into_iter()
        .chain(["\"\\u0000\"", "\"\\ud800\"", "9223372036854775808"])
        .map(with_id)
        .collect();
    odd.push(with_id(&"9".repeat(400)));
    odd.push(with_id(&format!("\"{}\"", "x".repeat(100_000))));
    odd.extend(["null", "3", "\"x\"", "[]", "{\"name\":1e400}", "{\"name\":3}"].map(with_params));
    odd.extend(["{\"name\":\"\\ud800\"}", "{\"a\":1,\"a\":2}"].map(with_params));
    odd.extend([65, 130, 5000].map(|depth| with_params(&nested(depth))));
    odd.push(answered(nested(100_000)));
    odd.push(answered("[".repeat(100_000)));
    odd.extend(
        [
            "{",
            "}",
            "nonsense",
            "3",
            "null",
            "\"x\"",
            "[]",
            "[1,2]",
            "{}",
            "{\"id\":1}",
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":3}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":""}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"no/such\n\u001b[31m"}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"} x"#,
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
        ]
        .map(answered),
    );
    odd.push(answered(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\xfe\"}".as_slice()));
    odd.push(Odd {
        bytes: br#"{"jsonrpc":"2.0","method":"notifications/no_such_thing"}"#.to_vec(),
        is_answered: false,
    });
    odd
}

/// Valid messages with a few bytes changed, the same ones in every run.
fn mutated(count: usize) -> Vec<Vec<u8>> {
    let seeds = [
        tool_call("project.info", &json!({ "a": [1, "\u{e9}", null] })),
        request(&json!(1), "tools/call", &json!({ "name": "GetStatus", "arguments": {} })),
        request(&json!("x"), "initialize", &json!({ "clientInfo": {}, "capabilities": {} })),
        request(&json!(-3), "resources/read", &json!({ "uri": "unity://status" })),
    ];
    const SPICE: &[u8] = b"{}[]\",:0123456789eE+-.\\u\x00\x1b\xff\n\r ntf";
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    (0..count)
        .map(|number| {
            let mut bytes = seeds[number % seeds.len()].clone().into_bytes();
            for _ in 0..=random(4) {
                let (at, with) = (random(bytes.len()), SPICE[random(SPICE.len())]);
                match random(3) {
                    0 => bytes[at] = with,
                    1 => bytes.insert(at, with),
                    _ => drop(bytes.remove(at)),
                }
            }
            bytes
        })
        .collect()
}

fn is_answer(message: &Value) -> bool {
    message["jsonrpc"] == "2.0"
        && (message.get("error").is_some() || message.get("result").is_some())
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(120)]).into_owned()
}

fn lives(server: &Server) {
    assert_eq!(server.http("GET /health", &[], b"").status, 200);
    let ping = request(&json!(1), "ping", &json!({}));
    assert_eq!(server.http("POST /message", &[], ping.as_bytes()).status, 200);
}

const BOTH: (&str, &str) = ("Accept", "application/json, text/event-stream");

#[test]
fn over_http_every_message_is_answered() {
    let server = Server::start(&sample("unity"), &[]);
    let check = |path: &str, headers: &[(&str, &str)], odd: &Odd| {
        let Response { status, body, .. } = server.http(path, headers, &odd.bytes);
        let what = shown(&odd.bytes);
        assert!(status != 500, "{path} {headers:?} {what}: {body}");
        match odd.is_answered {
            true => assert!(is_answer(&body), "{path} {headers:?} {status} {what}: {body}"),
            false => assert!(status == 202 || is_answer(&body), "{path} {status} {what}: {body}"),
        }
    };
    let version = ("MCP-Protocol-Version", "2026-07-28");
    for odd in odd_messages() {
        for path in ["POST /editor", "POST /", "POST /mcp", "POST /message"] {
            check(path, &[], &odd);
            check(path, &[BOTH], &odd);
        }
        if odd.is_answered {
            check("POST /message", &[BOTH, version], &odd);
        }
    }
    lives(&server);
}

#[test]
fn over_http_mcp_answers_in_a_session_too() {
    let server = Server::start(&sample("unity"), &[]);
    let mut client = Client::http(&server, Era::Handshake, json!({}));
    let session = client.as_http().session_headers();
    let mut headers: Vec<(&str, &str)> =
        session.iter().map(|(name, value)| (*name, value.as_str())).collect();
    headers.extend([BOTH, ("Content-Type", "application/json")]);
    for odd in odd_messages().into_iter().filter(|odd| odd.is_answered) {
        let mut reply = client.as_http().send("POST", &headers, &odd.bytes);
        let answer = reply.message().unwrap_or_default();
        assert!(is_answer(&answer), "{} {}: {answer}", reply.status, shown(&odd.bytes));
    }
    client.result("tools/list", json!({}));
    lives(&server);
}

#[test]
fn over_http_mutated_messages_are_answered() {
    let server = Server::start(&sample("unity"), &[]);
    for (number, bytes) in mutated(240).iter().enumerate() {
        let path = ["POST /editor", "POST /", "POST /mcp", "POST /message"][number / 4 % 4];
        let headers: &[(&str, &str)] = if number % 3 == 0 { &[BOTH] } else { &[] };
        let response = server.http(path, headers, bytes);
        let fine = response.status == 202 || is_answer(&response.body);
        assert!(fine, "{path} {} {}: {}", response.status, shown(bytes), response.body);
    }
    lives(&server);
}

#[test]
fn over_a_websocket_every_message_is_answered() {
    let server = Server::start(&sample("unity"), &[]);
    let (mut socket, _) = connect(format!("ws://{}/editor", server.address)).unwrap();
    for odd in odd_messages() {
        socket.send(Message::binary(odd.bytes.clone())).unwrap();
        let answer = parse(socket.read().unwrap().to_text().unwrap().as_bytes());
        assert!(is_answer(&answer), "{}: {answer}", shown(&odd.bytes));
    }
    lives(&server);
}

#[test]
fn the_envelope_on_stdio_answers_every_line() {
    let mut pipe = Pipe::open(&sample("unity"));
    let mut all = odd_messages();
    all.push(answered(format!("\"{}\"", "x".repeat(5 << 20))));
    for odd in all {
        pipe.send(&odd.bytes);
        let answer = pipe.receive();
        assert!(is_answer(&answer), "{}: {answer}", shown(&odd.bytes));
    }
    let health = pipe.ask(&tool_call("mcp.health", &json!({})));
    assert_eq!(health["result"]["output"]["status"], "ok");
    assert_eq!(pipe.close(), "");
}

#[test]
fn mcp_on_stdio_answers_every_line() {
    let mut client = Client::stdio(&sample("unity"), &[], Era::Handshake, json!({}));
    let mut all = odd_messages();
    all.push(answered(format!("\"{}\"", "x".repeat(17 << 20))));
    for odd in all.into_iter().filter(|odd| odd.is_answered) {
        let stdio: &mut Stdio = client.as_stdio();
        stdio.send_bytes(&odd.bytes);
        let answer = stdio.try_receive(ANSWER_TIMEOUT).unwrap_or_default();
        assert!(is_answer(&answer), "{}: {answer}", shown(&odd.bytes));
    }
    client.result("tools/list", json!({}));
}
