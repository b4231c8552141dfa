//! Unsaved changes outlive the process, and have no owner until somebody takes them over.

use scenewright_engine::EngineError;
use scenewright_model::{Edit, EditMode, UnloadMode};

use super::side::*;

/// A game with a number that a process left unsaved in its main scene.
fn left(side: Side) -> Game {
    let mut game = Game::new(side);
    game.edit_as(&[game.number(5)], EditMode::KeepUnsaved, &of("MCP session 3")).unwrap();
    game.edit_as(&[game.number(7)], EditMode::KeepUnsaved, &of("MCP session 3")).unwrap();
    game.restart();
    game
}

fn listed(side: Side) -> String {
    format!("restored (MCP session 3): 2 in {}", short(side.main))
}

#[test]
fn what_a_process_left_unsaved_is_listed_and_not_in_memory() {
    for side in SIDES {
        let game = left(side);
        let before = game.tree();
        assert_eq!(game.unsaved(), [listed(side)]);
        assert_eq!(game.seen(), 0);
        assert_eq!(game.loaded(), [format!("{} active", short(side.main))]);
        assert_eq!(game.tree(), before);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
    }
}

#[test]
fn it_refuses_changes_of_the_same_scene_until_it_is_included() {
    for side in SIDES {
        let game = left(side);
        let add = [game.object(side.main, "New")];
        for mode in [EditMode::Save, EditMode::KeepUnsaved, EditMode::DryRun] {
            let refused = game.edit(&add, mode).unwrap_err();
            assert!(refused.to_string().contains("restored (MCP session 3)"), "{refused}");
        }
        game.save(Some(side.main), SAVE).unwrap_err();
        assert!(game.save(None, SAVE).unwrap().diagnostics[0].starts_with("Not saved: "));
        game.edit(&[game.object(side.other, "New")], EditMode::Save).unwrap();

        game.edit_as(&add, EditMode::KeepUnsaved, &of("B").including_others(true)).unwrap();
        assert_eq!(game.seen(), 7);
        assert_eq!(game.unsaved(), [format!("B: 3 in {}", short(side.main))]);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
        game.world().save(Some(side.main), SAVE, &of("B")).unwrap();
        let disk = game.disk(side.main).unwrap();
        assert!(disk.contains("New") && disk != (side.text)(0));
        assert_eq!(game.unsaved(), [""; 0]);
    }
}

#[test]
fn it_is_kept_by_a_save_that_includes_it_and_then_undone_as_one() {
    for side in SIDES {
        let game = left(side);
        let cx = cx().including_others(true);
        let saved = game.world().save(None, SAVE, &cx).unwrap().value;
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(7));
        assert_eq!(game.unsaved(), [""; 0]);
        assert_eq!(game.undo().unwrap().handle, saved.handle);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
    }
}

#[test]
fn it_is_dropped_by_whoever_includes_it() {
    for side in SIDES {
        let mut game = left(side);
        let cx = cx().including_others(true);
        game.world().unload(side.main, UnloadMode::Discard, &cx).unwrap();
        assert_eq!(game.unsaved(), [""; 0]);
        game.restart();
        assert_eq!(game.unsaved(), [""; 0]);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
    }
}

#[test]
fn a_scene_that_never_was_a_file_comes_back_too() {
    for side in SIDES {
        let mut game = Game::new(side);
        let path = side.fresh.to_owned();
        game.edit(&[Edit::CreateScene { path, class: None, name: None }], EditMode::KeepUnsaved)
            .unwrap();
        game.restart();
        assert_eq!(game.unsaved(), [format!("restored (local): 1 in {}", short(side.fresh))]);
        game.world().save(Some(side.fresh), SAVE, &cx().including_others(true)).unwrap();
        assert!(game.disk(side.fresh).is_some());
    }
}

#[test]
fn a_disk_that_has_changed_meanwhile_is_a_conflict() {
    for side in SIDES {
        let game = left(side);
        game.write(side.main, &(side.text)(9));
        assert_eq!(game.unsaved(), [format!("{}, conflicted", listed(side))]);
        let cx = cx().including_others(true);
        let refused = game.world().save(Some(side.main), SAVE, &cx).unwrap_err();
        assert!(matches!(refused, EngineError::Changed { .. }), "{refused}");
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(9));
        game.world().save(Some(side.main), OVERWRITE, &cx).unwrap();
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(7));
    }
}

#[test]
fn what_the_disk_has_already_is_not_listed() {
    for side in SIDES {
        let game = left(side);
        // As after a process that ended between saving and forgetting.
        game.write(side.main, &(side.text)(7));
        assert_eq!(game.unsaved(), [""; 0]);
        game.edit(&[game.number(8)], EditMode::Save).unwrap();
        game.write(side.main, &(side.text)(0));
        assert_eq!(game.unsaved(), [""; 0]);
    }
}

#[test]
fn undone_edits_do_not_come_back_and_those_before_them_do() {
    for side in SIDES {
        let mut game = Game::new(side);
        game.keep(5);
        game.keep(7);
        game.undo().unwrap();
        game.restart();
        let saved = game.world().save(None, SAVE, &cx().including_others(true)).unwrap().value;
        assert_eq!(saved.files.len(), 1);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(5));
    }
}

#[test]
fn edits_of_a_process_that_lives_are_its_own() {
    for side in SIDES {
        let game = Game::new(side);
        game.keep(5);
        let other =
            Game { engine: game.another(), side, fixture: scenewright_testkit::Fixture::new("") };
        assert_eq!(other.unsaved(), [""; 0]);
    }
}

#[test]
fn a_restart_after_a_part_was_saved_brings_back_the_rest() {
    for side in SIDES {
        let mut game = Game::new(side);
        let edits = [game.number(5), game.object(side.other, "New")];
        game.edit(&edits, EditMode::KeepUnsaved).unwrap();
        game.save(Some(side.main), SAVE).unwrap();
        game.restart();
        assert_eq!(game.unsaved(), [format!("restored (local): 1 in {}", short(side.other))]);
        game.world().save(None, SAVE, &cx().including_others(true)).unwrap();
        assert!(game.disk(side.other).unwrap().contains("New"));
    }
}
