//! A request is done once, whoever asks how often.

use scenewright_journal::{CommitOptions, JournalError, JournalLimits, RequestKey};
use scenewright_model::EditAction;

use crate::support::{Project, change, failing, history};

fn request(id: &str) -> RequestKey {
    RequestKey { id: id.to_owned(), fingerprint: format!("of {id}") }
}

#[test]
fn a_request_is_found_again_with_its_answer() {
    let project = Project::quick(&[("a.txt", "1")]);
    let first = request("first");
    let options = CommitOptions { request: Some(&first), begin: None };
    let edit = [change("a.txt", Some("1"), Some("2"))];
    let entry = project.open().commit_with(&edit, "edit", &options).unwrap();
    let journal = project.open();
    journal.set_answer(&entry.handle, "first", "the answer").unwrap();
    let again = [change("a.txt", Some("2"), Some("3"))];
    let refused = journal.commit_with(&again, "edit", &options).unwrap_err();
    assert!(
        matches!(&refused, JournalError::RequestAlreadyDone { handle, .. } if *handle == entry.handle)
    );
    assert_eq!(project.read("a.txt"), "2");
    let found = project.open().request("first").unwrap().unwrap();
    assert_eq!((found.action, found.request), (EditAction::Edit, first));
    assert_eq!(found.answer.as_deref(), Some("the answer"));
    assert!(journal.request("other").unwrap().is_none());
}

#[test]
fn undo_and_redo_have_requests_of_their_own() {
    let project = Project::quick(&[("a.txt", "1")]);
    let journal = project.open();
    let entry = journal.commit(&[change("a.txt", Some("1"), Some("2"))], "edit").unwrap();
    let (undo, redo) = (request("undo"), request("redo"));
    let with = |request| CommitOptions { request: Some(request), begin: None };
    journal.undo_with(&entry.handle, &with(&undo)).unwrap();
    journal.redo_with(&entry.handle, &with(&redo)).unwrap();
    journal.undo(&entry.handle).unwrap();
    assert_eq!(journal.request("undo").unwrap().unwrap().action, EditAction::Undo);
    assert_eq!(journal.request("redo").unwrap().unwrap().action, EditAction::Redo);
    let refused = journal.redo_with(&entry.handle, &with(&redo)).unwrap_err();
    assert!(matches!(refused, JournalError::RequestAlreadyDone { .. }));
    assert_eq!(history(&journal), ["edit undone"]);
}

#[test]
fn a_request_that_was_taken_back_is_new_again() {
    for step in 0..40 {
        let project = Project::quick(&[("a.txt", "1"), ("b.txt", "1")]);
        let entry =
            project.open().commit(&[change("b.txt", Some("1"), Some("2"))], "before").unwrap();
        let request = request("once");
        let options = CommitOptions { request: Some(&request), begin: None };
        let broken =
            project.open_with(JournalLimits::default(), failing(step, usize::MAX).0).unwrap();
        let _ = broken.undo_with(&entry.handle, &options);
        let journal = project.open();
        let is_done = project.read("b.txt") == "1";
        assert_eq!(journal.request("once").unwrap().is_some(), is_done, "step {step}");
        assert_eq!(journal.undo_with(&entry.handle, &options).is_ok(), !is_done, "step {step}");
        assert_eq!(project.read("b.txt"), "1");
    }
}

#[test]
fn who_gives_up_at_the_last_moment_has_changed_nothing() {
    let project = Project::quick(&[("a.txt", "1")]);
    let journal = project.open();
    let tree = project.tree();
    let options = CommitOptions { request: None, begin: Some(&|| false) };
    let edit = [change("a.txt", Some("1"), Some("2"))];
    let refused = journal.commit_with(&edit, "edit", &options).unwrap_err();
    assert!(matches!(refused, JournalError::Cancelled));
    assert_eq!(project.tree(), tree);
    let entry = journal.commit(&edit, "edit").unwrap();
    let refused = journal.undo_with(&entry.handle, &options).unwrap_err();
    assert!(matches!(refused, JournalError::Cancelled));
    assert_eq!(
        (&project.read("a.txt")[..], history(&journal)),
        ("2", vec!["edit done".to_owned()])
    );
}
