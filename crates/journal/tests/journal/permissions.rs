//! What a file may be used for stays as it was, and read-only means read-only, for the superuser too.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use scenewright_journal::JournalError;

use crate::support::{Project, change};

fn mode(project: &Project, path: &str) -> u32 {
    fs::metadata(project.path(path)).unwrap().permissions().mode() & 0o7777
}

fn set(project: &Project, path: &str, mode: u32) {
    fs::set_permissions(project.path(path), Permissions::from_mode(mode)).unwrap();
}

#[test]
fn permissions_stay_and_come_back() {
    for bits in [0o600, 0o640, 0o644, 0o755, 0o666] {
        let project = Project::new(&[("a.txt", "1")]);
        set(&project, "a.txt", bits);
        let journal = project.open();
        let edit = journal.commit(&[change("a.txt", Some("1"), Some("2"))], "").unwrap();
        assert_eq!(mode(&project, "a.txt"), bits, "{bits:o}");
        journal.undo(&edit.handle).unwrap();
        assert_eq!(mode(&project, "a.txt"), bits, "{bits:o}");
        let delete = journal.commit(&[change("a.txt", Some("1"), None)], "").unwrap();
        journal.undo(&delete.handle).unwrap();
        assert_eq!(mode(&project, "a.txt"), bits, "{bits:o}");
    }
}

#[test]
fn what_is_read_only_is_left_alone() {
    let project = Project::new(&[("a.txt", "1"), ("ro/b.txt", "1"), ("c.txt", "1")]);
    set(&project, "a.txt", 0o444);
    set(&project, "ro", 0o555);
    let before = project.tree();
    let journal = project.open();
    for (path, old, new) in [
        ("a.txt", Some("1"), Some("2")),
        ("a.txt", Some("1"), None),
        ("ro/b.txt", Some("1"), Some("2")),
        ("ro/b.txt", Some("1"), None),
        ("ro/new.txt", None, Some("2")),
        ("ro/new/new.txt", None, Some("2")),
    ] {
        let changes = [change("c.txt", Some("1"), Some("2")), change(path, old, new)];
        let refused = journal.commit(&changes, "");
        assert!(matches!(refused, Err(JournalError::ReadOnly { path: named }) if named == path));
        assert_eq!(project.tree(), before);
    }
    set(&project, "a.txt", 0o644);
    let entry = journal.commit(&[change("a.txt", Some("1"), Some("2"))], "").unwrap();
    set(&project, "a.txt", 0o444);
    assert!(matches!(journal.undo(&entry.handle), Err(JournalError::ReadOnly { .. })));
    set(&project, "ro", 0o755);
}

#[test]
fn a_journal_is_for_its_owner_only() {
    let project = Project::new(&[]);
    let journal = project.open();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(journal.folder()), 0o700);
    assert_eq!(mode(&journal.folder().join("entries")), 0o700);
}
