//! What components hold: every form a value takes, and every way a prefab instance changes one.

use scenewright_engine::{Context, Engine, EngineError, MemberReader, Reading, Subject, contract};
use scenewright_model::{Member, MemberReference, MemberValue, SceneObject};
use scenewright_testkit::Fixture;

use super::super::UnityFormat;
use super::prefabs::stripped;
use super::{engine, file, meta, object_with, part};

const PATH: &str = "Assets/a.unity";
const CRATE: &str = "11111111111111111111111111111111";
const CART: &str = "22222222222222222222222222222222";
const WOOD: &str = "33333333333333333333333333333333";
const ABSENT: &str = "44444444444444444444444444444444";

/// A value in a line: what it is, and what it says.
pub(super) fn show(value: &MemberValue) -> String {
    let list = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    match value {
        MemberValue::Null => "null".to_owned(),
        MemberValue::Bool(flag) => format!("bool {flag}"),
        MemberValue::Int(number) => format!("int {number}"),
        MemberValue::Float(text) => format!("float {text}"),
        MemberValue::Text(text) => format!("text {text:?}"),
        MemberValue::Vector2(v) => format!("vector2 {}", list(v)),
        MemberValue::Vector3(v) => format!("vector3 {}", list(v)),
        MemberValue::Vector4(v) => format!("vector4 {}", list(v)),
        MemberValue::Quaternion { euler, .. } => format!("turn {}", list(euler)),
        MemberValue::Colour(v) => format!("colour {}", list(v)),
        MemberValue::Rect { position, size } => format!("rect {} {}", list(position), list(size)),
        MemberValue::Bounds { center, extents } => {
            format!("bounds {} {}", list(center), list(extents))
        }
        MemberValue::Curve(curve) => format!(
            "curve {} {:?} {:?}",
            curve.keys,
            curve.first.map(|key| (key.time, key.value)),
            curve.last.map(|key| (key.time, key.value))
        ),
        MemberValue::Gradient(gradient) => format!(
            "gradient {}/{} {:?} {:?}",
            gradient.colour_keys, gradient.alpha_keys, gradient.first, gradient.last
        ),
        MemberValue::Reference(reference) => show_reference(reference),
        MemberValue::Array { items, length } => {
            let more = if items.len() < *length { format!(" of {length}") } else { String::new() };
            format!("[{}]{more}", items.iter().map(show).collect::<Vec<_>>().join(", "))
        }
        MemberValue::Object(members) => format!("{{{}}}", listed(members, ", ")),
        MemberValue::Data { bytes, head } => format!("data {bytes} {head}"),
        MemberValue::Raw(text) => format!("raw {text}"),
        MemberValue::Typed(typed) => format!("{} {}", typed.type_name, typed.text),
    }
}

fn show_reference(reference: &MemberReference) -> String {
    match reference {
        MemberReference::None => "-> none".to_owned(),
        MemberReference::Object { path, type_name, .. } => format!("-> {path} ({type_name})"),
        MemberReference::Asset { path, type_name, inner } => {
            let inner = inner.as_ref().map(|inner| format!("#{inner}")).unwrap_or_default();
            format!("-> {path}{inner} ({})", type_name.as_deref().unwrap_or("?"))
        }
        MemberReference::BuiltIn { name } => format!("-> built-in {name}"),
        MemberReference::Missing { target, reason } => format!("-> missing {target}: {reason}"),
        MemberReference::Unknown { target, reason } => format!("-> unknown {target}: {reason}"),
    }
}

pub(super) fn listed(members: &[Member], between: &str) -> String {
    let line = |member: &Member| format!("{}: {}", member.name, show(&member.value));
    members.iter().map(line).collect::<Vec<_>>().join(between)
}

fn find(engine: &UnityFormat, path: &str, object: &str) -> SceneObject {
    let scene = engine.scene(path, &Context::unbounded()).unwrap().value;
    let found = scene.objects.iter().find(|candidate| candidate.path == object);
    found.unwrap_or_else(|| panic!("{path} has {object}")).clone()
}

pub(super) fn members(
    engine: &UnityFormat,
    path: &str,
    object: &str,
    component: usize,
) -> Reading<Vec<Member>> {
    let object = find(engine, path, object);
    let read = engine.members(path, object.id, &[component], &Context::unbounded()).unwrap();
    read.map(|mut lists| lists.remove(0))
}

/// The second component of a scene's only object, whose fields are `fields`.
fn check(fields: &str, expected: &str) {
    check_component("54 Rigidbody", fields, expected);
}

