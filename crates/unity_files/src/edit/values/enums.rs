//! Names of enum values of built-in components.

type EnumNames = &'static [&'static str];

/// Component, member, and the names in the order of their numbers; an empty name stands for a
/// number without a known name.
const ENUMS: &[(&str, &str, EnumNames)] = &[
    ("AudioSource", "rolloffMode", &["Logarithmic", "Linear", "Custom"]),
    ("Camera", "m_ClearFlags", &["", "Skybox", "SolidColor", "Depth", "Nothing"]),
    ("Canvas", "m_RenderMode", &["ScreenSpaceOverlay", "ScreenSpaceCamera", "WorldSpace"]),
    ("CapsuleCollider", "m_Direction", &["X", "Y", "Z"]),
    ("Light", "m_LightShadowCasterMode", &["Default", "NonLightmappedOnly", "Everything"]),
    ("Light", "m_Lightmapping", &["", "Mixed", "Baked", "", "Realtime"]),
    ("Light", "m_RenderMode", &["Auto", "ForcePixel", "ForceVertex"]),
    ("Light", "m_Shadows.m_Type", &["None", "Hard", "Soft"]),
    ("Light", "m_Type", &["Spot", "Directional", "Point", "Rectangle", "Disc"]),
    ("MeshRenderer", "m_CastShadows", &["Off", "On", "TwoSided", "ShadowsOnly"]),
    (
        "Rigidbody",
        "m_CollisionDetection",
        &["Discrete", "Continuous", "ContinuousDynamic", "ContinuousSpeculative"],
    ),
    ("Rigidbody", "m_Interpolate", &["None", "Interpolate", "Extrapolate"]),
    ("Rigidbody2D", "m_BodyType", &["Dynamic", "Kinematic", "Static"]),
    ("Rigidbody2D", "m_CollisionDetection", &["Discrete", "Continuous"]),
    ("Rigidbody2D", "m_Interpolate", &["None", "Interpolate", "Extrapolate"]),
    ("Rigidbody2D", "m_SleepingMode", &["NeverSleep", "StartAwake", "StartAsleep"]),
    ("SkinnedMeshRenderer", "m_CastShadows", &["Off", "On", "TwoSided", "ShadowsOnly"]),
    ("SpriteRenderer", "m_DrawMode", &["Simple", "Sliced", "Tiled"]),
];

/// The number of a name, ignoring case.
pub(in crate::edit) fn number_of(component: &str, member: &str, name: &str) -> Option<usize> {
    let (_, _, names) =
        ENUMS.iter().find(|(class, field, _)| *class == component && *field == member)?;
    let is_it = |known: &str| !known.is_empty() && known.eq_ignore_ascii_case(name);
    names.iter().position(|known| is_it(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_map_to_numbers() {
        assert!(ENUMS.is_sorted_by_key(|(class, member, _)| (class, member)));
        for (component, member, name, expected) in [
            ("Light", "m_Type", "point", Some(2)),
            ("Camera", "m_ClearFlags", "SolidColor", Some(2)),
            ("Camera", "m_ClearFlags", "", None),
            ("Camera", "m_Nothing", "SolidColor", None),
        ] {
            assert_eq!(number_of(component, member, name), expected, "{component}.{member}");
        }
    }
}
