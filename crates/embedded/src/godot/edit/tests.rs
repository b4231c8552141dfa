//! Every kind of edit changes the lines it must, and no other.

mod cases;

use std::fmt::Write;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{Edit, EditPlan, EditValue, ObjectRef};
use scenewright_testkit::Fixture;

use crate::{find, open};

fn plan(project: &Fixture, edits: &[Edit]) -> Result<EditPlan, EngineError> {
    let engine = open(&find(&project.path("game")).unwrap());
    let editing = engine.as_editing().unwrap();
    editing.plan(edits, &Context::unbounded()).map(|reading| reading.value)
}

/// The lines that go and come, file by file.
fn sheet(plan: &EditPlan) -> String {
    let text =
        |bytes: &Option<Vec<u8>>| String::from_utf8(bytes.clone().unwrap_or_default()).unwrap();
    let mut sheet = String::new();
    for file in &plan.files {
        writeln!(sheet, "{}", file.path).unwrap();
        sheet.push_str(&cases::difference(&text(&file.before), &text(&file.after)));
    }
    for created in &plan.created {
        writeln!(sheet, "made {} in {}", created.path, created.scene).unwrap();
    }
    for note in &plan.notes {
        writeln!(sheet, "note: {note}").unwrap();
    }
    sheet
}

#[test]
fn edits_change_only_what_they_must() {
    let project = Fixture::new(cases::PROJECT);
    let mut all = String::new();
    for case in cases::cases() {
        let planned =
            plan(&project, &case.edits).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        writeln!(all, "## {}\n{}", case.name, sheet(&planned)).unwrap();
    }
    insta::assert_snapshot!("edits", all);
}
