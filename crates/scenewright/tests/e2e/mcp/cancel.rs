//! Cancelling requests that do not exist.

use serde_json::json;

use crate::mcp_client::{Client, Era};
use crate::support::sample;

#[test]
fn cancelling_what_is_not_there_harms_nobody() {
    let mut client = Client::stdio(&sample("unity"), &[], Era::Handshake, json!({}));
    for id in [json!(999), json!("x"), json!(null), json!({})] {
        client.notify("notifications/cancelled", json!({ "requestId": id }));
    }
    client.notify("notifications/cancelled", json!({}));
    client.notify("notifications/nothing", json!({}));
    assert_ne!(client.call("project_info", json!({}))["isError"], true);
}
