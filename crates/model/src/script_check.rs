//! What an engine's own compiler says about a project's scripts.

use schemars::JsonSchema;
use serde::Serialize;

use crate::GameImport;

/// Which scripts to compile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScriptCheckRequest {
    /// In the engine's own form; all scripts of the project if there are none.
    pub paths: Vec<String>,
    pub import: GameImport,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScriptCheck {
    /// Sorted by path and line.
    pub problems: Vec<ScriptProblem>,
    /// How many scripts were compiled.
    pub compiled: usize,
    /// The version of the engine that compiled them.
    pub engine_version: String,
}

/// An error or a warning of the compiler.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct ScriptProblem {
    /// Path of the script
    pub path: String,
    /// Line, from 1
    pub line: u32,
    /// Column, from 1: where the code of the line begins, as Godot tells none
    pub column: u32,
    /// error or warning
    pub severity: ScriptSeverity,
    // `UNUSED_VARIABLE`; Godot's errors have none.
    /// Code of the warning, also if it is treated as an error; absent for other errors
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The compiler's words
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScriptSeverity {
    Error,
    Warning,
}
