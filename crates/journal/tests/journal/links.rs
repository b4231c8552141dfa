//! Links inside the project are written through; links out of it are not followed.

use std::fs;
use std::os::unix::fs::symlink;

use insta::assert_snapshot;

use crate::support::{Project, change};

#[test]
fn a_link_inside_the_project_stays_a_link() {
    let project = Project::new(&[("real/a.txt", "1")]);
    symlink("real/a.txt", project.path("file.txt")).unwrap();
    symlink("real", project.path("folder")).unwrap();
    let journal = project.open();
    let one = journal.commit(&[change("file.txt", Some("1"), Some("2"))], "").unwrap();
    let two = journal.commit(&[change("folder/a.txt", Some("2"), Some("3"))], "").unwrap();
    let made = journal.commit(&[change("folder/new/b.txt", None, Some("b"))], "").unwrap();
    assert_eq!(
        (project.read("real/a.txt"), project.read("real/new/b.txt")),
        ("3".into(), "b".into())
    );
    for entry in [made, two, one] {
        journal.undo(&entry.handle).unwrap();
    }
    assert_eq!(project.read("real/a.txt"), "1");
    assert!(!project.path("real/new").exists());
    assert!(fs::symlink_metadata(project.path("file.txt")).unwrap().is_symlink());
    assert!(fs::symlink_metadata(project.path("folder")).unwrap().is_symlink());
}

#[test]
fn links_that_lead_out_are_refused() {
    let project = Project::new(&[("a.txt", "1")]);
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret.txt"), "s").unwrap();
    symlink(outside.path().join("secret.txt"), project.path("file.txt")).unwrap();
    symlink(outside.path(), project.path("folder")).unwrap();
    symlink("..", project.path("up")).unwrap();
    symlink("nowhere", project.path("dangling.txt")).unwrap();
    symlink("loop", project.path("loop")).unwrap();
    symlink("a.txt", project.path("again.txt")).unwrap();
    let journal = project.open();
    let mut out = String::new();
    for bad in [
        vec![change("file.txt", Some("s"), Some("x"))],
        vec![change("folder/secret.txt", Some("s"), Some("x"))],
        vec![change("folder/new.txt", None, Some("x"))],
        vec![change("folder/new/new.txt", None, Some("x"))],
        vec![change("up/data/x.txt", None, Some("x"))],
        vec![change("dangling.txt", None, Some("x"))],
        vec![change("loop", None, Some("x"))],
        vec![change("again.txt/x", None, Some("x"))],
        vec![change("again.txt", Some("1"), None)],
        vec![change("a.txt", Some("1"), Some("2")), change("again.txt", Some("1"), Some("3"))],
    ] {
        let refused = journal.commit(&bad, "").unwrap_err().to_string();
        out += &refused.replace(project.root().canonicalize().unwrap().to_str().unwrap(), "ROOT");
        out += "\n";
    }
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    assert_eq!(fs::read(outside.path().join("secret.txt")).unwrap(), b"s");
    assert_snapshot!(out, @"
    file.txt cannot be written: a link in it leads out of the project
    folder/secret.txt cannot be written: a link in it leads out of the project
    folder/new.txt cannot be written: a link in it leads out of the project
    folder/new/new.txt cannot be written: a link in it leads out of the project
    up/data/x.txt cannot be written: a link in it leads out of the project
    dangling.txt cannot be written: a link in it is broken: No such file or directory (os error 2)
    loop cannot be written: a link in it is broken: Too many levels of symbolic links (os error 40)
    again.txt/x cannot be written: ROOT/again.txt is not a folder
    again.txt cannot be written: it is a link, which cannot be removed
    again.txt cannot be written: a.txt is the same file
    ");
}

#[test]
fn an_undo_does_not_follow_a_link_made_since() {
    let project = Project::new(&[("sub/a.txt", "1")]);
    let outside = tempfile::tempdir().unwrap();
    let journal = project.open();
    let entry = journal.commit(&[change("sub/a.txt", Some("1"), Some("2"))], "").unwrap();
    fs::rename(project.path("sub"), outside.path().join("sub")).unwrap();
    symlink(outside.path().join("sub"), project.path("sub")).unwrap();
    assert!(journal.undo(&entry.handle).unwrap_err().to_string().contains("leads out"));
    assert_eq!(fs::read(outside.path().join("sub/a.txt")).unwrap(), b"2");
}
