//! Unsaved edits outlive the process that made them, whole or not at all.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use scenewright_journal::{
    Journal, JournalError, JournalLimits, OrphanedEdits, UnsavedEdit, UnsavedFile, UnsavedStore,
    orphaned_edits,
};

use crate::support::{Project, failing, role, tree};

fn project() -> Project {
    Project::quick(&[("a.txt", "a0\n"), ("b.txt", "b0\n")])
}

fn bytes(text: Option<&str>) -> Option<Arc<[u8]>> {
    text.map(|text| text.as_bytes().into())
}

fn file(path: &str, is_first: bool, before: Option<&str>, after: Option<&str>) -> UnsavedFile {
    UnsavedFile { path: path.to_owned(), is_first, before: bytes(before), after: bytes(after) }
}

fn edit(store: &UnsavedStore, label: &str, files: Vec<UnsavedFile>) -> UnsavedEdit {
    UnsavedEdit {
        handle: store.next_handle(),
        label: label.to_owned(),
        owner: "MCP session 3".to_owned(),
        time: UNIX_EPOCH + Duration::from_millis(1_700_000_000_123),
        scenes: vec!["a.txt".to_owned()],
        with: files.iter().map(|file| file.path.clone()).collect(),
        files,
    }
}

fn first(store: &UnsavedStore) -> UnsavedEdit {
    edit(store, "first", vec![file("a.txt", true, Some("a0\n"), Some("a1\n"))])
}

/// On top of the first.
fn second(store: &UnsavedStore) -> UnsavedEdit {
    let files = vec![
        file("a.txt", false, Some("a1\n"), Some("a2\n")),
        file("b.txt", true, Some("b0\n"), None),
        file("new/c.txt", true, None, Some("c\n")),
    ];
    edit(store, "second", files)
}

fn left(project: &Project) -> OrphanedEdits {
    orphaned_edits(&project.data(), &project.root()).unwrap()
}

fn labels(left: &OrphanedEdits) -> Vec<&str> {
    assert!(left.damaged.is_empty(), "{:?}", left.damaged);
    left.edits.iter().map(|edit| edit.label.as_str()).collect()
}

#[test]
fn what_a_process_leaves_behind_is_read_to_the_byte() {
    let project = project();
    let store = project.open().unsaved().unwrap();
    let (one, two) = (first(&store), second(&store));
    store.add(&one).unwrap();
    store.add(&two).unwrap();
    assert!(left(&project).edits.is_empty(), "its process still runs");
    drop(store);
    let before = tree(&project.data());
    assert_eq!(left(&project).edits, [one, two]);
    assert_eq!(tree(&project.data()), before, "reading writes nothing");
}

#[test]
fn reading_a_project_without_a_journal_makes_none() {
    let project = project();
    assert!(left(&project).edits.is_empty());
    assert!(!project.data().exists());
}

#[test]
fn what_is_removed_is_gone_and_what_is_replaced_is_new() {
    let project = project();
    let store = project.open().unsaved().unwrap();
    let (one, mut two) = (first(&store), second(&store));
    store.add(&one).unwrap();
    store.add(&two).unwrap();
    two.files.remove(0);
    store.add(&two).unwrap();
    store.remove([one.handle.as_str()]).unwrap();
    drop(store);
    assert_eq!(left(&project).edits, [two]);
}

#[test]
fn a_store_without_edits_leaves_no_trace() {
    let project = project();
    let store = project.open().unsaved().unwrap();
    let one = first(&store);
    store.add(&one).unwrap();
    store.remove([one.handle.as_str()]).unwrap();
    drop(store);
    let files = tree(&project.data());
    let of_store: Vec<_> = files.keys().filter(|path| path.contains("unsaved/")).collect();
    assert!(of_store.is_empty(), "{of_store:?}");
}

#[test]
fn adopted_edits_belong_to_the_living_and_keep_their_order() {
    let project = project();
    let store = project.open().unsaved().unwrap();
    let (one, two) = (first(&store), second(&store));
    store.add(&one).unwrap();
    store.add(&two).unwrap();
    drop(store);
    let next = project.open().unsaved().unwrap();
    next.adopt([one.handle.as_str(), two.handle.as_str()]).unwrap();
    assert!(left(&project).edits.is_empty());
    let mut third = edit(&next, "third", vec![file("a.txt", false, Some("a2\n"), Some("a3\n"))]);
    assert!(third.handle > two.handle, "{} comes after {}", third.handle, two.handle);
    next.add(&third).unwrap();
    drop(next);
    third.owner = "MCP session 3".to_owned();
    assert_eq!(left(&project).edits, [one, two, third]);
}

