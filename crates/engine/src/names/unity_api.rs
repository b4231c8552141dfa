//! Converts the names in Unity's files to those of its API, and back.

use super::plain_name;

/// Exceptions from the rule: the type (any, if it is empty), the name in the file, the API's name.
const EXCEPTIONS: [(&str, &str, &str); 35] = [
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
    ("UnityEngine.GameObject", "m_IsActive", "activeSelf"),
    ("UnityEngine.GameObject", "m_TagString", "tag"),
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

/// Returns the API name of a stored member. `type_name` is the full name of the type.
pub fn api_name(type_name: &str, stored: &str) -> String {
    let exception = EXCEPTIONS
        .iter()
        .find(|(of, from, _)| *from == stored && (of.is_empty() || *of == type_name));
    exception.map_or_else(|| by_rule(stored), |(_, _, to)| (*to).to_owned())
}

/// Returns the stored name of a member whose API name does not follow from it. Short type names
/// work too.
pub fn stored_name(type_name: &str, api: &str) -> Option<&'static str> {
    let wanted = plain_name(api);
    let is_type =
        |of: &str| of.is_empty() || of == type_name || of.rsplit('.').next() == Some(type_name);
    let mut rows = EXCEPTIONS.iter().filter(|(of, _, to)| is_type(of) && plain_name(to) == wanted);
    rows.next().map(|(_, from, _)| *from)
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
    // A word in capitals is an abbreviation and is lowercased as a whole: `HDR`.
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
            assert_eq!(api_name(full, stored), expected, "{full} {stored}");
        }
        assert_eq!(stored_name("AudioSource", "clip"), Some("m_audioClip"));
        assert_eq!(stored_name("MeshRenderer", "sharedMaterials"), Some("m_Materials"));
        assert_eq!(stored_name("Light", "clip"), None);
    }
}
