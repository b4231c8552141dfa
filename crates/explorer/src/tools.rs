//! Every tool once: its name, what it takes, what stands before it, and who answers it.

mod camera;
mod code;
mod components;
mod eval;
mod logs;
mod objects;
mod param;
mod pick;
mod project;
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

use param::{Param, choice, count, flag, need, number, text, texts, vector};

pub(crate) use camera::Freecam;
pub(crate) use code::hooks;
pub(crate) use logs::line as log_line;
pub(crate) use scenes::page as scenes_page;
pub(crate) use scripts::list as scripts_list;
pub(crate) use selection::dto as selection_dto;
pub(crate) use time::TimeScale;

/// What a tool works on.
pub(crate) struct Desk<'a> {
    pub(crate) view: View<'a>,
    pub(crate) shared: &'a Shared,
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

const fn reads(
    name: &'static str,
    about: &'static str,
    params: &'static [Param],
    run: Run,
) -> Tool {
    Tool { name, about, params, guard: Guard::Reads, run }
}

const fn writes(
    name: &'static str,
    about: &'static str,
    params: &'static [Param],
    run: Run,
) -> Tool {
    Tool { name, about, params, guard: Guard::Confirmed, run }
}

pub(crate) static TOOLS: [Tool; 54] = [
    reads("GetStatus", "What is inspected, and whether it is ready.", &[], project::status),
    reads(
        "GetVersion",
        "Versions of the server, the interface and the engine.",
        &[],
        project::version,
    ),
    reads(
        "ListScenes",
        "The loaded scenes, and the pseudo-scenes.",
        &[LIMIT, OFFSET],
        scenes::list,
    ),
    reads("ListBuildScenes", "The scenes of the build settings.", &[LIMIT, OFFSET], scenes::build),
    reads(
        "ListObjects",
        "The objects of a scene, or of all loaded ones, from the root down.",
        &[
            text("sceneId", "scn:<index>, scn:ddol or scn:hide"),
            text("name", "A part of the name, whatever the case"),
            text("type", "A component's type"),
            flag("activeOnly", "Only what is active in the hierarchy"),
            LIMIT,
            OFFSET,
        ],
        objects::list,
    ),
    reads("GetObject", "One object.", &[need(text("id", "obj:<instanceId>"))], objects::get),
    reads(
        "ListChildren",
        "The direct children of an object.",
        &[OBJECT, LIMIT, OFFSET],
        objects::children,
    ),
    reads(
        "SearchObjects",
        "The objects that all filters fit, in all loaded scenes.",
        &[
            text("query", "A part of the name or path"),
            text("name", "A part of the name"),
            text("type", "A component's type"),
            text("path", "A part of the path"),
            flag("activeOnly", "Only what is active in the hierarchy"),
            LIMIT,
            OFFSET,
        ],
        objects::search,
    ),
    reads(
        "GetComponents",
        "The components of an object.",
        &[OBJECT, LIMIT, OFFSET],
        components::list,
    ),
    reads(
        "ListComponentMembers",
        "The members of a component.",
        &[
            OBJECT,
            need(text("componentType", "Its full type")),
            flag("includeMethods", "Methods too").or_false(),
            LIMIT,
            OFFSET,
        ],
        components::members,
    ),
    reads(
        "ReadComponentMember",
        "The value of a member.",
        &[
            OBJECT,
            need(text("componentType", "Its full type")),
            need(text("name", "The member's name")),
        ],
        components::read,
    ),
    reads("GetCameraInfo", "The active camera.", &[], camera::active),
    reads("GetFreecam", "The free camera.", &[], camera::freecam),
    reads(
        "MousePick",
        "What is under a point of the screen.",
        &[
            choice("mode", "What to look for", &["world", "ui"]),
            number("x", "From the left"),
            number("y", "From the bottom"),
            flag("normalized", "x and y are fractions of the screen").or_false(),
        ],
        pick::pick,
    ),
    reads(
        "TailLogs",
        "The newest lines of the log.",
        &[count("count", "How many lines; 200 if left out")],
        logs::tail,
    ),
    reads("GetSelection", "What is selected.", &[], selection::get),
    reads("GetClipboard", "What the clipboard holds.", &[], selection::clipboard),
    reads("GetTimeScale", "How fast time runs.", &[], time::get),
    reads("ReadConsoleScript", "One console script.", &[SCRIPT], scripts::read),
    reads("GetStartupScript", "The script that runs at the start.", &[], scripts::startup),
    reads(
        "HookListAllowedTypes",
        "The types that hooks may be added to.",
        &[],
        code::allowed_types,
    ),
    reads(
        "HookListMethods",
        "The methods of a type that can be hooked.",
        &[
            need(text("type", "Its full type")),
            text("filter", "A part of the name or signature"),
            LIMIT,
            OFFSET,
        ],
        code::methods,
    ),
    reads("HookGetSource", "A hook's source.", &[SIGNATURE], code::hook),
    reads("GetConfig", "What clients may do.", &[], settings::get),
    Tool {
        name: "SetConfig",
        about: "Changes what clients may do. More than now only if the server was started with --allow-writes.",
        params: &[
            flag("allowWrites", "Tools may change things"),
            flag("requireConfirm", "Each change needs confirm=true"),
            flag("enableConsoleEval", "Code may be run"),
            texts("componentAllowlist", "Types that may be added and removed"),
            texts("reflectionAllowlistMembers", "Members that may be set or called: Type.Member"),
            texts("hookAllowlistSignatures", "Types that may be hooked"),
            flag("restart", "Has no effect here").or_false(),
        ],
        guard: Guard::Config,
        run: settings::set,
    },
    writes(
        "SetActive",
        "Switches an object on or off.",
        &[OBJECT, need(flag("active", "On or off")), CONFIRM.or_false()],
        writes::set_active,
    ),
    Tool {
        name: "SelectObject",
        about: "Selects an object.",
        params: &[OBJECT],
        guard: Guard::Writes,
        run: selection::select,
    },
    writes(
        "SetClipboardText",
        "Puts a text into the clipboard.",
        &[need(text("text", "The text")), CONFIRM.or_false()],
        selection::set_text,
    ),
    writes(
        "SetClipboardObject",
        "Puts an object into the clipboard.",
        &[OBJECT, CONFIRM.or_false()],
        selection::set_object,
    ),
    writes("ClearClipboard", "Empties the clipboard.", &[CONFIRM.or_false()], selection::clear),
    writes(
        "SetMember",
        "Sets a member of a component that the allowlist names.",
        &[
            OBJECT,
            need(text(
                "componentType",
                "Its type, or a type that only this component derives from",
            )),
            need(text("member", "The member's name")),
            need(text("jsonValue", "The value as JSON text")),
            CONFIRM.or_false(),
        ],
        writes::set_member,
    ),
    writes(
        "CallMethod",
        "Calls a method of a component that the allowlist names.",
        &[
            OBJECT,
            need(text(
                "componentType",
                "Its type, or a type that only this component derives from",
            )),
            need(text("method", "The method's name")),
            text("argsJson", "Its arguments as the text of a JSON array").or("[]"),
            CONFIRM.or_false(),
        ],
        writes::call_method,
    ),
    writes(
        "AddComponent",
        "Adds a component whose type the allowlist names.",
        &[OBJECT, need(text("type", "Its full type")), CONFIRM.or_false()],
        writes::add_component,
    ),
    writes(
        "RemoveComponent",
        "Removes a component, by its position or by a type that the allowlist names.",
        &[OBJECT, need(text("typeOrIndex", "Its full type or position")), CONFIRM.or_false()],
        writes::remove_component,
    ),
    writes(
        "Reparent",
        "Puts an object below another; it stays where it is in the world.",
        &[OBJECT, need(text("newParentId", "obj:<instanceId>")), CONFIRM.or_false()],
        writes::reparent,
    ),
    writes(
        "DestroyObject",
        "Destroys an object and everything below it.",
        &[OBJECT, CONFIRM.or_false()],
        writes::destroy,
    ),
    writes(
        "LoadScene",
        "Loads a scene, in the place of the others or beside them.",
        &[
            need(text("name", "Its name or path")),
            choice("mode", "In the place of others or beside them", &["single", "additive"]),
            CONFIRM.or_false(),
        ],
        scenes::load,
    ),
    writes(
        "SetTimeScale",
        "Sets how fast time runs, from 0 to 4.",
        &[need(number("value", "1 is normal")), flag("lock", "Keep it"), CONFIRM.or_false()],
        time::set,
    ),
    writes(
        "SetFreecamEnabled",
        "Switches the free camera on or off.",
        &[need(flag("enabled", "On or off")), CONFIRM.or_false()],
        camera::enable,
    ),
    writes(
        "SetFreecamSpeed",
        "Sets the free camera's speed, from 0 to 1000.",
        &[need(number("speed", "In units a second")), CONFIRM.or_false()],
        camera::set_speed,
    ),
    writes(
        "SetFreecamPose",
        "Places the free camera.",
        &[
            need(vector("pos", "Where it is")),
            need(vector("rot", "How it is turned, in degrees")),
            CONFIRM.or_false(),
        ],
        camera::set_pose,
    ),
    writes(
        "SpawnTestUi",
        "Makes a canvas with two blocks, to try MousePick on.",
        &[CONFIRM.or_false()],
        test_ui::spawn,
    ),
    writes(
        "DestroyTestUi",
        "Takes the canvas of SpawnTestUi away.",
        &[CONFIRM.or_false()],
        test_ui::destroy,
    ),
    writes(
        "WriteConsoleScript",
        "Writes a console script.",
        &[SCRIPT, need(text("content", "At most 256 KB")), CONFIRM.or_false()],
        scripts::write,
    ),
    writes(
        "DeleteConsoleScript",
        "Deletes a console script.",
        &[SCRIPT, CONFIRM.or_false()],
        scripts::delete,
    ),
    writes(
        "RunConsoleScript",
        "Runs a console script.",
        &[SCRIPT, CONFIRM.or_false()],
        eval::script,
    ),
    writes(
        "SetStartupScriptEnabled",
        "Switches the script that runs at the start on or off.",
        &[need(flag("enabled", "On or off")), CONFIRM.or_false()],
        scripts::enable_startup,
    ),
    writes(
        "WriteStartupScript",
        "Writes the script that runs at the start, and switches it on.",
        &[need(text("content", "At most 256 KB")), CONFIRM.or_false()],
        scripts::write_startup,
    ),
    writes(
        "RunStartupScript",
        "Runs the script of the start.",
        &[CONFIRM.or_false()],
        eval::startup,
    ),
    writes(
        "ConsoleEval",
        "Runs code.",
        &[need(text("code", "The code, in Rhai")), CONFIRM.or_false()],
        eval::console,
    ),
    writes(
        "HookAdd",
        "Hooks a method of a type that the allowlist names.",
        &[
            need(text("type", "Its full type")),
            text("methodOrSignature", "The method's name or full signature"),
            text("method", "The same, as older clients call it"),
            CONFIRM.or_false(),
        ],
        code::hook_add,
    ),
    writes("HookRemove", "Removes a hook.", &[SIGNATURE, CONFIRM.or_false()], code::hook),
    writes(
        "HookSetEnabled",
        "Switches a hook on or off.",
        &[SIGNATURE, need(flag("enabled", "On or off")), CONFIRM.or_false()],
        code::hook,
    ),
    writes(
        "HookSetSource",
        "Changes a hook's source.",
        &[SIGNATURE, need(text("source", "The source")), CONFIRM.or_false()],
        code::hook_source,
    ),
];

impl Tool {
    pub(crate) fn find(name: &str) -> Option<&'static Tool> {
        TOOLS.iter().find(|tool| tool.name.eq_ignore_ascii_case(name))
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
        for tool in &TOOLS {
            let dto = tool.dto();
            let schema = &dto["inputSchema"];
            assert_eq!(schema["type"], "object", "{}", tool.name);
            assert_eq!(schema["additionalProperties"], false, "{}", tool.name);
            assert!(schema["properties"].is_object() && !tool.about.is_empty(), "{}", tool.name);
            let same = TOOLS.iter().filter(|it| it.name == tool.name).count();
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
