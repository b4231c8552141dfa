//! The four verdicts about a guid that no file has, each with its reason.

mod versions;

use std::process::Command;

use scenewright_model::{Findings, MissingTarget};
use scenewright_testkit::Fixture;

use super::{engine, file, missing, missing_in, object_with, part, scripts};

const GONE: &str = "44444444444444444444444444444444";
const IMAGE: &str = "fe87c0e1cc204ed48ad3b37840f39efc";
const TEXT_MESH: &str = "f4688fdb7df04437aeb418b961361dc5";
/// In the Universal Render Pipeline and, under another name, in the Lightweight one.
const CAMERA_DATA: &str = "a79441f348de89743a2939f4d699eac1";
const STANDARD_JOYSTICK: &str = "00c3c865782347f41b6358d9fba14b48";
const NETWORKING: &str = "870353891bb340e2b2a9c8707e7419ba";

fn script(guid: &str) -> String {
    script_with(guid, "11500000", "")
}

fn script_with(guid: &str, file_id: &str, fields: &str) -> String {
    let fields = format!("m_Script: {{fileID: {file_id}, guid: {guid}, type: 3}}{fields}");
    let documents =
        [object_with(10, "A", 0, &[], &[12]), part("114 MonoBehaviour", 12, 10, &fields)];
    file("Assets/a.unity", &documents)
}

fn manifest(dependencies: &[(&str, &str)]) -> String {
    let rows: Vec<String> =
        dependencies.iter().map(|(name, version)| format!("\"{name}\": \"{version}\"")).collect();
    format!("//- /Packages/manifest.json\n{{\"dependencies\": {{{}}}}}\n", rows.join(", "))
}

fn lock(dependencies: &[(&str, &str)]) -> String {
    let row = |(name, version): &(&str, &str)| {
        format!("\"{name}\": {{\"version\": \"{version}\", \"depth\": 0}}")
    };
    let rows: Vec<String> = dependencies.iter().map(row).collect();
    let list = rows.join(", ");
    format!("//- /Packages/packages-lock.json\n{{\"dependencies\": {{{list}}}}}\n")
}

/// `missing: REASON`, `unknown: REASON`, `PACKAGE (COUNT)` or nothing.
fn verdicts(findings: &Findings) -> Vec<String> {
    let scripts = findings.missing_scripts.iter().map(|found| format!("missing: {}", found.reason));
    let broken =
        findings.broken_references.iter().map(|found| format!("missing: {}", found.reason));
    let unknown = findings.unknown_references.iter();
    let unknown = unknown.map(|found| format!("unknown: {}", found.reason));
    let packaged = findings.packaged_references.iter();
    let packaged = packaged.map(|found| format!("{} ({})", found.package, found.assets));
    scripts.chain(broken).chain(unknown).chain(packaged).collect()
}

fn check(project: &str, expected: &[&str]) {
    assert_eq!(verdicts(&missing(project).value), expected, "{project}");
}

#[test]
fn a_script_of_a_dependency_that_is_not_on_disk_is_fine() {
    check(&(script(IMAGE) + &manifest(&[("com.unity.ugui", "1.0.0")])), &["com.unity.ugui (1)"]);
    // Text moved to another package.
    for (package, version) in [("com.unity.textmeshpro", "3.0.6"), ("com.unity.ugui", "2.0.0")] {
        let expected = format!("{package} (1)");
        check(&(script(TEXT_MESH) + &manifest(&[(package, version)])), &[&expected]);
        check(&(script(TEXT_MESH) + &lock(&[(package, version)])), &[&expected]);
    }
    let before = script(TEXT_MESH) + &lock(&[("com.unity.ugui", "1.0.0")]);
    check(
        &before,
        &[
            "missing: TextMeshProUGUI belongs to com.unity.textmeshpro, which this project does not depend on",
        ],
    );
    // A dependency of a dependency.
    let pipeline = manifest(&[("com.unity.render-pipelines.universal", "7.3.1")]);
    check(&(script(IMAGE) + &pipeline), &["com.unity.ugui (1)"]);
}

#[test]
fn a_script_is_named_as_in_the_package_that_the_project_uses() {
    for (package, version, class) in [
        ("com.unity.render-pipelines.universal", "7.3.1", "UniversalAdditionalCameraData"),
        ("com.unity.render-pipelines.universal", "17.0.4", "UniversalAdditionalCameraData"),
        ("com.unity.render-pipelines.lightweight", "5.7.2", "LWRPAdditionalCameraData"),
    ] {
        let project = script(CAMERA_DATA) + &lock(&[(package, version)]);
        assert_eq!(scripts(&project, "Assets/a.unity")[0].0, class);
    }
}

