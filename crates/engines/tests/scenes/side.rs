//! The same little game for both engines: a main scene with a box, and another scene.

use std::sync::Arc;

use scenewright_engine::{ChangeOwner, Context, Engine, EngineError, World};
use scenewright_model::{
    ComponentRef, Edit, EditMode, EditOutcome, EditValue, MemberValue, ObjectId, ObjectRef,
    SaveMode,
};
use scenewright_testkit::Fixture;

use scenewright_engines::{EngineEnvironment, find, open, open_in};

pub(super) const SAVE: SaveMode = SaveMode { dry_run: false, overwrite: false };
pub(super) const OVERWRITE: SaveMode = SaveMode { dry_run: false, overwrite: true };
pub(super) const PREVIEW: SaveMode = SaveMode { dry_run: true, overwrite: false };

#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) project: fn() -> String,
    pub(super) main: &'static str,
    pub(super) other: &'static str,
    /// A path that no file has.
    pub(super) fresh: &'static str,
    prefix: &'static str,
    /// The main scene with a number in its box.
    pub(super) text: fn(i64) -> String,
    number: fn(i64) -> (Option<ComponentRef>, &'static str, EditValue),
}

pub(super) const SIDES: [Side; 2] = [UNITY, GODOT];

pub(super) const UNITY: Side = Side {
    project: unity_project,
    main: "Assets/main.unity",
    other: "Assets/other.unity",
    fresh: "Assets/Levels/new.unity",
    prefix: "",
    text: unity_main,
    number: |number| {
        let transform = ComponentRef::Type("Transform".to_owned());
        (Some(transform), "m_LocalPosition.x", EditValue::Int(number))
    },
};

pub(super) const GODOT: Side = Side {
    project: godot_project,
    main: "res://main.tscn",
    other: "res://other.tscn",
    fresh: "res://levels/new.tscn",
    prefix: "res://",
    text: godot_main,
    number: |number| (None, "metadata/n", EditValue::Int(number)),
};

/// A project that is open.
pub(super) struct Game {
    pub(super) side: Side,
    pub(super) fixture: Fixture,
    pub(super) engine: Arc<dyn Engine>,
}

impl Game {
    pub(super) fn new(side: Side) -> Game {
        Game::of(side, &(side.project)())
    }

    pub(super) fn of(side: Side, project: &str) -> Game {
        let fixture = Fixture::new(project);
        let engine = opened(&fixture);
        Game { side, fixture, engine }
    }

    /// Another engine on the same files.
    pub(super) fn another(&self) -> Arc<dyn Engine> {
        opened(&self.fixture)
    }

    pub(super) fn world(&self) -> &dyn World {
        self.engine.as_world().unwrap()
    }

    pub(super) fn edit(&self, edits: &[Edit], mode: EditMode) -> Result<EditOutcome, EngineError> {
        let editing = self.engine.as_editing().unwrap();
        editing.edit(edits, "test", mode, &cx()).map(|reading| reading.value)
    }

    pub(super) fn edit_as(
        &self,
        edits: &[Edit],
        mode: EditMode,
        cx: &Context,
    ) -> Result<EditOutcome, EngineError> {
        let editing = self.engine.as_editing().unwrap();
        editing.edit(edits, "test", mode, cx).map(|reading| reading.value)
    }

    /// Ends the process without a clean shutdown and starts another.
    pub(super) fn restart(&mut self) {
        // The first is gone before the second looks who is alive.
        self.engine = unwritable(&self.fixture);
        self.engine = opened(&self.fixture);
    }

    /// A new object in a scene.
    pub(super) fn object(&self, scene: &str, name: &str) -> Edit {
        Edit::CreateObject {
            scene: scene.to_owned(),
            parent: None,
            sibling: None,
            name: name.to_owned(),
            class: scene.starts_with("res").then(|| "Node3D".to_owned()),
            components: Vec::new(),
        }
    }

    /// Every file of the project.
    pub(super) fn tree(&self) -> std::collections::BTreeMap<std::path::PathBuf, Vec<u8>> {
        let mut found = std::collections::BTreeMap::new();
        let mut open = vec![self.fixture.path("game")];
        while let Some(folder) = open.pop() {
            for file in std::fs::read_dir(folder).unwrap() {
                let path = file.unwrap().path();
                match path.is_dir() {
                    true => open.push(path),
                    false => drop(found.insert(path.clone(), std::fs::read(&path).unwrap())),
                }
            }
        }
        found
    }

