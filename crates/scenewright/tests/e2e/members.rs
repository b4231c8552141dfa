//! Objects and members of the samples through the session: how they are named, and what is said
//! when there is none of that name.

use std::path::Path;

use scenewright_catalogue::{Call, CallLimits, Catalogue, Failure, Policy, Session};
use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::support::sample;

const MAIN: &str = "Assets/Scenes/Main.unity";

fn call(project: &str, tool: &str, input: &Value) -> Result<Value, Failure> {
    call_in(&sample(project), tool, input)
}

fn call_in(folder: &Path, tool: &str, input: &Value) -> Result<Value, Failure> {
    let project = scenewright_engines::find(folder).unwrap();
    let engine = scenewright_engines::open(&project);
    let catalogue = Catalogue::standard().unwrap();
    let session = Session::new(catalogue, engine, Policy::default(), CallLimits::default());
    let input = input.as_object().cloned().unwrap();
    let answer = session.call(Call::new(tool, input))?;
    Ok(serde_json::from_str(answer.output.get()).unwrap())
}

fn unity(tool: &str, input: &Value) -> Value {
    call("unity", tool, input).unwrap_or_else(|failure| panic!("{tool} {input}: {failure:?}"))
}

/// What the engine says, and what it guesses.
fn refusal(project: &str, tool: &str, input: &Value) -> (String, Vec<String>) {
    match call(project, tool, input) {
        Err(Failure::Engine(error)) => (error.message, error.similar),
        other => panic!("{tool} {input}: {other:?}"),
    }
}

#[test]
fn an_object_is_named_by_path_or_id() {
    let path = json!({ "scenePath": MAIN, "objectPath": "Pier/Crate (1)/Lid" });
    let by_path = unity("scene.components.list", &path);
    let id = by_path["instanceId"].as_u64().unwrap();
    for input in [
        json!({ "scenePath": MAIN, "instanceId": id }),
        json!({ "scenePath": MAIN, "objectPath": format!("obj:{id}") }),
        json!({ "scenePath": MAIN, "objectPath": "Pier/Crate (1)[0]/Lid[0]" }),
    ] {
        assert_eq!(unity("scene.components.list", &input), by_path, "{input}");
    }
    let error = call("unity", "scene.components.list", &json!({ "scenePath": MAIN })).unwrap_err();
    assert_eq!(error.to_string(), "Invalid tool arguments: objectPath is required");
}

#[test]
fn what_is_not_there_is_refused_with_what_may_be_meant() {
    let (message, similar) = refusal(
        "unity",
        "scene.object.read",
        &json!({ "scenePath": MAIN, "objectPath": "Lighthouse/Beacon" }),
    );
    assert_eq!(message, "Object 'Lighthouse/Beacon' does not exist");
    assert!(similar.contains(&"Lighthouse/Lamp Room/Beacon".to_owned()), "{similar:?}");

    let (message, similar) = refusal(
        "unity",
        "scene.object.read",
        &json!({ "scenePath": MAIN, "objectPath": "Pier", "components": ["MeshRender"] }),
    );
    assert_eq!(message, "Component 'MeshRender' does not exist");
    assert_eq!(similar[0], "MeshRenderer");

    let (message, similar) = refusal(
        "unity",
        "scene.member.read",
        &json!({ "scenePath": MAIN, "objectPath": "Pier", "component": "0", "member": "m_LocalPositon" }),
    );
    assert_eq!(message, "Member 'm_LocalPositon' does not exist");
    assert_eq!(similar[0], "m_LocalPosition");
}

#[test]
fn an_engine_without_nodes_says_so() {
    for (tool, input) in [
        ("scene.tree.read", json!({ "scenePath": MAIN })),
        ("scene.node.properties", json!({ "scenePath": MAIN, "objectPath": "Pier" })),
    ] {
        let (message, _) = refusal("unity", tool, &input);
        assert_eq!(message, "Unity cannot read nodes: this connection does not offer it");
    }
}

#[test]
fn a_tree_of_nodes_is_as_deep_and_as_full_as_asked_for() {
    let read = |input: Value| call("godot", "scene.tree.read", &input).unwrap();
    let scene = "res://scenes/main.tscn";
    let tree =
        read(json!({ "scenePath": scene, "root": "Main/Player", "includeProperties": true }));
    let player = &tree["tree"];
    assert_eq!(player["script"], "res://scripts/player.gd");
    assert_eq!(player["properties"]["position"], "Vector2(470, 310)");
    assert_eq!(player["properties"]["speed"], 140);
    assert_eq!(player["children"][0]["name"], "Sprite");
    let flat = read(json!({ "scenePath": scene, "maxDepth": 1 }));
    assert_eq!(flat["tree"]["children"], json!([]));
    assert!(flat["tree"].get("properties").is_none());
}

