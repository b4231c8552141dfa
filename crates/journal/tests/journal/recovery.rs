//! An interrupted change is rolled back; one whose files have changed since waits for a person; readers write nothing.

use std::sync::atomic::Ordering;

use scenewright_journal::{EntryState, Journal, JournalError, JournalInspection, JournalLimits};
use scenewright_model::{
    EditAction, FileChange, FileState, RecoveryDirection, RecoveryOutcome, RecoveryPlan,
    UnfinishedEdit,
};

use crate::support::{Project, Tree, change, failing, history, tree};

const OLD: [(&str, &str); 4] = [("a.txt", "a1"), ("b.txt", "b1"), ("c.txt", "c1"), ("keep", "k")];

fn changes() -> Vec<FileChange> {
    vec![
        change("a.txt", Some("a1"), Some("a2")),
        change("b.txt", Some("b1"), None),
        change("c.txt", Some("c1"), Some("c2")),
        change("new/d.txt", None, Some("d2")),
    ]
}

fn own(project: &Project) -> Tree {
    project.tree().into_iter().filter(|(path, _)| !path.contains(".sw-")).collect()
}

fn journal_tree(project: &Project) -> Tree {
    tree(&project.data())
}

/// Commits of [`changes`] that were interrupted after every number of steps, in the states for which
/// `wanted` is true.
fn cut_short(wanted: impl Fn(&Project) -> bool) -> Vec<Project> {
    let (hook, steps) = failing(usize::MAX, 0);
    let whole = Project::quick(&OLD);
    whole.open_with(JournalLimits::default(), hook).unwrap().commit(&changes(), "edit").unwrap();
    (0..steps.load(Ordering::SeqCst))
        .map(|step| {
            let project = Project::quick(&OLD);
            let journal = project.open_with(JournalLimits::default(), failing(step, usize::MAX).0);
            let _ = journal.unwrap().commit(&changes(), "edit");
            project
        })
        .filter(wanted)
        .collect()
}

/// Some files are new and some are old.
fn is_between(project: &Project) -> bool {
    let old = Project::quick(&OLD).tree();
    let now = own(project);
    let files = |tree: &Tree| tree.iter().filter(|it| it.1.is_some()).count();
    now.get("a.txt") != old.get("a.txt")
        && (files(&now) != 4 || now.get("c.txt") == old.get("c.txt"))
}

fn between() -> Project {
    cut_short(is_between).swap_remove(0)
}

fn unfinished(project: &Project) -> Vec<UnfinishedEdit> {
    JournalInspection::open(&project.data(), &project.root()).unwrap().unfinished().unwrap()
}

#[test]
fn a_reader_sees_what_is_unfinished_and_writes_nothing() {
    for project in cut_short(is_between) {
        let before = (project.tree(), journal_tree(&project));
        let found = unfinished(&project);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].plan, found[0].action), (RecoveryPlan::RollBack, EditAction::Edit));
        assert_eq!(found[0].files.len(), 4);
        assert_eq!(found[0].files[0].state, FileState::New);
        let history =
            JournalInspection::open(&project.data(), &project.root()).unwrap().history().unwrap();
        assert_eq!(history[0].state, EntryState::Unfinished { action: EditAction::Edit });
        assert_eq!((project.tree(), journal_tree(&project)), before);
    }
}

#[test]
fn a_project_without_a_journal_has_nothing_unfinished() {
    let project = Project::quick(&OLD);
    assert!(JournalInspection::open(&project.data(), &project.root()).is_none());
    assert!(!project.data().exists());
}

#[test]
fn the_next_writer_takes_it_back_to_the_byte_and_says_so() {
    let old = Project::quick(&OLD).tree();
    let all = cut_short(is_between);
    assert!(all.len() >= 3, "{} cuts leave it between", all.len());
    for project in all {
        let journal = project.open();
        assert_eq!(project.tree(), old);
        let recovered = journal.take_recovered();
        assert_eq!(recovered.len(), 1);
        let RecoveryOutcome::RolledBack { files: paths } = &recovered[0].outcome else {
            panic!("{:?}", recovered[0].outcome)
        };
        assert!(paths.contains(&"a.txt".to_owned()), "{paths:?}");
        assert!(journal.history().unwrap().is_empty());
        assert!(journal.take_recovered().is_empty() && unfinished(&project).is_empty());
        journal.commit(&changes(), "again").unwrap();
    }
}

/// As `git checkout` leaves it: all files old, and nothing else touched.
#[test]
fn after_a_restore_nothing_is_written() {
    for project in cut_short(is_between) {
        OLD.iter().for_each(|(path, text)| project.write(path, text));
        let _ = std::fs::remove_dir_all(project.path("new"));
        let old = own(&project);
        assert_eq!(unfinished(&project)[0].plan, RecoveryPlan::Discard);
        let journal = project.open();
        assert_eq!(journal.take_recovered()[0].outcome, RecoveryOutcome::Discarded);
        assert_eq!(project.tree(), old);
        assert!(journal.history().unwrap().is_empty());
    }
}

#[test]
fn what_is_all_there_is_completed() {
    let new = |project: &Project| {
        let now = own(project);
        now.contains_key("new/d.txt") && now.get("c.txt") == Some(&Some(b"c2".to_vec()))
    };
    for project in cut_short(new) {
        let tree = own(&project);
        let found = unfinished(&project);
        assert!(found.iter().all(|it| it.plan == RecoveryPlan::Complete), "{found:?}");
        let journal = project.open();
        assert_eq!(project.tree(), tree);
        assert_eq!(history(&journal), ["edit done"]);
        assert_eq!(journal.take_recovered().len(), found.len());
    }
}

