//! Each kind of finding in each kind of file; and what must not be reported as one.

use scenewright_model::FindingKind;

use super::{asset, file, meta, missing, object, object_with, part};

const GONE: &str = "44444444444444444444444444444444";
const TARGET: &str = "55555555555555555555555555555555";
const NESTED: &str = "66666666666666666666666666666666";

/// One line per finding: `kind file property`.
fn kinds(project: &str) -> Vec<String> {
    let found = missing(project).value;
    let script = FindingKind::MissingScript;
    let scripts = found.missing_scripts.iter().map(|finding| format!("{script} {}", finding.file));
    let broken = found
        .broken_references
        .iter()
        .map(|finding| format!("{} {} {}", finding.kind, finding.file, finding.property));
    scripts.chain(broken).collect()
}

fn check(project: &str, expected: &[&str]) {
    assert_eq!(kinds(project), expected, "{project}");
}

/// A file of each type with one pointer of the field `m_Planted`.
fn planted(pointer: &str) -> Vec<(&'static str, String)> {
    let field = format!("m_Planted: {pointer}");
    let object = |path| {
        let documents =
            [object_with(10, "A", 0, &[], &[12]), part("23 MeshRenderer", 12, 10, &field)];
        (path, file(path, &documents))
    };
    let plain = |path, class: &str, id: i64| {
        let (number, name) = class.split_once(' ').unwrap();
        let document = format!("--- !u!{number} &{id}\n{name}:\n  m_Name: x\n  {field}\n");
        (path, file(path, &[document]))
    };
    vec![
        object("Assets/a.unity"),
        object("Assets/a.prefab"),
        plain("Assets/a.asset", "114 MonoBehaviour", 11_400_000),
        plain("Assets/a.mat", "21 Material", 2_100_000),
        plain("Assets/a.controller", "91 AnimatorController", 9_100_000),
    ]
    .into_iter()
    .map(|(path, text)| (path, with_script(path, text)))
    .collect()
}

/// A ScriptableObject needs a script.
fn with_script(path: &str, text: String) -> String {
    let script = format!("  m_Script: {{fileID: 11500000, guid: {TARGET}, type: 3}}\n");
    if path.ends_with(".asset") { text + &script } else { text }
}

fn check_planted(pointer: &str, rest: &str, kind: &str) {
    for (path, text) in planted(pointer) {
        let rest = if rest.contains(TARGET) {
            rest.to_owned()
        } else {
            asset("Assets/T.cs", TARGET) + rest
        };
        let expected = format!("{kind} {path} m_Planted");
        let expected = if kind.is_empty() { vec![] } else { vec![expected.as_str()] };
        check(&(text + &rest), &expected);
    }
}

#[test]
fn a_guid_without_an_asset_is_a_broken_reference() {
    let pointer = format!("{{fileID: 2800000, guid: {GONE}, type: 3}}");
    check_planted(&pointer, "", "broken-reference");
}

#[test]
fn an_asset_with_only_a_meta_file_is_a_broken_reference() {
    let pointer = format!("{{fileID: 2800000, guid: {GONE}, type: 3}}");
    check_planted(&pointer, &meta("Assets/Wood.png", GONE), "broken-reference");
    check_planted(&pointer, &asset("Assets/Wood.png", GONE), "");
}

#[test]
fn an_object_that_is_not_in_the_same_file_is_dangling() {
    check_planted("{fileID: 99}", "", "dangling-file-id");
}

#[test]
fn an_object_that_is_not_in_the_other_file_is_missing() {
    let wood = file("Assets/Wood.mat", &["--- !u!21 &2100000\nMaterial:\n  m_Name: Wood\n".into()])
        + &meta("Assets/Wood.mat", NESTED);
    let pointer = |id: i64| format!("{{fileID: {id}, guid: {NESTED}, type: 2}}");
    check_planted(&pointer(2_100_001), &wood, "missing-object");
    for there in [2_100_000, 0, 100_100_000] {
        check_planted(&pointer(there), &wood, "");
    }
}

#[test]
fn package_and_built_in_assets_are_never_missing() {
    for guid in ["fe87c0e1cc204ed48ad3b37840f39efc", "0000000000000000f000000000000000"] {
        check_planted(&format!("{{fileID: 1, guid: {guid}, type: 3}}"), "", "");
    }
}

