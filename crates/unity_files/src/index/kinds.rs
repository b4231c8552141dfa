//! Decides by extension which files can hold references.

use crate::guids::extension_of;

/// How a file is scanned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScanKind {
    /// Unity's text: objects that reference each other.
    Yaml,
    /// JSON, XML or style sheets with guids in them.
    Guids,
    Opaque,
}

/// The extensions of assets that Unity writes as text.
const TEXT_ASSETS: &[&str] = &[
    "anim",
    "asset",
    "brush",
    "controller",
    "cubemap",
    "flare",
    "fontsettings",
    "giparams",
    "guiskin",
    "lighting",
    "mask",
    "mat",
    "mixer",
    "overrideController",
    "physicMaterial",
    "physicsMaterial2D",
    "playable",
    "prefab",
    "preset",
    "renderTexture",
    "scenetemplate",
    "shadervariants",
    "signal",
    "spriteatlas",
    "terrainlayer",
    "unity",
];

/// Also text: graphs and atlases from which importers make other objects.
const IMPORTED_TEXT: &[&str] = &["spriteatlasv2", "vfx", "vfxblock", "vfxoperator"];

const WITH_GUIDS: &[&str] =
    &["asmdef", "asmref", "shadergraph", "shadersubgraph", "tss", "uss", "uxml"];

pub(super) fn scan_kind(path: &str) -> ScanKind {
    let is_in = |list: &[&str]| extension_of(path).is_some_and(|own| list.contains(&own));
    match () {
        () if is_text_asset(path) || is_in(IMPORTED_TEXT) => ScanKind::Yaml,
        () if is_in(WITH_GUIDS) => ScanKind::Guids,
        () => ScanKind::Opaque,
    }
}

/// Whether it is an asset in Unity's own text format.
pub(crate) fn is_text_asset(path: &str) -> bool {
    extension_of(path).is_some_and(|extension| TEXT_ASSETS.contains(&extension))
}
