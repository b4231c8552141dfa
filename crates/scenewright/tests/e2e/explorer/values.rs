//! The values of members, by the names of the API and by those in files.

use serde_json::json;

use super::{Explorer, fields};

#[test]
fn a_value_has_a_type_a_text_and_json() {
    let explorer = Explorer::start(&[]);
    let light = explorer.read("unity://search?type=UnityEngine.Light&limit=1")["Items"][0].clone();
    let id = light["Id"].as_str().unwrap();
    let read = |component: &str, name: &str| {
        let uri = format!("unity://object/{id}/component/member?type={component}&name={name}");
        let value = explorer.read(&uri);
        let arguments = json!({ "objectId": id, "componentType": component, "name": name });
        assert_eq!(explorer.call("ReadComponentMember", arguments), value);
        value
    };
    let colour = read("UnityEngine.Light", "color");
    assert_eq!(fields(&colour), ["ok", "type", "valueText", "valueJson"]);
    assert_eq!((&colour["ok"], &colour["type"]), (&json!(true), &json!("UnityEngine.Color")));
    assert_eq!(fields(&colour["valueJson"]), ["r", "g", "b", "a"]);
    assert_eq!(read("UnityEngine.Light", "m_Color"), colour);
    let intensity = read("UnityEngine.Light", "intensity");
    assert_eq!(intensity["type"], "System.Single");
    assert!(intensity["valueJson"].is_number(), "{intensity}");
    let place = read("UnityEngine.Transform", "localPosition");
    assert_eq!(place["type"], "UnityEngine.Vector3");
    assert_eq!(fields(&place["valueJson"]), ["x", "y", "z"]);
    let owner = read("UnityEngine.Light", "gameObject");
    assert_eq!((&owner["valueText"], &owner["valueJson"]), (&json!(id), &json!(id)));
}

#[test]
fn what_is_not_there_is_not_found() {
    let explorer = Explorer::start(&[]);
    let light = explorer.read("unity://search?type=UnityEngine.Light&limit=1")["Items"][0].clone();
    let id = light["Id"].as_str().unwrap();
    for (component, name, status) in [
        ("UnityEngine.Rigidbody", "mass", 404),
        ("UnityEngine.Light", "none", 404),
        ("UnityEngine.Component", "name", 400),
    ] {
        let uri = format!("unity://object/{id}/component/member?type={component}&name={name}");
        assert_eq!(explorer.get(&uri).status, status, "{component} {name}");
    }
}

#[test]
fn scripts_have_their_own_fields() {
    let explorer = Explorer::start(&[]);
    let player = explorer.read("unity://search?name=Player&limit=1")["Items"][0].clone();
    let id = player["Id"].as_str().unwrap();
    let uri = format!("unity://object/{id}/component/members?type=PlayerController");
    let members = explorer.read(&uri);
    let names: Vec<&str> =
        members["Items"].as_array().unwrap().iter().filter_map(|it| it["Name"].as_str()).collect();
    assert_eq!(names, ["enabled", "speed", "turnSpeed", "lantern", "gameObject", "name", "tag"]);
    let uri = format!("unity://object/{id}/component/member?type=PlayerController&name=lantern");
    let lantern = explorer.read(&uri);
    assert_eq!(lantern["type"], "UnityEngine.Transform");
    let target =
        explorer.read(&format!("unity://object/{}", lantern["valueJson"].as_str().unwrap()));
    assert_eq!(target["Path"], "/Player/Lantern");
}

#[test]
fn a_missing_script_is_nothing() {
    let explorer = Explorer::start(&[]);
    let buoy = explorer.read("unity://search?name=OldBuoy")["Items"][0]["Id"].clone();
    let components = explorer.call("GetComponents", json!({ "objectId": buoy }));
    let last = components["Items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last, json!({ "Type": "<null>", "Summary": "<null>" }));
}
