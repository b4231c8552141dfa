//! Unity's own types: which namespace they are in, and what they derive from.

/// Built-in components that are not in `UnityEngine` itself.
const BUILT_IN_NAMESPACES: [(&str, &[&str]); 9] = [
    ("UnityEngine.AI", &["NavMeshAgent", "NavMeshObstacle", "OffMeshLink"]),
    (
        "UnityEngine.Animations",
        &[
            "AimConstraint",
            "LookAtConstraint",
            "ParentConstraint",
            "PositionConstraint",
            "RotationConstraint",
            "ScaleConstraint",
        ],
    ),
    ("UnityEngine.Playables", &["PlayableDirector"]),
    ("UnityEngine.Rendering", &["SortingGroup"]),
    ("UnityEngine.Tilemaps", &["Tilemap", "TilemapCollider2D", "TilemapRenderer"]),
    ("UnityEngine.U2D", &["SpriteShapeRenderer"]),
    ("UnityEngine.UIElements", &["UIDocument"]),
    ("UnityEngine.VFX", &["VisualEffect"]),
    ("UnityEngine.Video", &["VideoPlayer"]),
];

/// Scripts of Unity's packages, whose sources are rarely in a project.
const PACKAGE_NAMESPACES: [(&str, &[&str]); 6] = [
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
            "EventSystem",
            "EventTrigger",
            "Physics2DRaycaster",
            "PhysicsRaycaster",
            "StandaloneInputModule",
        ],
    ),
    ("TMPro", &["TMP_Dropdown", "TMP_InputField", "TextMeshPro", "TextMeshProUGUI"]),
    ("UnityEngine.InputSystem", &["PlayerInput", "PlayerInputManager"]),
    ("UnityEngine.InputSystem.UI", &["InputSystemUIInputModule"]),
    (
        "UnityEngine.Rendering.Universal",
        &["Light2D", "UniversalAdditionalCameraData", "UniversalAdditionalLightData"],
    ),
];

/// What a type derives from, up to `UnityEngine.Component`, which is left out.
const BASES: [(&[&str], &[&str]); 12] = [
    (
        BEHAVIOUR,
        &[
            "Animation",
            "Animator",
            "AudioListener",
            "AudioSource",
            "Camera",
            "Canvas",
            "CanvasGroup",
            "FlareLayer",
            "Grid",
            "Light",
            "LightProbeGroup",
            "LensFlare",
            "Projector",
            "ReflectionProbe",
            "Skybox",
            "Terrain",
            "WindZone",
            "NavMeshAgent",
            "NavMeshObstacle",
            "PlayableDirector",
            "SortingGroup",
            "VideoPlayer",
            "VisualEffect",
            "AudioReverbZone",
            "AudioReverbFilter",
            "AudioLowPassFilter",
            "AudioHighPassFilter",
            "AudioEchoFilter",
            "AudioDistortionFilter",
            "AudioChorusFilter",
            "AimConstraint",
            "LookAtConstraint",
            "ParentConstraint",
            "PositionConstraint",
            "RotationConstraint",
            "ScaleConstraint",
            "Effector2D",
            "MonoBehaviour",
        ],
    ),
    (&["UnityEngine.Transform"], &["RectTransform"]),
    (
        &["UnityEngine.Renderer"],
        &[
            "BillboardRenderer",
            "LineRenderer",
            "MeshRenderer",
            "ParticleSystemRenderer",
            "SkinnedMeshRenderer",
            "SpriteMask",
            "SpriteRenderer",
            "SpriteShapeRenderer",
            "TilemapRenderer",
            "TrailRenderer",
        ],
    ),
    (
        &["UnityEngine.Collider"],
        &[
            "BoxCollider",
            "CapsuleCollider",
            "CharacterController",
            "MeshCollider",
            "SphereCollider",
            "TerrainCollider",
            "WheelCollider",
        ],
    ),
    (
        &["UnityEngine.Collider2D", "UnityEngine.Behaviour"],
        &[
            "BoxCollider2D",
            "CapsuleCollider2D",
            "CircleCollider2D",
            "CompositeCollider2D",
            "CustomCollider2D",
            "EdgeCollider2D",
            "PolygonCollider2D",
            "TilemapCollider2D",
        ],
    ),
    (
        &["UnityEngine.Joint"],
        &["CharacterJoint", "ConfigurableJoint", "FixedJoint", "HingeJoint", "SpringJoint"],
    ),
    (&["UnityEngine.GridLayout", "UnityEngine.Behaviour"], &["Tilemap"]),
    (GRAPHIC, &["Image", "RawImage", "Text", "TextMeshProUGUI"]),
    (
        SELECTABLE,
        &[
            "Button",
            "Dropdown",
            "InputField",
            "Scrollbar",
            "Slider",
            "Toggle",
            "TMP_Dropdown",
            "TMP_InputField",
        ],
    ),
    (RAYCASTER, &["GraphicRaycaster", "PhysicsRaycaster", "Physics2DRaycaster"]),
    (INPUT, &["StandaloneInputModule", "InputSystemUIInputModule"]),
    (
        UI,
        &[
            "AspectRatioFitter",
            "CanvasScaler",
            "ContentSizeFitter",
            "EventSystem",
            "GridLayoutGroup",
            "HorizontalLayoutGroup",
            "LayoutElement",
            "Mask",
            "Outline",
            "RectMask2D",
            "ScrollRect",
            "Selectable",
            "Shadow",
            "ToggleGroup",
            "VerticalLayoutGroup",
        ],
    ),
];

