//! Pseudo-scenes, which are not files.

use scenewright_model::{DONT_DESTROY_ON_LOAD_SCENE, Edit, EditMode, HIDDEN_SCENE, UnloadMode};

use super::side::*;

fn create(scene: &str, name: &str, game: &Game) -> Edit {
    Edit::CreateObject {
        scene: scene.to_owned(),
        parent: None,
        sibling: None,
        name: name.to_owned(),
        class: game.side.main.starts_with("res").then(|| "Node3D".to_owned()),
        components: Vec::new(),
    }
}

#[test]
fn a_pseudo_scene_is_there_when_something_is_in_it() {
    for side in SIDES {
        let game = Game::new(side);
        game.engine.scene(DONT_DESTROY_ON_LOAD_SCENE, &cx()).unwrap_err();
        let edit = create(DONT_DESTROY_ON_LOAD_SCENE, "Music", &game);
        game.edit(std::slice::from_ref(&edit), EditMode::DryRun).unwrap();
        game.engine.scene(DONT_DESTROY_ON_LOAD_SCENE, &cx()).unwrap_err();
        assert_eq!(game.loaded().len(), 1);

        let made = game.edit(&[edit], EditMode::KeepUnsaved).unwrap().created[0].clone();
        assert_eq!(made.scene, DONT_DESTROY_ON_LOAD_SCENE);
        assert_eq!(game.id(DONT_DESTROY_ON_LOAD_SCENE, "Music"), made.id);
        assert_eq!(
            game.engine.scene(DONT_DESTROY_ON_LOAD_SCENE, &cx()).unwrap().value.path,
            DONT_DESTROY_ON_LOAD_SCENE
        );
        assert_eq!(game.loaded()[1], DONT_DESTROY_ON_LOAD_SCENE);
        let members = game.engine.as_members().unwrap();
        members.members(DONT_DESTROY_ON_LOAD_SCENE, made.id, &[0], &cx()).unwrap();
        let places =
            game.world().placements(DONT_DESTROY_ON_LOAD_SCENE, &[made.id], &cx()).unwrap().value;
        assert!(places[0].is_some());
        let listed = game.engine.scenes(&cx()).unwrap().value;
        assert!(listed.iter().all(|scene| scene.path != DONT_DESTROY_ON_LOAD_SCENE));

        let delete = Edit::DeleteObject {
            scene: DONT_DESTROY_ON_LOAD_SCENE.to_owned(),
            object: at("Music"),
        };
        game.edit(&[delete], EditMode::KeepUnsaved).unwrap();
        assert_eq!(game.loaded().len(), 1);
    }
}

#[test]
fn a_pseudo_scene_is_never_written() {
    for side in SIDES {
        let game = Game::new(side);
        let edits = [create(HIDDEN_SCENE, "Ghost", &game), game.number(3)];
        let edited = game.edit(&edits, EditMode::Save).unwrap();
        assert!(edited.handle.is_some());
        let paths: Vec<&str> = edited.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, [side.main, HIDDEN_SCENE]);
        assert_eq!(game.disk(side.main).unwrap(), (side.text)(3));
        assert!(game.names(HIDDEN_SCENE).contains(&"Ghost".to_owned()));
        assert_eq!(game.save(None, SAVE).unwrap().files, []);
        let refused = game.save(Some(HIDDEN_SCENE), SAVE).unwrap_err().to_string();
        assert_eq!(refused, "Saving 'scn:hide' is refused: it only exists in memory");
        assert!(!game.fixture.path("game/scn:hide").exists());

        // Another scene in the place of others leaves it alone.
        game.world().load(side.other, false, UnloadMode::IfSaved, &cx()).unwrap();
        assert_eq!(game.loaded()[1], HIDDEN_SCENE);
        game.world().unload(HIDDEN_SCENE, UnloadMode::IfSaved, &cx()).unwrap_err();
        game.world().unload(HIDDEN_SCENE, UnloadMode::Discard, &cx()).unwrap();
        assert_eq!(game.loaded().len(), 1);
    }
}

#[test]
fn nothing_on_disk_may_refer_to_a_pseudo_scene() {
    let game = Game::new(GODOT);
    game.edit(&[create(DONT_DESTROY_ON_LOAD_SCENE, "Music", &game)], EditMode::KeepUnsaved)
        .unwrap();
    let instance = Edit::Instantiate {
        scene: GODOT.main.to_owned(),
        source: DONT_DESTROY_ON_LOAD_SCENE.to_owned(),
        parent: None,
        sibling: None,
        name: None,
    };
    game.edit(&[instance], EditMode::KeepUnsaved).unwrap_err();
    let start = Edit::AddToBuild { scene: DONT_DESTROY_ON_LOAD_SCENE.to_owned(), enabled: true };
    game.edit(&[start], EditMode::KeepUnsaved).unwrap_err();
}
