//! The protocol's codes, and what goes with them.

use scenewright_catalogue::{Failure, HintStyle, Need, bounded, server_flag, shortened};
use scenewright_wire::jsonrpc::{
    Error, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Malformed,
    PARSE_ERROR,
};
use serde_json::{Value, json};

use super::paths;

const NODE_NOT_FOUND: i32 = -32000;
const CLASS_NOT_FOUND: i32 = -32001;
const ACTION_NOT_ALLOWED: i32 = -32002;
const GAME_NOT_RUNNING: i32 = -32003;
const CAPTURE_FAILED: i32 = -32004;
const TIMED_OUT: i32 = -32005;
const INVALID_PATH: i32 = -32006;

/// This protocol has few of the tools, under names of its own.
const STYLE: HintStyle<'static> = HintStyle {
    tool: &|id| method(id).map(str::to_owned),
    tool_name: |id| method(id).unwrap_or(id).to_owned(),
    argument: None,
    flag: server_flag,
    one_call: false,
};

fn method(id: &str) -> Option<&'static str> {
    Some(match id {
        "editor.play.start" => "execute_action with action='run_scene'",
        "editor.errors.read" => "get_errors",
        "world.scene.save" => "execute_action with action='save_scene'",
        "world.scene.reload" => "execute_action with action='reload_scene'",
        _ => return None,
    })
}

/// Where this protocol takes the token.
const TOKEN: &str = "connect with ?token=TOKEN in the URL or the subprotocol godoty.TOKEN; `scenewright serve` \
     prints the token at its start, and --no-token does without";

/// Why a request has no result.
pub(super) struct Trouble {
    code: i32,
    message: String,
    data: Value,
}

pub(super) fn malformed(malformed: &Malformed) -> Error {
    let message = match malformed.code {
        PARSE_ERROR => "Parse error",
        _ => "Invalid request",
    };
    let data = Some(json!({ "details": malformed.reason }));
    Error { code: malformed.code, message: message.to_owned(), data }
}

pub(super) fn invalid_request(reason: &str) -> Error {
    let data = Some(json!({ "details": reason }));
    Error { code: INVALID_REQUEST, message: "Invalid request".to_owned(), data }
}

impl Trouble {
    fn new(code: i32, message: impl Into<String>, data: Value) -> Trouble {
        Trouble { code, message: bounded(&message.into()), data }
    }

    pub(super) fn error(self) -> Error {
        let data = Some(self.data).filter(|data| !data.is_null());
        Error { code: self.code, message: self.message, data }
    }

    pub(super) fn unknown_method(method: &str, known: &[&str]) -> Trouble {
        let data = json!({ "details": format!("the methods are {}", known.join(", ")) });
        Trouble::new(METHOD_NOT_FOUND, format!("Method not found: {method}"), data)
    }

    pub(super) fn param(name: &str, expected: &str) -> Trouble {
        let data = json!({ "details": format!("{name} must be {expected}"), "parameter": name });
        Trouble::new(INVALID_PARAMS, format!("Invalid params: {name} must be {expected}"), data)
    }

    pub(super) fn unknown_action(known: &[&str]) -> Trouble {
        let mut trouble = Trouble::param("action", &format!("one of {}", known.join(", ")));
        trouble.data["available_actions"] = json!(known);
        trouble
    }

    pub(super) fn missing(name: &str) -> Trouble {
        let data = json!({ "details": format!("{name} is required"), "parameter": name });
        Trouble::new(INVALID_PARAMS, format!("Invalid params: {name} is required"), data)
    }

    pub(super) fn not_allowed(action: &str, reason: &str, how_to_enable: &str) -> Trouble {
        let data = json!({ "action": action, "reason": reason, "how_to_enable": how_to_enable });
        Trouble::new(ACTION_NOT_ALLOWED, format!("Action '{action}' is not enabled"), data)
    }

    pub(super) fn no_scene() -> Trouble {
        let data = json!({ "suggestion": "Load a scene first, or set the project's main scene" });
        Trouble::new(INVALID_PATH, "No scene is open", data)
    }

    pub(super) fn no_node(path: &str) -> Trouble {
        let path = shortened(path);
        let data = json!({
            "requested_path": path,
            "similar_paths": [],
            "suggestion": "Check if the node exists in the current scene",
        });
        Trouble::new(NODE_NOT_FOUND, format!("Node not found: {path}"), data)
    }

