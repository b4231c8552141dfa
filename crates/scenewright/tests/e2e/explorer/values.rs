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

/// The type and name of an enum's value, of the engine's own and of one that the project declares.
#[test]
fn enums_have_names() {
    let folder = tempfile::tempdir().unwrap();
    super::harbour(folder.path());
    let script = folder.path().join("unity/Assets/Scripts/PlayerController.cs");
    let text = std::fs::read_to_string(&script).unwrap();
    let line = "    [SerializeField] private float speed";
    let fields = "    public enum Gait { Walk, Run = 5, Swim }\n    public Gait gait;\n";
    assert!(text.contains(line), "{text}");
    let text = text.replacen(line, &format!("{fields}{line}"), 1);
    std::fs::write(&script, text).unwrap();
    let scene = folder.path().join("unity/Assets/Scenes/Main.unity");
    let text = std::fs::read_to_string(&scene).unwrap();
    std::fs::write(&scene, text.replacen("  turnSpeed:", "  gait: 5\n  turnSpeed:", 1)).unwrap();

    let explorer = Explorer::start_in(folder.path(), &["--allow-writes"]);
    explorer.allow(json!({
        "allowWrites": true,
        "requireConfirm": false,
        "reflectionAllowlistMembers": ["UnityEngine.Light.type", "PlayerController.gait"],
    }));
    let id = |name: &str| {
        explorer.read(&format!("unity://search?name={name}&limit=1"))["Items"][0]["Id"].clone()
    };
    for (object, component, member, full, text, other) in [
        (
            "Directional Light",
            "UnityEngine.Light",
            "type",
            "UnityEngine.LightType",
            "Directional",
            "point",
        ),
        ("Player", "PlayerController", "gait", "PlayerController+Gait", "Run", "Swim"),
    ] {
        let object = id(object);
        let read = || {
            let arguments =
                json!({ "objectId": object, "componentType": component, "name": member });
            explorer.call("ReadComponentMember", arguments)
        };
        let set = |value: &str| {
            let arguments = json!({ "objectId": object, "componentType": component, "member": member, "jsonValue": value });
            explorer.call("SetMember", arguments)
        };
        let expected = json!({ "ok": true, "type": full, "valueText": text, "valueJson": text });
        assert_eq!(read(), expected);
        let members = explorer.call(
            "ListComponentMembers",
            json!({ "objectId": object, "componentType": component, "limit": 500 }),
        );
        let line = members["Items"].as_array().unwrap().iter().find(|it| it["Name"] == member);
        assert_eq!(line.unwrap()["Type"], full);
        assert_eq!(set(&format!("\"{other}\"")), json!({ "ok": true }));
        assert!(read()["valueText"].as_str().unwrap().eq_ignore_ascii_case(other));
        assert_eq!(set("\"Sideways\"")["error"]["kind"], "InvalidArgument");
        assert_eq!(set("0")["ok"], true);
        assert_ne!(read()["valueText"], "0");
    }
}
