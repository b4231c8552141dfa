//! Tools that change something: what each answers with, and what can be read afterwards.

use serde_json::{Value, json};

use super::reads::{Shape, check};
use super::subjects::EngineUnderTest::{self, GodotGame, UnityFiles};
use super::subjects::Subject;

pub struct WriteRow {
    pub tool: &'static str,
    pub arguments: &'static str,
    /// The fields of its answer.
    fields: &'static str,
    /// The engines that can do it; the others refuse it as an invalid argument.
    on: &'static [EngineUnderTest],
    /// A resource, the field of it that shows the change, and its value as JSON.
    seen: Option<[&'static str; 3]>,
}

const ALL: &[EngineUnderTest] =
    &[UnityFiles, EngineUnderTest::GodotFiles, EngineUnderTest::GodotGame];

const fn row(
    tool: &'static str,
    arguments: &'static str,
    fields: &'static str,
    seen: Option<[&'static str; 3]>,
) -> WriteRow {
    WriteRow { tool, arguments, fields, on: ALL, seen }
}

/// In an order in which each works.
pub const TOOLS: [WriteRow; 30] = [
    row(
        "SetConfig",
        r#"{"allowWrites":true,"requireConfirm":true,"enableConsoleEval":true,
            "componentAllowlist":["{added}"],"hookAllowlistSignatures":["{hooked}"],
            "reflectionAllowlistMembers":["{component}.{member}","{script}.{method}"]}"#,
        "ok",
        None,
    ),
    row(
        "SetActive",
        r#"{"objectId":"{object}","active":false}"#,
        "ok",
        Some(["unity://object/{object}", "Active", "false"]),
    ),
    row(
        "SelectObject",
        r#"{"objectId":"{object}"}"#,
        "ok",
        Some(["unity://selection", "ActiveId", r#""{object}""#]),
    ),
    row(
        "SetClipboardText",
        r#"{"text":"hello"}"#,
        "ok",
        Some(["unity://clipboard", "Preview", r#""hello (System.String)""#]),
    ),
    row(
        "SetClipboardObject",
        r#"{"objectId":"{object}"}"#,
        "ok",
        Some(["unity://clipboard", "ObjectId", r#""{object}""#]),
    ),
    row("ClearClipboard", "{}", "ok", Some(["unity://clipboard", "HasValue", "false"])),
    row(
        "SetMember",
        r#"{"objectId":"{object}","componentType":"{component}","member":"{member}","jsonValue":"{value}"}"#,
        "ok",
        None,
    ),
    row(
        "CallMethod",
        r#"{"objectId":"{object}","componentType":"{script}","method":"{method}","argsJson":"{arguments}"}"#,
        "ok result",
        None,
    ),
    WriteRow {
        tool: "AddComponent",
        arguments: r#"{"objectId":"{object}","type":"{added}"}"#,
        fields: "ok",
        on: &[UnityFiles],
        seen: None,
    },
    WriteRow {
        tool: "RemoveComponent",
        arguments: r#"{"objectId":"{object}","typeOrIndex":"{added}"}"#,
        fields: "ok",
        on: &[UnityFiles],
        seen: None,
    },
    row("SetTimeScale", r#"{"value":9,"lock":true}"#, "ok value locked", None),
    row(
        "SetFreecamPose",
        r#"{"pos":{"X":1,"Y":2,"Z":3},"rot":{"X":0,"Y":90,"Z":0}}"#,
        "ok",
        Some(["unity://freecam", "Rot", r#"{"X":0,"Y":90,"Z":0}"#]),
    ),
    row(
        "SetFreecamEnabled",
        r#"{"enabled":true}"#,
        "ok",
        Some(["unity://camera/active", "Pos", r#"{"X":1,"Y":2,"Z":3}"#]),
    ),
    row(
        "SetFreecamSpeed",
        r#"{"speed":5000}"#,
        "ok speed",
        Some(["unity://freecam", "Speed", "1000"]),
    ),
    WriteRow {
        tool: "SpawnTestUi",
        arguments: "{}",
        fields: "ok rootId blocks",
        on: &[UnityFiles, GodotGame],
        seen: None,
    },
    row("DestroyTestUi", "{}", "ok", None),
    row("ConsoleEval", r#"{"code":"6 * 7"}"#, "ok result", None),
    row("WriteConsoleScript", r#"{"path":"a.cs","content":"return 7;"}"#, "ok", None),
    row("RunConsoleScript", r#"{"path":"a.cs"}"#, "ok result", None),
    row("DeleteConsoleScript", r#"{"path":"a.cs"}"#, "ok", None),
    row("WriteStartupScript", r#"{"content":"return 8;"}"#, "ok", None),
    row("SetStartupScriptEnabled", r#"{"enabled":false}"#, "ok", None),
    row("RunStartupScript", "{}", "ok result path", None),
    row("HookAdd", r#"{"type":"{hooked}","methodOrSignature":"{hookedMethod}"}"#, "ok", None),
    row("HookSetSource", r#"{"signature":"{signature}","source":"return false;"}"#, "ok", None),
    row(
        "HookSetEnabled",
        r#"{"signature":"{signature}","enabled":false}"#,
        "ok",
        Some(["unity://hooks", "Total", "1"]),
    ),
    row(
        "HookRemove",
        r#"{"signature":"{signature}"}"#,
        "ok",
        Some(["unity://hooks", "Total", "0"]),
    ),
    row("Reparent", r#"{"objectId":"{object}","newParentId":"{parent}"}"#, "ok", None),
    row("LoadScene", r#"{"name":"{scene}","mode":"additive"}"#, "ok name mode", None),
    row("DestroyObject", r#"{"objectId":"{parent}"}"#, "ok", None),
];

pub fn tools(subject: &Subject) {
    for row in &TOOLS {
        let mut arguments = arguments(subject, row.arguments);
        arguments["confirm"] = json!(true);
        let answer = subject.explorer.call(row.tool, arguments);
        if row.on.contains(&subject.engine) {
            assert_eq!(answer["ok"], true, "{}: {answer}", row.tool);
            check(row.tool, &answer, &Shape::Fields(row.fields));
        } else {
            assert_eq!(answer["error"]["kind"], "InvalidArgument", "{}: {answer}", row.tool);
        }
        if let Some([uri, field, value]) = row.seen {
            let seen = subject.explorer.read(&subject.fill(uri))[field].clone();
            assert_eq!(seen, subject.arguments(value), "{}: {uri}", row.tool);
        }
        effect(subject, row.tool, &answer);
    }
}

/// The signature is known once the method is hooked.
fn arguments(subject: &Subject, text: &str) -> Value {
    let hooks = subject.explorer.read("unity://hooks");
    let signature = hooks["Items"][0]["Signature"].as_str().unwrap_or("x").to_owned();
    subject.arguments(&text.replace("{signature}", &signature))
}

/// What a row cannot tell in one field.
fn effect(subject: &Subject, tool: &str, answer: &Value) {
    let read = |uri: &str| subject.explorer.read(&subject.fill(uri));
    match tool {
        "SetMember" => {
            let uri = "unity://object/{object}/component/member?type={component}&name={member}";
            assert_eq!(read(uri)["valueJson"], subject.value);
        }
        "CallMethod" => {
            let own = subject.object.trim_start_matches("obj:");
            assert_eq!(answer["result"], subject.result.unwrap_or(own));
        }
        "SetTimeScale" => {
            let expected = json!({ "ok": true, "value": 4, "locked": true });
            assert_eq!(answer, &expected);
            assert_eq!(subject.explorer.call("GetTimeScale", json!({})), expected);
        }
        "SpawnTestUi" if answer["ok"] == true => picks_blocks(subject, answer),
        "ConsoleEval" => assert_eq!(answer["result"], "42"),
        "WriteConsoleScript" => {
            let script = subject.explorer.call("ReadConsoleScript", json!({ "path": "a.cs" }));
            let fields = "Name Path Content SizeBytes LastModifiedUtc Truncated";
            check("ReadConsoleScript", &script, &Shape::Fields(fields));
            assert_eq!(script, read("unity://console/script?path=a.cs"));
        }
        "RunConsoleScript" => assert_eq!(answer["result"], "7"),
        "HookAdd" => hook_is_listed(subject),
        "HookSetSource" => hook_vetoes(subject),
        "Reparent" => {
            let children = read("unity://object/{parent}/children");
            // The id of a node in a file comes from its path.
            let moved = |child: &Value| child["Name"] == subject.name;
            assert!(children["Items"].as_array().unwrap().iter().any(moved), "{children}");
        }
        "LoadScene" => {
            let expected = json!({ "ok": true, "name": subject.scene, "mode": "additive" });
            assert_eq!(answer, &expected);
            assert_eq!(read("unity://scenes")["Items"][1]["Name"], subject.scene);
        }
        "DestroyObject" => {
            assert_eq!(subject.explorer.get(&subject.fill("unity://object/{parent}")).status, 404);
            let children = read("unity://search?name={name}");
            assert_eq!(children["Total"], 0, "they went with their parent: {children}");
        }
        _ => {}
    }
}

/// Two blocks, which `MousePick` finds where they are.
fn picks_blocks(subject: &Subject, spawned: &Value) {
    for (block, across) in [(0, 0.35), (1, 0.65)] {
        let at = json!({ "mode": "ui", "x": across, "y": 0.5, "normalized": true });
        let picked = subject.explorer.call("MousePick", at);
        assert_eq!(
            (&picked["Hit"], &picked["Id"]),
            (&json!(true), &spawned["blocks"][block]["id"])
        );
        check("MousePick", &picked["Items"][0], &Shape::Fields("Id Name Path"));
    }
}

fn hook_is_listed(subject: &Subject) {
    let [type_name, method] = subject.hooked;
    let listed = subject.explorer.call("HookListMethods", json!({ "type": type_name }));
    check("HookListMethods", &listed, &Shape::Page("Name Signature"));
    let hooks = subject.explorer.read("unity://hooks");
    let signature = hooks["Items"][0]["Signature"].as_str().unwrap();
    assert!(signature.contains(&format!("{type_name}::{method}(")), "{hooks}");
    let source = subject.explorer.call("HookGetSource", json!({ "signature": signature }));
    check("HookGetSource", &source, &Shape::Fields("ok signature source"));
}

/// A hook that returns false keeps the call from being made.
fn hook_vetoes(subject: &Subject) {
    let [type_name, _] = subject.hooked;
    let (tool, arguments) = if type_name == "UnityEngine.GameObject" {
        ("SetActive", r#"{"objectId":"{object}","active":true,"confirm":true}"#)
    } else {
        let set = r#"{"objectId":"{object}","componentType":"player.gd","member":"speed","jsonValue":"1","confirm":true}"#;
        subject.explorer.allow(json!({ "reflectionAllowlistMembers": ["player.gd.speed"] }));
        ("SetMember", set)
    };
    let vetoed = subject.explorer.call(tool, subject.arguments(arguments));
    assert_eq!(vetoed["error"]["kind"], "PermissionDenied", "{vetoed}");
}
