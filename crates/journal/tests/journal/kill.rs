//! A process that edits without end is killed at random points, hundreds of times.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::thread;
use std::time::Duration;

use scenewright_journal::{EntryState, Journal};

use crate::support::{Project, Tree, change, role};

const KILLS: usize = if cfg!(windows) { 40 } else { 220 };
const FILES: [&str; 3] = ["a.txt", "sub/b.txt", "c.txt"];

/// All three files say the same number; the third is there only when it is odd. Sizes vary, so that
/// a kill meets long and short writes.
fn content(file: usize, number: u64) -> Option<String> {
    if file == 2 && number.is_multiple_of(2) {
        return None;
    }
    let line = format!("{number} of {file}\n");
    Some(line.repeat(if number.is_multiple_of(7) { 20_000 } else { 1 + file * 40 }))
}

fn number(tree: &Tree) -> u64 {
    let text = String::from_utf8(tree["a.txt"].clone().unwrap()).unwrap();
    text.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn child() {
    let Some((_, data, root)) = role() else { return };
    let journal = Journal::open(&data, &root).unwrap();
    let mut now = number(&crate::support::tree(&root));
    loop {
        let changes: Vec<_> = (0..FILES.len())
            .map(|n| change(FILES[n], content(n, now).as_deref(), content(n, now + 1).as_deref()))
            .collect();
        let entry = journal.commit(&changes, &format!("to {}", now + 1)).unwrap();
        if now.is_multiple_of(3) {
            journal.undo(&entry.handle).unwrap();
            journal.redo(&entry.handle).unwrap();
        }
        now += 1;
    }
}

/// Entirely one number, with nothing left over, and the journal tells how it came to that.
fn check(project: &Project) -> u64 {
    let journal = project.open();
    let tree = project.tree();
    let now = number(&tree);
    for (n, file) in FILES.iter().enumerate() {
        let found = tree.get(*file).cloned().flatten();
        let expected = content(n, now).map(String::into_bytes);
        assert!(
            found == expected,
            "{file} at {now}: {:?} bytes\n{:?}\n{:?}",
            found.map(|found| found.len()),
            tree.keys(),
            crate::support::history(&journal)
        );
    }
    assert!(
        tree.keys().all(|name| name == "sub" || FILES.contains(&&name[..])),
        "{:?}",
        tree.keys()
    );
    assert!(journal.unreadable_records().unwrap().is_empty());
    let history = journal.history().unwrap();
    assert!(
        history.iter().all(|entry| matches!(entry.state, EntryState::Done | EntryState::Undone))
    );
    // Killed between undo and redo, an entry stays undone, and the next one does the same again.
    let done = history.iter().rev().filter(|entry| entry.state == EntryState::Done);
    for (entry, number) in done.zip((0..=now).rev()) {
        assert_eq!(entry.label, format!("to {number}"));
    }
    now
}

#[test]
fn killed_at_any_moment_the_project_is_before_or_after() {
    let project = Project::new(&[]);
    (0..FILES.len()).for_each(|n| {
        if let Some(text) = content(n, 0) {
            project.write(FILES[n], &text);
        }
    });
    let mut moved = 0;
    let mut now = 0;
    for _ in 0..KILLS {
        let mut child = project.child("kill::child", "edit").spawn().unwrap();
        // Wine needs longer to start a program.
        let (least, most) = if cfg!(windows) { (100_000, 500_000) } else { (2000, 60_000) };
        let micros = least + RandomState::new().build_hasher().finish() % most;
        thread::sleep(Duration::from_micros(micros));
        child.kill().unwrap();
        child.wait().unwrap();
        let then = check(&project);
        assert!(then >= now);
        moved += usize::from(then > now);
        now = then;
    }
    assert!(moved > KILLS / 10, "only {moved} of {KILLS} children came to write");
}
