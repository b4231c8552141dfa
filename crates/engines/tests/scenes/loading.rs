//! Loading, unloading, reloading, and saving under another name.

use scenewright_model::{Edit, EditMode, UnloadMode};

use super::side::*;

fn rename_lamp(game: &Game) {
    let rename = Edit::RenameObject {
        scene: game.side.other.to_owned(),
        object: at("Lamp"),
        name: "Torch".to_owned(),
    };
    game.edit(&[rename], EditMode::KeepUnsaved).unwrap();
}

#[test]
fn scenes_come_and_go() {
    for side in SIDES {
        let game = Game::new(side);
        let (main, other) = (short(side.main), short(side.other));
        assert_eq!(game.loaded(), [format!("{main} active")]);
        let scene = game.world().load(side.other, true, UnloadMode::IfSaved, &cx()).unwrap().value;
        assert_eq!((scene.path.as_str(), scene.name.as_str()), (side.other, "other"));
        assert!(scene.objects > 0 && scene.roots == 1);
        assert_eq!(game.loaded(), [format!("{main} active"), other.to_owned()]);
        game.world().load(side.other, false, UnloadMode::IfSaved, &cx()).unwrap();
        assert_eq!(game.loaded(), [format!("{other} active")]);
        game.world().unload(side.other, UnloadMode::IfSaved, &cx()).unwrap();
        assert_eq!(game.loaded(), [""; 0]);
        let gone = game.world().unload(side.other, UnloadMode::IfSaved, &cx()).unwrap_err();
        assert_eq!(gone.to_string(), format!("Loaded scene '{}' does not exist", side.other));
        game.world().load(side.fresh, true, UnloadMode::IfSaved, &cx()).unwrap_err();
    }
}

#[test]
fn unsaved_changes_stand_in_the_way() {
    for side in SIDES {
        let game = Game::new(side);
        game.keep(1);
        let load = |how| game.world().load(side.other, false, how, &cx());
        let refused = load(UnloadMode::IfSaved).unwrap_err().to_string();
        let (main, other) = (side.main, side.other);
        assert_eq!(refused, format!("Loading '{other}' is refused: '{main}' has unsaved changes"));
        game.world().unload(side.main, UnloadMode::IfSaved, &cx()).unwrap_err();
        assert_eq!(game.seen(), 1);
        load(UnloadMode::Discard).unwrap();
        assert_eq!(game.loaded(), [format!("{} active", short(side.other))]);
        assert_eq!(game.seen(), 0);
    }
}

#[test]
fn a_scene_that_is_edited_is_loaded() {
    for side in SIDES {
        let game = Game::new(side);
        rename_lamp(&game);
        let (main, other) = (short(side.main), short(side.other));
        assert_eq!(game.loaded(), [format!("{main} active"), format!("{other} dirty")]);
        // The one that stays keeps its changes.
        game.world().load(side.other, false, UnloadMode::IfSaved, &cx()).unwrap();
        assert_eq!(game.loaded(), [format!("{other} active dirty")]);
    }
}

#[test]
fn one_scene_is_saved_without_the_other() {
    for side in SIDES {
        let game = Game::new(side);
        game.keep(1);
        rename_lamp(&game);
        game.save(Some(side.main), SAVE).unwrap();
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(1));
        assert!(game.disk(side.other).unwrap().contains("Lamp"));
        game.keep(2);
        let saved = game.save(None, SAVE).unwrap();
        assert_eq!(saved.files.len(), 2);
        game.undo().unwrap();
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(1));
        assert!(game.disk(side.other).unwrap().contains("Lamp"));
    }
}

#[test]
fn a_scene_whose_file_is_gone_is_not_loaded_any_longer() {
    for side in SIDES {
        let game = Game::new(side);
        assert_eq!(game.loaded().len(), 1);
        game.remove(side.main);
        let loaded = game.world().loaded(&cx()).unwrap();
        assert_eq!(loaded.value, []);
        assert_eq!(
            loaded.diagnostics,
            [format!("'{}' is not loaded any longer: its file is gone", side.main)]
        );
        assert_eq!(game.world().loaded(&cx()).unwrap().diagnostics, [""; 0]);
    }
}

#[test]
fn a_scene_saved_as_another_leaves_the_first_as_it_was() {
    for side in SIDES {
        let game = Game::new(side);
        game.keep(8);
        let save_as =
            |mode| game.world().save_as(side.main, side.fresh, mode, &cx()).map(|read| read.value);
        let preview = save_as(PREVIEW).unwrap();
        assert_eq!(game.disk(side.fresh), None);
        let saved = save_as(SAVE).unwrap();
        assert_eq!(preview.files, saved.files);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
        assert_eq!(game.loaded(), [format!("{} active", short(side.fresh))]);
        assert_eq!(game.names(side.fresh), game.names(side.main));
        let written = game.disk(side.fresh).unwrap();
        if side.fresh.starts_with("res://") {
            let (first, rest) = written.split_once('\n').unwrap();
            assert_eq!(rest, (side.text)(8).split_once('\n').unwrap().1);
            assert!(first.contains("uid=\"uid://") && !first.contains("bmain"), "{first}");
        } else {
            assert_eq!(written, (side.text)(8));
            let meta = game.disk("Assets/Levels/new.unity.meta").unwrap();
            assert!(meta.contains("\nguid: ") && meta.contains("DefaultImporter"), "{meta}");
        }
        game.world().load(side.main, true, UnloadMode::IfSaved, &cx()).unwrap();
        let refused = game.world().save_as(side.main, side.fresh, SAVE, &cx()).unwrap_err();
        assert!(refused.to_string().ends_with("it is there already"), "{refused}");
        game.world().save_as(side.main, side.fresh, OVERWRITE, &cx()).unwrap();
        assert_eq!(game.loaded(), [format!("{} active", short(side.fresh))]);
        // Who it is stays the same.
        let first_line = |text: &str| text.split('\n').next().unwrap().to_owned();
        assert_eq!(first_line(&game.disk(side.fresh).unwrap()), first_line(&written));
    }
}

/// The list of scenes to build is a file of its own, which is unsaved with the scene.
#[test]
fn a_scene_is_dirty_with_what_was_changed_for_it() {
    for side in SIDES {
        let game = Game::new(side);
        let build = Edit::AddToBuild { scene: side.other.to_owned(), enabled: true };
        let edited = game.edit(&[build], EditMode::KeepUnsaved).unwrap();
        let list = edited.files[0].path.clone();
        let before = game.disk(&list).unwrap();
        let (main, other) = (short(side.main), short(side.other));
        assert_eq!(game.loaded(), [format!("{main} active"), format!("{other} dirty")]);
        game.world().unload(side.other, UnloadMode::IfSaved, &cx()).unwrap_err();
        game.world().reload(side.other, &cx()).unwrap();
        assert_eq!(game.loaded(), [format!("{main} active"), other.to_owned()]);
        assert_eq!(game.save(None, SAVE).unwrap().files, []);
        assert_eq!(game.disk(&list).unwrap(), before);
    }
}
