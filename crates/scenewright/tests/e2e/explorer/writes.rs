//! What changes things: who may, and what comes of it.

use std::fs;

use serde_json::{Value, json};

use super::listening::Listener;
use super::{Explorer, fields, harbour};

const OK: Value = Value::Bool(true);

/// Refused for want of permission, with a hint.
fn denied(answer: &Value) {
    assert_eq!(answer["ok"], false, "{answer}");
    assert_eq!(fields(&answer["error"]), ["kind", "message", "hint"]);
    assert_eq!(answer["error"]["kind"], "PermissionDenied", "{answer}");
    assert!(answer["error"]["hint"].is_string(), "{answer}");
}

/// Every guarded tool with arguments that are fine.
fn guarded(id: &str) -> Vec<(&'static str, Value)> {
    let member = json!({ "objectId": id, "componentType": "UnityEngine.Light", "member": "intensity", "jsonValue": "1.0" });
    let method = json!({ "objectId": id, "componentType": "UnityEngine.Transform", "method": "GetInstanceID" });
    vec![
        ("SetActive", json!({ "objectId": id, "active": true })),
        ("SetClipboardText", json!({ "text": "hello" })),
        ("SetClipboardObject", json!({ "objectId": id })),
        ("ClearClipboard", json!({})),
        ("SetMember", member),
        ("CallMethod", method),
        ("AddComponent", json!({ "objectId": id, "type": "UnityEngine.Light" })),
        ("RemoveComponent", json!({ "objectId": id, "typeOrIndex": "UnityEngine.Light" })),
        ("Reparent", json!({ "objectId": id, "newParentId": id })),
        ("DestroyObject", json!({ "objectId": id })),
        ("LoadScene", json!({ "name": "Menu", "mode": "single" })),
        ("SetTimeScale", json!({ "value": 1.0 })),
        ("SetFreecamEnabled", json!({ "enabled": true })),
        ("SetFreecamSpeed", json!({ "speed": 5 })),
        (
            "SetFreecamPose",
            json!({ "pos": { "X": 1, "Y": 2, "Z": 3 }, "rot": { "X": 0, "Y": 0, "Z": 0 } }),
        ),
        ("SpawnTestUi", json!({})),
        ("DestroyTestUi", json!({})),
        ("ConsoleEval", json!({ "code": "1+1" })),
        ("WriteConsoleScript", json!({ "path": "a.cs", "content": "return 1;" })),
        ("DeleteConsoleScript", json!({ "path": "a.cs" })),
        ("RunConsoleScript", json!({ "path": "a.cs" })),
        ("SetStartupScriptEnabled", json!({ "enabled": true })),
        ("WriteStartupScript", json!({ "content": "" })),
        ("RunStartupScript", json!({})),
        ("HookAdd", json!({ "type": "UnityEngine.GameObject", "method": "SetActive" })),
        ("HookRemove", json!({ "signature": "x" })),
        ("HookSetEnabled", json!({ "signature": "x", "enabled": true })),
        ("HookSetSource", json!({ "signature": "x", "source": "" })),
    ]
}

fn first(explorer: &Explorer) -> String {
    let page = explorer.read("unity://scene/scn:0/objects?limit=1");
    page["Items"][0]["Id"].as_str().unwrap().to_owned()
}

#[test]
fn nothing_is_changed_unless_it_is_allowed_and_confirmed() {
    let explorer = Explorer::writing();
    let id = first(&explorer);
    for (tool, arguments) in guarded(&id) {
        let mut confirmed = arguments.clone();
        confirmed["confirm"] = json!(true);
        denied(&explorer.call(tool, confirmed));
    }
    denied(&explorer.call("SelectObject", json!({ "objectId": id })));
    explorer.allow(json!({ "allowWrites": true, "requireConfirm": true }));
    for (tool, arguments) in guarded(&id) {
        let refused = explorer.call(tool, arguments);
        denied(&refused);
        assert_eq!(refused["error"]["hint"], "resend with confirm=true", "{tool}");
    }
    for (tool, mut arguments) in guarded(&id) {
        let lists = ["SetMember", "CallMethod", "AddComponent", "RemoveComponent", "HookAdd"];
        let code = ["ConsoleEval", "RunConsoleScript", "RunStartupScript", "HookSetSource"];
        if lists.contains(&tool) || code.contains(&tool) {
            arguments["confirm"] = json!(true);
            denied(&explorer.call(tool, arguments));
        }
    }
}

