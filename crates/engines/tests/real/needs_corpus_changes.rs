//! What edits of real scenes are said to change: what was meant, and nothing else.

use scenewright_engine::{Context, Editing, Engine, EngineError};
use scenewright_engines::{find, open};
use scenewright_journal::unified_diff;
use scenewright_model::{
    ComponentRef, Edit, EditValue, EngineKind, FileChange, ObjectRef, Scene, SceneChange,
    SceneChangeKind, SceneObject,
};

use crate::needs_corpus::{corpus, projects_below, scenes_below};

/// Each edit reads the whole scene, and there are several for each of a few objects.
const MAX_SCENES: usize = 8;

#[test]
fn changes_name_what_was_edited_and_nothing_else() {
    let (mut edits, mut refused, mut wrong) = (0, 0, Vec::new());
    for project in projects_below(&corpus()) {
        let engine = open(&find(&project).unwrap());
        let scenes = scenes_below(&project);
        let every = scenes.len().div_ceil(MAX_SCENES).max(1);
        for scene in scenes.iter().step_by(every) {
            match check(&*engine, scene.to_str().unwrap(), &mut wrong) {
                Ok((done, not)) => (edits, refused) = (edits + done, refused + not),
                Err(error) => println!("{}: {error}", scene.display()),
            }
        }
    }
    println!("{edits} edits compared, {refused} refused");
    assert!(edits > 100, "{edits} edits compared");
    assert!(wrong.is_empty(), "{} of them wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// How many edits were compared, and how many were refused.
fn check(
    engine: &dyn Engine,
    path: &str,
    wrong: &mut Vec<String>,
) -> Result<(usize, usize), EngineError> {
    let scene = engine.scene(path, &Context::unbounded())?.value;
    let editing = engine.as_editing().expect("it writes");
    let objects = &scene.objects;
    let chosen = [objects.get(1), objects.get(objects.len() / 2), objects.last()];
    let (mut done, mut refused) = (0, 0);
    for object in chosen.into_iter().flatten().filter(|object| is_read(&scene, object)) {
        for (edit, judge) in edits(engine.kind(), &scene, object) {
            match files(editing, &edit) {
                Some(files) if !files.is_empty() => {
                    let said = changes(editing, &files);
                    let about = || format!("{path} {}: {edit:?}\n{said:#?}", object.path);
                    if let Err(why) = judge(&said, &scene, object) {
                        wrong.push(format!("{why}: {}", about()));
                        continue;
                    }
                    files.iter().for_each(|file| is_smallest(file, &about));
                    let back = files.into_iter().map(|file| FileChange {
                        path: file.path,
                        before: file.after,
                        after: file.before,
                    });
                    let back = changes(editing, &back.collect::<Vec<_>>());
                    assert_eq!(back.len(), said.len(), "{}\n{back:#?}", about());
                    done += 1;
                }
                _ => refused += 1,
            }
        }
    }
    Ok((done, refused))
}

/// Inside an instance whose file is not read, nodes are known only by what the scene changes in them: they
/// come and go with that.
fn is_read(scene: &Scene, object: &SceneObject) -> bool {
    let above = std::iter::successors(Some(object), |object| {
        object.parent.map(|parent| scene.object(parent))
    });
    let is_unknown = |object: &SceneObject| {
        object.components.iter().any(|own| own.type_name.starts_with("(unknown"))
    };
    !above.into_iter().any(is_unknown)
}

fn files(editing: &dyn Editing, edit: &Edit) -> Option<Vec<FileChange>> {
    let plan = editing.plan(std::slice::from_ref(edit), &Context::unbounded());
    plan.ok().map(|plan| plan.value.files)
}

fn changes(editing: &dyn Editing, files: &[FileChange]) -> Vec<SceneChange> {
    editing.changes(files, &Context::unbounded()).expect("nobody cancels it").value
}

type Judge = fn(&[SceneChange], &Scene, &SceneObject) -> Result<(), &'static str>;

fn edits(engine: EngineKind, scene: &Scene, object: &SceneObject) -> Vec<(Edit, Judge)> {
    let (path, own) = (|| scene.path.clone(), || ObjectRef::Id(object.id));
    let (component, member) = match engine {
        EngineKind::UNITY => (Some(ComponentRef::Index(0)), "m_LocalPosition.y"),
        _ => (None, "metadata/zz"),
    };
    let set = Edit::SetMember {
        scene: path(),
        object: own(),
        component,
        member: member.to_owned(),
        value: EditValue::Float(1234.5),
    };
    let rename = Edit::RenameObject { scene: path(), object: own(), name: "Zz".to_owned() };
    let create = Edit::CreateObject {
        scene: path(),
        parent: Some(own()),
        sibling: None,
        name: "Zz".to_owned(),
        class: None,
        components: Vec::new(),
    };
    let delete = Edit::DeleteObject { scene: path(), object: own() };
    vec![(set, is_set), (rename, is_renamed), (create, is_created), (delete, is_deleted)]
}

fn is_set(said: &[SceneChange], _: &Scene, object: &SceneObject) -> Result<(), &'static str> {
    // What is inside an instance can be changed once that is open to changes.
    let is_opened = |change: &&SceneChange| matches!(&change.kind, SceneChangeKind::Member(own) if own.member == "editable");
    let said: Vec<&SceneChange> = said.iter().filter(|change| !is_opened(change)).collect();
    let [SceneChange { object: Some(own), kind: SceneChangeKind::Member(member), .. }] = said[..]
    else {
        return Err("one member of one object changes");
    };
    let is_it =
        ["m_LocalPosition", "m_LocalPosition.y", "metadata/zz"].contains(&member.member.as_str());
    let has_it = format!("{:?}", member.after).contains("1234.5");
    (own.path == object.path && own.id == object.id && is_it && has_it)
        .then_some(())
        .ok_or("another member")
}

/// Godot's scenes name nodes by their paths, so that values that name it change with it.
fn beside(change: &SceneChange) -> bool {
    matches!(
        change.kind,
        SceneChangeKind::Member(_)
            | SceneChangeKind::ConnectionRemoved(_)
            | SceneChangeKind::ResourceRemoved { .. }
    )
}

fn is_renamed(said: &[SceneChange], _: &Scene, object: &SceneObject) -> Result<(), &'static str> {
    let (own, rest): (Vec<_>, Vec<_>) = said.iter().partition(|change| !beside(change));
    let [SceneChange { object: Some(to), kind: SceneChangeKind::ObjectMoved { from }, .. }] =
        own[..]
    else {
        return Err("one object has another name");
    };
    let is_it = *from == object.path && to.path.ends_with("Zz");
    if !is_it {
        return Err("another object");
    }
    let names_it = |change: &&SceneChange| format!("{change:?}").contains("Zz");
    rest.iter().all(names_it).then_some(()).ok_or("something else")
}

