//! What opens and keeps a connection: the greeting, `godoty.ready` and `ping`.

use serde_json::{Value, json};

use super::methods::{GodotyMethod, capabilities, json_answer};
use super::{Godoty, now};

/// The version of the protocol's document.
const PROTOCOL_VERSION: &str = "1.0.0";

pub(super) const PING: GodotyMethod = GodotyMethod {
    name: "ping",
    capability: None,
    params: &[],
    operation: None,
    handler: |_, _| json_answer(async { Ok(json!({ "pong": true, "timestamp": now() })) }),
};

/// Clients send it as a notification; nothing follows from it.
pub(super) const GODOTY_READY: GodotyMethod = GodotyMethod {
    name: "godoty.ready",
    capability: None,
    params: &[],
    operation: None,
    handler: |_, _| json_answer(async { Ok(json!({ "success": true })) }),
};

impl Godoty {
    /// The parameters of `godoty.connected`, the first message on a connection.
    pub(super) fn greeting(&self) -> Value {
        json!({
            "godot_version": &*self.version,
            "plugin_version": env!("CARGO_PKG_VERSION"),
            "capabilities": capabilities(),
            "protocol_version": PROTOCOL_VERSION,
            "min_supported_version": PROTOCOL_VERSION,
        })
    }
}