const BEHAVIOUR: &[&str] = &["UnityEngine.Behaviour"];
const UI: &[&str] =
    &["UnityEngine.EventSystems.UIBehaviour", "UnityEngine.MonoBehaviour", "UnityEngine.Behaviour"];
const GRAPHIC: &[&str] = &[
    "UnityEngine.UI.MaskableGraphic",
    "UnityEngine.UI.Graphic",
    "UnityEngine.EventSystems.UIBehaviour",
    "UnityEngine.MonoBehaviour",
    "UnityEngine.Behaviour",
];
const SELECTABLE: &[&str] = &[
    "UnityEngine.UI.Selectable",
    "UnityEngine.EventSystems.UIBehaviour",
    "UnityEngine.MonoBehaviour",
    "UnityEngine.Behaviour",
];
const RAYCASTER: &[&str] = &[
    "UnityEngine.EventSystems.BaseRaycaster",
    "UnityEngine.EventSystems.UIBehaviour",
    "UnityEngine.MonoBehaviour",
    "UnityEngine.Behaviour",
];
const INPUT: &[&str] = &[
    "UnityEngine.EventSystems.BaseInputModule",
    "UnityEngine.EventSystems.UIBehaviour",
    "UnityEngine.MonoBehaviour",
    "UnityEngine.Behaviour",
];

pub(crate) fn built_in(name: &str) -> String {
    let namespace = BUILT_IN_NAMESPACES.iter().find(|(_, names)| names.contains(&name));
    format!("{}.{name}", namespace.map_or("UnityEngine", |(namespace, _)| namespace))
}

/// The full name of a script of one of Unity's packages.
pub(crate) fn packaged(name: &str) -> Option<&'static str> {
    FULL.iter().find(|full| full.rsplit('.').next() == Some(name)).map(String::as_str)
}

static FULL: std::sync::LazyLock<Vec<String>> = std::sync::LazyLock::new(|| {
    let each = |(space, names): &(&str, &[&str])| -> Vec<String> {
        names.iter().map(|name| format!("{space}.{name}")).collect()
    };
    PACKAGE_NAMESPACES.iter().flat_map(each).collect()
});

/// Nothing for a type that is not in the tables.
pub(crate) fn bases(full: &str) -> Vec<&'static str> {
    let name = full.rsplit('.').next().unwrap_or(full);
    let is_unitys = full == built_in(name) || packaged(name) == Some(full);
    let row = BASES.iter().find(|(_, names)| is_unitys && names.contains(&name));
    row.map(|(bases, _)| bases.to_vec()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_their_full_names() {
        let rows = [
            ("Light", "UnityEngine.Light"),
            ("NavMeshAgent", "UnityEngine.AI.NavMeshAgent"),
            ("VideoPlayer", "UnityEngine.Video.VideoPlayer"),
        ];
        for (name, full) in rows {
            assert_eq!(built_in(name), full);
        }
        assert_eq!(packaged("Image"), Some("UnityEngine.UI.Image"));
        assert_eq!(packaged("PlayerController"), None);
    }

    #[test]
    fn types_know_what_they_derive_from() {
        assert_eq!(bases("UnityEngine.RectTransform"), ["UnityEngine.Transform"]);
        assert!(bases("UnityEngine.UI.Image").contains(&"UnityEngine.UI.Graphic"));
        assert!(bases("Mine.Image").is_empty() && bases("UnityEngine.Transform").is_empty());
    }
}
