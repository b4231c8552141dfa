use proptest::prelude::*;
use scenewright_testkit::outline::{Outline, objects_of};
use serde_json::{Value, json};

use super::render;

/// The outline of an output that is written down as JSON.
fn outline_json(json: &str, tool: &str) -> Option<String> {
    Some(render(serde_json::from_str(json).ok()?, tool))
}

fn node(name: &str, path: &str, more: Value) -> Value {
    let mut node = json!({ "name": name, "path": path, "instanceId": 7, "components": ["Transform"], "children": [] });
    let all = node.as_object_mut().unwrap();
    all.extend(more.as_object().cloned().unwrap());
    node
}

/// The lines of the objects.
fn of(roots: Vec<Value>) -> String {
    let dump = json!({ "scenePath": "Assets/A.unity", "rootObjects": roots });
    let text = outline_json(&dump.to_string(), "scene_hierarchy_dump").unwrap();
    is_true_to(&dump, &text);
    text.split_once('\n').unwrap().1.to_owned()
}

fn named(names: &[&str]) -> String {
    of(names.iter().map(|name| node(name, name, json!({}))).collect())
}

/// Everything of a whole scene can be read back.
fn is_true_to(dump: &Value, text: &str) {
    let mut all = objects_of(dump);
    let outline = Outline::read(text);
    assert_eq!((outline.shown, outline.total), (all.len(), all.len()), "{text}");
    let mut read = outline.objects;
    read.iter_mut().for_each(|object| object.is_folded = false);
    all.sort();
    read.sort();
    assert_eq!(read, all, "{text}");
}

