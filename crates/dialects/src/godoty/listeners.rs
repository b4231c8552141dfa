//! Who hears of events.

use std::sync::{Mutex, PoisonError};

use scenewright_wire::Say;
use serde_json::{Value, json};

use super::now;

#[derive(Default)]
pub(super) struct Listeners(Mutex<Vec<Say>>);

impl Listeners {
    pub(super) fn add(&self, say: Say) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(Say::is_open);
        all.push(say);
    }

    /// Tells everybody; those who are gone are forgotten.
    pub(super) fn tell(&self, event: &str, mut params: Value) {
        params["timestamp"] = json!(now());
        let text = notification(event, params);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|say| say.say(text.clone()));
    }
}

pub(super) fn notification(method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()
}
