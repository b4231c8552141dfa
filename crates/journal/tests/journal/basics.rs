//! Commit, undo, redo, history, limits, and what is refused.

use std::fs;
use std::time::Duration;

use insta::assert_snapshot;
use scenewright_journal::{EntryFile, EntryState, Journal, JournalError, JournalLimits};
use scenewright_model::FileChange;

use crate::support::{Project, change, history};

fn project() -> Project {
    Project::new(&[("a.txt", "a1"), ("sub/b.txt", "b1"), ("gone/c.txt", "c1")])
}

fn changes() -> Vec<FileChange> {
    vec![
        change("a.txt", Some("a1"), Some("a2")),
        change("sub/b.txt", Some("b1"), Some("")),
        change("gone/c.txt", Some("c1"), None),
        change("new/deep/d.txt", None, Some("d1")),
        change("new/e.txt", None, Some("")),
    ]
}

#[test]
fn an_edit_goes_forth_and_back_to_the_byte() {
    let project = project();
    let before = project.tree();
    let journal = project.open();
    let entry = journal.commit(&changes(), "many").unwrap();
    let after = project.tree();
    assert_eq!(project.read("a.txt"), "a2");
    assert_eq!(project.read("new/deep/d.txt"), "d1");
    assert!(!project.path("gone/c.txt").exists());

    assert_eq!(journal.undo(&entry.handle).unwrap().state, EntryState::Undone);
    assert_eq!(project.tree(), before);
    // Another process, later.
    let journal = project.open();
    assert_eq!(history(&journal), ["many undone"]);
    assert_eq!(journal.redo(&entry.handle).unwrap().state, EntryState::Done);
    assert_eq!(project.tree(), after);
    assert_eq!(journal.history().unwrap(), [entry]);
}

#[test]
fn an_entry_tells_its_files_with_their_sizes() {
    let project = project();
    let entry = project.open().commit(&changes(), "many").unwrap();
    let file = |path: &str, before, after| EntryFile { path: path.into(), before, after };
    assert_eq!(
        entry.files,
        [
            file("a.txt", Some(2), Some(2)),
            file("sub/b.txt", Some(2), Some(0)),
            file("gone/c.txt", Some(2), None),
            file("new/deep/d.txt", None, Some(2)),
            file("new/e.txt", None, Some(0)),
        ]
    );
}

#[test]
fn undoing_a_deletion_makes_its_folder_again() {
    let project = project();
    let before = project.tree();
    let journal = project.open();
    let entry = journal.commit(&[change("gone/c.txt", Some("c1"), None)], "delete").unwrap();
    fs::remove_dir(project.path("gone")).unwrap();
    journal.undo(&entry.handle).unwrap();
    assert_eq!(project.tree(), before);
}

#[test]
fn a_folder_that_others_use_meanwhile_stays() {
    let project = project();
    let journal = project.open();
    let entry = journal.commit(&[change("new/d.txt", None, Some("d"))], "create").unwrap();
    project.write("new/theirs.txt", "x");
    journal.undo(&entry.handle).unwrap();
    assert!(!project.path("new/d.txt").exists());
    assert_eq!(project.read("new/theirs.txt"), "x");
}

#[test]
fn any_entry_can_be_undone_as_long_as_its_files_are_as_it_left_them() {
    let project = project();
    let journal = project.open();
    let first = journal.commit(&[change("a.txt", Some("a1"), Some("a2"))], "1").unwrap();
    let other = journal.commit(&[change("sub/b.txt", Some("b1"), Some("b2"))], "2").unwrap();
    let second = journal.commit(&[change("a.txt", Some("a2"), Some("a3"))], "3").unwrap();
    assert!(matches!(journal.undo(&first.handle), Err(JournalError::FileChanged { .. })));
    journal.undo(&other.handle).unwrap();
    journal.undo(&second.handle).unwrap();
    journal.undo(&first.handle).unwrap();
    assert_eq!((project.read("a.txt"), project.read("sub/b.txt")), ("a1".into(), "b1".into()));
    // A new edit of the same file stands in the way of the redo.
    journal.commit(&[change("a.txt", Some("a1"), Some("a9"))], "4").unwrap();
    assert!(matches!(journal.redo(&first.handle), Err(JournalError::FileChanged { .. })));
    assert_eq!(history(&journal), ["1 undone", "2 undone", "3 undone", "4 done"]);
    assert_eq!(project.read("a.txt"), "a9");
}

