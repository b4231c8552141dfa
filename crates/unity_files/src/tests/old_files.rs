//! Files of Unity before 2018.3: instances whose objects have full documents, handles that are not
//! marked as such, and classes under other names.

use super::{file, meta, object_with, part, scene};

const PATH: &str = "Assets/a.unity";
const CRATE: &str = "11111111111111111111111111111111";

/// Crate (100, 101, collider 102) with a Lid (200, 201).
fn crate_prefab() -> String {
    let documents = [
        object_with(100, "Crate", 0, &[201], &[102]),
        part("65 BoxCollider", 102, 100, "m_Enabled: 1"),
        object_with(200, "Lid", 101, &[], &[]),
        "--- !u!1001 &100100000\nPrefab:\n  m_ObjectHideFlags: 1\n  m_Modification:\n    m_Modifications:\n    - target: {fileID: 0}\n      propertyPath: m_Name\n      value: x\n      objectReference: {fileID: 0}\n  m_RootGameObject: {fileID: 100}\n  m_IsPrefabParent: 1\n".to_owned(),
    ];
    file("Assets/Crate.prefab", &documents) + &meta("Assets/Crate.prefab", CRATE)
}

/// Instance 7 of the crate; `rest` is the end of its document.
fn instance(rest: &str) -> String {
    format!(
        "--- !u!1001 &7\nPrefab:\n  m_ObjectHideFlags: 0\n  m_Modification:\n    m_TransformParent: {{fileID: 0}}\n    m_Modifications: []\n    m_RemovedComponents: []\n  m_ParentPrefab: {{fileID: 100100000, guid: {CRATE}, type: 2}}\n{rest}"
    )
}

/// Gives the documents in a text the source and instance that their ids are listed with.
fn linked(text: &str, sources: &[(i64, i64)]) -> String {
    let mut text = text.to_owned();
    for (id, source) in sources {
        let at = text.find(&format!("&{id}\n")).unwrap();
        let body = at + text[at..].find(":\n").unwrap() + 2;
        text.insert_str(body, &format!("  m_ObjectHideFlags: 0\n  m_PrefabParentObject: {{fileID: {source}, guid: {CRATE}, type: 2}}\n  m_PrefabInternal: {{fileID: 7}}\n"));
    }
    text
}

/// All objects of instance 7 as full documents, with one component more.
fn full_documents() -> String {
    let text = object_with(10, "Crate", 0, &[21], &[12, 13])
        + &part("65 BoxCollider", 12, 10, "m_Enabled: 1")
        + &part("82 AudioSource", 13, 10, "m_Enabled: 1")
        + &object_with(20, "Lid", 11, &[], &[]);
    linked(&text, &[(10, 100), (11, 101), (12, 102), (20, 200), (21, 201)])
}

/// A handle without the mark that later editors write.
fn unmarked(class: &str, id: i64, source: i64) -> String {
    let (number, name) = class.split_once(' ').unwrap();
    format!(
        "--- !u!{number} &{id}\n{name}:\n  m_PrefabParentObject: {{fileID: {source}, guid: {CRATE}, type: 2}}\n  m_PrefabInternal: {{fileID: 7}}\n"
    )
}

fn outline(documents: &[String]) -> (String, Vec<String>) {
    scene(&(file(PATH, documents) + &crate_prefab()), PATH)
}

fn check(documents: &[String], expected: &str) {
    let (outline, diagnostics) = outline(documents);
    assert_eq!(outline, expected);
    assert_eq!(diagnostics, [""; 0]);
}

const FULL: &str = "Crate [Transform, BoxCollider, AudioSource]\n  Lid [Transform]\n";

#[test]
fn an_object_with_a_full_document_appears_once() {
    for rest in [
        "  m_RootGameObject: {fileID: 10}\n  m_IsPrefabParent: 0\n  m_IsExploded: 1\n",
        "  m_RootGameObject: {fileID: 0}\n  m_IsPrefabParent: 0\n",
        "",
    ] {
        check(&[instance(rest), full_documents()], FULL);
        check(&[full_documents(), instance(rest)], FULL);
    }
    let newer = |text: String| {
        text.replace("m_PrefabParentObject", "m_CorrespondingSourceObject")
            .replace("m_PrefabInternal", "m_PrefabInstance")
            .replace("m_ParentPrefab", "m_SourcePrefab")
    };
    check(&[newer(instance("")), newer(full_documents())], FULL);
}

#[test]
fn full_documents_of_a_lost_prefab_appear_without_a_placeholder() {
    let documents = [
        instance("  m_RootGameObject: {fileID: 10}\n  m_IsPrefabParent: 0\n  m_IsExploded: 1\n"),
        full_documents(),
    ];
    let (outline, diagnostics) = scene(&file(PATH, &documents), PATH);
    assert_eq!(outline, FULL);
    assert_eq!(diagnostics, [format!("'Assets/a.unity' uses prefab {CRATE}, which no asset has")]);
}

#[test]
fn objects_of_an_instance_without_a_full_document_stay() {
    let lid = linked(
        &(object_with(20, "Lid", 8, &[], &[22]) + &part("82 AudioSource", 22, 20, "m_Enabled: 1")),
        &[(20, 200), (21, 201)],
    );
    check(
        &[instance(""), unmarked("4 Transform", 8, 101), lid],
        "Crate [Transform, BoxCollider]\n  Lid [Transform, AudioSource]\n",
    );
}

#[test]
fn an_unmarked_handle_is_no_object_of_its_own() {
    check(
        &[
            instance(""),
            unmarked("4 Transform", 8, 201),
            unmarked("1 GameObject", 9, 200),
            object_with(30, "Handle", 8, &[], &[]),
            part("82 AudioSource", 40, 9, "m_Enabled: 1"),
        ],
        "Crate [Transform, BoxCollider]\n  Lid [Transform, AudioSource]\n    Handle [Transform]\n",
    );
}

#[test]
fn classes_that_old_files_name_after_their_base_have_their_own_names() {
    check(
        &[
            object_with(10, "Eye", 0, &[], &[12, 13, 14, 15]),
            part("23 Renderer", 12, 10, "m_Enabled: 1"),
            part("92 Behaviour", 13, 10, "m_Enabled: 1"),
            part("124 Behaviour", 14, 10, "m_Enabled: 1"),
            part("122 Behaviour", 15, 10, "m_Enabled: 1"),
        ],
        "Eye [Transform, MeshRenderer, GUILayer, FlareLayer, Halo]\n",
    );
}

#[test]
fn an_instance_that_overrides_no_order_has_that_of_its_prefab() {
    let first = object_with(30, "First", 0, &[], &[]) + "  m_RootOrder: 0\n";
    let third = object_with(40, "Third", 0, &[], &[]) + "  m_RootOrder: 2\n";
    let prefab = crate_prefab()
        .replace("  m_Father: {fileID: 0}\n", "  m_Father: {fileID: 0}\n  m_RootOrder: 1\n");
    let (outline, _) = scene(&(file(PATH, &[third, instance(""), first]) + &prefab), PATH);
    assert_eq!(
        outline,
        "First [Transform]\nCrate [Transform, BoxCollider]\n  Lid [Transform]\nThird [Transform]\n"
    );
}
