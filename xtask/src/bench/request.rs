//! What is asked, and how much of an answer is looked at.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::Result;

/// What can be asked again and again, each time with an id of its own.
pub(super) trait Ask: Sync {
    fn document(&self, id: u64) -> String;
}

pub(super) struct Request {
    pub(super) tool: &'static str,
    pub(super) arguments: &'static str,
}

pub(super) const PROJECT_INFO: Request = Request { tool: "project.info", arguments: "{}" };

pub(super) const HEALTH: Request = Request { tool: "mcp.health", arguments: "{}" };

pub(super) const HIERARCHY: Request = Request {
    tool: "scene.hierarchy.dump",
    arguments: r#"{"scenePath":"Assets/Scenes/Main.unity"}"#,
};

impl Ask for Request {
    fn document(&self, id: u64) -> String {
        let Request { tool, arguments } = self;
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"tool":"{tool}","arguments":{arguments}}}}}"#
        )
    }
}

/// Which request this answers. Only the outermost keys are looked at, so that a large answer does
/// not turn the measurement into one of our own parser.
pub(super) fn answered_id(answer: &[u8]) -> Result<u64> {
    let shown = || String::from_utf8_lossy(&answer[..answer.len().min(400)]).into_owned();
    let keys: BTreeMap<&str, &RawValue> =
        serde_json::from_slice(answer).map_err(|error| format!("{error} in: {}", shown()))?;
    if keys.contains_key("error") {
        return Err(format!("a call was refused: {}", shown()).into());
    }
    let id = keys.get("id").and_then(|id| id.get().parse().ok());
    Ok(id.ok_or_else(|| format!("an answer without our id: {}", shown()))?)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_request_is_json_with_its_id() {
        for request in [PROJECT_INFO, HEALTH, HIERARCHY] {
            let document: Value = serde_json::from_str(&request.document(7)).unwrap();
            assert_eq!(document["id"], 7);
            assert_eq!(document["params"]["tool"], request.tool);
            assert!(document["params"]["arguments"].is_object());
        }
    }

    #[test]
    fn an_answer_is_known_by_its_own_id() {
        let answer = br#"{"jsonrpc":"2.0","result":{"id":1,"error":null},"id":42}"#;
        assert_eq!(answered_id(answer).unwrap(), 42);
    }

    #[test]
    fn a_refusal_is_no_answer() {
        let refusal =
            br#"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Tool not found"}}"#;
        let error = answered_id(refusal).unwrap_err().to_string();
        assert!(error.contains("Tool not found"), "{error}");
        assert!(answered_id(br#"{"id":null}"#).is_err());
        assert!(answered_id(b"ready").is_err());
    }
}