#[test]
fn a_script_of_a_package_that_is_no_dependency_is_missing() {
    let reason = "missing: UniversalAdditionalCameraData belongs to com.unity.render-pipelines.universal, which this project does not depend on";
    check(&script(CAMERA_DATA), &[reason]);
    check(&(script(CAMERA_DATA) + &manifest(&[("com.unity.ugui", "1.0.0")])), &[reason]);
    check(&(script(CAMERA_DATA) + &lock(&[("com.unity.ugui", "1.0.0")])), &[reason]);
    // What the lock file lists is everything, even if a package in it is not known.
    check(&(script(CAMERA_DATA) + &lock(&[("com.x", "1.0.0")])), &[reason]);
    let old = "//- /ProjectSettings/ProjectVersion.txt\nm_EditorVersion: 2017.4.1f1\n";
    check(
        &(script(IMAGE) + old),
        &["missing: Image belongs to com.unity.ugui, which this project does not depend on"],
    );
}

#[test]
fn an_editor_adds_packages_to_a_project_that_lists_none() {
    let newer = "//- /ProjectSettings/ProjectVersion.txt\nm_EditorVersion: 2021.3.1f1\n";
    check(&(script(IMAGE) + newer), &["com.unity.ugui (1)"]);
}

#[test]
fn a_package_may_come_with_one_that_is_not_known() {
    let project = script(CAMERA_DATA) + &manifest(&[("com.x", "1.0.0")]);
    check(
        &project,
        &[
            "unknown: it belongs to com.unity.render-pipelines.universal, which is not listed but may come with one of: com.x",
        ],
    );
    // Unless its files say what it depends on.
    let on_disk = "//- /Packages/com.x/package.json\n{\"name\": \"com.x\", \"dependencies\": {\"com.unity.render-pipelines.universal\": \"7.3.1\"}}\n";
    check(&(project.clone() + on_disk), &["com.unity.render-pipelines.universal (1)"]);
    let alone = "//- /Packages/com.x/package.json\n{\"name\": \"com.x\"}\n";
    check(
        &(project + alone),
        &[
            "missing: UniversalAdditionalCameraData belongs to com.unity.render-pipelines.universal, which this project does not depend on",
        ],
    );
}

#[test]
fn a_version_that_does_not_have_it_is_named() {
    let project =
        script(CAMERA_DATA) + &lock(&[("com.unity.render-pipelines.lightweight", "10.10.1")]);
    check(
        &project,
        &[
            "missing: it belongs to com.unity.render-pipelines.lightweight 5.1.0 to 6.9.2, and 10.10.1 does not have it",
        ],
    );
}

/// Probe volumes moved from one render pipeline to the core of all.
#[test]
fn a_newer_relative_may_have_taken_over_the_asset() {
    const PROBE_VOLUMES: &str = "6bd486065ce11414fa40e631affc4900";
    let with =
        |version| script(PROBE_VOLUMES) + &lock(&[("com.unity.render-pipelines.core", version)]);
    check(
        &with("17.0.4"),
        &[
            "unknown: it belongs to com.unity.render-pipelines.high-definition, which is not listed but may come with one of: com.unity.render-pipelines.core",
        ],
    );
    check(
        &with("7.3.1"),
        &[
            "missing: ProbeVolumesOptions belongs to com.unity.render-pipelines.high-definition, which this project does not depend on",
        ],
    );
}

#[test]
fn resources_of_a_package_have_to_be_imported() {
    const FONT: &str = "8f586378b4e144a9851e7b34d9b748ee";
    let fields = format!("m_fontAsset: {{fileID: 11400000, guid: {FONT}, type: 2}}");
    let text = [object_with(10, "A", 0, &[], &[12]), part("23 MeshRenderer", 12, 10, &fields)];
    let project = file("Assets/a.unity", &text);
    let missing = |package| {
        format!("missing: it belongs to samples or resources of {package} that were not imported")
    };
    for (package, version) in [("com.unity.textmeshpro", "3.0.6"), ("com.unity.ugui", "2.0.0")] {
        check(&(project.clone() + &lock(&[(package, version)])), &[&missing(package)]);
    }
    let old = project + &lock(&[("com.unity.textmeshpro", "1.0.21")]);
    check(&old, &["com.unity.textmeshpro (1)"]);
}

