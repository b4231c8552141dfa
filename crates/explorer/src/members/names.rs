//! What the names of members say about them.

pub(super) use scenewright_engine::names::api_name as api;

/// The one member that scripts inherit from the engine.
pub(super) const ENABLED: &str = "m_Enabled";

/// Members that no inspector shows.
const HIDDEN_MEMBERS: [&str; 13] = [
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
const FRACTIONAL_MEMBERS: &str = " alpha anamorphism angularDrag aperture aspect bounceIntensity colorTemperature \
    cookieSize depth dopplerLevel drag farClipPlane fieldOfView fillAmount focalLength focusDistance \
    fontSize gravityScale height innerSpotAngle intensity mass matchWidthOrHeight maxDistance \
    minDistance minMoveDistance nearClipPlane orthographicSize panStereo pitch planeDistance radius range referencePixelsPerUnit \
    reverbZoneMix scaleFactor shadowAngle shadowBias shadowNormalBias shadowRadius shadowStrength skinWidth slopeLimit \
    spatialBlend speed spotAngle spread stepOffset stereoConvergence stereoSeparation stoppingDistance volume ";

pub(super) fn is_hidden(stored: &str) -> bool {
    HIDDEN_MEMBERS.contains(&stored)
}

pub(super) fn is_fraction(api: &str) -> bool {
    FRACTIONAL_MEMBERS.split_ascii_whitespace().any(|name| name == api)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_listed() {
        assert!(is_fraction("intensity") && !is_fraction("type"));
    }
}
