//! Two requests with the same id.

use std::io::Write;

use serde_json::{Value, json};

use crate::mcp_client::{Client, Era};
use crate::support::{Server, request, sample};

fn is_answer(message: &Value) -> bool {
    message["jsonrpc"] == "2.0"
        && (message.get("error").is_some() || message.get("result").is_some())
}

#[test]
fn an_id_that_is_in_use_is_refused_and_the_first_request_answered() {
    let slow = json!({ "name": "test_wait", "arguments": { "ms": 500 } });
    let mut stdio = Client::stdio(&sample("unity"), &[], Era::Handshake, json!({}));
    let request = |id: &str| request(&json!(id), "tools/call", &slow);
    let wire = stdio.as_stdio();
    wire.send_line(&request("same"));
    wire.send_line(&request("same"));
    let answers = [wire.receive(), wire.receive()];
    assert!(answers.iter().all(|answer| answer["id"] == "same"), "{answers:?}");
    let refused: Vec<&Value> =
        answers.iter().filter(|answer| answer["error"]["code"] == -32600).collect();
    assert_eq!(refused.len(), 1, "{answers:?}");
    wire.send_line(&request("same"));
    assert!(wire.receive().get("error").is_none_or(|error| error["code"] != -32600));

    let server = Server::start(&sample("unity"), &[]);
    let client = Client::http(&server, Era::Handshake, json!({}));
    let http = client.as_http();
    let session = http.session_headers();
    let headers: Vec<(&str, &str)> =
        session.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let mut first = http.write("POST", &headers, request("same").as_bytes());
    first.flush().unwrap();
    let mut refused = None;
    // The first may not have arrived yet; then the second is the one that is answered.
    let second = http.send("POST", &headers, request("same").as_bytes());
    let mut first = crate::mcp_client::http::Reply::read(first);
    let mut second = second;
    for reply in [&mut first, &mut second] {
        let answer = reply.message().unwrap_or_default();
        assert!(is_answer(&answer), "{}: {answer}", reply.status);
        if answer["error"]["code"] == -32600 {
            refused = Some(reply.status);
        }
    }
    assert_eq!(refused, Some(400));
    let mut again = http.send("POST", &headers, request("same").as_bytes());
    assert!(again.message().is_some_and(|answer| answer["error"]["code"] != -32600));
}
