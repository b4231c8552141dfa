//! The tools that change something: one row each.

use super::{ExplorerTool, tool};
use super::{
    camera, console, hooks, scenes, scripts, selection, settings, test_ui, time, writes as objects,
};

pub(super) static CHANGING: [ExplorerTool; 30] = [
    tool!(
        Config,
        "SetConfig",
        "Changes the permissions of clients. More than now can be allowed only if the server was started with --allow-writes.",
        settings::set,
    ),
    tool!(Confirmed, "SetActive", "Turns an object on or off.", objects::set_active),
    tool!(Selects, "SelectObject", "Selects an object.", selection::select),
    tool!(Confirmed, "SetClipboardText", "Copies a text to the clipboard.", selection::set_text),
    tool!(
        Confirmed,
        "SetClipboardObject",
        "Copies an object to the clipboard.",
        selection::set_object,
    ),
    tool!(Confirmed, "ClearClipboard", "Empties the clipboard.", selection::clear),
    tool!(
        Confirmed,
        "SetMember",
        "Sets a member of a component that the allowlist names.",
        objects::set_member,
    ),
    tool!(
        Confirmed,
        "CallMethod",
        "Calls a method of a component that the allowlist names.",
        objects::call_method,
    ),
    tool!(
        Confirmed,
        "AddComponent",
        "Adds a component whose type the allowlist names.",
        objects::add_component,
    ),
    tool!(
        Confirmed,
        "RemoveComponent",
        "Removes a component, by its position or by a type that the allowlist names.",
        objects::remove_component,
    ),
    tool!(
        Confirmed,
        "Reparent",
        "Moves an object below another; its position in the world stays the same.",
        objects::reparent,
    ),
    tool!(
        Confirmed,
        "DestroyObject",
        "Destroys an object and everything below it.",
        objects::destroy,
    ),
    tool!(
        Confirmed,
        "LoadScene",
        "Loads a scene, replacing the loaded scenes or beside them.",
        scenes::load,
    ),
    tool!(Confirmed, "SetTimeScale", "Sets how fast time runs, from 0 to 4.", time::set),
    tool!(Confirmed, "SetFreecamEnabled", "Turns the free camera on or off.", camera::enable),
    tool!(
        Confirmed,
        "SetFreecamSpeed",
        "Sets the free camera's speed, from 0 to 1000.",
        camera::set_speed,
    ),
    tool!(Confirmed, "SetFreecamPose", "Places the free camera.", camera::set_pose),
    tool!(
        Confirmed,
        "SpawnTestUi",
        "Creates a canvas with two blocks, to try MousePick on.",
        test_ui::spawn,
    ),
    tool!(Confirmed, "DestroyTestUi", "Removes the canvas of SpawnTestUi.", test_ui::destroy),
    tool!(Confirmed, "WriteConsoleScript", "Writes a console script.", scripts::write),
    tool!(Confirmed, "DeleteConsoleScript", "Deletes a console script.", scripts::delete),
    tool!(Confirmed, "RunConsoleScript", "Runs a console script.", console::script),
    tool!(
        Confirmed,
        "SetStartupScriptEnabled",
        "Turns the script that runs at the start on or off.",
        scripts::enable_startup,
    ),
    tool!(
        Confirmed,
        "WriteStartupScript",
        "Writes the script that runs at the start, and turns it on.",
        scripts::write_startup,
    ),
    tool!(Confirmed, "RunStartupScript", "Runs the startup script.", console::startup),
    tool!(Confirmed, "ConsoleEval", "Runs code.", console::eval),
    tool!(Confirmed, "HookAdd", "Hooks a method of a type that the allowlist names.", hooks::add,),
    tool!(Confirmed, "HookRemove", "Removes a hook.", hooks::remove),
    tool!(Confirmed, "HookSetEnabled", "Turns a hook on or off.", hooks::set_enabled),
    tool!(Confirmed, "HookSetSource", "Changes the source of a hook.", hooks::set_source),
];
