//! Assets of small projects: what each is, why it is kept, and who needs whom.

use scenewright_model::DependencyState;

use super::*;

const GAME: &str = r#"[application]
run/main_scene="uid://main1"
config/icon="res://icon.svg"
[autoload]
Game="*res://game.gd"
//- /main.tscn
[gd_scene format=3 uid="uid://main1"]
[ext_resource type="Script" uid="uid://m2" path="res://main.gd" id="1"]
[ext_resource type="Texture2D" path="res://gone.png" id="2"]
[ext_resource type="Material" uid="uid://nobody" id="3"]
[sub_resource type="Gradient" id="Gradient_1"]
resource_name = "Dusk"
[node name="Main" type="Node"]
script = ExtResource("1")
//- /main.gd
var hero: Hero
//- /main.gd.uid
uid://m2
//- /hero.gd
class_name Hero
//- /game.gd
//- /icon.svg
//- /icon.svg.import
[remap]
importer="texture"
type="CompressedTexture2D"
uid="uid://icon1"
[params]
compress/mode=0
svg/name="a b"
//- /red.tres
[gd_resource type="StandardMaterial3D" format=3]
//- /stats.tres
[gd_resource type="Resource" script_class="Stats" format=3]
//- /addons/x/tool.gd
//- /LICENSE
//- /broken.tscn
<<<<<<< HEAD
//- /old.res
RSRC
"#;

#[test]
fn assets_say_what_they_are_and_why_they_are_kept() {
    let (_fixture, engine) = project(GAME);
    let reading = engine.as_assets().unwrap().assets(&Context::unbounded()).unwrap();
    let line = |asset: &scenewright_model::Asset| {
        let (id, kept) = (asset.id.as_deref().unwrap_or("-"), asset.implicit_use.unwrap_or("-"));
        format!("{} {} {id} {}: {kept}\n", asset.path, asset.kind, asset.dependents)
    };
    let mut text: String = reading.value.iter().map(line).collect();
    for unread in reading.coverage.unread {
        writeln!(text, "unread {unread}").unwrap();
    }
    assert_snapshot!(text, @"
    res://LICENSE File - 0: it is not a resource
    res://addons/x/tool.gd Script - 0: it belongs to an add-on
    res://broken.tscn Scene - 0: -
    res://game.gd Script - 1: it is loaded at the start
    res://hero.gd Script - 1: it declares a global class
    res://icon.svg Texture2D uid://icon1 1: it is the project's icon
    res://main.gd Script uid://m2 1: -
    res://main.tscn Scene uid://main1 1: it is the main scene
    res://old.res Resource - 0: -
    res://red.tres Material - 0: -
    res://stats.tres Stats - 0: -
    unread 'res://broken.tscn', line 1: it has the markers of an unfinished merge
    unread 'res://old.res': it is damaged: it ends too early
    ");
}

#[test]
fn an_asset_answers_to_its_path_and_to_its_uid() {
    let (fixture, engine) = project(GAME);
    let cx = Context::unbounded();
    let absolute = fixture.path("icon.svg");
    for path in ["icon.svg", "res://icon.svg", "uid://icon1", absolute.to_str().unwrap()] {
        let details = engine.as_assets().unwrap().asset(path, &cx).unwrap().value;
        assert_eq!(details.asset.path, "res://icon.svg", "{path}");
        assert_eq!(details.importer.as_deref(), Some("texture"));
        let settings: Vec<String> = details
            .import_settings
            .iter()
            .map(|setting| format!("{} = {}", setting.name, setting.value))
            .collect();
        assert_eq!(settings, ["compress/mode = 0", "svg/name = a b"]);
    }
    for path in ["gone.png", "uid://nobody", "", "uid://", "icon.svg.import"] {
        let error = engine.as_assets().unwrap().asset(path, &cx).unwrap_err();
        assert!(matches!(error, EngineError::NotFound { .. }), "{path}: {error}");
    }
    let outside = engine.as_assets().unwrap().asset("../x", &cx).unwrap_err();
    assert!(matches!(outside, EngineError::OutsideProject { .. }));
}

#[test]
fn the_resources_inside_a_scene_are_its_objects() {
    let (_fixture, engine) = project(GAME);
    let details =
        engine.as_assets().unwrap().asset("main.tscn", &Context::unbounded()).unwrap().value;
    let objects: Vec<String> = details
        .objects
        .iter()
        .map(|object| format!("{} {} {}", object.id, object.class, object.name))
        .collect();
    assert_eq!(objects, ["Gradient_1 Gradient Dusk"]);
    assert_eq!((details.dependencies, details.asset.dependents), (3, 1));
    let broken = engine.as_assets().unwrap().asset("broken.tscn", &Context::unbounded()).unwrap();
    let unread: Vec<&str> =
        broken.coverage.unread.iter().map(|unread| unread.path.as_str()).collect();
    assert_eq!(unread, ["res://broken.tscn", "res://old.res"]);
}

#[test]
fn dependencies_say_what_is_there() {
    let (_fixture, engine) = project(GAME);
    let found = engine
        .as_assets()
        .unwrap()
        .dependencies("main.tscn", 3, &Context::unbounded())
        .unwrap()
        .value;
    let lines: Vec<String> = found
        .iter()
        .map(|found| {
            format!("{} {} {} {}", found.depth, found.path, found.kind, found.state.as_str())
        })
        .collect();
    assert_eq!(
        lines,
        [
            "1 res://main.gd Script found",
            "1 uid://nobody Material unknown",
            "1 res://gone.png Texture2D missing",
            "2 res://hero.gd Script found",
        ]
    );
    assert_eq!(found[0].state, DependencyState::Found);
}

#[test]
fn dependents_come_through_scripts_and_classes() {
    let (_fixture, engine) = project(GAME);
    let found =
        engine.as_assets().unwrap().dependents("hero.gd", 3, &Context::unbounded()).unwrap().value;
    let lines: Vec<String> = found
        .iter()
        .map(|found| format!("{} {} via {}", found.depth, found.path, found.via))
        .collect();
    assert_eq!(
        lines,
        [
            "1 res://main.gd via res://hero.gd",
            "2 res://main.tscn via res://main.gd",
            "3 res://project.godot via res://main.tscn",
        ]
    );
}

#[test]
fn a_uid_that_two_files_claim_is_told() {
    let (_fixture, engine) = project(
        "//- /a.gd\n//- /a.gd.uid\nuid://a1\n//- /b.gd\n//- /b.gd.uid\nuid://a1\n//- /c.gd\n//- /c.gd.uid\nuid://c1\n",
    );
    let shared = engine.as_assets().unwrap().shared_ids(&Context::unbounded()).unwrap().value;
    assert_eq!(shared.len(), 1);
    assert_eq!(shared[0].id, "uid://a1");
    assert_eq!(shared[0].paths, ["res://a.gd", "res://b.gd"]);
}
