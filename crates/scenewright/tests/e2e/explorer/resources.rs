//! Resources and the tools that read: the shape of each, and what the sample really holds.

use serde_json::{Value, json};

use super::{Explorer, fields};

const CARD: [&str; 7] = ["Id", "Name", "Path", "Tag", "Layer", "Active", "ComponentCount"];

/// A resource and a tool that must say the same.
fn both(explorer: &Explorer, uri: &str, tool: &str, arguments: Value) -> Value {
    let read = explorer.read(uri);
    assert_eq!(explorer.call(tool, arguments), read, "{uri} {tool}");
    read
}

#[test]
fn the_status_is_complete() {
    let explorer = Explorer::start(&[]);
    let status = both(&explorer, "unity://status", "GetStatus", json!({}));
    let names = [
        "Version",
        "UnityVersion",
        "Platform",
        "Runtime",
        "ExplorerVersion",
        "Ready",
        "ScenesLoaded",
        "Selection",
    ];
    assert_eq!(fields(&status), names);
    assert_eq!((&status["Version"], &status["Ready"]), (&json!("0.1.0"), &json!(true)));
    assert_eq!((&status["ScenesLoaded"], &status["Selection"]), (&json!(1), &json!([])));
    let version = explorer.call("GetVersion", json!({}));
    assert_eq!(fields(&version), ["ExplorerVersion", "McpVersion", "UnityVersion", "Runtime"]);
    assert_eq!(version["UnityVersion"], status["UnityVersion"]);
}

#[test]
fn scenes_are_listed_with_the_pseudo_scenes() {
    let explorer = Explorer::start(&[]);
    let scenes = both(&explorer, "unity://scenes", "ListScenes", json!({}));
    assert_eq!(fields(&scenes), ["Total", "Items"]);
    let ids: Vec<&Value> = scenes["Items"].as_array().unwrap().iter().map(|it| &it["Id"]).collect();
    assert_eq!(ids, ["scn:0", "scn:ddol", "scn:hide"]);
    assert_eq!(fields(&scenes["Items"][0]), ["Id", "Name", "Index", "IsLoaded", "RootCount"]);
    assert_eq!(scenes["Items"][2]["Index"], -2);
    for pseudo in ["scn:ddol", "scn:hide"] {
        let page = explorer.read(&format!("unity://scene/{pseudo}/objects"));
        assert_eq!(page, json!({ "Total": 0, "Items": [] }));
    }
    let build = explorer.call("ListBuildScenes", json!({ "limit": 1 }));
    assert_eq!(fields(&build["Items"][0]), ["Index", "Name", "Path"]);
    assert!(build["Total"].as_u64().unwrap() >= 1, "{build}");
}

#[test]
fn objects_come_in_pages_from_the_root_down() {
    let explorer = Explorer::start(&[]);
    let all = both(
        &explorer,
        "unity://scene/scn:0/objects",
        "ListObjects",
        json!({ "sceneId": "scn:0" }),
    );
    let items = all["Items"].as_array().unwrap();
    assert_eq!(all["Total"].as_u64(), Some(items.len() as u64));
    for item in items {
        assert_eq!(fields(item), CARD);
        let path = item["Path"].as_str().unwrap();
        assert!(path.starts_with('/') && path.ends_with(item["Name"].as_str().unwrap()), "{path}");
        assert!(item["Id"].as_str().unwrap().starts_with("obj:"));
    }
    // A parent stands before its children, and those right behind it.
    let paths: Vec<&str> = items.iter().filter_map(|it| it["Path"].as_str()).collect();
    for pair in paths.windows(2) {
        let above = pair[1].rsplit_once('/').unwrap().0;
        assert!(above.is_empty() || pair[0].starts_with(above), "{pair:?}");
    }
    let page = explorer.read("unity://scene/scn:0/objects?limit=2&offset=1");
    assert_eq!((&page["Total"], &page["Items"]), (&all["Total"], &json!(&items[1..3])));
    let first = items[0]["Id"].as_str().unwrap();
    both(&explorer, &format!("unity://object/{first}"), "GetObject", json!({ "id": first }));
    let parent =
        paths.iter().position(|path| paths.iter().any(|it| it.starts_with(&format!("{path}/"))));
    let parent = items[parent.unwrap()]["Id"].as_str().unwrap();
    let children = both(
        &explorer,
        &format!("unity://object/{parent}/children"),
        "ListChildren",
        json!({ "objectId": parent }),
    );
    assert!(children["Total"].as_u64().unwrap() > 0);
    assert_eq!(explorer.call("ListObjects", json!({ "sceneId": "scn:9" }))["Total"], 0);
}

