//! The contract of the engine port. Every engine calls [`check`] in its tests, on a project with at
//! least one scene; it panics at the first violation.
//!
//! Invariant: every engine passes [`check`].

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use scenewright_model::{ObjectId, Scene};

use crate::{CancelToken, Context, Engine, EngineError, MemberReader};

pub fn check(engine: &dyn Engine) {
    let cx = Context::unbounded();
    project_says_what_it_is(engine, &cx);
    let paths = scenes_are_listed_in_order(engine, &cx);
    for path in &paths {
        let scene = scene_can_be_read(engine, path, &cx);
        tree_is_consistent(&scene);
        objects_have_components(&scene);
        ids_are_unique_and_stable(engine, &scene, &cx);
        if let Some(members) = engine.as_members() {
            members_can_be_read(members, &scene, &cx);
            unknown_members_are_not_found(members, &scene, &cx);
        }
    }
    unknown_scene_is_not_found(engine, &cx);
    watching_begins_and_ends(engine);
    paths_stay_inside(engine, &cx);
    a_cancelled_call_ends(engine, &paths);
}

fn project_says_what_it_is(engine: &dyn Engine, cx: &Context) {
    let project = engine.project(cx).expect("a project answers project()").value;
    assert!(!project.name.is_empty(), "a project has a name");
    assert!(project.root.is_absolute(), "the root is absolute: {}", project.root.display());
}

fn scenes_are_listed_in_order(engine: &dyn Engine, cx: &Context) -> Vec<String> {
    let scenes = engine.scenes(cx).expect("a project lists its scenes").value;
    assert!(!scenes.is_empty(), "the contract's project has a scene");
    let paths: Vec<String> = scenes.iter().map(|scene| scene.path.clone()).collect();
    assert!(paths.is_sorted(), "scenes are sorted by path: {paths:?}");
    for scene in scenes.iter() {
        assert!(
            !scene.name.is_empty() && scene.path.contains(&scene.name),
            "{scene:?} is named after its file"
        );
    }
    paths
}

fn scene_can_be_read(engine: &dyn Engine, path: &str, cx: &Context) -> Arc<Scene> {
    let scene = engine
        .scene(path, cx)
        .unwrap_or_else(|error| panic!("listed scene {path} is readable: {error}"));
    assert_eq!(scene.value.path, path, "a scene answers to its listed path");
    scene.value
}

/// Every object can be reached from a root exactly once, and its parent and path are consistent.
pub fn tree_is_consistent(scene: &Scene) {
    let mut seen = vec![false; scene.objects.len()];
    for &root in &scene.roots {
        assert_eq!(scene.object(root).parent, None, "a root has no parent");
        assert_eq!(scene.object(root).path, scene.object(root).name, "a root's path is its name");
        seen[root.0 as usize] = true;
    }
    for (index, object) in scene.objects.iter().enumerate() {
        assert!(seen[index], "{} is reached from a root, parents first", object.path);
        for &child in &object.children {
            let below = scene.object(child);
            assert_eq!(
                below.parent.map(|parent| parent.0 as usize),
                Some(index),
                "{} knows its parent",
                below.path
            );
            assert_eq!(
                below.path,
                format!("{}/{}", object.path, below.name),
                "paths are names from the root"
            );
            assert!(
                !std::mem::replace(&mut seen[child.0 as usize], true),
                "{} has one parent",
                below.path
            );
        }
    }
}

fn objects_have_components(scene: &Scene) {
    for object in &scene.objects {
        assert!(!object.components.is_empty(), "{} has a component", object.path);
    }
}

fn ids_are_unique_and_stable(engine: &dyn Engine, scene: &Scene, cx: &Context) {
    let ids: Vec<_> = scene.objects.iter().map(|object| object.id).collect();
    let unique: HashSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "ids in {} are unique", scene.path);
    let again = engine.scene(&scene.path, cx).expect("a scene can be read twice").value;
    let ids_again: Vec<_> = again.objects.iter().map(|object| object.id).collect();
    assert_eq!(ids, ids_again, "ids in {} survive a second reading", scene.path);
}

/// Reads every member of every component, and each one again by its name.
fn members_can_be_read(engine: &dyn MemberReader, scene: &Scene, cx: &Context) {
    for object in &scene.objects {
        let all: Vec<usize> = (0..object.components.len()).collect();
        let read = engine
            .members(&scene.path, object.id, &all, cx)
            .unwrap_or_else(|error| panic!("the members of {} are readable: {error}", object.path));
        assert_eq!(read.value.len(), all.len(), "{}: one list a component", object.path);
        let Some((component, member)) =
            read.value.iter().enumerate().find_map(|(at, list)| Some((at, list.first()?)))
        else {
            continue;
        };
        let again = engine
            .member(&scene.path, object.id, component, &member.name, cx)
            .unwrap_or_else(|error| panic!("{} of {}: {error}", member.name, object.path));
        assert_eq!(again.value, member.value, "{} of {}", member.name, object.path);
    }
}

fn unknown_members_are_not_found(engine: &dyn MemberReader, scene: &Scene, cx: &Context) {
    let Some(object) = scene.objects.first() else {
        return;
    };
    let nowhere = ObjectId::new(&scene.path, "no such object");
    let beyond = object.components.len();
    let asked = [(nowhere, 0, "a"), (object.id, beyond, "a"), (object.id, 0, "noSuchMember")];
    for (object, component, member) in asked {
        let error = engine
            .member(&scene.path, object, component, member, cx)
            .expect_err("a member that is not there is an error");
        assert!(error.is_not_found(), "it is not found, got: {error}");
    }
    for path in ["", "[", "a[", "[0]", "..", "a.Array.size", "a.Array.data[18446744073709551616]"] {
        let error = engine
            .member(&scene.path, object.id, 0, path, cx)
            .expect_err("a path that is none leads nowhere");
        assert!(error.is_not_found(), "{path:?} is not found: {error}");
    }
}

fn unknown_scene_is_not_found(engine: &dyn Engine, cx: &Context) {
    for path in ["", "no/such/scene.unity", "no/such/scene.tscn", "\0"] {
        let error = engine.scene(path, cx).expect_err("a scene that is not there is an error");
        assert!(error.is_not_found(), "{path:?} is not found, got: {error}");
    }
}

/// Whether changes are reported is left to the engine's own tests: only they can change files.
fn watching_begins_and_ends(engine: &dyn Engine) {
    let Some(changes) = engine.as_file_watch() else {
        return;
    };
    let watch = || changes.watch(Box::new(|_| {})).expect("a project can be watched");
    let (one, other) = (watch(), watch());
    drop(one);
    drop(other);
    drop(watch());
}

fn paths_stay_inside(engine: &dyn Engine, cx: &Context) {
    for path in
        ["../outside.unity", "Assets/../../outside.tscn", "/etc/passwd", "res://../outside.tscn"]
    {
        let error = engine.scene(path, cx).expect_err("a path outside the project is an error");
        assert!(
            matches!(error, EngineError::OutsideProject { .. }),
            "{path:?} is refused as outside, got: {error}"
        );
    }
}

fn a_cancelled_call_ends(engine: &dyn Engine, paths: &[String]) {
    let cancel = CancelToken::default();
    cancel.cancel();
    let minute = Duration::from_secs(60);
    let cx = Context::new(Instant::now() + minute, minute, cancel);
    let error = engine.scene(&paths[0], &cx).expect_err("a cancelled call does not answer");
    assert!(matches!(error, EngineError::Cancelled), "cancelled is said, got: {error}");
}
