//! From the names in Unity's files to those of its API.

/// Where the rule does not lead: the type (any, if it is empty), the name in the file, the API's name.
const EXCEPTIONS: [(&str, &str, &str); 33] = [
    ("UnityEngine.AudioSource", "m_audioClip", "clip"),
    ("UnityEngine.AudioSource", "OutputAudioMixerGroup", "outputAudioMixerGroup"),
    ("UnityEngine.AudioSource", "DopplerLevel", "dopplerLevel"),
    ("UnityEngine.Camera", "m_AllowDynamicResolution", "allowDynamicResolution"),
    ("UnityEngine.Camera", "m_AllowMSAA", "allowMSAA"),
    ("UnityEngine.Camera", "m_BackGroundColor", "backgroundColor"),
    ("UnityEngine.Camera", "m_HDR", "allowHDR"),
    ("UnityEngine.Camera", "m_NormalizedViewPortRect", "rect"),
    ("UnityEngine.Camera", "m_OcclusionCulling", "useOcclusionCulling"),
    ("UnityEngine.Camera", "near clip plane", "nearClipPlane"),
    ("UnityEngine.Camera", "far clip plane", "farClipPlane"),
    ("UnityEngine.Canvas", "m_Camera", "worldCamera"),
    ("UnityEngine.MeshCollider", "m_Mesh", "sharedMesh"),
    ("UnityEngine.MeshFilter", "m_Mesh", "sharedMesh"),
    ("UnityEngine.Rigidbody", "m_CollisionDetection", "collisionDetectionMode"),
    ("UnityEngine.Rigidbody", "m_Interpolate", "interpolation"),
    ("UnityEngine.Rigidbody2D", "m_CollisionDetection", "collisionDetectionMode"),
    ("UnityEngine.Rigidbody2D", "m_Interpolate", "interpolation"),
    ("UnityEngine.Rigidbody2D", "m_LinearDrag", "drag"),
    ("UnityEngine.SkinnedMeshRenderer", "m_Mesh", "sharedMesh"),
    ("UnityEngine.TextMesh", "m_Text", "text"),
    ("UnityEngine.UI.CanvasScaler", "m_UiScaleMode", "uiScaleMode"),
    ("UnityEngine.UI.Slider", "m_Value", "value"),
    ("UnityEngine.UI.Toggle", "m_IsOn", "isOn"),
    ("TMPro.TextMeshProUGUI", "m_text", "text"),
    ("TMPro.TextMeshPro", "m_text", "text"),
    ("TMPro.TextMeshProUGUI", "m_fontColor", "color"),
    ("TMPro.TextMeshPro", "m_fontColor", "color"),
    ("", "m_CastShadows", "shadowCastingMode"),
    ("", "m_Materials", "sharedMaterials"),
    ("", "m_SortingLayerID", "sortingLayerID"),
    ("", "m_UseGravity", "useGravity"),
    ("", "m_IsTrigger", "isTrigger"),
];

/// The one member that scripts have from the engine.
pub(super) const ENABLED: &str = "m_Enabled";

/// What no inspector shows.
const HIDDEN: [&str; 13] = [
    "m_ObjectHideFlags",
    "m_CorrespondingSourceObject",
    "m_PrefabInstance",
    "m_PrefabAsset",
    "m_GameObject",
    "m_Name",
    "m_EditorHideFlags",
    "m_EditorClassIdentifier",
    "m_Script",
    "m_Father",
    "m_Children",
    "m_LocalEulerAnglesHint",
    "serializedVersion",
];

/// Members that hold a fraction, though files write `1` for `1.0`.
const FRACTIONS: &str = " alpha anamorphism angularDrag aperture aspect bounceIntensity colorTemperature \
    cookieSize depth dopplerLevel drag farClipPlane fieldOfView fillAmount focalLength focusDistance \
    fontSize gravityScale height innerSpotAngle intensity mass matchWidthOrHeight maxDistance \
    minDistance minMoveDistance nearClipPlane orthographicSize panStereo pitch planeDistance radius range referencePixelsPerUnit \
    reverbZoneMix scaleFactor shadowAngle shadowBias shadowNormalBias shadowRadius shadowStrength skinWidth slopeLimit \
    spatialBlend speed spotAngle spread stepOffset stereoConvergence stereoSeparation stoppingDistance volume ";

pub(super) fn is_hidden(stored: &str) -> bool {
    HIDDEN.contains(&stored)
}

pub(super) fn is_fraction(api: &str) -> bool {
    FRACTIONS.split_ascii_whitespace().any(|name| name == api)
}

pub(super) fn api(full: &str, stored: &str) -> String {
    let exception =
        EXCEPTIONS.iter().find(|(of, from, _)| *from == stored && (of.is_empty() || *of == full));
    exception.map_or_else(|| by_rule(stored), |(_, _, to)| (*to).to_owned())
}

/// `m_LocalPosition` is `localPosition`, `field of view` is `fieldOfView`, `Loop` is `loop`.
fn by_rule(stored: &str) -> String {
    let bare = stored.strip_prefix("m_").unwrap_or(stored);
    let words = bare.split(' ').filter(|word| !word.is_empty());
    let joined: String = words
        .enumerate()
        .map(|(at, word)| if at == 0 { lowered(word) } else { raised(word) })
        .collect();
    if joined.is_empty() { stored.to_owned() } else { joined }
}

fn lowered(word: &str) -> String {
    // A name of capitals is an abbreviation and goes down as a whole: `HDR`.
    if word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return word.to_ascii_lowercase();
    }
    changed(word, |first| first.to_ascii_lowercase())
}

fn raised(word: &str) -> String {
    changed(word, |first| first.to_ascii_uppercase())
}

fn changed(word: &str, first: impl Fn(char) -> char) -> String {
    let mut letters = word.chars();
    letters.next().map(first).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_rule_or_the_table() {
        let rows = [
            ("UnityEngine.Transform", "m_LocalPosition", "localPosition"),
            ("UnityEngine.RectTransform", "m_AnchoredPosition", "anchoredPosition"),
            ("UnityEngine.Camera", "field of view", "fieldOfView"),
            ("UnityEngine.Camera", "near clip plane", "nearClipPlane"),
            ("UnityEngine.Camera", "m_BackGroundColor", "backgroundColor"),
            ("UnityEngine.Camera", "m_HDR", "allowHDR"),
            ("UnityEngine.Light", "m_Intensity", "intensity"),
            ("UnityEngine.AudioSource", "Loop", "loop"),
            ("UnityEngine.UI.Image", "m_Color", "color"),
            ("UnityEngine.MeshRenderer", "m_Materials", "sharedMaterials"),
            ("UnityEngine.Light", "m_Enabled", "enabled"),
            ("X", "m_", "m_"),
        ];
        for (full, stored, expected) in rows {
            assert_eq!(api(full, stored), expected, "{full} {stored}");
        }
        assert!(is_fraction("intensity") && !is_fraction("type"));
    }
}
