//! A journal in any state loses no file of the project and stops no new edit.

use std::fs;
use std::path::PathBuf;

use scenewright_journal::{Journal, JournalError, JournalLimits};
use scenewright_model::RecoveryDirection;

use crate::support::{Project, change, failing, history};

fn entries(journal: &Journal, ending: &str) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(journal.folder().join("entries"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    all.sort();
    all
}

fn edited() -> Project {
    let project = Project::quick(&[("a.txt", "1"), ("b.txt", "1")]);
    let journal = project.open();
    journal.commit(&[change("a.txt", Some("1"), Some("2"))], "first").unwrap();
    journal.commit(&[change("a.txt", Some("2"), Some("3"))], "second").unwrap();
    project
}

#[test]
fn a_record_cut_at_any_length_is_set_aside() {
    let whole = fs::metadata(&entries(&edited().open(), "done")[0]).unwrap().len();
    for length in (0..whole).step_by(7).chain([whole - 1]) {
        let project = edited();
        let journal = project.open();
        let record = entries(&journal, "done").remove(0);
        let file = fs::OpenOptions::new().write(true).open(&record).unwrap();
        file.set_len(length).unwrap();
        let tree = project.tree();
        let journal = project.open();
        // A truncated body shows when it is needed, a header at once.
        let reported = history(&journal);
        let aside = journal.unreadable_records().unwrap();
        assert!(
            reported == ["second done"] && aside.len() == 1 || reported.len() == 2,
            "{length} {reported:?}"
        );
        assert_eq!(project.tree(), tree);
        let second = journal.history().unwrap().pop().unwrap();
        journal.undo(&second.handle).unwrap();
        let handle = record.file_stem().unwrap().to_str().unwrap();
        let refused = journal.undo(handle).unwrap_err();
        assert!(
            matches!(
                refused,
                JournalError::UnknownEntry { .. } | JournalError::DamagedEntry { .. }
            ),
            "{refused}"
        );
        assert_eq!(project.read("a.txt"), "2");
        journal.commit(&[change("a.txt", Some("2"), Some("4"))], "third").unwrap();
    }
}

#[test]
fn a_flipped_byte_is_noticed_wherever_it_is() {
    let whole = fs::metadata(&entries(&edited().open(), "done")[1]).unwrap().len();
    for at in 0..usize::try_from(whole).unwrap() {
        if at % 5 != 0 && at > 16 {
            continue;
        }
        let project = edited();
        let record = entries(&project.open(), "done").remove(1);
        let mut bytes = fs::read(&record).unwrap();
        bytes[at] ^= 0x11;
        fs::write(&record, bytes).unwrap();
        let handle = record.file_stem().unwrap().to_str().unwrap();
        let refused = project.open().undo(handle).unwrap_err();
        assert!(matches!(refused, JournalError::DamagedEntry { .. }), "{at}: {refused}");
        assert_eq!(project.read("a.txt"), "3");
    }
}

/// A commit of two files that was interrupted after `step` steps, with its record.
fn cut_short(step: usize) -> (Project, PathBuf) {
    let project = Project::quick(&[("a.txt", "1"), ("b.txt", "1")]);
    let journal = project.open_with(JournalLimits::default(), failing(step, usize::MAX).0).unwrap();
    let both = ["a.txt", "b.txt"].map(|path| change(path, Some("1"), Some("2")));
    journal.commit(&both, "both").unwrap_err();
    let record = entries(&journal, "intent").remove(0);
    (project, record)
}

/// The step before which the first file is renamed, and with it nothing but that file is new.
fn between() -> (Project, PathBuf) {
    (10..60)
        .filter_map(|step| {
            std::panic::catch_unwind(|| cut_short(step)).ok().filter(|(project, _)| {
                (project.read("a.txt"), project.read("b.txt")) == ("2".into(), "1".into())
            })
        })
        .next()
        .unwrap()
}

#[test]
fn a_file_changed_after_the_crash_is_left_alone() {
    let (project, _) = between();
    project.write("b.txt", "mine");
    let journal = project.open();
    assert_eq!(history(&journal), ["both conflicted"]);
    assert_eq!((project.read("a.txt"), project.read("b.txt")), ("2".into(), "mine".into()));
    assert_eq!(project.tree().len(), 2, "{:?}", project.tree().keys());
    let handle = journal.history().unwrap()[0].handle.clone();
    let refused = journal.undo(&handle).unwrap_err().to_string();
    assert!(refused.contains("b.txt has changed: expected 1 bytes"), "{refused}");
    journal.commit(&[change("b.txt", Some("mine"), Some("3"))], "next").unwrap();
    assert_eq!(history(&project.open()), ["both conflicted", "next done"]);
}

#[test]
fn a_half_done_edit_with_a_damaged_record_is_taken_back_from_its_full_contents() {
    let (project, record) = between();
    let bytes = fs::read(&record).unwrap();
    fs::write(&record, &bytes[..bytes.len() - 1]).unwrap();
    assert_eq!(history(&project.open()), [""; 0]);
    assert_eq!((project.read("a.txt"), project.read("b.txt")), ("1".into(), "1".into()));
    assert_eq!(project.tree().len(), 2, "{:?}", project.tree().keys());
}

#[test]
fn a_half_done_edit_whose_contents_are_lost_is_a_conflict_and_can_be_closed() {
    let (project, record) = between();
    let bytes = fs::read(&record).unwrap();
    fs::write(&record, &bytes[..bytes.len() - 1]).unwrap();
    fs::write(record.with_extension("base"), "rubbish").unwrap();
    let journal = project.open();
    assert_eq!(history(&journal), ["both conflicted"]);
    let tree = project.tree();
    let handle = journal.history().unwrap()[0].handle.clone();
    let resolved = journal.resolve(&handle, RecoveryDirection::Back).unwrap();
    assert!(resolved.unreadable_reason.is_some() && resolved.written.is_empty());
    assert_eq!(project.tree(), tree);
    assert_eq!(history(&project.open()), [""; 0]);
}

#[test]
fn a_journal_full_of_rubbish_stops_nobody() {
    let project = edited();
    let folder = project.open().folder().join("entries");
    for name in ["x", "1.done", "-.done", "000009-abc.intent", "000010-abc.undoing", "000011-a.new"]
    {
        fs::write(folder.join(name), "rubbish").unwrap();
    }
    fs::write(folder.join("000012-abc.redo-cancelled"), "").unwrap();
    fs::write(folder.join("99999999999999999999-abc.intent"), "").unwrap();
    fs::write(folder.join(format!("{}-abc.done", u64::MAX)), "").unwrap();
    fs::create_dir(folder.join("000013-abc.done")).unwrap();
    let journal = project.open();
    journal.commit(&[change("a.txt", Some("3"), Some("4"))], "third").unwrap();
    let listed = history(&journal);
    assert_eq!(listed, ["first done", "second done", "third done"]);
    assert_eq!(project.tree().len(), 2);
}
