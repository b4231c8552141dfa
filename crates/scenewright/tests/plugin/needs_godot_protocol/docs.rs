//! The class reference, by class, by method and by search.

use serde_json::{Value, json};

use crate::client::Client;
use crate::shape::assert_shape;

pub(super) fn documentation(client: &mut Client, own: &mut Client) {
    let got = client.call("get_class_docs", json!({ "class_name": "CharacterBody3D" }));
    let example = json!({
        "success": true, "class_name": "CharacterBody3D", "inherits": "PhysicsBody3D",
        "brief_description": "", "description": "",
        "methods": [{ "name": "", "return_type": "bool", "description": "", "arguments": [] }],
        "properties": [{ "name": "", "type": "", "description": "", "default": null }],
        "signals": [], "enums": [{ "name": "", "values": [{ "name": "", "value": "" }] }], "constants": [],
    });
    assert_shape(&example, &got);
    let velocity = find(&got["properties"], "velocity");
    assert_eq!(velocity["default"], "Vector3(0, 0, 0)");
    assert_eq!(velocity["setter"], "set_velocity");
    assert!(!got["description"].as_str().unwrap().contains("[method"), "{got}");
    let more = json!({ "class_name": "CharacterBody3D", "include_inherited": true });
    let more = client.call("get_class_docs", more);
    assert_eq!(find(&more["methods"], "add_child")["inherited_from"], "Node");

    let method = json!({ "class_name": "Node", "method_name": "add_child" });
    let argument = json!({ "name": "node", "type": "Node", "default": null, "description": "" });
    let method_example = json!({
        "success": true, "class_name": "Node",
        "method": { "name": "", "return_type": "void", "description": "", "arguments": [argument] },
    });
    assert_shape(&method_example, &client.call("get_method_docs", method));
    searching(client);
    let whole = own.call("scenewright.class_docs", json!({}));
    assert!(whole["classes"].as_array().unwrap().len() > 800);
    assert_shape(&json!({ "godot_version": "", "classes": [{ "name": "" }] }), &whole);
}

fn searching(client: &mut Client) {
    let query = json!({
        "query": "collision layer", "search_in": ["classes", "methods", "properties"], "limit": 10,
    });
    let got = client.call("search_docs", query);
    let hit =
        json!({ "type": "", "class_name": "", "name": "", "description": "", "relevance": 0.5 });
    assert_shape(
        &json!({ "success": true, "query": "", "results": [hit], "total_count": 3 }),
        &got,
    );
    assert!(got["results"].as_array().unwrap().len() <= 10);
    assert_eq!(got["results"][0]["name"], "collision_layer");
    for (query, first) in [
        ("CharacterBody3D", "CharacterBody3D"),
        ("characterbody", "CharacterBody"),
        ("colision layr", "collision_layer"),
        ("move and slide", "move_and_slide"),
    ] {
        let got = client.call("search_docs", json!({ "query": query, "limit": 3 }));
        let name = got["results"][0]["name"].as_str().unwrap();
        assert!(name.starts_with(first), "{query}: {got}");
        let relevance = got["results"][0]["relevance"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&relevance), "{got}");
    }
}

fn find<'a>(list: &'a Value, name: &str) -> &'a Value {
    list.as_array().unwrap().iter().find(|item| item["name"] == name).unwrap()
}
