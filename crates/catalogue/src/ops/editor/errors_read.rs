//! `editor.errors.read`: errors and warnings of the editor and the game.

use scenewright_model::{EditorError, ErrorQuery};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ask_editor;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct EditorErrorsRead;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditorErrorsReadArgs {
    /// At most this many entries
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// Severity to include
    #[serde(default)]
    severity: SeverityFilter,
    /// Only entries after this time, in seconds since 1970
    since: Option<f64>,
}

fn default_limit() -> usize {
    20
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum SeverityFilter {
    #[default]
    All,
    Error,
    Warning,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditorErrorsReadOutput {
    /// Newest last
    pub errors: Vec<EditorError>,
    /// Total number of entries
    pub total: usize,
}

impl Operation for EditorErrorsRead {
    type Args = EditorErrorsReadArgs;
    type Output = EditorErrorsReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.errors.read",
        name: "Read Editor Errors",
        description: "Returns the latest errors and warnings of the editor and of the game run in it, with stack traces, newest last. Use it after starting the game or attaching a script.",
        category: "editor",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("errors_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: EditorErrorsReadArgs, cx: &Cx<'_>) -> Result<EditorErrorsReadOutput, Failure> {
        let query = ErrorQuery {
            count: args.limit,
            errors: args.severity != SeverityFilter::Warning,
            warnings: args.severity != SeverityFilter::Error,
            since: args.since,
        };
        let found = ask_editor(cx, |editor, cx| editor.errors(query, cx))?;
        Ok(EditorErrorsReadOutput { errors: found.items, total: found.total })
    }
}