fn check_component(class: &str, fields: &str, expected: &str) {
    let documents = [object_with(10, "Thing", 0, &[], &[12]), part(class, 12, 10, fields)];
    let wood = "//- /Assets/Wood.mat\n".to_owned() + &meta("Assets/Wood.mat", WOOD);
    let fixture = Fixture::new(&(file(PATH, &documents) + &wood));
    let read = members(&engine(&fixture), PATH, "Thing", 1);
    assert_eq!(listed(&read.value, "\n"), expected, "{fields}");
    assert_eq!(read.diagnostics, [""; 0]);
}

#[test]
fn scalars_have_types() {
    for (fields, expected) in [
        ("m_Enabled: 0", "m_Enabled: bool false"),
        ("m_UseGravity: 1", "m_UseGravity: bool true"),
        ("m_UseGravity: 2", "m_UseGravity: int 2"),
        ("m_Mass: 1", "m_Mass: int 1"),
        ("m_Mask: -9223372036854775808", "m_Mask: int -9223372036854775808"),
        ("m_Mask: 18446744073709551615", "m_Mask: raw 18446744073709551615"),
        ("m_Mass: 0.30000001", "m_Mass: float 0.30000001"),
        ("m_Mass: 1e-05", "m_Mass: float 1e-05"),
        ("m_Drag: Infinity", "m_Drag: float Infinity"),
        ("m_Name: 12", "m_Name: text \"12\""),
        ("title: '12'", "title: text \"12\""),
        ("title: ", "title: text \"\""),
        ("title: \"caf\\xE9\"", "title: text \"café\""),
        ("guid: 00000000000000000000000000000012", "guid: raw 00000000000000000000000000000012"),
        (
            "hash: ab000000000000000000000000000012",
            "hash: text \"ab000000000000000000000000000012\"",
        ),
        (
            "bytes: 00000000000000000000000000000012ff00",
            "bytes: data 18 00000000000000000000000000000012",
        ),
    ] {
        check(fields, expected);
    }
}

#[test]
fn mappings_of_a_known_form_are_one_value() {
    for (fields, expected) in [
        ("a: {x: 1, y: 2.5}", "a: vector2 1 2.5"),
        ("a: {x: 1, y: 2.5, z: -3}", "a: vector3 1 2.5 -3"),
        ("a: {x: 1, y: 0, z: 0, w: 0}", "a: vector4 1 0 0 0"),
        ("m_Rotation: {x: 1, y: 0, z: 0, w: 0}", "m_Rotation: turn 0 180 180"),
        ("m_Rotation: {w: 1, z: 0, y: 0, x: 0}", "m_Rotation: turn 0 0 0"),
        ("m_Rotation: {x: 1, y: 2, z: 3, w: 4}", "m_Rotation: vector4 1 2 3 4"),
        ("a: {x: one, y: 2}", "a: {x: text \"one\", y: int 2}"),
        ("m_Color: {r: 1, g: 0.5, b: 0, a: 1}", "m_Color: colour 1 0.5 0 1"),
        ("c:\n    serializedVersion: 2\n    rgba: 4278190335", "c: colour 1 0 0 1"),
        (
            "r:\n    serializedVersion: 2\n    x: 0\n    y: 0\n    width: 1\n    height: 0.5",
            "r: rect 0 0 1 0.5",
        ),
        (
            "b:\n    m_Center: {x: 1, y: 2, z: 3}\n    m_Extent: {x: 4, y: 5, z: 6}",
            "b: bounds 1 2 3 4 5 6",
        ),
        (
            "c:\n    serializedVersion: 2\n    m_Curve:\n    - time: 0\n      value: 1\n    - time: 2\n      value: 0.5\n    m_PreInfinity: 2\n    m_PostInfinity: 2",
            "c: curve 2 Some((0.0, 1.0)) Some((2.0, 0.5))",
        ),
        ("c:\n    m_Curve: []\n    m_PreInfinity: 2", "c: curve 0 None None"),
        (
            "g:\n    key0: {r: 1, g: 0, b: 0, a: 1}\n    key1: {r: 0, g: 1, b: 0, a: 0.5}\n    key2: {r: 0, g: 0, b: 1, a: 0}\n    m_NumColorKeys: 3\n    m_NumAlphaKeys: 2",
            "g: gradient 3/2 Some([1.0, 0.0, 0.0, 1.0]) Some([0.0, 0.0, 1.0, 0.5])",
        ),
        ("mask:\n    serializedVersion: 2\n    m_Bits: 5", "mask: {m_Bits: int 5}"),
        ("list:\n  - a: 1\n    b: x\n  - a: 2", "list: [{a: int 1, b: text \"x\"}, {a: int 2}]"),
        ("list: []", "list: []"),
    ] {
        check(fields, expected);
    }
}

