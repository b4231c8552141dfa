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

use serde_json::{Value, json};

use crate::args::Args;
use crate::fault::Found;
use crate::shared::Shared;
use crate::view::View;

use param::{Param, count, flag, need, text};

pub(crate) use camera::Freecam;
pub(crate) use console::at_start;
pub(crate) use hooks::list as hooks_list;
pub(crate) use logs::{is_own, line as log_line};
pub(crate) use scenes::page as scenes_page;
pub(crate) use scripts::list as scripts_list;
pub(crate) use selection::dto as selection_dto;
pub(crate) use time::TimeScale;

/// What a tool works on.
#[derive(Clone, Copy)]
pub(crate) struct Desk<'a> {
    pub(crate) view: View<'a>,
    pub(crate) shared: &'a Shared,
    /// Whether a hook is at work.
    pub(crate) is_hook: bool,
}

pub(crate) struct Tool {
    pub(crate) name: &'static str,
    about: &'static str,
    params: &'static [Param],
    pub(crate) guard: Guard,
    pub(crate) run: Run,
}

pub(crate) type Run = fn(&Args, &Desk<'_>) -> Found<Value>;

/// What stands before a tool. All but the first tell their errors in their own answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guard {
    Reads,
    /// It guards itself.
    Config,
    /// Writing has to be allowed.
    Writes,
    /// Writing has to be allowed, and each call confirmed.
    Confirmed,
}

const CONFIRM: Param = flag("confirm", "Yes, do it");
const OBJECT: Param = need(text("objectId", "obj:<instanceId>"));
const LIMIT: Param = count("limit", "How many items at most");
const OFFSET: Param = count("offset", "How many items to pass over");
const SIGNATURE: Param = need(text("signature", "The hooked method's full signature"));
const SCRIPT: Param = need(text("path", "A .cs file in the folder of scripts"));

impl Tool {
    pub(crate) fn all() -> impl Iterator<Item = &'static Tool> {
        reading::READING.iter().chain(&changing::CHANGING)
    }

    pub(crate) fn find(name: &str) -> Option<&'static Tool> {
        Tool::all().find(|tool| tool.name.eq_ignore_ascii_case(name))
    }

    pub(crate) fn dto(&self) -> Value {
        let schema = param::schema(self.params);
        json!({ "name": self.name, "description": self.about, "inputSchema": schema })
    }
}

pub(crate) fn done() -> Value {
    json!({ "ok": true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_is_closed() {
        for tool in Tool::all() {
            let dto = tool.dto();
            let schema = &dto["inputSchema"];
            assert_eq!(schema["type"], "object", "{}", tool.name);
            assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
            assert!(schema["properties"].is_object() && !tool.about.is_empty(), "{}", tool.name);
            let same = Tool::all().filter(|it| it.name == tool.name).count();
            assert_eq!(same, 1, "{}", tool.name);
        }
    }

    #[test]
    fn what_is_constrained_is_an_enum() {
        let schema = Tool::find("mousepick").unwrap().dto()["inputSchema"].clone();
        assert_eq!(schema["properties"]["mode"]["enum"], json!(["world", "ui"]));
        assert_eq!(schema["properties"]["normalized"]["type"], "boolean");
        let schema = Tool::find("SetActive").unwrap().dto()["inputSchema"].clone();
        assert_eq!(schema["required"], json!(["objectId", "active"]));
        assert_eq!(schema["properties"]["confirm"]["default"], false);
    }
}
