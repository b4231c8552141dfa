//! Selection and clipboard.

use scenewright_model::{Clipboard, Edit, EditMode, ObjectId, Selection, UnloadMode};

use super::side::*;

fn selected(selection: &Selection) -> Vec<&str> {
    selection.objects.iter().map(|object| object.path.rsplit('/').next().unwrap()).collect()
}

#[test]
fn what_is_gone_is_not_selected_any_longer() {
    for side in SIDES {
        let game = Game::new(side);
        let world = game.world();
        world.load(side.other, true, UnloadMode::IfSaved, &cx()).unwrap();
        let (lamp, chest) = (game.id(side.other, "Lamp"), game.id(side.main, "Box"));
        let selection = world.select(&[lamp, chest, lamp], &cx()).unwrap().value;
        assert_eq!(selected(&selection), ["Lamp", "Box"]);
        assert_eq!(selection.objects[0].scene, side.other);
        assert_eq!(world.selection(&cx()).unwrap().value, selection);
        let delete = Edit::DeleteObject { scene: side.main.to_owned(), object: at("Box") };
        game.edit(&[delete], EditMode::KeepUnsaved).unwrap();
        assert_eq!(selected(&world.selection(&cx()).unwrap().value), ["Lamp"]);
        world.unload(side.other, UnloadMode::IfSaved, &cx()).unwrap();
        assert_eq!(selected(&world.selection(&cx()).unwrap().value), [""; 0]);
        let nobody = ObjectId::from_number(1);
        let refused = world.select(&[nobody], &cx()).unwrap_err();
        assert_eq!(refused.to_string(), "Object 'obj:1' does not exist");
    }
}

#[test]
fn the_clipboard_keeps_what_it_was_given() {
    for side in SIDES {
        let game = Game::new(side);
        let world = game.world();
        assert_eq!(world.clipboard(&cx()).unwrap().value, Clipboard::Empty);
        let chest = Clipboard::Object(game.id(side.main, "Box"));
        for clip in [Clipboard::Text("a\nb".to_owned()), chest, Clipboard::Empty] {
            world.set_clipboard(clip.clone(), &cx()).unwrap();
            assert_eq!(world.clipboard(&cx()).unwrap().value, clip);
        }
        let nobody = Clipboard::Object(ObjectId::from_number(1));
        world.set_clipboard(nobody, &cx()).unwrap_err();
    }
}
