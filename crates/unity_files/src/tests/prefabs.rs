//! Instances, overrides, nesting, variants, and sources that cannot be read.

use scenewright_engine::{Context, Engine, contract};
use scenewright_testkit::Fixture;

use super::{engine, file, meta, object, object_with, part, scene};

const PATH: &str = "Assets/a.unity";
const CRATE: &str = "11111111111111111111111111111111";
const CART: &str = "22222222222222222222222222222222";

pub(super) fn instance(
    id: i64,
    guid: &str,
    parent: i64,
    changes: &[(i64, &str, &str)],
    rest: &str,
) -> String {
    let changes: String = changes
        .iter()
        .map(|(target, property, value)| {
            format!("    - target: {{fileID: {target}, guid: {guid},\n        type: 3}}\n      propertyPath: {property}\n      value: {value}\n      objectReference: {{fileID: 0}}\n")
        })
        .collect();
    format!(
        "--- !u!1001 &{id}\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {{fileID: {parent}}}\n    m_Modifications:\n{changes}{rest}  m_SourcePrefab: {{fileID: 100100000, guid: {guid}, type: 3}}\n"
    )
}

pub(super) fn stripped(class: &str, id: i64, instance: i64, source: i64, guid: &str) -> String {
    let (number, name) = class.split_once(' ').unwrap();
    format!(
        "--- !u!{number} &{id} stripped\n{name}:\n  m_CorrespondingSourceObject: {{fileID: {source}, guid: {guid}, type: 3}}\n  m_PrefabInstance: {{fileID: {instance}}}\n"
    )
}

/// Crate (100, 101, collider 102) with a Lid (200, 201).
fn crate_prefab() -> String {
    let documents = [
        object_with(100, "Crate", 0, &[201], &[102]),
        part("65 BoxCollider", 102, 100, "m_Enabled: 1"),
        object(200, "Lid", 101, &[]),
    ];
    file("Assets/Crate.prefab", &documents) + &meta("Assets/Crate.prefab", CRATE)
}

/// Cart (300, 301) with a nested Crate (instance 5000), the Lid of which has a child Nail (400).
fn cart_prefab() -> String {
    let documents = [
        object(300, "Cart", 0, &[101 ^ 5000]),
        instance(5000, CRATE, 301, &[(100, "m_Name", "Load")], ""),
        stripped("4 Transform", 101 ^ 5000, 5000, 101, CRATE),
        stripped("4 Transform", 201 ^ 5000, 5000, 201, CRATE),
        object(400, "Nail", 201 ^ 5000, &[]),
    ];
    file("Assets/Cart.prefab", &documents) + &meta("Assets/Cart.prefab", CART)
}

fn check(documents: &[String], expected: &str) {
    let project = file(PATH, documents) + &crate_prefab() + &cart_prefab();
    let (outline, diagnostics) = scene(&project, PATH);
    assert_eq!(outline, expected);
    assert_eq!(diagnostics, [""; 0]);
}

#[test]
fn names_and_active_flags_are_overridden() {
    let changes = [(100, "m_Name", "'Box: 1'"), (200, "m_IsActive", "0")];
    check(
        &[instance(7, CRATE, 0, &changes, "")],
        "Box: 1 [Transform, BoxCollider]\n  Lid [Transform] inactive\n",
    );
}

#[test]
fn removed_objects_and_components_are_left_out() {
    let rest = format!(
        "    m_RemovedComponents:\n    - {{fileID: 102, guid: {CRATE}, type: 3}}\n    m_RemovedGameObjects:\n    - {{fileID: 200, guid: {CRATE}, type: 3}}\n"
    );
    check(&[instance(7, CRATE, 0, &[], &rest)], "Crate [Transform]\n");
}

#[test]
fn added_objects_keep_their_parent_and_position() {
    let rest = format!(
        "    m_AddedGameObjects:\n    - targetCorrespondingSourceObject: {{fileID: 101, guid: {CRATE}, type: 3}}\n      insertIndex: 0\n      addedObject: {{fileID: 51}}\n"
    );
    check(
        &[
            instance(7, CRATE, 0, &[], &rest),
            stripped("4 Transform", 8, 7, 101, CRATE),
            stripped("1 GameObject", 9, 7, 200, CRATE),
            object(50, "First", 8, &[]),
            object(60, "Last", 8, &[]),
            part("82 AudioSource", 70, 9, "m_Enabled: 1"),
        ],
        "Crate [Transform, BoxCollider]\n  First [Transform]\n  Lid [Transform, AudioSource]\n  Last [Transform]\n",
    );
}

