//! Fixture in, edits, diff out.

mod instances;
mod members;
mod projects;
mod structure;

use std::fmt::Write as _;

use scenewright_engine::{Context, Editing, Engine, EngineError};
use scenewright_model::{ComponentRef, Edit, EditPlan, EditValue, ObjectRef};
use scenewright_testkit::Fixture;

use crate::root::ProjectRoot;
use crate::unity::UnityFiles;

const SCENE: &str = "Assets/a.unity";

fn engine(fixture: &Fixture) -> UnityFiles {
    UnityFiles::new(ProjectRoot::new(fixture.root()))
}

fn plan(fixture: &Fixture, edits: &[Edit]) -> Result<EditPlan, EngineError> {
    let plan = engine(fixture).plan(edits, &Context::unbounded())?;
    Ok(plan.value)
}

/// What changes, file by file, in the manner of `diff -U0`.
fn diff(project: &str, edits: &[Edit]) -> String {
    let fixture = Fixture::new(project);
    let plan = plan(&fixture, edits).unwrap_or_else(|error| panic!("{error}"));
    accepted(&fixture, &plan);
    shown(&plan)
}

fn refusal(project: &str, edit: Edit) -> String {
    let fixture = Fixture::new(project);
    plan(&fixture, &[edit]).expect_err("the edit is refused").to_string()
}

fn shown(plan: &EditPlan) -> String {
    let mut shown = String::new();
    for change in &plan.files {
        let text = |bytes: &Option<Vec<u8>>| {
            String::from_utf8(bytes.clone().unwrap_or_default()).expect("it is text")
        };
        let (before, after) = (text(&change.before), text(&change.after));
        let _ = writeln!(shown, "@ {}", change.path);
        shown += &lines_diff(&before, &after);
    }
    for note in &plan.notes {
        let _ = writeln!(shown, "note: {note}");
    }
    shown
}

/// By the longest common subsequence; fixtures are small.
fn lines_diff(before: &str, after: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) =
        (before.split('\n').collect(), after.split('\n').collect());
    let mut best = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            best[i][j] = match a[i] == b[j] {
                true => best[i + 1][j + 1] + 1,
                false => best[i + 1][j].max(best[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut shown) = (0, 0, String::new());
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || (i < a.len() && best[i + 1][j] >= best[i][j + 1]) {
            let _ = writeln!(shown, "-{}", a[i]);
            i += 1;
        } else {
            let _ = writeln!(shown, "+{}", b[j]);
            j += 1;
        }
    }
    shown
}

/// Writes a plan, and reads every scene of it without a complaint.
fn accepted(fixture: &Fixture, plan: &EditPlan) {
    for change in &plan.files {
        fixture.write(&change.path, change.after.as_deref().expect("nothing is deleted"));
    }
    for change in &plan.files {
        if change.path.ends_with(".unity") || change.path.ends_with(".prefab") {
            let scene = engine(fixture).scene(&change.path, &Context::unbounded());
            let scene = scene.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(scene.diagnostics, [""; 0], "{}", change.path);
        }
    }
    for created in &plan.created {
        let scene = engine(fixture).scene(&created.scene, &Context::unbounded()).unwrap();
        let found = scene.value.objects.iter().find(|object| object.id == created.id);
        assert_eq!(found.map(|object| object.path.as_str()), Some(created.path.as_str()));
    }
}

fn at(path: &str) -> ObjectRef {
    ObjectRef::Path(path.to_owned())
}

fn of(component: &str) -> Option<ComponentRef> {
    Some(ComponentRef::Type(component.to_owned()))
}

fn set(object: &str, component: Option<ComponentRef>, member: &str, value: EditValue) -> Edit {
    Edit::SetMember {
        scene: SCENE.to_owned(),
        object: at(object),
        component,
        member: member.to_owned(),
        value,
    }
}

const CRATE: &str = "145bc3855b161ff46727f1d9e6d2f57d";
const WOOD: &str = "2616843882ed1dac7ff7d0ed61890af2";
const SCRIPT: &str = "6db415be991a2f321f1865083c172e3a";

const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
const OWN: &str = "  m_ObjectHideFlags: 0\n  m_CorrespondingSourceObject: {fileID: 0}\n  m_PrefabInstance: {fileID: 0}\n  m_PrefabAsset: {fileID: 0}\n";

fn game_object(id: i64, name: &str, components: &[i64]) -> String {
    let components: String =
        components.iter().map(|id| format!("  - component: {{fileID: {id}}}\n")).collect();
    format!(
        "--- !u!1 &{id}\nGameObject:\n{OWN}  serializedVersion: 6\n  m_Component:\n{components}  m_Layer: 0\n  m_Name: {name}\n  m_TagString: Untagged\n  m_Icon: {{fileID: 0}}\n  m_NavMeshLayer: 0\n  m_StaticEditorFlags: 0\n  m_IsActive: 1\n"
    )
}

fn transform(id: i64, owner: i64, x: i64, father: i64, children: &[i64]) -> String {
    let children = match children {
        [] => " []".to_owned(),
        some => some.iter().map(|id| format!("\n  - {{fileID: {id}}}")).collect(),
    };
    format!(
        "--- !u!4 &{id}\nTransform:\n{OWN}  m_GameObject: {{fileID: {owner}}}\n  serializedVersion: 2\n  m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: {x}, y: 0, z: 0}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_ConstrainProportionsScale: 0\n  m_Children:{children}\n  m_Father: {{fileID: {father}}}\n  m_LocalEulerAnglesHint: {{x: 0, y: 0, z: 0}}\n"
    )
}

