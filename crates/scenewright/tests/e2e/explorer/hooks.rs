//! Hooks: what may be hooked, by whom, and what hooks do to calls.

use serde_json::{Value, json};

use super::console::{console, eval};
use super::{Explorer, fields};

const SET_ACTIVE: &str = "System.Void UnityEngine.GameObject::SetActive(System.Boolean)";

fn hooking(types: &[&str]) -> Explorer {
    let explorer = console();
    explorer.allow(json!({
        "requireConfirm": false,
        "hookAllowlistSignatures": types,
        "componentAllowlist": ["UnityEngine.Light"],
        "reflectionAllowlistMembers": ["UnityEngine.Light.intensity", "UnityEngine.Transform.GetChild"],
    }));
    explorer
}

fn add(explorer: &Explorer, of: &str, method: &str, source: &str) {
    let added = explorer.call("HookAdd", json!({ "type": of, "methodOrSignature": method }));
    assert_eq!(added, json!({ "ok": true }), "{of} {method}");
    let hooks = explorer.read("unity://hooks");
    let signature = hooks["Items"].as_array().unwrap().last().unwrap()["Signature"].clone();
    let set = explorer.call("HookSetSource", json!({ "signature": signature, "source": source }));
    assert_eq!(set, json!({ "ok": true }), "{source}");
}

fn id(explorer: &Explorer, name: &str) -> String {
    let found = explorer.read(&format!("unity://search?name={name}&limit=1"));
    found["Items"][0]["Id"].as_str().unwrap_or_else(|| panic!("no {name}: {found}")).to_owned()
}

fn logged(explorer: &Explorer, text: &str) -> usize {
    let tail = explorer.read("unity://logs/tail?count=1000");
    let lines = tail["Items"].as_array().unwrap();
    // Not the audit lines, which repeat the source of scripts.
    let lines = lines.iter().filter(|line| line["Category"] != "audit");
    lines.filter(|line| line["Message"].as_str().unwrap().contains(text)).count()
}

#[test]
fn a_hook_lives_from_its_adding_to_its_removal() {
    let explorer = hooking(&["UnityEngine.GameObject"]);
    let types = explorer.call("HookListAllowedTypes", json!({}));
    assert_eq!(types, json!({ "ok": true, "items": ["UnityEngine.GameObject"] }));
    let methods = explorer.call("HookListMethods", json!({ "type": "UnityEngine.GameObject" }));
    assert_eq!(fields(&methods), ["Total", "Items"]);
    let listed = json!({ "Name": "SetActive", "Signature": SET_ACTIVE });
    assert!(methods["Items"].as_array().unwrap().contains(&listed), "{methods}");
    let few = json!({ "type": "UnityEngine.GameObject", "filter": "setactive", "limit": 1 });
    let filtered = explorer.call("HookListMethods", few);
    assert_eq!(filtered, json!({ "Total": 1, "Items": [listed] }));

    let by_name = json!({ "type": "UnityEngine.GameObject", "method": "SetActive" });
    assert_eq!(explorer.call("HookAdd", by_name.clone()), json!({ "ok": true }));
    assert_eq!(explorer.call("HookAdd", by_name)["error"]["kind"], "InvalidArgument");
    let hook = |enabled: bool| json!({ "Total": 1, "Items": [{ "Signature": SET_ACTIVE, "Enabled": enabled }] });
    assert_eq!(explorer.read("unity://hooks"), hook(true));
    let source = explorer.call("HookGetSource", json!({ "signature": SET_ACTIVE }));
    assert_eq!(fields(&source), ["ok", "signature", "source"]);
    assert!(!source["source"].as_str().unwrap().trim().is_empty());
    let same = json!({ "signature": SET_ACTIVE, "source": source["source"] });
    assert_eq!(explorer.call("HookSetSource", same), json!({ "ok": true }));
    let broken = json!({ "signature": SET_ACTIVE, "source": "let =" });
    assert_eq!(explorer.call("HookSetSource", broken)["error"]["kind"], "InvalidArgument");
    for enabled in [false, true] {
        let set = json!({ "signature": SET_ACTIVE, "enabled": enabled });
        assert_eq!(explorer.call("HookSetEnabled", set), json!({ "ok": true }));
        assert_eq!(explorer.read("unity://hooks"), hook(enabled));
    }
    // By default, a hook records the calls.
    explorer.call("SetActive", json!({ "objectId": id(&explorer, "Sign"), "active": false }));
    assert_eq!(logged(&explorer, "SetActive([false])"), 1);

    let removed = explorer.call("HookRemove", json!({ "signature": SET_ACTIVE }));
    assert_eq!(removed, json!({ "ok": true }));
    assert_eq!(explorer.read("unity://hooks"), json!({ "Total": 0, "Items": [] }));
    let again = explorer.call("HookRemove", json!({ "signature": SET_ACTIVE }));
    assert_eq!(again["error"]["kind"], "NotFound");
}

