//! A third engine needs one crate and one registration: found, read, edited, undone, kept unsaved, saved
//! and served like the others.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::sync::Arc;

use scenewright_catalogue::{Call, CallLimits, Catalogue, Policy, Session, Tier};
use scenewright_engine::{Context, Engine, contract};
use scenewright_model::{Edit, EditMode, EditValue, ObjectRef, SaveMode};
use scenewright_project_files::{EngineEnvironment, ProjectTypes};
use scenewright_testkit::Fixture;
use serde_json::{Value, json};

/// All engines of the program and one more.
const PROJECT_TYPES: ProjectTypes = ProjectTypes(&[
    scenewright_unity_files::PROJECT_TYPE,
    scenewright_godot_files::PROJECT_TYPE,
    scenewright_toy_engine::PROJECT_TYPE,
]);

const SCENE: &str = "toy://levels/first.scene.json";

const PROJECT: &str = r#"
//- /game/toy.json
{ "name": "Toy Box", "main": "levels/first.scene.json" }
//- /game/levels/first.scene.json
{
  "objects": [
    {
      "name": "Root",
      "members": { "colour": "red", "size": 3 },
      "children": [{ "name": "Ball", "members": { "size": 1 } }]
    }
  ]
}
//- /game/levels/second.scene.json
{ "objects": [] }
"#;

struct Game {
    fixture: Fixture,
    engine: Arc<dyn Engine>,
}

fn game() -> Game {
    let fixture = Fixture::new(PROJECT);
    let found = PROJECT_TYPES.find(&fixture.path("game/levels")).unwrap();
    assert_eq!(
        (found.kind, found.because.as_str()),
        (scenewright_toy_engine::TOY, "it has toy.json")
    );
    let environment =
        EngineEnvironment { data: Some(fixture.path("data")), ..EngineEnvironment::default() };
    let engine = PROJECT_TYPES.open(&found, &environment).unwrap();
    Game { fixture, engine }
}

impl Game {
    fn disk(&self) -> String {
        fs::read_to_string(self.fixture.path("game/levels/first.scene.json")).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let scene = self.engine.scene(SCENE, &Context::unbounded()).unwrap().value;
        scene.objects.iter().map(|object| object.path.clone()).collect()
    }
}

fn ball() -> ObjectRef {
    ObjectRef::Path("Root/Ball".to_owned())
}

fn edits() -> [Edit; 3] {
    let scene = || SCENE.to_owned();
    [
        Edit::SetMember {
            scene: scene(),
            object: ball(),
            component: None,
            member: "size".to_owned(),
            value: EditValue::Int(2),
        },
        Edit::RenameObject { scene: scene(), object: ball(), name: "Kite".to_owned() },
        Edit::CreateObject {
            scene: scene(),
            parent: Some(ObjectRef::Path("Root".to_owned())),
            sibling: None,
            name: "Rope".to_owned(),
            class: None,
            components: Vec::new(),
        },
    ]
}

#[test]
fn it_keeps_the_contract() {
    contract::check(&*game().engine);
}

#[test]
fn a_folder_that_is_no_project_is_reported_with_all_engines() {
    let fixture = Fixture::new("//- /docs/x\n");
    let error = PROJECT_TYPES.find(&fixture.path("docs")).unwrap_err().to_string();
    assert!(error.starts_with("no Unity, Godot or Toy project in "), "{error}");
    let looked_for =
        "(looked for Assets/ with ProjectSettings/, for project.godot, and for toy.json)";
    assert!(error.ends_with(looked_for), "{error}");
}

