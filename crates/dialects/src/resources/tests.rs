use scenewright_catalogue::{CallLimits, Catalogue, Policy};
use scenewright_testkit::Fixture;

use super::*;

const GODOT: &str = "
//- /project.godot
config_version=5
[application]
config/name=\"Boat\"
run/main_scene=\"res://main.tscn\"
//- /main.tscn
[gd_scene format=3]
[node name=\"Main\" type=\"Node2D\"]
[node name=\"Lamp\" type=\"PointLight2D\" parent=\".\"]
//- /levels/deep sea #1.tscn
[gd_scene format=3]
[node name=\"Sea\" type=\"Node\"]
//- /icon.svg
<svg/>
";

const UNITY: &str = "
//- /ProjectSettings/ProjectVersion.txt
m_EditorVersion: 2022.3.20f1
//- /Packages/manifest.json
{ \"dependencies\": {} }
//- /Assets/Main.unity
%YAML 1.1
%TAG !u! tag:unity3d.com,2011:
--- !u!1 &100
GameObject:
  m_Component:
  - component: {fileID: 101}
  m_Name: Sun
  m_IsActive: 1
--- !u!4 &101
Transform:
  m_GameObject: {fileID: 100}
  m_Children: []
  m_Father: {fileID: 0}
";

fn open(fixture: &Fixture) -> Resources {
    let project = scenewright_engines::find(&fixture.root()).unwrap();
    let engine = scenewright_engines::open(&project);
    let catalogue = Catalogue::standard().unwrap();
    let session = Session::new(catalogue, engine, Policy::default(), CallLimits::default());
    Resources::new(session, "scenewright")
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn map(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

fn uris(page: &ResourcePage) -> Vec<&str> {
    page.resources.iter().map(|resource| resource.uri.as_str()).collect()
}

#[test]
fn every_row_points_at_an_operation_that_takes_its_arguments() {
    let catalogue = Catalogue::standard().unwrap();
    for row in &ROWS {
        let schema = &catalogue.get(row.operation).unwrap().input_schema["properties"];
        for (variable, parameter) in row.fills {
            assert!(row.template().names().any(|name| name == *variable), "{}", row.uri);
            assert!(schema.get(parameter).is_some(), "{} {parameter}", row.uri);
        }
        assert_eq!(row.template().names().count(), row.fills.len(), "{}", row.uri);
        assert!(row.with.iter().all(|(name, _)| schema.get(name).is_some()), "{}", row.uri);
        assert!(row.also.iter().all(|id| catalogue.get(id).is_ok()), "{}", row.uri);
    }
}

#[test]
fn fixed_addresses_and_scenes_are_listed() {
    let fixture = Fixture::new(GODOT);
    let page = wait(open(&fixture).list(None)).unwrap();
    assert_eq!(page.next_cursor, None);
    insta::assert_debug_snapshot!(uris(&page), @r#"
    [
        "scenewright://project/info",
        "scenewright://project/scenes",
        "scenewright://scenes",
        "scenewright://scene/active",
        "scenewright://project/assets",
        "scenewright://project/settings",
        "scenewright://project/references/missing",
        "scenewright://logs/tail",
        "scenewright://scene/res://levels/deep%20sea%20%231.tscn",
        "scenewright://scene/res://main.tscn",
    ]
    "#);
}

#[test]
fn everything_listed_can_be_read() {
    for project in [GODOT, UNITY] {
        let fixture = Fixture::new(project);
        let resources = open(&fixture);
        let page = wait(resources.list(Some(""))).unwrap();
        for listed in page.resources {
            let contents = wait(resources.read(&listed.uri)).unwrap();
            assert_eq!((&contents.uri, contents.mime_type), (&listed.uri, listed.mime_type));
            assert!(!contents.text.is_empty(), "{}", listed.uri);
            if listed.mime_type == "application/json" {
                assert!(serde_json::from_str::<Value>(&contents.text).unwrap().is_object());
            }
        }
    }
}

#[test]
fn long_lists_come_in_pages() {
    let mut project = GODOT.to_owned();
    for number in 0..150 {
        project.push_str(&format!("//- /s/{number:03}.tscn\n[gd_scene format=3]\n"));
    }
    let fixture = Fixture::new(&project);
    let resources = open(&fixture);
    let first = wait(resources.list(None)).unwrap();
    let second = wait(resources.list(first.next_cursor.as_deref())).unwrap();
    assert_eq!((first.resources.len(), second.resources.len()), (100, 60));
    assert_eq!(second.next_cursor, None);
    assert!(first.resources.iter().all(|resource| !second.resources.contains(resource)));
    for cursor in ["x", "64", "64-0000"] {
        assert!(matches!(wait(resources.list(Some(cursor))), Err(ResourceError::BadCursor)));
    }
}

#[test]
fn the_main_scene_is_an_outline_that_says_which() {
    let fixture = Fixture::new(GODOT);
    let resources = open(&fixture);
    let text = wait(resources.read("scenewright://scene/active")).unwrap().text;
    insta::assert_snapshot!(text, @r"
    res://main.tscn: 2 objects; left out: ids, classes like the name
    Main: Node2D
     Lamp: PointLight2D
    note: this is the scene that the game starts with
    ");
    let fixture = Fixture::new(UNITY);
    let text = wait(open(&fixture).read("scenewright://scene/active")).unwrap().text;
    insta::assert_snapshot!(text, @r"
    Assets/Main.unity: 1 object; left out: ids, Transform
    Sun
    note: this is the first scene by path, as the project names no main scene
    ");
}

#[test]
fn templates_are_read_in_any_spelling() {
    let fixture = Fixture::new(GODOT);
    let resources = open(&fixture);
    for (uri, expected) in [
        ("scenewright://scene/res://main.tscn", "res://main.tscn: 2 objects"),
        ("SCENEWRIGHT://scene/res%3A%2F%2Fmain.tscn", "res://main.tscn: 2 objects"),
        ("scenewright://scene/main.tscn", "res://main.tscn: 2 objects"),
        ("scenewright://scene/res://levels/deep sea %231.tscn", "Sea: Node"),
        ("scenewright://object?path=Main%2FLamp&scene=res%3A%2F%2Fmain.tscn", "PointLight2D"),
        ("scenewright://object?path=Main/Lamp&scene=res://main.tscn", "PointLight2D"),
        ("scenewright://asset?path=res%3A%2F%2Fmain.tscn", "\"path\":\"res://main.tscn\""),
        ("scenewright://asset/dependents?path=main.tscn", "\"dependents\""),
        ("scenewright://tool/scene_hierarchy_dump", "\"id\":\"scene.hierarchy.dump\""),
        ("scenewright://tool/scene.hierarchy.dump", "\"id\":\"scene.hierarchy.dump\""),
        ("scenewright://project/settings/input", "{"),
    ] {
        let contents = wait(resources.read(uri)).unwrap_or_else(|error| panic!("{uri}: {error}"));
        assert!(contents.text.contains(expected), "{uri}: {}", contents.text);
    }
}

#[test]
fn what_is_not_there_names_what_is() {
    let fixture = Fixture::new(GODOT);
    let resources = open(&fixture);
    for (uri, expected) in [
        ("scenewright://project/inf", Some("scenewright://project/info")),
        ("other://project/info", None),
        ("nonsense", None),
        ("scenewright://scene/res://man.tscn", Some("scenewright://scene/res://main.tscn")),
        (
            "scenewright://object?scene=main.tscn&path=Main/Lam",
            Some("scenewright://object?scene=main.tscn&path=Main%2FLamp"),
        ),
        (
            "scenewright://asset?path=icon.png",
            Some("scenewright://asset?path=res%3A%2F%2Ficon.svg"),
        ),
        ("scenewright://tool/project_inf", Some("scenewright://tool/project_info")),
    ] {
        match wait(resources.read(uri)) {
            Err(ResourceError::NotFound { uri: named, similar }) => {
                assert_eq!(named, uri);
                if let Some(expected) = expected {
                    assert_eq!(similar.first().map(String::as_str), Some(expected), "{uri}");
                }
            }
            other => panic!("{uri}: {other:?}"),
        }
    }
    for uri in [
        "scenewright://object?scene=main.tscn",
        "scenewright://scene/../../etc/passwd",
        "scenewright://project/settings/nonsense",
        "scenewright://project/packages",
    ] {
        let read = wait(resources.read(uri));
        assert!(matches!(read, Err(ResourceError::Failed(_))), "{uri}: {read:?}");
    }
}

#[test]
fn calls_link_to_what_shows_them_in_full() {
    let fixture = Fixture::new(GODOT);
    let resources = open(&fixture);
    for (operation, arguments, expected) in [
        ("project.info", json!({}), Some("project/info")),
        ("project.scenes.list", json!({ "includeInBuild": true }), Some("project/scenes")),
        ("project.settings.read", json!({}), Some("project/settings")),
        ("project.settings.read", json!({ "area": "input" }), Some("project/settings/input")),
        (
            "scene.hierarchy.dump",
            json!({ "scenePath": "res://a.tscn", "depth": 2, "limit": 5, "root": null }),
            Some("scene/res://a.tscn"),
        ),
        (
            "scene.object.read",
            json!({ "scenePath": "A.unity", "instanceId": 7 }),
            Some("object?scene=A.unity&path=obj%3A7"),
        ),
        ("asset.dependents", json!({ "assetPath": "a", "depth": 3 }), None),
        ("scene.tree.read", json!({ "scenePath": "a", "includeProperties": true }), None),
        ("project.assets.find", json!({}), None),
    ] {
        let expected = expected.map(|rest| format!("scenewright://{rest}"));
        assert_eq!(
            resources.link(operation, &map(arguments.clone())),
            expected,
            "{operation} {arguments}"
        );
    }
}

#[test]
fn arguments_are_completed() {
    let fixture = Fixture::new(GODOT);
    let resources = open(&fixture);
    let complete = |template: &str, argument: &str, value: &str, given: Value| {
        let template = format!("scenewright://{template}");
        let subject = CompletionSubject::Template(&template);
        wait(resources.complete(subject, argument, value, &map(given))).unwrap().values
    };
    assert_eq!(complete("scene/{+path}", "path", "main", json!({})), ["res://main.tscn"]);
    assert_eq!(
        complete("scene/{+path}", "path", "res://l", json!({})),
        ["res://levels/deep sea #1.tscn"]
    );
    let scene = json!({ "scene": "res://main.tscn" });
    assert_eq!(complete("object{?scene,path}", "path", "la", scene.clone()), ["Main/Lamp"]);
    assert_eq!(complete("object{?scene,path}", "path", "", scene), ["Main", "Main/Lamp"]);
    assert!(complete("object{?scene,path}", "path", "la", json!({})).is_empty());
    assert_eq!(complete("asset{?path}", "path", "res://ic", json!({})), ["res://icon.svg"]);
    assert_eq!(
        complete("asset{?path}", "path", "res://levels/d", json!({})),
        ["res://levels/deep sea #1.tscn"]
    );
    assert_eq!(complete("tool/{name}", "name", "project_i", json!({})), ["project_info"]);
    assert_eq!(
        complete("project/settings/{area}", "area", "ph", json!({})),
        ["physics", "graphics"]
    );
    let prompt = wait(resources.complete(
        CompletionSubject::Prompt("review"),
        "scenePath",
        "Main",
        &Map::new(),
    ));
    assert_eq!(prompt.unwrap().values, ["res://main.tscn"]);
    let unknown = CompletionSubject::Template("scenewright://nonsense/{x}");
    assert!(wait(resources.complete(unknown, "x", "", &Map::new())).is_err());
}

#[test]
fn a_new_scene_changes_the_list() {
    let fixture = Fixture::new(GODOT);
    let resources = open(&fixture);
    wait(resources.list(None)).unwrap();
    let changed = |paths: &[&str]| {
        let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        wait(resources.list_changed(&paths))
    };
    assert!(!changed(&["res://main.tscn"]));
    fixture.write("new.tscn", "[gd_scene format=3]\n");
    assert!(!changed(&["res://icon.svg"]));
    assert!(changed(&["res://new.tscn"]));
    assert!(!changed(&["res://new.tscn"]));
}
