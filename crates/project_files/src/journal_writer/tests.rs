//! Somebody else writes between a plan and its commit.

use std::fs;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{EngineKind, FileChange, ProjectPath};
use scenewright_testkit::Fixture;

use super::{JournalWriter, MAX_ATTEMPTS};
use crate::layout::ProjectLayout;

const LAYOUT: ProjectLayout = ProjectLayout {
    engine: EngineKind::GODOT,
    path_prefix: "res://",
    folders: &[],
    cache_folders: &[],
    excludes_folder: |_| false,
    asset_of: |path| path,
};

/// Adds a line to what the file holds now.
fn plan(fixture: &Fixture) -> FileChange {
    let before = fs::read(fixture.path("project/a.txt")).unwrap();
    let after = [&before[..], b"ours\n"].concat();
    FileChange {
        path: ProjectPath::from_relative("a.txt"),
        before: Some(before),
        after: Some(after),
    }
}

/// The file and the answer after `others` writes of somebody else, each just after a plan.
fn written(others: usize) -> (String, Result<Vec<String>, EngineError>, usize) {
    let fixture = Fixture::new("//- /project/a.txt\nstart\n");
    let root = fixture.path("project").canonicalize().unwrap();
    let writer = JournalWriter::new(Some(fixture.path("data")), &root, &LAYOUT);
    let mut plans = 0;
    let written = writer.write("Test", &Context::unbounded(), |commit| {
        let change = plan(&fixture);
        plans += 1;
        if plans <= others {
            let now = fs::read_to_string(fixture.path("project/a.txt")).unwrap();
            fixture.write("project/a.txt", now + "theirs\n");
        }
        commit(&[change])
    });
    let files = written.map(|entry| entry.files.into_iter().map(|file| file.path).collect());
    (fs::read_to_string(fixture.path("project/a.txt")).unwrap(), files, plans)
}

#[test]
fn a_plan_on_an_old_file_is_made_again() {
    for others in 0..=MAX_ATTEMPTS {
        let (text, files, plans) = written(others);
        assert_eq!(files.unwrap(), ["a.txt"]);
        assert_eq!(text, format!("start\n{}ours\n", "theirs\n".repeat(others)));
        assert_eq!(plans, others + 1);
    }
}

#[test]
fn a_file_that_changes_all_the_time_is_left_alone() {
    let (text, files, plans) = written(usize::MAX);
    assert!(matches!(files, Err(EngineError::Changed { path, .. }) if path == "res://a.txt"));
    assert_eq!(text, format!("start\n{}", "theirs\n".repeat(MAX_ATTEMPTS + 1)));
    assert_eq!(plans, MAX_ATTEMPTS + 1);
}