#[test]
fn a_line_tells_what_matters() {
    let light = json!({ "components": ["Transform", "Light", "BoxCollider", "BoxCollider"] });
    let button = json!({ "components": ["RectTransform", "CanvasRenderer", "Image"] });
    let child = node("Button", "Ui/Button", button);
    let player = json!({
        "components": ["Transform", "Player"], "active": false, "uniqueName": true,
        "groups": ["crew", "a, b"], "instanceOf": "res://p.tscn",
    });
    let ui = json!({ "components": ["RectTransform"], "children": [child] });
    let text = of(vec![
        node("Sun", "Sun", light),
        node("Empty", "Empty", json!({})),
        node("Player", "Player", player),
        node("Ui", "Ui", ui),
        node("Broken", "Broken", json!({ "components": [] })),
        node("Odd", "Odd", json!({ "components": ["Light", "a, b"] })),
    ]);
    insta::assert_snapshot!(text, @r#"
    Sun: Light, BoxCollider ×2
    Empty
    Player: Player [groups: crew, "a, b"] ← res://p.tscn off unique
    Ui: RectTransform
     Button: RectTransform, CanvasRenderer, Image
    Broken: -
    Odd: -, Light, "a, b"
    "#);
}

#[test]
fn names_that_could_mislead_are_quoted() {
    let names = [
        "A/B",
        " A",
        "",
        "Crate (1)",
        "Light off",
        "a\nb",
        "Deck #2",
        "Plain name",
        "a,b",
        "a: b",
        "*1",
        "x{1}",
        "T[0]",
        "T[a]",
        "?1",
        "…",
        "\"",
        "off",
        "a×2",
        "a ← b",
    ];
    for name in names {
        named(&[name, "Other"]);
        named(&["Other", name, name]);
    }
    insta::assert_snapshot!(named(&names[..8]), @r#"
    "A/B", " A", "", Crate (1), "Light off", "a\nb", "Deck #2", Plain name
    "#);
}

#[test]
fn siblings_that_are_the_same_share_a_line() {
    for (names, expected) in [
        (&["T_08", "T_09", "T_10"][..], "T_{08-10}\n"),
        (&["T8", "T9", "T10"], "T8, T9, T10\n"),
        (&["Tree", "Tree (1)", "Tree (2)", "Tree (3)"], "Tree, Tree ({1-3})\n"),
        (&["Tree1", "Tree2", "Tree4", "Tree7"], "Tree{1-2,4,7}\n"),
        (&["Tree01L", "Tree1L", "Tree02L"], "Tree{01,1,02}L\n"),
        (&["T", "T", "T"], "T×3\n"),
        (&["T", "U", "T"], "T[0], U, T[1]\n"),
        (&["T1", "T2"], "T1, T2\n"),
        (&["T", "a", "T", "b", "T", "c", "T", "T", "T", "T", "T"], "T×8, a, b, c\n"),
        (&["T1", "x", "T2", "T3", "y", "T4"], "T1, x, T2, T3, y, T4\n"),
        (&["T[0]", "T[1]"], "\"T[0]\", \"T[1]\"\n"),
        (&["Äste 1", "Äste 2", "Äste 3"], "Äste {1-3}\n"),
        (&["T1", "T2", "T3", "T3"], "T1, T2, T3×2\n"),
        (&["Wall_Left", "Wall_Right", "Wall_Back", "Wall_Front"], "Wall_{Left,Right,Back,Front}\n"),
        (&["Level 1-2", "Level 1-3", "Level 1-x"], "Level 1-{2-3}, Level 1-x\n"),
        (
            &["9999999999999999999999", "9999999999999999999998", "0"],
            "9999999999999999999999, 9999999999999999999998, 0\n",
        ),
    ] {
        assert_eq!(named(names), expected, "{names:?}");
    }
}

fn tree(name: &str, leaf: &str) -> Value {
    let leaf =
        node(leaf, &format!("{name}/{leaf}"), json!({ "components": ["Transform", "Mesh"] }));
    node(name, name, json!({ "children": [leaf] }))
}

#[test]
fn what_was_shown_before_is_referred_to() {
    let text = of(vec![
        tree("Oak", "Leaf"),
        tree("Elm", "Leaf"),
        tree("T4", "Bud"),
        node("Wood", "Wood", json!({ "children": [tree("Ash", "Leaf"), tree("T4", "Bud")] })),
    ]);
    insta::assert_snapshot!(text, @r"
    Oak, Elm *1
     Leaf: Mesh
    T4 *2
     Bud: Mesh
    Wood
     Ash *1
     T4 *2
    ");
}

#[test]
fn what_comes_often_has_a_code() {
    let long = "A Very Long Name Of A Component";
    let mesh = |name: &str, more: &[&str]| {
        let all: Vec<&str> =
            ["Transform", "MeshFilter", "MeshRenderer"].iter().chain(more).copied().collect();
        node(name, name, json!({ "components": all }))
    };
    let text = of(vec![
        mesh("A", &[]),
        mesh("B", &[long]),
        mesh("C", &[]),
        mesh("D", &[long, "Light"]),
        mesh("E", &[]),
    ]);
    insta::assert_snapshot!(text, @r"
    ?1 A Very Long Name Of A Component
    :a MeshFilter, MeshRenderer
    A:a
    B: MeshFilter, MeshRenderer, ?1
    C:a
    D: MeshFilter, MeshRenderer, ?1, Light
    E:a
    ");
}

#[test]
fn the_head_explains_what_is_used() {
    let head = |roots: Vec<Value>| {
        let dump = json!({ "scenePath": "Assets/A.unity", "rootObjects": roots });
        let text = outline_json(&dump.to_string(), "scene_hierarchy_dump").unwrap();
        text.lines().next().unwrap().to_owned()
    };
    assert_eq!(head(vec![]), "Assets/A.unity: 0 objects; left out: ids, Transform");
    let wood = json!({ "children": [tree("Oak", "Leaf")] });
    let all =
        vec![tree("Oak", "Leaf"), node("Wood", "Wood", wood.clone()), node("Wood", "Wood", wood)];
    assert_eq!(
        head(all),
        "Assets/A.unity: 8 objects; left out: ids, Transform; X×2 is X[0] and X[1]; *1: all as at the \
         first *1, scene_hierarchy_dump {\"scenePath\":\"Assets/A.unity\",\"root\":PATH} shows it there"
    );
}

#[test]
fn a_page_says_where_it_stands_and_how_to_go_on() {
    let dump = json!({
        "scenePath": "Assets/A.unity", "total": 9, "nextCursor": "3-abcd",
        "rootObjects": [node("C", "A/B/C", json!({})), node("D", "A/B/D", json!({})), node("E", "E", json!({}))],
    });
    let text = outline_json(&dump.to_string(), "scene_hierarchy_dump").unwrap();
    insta::assert_snapshot!(text, @r#"
    Assets/A.unity: 3 of 9 objects; left out: ids, Transform
    A/B/
     C#7, D#7
    E#7
    … more: scene_hierarchy_dump with the same arguments and cursor "3-abcd"
    "#);
    let read = Outline::read(&text);
    let paths: Vec<&str> = read.objects.iter().map(|object| object.path.as_str()).collect();
    assert_eq!(paths, ["A/B/C", "A/B/D", "E"]);
    assert_eq!((read.shown, read.total, read.cursor.as_deref()), (3, 9, Some("3-abcd")));
    assert!(read.objects.iter().all(|object| object.id == Some(7)));
}

#[test]
fn trees_of_nodes_have_classes_and_scripts() {
    let child = json!({ "name": "B", "type": "Node", "path": "A/B", "children": [] });
    let label = json!({ "name": "Label2", "type": "Label", "path": "A/Label2", "children": [] });
    let own = json!({ "name": "Timer", "type": "Timer", "script": "res://t.gd", "path": "A/Timer", "properties": { "wait": 2.5 }, "children": [] });
    let tree = json!({
        "name": "A", "type": "Node2D", "path": "A", "script": "res://scripts/a.gd", "children": [child, child, label, own],
    });
    let dump = json!({ "scenePath": "res://a.tscn", "tree": tree });
    let text = outline_json(&dump.to_string(), "scene_tree_read").unwrap();
    is_true_to(&dump, &text);
    insta::assert_snapshot!(text, @r#"
    res://a.tscn: 5 objects; left out: ids, classes like the name; X×2 is X[0] and X[1]
    A: Node2D, "res://scripts/a.gd"
     B×2: Node
     Label2
     Timer: +"res://t.gd" {"wait":2.5}
    "#);
}

#[test]
fn what_cannot_be_read_has_no_outline() {
    let mut deep = String::new();
    for _ in 0..10_000 {
        deep.push_str(r#"{"name":"a","path":"a","children":["#);
    }
    for output in ["", "[]", "{}", r#"{"scenes":[]}"#, &deep] {
        assert_eq!(outline_json(output, "x"), None);
    }
}

#[test]
fn namesakes_that_differ_are_numbered_among_all() {
    let off = |name: &str| node(name, name, json!({ "active": false }));
    let on = |name: &str| node(name, name, json!({}));
    let text =
        of(vec![on("T"), on("T"), off("T"), on("T"), on("T"), on("T"), on("T"), on("T"), on("T")]);
    assert_eq!(text, "T[0-1,3-8]\nT[2] off\n");
}

fn any_node(is_godot: bool) -> impl Strategy<Value = Value> {
    let name = prop_oneof![
        Just("Cube".to_owned()),
        Just("Label2".to_owned()),
        "[A-C]{1,2}( \\([0-9]\\))?",
        "Wall_[a-c]",
        "Tree_0[0-9]{1,2}",
        "[ -~×…←é]{0,4}",
    ];
    let component = prop_oneof![
        4 => "(Mesh|Light|RectTransform|Transform|Label|A Name That Is Very Long [12])",
        1 => "[ -~×←]{1,3}",
    ];
    let groups = proptest::collection::vec("[a-b,\\]\"]{1,2}", 0..3);
    let leaf = (name, proptest::collection::vec(component, 0..4), any::<(bool, bool)>(), groups, any::<bool>())
        .prop_map(move |(name, mut components, (active, unique_name), groups, has_instance)| {
            match is_godot {
                true => components.insert(0, "Label".to_owned()),
                false if active => components.insert(0, "Transform".to_owned()),
                false => {}
            }
            let mut node = json!({ "name": name, "path": name, "components": components, "active": active, "children": [] });
            if is_godot {
                node["uniqueName"] = json!(unique_name);
                node["groups"] = json!(groups);
                if has_instance {
                    node["instanceOf"] = json!("res://a b.tscn");
                }
            }
            node
        });
    leaf.prop_recursive(4, 40, 6, |inner| {
        (inner.clone(), proptest::collection::vec(inner, 0..12)).prop_map(|(mut node, children)| {
            node["children"] = json!(children);
            node
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn everything_can_be_read_back(
        unity in proptest::collection::vec(any_node(false), 0..6),
        godot in proptest::collection::vec(any_node(true), 0..6),
    ) {
        for (scene, roots) in [("Assets/A.unity", unity), ("res://a.tscn", godot)] {
            let dump = json!({ "scenePath": scene, "rootObjects": roots });
            is_true_to(&dump, &outline_json(&dump.to_string(), "x").unwrap());
        }
    }
}
