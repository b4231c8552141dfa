//! What is reported as missing, and what is not.

use scenewright_engine::{Context, Engine, Reading};
use scenewright_model::{Findings, UnreadKind};
use scenewright_testkit::Fixture;

use super::{UnityFormat, file, meta, missing, missing_in, object_with, part};
use scenewright_project_files::FileEngine;
use scenewright_project_files::root::{ProjectRoot, ReadLimits};

const GONE: &str = "44444444444444444444444444444444";

/// One line per finding: `file|object|component|property|target` for a broken reference,
/// `file|object|index` for a script.
fn lines(found: &Reading<Findings>) -> Vec<String> {
    let scripts =
        found.value.missing_scripts.iter().map(|script| {
            format!("{}|{}|{}", script.file, script.object_path, script.component_index)
        });
    let broken = found.value.broken_references.iter().map(|broken| {
        format!(
            "{}|{}|{}|{}|{}",
            broken.file, broken.object_path, broken.component, broken.property, broken.target
        )
    });
    scripts.chain(broken).collect()
}

fn check(path: &str, documents: &[String], expected: &[&str]) {
    let found = missing(&file(path, documents));
    assert_eq!(lines(&found), expected);
    assert_eq!(found.diagnostics, [""; 0]);
}

fn behaviour(script: &str) -> Vec<String> {
    let fields = format!("m_Script: {script}");
    vec![object_with(10, "A", 0, &[], &[12]), part("114 MonoBehaviour", 12, 10, &fields)]
}

#[test]
fn missing_scripts_are_found_with_their_place() {
    let guid = format!("{{fileID: 11500000, guid: {GONE}, type: 3}}");
    for script in ["{fileID: 0}", guid.as_str()] {
        check("Assets/a.unity", &behaviour(script), &["Assets/a.unity|A|1"]);
    }
}

#[test]
fn broken_references_are_found_with_their_property() {
    let fields = format!(
        "m_Materials:\n  - {{fileID: 0}}\n  - {{fileID: 2100000, guid: {GONE}, type: 2}}\n  m_Probe: {{fileID: 99}}"
    );
    check(
        "Assets/a.prefab",
        &[object_with(10, "A", 0, &[], &[12]), part("23 MeshRenderer", 12, 10, &fields)],
        &[
            &format!("Assets/a.prefab|A|MeshRenderer|m_Materials[1]|guid {GONE}"),
            "Assets/a.prefab|A|MeshRenderer|m_Probe|fileID 99",
        ],
    );
}

#[test]
fn assets_without_objects_are_checked_too() {
    let material = format!(
        "--- !u!21 &2100000\nMaterial:\n  m_Saved:\n    m_TexEnvs:\n    - _MainTex:\n        m_Texture: {{fileID: 2800000, guid: {GONE}, type: 3}}\n"
    );
    check(
        "Assets/a.mat",
        &[material],
        &[&format!("Assets/a.mat||Material|m_Saved.m_TexEnvs[0]._MainTex.m_Texture|guid {GONE}")],
    );
}

#[test]
fn a_missing_source_is_reported_once() {
    let instance = format!(
        "--- !u!1001 &7\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {{fileID: 0}}\n    m_Modifications:\n    - target: {{fileID: 1, guid: {GONE}, type: 3}}\n      propertyPath: m_Name\n      value: Boat\n      objectReference: {{fileID: 0}}\n    m_RemovedComponents:\n    - {{fileID: 2, guid: {GONE}, type: 3}}\n  m_SourcePrefab: {{fileID: 100100000, guid: {GONE}, type: 3}}\n--- !u!4 &8 stripped\nTransform:\n  m_CorrespondingSourceObject: {{fileID: 1, guid: {GONE}, type: 3}}\n  m_PrefabInstance: {{fileID: 7}}\n"
    );
    check(
        "Assets/a.unity",
        &[instance],
        &[&format!("Assets/a.unity|Boat|PrefabInstance|m_SourcePrefab|guid {GONE}")],
    );
}

#[test]
fn text_that_looks_like_a_reference_is_not_one() {
    let fields = format!("m_Text: 'see {{fileID: 1, guid: {GONE}, type: 3}}'");
    check(
        "Assets/a.unity",
        &[object_with(10, "A", 0, &[], &[12]), part("102 TextMesh", 12, 10, &fields)],
        &[],
    );
}

#[test]
fn built_in_resources_are_never_missing() {
    let fields = "m_Mesh: {fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}";
    check(
        "Assets/a.unity",
        &[object_with(10, "A", 0, &[], &[12]), part("33 MeshFilter", 12, 10, fields)],
        &[],
    );
}

#[test]
fn a_file_that_cannot_be_read_is_skipped_and_reported() {
    let project = file("Assets/b.unity", &behaviour("{fileID: 0}"))
        + "//- /Assets/a.asset\n{}\n"
        + &meta("Assets/b.unity", GONE);
    let found = missing(&project);
    assert_eq!(lines(&found), ["Assets/b.unity|A|1"]);
    let unread: Vec<String> = found.coverage.unread.iter().map(ToString::to_string).collect();
    assert_eq!(
        unread,
        ["'Assets/a.asset', line 1: it does not start with '%YAML', as Unity's text files do"]
    );
    assert_eq!((found.coverage.read, found.coverage.total()), (1, 2));
}

#[test]
fn a_file_or_line_over_the_limit_is_named_and_not_read() {
    let project = file("Assets/b.unity", &behaviour("{fileID: 0}"))
        + &file("Assets/long.asset", &[format!("--- !u!28 &1\nA:\n  b: {}\n", "0a".repeat(600))])
        + &file("Assets/large.asset", &["--- !u!28 &1\nA:\n  b: 1\n".repeat(200)]);
    let fixture = Fixture::new(&project);
    let limits = ReadLimits { file_bytes: 2_000, line_bytes: 1_000 };
    let root = ProjectRoot::new(fixture.root()).with_limits(limits);
    let engine = FileEngine::new(UnityFormat::new(root), None);
    let found = missing_in(&engine);
    assert_eq!(lines(&found), ["Assets/b.unity|A|1"]);
    let kinds: Vec<(&str, UnreadKind)> = found
        .coverage
        .unread
        .iter()
        .map(|unread| (unread.path.as_str(), unread.reason.kind()))
        .collect();
    let expected = [
        ("Assets/large.asset", UnreadKind::TooLarge),
        ("Assets/long.asset", UnreadKind::LineTooLong),
    ];
    assert_eq!(kinds, expected);
    fixture.write("Assets/c.unity", format!("%YAML 1.1\n--- !u!1 &1\nA: {}\n", "x".repeat(1_100)));
    let refused = engine.scene("Assets/c.unity", &Context::unbounded()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "'Assets/c.unity', line 3: the line is longer than the limit of 1000 bytes"
    );
}
