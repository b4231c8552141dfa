//! Somebody else writes to the same files.

use scenewright_engine::EngineError;
use scenewright_model::EditMode;

use super::side::*;

#[test]
fn a_clean_scene_follows_the_disk() {
    for side in SIDES {
        let game = Game::new(side);
        assert_eq!(game.seen(), 0);
        game.write(side.main, &(side.text)(5));
        assert_eq!(game.seen(), 5);
        assert_eq!(game.loaded(), [format!("{} active", short(side.main))]);
    }
}

#[test]
fn a_dirty_scene_is_not_saved_over_another_version() {
    for side in SIDES {
        let game = Game::new(side);
        game.keep(1);
        game.write(side.main, &(side.text)(12));
        assert_eq!(game.seen(), 1);
        assert_eq!(game.loaded(), [format!("{} active dirty conflicted", short(side.main))]);
        for mode in [SAVE, PREVIEW] {
            match game.save(None, mode).unwrap_err() {
                EngineError::Changed { path, expected, found } => {
                    assert_eq!(path, side.main);
                    let bytes = |number| format!("{} bytes", (side.text)(number).len());
                    assert!(expected.starts_with(&bytes(0)), "{expected}");
                    assert!(found.starts_with(&format!("{} of ", bytes(12))), "{found}");
                }
                other => panic!("{other}"),
            }
        }
        let edit = game.edit(&[game.number(2)], EditMode::Save).unwrap_err();
        assert!(matches!(edit, EngineError::Changed { .. }), "{edit}");
        assert_eq!(game.seen(), 1);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(12));
    }
}

#[test]
fn a_conflict_ends_with_one_of_the_versions() {
    for side in SIDES {
        let game = Game::new(side);
        game.keep(1);
        game.write(side.main, &(side.text)(12));
        game.save(Some(side.main), OVERWRITE).unwrap();
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(1));
        // What was overwritten is not lost.
        game.undo().unwrap();
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(12));

        game.keep(2);
        game.write(side.main, &(side.text)(3));
        game.world().reload(side.main, &cx()).unwrap();
        assert_eq!(game.seen(), 3);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(3));
        assert_eq!(game.save(None, SAVE).unwrap().files, []);
    }
}

#[test]
fn a_file_that_vanishes_below_its_changes_is_a_conflict() {
    for side in SIDES {
        let game = Game::new(side);
        game.keep(1);
        game.remove(side.main);
        assert_eq!(game.seen(), 1);
        match game.save(None, SAVE).unwrap_err() {
            EngineError::Changed { found, .. } => assert_eq!(found, "no file"),
            other => panic!("{other}"),
        }
        game.save(None, OVERWRITE).unwrap();
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(1));
    }
}

#[test]
fn an_undo_of_an_entry_under_unsaved_changes_is_refused() {
    for side in SIDES {
        let game = Game::new(side);
        let written = game.edit(&[game.number(1)], EditMode::Save).unwrap().handle.unwrap();
        game.keep(2);
        let editing = game.engine.as_editing().unwrap();
        let refused = editing.undo(Some(&written), false, &cx()).unwrap_err().to_string();
        assert_eq!(
            refused,
            format!("undo is refused: '{}' has unsaved changes in memory", side.main)
        );
        game.world().reload(side.main, &cx()).unwrap();
        game.undo().unwrap();
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
    }
}
