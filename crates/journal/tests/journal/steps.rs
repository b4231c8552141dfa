//! Every step that writes is once the last one, and once the only one that fails.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use scenewright_journal::{EntryState, Journal, JournalError, JournalLimits};
use scenewright_model::FileChange;

use crate::support::{Project, Tree, change, failing, role};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    Commit,
    Undo,
    Redo,
}

fn changes() -> Vec<FileChange> {
    vec![
        change("a.txt", Some("a1"), Some("a2")),
        change("sub/b.txt", Some("b1"), None),
        change("new/deep/d.txt", None, Some("d1")),
    ]
}

/// A project in which `act` is what comes next, with the trees before and after it.
fn ready(act: Act) -> (Project, Tree, Tree) {
    let project = Project::quick(&[("a.txt", "a1"), ("sub/b.txt", "b1"), ("sub/other.txt", "o")]);
    let old = project.tree();
    let journal = project.open();
    if act == Act::Commit {
        let new =
            Project::quick(&[("a.txt", "a2"), ("sub/other.txt", "o"), ("new/deep/d.txt", "d1")]);
        return (project, old, new.tree());
    }
    let entry = journal.commit(&changes(), "edit").unwrap();
    let new = project.tree();
    if act == Act::Redo {
        journal.undo(&entry.handle).unwrap();
        return (project, old, new);
    }
    (project, new, old)
}

fn run(journal: &Journal, act: Act) -> Result<(), JournalError> {
    let handle = || journal.history().unwrap()[0].handle.clone();
    match act {
        Act::Commit => journal.commit(&changes(), "edit"),
        Act::Undo => journal.undo(&handle()),
        Act::Redo => journal.redo(&handle()),
    }
    .map(drop)
}

/// After a new opening: all of it or nothing, and the journal says the same.
fn check(project: &Project, act: Act, before: &Tree, after: &Tree, what: &str) -> bool {
    let journal = project.open();
    let tree = project.tree();
    assert!(tree == *before || tree == *after, "{what}: {:?}", tree.keys());
    let states: Vec<EntryState> = journal.history().unwrap().into_iter().map(|e| e.state).collect();
    let happened = tree == *after;
    let expected = match (act, happened) {
        (Act::Commit, false) => vec![],
        (Act::Commit | Act::Redo, true) | (Act::Undo, false) => vec![EntryState::Done],
        (Act::Undo, true) | (Act::Redo, false) => vec![EntryState::Undone],
    };
    assert_eq!(states, expected, "{what}");
    assert!(journal.unreadable_records().unwrap().is_empty(), "{what}");
    happened
}

fn files(tree: &Tree) -> Vec<(&String, &Option<Vec<u8>>)> {
    tree.iter().filter(|(_, content)| content.is_some()).collect()
}

/// Without temporary files.
fn own(tree: &Tree) -> Vec<(&String, &Option<Vec<u8>>)> {
    files(tree).into_iter().filter(|(path, _)| !path.contains(".sw-")).collect()
}

/// How many steps an undisturbed `act` has.
fn count(act: Act) -> usize {
    let (project, ..) = ready(act);
    let (hook, steps) = failing(usize::MAX, 0);
    run(&project.open_with(JournalLimits::default(), hook).unwrap(), act).unwrap();
    steps.load(Ordering::SeqCst)
}

#[test]
fn cut_short_at_any_step_it_is_before_or_after() {
    for act in [Act::Commit, Act::Undo, Act::Redo] {
        let all = count(act);
        assert!(all > 15, "{act:?} has {all} steps");
        let outcomes: Vec<bool> = (0..all)
            .map(|step| {
                let (project, before, after) = ready(act);
                let journal =
                    project.open_with(JournalLimits::default(), failing(step, usize::MAX).0);
                let _ = run(&journal.unwrap(), act);
                let is_complete = own(&project.tree()) == own(&after);
                let what = format!("{act:?} step {step}");
                let happened = check(&project, act, &before, &after, &what);
                // Never acknowledged, it goes back, unless there is nothing left to write.
                assert_eq!(happened, is_complete, "{what}");
                happened
            })
            .collect();
        assert!(!outcomes[0] && outcomes[all - 1] && outcomes.is_sorted(), "{act:?} {outcomes:?}");
    }
}