fn is_created(said: &[SceneChange], _: &Scene, object: &SceneObject) -> Result<(), &'static str> {
    let said: Vec<&SceneChange> = said.iter().filter(|change| !beside(change)).collect();
    let [SceneChange { object: Some(own), kind: SceneChangeKind::ObjectAdded(extent), .. }] =
        said[..]
    else {
        return Err("one object comes");
    };
    let is_it = own.path.starts_with(&format!("{}/Zz", object.path)) && extent.below == 0;
    is_it.then_some(()).ok_or("another object")
}

fn is_deleted(
    said: &[SceneChange],
    scene: &Scene,
    object: &SceneObject,
) -> Result<(), &'static str> {
    let own: Vec<_> = said.iter().filter(|change| !beside(change)).collect();
    let [SceneChange { object: Some(gone), kind: SceneChangeKind::ObjectRemoved(extent), .. }] =
        own[..]
    else {
        return Err("one object goes");
    };
    let mut below = 0;
    let mut open = object.children.clone();
    while let Some(child) = open.pop() {
        below += 1;
        open.extend(&scene.object(child).children);
    }
    let is_it = gone.id == object.id && extent.below == below;
    is_it.then_some(()).ok_or("another object, or another number below it")
}

/// What only goes is all that a diff shows.
fn is_smallest(file: &FileChange, about: &dyn Fn() -> String) {
    let lines = |bytes: &Option<Vec<u8>>| -> Vec<Vec<u8>> {
        let bytes = bytes.as_deref().unwrap_or_default();
        bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    let (old, new) = (lines(&file.before), lines(&file.after));
    let mut rest = old.iter();
    if !new.iter().all(|line| rest.any(|own| own == line)) {
        return;
    }
    let diff = unified_diff(file);
    let with = |sign| diff.lines().skip(2).filter(|line| line.starts_with(sign)).count();
    assert_eq!((with('+'), with('-')), (0, old.len() - new.len()), "{}", about());
}