/// What is on disk is exact, whatever the table says.
#[test]
fn a_package_on_disk_has_only_what_its_files_have() {
    let on_disk = "//- /Library/PackageCache/com.unity.ugui@1.0.0/package.json\n{\"name\": \"com.unity.ugui\"}\n";
    check(
        &(script(IMAGE) + &lock(&[("com.unity.ugui", "1.0.0")]) + on_disk),
        &["missing: it belonged to com.unity.ugui, and 1.0.0 does not have it"],
    );
}

#[test]
fn a_guid_that_no_package_of_the_table_has_is_missing_or_unknown() {
    for (dependency, expected) in [
        (("com.unity.ugui", "1.0.0"), "missing: no asset has this guid"),
        (("com.unity.ugui", "2.0.0"), "missing: no asset has this guid"),
        (("com.unity.ide.rider", "3.0.0"), "missing: no asset has this guid"),
        (("com.unity.render-pipelines.core", "7.3.1"), "missing: no asset has this guid"),
        (("com.x", "1.0.0"), "unknown: it may belong to a package that is not on disk: com.x"),
        (
            ("com.unity.render-pipelines.universal", "17.0.4"),
            "unknown: it may belong to a package that is not on disk: com.unity.render-pipelines.universal 17.0.4 (known up to 13.0.0)",
        ),
    ] {
        check(&(script(GONE) + &lock(&[dependency])), &[expected]);
    }
}

/// Sentis has no sounds, so that a newer version of it does not explain a missing one.
#[test]
fn a_package_explains_only_the_kinds_of_assets_that_it_has() {
    let sound = |package| {
        let fields = format!("m_audioClip: {{fileID: 8300000, guid: {GONE}, type: 3}}");
        let documents =
            [object_with(10, "A", 0, &[], &[12]), part("82 AudioSource", 12, 10, &fields)];
        file("Assets/a.unity", &documents) + &lock(&[package])
    };
    check(&sound(("com.unity.timeline", "99.0.0")), &["missing: no asset has this guid"]);
    check(
        &sound(("com.unity.xr.interaction.toolkit", "99.0.0")),
        &["missing: no asset has this guid"],
    );
    check(
        &sound(("com.meta.xr.sdk.interaction", "999.0.0")),
        &[
            "unknown: it may belong to a package that is not on disk: com.meta.xr.sdk.interaction 999.0.0 (known up to 85.0.0)",
        ],
    );
}

#[test]
fn a_guid_is_unknown_once_with_all_its_places() {
    let project =
        script(GONE) + &script(GONE).replace("a.unity", "b.unity") + &lock(&[("com.x", "1.0.0")]);
    let found = missing(&project).value;
    let [unknown] = &found.unknown_references[..] else { panic!("{found:?}") };
    assert_eq!(unknown.target, MissingTarget::Guid(GONE.to_owned()));
    let places: Vec<String> = unknown
        .places
        .iter()
        .map(|place| format!("{}|{}|{}", place.file, place.object_path, place.property))
        .collect();
    assert_eq!(places, ["Assets/a.unity|A|m_Script", "Assets/b.unity|A|m_Script"]);
}

#[test]
fn the_class_in_a_document_decides_if_its_assembly_is_on_disk() {
    let unknown = "unknown: it may belong to a package that is not on disk: com.x";
    let definition = "//- /Assets/Sea.asmdef\n{\"name\": \"Sea.Runtime\"}\n";
    for (identifier, expected) in [
        ("", unknown),
        ("Other::Sea.Ferry", unknown),
        (
            "Sea.Runtime::Sea.Ferry",
            "missing: no file of the project's assembly Sea.Runtime has the class Sea.Ferry",
        ),
        (
            "Assembly-CSharp::Ferry",
            "missing: no file of the project's assembly Assembly-CSharp has the class Ferry",
        ),
    ] {
        let fields = format!("\n  m_EditorClassIdentifier: {identifier}");
        let project = script_with(GONE, "11500000", &fields);
        check(&(project + definition + &lock(&[("com.x", "1.0.0")])), &[expected]);
    }
}

#[test]
fn data_of_a_scene_is_in_no_package() {
    let settings = format!(
        "--- !u!157 &3\nLightmapSettings:\n  m_LightingDataAsset: {{fileID: 112000000, guid: {GONE}, type: 2}}\n"
    );
    let project = file("Assets/a.unity", &[settings]) + &lock(&[("com.x", "1.0.0")]);
    check(&project, &["missing: no asset has this guid, and such data is never in a package"]);
}