#[test]
fn long_arrays_are_shortened() {
    let fields = format!("list:\n{}", "  - 1\n".repeat(1000));
    let shown = vec!["int 1"; 64].join(", ");
    check(&fields, &format!("list: [{shown}] of 1000"));
}

#[test]
fn references_say_what_they_mean() {
    for (fields, expected) in [
        ("a: {fileID: 0}", "a: -> none"),
        ("a: {fileID: 10}", "a: -> Thing (GameObject)"),
        ("a: {fileID: 11}", "a: -> Thing (Transform)"),
        ("a: {fileID: 99}", "a: -> missing fileID 99: the file has no such object"),
        (
            &format!("a: {{fileID: 2100000, guid: {WOOD}, type: 2}}"),
            "a: -> Assets/Wood.mat (Material)",
        ),
        (
            &format!("a: {{fileID: -8679921383154817045, guid: {WOOD}, type: 2}}"),
            "a: -> Assets/Wood.mat#-8679921383154817045 (?)",
        ),
        (
            &format!("a: {{fileID: 2100000, guid: {ABSENT}, type: 2}}"),
            &format!("a: -> missing guid {ABSENT}: no asset has this guid"),
        ),
        (
            "a: {fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}",
            "a: -> built-in Cube (Mesh)",
        ),
        (
            "a: {fileID: 7, guid: 0000000000000000f000000000000000, type: 0}",
            "a: -> built-in built-in resource 7",
        ),
    ] {
        check(fields, expected);
    }
}

#[test]
fn what_may_be_in_a_package_is_unknown() {
    let documents = [
        object_with(10, "Thing", 0, &[], &[12]),
        part(
            "23 MeshRenderer",
            12,
            10,
            &format!("m: {{fileID: 2100000, guid: {ABSENT}, type: 2}}"),
        ),
    ];
    let manifest = "//- /Packages/manifest.json\n{\"dependencies\": {\"com.a.b\": \"1.0.0\"}}\n";
    let fixture = Fixture::new(&(file(PATH, &documents) + manifest));
    let read = members(&engine(&fixture), PATH, "Thing", 1);
    assert_eq!(
        listed(&read.value, "\n"),
        format!(
            "m: -> unknown guid {ABSENT}: it may belong to a package that is not on disk: com.a.b"
        )
    );
}

/// An override as an instance of `guid` writes it; `to` is a value, or a pointer in braces.
fn edit(target: i64, guid: &str, path: &str, to: &str) -> String {
    let (value, reference) = match to.starts_with('{') {
        true => ("", to),
        false => (to, "{fileID: 0}"),
    };
    format!(
        "    - target: {{fileID: {target}, guid: {guid}, type: 3}}\n      propertyPath: {path}\n      value: {value}\n      objectReference: {reference}\n"
    )
}

fn instance(id: i64, guid: &str, parent: i64, edits: &[String]) -> String {
    let edits = edits.concat();
    format!(
        "--- !u!1001 &{id}\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {{fileID: {parent}}}\n    m_Modifications:\n{edits}  m_SourcePrefab: {{fileID: 100100000, guid: {guid}, type: 3}}\n"
    )
}

const FIELDS: &str = "m_Enabled: 1
  speed: 1.5
  title: box
  offset: {x: 1, y: 2, z: 3}
  self: {fileID: 100}
  other: {fileID: 0}
  list:
  - {fileID: 100}
  - {fileID: 101}
  steps:
  - a: 1
    b: 2
  empty: []
  packed: 01000000ff
  references:
    version: 2
    RefIds:
    - rid: 7
      type: {class: Bolt, ns: , asm: Game}
      data:
        size: 3";

/// A Crate (100, 101) with a component (102).
fn crate_prefab() -> String {
    let documents =
        [object_with(100, "Crate", 0, &[], &[102]), part("114 MonoBehaviour", 102, 100, FIELDS)];
    file("Assets/Crate.prefab", &documents) + &meta("Assets/Crate.prefab", CRATE)
}

