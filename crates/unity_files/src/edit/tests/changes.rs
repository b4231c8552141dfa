//! The reported changes of every kind of edit, and that its undo reports the reverse.

use scenewright_journal::unified_diff;
use scenewright_model::{EditMode, FileChange, ProjectPath};

use super::*;
use scenewright_testkit::changes_shown::{render_changes, reversed, sorted_lines};

/// Lines added and removed in the diff of a file, which is minimal.
fn counts(file: &FileChange) -> (usize, usize) {
    let text =
        |bytes: &Option<Vec<u8>>| String::from_utf8(bytes.clone().unwrap_or_default()).unwrap();
    let (diff, own) = (unified_diff(file), lines_diff(&text(&file.before), &text(&file.after)));
    let with = |diff: &str, skip: usize, sign: char| {
        diff.lines().skip(skip).filter(|line| line.starts_with(sign)).count()
    };
    let counted = (with(&diff, 2, '+'), with(&diff, 2, '-'));
    if file.before.is_some() && file.after.is_some() {
        assert_eq!(counted, (with(&own, 0, '+'), with(&own, 0, '-')), "{diff}\n{own}");
    }
    counted
}

fn reported(edits: &[Edit]) -> String {
    changes_of(&scene(), edits)
}

fn changes_of(documents: &[String], edits: &[Edit]) -> String {
    changes_in(&project(documents), edits)
}

fn changes_in(project: &str, edits: &[Edit]) -> String {
    let fixture = Fixture::new(project);
    let planned = plan(&fixture, edits).unwrap_or_else(|error| panic!("{error}"));
    let engine = engine(&fixture);
    let changes = |files: &[FileChange]| {
        engine.as_editing().unwrap().changes(files, &Context::unbounded()).unwrap().value
    };
    let forth = changes(&planned.files);
    let mut all = render_changes(&forth);
    for file in &planned.files {
        let (added, removed) = counts(file);
        let _ = writeln!(all, "{} +{added} -{removed}", file.path);
    }
    let back = planned.files.into_iter().map(|file| FileChange {
        path: file.path,
        before: file.after,
        after: file.before,
    });
    assert_eq!(sorted_lines(changes(&back.collect::<Vec<_>>())), reversed(&forth), "{all}");
    all
}

fn name() -> String {
    SCENE.to_owned()
}

