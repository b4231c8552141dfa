//! Every kind of edit in scenes of a collection of real projects, of both engines: documents and
//! sections that it does not mean stay as they are, and what was done is seen when it is read again.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use scenewright_engine::{Context, Editing, Engine, EngineError};
use scenewright_engines::{find, open};
use scenewright_godot_files::formats::{GodotFile, GodotTextKind};
use scenewright_model::{Edit, EditPlan, EngineKind, ObjectRef};
use scenewright_unity_files::formats::UnityFile;

use crate::needs_corpus::{corpus, projects_below, scenes_below};

/// Each edit reads the whole scene, and there are seven of them.
const MAX_SCENES: usize = 6;

/// A kind, what it does to an object of a scene, and how many documents or sections it may touch at
/// most that stay. `None`: as many as name what is moved or goes.
type Kind = (&'static str, fn(&str, &ObjectRef, &str) -> Edit, Option<usize>);

const KINDS: [Kind; 6] = [
    (
        "activate",
        |scene, object, _| Edit::SetActive {
            scene: scene.into(),
            object: object.clone(),
            active: false,
        },
        Some(1),
    ),
    (
        "create",
        |scene, _, _| Edit::CreateObject {
            scene: scene.into(),
            parent: None,
            sibling: None,
            name: "Zz".into(),
            class: None,
            components: Vec::new(),
        },
        Some(2),
    ),
    (
        "duplicate",
        |scene, object, _| Edit::DuplicateObject {
            scene: scene.into(),
            object: object.clone(),
            name: Some("Zz".into()),
        },
        Some(3),
    ),
    (
        "instantiate",
        |scene, _, source| Edit::Instantiate {
            scene: scene.into(),
            source: source.into(),
            parent: None,
            sibling: None,
            name: Some("Zz".into()),
        },
        Some(2),
    ),
    (
        "reparent",
        |scene, object, _| Edit::ReparentObject {
            scene: scene.into(),
            object: object.clone(),
            parent: None,
            sibling: Some(0),
            keep_world: false,
        },
        None,
    ),
    (
        "delete",
        |scene, object, _| Edit::DeleteObject { scene: scene.into(), object: object.clone() },
        None,
    ),
];

#[test]
fn every_kind_of_edit_keeps_the_rest() {
    let mut tally: BTreeMap<String, usize> = BTreeMap::new();
    for project in projects_below(&corpus()) {
        let engine = open(&find(&project).unwrap());
        let scenes = scenes_below(&project);
        let every = scenes.len().div_ceil(MAX_SCENES).max(1);
        for scene in scenes.iter().step_by(every) {
            check(&*engine, scene, &scenes[0], &mut tally);
        }
    }
    for (what, count) in tally {
        println!("{count:6} {what}");
    }
}

fn check(engine: &dyn Engine, scene: &Path, source: &Path, tally: &mut BTreeMap<String, usize>) {
    let (path, cx) = (scene.to_str().unwrap(), Context::unbounded());
    let Ok(read) = engine.scene(path, &cx) else { return };
    let scene = read.value;
    let Some(object) = scene.objects.get(scene.objects.len() / 2) else { return };
    let object = ObjectRef::Id(object.id);
    let editing = engine.as_editing().unwrap();
    for (name, edit, limit) in KINDS {
        let edit = edit(&scene.path, &object, source.to_str().unwrap());
        let outcome = match editing.plan(std::slice::from_ref(&edit), &cx) {
            Ok(plan) => {
                keeps_the_rest(engine.kind(), &plan.value, limit, &format!("{path}: {name}"));
                is_seen(editing, edit, &plan.value, &object, &format!("{path}: {name}"));
                "done".to_owned()
            }
            Err(EngineError::Refused { reason, .. }) => format!("refused: {reason}"),
            Err(EngineError::Malformed { reason, .. }) => format!("malformed: {reason}"),
            Err(EngineError::NotFound { what, .. }) => format!("not found: {what}"),
            Err(error) => panic!("{path}: {name}: {error}"),
        };
        *tally.entry(format!("{:?} {name}: {outcome}", engine.kind())).or_default() += 1;
    }
}

fn keeps_the_rest(kind: EngineKind, plan: &EditPlan, limit: Option<usize>, what: &str) {
    for file in &plan.files {
        let text = |bytes: &Option<Vec<u8>>| String::from_utf8(bytes.clone().unwrap()).unwrap();
        let after = text(&file.after);
        if file.path.ends_with(".meta") {
            continue;
        }
        let Some(_) = &file.before else { continue };
        let (old, new) = (pieces(kind, &text(&file.before), what), pieces(kind, &after, what));
        let (gone, come) = (less(&old, &new), less(&new, &old));
        if let Some(limit) = limit {
            assert!(gone.len() <= limit, "{what}: {gone:#?} {come:#?}");
        } else {
            assert!(come.len() <= gone.len() + 1, "{what}: {gone:#?} {come:#?}");
        }
    }
}

/// Documents, or sections without the empty lines at their ends. The last line of a file may end or not.
fn pieces(kind: EngineKind, text: &str, what: &str) -> Vec<String> {
    match kind {
        EngineKind::UNITY => {
            UnityFile::parse(text).unwrap_or_else(|problem| panic!("{what}: {problem:?}"));
            text.split("\n---").map(unnumbered).collect()
        }
        EngineKind::GODOT => {
            let bytes = text.as_bytes().to_vec();
            let file = GodotFile::parse(bytes, GodotTextKind::Resource);
            let file = file.unwrap_or_else(|problem| panic!("{what}: {problem:?}"));
            let section = |bytes: std::ops::Range<usize>| unindexed(text[bytes].trim_end());
            file.sections().map(|piece| section(piece.bytes)).collect()
        }
        other => panic!("{what}: a project of {other}"),
    }
}

/// Older files number siblings, and an object that comes or goes makes the editor number them anew.
fn unnumbered(document: &str) -> String {
    let lines = document.trim_end().lines().filter(|line| !line.starts_with("  m_RootOrder:"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The same for nodes that are added to an instance, which say where among its own they stand.
fn unindexed(section: &str) -> String {
    match section.split_once(" index=\"") {
        Some((before, after)) if !before.contains('\n') => {
            let rest = after.split_once('"').map_or(after, |(_, rest)| rest);
            format!("{before}{rest}")
        }
        _ => section.to_owned(),
    }
}

/// What is in the first and not in the second, as often as it is there more.
fn less(first: &[String], second: &[String]) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    second.iter().for_each(|piece| *counts.entry(piece).or_default() += 1);
    let is_more = |piece: &&String| match counts.get_mut(piece.as_str()) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    first.iter().filter(is_more).cloned().collect()
}

/// A second edit in the same plan finds what the first one made, or misses what it took away.
fn is_seen(editing: &dyn Editing, edit: Edit, plan: &EditPlan, object: &ObjectRef, what: &str) {
    let is_delete = matches!(edit, Edit::DeleteObject { .. });
    let (scene, object) = match plan.created.first() {
        Some(created) => (created.scene.clone(), ObjectRef::Id(created.id)),
        None if is_delete => match &edit {
            Edit::DeleteObject { scene, .. } => (scene.clone(), object.clone()),
            _ => return,
        },
        None => return,
    };
    let again = Edit::RenameObject { scene, object, name: "Zz Again".to_owned() };
    let read = editing.plan(&[edit, again], &Context::unbounded());
    match read {
        Ok(_) => assert!(!is_delete, "{what}: it is still there"),
        Err(error) if error.is_not_found() => assert!(is_delete, "{what}: it is not there"),
        Err(error) => panic!("{what}: {error}"),
    }
}
