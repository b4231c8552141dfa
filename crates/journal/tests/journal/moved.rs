//! Projects that are moved, copied and replaced, and what a file has beside its content.

use std::fs;
use std::path::{Path, PathBuf};

use scenewright_journal::{Journal, JournalInspection};

use crate::support::{Project, change, history};

fn edited() -> Project {
    let project = Project::new(&[("a.txt", "1"), ("b.txt", "b")]);
    project.open().commit(&[change("a.txt", Some("1"), Some("2"))], "edit").unwrap();
    project
}

fn beside(project: &Project, name: &str) -> PathBuf {
    project.root().with_file_name(name)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

fn history_at(project: &Project, root: &Path) -> Vec<String> {
    history(&Journal::open(&project.data(), root).unwrap())
}

#[test]
fn a_moved_project_keeps_its_history() {
    let project = edited();
    let to = beside(&project, "elsewhere");
    fs::rename(project.root(), &to).unwrap();
    let seen = JournalInspection::open(&project.data(), &to).unwrap().history().unwrap();
    assert_eq!(seen.len(), 1);
    assert_eq!(history_at(&project, &to), ["edit done"]);
    let journal = Journal::open(&project.data(), &to).unwrap();
    journal.undo(&seen[0].handle).unwrap();
    assert_eq!(fs::read_to_string(to.join("a.txt")).unwrap(), "1");
    // And back again.
    fs::rename(&to, project.root()).unwrap();
    assert_eq!(history_at(&project, &project.root()), ["edit undone"]);
}

#[test]
fn a_project_moved_to_another_disk_is_known_by_its_contents() {
    let project = edited();
    let to = beside(&project, "elsewhere");
    copy(&project.root(), &to);
    fs::remove_dir_all(project.root()).unwrap();
    assert_eq!(history_at(&project, &to), ["edit done"]);
}

#[test]
fn a_copy_does_not_take_the_journal_of_the_original() {
    let project = edited();
    let to = beside(&project, "copy");
    copy(&project.root(), &to);
    assert!(JournalInspection::open(&project.data(), &to).is_none());
    assert_eq!(history_at(&project, &to), [""; 0]);
    assert_eq!(history_at(&project, &project.root()), ["edit done"]);
}

#[test]
fn a_new_project_in_the_old_place_does_not_take_it_either() {
    let project = edited();
    let to = beside(&project, "elsewhere");
    fs::rename(project.root(), &to).unwrap();
    fs::create_dir(project.root()).unwrap();
    project.write("a.txt", "something else");
    if fs::metadata(&to).unwrap().created().is_err() {
        println!("skipped: this file system does not tell when a folder was made");
        return;
    }
    assert_eq!(history_at(&project, &project.root()), [""; 0]);
    project.open().commit(&[change("a.txt", Some("something else"), None)], "new").unwrap();
    assert_eq!(history_at(&project, &to), ["edit done"]);
    assert_eq!(history_at(&project, &project.root()), ["new done"]);
}

#[test]
fn a_project_without_a_relation_has_its_own() {
    let project = edited();
    fs::remove_dir_all(project.root()).unwrap();
    let to = beside(&project, "other");
    fs::create_dir(&to).unwrap();
    fs::write(to.join("a.txt"), "other").unwrap();
    assert_eq!(history_at(&project, &to), [""; 0]);
}

#[test]
fn a_note_of_the_first_version_is_still_understood() {
    let project = edited();
    let folder = project.open().folder().to_owned();
    let path = project.root().canonicalize().unwrap();
    fs::write(folder.join("project.txt"), path.to_str().unwrap()).unwrap();
    assert_eq!(history_at(&project, &project.root()), ["edit done"]);
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_are_kept() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};

    let project = Project::new(&[("a.txt", "1")]);
    let path = project.path("a.txt");
    if setxattr(&path, "user.colour", b"red", XattrFlags::empty()).is_err() {
        println!("skipped: this file system has no extended attributes");
        return;
    }
    let read = || {
        let mut room = [0; 16];
        let size = getxattr(&path, "user.colour", &mut room).unwrap();
        room[..size].to_vec()
    };
    let journal = project.open();
    let entry = journal.commit(&[change("a.txt", Some("1"), Some("2"))], "edit").unwrap();
    assert_eq!(read(), b"red");
    journal.undo(&entry.handle).unwrap();
    assert_eq!(read(), b"red");
}

#[test]
fn a_file_with_another_name_is_reported() {
    let project = Project::new(&[("a.txt", "1"), ("b.txt", "b")]);
    fs::hard_link(project.path("a.txt"), project.path("same.txt")).unwrap();
    let both = [change("a.txt", Some("1"), Some("2")), change("b.txt", Some("b"), Some("c"))];
    let entry = project.open().commit(&both, "edit").unwrap();
    assert_eq!(entry.hard_links, ["a.txt"]);
    assert_eq!((&project.read("a.txt")[..], &project.read("same.txt")[..]), ("2", "1"));
}