#[test]
fn filters_are_taken_together() {
    let explorer = Explorer::start(&[]);
    let all = explorer.read("unity://search?limit=1000");
    let total = all["Total"].as_u64().unwrap();
    let light = explorer.read("unity://search?type=UnityEngine.Light");
    assert_eq!(light, explorer.read("unity://search?type=light"));
    let lights = light["Total"].as_u64().unwrap();
    assert!(lights > 0 && lights < total, "{light}");
    let name = light["Items"][0]["Name"].as_str().unwrap();
    let upper = name.to_uppercase();
    let both =
        explorer.call("SearchObjects", json!({ "name": upper, "type": "UnityEngine.Light" }));
    assert!(both["Total"].as_u64().unwrap() >= 1);
    let none =
        explorer.call("SearchObjects", json!({ "name": "no such", "type": "UnityEngine.Light" }));
    assert_eq!(none, json!({ "Total": 0, "Items": [] }));
    let behaviours = explorer.read("unity://search?type=UnityEngine.Behaviour&limit=1");
    assert!(behaviours["Total"].as_u64().unwrap() > lights);
    let path = explorer.read("unity://search?path=/&limit=1");
    assert_eq!(path["Total"].as_u64(), Some(total));
}

#[test]
fn components_have_full_names_and_members_those_of_the_api() {
    let explorer = Explorer::start(&[]);
    let light = explorer.read("unity://search?type=UnityEngine.Light&limit=1")["Items"][0].clone();
    let id = light["Id"].as_str().unwrap();
    let components = both(
        &explorer,
        &format!("unity://object/{id}/components"),
        "GetComponents",
        json!({ "objectId": id }),
    );
    let items = components["Items"].as_array().unwrap();
    assert_eq!(fields(&items[0]), ["Type", "Summary"]);
    assert_eq!(items[0]["Type"], "UnityEngine.Transform");
    assert!(items.iter().any(|it| it["Type"] == "UnityEngine.Light"), "{components}");

    let members = both(
        &explorer,
        &format!("unity://object/{id}/component/members?type=UnityEngine.Light&limit=500"),
        "ListComponentMembers",
        json!({ "objectId": id, "componentType": "UnityEngine.Light", "limit": 500 }),
    );
    let find =
        |name: &str| members["Items"].as_array().unwrap().iter().find(|it| it["Name"] == name);
    assert_eq!(
        find("intensity"),
        Some(
            &json!({ "Name": "intensity", "Kind": "property", "Type": "System.Single", "CanRead": true, "CanWrite": true })
        )
    );
    assert_eq!(find("color").unwrap()["Type"], "UnityEngine.Color");
    assert!(find("m_Intensity").is_none());
    let with = explorer.call(
        "ListComponentMembers",
        json!({ "objectId": id, "componentType": "UnityEngine.Transform", "includeMethods": true }),
    );
    let methods: Vec<&Value> =
        with["Items"].as_array().unwrap().iter().filter(|it| it["Kind"] == "method").collect();
    assert!(methods.iter().any(|it| it["Name"] == "GetInstanceID"), "{with}");
}

#[test]
fn what_belongs_to_no_scene_is_reported() {
    let explorer = Explorer::start(&[]);
    let selection = both(&explorer, "unity://selection", "GetSelection", json!({}));
    assert_eq!(selection, json!({ "ActiveId": null, "Items": [] }));
    let clipboard = both(&explorer, "unity://clipboard", "GetClipboard", json!({}));
    assert_eq!(
        clipboard,
        json!({ "HasValue": false, "Type": null, "Preview": null, "ObjectId": null })
    );
    let camera = both(&explorer, "unity://camera/active", "GetCameraInfo", json!({}));
    assert_eq!(fields(&camera), ["IsFreecam", "Name", "Fov", "Pos", "Rot"]);
    assert_eq!(fields(&camera["Pos"]), ["X", "Y", "Z"]);
    assert!(camera["Name"] != "<none>" && camera["Fov"].as_f64().unwrap() > 0.0, "{camera}");
    let freecam = both(&explorer, "unity://freecam", "GetFreecam", json!({}));
    assert_eq!(fields(&freecam), ["Enabled", "UsingGameCamera", "Speed", "Pos", "Rot"]);
    assert_eq!(freecam["Pos"], camera["Pos"]);
    assert_eq!(explorer.read("unity://console/scripts"), json!({ "Total": 0, "Items": [] }));
    assert_eq!(explorer.read("unity://hooks"), json!({ "Total": 0, "Items": [] }));
    assert_eq!(
        explorer.call("GetTimeScale", json!({})),
        json!({ "ok": true, "value": 1, "locked": false })
    );
    let sky = json!({ "mode": "world", "x": 0.5, "y": 1.0, "normalized": true });
    let pick = explorer.call("MousePick", sky);
    assert_eq!(pick, json!({ "Mode": "world", "Hit": false, "Id": null, "Items": null }));
    let logs = explorer.call("TailLogs", json!({ "count": 20 }));
    assert_eq!(fields(&logs), ["Items"]);
}