/// Scene objects: Plain (10, 11) and an instance (7) of the Crate with one override of 102.
fn check_edits(edits: &[(&str, &str)], member: &str, expected: &str) {
    let edits: Vec<String> = edits.iter().map(|(path, to)| edit(102, CRATE, path, to)).collect();
    let documents = [object_with(10, "Plain", 0, &[], &[]), instance(7, CRATE, 0, &edits)];
    let fixture = Fixture::new(&(file(PATH, &documents) + &crate_prefab()));
    let engine = engine(&fixture);
    let object = find(&engine, PATH, "Crate");
    let shown = match engine.member(PATH, object.id, 1, member, &Context::unbounded()) {
        Ok(value) => show(&value.value),
        Err(error) => error.to_string(),
    };
    assert_eq!(shown, expected, "{member} after {edits:?}");
}

#[test]
fn overrides_are_applied() {
    for (edits, member, expected) in [
        (&[][..], "self", "-> Crate (GameObject)"),
        (&[("speed", "2")], "speed", "int 2"),
        (&[("title", "'a: b'")], "title", "text \"a: b\""),
        (&[("title", "")], "title", "text \"\""),
        (&[("m_Enabled", "0")], "m_Enabled", "bool false"),
        (&[("offset.y", "9")], "offset", "vector3 1 9 3"),
        (&[("offset.y", "9")], "offset.y", "int 9"),
        (&[("other", "{fileID: 10}")], "other", "-> Plain (GameObject)"),
        (&[("self", "")], "self", "-> none"),
        (&[("list.Array.data[1]", "{fileID: 11}")], "list[1]", "-> Plain (Transform)"),
        (&[("'list.Array.data[1]'", "{fileID: 11}")], "list.Array.data[1]", "-> Plain (Transform)"),
        (&[("list.Array.size", "1")], "list", "[-> Crate (GameObject)]"),
        (&[("list.Array.size", "3")], "list.Array.size", "int 3"),
        (&[("list.Array.size", "3")], "list[2]", "null"),
        (
            &[("list.Array.size", "3"), ("list.Array.data[2]", "{fileID: 10}")],
            "list[2]",
            "-> Plain (GameObject)",
        ),
        (&[("list.Array.data[9]", "{fileID: 10}")], "list.Array.size", "int 2"),
        (&[("list.Array.size", "999999999")], "list.Array.size", "int 2"),
        (&[("list.Array.size", "many")], "list.Array.size", "int 2"),
        (&[("steps.Array.data[0].b", "5")], "steps[0]", "{a: int 1, b: int 5}"),
        (&[("empty.Array.size", "1"), ("empty.Array.data[0].a", "1")], "empty", "[{a: int 1}]"),
        (&[("fresh.deep", "1")], "fresh", "{deep: int 1}"),
        (&[("fresh", "{fileID: 10}")], "fresh", "-> Plain (GameObject)"),
        (&[("managedReferences[7].size", "4")], "managedReferences[7].size", "int 4"),
        (&[("managedReferences[8].size", "4")], "managedReferences[7].size", "int 3"),
        (&[("offset", "1")], "offset", "vector3 1 2 3"),
        (&[], "none", "Member 'none' does not exist"),
        (&[], "list[2]", "Member 'list[2]' does not exist"),
        (&[], "m_GameObject", "-> Crate (GameObject)"),
    ] {
        check_edits(edits, member, expected);
    }
}

#[test]
fn what_cannot_be_applied_is_said() {
    let edits = [edit(102, CRATE, "packed.Array.data[0]", "5")];
    let fixture = Fixture::new(&(file(PATH, &[instance(7, CRATE, 0, &edits)]) + &crate_prefab()));
    let read = members(&engine(&fixture), PATH, "Crate", 1);
    assert_eq!(
        read.diagnostics,
        [
            "1 overrides of (missing script) are not applied: they change arrays that are stored as packed bytes"
        ]
    );
}

/// Cart (300, 301) with a nested Crate (instance 5000); both change the Crate's component.
fn cart_prefab() -> String {
    let edits = [
        edit(102, CRATE, "speed", "2"),
        edit(102, CRATE, "title", "inner"),
        edit(102, CRATE, "other", "{fileID: 300}"),
    ];
    let documents = [
        object_with(300, "Cart", 0, &[101 ^ 5000], &[]),
        instance(5000, CRATE, 301, &edits),
        stripped("4 Transform", 101 ^ 5000, 5000, 101, CRATE),
        stripped("1 GameObject", 100 ^ 5000, 5000, 100, CRATE),
        part("82 AudioSource", 400, 100 ^ 5000, "m_Volume: 0.5\n  near: {fileID: 300}"),
    ];
    file("Assets/Cart.prefab", &documents) + &meta("Assets/Cart.prefab", CART)
}

