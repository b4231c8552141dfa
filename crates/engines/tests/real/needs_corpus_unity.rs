//! Unity scenes and prefabs of real projects: the order of roots, the names of classes, objects with full
//! documents, and writes of values that are there already.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use scenewright_catalogue::{Call, CallLimits, Catalogue, Failure, Policy, Session};
use scenewright_engine::{Context, Engine};
use scenewright_engines::{find, open};
use scenewright_model::{Edit, EngineKind, ObjectRef, Scene};
use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::needs_corpus::{corpus, projects_below, scenes_below};

/// Of large projects every few files are enough.
const MAX_FILES: usize = 6;
/// Larger files take long and show nothing new.
const MAX_FILE_BYTES: usize = 400_000;
/// Objects and values of a file that are written back.
const MAX_OBJECTS: usize = 10;
const MAX_VALUES: usize = 30;

/// Members that are refused whatever the value: they hold the file together.
const STRUCTURAL: &[&str] = &["m_Children", "m_Father", "m_RootOrder", "m_Script", "references"];

/// Classes that only name what others have in common.
const BASE_CLASSES: &[&str] = &["Behaviour", "Collider", "Component", "Object", "Renderer"];

/// A document, as simple text search finds it.
struct Document<'t> {
    class: u32,
    id: i64,
    stripped: bool,
    body: &'t str,
}

fn documents(text: &str) -> Vec<Document<'_>> {
    text.split("\n--- !u!")
        .skip(1)
        .map(|part| {
            let (header, body) = part.split_once('\n').unwrap_or((part, ""));
            let mut words = header.trim_end().split(' ');
            let class = words.next().unwrap().parse().unwrap();
            let id = words.next().unwrap().trim_start_matches('&').parse().unwrap();
            Document { class, id, stripped: words.next().is_some(), body }
        })
        .collect()
}

impl Document<'_> {
    fn field(&self, key: &str) -> Option<&str> {
        let key = format!("\n  {key}: ");
        let at = self.body.find(&key)? + key.len();
        self.body[at..].lines().next()
    }

    fn file_id(&self, key: &str) -> i64 {
        let value = self.field(key).and_then(|value| value.strip_prefix("{fileID: "));
        value.and_then(|value| value.split([',', '}']).next()?.parse().ok()).unwrap_or_default()
    }
}

fn unity_projects() -> Vec<(PathBuf, Arc<dyn Engine>)> {
    let projects = projects_below(&corpus()).into_iter().map(|path| {
        let engine = open(&find(&path).unwrap());
        (path, engine)
    });
    projects.filter(|(_, engine)| engine.kind() == EngineKind::UNITY).collect()
}

/// Some of the text files of a project that match.
fn some_files(project: &Path, matches: impl Fn(&str) -> bool) -> Vec<(PathBuf, String)> {
    let files = scenes_below(project).into_iter().filter_map(|path| {
        let text = fs::read_to_string(&path).ok()?;
        (text.starts_with("%YAML") && text.len() < MAX_FILE_BYTES && matches(&text))
            .then_some((path, text))
    });
    let files: Vec<_> = files.collect();
    let step = files.len().div_ceil(MAX_FILES).max(1);
    files.into_iter().step_by(step).collect()
}

fn roots(scene: &Scene) -> Vec<&str> {
    let roots = scene.objects.iter().filter(|object| object.parent.is_none());
    roots.map(|object| object.name.as_str()).collect()
}

