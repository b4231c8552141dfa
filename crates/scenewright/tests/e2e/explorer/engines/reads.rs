//! Resources and tools that read: what each answers with, field by field.

use serde_json::{Value, json};

use super::subjects::{EngineUnderTest, Subject};
use crate::explorer::fields;

/// What an answer looks like.
pub enum Shape {
    /// These fields, in this order.
    Fields(&'static str),
    /// A page of such items, of which there is at least one.
    Page(&'static str),
    /// A page that may be empty.
    AnyPage(&'static str),
    /// `Items` without a total.
    Items(&'static str),
}

use Shape::{AnyPage, Fields, Items, Page};

const STATUS: Shape =
    Fields("Version UnityVersion Platform Runtime ExplorerVersion Ready ScenesLoaded Selection");
const SCENES: Shape = Page("Id Name Index IsLoaded RootCount");
const OBJECT: &str = "Id Name Path Tag Layer Active ComponentCount";
const COMPONENTS: Shape = Page("Type Summary");
const MEMBERS: Shape = Page("Name Kind Type CanRead CanWrite");
const VALUE: Shape = Fields("ok type valueText valueJson");
const SELECTION: Shape = Fields("ActiveId Items");
const CLIPBOARD: Shape = Fields("HasValue Type Preview ObjectId");
const CAMERA: Shape = Fields("IsFreecam Name Fov Pos Rot");
const FREECAM: Shape = Fields("Enabled UsingGameCamera Speed Pos Rot");
const LOGS: Shape = Items("T Level Message Source Category");

/// Address, and what it answers.
const RESOURCES: [(&str, Shape); 18] = [
    ("unity://status", STATUS),
    ("unity://scenes", SCENES),
    ("unity://scene/scn:0/objects?limit=2&offset=0", Page(OBJECT)),
    ("unity://scene/scn:ddol/objects", AnyPage(OBJECT)),
    ("unity://scene/scn:hide/objects", AnyPage(OBJECT)),
    ("unity://object/{object}", Fields(OBJECT)),
    ("unity://object/{object}/components?limit=5", COMPONENTS),
    ("unity://object/{object}/component/members?type={component}&limit=50", MEMBERS),
    ("unity://object/{object}/component/member?type={component}&name={member}", VALUE),
    ("unity://object/{object}/children", AnyPage(OBJECT)),
    ("unity://search?query={name}&activeOnly=true", Page(OBJECT)),
    ("unity://selection", SELECTION),
    ("unity://clipboard", CLIPBOARD),
    ("unity://camera/active", CAMERA),
    ("unity://freecam", FREECAM),
    ("unity://logs/tail?count=3", LOGS),
    ("unity://console/scripts", AnyPage("Name Path")),
    ("unity://hooks", AnyPage("Signature Enabled")),
];

/// Tool, arguments, what it answers, and the resource that answers the same.
pub const TOOLS: [(&str, &str, Shape, Option<&str>); 24] = [
    ("GetStatus", "{}", STATUS, Some("unity://status")),
    ("GetVersion", "{}", Fields("ExplorerVersion McpVersion UnityVersion Runtime"), None),
    ("ListScenes", "{}", SCENES, Some("unity://scenes")),
    ("ListBuildScenes", "{}", Page("Index Name Path"), None),
    ("ListObjects", r#"{"sceneId":"scn:0"}"#, Page(OBJECT), Some("unity://scene/scn:0/objects")),
    ("GetObject", r#"{"id":"{object}"}"#, Fields(OBJECT), Some("unity://object/{object}")),
    (
        "ListChildren",
        r#"{"objectId":"{object}"}"#,
        AnyPage(OBJECT),
        Some("unity://object/{object}/children"),
    ),
    (
        "SearchObjects",
        r#"{"name":"{name}","path":"/","limit":3}"#,
        Page(OBJECT),
        Some("unity://search?name={name}&path=/&limit=3"),
    ),
    (
        "GetComponents",
        r#"{"objectId":"{object}"}"#,
        COMPONENTS,
        Some("unity://object/{object}/components"),
    ),
    (
        "ListComponentMembers",
        r#"{"objectId":"{object}","componentType":"{script}","includeMethods":true}"#,
        MEMBERS,
        Some("unity://object/{object}/component/members?type={script}&includeMethods=true"),
    ),
    (
        "ReadComponentMember",
        r#"{"objectId":"{object}","componentType":"{component}","name":"{member}"}"#,
        VALUE,
        Some("unity://object/{object}/component/member?type={component}&name={member}"),
    ),
    ("GetCameraInfo", "{}", CAMERA, Some("unity://camera/active")),
    ("GetFreecam", "{}", FREECAM, Some("unity://freecam")),
    (
        "MousePick",
        r#"{"mode":"world","x":0.99,"y":0.99,"normalized":true}"#,
        Fields("Mode Hit Id Items"),
        None,
    ),
    ("TailLogs", r#"{"count":2}"#, LOGS, None),
    ("GetSelection", "{}", SELECTION, Some("unity://selection")),
    ("GetClipboard", "{}", CLIPBOARD, Some("unity://clipboard")),
    ("GetTimeScale", "{}", Fields("ok value locked"), None),
    ("GetStartupScript", "{}", Fields("ok enabled path content"), None),
    ("HookListAllowedTypes", "{}", Fields("ok items"), None),
    (
        "GetConfig",
        "{}",
        Fields(
            "ok enabled bindAddress port allowWrites requireConfirm exportRoot logLevel \
             componentAllowlist reflectionAllowlistMembers enableConsoleEval \
             hookAllowlistSignatures",
        ),
        None,
    ),
    // These need something that other rows make.
    ("ReadConsoleScript", "", Fields(""), None),
    ("HookListMethods", "", Fields(""), None),
    ("HookGetSource", "", Fields(""), None),
];

/// Tool, arguments, and the kind of its error.
const ERRORS: [(&str, &str, &str); 8] = [
    ("GetObject", r#"{"id":"obj:1"}"#, "NotFound"),
    ("GetObject", r#"{"id":"7"}"#, "InvalidArgument"),
    ("GetObject", "{}", "InvalidArgument"),
    ("GetComponents", r#"{"objectId":"obj:1"}"#, "NotFound"),
    ("ListComponentMembers", r#"{"objectId":"{object}","componentType":"NoSuchType"}"#, "NotFound"),
    (
        "ReadComponentMember",
        r#"{"objectId":"{object}","componentType":"{component}","name":"noSuchMember"}"#,
        "NotFound",
    ),
    ("MousePick", r#"{"mode":"sideways"}"#, "InvalidArgument"),
    ("NoSuchTool", "{}", "InvalidArgument"),
];

pub fn resources(subject: &Subject) {
    for (uri, shape) in &RESOURCES {
        let uri = subject.fill(uri);
        check(&uri, &subject.explorer.read(&uri), shape);
    }
    let status = subject.explorer.read("unity://status");
    assert_eq!((&status["Runtime"], &status["Ready"]), (&json!(subject.runtime), &json!(true)));
    let kept = subject.explorer.read("unity://scene/scn:ddol/objects");
    let is_game = subject.engine == EngineUnderTest::GodotGame;
    let expected = if is_game { json!("Keeper") } else { Value::Null };
    assert_eq!(kept["Items"][0]["Name"], expected, "autoloads outlive their scene: {kept}");
}

pub fn tools(subject: &Subject) {
    for (tool, arguments, shape, resource) in &TOOLS {
        if arguments.is_empty() {
            continue;
        }
        let answer = subject.explorer.call(tool, subject.arguments(arguments));
        check(tool, &answer, shape);
        if let Some(uri) = resource {
            assert_eq!(subject.explorer.read(&subject.fill(uri)), answer, "{tool} and {uri}");
        }
    }
}

pub fn errors(subject: &Subject) {
    for (tool, arguments, kind) in ERRORS {
        let params = json!({ "name": tool, "arguments": subject.arguments(arguments) });
        let response = subject.explorer.post("call_tool", &params);
        let error = &response.body["error"];
        let (status, code) = if kind == "NotFound" { (404, -32004) } else { (400, -32602) };
        let expected = (status, &json!(code), &json!(kind));
        assert_eq!((response.status, &error["code"], &error["data"]["kind"]), expected, "{tool}");
        assert!(error["message"].is_string(), "{tool}");
    }
}

pub fn check(what: &str, answer: &Value, shape: &Shape) {
    let words = |text: &str| text.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let page = |item: &str, top: &[&str], is_filled: bool| {
        assert_eq!(fields(answer), top, "{what}");
        let items = answer["Items"].as_array().unwrap();
        assert!(!is_filled || !items.is_empty(), "{what}: {answer}");
        items.iter().for_each(|it| assert_eq!(fields(it), words(item), "{what}"));
    };
    match shape {
        Fields(names) => assert_eq!(fields(answer), words(names), "{what}"),
        Page(item) => page(item, &["Total", "Items"], true),
        AnyPage(item) => page(item, &["Total", "Items"], false),
        Items(item) => page(item, &["Items"], true),
    }
}