    /// A capture without a display, or without an editor at all.
    pub(super) fn no_picture(reason: &str) -> Trouble {
        let data = json!({
            "details": reason,
            "suggestion": "Open the project in Godot's editor on a display, with the plugin that `scenewright install godot` adds",
        });
        Trouble::new(CAPTURE_FAILED, "Capture failed: nothing is drawn here", data)
    }

    pub(super) fn no_game() -> Trouble {
        let suggestion = "Use execute_action with action='run_scene' to start the game";
        Trouble::new(GAME_NOT_RUNNING, "Game not running", json!({ "suggestion": suggestion }))
    }

    pub(super) fn no_class(name: &str, similar: &[String]) -> Trouble {
        let name = shortened(name);
        let data = json!({
            "requested_class": name,
            "similar_classes": similar,
            "suggestion": "search_docs finds classes by words",
        });
        Trouble::new(CLASS_NOT_FOUND, format!("Class not found: {name}"), data)
    }

    pub(super) fn no_method(class: &str, method: &str, similar: &[String]) -> Trouble {
        let (class, method) = (shortened(class), shortened(method));
        let data =
            json!({ "class_name": class, "requested_method": method, "similar_methods": similar });
        Trouble::new(INVALID_PARAMS, format!("{class} has no method {method}"), data)
    }

    /// What an operation about a node failed with.
    pub(super) fn about_node(path: &str, failure: Failure) -> Trouble {
        let Failure::Engine { missing: Some(_), similar, headline, .. } = &failure else {
            return Trouble::from(failure);
        };
        if headline.starts_with("Scene") {
            return Trouble::from(failure);
        }
        let similar: Vec<String> = similar.iter().map(|path| paths::outside(path)).collect();
        let mut trouble = Trouble::no_node(path);
        trouble.data["similar_paths"] = json!(similar);
        trouble
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        let suggestion = match &failure {
            Failure::TokenRequired { .. } => Some(TOKEN.to_owned()),
            other => other.advice().and_then(|hint| hint.render(&STYLE)),
        };
        let reason = failure.reason();
        let data = match suggestion {
            Some(suggestion) => json!({ "details": reason, "suggestion": suggestion }),
            None => json!({ "details": reason }),
        };
        match &failure {
            Failure::InvalidArguments { .. } => Trouble::new(INVALID_PARAMS, reason, data),
            Failure::WritesOff { .. }
            | Failure::TokenRequired { .. }
            | Failure::TierTooLow { .. }
            | Failure::ConfirmationNeeded { .. } => Trouble::new(ACTION_NOT_ALLOWED, reason, data),
            Failure::TimedOut { .. } | Failure::StillWriting { .. } => {
                Trouble::new(TIMED_OUT, reason, data)
            }
            Failure::NotReady { need: Need::Game, .. } => Trouble::no_game(),
            Failure::NotReady { need: Need::Renderer, .. } => Trouble::no_picture(&reason),
            Failure::NotReady { need: Need::Editor, .. } => {
                Trouble::new(ACTION_NOT_ALLOWED, reason, data)
            }
            Failure::Engine { headline, missing, .. } => {
                let code = match missing {
                    Some(_) => INVALID_PATH,
                    None if headline.starts_with("Path is outside") => INVALID_PATH,
                    None if &**headline == "Not supported" => ACTION_NOT_ALLOWED,
                    None => INVALID_PARAMS,
                };
                Trouble::new(code, reason, data)
            }
            _ => Trouble::new(INTERNAL_ERROR, reason, data),
        }
    }
}

#[cfg(test)]
mod tests {
    use scenewright_catalogue::{Hint, Part};

    use super::super::METHODS;
    use super::super::actions::ACTIONS;
    use super::*;

    #[test]
    fn hints_name_methods_and_actions_that_there_are() {
        let mut named = 0;
        for part in Hint::samples().iter().flat_map(Hint::parts) {
            let Part::Tool(id) = part else { continue };
            let Some(spelled) = method(id) else { continue };
            let (method, action) = spelled.split_once(" with action='").unwrap_or((spelled, ""));
            assert!(METHODS.contains(&method), "{spelled}");
            let action = action.trim_end_matches('\'');
            assert!(action.is_empty() || ACTIONS.contains(&action), "{spelled}");
            named += 1;
        }
        assert!(named > 2, "{named}");
    }
}