/// The position of each of the file's own roots by `m_RootOrder`; `None` where the file does not tell.
fn expected_roots(documents: &[Document<'_>]) -> Option<BTreeMap<i64, Option<String>>> {
    let objects: HashMap<i64, &Document<'_>> =
        documents.iter().map(|document| (document.id, document)).collect();
    let mut roots = BTreeMap::new();
    for document in documents.iter().filter(|document| !document.stripped) {
        let (order, name) = match document.class {
            4 | 224 if document.file_id("m_Father") == 0 => {
                let owner = objects.get(&document.file_id("m_GameObject"))?;
                let name = owner.field("m_Name")?.trim_matches(['\'', '"']);
                (document.field("m_RootOrder")?, Some(name.to_owned()))
            }
            1001 if document.body.contains("m_TransformParent: {fileID: 0}") => {
                let order =
                    document.body.split("propertyPath: m_RootOrder\n      value: ").nth(1)?;
                (order.lines().next()?, None)
            }
            _ => continue,
        };
        // Two roots at the same position: their order is not told.
        if roots.insert(order.trim().parse().ok()?, name).is_some() {
            return None;
        }
    }
    Some(roots)
}

#[test]
fn roots_follow_their_order_and_classes_have_their_own_names() {
    let (mut ordered, mut untold, mut components) = (0, 0, 0);
    for (project, engine) in unity_projects() {
        let is_old = |text: &str| !text.contains("\nSceneRoots:");
        for (path, text) in some_files(&project, is_old) {
            let scene = engine.scene(path.to_str().unwrap(), &Context::unbounded()).unwrap().value;
            for component in scene.objects.iter().flat_map(|object| &object.components) {
                let name = component.type_name.as_str();
                assert!(!BASE_CLASSES.contains(&name), "{}: {name}", path.display());
                components += 1;
            }
            if path.extension().is_none_or(|extension| extension != "unity") {
                continue;
            }
            let Some(expected) = expected_roots(&documents(&text)) else {
                untold += 1;
                continue;
            };
            let roots = roots(&scene);
            assert_eq!(roots.len(), expected.len(), "{}", path.display());
            for (root, expected) in roots.iter().zip(expected.values()) {
                if let Some(expected) = expected {
                    assert_eq!(root, expected, "{}", path.display());
                }
            }
            ordered += 1;
        }
    }
    println!(
        "{ordered} scenes with roots in order, {untold} whose files do not tell it; {components} components with names of their own"
    );
    assert!(ordered > 10 && components > 1000);
}

/// An instance with all objects of an old prefab as full documents, as Unity before 2018.3 saves it.
fn with_full_documents(prefab: &str, guid: &str) -> String {
    const INSTANCE: i64 = 77_777_777;
    let mut scene = String::from("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:");
    let mut root = 0;
    for document in documents(prefab) {
        if document.class == 1001 {
            root = document.file_id("m_RootGameObject");
            continue;
        }
        let body = document.body.trim_end_matches('\n');
        let (class, id) = (document.class, document.id);
        let link = format!("  m_PrefabParentObject: {{fileID: {id}, guid: {guid}, type: 2}}\n");
        let body = body.replacen("  m_PrefabParentObject: {fileID: 0}\n", &link, 1);
        let body = body.replacen(
            "  m_PrefabInternal: {fileID: 100100000}\n",
            &format!("  m_PrefabInternal: {{fileID: {INSTANCE}}}\n"),
            1,
        );
        scene += &format!("\n--- !u!{class} &{id}\n{body}");
    }
    scene
        + &format!(
            "\n--- !u!1001 &{INSTANCE}\nPrefab:\n  m_ObjectHideFlags: 0\n  serializedVersion: 2\n  m_Modification:\n    m_TransformParent: {{fileID: 0}}\n    m_Modifications: []\n    m_RemovedComponents: []\n  m_ParentPrefab: {{fileID: 100100000, guid: {guid}, type: 2}}\n  m_RootGameObject: {{fileID: {root}}}\n  m_IsPrefabParent: 0\n  m_IsExploded: 1\n"
        )
}

/// Each real prefab of Unity before 2018.3, beside a scene with an instance whose objects have full documents.
#[test]
fn no_object_appears_twice_because_it_has_a_full_document() {
    let (mut prefabs, mut objects) = (0, 0);
    for (project, _) in unity_projects() {
        let is_old = |text: &str| {
            text.contains("m_IsPrefabParent: 1")
                && text.contains("m_PrefabInternal: {fileID: 100100000}")
        };
        let fixture =
            Fixture::new("//- /ProjectSettings/ProjectVersion.txt\nm_EditorVersion: 5.0.0f4\n");
        let mut scenes = Vec::new();
        for (at, (_, prefab)) in some_files(&project, is_old).into_iter().enumerate() {
            let guid = format!("{:032x}", u128::MAX - at as u128);
            let path = format!("Assets/{at}.prefab");
            fixture.write(&format!("{path}.meta"), format!("fileFormatVersion: 2\nguid: {guid}\n"));
            fixture.write(&format!("Assets/{at}.unity"), with_full_documents(&prefab, &guid));
            fixture.write(&path, prefab);
            scenes.push(path);
        }
        if scenes.is_empty() {
            continue;
        }
        let engine = open(&find(&fixture.root()).unwrap());
        for prefab in scenes {
            objects += check_full_documents(&*engine, &prefab);
            prefabs += 1;
        }
    }
    println!("{objects} objects of {prefabs} old prefabs appear once with full documents");
    assert!(prefabs > 20);
}

fn check_full_documents(engine: &dyn Engine, prefab: &str) -> usize {
    let cx = Context::unbounded();
    let scene_path = prefab.replace(".prefab", ".unity");
    let outline = |path: &str| -> Vec<String> {
        let scene = engine.scene(path, &cx).unwrap().value;
        let line = |object: &scenewright_model::SceneObject| {
            let parts = object.components.iter().map(|part| part.type_name.as_str());
            format!("{} {}", object.path, parts.collect::<Vec<_>>().join(","))
        };
        scene.objects.iter().map(line).collect()
    };
    let expected = outline(prefab);
    assert_eq!(outline(&scene_path), expected, "{prefab}");
    let root = engine.scene(&scene_path, &cx).unwrap().value.objects[0].clone();
    let edit = Edit::SetActive {
        scene: scene_path,
        object: ObjectRef::Path(root.path.clone()),
        active: !root.active,
    };
    let plan = engine.as_editing().unwrap().plan(&[edit], &cx).unwrap().value;
    let [change] = plan.files.as_slice() else { panic!("{prefab}: {} files", plan.files.len()) };
    let count = |text: &Option<Vec<u8>>, key: &str| {
        String::from_utf8_lossy(text.as_deref().unwrap_or_default()).matches(key).count()
    };
    let active = if root.active { "\n  m_IsActive: 0" } else { "\n  m_IsActive: 1" };
    assert_eq!(count(&change.after, active), count(&change.before, active) + 1, "{prefab}");
    assert_eq!(count(&change.after, "propertyPath: m_IsActive"), 1, "{prefab}");
    expected.len()
}

#[derive(Default)]
struct WriteTally {
    unchanged: usize,
    /// By reason, with one example each.
    changed: BTreeMap<String, (usize, String)>,
    refused: BTreeMap<String, (usize, String)>,
}

/// What `scene.object.read` shows, written back: it adds no override and changes no file.
#[test]
fn a_write_of_the_value_that_is_there_changes_nothing() {
    let mut tally = WriteTally::default();
    let mut seen = HashSet::new();
    for (project, engine) in unity_projects() {
        let policy = Policy { allow_writes: true, ..Policy::default() };
        let limits = CallLimits::default();
        let session = Session::new(Catalogue::standard().unwrap(), engine, policy, limits);
        let has_instances =
            |text: &str| text.contains("\n--- !u!1001 ") && text.len() < MAX_FILE_BYTES / 8;
        for (path, _) in some_files(&project, has_instances).into_iter().step_by(MAX_FILES) {
            let edits = shown_values(&session, path.to_str().unwrap(), &mut seen);
            write_back(&session, &edits, &mut tally);
        }
    }
    for (what, rows) in [("changed", &tally.changed), ("refused", &tally.refused)] {
        for (reason, (count, example)) in rows {
            println!("{count:6} {what}: {reason}, for example {example}");
        }
    }
    let total = |rows: &BTreeMap<String, (usize, String)>| -> usize {
        rows.values().map(|(count, _)| count).sum()
    };
    let (changed, refused) = (total(&tally.changed), total(&tally.refused));
    println!(
        "{} values written back without a change, {changed} changed, {refused} refused",
        tally.unchanged
    );
    assert!(tally.unchanged > 100 && changed == 0, "{changed} values changed a file");
}

fn call(session: &Session, tool: &str, input: &Value) -> Result<Value, String> {
    let input = input.as_object().cloned().unwrap();
    let answer = session.call(Call::new(tool, input)).map_err(|failure| match failure {
        Failure::Engine(error) => error.message,
        other => other.to_string(),
    })?;
    Ok(serde_json::from_str(answer.output.get()).unwrap())
}

/// An edit for each value of a scene's objects; one for each class, member and kind of value.
fn shown_values(
    session: &Session,
    scene: &str,
    seen: &mut HashSet<(String, String, bool)>,
) -> Vec<Value> {
    let mut edits = Vec::new();
    let page = json!({ "scenePath": scene, "limit": MAX_OBJECTS });
    let Ok(page) = call(session, "scene.objects.find", &page) else { return edits };
    for object in page["items"].as_array().unwrap() {
        let target = json!({ "scenePath": scene, "instanceId": object["instanceId"] });
        let Ok(read) = call(session, "scene.object.read", &target) else { continue };
        for component in read["components"].as_array().unwrap() {
            for (member, value) in component["members"].as_object().unwrap() {
                let kind = (component["type"].to_string(), member.clone(), value.is_null());
                // A reference to what is missing, and the angles beside a rotation, only inform.
                let informs = ["\"missing\"", "\"unknown\"", "\"euler\""];
                let informs = informs.iter().any(|word| value.to_string().contains(word));
                if !informs && !STRUCTURAL.contains(&member.as_str()) && seen.insert(kind) {
                    edits.push(json!({
                        "op": "scene.member.write", "scenePath": scene,
                        "objectPath": format!("obj:{}", object["instanceId"]),
                        "component": component["index"].to_string(),
                        "member": member, "value": value,
                    }));
                }
            }
        }
    }
    edits.truncate(MAX_VALUES);
    edits
}

fn write_back(session: &Session, edits: &[Value], tally: &mut WriteTally) {
    let apply = |edits: &[Value]| {
        call(session, "edit.apply", &json!({ "edits": edits, "dryRun": true, "diff": true }))
    };
    let is_unchanged = |answer: &Value| answer["files"].as_array().is_some_and(Vec::is_empty);
    if edits.is_empty() || apply(edits).is_ok_and(|answer| is_unchanged(&answer)) {
        tally.unchanged += edits.len();
        return;
    }
    if let [edit] = edits {
        let (rows, reason) = match apply(edits) {
            Ok(answer) => (&mut tally.changed, answer["files"][0]["diff"].to_string()),
            Err(reason) => (&mut tally.refused, reason),
        };
        let reason: String = reason.split('\'').step_by(2).collect::<Vec<_>>().join("…");
        let reason = reason.chars().take(300).collect();
        rows.entry(reason).or_insert((0, edit.to_string())).0 += 1;
        return;
    }
    let (first, second) = edits.split_at(edits.len() / 2);
    write_back(session, first, tally);
    write_back(session, second, tally);
}
