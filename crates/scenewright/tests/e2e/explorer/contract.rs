//! Lines of the document that no other test is about.

use std::thread;

use serde_json::{Value, json};

use super::console::{console, eval};
use super::{Explorer, fields};
use crate::support::request;

const TOOLS: &str = "GetStatus ListScenes ListBuildScenes ListObjects GetObject GetComponents \
    ListComponentMembers ReadComponentMember ListChildren GetVersion SearchObjects GetCameraInfo \
    GetFreecam MousePick TailLogs ReadConsoleScript GetSelection GetClipboard GetTimeScale SetConfig \
    GetConfig SetActive SelectObject SetClipboardText SetClipboardObject ClearClipboard SetMember \
    CallMethod AddComponent RemoveComponent HookAdd HookRemove HookSetEnabled HookSetSource Reparent \
    DestroyObject ConsoleEval WriteConsoleScript DeleteConsoleScript LoadScene SetTimeScale \
    SetFreecamEnabled SetFreecamSpeed SetFreecamPose SpawnTestUi DestroyTestUi GetStartupScript \
    RunConsoleScript SetStartupScriptEnabled WriteStartupScript RunStartupScript \
    HookListAllowedTypes HookListMethods HookGetSource";

const RESOURCES: &str = "unity://status unity://scenes unity://scene/{sceneId}/objects \
    unity://object/{id} unity://object/{id}/components unity://object/{id}/component/members \
    unity://object/{id}/component/member unity://object/{id}/children unity://search \
    unity://selection unity://clipboard unity://camera/active unity://freecam unity://logs/tail \
    unity://console/scripts unity://console/script?path={path} unity://hooks";

#[test]
fn everything_that_the_document_names_is_listed() {
    let explorer = Explorer::start(&[]);
    let listed = |method: &str, key: &str, name: &str| -> Vec<String> {
        let result = explorer.post(method, &json!({})).body["result"][key].clone();
        let items = result.as_array().unwrap().iter();
        items.map(|item| item[name].as_str().unwrap().to_owned()).collect()
    };
    let mut tools = listed("list_tools", "tools", "name");
    let mut expected: Vec<&str> = TOOLS.split_ascii_whitespace().collect();
    tools.sort();
    expected.sort_unstable();
    assert_eq!(tools, expected);
    let resources = listed("list_resources", "resources", "uri");
    for uri in RESOURCES.split_ascii_whitespace() {
        let is_it = |listed: &String| listed == uri || listed.split('?').next() == Some(uri);
        assert!(resources.iter().any(is_it), "{uri}: {resources:?}");
    }
    let tools = explorer.post("list_tools", &json!({})).body["result"]["tools"].clone();
    for tool in tools.as_array().unwrap() {
        let schema = &tool["inputSchema"];
        assert_eq!(
            (&schema["type"], &schema["additionalProperties"]),
            (&json!("object"), &json!(false))
        );
        let names = fields(&schema["properties"]);
        assert!(names.iter().all(|name| !name.to_lowercase().contains("cancel")), "{tool}");
    }
}

#[test]
fn every_path_answers_its_methods_and_preflights() {
    let explorer = Explorer::start(&[]);
    for path in ["POST /message", "POST /mcp"] {
        for (method, params, key) in [
            ("list_tools", json!({}), "tools"),
            ("list_resources", json!({}), "resources"),
            ("call_tool", json!({ "name": "GetStatus" }), "content"),
            ("read_resource", json!({ "uri": "unity://status" }), "contents"),
        ] {
            let body = request(&json!("a"), method, &params);
            let response = explorer.server.http(path, &[], body.as_bytes());
            assert_eq!(
                (response.status, &response.body["id"]),
                (200, &json!("a")),
                "{path} {method}"
            );
            assert!(response.body["result"][key].is_array(), "{path} {method}");
        }
    }
    for path in ["/message", "/mcp", "/", "/read"] {
        let page = [("Origin", "http://localhost:6274"), ("Access-Control-Request-Method", "POST")];
        let response = explorer.server.http(&format!("OPTIONS {path}"), &page, b"");
        assert_eq!((response.status, response.body), (204, Value::Null), "{path}");
        let head = response.head.to_lowercase();
        for line in [
            "access-control-allow-origin: *",
            "access-control-allow-headers: content-type, authorization",
            "access-control-allow-methods: get, post, options",
            "access-control-max-age: 86400",
        ] {
            assert!(head.contains(line), "{path}: {head}");
        }
    }
}

#[test]
fn long_values_are_cut() {
    let explorer = Explorer::writing();
    explorer.allow(json!({ "allowWrites": true, "requireConfirm": false }));
    let set = json!({ "text": "ä".repeat(1000) });
    assert_eq!(explorer.call("SetClipboardText", set), json!({ "ok": true }));
    let clipboard = explorer.read("unity://clipboard");
    assert_eq!(fields(&clipboard), ["HasValue", "Type", "Preview", "ObjectId"]);
    assert_eq!(clipboard["Preview"].as_str().unwrap().chars().count(), 256);
    assert_eq!(
        (&clipboard["Type"], &clipboard["ObjectId"]),
        (&json!("System.String"), &Value::Null)
    );

    explorer.post("call_tool", &json!({ "name": "GetObject", "arguments": { "id": "obj:1" } }));
    let tail = explorer.call("TailLogs", json!({ "count": 1 }));
    assert_eq!(tail["Items"].as_array().unwrap().len(), 1);
    assert_eq!(fields(&tail["Items"][0]), ["T", "Level", "Message", "Source", "Category"]);
    let message = tail["Items"][0]["Message"].as_str().unwrap();
    assert!(message.starts_with("[MCP] error -32004: "), "{tail}");
    assert_eq!(explorer.read("unity://logs/tail?count=1"), tail);
}

