//! Verdicts that hang on the version of a package or on the class of the editor that a document names.

use super::super::{file, object_with, part, scripts};
use super::{check, lock, manifest, script};

/// Authoring scripts left the package for its samples in 1.0; the table has their last place.
#[test]
fn a_script_that_became_a_sample_may_be_in_an_older_version() {
    const PHYSICS_SHAPE: &str = "b275e5f92732148048d7b77e264ac30e";
    let with = |version| script(PHYSICS_SHAPE) + &lock(&[("com.unity.physics", version)]);
    let unknown = |version| {
        format!(
            "unknown: it belongs to com.unity.physics, and {version} may have it only in a sample"
        )
    };
    let address = "https://example.org/physics.git";
    for version in ["0.2.5-preview.1", "0.51.1-preview.21", "1.0.0-exp.8", address] {
        check(&with(version), &[&unknown(version)]);
    }
    let sample =
        "missing: it belongs to samples or resources of com.unity.physics that were not imported";
    check(&with("1.2.4"), &[sample]);
    let on_disk = "//- /Library/PackageCache/com.unity.physics@0.2.5-preview.1/package.json\n{\"name\": \"com.unity.physics\"}\n";
    check(&(with("0.2.5-preview.1") + on_disk), &[sample]);
}

/// Somebody changed the manifest, and the lock file is from before.
#[test]
fn an_address_in_the_manifest_outweighs_a_version_in_the_lock_file() {
    const RANDOM_TILE: &str = "535f8e525ff367c4ba67961e201a05ed";
    const TILES: &str = "com.unity.2d.tilemap.extras";
    let locked = script(RANDOM_TILE) + &lock(&[(TILES, "6.0.1")]);
    let other_version =
        format!("missing: it belongs to {TILES} 1.5.0-preview, and 6.0.1 does not have it");
    check(&locked, &[&other_version]);
    check(&(locked.clone() + &manifest(&[(TILES, "4.0.0")])), &[&other_version]);
    let address = "https://example.org/tiles.git#package_6000.3";
    check(&(locked + &manifest(&[(TILES, address)])), &[&format!("{TILES} (1)")]);
}

#[test]
fn a_class_of_the_editor_needs_no_script() {
    let with = |identifier: &str| {
        let fields = format!("m_Script: {{fileID: 0}}\n  m_EditorClassIdentifier: {identifier}");
        let text =
            [object_with(10, "A", 0, &[], &[12]), part("114 MonoBehaviour", 12, 10, &fields)];
        file("Assets/a.unity", &text)
    };
    let settings = with("UnityEditor.ProjectAuditorModule:Unity.ProjectAuditor.Editor:Settings");
    check(&settings, &[]);
    assert_eq!(scripts(&settings, "Assets/a.unity"), []);
    check(&with(""), &["missing: its script is null"]);
    check(&with("Assembly-CSharp::Ferry"), &["missing: its script is null"]);
}
