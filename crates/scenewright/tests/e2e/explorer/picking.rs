//! `MousePick` in the world: what the ray from the camera meets first.

use serde_json::{Value, json};

use super::Explorer;

/// A free camera that looks along z.
fn look_from(explorer: &Explorer, [x, y, z]: [f64; 3], rot: [f64; 3]) {
    let pose = json!({
        "pos": { "X": x, "Y": y, "Z": z },
        "rot": { "X": rot[0], "Y": rot[1], "Z": rot[2] },
    });
    assert_eq!(explorer.call("SetFreecamPose", pose)["ok"], true);
}

/// The name of what is hit, and the answer.
fn pick(explorer: &Explorer, arguments: Value) -> (String, Value) {
    let answer = explorer.call("MousePick", arguments);
    let name = match answer["Id"].as_str() {
        Some(id) => explorer.call("GetObject", json!({ "id": id }))["Name"].clone(),
        None => json!("nothing"),
    };
    (name.as_str().unwrap().to_owned(), answer)
}

#[test]
fn the_nearest_collider_is_picked_and_else_what_is_drawn() {
    let explorer = Explorer::writing();
    explorer.allow(json!({
        "allowWrites": true,
        "requireConfirm": false,
        "reflectionAllowlistMembers": ["UnityEngine.CharacterController.enabled"],
    }));
    let through = |x: f64, y: f64| json!({ "mode": "world", "x": x, "y": y, "normalized": true });
    let (name, answer) = pick(&explorer, through(0.736, 0.62));
    let fitting = json!({ "Mode": "world", "Hit": true, "Id": answer["Id"], "Items": null });
    assert_eq!((name.as_str(), &answer), ("Lighthouse", &fitting));
    assert_eq!(pick(&explorer, json!({ "x": 0.736 * 1920.0, "y": 0.62 * 1080.0 })).0, "Lighthouse");

    explorer.call("SetFreecamEnabled", json!({ "enabled": true }));
    let seen = |from: [f64; 3], rot: [f64; 3]| {
        look_from(&explorer, from, rot);
        pick(&explorer, json!({ "mode": "world" }))
    };
    let (ahead, back) = ([0.0; 3], [0.0, 180.0, 0.0]);
    // The lantern is drawn before the player, and has no collider.
    let lantern = [0.34, 1.2, 10.0];
    for (from, rot, expected) in [
        ([0.0, 1.5, -10.0], ahead, "Player"),
        ([1.2, 0.5, -10.0], ahead, "Crate by the Rope"),
        (lantern, back, "Player"),
        ([2.0, 1.2, -10.0], ahead, "Sign"),
        ([14.0, 8.0, 0.0], ahead, "Lighthouse"),
        ([14.0, 8.0, 40.0], back, "Lighthouse"),
        ([30.0, 8.0, 20.0], [0.0, 270.0, 0.0], "Lighthouse"),
        ([14.0, 40.0, 20.0], [90.0, 0.0, 0.0], "Lighthouse"),
    ] {
        assert_eq!(seen(from, rot).0, expected, "{from:?} {rot:?}");
    }
    let sky = json!({ "Mode": "world", "Hit": false, "Id": null, "Items": null });
    assert_eq!(seen([0.0, 5.0, -10.0], [270.0, 0.0, 0.0]).1, sky);
    assert_ne!(seen([0.0, 1.5, 0.0], ahead).0, "Player", "it begins inside");

    let hidden = explorer.read("unity://search?name=Crate (1)")["Items"][0]["Id"].clone();
    let behind = [-1.2, 0.5, 20.0];
    assert_ne!(seen(behind, back).0, "Crate (1)");
    explorer.call("SetActive", json!({ "objectId": hidden, "active": true }));
    assert_eq!(seen(behind, back).0, "Crate (1)");

    let player = explorer.read("unity://search?name=Player&limit=1")["Items"][0]["Id"].clone();
    let off = json!({ "objectId": player, "componentType": "UnityEngine.CharacterController", "member": "enabled", "jsonValue": "false" });
    assert_eq!(explorer.call("SetMember", off), json!({ "ok": true }));
    assert_eq!(seen(lantern, back).0, "Lantern");
}