#[test]
fn only_what_the_allowlist_names_is_hooked() {
    let explorer = hooking(&["UnityEngine.Transform", "No.Such"]);
    let kind = |tool: &str, arguments: Value| {
        explorer.call(tool, arguments)["error"]["kind"].as_str().unwrap_or("none").to_owned()
    };
    let hook = |of: &str, method: &str| kind("HookAdd", json!({ "type": of, "method": method }));
    assert_eq!(hook("UnityEngine.GameObject", "SetActive"), "PermissionDenied");
    assert_eq!(hook("UnityEngine.Transform", "Fly"), "NotFound");
    assert_eq!(hook("No.Such", "set_x"), "NotFound");
    let ambiguous =
        explorer.call("HookAdd", json!({ "type": "UnityEngine.Transform", "method": "SetParent" }));
    assert_eq!(ambiguous["error"]["kind"], "InvalidArgument");
    let hint = ambiguous["error"]["hint"].as_str().unwrap();
    let signature = hint.split("e.g. ").nth(1).unwrap();
    assert_eq!(hook("UnityEngine.Transform", signature), "none");
    let listed = explorer.post(
        "call_tool",
        &json!({ "name": "HookListMethods", "arguments": { "type": "UnityEngine.GameObject" } }),
    );
    assert_eq!((listed.status, &listed.body["error"]["code"]), (403, &json!(-32003)));
    let missing = explorer
        .post("call_tool", &json!({ "name": "HookGetSource", "arguments": { "signature": "x" } }));
    assert_eq!(missing.status, 404);

    explorer.allow(json!({ "enableConsoleEval": false }));
    let source = json!({ "signature": signature, "source": "" });
    assert_eq!(kind("HookSetSource", source), "PermissionDenied");
    explorer.allow(json!({ "hookAllowlistSignatures": [] }));
    let off = json!({ "signature": signature, "enabled": false });
    assert_eq!(kind("HookSetEnabled", off), "PermissionDenied");
    assert_eq!(kind("HookRemove", json!({ "signature": signature })), "none");
}

