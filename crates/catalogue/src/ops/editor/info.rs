//! `editor.info`: the editor that has the project open.

use schemars::JsonSchema;
use serde::Serialize;

use super::{GameState, ask_editor};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct EditorInfoRead;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditorInfoReadOutput {
    /// Version of the editor
    pub engine_version: String,
    /// Version of the bridge plugin
    pub plugin_version: String,
    /// The scene being edited; absent when there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_scene: Option<String>,
    /// Selected objects of that scene, as paths relative to its root; '.' is the root
    pub selected: Vec<String>,
    /// Whether it is still importing
    pub is_importing: bool,
    /// The running game
    pub game: GameState,
}

impl Operation for EditorInfoRead {
    type Args = NoArgs;
    type Output = EditorInfoReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "editor.info",
        name: "Read Editor State",
        description: "Returns the state of the open editor: its version, the edited scene, the selection and whether a game is running. Fails with instructions if no editor is open.",
        category: "editor",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("info.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<EditorInfoReadOutput, Failure> {
        let info = ask_editor(cx, |editor, cx| editor.editor(cx))?;
        Ok(EditorInfoReadOutput {
            engine_version: info.engine_version,
            plugin_version: info.plugin_version,
            current_scene: info.current_scene,
            selected: info.selected,
            is_importing: info.is_importing,
            game: GameState::from(info.playing),
        })
    }
}
