//! Small edits of every Unity scene and prefab of a collection of real projects.

use scenewright_engine::{Context, Engine, EngineError};
use scenewright_engines::{find, open};
use scenewright_model::{ComponentRef, Edit, EditPlan, EditValue, EngineKind, ObjectRef};
use scenewright_unity_files::formats::UnityFile;

use crate::needs_corpus::{corpus, projects_below, scenes_below};

/// Of large projects every few scenes are enough: each edit reads the whole scene.
const MAX_SCENES: usize = 60;

#[test]
fn an_edit_changes_only_the_lines_it_must() {
    let (mut edited, mut refused) = (0, 0);
    for project in projects_below(&corpus()) {
        let engine = open(&find(&project).unwrap());
        if engine.kind() != EngineKind::UNITY {
            continue;
        }
        let scenes = scenes_below(&project);
        let every = scenes.len().div_ceil(MAX_SCENES).max(1);
        for scene in scenes.iter().step_by(every) {
            match check(&*engine, scene.to_str().unwrap()) {
                Ok(count) => edited += count,
                // The prefab of its first or last object may be missing.
                Err(
                    error @ (EngineError::Malformed { .. }
                    | EngineError::Unread(_)
                    | EngineError::Refused { .. }),
                ) => {
                    println!("{error}");
                    refused += 1;
                }
                Err(error) => panic!("{}: {error}", scene.display()),
            }
        }
    }
    println!("{edited} edits planned, {refused} scenes refused by name");
    assert!(edited > 20 * refused, "{edited} edits planned, {refused} scenes refused");
}

fn check(engine: &dyn Engine, path: &str) -> Result<usize, EngineError> {
    let cx = Context::unbounded();
    let scene = engine.scene(path, &cx)?.value;
    let editing = engine.as_editing().unwrap();
    let mut count = 0;
    for object in [scene.objects.first(), scene.objects.last()].into_iter().flatten() {
        let (scene, object_ref) = (scene.path.clone(), ObjectRef::Id(object.id));
        let rename = Edit::RenameObject {
            scene: scene.clone(),
            object: object_ref.clone(),
            name: "A new name: 1".to_owned(),
        };
        let plan = editing.plan(&[rename], &cx)?.value;
        let hunk = changed(path, &plan);
        assert!(hunk.contains("'A new name: 1'"), "{path}: {hunk}");
        count += 1;
        if object.components.first().is_some_and(|first| first.type_name.ends_with("Transform")) {
            let set = Edit::SetMember {
                scene,
                object: object_ref,
                component: Some(ComponentRef::Index(0)),
                member: "m_LocalPosition.y".to_owned(),
                value: EditValue::Float(1234.5),
            };
            let plan = editing.plan(&[set], &cx)?.value;
            let hunk = changed(path, &plan);
            assert!(hunk.contains("1234.5"), "{path}: {hunk}");
            count += 1;
        }
    }
    Ok(count)
}

/// The lines between what stayed at the start and at the end.
fn changed(path: &str, plan: &EditPlan) -> String {
    let [file] = plan.files.as_slice() else { panic!("{path}: one file changes") };
    let text = |bytes: &Option<Vec<u8>>| String::from_utf8(bytes.clone().unwrap()).unwrap();
    let (before, after) = (text(&file.before), text(&file.after));
    UnityFile::parse(&after).unwrap_or_else(|problem| panic!("{path}: {problem:?}"));
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[same..], &new[same..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    // A name may have stood on several lines; an override is four or five.
    assert!(old.len() <= 3 && new.len() <= 6, "{path}: -{old:?} +{new:?}");
    new.concat()
}
