//! Which tools are listed.

use serde_json::{Value, json};

use crate::mcp_client::{Client, Era};
use crate::support::sample;

fn listed(args: &[&str]) -> Vec<Value> {
    let mut client = Client::stdio(&sample("unity"), args, Era::Handshake, json!({}));
    client.result("tools/list", json!({}))["tools"].as_array().unwrap().clone()
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[test]
fn a_tool_that_destroys_is_there_only_when_writing_is_allowed() {
    assert!(!names(&listed(&[])).contains(&"test_destructive"));
    let listed = listed(&["--allow-writes"]);
    let tool = listed.iter().find(|tool| tool["name"] == "test_destructive").unwrap();
    let hints = json!({
        "readOnlyHint": false,
        "destructiveHint": true,
        "idempotentHint": false,
        "openWorldHint": false,
    });
    assert_eq!(tool["annotations"], hints);
    assert_eq!(tool["inputSchema"]["properties"]["confirm"]["type"], "boolean");
}