#[test]
fn a_client_cannot_unlock_a_server() {
    let explorer = Explorer::start(&[]);
    for raised in [
        json!({ "allowWrites": true }),
        json!({ "requireConfirm": false }),
        json!({ "enableConsoleEval": true }),
        json!({ "componentAllowlist": ["UnityEngine.Light"] }),
    ] {
        denied(&explorer.call("SetConfig", raised));
    }
    explorer
        .allow(json!({ "allowWrites": false, "requireConfirm": true, "componentAllowlist": [] }));
    let config = explorer.call("GetConfig", json!({}));
    let names = [
        "ok",
        "enabled",
        "bindAddress",
        "port",
        "allowWrites",
        "requireConfirm",
        "exportRoot",
        "logLevel",
        "componentAllowlist",
        "reflectionAllowlistMembers",
        "enableConsoleEval",
        "hookAllowlistSignatures",
    ];
    assert_eq!(fields(&config), names);
    assert_eq!(config["port"].to_string(), explorer.server.address.rsplit(':').next().unwrap());
}

#[test]
fn state_that_belongs_to_no_scene_is_set() {
    let explorer = Explorer::writing();
    explorer.allow(json!({ "allowWrites": true, "requireConfirm": false }));
    for (value, kept) in [(2.5, json!(2.5)), (9.0, json!(4)), (-1.0, json!(0))] {
        let answer = explorer.call("SetTimeScale", json!({ "value": value, "lock": true }));
        assert_eq!(answer, json!({ "ok": true, "value": kept, "locked": true }));
    }
    assert_eq!(explorer.call("GetTimeScale", json!({}))["locked"], OK);
    explorer.call("SetFreecamEnabled", json!({ "enabled": true }));
    assert_eq!(explorer.call("SetFreecamSpeed", json!({ "speed": 5000 }))["speed"], 1000);
    let (pos, rot) = (json!({ "X": 1, "Y": 2, "Z": 3 }), json!({ "X": 10, "Y": 20, "Z": 30 }));
    assert_eq!(explorer.call("SetFreecamPose", json!({ "pos": pos, "rot": rot }))["ok"], OK);
    let freecam = explorer.read("unity://freecam");
    let expected =
        json!({ "Enabled": true, "UsingGameCamera": false, "Speed": 1000, "Pos": pos, "Rot": rot });
    assert_eq!(freecam, expected);
    let camera = explorer.read("unity://camera/active");
    assert_eq!((&camera["IsFreecam"], &camera["Pos"]), (&OK, &pos));
    let logs = explorer.call("TailLogs", json!({ "count": 200 }));
    let is_audit = |it: &&Value| {
        let message = it["Message"].as_str().unwrap();
        it["Category"] == "audit" && message.starts_with("SetTimeScale ok: ")
    };
    assert!(logs["Items"].as_array().unwrap().iter().any(|it| is_audit(&it)), "{logs}");
}

#[test]
fn scripts_are_files() {
    let explorer = Explorer::writing();
    explorer.allow(json!({ "allowWrites": true }));
    let write = json!({ "path": "mcp-test.cs", "content": "\u{feff}return 123;", "confirm": true });
    assert_eq!(explorer.call("WriteConsoleScript", write), json!({ "ok": true }));
    let script = explorer.read("unity://console/script?path=mcp-test.cs");
    let names = ["Name", "Path", "Content", "SizeBytes", "LastModifiedUtc", "Truncated"];
    assert_eq!(fields(&script), names);
    assert_eq!((&script["Content"], &script["SizeBytes"]), (&json!("return 123;"), &json!(11)));
    assert_eq!(explorer.call("ReadConsoleScript", json!({ "path": script["Path"] })), script);
    let listed = explorer.read("unity://console/scripts");
    assert_eq!(listed["Items"], json!([{ "Name": "mcp-test.cs", "Path": script["Path"] }]));
    let outside = json!({ "path": "../x.cs", "content": "", "confirm": true });
    assert_eq!(explorer.call("WriteConsoleScript", outside)["error"]["kind"], "InvalidArgument");
    let deleted = json!({ "path": "mcp-test.cs", "confirm": true });
    assert_eq!(explorer.call("DeleteConsoleScript", deleted.clone()), json!({ "ok": true }));
    assert_eq!(explorer.call("DeleteConsoleScript", deleted)["error"]["kind"], "NotFound");

    let startup = || explorer.call("GetStartupScript", json!({}));
    assert_eq!(fields(&startup()), ["ok", "enabled", "path", "content"]);
    explorer.call("WriteStartupScript", json!({ "content": "x", "confirm": true }));
    assert_eq!((&startup()["enabled"], &startup()["content"]), (&OK, &json!("x")));
    explorer.call("SetStartupScriptEnabled", json!({ "enabled": false, "confirm": true }));
    assert_eq!((&startup()["enabled"], &startup()["content"]), (&json!(false), &json!("x")));
}