fn cart_in_scene(edits: &[String]) -> Fixture {
    let documents = [
        object_with(10, "Yard", 0, &[8], &[]),
        instance(7, CART, 11, edits),
        stripped("4 Transform", 8, 7, 301, CART),
    ];
    Fixture::new(&(file(PATH, &documents) + &crate_prefab() + &cart_prefab()))
}

#[test]
fn the_outermost_override_wins() {
    let fixture = cart_in_scene(&[edit(102 ^ 5000, CART, "title", "outer")]);
    let read = members(&engine(&fixture), PATH, "Yard/Cart/Crate", 1);
    insta::assert_snapshot!(listed(&read.value, "\n"), @r#"
    m_Enabled: bool true
    speed: int 2
    title: text "outer"
    offset: vector3 1 2 3
    self: -> Yard/Cart/Crate (GameObject)
    other: -> Yard/Cart (GameObject)
    list: [-> Yard/Cart/Crate (GameObject), -> Yard/Cart/Crate (Transform)]
    steps: [{a: int 1, b: int 2}]
    empty: []
    packed: text "01000000ff"
    references: {version: int 2, RefIds: [{rid: int 7, type: {class: text "Bolt", ns: text "", asm: text "Game"}, data: {size: int 3}}]}
    "#);
}

#[test]
fn components_that_a_prefab_adds_to_another_are_read_where_they_are() {
    let fixture = cart_in_scene(&[edit(400, CART, "m_Volume", "0.25")]);
    let read = members(&engine(&fixture), PATH, "Yard/Cart/Crate", 2);
    assert_eq!(listed(&read.value, "\n"), "m_Volume: float 0.25\nnear: -> Yard/Cart (GameObject)");
}

#[test]
fn transforms_in_instances_know_their_relatives_here() {
    let fixture = cart_in_scene(&[]);
    let read = members(&engine(&fixture), PATH, "Yard/Cart", 0);
    assert_eq!(
        listed(&read.value, "\n"),
        "m_Children: [-> Yard/Cart/Crate (Transform)]\nm_Father: -> Yard (Transform)"
    );
}

#[test]
fn switches_tags_and_layers_are_overridden_at_every_level() {
    let edits = [
        edit(102 ^ 5000, CART, "m_Enabled", "0"),
        edit(100 ^ 5000, CART, "m_TagString", "Player"),
        edit(100 ^ 5000, CART, "m_Layer", "8"),
        edit(100 ^ 5000, CART, "m_StaticEditorFlags", "4294967295"),
    ];
    let fixture = cart_in_scene(&edits);
    let object = find(&engine(&fixture), PATH, "Yard/Cart/Crate");
    assert_eq!(object.tag.as_deref(), Some("Player"));
    assert_eq!((object.layer, object.static_flags), (Some(8), Some(u32::MAX)));
    let enabled: Vec<_> = object.components.iter().map(|component| component.enabled).collect();
    assert_eq!(enabled, [None, Some(false), None]);
}

#[test]
fn of_a_model_only_the_overrides_are_known() {
    const MODEL: &str = "55555555555555555555555555555555";
    let transform = -8_679_921_383_154_817_045;
    let edits = ["x", "y", "z"]
        .map(|axis| edit(transform, MODEL, &format!("m_LocalPosition.{axis}"), "1.5"));
    let fixture = Fixture::new(
        &(file(PATH, &[instance(7, MODEL, 0, &edits)])
            + "//- /Assets/Boat.fbx\n"
            + &meta("Assets/Boat.fbx", MODEL)),
    );
    let read = members(&engine(&fixture), PATH, "Boat", 0);
    assert_eq!(listed(&read.value, "\n"), "m_LocalPosition: vector3 1.5 1.5 1.5");
    assert_eq!(
        read.diagnostics,
        [
            "Only the scene's overrides of Transform are known: its other values are in 'Assets/Boat.fbx'"
        ]
    );
}

#[test]
fn members_of_instances_keep_the_contract() {
    contract::check(&engine(&cart_in_scene(&[])));
}

#[test]
fn what_is_not_there_is_not_found() {
    let fixture = cart_in_scene(&[]);
    let engine = engine(&fixture);
    let object = find(&engine, PATH, "Yard");
    let error = engine.members(PATH, object.id, &[3], &Context::unbounded()).unwrap_err();
    assert!(matches!(&error, EngineError::NotFound { what: Subject::Component, .. }), "{error}");
}