    /// `owner: edits in scene` of all unsaved work, with a mark for conflicts.
    pub(super) fn unsaved(&self) -> Vec<String> {
        let work = self.world().unsaved(&cx()).unwrap().value;
        let reported = |flag: bool, word: &'static str| if flag { word } else { "" };
        let shown = work.iter().map(|work| {
            format!(
                "{}: {} in {}{}",
                work.owner,
                work.edits,
                short(&work.scene),
                reported(work.is_conflicted, ", conflicted"),
            )
        });
        shown.collect()
    }

    pub(super) fn undo(&self) -> Result<EditOutcome, EngineError> {
        self.engine.as_editing().unwrap().undo(None, false, &cx()).map(|reading| reading.value)
    }

    pub(super) fn keep(&self, number: i64) -> EditOutcome {
        self.edit(&[self.number(number)], EditMode::KeepUnsaved).unwrap()
    }

    pub(super) fn save(
        &self,
        path: Option<&str>,
        mode: SaveMode,
    ) -> Result<EditOutcome, EngineError> {
        self.world().save(path, mode, &cx()).map(|reading| reading.value)
    }

    /// Gives the box of the main scene a number.
    pub(super) fn number(&self, number: i64) -> Edit {
        let (component, member, value) = (self.side.number)(number);
        Edit::SetMember {
            scene: self.side.main.to_owned(),
            object: at("Box"),
            component,
            member: member.to_owned(),
            value,
        }
    }

    /// The number that readers see.
    pub(super) fn seen(&self) -> i64 {
        let (_, member, _) = (self.side.number)(0);
        let object = self.id(self.side.main, "Box");
        let members = self.engine.as_members().unwrap();
        let component = 0;
        let read = members.member(self.side.main, object, component, member, &cx());
        number_of(read.unwrap().value)
    }

    pub(super) fn id(&self, scene: &str, name: &str) -> ObjectId {
        let scene = self.engine.scene(scene, &cx()).unwrap().value;
        scene.objects.iter().find(|object| object.name == name).unwrap().id
    }

    pub(super) fn names(&self, scene: &str) -> Vec<String> {
        let scene = self.engine.scene(scene, &cx()).unwrap().value;
        scene.objects.iter().map(|object| object.name.clone()).collect()
    }

    /// What the disk has.
    pub(super) fn disk(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.fixture.path(&self.place(path))).ok()
    }

    pub(super) fn write(&self, path: &str, content: &str) {
        self.fixture.write(&self.place(path), content);
    }

    pub(super) fn remove(&self, path: &str) {
        std::fs::remove_file(self.fixture.path(&self.place(path))).unwrap();
    }

    fn place(&self, path: &str) -> String {
        format!("game/{}", path.strip_prefix(self.side.prefix).unwrap())
    }

    /// Path, dirty, conflicted and active of every scene that is loaded.
    pub(super) fn loaded(&self) -> Vec<String> {
        let scenes = self.world().loaded(&cx()).unwrap().value;
        let reported = |flag: bool, word: &'static str| if flag { word } else { "" };
        let shown = scenes.iter().map(|scene| {
            format!(
                "{}{}{}{}",
                scene.path.rsplit('/').next().unwrap(),
                reported(scene.is_active, " active"),
                reported(scene.is_dirty, " dirty"),
                reported(scene.is_conflicted, " conflicted"),
            )
        });
        shown.collect()
    }
}

fn number_of(value: MemberValue) -> i64 {
    match value {
        MemberValue::Int(number) => number,
        MemberValue::Float(number) => number.parse().unwrap(),
        MemberValue::Typed(typed) => number_of(typed.value),
        other => panic!("{other:?}"),
    }
}

fn opened(fixture: &Fixture) -> Arc<dyn Engine> {
    let around =
        EngineEnvironment { data: Some(fixture.path("data")), ..EngineEnvironment::default() };
    open_in(&find(&fixture.path("game")).unwrap(), around)
}

pub(super) fn cx() -> Context {
    Context::unbounded()
}

/// Of somebody else.
pub(super) fn of(owner: &str) -> Context {
    cx().with_owner(ChangeOwner::new(owner))
}

pub(super) fn at(path: &str) -> ObjectRef {
    ObjectRef::Path(path.to_owned())
}

