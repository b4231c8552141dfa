//! `execute_action` and the table of actions: one row per action, beside its handler. Changes stay in
//! memory until `save_scene`, as in an editor.
//!
//! Invariant: an action is its row and its line in [`ACTIONS`]; a row without a line is dead code, which
//! does not compile.

mod game;
mod nodes;
mod scenes;

use std::future::Future;
use std::pin::Pin;

use serde_json::json;

use super::errors::GodotyError;
use super::methods::{Capability, GodotyMethod, json_answer};
use super::params::ParamKind::{Object, Text};
use super::params::{GodotyParam, GodotyParams, optional, required};
use super::{Godoty, GodotyResult};

pub(super) static ACTIONS: &[GodotyAction] = &[
    game::RUN_SCENE,
    game::RUN_MAIN_SCENE,
    game::STOP_SCENE,
    game::PAUSE_SCENE,
    game::RESUME_SCENE,
    nodes::SELECT_NODE,
    nodes::SELECT_NODES,
    nodes::FOCUS_NODE,
    nodes::SET_PROPERTY,
    nodes::CREATE_NODE,
    nodes::DELETE_NODE,
    scenes::SAVE_SCENE,
    scenes::RELOAD_SCENE,
];

/// An action of `execute_action`.
pub(super) struct GodotyAction {
    pub(super) name: &'static str,
    pub(super) params: &'static [GodotyParam],
    /// The operation of the catalogue that carries it out.
    pub(super) operation: &'static str,
    /// Off unless the user of the server allows it with --allow-dangerous-actions.
    pub(super) is_dangerous: bool,
    pub(super) handler: ActionHandler,
}

type ActionHandler = for<'a> fn(
    &'a Godoty,
    &'a GodotyParams,
) -> Pin<Box<dyn Future<Output = GodotyResult> + Send + 'a>>;

pub(super) const EXECUTE_ACTION: GodotyMethod = GodotyMethod {
    name: "execute_action",
    capability: Some(Capability::Actions),
    params: &[required("action", Text), optional("args", Object)],
    operation: None,
    handler: |server, params| json_answer(server.execute(params)),
};

impl Godoty {
    async fn execute(&self, params: &GodotyParams) -> GodotyResult {
        let name = params.required_text("action");
        let Some(action) = ACTIONS.iter().find(|action| action.name == name) else {
            return Err(GodotyError::unknown_action(&action_names()));
        };
        if action.is_dangerous && !self.allow_dangerous {
            return Err(GodotyError::action_not_allowed(
                action.name,
                "Dangerous actions require explicit opt-in",
                "Start the server with --allow-dangerous-actions ('godoty.allow_dangerous_actions' in the plugin's settings)",
            ));
        }
        let args = params.args(action.params)?;
        let mut result = (action.handler)(self, &args).await?;
        result["success"] = json!(true);
        result["action"] = json!(action.name);
        Ok(result)
    }
}

fn action_names() -> Vec<&'static str> {
    ACTIONS.iter().map(|action| action.name).collect()
}
