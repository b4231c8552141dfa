//! `edit.history`: the changes that were made, and their undo handles.

use scenewright_model::{EditHistoryEntry, EditState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Cx;
use crate::editing::ask_editing;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::logs::Utc;
use crate::operation::{Operation, OperationInfo};
use crate::recovery::unfinished_sentence;

pub(crate) struct EditHistory;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditHistoryArgs {
    /// At most this many entries
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
}

fn default_limit() -> usize {
    20
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditHistoryOutput {
    /// Total number of entries
    total: usize,
    /// Newest first
    entries: Vec<HistoryEntry>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct HistoryEntry {
    /// Handle for edit.undo and edit.redo
    handle: String,
    /// What was done
    label: String,
    /// Time, in UTC
    time: String,
    /// done, undone, unfinished (interrupted; the next change rolls it back) or conflicted (interrupted; its files were left as they are)
    state: &'static str,
    /// Why it is conflicted; absent when it is not
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The files that it changed
    files: Vec<String>,
    /// Owner of a change that exists only in memory; absent for saved changes
    #[serde(skip_serializing_if = "Option::is_none")]
    unsaved_of: Option<String>,
}

impl Operation for EditHistory {
    type Args = EditHistoryArgs;
    type Output = EditHistoryOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "edit.history",
        name: "List Changes",
        description: "Lists the changes made with Scenewright, newest first, including unsaved ones and those from before a restart, with their handles for edit.undo and edit.redo.",
        category: "scene.edit",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("history.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: EditHistoryArgs, cx: &Cx<'_>) -> Result<EditHistoryOutput, Failure> {
        let history = ask_editing(cx, |engine, cx| engine.history(cx))?;
        let unfinished = ask_editing(cx, |engine, cx| engine.unfinished(cx))?;
        unfinished.iter().for_each(|edit| cx.add_diagnostic(unfinished_sentence(edit)));
        let total = history.len();
        let entries = history.into_iter().take(args.limit).map(HistoryEntry::from).collect();
        Ok(EditHistoryOutput { total, entries })
    }
}

impl From<EditHistoryEntry> for HistoryEntry {
    fn from(entry: EditHistoryEntry) -> HistoryEntry {
        let (state, reason) = match entry.state {
            EditState::Done => ("done", None),
            EditState::Undone => ("undone", None),
            EditState::Unfinished => ("unfinished", None),
            EditState::Conflicted { reason } => ("conflicted", Some(reason)),
        };
        HistoryEntry {
            handle: entry.handle,
            label: entry.label,
            time: Utc(entry.time).to_string(),
            state,
            reason,
            files: entry.files,
            unsaved_of: entry.unsaved_of,
        }
    }
}
