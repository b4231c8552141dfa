//! Many at once, in threads and in processes: never two at a time.

use std::fs;
use std::path::Path;
use std::thread;

use scenewright_journal::{Journal, JournalError};

use crate::support::{Project, change, history, role};

const EACH: u64 = 20;

/// Adds one to a number that is kept in two files, again and again until it worked `EACH` times.
fn count_up(journal: &Journal, root: &Path) {
    let mut done = 0;
    while done < EACH {
        let now = fs::read_to_string(root.join("a.txt")).unwrap();
        let next = (now.parse::<u64>().unwrap() + 1).to_string();
        let both = ["a.txt", "b.txt"].map(|path| change(path, Some(&now), Some(&next)));
        match journal.commit(&both, &next) {
            Ok(_) => done += 1,
            Err(JournalError::FileChanged { .. }) => {}
            Err(refused) => panic!("{refused}"),
        }
    }
}

fn check(project: &Project, writers: u64) {
    let total = (writers * EACH).to_string();
    assert_eq!((project.read("a.txt"), project.read("b.txt")), (total.clone(), total));
    assert_eq!(project.tree().len(), 2);
    let expected: Vec<String> = (1..=writers * EACH).map(|n| format!("{n} done")).collect();
    assert_eq!(history(&project.open()), expected);
}

#[test]
fn threads_never_interleave() {
    let project = Project::new(&[("a.txt", "0"), ("b.txt", "0")]);
    let shared = project.open();
    thread::scope(|scope| {
        for n in 0..8 {
            let (shared, project) = (&shared, &project);
            scope.spawn(move || match n % 2 {
                0 => count_up(shared, &project.root()),
                _ => count_up(&project.open(), &project.root()),
            });
        }
    });
    check(&project, 8);
}

#[test]
fn child() {
    if let Some((_, data, root)) = role() {
        count_up(&Journal::open(&data, &root).unwrap(), &root);
    }
}

#[test]
fn processes_never_interleave() {
    let project = Project::new(&[("a.txt", "0"), ("b.txt", "0")]);
    let children = [(); 3].map(|()| project.child("writers::child", "count").spawn().unwrap());
    count_up(&project.open(), &project.root());
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    check(&project, 4);
}
