//! The scripts in the DLLs that shipped with the editor until they became packages.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::dll::file_id_of;

/// The class of a fileID in these DLLs. Unity derives the number from the class's full name.
pub(crate) fn class_name(file_id: i64) -> Option<&'static str> {
    static CLASSES: OnceLock<HashMap<i64, &'static str>> = OnceLock::new();
    let all = || {
        let spaces = EDITOR_DLL_CLASSES.iter();
        let classes = spaces.flat_map(|(space, names)| names.iter().map(move |name| (space, name)));
        classes.map(|(space, name)| (file_id_of(space, name), *name)).collect()
    };
    CLASSES.get_or_init(all).get(&file_id).copied()
}

/// By namespace: those that a file can hold.
const EDITOR_DLL_CLASSES: &[(&str, &[&str])] = &[
    (
        "UnityEngine.UI",
        &[
            "AspectRatioFitter",
            "Button",
            "CanvasScaler",
            "ContentSizeFitter",
            "Dropdown",
            "GraphicRaycaster",
            "GridLayoutGroup",
            "HorizontalLayoutGroup",
            "Image",
            "InputField",
            "LayoutElement",
            "Mask",
            "Outline",
            "PositionAsUV1",
            "RawImage",
            "RectMask2D",
            "ScrollRect",
            "Scrollbar",
            "Selectable",
            "Shadow",
            "Slider",
            "Text",
            "Toggle",
            "ToggleGroup",
            "VerticalLayoutGroup",
        ],
    ),
    (
        "UnityEngine.EventSystems",
        &[
            "BaseInput",
            "EventSystem",
            "EventTrigger",
            "Physics2DRaycaster",
            "PhysicsRaycaster",
            "StandaloneInputModule",
            "TouchInputModule",
        ],
    ),
    (
        "UnityEngine.Networking",
        &[
            "NetworkAnimator",
            "NetworkDiscovery",
            "NetworkIdentity",
            "NetworkLobbyManager",
            "NetworkLobbyPlayer",
            "NetworkManager",
            "NetworkManagerHUD",
            "NetworkMigrationManager",
            "NetworkProximityChecker",
            "NetworkStartPosition",
            "NetworkTransform",
            "NetworkTransformChild",
            "NetworkTransformVisualizer",
        ],
    ),
    (
        "UnityEngine.Timeline",
        &[
            "ActivationPlayableAsset",
            "ActivationTrack",
            "AnimationPlayableAsset",
            "AnimationTrack",
            "AudioPlayableAsset",
            "AudioTrack",
            "ControlPlayableAsset",
            "ControlTrack",
            "GroupTrack",
            "PlayableTrack",
            "TimelineAsset",
        ],
    ),
    ("UnityEngine.SpatialTracking", &["TrackedPoseDriver"]),
    (
        "UnityEngine.TestTools.TestRunner",
        &["PlaymodeTestsController", "TestResultRendererCallback", "TestRunCallbackListener"],
    ),
    (
        "UnityEngine.TestTools.TestRunner.Callbacks",
        &["PlayModeRunnerCallback", "RemoteTestResultSender", "TestResultRendererCallback"],
    ),
    ("UnityEngine.TestRunner.Utils", &["TestRunCallbackListener"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_known_by_their_numbers() {
        for (file_id, class) in [
            (-765_806_418, Some("Image")),
            (-619_905_303, Some("EventSystem")),
            (1_301_386_320, Some("GraphicRaycaster")),
            (0, None),
        ] {
            assert_eq!(class_name(file_id), class, "{file_id}");
        }
    }

    #[test]
    fn no_two_classes_have_the_same_number() {
        let classes = EDITOR_DLL_CLASSES.iter();
        let ids =
            classes.flat_map(|(space, names)| names.iter().map(|name| file_id_of(space, name)));
        let mut ids: Vec<i64> = ids.collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
