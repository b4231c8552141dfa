use serde_json::{Value, json};

use super::outline;

fn node(name: &str, path: &str, more: Value) -> Value {
    let mut node = json!({ "name": name, "path": path, "instanceId": 7, "components": ["Transform"], "children": [] });
    let all = node.as_object_mut().unwrap();
    all.extend(more.as_object().cloned().unwrap());
    node
}

fn of(roots: Vec<Value>) -> String {
    let dump = json!({ "scenePath": "Assets/A.unity", "rootObjects": roots });
    let text = outline(&dump.to_string(), "scene_hierarchy_dump").unwrap();
    text.split_once('\n').unwrap().1.to_owned()
}

fn named(names: &[&str]) -> String {
    of(names.iter().map(|name| node(name, name, json!({}))).collect())
}

#[test]
fn a_line_tells_what_matters() {
    let light = json!({ "components": ["Transform", "Light", "BoxCollider", "BoxCollider"] });
    let button = json!({ "components": ["RectTransform", "CanvasRenderer", "Image"] });
    let child = node("Button", "Ui/Button", button);
    let player = json!({
        "components": ["Node2D", "Player"], "active": false, "uniqueName": true,
        "groups": ["crew", "tended"], "instanceOf": "res://p.tscn",
    });
    let ui = json!({ "components": ["RectTransform"], "children": [child] });
    let text = of(vec![
        node("Sun", "Sun", light),
        node("Empty", "Empty", json!({})),
        node("Player", "Player", player),
        node("Ui", "Ui", ui),
    ]);
    insta::assert_snapshot!(text, @r"
    Sun (Light, BoxCollider ×2)
    Empty
    Player (Node2D, Player) off unique [groups: crew, tended] ← res://p.tscn
    Ui (RectTransform)
      Button (Image)
    ");
}

#[test]
fn names_that_could_mislead_are_quoted() {
    let text = named(&["A/B", " A", "", "Crate (1)", "Light off", "a\nb", "Deck #2", "Plain name"]);
    insta::assert_snapshot!(text, @r#"
    "A/B"
    " A"
    ""
    "Crate (1)"
    "Light off"
    "a\nb"
    "Deck #2"
    Plain name
    "#);
}

#[test]
fn siblings_that_look_the_same_share_a_line() {
    for (names, expected) in [
        (&["T_08", "T_09", "T_10"][..], "T_08 … T_10 ×3\n"),
        (&["T8", "T9", "T10"], "T8 … T10 ×3\n"),
        (&["T", "T (1)", "T (2)", "T (3)"], "T\nT (1) … T (3) ×3\n"),
        (&["T1", "T2", "T4", "T7"], "T{1-2,4,7} ×4\n"),
        (&["T01L", "T1L", "T02L"], "T{01,1,02}L ×3\n"),
        (&["T", "T", "T"], "T[0] … T[2] ×3\n"),
        (&["T", "U", "T"], "T #7\nU\nT[1] #7\n"),
        (&["T1", "T2"], "T1\nT2\n"),
        (&["T", "a", "T", "b", "T", "c", "T", "T", "T", "T", "T"], "T[0] … T[7] ×8\na\nb\nc\n"),
        (&["T1", "x", "T2", "T3", "y", "T4"], "T1\nx\nT2\nT3\ny\nT4\n"),
        (&["T[0]", "T[1]"], "\"T[0]\"\n\"T[1]\"\n"),
        (&["ä1", "ä2", "ä3"], "ä1 … ä3 ×3\n"),
        (&["1", "2", "3"], "1 … 3 ×3\n"),
        (&["T1", "T2", "T3", "T3"], "T1\nT2\nT3 #7\nT3[1] #7\n"),
        (&["a/1", "a/3", "a/4"], "\"a/{1,3-4}\" ×3\n"),
        (
            &["9999999999999999999999", "9999999999999999999998", "0"],
            "{9999999999999999999999,9999999999999999999998,0} ×3\n",
        ),
    ] {
        assert_eq!(named(names), expected, "{names:?}");
    }
}

#[test]
fn what_is_below_alike_siblings_is_told_once_or_apart() {
    let tree = |name: &str, leaf: &str| {
        let leaf = node(leaf, &format!("{name}/{leaf}"), json!({ "components": ["Mesh"] }));
        node(name, name, json!({ "children": [leaf] }))
    };
    let text =
        of(vec![tree("T1", "Leaf"), tree("T2", "Leaf"), tree("T3", "Leaf"), tree("T4", "Bud")]);
    insta::assert_snapshot!(text, @r"
    T1 … T3 ×3 each with:
      Leaf (Mesh)
    T4
      Bud (Mesh)
    ");
}

#[test]
fn a_page_says_where_it_stands_and_how_to_go_on() {
    let dump = json!({
        "scenePath": "Assets/A.unity", "total": 9, "nextCursor": "3-abcd",
        "rootObjects": [node("C", "A/B/C", json!({})), node("D", "A/B/D", json!({})), node("E", "E", json!({}))],
    });
    insta::assert_snapshot!(outline(&dump.to_string(), "scene_hierarchy_dump").unwrap(), @r#"
    Assets/A.unity: 3 of 9 objects
    A/B/
      C #7
      D #7
    E #7
    … more: scene_hierarchy_dump with the same arguments and cursor "3-abcd"
    "#);
}

#[test]
fn trees_of_nodes_have_classes_and_scripts() {
    let child = json!({ "name": "B", "type": "Node", "path": "A/B", "children": [] });
    let tree = json!({
        "name": "A", "type": "Node2D", "path": "A", "script": "res://scripts/a.gd", "children": [child, child],
    });
    let dump = json!({ "scenePath": "res://a.tscn", "tree": tree });
    insta::assert_snapshot!(outline(&dump.to_string(), "scene_tree_read").unwrap(), @r"
    res://a.tscn: 3 objects
    A (Node2D, a.gd)
      B (Node)
      B[1] (Node)
    ");
}

#[test]
fn other_answers_have_no_outline() {
    let mut deep = String::new();
    for _ in 0..10_000 {
        deep.push_str(r#"{"name":"a","path":"a","children":["#);
    }
    for output in ["", "[]", "{}", r#"{"scenes":[]}"#, &deep] {
        assert_eq!(outline(output, "x"), None);
    }
    assert_eq!(outline(r#"{"scenePath":"a"}"#, "x").unwrap(), "a: 0 objects\n");
}

#[test]
fn namesakes_that_differ_are_numbered_among_all() {
    let off = |name: &str| node(name, name, json!({ "active": false }));
    let on = |name: &str| node(name, name, json!({}));
    let text =
        of(vec![on("T"), on("T"), off("T"), on("T"), on("T"), on("T"), on("T"), on("T"), on("T")]);
    assert_eq!(text, "T[{0-1,3-8}] ×8\nT[2] #7 off\n");
}

#[test]
fn namesakes_of_a_part_keep_their_ids() {
    let roots: Vec<Value> =
        (0..4).map(|id| node("T", "A/T", json!({ "instanceId": id }))).collect();
    let dump = json!({ "scenePath": "a", "total": 9, "rootObjects": roots });
    let text = outline(&dump.to_string(), "x").unwrap();
    assert_eq!(text, "a: 4 of 9 objects\nA/\n  T #0\n  T #1\n  T #2\n  T #3\n");
}
