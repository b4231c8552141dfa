//! JSON-RPC messages as a link sends and reads them.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[derive(Debug, Serialize)]
pub(crate) struct HostRequest<'a> {
    pub(crate) jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<u64>,
    pub(crate) method: &'a str,
    pub(crate) params: &'a RawValue,
}

/// An answer or a notification. Godot has one type for numbers in JSON, so an id may come back as 1.0.
#[derive(Debug, Deserialize)]
pub(crate) struct HostIncoming {
    #[serde(default)]
    pub(crate) id: Option<f64>,
    #[serde(default)]
    pub(crate) method: Option<String>,
    #[serde(default)]
    pub(crate) params: Option<Box<RawValue>>,
    #[serde(default)]
    pub(crate) result: Option<Box<RawValue>>,
    #[serde(default)]
    pub(crate) error: Option<HostError>,
}

/// The error object of an answer.
#[derive(Debug, Clone, Deserialize)]
pub struct HostError {
    code: f64,
    pub message: String,
    #[serde(default)]
    pub data: serde_json::Value,
}

impl HostError {
    pub fn code(&self) -> i64 {
        self.code as i64
    }

    /// The message and what the data adds for people. The host's suggestions are for its own clients, which use
    /// other names.
    pub fn describe(&self) -> String {
        let details = ["reason", "details"].iter().filter_map(|key| self.data.get(key)?.as_str());
        std::iter::once(self.message.as_str()).chain(details).collect::<Vec<_>>().join("; ")
    }
}
