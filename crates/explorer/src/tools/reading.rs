//! The tools that read: one row each.

use super::{ExplorerTool, tool};
use super::{
    camera, components, hooks, logs, objects, pick, project, scenes, scripts, selection, settings,
    time,
};

pub(super) static READING: [ExplorerTool; 24] = [
    tool!(
        Reads,
        "GetStatus",
        "The engine that is inspected, and whether it is ready.",
        project::status,
    ),
    tool!(
        Reads,
        "GetVersion",
        "Versions of the server, the interface and the engine.",
        project::version,
    ),
    tool!(Reads, "ListScenes", "The loaded scenes and the pseudo-scenes.", scenes::list),
    tool!(Reads, "ListBuildScenes", "The scenes of the build settings.", scenes::build),
    tool!(
        Reads,
        "ListObjects",
        "The objects of one scene or of all loaded scenes, from the root down.",
        objects::list,
    ),
    tool!(Reads, "GetObject", "One object.", objects::get),
    tool!(Reads, "ListChildren", "The direct children of an object.", objects::children),
    tool!(
        Reads,
        "SearchObjects",
        "The objects in all loaded scenes that match all filters.",
        objects::search,
    ),
    tool!(Reads, "GetComponents", "The components of an object.", components::list),
    tool!(Reads, "ListComponentMembers", "The members of a component.", components::members),
    tool!(Reads, "ReadComponentMember", "The value of a member.", components::read),
    tool!(Reads, "GetCameraInfo", "The active camera.", camera::active),
    tool!(Reads, "GetFreecam", "The free camera.", camera::freecam),
    tool!(Reads, "MousePick", "The objects under a point of the screen.", pick::pick),
    tool!(Reads, "TailLogs", "The newest lines of the log.", logs::tail),
    tool!(Reads, "GetSelection", "The selected objects.", selection::get),
    tool!(Reads, "GetClipboard", "The contents of the clipboard.", selection::clipboard),
    tool!(Reads, "GetTimeScale", "How fast time runs.", time::get),
    tool!(Reads, "ReadConsoleScript", "One console script.", scripts::read),
    tool!(Reads, "GetStartupScript", "The script that runs at the start.", scripts::startup),
    tool!(
        Reads,
        "HookListAllowedTypes",
        "The types that hooks may be added to.",
        hooks::allowed_types,
    ),
    tool!(
        Reads,
        "HookListMethods",
        "The methods of a type that can be hooked.",
        hooks::list_methods,
    ),
    tool!(Reads, "HookGetSource", "The source of a hook.", hooks::source),
    tool!(Reads, "GetConfig", "The permissions of clients.", settings::get),
];