fn part(class: u32, name: &str, id: i64, owner: i64, fields: &str) -> String {
    format!("--- !u!{class} &{id}\n{name}:\n{OWN}  m_GameObject: {{fileID: {owner}}}\n{fields}")
}

const RENDERER: &str = "  m_Enabled: 1\n  m_Materials:\n  - {fileID: 0}\n  m_StaticBatchInfo:\n    firstSubMesh: 0\n    subMeshCount: 0\n  m_SortingOrder: 0\n";

/// A crate (root 1000) with a lid (root 2000).
fn crate_prefab() -> String {
    let documents = [
        game_object(1000, "Crate", &[1001, 1002]),
        transform(1001, 1000, 0, 0, &[2001]),
        part(23, "MeshRenderer", 1002, 1000, RENDERER),
        game_object(2000, "Lid", &[2001]),
        transform(2001, 2000, 0, 1001, &[]),
    ];
    documents.concat()
}

fn instance(id: i64, parent: i64, modifications: &[(i64, &str, &str)]) -> String {
    let list = match modifications {
        [] => " []\n".to_owned(),
        some => some.iter().fold("\n".to_owned(), |list, (target, path, value)| {
            list + &format!("    - target: {{fileID: {target}, guid: {CRATE}, type: 3}}\n      propertyPath: {path}\n      value: {value}\n      objectReference: {{fileID: 0}}\n")
        }),
    };
    format!(
        "--- !u!1001 &{id}\nPrefabInstance:\n  m_ObjectHideFlags: 0\n  serializedVersion: 2\n  m_Modification:\n    serializedVersion: 3\n    m_TransformParent: {{fileID: {parent}}}\n    m_Modifications:{list}    m_RemovedComponents: []\n    m_RemovedGameObjects: []\n    m_AddedGameObjects: []\n    m_AddedComponents: []\n  m_SourcePrefab: {{fileID: 100100000, guid: {CRATE}, type: 3}}\n"
    )
}

fn roots(ids: &[i64]) -> String {
    let ids: String = ids.iter().map(|id| format!("  - {{fileID: {id}}}\n")).collect();
    format!(
        "--- !u!1660057539 &9223372036854775807\nSceneRoots:\n  m_ObjectHideFlags: 0\n  m_Roots:\n{ids}"
    )
}

fn meta(path: &str, guid: &str) -> String {
    format!("//- /{path}.meta\nfileFormatVersion: 2\nguid: {guid}\n")
}

/// The scene of these documents, in a project with a prefab, a material, a script and settings.
fn project(documents: &[String]) -> String {
    let file = |path: &str, text: &str| format!("//- /{path}\n{text}");
    [
        file("ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 2022.3.20f1\n"),
        file("ProjectSettings/TagManager.asset", &format!("{HEAD}--- !u!78 &1\nTagManager:\n  tags:\n  - Enemy\n  layers:\n  - Default\n  - \n  - Ignore Raycast\n  - \n  - Water\n")),
        file("ProjectSettings/EditorBuildSettings.asset", &format!("{HEAD}--- !u!1045 &1\nEditorBuildSettings:\n  m_ObjectHideFlags: 0\n  serializedVersion: 2\n  m_Scenes: []\n  m_configObjects: {{}}\n")),
        file("Assets/Crate.prefab", &format!("{HEAD}{}", crate_prefab())),
        meta("Assets/Crate.prefab", CRATE),
        file("Assets/Wood.mat", &format!("{HEAD}--- !u!21 &2100000\nMaterial:\n  m_Name: Wood\n")),
        meta("Assets/Wood.mat", WOOD),
        file("Assets/Player.cs", "public class Player : MonoBehaviour { public float speed; public int lives; }\n"),
        meta("Assets/Player.cs", SCRIPT),
        meta(SCENE, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        file(SCENE, &format!("{HEAD}{}", documents.concat())),
    ]
    .concat()
}

/// Hero (10) with a Player, a light and a child Sword (20); a crate (instance 30) beside it.
fn scene() -> Vec<String> {
    let script = format!(
        "  m_Enabled: 1\n  m_EditorHideFlags: 0\n  m_Script: {{fileID: 11500000, guid: {SCRIPT}, type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: \n  speed: 1.5\n  title: \n  friend: {{fileID: 0}}\n  path:\n  - {{x: 0, y: 1}}\n  names: []\n  stats:\n  - name: a\n    value: 1\n"
    );
    let light = "  m_Enabled: 1\n  m_Type: 1\n  m_Color: {r: 1, g: 1, b: 1, a: 1}\n  m_CullingMask:\n    serializedVersion: 2\n    m_Bits: 4294967295\n";
    vec![
        game_object(10, "Hero", &[11, 12, 13]),
        transform(11, 10, 1, 0, &[21]),
        part(114, "MonoBehaviour", 12, 10, &script),
        part(108, "Light", 13, 10, light),
        game_object(20, "Sword", &[21, 22]),
        transform(21, 20, 2, 11, &[]),
        part(23, "MeshRenderer", 22, 20, RENDERER),
        instance(30, 0, &[(1001, "m_LocalPosition.x", "4"), (2001, "m_LocalPosition.y", "5")]),
        roots(&[11, 30]),
    ]
}
