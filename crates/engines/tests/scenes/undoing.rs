//! Unsaved edits can be undone and redone.

use scenewright_engine::EngineError;
use scenewright_model::{EditHistoryEntry, EditMode, EditState};

use super::side::*;

fn history(game: &Game) -> Vec<EditHistoryEntry> {
    game.engine.as_editing().unwrap().history(&cx()).unwrap().value
}

/// State and owner of each, the newest first.
fn reported(game: &Game) -> Vec<String> {
    let one = |entry: EditHistoryEntry| {
        let state = if entry.state == EditState::Done { "done" } else { "undone" };
        let owner = entry.unsaved_of.map(|owner| format!(" {owner}")).unwrap_or_default();
        format!("{state}{owner}")
    };
    history(game).into_iter().map(one).collect()
}

#[test]
fn unsaved_edits_are_undone_one_by_one_and_done_again() {
    for side in SIDES {
        let game = Game::new(side);
        let editing = game.engine.as_editing().unwrap();
        let first = game.keep(1).handle.unwrap();
        let second = game.keep(2).handle.unwrap();
        assert_eq!(reported(&game), ["done local", "done local"]);
        assert_eq!(editing.undo(None, false, &cx()).unwrap().value.handle, Some(second.clone()));
        assert_eq!(game.seen(), 1);
        assert_eq!(reported(&game), ["undone local", "done local"]);
        editing.undo(Some(&first), false, &cx()).unwrap();
        assert_eq!(game.loaded(), [format!("{} active", short(side.main))]);
        // What was undone last comes first.
        assert_eq!(editing.redo(None, false, &cx()).unwrap().value.handle, Some(first));
        assert_eq!(editing.redo(None, true, &cx()).unwrap().value.handle, None);
        assert_eq!(editing.redo(None, false, &cx()).unwrap().value.handle, Some(second));
        assert_eq!(game.seen(), 2);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
    }
}

#[test]
fn an_edit_under_a_later_one_is_not_undone() {
    for side in SIDES {
        let game = Game::new(side);
        let first = game.keep(1).handle.unwrap();
        let second = game.keep(2).handle.unwrap();
        let refused = game.engine.as_editing().unwrap().undo(Some(&first), false, &cx());
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(&second), "{refused}");
        assert_eq!(game.seen(), 2);
    }
}

#[test]
fn after_a_save_its_entry_is_what_is_undone() {
    for side in SIDES {
        let game = Game::new(side);
        let editing = game.engine.as_editing().unwrap();
        let edit = game.keep(1).handle.unwrap();
        let entry = game.save(None, SAVE).unwrap().handle.unwrap();
        let refused = editing.undo(Some(&edit), false, &cx()).unwrap_err().to_string();
        assert!(refused.contains(&entry), "{refused}");
        assert_eq!(reported(&game), ["done"]);
        assert_eq!(game.undo().unwrap().handle, Some(entry));
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
    }
}

#[test]
fn the_last_change_is_undone_whether_it_was_saved_or_not() {
    for side in SIDES {
        let game = Game::new(side);
        let kept = game.keep(1).handle;
        let written = game.edit(&[game.object(side.other, "New")], EditMode::Save).unwrap().handle;
        assert_eq!(game.undo().unwrap().handle, written);
        assert_eq!(game.undo().unwrap().handle, kept);
        game.undo().unwrap_err();
    }
}

#[test]
fn unsaved_edits_of_others_are_not_undone() {
    for side in SIDES {
        let game = Game::new(side);
        let editing = game.engine.as_editing().unwrap();
        let kept = game.keep(1).handle.unwrap();
        assert_eq!(reported(&game), ["done local"]);
        editing.undo(None, false, &of("B")).unwrap_err();
        let refused = editing.undo(Some(&kept), false, &of("B")).unwrap_err();
        let EngineError::UnsavedChanges { work, .. } = refused else { panic!("{refused:?}") };
        assert_eq!(work[0].owner, "local");
        assert_eq!(game.seen(), 1);
        editing.undo(Some(&kept), false, &of("B").including_others(true)).unwrap();
        assert_eq!(game.seen(), 0);
    }
}

#[test]
fn an_entry_under_unsaved_changes_of_others_is_not_undone() {
    for side in SIDES {
        let game = Game::new(side);
        game.edit(&[game.number(1)], EditMode::Save).unwrap();
        game.edit_as(&[game.number(2)], EditMode::KeepUnsaved, &of("A")).unwrap();
        let refused = game.undo().unwrap_err().to_string();
        assert!(refused.contains("of A, since"), "{refused}");
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(1));
    }
}

#[test]
fn without_a_journal_unsaved_edits_are_undone_all_the_same() {
    for side in SIDES {
        let mut game = Game::new(side);
        game.engine = scenewright_engines::open(
            &scenewright_engines::find(&game.fixture.path("game")).unwrap(),
        );
        game.keep(1);
        assert_eq!(reported(&game), ["done local"]);
        game.undo().unwrap();
        assert_eq!(game.seen(), 0);
    }
}
