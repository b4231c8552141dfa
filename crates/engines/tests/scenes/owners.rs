//! Unsaved changes belong to whoever made them.

use scenewright_engine::EngineError;
use scenewright_model::{Edit, EditMode, UnloadMode, UnsavedWork};

use super::side::*;

/// What the error names.
#[track_caller]
fn named<T: std::fmt::Debug>(outcome: Result<T, EngineError>) -> Vec<UnsavedWork> {
    match outcome {
        Err(EngineError::UnsavedChanges { work, .. }) => work,
        other => panic!("{other:?}"),
    }
}

fn delete(side: Side) -> Edit {
    Edit::DeleteObject { scene: side.main.to_owned(), object: at("Box") }
}

#[test]
fn a_deletion_in_memory_does_not_reach_the_disk_by_a_rename_of_somebody_else() {
    for side in SIDES {
        let game = Game::new(side);
        game.edit(&[game.object(side.main, "Lamp")], EditMode::Save).unwrap();
        let disk = game.disk(side.main).unwrap();
        game.edit_as(&[delete(side)], EditMode::KeepUnsaved, &of("Explorer")).unwrap();
        let rename = Edit::RenameObject {
            scene: side.main.to_owned(),
            object: at("Lamp"),
            name: "Torch".to_owned(),
        };
        for mode in [EditMode::Save, EditMode::KeepUnsaved, EditMode::DryRun] {
            let refused = game.edit_as(std::slice::from_ref(&rename), mode, &of("MCP session 1"));
            let reported = refused.as_ref().unwrap_err().to_string();
            for word in [side.main, "Explorer", "1 unsaved edit", "since 20"] {
                assert!(reported.contains(word), "{word}: {reported}");
            }
            let work = named(refused);
            assert_eq!((work.len(), work[0].owner.as_str(), work[0].edits), (1, "Explorer", 1));
        }
        assert_eq!(game.disk(side.main).unwrap(), disk);

        let cx = of("MCP session 1").including_others(true);
        let preview = game.edit_as(std::slice::from_ref(&rename), EditMode::DryRun, &cx).unwrap();
        let written = game.edit_as(&[rename], EditMode::Save, &cx).unwrap();
        assert_eq!(
            (preview.files, preview.diagnostics),
            (written.files, written.diagnostics.clone())
        );
        assert!(
            written.diagnostics.iter().any(|note| note.contains("Explorer")),
            "{:?}",
            written.diagnostics
        );
        let disk = game.disk(side.main).unwrap();
        assert!(!disk.contains("Box") && disk.contains("Torch"), "{disk}");
        assert_eq!(game.unsaved(), [""; 0]);
    }
}

#[test]
fn an_edit_in_another_scene_is_nobodys_business() {
    for side in SIDES {
        let game = Game::new(side);
        game.edit_as(&[delete(side)], EditMode::KeepUnsaved, &of("Explorer")).unwrap();
        let add = game.object(side.other, "Mine");
        game.edit_as(&[add], EditMode::Save, &of("MCP")).unwrap();
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
        assert_eq!(game.unsaved(), [format!("Explorer: 1 in {}", short(side.main))]);
    }
}

#[test]
fn a_save_writes_what_is_the_callers_and_names_the_rest() {
    for side in SIDES {
        let game = Game::new(side);
        let (a, b) = (of("MCP session 1"), of("MCP session 2"));
        game.edit_as(&[game.number(5)], EditMode::KeepUnsaved, &a).unwrap();
        game.edit_as(&[game.object(side.other, "Mine")], EditMode::KeepUnsaved, &b).unwrap();
        named(game.world().save(Some(side.main), SAVE, &b));
        let saved = game.world().save(None, SAVE, &b).unwrap().value;
        assert_eq!(saved.files.len(), 1);
        assert!(saved.diagnostics[0].starts_with("Not saved: "), "{:?}", saved.diagnostics);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(0));
        assert_eq!(game.unsaved(), [format!("MCP session 1: 1 in {}", short(side.main))]);
        let saved = game.world().save(None, SAVE, &b.including_others(true)).unwrap().value;
        assert!(saved.diagnostics[0].contains("MCP session 1"), "{:?}", saved.diagnostics);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(5));
    }
}

#[test]
fn whoever_includes_the_changes_of_others_in_memory_takes_them_over() {
    for side in SIDES {
        let game = Game::new(side);
        let (a, b) = (of("A"), of("B"));
        game.edit_as(&[game.number(5)], EditMode::KeepUnsaved, &a).unwrap();
        let more = [game.object(side.main, "Mine")];
        named(game.edit_as(&more, EditMode::KeepUnsaved, &b));
        game.edit_as(&more, EditMode::KeepUnsaved, &b.including_others(true)).unwrap();
        assert_eq!(game.unsaved(), [format!("B: 2 in {}", short(side.main))]);
        named(game.world().save(Some(side.main), SAVE, &a));
        game.world().save(Some(side.main), SAVE, &b).unwrap();
        assert!(game.disk(side.main).unwrap().contains("Mine"));
    }
}

#[test]
fn a_scene_with_unsaved_changes_of_others_is_not_replaced() {
    for side in SIDES {
        let game = Game::new(side);
        let (a, b) = (of("A"), of("B"));
        game.edit_as(&[game.number(5)], EditMode::KeepUnsaved, &a).unwrap();
        let world = game.world();
        for how in [UnloadMode::IfSaved, UnloadMode::Discard] {
            named(world.load(side.other, false, how, &b));
            named(world.unload(side.main, how, &b));
        }
        named(world.reload(side.main, &b));
        named(world.save_as(side.main, side.fresh, SAVE, &b));
        assert_eq!(game.seen(), 5);
        world.load(side.other, true, UnloadMode::IfSaved, &b).unwrap();
        world.unload(side.main, UnloadMode::Discard, &b.including_others(true)).unwrap();
        assert_eq!(game.seen(), 0);
        assert_eq!(game.unsaved(), [""; 0]);
    }
}

#[test]
fn what_was_made_along_with_a_scene_belongs_to_its_owner_too() {
    for side in SIDES {
        let game = Game::new(side);
        let path = side.fresh.replace(".unity", ".prefab");
        let make = Edit::CreatePrefab {
            scene: side.main.to_owned(),
            object: at("Box"),
            path: path.clone(),
        };
        game.edit_as(&[make], EditMode::KeepUnsaved, &of("A")).unwrap();
        let work = game.world().unsaved(&cx()).unwrap().value;
        assert_eq!((work.len(), work[0].scene.as_str()), (1, side.main));
        assert!(work[0].files.contains(&path), "{:?}", work[0].files);
        let rename =
            Edit::RenameObject { scene: path, object: at("Box"), name: "Chest".to_owned() };
        named(game.edit_as(&[rename], EditMode::Save, &of("B")));
    }
}