#[test]
fn objects_are_changed_in_memory() {
    let explorer = Explorer::writing();
    let lists = json!({
        "allowWrites": true,
        "requireConfirm": false,
        "componentAllowlist": ["UnityEngine.Light"],
        "reflectionAllowlistMembers": [
            "UnityEngine.Light.intensity",
            "UnityEngine.Transform.localScale",
            "UnityEngine.Transform.position",
            "UnityEngine.Transform.GetInstanceID",
        ],
    });
    explorer.allow(lists);
    let light = explorer.read("unity://search?type=UnityEngine.Light&limit=1")["Items"][0].clone();
    let id = light["Id"].as_str().unwrap();
    let ok = |tool: &str, arguments: Value| {
        let answer = explorer.call(tool, arguments);
        assert_eq!(answer["ok"], OK, "{tool}: {answer}");
        answer
    };
    let value = |component: &str, name: &str| {
        let uri = format!("unity://object/{id}/component/member?type={component}&name={name}");
        explorer.read(&uri)["valueJson"].clone()
    };
    ok("SetActive", json!({ "objectId": id, "active": false }));
    assert_eq!(explorer.read(&format!("unity://object/{id}"))["Active"], false);
    let set = |component: &str, member: &str, json: &str| {
        ok(
            "SetMember",
            json!({ "objectId": id, "componentType": component, "member": member, "jsonValue": json }),
        )
    };
    set("UnityEngine.Light", "intensity", "2.5");
    assert_eq!(value("UnityEngine.Light", "intensity"), 2.5);
    set("UnityEngine.Transform", "localScale", r#"{"x":1.1,"y":1.2,"z":1.3}"#);
    assert_eq!(
        value("UnityEngine.Transform", "localScale"),
        json!({ "x": 1.1, "y": 1.2, "z": 1.3 })
    );
    set("UnityEngine.Transform", "position", "[1, 2, 3]");
    assert_eq!(value("UnityEngine.Transform", "position"), json!({ "x": 1, "y": 2, "z": 3 }));
    let called = json!({ "objectId": id, "componentType": "UnityEngine.Transform", "method": "GetInstanceID" });
    assert_eq!(ok("CallMethod", called)["result"], id.strip_prefix("obj:").unwrap());

    let count = explorer.read(&format!("unity://object/{id}/components"))["Total"].clone();
    ok("RemoveComponent", json!({ "objectId": id, "typeOrIndex": "UnityEngine.Light" }));
    ok("AddComponent", json!({ "objectId": id, "type": "UnityEngine.Light" }));
    assert_eq!(explorer.read(&format!("unity://object/{id}/components"))["Total"], count);

    let mut stream = Listener::open(&explorer);
    stream.event("selection");
    ok("SelectObject", json!({ "objectId": id }));
    let selected = json!({ "ActiveId": id, "Items": [id] });
    assert_eq!(stream.event("selection"), selected);
    assert_eq!(explorer.read("unity://selection"), selected);
    ok("SetClipboardObject", json!({ "objectId": id }));
    assert_eq!(explorer.read("unity://clipboard")["ObjectId"], id);
    ok("SetClipboardText", json!({ "text": "hello" }));
    let clipboard = explorer.read("unity://clipboard");
    assert!(clipboard["Preview"].as_str().unwrap().contains("hello"), "{clipboard}");
    ok("ClearClipboard", json!({}));
    ok("DestroyObject", json!({ "objectId": id }));
    assert_eq!(explorer.get(&format!("unity://object/{id}")).status, 404);
    assert_eq!(stream.event("selection"), json!({ "ActiveId": null, "Items": [] }));

    ok("LoadScene", json!({ "name": "Menu", "mode": "additive" }));
    assert_eq!(stream.event("scenes_diff"), json!({ "added": ["scn:1"], "removed": [] }));
    assert_eq!(explorer.read("unity://status")["ScenesLoaded"], 2);
    let loaded = ok("LoadScene", json!({ "name": "Menu" }));
    assert_eq!(loaded, json!({ "ok": true, "name": "Menu", "mode": "single" }));
    assert_eq!(explorer.read("unity://status")["ScenesLoaded"], 1);
}

#[test]
fn a_test_ui_is_spawned_picked_and_changed() {
    let explorer = Explorer::writing();
    explorer.allow(json!({
        "allowWrites": true,
        "requireConfirm": false,
        "reflectionAllowlistMembers": [
            "UnityEngine.RectTransform.anchoredPosition",
            "UnityEngine.UI.Image.color",
            "UnityEngine.Transform.localScale",
        ],
    }));
    let spawned = explorer.call("SpawnTestUi", json!({ "confirm": true }));
    assert_eq!(fields(&spawned), ["ok", "rootId", "blocks"], "{spawned}");
    assert_eq!(explorer.call("SpawnTestUi", json!({ "confirm": true })), spawned);
    let block = spawned["blocks"][0]["id"].as_str().unwrap();
    assert_eq!(spawned["blocks"][0]["name"], "McpTestBlock_Left");
    let at = json!({ "mode": "ui", "x": 0.35, "y": 0.5, "normalized": true });
    let pick = explorer.call("MousePick", at);
    assert_eq!(fields(&pick), ["Mode", "Hit", "Id", "Items"]);
    assert_eq!((&pick["Hit"], &pick["Id"]), (&OK, &json!(block)));
    let item = json!({ "Id": block, "Name": "McpTestBlock_Left", "Path": "/McpTestCanvas/McpTestBlock_Left" });
    assert_eq!(pick["Items"], json!([item]));
    let middle =
        explorer.call("MousePick", json!({ "mode": "ui", "x": 0.5, "y": 0.5, "normalized": true }));
    assert_eq!(middle, json!({ "Mode": "ui", "Hit": false, "Id": null, "Items": [] }));
    let set = |component: &str, member: &str, value: Value| {
        let arguments = json!({ "objectId": block, "componentType": component, "member": member, "jsonValue": value.to_string() });
        assert_eq!(explorer.call("SetMember", arguments), json!({ "ok": true }), "{member}");
        let arguments = json!({ "objectId": block, "componentType": component, "name": member });
        assert_eq!(explorer.call("ReadComponentMember", arguments)["valueJson"], value, "{member}");
    };
    set("UnityEngine.RectTransform", "anchoredPosition", json!({ "x": 11, "y": 22 }));
    set("UnityEngine.UI.Image", "color", json!({ "r": 0.1, "g": 0.2, "b": 0.3, "a": 0.4 }));
    set("UnityEngine.Transform", "localScale", json!({ "x": 1.1, "y": 1.2, "z": 1.3 }));
    let scenes = explorer.read("unity://scenes");
    assert_eq!(scenes["Items"][1]["RootCount"], 1, "{scenes}");
    assert_eq!(explorer.call("DestroyTestUi", json!({})), json!({ "ok": true }));
    assert_eq!(explorer.read("unity://scene/scn:ddol/objects")["Total"], 0);
}

#[test]
fn a_test_ui_is_refused_in_a_project_without_its_package() {
    let folder = tempfile::tempdir().unwrap();
    harbour(folder.path());
    let manifest = folder.path().join("unity/Packages/manifest.json");
    fs::write(&manifest, r#"{ "dependencies": {} }"#).unwrap();
    let explorer = Explorer::start_in(folder.path(), &["--allow-writes"]);
    explorer.allow(json!({ "allowWrites": true, "requireConfirm": false }));
    let answer = explorer.call("SpawnTestUi", json!({}));
    assert_eq!(answer["ok"], false, "{answer}");
    for field in ["message", "hint"] {
        let text = answer["error"][field].as_str().unwrap_or_default();
        assert!(text.contains("com.unity.ugui"), "{field}: {answer}");
    }
    assert_eq!(explorer.read("unity://scene/scn:ddol/objects")["Total"], 0);
}