#[test]
fn edits_are_previewed_written_undone_and_redone() {
    let (game, cx) = (game(), Context::unbounded());
    let before = game.disk();
    let editing = game.engine.as_editing().unwrap();
    let preview = editing.edit(&edits(), "test", EditMode::DryRun, &cx).unwrap().value;
    assert_eq!((preview.handle, game.disk() == before), (None, true));
    let done = editing.edit(&edits(), "test", EditMode::Save, &cx).unwrap().value;
    assert_eq!(done.files.iter().map(|file| &file.path).collect::<Vec<_>>(), [SCENE]);
    assert_eq!(done.created[0].path, "Root/Rope");
    assert_eq!(game.names(), ["Root", "Root/Kite", "Root/Rope"]);
    let after = game.disk();
    assert!(after.contains("\"size\": 2"), "{after}");
    editing.undo(None, false, &cx).unwrap();
    assert_eq!(game.disk(), before);
    editing.redo(None, false, &cx).unwrap();
    assert_eq!(game.disk(), after);
}

#[test]
fn unsaved_edits_are_read_undone_and_saved() {
    let (game, cx) = (game(), Context::unbounded());
    let before = game.disk();
    let (editing, world) = (game.engine.as_editing().unwrap(), game.engine.as_world().unwrap());
    let loaded: Vec<String> =
        world.loaded(&cx).unwrap().value.into_iter().map(|scene| scene.path).collect();
    assert_eq!(loaded, [SCENE]);
    editing.edit(&edits()[1..2], "rename", EditMode::KeepUnsaved, &cx).unwrap();
    assert_eq!(
        (game.names(), game.disk() == before),
        (vec!["Root".into(), "Root/Kite".into()], true)
    );
    assert_eq!(world.unsaved(&cx).unwrap().value[0].scene, SCENE);
    editing.undo(None, false, &cx).unwrap();
    assert_eq!(game.names(), ["Root", "Root/Ball"]);
    editing.redo(None, false, &cx).unwrap();
    let saved = world.save(Some(SCENE), SaveMode::default(), &cx).unwrap().value;
    assert_eq!(saved.files[0].path, SCENE);
    assert!(game.disk().contains("Kite"));
    let copy = "toy://levels/copy.scene.json";
    world.save_as(SCENE, copy, SaveMode::default(), &cx).unwrap();
    assert!(game.fixture.path("game/levels/copy.scene.json").is_file());
}

#[test]
fn the_catalogue_serves_it() {
    let game = game();
    let policy = Policy {
        allow_writes: true,
        require_confirm: false,
        tier: Tier::Tier4,
        ..Policy::default()
    };
    let catalogue = Catalogue::standard().unwrap();
    let session = Session::new(catalogue, Arc::clone(&game.engine), policy, CallLimits::default());
    let call = |tool: &str, input: Value| -> Value {
        let arguments = input.as_object().cloned().unwrap();
        let answer = session.call(Call::new(tool, arguments));
        let answer = answer.unwrap_or_else(|failure| panic!("{tool}: {failure}"));
        serde_json::from_str(answer.output.get()).unwrap()
    };
    let info = call("project.info", json!({})).to_string();
    assert!(info.contains("Toy Box") && info.contains("\"toy\""), "{info}");
    let scenes = call("project.scenes.list", json!({})).to_string();
    assert!(
        scenes.contains(SCENE) && scenes.contains("toy://levels/second.scene.json"),
        "{scenes}"
    );
    let dump = call("scene.hierarchy.dump", json!({ "scenePath": SCENE })).to_string();
    assert!(dump.contains("Ball"), "{dump}");
    let target = |rest: Value| {
        let mut input = json!({ "scenePath": SCENE, "objectPath": "Root/Ball" });
        input.as_object_mut().unwrap().extend(rest.as_object().cloned().unwrap());
        input
    };
    let read = call("scene.member.read", target(json!({ "component": "Toy", "member": "size" })));
    assert!(read.to_string().contains('1'), "{read}");
    call("scene.member.write", target(json!({ "member": "size", "value": "7" })));
    assert!(game.disk().contains("\"size\": 7"));
    call("scene.object.rename", target(json!({ "name": "Kite" })));
    call("edit.undo", json!({}));
    assert_eq!(game.names(), ["Root", "Root/Ball"]);
    let found = call("project.search.text", json!({ "query": "Ball" })).to_string();
    assert!(found.contains(SCENE), "{found}");
}