#[test]
fn instances_are_sorted_among_their_siblings() {
    check(
        &[
            object(10, "Shelf", 0, &[8, 21]),
            object(20, "Plain", 11, &[]),
            instance(7, CRATE, 11, &[], ""),
            stripped("4 Transform", 8, 7, 101, CRATE),
        ],
        "Shelf [Transform]\n  Crate [Transform, BoxCollider]\n    Lid [Transform]\n  Plain [Transform]\n",
    );
}

#[test]
fn roots_and_instances_share_one_order() {
    let plain = object(10, "Plain", 0, &[]) + "  m_RootOrder: 1\n";
    check(
        &[
            plain,
            instance(7, CRATE, 0, &[(101, "m_RootOrder", "2")], ""),
            instance(9, CRATE, 0, &[(101, "m_RootOrder", "0"), (100, "m_Name", "Zero")], ""),
        ],
        "Zero [Transform, BoxCollider]\n  Lid [Transform]\nPlain [Transform]\nCrate [Transform, BoxCollider]\n  Lid [Transform]\n",
    );
}

#[test]
fn prefabs_nest_and_can_be_changed_from_outside() {
    let lid = 200 ^ 5000;
    check(
        &[instance(7, CART, 0, &[(lid, "m_Name", "Cover")], "")],
        "Cart [Transform]\n  Load [Transform, BoxCollider]\n    Cover [Transform]\n      Nail [Transform]\n",
    );
}

#[test]
fn a_variant_is_its_base_with_changes() {
    let guid = "33333333333333333333333333333333";
    let variant = instance(900, CRATE, 0, &[(100, "m_Name", "Rotten")], "");
    let project = file("Assets/Rotten.prefab", &[variant])
        + &meta("Assets/Rotten.prefab", guid)
        + &crate_prefab()
        + &file(PATH, &[instance(7, guid, 0, &[(100 ^ 900, "m_IsActive", "0")], "")]);
    let expected = "Rotten [Transform, BoxCollider] inactive\n  Lid [Transform]\n";
    assert_eq!(scene(&project, PATH).0, expected);
}

#[test]
fn old_prefab_files_describe_themselves_with_a_document() {
    let own =
        "--- !u!1001 &100100000\nPrefab:\n  m_ParentPrefab: {fileID: 0}\n  m_IsPrefabParent: 1\n";
    let project = file("Assets/old.prefab", &[own.to_owned(), object(10, "Old", 0, &[])]);
    assert_eq!(scene(&project, "Assets/old.prefab").0, "Old [Transform]\n");
}

#[test]
fn an_instance_without_a_source_is_one_object() {
    let gone = "44444444444444444444444444444444";
    let documents = [
        instance(7, gone, 0, &[(1, "m_Name", "Boat"), (1, "m_IsActive", "0")], ""),
        instance(8, gone, 0, &[], ""),
        stripped("4 Transform", 9, 7, 55, gone),
        object(20, "Flag", 9, &[]),
    ];
    let (outline, diagnostics) = scene(&file(PATH, &documents), PATH);
    assert_eq!(
        outline,
        "Boat [(missing prefab)] inactive\n  Flag [Transform]\n(missing prefab) [(missing prefab)]\n"
    );
    assert_eq!(diagnostics, [format!("'Assets/a.unity' uses prefab {gone}, which no asset has")]);
}

#[test]
fn a_source_with_only_a_meta_file_is_missing() {
    let project =
        file(PATH, &[instance(7, CRATE, 0, &[], "")]) + &meta("Assets/Crate.prefab", CRATE);
    let (outline, diagnostics) = scene(&project, PATH);
    assert_eq!(outline, "Crate [(missing prefab)]\n");
    assert_eq!(
        diagnostics,
        ["A prefab cannot be shown: Asset 'Assets/Crate.prefab' does not exist"]
    );
}

