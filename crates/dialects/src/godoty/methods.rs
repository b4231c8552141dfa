//! The table of methods: one line per method. A row stands beside its handler and holds its name,
//! parameters and operation; dispatch, parameter checks, the list of methods, the capabilities of the
//! handshake and the names in hints are derived from the rows.
//!
//! Invariant: a method is its row and its line here. A row without a line is dead code, which does not
//! compile; a line without a row does not either.

use std::future::Future;
use std::pin::Pin;

use strum::IntoStaticStr;

use super::actions::{self, ACTIONS};
use super::errors::GodotyError;
use super::params::{GodotyParam, GodotyParams};
use super::{Godoty, GodotyAnswer, GodotyResult, capture, docs, editor, handshake, scene};

pub(super) static METHODS: &[GodotyMethod] = &[
    capture::CAPTURE_VIEWPORT,
    capture::CAPTURE_GAME,
    docs::GET_CLASS_DOCS,
    docs::GET_METHOD_DOCS,
    docs::SEARCH_DOCS,
    scene::GET_SCENE_TREE,
    scene::GET_NODE_PROPERTIES,
    scene::GET_SELECTED_NODES,
    actions::EXECUTE_ACTION,
    editor::GET_ERRORS,
    editor::GET_EDITOR_LOG,
    editor::GET_EDITOR_INFO,
    handshake::PING,
    handshake::GODOTY_READY,
];

/// A method of the protocol.
pub(super) struct GodotyMethod {
    pub(super) name: &'static str,
    /// The group that the handshake announces; `None` for what every server has.
    pub(super) capability: Option<Capability>,
    pub(super) params: &'static [GodotyParam],
    /// The operation of the catalogue that answers it.
    pub(super) operation: Option<&'static str>,
    pub(super) handler: Handler,
}

pub(super) type Handler = for<'a> fn(&'a Godoty, &'a GodotyParams) -> Handling<'a>;
type Handling<'a> = Pin<Box<dyn Future<Output = Result<GodotyAnswer, GodotyError>> + Send + 'a>>;

/// For a handler whose result is plain JSON.
pub(super) fn json_answer<'a>(
    handling: impl Future<Output = GodotyResult> + Send + 'a,
) -> Handling<'a> {
    Box::pin(async { handling.await.map(GodotyAnswer::Json) })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Capability {
    Capture,
    Docs,
    Scene,
    Actions,
    Debug,
}

pub(super) fn find(name: &str) -> Option<&'static GodotyMethod> {
    METHODS.iter().find(|method| method.name == name)
}

pub(super) fn names() -> Vec<&'static str> {
    METHODS.iter().map(|method| method.name).collect()
}

/// Each capability once, in the order of the table.
pub(super) fn capabilities() -> Vec<&'static str> {
    let mut all: Vec<Capability> = METHODS.iter().filter_map(|method| method.capability).collect();
    all.dedup();
    all.into_iter().map(Into::into).collect()
}

/// How a client of this protocol reaches an operation.
pub(super) fn method_for(operation: &str) -> Option<String> {
    let method = METHODS.iter().find(|method| method.operation == Some(operation));
    let action = || ACTIONS.iter().find(|action| action.operation == operation);
    let action = || Some(format!("execute_action with action='{}'", action()?.name));
    method.map(|method| method.name.to_owned()).or_else(action)
}