/// Its base is written by a thread of its own.
#[test]
fn a_large_file_is_before_or_after_too() {
    let old = "a line of the file\n".repeat(60_000);
    let new = old.replacen("line", "row", 1);
    let edit = [change("a.txt", Some(&old), Some(&new))];
    let mut outcomes = Vec::new();
    for step in 0.. {
        let project = Project::quick(&[("a.txt", &old)]);
        let before = project.tree();
        let (hook, steps) = failing(step, usize::MAX);
        let journal = project.open_with(JournalLimits::default(), hook).unwrap();
        let is_acknowledged = journal.commit(&edit, "edit").is_ok();
        let (is_over, journal) = (steps.load(Ordering::SeqCst) <= step, project.open());
        let is_done = project.tree() != before;
        assert!(is_done || !is_acknowledged, "step {step}");
        if let [entry] = &journal.history().unwrap()[..] {
            assert_eq!(project.tree()["a.txt"].as_deref(), Some(new.as_bytes()), "step {step}");
            journal.undo(&entry.handle).unwrap();
        }
        assert!(project.tree() == before, "step {step}");
        outcomes.push(is_done);
        if is_over {
            break;
        }
    }
    assert!(!outcomes[0] && outcomes.is_sorted() && outcomes.len() > 15, "{outcomes:?}");
}

#[test]
fn one_failure_at_any_step_leaves_what_the_answer_says() {
    for act in [Act::Commit, Act::Undo, Act::Redo] {
        for step in 0..count(act) {
            let (project, before, after) = ready(act);
            let journal = project.open_with(JournalLimits::default(), failing(step, 1).0).unwrap();
            let outcome = run(&journal, act);
            let what = format!("{act:?} step {step} {outcome:?}");
            assert!(!matches!(outcome, Err(JournalError::Unfinished { .. })), "{what}");
            // An empty folder may wait for the next opening, a file may not.
            let happened = files(&project.tree()) == files(&after);
            assert_eq!(happened, outcome.is_ok(), "{what}");
            assert!(happened || project.tree() == before, "{what}");
            assert_eq!(check(&project, act, &before, &after, &what), happened, "{what}");
        }
    }
}

#[test]
fn a_few_failures_in_a_row_leave_before_or_after() {
    for act in [Act::Commit, Act::Undo, Act::Redo] {
        for (step, row) in (0..count(act)).flat_map(|step| [(step, 2), (step, 3), (step, 5)]) {
            let (project, before, after) = ready(act);
            let journal =
                project.open_with(JournalLimits::default(), failing(step, row).0).unwrap();
            let outcome = run(&journal, act);
            let what = format!("{act:?} step {step} and on to {row} {outcome:?}");
            let happened = check(&project, act, &before, &after, &what);
            let unfinished = matches!(outcome, Err(JournalError::Unfinished { .. }));
            assert!(unfinished || happened == outcome.is_ok(), "{what}");
        }
    }
}

#[test]
fn a_recovery_cut_short_at_any_step_is_recovered() {
    for act in [Act::Commit, Act::Undo, Act::Redo] {
        for step in 0..count(act) {
            for second in 0.. {
                let (project, before, after) = ready(act);
                let journal =
                    project.open_with(JournalLimits::default(), failing(step, usize::MAX).0);
                let _ = run(&journal.unwrap(), act);
                let (hook, steps) = failing(second, usize::MAX);
                let _ = project.open_with(JournalLimits::default(), hook);
                check(&project, act, &before, &after, &format!("{act:?} {step} {second}"));
                if steps.load(Ordering::SeqCst) <= second {
                    break;
                }
            }
        }
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
    journal.unwrap().commit(&changes(), "edit").unwrap();
}

#[test]
fn a_process_that_dies_at_any_step_leaves_before_or_after() {
    for step in 0..count(Act::Commit) {
        let (project, before, after) = ready(Act::Commit);
        let status = project.child("steps::child", &step.to_string()).status().unwrap();
        assert!(!status.success());
        check(&project, Act::Commit, &before, &after, &format!("step {step}"));
    }
}