fn instance(id: i64, source: &str) -> String {
    format!(
        "--- !u!1001 &{id}\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {{fileID: 0}}\n    m_Modifications:\n    - target: {{fileID: 77, guid: {source}, type: 3}}\n      propertyPath: m_Gone\n      value: 1\n      objectReference: {{fileID: 0}}\n  m_SourcePrefab: {{fileID: 100100000, guid: {source}, type: 3}}\n"
    )
}

#[test]
fn an_instance_without_its_source_is_a_missing_prefab() {
    for path in ["Assets/a.unity", "Assets/a.prefab"] {
        let project = file(path, &[instance(7, GONE)]);
        let expected = format!("missing-prefab {path} m_SourcePrefab");
        check(&project, &[&expected]);
        check(&(project + &meta("Assets/Boat.prefab", GONE)), &[&expected]);
    }
}

#[test]
fn stale_overrides_are_harmless() {
    let boat = file("Assets/Boat.prefab", &[object(10, "Boat", 0, &[])])
        + &meta("Assets/Boat.prefab", NESTED);
    check(&(file("Assets/a.unity", &[instance(7, NESTED)]) + &boat), &[]);
}

#[test]
fn an_old_prefabs_description_of_itself_is_not_an_instance() {
    let own = instance(100_100_000, GONE) + "  m_IsPrefabParent: 1\n";
    check(&file("Assets/a.prefab", &[object(10, "A", 0, &[]), own]), &[]);
}

#[test]
fn references_of_stale_overrides_are_ignored() {
    let boat = file("Assets/Boat.prefab", &[object(10, "Boat", 0, &[])])
        + &meta("Assets/Boat.prefab", NESTED);
    let over = |target: i64| {
        instance(7, NESTED).replace("fileID: 77,", &format!("fileID: {target},")).replace(
            "objectReference: {fileID: 0}",
            &format!("objectReference: {{fileID: 1, guid: {GONE}, type: 3}}"),
        )
    };
    let project = |target| file("Assets/a.unity", &[over(target)]) + &boat;
    check(&project(77), &[]);
    let property = "m_Modification.m_Modifications[0].objectReference";
    check(&project(11), &[&format!("broken-reference Assets/a.unity {property}")]);
}

#[test]
fn the_id_of_an_object_in_a_nested_prefab_combines_both_ids() {
    let boat = file("Assets/Boat.prefab", &[object(10, "Boat", 0, &[])])
        + &meta("Assets/Boat.prefab", NESTED);
    let fleet = file("Assets/Fleet.prefab", &[instance(7_000, NESTED)])
        + &meta("Assets/Fleet.prefab", TARGET);
    let user = |id: i64| {
        let field = format!("m_Boat: {{fileID: {id}, guid: {TARGET}, type: 3}}");
        file("Assets/a.unity", &[object_with(10, "A", 0, &[], &[12]), part("23 X", 12, 10, &field)])
    };
    check(&(user(10 ^ 7_000) + &boat + &fleet), &[]);
    check(&(user(12 ^ 7_000) + &boat + &fleet), &["missing-object Assets/a.unity m_Boat"]);
    let model = asset("Assets/Boat.fbx", NESTED);
    check(&(user(12 ^ 7_000) + &model + &fleet), &[]);
}

#[test]
fn two_assets_with_the_same_guid_are_duplicates() {
    let both = asset("Assets/a.png", GONE) + &asset("Assets/b.png", GONE);
    check(&both, &["duplicate-guid Assets/b.png.meta guid"]);
    let moved = meta("Assets/a.png", GONE) + &asset("Assets/b.png", GONE);
    check(&moved, &[]);
    let pointer = format!("{{fileID: 2800000, guid: {GONE}, type: 3}}");
    check_planted(&pointer, &moved, "");
}

#[test]
fn a_deleted_script_is_missing_in_every_file() {
    let behaviour = format!("m_Script: {{fileID: 11500000, guid: {GONE}, type: 3}}");
    let on_object =
        [object_with(10, "A", 0, &[], &[12]), part("114 MonoBehaviour", 12, 10, &behaviour)];
    let alone = [format!("--- !u!114 &11400000\nMonoBehaviour:\n  {behaviour}\n")];
    for (path, documents) in [
        ("Assets/a.unity", &on_object[..]),
        ("Assets/a.prefab", &on_object),
        ("Assets/a.asset", &alone),
        ("Assets/a.controller", &alone),
    ] {
        let expected = format!("missing-script {path}");
        check(&file(path, documents), &[&expected]);
        check(&(file(path, documents) + &meta("Assets/Gone.cs", GONE)), &[&expected]);
        check(&(file(path, documents) + &asset("Assets/There.cs", GONE)), &[]);
    }
}