#[test]
fn added_and_removed_objects_are_reported() {
    let create = Edit::CreateObject {
        scene: name(),
        parent: Some(at("Hero")),
        sibling: None,
        name: "Shield".to_owned(),
        class: None,
        components: vec!["BoxCollider".to_owned()],
    };
    insta::assert_snapshot!(reported(&[create]), @"
    @ Assets/a.unity
    Hero/Shield: + Transform BoxCollider, 0 below
    Assets/a.unity +54 -0
    ");
    insta::assert_snapshot!(reported(&[Edit::DeleteObject { scene: name(), object: at("Hero") }]), @"
    @ Assets/a.unity
    Hero: - Transform Player Light, 1 below
    Assets/a.unity +0 -115
    ");
    insta::assert_snapshot!(reported(&[Edit::DeleteObject { scene: name(), object: at("Crate") }]), @"
    @ Assets/a.unity
    Crate: - Transform MeshRenderer of Assets/Crate.prefab, 1 below
    Assets/a.unity +0 -22
    ");
    let copy = Edit::DuplicateObject { scene: name(), object: at("Hero"), name: None };
    insta::assert_snapshot!(reported(&[copy]), @"
    @ Assets/a.unity
    Hero (1): + Transform Player Light, 1 below
    Assets/a.unity +115 -0
    ");
    let instance = Edit::Instantiate {
        scene: name(),
        source: "Assets/Crate.prefab".to_owned(),
        parent: Some(at("Hero/Sword")),
        sibling: None,
        name: Some("Box".to_owned()),
    };
    insta::assert_snapshot!(reported(&[instance]), @"
    @ Assets/a.unity
    Hero/Sword/Box: + Transform MeshRenderer of Assets/Crate.prefab, 1 below
    Assets/a.unity +65 -1
    ");
}

#[test]
fn moved_objects_are_reported() {
    let rename = |object: &str| Edit::RenameObject {
        scene: name(),
        object: at(object),
        name: "Other".to_owned(),
    };
    insta::assert_snapshot!(reported(&[rename("Hero")]), @r#"
    @ Assets/a.unity
    Other: ObjectMoved { from: "Hero" }
    Assets/a.unity +1 -1
    "#);
    insta::assert_snapshot!(reported(&[rename("Crate/Lid")]), @r#"
    @ Assets/a.unity
    Crate/Other: ObjectMoved { from: "Crate/Lid" }
    Assets/a.unity +4 -0
    "#);
    let reparent = |object: &str, parent: Option<&str>, sibling, keep_world| Edit::ReparentObject {
        scene: name(),
        object: at(object),
        parent: parent.map(at),
        sibling,
        keep_world,
    };
    insta::assert_snapshot!(reported(&[reparent("Hero/Sword", None, None, true)]), @r#"
    @ Assets/a.unity
    Sword: ObjectMoved { from: "Hero/Sword" }
    Sword: Transform.m_LocalPosition = Vector3([2.0, 0.0, 0.0]) -> Vector3([3.0, 0.0, 0.0])
    Assets/a.unity +4 -4
    "#);
    insta::assert_snapshot!(reported(&[reparent("Crate", Some("Hero"), Some(0), false)]), @r#"
    @ Assets/a.unity
    Hero/Crate: ObjectMoved { from: "Crate" }
    Assets/a.unity +8 -2
    "#);
    let mut three = scene();
    three.splice(8.., [game_object(40, "Third", &[41]), transform(41, 40, 0, 0, &[])]);
    three.push(roots(&[11, 30, 41]));
    insta::assert_snapshot!(changes_of(&three, &[reparent("Hero", None, Some(2), false)]), @"
    @ Assets/a.unity
    Hero: ObjectReordered { before: 0, after: 2 }
    Assets/a.unity +1 -1
    ");
}

#[test]
fn changes_of_an_objects_own_fields_are_reported() {
    let active =
        |object: &str| Edit::SetActive { scene: name(), object: at(object), active: false };
    insta::assert_snapshot!(reported(&[active("Hero"), active("Crate/Lid")]), @"
    @ Assets/a.unity
    Hero: active = Bool(true) -> Bool(false)
    Crate/Lid: active = Bool(true) -> Bool(false) override Added
    Assets/a.unity +5 -1
    ");
    let tag = Edit::SetTag { scene: name(), object: at("Hero"), tag: "Enemy".to_owned() };
    let layer = Edit::SetLayer { scene: name(), object: at("Hero"), layer: "Water".to_owned() };
    insta::assert_snapshot!(reported(&[tag, layer]), @r#"
    @ Assets/a.unity
    Hero: tag = Text("Untagged") -> Text("Enemy")
    Hero: layer = Int(0) -> Int(4)
    Assets/a.unity +2 -2
    "#);
    let add = |object: &str, component: &str| Edit::AddComponent {
        scene: name(),
        object: at(object),
        component: component.to_owned(),
    };
    insta::assert_snapshot!(reported(&[add("Hero/Sword", "Player"), add("Crate", "Light")]), @r#"
    @ Assets/a.unity
    Hero/Sword: ComponentAdded { component: "Player", script: Some("Assets/Player.cs") }
    Crate: ComponentAdded { component: "Light", script: None }
    Assets/a.unity +86 -1
    "#);
    let remove = |object: &str, component: &str| Edit::RemoveComponent {
        scene: name(),
        object: at(object),
        component: ComponentRef::Type(component.to_owned()),
    };
    insta::assert_snapshot!(reported(&[remove("Hero", "Light"), remove("Crate", "MeshRenderer")]), @r#"
    @ Assets/a.unity
    Hero: ComponentRemoved { component: "Light", script: None }
    Crate: ComponentRemoved { component: "MeshRenderer", script: None }
    Assets/a.unity +2 -15
    "#);
}

#[test]
fn members_have_a_value_before_and_after() {
    let wood = EditValue::Asset { path: "Assets/Wood.mat".to_owned(), inner: None };
    let sword = EditValue::Object { object: at("Hero/Sword"), component: None };
    insta::assert_snapshot!(reported(&[
        set("Hero", of("Transform"), "m_LocalPosition.x", EditValue::Float(2.5)),
        set("Hero", of("Player"), "speed", EditValue::Float(9.0)),
        set("Hero", of("Player"), "title", EditValue::Text("Sir\nLancelot".to_owned())),
        set("Hero", of("Player"), "friend", sword),
        set("Hero", of("Player"), "stats[0].value", EditValue::Int(7)),
        set("Hero", of("Player"), "path.Array.size", EditValue::Int(3)),
        set("Hero/Sword", of("MeshRenderer"), "m_Materials[0]", wood.clone()),
    ]), @r#"
    @ Assets/a.unity
    Hero: Transform.m_LocalPosition = Vector3([1.0, 0.0, 0.0]) -> Vector3([2.5, 0.0, 0.0])
    Hero: Player.speed = Float("1.5") -> Int(9)
    Hero: Player.title = Text("") -> Text("Sir\nLancelot")
    Hero: Player.friend = Reference(None) -> Hero/Sword(GameObject)
    Hero: Player.path[1] = ~ -> Vector2([0.0, 1.0])
    Hero: Player.path[2] = ~ -> Vector2([0.0, 1.0])
    Hero: Player.stats[0].value = Int(1) -> Int(7)
    Hero/Sword: MeshRenderer.m_Materials[0] = Reference(None) -> Assets/Wood.mat
    Assets/a.unity +10 -6
    "#);
    insta::assert_snapshot!(reported(&[
        set("Crate", of("Transform"), "m_LocalPosition.x", EditValue::Float(6.0)),
        set("Crate", of("Transform"), "m_LocalPosition.z", EditValue::Float(7.0)),
        set("Crate", of("MeshRenderer"), "m_Materials[0]", wood),
        set("Crate/Lid", of("Transform"), "m_LocalScale.y", EditValue::Float(3.0)),
    ]), @"
    @ Assets/a.unity
    Crate: Transform.m_LocalPosition = Vector3([4.0, 0.0, 0.0]) -> Vector3([6.0, 0.0, 7.0]) override Changed
    Crate: MeshRenderer.m_Materials[0] = Reference(None) -> Assets/Wood.mat override Added
    Crate/Lid: Transform.m_LocalScale = Vector3([1.0, 1.0, 1.0]) -> Vector3([1.0, 3.0, 1.0]) override Added
    Assets/a.unity +13 -1
    ");
}

#[test]
fn reverted_and_applied_overrides_are_reported() {
    let revert = |object: &str, member: Option<&str>| Edit::RevertOverride {
        scene: name(),
        object: at(object),
        component: member.and(of("Transform")),
        member: member.map(str::to_owned),
    };
    insta::assert_snapshot!(reported(&[revert("Crate/Lid", Some("m_LocalPosition.y"))]), @"
    @ Assets/a.unity
    Crate/Lid: Transform.m_LocalPosition = Vector3([0.0, 5.0, 0.0]) -> Vector3([0.0, 0.0, 0.0]) override Removed
    Assets/a.unity +0 -4
    ");
    insta::assert_snapshot!(reported(&[revert("Crate", None)]), @"
    @ Assets/a.unity
    Crate/Lid: Transform.m_LocalPosition = Vector3([0.0, 5.0, 0.0]) -> Vector3([0.0, 0.0, 0.0]) override Removed
    Assets/a.unity +0 -4
    ");
    let apply = Edit::ApplyOverride {
        scene: name(),
        object: at("Crate/Lid"),
        component: of("Transform"),
        member: Some("m_LocalPosition.y".to_owned()),
    };
    insta::assert_snapshot!(reported(&[apply]), @"
    @ Assets/Crate.prefab
    Crate/Lid: Transform.m_LocalPosition = Vector3([0.0, 0.0, 0.0]) -> Vector3([0.0, 5.0, 0.0])
    @ Assets/a.unity
    Crate/Lid: Transform.m_LocalPosition.y = Int(5) -> Int(5) override Removed
    Assets/Crate.prefab +1 -1
    Assets/a.unity +0 -4
    ");
}

#[test]
fn new_files_and_changed_settings_are_reported() {
    let path = |name: &str| format!("Assets/{name}");
    let new = Edit::CreateScene { path: path("New.unity"), class: None, name: None };
    let build = Edit::AddToBuild { scene: path("New.unity"), enabled: true };
    insta::assert_snapshot!(reported(&[new, build]), @r#"
    @ Assets/New.unity
    : FileAdded
    @ Assets/New.unity.meta
    : FileAdded
    @ ProjectSettings/EditorBuildSettings.asset
    : EditorBuildSettings.m_Scenes[0] = ~ -> Object([Member { name: "enabled", value: Int(1) }, Member { name: "path", value: Text("Assets/New.unity") }, Member { name: "guid", value: Text("cecf4214ea1a7918581ba91a1ddd0d75") }])
    Assets/New.unity +128 -0
    Assets/New.unity.meta +7 -0
    ProjectSettings/EditorBuildSettings.asset +4 -1
    "#);
    let prefab =
        Edit::CreatePrefab { scene: name(), object: at("Hero/Sword"), path: path("Sword.prefab") };
    insta::assert_snapshot!(reported(&[prefab]), @"
    @ Assets/Sword.prefab
    : FileAdded
    Sword: + Transform MeshRenderer, 0 below
    @ Assets/Sword.prefab.meta
    : FileAdded
    @ Assets/a.unity
    Hero/Sword: - Transform MeshRenderer, 0 below
    Hero/Sword: + Transform MeshRenderer of Assets/Sword.prefab, 0 below
    Assets/Sword.prefab +48 -0
    Assets/Sword.prefab.meta +7 -0
    Assets/a.unity +72 -44
    ");
    let variant = Edit::InheritScene { base: path("Crate.prefab"), path: path("Variant.prefab") };
    insta::assert_snapshot!(reported(&[variant]), @"
    @ Assets/Variant.prefab
    : FileAdded
    Variant: + Transform MeshRenderer of Assets/Crate.prefab, 1 below
    @ Assets/Variant.prefab.meta
    : FileAdded
    Assets/Variant.prefab +59 -0
    Assets/Variant.prefab.meta +7 -0
    ");
}

/// The first release left instances of variants behind, as roots, when their parent was deleted.
#[test]
fn instances_of_variants_are_removed_and_moved_like_others() {
    const VARIANT: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    let mut documents = scene();
    documents[1] = transform(11, 10, 1, 0, &[21, 41]);
    let barrel = instance(40, 11, &[(1001, "m_LocalPosition.x", "4")]).replace(CRATE, VARIANT);
    let handle = "--- !u!4 &41 stripped\nTransform:\n  m_CorrespondingSourceObject: {fileID: 2017, guid: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, type: 3}\n  m_PrefabInstance: {fileID: 40}\n  m_PrefabAsset: {fileID: 0}\n";
    documents.insert(8, barrel + handle);
    // 3000 ^ 1001: the Transform of the crate, as the variant calls it.
    let variant = instance(3000, 0, &[(1000, "m_Name", "Barrel")]);
    let variant = format!("//- /Assets/Barrel.prefab\n{HEAD}{variant}");
    let files = [variant, meta("Assets/Barrel.prefab", VARIANT)].concat();
    let documents = documents
        .iter()
        .map(|own| own.replace("fileID: 2017", &format!("fileID: {}", 3000 ^ 1001)));
    let documents: Vec<String> = documents.collect();
    let delete = |object: &str| Edit::DeleteObject { scene: name(), object: at(object) };
    let reported = |edit: Edit| changes_in(&(project(&documents) + &files), &[edit]);
    insta::assert_snapshot!(reported(delete("Hero")), @"
    @ Assets/a.unity
    Hero: - Transform Player Light, 3 below
    Assets/a.unity +0 -138
    ");
    insta::assert_snapshot!(reported(delete("Hero/Barrel")), @"
    @ Assets/a.unity
    Hero/Barrel: - Transform MeshRenderer of Assets/Barrel.prefab, 1 below
    Assets/a.unity +0 -23
    ");
    let out = Edit::ReparentObject {
        scene: name(),
        object: at("Hero/Barrel"),
        parent: None,
        sibling: None,
        keep_world: false,
    };
    insta::assert_snapshot!(reported(out), @r#"
    @ Assets/a.unity
    Barrel: ObjectMoved { from: "Hero/Barrel" }
    Assets/a.unity +2 -2
    "#);
}

/// Older editors number the roots: when the others move up, that is not a change of theirs.
#[test]
fn roots_that_only_move_up_are_not_reported() {
    let numbered = |text: String, place: usize| {
        let hint = "  m_LocalEulerAnglesHint";
        text.replace(hint, &format!("  m_RootOrder: {place}\n{hint}"))
    };
    let documents = [
        game_object(10, "First", &[11]),
        numbered(transform(11, 10, 0, 0, &[]), 0),
        game_object(20, "Second", &[21]),
        numbered(transform(21, 20, 0, 0, &[]), 1),
    ];
    let delete = Edit::DeleteObject { scene: name(), object: at("First") };
    insta::assert_snapshot!(changes_of(&documents, &[delete]), @"
    @ Assets/a.unity
    First: - Transform, 0 below
    Assets/a.unity +1 -33
    ");
}

/// Settings of a scene belong to no object.
#[test]
fn documents_without_an_object_are_reported() {
    let fixture = Fixture::new(&project(&scene()));
    let settings = "--- !u!104 &2\nRenderSettings:\n  m_Fog: 0\n  m_Sun: {fileID: 0}\n";
    let mesh = "--- !u!43 &99\nMesh:\n  m_Name: Blob\n  m_Data: 00\n";
    let before = format!("{HEAD}{settings}{}", scene().concat());
    let after = format!(
        "{HEAD}{}{mesh}{}",
        settings.replace("m_Fog: 0", "m_Fog: 1").replace("{fileID: 0}", "{fileID: 13}"),
        scene().concat()
    );
    let bytes = |text: String| Some(text.into_bytes());
    let file = FileChange {
        path: ProjectPath::from_relative(name()),
        before: bytes(before),
        after: bytes(after),
    };
    let changes = engine(&fixture)
        .as_editing()
        .unwrap()
        .changes(&[file], &Context::unbounded())
        .unwrap()
        .value;
    insta::assert_snapshot!(render_changes(&changes), @r#"
    @ Assets/a.unity
    : RenderSettings.m_Fog = Int(0) -> Int(1)
    : RenderSettings.m_Sun = Reference(None) -> Hero(Light)
    : ResourceAdded { resource: "Mesh Blob" }
    "#);
}

/// A file that cannot be parsed is only reported as changed.
#[test]
fn a_file_that_cannot_be_read_is_reported_as_changed() {
    let fixture = Fixture::new(&project(&scene()));
    let bytes = |text: &str| Some(text.as_bytes().to_vec());
    let files = ["Assets/a.unity", "Assets/b.meta", "Assets/c.png"].map(|path| FileChange {
        path: ProjectPath::from_relative(path),
        before: bytes("<<<<<<< HEAD\n"),
        after: bytes("\0"),
    });
    let changes = engine(&fixture)
        .as_editing()
        .unwrap()
        .changes(&files, &Context::unbounded())
        .unwrap()
        .value;
    insta::assert_snapshot!(render_changes(&changes), @"
    @ Assets/a.unity
    : FileChanged
    @ Assets/b.meta
    : FileChanged
    @ Assets/c.png
    : FileChanged
    ");
}

/// A dry run reports the same changes as the edit, and its undo and redo.
#[test]
fn a_dry_run_an_edit_and_their_undo_say_the_same() {
    let fixture = Fixture::new(&project(&scene()));
    let data = Fixture::new("//- /x\n");
    let engine = FileEngine::new(
        UnityFormat::new(ProjectRoot::new(fixture.root())),
        Some(data.path("data")),
    );
    let editing = engine.as_editing().unwrap();
    let cx = Context::unbounded();
    let edits = [Edit::DeleteObject { scene: name(), object: at("Hero/Sword") }];
    let edit = |mode| editing.edit(&edits, "test", mode, &cx).unwrap().value.changes;
    let dry = edit(EditMode::DryRun);
    let done = edit(EditMode::Save);
    assert_eq!((dry.len(), &dry), (1, &done));
    let back = editing.undo(None, false, &cx).unwrap().value.changes;
    assert_eq!(sorted_lines(back), reversed(&done));
    assert_eq!(editing.redo(None, false, &cx).unwrap().value.changes, done);
}