#[test]
fn scripts_keep_their_size_and_run_without_a_mark() {
    let explorer = console();
    let write = |path: &str, content: &str| {
        let arguments = json!({ "path": path, "content": content, "confirm": true });
        explorer.call("WriteConsoleScript", arguments)
    };
    let kind = |answer: &Value| answer["error"]["kind"].as_str().unwrap_or("none").to_owned();
    assert_eq!(kind(&write("big.cs", &"x".repeat((256 << 10) + 1))), "InvalidArgument");
    assert_eq!(kind(&write("notes.txt", "x")), "InvalidArgument");
    assert_eq!(kind(&write("/etc/x.cs", "x")), "InvalidArgument");
    assert_eq!(write("bom.cs", "\u{feff}return 7+5;"), json!({ "ok": true }));
    let run =
        |path: &str| explorer.call("RunConsoleScript", json!({ "path": path, "confirm": true }));
    assert_eq!(run("bom.cs"), json!({ "ok": true, "result": "12" }));
    assert_eq!(kind(&run("none.cs")), "NotFound");
    assert_eq!(kind(&run("../bom.cs")), "InvalidArgument");

    let startup = |enabled: bool| {
        explorer.call("SetStartupScriptEnabled", json!({ "enabled": enabled, "confirm": true }))
    };
    assert_eq!(kind(&startup(true)), "NotFound");
    let written = json!({ "content": "return \"startup-ok\";", "confirm": true });
    assert_eq!(explorer.call("WriteStartupScript", written.clone()), json!({ "ok": true }));
    for (enabled, file) in
        [(false, "startup.disabled.cs"), (true, "startup.cs"), (false, "startup.disabled.cs")]
    {
        assert_eq!(startup(enabled), json!({ "ok": true }));
        let state = explorer.call("GetStartupScript", json!({}));
        assert_eq!((&state["enabled"], &state["content"]), (&json!(enabled), &written["content"]));
        // It is run whether it is on or not.
        let run = explorer.call("RunStartupScript", json!({ "confirm": true }));
        assert_eq!(fields(&run), ["ok", "result", "path"]);
        assert_eq!(run["result"], "startup-ok");
        assert!(run["path"].as_str().unwrap().ends_with(file), "{run}");
    }
    // What is written is on, and no copy that is off stays beside it.
    explorer.call("WriteStartupScript", written);
    let listed = explorer.read("unity://console/scripts");
    let names: Vec<&Value> =
        listed["Items"].as_array().unwrap().iter().map(|it| &it["Name"]).collect();
    assert_eq!(names, ["bom.cs", "startup.cs"]);
}

#[test]
fn the_hierarchy_is_changed() {
    let explorer = Explorer::writing();
    explorer.allow(json!({ "allowWrites": true, "requireConfirm": false }));
    let id = |name: &str| {
        explorer.read(&format!("unity://search?name={name}&limit=1"))["Items"][0]["Id"].clone()
    };
    let (sign, player) = (id("Sign"), id("Player"));
    let place = || {
        let read = json!({ "objectId": sign, "componentType": "UnityEngine.Transform", "name": "position" });
        explorer.call("ReadComponentMember", read)["valueJson"].clone()
    };
    let before = place();
    let moved = explorer.call("Reparent", json!({ "objectId": sign, "newParentId": player }));
    assert_eq!((moved, place()), (json!({ "ok": true }), before));
    let children = explorer.call("ListChildren", json!({ "objectId": player }));
    assert!(children["Items"].as_array().unwrap().iter().any(|it| it["Id"] == sign), "{children}");
    let circle = explorer.call("Reparent", json!({ "objectId": player, "newParentId": sign }));
    assert_eq!(circle["ok"], false, "{circle}");
    assert_eq!(
        explorer.call("DestroyObject", json!({ "objectId": player })),
        json!({ "ok": true })
    );
    let gone = explorer.call("DestroyObject", json!({ "objectId": sign }));
    assert_eq!(gone["error"]["kind"], "NotFound", "it went with its parent: {gone}");
    let missing = explorer.call("LoadScene", json!({ "name": "Nowhere" }));
    assert_eq!(missing["error"]["kind"], "NotFound");
    let odd = explorer.call("LoadScene", json!({ "name": "Menu", "mode": "sideways" }));
    assert_eq!(odd["error"]["kind"], "InvalidArgument");
}

/// Each of these holds its permit until its timeout, so that some must be refused.
#[test]
fn the_thirty_third_request_is_refused_as_too_many() {
    let explorer = console();
    let message = "Cannot have more than 32 parallel requests. Please slow down.";
    let code =
        json!({ "name": "ConsoleEval", "arguments": { "code": "loop {}", "confirm": true } });
    let turned_away = thread::scope(|scope| {
        let asked: Vec<_> =
            (0..40).map(|_| scope.spawn(|| explorer.post("call_tool", &code))).collect();
        let answers = asked.into_iter().map(|asked| asked.join().unwrap());
        answers.filter(|answer| answer.status != 200).map(|answer| answer.body).collect::<Vec<_>>()
    });
    assert!(!turned_away.is_empty());
    for answer in turned_away {
        let error = &answer["error"];
        assert_eq!((&error["code"], &error["message"]), (&json!(-32005), &json!(message)));
        assert_eq!(error["data"]["kind"], "RateLimited");
    }
    assert_eq!(eval(&explorer, "1 + 1")["result"], "2");
}