#[test]
fn a_damaged_record_is_named_and_so_are_those_that_rest_on_it() {
    let project = project();
    let store = project.open().unsaved().unwrap();
    let (one, two) = (first(&store), second(&store));
    store.add(&one).unwrap();
    store.add(&two).unwrap();
    let other = edit(&store, "other", vec![file("d.txt", true, None, Some("d"))]);
    store.add(&other).unwrap();
    drop(store);
    let path = tree(&project.data()).into_keys().find(|path| path.contains(&one.handle)).unwrap();
    let path = project.data().join(path);
    let mut content = std::fs::read(&path).unwrap();
    *content.last_mut().unwrap() ^= 1;
    std::fs::write(&path, content).unwrap();
    let left = left(&project);
    assert_eq!(left.edits, [other]);
    let damaged: Vec<&str> = left.damaged.iter().map(|it| it.handle.as_str()).collect();
    assert_eq!(damaged, [one.handle.as_str(), two.handle.as_str()]);
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_what_is_unsaved() {
    use std::os::unix::fs::PermissionsExt;

    let project = project();
    let store = project.open().unsaved().unwrap();
    store.add(&first(&store)).unwrap();
    for (path, content) in tree(&project.data()) {
        let mode = std::fs::metadata(project.data().join(&path)).unwrap().permissions().mode();
        let is_record = path.ends_with(".edit");
        let wanted = match (content.is_some(), is_record) {
            (true, true) => 0o600,
            (false, _) if path.ends_with("unsaved") => 0o700,
            _ => continue,
        };
        assert_eq!(mode & 0o777, wanted, "{path}");
    }
}

/// What happens to a store that has the first edit already.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    Add,
    Remove,
    Adopt,
}

/// A project in which `act` comes next, and the handle of the first edit.
fn ready(act: Act) -> (Project, String) {
    let project = project();
    let store = project.open().unsaved().unwrap();
    let one = first(&store);
    store.add(&one).unwrap();
    if act == Act::Remove {
        store.add(&second(&store)).unwrap();
    }
    (project, one.handle)
}

fn run(journal: &Journal, act: Act) -> Result<(), JournalError> {
    let store = journal.unsaved()?;
    let handles: Vec<String> =
        store.orphaned_edits()?.edits.into_iter().map(|edit| edit.handle).collect();
    store.adopt(handles.iter().map(String::as_str))?;
    match act {
        Act::Add => store.add(&second(&store)),
        Act::Remove => store.remove(handles.iter().map(String::as_str)),
        Act::Adopt => Ok(()),
    }
}

/// What may be left by a process that ended anywhere in `act`; after a success only the last.
fn outcomes(act: Act) -> &'static [&'static [&'static str]] {
    match act {
        Act::Add => &[&["first"], &["first", "second"]],
        Act::Remove => &[&["first", "second"], &["first"], &[]],
        Act::Adopt => &[&["first"]],
    }
}

fn steps(act: Act) -> usize {
    let (project, _) = ready(act);
    let (hook, steps) = failing(usize::MAX, 0);
    run(&project.open_with(JournalLimits::default(), hook).unwrap(), act).unwrap();
    steps.load(Ordering::SeqCst)
}

#[test]
fn cut_short_at_any_step_no_edit_is_lost_and_none_is_half() {
    for act in [Act::Add, Act::Remove, Act::Adopt] {
        for step in 0..steps(act) {
            let (project, _) = ready(act);
            let journal = project.open_with(JournalLimits::default(), failing(step, usize::MAX).0);
            let done = run(&journal.unwrap(), act);
            let left = left(&project);
            let (labels, all) = (labels(&left), outcomes(act));
            assert!(all.contains(&&labels[..]), "{act:?} step {step}: {labels:?}");
            if done.is_ok() {
                assert_eq!(&labels[..], *all.last().unwrap(), "{act:?} step {step}");
            }
        }
    }
}

#[test]
fn one_failure_at_any_step_leaves_what_the_answer_says() {
    for step in 0..steps(Act::Add) {
        let (project, _) = ready(Act::Add);
        let journal = project.open_with(JournalLimits::default(), failing(step, 1).0).unwrap();
        let done = run(&journal, Act::Add);
        let left = left(&project);
        let is_there = labels(&left).contains(&"second");
        assert_eq!(is_there, done.is_ok(), "step {step}: {done:?}");
    }
}

#[test]
fn child() {
    let Some((step, data, root)) = role() else { return };
    let step: usize = step.parse().unwrap();
    let steps = AtomicUsize::new(0);
    let hook = move |_: &str| {
        if steps.fetch_add(1, Ordering::SeqCst) == step {
            process::abort();
        }
        Ok(())
    };
    let journal = Journal::open_with(&data, &root, JournalLimits::default(), Some(Arc::new(hook)));
    run(&journal.unwrap(), Act::Add).unwrap();
}

#[test]
fn a_process_that_dies_at_any_step_loses_no_edit_that_it_acknowledged() {
    for step in 0..steps(Act::Add) {
        let (project, handle) = ready(Act::Add);
        let status = project.child("unsaved::child", &step.to_string()).status().unwrap();
        assert!(!status.success());
        let left = left(&project);
        assert!(outcomes(Act::Add).contains(&&labels(&left)[..]), "step {step}");
        assert_eq!(left.edits[0].handle, handle, "step {step}");
        // And the next one can go on with it.
        run(&project.open(), Act::Adopt).unwrap();
    }
}