#[test]
fn categories_choose_among_the_properties_of_a_node() {
    let read = |categories: &[&str]| {
        let input = json!({
            "scenePath": "res://scenes/main.tscn",
            "objectPath": "Main/Player",
            "includeDefault": true,
            "categories": categories,
        });
        call("godot", "scene.node.properties", &input).unwrap()
    };
    let all = read(&[])["properties"].as_object().unwrap().clone();
    assert_eq!(all["visible"]["value"], true);
    assert_eq!(all["visible"]["category"], "CanvasItem");
    let collision = read(&["Collision"])["properties"].as_object().unwrap().clone();
    assert_eq!(collision["collision_mask"]["value"], 5);
    assert!(collision.len() < all.len() && !collision.contains_key("visible"));
}

#[test]
fn filters_are_all_kept() {
    let count = |filter: Value| {
        let mut input = json!({ "scenePath": MAIN });
        input.as_object_mut().unwrap().extend(filter.as_object().cloned().unwrap());
        unity("scene.objects.find", &input)["total"].as_u64().unwrap()
    };
    assert_eq!(count(json!({})), 16);
    assert_eq!(count(json!({ "name": "LID" })), 2);
    assert_eq!(count(json!({ "name": "lid", "activeOnly": true })), 1);
    assert_eq!(count(json!({ "name": "crate*", "component": "*collider" })), 2);
    assert_eq!(count(json!({ "path": "pier/*" })), 4);
    assert_eq!(count(json!({ "tag": "maincamera" })), 1);
    assert_eq!(count(json!({ "component": "Mesh" })), 0);
}

/// All names in a tree, parents first.
fn names(objects: &Value, found: &mut Vec<String>) {
    for object in objects.as_array().unwrap() {
        found.push(object["name"].as_str().unwrap().to_owned());
        names(&object["children"], found);
    }
}

#[test]
fn pages_together_are_the_whole() {
    let mut whole = Vec::new();
    names(&unity("scene.hierarchy.dump", &json!({ "scenePath": MAIN }))["rootObjects"], &mut whole);
    for limit in [1, 3, 7, 100] {
        let (mut paged, mut cursor) = (Vec::new(), None);
        loop {
            let input = json!({ "scenePath": MAIN, "limit": limit, "cursor": cursor });
            let page = unity("scene.hierarchy.dump", &input);
            assert_eq!(page["total"], whole.len());
            names(&page["rootObjects"], &mut paged);
            match page["nextCursor"].as_str() {
                Some(next) => cursor = Some(next.to_owned()),
                None => break,
            }
        }
        assert_eq!(paged, whole, "{limit}");
    }
    let wrong = json!({ "scenePath": MAIN, "cursor": "x" });
    let error = call("unity", "scene.hierarchy.dump", &wrong).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Invalid tool arguments: cursor: 'x' is not a cursor of scene.hierarchy.dump"
    );
}

/// From both ends, with all that a connection has beside its signal and its method.
#[test]
fn a_node_is_read_with_the_flags_and_arguments_of_its_connections() {
    let fixture = Fixture::new(
        r#"//- /project.godot
config_version=5
//- /main.tscn
[gd_scene format=3]

[node name="Main" type="Control"]

[node name="Push" type="Button" parent="."]

[connection signal="pressed" from="Push" to="." method="plain"]
[connection signal="pressed" from="Push" to="." method="bound" flags=7 binds= ["a", Vector2(1, 2)]]
[connection signal="toggled" from="Push" to="." method="unbound" flags=26 unbinds=1]
"#,
    );
    let rows = json!([
        { "signal": "pressed", "from": "Main/Push", "to": "Main", "method": "plain" },
        {
            "signal": "pressed", "from": "Main/Push", "to": "Main", "method": "bound",
            "flags": ["deferred", "oneShot"], "binds": "[\"a\", Vector2(1, 2)]",
        },
        {
            "signal": "toggled", "from": "Main/Push", "to": "Main", "method": "unbound",
            "flags": ["referenceCounted", "appendSourceObject"], "unbinds": 1,
        },
    ]);
    for object in ["Main", "Main/Push"] {
        let input = json!({ "scenePath": "res://main.tscn", "objectPath": object });
        let read = call_in(&fixture.root(), "scene.object.read", &input).unwrap();
        assert_eq!(read["connections"], rows, "{object}");
    }
}