#[test]
fn what_is_refused_says_why_and_changes_nothing() {
    let project = project();
    fs::create_dir(project.path("folder.txt")).unwrap();
    let before = project.tree();
    let journal = project.open();
    let edit = |path: &str| change(path, None, Some("x"));
    let mut out = String::new();
    for bad in [
        vec![],
        vec![change("a.txt", Some("a1"), Some("a1"))],
        vec![edit("")],
        vec![edit("/etc/passwd")],
        vec![edit("../out.txt")],
        vec![edit("sub/../../out.txt")],
        vec![edit("./a.txt")],
        vec![edit("sub//b.txt")],
        vec![edit("res://a.txt")],
        vec![edit("nul\0.txt")],
        vec![edit("a.txt/inside.txt")],
        vec![edit("folder.txt")],
        vec![change("a.txt", Some("a1"), Some("x")), change("a.txt", Some("a1"), Some("y"))],
        vec![change("a.txt", Some("a1"), Some("a2")), change("missing.txt", Some("m"), None)],
    ] {
        let refused = journal.commit(&bad, "bad").unwrap_err().to_string();
        let refused = refused.replace(project.root().to_str().unwrap(), "ROOT");
        out += &refused.replace(r"ROOT\", "ROOT/").replace('\0', "␀");
        out += "\n";
        assert_eq!(project.tree(), before);
    }
    assert!(history(&journal).is_empty());
    assert_snapshot!(out, @"
    there is nothing to change
    there is nothing to change
     cannot be written: it is not relative to the project, or has an empty part
    /etc/passwd cannot be written: it is not relative to the project, or has an empty part
    ../out.txt cannot be written: it contains `.` or `..`
    sub/../../out.txt cannot be written: it contains `.` or `..`
    ./a.txt cannot be written: it contains `.` or `..`
    sub//b.txt cannot be written: it is not relative to the project, or has an empty part
    res://a.txt cannot be written: it is not relative to the project, or has an empty part
    nul␀.txt cannot be written: it contains a NUL character
    a.txt/inside.txt cannot be written: ROOT/a.txt is not a folder
    folder.txt cannot be written: it is not a file
    a.txt cannot be written: a.txt is the same file
    missing.txt has changed: expected 1 bytes (xxh128 d6e5345be2eaf78df0904807418c57fc), found no file
    ");
}

#[test]
fn a_changed_file_is_named_in_both_versions() {
    let project = project();
    let journal = project.open();
    let edit = [change("a.txt", Some("a0"), Some("a2"))];
    let Err(JournalError::FileChanged { path, expected, found }) = journal.commit(&edit, "") else {
        panic!("it was not refused");
    };
    let (expected, found) = (expected.unwrap(), found.unwrap());
    assert_eq!((path.as_str(), expected.size, found.size), ("a.txt", 2, 2));
    assert!(expected.hash != found.hash && expected.time.is_none());
    assert_eq!(found.time, fs::metadata(project.path("a.txt")).unwrap().modified().ok());

    let there = journal.commit(&[change("a.txt", None, Some("x"))], "").unwrap_err();
    assert!(
        there.to_string().starts_with("a.txt has changed: expected no file, found 2 bytes of 2")
    );
    let gone = journal.commit(&[change("no.txt", Some(""), None)], "").unwrap_err();
    assert_snapshot!(gone, @"no.txt has changed: expected 0 bytes (xxh128 99aa06d3014798d86001c324468d497f), found no file");
}

#[test]
fn an_undo_is_refused_with_the_reason_and_can_be_had_later() {
    let project = project();
    let journal = project.open();
    let entry = journal.commit(&changes(), "many").unwrap();
    project.write("a.txt", "mine");
    let before = project.tree();
    assert!(
        matches!(journal.undo(&entry.handle), Err(JournalError::FileChanged { path, .. }) if path == "a.txt")
    );
    assert_eq!(project.tree(), before);
    project.write("a.txt", "a2");
    journal.undo(&entry.handle).unwrap();
    let again = journal.undo(&entry.handle).unwrap_err().to_string();
    assert_eq!(again, format!("entry {} cannot be undone: it is undone", entry.handle));
    assert!(matches!(journal.undo("000001-00000000"), Err(JournalError::UnknownEntry { .. })));
    assert!(matches!(journal.undo("../../lock"), Err(JournalError::UnknownEntry { .. })));
}

#[test]
fn the_oldest_entries_go_first() {
    let project = Project::new(&[("a.txt", "0")]);
    for (limits, kept) in [
        (JournalLimits { max_bytes: 1, ..JournalLimits::default() }, vec!["7 done"]),
        (JournalLimits { max_age: Duration::ZERO, ..JournalLimits::default() }, vec!["7 done"]),
    ] {
        project.write("a.txt", "0");
        let data = tempfile::tempdir().unwrap();
        let journal = Journal::open_with(data.path(), &project.root(), limits, None).unwrap();
        for n in 0..8 {
            let (old, new) = (n.to_string(), (n + 1).to_string());
            journal.commit(&[change("a.txt", Some(&old), Some(&new))], &old).unwrap();
        }
        assert_eq!(history(&journal), kept);
    }
}

#[test]
fn many_small_changes_are_all_kept() {
    let project = Project::quick(&[("a.txt", "0")]);
    let journal = project.open();
    for n in 0..250 {
        let (old, new) = (n.to_string(), (n + 1).to_string());
        journal.commit(&[change("a.txt", Some(&old), Some(&new))], &old).unwrap();
    }
    assert_eq!(journal.history().unwrap().len(), 250);
}

#[test]
fn an_undone_entry_says_when() {
    let project = project();
    let journal = project.open();
    let first = journal.commit(&[change("a.txt", Some("a1"), Some("a2"))], "first").unwrap();
    let second = journal.commit(&[change("sub/b.txt", Some("b1"), Some("b2"))], "second").unwrap();
    // Not in the order of their making.
    journal.undo(&first.handle).unwrap();
    journal.undo(&second.handle).unwrap();
    let undone: Vec<_> = journal.history().unwrap().iter().map(|it| it.undone).collect();
    assert!(undone[0].is_some() && undone[0] < undone[1], "{undone:?}");
    journal.redo(&second.handle).unwrap();
    let undone: Vec<_> = journal.history().unwrap().iter().map(|it| it.undone).collect();
    assert!(undone[0].is_some() && undone[1].is_none(), "{undone:?}");
}

#[test]
fn handles_of_a_lost_journal_name_nothing_in_the_next() {
    let project = project();
    let edit = [change("a.txt", Some("a1"), Some("a2"))];
    let lost = project.open().commit(&edit, "1").unwrap();
    fs::remove_dir_all(project.data()).unwrap();
    project.write("a.txt", "a1");
    let journal = project.open();
    journal.commit(&edit, "1").unwrap();
    assert!(matches!(journal.undo(&lost.handle), Err(JournalError::UnknownEntry { .. })));
}

#[test]
fn every_project_has_a_folder_outside_of_it() {
    let (one, two) = (project(), project());
    let data = one.data();
    let first = Journal::open(&data, &one.root()).unwrap();
    let second = Journal::open(&data, &two.root()).unwrap();
    assert_ne!(first.folder(), second.folder());
    let name = first.folder().file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("game-"), "{name}");
    let inside = Journal::open(&one.path("data"), &one.root());
    assert!(matches!(inside, Err(JournalError::InvalidPath { .. })));
    assert!(matches!(Journal::open(&data, &one.path("nowhere")), Err(JournalError::Io { .. })));
}

#[test]
fn waiting_too_long_is_an_error() {
    let project = project();
    let limits =
        JournalLimits { lock_timeout: Duration::from_millis(30), ..JournalLimits::default() };
    let patient = project.open();
    let data = project.data();
    let root = project.root();
    let hook = move |name: &str| {
        if name == "create" {
            let other = Journal::open_with(&data, &root, limits, None);
            assert!(matches!(other, Err(JournalError::Busy { .. })));
        }
        Ok(())
    };
    drop(patient);
    let journal = project.open_with(limits, std::sync::Arc::new(hook)).unwrap();
    journal.commit(&[change("a.txt", Some("a1"), Some("a2"))], "1").unwrap();
}

#[test]
fn a_file_saved_while_its_successor_is_written_is_not_lost() {
    let project = project();
    let saved = project.path("a.txt");
    let hook = move |name: &str| {
        if name == "sync file" && fs::read(&saved).unwrap() == b"a1" {
            fs::write(&saved, "saved by an editor").unwrap();
        }
        Ok(())
    };
    let journal = project.open_with(JournalLimits::default(), std::sync::Arc::new(hook)).unwrap();
    // The record's own file is synced first; by then `a.txt` has been compared.
    assert!(matches!(journal.commit(&changes(), ""), Err(JournalError::FileChanged { .. })));
    assert_eq!(project.read("a.txt"), "saved by an editor");
    assert_eq!(project.tree().len(), 5, "{:?}", project.tree().keys());
    assert!(history(&journal).is_empty());
}
