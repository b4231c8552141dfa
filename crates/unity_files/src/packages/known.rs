//! What is known about packages without their files: which ones they depend on, which have no assets,
//! and which an editor adds by itself.

use crate::settings::UnityVersion;

/// Packages without assets that a project could use: engine modules, lists of other packages, bridges
/// to code editors, compilers, libraries.
pub(super) fn has_no_assets(package: &str) -> bool {
    const FAMILIES: [&str; 8] = [
        "com.unity.feature.",
        "com.unity.ide.",
        "com.unity.modules.",
        "com.unity.nuget.",
        "com.unity.sysroot",
        "com.unity.toolchain.",
        "nuget.",
        "org.nuget.",
    ];
    const PACKAGES: [&str; 16] = [
        "com.newtonsoft.json",
        "com.unity.asset-store-validation",
        "com.unity.burst",
        "com.unity.collab-proxy",
        "com.unity.editorcoroutines",
        "com.unity.ext.nunit",
        "com.unity.mathematics",
        "com.unity.package-manager-doctools",
        "com.unity.package-manager-ui",
        "com.unity.package-validation-suite",
        "com.unity.performance.profile-analyzer",
        "com.unity.profiling.core",
        "com.unity.render-pipelines.universal-config",
        "com.unity.rendering.light-transport",
        "com.unity.sharp-zip-lib",
        "com.unity.upm.develop",
    ];
    FAMILIES.iter().any(|family| package.starts_with(family)) || PACKAGES.contains(&package)
}

/// The version of a package that ships with this editor, which then ignores the one in the manifest.
pub(super) fn version_of_editor(
    package: &str,
    editor: Option<UnityVersion>,
) -> Option<&'static str> {
    const FAMILIES: [&str; 3] =
        ["com.unity.render-pipelines.", "com.unity.shadergraph", "com.unity.visualeffectgraph"];
    if !FAMILIES.iter().any(|family| package.starts_with(family)) {
        return None;
    }
    let UnityVersion { major, minor } = editor?;
    match (major, minor) {
        version if version < (2021, 2) => None,
        (2021, _) => Some("12.1.0"),
        (2022, 1) => Some("13.1.0"),
        (2022, _) => Some("14.0.0"),
        (2023, 1) => Some("15.0.0"),
        (2023, _) => Some("16.0.0"),
        _ => Some("17.0.0"),
    }
}

/// What an editor writes into the manifest of a project that has none. Editors before 2018 had no
/// packages.
pub(super) fn default_packages(editor: Option<UnityVersion>) -> &'static [&'static str] {
    match editor {
        Some(editor) if editor.major < 2018 => &[],
        _ => &[
            "com.unity.2d.sprite",
            "com.unity.2d.tilemap",
            "com.unity.ads",
            "com.unity.ai.navigation",
            "com.unity.analytics",
            "com.unity.multiplayer-hlapi",
            "com.unity.multiplayer.center",
            "com.unity.purchasing",
            "com.unity.test-framework",
            "com.unity.textmeshpro",
            "com.unity.timeline",
            "com.unity.ugui",
            "com.unity.visualscripting",
            "com.unity.xr.legacyinputhelpers",
        ],
    }
}

/// The packages that a package depends on in any version, without those that have no assets. `None`:
/// not known.
pub(super) fn dependencies(package: &str) -> Option<&'static [&'static str]> {
    match DEPENDENCIES.binary_search_by_key(&package, |(name, _)| *name) {
        Ok(at) => Some(DEPENDENCIES[at].1),
        // A list of other packages that is not in the table may list anything.
        Err(_) if package.starts_with("com.unity.feature.") => None,
        Err(_) => has_no_assets(package).then_some(&[]),
    }
}

