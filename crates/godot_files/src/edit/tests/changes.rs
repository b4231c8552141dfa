//! What every kind of edit is said to change, and that the way back says the same the other way round.

use std::fmt::Write;

use scenewright_engine::Context;
use scenewright_journal::unified_diff;
use scenewright_model::FileChange;
use scenewright_testkit::Fixture;

use super::{cases, plan};
use scenewright_engines::{find, open};
use scenewright_testkit::changes_shown::{render_changes, reversed, sorted_lines};

/// Lines added and removed, by what is shown of a file and by its longest common subsequence.
fn counts(file: &FileChange) -> (usize, usize) {
    let text =
        |bytes: &Option<Vec<u8>>| String::from_utf8(bytes.clone().unwrap_or_default()).unwrap();
    let (diff, own) =
        (unified_diff(file), cases::difference(&text(&file.before), &text(&file.after)));
    let with = |diff: &str, skip: usize, sign: char| {
        diff.lines().skip(skip).filter(|line| line.starts_with(sign)).count()
    };
    let counted = (with(&diff, 2, '+'), with(&diff, 2, '-'));
    assert_eq!(counted, (with(&own, 0, '+'), with(&own, 0, '-')), "{diff}\n{own}");
    counted
}

#[test]
fn every_edit_says_what_it_changes() {
    let project = Fixture::new(cases::PROJECT);
    let engine = open(&find(&project.path("game")).unwrap());
    let editing = engine.as_editing().unwrap();
    let changes =
        |files: &[FileChange]| editing.changes(files, &Context::unbounded()).unwrap().value;
    let mut all = String::new();
    for case in cases::cases() {
        let planned = plan(&project, &case.edits).unwrap();
        let forth = changes(&planned.files);
        writeln!(all, "## {}\n{}", case.name, render_changes(&forth)).unwrap();
        for file in &planned.files {
            let (added, removed) = counts(file);
            writeln!(all, "res://{} +{added} -{removed}", file.path).unwrap();
        }
        let back = planned.files.into_iter().map(|file| FileChange {
            path: file.path,
            before: file.after,
            after: file.before,
        });
        let back = changes(&back.collect::<Vec<_>>());
        assert_eq!(sorted_lines(back), reversed(&forth), "{}", case.name);
    }
    insta::assert_snapshot!("changes", all);
}
