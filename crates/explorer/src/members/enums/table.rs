//! Unity's own enums that components use.

use super::MemberEnum;

/// One line per enum: a type (`*` for any), its member by the API's name, the enum, a `|` if its values can
/// be combined, and their names; a name without a value is one more than the one before it.
const ENUM_TABLE: &str = "\
UnityEngine.Light type UnityEngine.LightType Spot Directional Point Rectangle Disc
UnityEngine.Light renderMode UnityEngine.LightRenderMode Auto ForcePixel ForceVertex
UnityEngine.Camera clearFlags UnityEngine.CameraClearFlags Skybox=1 SolidColor Depth Nothing
UnityEngine.Camera renderingPath UnityEngine.RenderingPath UsePlayerSettings=-1 VertexLit Forward DeferredLighting DeferredShading
UnityEngine.Rigidbody interpolation UnityEngine.RigidbodyInterpolation None Interpolate Extrapolate
UnityEngine.Rigidbody collisionDetectionMode UnityEngine.CollisionDetectionMode Discrete Continuous ContinuousDynamic ContinuousSpeculative
UnityEngine.Rigidbody constraints UnityEngine.RigidbodyConstraints | None FreezePositionX=2 FreezePositionY=4 FreezePositionZ=8 FreezePosition=14 FreezeRotationX=16 FreezeRotationY=32 FreezeRotationZ=64 FreezeRotation=112 FreezeAll=126
UnityEngine.Rigidbody2D bodyType UnityEngine.RigidbodyType2D Dynamic Kinematic Static
UnityEngine.Rigidbody2D interpolation UnityEngine.RigidbodyInterpolation2D None Interpolate Extrapolate
UnityEngine.Rigidbody2D collisionDetectionMode UnityEngine.CollisionDetectionMode2D Discrete Continuous
UnityEngine.Rigidbody2D sleepingMode UnityEngine.RigidbodySleepMode2D NeverSleep StartAwake StartAsleep
UnityEngine.Rigidbody2D constraints UnityEngine.RigidbodyConstraints2D | None FreezePositionX FreezePositionY FreezePosition FreezeRotation FreezeAll=7
UnityEngine.Canvas renderMode UnityEngine.RenderMode ScreenSpaceOverlay ScreenSpaceCamera WorldSpace
UnityEngine.UI.CanvasScaler uiScaleMode UnityEngine.UI.CanvasScaler+ScaleMode ConstantPixelSize ScaleWithScreenSize ConstantPhysicalSize
UnityEngine.UI.CanvasScaler screenMatchMode UnityEngine.UI.CanvasScaler+ScreenMatchMode MatchWidthOrHeight Expand Shrink
UnityEngine.UI.CanvasScaler physicalUnit UnityEngine.UI.CanvasScaler+Unit Centimeters Millimeters Inches Points Picas
UnityEngine.UI.Image type UnityEngine.UI.Image+Type Simple Sliced Tiled Filled
UnityEngine.UI.Image fillMethod UnityEngine.UI.Image+FillMethod Horizontal Vertical Radial90 Radial180 Radial360
UnityEngine.UI.Slider direction UnityEngine.UI.Slider+Direction LeftToRight RightToLeft BottomToTop TopToBottom
UnityEngine.UI.Scrollbar direction UnityEngine.UI.Scrollbar+Direction LeftToRight RightToLeft BottomToTop TopToBottom
UnityEngine.UI.ScrollRect movementType UnityEngine.UI.ScrollRect+MovementType Unrestricted Elastic Clamped
UnityEngine.UI.ContentSizeFitter horizontalFit UnityEngine.UI.ContentSizeFitter+FitMode Unconstrained MinSize PreferredSize
UnityEngine.UI.ContentSizeFitter verticalFit UnityEngine.UI.ContentSizeFitter+FitMode Unconstrained MinSize PreferredSize
UnityEngine.UI.AspectRatioFitter aspectMode UnityEngine.UI.AspectRatioFitter+AspectMode None WidthControlsHeight HeightControlsWidth FitInParent EnvelopeParent
UnityEngine.SpriteRenderer drawMode UnityEngine.SpriteDrawMode Simple Sliced Tiled
UnityEngine.SpriteRenderer maskInteraction UnityEngine.SpriteMaskInteraction None VisibleInsideMask VisibleOutsideMask
UnityEngine.AudioSource rolloffMode UnityEngine.AudioRolloffMode Logarithmic Linear Custom
UnityEngine.Animator cullingMode UnityEngine.AnimatorCullingMode AlwaysAnimate CullUpdateTransforms CullCompletely
UnityEngine.Animator updateMode UnityEngine.AnimatorUpdateMode Normal AnimatePhysics UnscaledTime
UnityEngine.Terrain materialType UnityEngine.Terrain+MaterialType BuiltInStandard BuiltInLegacyDiffuse BuiltInLegacySpecular Custom
UnityEngine.TextMesh anchor UnityEngine.TextAnchor UpperLeft UpperCenter UpperRight MiddleLeft MiddleCenter MiddleRight LowerLeft LowerCenter LowerRight
* childAlignment UnityEngine.TextAnchor UpperLeft UpperCenter UpperRight MiddleLeft MiddleCenter MiddleRight LowerLeft LowerCenter LowerRight
* shadowCastingMode UnityEngine.Rendering.ShadowCastingMode Off On TwoSided ShadowsOnly
* lightProbeUsage UnityEngine.Rendering.LightProbeUsage Off BlendProbes UseProxyVolume CustomProvided=4
* reflectionProbeUsage UnityEngine.Rendering.ReflectionProbeUsage Off BlendProbes BlendProbesAndSkybox Simple
* transition UnityEngine.UI.Selectable+Transition None ColorTint SpriteSwap Animation";

pub(super) fn find(full: &str, member: &str) -> Option<MemberEnum> {
    ENUM_TABLE.lines().find_map(|row| {
        let mut words = row.split_ascii_whitespace();
        let of = words.next().filter(|of| *of == "*" || *of == full);
        let fits = of.is_some() && words.next() == Some(member);
        let name = words.next().filter(|_| fits)?.to_owned();
        let mut values = words.peekable();
        let is_flags = values.next_if_eq(&"|").is_some();
        Some(MemberEnum { full_type: name, is_flags, values: parse_values(values) })
    })
}

fn parse_values<'w>(words: impl Iterator<Item = &'w str>) -> Vec<(String, i64)> {
    let mut next = 0;
    let each = words.map(|word| {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let value = value.parse().unwrap_or(next);
        next = value + 1;
        (name.to_owned(), value)
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_count_on() {
        for (full, member, number, expected) in [
            ("UnityEngine.Light", "type", 1, "Directional"),
            ("UnityEngine.Camera", "clearFlags", 2, "SolidColor"),
            ("UnityEngine.Camera", "renderingPath", 1, "Forward"),
            ("UnityEngine.Rigidbody", "constraints", 20, "FreezePositionY, FreezeRotationX"),
            ("UnityEngine.Rigidbody2D", "constraints", 4, "FreezeRotation"),
            ("UnityEngine.MeshRenderer", "shadowCastingMode", 3, "ShadowsOnly"),
            ("UnityEngine.UI.Image", "type", 1, "Sliced"),
        ] {
            assert_eq!(find(full, member).unwrap().display(number).text, expected, "{member}");
        }
        assert_eq!(find("UnityEngine.Light", "intensity"), None);
    }
}
