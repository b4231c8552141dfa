//! `editor.log.read`: the editor's own log.

use scenewright_model::EditorLogLine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ask_editor;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct EditorLogRead;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditorLogReadArgs {
    /// At most this many lines
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// Only lines that match this regular expression
    filter: Option<String>,
}

fn default_limit() -> usize {
    100
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditorLogReadOutput {
    /// Newest last
    pub lines: Vec<EditorLogLine>,
    /// Total number of entries
    pub total: usize,
}

impl Operation for EditorLogRead {
    type Args = EditorLogReadArgs;
    type Output = EditorLogReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.log.read",
        name: "Read Editor Log",
        description: "Returns the latest lines of the open editor's log and of the game's output, newest last.",
        category: "editor",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("log_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: EditorLogReadArgs, cx: &Cx<'_>) -> Result<EditorLogReadOutput, Failure> {
        let filter = args.filter.as_deref();
        let found = ask_editor(cx, |editor, cx| editor.log(args.limit, filter, cx))?;
        Ok(EditorLogReadOutput { lines: found.items, total: found.total })
    }
}