#[test]
fn a_model_is_shown_as_its_root() {
    let root = 919_132_149_155_446_097;
    let project = file(PATH, &[instance(7, CRATE, 0, &[(root, "m_Name", "Tree")], "")])
        + &meta("Assets/Pine.fbx", CRATE);
    let (outline, diagnostics) = scene(&project, PATH);
    assert_eq!(outline, "Tree [Transform]\n");
    assert_eq!(
        diagnostics,
        [
            "Models are shown as their root object only, because the model's file is not on disk: Assets/Pine.fbx"
        ]
    );
}

#[test]
fn a_model_shows_the_objects_that_its_settings_name() {
    let edits =
        [(100_000, "m_Name", "Tree"), (100_002, "m_Name", "Twig"), (2_300_000, "m_Enabled", "0")];
    let documents = [
        instance(7, CRATE, 0, &edits, ""),
        stripped("4 Transform", 9, 7, 400_002, CRATE),
        object(20, "Nest", 9, &[]),
    ];
    let table = "ModelImporter:\n  fileIDToRecycleName:\n    100000: //RootNode\n    100002: Branch\n    400000: //RootNode\n    400002: Branch\n    2300000: Branch\n";
    let project = file(PATH, &documents) + &meta("Assets/Pine.fbx", CRATE) + table;
    let (outline, diagnostics) = scene(&project, PATH);
    assert_eq!(
        outline,
        "Tree [Transform]\n  Twig [Transform, MeshRenderer]\n    Nest [Transform]\n"
    );
    assert_eq!(
        diagnostics,
        [
            "Objects of models are shown directly below the model's root, because import settings list them without their parents and the model's file is not on disk: Assets/Pine.fbx (objects: 1)"
        ]
    );
}

#[test]
fn a_prefab_that_contains_itself_is_reported() {
    let project = file(
        "Assets/Crate.prefab",
        &[object(100, "Crate", 0, &[]), instance(7, CRATE, 101, &[], "")],
    ) + &meta("Assets/Crate.prefab", CRATE);
    let (outline, diagnostics) = scene(&project, "Assets/Crate.prefab");
    assert_eq!(
        outline,
        "Crate [Transform]\n  Crate [Transform]\n    Crate [(unreadable prefab)]\n"
    );
    assert_eq!(
        diagnostics,
        ["A prefab cannot be shown: 'Assets/Crate.prefab', line 1: the prefab contains itself"]
    );
}

/// `levels` prefabs, each of which holds the one below `copies` times.
fn tower(levels: usize, copies: i64) -> String {
    let guid = |level: usize| format!("b{level:031x}");
    let mut project = String::new();
    for level in 1..=levels {
        let path = format!("Assets/{level}.prefab");
        let mut documents = vec![object(10, "Root", 0, &[])];
        if level > 1 {
            let below = guid(level - 1);
            documents.extend((0..copies).map(|n| instance(100 + n, &below, 11, &[], "")));
        }
        project += &(file(&path, &documents) + &meta(&path, &guid(level)));
    }
    project
}

#[test]
fn endlessly_multiplying_prefabs_are_rejected() {
    let (outline, diagnostics) = scene(&tower(8, 10), "Assets/8.prefab");
    assert!(outline.lines().count() < 500_000);
    assert!(diagnostics[0].contains("more than 500000 objects"), "{diagnostics:?}");
}

#[test]
fn the_nesting_of_prefabs_is_limited() {
    let (outline, diagnostics) = scene(&tower(60, 1), "Assets/60.prefab");
    assert_eq!(outline.lines().count(), 42);
    assert!(diagnostics[0].contains("prefabs are nested too deep"), "{diagnostics:?}");
}

#[test]
fn instances_keep_the_contract() {
    let documents = [
        instance(7, CRATE, 0, &[], ""),
        instance(8, CRATE, 0, &[], ""),
        instance(9, CART, 0, &[], ""),
    ];
    let fixture = Fixture::new(&(file(PATH, &documents) + &crate_prefab() + &cart_prefab()));
    contract::check(&engine(&fixture));
    let scene = engine(&fixture).scene(PATH, &Context::unbounded()).unwrap();
    assert_eq!(scene.value.objects.len(), 8);
}
