//! Tools: their names, what they take, what stands before them, and who answers them.

mod camera;
mod changing;
mod components;
mod console;
mod errands;
mod hooks;
mod host;
mod logs;
mod objects;
mod param;
mod pick;
mod project;
mod reading;
mod scenes;
mod scripts;
mod selection;
mod settings;
mod test_ui;
mod time;
mod writes;

use scenewright_catalogue::EngineTask;
use serde_json::{Value, json};

use crate::args::ExplorerArgs;
use crate::fault::ExplorerResult;
use crate::shared::ExplorerState;
use crate::view::EngineView;

use param::{ToolParam, count, flag, required, text};

pub(crate) use camera::Freecam;
pub(crate) use console::run_startup_script;
pub(crate) use hooks::list as hooks_list;
pub(crate) use logs::{event_json as log_line, is_own};
pub(crate) use scenes::page as scenes_page;
pub(crate) use scripts::list as scripts_list;
pub(crate) use selection::to_json as selection_dto;
pub(crate) use time::TimeScale;

/// What a tool works on.
#[derive(Clone, Copy)]
pub(crate) struct ToolContext<'a> {
    pub(crate) view: EngineView<'a>,
    pub(crate) shared: &'a ExplorerState,
    /// Whether a hook is at work.
    pub(crate) is_hook: bool,
}

pub(crate) struct ExplorerTool {
    pub(crate) name: &'static str,
    about: &'static str,
    params: &'static [ToolParam],
    pub(crate) guard: ToolGuard,
    pub(crate) run: ToolHandler,
}

pub(crate) type ToolHandler = fn(&ExplorerArgs, &ToolContext<'_>) -> ExplorerResult<Value>;

/// What stands before a tool. All but the first tell their errors in their own answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolGuard {
    Reads,
    /// It guards itself.
    Config,
    /// Writing has to be allowed.
    Writes,
    /// Writing has to be allowed, and each call confirmed.
    Confirmed,
}

const CONFIRM: ToolParam = flag("confirm", "Yes, do it");
const OBJECT: ToolParam = required(text("objectId", "obj:<instanceId>"));
const LIMIT: ToolParam = count("limit", "How many items at most");
const OFFSET: ToolParam = count("offset", "How many items to pass over");
const SIGNATURE: ToolParam = required(text("signature", "The hooked method's full signature"));
const SCRIPT: ToolParam = required(text("path", "A .cs file in the folder of scripts"));

impl ExplorerTool {
    pub(crate) fn all() -> impl Iterator<Item = &'static ExplorerTool> {
        reading::READING.iter().chain(&changing::CHANGING)
    }

    pub(crate) fn find(name: &str) -> Option<&'static ExplorerTool> {
        ExplorerTool::all().find(|tool| tool.name.eq_ignore_ascii_case(name))
    }

    /// A tool that guards itself changes only what belongs to the Explorer, such as its settings.
    pub(crate) fn task(&self) -> EngineTask {
        match self.guard {
            ToolGuard::Reads | ToolGuard::Config => EngineTask::read(self.name),
            ToolGuard::Writes | ToolGuard::Confirmed => EngineTask::write(self.name),
        }
    }

    pub(crate) fn to_json(&self) -> Value {
        let schema = param::schema(self.params);
        json!({ "name": self.name, "description": self.about, "inputSchema": schema })
    }
}

pub(crate) fn ok_answer() -> Value {
    json!({ "ok": true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_is_closed() {
        for tool in ExplorerTool::all() {
            let dto = tool.to_json();
            let schema = &dto["inputSchema"];
            assert_eq!(schema["type"], "object", "{}", tool.name);
            assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
            assert!(schema["properties"].is_object() && !tool.about.is_empty(), "{}", tool.name);
            let same = ExplorerTool::all().filter(|it| it.name == tool.name).count();
            assert_eq!(same, 1, "{}", tool.name);
        }
    }

    #[test]
    fn what_is_constrained_is_an_enum() {
        let schema = ExplorerTool::find("mousepick").unwrap().to_json()["inputSchema"].clone();
        assert_eq!(schema["properties"]["mode"]["enum"], json!(["world", "ui"]));
        assert_eq!(schema["properties"]["normalized"]["type"], "boolean");
        let schema = ExplorerTool::find("SetActive").unwrap().to_json()["inputSchema"].clone();
        assert_eq!(schema["required"], json!(["objectId", "active"]));
        assert_eq!(schema["properties"]["confirm"]["default"], false);
    }
}