#[test]
fn an_interrupted_undo_and_redo_return_to_their_state_before() {
    for is_undo in [true, false] {
        let mut met = 0;
        for step in 0.. {
            let project = Project::quick(&OLD);
            let entry = project.open().commit(&changes(), "edit").unwrap();
            if !is_undo {
                project.open().undo(&entry.handle).unwrap();
            }
            let before = project.tree();
            let (hook, steps) = failing(step, usize::MAX);
            let journal = project.open_with(JournalLimits::default(), hook).unwrap();
            let done =
                if is_undo { journal.undo(&entry.handle) } else { journal.redo(&entry.handle) };
            if steps.load(Ordering::SeqCst) <= step {
                done.unwrap();
                break;
            }
            let found = unfinished(&project);
            if found.first().is_some_and(|it| it.plan == RecoveryPlan::RollBack) {
                met += 1;
                let action = if is_undo { EditAction::Undo } else { EditAction::Redo };
                assert_eq!(found[0].action, action);
                let journal = project.open();
                assert_eq!(project.tree(), before);
                assert_eq!(history(&journal), [if is_undo { "edit done" } else { "edit undone" }]);
            }
        }
        assert!(met >= 3, "{met} cuts left it between");
    }
}

/// A half done edit, with a file that somebody changed since.
fn conflict() -> (Project, String) {
    let project = between();
    project.write("c.txt", "mine");
    let found = unfinished(&project);
    assert_eq!(found[0].plan, RecoveryPlan::Conflict);
    assert!(matches!(&found[0].files[2].state, FileState::Other { size: Some(4), .. }));
    let handle = found[0].handle.clone();
    (project, handle)
}

#[test]
fn a_conflict_is_left_alone_and_stays_listed() {
    let (project, handle) = conflict();
    let tree = own(&project);
    let journal = project.open();
    assert_eq!(journal.take_recovered()[0].outcome, RecoveryOutcome::Conflict);
    journal.commit(&[change("keep", Some("k"), Some("l"))], "next").unwrap();
    assert!(journal.take_recovered().is_empty(), "it is reported once");
    assert_eq!(history(&journal), ["edit conflicted", "next done"]);
    assert_eq!(unfinished(&project)[0].handle, handle);
    journal.undo(&journal.history().unwrap()[1].handle).unwrap();
    assert_eq!(own(&project), tree);
}

#[test]
fn a_person_decides_and_the_other_version_can_be_had_again() {
    let old = Project::quick(&OLD).tree();
    let new =
        Project::quick(&[("a.txt", "a2"), ("c.txt", "c2"), ("keep", "k"), ("new/d.txt", "d2")]);
    for (to, expected, states) in [
        (RecoveryDirection::Back, old, vec!["Recover: edit done"]),
        (RecoveryDirection::Forward, new.tree(), vec!["edit done", "Recover: edit done"]),
    ] {
        for is_marked in [false, true] {
            let (project, handle) = conflict();
            if is_marked {
                project.open();
            }
            let journal = project.open();
            let resolved = journal.resolve(&handle, to).unwrap();
            assert_eq!(project.tree(), expected);
            assert_eq!(history(&journal), states);
            assert!(resolved.written.contains(&"c.txt".to_owned()));
            assert!(unfinished(&project).is_empty());
            journal.undo(&resolved.kept.unwrap().handle).unwrap();
            assert_eq!(project.read("c.txt"), "mine");
        }
    }
}

#[test]
fn without_a_conflict_a_person_can_go_forward() {
    let project = between();
    let handle = unfinished(&project)[0].handle.clone();
    let journal = Journal::open_unrecovered(&project.data(), &project.root()).unwrap();
    let resolved = journal.resolve(&handle, RecoveryDirection::Forward).unwrap();
    assert!(resolved.kept.is_none() && resolved.written.contains(&"c.txt".to_owned()));
    assert_eq!(history(&journal), ["edit done"]);
    let refused = journal.resolve(&handle, RecoveryDirection::Back).unwrap_err();
    assert!(matches!(refused, JournalError::WrongState { .. }), "{refused}");
    journal.undo(&handle).unwrap();
    assert_eq!(project.tree(), Project::quick(&OLD).tree());
}

#[test]
fn a_conflict_is_over_when_the_files_are_restored() {
    let (project, _) = conflict();
    project.open();
    project.write("c.txt", "c1");
    let journal = project.open();
    assert!(matches!(journal.take_recovered()[0].outcome, RecoveryOutcome::RolledBack { .. }));
    assert_eq!(project.tree(), Project::quick(&OLD).tree());
    assert!(journal.history().unwrap().is_empty());
}

#[test]
fn resolving_cut_short_at_any_step_can_be_done_again() {
    for to in [RecoveryDirection::Back, RecoveryDirection::Forward] {
        for step in 0.. {
            let (project, handle) = conflict();
            project.open();
            let (hook, steps) = failing(usize::MAX, 0);
            let journal = project.open_with(JournalLimits::default(), hook).unwrap();
            let so_far = steps.load(Ordering::SeqCst);
            drop(journal);
            let (hook, steps) = failing(so_far + step, usize::MAX);
            let journal = project.open_with(JournalLimits::default(), hook).unwrap();
            let done = journal.resolve(&handle, to).is_ok();
            let journal = project.open();
            if !done && !unfinished(&project).is_empty() {
                journal.resolve(&handle, to).unwrap();
            }
            let a = if to == RecoveryDirection::Back { "a1" } else { "a2" };
            assert_eq!((&project.read("a.txt")[..], unfinished(&project).len()), (a, 0), "{step}");
            assert!(!project.tree().keys().any(|path| path.contains(".sw-")));
            if steps.load(Ordering::SeqCst) <= so_far + step {
                break;
            }
        }
    }
}
