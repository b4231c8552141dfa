//! Tests of edits: a fixture and edits in, a diff out.

mod changes;
mod copies;
mod create;
mod delete;
mod fixture;
mod full_documents;
mod instances;
mod lossless;
mod members;
mod models;
mod moves;
mod prefabs;
mod projects;
mod round_trip;
mod series;
mod steps;
mod unchanged;

use std::fmt::Write as _;

use scenewright_engine::{Context, Engine, EngineError};
use scenewright_model::{ComponentRef, Edit, EditPlan, EditValue, ObjectRef};
use scenewright_testkit::Fixture;

use crate::UnityFormat;
use fixture::*;
use scenewright_project_files::FileEngine;
use scenewright_project_files::root::ProjectRoot;

const SCENE: &str = "Assets/a.unity";

fn engine(fixture: &Fixture) -> FileEngine {
    FileEngine::new(UnityFormat::new(ProjectRoot::new(fixture.root())), None)
}

fn plan(fixture: &Fixture, edits: &[Edit]) -> Result<EditPlan, EngineError> {
    let plan = engine(fixture).as_editing().unwrap().plan(edits, &Context::unbounded())?;
    Ok(plan.value)
}

/// The changes of each file, like `diff -U0`.
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
    for note in &plan.diagnostics {
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

/// Writes a plan, and checks that every scene in it can be read without diagnostics.
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