#[test]
fn scripts_in_dlls_of_the_editor_are_never_missing() {
    let project = script_with(NETWORKING, "372142912", "");
    check(&project, &[]);
    let id = crate::dll::file_id_of("UnityEngine.Networking", "NetworkManager");
    let project = script_with(NETWORKING, &id.to_string(), "");
    check(&project, &[]);
    let scene = super::scene(&project, "Assets/a.unity").0;
    assert_eq!(scene, "A [Transform, NetworkManager]\n");
}

#[test]
fn standard_assets_are_named() {
    check(
        &script(STANDARD_JOYSTICK),
        &[
            "missing: 'Standard Assets/CrossPlatformInput/Scripts/Joystick.cs' of Unity's Standard Assets is not in the project",
        ],
    );
}

#[test]
fn a_manifest_that_cannot_be_read_may_list_anything() {
    let manifest = "//- /Packages/manifest.json\n{\n<<<<<<< HEAD\n";
    check(
        &(script(GONE) + manifest),
        &[
            "unknown: it may belong to a package that is not on disk: any in Packages/manifest.json, which is not JSON",
        ],
    );
}

#[test]
fn a_submodule_that_is_not_checked_out_may_have_the_guid() {
    let modules = "//- /.gitmodules\n[submodule \"Water\"]\n\tpath = Assets/Water\n\turl = https://example.org/water.git\n[submodule \"docs\"]\n\tpath = docs\n";
    let fixture = Fixture::new(&(script(GONE) + modules));
    let found = missing_in(&engine(&fixture));
    let expected = "unknown: it may be in a submodule that is not checked out: Assets/Water";
    assert_eq!(verdicts(&found.value), [expected]);
    let unread: Vec<String> = found.coverage.unread.iter().map(ToString::to_string).collect();
    assert_eq!(unread, ["'Assets/Water': it is a Git submodule that is not checked out"]);
    fixture.write("Assets/Water/readme.txt", "here");
    let found = missing_in(&engine(&fixture));
    assert_eq!(verdicts(&found.value), ["missing: no asset has this guid"]);
    assert!(found.coverage.unread.is_empty());
}

/// Runs Git in the project's folder. `None`: there is no Git here.
fn git(fixture: &Fixture, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(fixture.root());
    for setting in ["user.name=a", "user.email=a@example.org", "commit.gpgsign=false"] {
        command.args(["-c", setting]);
    }
    let output = command.args(arguments).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn commit(fixture: &Fixture) -> Option<String> {
    git(fixture, &["add", "--all"])?;
    git(fixture, &["commit", "--quiet", "--message", "x"])?;
    git(fixture, &["rev-parse", "HEAD"])
}

#[test]
fn the_git_history_tells_which_assets_were_deleted() {
    let meta = super::meta("Assets/Old Boat.cs", GONE) + "//- /Assets/Old Boat.cs\nx\n";
    let fixture = Fixture::new(&(script(GONE) + &meta + &lock(&[("com.x", "1.0.0")])));
    if git(&fixture, &["init", "--quiet"]).is_none() {
        return;
    }
    commit(&fixture).unwrap();
    for name in ["Old Boat.cs", "Old Boat.cs.meta"] {
        std::fs::remove_file(fixture.root().join("Assets").join(name)).unwrap();
    }
    let deletion = commit(&fixture).unwrap();
    let found = missing_in(&engine(&fixture));
    let expected =
        format!("missing: 'Assets/Old Boat.cs' was deleted in commit {}", &deletion[..10]);
    assert_eq!(verdicts(&found.value), [expected]);
}

/// It may have become part of the package.
#[test]
fn an_asset_that_left_when_packages_changed_stays_unknown() {
    let meta = super::meta("Assets/Boat.cs", GONE) + "//- /Assets/Boat.cs\nx\n";
    let fixture = Fixture::new(&(script(GONE) + &meta + &manifest(&[])));
    if git(&fixture, &["init", "--quiet"]).is_none() {
        return;
    }
    commit(&fixture).unwrap();
    for name in ["Boat.cs", "Boat.cs.meta"] {
        std::fs::remove_file(fixture.root().join("Assets").join(name)).unwrap();
    }
    fixture.write("Packages/manifest.json", "{\"dependencies\": {\"com.x\": \"1.0.0\"}}");
    commit(&fixture).unwrap();
    let found = missing_in(&engine(&fixture));
    let expected = "unknown: it may belong to a package that is not on disk: com.x";
    assert_eq!(verdicts(&found.value), [expected]);
}
