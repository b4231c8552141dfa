//! The tools that change something, each once.

use super::param::{ToolParam, choice, flag, number, required, text, texts, vector};
use super::{CONFIRM, ExplorerTool, OBJECT, SCRIPT, SIGNATURE, ToolGuard, ToolHandler};
use super::{
    camera, console, hooks, scenes, scripts, selection, settings, test_ui, time, writes as objects,
};

const fn writes(
    name: &'static str,
    about: &'static str,
    params: &'static [ToolParam],
    run: ToolHandler,
) -> ExplorerTool {
    ExplorerTool { name, about, params, guard: ToolGuard::Confirmed, run }
}

pub(super) static CHANGING: [ExplorerTool; 30] = [
    ExplorerTool {
        name: "SetConfig",
        about: "Changes what clients may do. More than now only if the server was started with --allow-writes.",
        params: &[
            flag("allowWrites", "Tools may change things"),
            flag("requireConfirm", "Each change needs confirm=true"),
            flag("enableConsoleEval", "Code may be run"),
            texts("componentAllowlist", "Types that may be added and removed"),
            texts("reflectionAllowlistMembers", "Members that may be set or called: Type.Member"),
            texts("hookAllowlistSignatures", "Types that may be hooked"),
            flag("restart", "Read the settings anew and end all streams").or_false(),
        ],
        guard: ToolGuard::Config,
        run: settings::set,
    },
    writes(
        "SetActive",
        "Switches an object on or off.",
        &[OBJECT, required(flag("active", "On or off")), CONFIRM.or_false()],
        objects::set_active,
    ),
    ExplorerTool {
        name: "SelectObject",
        about: "Selects an object.",
        params: &[OBJECT],
        guard: ToolGuard::Writes,
        run: selection::select,
    },
    writes(
        "SetClipboardText",
        "Puts a text into the clipboard.",
        &[required(text("text", "The text")), CONFIRM.or_false()],
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
            required(text(
                "componentType",
                "Its type, or a type that only this component derives from",
            )),
            required(text("member", "The member's name")),
            required(text("jsonValue", "The value as JSON text")),
            CONFIRM.or_false(),
        ],
        objects::set_member,
    ),
    writes(
        "CallMethod",
        "Calls a method of a component that the allowlist names.",
        &[
            OBJECT,
            required(text(
                "componentType",
                "Its type, or a type that only this component derives from",
            )),
            required(text("method", "The method's name")),
            text("argsJson", "Its arguments as the text of a JSON array").or("[]"),
            CONFIRM.or_false(),
        ],
        objects::call_method,
    ),
    writes(
        "AddComponent",
        "Adds a component whose type the allowlist names.",
        &[OBJECT, required(text("type", "Its full type")), CONFIRM.or_false()],
        objects::add_component,
    ),
    writes(
        "RemoveComponent",
        "Removes a component, by its position or by a type that the allowlist names.",
        &[OBJECT, required(text("typeOrIndex", "Its full type or position")), CONFIRM.or_false()],
        objects::remove_component,
    ),
    writes(
        "Reparent",
        "Puts an object below another; it stays where it is in the world.",
        &[OBJECT, required(text("newParentId", "obj:<instanceId>")), CONFIRM.or_false()],
        objects::reparent,
    ),
    writes(
        "DestroyObject",
        "Destroys an object and everything below it.",
        &[OBJECT, CONFIRM.or_false()],
        objects::destroy,
    ),
    writes(
        "LoadScene",
        "Loads a scene, in the place of the others or beside them.",
        &[
            required(text("name", "Its name or path")),
            choice("mode", "In the place of others or beside them", &["single", "additive"]),
            CONFIRM.or_false(),
        ],
        scenes::load,
    ),
    writes(
        "SetTimeScale",
        "Sets how fast time runs, from 0 to 4.",
        &[required(number("value", "1 is normal")), flag("lock", "Keep it"), CONFIRM.or_false()],
        time::set,
    ),
    writes(
        "SetFreecamEnabled",
        "Switches the free camera on or off.",
        &[required(flag("enabled", "On or off")), CONFIRM.or_false()],
        camera::enable,
    ),
    writes(
        "SetFreecamSpeed",
        "Sets the free camera's speed, from 0 to 1000.",
        &[required(number("speed", "In units a second")), CONFIRM.or_false()],
        camera::set_speed,
    ),
    writes(
        "SetFreecamPose",
        "Places the free camera.",
        &[
            required(vector("pos", "Where it is")),
            required(vector("rot", "How it is turned, in degrees")),
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
        &[SCRIPT, required(text("content", "At most 256 KB")), CONFIRM.or_false()],
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
        console::script,
    ),
    writes(
        "SetStartupScriptEnabled",
        "Switches the script that runs at the start on or off.",
        &[required(flag("enabled", "On or off")), CONFIRM.or_false()],
        scripts::enable_startup,
    ),
    writes(
        "WriteStartupScript",
        "Writes the script that runs at the start, and switches it on.",
        &[required(text("content", "At most 256 KB")), CONFIRM.or_false()],
        scripts::write_startup,
    ),
    writes(
        "RunStartupScript",
        "Runs the script of the start.",
        &[CONFIRM.or_false()],
        console::startup,
    ),
    writes(
        "ConsoleEval",
        "Runs code.",
        &[required(text("code", "The code, in Rhai")), CONFIRM.or_false()],
        console::eval,
    ),
    writes(
        "HookAdd",
        "Hooks a method of a type that the allowlist names.",
        &[
            required(text("type", "Its full type")),
            text("methodOrSignature", "The method's name or full signature"),
            text("method", "The same, as older clients call it"),
            CONFIRM.or_false(),
        ],
        hooks::add,
    ),
    writes("HookRemove", "Removes a hook.", &[SIGNATURE, CONFIRM.or_false()], hooks::remove),
    writes(
        "HookSetEnabled",
        "Switches a hook on or off.",
        &[SIGNATURE, required(flag("enabled", "On or off")), CONFIRM.or_false()],
        hooks::set_enabled,
    ),
    writes(
        "HookSetSource",
        "Changes a hook's source.",
        &[SIGNATURE, required(text("source", "The source, in Rhai")), CONFIRM.or_false()],
        hooks::set_source,
    ),
];