/// Everything that the world does, with a hook before it that changes what is done.
#[test]
fn hooks_change_what_is_done() {
    let explorer = hooking(&[
        "UnityEngine.GameObject",
        "UnityEngine.Light",
        "UnityEngine.Transform",
        "UnityEngine.Object",
        "UnityEngine.SceneManagement.SceneManager",
    ]);
    let ok = |tool: &str, arguments: Value| {
        let answer = explorer.call(tool, arguments);
        assert_eq!(answer["ok"], true, "{tool}: {answer}");
    };
    let sign = id(&explorer, "Sign");
    add(
        &explorer,
        "UnityEngine.GameObject",
        "SetActive",
        "args[0] = !args[0]; log(`to be: ${target.name}`);",
    );
    ok("SetActive", json!({ "objectId": sign, "active": true }));
    assert_eq!(explorer.read(&format!("unity://object/{sign}"))["Active"], false);
    assert_eq!(logged(&explorer, "to be: Sign"), 1);
    assert_eq!(
        eval(&explorer, "let s = find(\"Sign\"); s.active = false; s.active")["result"],
        "true"
    );

    let light = id(&explorer, "Directional Light");
    add(&explorer, "UnityEngine.Light", "set_intensity", "args[0] *= 2.0;");
    let member = json!({ "objectId": light, "componentType": "UnityEngine.Light", "member": "intensity", "jsonValue": "1.5" });
    ok("SetMember", member);
    let read = "let l = find(\"Directional Light\"); l.get(\"Light\", \"intensity\")";
    assert_eq!(eval(&explorer, read)["result"], "3");
    let set = "let l = find(\"Directional Light\"); l.set(\"Light\", \"m_Intensity\", 0.25);";
    assert_eq!(eval(&explorer, set)["ok"], true);
    assert_eq!(eval(&explorer, read)["result"], "0.5");

    let parenting =
        "System.Void UnityEngine.Transform::SetParent(UnityEngine.Transform, System.Boolean)";
    add(&explorer, "UnityEngine.Transform", parenting, "args[0] = find(\"Player\");");
    ok("Reparent", json!({ "objectId": sign, "newParentId": light }));
    assert_eq!(explorer.read(&format!("unity://object/{sign}"))["Path"], "/Player/Sign");

    add(
        &explorer,
        "UnityEngine.GameObject",
        "AddComponent",
        "args[0] = \"UnityEngine.AudioSource\";",
    );
    ok("AddComponent", json!({ "objectId": sign, "type": "UnityEngine.Light" }));
    let types = "find(\"Player/Sign\").components.contains(\"UnityEngine.AudioSource\")";
    assert_eq!(eval(&explorer, types)["result"], "true");

    add(&explorer, "UnityEngine.Object", "Destroy", "log(`gone: ${args[0]}`);");
    ok("RemoveComponent", json!({ "objectId": light, "typeOrIndex": "UnityEngine.Light" }));
    assert_eq!(logged(&explorer, "gone: UnityEngine.Light"), 1);
    ok("DestroyObject", json!({ "objectId": light }));
    assert_eq!(logged(&explorer, &format!("gone: {light}")), 1);

    let scenes = "UnityEngine.SceneManagement.SceneManager";
    add(&explorer, scenes, "LoadScene", "args[1] = \"additive\";");
    ok("LoadScene", json!({ "name": "Menu", "mode": "single" }));
    assert_eq!(explorer.read("unity://status")["ScenesLoaded"], 2);
}

#[test]
fn hooks_veto_fail_and_never_call_themselves() {
    let explorer = hooking(&["UnityEngine.GameObject"]);
    let sign = id(&explorer, "Sign");
    let set =
        |active: bool| explorer.call("SetActive", json!({ "objectId": sign, "active": active }));
    let is_active = || explorer.read(&format!("unity://object/{sign}"))["Active"].clone();
    let source = |source: &str| {
        let set = json!({ "signature": SET_ACTIVE, "source": source });
        assert_eq!(explorer.call("HookSetSource", set), json!({ "ok": true }));
    };
    add(&explorer, "UnityEngine.GameObject", "SetActive", "return args[0];");
    let vetoed = set(false);
    assert_eq!(vetoed["error"]["kind"], "PermissionDenied", "{vetoed}");
    assert_eq!(is_active(), true);
    let scripted = eval(&explorer, "let sign = find(\"Sign\"); sign.active = false;");
    let message = scripted["error"]["message"].as_str().unwrap();
    assert!(message.contains("vetoed the call"), "{scripted}");

    source("target.active = args[0]; log(\"once\");");
    assert_eq!(set(false), json!({ "ok": true }));
    assert_eq!((is_active(), logged(&explorer, "once")), (json!(false), 1));

    source("loop {}");
    assert_eq!(set(true), json!({ "ok": true }));
    assert_eq!(logged(&explorer, "the script was stopped"), 1);
    source("throw \"no\";");
    for _ in 0..6 {
        assert_eq!(set(true), json!({ "ok": true }));
    }
    assert_eq!(logged(&explorer, "is off now"), 1);
    assert_eq!(explorer.read("unity://hooks")["Items"][0]["Enabled"], false);
}
