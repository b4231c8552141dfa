//! The tools that read, each once.

use super::param::{ToolParam, choice, count, flag, number, required, text};
use super::{ExplorerTool, LIMIT, OBJECT, OFFSET, SCRIPT, SIGNATURE, ToolGuard, ToolHandler};
use super::{
    camera, components, hooks, logs, objects, pick, project, scenes, scripts, selection, settings,
    time,
};

const fn reads(
    name: &'static str,
    about: &'static str,
    params: &'static [ToolParam],
    run: ToolHandler,
) -> ExplorerTool {
    ExplorerTool { name, about, params, guard: ToolGuard::Reads, run }
}

pub(super) static READING: [ExplorerTool; 24] = [
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
    reads("GetObject", "One object.", &[required(text("id", "obj:<instanceId>"))], objects::get),
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
            required(text("componentType", "Its full type")),
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
            required(text("componentType", "Its full type")),
            required(text("name", "The member's name")),
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
        hooks::allowed_types,
    ),
    reads(
        "HookListMethods",
        "The methods of a type that can be hooked.",
        &[
            required(text("type", "Its full type")),
            text("filter", "A part of the name or signature"),
            LIMIT,
            OFFSET,
        ],
        hooks::list_methods,
    ),
    reads("HookGetSource", "A hook's source.", &[SIGNATURE], hooks::source),
    reads("GetConfig", "What clients may do.", &[], settings::get),
];
