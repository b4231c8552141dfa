//! What only Windows does: files that other programs hold open, long paths, and names without case.

use std::fs::{self, File, OpenOptions};
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use scenewright_journal::JournalError;

use crate::support::{Project, change, history};

const FILE_SHARE_READ: u32 = 1;

fn project() -> Project {
    Project::new(&[("a.txt", "a1"), ("sub/b.txt", "b1")])
}

/// As a program does that lets others at most do what `shared` says.
fn hold(path: &Path, shared: u32) -> File {
    OpenOptions::new().read(true).share_mode(shared).open(path).unwrap()
}

#[test]
fn a_file_that_another_program_holds_is_refused_and_nothing_changes() {
    let project = project();
    let journal = project.open();
    let before = project.tree();
    let both =
        [change("a.txt", Some("a1"), Some("a2")), change("sub/b.txt", Some("b1"), Some("b2"))];
    for shared in [0, FILE_SHARE_READ] {
        let held = hold(&project.path("sub/b.txt"), shared);
        let refused = journal.commit(&both, "held").unwrap_err();
        assert!(
            matches!(refused, JournalError::InUse { .. } | JournalError::Denied { .. }),
            "{refused:?}"
        );
        assert!(refused.to_string().contains("another program has it open"), "{refused}");
        drop(held);
        assert_eq!(project.tree(), before);
    }
    assert!(history(&journal).is_empty());
    journal.commit(&both, "free").unwrap();
    assert_eq!((project.read("a.txt"), project.read("sub/b.txt")), ("a2".into(), "b2".into()));
}

#[test]
fn a_file_that_is_held_for_a_moment_is_waited_for() {
    let project = project();
    let journal = project.open();
    let held = hold(&project.path("a.txt"), 0);
    let holder = thread::spawn(move || {
        thread::sleep(Duration::from_millis(30));
        drop(held);
    });
    journal.commit(&[change("a.txt", Some("a1"), Some("a2"))], "waits").unwrap();
    holder.join().unwrap();
    assert_eq!(project.read("a.txt"), "a2");
}

#[test]
fn paths_may_be_longer_than_260_characters() {
    let project = project();
    let journal = project.open();
    let deep = format!("{}deep.txt", "a folder with a long name/".repeat(12));
    let entry = journal.commit(&[change(&deep, None, Some("x"))], "deep").unwrap();
    assert_eq!(project.read(&deep), "x");
    let second = journal.commit(&[change(&deep, Some("x"), Some("y"))], "deeper").unwrap();
    journal.undo(&second.handle).unwrap();
    journal.undo(&entry.handle).unwrap();
    assert!(!project.path(&deep).exists());
}

#[test]
fn a_name_in_another_case_is_the_same_file() {
    let project = project();
    let journal = project.open();
    let twice = [change("a.txt", Some("a1"), Some("x")), change("A.TXT", Some("a1"), Some("y"))];
    let refused = journal.commit(&twice, "twice").unwrap_err().to_string();
    assert!(refused.contains("is the same file"), "{refused}");
    journal.commit(&[change("A.txt", Some("a1"), Some("a2"))], "case").unwrap();
    let names: Vec<String> = fs::read_dir(project.root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.eq_ignore_ascii_case("a.txt"))
        .collect();
    assert_eq!(names.len(), 1, "{names:?}");
    assert_eq!(project.read("a.txt"), "a2");
}
