//! `edit.history`: what was changed, and what can be taken back.

use scenewright_model::{EditEntry, EditState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Cx;
use crate::editing::ask_editing;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::logs::Utc;
use crate::operation::{About, Operation};
use crate::recovery::unfinished_sentence;

pub(crate) struct History;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Args {
    /// How many to list at most
    #[serde(default = "twenty")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
}

fn twenty() -> usize {
    20
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// How many there are
    total: usize,
    /// The newest first
    entries: Vec<Entry>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Entry {
    /// For edit.undo and edit.redo
    handle: String,
    /// What was done
    label: String,
    /// When, in UTC
    time: String,
    /// done, undone, unfinished (cut short; the next change takes it back) or conflicted (cut short, its files left as they are)
    state: &'static str,
    /// Why it is conflicted; absent when it is not
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The files that it changed
    files: Vec<String>,
    /// Whose it is, if it is in memory only and not saved; absent for what was written
    #[serde(skip_serializing_if = "Option::is_none")]
    unsaved_of: Option<String>,
}

impl Operation for History {
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "edit.history",
        name: "List Changes",
        description: "Lists the changes made through this program, newest first, also from before a restart and unsaved ones, with the handles for edit.undo and edit.redo.",
        category: "scene.edit",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("history.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        let history = ask_editing(cx, |engine, cx| engine.history(cx))?;
        let unfinished = ask_editing(cx, |engine, cx| engine.unfinished(cx))?;
        unfinished.iter().for_each(|edit| cx.note(unfinished_sentence(edit)));
        let total = history.len();
        let entries = history.into_iter().take(args.limit).map(Entry::of).collect();
        Ok(Output { total, entries })
    }
}

impl Entry {
    fn of(entry: EditEntry) -> Entry {
        let (state, reason) = match entry.state {
            EditState::Done => ("done", None),
            EditState::Undone => ("undone", None),
            EditState::Unfinished => ("unfinished", None),
            EditState::Conflicted { reason } => ("conflicted", Some(reason)),
        };
        Entry {
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