/// The name of a file without its folders and its extension.
pub(super) fn short(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const OWN: &str = "  m_ObjectHideFlags: 0\n  m_CorrespondingSourceObject: {fileID: 0}\n  m_PrefabInstance: {fileID: 0}\n  m_PrefabAsset: {fileID: 0}\n";

pub(super) fn game_object(id: i64, name: &str, transform: i64) -> String {
    format!(
        "--- !u!1 &{id}\nGameObject:\n{OWN}  serializedVersion: 6\n  m_Component:\n  - component: {{fileID: {transform}}}\n  m_Layer: 0\n  m_Name: {name}\n  m_TagString: Untagged\n  m_Icon: {{fileID: 0}}\n  m_NavMeshLayer: 0\n  m_StaticEditorFlags: 0\n  m_IsActive: 1\n"
    )
}

/// `place` is rotation, position and scale as Unity writes them.
pub(super) fn transform(
    id: i64,
    owner: i64,
    place: [&str; 3],
    father: i64,
    children: &[i64],
) -> String {
    let [rotation, position, scale] = place;
    let children = match children {
        [] => " []".to_owned(),
        some => some.iter().map(|id| format!("\n  - {{fileID: {id}}}")).collect(),
    };
    format!(
        "--- !u!4 &{id}\nTransform:\n{OWN}  m_GameObject: {{fileID: {owner}}}\n  serializedVersion: 2\n  m_LocalRotation: {{{rotation}}}\n  m_LocalPosition: {{{position}}}\n  m_LocalScale: {{{scale}}}\n  m_ConstrainProportionsScale: 0\n  m_Children:{children}\n  m_Father: {{fileID: {father}}}\n  m_LocalEulerAnglesHint: {{x: 0, y: 0, z: 0}}\n"
    )
}

pub(super) const STILL: [&str; 3] =
    ["x: 0, y: 0, z: 0, w: 1", "x: 0, y: 0, z: 0", "x: 1, y: 1, z: 1"];

pub(super) fn scene(documents: &[String], roots: &[i64]) -> String {
    let roots: String = roots.iter().map(|id| format!("\n  - {{fileID: {id}}}")).collect();
    let documents = documents.concat();
    format!(
        "{HEAD}{documents}--- !u!1660057539 &9223372036854775807\nSceneRoots:\n  m_ObjectHideFlags: 0\n  m_Roots:{roots}\n"
    )
}

fn unity_main(number: i64) -> String {
    let position = format!("x: {number}, y: 0, z: 0");
    let place = [STILL[0], &position, STILL[2]];
    let documents = [game_object(100, "Box", 101), transform(101, 100, place, 0, &[])];
    scene(&documents, &[101])
}

pub(super) fn unity_files(files: &[(&str, String)]) -> String {
    let mut project = "//- /game/ProjectSettings/ProjectVersion.txt\nm_EditorVersion: 6000.0.23f1\n\
        //- /game/ProjectSettings/EditorBuildSettings.asset\n%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1045 &1\nEditorBuildSettings:\n  m_ObjectHideFlags: 0\n  serializedVersion: 2\n  m_Scenes:\n  - enabled: 1\n    path: Assets/main.unity\n    guid: 00000000000000000000000000000001\n  m_configObjects: {}\n"
        .to_owned();
    for (number, (path, content)) in files.iter().enumerate() {
        project += &format!("//- /game/{path}\n{content}");
        project += &format!(
            "//- /game/{path}.meta\nfileFormatVersion: 2\nguid: {:032x}\nDefaultImporter:\n  userData: \n",
            number + 1
        );
    }
    project
}

fn unity_project() -> String {
    let other = [game_object(200, "Lamp", 201), transform(201, 200, STILL, 0, &[])];
    unity_files(&[
        ("Assets/main.unity", unity_main(0)),
        ("Assets/other.unity", scene(&other, &[201])),
    ])
}

fn godot_main(number: i64) -> String {
    format!(
        "[gd_scene format=3 uid=\"uid://bmain00000001\"]\n\n[node name=\"Main\" type=\"Node3D\"]\n\n[node name=\"Box\" type=\"Node3D\" parent=\".\"]\nmetadata/n = {number}\n"
    )
}

pub(super) fn godot_files(files: &[(&str, &str)]) -> String {
    let mut project = "//- /game/project.godot\nconfig_version=5\n\n[application]\n\nconfig/name=\"Little\"\nrun/main_scene=\"res://main.tscn\"\nconfig/features=PackedStringArray(\"4.6\")\n".to_owned();
    for (path, content) in files {
        project += &format!("//- /game/{path}\n{content}");
    }
    project
}

fn godot_project() -> String {
    let other = "[gd_scene format=3]\n\n[node name=\"Other\" type=\"Node2D\"]\n\n[node name=\"Lamp\" type=\"Node2D\" parent=\".\"]\n";
    godot_files(&[("main.tscn", &godot_main(0)), ("other.tscn", other)])
}

/// An engine with nothing of the journal open.
fn unwritable(fixture: &Fixture) -> Arc<dyn Engine> {
    open(&find(&fixture.path("game")).unwrap())
}