/// Sorted by name.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    (
        "com.unity.2d.animation",
        &["com.unity.2d.common", "com.unity.2d.sprite", "com.unity.collections"],
    ),
    (
        "com.unity.2d.aseprite",
        &["com.unity.2d.common", "com.unity.2d.sprite", "com.unity.2d.tilemap"],
    ),
    ("com.unity.2d.common", &["com.unity.2d.sprite"]),
    ("com.unity.2d.ik", &["com.unity.2d.animation", "com.unity.2d.common"]),
    ("com.unity.2d.path", &[]),
    ("com.unity.2d.pixel-perfect", &["com.unity.2d.sprite"]),
    (
        "com.unity.2d.psdimporter",
        &[
            "com.unity.2d.animation",
            "com.unity.2d.common",
            "com.unity.2d.path",
            "com.unity.2d.sprite",
        ],
    ),
    ("com.unity.2d.sprite", &[]),
    ("com.unity.2d.spriteshape", &["com.unity.2d.common", "com.unity.2d.path"]),
    ("com.unity.2d.tilemap", &[]),
    ("com.unity.2d.tilemap.extras", &["com.unity.2d.tilemap", "com.unity.ugui"]),
    ("com.unity.addressables", &["com.unity.scriptablebuildpipeline", "com.unity.test-framework"]),
    ("com.unity.ads", &["com.unity.services.core", "com.unity.ugui"]),
    ("com.unity.ai.navigation", &["com.unity.test-framework"]),
    ("com.unity.analytics", &["com.unity.ugui"]),
    ("com.unity.animation.rigging", &["com.unity.test-framework"]),
    ("com.unity.assetbundlebrowser", &[]),
    ("com.unity.barracuda", &[]),
    ("com.unity.cinemachine", &["com.unity.splines", "com.unity.test-framework", "com.unity.ugui"]),
    ("com.unity.cloud.gltfast", &["com.unity.collections"]),
    ("com.unity.collab-proxy", &["com.unity.services.core"]),
    (
        "com.unity.collections",
        &["com.unity.test-framework", "com.unity.test-framework.performance"],
    ),
    ("com.unity.device-simulator", &[]),
    (
        "com.unity.feature.2d",
        &[
            "com.unity.2d.animation",
            "com.unity.2d.aseprite",
            "com.unity.2d.pixel-perfect",
            "com.unity.2d.psdimporter",
            "com.unity.2d.sprite",
            "com.unity.2d.spriteshape",
            "com.unity.2d.tilemap",
            "com.unity.2d.tilemap.extras",
            "com.unity.2d.tooling",
        ],
    ),
    (
        "com.unity.feature.characters-animation",
        &[
            "com.unity.animation.rigging",
            "com.unity.cinemachine",
            "com.unity.formats.fbx",
            "com.unity.timeline",
        ],
    ),
    (
        "com.unity.feature.cinematic",
        &[
            "com.unity.cinemachine",
            "com.unity.formats.alembic",
            "com.unity.postprocessing",
            "com.unity.recorder",
            "com.unity.sequences",
            "com.unity.timeline",
        ],
    ),
    (
        "com.unity.feature.development",
        &["com.unity.test-framework", "com.unity.testtools.codecoverage"],
    ),
    (
        "com.unity.feature.ecs",
        &[
            "com.unity.collections",
            "com.unity.entities",
            "com.unity.entities.graphics",
            "com.unity.logging",
            "com.unity.netcode",
            "com.unity.physics",
        ],
    ),
    (
        "com.unity.feature.gameplay-storytelling",
        &["com.unity.cinemachine", "com.unity.timeline", "com.unity.visualscripting"],
    ),
    (
        "com.unity.feature.mobile",
        &[
            "com.unity.adaptiveperformance",
            "com.unity.adaptiveperformance.samsung.android",
            "com.unity.mobile.android-logcat",
            "com.unity.mobile.notifications",
        ],
    ),
    (
        "com.unity.feature.worldbuilding",
        &["com.unity.polybrush", "com.unity.probuilder", "com.unity.terrain-tools"],
    ),
    ("com.unity.formats.fbx", &["com.autodesk.fbx", "com.unity.timeline"]),
    ("com.unity.inputsystem", &["com.unity.ugui"]),
    ("com.unity.jobs", &["com.unity.collections"]),
    ("com.unity.localization", &["com.unity.addressables", "com.unity.test-framework"]),
    ("com.unity.memoryprofiler", &["com.unity.collections"]),
    ("com.unity.mobile.android-logcat", &[]),
    ("com.unity.mobile.notifications", &[]),
    ("com.unity.multiplayer-hlapi", &[]),
    ("com.unity.multiplayer.center", &[]),
    ("com.unity.multiplayer.tools", &["com.unity.collections"]),
    ("com.unity.netcode.gameobjects", &["com.unity.collections", "com.unity.transport"]),
    ("com.unity.polybrush", &["com.unity.settings-manager"]),
    ("com.unity.postprocessing", &[]),
    ("com.unity.probuilder", &["com.unity.settings-manager"]),
    ("com.unity.progrids", &["com.unity.settings-manager"]),
    ("com.unity.purchasing", &["com.unity.analytics", "com.unity.services.core", "com.unity.ugui"]),
    ("com.unity.quicksearch", &[]),
    ("com.unity.recorder", &["com.unity.collections", "com.unity.timeline"]),
    (
        "com.unity.render-pipelines.core",
        &["com.unity.collections", "com.unity.rendering.light-transport", "com.unity.ugui"],
    ),
    (
        "com.unity.render-pipelines.high-definition",
        &[
            "com.unity.collections",
            "com.unity.postprocessing",
            "com.unity.render-pipelines.core",
            "com.unity.render-pipelines.high-definition-config",
            "com.unity.shadergraph",
            "com.unity.visualeffectgraph",
        ],
    ),
    ("com.unity.render-pipelines.high-definition-config", &["com.unity.render-pipelines.core"]),
    (
        "com.unity.render-pipelines.lightweight",
        &[
            "com.unity.postprocessing",
            "com.unity.render-pipelines.core",
            "com.unity.render-pipelines.universal",
            "com.unity.shadergraph",
        ],
    ),
    (
        "com.unity.render-pipelines.universal",
        &[
            "com.unity.render-pipelines.core",
            "com.unity.render-pipelines.universal-config",
            "com.unity.shadergraph",
        ],
    ),
    ("com.unity.render-pipelines.universal-config", &["com.unity.render-pipelines.core"]),
    ("com.unity.rendering.light-transport", &["com.unity.collections"]),
    ("com.unity.scriptablebuildpipeline", &["com.unity.test-framework"]),
    ("com.unity.searcher", &[]),
    ("com.unity.services.analytics", &["com.unity.services.core", "com.unity.ugui"]),
    ("com.unity.services.authentication", &["com.unity.services.core", "com.unity.ugui"]),
    ("com.unity.services.core", &[]),
    ("com.unity.settings-manager", &[]),
    ("com.unity.shadergraph", &["com.unity.render-pipelines.core", "com.unity.searcher"]),
    ("com.unity.splines", &["com.unity.settings-manager"]),
    ("com.unity.standardevents", &[]),
    ("com.unity.subsystemregistration", &[]),
    ("com.unity.terrain-tools", &["com.unity.settings-manager"]),
    ("com.unity.test-framework", &[]),
    ("com.unity.test-framework.performance", &["com.unity.test-framework"]),
    (
        "com.unity.testtools.codecoverage",
        &["com.unity.settings-manager", "com.unity.test-framework"],
    ),
    ("com.unity.textmeshpro", &["com.unity.ugui"]),
    ("com.unity.timeline", &["com.unity.ugui"]),
    ("com.unity.transport", &["com.unity.collections"]),
    ("com.unity.ugui", &[]),
    ("com.unity.vectorgraphics", &["com.unity.2d.sprite"]),
    ("com.unity.visualeffectgraph", &["com.unity.render-pipelines.core", "com.unity.shadergraph"]),
    ("com.unity.visualscripting", &["com.unity.ugui"]),
    (
        "com.unity.xr.arcore",
        &[
            "com.unity.xr.arfoundation",
            "com.unity.xr.arsubsystems",
            "com.unity.xr.core-utils",
            "com.unity.xr.management",
        ],
    ),
    (
        "com.unity.xr.arfoundation",
        &[
            "com.unity.inputsystem",
            "com.unity.ugui",
            "com.unity.xr.arsubsystems",
            "com.unity.xr.core-utils",
            "com.unity.xr.interactionsubsystems",
            "com.unity.xr.legacyinputhelpers",
            "com.unity.xr.management",
        ],
    ),
    (
        "com.unity.xr.arkit",
        &[
            "com.unity.xr.arfoundation",
            "com.unity.xr.arsubsystems",
            "com.unity.xr.core-utils",
            "com.unity.xr.management",
        ],
    ),
    ("com.unity.xr.arsubsystems", &["com.unity.subsystemregistration", "com.unity.xr.management"]),
    ("com.unity.xr.core-utils", &["com.unity.test-framework"]),
    (
        "com.unity.xr.hands",
        &["com.unity.inputsystem", "com.unity.xr.core-utils", "com.unity.xr.management"],
    ),
    (
        "com.unity.xr.interaction.toolkit",
        &[
            "com.unity.inputsystem",
            "com.unity.ugui",
            "com.unity.xr.core-utils",
            "com.unity.xr.legacyinputhelpers",
        ],
    ),
    ("com.unity.xr.interactionsubsystems", &["com.unity.subsystemregistration"]),
    ("com.unity.xr.legacyinputhelpers", &[]),
    (
        "com.unity.xr.management",
        &[
            "com.unity.subsystemregistration",
            "com.unity.xr.core-utils",
            "com.unity.xr.legacyinputhelpers",
        ],
    ),
    ("com.unity.xr.oculus", &["com.unity.xr.management"]),
    ("com.unity.xr.oculus.android", &[]),
    ("com.unity.xr.oculus.standalone", &[]),
    ("com.unity.xr.openvr.standalone", &[]),
    (
        "com.unity.xr.openxr",
        &[
            "com.unity.inputsystem",
            "com.unity.xr.core-utils",
            "com.unity.xr.legacyinputhelpers",
            "com.unity.xr.management",
        ],
    ),
    ("com.unity.xr.windowsmr", &["com.unity.xr.legacyinputhelpers", "com.unity.xr.management"]),
    ("com.unity.xr.windowsmr.metro", &["com.unity.xr.legacyinputhelpers"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_sorted_by_name() {
        assert!(DEPENDENCIES.is_sorted_by_key(|(name, _)| name));
        for (name, dependencies) in DEPENDENCIES {
            assert!(dependencies.is_sorted(), "{name}");
        }
    }

    #[test]
    fn a_package_without_assets_needs_no_row() {
        assert_eq!(dependencies("com.unity.modules.ai"), Some(&[][..]));
        assert_eq!(dependencies("com.unity.feature.2d").map(<[_]>::len), Some(9));
        assert_eq!(dependencies("com.x"), None);
    }
}
