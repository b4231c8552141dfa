//! Edits kept in memory: visible to every reader, written when they are saved.

use scenewright_model::{Edit, EditMode};

use super::side::*;

#[test]
fn what_is_kept_is_seen_by_all_readers_and_not_by_the_disk() {
    for side in SIDES {
        let game = Game::new(side);
        let id = game.id(side.main, "Box");
        let edited = game.keep(7);
        assert!(edited.handle.is_some_and(|handle| handle.starts_with("unsaved-")));
        assert_eq!((edited.files[0].lines_added, edited.files[0].lines_removed), (1, 1));
        assert_eq!(game.seen(), 7);
        assert_eq!(game.id(side.main, "Box"), id);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
        assert_eq!(game.loaded(), [format!("{} active dirty", short(side.main))]);

        let saved = game.save(Some(side.main), SAVE).unwrap();
        assert!(saved.handle.is_some());
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(7));
        assert_eq!(game.seen(), 7);
        assert_eq!(game.id(side.main, "Box"), id);
        assert_eq!(game.loaded(), [format!("{} active", short(side.main))]);

        let undone = game.undo().unwrap();
        assert_eq!(undone.handle, saved.handle);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
        assert_eq!(game.seen(), 0);
    }
}

#[test]
fn one_keep_after_another_is_compared_with_what_the_memory_had() {
    for side in SIDES {
        let game = Game::new(side);
        game.keep(1);
        let second = game.keep(2);
        assert!(second.files[0].diff.contains('1'), "{}", second.files[0].diff);
        let preview = game.save(None, PREVIEW).unwrap();
        assert_eq!(preview.handle, None);
        let saved = game.save(None, SAVE).unwrap();
        assert_eq!(preview.files, saved.files);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(2));
        assert_eq!(game.save(None, SAVE).unwrap().files, []);
    }
}

#[test]
fn a_change_that_is_taken_back_leaves_the_scene_clean() {
    for side in SIDES {
        let game = Game::new(side);
        game.keep(1);
        game.keep(0);
        assert_eq!(game.loaded(), [format!("{} active", short(side.main))]);
    }
}

#[test]
fn an_edit_that_is_written_takes_what_is_unsaved_in_its_file_along() {
    for side in SIDES {
        let game = Game::new(side);
        game.keep(4);
        let rename = Edit::RenameObject {
            scene: side.main.to_owned(),
            object: at("Box"),
            name: "Chest".to_owned(),
        };
        let preview = game.edit(std::slice::from_ref(&rename), EditMode::DryRun).unwrap();
        assert_eq!(game.names(side.main).last().unwrap(), "Box");
        let written = game.edit(&[rename], EditMode::Save).unwrap();
        assert_eq!(preview.files, written.files);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(4).replace("Box", "Chest"));
        assert_eq!(game.loaded(), [format!("{} active", short(side.main))]);
        game.undo().unwrap();
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
    }
}

#[test]
fn an_edit_that_is_refused_changes_nothing() {
    for side in SIDES {
        let game = Game::new(side);
        let bad = Edit::DeleteObject { scene: side.main.to_owned(), object: at("Nobody") };
        for mode in [EditMode::KeepUnsaved, EditMode::Save] {
            game.edit(&[game.number(3), bad.clone()], mode).unwrap_err();
            assert_eq!(game.seen(), 0);
            assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
        }
    }
}

#[test]
fn a_new_scene_is_a_file_only_when_it_is_saved() {
    for side in SIDES {
        let game = Game::new(side);
        let path = side.fresh.to_owned();
        let create = Edit::CreateScene { path: path.clone(), class: None, name: None };
        let object = Edit::CreateObject {
            scene: path.clone(),
            parent: None,
            sibling: None,
            name: "First".to_owned(),
            class: Some("Node".to_owned()).filter(|_| path.starts_with("res")),
            components: Vec::new(),
        };
        game.edit(&[create], EditMode::KeepUnsaved).unwrap();
        let made = game.edit(&[object], EditMode::KeepUnsaved).unwrap().created[0].clone();
        assert_eq!(game.disk(side.fresh), None);
        assert_eq!(game.id(side.fresh, "First"), made.id);
        assert_eq!(game.loaded()[1], format!("{} dirty", short(side.fresh)));
        game.world().reload(side.fresh, &cx()).unwrap_err();

        game.save(Some(side.fresh), SAVE).unwrap();
        assert!(game.disk(side.fresh).is_some());
        assert_eq!(game.id(side.fresh, "First"), made.id);
        assert_eq!(game.loaded()[1], short(side.fresh));
        let again = game.another().scene(side.fresh, &cx()).unwrap().value;
        assert!(again.objects.iter().any(|object| object.id == made.id));
    }
}

#[test]
fn a_prefab_that_is_only_in_memory_is_saved_with_its_scene() {
    for side in SIDES {
        let game = Game::new(side);
        let path = side.fresh.replace(".unity", ".prefab");
        let make = Edit::CreatePrefab {
            scene: side.main.to_owned(),
            object: at("Box"),
            path: path.clone(),
        };
        game.edit(&[make], EditMode::KeepUnsaved).unwrap();
        assert_eq!(game.disk(&path), None);
        let reading = game.engine.scene(side.main, &cx()).unwrap();
        assert_eq!(reading.diagnostics, [""; 0]);
        assert_eq!(game.names(side.main).last().unwrap(), "Box");
        assert_eq!(game.names(&path), ["Box"]);
        let notes = game.world().loaded(&cx()).unwrap().diagnostics;
        assert!(notes[0].starts_with("Also unsaved: ") && notes[0].contains(&path), "{notes:?}");

        game.save(Some(side.main), SAVE).unwrap();
        assert!(game.disk(&path).is_some());
        assert_eq!(game.engine.scene(side.main, &cx()).unwrap().diagnostics, [""; 0]);
        assert_eq!(game.world().loaded(&cx()).unwrap().diagnostics, [""; 0]);
    }
}

#[test]
fn what_was_made_together_with_a_scene_is_given_up_with_it() {
    for side in SIDES {
        let game = Game::new(side);
        let path = side.fresh.replace(".unity", ".prefab");
        let make = Edit::CreatePrefab { scene: side.main.to_owned(), object: at("Box"), path };
        game.edit(&[make], EditMode::KeepUnsaved).unwrap();
        game.world().reload(side.main, &cx()).unwrap();
        let loaded = game.world().loaded(&cx()).unwrap();
        assert_eq!(loaded.diagnostics, [""; 0]);
        assert_eq!(game.save(None, SAVE).unwrap().files, []);
    }
}
