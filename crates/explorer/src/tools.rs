//! Tools: one row per tool with its name, description, guard and handler. The handler's argument type
//! gives the schema.

mod camera;
mod changing;
mod components;
mod console;
mod hooks;
mod logs;
mod objects;
mod pick;
mod project;
mod reading;
mod scenes;
mod script_host;
mod scripts;
mod selection;
mod settings;
mod test_ui;
mod time;
mod writes;

use std::sync::LazyLock;

use scenewright_catalogue::{EngineTask, argument_schema};
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use crate::arguments::RawArguments;
use crate::error::ExplorerResult;
use crate::state::ExplorerState;
use crate::view::EngineView;

pub(crate) use camera::Freecam;
pub(crate) use console::run_startup_script;
pub(crate) use hooks::LIST as HOOKS_LIST;
pub(crate) use logs::{event_json as log_line, game_event_json as game_line, is_own};
pub(crate) use scenes::page as scenes_page;
pub(crate) use scripts::LIST as SCRIPTS_LIST;
pub(crate) use selection::to_json as selection_json;
pub(crate) use time::TimeScale;

/// What a tool works with.
#[derive(Clone, Copy)]
pub(crate) struct ToolContext<'a> {
    pub(crate) view: EngineView<'a>,
    pub(crate) state: &'a ExplorerState,
    /// Whether a hook is running: what it does triggers no hooks.
    pub(crate) is_hook: bool,
}

pub(crate) struct ExplorerTool {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) guard: ToolGuard,
    /// The schema of its arguments.
    pub(crate) schema: LazyLock<Value>,
    pub(crate) handler: ToolHandler,
}

/// Given the schema of the arguments, to read them by.
type ToolHandler = fn(&Value, &RawArguments, &ToolContext<'_>) -> ExplorerResult<Value>;

/// What is checked before a tool runs. All but the first report errors in their own answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolGuard {
    Reads,
    /// The tool checks its permissions itself.
    Config,
    /// Writing has to be allowed. The selection is announced even if it stays the same.
    Selects,
    /// Writing has to be allowed, and each call confirmed.
    Confirmed,
}

impl ToolGuard {
    /// Whether a tool changes what is inspected, and not only the Explorer's own settings.
    pub(crate) fn changes_engine(self) -> bool {
        matches!(self, ToolGuard::Selects | ToolGuard::Confirmed)
    }
}

/// A row of a table of tools; the type of the handler's arguments is the tool's schema.
macro_rules! tool {
    ($guard:ident, $name:literal, $description:literal, $handler:path $(,)?) => {
        $crate::tools::ExplorerTool {
            name: $name,
            description: $description,
            guard: $crate::tools::ToolGuard::$guard,
            schema: ::std::sync::LazyLock::new(|| $crate::tools::schema_of($handler)),
            handler: |schema, given, ctx| $handler($crate::arguments::read(schema, given)?, ctx),
        }
    };
}
use tool;

/// The schema of the arguments that a handler takes.
fn schema_of<A: JsonSchema>(_: fn(A, &ToolContext<'_>) -> ExplorerResult<Value>) -> Value {
    argument_schema::<A>()
}

impl ExplorerTool {
    pub(crate) fn all() -> impl Iterator<Item = &'static ExplorerTool> {
        reading::READING.iter().chain(&changing::CHANGING)
    }

    pub(crate) fn find(name: &str) -> Option<&'static ExplorerTool> {
        ExplorerTool::all().find(|tool| tool.name.eq_ignore_ascii_case(name))
    }

    pub(crate) fn run(&self, given: &RawArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
        (self.handler)(&self.schema, given, ctx)
    }

    /// A tool that guards itself changes only what belongs to the Explorer, such as its settings.
    pub(crate) fn task(&self) -> EngineTask {
        match self.guard.changes_engine() {
            false => EngineTask::read(self.name),
            true => EngineTask::write(self.name),
        }
    }

    pub(crate) fn to_json(&self) -> Value {
        let properties = self.schema["properties"].as_object().into_iter().flatten();
        let properties = properties.map(|(name, property)| (name.clone(), to_listed(property)));
        let mut properties: Map<String, Value> = properties.collect();
        if self.guard == ToolGuard::Confirmed {
            let confirm =
                json!({ "type": "boolean", "description": "Yes, do it", "default": false });
            properties.insert("confirm".to_owned(), confirm);
        }
        let mut schema = json!({ "type": "object", "properties": properties });
        if let Some(required) = self.schema.get("required") {
            schema["required"] = required.clone();
        }
        schema["additionalProperties"] = json!(false);
        json!({ "name": self.name, "description": self.description, "inputSchema": schema })
    }
}

/// A parameter as this interface lists it: what it may be comes before what it is for.
fn to_listed(schema: &Value) -> Value {
    let mut listed = schema.clone();
    if let Value::Object(listed) = &mut listed {
        listed.shift_remove("additionalProperties");
        for key in ["description", "default"] {
            let value = listed.shift_remove(key);
            listed.extend(value.map(|value| (key.to_owned(), value)));
        }
    }
    listed
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
            let listed = tool.to_json();
            let schema = &listed["inputSchema"];
            assert_eq!(schema["type"], "object", "{}", tool.name);
            assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
            let is_described = schema["properties"].is_object() && !tool.description.is_empty();
            assert!(is_described, "{}", tool.name);
            let same = ExplorerTool::all().filter(|it| it.name == tool.name).count();
            assert_eq!(same, 1, "{}", tool.name);
        }
    }

    #[test]
    fn choices_are_enums() {
        let schema = ExplorerTool::find("mousepick").unwrap().to_json()["inputSchema"].clone();
        assert_eq!(schema["properties"]["mode"]["enum"], json!(["world", "ui"]));
        assert_eq!(schema["properties"]["normalized"]["type"], "boolean");
        let schema = ExplorerTool::find("SetActive").unwrap().to_json()["inputSchema"].clone();
        assert_eq!(schema["required"], json!(["objectId", "active"]));
        assert_eq!(schema["properties"]["confirm"]["default"], false);
    }
}
